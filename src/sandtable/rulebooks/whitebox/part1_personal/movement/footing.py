"""Steps over the map: where the ground lets anybody go on foot, and what that costs.

All of this follows from the map alone and is remembered with it; who stands in the way, and what
somebody has left to spend, is the business of ``movement``.
"""

from __future__ import annotations

from typing import NamedTuple

from sandtable.table import grid
from sandtable.table.grid import Square

from ...state.squares_and_edges import Grounds, ways_around


class Step(NamedTuple):
    """What the ground makes of a step.

    Attributes:
        cost: What it costs; ``None`` if nobody gets there.
        rules: The rules that say so, to be cited by whoever asks.
    """

    cost: int | None
    rules: tuple[str, ...]


class Footing(NamedTuple):
    """The steps from a square.

    Attributes:
        steps: Those into the eight squares around it.
        ways: Those of them that the ground allows: where to, the cost, and whether diagonally.
        rules: The rules of them all.
    """

    steps: dict[Square, Step]
    ways: tuple[tuple[Square, int, bool], ...]
    rules: tuple[str, ...]


def footing(grounds: Grounds, at: Square) -> Footing:
    """The steps from a square.

    Away from vehicles and from what was opened or destroyed it is what it was without them, and
    need not be worked out again for every place where a vehicle stops.
    """
    found = grounds.footings.get(at)
    if found is None:
        before = grounds.before
        unchanged = before is not None and grounds.altered.isdisjoint((at, *grid.neighbours(at)))
        found = footing(before, at) if before is not None and unchanged else _found(grounds, at)
        grounds.footings[at] = found
    assert isinstance(found, Footing)
    return found


def _found(grounds: Grounds, at: Square) -> Footing:
    steps = {square: _step(grounds, at, square) for square in grid.neighbours(at)}
    ways = tuple(
        (square, step.cost, _diagonal(at, square))
        for square, step in steps.items()
        if step.cost is not None
    )
    rules = dict.fromkeys(rule for step in steps.values() for rule in step.rules)
    return Footing(steps, ways, tuple(rules))


def _diagonal(a: Square, b: Square) -> bool:
    return a[0] != b[0] and a[1] != b[1]


def _step(grounds: Grounds, a: Square, b: Square) -> Step:
    kind = grounds.kind(b)
    if not grounds.holds(b) or kind.impassable:
        return Step(None, ("owb.terrain.impassable",))
    rules: list[str] = []
    rise = abs(grounds.height(a) - grounds.height(b))
    if rise:
        rules.append("owb.terrain.elevation")
        if rise > 1:
            return Step(None, tuple(rules))
    if _diagonal(a, b):
        rules += ("owb.move.corner-cutting", "owb.move.diagonal")
        if all(grounds.closed(way) for way in ways_around(a, b)):
            return Step(None, tuple(rules))
    else:
        edge = grounds.on_edge(a, b)
        if edge is not None and edge.impassable:
            rules.append("owb.terrain.impassable")
            return Step(None, tuple(rules))
        if edge is not None and edge.movement in ("obstacle", "rough"):
            rules.append("owb.terrain.obstacle")
            rise = 1
    if kind.movement == "rough":
        rules.append("owb.terrain.rough")
    elif kind.movement == "obstacle":
        rules.append("owb.terrain.obstacle")
    else:
        rules.append("owb.terrain.normal")
    if rise or kind.movement in ("rough", "obstacle"):
        rules.append("owb.terrain.costs-do-not-stack")
        return Step(2, tuple(rules))
    return Step(1, tuple(rules))
