"""Crews from the scenario: ordinary soldiers, and the characters whom it puts aboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.catalogue import cite
from sandtable.scenario import ScenarioError, Unit

from ..part1_personal.core_rulebook.persons import combatant, hit_points
from ..state import OwbState, Person, Vehicle
from ..state.vehicles import OPERATOR
from .checking import word, words

CARRIED: Final = "carried_by"
"""The status of a unit that says which vehicle a character is in."""


def crew_of(state: OwbState, vehicle: Vehicle, unit: Unit) -> Iterator[Person]:
    """The ordinary soldiers in the seats of a vehicle that no character of the scenario takes.

    Raises:
        ScenarioError: If it leaves a seat empty that there is not, or names no such crew.
    """
    cite("owb.crew.positions")
    at = state.setting.scenario.units.index(unit)
    where = f"units[{at}] (id {unit.id!r}).status"
    rank = _rank(state, unit, where)
    empty = words(unit.status.get("empty", ()), vehicle.all_seats, f"{where}.empty", "seat")
    taken = {
        other.status.get("seat")
        for other in state.setting.scenario.units
        if other.status.get(CARRIED) == vehicle.id
    }
    if vehicle.wreck == "exploded":
        return
    for seat in crew_seats(vehicle):
        if seat not in taken and seat not in empty:
            yield _soldier(vehicle, seat, rank)


def crew_seats(vehicle: Vehicle) -> tuple[str, ...]:
    """The seats of a full crew: operator, gunners, and the commander of an armed vehicle."""
    guns = tuple(mount.id for mount in vehicle.mounts if not mount.linked)
    commander = vehicle.seats[1:2] if guns else ()
    return (*vehicle.seats[:1], *guns, *commander)


def _rank(state: OwbState, unit: Unit, where: str) -> str:
    quality = unit.status.get("crew_quality", state.option("crew_quality"))
    word(quality, ("regular", "veteran"), f"{where}.crew_quality", "quality of a crew")
    if quality == "veteran":
        cite("owb.crew.veterans-plus-one")
        return "veteran"
    cite("owb.crew.npc-crew-statistics", "owb.crew.npc-gunners-bhb-zero")
    return "soldier"


ORDINALS: Final = ("", "second ", "third ", "fourth ", "fifth ", "sixth ")


def post_of(vehicle: Vehicle, seat: str) -> str:
    """What somebody is called by his seat."""
    if seat == OPERATOR:
        return "driver"
    guns = [mount.id for mount in vehicle.mounts if not mount.linked]
    if seat in guns:
        number = guns.index(seat)
        return f"{ORDINALS[number] if number < len(ORDINALS) else f'{number + 1}th '}gunner"
    return "commander" if guns else seat.replace("-", " ")


def _soldier(vehicle: Vehicle, seat: str, rank: str) -> Person:
    kind = combatant(rank)
    points = hit_points(kind, 0, None)
    return Person(
        id=f"{vehicle.id}.{seat}",
        side=vehicle.side,
        name=f"{vehicle.name}'s {post_of(vehicle, seat)}",
        x=vehicle.x,
        y=vehicle.y,
        heading=vehicle.heading,
        rank=kind.id,
        group=vehicle.group,
        hp=points,
        most_hp=points,
        armor=("bdu",),
        on_table=False,
        hidden=vehicle.hidden,
        aboard=vehicle.id,
        seat=seat,
    )


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
        known = [one.id for one in state.vehicles() if one.side == person.side]
        word(person.aboard, known, f"{where}.carried_by", "vehicle")
        vehicle = state.vehicle(person.aboard)
        seat = person.seat or _free_seat(state, vehicle, where)
        word(seat, vehicle.all_seats, f"{where}.seat", "seat")
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
            stance=person.stance if person.out else "standing",
        )


def _free_seat(state: OwbState, vehicle: Vehicle, where: str) -> str:
    taken = {person.seat for person in state.persons() if person.aboard == vehicle.id}
    for seat in vehicle.all_seats:
        if seat not in taken:
            return seat
    raise ScenarioError(f"{where}.carried_by", f"{vehicle.id!r} has no free seat")
