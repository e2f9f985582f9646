"""A total that can say how it came about."""

from __future__ import annotations

from msgspec import Struct

from sandtable.catalogue import cite


class Modifier(Struct, frozen=True):
    """One addend of a total, the rule behind it, and what it is for in a few words."""

    value: int
    rule: str
    text: str


class Tally(Struct):
    """A running total of one side's modifiers, each with the rule it came from.

    >>> firer = Tally("firer").add(5, "p8.fire.hesa-against-unarmoured", "rifle section, HE/SA")
    >>> firer.add_if(True, 1, "p8.fire.mod-within-4", "target within 4").total
    6
    """

    side: str
    modifiers: tuple[Modifier, ...] = ()
    total: int = 0

    def add(self, value: int, rule: str, text: str) -> Tally:
        """Add a modifier and cite its rule, even when it is worth nothing."""
        cite(rule)
        self.modifiers = (*self.modifiers, Modifier(value, rule, text))
        self.total += value
        return self

    def add_if(self, applies: bool, value: int, rule: str, text: str) -> Tally:
        """Add a modifier where its condition holds."""
        return self.add(value, rule, text) if applies else self

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of its modifiers, in their order."""
        return tuple(modifier.rule for modifier in self.modifiers)

    def __str__(self) -> str:
        parts = " ".join(f"{m.value:+d} ({m.text})" for m in self.modifiers)
        return f"{self.side} {self.total:+d}: {parts}"
