"""What is drawn over or under the pieces for a while: reach, paths, sight lines, arcs.

These are plain records; `sandtable.draw` gives them their look. A rulebook says with them what a
piece can do, the page shows them while hands move, and reports show what was done.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Point = tuple[float, float]


class Route(Struct, frozen=True, kw_only=True):
    """A way that a piece went or may go, with an arrow at its end.

    Attributes:
        points: The points of the way.
        beyond: How it would go on, but that is too far; it begins where the way ends.
        side: The side of whoever goes it.
        label: What to say of it.
        piece: Who goes it.
    """

    points: tuple[Point, ...]
    beyond: tuple[Point, ...] = ()
    side: str | None = None
    label: str = ""
    piece: str | None = None


class SightLine(Struct, frozen=True, kw_only=True):
    """A line of sight; where something blocks it, a cross stands at that point."""

    start: Point
    end: Point
    blocked_at: Point | None = None
    label: str = ""


class Shot(Struct, frozen=True, kw_only=True):
    """A shot from one place to another, with what came of it."""

    start: Point
    end: Point
    side: str | None = None
    label: str = ""


class Arc(Struct, frozen=True, kw_only=True):
    """A field of fire: so many degrees to either side of a heading, out to a range."""

    at: Point
    heading: float
    spread: float
    range: float
    side: str | None = None
    label: str = ""


class Reach(Struct, frozen=True, kw_only=True):
    """An area, such as all that a piece can reach; holes lie within it and are no part of it."""

    outline: tuple[Point, ...]
    side: str | None = None
    label: str = ""
    holes: tuple[tuple[Point, ...], ...] = ()


Tone = Literal["reach", "sight", "danger", "chance", "way", "range"]
"""What is said of squares.

``reach``
    somebody can go, or aim, there;
``sight``
    somebody sees them, drawn very quietly;
``danger``
    something happens to whoever is there;
``chance``
    something may come to lie there;
``way``
    somebody passes there;
``range``
    so far something reaches, drawn as a border alone.
"""


class Squares(Struct, frozen=True, kw_only=True):
    """Squares of a table that has some, each by its middle.

    Attributes:
        middles: The middles of the squares.
        tone: What is said of them.
        side: Whose they are.
        label: The same in words.
        words: What stands in each of them, a few letters at most; empty for nothing in any.
    """

    middles: tuple[Point, ...]
    tone: Tone = "reach"
    side: str | None = None
    label: str = ""
    words: tuple[str, ...] = ()


Overlay = Route | SightLine | Shot | Arc | Reach | Squares
