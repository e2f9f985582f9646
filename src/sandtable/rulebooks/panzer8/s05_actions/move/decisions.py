"""Section 5: reactions to a mover, and what the mover does after a pause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s02_terrain.place_names import name_of_feature
from sandtable.rulebooks.panzer8.s05_actions.charge.charging import would_meet_target
from sandtable.rulebooks.panzer8.s05_actions.move.how_far import longest as _longest
from sandtable.rulebooks.panzer8.s05_actions.move.rates import (
    path_length,
)
from sandtable.rulebooks.panzer8.s05_actions.move.under_way import (
    check_halt,
    halt,
    is_stopped,
    resumed,
)
from sandtable.rulebooks.panzer8.s05_actions.react.joining import (
    check_join,
    end_charge,
    join,
    seats_to_join,
)
from sandtable.rulebooks.panzer8.s05_actions.react.offered import helpers, reactions
from sandtable.rulebooks.panzer8.s05_actions.react.reaction import (
    carry_on,
    check_reaction,
    let_pass,
    react,
    seats_to_react,
)
from sandtable.rulebooks.panzer8.s12_hidden.ambush import ambush, ambushes, check_ambush
from sandtable.rulebooks.panzer8.state import (
    Moving,
    P8State,
)
from sandtable.rulebooks.panzer8.state.decision import Decision
from sandtable.rulebooks.panzer8.state.orders import (
    Done,
    GoOn,
    Halt,
    ReactFallBack,
    ReactFire,
    ReactJoin,
    Show,
)
from sandtable.table import distance


class UnderWay(Decision[Moving]):
    """Whether anybody reacts to a mover, and after a pause: how the mover goes on."""

    answers: ClassVar[tuple[type[Order], ...]] = (
        ReactFire,
        ReactFallBack,
        ReactJoin,
        Show,
        Done,
        GoOn,
        Halt,
    )

    def answers_to(self, frame: Moving) -> tuple[type[Order], ...]:
        """The mover goes on or halts; the others react, or join a combat."""
        if frame.stage == "resume":
            return (GoOn, Halt)
        return (ReactJoin, Done) if frame.stage == "join" else (ReactFire, ReactFallBack, Done)

    def choice(self, state: P8State, frame: Moving) -> Choice:
        """The other side, to react; or the mover, to go on."""
        mover = state.pieces[frame.element]
        if frame.stage == "resume":
            return Choice(
                seats=state.setting.seats_for(mover.side, mover.id),
                ask="resume",
                rule="p8.react.interrupts-at-any-point",
                prompt=f"{mover.name} was stopped {_where(frame)}: go on, or halt?",
                about=(mover.id,),
            )
        if frame.stage == "join":
            return Choice(
                seats=seats_to_join(state, frame),
                ask="join",
                rule="p8.react.option-join-melee",
                prompt=f"{mover.name} has charged home. Does anybody join in?",
                about=(mover.id,),
            )
        return Choice(
            seats=seats_to_react(state, frame),
            ask="reaction",
            rule="p8.react.who-may",
            prompt=f"{_under_way(state, frame)}. React?",
            about=(mover.id,),
        )

    def check(self, state: P8State, frame: Moving, seat: str, order: Order) -> Refusal | None:
        """Why that reaction, or that way to go on, is not allowed."""
        paused = frame.stage == "resume"
        joining = frame.stage == "join"
        match order:
            case Done() if not paused:
                return None
            case ReactJoin() if joining:
                return _check_owner(state, seat, order) or check_join(state, frame, order)
            case ReactFire() | ReactFallBack() if not paused and not joining:
                return _check_owner(state, seat, order) or check_reaction(state, frame, order)
            case Show() if not paused and not joining:
                return _check_owner(state, seat, order) or check_ambush(state, frame, order)
            case GoOn() if paused:
                plan = resumed(state, frame, order)
                return plan if isinstance(plan, Refusal) else None
            case Halt() if paused:
                return check_halt(state, frame, order)
        return self.mismatch(state, frame)

    def apply(
        self, state: P8State, frame: Moving, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """React, let pass, go on or halt."""
        match order:
            case Done():
                let_pass(state, frame, seat)
            case ReactJoin():
                yield from join(state, frame, order)
            case ReactFire() | ReactFallBack():
                yield from react(state, frame, order, dice)
            case Show():
                yield from ambush(state, frame, order)
            case GoOn():
                plan = resumed(state, frame, order)
                assert isinstance(plan, Moving)
                state.swap(plan)
            case Halt():
                yield from halt(state, frame, order)

    def candidates(self, state: P8State, frame: Moving, seats: Sequence[str]) -> Iterator[Order]:
        """Reactions where something changes along the path; or to go on and to halt."""
        if frame.stage == "resume":
            yield from resumptions(state, frame)
            return
        if frame.stage == "join":
            yield from helpers(state, seats, frame)
        else:
            yield from reactions(state, seats, frame)
            yield from ambushes(state, seats, frame)
        yield Done()

    def settle(self, state: P8State, frame: Moving, dice: Dice) -> Iterator[Event]:
        """Move on as far as nobody has a decision to make."""
        if frame.stage == "join":
            return end_charge(state, frame)
        return iter(()) if frame.stage == "resume" else carry_on(state, frame)


def _where(frame: Moving) -> str:
    """How far a mover had come."""
    return f"after {frame.at:.1f} in" if frame.at >= SHORTEST else "as it set out"


def _under_way(state: P8State, frame: Moving) -> str:
    """Who goes where: the whole way, and whom a charge is aimed at, are known to the enemy."""
    mover, length = state.pieces[frame.element], path_length(frame.path)
    if is_stopped(mover, frame):
        return f"{mover.name} is suppressed and has stopped here"
    charged = state.pieces.get(frame.target) if frame.target is not None else None
    does = _DOING.get(frame.action, "is moving")
    if charged is not None:
        does += f" {charged.name}"
    if length < SHORTEST and mover.inside is not None and frame.aloft != mover.aloft:
        return f"{mover.name} is going {'up' if frame.aloft else 'down'}"
    if length < SHORTEST:
        return f"{mover.name} is turning" if frame.action in _TURNS else f"{mover.name} {does}"
    x, y = (round(along, 1) for along in frame.path[-1])
    into = f", into {name_of_feature(state.setting, frame.enters)}" if frame.enters else ""
    come = f", {frame.at:.1f} in of it done" if frame.at >= SHORTEST else ""
    return f"{mover.name} {does}, {length:.1f} in to ({x:g}, {y:g}){into}{come}"


_DOING: Final = {
    "charge": "is charging",
    "dismount": "is dismounting",
    "fall-back": "is falling back",
    "join": "is joining in",
    "mount": "is mounting",
    "remount": "is mounting",
}
_TURNS: Final = ("move", "move-and-fire")

SHORTEST: Final = 0.05
"""A way shorter than this is told as none: it would be shown as 0.0 in."""


def _check_owner(
    state: P8State, seat: str, order: ReactFire | ReactFallBack | ReactJoin | Show
) -> Refusal | None:
    if order.element not in state.pieces:
        return Refusal("p8.react.who-may", f"There is no element {order.element!r} in play.")
    if not state.setting.commands(seat, order.element):
        name = state.pieces[order.element].name
        return Refusal("p8.react.who-may", f"{name} is not yours to command.")
    return None


def resumptions(state: P8State, frame: Moving) -> Iterator[Order]:
    """To go on as planned, if that is still possible, or at another enemy, and to halt."""
    if isinstance(resumed(state, frame, GoOn()), Moving):
        yield GoOn()
    if frame.action == "charge":
        yield from _other_targets(state, frame)
    yield Halt()


def _other_targets(state: P8State, frame: Moving) -> Iterator[Order]:
    """Enemies that a charge can be led on to, if it does not lead to its target any more."""
    if would_meet_target(state, frame):
        return
    element = state.pieces[frame.element]
    for enemy in state.enemies_of(element):
        order = GoOn(target=enemy.id)
        near = distance(state.base(element), state.base(enemy)) <= _longest(state, element)
        if near and isinstance(resumed(state, frame, order), Moving):
            yield order
