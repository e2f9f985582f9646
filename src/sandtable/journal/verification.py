"""Checking a journal: does every line follow from the rules, the orders and the dice?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from sandtable.battle import Battle, Divergence, Line, Rulebook, repeat
from sandtable.battle.record import BY_NUMBER, Header, told_anew
from sandtable.catalogue import changes_since
from sandtable.dice import DiceError, RecordedDice
from sandtable.dice.sealing import HEX, BegunAnew, check_ceremony
from sandtable.journal.errors import JournalError
from sandtable.journal.lines import packed
from sandtable.journal.parting import told
from sandtable.journal.reading import Journal, parse, read
from sandtable.journal.replaying import Section, begin, sections_of
from sandtable.journal.writing import to_bytes

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
    Of a battle that was taken over, the past is checked against the dice of the past.

    Args:
        path: The file.
        rulebook: The rulebook, if it is not among those that announce themselves.
    """
    try:
        journal = read(path, salvage=True)
    except JournalError as error:
        return Verification(file=str(path), lines=0, difference=_from_error(error))
    return _checked(journal, rulebook)


def verify_battle(battle: Battle[Any], name: str = "battle") -> Verification:
    """Check a battle as its journal would be checked.

    Args:
        battle: The battle.
        name: What it is called in what is said of it.
    """
    return _checked(parse(to_bytes(battle), name), battle.rulebook)


def _checked(journal: Journal, rulebook: Rulebook[Any] | None) -> Verification:
    good = 0
    faces = 0
    notes: list[str] = []

    def result(difference: Difference | None = None) -> Verification:
        return Verification(
            file=journal.file, lines=good, faces=faces, difference=difference, notes=tuple(notes)
        )

    try:
        sections = sections_of(journal)
        battle = begin(journal, rulebook, RecordedDice(journal.header.rolls))
    except JournalError as error:
        return result(_from_error(error))
    header = journal.header
    for odd in (
        _no_such_revision(header, battle.rulebook),
        _wrong_dice(header),
        _wrong_words(header),
        _header_written_otherwise(journal),
    ):
        if odd is not None:
            return result(odd)
    notes += _notes(sections, has_state=bool(header.state))
    if header.revision != battle.rulebook.revision:
        notes.append(
            f"played by revision {header.revision} of {battle.rulebook.title}, "
            f"checked by revision {battle.rulebook.revision}"
        )
        changes = changes_since(battle.rulebook.revisions, header.revision)
        notes += [f"changed since: {told(change)}" for change in changes]
    dice = sections[0].dice
    if dice is not None:
        try:
            begin(journal, rulebook, dice)
        except JournalError as error:
            return result(_from_error(error))
        faces += sum(len(roll.faces) for roll in header.rolls)
    good = 1
    for line in journal.lines:
        dice = next(part.dice for part in reversed(sections) if part.since < line.line)
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
        if (odd := _written_otherwise(journal, line)) is not None:
            return result(odd)
        good += 1
        faces += sum(len(roll.faces) for roll in line.rolls) if dice else 0
    return result(_from_error(journal.fault) if journal.fault else None)


def _no_such_revision(header: Header, rulebook: Rulebook[Any]) -> Difference | None:
    """A revision of the rules that this program has never heard of."""
    if header.revision <= rulebook.revision:
        return None
    return Difference(
        line=1,
        fault="format",
        expected=f"revision: 1 to {rulebook.revision}, the revisions of {rulebook.title} that "
        "this program knows",
        found=f"{header.revision}; a newer Sandtable is needed, or there is no such revision",
    )


def _wrong_dice(header: Header) -> Difference | None:
    """Dice of which something is missing, so that they could not be checked, or is too much."""
    for part in header.sections():
        due, more = _fields_of_dice(part)
        fields = msgspec.structs.asdict(part.dice)
        given = {name for name, value in fields.items() if value not in (None, ())}
        missing, odd = sorted(due - given), sorted(given - due - more - {"kind"})
        if missing or odd:
            return Difference(
                line=1,
                fault="content",
                expected=f"dice: {part.dice.kind} dice with {', '.join(sorted(due)) or 'no more'}",
                found=f"{missing[0]} is missing" if missing else f"{odd[0]} is there",
            )
    return None


def _fields_of_dice(header: Header) -> tuple[set[str], set[str]]:
    """What is written of dice, and what may be."""
    sealed = header.format > BY_NUMBER
    match header.dice.kind:
        case "seeded":
            return {"seed", "seed_from"} if sealed else {"seed"}, {"seed_from"}
        case "fair":
            return {"commitment"}, {"words", "ceremony"} if sealed else {"words"}
    return set(), set()


def _header_written_otherwise(journal: Journal) -> Difference | None:
    """The first line, too, is written in one way only since format 2."""
    _, total = packed(journal.header, "")
    if journal.header.format <= BY_NUMBER or total == journal.sums[0]:
        return None
    return Difference(
        line=1,
        fault="content",
        expected="the first line as Sandtable writes it",
        found="the same, written in another way",
    )


def _written_otherwise(journal: Journal, line: Line) -> Difference | None:
    """Since format 2 dice hang on how a line is written, so there is one way only to do it."""
    section = [part for part in journal.header.sections() if (part.seam or 0) < line.line][-1]
    raw, total = packed(line, journal.sums[line.line - 1])
    if section.format <= BY_NUMBER or total == journal.sums[line.line]:
        return None
    return Difference(
        line=line.line + 1,
        fault="content",
        expected=f"the line as Sandtable writes it: {raw.decode().strip()}",
        found="the same, written in another way",
    )


def _wrong_words(header: Header) -> Difference | None:
    """What is wrong with the sealed words of fair dice; the secret is not needed for that."""
    for part in header.sections():
        ceremony = part.dice.ceremony
        if ceremony is None:
            continue
        problem = ""
        strangers = [one.seat for one in ceremony.words if one.seat not in part.seats]
        strange = [one for one in ceremony.begun_anew if not _could_be(one, part.seats)]
        commitments = [part.dice.commitment, *(one.commitment for one in ceremony.begun_anew)]
        if len(set(commitments)) < len(commitments):
            problem = "a ceremony was begun anew, but not with another secret"
        try:
            check_ceremony(part.dice.commitment or "", ceremony)
        except DiceError as error:
            problem = str(error)
        if strangers:
            problem = f"a word was sealed for {strangers[0]}, which is no seat of this battle"
        if strange:
            problem = f"a ceremony begun anew by {strange[0].by}, of {strange[0].commitment!r}"
        if problem:
            due = "words that fit their seals, of the seats of the battle"
            return Difference(line=1, fault="content", expected=due, found=problem)
    return None


def _could_be(broken_off: BegunAnew, seats: Sequence[str]) -> bool:
    """Whether a ceremony can have been broken off by that seat, and with that commitment."""
    by_somebody = broken_off.by == "host" or broken_off.by in seats
    return by_somebody and HEX.fullmatch(broken_off.commitment) is not None


def _notes(sections: Sequence[Section], *, has_state: bool) -> list[str]:
    notes = [f"taken over from another battle at line {part.since}" for part in sections[1:]]
    for part in sections:
        if part.record.ceremony is not None and part.record.ceremony.begun_anew:
            told_times = told_anew(part.record.ceremony.begun_anew)
            notes.append(f"the words for the dice were asked for anew {told_times}")
    for number, part in enumerate(sections, 1):
        until = f" up to line {sections[number].since}" if number < len(sections) else ""
        if part.dice is not None:
            continue
        if part.record.kind == "fair":
            notes.append(
                f"the secret of the dice{until} has not been revealed, so no face could be checked"
            )
        else:
            notes.append(
                f"the dice{until} are {part.record.kind}: the record is the only witness of what "
                "they showed"
            )
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
