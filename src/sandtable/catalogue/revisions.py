"""What has changed in a book's rules from one revision to the next, as data.

Beside its catalogue a book may have a `revisions.toml`:

    [[revision]]
    number = 2
    date = 2026-11-17
    change = [
      { rules = ["p8.fire.mod-within-4"], text = "A target exactly 4 away is within 4." },
    ]

A battle that was played by an older revision and does not come out any more can then be told which
rules are likely to be the reason.
"""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from sandtable.catalogue.errors import CatalogueError
from sandtable.catalogue.load import package_folder
from sandtable.catalogue.model import Catalogue

__all__ = ["FILE", "Change", "Revision", "changes_since", "load_revisions", "revisions_of_package"]

FILE: Final = "revisions.toml"
"""Where a book keeps its revisions, beside its catalogue."""


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that changed.

    Attributes:
        rules: The ids of the rules that are carried out differently now.
        text: What is different, in a sentence.
    """

    rules: tuple[str, ...]
    text: str


class Revision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A revision of a book's rules.

    Attributes:
        number: Its number; the first is 1.
        date: The day since which it is in force.
        change: What it changed in the one before; nothing, for the first.
    """

    number: int
    date: datetime.date
    change: tuple[Change, ...] = ()


class _File(msgspec.Struct, forbid_unknown_fields=True):
    revision: tuple[Revision, ...] = ()


def load_revisions(file: Path, catalogue: Catalogue | None = None) -> tuple[Revision, ...]:
    """Read the revisions of a book, the first one first; none, if it keeps no record of them.

    Args:
        file: Its `revisions.toml`.
        catalogue: Its catalogue, to see that all rules that are named are there.

    Raises:
        CatalogueError: If anything at all is wrong, naming every fault.
    """
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
        found = msgspec.convert(content, _File).revision
    except FileNotFoundError:
        return ()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CatalogueError(f"{file.name}: not valid TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise CatalogueError(f"{file.name}: {error}") from None
    problems = list(_problems(file.name, found, catalogue))
    if problems:
        raise CatalogueError(*problems)
    return found


def _problems(
    name: str, revisions: Sequence[Revision], catalogue: Catalogue | None
) -> Iterable[str]:
    for due, revision in enumerate(revisions, 1):
        label = f"{name}: [[revision]] {revision.number}"
        if revision.number != due:
            yield f"{label}: field `number` should be {due}, since they are counted from 1"
        if due > 1 and revision.date < revisions[due - 2].date:
            yield f"{label}: field `date` lies before that of the revision before"
        if (due == 1) == bool(revision.change):
            expected = "names nothing" if due == 1 else "names what changed"
            yield f"{label}: field `change`: the {'first' if due == 1 else 'next'} one {expected}"
        for change in revision.change:
            if not change.rules or not change.text.strip():
                yield f"{label}: a change names its rules, and says in a sentence what is different"
            for rule in change.rules:
                if catalogue is not None and rule not in catalogue.rule_ids:
                    yield f"{label}: field `rules`: there is no rule {rule}"


def revisions_of_package(package: str, catalogue: Catalogue | None = None) -> tuple[Revision, ...]:
    """Read the revisions of the book that lies in a package.

    >>> revisions_of_package("sandtable.rulebooks.panzer8")[0].number
    1
    """
    return load_revisions(package_folder(package) / FILE, catalogue)


def changes_since(
    revisions: Iterable[Revision], played: int, cited: Collection[str] = ()
) -> tuple[Change, ...]:
    """What has changed after a revision, that first of which the cited rules speak.

    Args:
        revisions: The revisions of a book.
        played: The revision by which something was played.
        cited: Rules that mattered where it does not come out any more.

    >>> day = datetime.date(2026, 11, 17)
    >>> far, near = Change(("p8.a.far",), "Far."), Change(("p8.a.near",), "Near.")
    >>> book = (Revision(1, day), Revision(2, day, (far, near)))
    >>> [change.text for change in changes_since(book, 1, ["p8.a.near"])]
    ['Near.', 'Far.']
    >>> changes_since(book, 2)
    ()
    """
    changes = [
        change for revision in revisions if revision.number > played for change in revision.change
    ]
    return tuple(sorted(changes, key=lambda change: not set(change.rules) & set(cited)))
