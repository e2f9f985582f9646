"""How much there may be of anything that comes from outside.

Orders, rulings, questions, scenarios, characters' files and journals are all bounded here, and by
the same numbers, before anything is worked out from them. So no book has to think of a number with
a thousand digits, or of a place a thousand miles off, and none can forget to.
"""

from __future__ import annotations

import math
from typing import Any, Final

from msgspec import Struct

MOST_NUMBER: Final = 10_000
"""No number in a game is larger: inches, degrees, turns, hit points, rounds of ammunition."""

MOST_LETTERS: Final = 2_000
"""How long a text may be in what somebody says or orders."""

MOST_LETTERS_IN_A_FILE: Final = 20_000
"""How long one text of a file may be, such as a briefing."""

MOST_LETTERS_IN_A_NAME: Final = 120
"""How long the name of a field may be, and whatever else is named by one."""

MOST_ENTRIES: Final = 1_000
"""How many entries a list may have: the points of a way, the units of a scenario."""

MOST_PARTS: Final = 100_000
"""How many numbers and texts there may be in all."""

DEEPEST: Final = 16
"""How deep lists may lie within one another."""

MARGIN: Final = 100.0
"""How many inches beside the table a place may be: nobody goes farther off it in one action."""


class OutOfBoundsError(ValueError):
    """Something that is larger, longer or farther away than makes sense.

    Attributes:
        where: The field that is wrong.
        problem: What was found there, and what would be right.

    >>> str(OutOfBoundsError("x", "1e+09 is too large"))
    'x: 1e+09 is too large'
    """

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(where, problem)
        self.where = where
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}" if self.where else self.problem


# -- plain data -----------------------------------------------------------------------------------


def check_plain(data: Any, *, letters: int = MOST_LETTERS) -> None:
    """Check plain data of any shape: every number, text and list in it.

    Args:
        data: Numbers, texts, lists, and dictionaries of them.
        letters: How long a text may be.

    Raises:
        OutOfBoundsError: For the first thing that is out of bounds.

    >>> check_plain({"path": [[1.0, 2.0], [3.0, 1e9]]})
    Traceback (most recent call last):
        ...
    sandtable.scenario.bounds.OutOfBoundsError: path[1][1]: 1000000000.0 is too large a number; \
the largest is 10000
    """
    if _parts_in(data, letters, 0) > MOST_PARTS:
        raise OutOfBoundsError("", f"more than {MOST_PARTS} numbers and texts in all")


def _parts_in(data: Any, letters: int, depth: int) -> int:
    """How many numbers and texts there are in plain data, none of which is out of bounds.

    Every order passes through here several times, so the way to a part is put together only where
    something is wrong with it.
    """
    if isinstance(data, float | int):
        if not -MOST_NUMBER <= data <= MOST_NUMBER:
            raise OutOfBoundsError("", _told_number(data))
        return 1
    if isinstance(data, str):
        if len(data) > letters:
            raise OutOfBoundsError("", _told_length(data, letters))
        return 1
    if not isinstance(data, dict | list | tuple):
        return 1
    if depth >= DEEPEST:
        raise OutOfBoundsError("", f"nested more than {DEEPEST} levels deep")
    if len(data) > MOST_ENTRIES:
        problem = f"{len(data)} entries are too many; there may be {MOST_ENTRIES}"
        raise OutOfBoundsError("", problem)
    count = 0
    for step, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(step, str) and len(step) > MOST_LETTERS_IN_A_NAME:
            raise OutOfBoundsError("", _told_length(step, MOST_LETTERS_IN_A_NAME))
        try:
            count += _parts_in(value, letters, depth + 1)
        except OutOfBoundsError as error:
            raise OutOfBoundsError(_under(step, error.where), error.problem) from None
        if count > MOST_PARTS:
            break
    return count


def _under(step: str | int, where: str) -> str:
    """The way to a part, by one step longer: ``units[2].at[0]``.

    >>> _under("units", _under(2, _under("at", _under(0, ""))))
    'units[2].at[0]'
    """
    start = f"[{step}]" if isinstance(step, int) else str(step)
    return f"{start}.{where}" if where and not where.startswith("[") else f"{start}{where}"


def _told_number(value: float) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return f"{value} is a number that is not finite"
    if value < 0:
        return f"{shown(value)} is too small a number; the smallest is -{MOST_NUMBER}"
    return f"{shown(value)} is too large a number; the largest is {MOST_NUMBER}"


def shown(value: float) -> str:
    """A number for a message; Python itself refuses to write very long ones.

    >>> shown(12.5), shown(-(10**400))
    ('12.5', 'a number of 401 digits')
    """
    if isinstance(value, int) and value.bit_length() > 128:
        return f"a number of {int(value.bit_length() * math.log10(2)) + 1} digits"
    return f"{value}"


def _told_length(text: str, most: int) -> str:
    return f"{text[:20]!r}... has {len(text)} letters; at most {most} are allowed"


# -- places ---------------------------------------------------------------------------------------


def check_places(thing: Any, width: float, depth: float, *, where: str = "") -> None:
    """Check that all places in a record are on the table, or not too far beside it.

    A pair of numbers is a place, and so are the ``x`` and ``y`` of a record.

    Args:
        thing: A record, or whatever may stand in one.
        width: How wide the table is.
        depth: How deep it is.
        where: What the record is called in what is said of it.

    Raises:
        OutOfBoundsError: For the first that is too far away.

    >>> check_places((3.0, 999.0), 44, 34, where="at")
    Traceback (most recent call last):
        ...
    sandtable.scenario.bounds.OutOfBoundsError: at: (3, 999) is too far off the table of 44 x 34; \
at most 100 inches beside it are allowed
    """
    if isinstance(thing, Struct):
        _check_places_of(thing, width, depth, where)
    elif isinstance(thing, dict):
        for name, value in thing.items():
            check_places(value, width, depth, where=f"{where}.{name}" if where else str(name))
    elif isinstance(thing, tuple) and _is_place(thing):
        _check_near(thing[0], thing[1], width, depth, where)
    elif isinstance(thing, tuple | list):
        for index, value in enumerate(thing):
            if isinstance(value, _HAVE_PARTS):
                check_places(value, width, depth, where=f"{where}[{index}]")


_HAVE_PARTS: Final = (Struct, tuple, dict, list)


def _is_place(pair: tuple[Any, ...]) -> bool:
    return len(pair) == 2 and isinstance(pair[0], float | int) and isinstance(pair[1], float | int)


def _check_places_of(record: Struct, width: float, depth: float, where: str) -> None:
    fields = record.__struct_fields__
    if "x" in fields and "y" in fields:
        at = (record.x, record.y)  # type: ignore[attr-defined]
        if _is_place(at):
            _check_near(at[0], at[1], width, depth, where)
    for name in fields:
        value = getattr(record, name)
        if isinstance(value, _HAVE_PARTS):
            check_places(value, width, depth, where=f"{where}.{name}" if where else name)


def _check_near(x: float, y: float, width: float, depth: float, where: str) -> None:
    if not (-MARGIN <= x <= width + MARGIN and -MARGIN <= y <= depth + MARGIN):
        raise OutOfBoundsError(
            where,
            f"({x:g}, {y:g}) is too far off the table of {width:g} x {depth:g}; at most "
            f"{MARGIN:g} inches beside it are allowed",
        )
