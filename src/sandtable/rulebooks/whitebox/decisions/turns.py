"""The turn of a character: who acts next, what he does, and how he ends it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.actions import check_action
from sandtable.rulebooks.whitebox.ammunition import needs_reload, reloaded
from sandtable.rulebooks.whitebox.attacking import check_attack
from sandtable.rulebooks.whitebox.blasts import TIMED
from sandtable.rulebooks.whitebox.candidates import (
    actions_of,
    attacks_of,
    cookings,
    endings_of,
    moves_of,
)
from sandtable.rulebooks.whitebox.cover import may_duck
from sandtable.rulebooks.whitebox.decisions.base import Decision, not_his, owners
from sandtable.rulebooks.whitebox.decisions.before import STANCES
from sandtable.rulebooks.whitebox.initiative import waiting
from sandtable.rulebooks.whitebox.movement import check_leave, check_path
from sandtable.rulebooks.whitebox.orders import (
    ACTIONS,
    ATTACKS,
    Begin,
    Cook,
    Done,
    EndTurn,
    Flame,
    Launch,
    Leave,
    Mass,
    Move,
    Shoot,
    Sweep,
    Withhold,
)
from sandtable.rulebooks.whitebox.state import (
    Acting,
    Attacking,
    Moving,
    OwbState,
    Person,
    Turn,
)
from sandtable.rulebooks.whitebox.suppress import steps_allowed
from sandtable.rulebooks.whitebox.walking import way_home
from sandtable.rulebooks.whitebox.withholding import check_withhold

TURN = "owb.round.character-turn"


class WhoActs(Decision[None]):
    """Which character of the party takes his turn next."""

    answers: ClassVar[tuple[type[Order], ...]] = (Begin, Done)

    def choice(self, state: OwbState, frame: None) -> Choice:
        """The seats of those who have not had their turn."""
        assert state.segment is not None
        people = tuple(person.id for person in waiting(state, state.segment))
        return Choice(
            seats=owners(state, people),
            ask="who acts",
            rule="owb.round.order-inside-group",
            prompt="Choose who takes his turn next, or let the rest pass.",
            about=people,
        )

    def check(self, state: OwbState, frame: None, seat: str, order: Order) -> Refusal | None:
        """Why he cannot take his turn."""
        if not isinstance(order, Begin):
            return None
        assert state.segment is not None
        rule = "owb.round.order-inside-group"
        if order.person not in [person.id for person in waiting(state, state.segment)]:
            return Refusal(rule, "It is not his turn.")
        return not_his(state, seat, order.person, rule)

    def apply(
        self, state: OwbState, frame: None, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Begin his turn, or let all of this seat's pass."""
        assert state.segment is not None
        if isinstance(order, Begin):
            yield from begin_turn(state, order.person)
            return
        for person in waiting(state, state.segment):
            if state.setting.commands(seat, person.id):
                state.put(over(person))
                if person.late:
                    state.put(carried_out(state, state.pieces[person.id]))

    def candidates(self, state: OwbState, frame: None, seats: Sequence[str]) -> Iterator[Order]:
        """Everybody who has not had his turn."""
        assert state.segment is not None
        for person in waiting(state, state.segment):
            if any(state.setting.commands(seat, person.id) for seat in seats):
                yield Begin(person=person.id)
        yield Done()


def begin_turn(state: OwbState, name: str) -> Iterator[Event]:
    """The beginning of a turn: what was declared is carried out, and leaning out ends."""
    cite(TURN, "owb.time.move-and-attack-or-action")
    person = state.change(name, moving=False, lean=None)
    if person.late:
        person = state.put(carried_out(state, person))
        yield Event(
            kind="late",
            text=f"{person.name} has done what he declared.",
            rules=("owb.initiative.loses-initiative",),
            pieces=(name,),
        )
    elif state.phase == "free-turn" and any(needs_reload(state, arm) for arm in person.arms):
        person = state.put(reloaded(state, person))
    state.push(Turn(person=name, over=person.tripped))
    if person.tripped:
        state.change(name, tripped=False)


def carried_out(state: OwbState, person: Person) -> Person:
    """A character who has carried out what he declared before Initiative."""
    if person.late == "reload":
        return reloaded(state, person)
    cite("owb.stance.change-loses-initiative")
    return replace(person, stance=STANCES[person.late])


def over(person: Person) -> Person:
    """A character whose turn is over; fire that was not kept up ends."""
    kept = person.trained if person.attacked or person.swept else None
    return replace(person, done=True, trained=kept)


class TakingTurn(Decision[Turn]):
    """What a character does in his turn."""

    answers: ClassVar[tuple[type[Order], ...]] = (
        Move,
        Leave,
        *ATTACKS,
        *ACTIONS,
        Cook,
        Withhold,
        EndTurn,
    )

    def choice(self, state: OwbState, frame: Turn) -> Choice:
        """Whoever commands him."""
        person = state.pieces[frame.person]
        return Choice(
            seats=owners(state, (frame.person,)),
            ask="turn",
            rule=TURN,
            prompt=f"{person.name} may move, and attack or act.",
            about=(frame.person,),
        )

    def check(self, state: OwbState, frame: Turn, seat: str, order: Order) -> Refusal | None:
        """Why he cannot do that."""
        if getattr(order, "person", "") != frame.person:
            return Refusal(TURN, "Another character takes his turn.")
        person = state.pieces[frame.person]
        refusal = not_his(state, seat, frame.person, TURN)
        if refusal is not None:
            return refusal
        match order:
            case Move(path=points, crawl=crawl):
                path = tuple(state.setting.square(point) for point in points)
                return check_may_move(frame, person, len(path)) or check_path(
                    state, person, path, crawl=crawl
                )
            case Leave():
                return check_may_move(frame, person, 1) or check_leave(state, person)
            case EndTurn():
                return check_end(state, person, order, frame)
            case Cook(bomb=bomb):
                return check_may_attack(frame, person, order) or _check_cook(frame, person, bomb)
            case Withhold():
                return check_may_attack(frame, person, order) or check_withhold(state, person)
        if isinstance(order, ACTIONS):
            return check_may_act(frame, person) or check_action(state, person, order)  # type: ignore[arg-type]
        return check_may_attack(frame, person, order) or check_attack(
            state,
            person,
            order,  # type: ignore[arg-type]
        )

    def apply(
        self, state: OwbState, frame: Turn, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Do it."""
        name = frame.person
        match order:
            case Move(path=points, crawl=crawl):
                state.swap(replace(frame, moved=_part(frame)))
                path = tuple(state.setting.square(point) for point in points)
                state.push(Moving(person=name, path=path, crawl=crawl))
            case Leave():
                yield from _leave(state, name)
            case EndTurn():
                yield from end_turn(state, order)
            case Cook(bomb=bomb):
                cite("owb.timed.cook")
                state.swap(replace(frame, used="attack"))
                person = state.pieces[name].with_bombs(bomb, -1)
                state.put(
                    replace(person, cooking=bomb, attacked=True, withheld=False, trained=None)
                )
                yield Event(
                    kind="cook",
                    text=f"{person.name} lights a {bomb} and holds it.",
                    rules=("owb.timed.cook",),
                    pieces=(name,),
                )
            case Withhold():
                cite("owb.withhold.declare")
                state.swap(replace(frame, used="attack"))
                state.change(name, withheld=True, trained=None)
                yield Event(
                    kind="withhold",
                    text=f"{state.pieces[name].name} withholds his attack.",
                    rules=("owb.withhold.declare",),
                    pieces=(name,),
                )
            case _ if isinstance(order, ACTIONS):
                state.swap(replace(frame, used="action"))
                state.change(name, acted=True, withheld=False, trained=None)
                state.push(Acting(person=name, action=order))  # type: ignore[arg-type]
            case _:
                used = weapon_of(state.pieces[name], order)
                state.swap(replace(frame, used="attack", weapon=used))
                state.push(Attacking(person=name, attack=order))  # type: ignore[arg-type]

    def candidates(self, state: OwbState, frame: Turn, seats: Sequence[str]) -> Iterator[Order]:
        """Attacks, Actions, moves, and the end of the turn."""
        person = state.pieces[frame.person]
        yield from deeds_of(state, frame, person)
        for order in moves_of(state, person) if person.on_table else ():
            steps = len(order.path) if isinstance(order, Move) else 1
            if check_may_move(frame, person, steps) is None:
                yield order
        if person.on_table:
            yield from endings_of(state, person, is_direct(frame, person))
        else:
            yield EndTurn(person=person.id)

    def settle(self, state: OwbState, frame: Turn, dice: Dice) -> Iterator[Event]:
        """A turn ends by itself if he is put out of action, and who runs has no choice."""
        person = state.pieces.get(frame.person)
        if person is None:
            state.pop()
        elif not person.able:
            state.pop()
            state.put(over(person))
        elif person.routed and person.on_table:
            yield from _run(state, frame, person)


def deeds_of(state: OwbState, frame: Turn, person: Person) -> Iterator[Order]:
    """The attacks and Actions that are open to a character in his turn."""
    probe = Withhold(person=person.id)
    if check_may_attack(frame, person, probe) is None:
        yield from attacks_of(state, person)
        if not person.swept:
            if check_withhold(state, person) is None:
                yield probe
            if frame.moved == "":
                yield from cookings(person)
    else:
        again = Sweep(person=person.id)
        may = person.swept and check_may_attack(frame, person, again) is None
        if may and check_attack(state, person, again) is None:
            yield again
    if check_may_act(frame, person) is None:
        yield from actions_of(state, person)


def _run(state: OwbState, frame: Turn, person: Person) -> Iterator[Event]:
    if frame.moved == "" and not frame.over:
        path = way_home(state, person)
        if path:
            state.swap(replace(frame, moved="before"))
            state.push(Moving(person=person.id, path=path))
            return
        if check_leave(state, person) is None:
            yield from _leave(state, person.id)
            return
    state.pop()
    state.put(over(state.pieces[person.id]))


def _part(frame: Turn) -> str:
    return frame.moved or ("after" if frame.used else "before")


def _leave(state: OwbState, name: str) -> Iterator[Event]:
    """Leave the map; nobody comes back."""
    cite("owb.grid.map-size")
    person = state.pieces.pop(name)
    state.left = (*state.left, name)
    state.pop()
    yield Event(
        kind="leave",
        text=f"{person.name} leaves the map.",
        rules=("owb.grid.map-size",),
        data={"person": name},
    )


# -- legality -------------------------------------------------------------------------------------


def check_may_move(frame: Turn, person: Person, steps: int) -> Refusal | None:
    """Why a character cannot move (any more) in his turn, or ``None`` if he can."""
    if person.off_map or not person.on_table:
        return Refusal("owb.mortar.minimum-range", "He is not on the map.")
    if frame.over:
        return Refusal("owb.cover.dive", "His move of this turn is over.")
    if person.climbing is not None:
        return Refusal("owb.terrain.impassable-with-tools", "He is climbing.")
    if person.movement < 1:
        return Refusal("owb.base.encumbrance", "He carries too much to move.")
    cite("owb.time.move-before-or-after")
    if frame.moved == "before" and frame.used:
        return Refusal(
            "owb.time.move-before-or-after", "He has moved before, so he does not move after it."
        )
    fired = frame.used == "attack" and (person.trained is not None or person.swept)
    if fired and frame.weapon == "machinegun-light":
        return Refusal("owb.weapon.machinegun-light", "Mounted, he does not move after it.")
    if fired and person.steps + steps > steps_allowed(person):
        return Refusal("owb.suppress.movement-limit", "Suppressive fire allows no longer move.")
    return None


def check_may_attack(frame: Turn, person: Person, order: Order) -> Refusal | None:
    """Why a character cannot make an Attack in his turn, or ``None`` if he can."""
    cite("owb.time.one-attack-per-round")
    if person.routed:
        return Refusal("owb.base.morale", "He runs.")
    if frame.used == "action" or person.acted:
        return Refusal("owb.time.move-and-attack-or-action", "He has taken an Action.")
    if frame.used or (person.attacked and not person.swept):
        return Refusal("owb.time.one-attack-per-round", "He has made his Attack of this round.")
    if person.swept and (not isinstance(order, Sweep) or person.attacked):
        return Refusal(
            "owb.suppress.fire-on-those-who-show-themselves",
            "His Trained weapon has fired; he can only keep that up.",
        )
    return None


def check_may_act(frame: Turn, person: Person) -> Refusal | None:
    """Why a character cannot take an Action in his turn, or ``None`` if he can."""
    cite("owb.time.one-action-per-round")
    if person.routed:
        return Refusal("owb.base.morale", "He runs.")
    if frame.used == "action" or person.acted:
        return Refusal("owb.time.one-action-per-round", "He has taken his Action of this round.")
    if frame.used or person.attacked or person.swept:
        return Refusal("owb.time.move-and-attack-or-action", "He has made his Attack.")
    if person.cooking:
        return Refusal("owb.timed.cook", "He holds a lit explosive.")
    return None


def weapon_of(person: Person, order: Order) -> str:
    """The weapon of a direct attack; explosives are lobbed, and melee needs no standing up."""
    match order:
        case Shoot(weapon=weapon) | Launch(weapon=weapon) if weapon != "mortar":
            return weapon
        case Flame():
            return "flamethrower"
        case Mass():
            return "rifle-large"
        case Sweep() if person.trained is not None:
            return person.trained.arm
    return ""


def _check_cook(frame: Turn, person: Person, bomb: str) -> Refusal | None:
    rule = "owb.timed.cook"
    if bomb not in TIMED or not person.bombs_of(bomb):
        return Refusal(rule, "He has nothing of that kind to light.")
    if frame.moved:
        return Refusal(rule, "That is said at the beginning of a turn.")
    return None


def is_direct(frame: Turn, person: Person) -> bool:
    """Whether a character has attacked directly in his turn, and so is Up."""
    return frame.used == "attack" and not person.cooking and bool(frame.weapon or person.swept)


def check_end(state: OwbState, person: Person, order: EndTurn, frame: Turn) -> Refusal | None:
    """Why a turn cannot be ended like that, or ``None`` if it can."""
    if order.facing is not None and order.facing % 45.0:
        return Refusal("owb.grid.facings", "There are eight facings, 45 degrees apart.")
    if order.lean and person.lean is None:
        return Refusal("owb.cover.lean-out", "He does not lean out.")
    if not order.ducked:
        return None
    rule = "owb.cover.ducked-or-up"
    if is_direct(frame, person) or person.withheld or person.trained is not None:
        return Refusal(rule, "Who attacks, or holds his weapon ready, is Up.")
    if person.cooking:
        return Refusal("owb.timed.cook", "He has to throw what he has lit.")
    if not may_duck(state, state.square(person)):
        return Refusal(rule, "There is no low cover to duck behind.")
    return None


def end_turn(state: OwbState, order: EndTurn) -> Iterator[Event]:
    """End a turn: the final facing, down or up, leaning out or not."""
    cite("owb.grid.facing-change-free", "owb.cover.ducked-or-up")
    state.pop()
    person = state.pieces[order.person]
    heading = person.heading if order.facing is None else order.facing % 360.0
    changed = replace(
        person,
        heading=heading,
        ducked=order.ducked,
        lean=person.lean if order.lean else None,
    )
    if person.trained is not None and not (person.attacked or person.swept):
        cite("owb.suppress.continue")
    state.put(over(changed))
    yield Event(
        kind="turn",
        text=f"{person.name} has had his turn.",
        rules=(TURN,),
        pieces=(person.id,),
    )
