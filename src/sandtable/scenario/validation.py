"""Checks that need more than one field: names that must exist, places that must be on the table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from sandtable.scenario.bounds import (
    MOST_LETTERS_IN_A_FILE,
    OutOfBoundsError,
    check_places,
    check_plain,
)
from sandtable.scenario.errors import ScenarioError, not_among
from sandtable.scenario.model import Entry, Point, Scenario, Terrain, Unit
from sandtable.scenario.wording import with_id

_REFEREE = "referee"

CARRIED = "carried_by"
"""The status that names another unit, with which this one starts."""


class _Named(Protocol):
    @property
    def id(self) -> str: ...


def validate(scenario: Scenario) -> None:
    """Check a scenario as a whole, apart from what only its book knows.

    Raises:
        ScenarioError: For the first fault found.
    """
    _check_bounds(scenario)
    for name in ("sides", "units", "terrain", "seats", "zones", "objectives"):
        _unique(name, getattr(scenario, name))
    _check_terrain(scenario)
    _check_sides(scenario)
    _check_units(scenario)
    _check_seats(scenario)
    _check_planned(scenario)
    for index, objective in enumerate(scenario.objectives):
        _on_table(scenario, objective.at, f"objectives[{index}].at")
    for index, dummy in enumerate(scenario.dummies):
        _among(dummy.side, scenario.side_ids(), "side", f"dummies[{index}].side")
        _on_table(scenario, dummy.at, f"dummies[{index}].at")
    for index, zone in enumerate(scenario.zones):
        for corner in zone.outline:
            _on_table(scenario, corner, f"zones[{index}].outline")


def _check_bounds(scenario: Scenario) -> None:
    """Whatever a scenario came in, a file or the first line of a journal, it is bounded."""
    plain = msgspec.to_builtins(scenario)
    try:
        check_plain(plain, letters=MOST_LETTERS_IN_A_FILE)
    except OutOfBoundsError as error:
        raise ScenarioError(with_id(error.where, plain), error.problem) from None


def _check_planned(scenario: Scenario) -> None:
    features = [terrain.id for terrain in scenario.terrain]
    for index, target in enumerate(scenario.planned):
        where = f"planned[{index}]"
        _among(target.side, scenario.side_ids(), "side", f"{where}.side")
        if (target.feature is None) == (target.at is None):
            raise ScenarioError(where, "give either a feature or a point (at), not both or none")
        if target.feature is not None:
            _among(target.feature, features, "terrain", f"{where}.feature")
        if target.at is not None:
            _on_table(scenario, target.at, f"{where}.at")


def _unique(name: str, things: Sequence[_Named]) -> None:
    seen: dict[str, int] = {}
    for index, thing in enumerate(things):
        if thing.id in seen:
            first = seen[thing.id]
            raise ScenarioError(
                f"{name}[{index}].id", f"{thing.id!r} is already the id of {name}[{first}]"
            )
        seen[thing.id] = index


def _among(found: str, allowed: Iterable[str], what: str, where: str) -> None:
    names = list(allowed)
    if found not in names:
        raise ScenarioError(where, not_among(found, names, what))


def _on_table(scenario: Scenario, point: Point, where: str) -> None:
    x, y = point
    width, depth = scenario.table.width or math.inf, scenario.table.depth or math.inf
    if not (0 <= x <= width and 0 <= y <= depth):
        raise ScenarioError(where, f"({x:g}, {y:g}) is not on the table of {width:g} x {depth:g}")


def _near_table(scenario: Scenario, points: tuple[Point, ...], where: str) -> None:
    """A feature may run off the table, but not to the end of the world."""
    width, depth = scenario.table.width or math.inf, scenario.table.depth or math.inf
    try:
        check_places(list(points), width, depth)
    except OutOfBoundsError as error:
        raise ScenarioError(where, error.problem) from None


def _check_terrain(scenario: Scenario) -> None:
    for index, terrain in enumerate(scenario.terrain):
        where = f"terrain[{index}] (id {terrain.id!r})"
        _near_table(scenario, _points_of(terrain, where), where)


def _points_of(terrain: Terrain, where: str) -> tuple[Point, ...]:
    if (terrain.outline is None) == (terrain.line is None):
        raise ScenarioError(where, "give either an outline (an area) or a line, not both or none")
    if terrain.outline is not None:
        if terrain.width is not None:
            raise ScenarioError(f"{where}.width", "only a line has a width")
        if len(terrain.outline) < 3:
            raise ScenarioError(f"{where}.outline", "an area needs at least three points")
        return terrain.outline
    assert terrain.line is not None
    if len(terrain.line) < 2:
        raise ScenarioError(f"{where}.line", "a line needs at least two points")
    return terrain.line


def _check_sides(scenario: Scenario) -> None:
    sides = scenario.side_ids()
    if scenario.first is not None:
        _among(scenario.first, sides, "side", "first")
    if scenario.situation.side is not None:
        _among(scenario.situation.side, sides, "side", "situation.side")
    for side in scenario.situation.losses:
        _among(side, sides, "side", "situation.losses")
    for side in scenario.victory.break_at:
        _among(side, sides, "side", "victory.break_at")
    for index, way in enumerate(scenario.victory.exits):
        _among(way.side, sides, "side", f"victory.exits[{index}].side")
    limit = scenario.victory.at_turn_limit
    _among(limit, ("objectives", "losses", *sides), "way to decide", "victory.at_turn_limit")
    if scenario.situation.turn > scenario.turns:
        raise ScenarioError(
            "situation.turn", f"{scenario.situation.turn} is beyond the last turn {scenario.turns}"
        )


def _check_seats(scenario: Scenario) -> None:
    units = {unit.id: unit.side for unit in scenario.units}
    for index, seat in enumerate(scenario.seats):
        where = f"seats[{index}] (id {seat.id!r})"
        if (seat.role == "referee") != (seat.id == _REFEREE):
            raise ScenarioError(
                where, f"the seat of role 'referee', and no other, has the id {_REFEREE!r}"
            )
        if (seat.role == "player") == (seat.side is None):
            raise ScenarioError(f"{where}.side", "a player has a side, a referee has none")
        if seat.side is not None:
            _among(seat.side, scenario.side_ids(), "side", f"{where}.side")
        for piece in seat.pieces or ():
            _among(piece, units, "unit", f"{where}.pieces")
            if units[piece] != seat.side:
                raise ScenarioError(f"{where}.pieces", f"{piece!r} is not on side {seat.side!r}")
    if scenario.seats:
        _check_all_commanded(scenario)


def _check_all_commanded(scenario: Scenario) -> None:
    for index, unit in enumerate(scenario.units):
        owners = [
            seat.id
            for seat in scenario.seats
            if seat.side == unit.side and (seat.pieces is None or unit.id in seat.pieces)
        ]
        if not owners:
            raise ScenarioError(
                f"units[{index}] (id {unit.id!r})",
                "no seat commands it; name it in a seat's pieces",
            )


def _check_units(scenario: Scenario) -> None:
    zones = {zone.id: zone for zone in scenario.zones}
    for index, unit in enumerate(scenario.units):
        where = f"units[{index}] (id {unit.id!r})"
        _among(unit.side, scenario.side_ids(), "side", f"{where}.side")
        if not leaves_zones_to_the_book(scenario):
            _check_start(unit, where)
        if unit.at is not None:
            _on_table(scenario, unit.at, f"{where}.at")
        if unit.zone is not None:
            _among(unit.zone, zones, "zone", f"{where}.zone")
            owner = zones[unit.zone].side
            if owner not in (None, unit.side):
                raise ScenarioError(f"{where}.zone", f"{unit.zone!r} belongs to side {owner!r}")
        if unit.enters is not None:
            _check_entry(scenario, unit, unit.enters, where)


def leaves_zones_to_the_book(scenario: Scenario) -> bool:
    """Whether a scenario names neither zones nor the start of any unit, and so leaves them open."""
    return not scenario.zones and all(
        start is None for unit in scenario.units for start in (unit.at, unit.zone, unit.enters)
    )


def _check_start(unit: Unit, where: str) -> None:
    """A unit starts in one place; one that is carried starts with its carrier."""
    given = sum(start is not None for start in (unit.at, unit.zone, unit.enters))
    if given == 0 and unit.status.get(CARRIED):
        return
    if given != 1:
        raise ScenarioError(where, f"give exactly one of at, zone and enters (or {CARRIED})")


def _check_entry(scenario: Scenario, unit: Unit, entry: Entry, where: str) -> None:
    table = scenario.table
    length = (table.width if entry.edge in ("north", "south") else table.depth) or math.inf
    if not 0 <= entry.at <= length:
        raise ScenarioError(
            f"{where}.enters.at", f"{entry.at:g} is not on the {entry.edge} edge (0 to {length:g})"
        )
    if entry.turn > scenario.turns:
        raise ScenarioError(
            f"{where}.enters.turn", f"{entry.turn} is beyond the last turn {scenario.turns}"
        )
    if unit.hidden:
        raise ScenarioError(f"{where}.hidden", "a unit that enters later cannot be hidden")
