"""The lines that a battle is made of: enough to play it again, byte for byte."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Raw, Struct

from sandtable.dice import Roll
from sandtable.scenario import Scenario

FORMAT = 1
"""The version of the journal format that this program writes."""

LineKind = Literal["order", "ruling", "overrule", "undo", "reveal"]


class DiceRecord(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a battle's dice came from.

    Attributes:
        kind: ``seeded`` (from a seed), ``fair`` (committed beforehand), ``typed`` (real dice) or
            ``scripted`` (given by a program).
        seed: The seed of seeded dice.
        commitment: The hash of the secret behind fair dice, published before the first roll.
        words: The players' own words, mixed into fair dice.
    """

    kind: Literal["seeded", "fair", "typed", "scripted"]
    seed: str | None = None
    commitment: str | None = None
    words: tuple[str, ...] = ()


class Header(Struct, frozen=True, kw_only=True):
    """The first line of a journal: what was played, by which rules, with which dice."""

    sandtable: Literal["journal"] = "journal"
    format: int = FORMAT
    book: str
    revision: int
    scenario: Scenario
    seats: tuple[str, ...]
    dice: DiceRecord
    rolls: tuple[Roll, ...] = ()
    state: str = ""


class Line(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One step of a battle.

    Attributes:
        line: Its number; the header is line 0.
        kind: An order of a player, a ruling of the referee, a result that the referee overruled,
            an undo, or the secret of fair dice laid open at the end.
        seat: Whose it is.
        order: The order or ruling, as given.
        by_default: Whether it was answered by the rulebook because nobody sits there.
        overruled: Results that the referee put in place of the dice's, by the name of the result.
        to: For an undo: the line after which the battle stands again.
        rolls: The dice thrown in it.
        secret: For a reveal: the secret behind fair dice.
        state: The fingerprint of the state after it.
    """

    line: int
    kind: LineKind = "order"
    seat: str
    order: Raw | None = None
    by_default: bool = False
    overruled: dict[str, str] = {}
    to: int | None = None
    rolls: tuple[Roll, ...] = ()
    secret: str | None = None
    state: str = ""

    def facts(self) -> dict[str, Any]:
        """Everything but the state's fingerprint: what the players and the dice brought."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name != "state"}
