"""Vehicles from the scenario's units: what they are, and where they stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, get_args

from msgspec.structs import replace

from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.scenario import ScenarioError, Unit

from ..part2_vehicles.damage.damage import EXPLODES_AT, HULL
from ..part2_vehicles.modifications.modifications import check_added, modified_movement
from ..part2_vehicles.movement.terrain import ground_class
from ..state import Mount, OwbState, Vehicle
from ..state.footprint import footprint_at
from ..state.tables import COMBATANTS
from ..state.vehicle_stats import BLOCKS, TRAVERSE, StatBlock
from ..state.vehicles import OPERATOR, Pace, Wreck
from .armament import mounts_of
from .checking import flag, whole, word

VEHICLE_STATUSES: Final = (
    "pace",
    "travel",
    "turret",
    "weapons",
    "mounts",
    "hull",
    "add",
    "stats",
    "crew_quality",
    "td_gun",
    "open_top",
    "shield",
    "empty",
    "hp",
    "surprised",
    "sidecar",
    "loads",
    "ap",
    "smoke",
)
"""What a scenario may say of a vehicle under ``status``."""

PRINTED: Final = {
    "motorcycle": "owb.vstat.motorcycle",
    "car": "owb.vstat.car",
    "truck-small": "owb.vstat.truck-small",
    "truck-large": "owb.vstat.truck-large",
    "armored-car": "owb.vstat.armored-car",
    "armored-personnel-carrier": "owb.vstat.armored-personnel-carrier",
    "tank-destroyer": "owb.vstat.tank-destroyer",
    "tank-light": "owb.vstat.tank-light",
    "tank-medium": "owb.vstat.tank-medium",
    "tank-heavy": "owb.vstat.tank-heavy",
    "trailer-autocannon": "owb.vweapon.on-trailers",
    "trailer-cannon": "owb.vweapon.on-trailers",
}
"""The rule that prints each stat block."""

CARRIER: Final = "armored-personnel-carrier"
MOTORCYCLE: Final = "motorcycle"
PLACES_PER_LOAD: Final = 4
"""So many places in the bed of a truck make room for one load."""

LONGEST: Final = 12
"""The most squares that a vehicle can be long or wide."""
LOWEST: Final = -99
"""The hit points of the worst wreck that a scenario can have."""


def is_vehicle(unit: Unit) -> bool:
    """Whether a unit of a scenario is a vehicle."""
    return unit.sheet in BLOCKS


def vehicle_of(state: OwbState, unit: Unit, where: str, dice: Dice) -> Vehicle:
    """A vehicle as a unit of the scenario describes it.

    Raises:
        ScenarioError: For anything that a vehicle of its kind cannot be.
    """
    _check_unit(unit, where)
    block, status, inside = BLOCKS[unit.sheet], unit.status, f"{where}.status"
    cite(PRINTED[block.id])
    stats = _stats(block, status, inside)
    added = _added(block, status, inside)
    hull = _hull(block, status, inside)
    most = _hit_points(state, unit, stats["hp"], dice)
    movement = modified_movement(stats["movement"], added)
    hp = whole(status, "hp", inside, default=most, least=LOWEST, most=most)
    travelled = whole(status, "travel", inside, default=0, most=movement)
    loads = _loads(block, status, inside)
    vehicle = Vehicle(
        id=unit.id,
        side=unit.side,
        name=unit.name or unit.id,
        x=0.0,
        y=0.0,
        heading=_heading(state, unit),
        block=block.id,
        group=unit.formation or unit.side,
        length=stats["length"],
        width=stats["width"],
        aac=stats["aac"],
        hp=hp,
        most_hp=most,
        movement=movement,
        hull=hull + added.count(HULL),
        modifications=(*block.modifications, *(name for name in added if name != HULL)),
        seats=tuple(_seats(block, status, inside, loads)),
        mounts=tuple(_pointed(mounts_of(state, block, status, inside), status, inside)),
        loads=loads,
        open_top=_open_top(state, block, status, inside),
        on_table=unit.at is not None,
        hidden=unit.hidden,
        surprised=flag(status, "surprised", inside),
        pace=word(status.get("pace", "stopped"), get_args(Pace), f"{inside}.pace", "pace"),
        moving=travelled > 0,
        travelled=travelled,
        rolling=travelled > 0 and status.get("pace") in ("crawl", "normal"),
        wreck=_wreck(hp),
        shocked=hp <= 0,
    )
    return _placed(state, vehicle, unit)


def _check_unit(unit: Unit, where: str) -> None:
    for name in unit.status:
        word(name, VEHICLE_STATUSES, f"{where}.status.{name}", "status")
    if unit.quality is not None:
        word(unit.quality, COMBATANTS, f"{where}.quality", "kind of combatant")
    if unit.enters is not None:
        raise ScenarioError(f"{where}.enters", "in this book everybody is there from the start")


def _stats(block: StatBlock, status: Mapping[str, Any], where: str) -> dict[str, int]:
    """The printed values, or those of a variant that the scenario calls by its own name."""
    cite("owb.vstat.broad-categories", "owb.vstat.armor-class")
    given = status.get("stats", {})
    here = f"{where}.stats"
    if not isinstance(given, dict):
        raise ScenarioError(here, "give aac, hp, movement, length or width")
    for name in given:
        word(name, ("aac", "hp", "movement", "length", "width"), here, "statistic")
    return {
        "aac": whole(given, "aac", here, default=block.aac, most=30),
        "hp": whole(given, "hp", here, default=block.hp, least=1, most=999),
        "movement": whole(given, "movement", here, default=block.movement, most=99),
        "length": whole(given, "length", here, default=block.length, least=1, most=LONGEST),
        "width": whole(given, "width", here, default=block.width, least=1, most=LONGEST),
    }


def _added(block: StatBlock, status: Mapping[str, Any], where: str) -> tuple[str, ...]:
    given = status.get("add", ())
    if not isinstance(given, list | tuple):
        raise ScenarioError(f"{where}.add", "give a list of modifications")
    added = tuple(map(str, given))
    if added and not block.driven:
        raise ScenarioError(f"{where}.add", "an emplaced gun has no modifications")
    check_added(block, _hull(block, status, where), added, f"{where}.add")
    return added


def _hull(block: StatBlock, status: Mapping[str, Any], where: str) -> int:
    cite("owb.vstat.weapon-options")
    level = whole(status, "hull", where, default=block.hull)
    if level not in block.hulls:
        known = " or ".join(map(str, block.hulls))
        raise ScenarioError(f"{where}.hull", f"{block.id} has a hull of {known}, not {level}")
    return level


def _hit_points(state: OwbState, unit: Unit, printed: int, dice: Dice) -> int:
    cite("owb.vstat.hit-points-average")
    if state.option("vehicle_hit_points") == "rolled" and "hp" not in unit.status.get("stats", {}):
        return dice.sum(BLOCKS[unit.sheet].hit_dice, 6, f"hit points, {unit.id}")
    return printed


def _loads(block: StatBlock, status: Mapping[str, Any], where: str) -> int:
    """The loads of cargo in the bed of a truck, which take the places of passengers there."""
    if "loads" not in status:
        return 0
    cite("owb.mod.cargo")
    if not block.bed:
        raise ScenarioError(f"{where}.loads", "only a truck carries loads")
    return whole(status, "loads", where, default=0, most=block.bed // PLACES_PER_LOAD)


def _seats(block: StatBlock, status: Mapping[str, Any], where: str, loads: int) -> Iterator[str]:
    sidecar = flag(status, "sidecar", where)
    if sidecar:
        cite("owb.vstat.motorcycle-sidecar")
        if block.id != MOTORCYCLE:
            raise ScenarioError(f"{where}.sidecar", "only a motorcycle has a sidecar")
    if block.driven:
        yield OPERATOR
    for number in range(1, block.passengers + int(sidecar) + 1):
        yield f"passenger-{number}"
    cite("owb.mod.cargo")
    for number in range(1, block.bed - PLACES_PER_LOAD * loads + 1):
        yield f"bed-{number}"


def _pointed(mounts: Sequence[Mount], status: Mapping[str, Any], where: str) -> Iterator[Mount]:
    """The weapons with their turrets as the scenario has them; without a word they point ahead."""
    cite("owb.arc.360-weapons-own-facing")
    facing = whole(status, "turret", where, default=0, most=7)
    if "turret" in status and not any(mount.kind in TRAVERSE for mount in mounts):
        raise ScenarioError(f"{where}.turret", "it has no turret")
    for mount in mounts:
        yield replace(mount, facing=facing) if mount.kind in TRAVERSE else mount


def _open_top(state: OwbState, block: StatBlock, status: Mapping[str, Any], where: str) -> bool:
    wanted = flag(status, "open_top", where, default=state.on("open_top"))
    if "open_top" in status and block.id != CARRIER:
        raise ScenarioError(f"{where}.open_top", "only a personnel carrier can be open")
    return wanted and block.id == CARRIER


def _wreck(hp: int) -> Wreck:
    return "exploded" if hp <= EXPLODES_AT else "inoperable" if hp <= 0 else ""


# -- where it stands ------------------------------------------------------------------------------


def _heading(state: OwbState, unit: Unit) -> float:
    """Where it faces; unless the scenario says so, as its side does. North is 360."""
    given = unit.facing or state.setting.facing_of_side(unit.side) * 45.0
    return round(given / 45.0) % 8 * 45.0


def _placed(state: OwbState, vehicle: Vehicle, unit: Unit) -> Vehicle:
    """The vehicle on the footprint nearest to the point that the scenario gives."""
    if unit.at is None:
        return vehicle
    centre = state.setting.grid_point(unit.at)
    print_ = footprint_at((vehicle.length, vehicle.width), vehicle.facing, centre)
    x, y = state.setting.point_of(print_.centre)
    return replace(vehicle, x=x, y=y)


def check_places(state: OwbState) -> None:
    """Refuse vehicles that stand off the map, in one another, on men or where they cannot be.

    Raises:
        ScenarioError: If one does.
    """
    taken: dict[tuple[int, int], str] = {
        state.square(person): person.id for person in state.people()
    }
    for vehicle in state.vehicles():
        if not vehicle.on_table:
            continue
        for square in state.footprint(vehicle).squares:
            if not state.bare_grounds.holds(square):
                raise ScenarioError("units", f"{vehicle.id!r} does not fit on the map there")
            if square in taken:
                problem = f"{vehicle.id!r} and {taken[square]!r} are in the same square"
                raise ScenarioError("units", problem)
            kind = state.bare_grounds.kind(square)
            if not vehicle.wreck and ground_class(vehicle, kind) == "impassable":
                raise ScenarioError("units", f"{vehicle.id!r} cannot stand on {kind.name}")
            taken[square] = vehicle.id
