"""What a catalogue is made of: a book, its rules and its tables."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import msgspec

from sandtable.catalogue.errors import CatalogueError, suggest
from sandtable.catalogue.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Book", "Catalogue", "Kind", "Rule"]

Kind = Literal["core", "optional", "referee", "base"]

_WORD = re.compile(r"[a-z0-9]+")


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rulebook that a catalogue restates: who wrote it, and what it is about."""

    code: str
    title: str
    author: str
    edition: str
    scale: str
    summary: str
    licence: str = ""
    part: str = ""
    conventions: str = ""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule, in our own words.

    Attributes:
        id: Stable name, `book.chapter.rule`.
        where: Where it stands in the book.
        kind: `core`, `optional` (a switch of the battle), `referee` (a question to the referee)
            or `base` (presumed by the book, defined by this project).
        text: What the rule says.
        ruling: How this project reads it where the book is silent or unclear.
        check: Worked cases that a test can take over.
    """

    id: str
    where: str
    kind: Kind
    text: str
    ruling: str = ""
    check: tuple[str, ...] = ()


class Catalogue(msgspec.Struct, frozen=True, dict=True):
    """Every rule and table of one book.

    >>> book = Book("p8", "Panzer8", "K. Barker", "2.1", "1 inch = 33 m", "Tanks.")
    >>> rule = Rule("p8.fire.close-range", "4.2", "core", "Within 4 inches the firer adds 1.")
    >>> catalogue = Catalogue(book, (rule,), ())
    >>> catalogue.rule("p8.fire.close-range").where
    '4.2'
    >>> [found.id for found in catalogue.search("firer INCHES")]
    ['p8.fire.close-range']
    >>> catalogue.rule("p8.fire.close-rnage")
    Traceback (most recent call last):
    sandtable.catalogue.errors.CatalogueError: Panzer8 has no rule 'p8.fire.close-rnage'; did you \
mean p8.fire.close-range?
    """

    book: Book
    rules: tuple[Rule, ...]
    tables: tuple[Table, ...]

    @property
    def code(self) -> str:
        """The short name of the book, with which every id begins."""
        return self.book.code

    @cached_property
    def rule_ids(self) -> frozenset[str]:
        """The ids of all rules."""
        return frozenset(self._rules)

    @cached_property
    def table_ids(self) -> frozenset[str]:
        """The ids of all tables."""
        return frozenset(self._tables)

    @cached_property
    def _rules(self) -> dict[str, Rule]:
        return {rule.id: rule for rule in self.rules}

    @cached_property
    def _tables(self) -> dict[str, Table]:
        return {table.id: table for table in self.tables}

    @cached_property
    def _words(self) -> list[tuple[Rule, frozenset[str], frozenset[str], frozenset[str], str]]:
        return [
            (
                rule,
                _words(rule.id),
                _words(rule.text),
                _words(rule.ruling),
                f"{rule.id} {rule.text} {rule.ruling}".lower(),
            )
            for rule in self.rules
        ]

    def rule(self, rule_id: str) -> Rule:
        """Return the rule with this id; an unknown one is refused with what was likely meant."""
        try:
            return self._rules[rule_id]
        except KeyError:
            raise self._unknown("rule", rule_id, self._rules) from None

    def table(self, table_id: str) -> Table:
        """Return the table with this id; an unknown one is refused with what was likely meant."""
        try:
            return self._tables[table_id]
        except KeyError:
            raise self._unknown("table", table_id, self._tables) from None

    def search(self, words: str, limit: int | None = None) -> tuple[Rule, ...]:
        """Return the rules that speak of `words`, best first.

        Case does not matter. A rule that has more of the words comes first; then a word in the id
        weighs more than one in the text, that more than one in the ruling, and a whole word more
        than a part of one.
        """
        wanted = sorted(_words(words))
        ranked = []
        for order, (rule, in_id, in_text, in_ruling, everything) in enumerate(self._words):
            weights = [
                8 * (word in in_id)
                + 4 * (word in in_text)
                + 2 * (word in in_ruling)
                + (word in everything)
                for word in wanted
            ]
            found = sum(weight > 0 for weight in weights)
            if found:
                ranked.append((-found, -sum(weights), order, rule))
        ranked.sort(key=lambda entry: entry[:3])
        return tuple(rule for *_, rule in ranked[:limit])

    def _unknown(self, what: str, wanted: str, known: Iterable[str]) -> CatalogueError:
        matches = suggest(wanted, known)
        hint = f"; did you mean {', '.join(matches)}?" if matches else ""
        return CatalogueError(f"{self.book.title} has no {what} {wanted!r}{hint}", matches=matches)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))
