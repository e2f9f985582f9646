"""Battles of any size for the benchmarks, made from the battle at Saint-Aubin.

The ground is that of Saint-Aubin laid out twice, side by side (88 x 34 in), the same for every
size, so that only the number of elements differs. Each side has so many elements of the kinds that
it has at Saint-Aubin, in turn. Those of the British stand in rows near the south edge, the Germans
in rows in the north, about 17 in away: as far as the two sides are from each other there.
"""

from __future__ import annotations

import msgspec

from sandtable.scenario import Scenario, load_scenario
from sandtable.scenario.model import Objective, Terrain, Unit

IN_A_ROW = 20
"""At most so many elements stand in a row; more rows stand behind it."""

FIRST_ROW = 8.0
"""How far from the south edge the first row of the British stands."""

BETWEEN_SIDES = 17.0
BETWEEN_ROWS = 2.6


def field(elements: int) -> Scenario:
    """A battle with so many elements on each side."""
    one = load_scenario("saint-aubin")
    wide = one.table.width
    terrain = [_moved(part, 0.0, "west") for part in one.terrain]
    terrain += [_moved(part, wide, "east") for part in one.terrain]
    objectives = [_shifted(place, by) for place in one.objectives for by in (0.0, wide)]
    units = [unit for side in one.side_ids() for unit in _ranks(one, side, elements, 2 * wide)]
    return msgspec.structs.replace(
        one,
        id=f"field-of-{elements}",
        title=f"A field with {elements} elements a side",
        table=msgspec.structs.replace(one.table, width=2 * wide),
        terrain=tuple(terrain),
        objectives=tuple(objectives),
        units=tuple(units),
        seats=(),
    )


def _moved(part: Terrain, by: float, name: str) -> Terrain:
    return msgspec.structs.replace(
        part,
        id=f"{part.id}-{name}",
        outline=_right(part.outline, by),
        line=_right(part.line, by),
    )


def _right(
    points: tuple[tuple[float, float], ...] | None, by: float
) -> tuple[tuple[float, float], ...] | None:
    return None if points is None else tuple((x + by, y) for x, y in points)


def _shifted(place: Objective, by: float) -> Objective:
    x, y = place.at
    name = "east" if by else "west"
    return msgspec.structs.replace(place, id=f"{place.id}-{name}", at=(x + by, y))


def _ranks(one: Scenario, side: str, elements: int, width: float) -> list[Unit]:
    """The elements of a side, in rows that are as wide as the table."""
    kinds = [unit for unit in one.units if unit.side == side]
    from_south = side == one.side_ids()[0]
    placed = []
    for number in range(elements):
        row, place = divmod(number, IN_A_ROW)
        in_row = min(elements, IN_A_ROW)
        back = row * BETWEEN_ROWS
        y = FIRST_ROW - back if from_south else FIRST_ROW + BETWEEN_SIDES + back
        placed.append(
            msgspec.structs.replace(
                kinds[number % len(kinds)],
                id=f"{side}-{number + 1}",
                name=f"{kinds[number % len(kinds)].name} ({number + 1})",
                at=(round((place + 0.5) * width / in_row, 3), y),
                facing=0.0 if from_south else 180.0,
                dug_in=False,
            )
        )
    return placed
