"""What the decisions of this book have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, TypeVar

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.decisions import Decision as CoreDecision
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.state import OwbState

F = TypeVar("F")


class Decision(CoreDecision[OwbState, F]):
    """A kind of decision, about a frame of the agenda."""


class Automatic(Decision[F]):
    """A frame that asks nobody: it settles itself, step by step."""

    answers: ClassVar[tuple[type[Order], ...]] = ()

    def choice(self, state: OwbState, frame: F) -> Choice:
        """Nobody is asked."""
        raise AssertionError(f"{frame} settles itself")

    def check(self, state: OwbState, frame: F, seat: str, order: Order) -> Refusal | None:
        """Nobody is asked."""
        return self.mismatch(state, frame)

    def apply(
        self, state: OwbState, frame: F, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Nobody is asked."""
        return iter(())

    def candidates(self, state: OwbState, frame: F, seats: Sequence[str]) -> Iterator[Order]:
        """Nobody is asked."""
        return iter(())


def owners(state: OwbState, people: Iterable[str]) -> tuple[str, ...]:
    """The seats that command any of these characters."""
    return tuple(
        dict.fromkeys(
            seat
            for name in people
            for seat in state.setting.seats_for(state.pieces[name].side, name)
        )
    )


def not_his(state: OwbState, seat: str, name: str, rule: str) -> Refusal | None:
    """The refusal of an order for a character whom the seat does not command."""
    person = state.pieces.get(name)
    if person is None or state.setting.side_of(seat) not in (person.side, None):
        return Refusal(rule, "There is nobody of that name on this side.")
    if not state.setting.commands(seat, name):
        return Refusal(rule, f"{person.name} is another player's.")
    return None
