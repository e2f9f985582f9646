"""Vehicles from the scenario's units, with their weapons, modifications and crews."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.persons import combatant, hit_points
from sandtable.rulebooks.whitebox.pieces import Person
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.tables import COMBATANTS, MISSILE
from sandtable.rulebooks.whitebox.vehicles.footprint import footprint_at
from sandtable.rulebooks.whitebox.vehicles.pieces import OPERATOR, Mount, Vehicle
from sandtable.rulebooks.whitebox.vehicles.stats import BLOCKS, GUNS, StatBlock
from sandtable.scenario import ScenarioError, Unit
from sandtable.scenario.errors import not_among

CARRIED: Final = "carried_by"
"""The status of a unit that says which vehicle a character is in."""

VEHICLE_STATUSES: Final = (
    "pace",
    "travel",
    "weapons",
    "mounts",
    "hull",
    "add",
    "crew_quality",
    "td_gun",
    "open_top",
    "empty",
    "hp",
    "surprised",
    "sidecar",
    "ap",
    "smoke",
)
"""What a scenario may say of a vehicle under ``status``."""


def is_vehicle(unit: Unit) -> bool:
    """Whether a unit of a scenario is a vehicle."""
    return unit.sheet in BLOCKS


def vehicle_of(state: OwbState, unit: Unit, where: str, dice: Dice) -> Vehicle:
    """A vehicle as a unit of the scenario describes it."""
    _check_unit(unit, where)
    block, status = BLOCKS[unit.sheet], unit.status
    rolled = state.option("vehicle_hit_points") == "rolled"
    most = dice.sum(block.hit_dice, 6, f"hit points, {unit.id}") if rolled else block.hp
    mounts = tuple(_mounts(block, unit, where))
    facing = round((unit.facing or 0.0) / 45.0) % 8
    x, y = unit.at or (0.0, 0.0)
    centre = (x - 0.5, state.setting.rows - y - 0.5)
    print_ = footprint_at((block.length, block.width), facing, centre)
    x, y = state.setting.point_of(print_.centre)
    return Vehicle(
        id=unit.id,
        side=unit.side,
        name=unit.name or unit.id,
        x=x,
        y=y,
        heading=facing * 45.0,
        block=block.id,
        group=unit.formation or unit.side,
        length=block.length,
        width=block.width,
        aac=block.aac,
        hp=int(status.get("hp", most)),
        most_hp=most,
        movement=block.movement,
        hull=int(status.get("hull", block.hull)),
        modifications=block.modifications,
        seats=(OPERATOR, *_passenger_seats(block)),
        mounts=mounts,
        on_table=unit.at is not None,
        hidden=unit.hidden,
        surprised=bool(status.get("surprised", False)),
        pace=status.get("pace", "stopped"),
        travelled=int(status.get("travel", 0)),
        rolling=bool(status.get("travel", 0)),
    )


def crew_of(state: OwbState, vehicle: Vehicle, unit: Unit) -> Iterator[Person]:
    """The ordinary soldiers in the seats of a vehicle that no character of the scenario takes."""
    rank = _rank(state, unit)
    taken = {
        other.status.get("seat")
        for other in state.setting.scenario.units
        if other.status.get(CARRIED) == vehicle.id
    }
    left_empty = set(unit.status.get("empty", ()))
    for seat in crew_seats(vehicle):
        if seat not in taken and seat not in left_empty:
            yield _soldier(vehicle, seat, rank)


def seat_passengers(state: OwbState) -> None:
    """Put the characters whom the scenario has aboard into their seats.

    Raises:
        ScenarioError: If there is no such vehicle or seat, or the seat is taken.
    """
    for index, unit in enumerate(state.setting.scenario.units):
        person = state.find_person(unit.id)
        if person is None or not person.aboard:
            continue
        where = f"units[{index}] (id {unit.id!r}).status"
        vehicle = state.find_vehicle(person.aboard)
        if vehicle is None or vehicle.side != person.side:
            known = [v.id for v in state.vehicles() if v.side == person.side]
            raise ScenarioError(f"{where}.carried_by", not_among(person.aboard, known, "vehicle"))
        seat = person.seat or _free_seat(state, vehicle)
        if seat not in vehicle.all_seats:
            raise ScenarioError(f"{where}.seat", not_among(seat, vehicle.all_seats, "seat"))
        holder = state.in_seat(vehicle.id, seat)
        if holder is not None and holder.id != person.id:
            raise ScenarioError(f"{where}.seat", f"{holder.id!r} sits there")
        state.change(
            person.id,
            seat=seat,
            on_table=False,
            x=vehicle.x,
            y=vehicle.y,
            heading=vehicle.heading,
            hidden=vehicle.hidden,
        )


def _free_seat(state: OwbState, vehicle: Vehicle) -> str:
    taken = {person.seat for person in state.persons() if person.aboard == vehicle.id}
    return next((seat for seat in vehicle.all_seats if seat not in taken), "")


def crew_seats(vehicle: Vehicle) -> tuple[str, ...]:
    """The seats of a full crew: operator, gunners, and the commander of an armed vehicle."""
    guns = tuple(mount.id for mount in vehicle.mounts if not mount.linked)
    commander = vehicle.seats[1:2] if guns else ()
    return (OPERATOR, *guns, *commander)


def _soldier(vehicle: Vehicle, seat: str, rank: str) -> Person:
    kind = combatant(rank)
    points = hit_points(kind, 0, None)
    return Person(
        id=f"{vehicle.id}.{seat}",
        side=vehicle.side,
        name=f"{vehicle.name}'s {seat.replace('-', ' ')}",
        x=vehicle.x,
        y=vehicle.y,
        heading=vehicle.heading,
        rank=kind.id,
        group=vehicle.group,
        hp=points,
        most_hp=points,
        movement=kind.movement,
        armor=("bdu",),
        on_table=False,
        aboard=vehicle.id,
        seat=seat,
    )


def _rank(state: OwbState, unit: Unit) -> str:
    quality = unit.status.get("crew_quality", state.option("crew_quality"))
    return "veteran" if quality == "veteran" else "soldier"


def _passenger_seats(block: StatBlock) -> Iterator[str]:
    for number in range(1, block.passengers + 1):
        yield f"passenger-{number}"
    for number in range(1, block.bed + 1):
        yield f"bed-{number}"


def _mounts(block: StatBlock, unit: Unit, where: str) -> Iterator[Mount]:
    fittings = list(block.fittings)
    chosen: dict[str, Any] = dict(unit.status.get("weapons", {}))
    for number, (weapon, kind) in enumerate(fittings, start=1):
        picked = str(chosen.get(kind, weapon))
        if picked not in GUNS and picked not in MISSILE:
            known = (*GUNS, "machinegun-medium", "machinegun-heavy")
            raise ScenarioError(f"{where}.status.weapons", not_among(picked, known, "weapon"))
        yield Mount(id=f"gun-{number}", weapon=picked, kind=kind)


def _check_unit(unit: Unit, where: str) -> None:
    for name in unit.status:
        if name not in VEHICLE_STATUSES:
            problem = not_among(name, VEHICLE_STATUSES, "status")
            raise ScenarioError(f"{where}.status.{name}", problem)
    if unit.quality is not None and unit.quality not in COMBATANTS:
        problem = not_among(unit.quality, COMBATANTS, "kind of combatant")
        raise ScenarioError(f"{where}.quality", problem)
