"""What a manoeuvre would be: where it ends, what it costs, and what it asks of the operator.

TURNS and lane changes first; jumps and what is done on the spot have plans of the same kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import grid

from ...state import Footprint, OwbState, Vehicle
from ...state.footprint import moved, turned
from ...state.tables import rows_of
from ...state.vehicle_orders import Hand
from ..collision.contacts import InTheWay, in_the_way
from ..mishap.hindrances import check_straight, is_stalled
from ..movement.terrain import Going, is_off_map
from .driving_check import check_driving, is_moving, movement_left

EIGHTH: Final = 45
GROUND_EXTRA: Final = 2
"""What Rough terrain or an Obstacle under the final footprint adds to a manoeuvre."""


class Row(Struct, frozen=True, kw_only=True):
    """A row of the table of turns and other manoeuvres.

    Attributes:
        name: What it is called.
        cost: The Movement that it costs; by the square if it is ``None``.
        check: Whether it takes a Driving Check.
        save: Whether it takes a Saving Throw by the operator after that.
        paces: The paces at which it can be made.
        stops: Whether it ends in a complete stop.
    """

    name: str
    cost: int | None
    check: bool
    save: bool
    paces: tuple[str, ...]
    stops: bool


MANOEUVRES: Final[Mapping[str, Row]] = {
    row["maneuver"]: Row(
        name=row["maneuver"],
        cost=row["movement_cost"] if isinstance(row["movement_cost"], int) else None,
        check=row["driving_check"] == "yes",
        save=row["saving_throw"] == "yes",
        paces=tuple(str(row["pace"]).split(", ")),
        stops=row["stops"] == "yes",
    )
    for row in rows_of("vehicle-turns")
}
"""The turns and other manoeuvres by name."""


class Plan(Struct, frozen=True, kw_only=True):
    """A manoeuvre that may be tried, as it will be if nothing goes wrong.

    Attributes:
        what: What it is, in words.
        row: Its row of the table.
        rules: The rules that say what it is.
        after: Where the vehicle will stand.
        cost: The Movement that it costs here.
        travel: The Movement that it counts as covered.
        left: Whether it goes to the left.
        bogs: Whether the vehicle can bog down at its end.
        flight: What is flown over in a jump, footprint by footprint.
    """

    what: str
    row: Row
    rules: tuple[str, ...]
    after: Footprint
    cost: int
    travel: int = 0
    left: bool = False
    bogs: bool = False
    flight: tuple[Footprint, ...] = ()


# -- what stands against a manoeuvre --------------------------------------------------------------


def held(state: OwbState, vehicle: Vehicle) -> Refusal | None:
    """Why a vehicle cannot leave its place at any pace, or ``None`` if it can."""
    name = vehicle.name
    if vehicle.wreck:
        return Refusal("owb.vdamage.zero-is-inoperable", f"{name} is a wreck.")
    if vehicle.overturned:
        return Refusal("owb.mishap.overturned-vehicle", f"{name} does not stand on its wheels.")
    if vehicle.immobile:
        return Refusal("owb.mishap.slipped-track", f"{name} cannot move without major repairs.")
    if is_stalled(state, vehicle):
        return Refusal("owb.mishap.stall", f"The engine of {name} cannot be started yet.")
    if vehicle.stuck:
        return Refusal("owb.vterrain.bogging-down", f"{name} is stuck.")
    if vehicle.halted:
        return Refusal("owb.vmove.complete-stop", f"{name} does not move any more this round.")
    return None


def check_ready(state: OwbState, vehicle: Vehicle, row: Row) -> Refusal | None:
    """Why a vehicle cannot make a manoeuvre at its pace, wherever it would lead."""
    if not vehicle.declared:
        rule = "owb.vmove.pace-declared-at-start-of-turn"
        return Refusal(rule, "Its pace must be declared first.")
    if refusal := held(state, vehicle):
        return refusal
    if vehicle.pace not in row.paces:
        rule = (
            "owb.vmove.reverse-one-third"
            if vehicle.pace == "reverse"
            else "owb.maneuver.moving-vehicle"
        )
        return Refusal(
            rule, f"The pace is {vehicle.pace}; it would have to be {' or '.join(row.paces)}."
        )
    return check_driving(state, vehicle) if row.check else None


def check_moving(vehicle: Vehicle, rule: str) -> Refusal | None:
    """Why a manoeuvre that needs a moving vehicle cannot be made."""
    if not is_moving(vehicle):
        return Refusal(rule, f"{vehicle.name} must be moving: it goes a square straight on first.")
    return None


def check_swerve(state: OwbState, vehicle: Vehicle, rule: str) -> Refusal | None:
    """Why a vehicle cannot turn or change lanes: it must be moving, and its drive free."""
    return check_moving(vehicle, rule) or check_straight(state, vehicle)


def check_cost(state: OwbState, vehicle: Vehicle, cost: int, rule: str) -> Refusal | None:
    """Why a vehicle cannot pay for a step or a manoeuvre; the whole cost must be left."""
    cite("owb.vterrain.cost-must-be-affordable")
    left = movement_left(state, vehicle)
    if cost > left:
        return Refusal(rule, f"It costs {cost} Movement, and {left} is left.")
    return None


def seen_in_the_way(
    state: OwbState, vehicle: Vehicle, print_: Footprint, before: Footprint | None = None
) -> InTheWay:
    """What a vehicle would strike on a footprint, as far as its own side knows.

    Args:
        before: Where it would come from, if not from where it is.
    """
    found = in_the_way(state, vehicle.id, print_, before)

    def seen(name: str) -> bool:
        piece = state.pieces[name]
        return piece.side == vehicle.side or not getattr(piece, "hidden", False)

    return InTheWay(
        persons=tuple(filter(seen, found.persons)),
        objects=found.objects,
        vehicles=tuple(filter(seen, found.vehicles)),
    )


# -- placing --------------------------------------------------------------------------------------


def put_down(
    state: OwbState,
    vehicle: Vehicle,
    row: Row,
    after: Footprint,
    what: str,
    rules: tuple[str, ...],
    *,
    going: Going,
    left: bool = False,
) -> Plan | Refusal:
    """The plan of a turn or a lane change to a footprint, whatever the ground is like there."""
    assert row.cost is not None
    if not is_off_map(state, after):
        if going.closed is not None:
            return going.closed
        strikes = seen_in_the_way(state, vehicle, after)
        if strikes.persons or strikes.vehicles:
            names = [state.pieces[n].name for n in (*strikes.persons, *strikes.vehicles)]
            return Refusal("owb.turn.pick-up-and-place", f"{names[0]} is in the way.")
    cost = row.cost
    if going.slow:
        cite(going.slow, "owb.vterrain.costs-add-to-manoeuvres")
        rules = (*rules, going.slow, "owb.vterrain.costs-add-to-manoeuvres")
        cost += GROUND_EXTRA
    if refusal := check_cost(state, vehicle, cost, "owb.turn.needs-enough-movement"):
        return refusal
    return Plan(
        what=what,
        row=row,
        rules=rules,
        after=after,
        cost=cost,
        travel=row.cost,
        left=left,
        bogs=going.bogs,
    )


def eighths_of(degrees: int, hand: Hand) -> int:
    """A turn in eighths, clockwise if positive."""
    return (degrees // EIGHTH) * (-1 if hand == "left" else 1)


# -- placing --------------------------------------------------------------------------------------


def turned_by(print_: Footprint, degrees: int, hand: Hand) -> Footprint:
    """Where a vehicle is put down by a turn.

    The square of its front inside corner moves by one square towards each new facing.
    """
    cite("owb.turn.45-degrees", "owb.vmove.diagonal-needs-a-45-turn")
    if degrees > EIGHTH:
        cite("owb.turn.90-degrees")
    left = hand == "left"
    for _ in range(degrees // EIGHTH):
        facing = (print_.facing + eighths_of(EIGHTH, hand)) % 8
        corner = print_.front_left if left else print_.front_right
        print_ = turned(print_, facing, grid.step(corner, facing), left=left)
    return print_


def lane_beside(print_: Footprint, hand: Hand, *, quick: bool = False) -> Footprint:
    """Where a vehicle is after a lane change: forward by one square and aside by one.

    A quick one goes aside by the vehicle's width.
    """
    cite("owb.maneuver.lane-change")
    aside = eighths_of(EIGHTH, hand)
    after = moved(print_, print_.facing + aside)
    if quick:
        cite("owb.maneuver.quick-lane-change")
        after = moved(after, print_.facing + 2 * aside, print_.size[1] - 1)
    return after
