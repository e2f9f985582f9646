"""TURNS and lane changes: where a vehicle is put down, and what each kind asks."""

from __future__ import annotations

from typing import Final

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import grid

from ...state import OwbState
from ...state.footprint import Footprint, moved, pivoted, turned
from ...state.vehicle_orders import ChangeLane, Hand, Turning
from ...state.vehicles import Vehicle
from ..movement.terrain import Terrain
from .plans import MANOEUVRES, Plan, Row, check_ready, check_swerve, put_down

_EIGHTH: Final = 45
_STEERED: Final = "tracked with Advanced Steering"
_RULES: Final = {
    "tight": "owb.turn.tight",
    "crawling": "owb.turn.crawling",
    "bootleg": "owb.turn.bootleg",
}
_TRACKED: Final = {
    "tight": "owb.turn.tight-tracked",
    "bootleg": "owb.turn.bootleg-tracked",
}
_DEGREES: Final = {45: "owb.turn.45-degrees", 90: "owb.turn.90-degrees"}


def eighths_of(degrees: int, hand: Hand) -> int:
    """A turn in eighths, clockwise if positive."""
    return (degrees // _EIGHTH) * (-1 if hand == "left" else 1)


# -- placing --------------------------------------------------------------------------------------


def turned_by(print_: Footprint, degrees: int, hand: Hand) -> Footprint:
    """Where a vehicle is put down by a turn.

    The square of its front inside corner moves by one square towards each new facing.
    """
    cite("owb.turn.45-degrees", "owb.vmove.diagonal-needs-a-45-turn")
    if degrees > _EIGHTH:
        cite("owb.turn.90-degrees")
    left = hand == "left"
    for _ in range(degrees // _EIGHTH):
        facing = (print_.facing + eighths_of(_EIGHTH, hand)) % 8
        corner = print_.front_left if left else print_.front_right
        print_ = turned(print_, facing, grid.step(corner, facing), left=left)
    return print_


def lane_beside(print_: Footprint, hand: Hand, *, quick: bool = False) -> Footprint:
    """Where a vehicle is after a lane change: forward by one square and aside by one.

    A quick one goes aside by the vehicle's width.
    """
    cite("owb.maneuver.lane-change")
    aside = eighths_of(_EIGHTH, hand)
    after = moved(print_, print_.facing + aside)
    if quick:
        cite("owb.maneuver.quick-lane-change")
        after = moved(after, print_.facing + 2 * aside, print_.size[1] - 1)
    return after


# -- plans ----------------------------------------------------------------------------------------


def plan_turn(state: OwbState, vehicle: Vehicle, order: Turning) -> Plan | Refusal:
    """The plan of a turn, or why it cannot be tried."""
    row = _row_of(vehicle, order)
    if isinstance(row, Refusal):
        return row
    cite("owb.turn.must-be-moving")
    refusal = check_ready(state, vehicle, row) or check_swerve(
        state, vehicle, "owb.turn.must-be-moving"
    )
    if refusal is not None:
        return refusal
    before = state.footprint(vehicle)
    if order.kind == "bootleg":
        after = pivoted(before, before.facing + eighths_of(order.degrees, order.hand))
    else:
        after = turned_by(before, order.degrees, order.hand)
    going = Terrain(state, vehicle).place(before, after)
    rules, left = _rules(vehicle, order), order.hand == "left"
    return put_down(state, vehicle, row, after, _words(order), rules, going=going, left=left)


def _row_of(vehicle: Vehicle, order: Turning) -> Row | Refusal:
    """The row of the table for a turn of a vehicle, if it can make such turns."""
    kind, degrees = order.kind, order.degrees
    if kind != "bootleg" and degrees > 2 * _EIGHTH:
        return Refusal("owb.turn.up-to-90-degrees", "A turn is of 45 or 90 degrees.")
    match kind:
        case "ordinary":
            cite("owb.turn.needs-enough-movement")
            return MANOEUVRES[f"{degrees}-degree turn"]
        case "crawling":
            return MANOEUVRES["crawling turn"]
    if not vehicle.tracked:
        return MANOEUVRES[f"{kind} turn (wheeled)"]
    cite(_TRACKED[kind])
    if not vehicle.has("advanced-steering"):
        text = f"On tracks that takes Advanced Steering, which {vehicle.name} has not."
        return Refusal(_TRACKED[kind], text)
    cite("owb.mod.advanced-steering-turns")
    return MANOEUVRES[f"{kind} turn ({_STEERED})"]


def _rules(vehicle: Vehicle, order: Turning) -> tuple[str, ...]:
    if order.kind == "ordinary":
        return (_DEGREES[order.degrees],)
    rules = [_RULES[order.kind]]
    if order.kind != "bootleg" and order.degrees == _EIGHTH:
        cite("owb.turn.up-to-90-degrees")
        rules.append("owb.turn.up-to-90-degrees")
    if order.kind != "crawling" and vehicle.tracked:
        rules.append(_TRACKED[order.kind])
    cite(*rules)
    return tuple(rules)


def _words(order: Turning) -> str:
    kind = "" if order.kind == "ordinary" else f"{order.kind} "
    return f"a {kind}turn of {order.degrees} degrees to the {order.hand}"


def plan_lane(state: OwbState, vehicle: Vehicle, order: ChangeLane) -> Plan | Refusal:
    """The plan of a lane change, or why it cannot be tried."""
    row = MANOEUVRES["quick lane change" if order.quick else "lane change"]
    rule = "owb.maneuver.quick-lane-change" if order.quick else "owb.maneuver.lane-change"
    refusal = check_ready(state, vehicle, row) or check_swerve(
        state, vehicle, "owb.maneuver.moving-vehicle"
    )
    if refusal is not None:
        return refusal
    before, ground = state.footprint(vehicle), Terrain(state, vehicle)
    after = lane_beside(before, order.hand, quick=order.quick)
    if order.quick and vehicle.width > 1:
        going = ground.place(before, after)
    else:
        going = ground.step(before, after, (vehicle.facing + eighths_of(_EIGHTH, order.hand)) % 8)
    what, left = f"a {row.name} to the {order.hand}", order.hand == "left"
    return put_down(state, vehicle, row, after, what, (rule,), going=going, left=left)
