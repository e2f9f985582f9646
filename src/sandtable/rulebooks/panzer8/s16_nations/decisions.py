"""Section 16: decisions that national characteristics call for."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order
from sandtable.battle.page import Action
from sandtable.dice import Dice

from ..s08_results.results import suppressed_again
from ..state import P8State, StandingFirm
from ..state.case import Case
from ..state.decision import Asked, Ending, owners
from ..state.orders import Done
from .nations import stand_firm


class StandFirm(Order, frozen=True):
    """Have a suppressed Russian element ignore that it is suppressed again (16.1)."""


class Ignoring(Answer[P8State, StandFirm, StandingFirm]):
    """Ignore that it is suppressed again."""

    order = StandFirm
    words = Words(
        label="Stand firm",
        key="F",
        hint="Ignores the suppression, as one can in each game turn.",
        typed="stand firm",
        means="Ignore the suppression; your side can once in a game turn.",
        also=("ignore",),
    )

    def apply(
        self, state: P8State, frame: StandingFirm, seat: str, order: StandFirm, dice: Dice
    ) -> Iterator[Event]:
        state.pop()
        return stand_firm(state, frame.element)

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        if piece in (None, case.frame.element):
            yield case.action(StandFirm, self.words, piece=case.frame.element)


class GivingIn(Ending[StandingFirm]):
    """Be out of action."""

    label_here = "Be out of action"
    hint_here = "The second suppression takes it out of the battle."

    def apply(
        self, state: P8State, frame: StandingFirm, seat: str, order: Done, dice: Dice
    ) -> Iterator[Event]:
        state.pop()
        return suppressed_again(state, state.pieces[frame.element], own=frame.own)

    def about(self, frame: StandingFirm) -> tuple[str | None, ...]:
        """The element."""
        return (frame.element,)


class Standing(Asked[StandingFirm]):
    """Whether a Russian element ignores that it is suppressed a second time (16.1)."""

    acts = (Ignoring(), GivingIn())

    def choice(self, state: P8State, frame: StandingFirm) -> Choice:
        name = frame.element
        return Choice(
            seats=owners(state, (name,)),
            ask="stand firm",
            rule="p8.nation.russian-ignore-one-suppression",
            prompt=f"{state.pieces[name].name} is suppressed again. Does it stand firm, as one "
            "element of your side can in each game turn?",
            about=(name,),
        )
