"""The turn of a character: who acts next, what he does, and how he ends it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.part1_personal.attack.candidates import (
    actions_of,
    attacks_of,
    cookings,
    endings_of,
    moves_of,
    risings,
)
from sandtable.rulebooks.whitebox.part1_personal.attack.checks import check_attack
from sandtable.rulebooks.whitebox.part1_personal.attack.withholding import check_withhold
from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import steps_allowed
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import fate
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import check_lean
from sandtable.rulebooks.whitebox.part1_personal.explosives.mortars import forget_target
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import eye
from sandtable.rulebooks.whitebox.part1_personal.movement.exits import edges_at, note_exit
from sandtable.rulebooks.whitebox.part1_personal.movement.walking import leave_trailer, way_home
from sandtable.rulebooks.whitebox.part1_personal.movement.way import (
    check_leave,
    check_path,
    whole_way,
)
from sandtable.rulebooks.whitebox.part1_personal.round.actions import check_action
from sandtable.rulebooks.whitebox.part1_personal.round.turn_checks import (
    ANTI_TANK,
    ON_MOUNTS,
    STANCES,
    check_cook,
    check_end,
    check_may_act,
    check_may_attack,
    check_may_move,
    check_position,
    check_rise,
    check_stop_searching,
    fires_mounted,
    is_direct,
    weapon_of,
)
from sandtable.rulebooks.whitebox.part1_personal.weapons.ammunition import needs_reload, reloaded
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.decision import Decision, not_his, owners
from sandtable.rulebooks.whitebox.state.frames import Acting, Attacking, Interrupt, Moving, Turn
from sandtable.rulebooks.whitebox.state.orders import (
    ACTIONS,
    ATTACKS,
    Climb,
    Cook,
    Declare,
    EndTurn,
    Leave,
    Move,
    Point,
    Rise,
    StopSearching,
    Sweep,
    Withhold,
)
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.tables import MISSILE
from sandtable.table.grid import Square

TURN = "owb.round.character-turn"


def begin_turn(state: OwbState, name: str) -> Iterator[Event]:
    """The beginning of a turn: what was declared is carried out, and leaning out ends."""
    cite(TURN, "owb.time.move-and-attack-or-action")
    person = state.put(begun(state.person(name)))
    if person.late:
        person = state.put(carried_out(state, person))
        yield told_late(person)
    elif state.phase == "free-turn" and any(needs_reload(state, arm) for arm in person.arms):
        person = state.put(reloaded(state, person))
    fell = person.tripped
    state.push(Turn(person=name, over=fell, fell=fell, weapon=_rested(state, person)))
    if fell:
        state.change(name, tripped=False)


def begun(person: Person) -> Person:
    """A character whose turn begins, or passes: he stands still now, and leans out no more."""
    cite("owb.cover.lean-out")
    return replace(person, moving=False, lean=None)


def told_late(person: Person) -> Event:
    """Word of somebody who has carried out what he declared."""
    return Event(
        kind="late",
        text=f"{person.name} has done what he declared.",
        rules=("owb.initiative.loses-initiative",),
        pieces=(person.id,),
    )


def carried_out(state: OwbState, person: Person) -> Person:
    """A character who has carried out what he declared before Initiative."""
    if person.late == "reload":
        return replace(reloaded(state, person), withheld=False)
    cite("owb.stance.change-loses-initiative")
    return replace(person, stance=STANCES[person.late])


def over(person: Person) -> Person:
    """A character whose turn is over; fire that was not kept up in it ends, and so does a climb.

    Whoever has fired in between has not kept it up by that.
    """
    kept = person.trained if person.attacked else None
    if kept is not None and person.steps > _steps_with(person, kept.arm):
        cite("owb.suppress.movement-limit")
        kept = None
    climbing = person.climbing if person.acted else None
    return replace(person, done=True, trained=kept, climbing=climbing)


def _steps_with(person: Person, weapon: str) -> int:
    """How many squares one may move in a round and keep a weapon trained."""
    return 0 if weapon in ON_MOUNTS else steps_allowed(person)


def _rested(state: OwbState, person: Person) -> str:
    """The anti-tank rifle that somebody has fired this round before his turn, if he has."""
    arm = person.arm(ANTI_TANK)
    fired = arm is not None and person.attacked and arm.fired_in == state.turn
    return ANTI_TANK if fired else ""


class TakingTurn(Decision[Turn]):
    """What a character does in his turn."""

    answers: ClassVar[tuple[type[Order], ...]] = (
        Move,
        Leave,
        Rise,
        StopSearching,
        *ATTACKS,
        *ACTIONS,
        Cook,
        Withhold,
        Declare,
        EndTurn,
    )

    def choice(self, state: OwbState, frame: Turn) -> Choice:
        """Whoever commands him."""
        person = state.person(frame.person)
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
        person = state.person(frame.person)
        refusal = not_his(state, seat, frame.person, TURN)
        if refusal is not None:
            return refusal
        match order:
            case Move(path=points, crawl=crawl):
                path = way_of(state, person, points)
                return check_may_move(frame, person, len(path)) or check_path(
                    state, person, path, crawl=crawl
                )
            case Leave():
                return check_may_move(frame, person, 1) or check_leave(state, person)
            case Rise():
                return check_rise(person)
            case StopSearching():
                return check_stop_searching(frame, person)
            case EndTurn():
                return check_end(state, person, order, frame)
            case Cook(bomb=bomb):
                return check_may_attack(frame, person, order) or check_cook(frame, person, bomb)
            case Withhold(lean=lean):
                return (
                    check_may_attack(frame, person, order)
                    or check_withhold(state, person)
                    or check_lean(state, person, lean)
                )
            case Declare(what=what):
                return check_position(state, frame, person, what)
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
                path = way_of(state, state.person(name), points)
                state.push(Moving(person=name, path=path, crawl=crawl))
            case Leave():
                yield from _leave(state, name)
            case Rise():
                yield rises(state, name)
            case StopSearching():
                yield stops_searching(state, name)
            case EndTurn():
                yield from end_turn(state, order)
            case Cook(bomb=bomb):
                cite("owb.timed.cook")
                state.swap(replace(frame, used="attack"))
                person = state.person(name).with_bombs(bomb, -1)
                state.put(
                    replace(person, cooking=bomb, attacked=True, withheld=False, trained=None)
                )
                state.push(Interrupt(about=name, moment="declared"))
                yield Event(
                    kind="cook",
                    text=f"{person.name} lights a {bomb} and holds it.",
                    rules=("owb.timed.cook",),
                    pieces=(name,),
                )
            case Declare(what=what):
                cite("owb.surprise.free-turn")
                state.change(name, stance=STANCES[what])
            case Withhold(lean=lean):
                cite("owb.withhold.declare")
                state.swap(replace(frame, used="attack"))
                _gets_ready(state, name, lean)
                yield Event(
                    kind="withhold",
                    text=f"{state.person(name).name} withholds his attack.",
                    rules=("owb.withhold.declare",),
                    pieces=(name,),
                )
            case _ if isinstance(order, ACTIONS):
                state.swap(replace(frame, used="action"))
                climbing = state.person(name).climbing if isinstance(order, Climb) else None
                state.change(name, acted=True, withheld=False, trained=None, climbing=climbing)
                state.push(Acting(person=name, action=order))  # type: ignore[arg-type]
            case _:
                used = weapon_of(state.person(name), order)
                stays = frame.over or fires_mounted(order)
                state.swap(replace(frame, used="attack", weapon=used, over=stays))
                state.push(Attacking(person=name, attack=order))  # type: ignore[arg-type]

    def candidates(self, state: OwbState, frame: Turn, seats: Sequence[str]) -> Iterator[Order]:
        """Attacks, Actions, moves, and the end of the turn."""
        person = state.person(frame.person)
        for what in STANCES if state.phase == "free-turn" else ():
            if check_position(state, frame, person, what) is None:
                yield Declare(person=person.id, what=what)  # type: ignore[arg-type]
        if check_stop_searching(frame, person) is None:
            yield StopSearching(person=person.id)
        yield from deeds_of(state, frame, person)
        if check_may_move(frame, person, 1) is None:
            for order in moves_of(state, person):
                steps = len(order.path) if isinstance(order, Move) else 1
                if check_may_move(frame, person, steps) is None:
                    yield order
        if person.on_table:
            yield from endings_of(state, person, is_direct(frame, person))
        else:
            yield EndTurn(person=person.id)

    def settle(self, state: OwbState, frame: Turn, dice: Dice) -> Iterator[Event]:
        """A turn ends by itself if he is put out of action, and who runs has no choice."""
        person = state.find_person(frame.person)
        if person is None:
            state.pop()
        elif not person.able or person.aboard:
            state.pop()
            state.put(over(person))
        elif person.routed and person.on_table:
            yield from _run(state, frame, person)


def deeds_of(state: OwbState, frame: Turn, person: Person) -> Iterator[Order]:
    """The attacks and Actions that are open to a character in his turn."""
    probe = Withhold(person=person.id)
    if check_may_attack(frame, person, probe) is None:
        yield from risings(state, person)
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


def rises(state: OwbState, name: str) -> Event:
    """Come up from behind low cover: he shows himself, and may be fired at."""
    cite("owb.cover.ducked-or-up")
    person = state.change(name, ducked=False)
    state.push(Interrupt(about=name, moment="up"))
    return Event(
        kind="rise",
        text=f"{person.name} comes up from behind his cover.",
        rules=("owb.cover.ducked-or-up",),
        pieces=(name,),
    )


def stops_searching(state: OwbState, name: str) -> Event:
    """Look for ambushes no more."""
    cite("owb.ambush.search-speed")
    person = state.change(name, searching=False)
    return Event(
        kind="search-over",
        text=f"{person.name} looks for ambushes no more.",
        rules=("owb.ambush.search-speed",),
        pieces=(name,),
    )


def _gets_ready(state: OwbState, name: str, lean: Point | None) -> None:
    """Hold an Attack back, Up or leaning out; whoever shows himself for it may be fired at."""
    person = state.person(name)
    spot = None if lean is None else state.setting.square(lean)
    state.change(name, withheld=True, trained=None, ducked=False, lean=spot)
    if person.ducked or spot is not None:
        cite("owb.cover.ducked-or-up")
        state.push(Interrupt(about=name, moment="up"))


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
    state.put(over(state.person(person.id)))


def way_of(
    state: OwbState, person: Person, points: Sequence[tuple[float, float]]
) -> tuple[Square, ...]:
    """The squares of a move that passes through some points."""
    return whole_way(state, person, [state.setting.square(point) for point in points])


def _part(frame: Turn) -> str:
    return frame.moved or ("after" if frame.used else "before")


def _leave(state: OwbState, name: str) -> Iterator[Event]:
    """Leave the map; nobody comes back."""
    cite("owb.grid.map-size")
    person = state.person(name)
    square = state.square(person)
    leave_trailer(state, person, square)
    if not fate(state, person):
        # In a tie one may still go who is as good as dead; he has not got away.
        note_exit(state, (name,), person.side, edges_at(state, square))
    forget_target(state, name, square)
    state.explosives = tuple(
        replace(bomb, back=square) if bomb.owner == name else bomb for bomb in state.explosives
    )
    del state.pieces[name]
    state.left = (*state.left, name)
    state.pop()
    yield Event(
        kind="leave",
        text=f"{person.name} leaves the map.",
        rules=("owb.grid.map-size",),
        data={"person": name},
    )


def _with_cone_from(state: OwbState, person: Person) -> Person:
    """A gunner whose cone is drawn anew from where he is now, if he has moved after firing.

    The fire of many rifles comes from where it came from.
    """
    trained = person.trained
    if trained is None or not MISSILE[trained.arm].suppressive:
        return person
    cite("owb.suppress.movement-limit")
    return replace(person, trained=replace(trained, origin=eye(state, person)))


def end_turn(state: OwbState, order: EndTurn) -> Iterator[Event]:
    """End a turn: the final facing, down or up, leaning out or not."""
    cite("owb.grid.facing-change-free", "owb.cover.ducked-or-up")
    state.pop()
    person = state.person(order.person)
    heading = person.heading if order.facing is None else order.facing % 360.0
    changed = replace(
        person,
        heading=heading,
        ducked=order.ducked,
        lean=person.lean if order.lean or person.attacked else None,
    )
    if order.ducked:
        cite("owb.withhold.carries-over")
        changed = replace(changed, withheld=False, trained=None, lean=None)
    if person.trained is not None and not person.attacked:
        cite("owb.suppress.continue")
    state.put(over(_with_cone_from(state, changed)))
    if person.ducked and not order.ducked:
        state.push(Interrupt(about=person.id, moment="up"))
    yield Event(
        kind="turn-over",
        text=f"{person.name} has had his turn.",
        rules=(TURN,),
        pieces=(person.id,),
    )
