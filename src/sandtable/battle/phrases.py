"""Orders in words: what a person types, and how an order is named in a list.

Any book's orders can be typed with what is here: the name of the order, then its fields in any
sensible order. A book derives from `Phrasebook` to add words of its own.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec import Struct

from sandtable.battle.reading_orders import PhraseError, find_piece, read_fields, usage, written

if TYPE_CHECKING:
    from sandtable.battle.choices import Choice
    from sandtable.battle.orders import Order

__all__ = ["Phrase", "PhraseError", "Phrasebook", "find_piece"]


class Phrase(Struct, frozen=True, kw_only=True):
    """How an order is named in a list.

    Attributes:
        piece: The piece that carries it out, if there is one.
        action: What kind of order it is, in a word or two: a heading of the list.
        text: The rest of it, in words.
    """

    piece: str | None
    action: str
    text: str


class Phrasebook:
    """Reads and names the orders of a book.

    Args:
        orders: Every kind of order that the book knows.
        aliases: Further words for orders, beside those of its kind of phrasebook.
    """

    aliases: ClassVar[Mapping[str, str]] = {}
    """Further words for orders: what may be typed, and the tag of the order that it means."""

    def __init__(
        self, orders: Iterable[type[Order]], aliases: Mapping[str, str] | None = None
    ) -> None:
        self._aliases = {**self.aliases, **(aliases or {})}
        self._kinds: dict[str, type[Order]] = {tag_of(kind): kind for kind in orders}

    # -- reading ----------------------------------------------------------------------------------

    def read(self, state: Any, choice: Choice, line: str) -> Order:
        """The order that a line means.

        Args:
            state: The battle as the person knows it.
            choice: The decision that is open.
            line: What was typed.

        Raises:
            PhraseError: In a sentence, if it means none.
        """
        tag, rest = self.split(line)
        return read_fields(self._kinds[tag], tag, rest, state, self.how(self._kinds[tag])[0])

    def question(self, state: Any, choice: Choice, line: str) -> Order:
        """The order whose odds a line asks for."""
        return self.read(state, choice, line)

    def split(self, line: str) -> tuple[str, list[str]]:
        """The tag of the order that a line begins with, and the words after it.

        Raises:
            PhraseError: If it begins with no order.
        """
        words = [word for word in line.replace(", ", " ").split() if word]
        names = {tag: tag for tag in self._kinds} | self._aliases
        for count in range(min(3, len(words)), 0, -1):
            start = " ".join(words[:count]).lower()
            tag = names.get(start) or names.get(start.replace(" ", "-"))
            if tag in self._kinds:
                return tag, words[count:]
        first = words[0].lower() if words else ""
        near = difflib.get_close_matches(first, names, n=1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        raise PhraseError(f"'{first}' is no order here.{hint} Type ? for help.")

    # -- telling ----------------------------------------------------------------------------------

    def typed(self, order: Order) -> str:
        """An order as it can be typed."""
        return " ".join([tag_of(type(order)), *written(order)])

    def tell(self, state: Any, order: Order) -> Phrase:
        """How an order is named in a list."""
        tag = tag_of(type(order))
        piece = getattr(order, "element", None)
        words = written(order)
        if isinstance(piece, str) and words and words[0] == piece:
            words = words[1:]
        return Phrase(
            piece=piece if isinstance(piece, str) and piece in state.pieces else None,
            action=tag.replace("-", " "),
            text=" ".join(words),
        )

    def help(self, state: Any, choice: Choice) -> Iterable[tuple[str, str]]:
        """What can be typed to answer a choice, and what it means."""
        return (self.how(kind) for kind in self._kinds.values())

    def how(self, kind: type[Order]) -> tuple[str, str]:
        """How a kind of order is typed, and what it means: for the help, and for slips."""
        return usage(kind, tag_of(kind)), summary(kind)

    def describe(self, state: Any, piece: Any) -> Iterable[str]:
        """Lines on one piece, beside its name and place."""
        known = ("id", "name", "side", "x", "y", "heading", *piece.internal)
        for field in msgspec.structs.fields(piece):
            value = getattr(piece, field.name)
            if field.name not in known and value:
                yield f"{field.name.replace('_', ' ')}: {value}"


def tag_of(kind: type[Order]) -> str:
    """The tag of a kind of order, as it stands in a journal."""
    return str(kind.__struct_config__.tag)


def summary(kind: type[Order]) -> str:
    """The first sentence that is said of a kind of order."""
    text = " ".join((kind.__doc__ or "").split())
    return text.split(". ")[0].rstrip(".") + "."
