"""What is drawn over or under the pieces for a while: reach, paths, sight lines, arcs.

These are plain records; `sandtable.draw` gives them their look. A rulebook says with them what a
piece can do, the page shows them while hands move, and reports show what was done.
"""

from __future__ import annotations

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


Overlay = Route | SightLine | Shot | Arc | Reach
