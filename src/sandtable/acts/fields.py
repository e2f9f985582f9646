"""What may stand in a field of an order: whom it may name, and what else there is to fill in.

Most fields name a piece among some, and then their domain is a list: the page lets people pick from
it, programs try its members one by one. What has no list (a way, a place, a heading) is asked for
as it is, and an act offers ways of its own to programs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sandtable.battle.handling import Slot


class Piece(Protocol):
    """Whatever has a name in the state of a battle."""

    @property
    def id(self) -> str:
        """Its name there."""


@dataclass(frozen=True)
class Among:
    """A field that names one piece among some.

    Attributes:
        name: The field of the order.
        ask: What to say while it is wanted: "Choose a target".
        pieces: Those among whom one may pick, the likeliest first, for whoever gives the order.
        optional: Whether it may stay empty.
        narrow: Whether those with whom it is refused are left out, if anybody else is there.
    """

    name: str
    ask: str
    pieces: Callable[[Any, Any], Iterable[Piece]]
    optional: bool = False
    narrow: bool = False

    def values(self, state: Any, doer: Any) -> list[str]:
        """What can stand in it, whether the order is then allowed or not."""
        return [piece.id for piece in self.pieces(state, doer)]

    def slot(self, picked: Sequence[str], *, must: bool) -> Slot:
        """The field, to be filled in with one of these; ``must`` if it cannot stay empty."""
        nobody = ", or nobody" if self.optional and not must else ""
        return Slot(
            name=self.name,
            sort="piece",
            ask=self.ask + nobody,
            pieces=tuple(picked),
            required=must,
        )


@dataclass(frozen=True)
class Fixed:
    """A field that is filled in as it is asked for: a way, a place, a heading, a number, a word.

    Attributes:
        name: The field of the order.
        ask: The slot for it, for whoever gives the order; none where it makes no sense for him.
    """

    name: str
    ask: Callable[[Any, Any], Slot | None]


Field = Among | Fixed
