"""Section 12: where those are placed who were hidden; and decisions that others may not know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import ClassVar, Final

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.handling import Action
from sandtable.dice import Dice

from ..s05_actions.readiness import commanded
from ..state import P8State, Revealing, Secret, slots
from ..state.case import Case
from ..state.decision import Decision, owners
from .ambush import Show
from .counters import PLACING, check_emerge, place_revealed, places, settle_revealing
from .showing import TOUCHING, ShowAction

SUGGESTED: Final = 12
"""How many places are suggested for one element."""


class PlacingRevealed(Decision[Revealing]):
    """Where a hidden element is placed that has been spotted."""

    answers: ClassVar[tuple[type[Order], ...]] = (Show,)

    def choice(self, state: P8State, frame: Revealing) -> Choice:
        """Its owner."""
        names = " and ".join(state.pieces[name].name for name in frame.elements)
        return Choice(
            seats=owners(state, frame.elements),
            ask="reveal",
            rule=PLACING,
            prompt=f"{names}: spotted under {frame.counter}. Where does it stand?",
            about=frame.elements,
        )

    def check(self, state: P8State, frame: Revealing, seat: str, order: Order) -> Refusal | None:
        """Why it cannot be placed there."""
        assert isinstance(order, Show)
        if order.element not in frame.elements:
            names = ", ".join(frame.elements)
            return Refusal(PLACING, f"{order.element!r} is not to be placed; these are: {names}.")
        if not state.setting.commands(seat, order.element):
            return Refusal(PLACING, f"{state.pieces[order.element].name} is not yours to command.")
        if order.when is not None:
            return Refusal(PLACING, "It is placed now, where the mover stands.")
        return check_emerge(state, state.pieces[order.element], order.at, order.facing)

    def apply(
        self, state: P8State, frame: Revealing, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Place it."""
        assert isinstance(order, Show)
        return place_revealed(state, frame, order.element, order.at, order.facing)

    def candidates(self, state: P8State, frame: Revealing, seats: Sequence[str]) -> Iterator[Order]:
        """Places at the counter, facing enemies nearby."""
        for name in frame.elements:
            element = state.pieces[name]
            if commanded(state, seats, element):
                for spot, facing in islice(places(state, element), SUGGESTED):
                    yield Show(name, spot, facing)

    def settle(self, state: P8State, frame: Revealing, dice: Dice) -> Iterator[Event]:
        """Dummies are taken away, and nobody is asked where nothing can be chosen."""
        return settle_revealing(state, frame)

    def listed(self, case: Case, piece: str | None) -> Iterator[Action]:
        """A place that touches the counter, for each who was under it."""
        frame: Revealing = case.frame
        for name in frame.elements:
            element = case.state.pieces[name]
            if not case.commands(element) or piece not in (None, name, frame.counter):
                continue
            at, facing = next(places(case.state, element), ((element.x, element.y), 0.0))
            yield case.action(
                Show,
                ShowAction.words,
                piece=name,
                fixed={"element": name},
                slots=slots.placing(TOUCHING, Show(name, at, facing)),
                label=f"Place {element.name}",
                key="P",
            )


class Unseen(Decision[Secret]):
    """Something that somebody else decides out of sight."""

    answers: ClassVar[tuple[type[Order], ...]] = ()

    def choice(self, state: P8State, frame: Secret) -> Choice:
        """Those who know what it is."""
        return Choice(seats=frame.seats, ask="unseen", rule=frame.rule, prompt=frame.prompt)

    def check(self, state: P8State, frame: Secret, seat: str, order: Order) -> Refusal | None:
        """Nobody who sees only this is asked."""
        return Refusal(frame.rule, frame.prompt)

    def apply(
        self, state: P8State, frame: Secret, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Nothing answers."""
        raise AssertionError("a secret is never part of a true state")

    def candidates(self, state: P8State, frame: Secret, seats: Sequence[str]) -> Iterator[Order]:
        """Nothing answers."""
        return iter(())
