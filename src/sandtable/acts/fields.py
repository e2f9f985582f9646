"""What may stand in a field of an order: whom it may name, and what else there is to fill in.

A field has a domain. Pieces among some are a list (`Among`): the page lets people pick from it,
programs try its members one by one. Everything else is given as a slot asks for it (`Given`): a
word, yes or no, a number, a heading, a place, a way. Where its slot lists what there is, programs
try that too; a way or any place on the table has no list, and an act offers some of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sandtable.battle.page import Slot


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
        says: How it is told in a list of orders: "with {}"; nothing is told without it.
        empty: What is told if it stays empty: "alone".
    """

    name: str
    ask: str
    pieces: Callable[[Any, Any], Iterable[Piece]]
    optional: bool = False
    narrow: bool = False
    says: str = ""
    empty: str = ""

    def values(self, state: Any, doer: Any) -> list[str]:
        """What can stand in it, whether the order is then allowed or not."""
        return [piece.id for piece in self.pieces(state, doer)]

    def slot(self, picked: Sequence[str], *, must: bool) -> Slot:
        """The field, to be filled in with one of these; ``must`` if it cannot stay empty."""
        open_question = self.optional and not must and not self.ask.endswith("?")
        nobody = ", or nobody" if open_question else ""
        return Slot(
            name=self.name,
            sort="piece",
            ask=self.ask + nobody,
            pieces=tuple(picked),
            required=must,
        )

    def told(self, state: Any, value: Any) -> str:
        """It in a list of orders."""
        if value is None:
            return self.empty
        piece = state.pieces.get(value)
        return self.says.format(value if piece is None else piece.name) if self.says else ""


@dataclass(frozen=True)
class Given:
    """A field that is given as it is asked for: a word, a number, a heading, a place, a way.

    Attributes:
        name: The field of the order.
        ask: The slot for it, or what gives one for whoever does it; ``None`` where the field makes
            no sense for him.
        says: How it is told in a list of orders: "facing {}"; nothing is told without it.
    """

    name: str
    ask: Slot | Callable[[Any, Any], Slot | None]
    says: str = ""

    def slot_for(self, state: Any, doer: Any) -> Slot | None:
        """The slot for it."""
        return self.ask if isinstance(self.ask, Slot) else self.ask(state, doer)

    def told(self, state: Any, value: Any) -> str:
        """It in a list of orders."""
        is_empty = value is None or value is False or value == ()
        return self.says.format(value) if self.says and not is_empty else ""


def domain(slot: Slot) -> Sequence[Any]:
    """Everything that can stand in a slot, where that is a list; nothing where it is not.

    >>> domain(Slot(name="crawl", sort="flag", ask="Crawl?"))
    (False, True)
    >>> domain(Slot(name="pace", sort="number", ask="How fast?", least=1, most=3, step=1))
    (1, 2, 3)
    """
    match slot.sort:
        case "flag":
            return (False, True)
        case "word" | "feature":
            return tuple(word.value for word in slot.words)
        case "piece":
            return slot.pieces
        case "heading":
            return slot.headings
        case "point":
            return slot.spots
        case "number" if slot.step == 1 and slot.least is not None and slot.most is not None:
            return tuple(range(int(slot.least), int(slot.most) + 1))
    return ()


Field = Among | Given
