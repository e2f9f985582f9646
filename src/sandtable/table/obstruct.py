"""One straight line against one feature: where it runs inside, and where it is stopped."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from .plane import EPSILON, Point

if TYPE_CHECKING:
    from collections.abc import Sequence

_EVERYWHERE = (float("-inf"), float("inf"))


def inside_runs(a: Point, b: Point, outline: Sequence[Point]) -> list[tuple[float, float]]:
    """The stretches of the endless line through a and b that lie inside an outline.

    They are given in inches from a towards b, in order, and may lie before a or beyond b. Running
    along an edge or touching a corner is not inside.

    >>> inside_runs((0, 1), (9, 1), [(2, 0), (5, 0), (5, 4), (2, 4)])
    [(2.0, 5.0)]
    >>> inside_runs((0, 0), (9, 0), [(2, 0), (5, 0), (5, 4), (2, 4)])
    []
    """
    ax, ay = a
    ux, uy = b[0] - ax, b[1] - ay
    length = hypot(ux, uy)
    if length <= EPSILON:
        return []
    ux /= length
    uy /= length
    meets: list[float] = []
    px, py = outline[-1]
    before = ux * (py - ay) - uy * (px - ax)
    for x, y in outline:
        after = ux * (y - ay) - uy * (x - ax)
        if after > EPSILON:
            crosses = before < 0.0
        elif after < -EPSILON:
            crosses = before > 0.0
        else:
            return _runs_through_corners(a, (ux, uy), outline)
        if crosses:
            part = before / (before - after)
            meets.append((px + (x - px) * part - ax) * ux + (py + (y - py) * part - ay) * uy)
        px, py, before = x, y, after
    if not meets:
        return []
    if len(meets) == 2:
        first, last = meets
        return [(first, last) if first < last else (last, first)]
    meets.sort()
    return list(zip(meets[::2], meets[1::2], strict=True))


def _runs_through_corners(
    a: Point, direction: Point, outline: Sequence[Point]
) -> list[tuple[float, float]]:
    """The same for a line that passes through corners or along edges.

    The line is shifted by a hair to its left, then to its right; what both have inside is inside.
    """
    (ax, ay), (ux, uy) = a, direction
    sides = [ux * (y - ay) - uy * (x - ax) for x, y in outline]
    if min(sides) >= -EPSILON or max(sides) <= EPSILON:
        return []
    snapped = [0.0 if -EPSILON <= side <= EPSILON else side for side in sides]
    left = _shifted_runs(a, direction, outline, snapped, [side > 0.0 for side in snapped])
    right = _shifted_runs(a, direction, outline, snapped, [side >= 0.0 for side in snapped])
    runs: list[tuple[float, float]] = []
    for left_start, left_end in left:
        for right_start, right_end in right:
            start, end = max(left_start, right_start), min(left_end, right_end)
            if end - start <= EPSILON:
                continue
            if runs and start - runs[-1][1] <= EPSILON:
                runs[-1] = (runs[-1][0], end)
            else:
                runs.append((start, end))
    return runs


def _shifted_runs(
    a: Point,
    direction: Point,
    outline: Sequence[Point],
    sides: Sequence[float],
    above: Sequence[bool],
) -> list[tuple[float, float]]:
    ux, uy = direction
    meets = []
    for i in range(len(outline)):
        if above[i - 1] != above[i]:
            (px, py), (x, y) = outline[i - 1], outline[i]
            part = sides[i - 1] / (sides[i - 1] - sides[i])
            x, y = px + (x - px) * part, py + (y - py) * part
            meets.append((x - a[0]) * ux + (y - a[1]) * uy)
    meets.sort()
    return list(zip(meets[::2], meets[1::2], strict=True))


def inside_pieces(a: Point, b: Point, outline: Sequence[Point]) -> list[tuple[float, float]]:
    """The stretches of the segment from a to b inside an outline, in inches from a.

    >>> inside_pieces((3, 1), (9, 1), [(2, 0), (5, 0), (5, 4), (2, 4)])
    [(0.0, 2.0)]
    """
    runs = inside_runs(a, b, outline)
    if not runs:
        return []
    length = hypot(b[0] - a[0], b[1] - a[1])
    pieces = []
    for start, end in runs:
        start, end = max(start, 0.0), min(end, length)
        if end - start > EPSILON:
            pieces.append((start, end))
    return pieces


def area_stops(
    a: Point,
    b: Point,
    outline: Sequence[Point],
    through: bool,
    inside: float | None,
    window: tuple[float, float] = _EVERYWHERE,
) -> float | None:
    """How far a line from a to b gets before an area stops it; None if it does not.

    Args:
        a: Where the line starts.
        b: Where it ends.
        outline: The area.
        through: Whether a line that enters and leaves is stopped (where it enters). An end exactly
            on the edge is outside.
        inside: How many inches may run inside, summed over all pieces; None for no limit.
        window: The part of the line, in inches from a, that the area is tall enough to meet.

    >>> wood = [(2.0, 0.0), (7.0, 0.0), (7.0, 4.0), (2.0, 4.0)]
    >>> area_stops((0, 1), (9, 1), wood, True, 2), area_stops((0, 1), (4, 1), wood, True, 2)
    (4.0, None)
    """
    runs = inside_runs(a, b, outline)
    if not runs:
        return None
    length = hypot(b[0] - a[0], b[1] - a[1])
    window_start, window_end = window
    stopped: float | None = None
    total = 0.0
    seen = 0
    for run_start, run_end in runs:
        start = run_start if run_start > 0.0 else 0.0
        end = run_end if run_end < length else length
        if end - start <= EPSILON:
            continue
        seen += 1
        low = start if start > window_start else window_start
        high = end if end < window_end else window_end
        if high - low <= EPSILON:
            continue
        if inside is not None:
            if total + high - low > inside + EPSILON:
                return low + inside - total
            total += high - low
        if (
            through
            and stopped is None
            and (seen > 1 or (run_start >= -EPSILON and run_end <= length + EPSILON))
        ):
            stopped = start
    return stopped


def line_stops(
    a: Point,
    b: Point,
    points: Sequence[Point],
    window: tuple[float, float] = _EVERYWHERE,
) -> float | None:
    """How far a line from a to b gets before it crosses a polyline; None if it does not.

    An end on the polyline, a touch from one side and passing exactly through one of its tips are
    not crossings.

    >>> line_stops((0, 0), (9, 0), [(3, -5), (3, 5)]), line_stops((0, 0), (3, 0), [(3, -5), (3, 5)])
    (3.0, None)
    """
    ax, ay = a
    ux, uy = b[0] - ax, b[1] - ay
    length = hypot(ux, uy)
    if length <= EPSILON:
        return None
    ux /= length
    uy /= length
    sides = [ux * (y - ay) - uy * (x - ax) for x, y in points]
    if min(sides) >= -EPSILON or max(sides) <= EPSILON:
        return None
    first, last = max(EPSILON, window[0]), min(length - EPSILON, window[1])
    stopped: float | None = None
    for start, end in _crossing_spots(points, sides, (ax, ay), (ux, uy)):
        if first < start and end < last and (stopped is None or start < stopped):
            stopped = start
    return stopped


def _crossing_spots(
    points: Sequence[Point], sides: Sequence[float], a: Point, direction: Point
) -> list[tuple[float, float]]:
    """Where a polyline changes from one side of an endless line to the other."""
    ax, ay = a
    ux, uy = direction
    spots: list[tuple[float, float]] = []
    order = list(range(len(points)))
    if points[0] == points[-1]:  # closed: go round from a point off the line, and back to it
        off = next(i for i, side in enumerate(sides) if abs(side) > EPSILON)
        order = [*order[off:-1], *order[: off + 1]]
    came_from = 0.0
    before = -1
    run: list[float] = []
    for i in order:
        side = sides[i]
        x, y = points[i]
        if -EPSILON <= side <= EPSILON:
            run.append((x - ax) * ux + (y - ay) * uy)
            continue
        if came_from * side < 0.0:
            if run:
                spots.append((min(run), max(run)))
            else:
                px, py = points[before]
                part = came_from / (came_from - side)
                at = (px + (x - px) * part - ax) * ux + (py + (y - py) * part - ay) * uy
                spots.append((at, at))
        came_from, before = side, i
        run = []
    return spots
