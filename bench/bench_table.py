"""How fast the table answers, beside shapely's STRtree doing the same single sight questions.

Run it with `python bench/bench_table.py`. All numbers are medians of several rounds in one process,
on fixed random terrain: 100 polygons on a 60 x 48 table.
"""

from __future__ import annotations

from importlib import import_module
from math import cos, pi, sin
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from sandtable.table import (
    Area,
    AreaSight,
    Footprint,
    Ground,
    Point,
    Sight,
    distance,
    overlap,
    rectangle,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.rows import Row

shapely: Any = import_module("shapely")  # it has no types
WIDTH, DEPTH = 60.0, 48.0
LIMIT = 2.0
ROUNDS = 7
Segment = tuple[Point, Point]


def terrain(random: Random, count: int) -> Ground:
    """Woods of 4 to 9 corners, 2 to 5 inches across; they may overlap."""
    areas: list[Area] = []
    while len(areas) < count:
        x, y = random.uniform(2, WIDTH - 2), random.uniform(2, DEPTH - 2)
        size, corners = random.uniform(1.0, 2.5), random.randint(4, 9)
        outline = []
        for i in range(corners):
            angle = 2 * pi * (i + random.uniform(0, 0.7)) / corners
            reach = size * random.uniform(0.6, 1.0)
            outline.append((x + reach * cos(angle), y + reach * sin(angle)))
        if shapely.Polygon(outline).is_valid:
            areas.append(Area(f"w{len(areas)}", "wood", tuple(outline)))
    return Ground(WIDTH, DEPTH, areas)


def segments(random: Random, count: int, reach: float | None = None) -> list[Segment]:
    """Random lines on the table, at most so long if a reach is given."""
    lines = []
    for _ in range(count):
        a = (random.uniform(0, WIDTH), random.uniform(0, DEPTH))
        b = (random.uniform(0, WIDTH), random.uniform(0, DEPTH))
        if reach is not None:
            b = (
                min(max(a[0] + random.uniform(-reach, reach), 0.0), WIDTH),
                min(max(a[1] + random.uniform(-reach, reach), 0.0), DEPTH),
            )
        lines.append((a, b))
    return lines


class TreeSight:
    """The same questions by shapely: a tree of prepared polygons, then the exact rule."""

    def __init__(self, ground: Ground) -> None:
        self.shapes = [shapely.Polygon(area.outline) for area in ground.areas]
        shapely.prepare(self.shapes)
        self.tree = shapely.STRtree(self.shapes)

    def clear(self, a: Point, b: Point) -> bool:
        line = shapely.LineString((a, b))
        for i in self.tree.query(line, predicate="intersects"):
            if self.stops(line, self.shapes[i], a, b):
                return False
        return True

    def stops(self, line: Any, shape: Any, a: Point, b: Point) -> bool:
        inside = shapely.contains_xy(shape, (a[0], b[0]), (a[1], b[1]))
        if not inside.any():
            return True
        cut = line.intersection(shape)
        return bool(cut.length > LIMIT or cut.geom_type != "LineString")


def per_call(work: Callable[[], object], calls: int) -> float:
    """Microseconds per call, the median of several rounds."""
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        work()
        times.append((perf_counter() - start) / calls * 1e6)
    return median(times)


def show(name: str, microseconds: float) -> None:
    print(f"{name:<58}{microseconds:9.2f} µs {1e6 / microseconds:12,.0f} /s")


def times(ground: Ground, lines: list[Segment]) -> tuple[float, float, float, float]:
    """Time both on the same lines, having checked that they agree.

    Returns:
        Our microseconds per line, those of the first time, the tree's, and the part that is clear.
    """
    sight, tree = Sight(ground, {"wood": AreaSight(inside=LIMIT)}), TreeSight(ground)
    start = perf_counter()
    ours = [sight.clear(a, b) for a, b in lines]
    first = (perf_counter() - start) / len(lines) * 1e6
    theirs = [tree.clear(a, b) for a, b in lines]
    assert ours == theirs, "the two disagree"
    clear, tree_clear = sight.clear, tree.clear
    fast = per_call(lambda: [clear(a, b) for a, b in lines], len(lines))
    few = lines[: len(lines) // 4]
    slow = per_call(lambda: [tree_clear(a, b) for a, b in few], len(few))
    return fast, first, slow, sum(ours) / len(ours)


def compare(name: str, ground: Ground, lines: list[Segment]) -> float:
    """Show both on the same lines; how many times faster we are."""
    fast, first, slow, share = times(ground, lines)
    print(f"\n{name}: {share:.0%} of {len(lines):,} lines are clear")
    show("  Sight.clear", fast)
    show("  Sight.clear, first use (fills its tables)", first)
    show("  STRtree, prepared, predicate 'intersects' + rule", slow)
    print(f"  {slow / fast:.1f} times as fast as the tree")
    return slow / fast


def bases(random: Random, count: int) -> list[Footprint]:
    """Infantry bases anywhere on the table, at any heading."""
    return [
        rectangle(
            random.uniform(1, WIDTH - 1),
            random.uniform(1, DEPTH - 1),
            random.uniform(0, 360),
            1.2,
            0.8,
        )
        for _ in range(count)
    ]


def pairs(random: Random, count: int) -> list[tuple[Footprint, Footprint]]:
    return list(zip(bases(random, count), bases(random, count), strict=True))


def other_questions(random: Random, ground: Ground) -> None:
    print("\nother questions, 100 polygons unless said")
    two = pairs(random, 2000)
    calls = len(two)
    show(
        "  distance, rectangles at any heading",
        per_call(lambda: [distance(a, b) for a, b in two], calls),
    )
    upright = [(a.at(a.x, a.y, 0), b.at(b.x, b.y, 90)) for a, b in two]
    show("  distance, upright", per_call(lambda: [distance(a, b) for a, b in upright], calls))
    show("  overlap", per_call(lambda: [overlap(a, b) for a, b in two], calls))
    rules = {"wood": AreaSight(inside=LIMIT)}
    sight = Sight(ground, rules)
    sees = sight.sees

    def look(fresh: bool) -> float:
        times = []
        for _ in range(ROUNDS):
            if fresh:
                sight.forget()
            start = perf_counter()
            for a, b in two:
                sees(a, b)
            times.append((perf_counter() - start) / calls * 1e6)
        return median(times)

    show("  sees, not asked before", look(fresh=True))
    show("  sees, remembered", look(fresh=False))
    sight = Sight(Ground(WIDTH, DEPTH, ground.areas[:10]), rules)
    sees = sight.sees
    show("  sees, not asked before, 10 polygons", look(fresh=True))
    sight = Sight(Ground(WIDTH, DEPTH), rules)
    sees = sight.sees
    show("  sees, not asked before, nothing in the way", look(fresh=True))
    ways = [(a, b) for a, b in segments(random, 1000, 8.0)]
    show(
        "  stretches of a path of one leg, 8 inches",
        per_call(lambda: [ground.stretches(w) for w in ways], 1000),
    )
    show("  areas at a point", per_call(lambda: [ground.areas_at(w[0]) for w in ways], 1000))
    start = perf_counter()
    Sight(ground, rules)
    show("  making a Sight", (perf_counter() - start) * 1e6)


def measure() -> list[Row]:
    """The rows of `bench/run.py`."""
    from bench.rows import Row

    random = Random(1944)
    ground = terrain(random, 100)
    rows = []
    for what, reach in (("anywhere on the table", None), ("of up to 8 inches each way", 8.0)):
        fast, _, slow, _ = times(ground, segments(random, 20000, reach))
        row = Row(
            what=f"sight line, 100 polygons, {what}",
            unit="µs",
            ours=fast,
            theirs=slow,
            rival="shapely STRtree, prepared",
            aim_ratio=10,
        )
        rows.append(row)
    return rows


def main() -> None:
    random = Random(1944)
    ground = terrain(random, 100)
    compare("lines anywhere on the table", ground, segments(random, 20000))
    compare("lines of up to 8 inches each way", ground, segments(random, 20000, 8.0))
    sparse = Ground(WIDTH, DEPTH, ground.areas[:20])
    compare("lines anywhere, 20 polygons only", sparse, segments(random, 20000))
    other_questions(random, ground)


if __name__ == "__main__":
    main()
