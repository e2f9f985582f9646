"""What sides and groups are called in a sentence, and whether they are one or many."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

SAME: Final = re.compile(r"(?:sh|ch|ese|ss|s)$", re.IGNORECASE)
"""Ends of names that are the same for one and for many: "British", "French", "Sentries"."""

ONE: Final = re.compile(r"(?:an|Soviet|Greek|Finn|Pole|Dane|Croat|Czech|Slovak)$")
"""Names that stand for one of many: "German", "Soviet"."""


class Called(NamedTuple):
    """What somebody is called, and whether that is more than one."""

    text: str
    many: bool = False

    def opens(self, one: str, many: str) -> str:
        """The beginning of a sentence about them, with a verb.

        >>> people_of("German").opens("is", "are"), Called("Ivan").opens("is", "are")
        ('The Germans are', 'Ivan is')
        """
        return f"{self.text[:1].upper()}{self.text[1:]} {many if self.many else one}"


def people_of(side: str) -> Called:
    """The people of a side by its name; what names no people stays as it is.

    >>> people_of("British"), people_of("Patrol")
    (Called(text='the British', many=True), Called(text='Patrol', many=False))
    """
    if len(side.split()) > 1 or not side[:1].isupper():
        return Called(side)
    if ONE.search(side):
        return Called(f"the {side}s", many=True)
    return Called(f"the {side}", many=True) if SAME.search(side) else Called(side)


def together(several: Sequence[Called]) -> Called:
    """Some of them in one breath.

    >>> together([people_of("German"), Called("Ivan"), Called("Oleg")]).text
    'the Germans, Ivan and Oleg'
    """
    *rest, last = several
    if not rest:
        return last
    return Called(f"{', '.join(one.text for one in rest)} and {last.text}", many=True)
