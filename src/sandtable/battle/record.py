"""The lines that a battle is made of: enough to play it again, byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from sandtable.battle.orders import Order
from sandtable.battle.state import encode
from sandtable.dice import Dice, FairDice, Roll, SeededDice
from sandtable.dice.sealing import BegunAnew, Ceremony
from sandtable.scenario import Scenario

FORMAT = 2
"""The version of the journal format that this program writes."""

BY_NUMBER = 1
"""The last format in which dice are bound to the number of the line, undone ones counted."""

Number = Annotated[int, Meta(ge=0, le=10_000_000)]
"""The number of a line."""

RevisionNumber = Annotated[int, Meta(ge=1, le=10_000)]

LineKind = Literal["order", "ruling", "overrule", "undo", "reveal"]


def plain(order: Order) -> dict[str, Any]:
    """An order or a ruling as the plain data that stands in a line."""
    data: dict[str, Any] = msgspec.json.decode(encode(order))
    return data


class Written(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a journal: a frozen record that accepts no unknown field."""


class DiceRecord(Written, frozen=True, kw_only=True, omit_defaults=True):
    """Where a battle's dice came from.

    Attributes:
        kind: ``seeded`` (from a seed), ``fair`` (committed beforehand), ``typed`` (real dice) or
            ``scripted`` (given by a program).
        seed: The seed of seeded dice.
        seed_from: Whether somebody chose the seed, who then can work out every roll, or a program
            drew it. Not recorded in format 1.
        commitment: The hash of the secret behind fair dice, published before the first roll.
        words: The players' own words, mixed into fair dice without having been sealed.
        ceremony: The players' own words where they were sealed before any was opened.
    """

    kind: Literal["seeded", "fair", "typed", "scripted"]
    seed: str | None = None
    seed_from: Literal["chosen", "drawn"] | None = None
    commitment: str | None = None
    words: tuple[str, ...] = ()
    ceremony: Ceremony | None = None

    @property
    def spoken(self) -> tuple[str, ...]:
        """The players' words, sealed or not."""
        return tuple(one.word for one in self.ceremony.words) if self.ceremony else self.words


def told_of_dice(record: DiceRecord) -> str:
    """Where dice came from and who could know them, in a sentence.

    >>> told_of_dice(DiceRecord(kind="seeded", seed="1944", seed_from="chosen"))
    'The seed was chosen by the host; whoever knows it can work out every roll.'
    """
    match record.kind, record.seed_from:
        case "seeded", "chosen":
            return "The seed was chosen by the host; whoever knows it can work out every roll."
        case "seeded", "drawn":
            return "The seed was drawn by the program; no person chose it."
        case "seeded", _:
            return "It is not on record whether the seed was chosen by a person or drawn."
        case "fair", _:
            return _told_of_words(record.ceremony)
        case "typed", _:
            return "The dice were thrown at the table and typed in."
    return "The faces were given by a program."


def _told_of_words(ceremony: Ceremony | None) -> str:
    if ceremony is None:
        return (
            "The secret was bound before the battle, but the words were not sealed: whoever knew "
            "the secret could choose the last of them."
        )
    if not ceremony.words:
        return "No person added a word, so whoever runs the server alone made these dice."
    return (
        "The secret was bound first, then all words were sealed, and only then opened: nobody, "
        "not even who knew the secret, could load these dice. Who could read the secret on the "
        "server could work out a roll before he gave the order for it."
    )


def told_anew(broken_off: Sequence[BegunAnew]) -> str:
    """How often the words for fair dice were asked for anew, and who wanted it.

    >>> told_anew([BegunAnew(by="host", commitment="", opening=True)])
    'once: by host, when all seals were in'
    """
    times = "once" if len(broken_off) == 1 else f"{len(broken_off)} times"
    told = (f"by {one.by}{', when all seals were in' * one.opening}" for one in broken_off)
    return f"{times}: {'; '.join(told)}"


def describe_dice(dice: Dice) -> DiceRecord:
    """What a journal's first line says of the dice.

    >>> describe_dice(SeededDice(7)).seed_from
    'chosen'
    """
    if isinstance(dice, FairDice):
        if dice.ceremony is not None:
            return DiceRecord(kind="fair", commitment=dice.commitment, ceremony=dice.ceremony)
        return DiceRecord(kind="fair", commitment=dice.commitment, words=dice.words)
    if isinstance(dice, SeededDice):
        origin: Literal["chosen", "drawn"] = "drawn" if dice.drawn else "chosen"
        return DiceRecord(kind="seeded", seed=str(dice.seed), seed_from=origin)
    return DiceRecord(kind="scripted")


class TakenOver(Written, frozen=True, kw_only=True, omit_defaults=True):
    """Where a battle began that goes on from a line of another one, with dice of its own.

    Attributes:
        line: The last line of the other battle that is part of this one.
        dice: The dice that were used up to then.
        seats: Who sat at the table up to then.
        secret: The secret behind those dice, if they were fair ones and it was laid open.
        format: The format in which it was played up to then, which says how its dice are bound.
        before: Where that battle began, if it had been taken over itself.
    """

    line: Number
    dice: DiceRecord
    seats: tuple[str, ...]
    secret: str | None = None
    format: Annotated[int, Meta(ge=1, le=FORMAT)] = BY_NUMBER
    before: TakenOver | None = None


class Header(Written, frozen=True, kw_only=True):
    """The first line of a journal: what was played, by which rules, with which dice.

    Attributes:
        sandtable: What kind of file this is.
        format: The version of the format.
        book: The code of the rulebook.
        revision: The version of the rulebook's rules.
        scenario: What is fought, in full.
        seats: Who sits at the table; the referee only if somebody is there.
        dice: Where the dice come from.
        rolls: The dice thrown while the battle was set up.
        state: The fingerprint of the state before the first decision.
        taken_over: Where it began, if it goes on from a line of another battle.
    """

    sandtable: Literal["journal"] = "journal"
    format: int = FORMAT
    book: str
    revision: RevisionNumber
    scenario: Scenario
    seats: tuple[str, ...]
    dice: DiceRecord
    rolls: tuple[Roll, ...] = ()
    state: str = ""
    taken_over: TakenOver | UnsetType = UNSET

    @property
    def seam(self) -> int | None:
        """The line from which it goes on as a battle of its own, if it was taken over."""
        return None if self.taken_over is UNSET else self.taken_over.line

    def past(self) -> Header | None:
        """The header of the battle that this one was taken over from, if it was."""
        if self.taken_over is UNSET:
            return None
        earlier = self.taken_over
        return msgspec.structs.replace(
            self,
            format=earlier.format,
            dice=earlier.dice,
            seats=earlier.seats,
            taken_over=earlier.before or UNSET,
        )

    def sections(self) -> tuple[Header, ...]:
        """The headers of all battles that this one is made of, the first one first."""
        past = self.past()
        return (*past.sections(), self) if past is not None else (self,)


class Line(Written, frozen=True, kw_only=True, omit_defaults=True):
    """One step of a battle.

    Attributes:
        line: Its number; the header is line 0.
        kind: An order of a player, a ruling of the referee, a result that the referee overruled,
            an undo, or the secret of fair dice laid open at the end.
        seat: Whose it is.
        order: The order or ruling, as plain data.
        by_default: Whether it was answered by the rulebook because nobody sits there.
        overruled: Results that the referee put in place of the dice's, by the name of the result.
        to: For an undo or an overruling: the line after which the battle stands again, before
            an overruled order is carried out anew.
        dice_of: For an overruling: the line for which its dice were thrown in the first place.
        rolls: The dice thrown in it.
        secret: For a reveal: the secret behind fair dice.
        state: The fingerprint of the state after it.
    """

    line: Number
    kind: LineKind = "order"
    seat: str
    order: dict[str, Any] | None = None
    by_default: bool = False
    overruled: dict[str, str] = {}
    to: Number | None = None
    dice_of: Number | None = None
    rolls: tuple[Roll, ...] = ()
    secret: str | None = None
    state: str = ""

    def facts(self) -> dict[str, Any]:
        """Everything but the state's fingerprint: what the players and the dice brought."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name != "state"}


def secrets_of(header: Header, lines: Iterable[Line]) -> tuple[str | None, ...]:
    """The secrets of fair dice that are known, one for each section of a battle."""
    past = [part.taken_over.secret for part in header.sections() if part.taken_over is not UNSET]
    laid_open = [line.secret for line in lines if line.secret is not None]
    return (*past, laid_open[-1] if laid_open else None)
