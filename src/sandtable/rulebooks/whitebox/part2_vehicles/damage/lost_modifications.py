"""TABLE 10, MODIFICATION: what becomes of a vehicle that loses one of its modifications."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...state import OwbState
from ...state.tables import Throw, rows_of
from ...state.vehicles import Vehicle
from ..maneuvers.driving_check import complete_stop
from ..movement.terrain import WATERS
from .wrecks import goes_dead, splinters

RULE: Final = "owb.vcrit.modification"
HULL: Final = "reinforced-hull"
LOSSES: Final[dict[str, str]] = {
    row["modification"]: row["effect"] for row in rows_of("vehicle-modification-loss")
}
"""What the loss of each modification does, in the words of the table."""

_CARGO: Final = Throw(1, 6)


def working(vehicle: Vehicle) -> tuple[str, ...]:
    """The modifications of a vehicle that still work, each named once."""
    hull = (HULL,) if vehicle.hull > vehicle.hull_lost else ()
    return (*hull, *dict.fromkeys(vehicle.modifications))


def without(vehicle: Vehicle, modification: str) -> Vehicle:
    """The same vehicle, with one modification (or one level of it) lost."""
    if modification == HULL:
        vehicle = replace(vehicle, hull_lost=vehicle.hull_lost + 1)
        bare = vehicle.hull_lost >= vehicle.hull and vehicle.has("firing-ports")
        return without(vehicle, "firing-ports") if bare else vehicle
    left = list(vehicle.modifications)
    left.remove(modification)
    lost = (*vehicle.lost_modifications, modification)
    return replace(vehicle, modifications=tuple(left), lost_modifications=lost)


def lose_modification(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    """One of the modifications that still work is lost, all equally likely."""
    cite(RULE)
    vehicle = state.vehicle(name)
    lost = dice.pick(working(vehicle), f"modification lost, {vehicle.name}")
    vehicle = state.put(without(vehicle, lost))
    yield Event(
        kind="adverse-effect",
        text=f"{vehicle.name} loses {lost.replace('-', ' ')}: {LOSSES[lost]}.",
        rules=(RULE,),
        pieces=(name,),
        rolls=dice.take_rolls(),
        data={"modification": lost},
    )
    match lost:
        case "tracked":
            complete_stop(state, name)
            state.alter(name, immobile=True)
        case "cargo":
            yield from _cargo_destroyed(state, name, dice)
        case "amphibious":
            if afloat(state, vehicle):
                yield from goes_dead(state, name, "owb.mod.amphibious")
        case "waterborne":
            rounds = dice.die(6, f"rounds afloat, {vehicle.name}")
            state.alter(name, sinks_in=state.turn + rounds)
            yield Event(
                kind="sinking",
                text=f"{vehicle.name} sinks in {rounds} round{'s' if rounds != 1 else ''}.",
                rules=(RULE, "owb.mod.waterborne"),
                pieces=(name,),
                rolls=dice.take_rolls(),
            )


def _cargo_destroyed(state: OwbState, name: str, dice: Dice) -> Iterator[Event]:
    cite("owb.mod.cargo")
    state.alter(name, loads=0)
    for person in state.occupants(name):
        if person.seat.startswith("bed-"):
            yield from splinters(state, person.id, _CARGO, "owb.mod.cargo", dice)


def afloat(state: OwbState, vehicle: Vehicle) -> bool:
    """Whether a vehicle is on water."""
    grounds = state.bare_grounds
    return any(grounds.kind(square).name in WATERS for square in state.footprint(vehicle).squares)


def sink(state: OwbState) -> Iterator[Event]:
    """The end of a round, for vehicles that go under."""
    for vehicle in state.vehicles():
        if vehicle.sinks_in is not None and vehicle.sinks_in <= state.turn:
            yield from goes_dead(state, vehicle.id, "owb.mod.waterborne")
