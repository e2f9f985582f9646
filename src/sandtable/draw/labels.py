"""Where words go: beside what they name, clear of pieces and of each other where possible."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from sandtable.draw.shapes import Box, centroid, inside, scatter, turned
from sandtable.draw.svg import Point

_NARROW = frozenset("ijltfIr.,:;'|!()[] 1-·")
_WIDE = frozenset("mwMWQGOCD@%—")


def text_width(text: str, size: float, *, spaced: float = 0.0) -> float:
    """About how wide a text will be; rather too wide than too narrow, whatever the font.

    >>> text_width("mill", 1.0) < text_width("mmmm", 1.0)
    True
    """
    units = 0.0
    for letter in text:
        if letter in _NARROW:
            units += 0.4
        elif letter in _WIDE:
            units += 0.92
        elif letter.isupper() or ord(letter) > 0x2E80:
            units += 0.72 if ord(letter) < 0x2E80 else 1.0
        else:
            units += 0.6
    return units * size + spaced * len(text)


class Spot(Struct, frozen=True):
    """Where a text stands: its middle, its turn in degrees, and the boxes that it fills.

    Attributes:
        x: The middle of the text, across.
        y: The middle of the text, down.
        turn: By how much it is turned, clockwise.
        boxes: The room it takes.
        leader: Where a line to what it names begins, if it stands far off.
    """

    x: float
    y: float
    turn: float
    boxes: tuple[Box, ...]
    leader: Point | None = None


CELL = 2.0
"""The size of the squares by which boxes are found."""


class Drawer:
    """Boxes, found by where they are."""

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._boxes: list[Box] = []
        self._cells: dict[tuple[int, int], list[int]] = {}
        self.add(boxes)

    def add(self, boxes: Iterable[Box]) -> None:
        """Put boxes in."""
        for box in boxes:
            for cell in _cells(box):
                self._cells.setdefault(cell, []).append(len(self._boxes))
            self._boxes.append(box)

    def near(self, box: Box) -> list[Box]:
        """The boxes that may overlap a box, in the order in which they were put in."""
        if not self._boxes:
            return []
        found = {index for cell in _cells(box) for index in self._cells.get(cell, ())}
        return [self._boxes[index] for index in sorted(found)]


def _cells(box: Box) -> list[tuple[int, int]]:
    x0, y0 = math.floor(box[0] / CELL), math.floor(box[1] / CELL)
    x1, y1 = math.floor(box[2] / CELL), math.floor(box[3] / CELL)
    return [(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)]


class Room:
    """The free room of a drawing.

    Args:
        bounds: Its edge.
        soft: Where things may stand only if they must.
    """

    def __init__(self, bounds: Box, soft: Drawer) -> None:
        self.bounds = bounds
        self._taken = Drawer()
        self._soft = soft
        self._spared = Drawer()

    def take(self, boxes: Iterable[Box]) -> None:
        """Let nothing else stand there."""
        self._taken.add(boxes)

    def spare(self, boxes: Iterable[Box]) -> None:
        """Let things stand there only if they must, too."""
        self._spared.add(boxes)

    def fits(self, boxes: Iterable[Box]) -> bool:
        """Whether there is room."""
        x0, y0, x1, y1 = self.bounds
        return all(
            x0 <= box[0]
            and y0 <= box[1]
            and box[2] <= x1
            and box[3] <= y1
            and not any(overlap(box, other) for other in self._taken.near(box))
            for box in boxes
        )

    def dislike(self, boxes: Iterable[Box]) -> float:
        """How much of what should be left visible would be covered."""
        return sum(
            _shared(box, other)
            for box in boxes
            for other in (*self._soft.near(box), *self._spared.near(box))
        )

    def best(self, spots: Iterable[Spot], tolerance: float = 0.05) -> Spot | None:
        """The first spot with room that covers nothing worth seeing, or the one that covers least.

        Args:
            spots: Where the text may go, the dearest first.
            tolerance: How much may be covered without going on looking.
        """
        chosen, least = None, math.inf
        for place, spot in enumerate(spots):
            if not self.fits(spot.boxes):
                continue
            covered = self.dislike(spot.boxes) + place * 0.01
            if covered <= tolerance + place * 0.01:
                return spot
            if covered < least:
                chosen, least = spot, covered
        return chosen


def overlap(one: Box, two: Box) -> bool:
    """Whether two boxes share more than an edge.

    >>> overlap((0, 0, 2, 2), (1, 1, 3, 3)), overlap((0, 0, 1, 1), (1, 0, 2, 1))
    (True, False)
    """
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def _shared(one: Box, two: Box) -> float:
    wide = min(one[2], two[2]) - max(one[0], two[0])
    high = min(one[3], two[3]) - max(one[1], two[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def box_around(x: float, y: float, width: float, height: float) -> Box:
    """The box of a size about a centre."""
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def upright(x: float, y: float, width: float, height: float, leader: Point | None = None) -> Spot:
    """A spot for a level text."""
    return Spot(x, y, 0.0, (box_around(x, y, width, height),), leader)


def beside(box: Box, width: float, height: float, gap: float) -> Iterator[Spot]:
    """Spots for the label of a piece: below, above, to the sides, and then farther off."""
    x0, y0, x1, y1 = box
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    for step, far in ((gap, False), (gap + height * 0.9, True), (gap + height * 1.9, True)):
        below, above = y1 + step + height / 2, y0 - step - height / 2
        right, left = x1 + step + width / 2, x0 - step - width / 2
        leader = (cx, cy) if far else None
        for x, y in (
            (cx, below),
            (cx, above),
            (right, cy),
            (left, cy),
            (cx + width * 0.3, below),
            (cx - width * 0.3, below),
            (cx + width * 0.3, above),
            (cx - width * 0.3, above),
            (right - gap, below - height * 0.3),
            (left + gap, below - height * 0.3),
            (right - gap, above + height * 0.3),
            (left + gap, above + height * 0.3),
        ):
            yield upright(x, y, width, height, leader)


def within(outline: Sequence[Point], width: float, height: float) -> Iterator[Spot]:
    """Spots for the name of an area: well inside it, nearest to its middle first; then around."""
    cx, cy = centroid(outline)
    places = [(cx, cy), *scatter(outline, max(0.5, height * 0.8), 0, loose=0.0)]
    places.sort(key=lambda p: (round(math.dist(p, (cx, cy)), 3), p))
    inner: list[Spot] = []
    edge: list[Spot] = []
    for x, y in places:
        box = box_around(x, y, width, height)
        corners = [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])]
        spot = upright(x, y, width, height)
        (inner if all(inside(c, outline) for c in corners) else edge).append(spot)
    yield from inner
    yield from edge
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    yield from beside((min(xs), min(ys), max(xs), max(ys)), width, height, 0.15)


def following(line: Sequence[Point], width: float, height: float, offset: float) -> Iterator[Spot]:
    """Spots for the name of a way or a line: along its straight parts, beside it."""
    parts = sorted(itertools.pairwise(line), key=lambda pair: (-round(math.dist(*pair), 3), pair))
    for (ax, ay), (bx, by) in parts:
        length = math.dist((ax, ay), (bx, by))
        if length < width * 0.7:
            continue
        angle = math.degrees(math.atan2(by - ay, bx - ax))
        if angle > 90 or angle <= -90:
            angle += 180 if angle <= -90 else -180
        up = turned((0, -1), angle)
        steps = max(1, int((length - width) / 1.0)) if length > width else 1
        shares = sorted(
            ((i + 1) / (steps + 1) for i in range(steps)), key=lambda s: (abs(s - 0.5), s)
        )
        for share, side in itertools.product(shares, (1, -1)):
            x = ax + (bx - ax) * share + up[0] * offset * side
            y = ay + (by - ay) * share + up[1] * offset * side
            yield Spot(x, y, angle, tuple(_slices(x, y, angle, width, height)))


def _slices(x: float, y: float, angle: float, width: float, height: float) -> Iterator[Box]:
    """A slanting text as a row of small upright boxes."""
    count = max(1, math.ceil(width / height))
    for index in range(count):
        share = (index + 0.5) / count - 0.5
        dx, dy = turned((share * width, 0), angle)
        yield box_around(x + dx, y + dy, height, height)
