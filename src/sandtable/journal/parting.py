"""Where a recorded battle and the rules of today part, and what may be the reason.

A battle is played again by today's rules. The first line that does not come out as recorded is
where they part: everything before it agrees, and the battle can be told, looked at and taken over
up to there. Which rules have changed since it was played stands in the record of its book's
revisions; those that the line itself cites come first.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable.battle import Battle, Divergence, Rulebook, repeat
from sandtable.battle.record import Header, Line
from sandtable.catalogue import CatalogueError, Change, changes_since, recording
from sandtable.dice import RecordedDice
from sandtable.journal.errors import JournalError
from sandtable.journal.reading import Journal, read
from sandtable.journal.replaying import begin, dice_to_go_on

NAMED = 8
"""So many changes are named in a sentence; who wants more looks them up."""


class Parting(Struct, frozen=True, kw_only=True):
    """The first line of a battle that does not come out as recorded any more.

    Attributes:
        line: Its number; 0 is the set-up.
        turn: The turn in which the battle stood before it.
        turn_name: What the book calls a turn.
        expected: What the rules of today and the dice give.
        found: What stands in the record.
        book: The title of the rulebook.
        played: The revision of its rules by which the battle was begun.
        plays: The revision that this program plays.
        changes: What has changed between the two, what the line speaks of first.
    """

    line: int
    turn: int
    turn_name: str
    expected: str
    found: str
    book: str
    played: int
    plays: int
    changes: tuple[Change, ...] = ()

    @property
    def agrees(self) -> int | None:
        """The last line that agrees; ``None`` if not even the set-up does."""
        return self.line - 1 if self.line else None

    @property
    def where(self) -> str:
        """The place, in words."""
        return f"line {self.line} ({self.turn_name} {self.turn})" if self.line else "the set-up"

    def sentences(self) -> tuple[str, ...]:
        """What is to be said of it."""
        first = (
            f"From {self.where} on, this battle does not come out as it was recorded: expected "
            f"{self.expected}; found {self.found}."
        )
        if self.played == self.plays:
            return (
                first,
                f"It was played by revision {self.played} of {self.book}, as this program plays; "
                "so the rules have changed without a record of it, or the journal was changed.",
            )
        older = "an older" if self.played < self.plays else "a newer"
        second = (
            f"It was played by revision {self.played} of {self.book}, {older} one; this program "
            f"plays revision {self.plays}."
        )
        return (first, second, *(f"Changed: {told(change)}" for change in self.changes[:NAMED]))

    def __str__(self) -> str:
        return " ".join(self.sentences())


def told(change: Change) -> str:
    """A change of rules, in a sentence.

    >>> told(Change(("p8.los.mutual",), "Who sees is seen."))
    'Who sees is seen. (p8.los.mutual)'
    """
    return f"{change.text} ({', '.join(change.rules)})"


def parting_at(
    header: Header,
    book: Rulebook[Any],
    line: int,
    turn: int,
    difference: Divergence,
    cited: Iterable[str] = (),
) -> Parting:
    """Where a battle parts from the rules of today.

    Args:
        header: The first line of its journal.
        book: The rulebook.
        line: The number of the line that does not come out.
        turn: The turn before it.
        difference: In what it differs.
        cited: The rules that the line speaks of.
    """
    try:
        changes = changes_since(book.revisions, header.revision, tuple(cited))
    except CatalogueError:
        changes = ()
    return Parting(
        line=line,
        turn=turn,
        turn_name=book.turn_name,
        expected=difference.expected,
        found=difference.found,
        book=book.title,
        played=header.revision,
        plays=book.revision,
        changes=changes,
    )


def repeat_noting(battle: Battle[Any], line: Line) -> tuple[tuple[Any, ...], Parting | None]:
    """Carry out a recorded line again; what happened, or where record and rules part.

    Raises:
        RecursionError: If it cannot be carried out at all.
    """
    with recording() as cited:
        try:
            return repeat(battle, line), None
        except Divergence as difference:
            turn = battle.state.turn
            header, book = battle.header, battle.rulebook
            return (), parting_at(header, book, line.line, turn, difference, tuple(cited))


def as_far_as_it_goes(
    journal: Journal | str | Path, rulebook: Rulebook[Any] | None = None
) -> tuple[Battle[Any], Parting | None]:
    """The battle of a journal up to the last line that agrees, and where it parts, if it does.

    A torn last line is left out, as ever.

    Raises:
        JournalError: If it cannot be read, if its book is not there, or if it cannot even be set
            up as recorded.
    """
    if not isinstance(journal, Journal):
        journal = read(journal, salvage=True)
    if journal.fault is not None and journal.fault.damage != "torn":
        raise journal.fault
    battle = begin(journal, rulebook, RecordedDice(journal.header.rolls))
    parting = None
    for line in journal.lines:
        try:
            repeat(battle, line)
        except Divergence:
            _, parting = repeat_noting(battle, line)
            break
    try:
        battle.dice = dice_to_go_on(battle, None, journal.file)
    except JournalError:
        battle.dice = RecordedDice(())
    return battle, parting
