"""Checking a journal: does every line follow from the rules, the orders and the dice?"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from sandtable.battle import Divergence, Rulebook, repeat
from sandtable.dice import RecordedDice
from sandtable.journal.errors import JournalError
from sandtable.journal.reading import read
from sandtable.journal.replaying import begin, own_dice

Fault = Literal[
    "file", "format", "content", "checksum", "torn", "number", "order", "dice", "face", "state"
]


class Difference(Struct, frozen=True, kw_only=True):
    """The first thing in a journal that is not as it should be.

    Attributes:
        line: The line of the file, counted from 1; 0 for the file as a whole.
        fault: In what it differs: the ``file`` cannot be read; its ``format``; the ``content`` of
            a line; its ``checksum``; it is ``torn``; its ``number``; its ``order`` is not legal;
            other ``dice`` are asked for; a ``face`` does not follow from the seed or the secret;
            or the ``state`` after it.
        expected: What should stand there.
        found: What stands there.
    """

    line: int
    fault: Fault
    expected: str
    found: str


class Verification(Struct, frozen=True, kw_only=True):
    """What checking a journal has shown.

    Attributes:
        file: The file.
        lines: How many of its lines were found good, counted from the first.
        faces: How many faces of dice follow from the seed or the revealed secret.
        difference: The first thing that differs, if anything does.
        notes: What could not be checked, and why.
    """

    file: str
    lines: int
    faces: int = 0
    difference: Difference | None = None
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether everything that could be checked is as it should be."""
        return self.difference is None

    def __str__(self) -> str:
        found = self.difference
        if found is None:
            text = f"{self.file}: all {self.lines} lines are good"
        else:
            place = f"{self.file}, line {found.line}" if found.line else self.file
            text = f"{place}: {found.fault}: expected {found.expected}; found {found.found}"
        return "\n".join((text, *(f"{self.file}: note: {note}" for note in self.notes)))


def verify(path: str | Path, *, rulebook: Rulebook[Any] | None = None) -> Verification:
    """Check a whole journal, line by line, as far as the first that is not as it should be.

    Checksums, then every order against the rules, the dice that the rules ask for, and the
    fingerprint of the state. Every face is worked out again from the seed, or from the secret of
    fair dice if it has been revealed. Of real and scripted dice the record is the only witness.

    Args:
        path: The file.
        rulebook: The rulebook, if it is not among those that announce themselves.
    """
    good = 0
    faces = 0
    notes: list[str] = []

    def result(difference: Difference | None = None) -> Verification:
        return Verification(
            file=str(path), lines=good, faces=faces, difference=difference, notes=tuple(notes)
        )

    try:
        journal = read(path, salvage=True)
        dice = own_dice(journal)
        battle = begin(journal, rulebook, RecordedDice(journal.header.rolls))
    except JournalError as error:
        return result(_from_error(error))
    header = journal.header
    notes += _notes(header.dice.kind, has_dice=dice is not None, has_state=bool(header.state))
    if header.revision != battle.rulebook.revision:
        notes.append(
            f"played by revision {header.revision} of {battle.rulebook.title}, "
            f"checked by revision {battle.rulebook.revision}"
        )
    if dice is not None:
        try:
            begin(journal, rulebook, dice)
        except JournalError as error:
            return result(_from_error(error))
        faces += sum(len(roll.faces) for roll in header.rolls)
    good = 1
    for line in journal.lines:
        try:
            repeat(battle, line, dice=dice)
        except Divergence as difference:
            return result(
                Difference(
                    line=line.line + 1,
                    fault=difference.fault,
                    expected=difference.expected,
                    found=difference.found,
                )
            )
        good += 1
        faces += sum(len(roll.faces) for roll in line.rolls) if dice else 0
    return result(_from_error(journal.fault) if journal.fault else None)


def _notes(kind: str, *, has_dice: bool, has_state: bool) -> list[str]:
    notes = []
    if kind == "fair" and not has_dice:
        notes.append("the secret of the dice has not been revealed, so no face could be checked")
    elif not has_dice:
        notes.append(f"the dice are {kind}: the record is the only witness of what they showed")
    if not has_state:
        notes.append("no fingerprints of the state were recorded, so none could be checked")
    return notes


def _from_error(error: JournalError) -> Difference:
    cause = error.__cause__
    if isinstance(cause, Divergence):
        return Difference(
            line=error.line or 0, fault=cause.fault, expected=cause.expected, found=cause.found
        )
    assert error.damage != "replay"
    return Difference(
        line=error.line or 0,
        fault=error.damage,
        expected="a journal as it was written",
        found=error.problem,
    )
