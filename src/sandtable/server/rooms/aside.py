"""Why a battle was set aside, in words.

It is to be said what happened, at which line, and what can be done about it; to whoever is there,
so nothing is told that somebody may not know: of a line that does not come out, what the rules and
the record say of it is told only where that gives nothing away.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

import msgspec

from sandtable.battle import UnknownRulebookError, rulebook_for
from sandtable.journal import JournalError, Parting
from sandtable.server.budget import Exceeded
from sandtable.server.storage import Aside, TellingRow

if TYPE_CHECKING:
    from sandtable.server.rooms.steps import Step

SET_ASIDE: Final = "server.set-aside"
"""Why nothing can be done in a battle that was set aside."""

TOO_LONG: Final = "server.too-long"
"""Why something was not done that took too long to work out."""

TOO_LONG_TO_WORK_OUT: Final = "That took too long to work out, so it was stopped."

ONLY_LOOKED_AT: Final = "This battle was set aside, and can only be looked at."

NOT_DRAWN: Final = (
    "The table of this battle cannot be drawn any more, since its rules have changed. What "
    "happened can be read, and its journal be saved."
)

_WORK: Final = {
    "order": "an order was worked out",
    "question": "a question was answered",
    "decision": "a computer player was thinking",
    "load": "it was loaded",
    "report": "its report was written",
}


def exceeded(error: Exceeded, line: int) -> Aside:
    """The battle was set aside because work for it was stopped."""
    what = "more time" if error.why == "time" else "more memory"
    after = f"after line {line}" if line else "before its first line"
    text = (
        f"This battle was set aside {after}: when {_WORK[error.lane]}, that took {what} than this "
        "server has for one battle. Nothing that was recorded is lost. It can be looked at, and "
        "its journal be saved; whoever began it can have it tried once more."
    )
    return Aside(why=error.why, text=text, line=line, at=time.time())


class UnplayableError(Exception):
    """A battle that cannot be played again from its record.

    Attributes:
        aside: Why, as it is recorded.
        step: The battle as far as it comes out, if it does at all.
    """

    def __init__(self, aside: Aside, step: Step | None = None) -> None:
        super().__init__(aside.text)
        self.aside = aside
        self.step = step


_LOOK: Final = (
    "Nothing that was recorded is lost: the battle can be looked at to its end, step by step, and "
    "its journal be saved."
)


def found_by(book: str) -> str:
    """The program and the rules by which a battle is played now."""
    try:
        revision = str(rulebook_for(book).revision)
    except UnknownRulebookError:
        revision = "none"
    return f"{_program()}, {book} {revision}"


@cache
def _program() -> str:
    return version("sandtable")


def parted(parting: Parting, book: str) -> Aside:
    """The battle does not come out as recorded by the rules of today."""
    first = f"The rules have changed since this battle was played: from {parting.where} on, it "
    text = f"{first}does not come out as it was recorded. {_revisions(parting)} {_LOOK}"
    if parting.agrees is not None:
        text += f" It can be gone on with from line {parting.agrees}, by the rules of today."
    return Aside(
        why="rules",
        text=text,
        line=parting.line,
        at=time.time(),
        agrees=parting.agrees,
        changes=tuple(sorted(parting.changes, key=lambda change: change.rules)),
        by=found_by(book),
        fact=f"Expected {parting.expected}; found {parting.found}.",
    )


def _revisions(parting: Parting) -> str:
    if parting.played == parting.plays:
        return f"Both are revision {parting.plays} of {parting.book}, which records no change."
    return (
        f"It was played by revision {parting.played} of {parting.book}; this server plays revision "
        f"{parting.plays}."
    )


def unreadable(error: JournalError, book: str, line: int) -> Aside:
    """The record of the battle cannot be read, or its book is not there."""
    why: Final = "book" if error.problem.startswith("book:") else "record"
    problem = error.problem.partition(": ")[2] if why == "book" else error.problem
    place = f"at line {line}" if line else "at its beginning"
    text = f"This battle cannot be played again, {place}: {problem.rstrip('.')}. {_LOOK}"
    return Aside(
        why=why,
        text=text,
        line=line,
        at=time.time(),
        agrees=line - 1 if line and why == "record" else None,
        by=found_by(book),
    )


def named_first(aside: Aside, kept: Iterable[TellingRow]) -> Aside:
    """What changed, that first of which the line itself openly spoke when it was played."""
    from sandtable.server.rooms.tellings import unpacked_tellings

    telling = unpacked_tellings(kept).get(aside.line) if aside.changes else None
    if telling is None:
        return aside
    public = (event for seen_by, event in telling.events if seen_by is None)
    cited = {rule for event in public for rule in event.get("rules", ())}
    changes = sorted(aside.changes, key=lambda change: not cited & set(change.rules))
    return msgspec.structs.replace(aside, changes=tuple(changes))
