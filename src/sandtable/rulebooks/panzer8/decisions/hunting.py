"""Section 5.2: what follows by itself from a tank hunt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.decisions.decision import Decision
from sandtable.rulebooks.panzer8.hunting import share_fate
from sandtable.rulebooks.panzer8.state import P8State, Sharing


class SharingFate(Decision[Sharing]):
    """The commander who helped a tank hunter meets its fate: nobody is asked (5.2)."""

    answers: ClassVar[tuple[type[Order], ...]] = ()

    def choice(self, state: P8State, frame: Sharing) -> Choice:
        """Nobody is ever asked."""
        raise AssertionError("a shared fate waits for nobody")

    def check(self, state: P8State, frame: Sharing, seat: str, order: Order) -> Refusal | None:
        """Nothing answers."""
        raise AssertionError("a shared fate waits for nobody")

    def apply(
        self, state: P8State, frame: Sharing, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Nothing answers."""
        raise AssertionError("a shared fate waits for nobody")

    def candidates(self, state: P8State, frame: Sharing, seats: Sequence[str]) -> Iterator[Order]:
        """Nothing answers."""
        return iter(())

    def settle(self, state: P8State, frame: Sharing, dice: Dice) -> Iterator[Event]:
        """Strike the commander."""
        return share_fate(state, frame)
