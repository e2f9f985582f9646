"""Bases on the move: the ground that they sweep, and what they run into."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .footprint import Footprint, rectangle
from .measure import core_gap
from .obstruct import inside_pieces
from .path import Path
from .plane import EPSILON, Point, bearing, gap, hull, midpoint

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Meeting(NamedTuple):
    """So many inches along its path a base meets another."""

    at: float
    other: Footprint


def about_all(bases: Sequence[Footprint]) -> Footprint:
    """The least convex shape that holds all of some bases with straight edges.

    >>> from sandtable.table import rectangle
    >>> about_all([rectangle(0, 0, 0, 2, 1), rectangle(3, 0, 90, 2, 1)]).box
    (-1.0, -1.0, 3.5, 1.0)
    """
    first = bases[0]
    if all(base == first for base in bases):
        return first
    core = hull(corner for base in bases for corner in base.core)
    xs, ys = zip(*core, strict=True)
    middle = midpoint((min(xs), min(ys)), (max(xs), max(ys)))
    return Footprint("outline", middle, 0.0, core)


def swept(start: Footprint, end: Footprint) -> Footprint:
    """All the ground that a base covers as it moves straight from one place to another.

    >>> from sandtable.table import rectangle
    >>> base = rectangle(0, 0, 0, 2, 1)
    >>> swept(base, base.at(0, 5)).box
    (-1.0, -0.5, 1.0, 5.5)

    Raises:
        ValueError: The two are not the same base with the same heading.
    """
    dx, dy = end.x - start.x, end.y - start.y
    same = start.kind == end.kind and len(start.core) == len(end.core)
    if (
        not same
        or start.radius != end.radius
        or start.heading != end.heading
        or any(
            abs(bx - ax - dx) > EPSILON or abs(by - ay - dy) > EPSILON
            for (ax, ay), (bx, by) in zip(start.core, end.core, strict=True)
        )
    ):
        raise ValueError("a base moving straight keeps its shape and its heading")
    if dx == 0.0 == dy:
        return start
    middle = midpoint(start.centre, end.centre)
    core = hull(start.core + end.core)
    return Footprint("outline", middle, start.heading, core, start.radius)


def strip(a: Point, b: Point, width: float) -> Footprint:
    """The rectangle of a width with the line from a to b along its middle, facing b.

    It serves as a clear path one base wide, a smoke screen or a beaten zone.

    >>> strip((2, 0), (2, 10), 1.5).box
    (1.25, 0.0, 2.75, 10.0)

    Raises:
        ValueError: a and b are the same point.
    """
    length = gap(a, b)
    if length <= 0.0:
        raise ValueError(f"a strip needs two different points, not {a} twice")
    centre = midpoint(a, b)
    heading = bearing(a, b)
    if heading % 45.0 == 0.0:
        return rectangle(*centre, heading, width, length)
    rx = (b[1] - a[1]) / length * width / 2.0
    ry = (a[0] - b[0]) / length * width / 2.0
    (ax, ay), (bx, by) = a, b
    core = ((bx - rx, by - ry), (bx + rx, by + ry), (ax + rx, ay + ry), (ax - rx, ay - ry))
    return Footprint("rectangle", centre, heading, core, 0.0, (float(width), length))


def segment_meets(a: Point, b: Point, fp: Footprint) -> bool:
    """Whether some length of the line from a to b is inside a base; grazing it is not enough.

    >>> from sandtable.table import rectangle
    >>> base = rectangle(5, 0, 0, 2, 2)
    >>> segment_meets((0, 0), (9, 0), base), segment_meets((0, 1), (9, 1), base)
    (True, False)
    """
    if fp.radius:
        return gap(a, b) > EPSILON and core_gap((a, b), fp.core) < fp.radius - EPSILON
    return bool(inside_pieces(a, b, fp.core))


def segment_touches(a: Point, b: Point, fp: Footprint) -> bool:
    """Whether the line from a to b meets a base or just touches it.

    >>> from sandtable.table import rectangle
    >>> segment_touches((0, 1), (9, 1), rectangle(5, 0, 0, 2, 2))
    True
    """
    return core_gap((a, b), fp.core) <= fp.radius + EPSILON


def first_overlap(
    fp: Footprint,
    path: Sequence[Point] | Path,
    others: Iterable[Footprint],
    keep_heading: bool = False,
) -> Meeting | None:
    """Where a base that moves along a path first overlaps another base, if it does.

    The centre follows the path. The base faces along each leg (it turns on the spot at the corners;
    only where it stands then is looked at), or keeps its heading throughout. The distance given is
    where the two are in exact contact, about to overlap; 0 if they overlap at the start.

    >>> from sandtable.table import rectangle
    >>> base = rectangle(0, 0, 0, 1, 1)
    >>> first_overlap(base, [(0, 0), (0, 9)], [rectangle(0.5, 6, 0, 1, 2)]).at
    4.5
    """
    return _first(fp, path, others, keep_heading, 0.0 - EPSILON)


def first_touch(
    fp: Footprint,
    path: Sequence[Point] | Path,
    others: Iterable[Footprint],
    keep_heading: bool = False,
) -> Meeting | None:
    """Where a base that moves along a path first touches another base, if it does.

    As `first_overlap`, but sliding along an edge or past a corner counts.

    >>> from sandtable.table import rectangle
    >>> base = rectangle(0, 0, 0, 1, 1)
    >>> first_touch(base, [(0, 0), (0, 9)], [rectangle(1, 6, 0, 1, 2)]).at
    4.5
    """
    return _first(fp, path, others, keep_heading, EPSILON)


def _first(
    fp: Footprint,
    path: Sequence[Point] | Path,
    others: Iterable[Footprint],
    keep_heading: bool,
    slack: float,
) -> Meeting | None:
    way = path if isinstance(path, Path) else Path(path)
    obstacles = list(others)
    for leg in way.legs:
        base = fp.at(*leg.a, None if keep_heading else leg.heading)
        found: Meeting | None = None
        for other in obstacles:
            at = _time_of_contact(base, leg.a, leg.b, other, slack)
            if at is not None and (found is None or leg.start + at < found.at):
                found = Meeting(leg.start + at, other)
        if found is not None:
            return found
    return None


def _time_of_contact(
    base: Footprint, a: Point, b: Point, other: Footprint, slack: float
) -> float | None:
    """How far a base can move from a towards b before it is nearer to another than the slack."""
    length = gap(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    x0, y0, x1, y1 = base.box
    ox0, oy0, ox1, oy1 = other.box
    dx, dy = b[0] - a[0], b[1] - a[1]
    if (
        min(x0, x0 + dx) > ox1 + slack
        or max(x1, x1 + dx) < ox0 - slack
        or min(y0, y0 + dy) > oy1 + slack
        or max(y1, y1 + dy) < oy0 - slack
    ):
        return None
    if base.radius or other.radius:
        return _round_contact(base, (ux, uy), length, other, slack)
    enter, leave = 0.0, length
    for normal_x, normal_y, here, sign in _axes(base.core, other.core):
        # the gap along this axis starts at `here` and shrinks by `closing` per inch
        closing = sign * (normal_x * ux + normal_y * uy)
        if abs(closing) <= 1e-12:
            if here > slack:
                return None
            continue
        if closing > 0.0:
            if here > slack:
                enter = max(enter, here / closing)
        else:
            if here > slack:
                return None
            leave = min(leave, (here - slack) / closing)
    return enter if leave >= enter else None


def _axes(
    core: tuple[Point, ...], other: tuple[Point, ...]
) -> list[tuple[float, float, float, float]]:
    """For each edge of both outlines: outward normal, gap along it, and whose edge it is."""
    axes = []
    for one, two, sign in ((core, other, 1.0), (other, core, -1.0)):
        px, py = one[-1]
        for qx, qy in one:
            length = gap((px, py), (qx, qy))
            nx, ny = (py - qy) / length, (qx - px) / length
            here = min([nx * (x - px) + ny * (y - py) for x, y in two])
            axes.append((nx, ny, here, sign))
            px, py = qx, qy
    return axes


def _round_contact(
    base: Footprint, direction: Point, length: float, other: Footprint, slack: float
) -> float | None:
    """The same for round shapes: their distance along the way first falls and then rises."""
    ux, uy = direction
    reach = base.radius + other.radius

    def apart(s: float) -> float:
        moved = [(x + ux * s, y + uy * s) for x, y in base.core]
        return core_gap(moved, other.core) - reach

    if apart(0.0) <= slack:
        return 0.0
    low, high = 0.0, length
    while high - low > 1e-9:
        third = (high - low) / 3.0
        if apart(low + third) < apart(high - third):
            high -= third
        else:
            low += third
    nearest = (low + high) / 2.0
    if apart(nearest) > slack:
        return None
    low, high = 0.0, nearest
    aim = max(slack, 0.0) if apart(nearest) > 0.0 else 0.0
    while high - low > 1e-9:
        middle = (low + high) / 2.0
        if apart(middle) <= aim:
            high = middle
        else:
            low = middle
    return high
