"""What one seat may know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic

from msgspec import Struct

from sandtable.battle.events import Event
from sandtable.battle.legality import as_written, refusal_of
from sandtable.battle.rulebook import S
from sandtable.battle.state import encode

if TYPE_CHECKING:
    import random

    from sandtable.battle.choices import Choice
    from sandtable.battle.orders import Order
    from sandtable.battle.outcome import Outcome
    from sandtable.battle.refusal import Refusal
    from sandtable.battle.rulebook import Rulebook
    from sandtable.odds import Odds


class Moment(Struct, Generic[S]):
    """A point to which a battle can be taken back: the state after a line, and what it brought.

    ``place`` is what the dice of later steps are bound to, and tells of secret orders (see
    ``binding``).
    """

    line: int
    state: S
    events: tuple[Event, ...]
    place: bytes = b""


class View(Generic[S]):
    """A battle as one seat may know it; the only thing that players are ever handed.

    Everything in it is worked out from the state as that seat knows it, so two battles that differ
    only in what is hidden from a seat give it the same view, byte for byte, as long as the same
    dice fall in both. (After another hidden order others do; without the seed or the secret of the
    dice nobody can tell which.)
    """

    __slots__ = (
        "_history",
        "_moments",
        "choices",
        "number",
        "outcome",
        "rulebook",
        "seat",
        "sees_all",
        "state",
        "waiting",
    )

    def __init__(
        self,
        *,
        rulebook: Rulebook[S],
        seat: str,
        number: int,
        state: S,
        history: Sequence[Moment[S]],
        choices: tuple[Choice, ...],
        waiting: tuple[str, ...],
        outcome: Outcome | None,
        sees_all: bool = False,
    ) -> None:
        self.rulebook = rulebook
        self.seat = seat
        self.number = number
        self.state = state
        self._history = history
        self._moments = len(history)
        self.choices = choices
        self.waiting = waiting
        self.outcome = outcome
        self.sees_all = sees_all

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened so far, as far as this seat may know."""
        return tuple(
            event
            for moment in self._history[: self._moments]
            for event in moment.events
            if self.sees_all or event.visible_to(self.seat)
        )

    def candidates(self, choice: Choice) -> Iterator[Order]:
        """A finite, sensible set of legal answers to a choice."""
        return self.rulebook.candidates(self.state, choice)

    def pick(self, choice: Choice, chance: random.Random) -> Order:
        """Some legal answer to a choice."""
        return self.rulebook.pick(self.state, choice, chance)

    def advise(self, choice: Choice) -> Iterable[tuple[float, Order]]:
        """The candidates with their worth by exact odds."""
        return self.rulebook.advise(self.state, choice)

    def check(self, order: Order) -> Refusal | None:
        """Why an order may not be given, or ``None``."""
        return refusal_of(self.rulebook, self.state, self.seat, self.choices, self.outcome, order)

    def odds(self, order: Order) -> Odds | None:
        """The exact odds of an order, as far as this seat can tell.

        Raises:
            Refusal: If it is no order of this book, or its fields hold what they cannot hold.
        """
        return self.rulebook.odds(self.state, as_written(self.rulebook, self.state, order))

    def to_json(self) -> bytes:
        """The view as JSON: what a server sends to this seat."""
        return encode(self._plain())

    def _plain(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "number": self.number,
            "state": self.state,
            "events": self.events,
            "choices": self.choices,
            "waiting": self.waiting,
            "outcome": self.outcome,
        }
