"""Laying out the ground of a scenario."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from sandtable.scenario.errors import ScenarioError
from sandtable.scenario.model import Scenario, TableSize, Terrain
from sandtable.table import Area, Ground, Line, Point


def lay_ground(scenario: Scenario) -> Ground:
    """The table of a scenario with its features.

    Raises:
        ScenarioError: Where a feature has an impossible shape.
    """
    return lay_features(scenario.table, scenario.terrain)


def lay_features(table: TableSize, features: Sequence[Terrain]) -> Ground:
    """A table with some features.

    Raises:
        ScenarioError: Where a feature has an impossible shape.
    """
    areas: list[Area] = []
    lines: list[Line] = []
    for index, terrain in enumerate(features):
        where = f"terrain[{index}] (id {terrain.id!r})"
        try:
            made = _feature(terrain)
            Ground(table.width, table.depth, *_sorted([made]))
        except ValueError as error:
            raise ScenarioError(where, str(error)) from None
        (areas if isinstance(made, Area) else lines).append(made)  # type: ignore[arg-type]
    return Ground(table.width, table.depth, areas, lines)


def _sorted(features: Sequence[Area | Line]) -> tuple[list[Area], list[Line]]:
    areas = [feature for feature in features if isinstance(feature, Area)]
    lines = [feature for feature in features if isinstance(feature, Line)]
    return areas, lines


def _feature(terrain: Terrain) -> Area | Line:
    facts = {"height": terrain.height, "tags": frozenset(terrain.tags)}
    if terrain.outline is not None:
        return Area(terrain.id, terrain.kind, terrain.outline, **facts)  # type: ignore[arg-type]
    assert terrain.line is not None
    if terrain.width is not None:
        outline = strip_outline(terrain.line, terrain.width)
        return Area(terrain.id, terrain.kind, outline, **facts)  # type: ignore[arg-type]
    return Line(terrain.id, terrain.kind, terrain.line, **facts)  # type: ignore[arg-type]


def strip_outline(line: Sequence[Point], width: float) -> tuple[Point, ...]:
    """The outline of a strip along a line, with mitred corners.

    >>> strip_outline([(0.0, 5.0), (10.0, 5.0)], 2.0)
    ((0.0, 6.0), (10.0, 6.0), (10.0, 4.0), (0.0, 4.0))
    """
    left = _offset(line, width / 2)
    right = _offset(line, -width / 2)
    return (*left, *reversed(right))


def _offset(line: Sequence[Point], by: float) -> list[Point]:
    normals: list[Point] = []
    for (ax, ay), (bx, by_) in itertools.pairwise(line):
        length = math.hypot(bx - ax, by_ - ay)
        if length == 0:
            raise ValueError("two points of its line are the same")
        normals.append((-(by_ - ay) / length, (bx - ax) / length))
    points = []
    for index, (x, y) in enumerate(line):
        before = normals[max(index - 1, 0)]
        after = normals[min(index, len(normals) - 1)]
        cosine = 1 + before[0] * after[0] + before[1] * after[1]
        if cosine < 0.25:
            raise ValueError("its line bends too sharply to be given a width")
        scale = by / cosine
        points.append((x + (before[0] + after[0]) * scale, y + (before[1] + after[1]) * scale))
    return points
