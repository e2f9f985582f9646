"""Lines of sight over the ground; each rulebook says which kinds of feature stop them and how."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

import msgspec

from .across import Barrier, view_between
from .lineindex import ALONG, LineIndex
from .measure import distance_to_outline, distance_to_polyline
from .obstruct import area_stops, line_stops
from .plane import EPSILON, Point, between, hull
from .sightrules import AreaSight, LineSight, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .footprint import Footprint
    from .ground import Area, Ground, Line

_NONE: frozenset[str] = frozenset()
_REMEMBERED = 16384
_FULL_HEIGHT = (float("-inf"), float("inf"))


class Block(msgspec.Struct, frozen=True):
    """The feature that stops a line of sight, and the point where it does.

    >>> Block("w1", (3.0, 4.0)).feature
    'w1'
    """

    feature: str
    point: Point


class Sight:
    """Lines of sight over a ground, by the rules for each kind of feature.

    Kinds without a rule never stop sight. Ids that a question says to ignore do not stop it either
    (lines with `unless_touched=False` do).

    >>> from sandtable.table import Area, Ground
    >>> wood = Area("w1", "wood", ((4, 0), (9, 0), (9, 9), (4, 9)))
    >>> sight = Sight(Ground(48, 36, [wood]), {"wood": AreaSight(inside=2.0)})
    >>> sight.clear((0, 5), (6, 5)), sight.clear((0, 5), (6.1, 5)), sight.clear((0, 5), (20, 5))
    (True, False, False)
    >>> sight.blocker((0, 5), (20, 5))
    Block(feature='w1', point=(6.0, 5.0))
    """

    __slots__ = (
        "_bits",
        "_features",
        "_flat",
        "_ignored",
        "_last_bar",
        "_seen",
        "_steep",
        "ground",
        "rules",
    )

    def __init__(self, ground: Ground, rules: Mapping[str, Rule]) -> None:
        """Prepare the questions.

        Args:
            ground: The table.
            rules: For each kind of feature, how it stops sight.

        Raises:
            ValueError: A kind of area has a rule for lines, or the reverse.
        """
        self.ground = ground
        self.rules: dict[str, Rule] = dict(rules)
        self._features: list[_Feature] = []
        for area in ground.areas:
            rule = self.rules.get(area.kind)
            if isinstance(rule, AreaSight):
                self._features.append(_Feature(area, area.outline, rule, rule.through))
            elif rule is not None:
                raise ValueError(f"area {area.id!r} of kind {area.kind!r} has a rule for lines")
        for line in ground.lines:
            rule = self.rules.get(line.kind)
            if isinstance(rule, LineSight):
                self._features.append(_Feature(line, line.points, rule, True))
            elif rule is not None:
                raise ValueError(f"line {line.id!r} of kind {line.kind!r} has a rule for areas")
        solid = 0
        self._bits: dict[str, int] = {}
        for k, feature in enumerate(self._features):
            solid |= feature.solid << k
            if feature.can_be_ignored:
                self._bits[feature.id] = 1 << k
        shapes = [feature.points for feature in self._features]
        turned = [[(y, x) for x, y in shape] for shape in shapes]
        self._flat = LineIndex(shapes, (0.0, 0.0, ground.width, ground.depth), solid)
        self._steep = LineIndex(turned, (0.0, 0.0, ground.depth, ground.width), solid)
        self._ignored: dict[frozenset[str], int] = {_NONE: 0}
        self._last_bar: tuple[int, _Feature] | None = None
        self._seen: dict[tuple[Footprint, Footprint, frozenset[str]], bool] = {}

    def clear(self, a: Point, b: Point, ignoring: frozenset[str] = _NONE) -> bool:
        """Whether nothing stops the line from a to b; the quick question."""
        ax, ay = a
        bx, by = b
        dx = bx - ax
        dy = by - ay
        if dx * dx >= dy * dy:
            if dx == 0.0:
                return True
            index = self._flat
        else:
            ax, ay, bx, by, dx, dy = ay, ax, by, bx, dy, dx
            index = self._steep
        low = index.low
        high = index.high
        per_inch = index.per_inch
        slope = dy / dx
        base = ay - slope * ax - index.origin
        i = int((base + slope * low) * per_inch)
        j = int((base + slope * high) * per_inch)
        if dx < 0.0:
            ax, bx = bx, ax
        if ax < low or bx > high or i < 1 or j < 1:
            return self._stopped(a, b, -1 ^ self._ignore(ignoring)) is None
        try:
            row = index.rows[i] or index.row(i)
            above, below, maybe_above, maybe_below = row[j]
        except IndexError:
            return self._stopped(a, b, -1 ^ self._ignore(ignoring)) is None
        begins_after, reaches = index.starts[int((ax - low) * ALONG)]
        ends_before, begins = index.ends[int((bx - low) * ALONG)]
        surely = above & below & begins_after & ends_before
        if not ignoring:
            if surely:
                return False
            maybe = maybe_above & maybe_below & reaches & begins
            return not maybe or self._stopped(a, b, maybe) is None
        heeded = -1 ^ self._ignore(ignoring)
        if surely & heeded:
            return False
        maybe = maybe_above & maybe_below & reaches & begins & heeded
        return not maybe or self._stopped(a, b, maybe) is None

    def blocker(
        self,
        a: Point,
        b: Point,
        ignoring: frozenset[str] = _NONE,
        eyes: tuple[float, float] | None = None,
    ) -> Block | None:
        """What first stops the line from a to b, and where; None if nothing does.

        An area that is passed through stops the line where it enters; one with too many inches
        inside where the limit is used up; a line where it is crossed.

        Args:
            a: Where the line starts.
            b: Where it ends.
            ignoring: Ids of features to leave out.
            eyes: Heights above the table at a and b. Then a feature counts only where its height is
                more than that of the line. Without them every feature counts.
        """
        first: tuple[float, str] | None = None
        for feature in self._chosen(self._candidates(a, b) & ~self._ignore(ignoring)):
            at = feature.stops(a, b, eyes)
            if at is not None and (first is None or (at, feature.id) < first):
                first = (at, feature.id)
        if first is None:
            return None
        return Block(first[1], between(a, b, first[0] / hypot(b[0] - a[0], b[1] - a[1])))

    def sees(
        self,
        a: Footprint,
        b: Footprint,
        ignoring: frozenset[str] = _NONE,
        eyes: tuple[float, float] | None = None,
    ) -> bool:
        """Whether any line from one of a's points to one of b's points is clear.

        >>> from sandtable.table import Area, Ground, rectangle
        >>> house = Area("b1", "house", ((8, 0), (12, 0), (12, 10), (8, 10)))
        >>> sight = Sight(Ground(48, 36, [house]), {"house": AreaSight()})
        >>> sight.sees(rectangle(2, 5, 90, 1, 1), rectangle(20, 5, 270, 1, 1))
        False
        >>> sight.sees(rectangle(2, 9.8, 90, 1, 1), rectangle(20, 9.8, 270, 1, 1))
        True
        """
        if eyes is not None:
            return any(
                self.blocker(p, q, ignoring, eyes) is None for p in a.points for q in b.points
            )
        key = (a, b, ignoring)
        seen = self._seen.get(key)
        if seen is None:
            seen = self._sees(a, b, ignoring)
            if len(self._seen) >= _REMEMBERED:
                self._seen.clear()
            self._seen[key] = seen
        return seen

    def _sees(self, a: Footprint, b: Footprint, ignoring: frozenset[str]) -> bool:
        if a.kind != "outline" != b.kind and self.clear(a.centre, b.centre, ignoring):
            return True
        surely, maybe = self._corridor(a, b)
        heeded = ~self._ignore(ignoring)
        if surely & heeded:
            return False
        if not maybe & heeded:
            return True
        if self._is_barred(a, b, maybe & heeded):
            return False
        clear = self.clear
        for p in a.points:
            for q in b.points:
                if clear(p, q, ignoring):
                    return True
        return False

    def glimpses(self, a: Footprint, b: Footprint, ignoring: frozenset[str] = _NONE) -> bool:
        """Whether the line between two centres is clear, or one from corner to corner.

        >>> from sandtable.table import Area, Ground, rectangle
        >>> house = Area("b1", "house", ((8, 0), (12, 0), (12, 10), (8, 10)))
        >>> sight = Sight(Ground(48, 36, [house]), {"house": AreaSight()})
        >>> sight.glimpses(rectangle(2, 5, 90, 1, 1), rectangle(20, 5, 270, 1, 1))
        False
        """
        surely, maybe = self._corridor(a, b)
        heeded = ~self._ignore(ignoring)
        if surely & heeded:
            return False
        clear = self.clear
        if not maybe & heeded or clear(a.centre, b.centre, ignoring):
            return True
        if self._is_barred(a, b, maybe & heeded):
            return False
        for p in a.corners:
            for q in b.corners:
                if clear(p, q, ignoring):
                    return True
        return False

    def surely_hidden(self, a: Footprint, b: Footprint, ignoring: frozenset[str] = _NONE) -> bool:
        """Whether one feature lies across all lines between two shapes; a quick look.

        If it says yes, nothing that stays within one shape sees anything within the other.

        >>> from sandtable.table import Area, Ground, rectangle
        >>> house = Area("b1", "house", ((8, 0), (12, 0), (12, 10), (8, 10)))
        >>> sight = Sight(Ground(48, 36, [house]), {"house": AreaSight()})
        >>> sight.surely_hidden(rectangle(2, 5, 90, 1, 1), rectangle(20, 5, 270, 1, 1))
        True
        """
        surely, maybe = self._corridor(a, b)
        heeded = ~self._ignore(ignoring)
        if surely & heeded:
            return True
        return bool(maybe & heeded) and self._is_barred(a, b, maybe & heeded)

    def _is_barred(self, a: Footprint, b: Footprint, bits: int) -> bool:
        """Whether it can be proved that one of these features stops every line between two bases.

        Only a feature that is in the way of some lines can be in the way of all. Questions about
        the same pair of places follow each other, so the one that was so before is tried first.
        """
        bits &= self._candidates(a.centre, b.centre)
        bits &= bits and self._candidates(a.core[0], b.core[0])
        bits &= bits and self._candidates(a.core[-1], b.core[-1])
        if not bits:
            return False
        view = view_between(a, b)
        if view is None:
            return False
        last = self._last_bar
        if last is not None and bits & last[0]:
            if last[1].barrier.stops_all(view):
                return True
            bits ^= last[0]
        for feature in self._chosen(bits):
            if feature.barrier.stops_all(view):
                self._last_bar = (1 << self._features.index(feature), feature)
                return True
        return False

    def clear_lines(
        self, a: Footprint, b: Footprint, ignoring: frozenset[str] = _NONE
    ) -> Iterator[tuple[Point, Point]]:
        """All clear lines from one of a's points to one of b's points."""
        for p in a.points:
            for q in b.points:
                if self.clear(p, q, ignoring):
                    yield p, q

    def features_between(self, a: Footprint, b: Footprint) -> tuple[str, ...]:
        """The ids of the features with a rule that meet the hull of two bases (or touch it).

        >>> from sandtable.table import Area, Ground, rectangle
        >>> house = Area("b1", "house", ((8, 0), (12, 0), (12, 10), (8, 10)))
        >>> sight = Sight(Ground(48, 36, [house]), {"house": AreaSight()})
        >>> sight.features_between(rectangle(2, 10.5, 0, 1, 1), rectangle(20, 10.5, 0, 1, 1))
        ('b1',)
        """
        return tuple(
            feature.id for feature in self._chosen(self._corridor(a, b)[1]) if feature.meets(a, b)
        )

    def crossed_lines(self, a: Point, b: Point) -> tuple[Line, ...]:
        """The lines of the ground, of any kind, that the line from a to b crosses, nearest first.

        >>> from sandtable.table import Ground, Line
        >>> hedge = Line("h1", "hedge", ((7, 0), (7, 9)))
        >>> sight = Sight(Ground(48, 36, lines=[hedge]), {})
        >>> [line.id for line in sight.crossed_lines((0, 1), (9, 1))]
        ['h1']
        """
        found = []
        for line in self.ground.lines:
            at = line_stops(a, b, line.points)
            if at is not None:
                found.append((at, line.id, line))
        return tuple(line for _, _, line in sorted(found, key=lambda entry: entry[:2]))

    def forget(self) -> None:
        """Drop all remembered answers; later ones are the same, only slower the first time."""
        self._seen.clear()
        self._ignored.clear()

    def __reduce__(self) -> tuple[Any, ...]:
        return (Sight, (self.ground, self.rules))

    def _stopped(self, a: Point, b: Point, bits: int) -> str | None:
        """The id of any one of the given features that stops a line; exact, no shortcuts."""
        features = self._features
        bits &= (1 << len(features)) - 1
        while bits:
            lowest = bits & -bits
            feature = features[lowest.bit_length() - 1]
            if feature.is_area:
                at = area_stops(a, b, feature.points, feature.through, feature.inside)
            else:
                at = line_stops(a, b, feature.points)
            if at is not None:
                return feature.id
            bits ^= lowest
        return None

    def _chosen(self, bits: int) -> Iterator[_Feature]:
        features = self._features
        bits &= (1 << len(features)) - 1
        while bits:
            lowest = bits & -bits
            yield features[lowest.bit_length() - 1]
            bits ^= lowest

    def _ignore(self, ignoring: frozenset[str]) -> int:
        """The features, as bits, that a set of ids takes out of account."""
        known = self._ignored.get(ignoring)
        if known is None:
            known = 0
            for feature_id in ignoring:
                known |= self._bits.get(feature_id, 0)
            if len(self._ignored) >= _REMEMBERED:
                self._ignored.clear()
            self._ignored[ignoring] = known
        return known

    def _candidates(self, a: Point, b: Point) -> int:
        try:
            if abs(b[0] - a[0]) >= abs(b[1] - a[1]):
                return self._flat.candidates(a, b) if a[0] != b[0] else 0
            return self._steep.candidates(a[::-1], b[::-1])
        except IndexError:
            return -1

    def _corridor(self, a: Footprint, b: Footprint) -> tuple[int, int]:
        try:
            if a.radius or b.radius or a.centre == b.centre:
                return 0, -1
            if abs(b.x - a.x) >= abs(b.y - a.y):
                return self._flat.corridor(a, b, False)
            return self._steep.corridor(a, b, True)
        except IndexError:
            return 0, -1


class _Feature:
    """An area or a line with its rule, laid out for quick tests."""

    __slots__ = (
        "barrier",
        "can_be_ignored",
        "height",
        "id",
        "inside",
        "is_area",
        "points",
        "solid",
        "through",
    )

    def __init__(
        self, feature: Area | Line, points: tuple[Point, ...], rule: Rule, solid: bool
    ) -> None:
        self.id = feature.id
        self.height = feature.height
        self.points = points
        self.solid = solid
        self.is_area = isinstance(rule, AreaSight)
        self.through = isinstance(rule, AreaSight) and rule.through
        self.inside = rule.inside if isinstance(rule, AreaSight) else None
        self.can_be_ignored = isinstance(rule, AreaSight) or rule.unless_touched
        self.barrier = Barrier(
            points, is_area=self.is_area, through=self.through, inside=self.inside
        )

    def stops(self, a: Point, b: Point, eyes: tuple[float, float] | None) -> float | None:
        """How far a line gets before it is stopped; None if it is not."""
        window = _FULL_HEIGHT if eyes is None else self._window(a, b, eyes)
        if self.is_area:
            return area_stops(a, b, self.points, self.through, self.inside, window)
        return line_stops(a, b, self.points, window)

    def _window(self, a: Point, b: Point, eyes: tuple[float, float]) -> tuple[float, float]:
        """The part of the line, in inches from a, that runs lower than the feature's height."""
        at_a, at_b = self.height - eyes[0], self.height - eyes[1]
        length = hypot(b[0] - a[0], b[1] - a[1])
        if at_a > EPSILON and at_b > EPSILON:
            return _FULL_HEIGHT
        if at_a <= EPSILON and at_b <= EPSILON:
            return (1.0, 0.0)
        level = length * at_a / (at_a - at_b)
        return (float("-inf"), level) if at_a > at_b else (level, float("inf"))

    def meets(self, a: Footprint, b: Footprint) -> bool:
        """Whether it meets or touches the hull of two bases."""
        from .footprint import Footprint

        core = hull(a.core + b.core)
        whole = Footprint("outline", a.centre, 0.0, core, max(a.radius, b.radius))
        if self.is_area:
            return distance_to_outline(whole, self.points) <= EPSILON
        return distance_to_polyline(whole, self.points) <= EPSILON
