"""Section 5: reactions to a mover, and what the mover does after a pause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final, TypeVar

from msgspec.structs import replace

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.page import Action as Listed
from sandtable.battle.page import Kind, Slot, Trace
from sandtable.battle.phrases import PhraseError
from sandtable.battle.reading_orders import is_number
from sandtable.dice import Dice
from sandtable.odds import Odds
from sandtable.table import distance

from ...drawing.ghosts import placed, turned
from ...s02_terrain.place_names import name_of_feature
from ...s12_hidden.ambush import Show
from ...s12_hidden.showing import Ambushing
from ...s15_events.support_fire.missions import move_odds
from ...state import Element, Moving, P8State, slots
from ...state.case import Case
from ...state.decision import Asked, Ending
from ...state.orders import Done, GoOn
from ..action import listed_with
from ..charge.charging import check_charger, would_meet_target
from ..react.joining import Joining, end_charge, seats_to_join
from ..react.reaction import MOVER, ReactFallingBack, ReactFiring, let_pass, seats_to_react
from ..react.standing_orders import standing_shot
from .move import longest
from .previewing import trace_frame
from .rates import path_length, whole_path
from .under_way import Halt, check_halt, halt, is_stopped, resumed, walked

R = TypeVar("R", GoOn, Halt)


class LettingPass(Ending[Moving]):
    """Nobody reacts, or nobody joins in."""

    stages = ("react", "again", "join")
    label_here = "Let it pass"
    hint_here = "Nobody reacts to this move, as far as it goes now."
    by_stage: ClassVar[Mapping[str, tuple[str, str]]] = {"join": ("Nobody joins in", "")}

    def apply(
        self, state: P8State, frame: Moving, seat: str, order: Done, dice: Dice
    ) -> Iterator[Event]:
        let_pass(state, frame, seat)
        return iter(())


class Resuming(Answer[P8State, R, Moving]):
    """What a mover does after a pause."""

    stages = ("resume",)

    def answers(self, case: Case, piece: str | None) -> Iterator[Listed]:
        """The same for the seat."""
        return self.listed(case, case.state.pieces[case.frame.element])


class GoingOn(Resuming[GoOn]):
    """Go on after a reaction: as planned, by another way, or at another enemy."""

    order = GoOn
    words = Words(
        label="Go on",
        key="G",
        rule="p8.react.interrupts-at-any-point",
        hint="Goes on as it was ordered.",
        typed="go [to X,Y ...] [facing N]",
        means="Go on as planned, or by another way.",
        also=("go", "go on", "continue"),
    )
    other_way = Kind(
        label="Another way",
        key="M",
        rule="p8.react.interrupts-at-any-point",
        hint="Goes on by another way, with what is left of its move.",
    )
    other_target = Kind(
        label="Another target",
        key="C",
        rule="p8.charge.contact-placement",
        hint="Charges another enemy to the front that it had at the start.",
    )

    def check(self, state: P8State, frame: Moving, seat: str, order: GoOn) -> Refusal | None:
        plan = resumed(state, frame, order)
        return plan if isinstance(plan, Refusal) else None

    def apply(
        self, state: P8State, frame: Moving, seat: str, order: GoOn, dice: Dice
    ) -> Iterator[Event]:
        plan = resumed(state, frame, order)
        assert isinstance(plan, Moving)
        state.swap(plan)
        return iter(())

    def offer(self, state: P8State, frame: Moving, seats: Sequence[str]) -> Iterator[GoOn]:
        """As planned, if that is still possible, or at another enemy."""
        if isinstance(resumed(state, frame, GoOn()), Moving):
            yield GoOn()
        if frame.action == "charge":
            yield from _other_targets(state, frame)

    def odds(self, state: P8State, order: GoOn) -> Odds | None:
        frame = state.frame
        if not isinstance(frame, Moving) or not state.barrages:
            return None
        return move_odds(state, resumed(state, frame, order))

    def preview(self, state: P8State, order: GoOn) -> Trace | None:
        """How it would go on; the part that it has done counts."""
        frame = state.frame
        if not isinstance(frame, Moving):
            return None
        element = state.pieces[frame.element]
        plan = resumed(state, frame, order)
        if isinstance(plan, Moving):
            return trace_frame(state, element, plan)
        path = frame.path
        if order.path is not None:
            path = whole_path(walked(frame)[0], (*walked(frame)[1:], *order.path))
        rest = replace(frame, path=path, enters=None)
        if order.facing is not None:
            rest = replace(rest, facing=round(order.facing % 360.0, 4))
        return trace_frame(state, element, rest)

    def told(self, state: P8State, order: GoOn) -> str | None:
        """As planned, or by its fields."""
        return "as planned" if order.path is None else None

    def read(self, state: P8State, words: list[str]) -> list[str]:
        """A bare number is a slip for a place; a facing says that it is one."""
        for before, word in zip(["", *words], words, strict=False):
            if is_number(word) and before.lower() != "facing":
                typed = self.words.typed
                raise PhraseError(f"'{word}' is no place on the table. Type it like this: {typed}")
        return words

    def listed(self, case: Case, mover: Element) -> Iterator[Listed]:
        """As planned, by another way or at another enemy."""
        frame, state = case.frame, case.state
        if mover.id != frame.element:
            return
        turned = slots.facing("Turn it to face in the end")
        why, asked = case.refusal(GoOn()), (in_the_end(case, mover),)
        yield case.action(GoOn, self.words, piece=mover.id, slots=asked, refusal=why)
        if frame.action in ("move", "move-and-fire", "charge"):
            way = [slots.path("Drag it along the rest of its way, or click points of it"), turned]
            if frame.action != "charge":
                way.append(slots.bearing_of(state, mover))
            yield case.action(GoOn, self.other_way, piece=mover.id, slots=way)
        if frame.action == "charge":
            fit = [e for e in state.enemies_of(mover) if check_charger(state, mover, e) is None]
            prey = case.nearest_first(fit, mover)
            if prey:
                yield case.action(
                    GoOn,
                    self.other_target,
                    piece=mover.id,
                    slots=(
                        slots.one_of("target", "Choose whom to charge", slots.names(prey)),
                        slots.path("Click points to pass on the way to it", required=False),
                        turned,
                    ),
                )


class Halting(Resuming[Halt]):
    """Stop where a reaction interrupted the move."""

    order = Halt
    words = Words(
        label="Halt",
        key="H",
        rule="p8.react.interrupts-at-any-point",
        hint="Stops where it is.",
        typed="halt [facing N]",
        means="Stop where the mover is.",
        also=("stop",),
    )

    def check(self, state: P8State, frame: Moving, seat: str, order: Halt) -> Refusal | None:
        return check_halt(state, frame, order)

    def apply(
        self, state: P8State, frame: Moving, seat: str, order: Halt, dice: Dice
    ) -> Iterator[Event]:
        return halt(state, frame, order)

    def preview(self, state: P8State, order: Halt) -> Trace | None:
        """Where it would stop."""
        frame = state.frame
        if not isinstance(frame, Moving):
            return None
        return placed(state, turned(state.pieces[frame.element], order.facing))

    def listed(self, case: Case, mover: Element) -> Iterator[Listed]:
        """Stop, and turn."""
        if mover.id == case.frame.element:
            why, asked = case.refusal(Halt()), (in_the_end(case, mover),)
            yield case.action(Halt, self.words, piece=mover.id, slots=asked, refusal=why)


def in_the_end(case: Case, mover: Element) -> Slot:
    """How a mover faces in the end; one that falls back is not free to choose."""
    if case.frame.action == "fall-back":
        return slots.facing_back(case.state, mover)
    return slots.facing("Turn it to face in the end")


class UnderWay(Asked[Moving]):
    """Whether anybody reacts to a mover, and after a pause: how the mover goes on."""

    acts = (
        ReactFiring(),
        ReactFallingBack(),
        Joining(),
        Ambushing(),
        LettingPass(),
        GoingOn(),
        Halting(),
    )

    def answers_to(self, frame: Moving) -> tuple[type[Order], ...]:
        """Hidden elements are not spoken of."""
        return tuple(kind for kind in super().answers_to(frame) if kind is not Show)

    def choice(self, state: P8State, frame: Moving) -> Choice:
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

    def listed(self, case: Case, piece: str | None) -> Iterator[Listed]:
        """For the seat, or for all who act where a piece was picked."""
        if piece is None:
            return super().listed(case, None)
        return listed_with(case, piece, self.at(case.frame))

    def settle(self, state: P8State, frame: Moving, dice: Dice) -> Iterator[Event]:
        if frame.stage == "join":
            return end_charge(state, frame)
        if frame.stage == "resume":
            return iter(())
        eager = standing_shot(state, frame) if frame.stage == "again" else None
        return MOVER.carry_on(state, frame, eager)


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


def _other_targets(state: P8State, frame: Moving) -> Iterator[GoOn]:
    """Enemies that a charge can be led on to, if it does not lead to its target any more."""
    if would_meet_target(state, frame):
        return
    element = state.pieces[frame.element]
    for enemy in state.enemies_of(element):
        order = GoOn(target=enemy.id)
        near = distance(state.base(element), state.base(enemy)) <= longest(state, element)
        if near and isinstance(resumed(state, frame, order), Moving):
            yield order
