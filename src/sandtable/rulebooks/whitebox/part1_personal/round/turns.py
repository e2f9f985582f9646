"""The turn of a character: who acts next, what he does, and how he ends it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Choice, Event, Order, Refusal, happened
from sandtable.battle.page import Action
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...state import OwbState, Person
from ...state.decision import Case, Decision, not_his, question
from ...state.frames import Acting, Attacking, Interrupt, Moving, Turn
from ...state.orders import (
    ACTIONS,
    ATTACKS,
    Climb,
    Cook,
    Declare,
    EndTurn,
    Leave,
    Move,
    Rise,
    StopSearching,
    Sweep,
    Withhold,
)
from ..attack.attacks import attacks_listed, attacks_of, check_attack, weapon_of
from ..attack.withholding import WithholdingAttack, check_withhold
from ..explosives.in_hand import Cooking
from ..explosives.lobbing import cookings, risings
from ..movement.moving import Leaving, Walking, moves_of
from ..movement.moving import leave as _leave
from ..movement.walking import way_home
from ..movement.way import check_leave
from ..weapons.ammunition import needs_reload, reloaded
from .all_actions import actions_listed, actions_of, check_action
from .ending_turns import TURN, EndingTurn, endings_of, over
from .turn_checks import (
    ANTI_TANK,
    STANCES,
    TurnAct,
    check_may_act,
    check_may_attack,
    check_may_move,
    check_position,
    check_stop_searching,
    fires_mounted,
    is_direct,
)


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
    text = f"{person.name} has done what he declared."
    return happened("late", text, "owb.initiative.loses-initiative", person.id)


def carried_out(state: OwbState, person: Person) -> Person:
    """A character who has carried out what he declared before Initiative."""
    if person.late == "reload":
        return replace(reloaded(state, person), withheld=False)
    cite("owb.stance.change-loses-initiative")
    return replace(person, stance=STANCES[person.late])


def _rested(state: OwbState, person: Person) -> str:
    """The anti-tank rifle that somebody has fired this round before his turn, if he has."""
    arm = person.arm(ANTI_TANK)
    fired = arm is not None and person.attacked and arm.fired_in == state.turn
    return ANTI_TANK if fired else ""


class Rising(TurnAct[Rise]):
    """Up from behind low cover: he shows himself, and may be fired at."""

    order = Rise
    words = Words(
        label="Come up",
        key="U",
        rule="owb.cover.ducked-or-up",
        hint="Comes up from behind low cover, to see where he throws; enemies may fire at him.",
        typed="rise MAN",
        means="Come up from behind low cover, to see where he throws.",
    )

    def concerns(self, state: OwbState, person: Person) -> bool:
        return person.ducked

    def check(self, state: OwbState, frame: Turn, person: Person, order: Rise) -> Refusal | None:
        if person.ducked:
            return None
        return Refusal("owb.cover.ducked-or-up", "He does not keep down.")

    def apply(self, state: OwbState, frame: Turn, order: Rise, dice: Dice) -> Iterator[Event]:
        cite("owb.cover.ducked-or-up")
        person = state.change(order.person, ducked=False)
        state.push(Interrupt(about=person.id, moment="up"))
        text = f"{person.name} comes up from behind his cover."
        yield happened("rise", text, "owb.cover.ducked-or-up", person.id)


class StoppingSearch(TurnAct[StopSearching]):
    """He looks for ambushes no more."""

    order = StopSearching
    words = Words(
        label="Stop searching",
        key="Z",
        rule="owb.ambush.search-speed",
        hint="Looks for ambushes no more, and moves at the usual speed from now on.",
        typed="stop searching MAN",
        means="Look for ambushes no more, and move at the usual speed.",
        also=("stop searching", "stop search"),
    )

    def concerns(self, state: OwbState, person: Person) -> bool:
        return person.searching

    def check(
        self, state: OwbState, frame: Turn, person: Person, order: StopSearching
    ) -> Refusal | None:
        return check_stop_searching(frame, person)

    def apply(
        self, state: OwbState, frame: Turn, order: StopSearching, dice: Dice
    ) -> Iterator[Event]:
        cite("owb.ambush.search-speed")
        person = state.change(order.person, searching=False)
        text = f"{person.name} looks for ambushes no more."
        yield happened("search-over", text, "owb.ambush.search-speed", person.id)


class TakingPosition(TurnAct[Declare]):
    """Another position, which one simply takes in a free turn."""

    order = Declare

    def check(self, state: OwbState, frame: Turn, person: Person, order: Declare) -> Refusal | None:
        return check_position(state, frame, person, order.what)

    def apply(self, state: OwbState, frame: Turn, order: Declare, dice: Dice) -> Iterator[Event]:
        cite("owb.surprise.free-turn")
        state.change(order.person, stance=STANCES[order.what])
        return iter(())


WALKING: Final = Walking()
RISING: Final = Rising()
STOPPING: Final = StoppingSearch()
LEAVING: Final = Leaving()
WITHHOLDING: Final = WithholdingAttack()
COOKING: Final = Cooking()
ENDING: Final = EndingTurn()

TURN_ACTS: Final[dict[type[Order], TurnAct[Any]]] = {
    act.order: act
    for act in (WALKING, RISING, STOPPING, LEAVING, WITHHOLDING, COOKING, ENDING, TakingPosition())
}
"""What is neither an attack nor an Action, by the order that asks for it."""


class TakingTurn(Decision[Turn]):
    """What a character does in his turn."""

    answers = (
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
        person = state.person(frame.person)
        prompt = f"{person.name} may move, and attack or act."
        return question(state, (frame.person,), "turn", TURN, prompt)

    def check(self, state: OwbState, frame: Turn, seat: str, order: Order) -> Refusal | None:
        if getattr(order, "person", "") != frame.person:
            return Refusal(TURN, "Another character takes his turn.")
        person = state.person(frame.person)
        refusal = not_his(state, seat, frame.person, TURN)
        if refusal is not None:
            return refusal
        act = TURN_ACTS.get(type(order))
        if act is not None:
            return act.check(state, frame, person, order)
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
        name, act = frame.person, TURN_ACTS.get(type(order))
        if act is not None:
            yield from act.apply(state, frame, order, dice)
        elif isinstance(order, ACTIONS):
            state.swap(replace(frame, used="action"))
            climbing = state.person(name).climbing if isinstance(order, Climb) else None
            state.change(name, acted=True, withheld=False, trained=None, climbing=climbing)
            state.push(Acting(person=name, action=order))  # type: ignore[arg-type]
        else:
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

    def listed(self, case: Case, piece: str | None) -> Iterator[Action]:
        """All that the character may do, and how he ends it."""
        person = case.state.find_person(case.frame.person)
        if person is None or not case.commands(person.id) or piece not in (None, person.id):
            return
        if piece is None:
            yield from ENDING.listed(case, person)
            return
        for act in (WALKING, RISING, STOPPING, LEAVING):
            yield from act.listed(case, person)
        yield from attacks_listed(case, person)
        yield from WITHHOLDING.listed(case, person)
        yield from COOKING.listed(case, person)
        yield from actions_listed(case, person)


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
