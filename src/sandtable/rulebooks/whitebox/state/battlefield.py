"""What a battle works out once: the map, the switches, home edges and groups."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from sandtable.battle.state import Setting as CoreSetting
from sandtable.catalogue import cite
from sandtable.scenario import Scenario, ScenarioError, TableSize, Terrain
from sandtable.scenario.homes import home_edges
from sandtable.scenario.model import Edge
from sandtable.table import grid
from sandtable.table.grid import Square

from .footprint import Footprint, footprint_at
from .options import read_options
from .squares_and_edges import Change, Grounds

FACING_IN: dict[Edge, int] = {"north": 4, "south": 0, "east": 6, "west": 2}
"""Where one faces who looks at the map from each of its edges."""


_LOOKS = 64
"""How many looks of a map are kept."""

Standing = tuple[int, int, float, float, float, bool]
"""A vehicle on the map: length, width, heading, x, y, and whether it is armored."""

_Look = tuple[tuple[Change, ...], tuple[Standing, ...], tuple[Square, ...]]


@lru_cache(maxsize=16)
def _grounds_of(table: TableSize, terrain: tuple[Terrain, ...]) -> Grounds:
    """The map of a table; battles on the same one share what they find out about its lines."""
    return Grounds(table, terrain)


def _with_passengers_hidden(scenario: Scenario) -> Scenario:
    """A scenario in which whoever is aboard a hidden vehicle is hidden too."""
    hidden = {unit.id for unit in scenario.units if unit.hidden}
    aboard = {u.id for u in scenario.units if u.status.get("carried_by") in hidden} - hidden
    if not aboard:
        return scenario
    units = tuple(replace(u, hidden=True) if u.id in aboard else u for u in scenario.units)
    return replace(scenario, units=units)


class Setting(CoreSetting):
    """The map of a battle and its switches."""

    def __init__(self, scenario: Scenario) -> None:
        for name in ("width", "depth"):
            size = getattr(scenario.table, name)
            if size != round(size):
                raise ScenarioError(f"table.{name}", f"a map has whole squares, not {size:g}")
        self._grounds = _grounds_of(scenario.table, scenario.terrain)
        super().__init__(scenario, self._grounds.ground)
        self.options = read_options(scenario)
        self.rows = self._grounds.rows
        self.width = self._grounds.width
        self.homes = home_edges(scenario)
        self._changed: dict[_Look, Grounds] = {((), (), ()): self._grounds}
        self.latest: dict[tuple[str, ...], tuple[object, Grounds]] = {}
        """The last look of the map without some vehicles, after what it followed from."""
        self.rest: tuple[tuple[object, ...], Any] | None = None
        """The last state that was looked at while nothing changed: its values, and what it is."""
        self._known: dict[str, Setting] = {}
        self.fields: dict[object, dict[Square, int]] = {}
        """How far squares are from what somebody wants; kept by who and what."""

    def grounds_with(
        self,
        changes: tuple[Change, ...],
        standing: tuple[Standing, ...] = (),
        smoky: tuple[Square, ...] = (),
    ) -> Grounds:
        """The map after some features were opened or destroyed, with what stands on it.

        The looks of late are kept, with what has been found out about their lines; vehicles that
        move make ever new ones.
        """
        look = (changes, standing, smoky)
        found = self._changed.pop(look, None)
        if found is None:
            found = self._laid(changes, standing, smoky)
            if len(self._changed) >= _LOOKS:
                del self._changed[next(iter(self._changed))]
        self._changed[look] = found
        return found

    def _laid(
        self,
        changes: tuple[Change, ...],
        standing: tuple[Standing, ...],
        smoky: tuple[Square, ...],
    ) -> Grounds:
        if not standing:
            return self._grounds.changed(changes, smoky)
        vehicles = tuple(change for one in standing for change in self._as_features(one))
        return self.grounds_with(changes, (), smoky).changed(vehicles)

    def footprint(self, vehicle: Standing) -> Footprint:
        """Where a vehicle stands."""
        length, width, heading, x, y, _ = vehicle
        return footprint_at((length, width), round(heading / 45.0), self.grid_point((x, y)))

    def _as_features(self, vehicle: Standing) -> Iterator[Change]:
        """A vehicle as the features that its squares are: tall cover, or tall concealment."""
        kind = "armored-vehicle" if vehicle[-1] else "unarmored-vehicle"
        for square in self.footprint(vehicle).squares:
            yield Change(square, kind)

    def known_to(self, side: str) -> Setting:
        """The setting without those who lie in ambush for a side."""
        if side not in self._known:
            whole = _with_passengers_hidden(self.scenario)
            shown = whole.known_to(side)
            self._known[side] = self if shown is whole else Setting(shown)
        return self._known[side]

    def holds(self, square: Square) -> bool:
        """Whether a square is on the map."""
        return self._grounds.holds(square)

    def square(self, point: tuple[float, float]) -> Square:
        """The square that a point of the table is in."""
        return grid.to_square(point, self.rows)

    def point(self, square: Square) -> tuple[float, float]:
        """The middle of a square, in inches."""
        return grid.to_table(square, self.rows)

    def told(self, square: Square) -> str:
        """What a square is called: its column and row, counted from the north-west."""
        return f"({square[0]}, {square[1]})"

    def told_at(self, x: float, y: float) -> str:
        """The square that a point is in, or the two whose common edge it is the middle of."""
        if x.is_integer() == y.is_integer():
            return self.told(self.square((x, y)))
        away = (0.5, 0.0) if x.is_integer() else (0.0, -0.5)
        one, two = ((x - away[0], y - away[1]), (x + away[0], y + away[1]))
        return f"between {self.told(self.square(one))} and {self.told(self.square(two))}"

    def point_of(self, at: grid.GridPoint) -> tuple[float, float]:
        """A point of the grid, in inches."""
        return grid.to_table(at, self.rows)

    def grid_point(self, point: tuple[float, float]) -> grid.GridPoint:
        """The point of the grid that a point of the table is."""
        return point[0] - 0.5, self.rows - point[1] - 0.5

    def facing_of_side(self, side: str) -> int:
        """Where a side faces at deployment: the other side of the map."""
        cite("owb.grid.facings")
        return FACING_IN[self.homes[side]]

    def heading_at_start(self, side: str, facing: float | None) -> float:
        """Where somebody faces who is placed with a facing in degrees: forward, if with none."""
        return self.facing_of_side(side) * 45.0 if facing is None else facing % 360.0
