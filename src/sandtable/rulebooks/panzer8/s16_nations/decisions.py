"""Section 16: decisions that national characteristics call for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s08_results.results import suppressed_again
from sandtable.rulebooks.panzer8.s16_nations.nations import stand_firm
from sandtable.rulebooks.panzer8.state import P8State, StandingFirm
from sandtable.rulebooks.panzer8.state.decision import Decision, owners
from sandtable.rulebooks.panzer8.state.orders import Done, StandFirm


class Standing(Decision[StandingFirm]):
    """Whether a Russian element ignores that it is suppressed a second time (16.1)."""

    answers: ClassVar[tuple[type[Order], ...]] = (StandFirm, Done)

    def choice(self, state: P8State, frame: StandingFirm) -> Choice:
        """Its owner."""
        name = frame.element
        return Choice(
            seats=owners(state, (name,)),
            ask="stand firm",
            rule="p8.nation.russian-ignore-one-suppression",
            prompt=f"{state.pieces[name].name} is suppressed again. Does it stand firm, as one "
            "element of your side can in each game turn?",
            about=(name,),
        )

    def check(self, state: P8State, frame: StandingFirm, seat: str, order: Order) -> Refusal | None:
        """Either is allowed."""
        return None

    def apply(
        self, state: P8State, frame: StandingFirm, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Ignore the result, or be out of action."""
        state.pop()
        if isinstance(order, StandFirm):
            return stand_firm(state, frame.element)
        return suppressed_again(state, state.pieces[frame.element], own=frame.own)

    def candidates(
        self, state: P8State, frame: StandingFirm, seats: Sequence[str]
    ) -> Iterator[Order]:
        """Yes or no."""
        yield StandFirm()
        yield Done()
