"""Which features a straight line may meet, from a few table look-ups.

A line that runs more across the table than along it is known by its heights at two upright
reference lines left and right of everything. Both heights are counted in cells, and for each pair
of cells four sets of features are kept, as the bits of integers:

- above: surely some corner of the feature is above every line of the pair of cells;
- below: surely some corner is below every such line;
- maybe above, maybe below: the same, but for at least one of these lines.

A feature in "above" and in "below" is cut by the line; one not in both of the "maybe" sets is
missed by it. Only what is left needs an exact test. Steep lines use a second index with x and y
exchanged.
"""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

from .plane import EPSILON, Point

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .footprint import Footprint

Cell = tuple[int, int, int, int]
"""Features above, below, maybe above and maybe below the lines of a cell."""

ALONG = 8.0
"""Cells per inch for the places where lines start and end."""

_HAIR = 4.0 * EPSILON


class LineIndex:
    """The features that lines nearer to the x axis than to the y axis may meet.

    Attributes:
        rows: For each cell at the left reference line, the cells at the right one; None until
        asked. starts: For each cell along x, where a line starts: the features that surely begin
        after it,
            and those that maybe reach it.
        ends: The same for the end: the features that surely end before it, and those that maybe
            begin before it.
        low: x of the left reference line.
        high: x of the right reference line.
        origin: y where the cells begin.
        per_inch: Cells per inch.

    >>> index = LineIndex([[(4, 4), (6, 4), (5, 6)]], (0, 0, 10, 10))
    >>> index.candidates((0, 5), (9, 5)), index.candidates((0, 8), (9, 8))
    (1, 0)
    """

    __slots__ = (
        "_corners",
        "_count",
        "ends",
        "high",
        "low",
        "origin",
        "per_inch",
        "rows",
        "starts",
    )

    def __init__(
        self,
        shapes: Sequence[Sequence[Point]],
        box: tuple[float, float, float, float],
        solid: int = -1,
        cells_per_inch: float = 2.0,
    ) -> None:
        """Prepare an index.

        Args:
            shapes: The corners of each feature.
            box: Least x, least y, greatest x, greatest y of everything that is asked about.
            solid: The features (bits) that may be counted as surely met.
            cells_per_inch: How finely lines are told apart.
        """
        xs = [x for shape in shapes for x, _ in shape]
        ys = [y for shape in shapes for _, y in shape]
        self.low = min([box[0], *xs]) - 1.0
        self.high = max([box[2], *xs]) + 1.0
        span = self.high - self.low
        self.origin = min([box[1], *ys]) - span - 2.0 / cells_per_inch
        self.per_inch = cells_per_inch
        height = max([box[3], *ys]) + span + 2.0 / cells_per_inch - self.origin
        self._count = ceil(height * cells_per_inch)
        self.rows: list[list[Cell] | None] = [None] * self._count
        # A corner (x, y) is above the line that passes the reference lines at heights s and e if
        # y > s (1 - u) + e u with u = (x - low) / span: with s and e counted in cells, if
        # e < p - s q for the p and q kept here. The third number is a hair's breadth, in cells.
        self._corners: list[list[tuple[float, float, float]]] = []
        for shape in shapes:
            kept = []
            for x, y in shape:
                u = (x - self.low) / span
                q = (1.0 - u) / u
                p = (y / u - self.origin * (1.0 + q)) * cells_per_inch
                kept.append((p, q, _HAIR * cells_per_inch / u))
            self._corners.append(kept)
        self.starts, self.ends = self._along(shapes, solid)

    def _along(
        self, shapes: Sequence[Sequence[Point]], solid: int
    ) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        count = ceil((self.high - self.low) * ALONG) + 1
        begins_after, reaches, ends_before, begins = ([0] * (count + 1) for _ in range(4))
        for k, shape in enumerate(shapes):
            bit = 1 << k
            begin = (min(x for x, _ in shape) - self.low - _HAIR) * ALONG
            end = (max(x for x, _ in shape) - self.low + _HAIR) * ALONG
            # the cell at which each of the four turns from true to false, or false to true
            begins_after[_clamped(ceil(begin) - 1, count)] ^= bit
            reaches[_clamped(floor(end) + 1, count)] ^= bit
            ends_before[_clamped(floor(end) + 1, count)] ^= bit
            begins[_clamped(ceil(begin) - 1, count)] ^= bit
        every = (1 << len(shapes)) - 1
        starts, ends = [], []
        now_after, now_reaches, now_before, now_begins = every, every, 0, 0
        for k in range(count):
            now_after ^= begins_after[k]
            now_reaches ^= reaches[k]
            now_before ^= ends_before[k]
            now_begins ^= begins[k]
            starts.append((now_after & solid, now_reaches))
            ends.append((now_before & solid, now_begins))
        return starts, ends

    def row(self, i: int) -> list[Cell]:
        """The cells for lines that pass the left reference line in cell i."""
        count = self._count
        # By cell, the features for which each of the four turns to true, or to false.
        turns: dict[int, list[int]] = {}

        def turn(j: int, which: int, bit: int) -> None:
            turns.setdefault(_clamped(j, count), [0, 0, 0, 0])[which] ^= bit

        for k, corners in enumerate(self._corners):
            bit = 1 << k
            upper = [p - hair - (i + 1) * q for p, q, hair in corners]
            lower = [p + hair - i * q for p, q, hair in corners]
            turn(ceil(max(upper)) - 1, 0, bit)
            turn(floor(min(lower)) + 1, 1, bit)
            turn(ceil(max(lower)), 2, bit)
            turn(floor(min(upper)), 3, bit)
        every = (1 << len(self._corners)) - 1
        cell: Cell = (every, 0, every, 0)
        made: list[Cell] = []
        for j in sorted(turns):
            made += [cell] * (j - len(made))
            a, b, c, d = turns[j]
            cell = (cell[0] ^ a, cell[1] ^ b, cell[2] ^ c, cell[3] ^ d)
        made += [cell] * (count - len(made))
        self.rows[i] = made
        return made

    def cell(self, start: float, end: float) -> Cell:
        """The cell of the line that passes the two reference lines at two heights.

        Raises:
            IndexError: The line lies outside what the index covers.
        """
        i = floor((start - self.origin) * self.per_inch)
        j = floor((end - self.origin) * self.per_inch)
        if i < 0 or j < 0:
            raise IndexError("beyond the index")
        return (self.rows[i] or self.row(i))[j]

    def candidates(self, a: Point, b: Point) -> int:
        """The features (bits) that the line from a to b may meet.

        Raises:
            IndexError: The line lies outside what the index covers.
        """
        (ax, ay), (bx, by) = (a, b) if a[0] < b[0] else (b, a)
        if ax < self.low or bx > self.high:
            raise IndexError("beyond the index")
        slope = (by - ay) / (bx - ax)
        cell = self.cell(ay + slope * (self.low - ax), ay + slope * (self.high - ax))
        reaches = self.starts[int((ax - self.low) * ALONG)][1]
        begins = self.ends[int((bx - self.low) * ALONG)][1]
        return cell[2] & cell[3] & reaches & begins

    def corridor(self, a: Footprint, b: Footprint, exchanged: bool) -> tuple[int, int]:
        """The features between two bases: those across all lines from one to the other, and all.

        Args:
            a: One base.
            b: The other.
            exchanged: Whether this index has x and y exchanged.

        Raises:
            IndexError: The bases lie outside what the index covers.
        """
        if exchanged:
            (ay, ax), (by, bx) = a.centre, b.centre
            _, a0, _, a1 = a.box
            _, b0, _, b1 = b.box
            slope = (by - ay) / (bx - ax)
            heights = [x - slope * y for x, y in a.corners + b.corners]
        else:
            (ax, ay), (bx, by) = a.centre, b.centre
            a0, _, a1, _ = a.box
            b0, _, b1, _ = b.box
            slope = (by - ay) / (bx - ax)
            heights = [y - slope * x for x, y in a.corners + b.corners]
        left, near, far, right = (a0, a1, b0, b1) if ax < bx else (b0, b1, a0, a1)
        left = far if far < left else left
        right = near if near > right else right
        low = self.low
        if left < low or right > self.high:
            raise IndexError("beyond the index")
        most, least = max(heights), min(heights)
        first, last = slope * low, slope * self.high
        top = self.cell(most + first, most + last)
        bottom = self.cell(least + first, least + last)
        maybe = top[3] & bottom[2]
        maybe &= self.starts[int((left - low) * ALONG)][1]
        maybe &= self.ends[int((right - low) * ALONG)][1]
        if near >= far:
            return 0, maybe
        surely = top[0] & bottom[1]
        surely &= self.starts[int((near - low) * ALONG)][0]
        surely &= self.ends[int((far - low) * ALONG)][0]
        return surely, maybe


def _clamped(value: int, most: int) -> int:
    return 0 if value < 0 else most if value > most else value
