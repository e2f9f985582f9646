"""MORTARS: observers, ranging, zeroed squares, crews and minimum range."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.odds import Tally
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part2_vehicles.attack.line_of_fire import fired_from, open_squares
from ...state import Arm, OwbState, Person, Vehicle
from ...state.orders import Launch
from ...state.tables import squares_of_feet
from ..attack.missile import check_weapon, range_band
from ..line_of_sight.sight import in_arc, leaning_out, open_line, range_between, sees_square
from .throwing import Lob, aim_tally, rocket_at

STATIONARY: Final = 14
MOVING: Final = 19
MINIMUM_FEET: Final = 300
FULL_CREW: Final = 2
"""Rounds between shots with a full crew; one man alone needs twice as many."""


def minimum_range() -> int:
    """The least distance that a mortar can fire at."""
    cite("owb.mortar.minimum-range")
    return squares_of_feet(MINIMUM_FEET)


def distance_to(state: OwbState, person: Person, square: Square) -> int:
    """How far a square is from a mortar, which may stand behind the edge of the map."""
    if not person.off_map:
        return range_between(state, state.square(person), square)
    cite("owb.mortar.minimum-range")
    return int(state.option("mortar_offmap_distance"))


def line_from(state: OwbState, person: Person) -> Square:
    """Where the line of a mortar's fire begins: its square, or the middle of its side's edge."""
    if not person.off_map:
        return state.square(person)
    width, rows = state.setting.width, state.setting.rows
    middles: dict[str, Square] = {
        "north": (width // 2, -1),
        "south": (width // 2, rows),
        "west": (-1, rows // 2),
        "east": (width, rows // 2),
    }
    return middles[state.setting.homes[person.side]]


def observers(state: OwbState, person: Person, square: Square) -> list[Person]:
    """Those who can direct a mortar's fire at a square: friends who see it, or the gunner.

    Crews see all round, from the middle of their vehicles.
    """
    cite("owb.mortar.observer")
    on_foot = [
        friend
        for friend in state.people(person.side)
        if sees_square(state, friend, square, turning=friend.id == person.id)
    ]
    aboard = [
        friend
        for vehicle in state.vehicles()
        if vehicle.side == person.side and vehicle.on_table
        for friend in state.occupants(vehicle.id)
        if friend.able and sees_all_round(state, vehicle, square)
    ]
    return [*on_foot, *aboard]


def sees_all_round(state: OwbState, vehicle: Vehicle, square: Square) -> bool:
    """Whether those aboard a vehicle have an open line to a square."""
    cite("owb.vattack.line-of-sight")
    middle = fired_from(state, vehicle, "PIN")
    target = state.vehicle_at(square)
    if target is None:
        return open_line(state, middle, square)
    return target.id == vehicle.id or square in open_squares(state, middle, target)


def interval(helped: bool) -> int:
    """How many rounds lie between two shots, by the size of the crew."""
    cite("owb.mortar.crew")
    return FULL_CREW if helped else 2 * FULL_CREW


def is_zeroed(state: OwbState, side: str, square: Square) -> bool:
    """Whether the scenario has a side's mortars zeroed in on a square."""
    zeroed = {
        state.setting.square(target.at)
        for target in state.setting.scenario.planned
        if target.side == side and target.support == "mortar" and target.at is not None
    }
    if square in zeroed:
        cite("owb.mortar.zeroed")
        return True
    return False


def mortar_at(
    state: OwbState,
    person: Person,
    square: Square,
    helper: Person | None = None,
    *,
    turning: bool = True,
) -> Lob | Refusal:
    """A mortar shell aimed at a square, ready to be rolled, or why it cannot be fired.

    Between turns a gunner on the map fires only where he was left facing.
    """
    arm = person.arm("mortar")
    if arm is None:
        return Refusal("owb.weapon.mortar-row", "He has no mortar.")
    cite("owb.mortar.mounted", "owb.weapon.mortar-row")
    if not arm.set_up:
        return Refusal("owb.mortar.mounted", "The mortar is not set up.")
    grounds = state.grounds
    if not grounds.holds(square):
        return Refusal("owb.grid.map-size", "That square is not on the map.")
    own = state.square(person)
    if not (turning or person.off_map or in_arc(own, person.facing, square)):
        return Refusal("owb.withhold.arc", f"{person.name} faces elsewhere.")
    if not person.off_map and own in grounds.roofed:
        return Refusal("owb.mortar.indoors-and-forest", "It cannot fire indoors.")
    refusal = check_crew(state, person, arm, helper) or check_weapon(
        state, person, replace(arm, fired_in=None), "single"
    )
    if refusal is not None:
        return refusal
    distance = distance_to(state, person, square)
    if distance < minimum_range():
        return Refusal("owb.mortar.minimum-range", f"{distance} squares are too near.")
    band = range_band(state, arm.weapon, distance)
    if band is None:
        return Refusal("owb.range.bands", f"{distance} squares are beyond its Extreme range.")
    tally = aim_tally(state, person, square, band)
    tally.add_if(
        _in_thick_forest(state, person, square),
        -2,
        "owb.mortar.indoors-and-forest",
        "thick forest",
    )
    shots = arm.ranged[1] if arm.ranged is not None and arm.ranged[0] == square else 0
    tally.add_if(shots > 0, shots, "owb.mortar.ranging-bonus", f"shot {shots + 1} at this target")
    return Lob(
        origin=line_from(state, person),
        square=square,
        tally=tally,
        armor=_area_class(state, person, square),
        sure=is_zeroed(state, person.side, square),
        doubled=True,
        stopped=False,
        naturals=state.on("naturals_personal"),
    )


def check_crew(state: OwbState, person: Person, arm: Arm, helper: Person | None) -> Refusal | None:
    """Why the crew cannot fire again yet, or ``None`` if it can."""
    if helper is not None:
        busy = helper.acted or helper.attacked or helper.swept or helper.routed
        idle = helper.able and not busy
        far = grid.distance(state.square(helper), state.square(person))
        both_behind = helper.off_map and person.off_map
        beside = both_behind or (far <= 1 and not helper.aboard)
        if helper.side != person.side or helper.id == person.id or not (idle and beside):
            return Refusal("owb.mortar.crew", f"{helper.name} cannot load the mortar.")
    if arm.fired_in is not None and state.turn < arm.fired_in + interval(helper is not None):
        return Refusal("owb.mortar.crew", "The next shell is not ready.")
    return None


def _area_class(state: OwbState, person: Person, square: Square) -> Tally:
    tally = Tally("target")
    target = state.at(square)
    vehicle = state.vehicle_at(square)
    if not observers(state, person, square):
        return tally.add(MOVING, "owb.mortar.moving-target", "seen by nobody")
    if (target is not None and target.moving) or (vehicle is not None and vehicle.moving):
        return tally.add(MOVING, "owb.mortar.moving-target", "moving target")
    return tally.add(STATIONARY, "owb.mortar.stationary-target", "stationary target")


def _in_thick_forest(state: OwbState, person: Person, square: Square) -> bool:
    squares = [square] if person.off_map else [square, state.square(person)]
    return any(
        state.grounds.kind(near).name == "thick-forest"
        for middle in squares
        for near in (middle, *grid.neighbours(middle))
    )


def after_shot(state: OwbState, arm: Arm, square: Square) -> Arm:
    """A mortar after a shot: another one at the same target is surer, while that stays put."""
    cite("owb.mortar.ranging-bonus")
    again = arm.ranged is not None and arm.ranged[0] == square
    count = arm.ranged[1] + 1 if again and arm.ranged is not None else 1
    return replace(arm, fired_in=state.turn, ranged=(square, count))


def forget_target(state: OwbState, name: str, square: Square) -> None:
    """Somebody has left a square: mortars that ranged in on him begin anew.

    One who only passes by whoever stands there was not their target.
    """
    cite("owb.mortar.ranging-bonus")
    if not any(one.id != name and state.square(one) == square for one in state.people()):
        state.forget_ranging((square,))


def lob_of(
    state: OwbState, person: Person, order: Launch, *, turning: bool = True
) -> Lob | Refusal:
    """A rocket or mortar shell, ready to be rolled, or why it cannot be fired."""
    square = state.setting.square(order.at)
    if order.weapon != "mortar":
        if order.helper is not None:
            return Refusal("owb.mortar.crew", "Only a mortar is loaded by somebody else.")
        there = leaning_out(state, person, order.lean)
        return rocket_at(state, there, order.weapon, square, turning=turning)
    if order.lean is not None:
        return Refusal("owb.cover.lean-out", "A mortar is not fired around a wall.")
    helper = state.find_person(order.helper) if order.helper is not None else None
    if order.helper is not None and helper is None:
        return Refusal("owb.mortar.crew", "There is nobody of that name.")
    return mortar_at(state, person, square, helper, turning=turning)
