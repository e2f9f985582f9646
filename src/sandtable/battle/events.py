"""What happened, in words and in data."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from sandtable.catalogue import cite
from sandtable.dice import Dice, Roll
from sandtable.odds import Tally

Everyone: Final[tuple[str, ...] | None] = None
"""The audience of an event that is no secret."""


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happened on the table.

    Attributes:
        kind: What sort of thing, in a word: ``"fire"``, ``"move"``, ``"turn"``.
        text: A sentence for the log.
        rules: The rules that made it, in the order they were applied.
        pieces: The pieces concerned, the doer first.
        rolls: The dice that were thrown for it.
        tallies: The totals behind the result, modifier by modifier.
        data: Figures that a program may want.
        seen_by: The seats that may know of it; ``None`` for everybody.
    """

    kind: str
    text: str
    rules: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    rolls: tuple[Roll, ...] = ()
    tallies: tuple[Tally, ...] = ()
    data: dict[str, Any] = {}
    seen_by: tuple[str, ...] | None = Everyone

    def __post_init__(self) -> None:
        cite(*self.rules)

    def visible_to(self, seat: str) -> bool:
        """Whether a seat may know of this."""
        return self.seen_by is None or seat in self.seen_by


def happened(
    kind: str,
    text: str,
    rules: str | tuple[str, ...],
    *pieces: str,
    dice: Dice | None = None,
    **data: Any,
) -> Event:
    """An event in few words, with the dice that were thrown for it.

    >>> happened("stall", "The truck has stalled.", "owb.mishap.stall", "truck", until=3).data
    {'until': 3}
    """
    return Event(
        kind=kind,
        text=text,
        rules=(rules,) if isinstance(rules, str) else rules,
        pieces=pieces,
        rolls=() if dice is None else dice.take_rolls(),
        data=data,
    )
