"""JUMP (DC): who can jump, how far, from where, and what stands too high."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import grid

from ...part1_personal.core_rulebook.persons import fraction
from ...state import OwbState
from ...state.footprint import Footprint, moved
from ...state.tables import FEATURES
from ...state.vehicle_orders import Jump
from ...state.vehicles import Vehicle
from ..attack.trailers import is_trailer
from ..collision.contacts import InTheWay, feature_of, in_the_way
from ..movement.leaving import is_off_map
from ..movement.steps import way_ahead
from ..movement.terrain import Terrain
from .driving_check import current_movement, movement_left
from .plans import MANOEUVRES, Plan, check_cost, check_moving, check_ready, seen_in_the_way

JUMPERS: Final = ("motorcycle", "car", "truck-small", "truck-large")
"""The vehicles that can jump unless a rule forbids it."""

TALL: Final = ("tall", "elevation")
"""How high a feature is that cannot be jumped over."""

TOO_HEAVY: Final = 2
"""The level of Reinforced Hull that keeps a vehicle on the ground."""


def farthest_jump(vehicle: Vehicle) -> int:
    """How many squares a vehicle can jump: two thirds of its current Movement."""
    cite("owb.maneuver.jump-distance")
    return fraction(2 * current_movement(vehicle), 3)


def plan_jump(state: OwbState, vehicle: Vehicle, order: Jump) -> Plan | Refusal:
    """The plan of a jump, or why it cannot be tried."""
    row = MANOEUVRES["jump"]
    before = state.footprint(vehicle)
    refusal = (
        _forbidden(state, vehicle)
        or check_ready(state, vehicle, row)
        or check_moving(vehicle, "owb.maneuver.moving-vehicle")
        or _too_far(vehicle, order.squares)
        or check_cost(state, vehicle, order.squares, "owb.vterrain.cost-must-be-affordable")
        or _no_take_off(state, vehicle, before)
    )
    if refusal is not None:
        return refusal
    flight = tuple(moved(before, before.facing, n) for n in range(1, order.squares + 1))
    after = flight[-1]
    refusal = _no_landing(state, vehicle, after)
    if refusal is not None:
        return refusal
    going = Terrain(state, vehicle).place(before, after)
    return going.closed or Plan(
        what=f"a jump of {order.squares} square{'s' if order.squares > 1 else ''}",
        row=row,
        rules=("owb.maneuver.jump-distance", "owb.maneuver.jump-conditions"),
        after=after,
        cost=order.squares,
        travel=order.squares,
        bogs=going.bogs,
        flight=flight,
    )


def _forbidden(state: OwbState, vehicle: Vehicle) -> Refusal | None:
    """Why a vehicle of its kind, or any vehicle in this battle, does not jump."""
    cite("owb.maneuver.jump-forbidden", "owb.maneuver.jump-conditions")
    name = vehicle.name
    if vehicle.tracked:
        return Refusal("owb.maneuver.jump-forbidden", f"{name} runs on tracks and can never jump.")
    if vehicle.hull >= TOO_HEAVY:
        return Refusal(
            "owb.maneuver.jump-forbidden",
            f"With Reinforced Hull (x{vehicle.hull}) {name} is too heavy and can never jump.",
        )
    rule = "owb.maneuver.jump-conditions"
    if is_trailer(vehicle):
        return Refusal(rule, f"{name} is a gun on a trailer, which does not drive.")
    if vehicle.block not in JUMPERS:
        return Refusal(rule, f"{name} is armored; only motorcycles, cars and trucks can jump.")
    if state.option("jump") == "never":
        return Refusal(rule, "In this battle no vehicle is allowed to jump.")
    return None


def _too_far(vehicle: Vehicle, squares: int) -> Refusal | None:
    rule, far = "owb.maneuver.jump-distance", farthest_jump(vehicle)
    if squares < 1:
        return Refusal(rule, "A jump is at least one square long.")
    if far < 1:
        slow = f"Its current Movement is {current_movement(vehicle)}"
        return Refusal(rule, f"{slow}: it is too slow to jump even one square.")
    if squares > far:
        return Refusal(
            rule,
            f"It can jump at most {far} square{'s' if far > 1 else ''}, two thirds of its current "
            f"Movement of {current_movement(vehicle)}.",
        )
    return None


def _no_take_off(state: OwbState, vehicle: Vehicle, before: Footprint) -> Refusal | None:
    """The squares that it takes off from must be Normal terrain, or ramps where it needs one."""
    rule = "owb.maneuver.jump-conditions"
    own = set(before.squares)
    edge = [one for one in before.squares if grid.step(one, before.facing) not in own]
    if state.option("jump") == "ramps" and not state.bare_grounds.ramps.issuperset(edge):
        return Refusal(rule, "It can take off only from a ramp, with all of its front on it.")
    if set(Terrain(state, vehicle).classes(edge)) != {"normal"}:
        return Refusal(rule, "The ground that it would take off from is not Normal terrain.")
    return None


def _no_landing(state: OwbState, vehicle: Vehicle, after: Footprint) -> Refusal | None:
    if is_off_map(state, after):
        return Refusal("owb.maneuver.jump-conditions", "It would land off the map.")
    strikes = seen_in_the_way(state, vehicle, after)
    there = (*strikes.persons, *strikes.vehicles)
    if there:
        rule = "owb.vmove.occupied-square-means-collision"
        return Refusal(rule, f"{state.pieces[there[0]].name} is where it would land.")
    return None


def struck_in_flight(state: OwbState, vehicle: Vehicle, print_: Footprint) -> InTheWay:
    """What a jumping vehicle strikes on a footprint that it flies over.

    Whatever is lower than 5 feet is jumped over: obstacles, gaps, water, characters.
    """
    cite("owb.maneuver.jump-distance")
    way = in_the_way(state, vehicle.id, print_)
    grounds = state.bare_grounds
    tall = [
        section
        for section in way.objects
        if FEATURES[feature_of(grounds, vehicle, section)].height in TALL
    ]
    return InTheWay(objects=tuple(tall), vehicles=way.vehicles)


def jumps(state: OwbState, vehicle: Vehicle) -> Iterator[Jump]:
    """The shortest and the longest jump over something that hinders the vehicle."""
    far = min(farthest_jump(vehicle), movement_left(state, vehicle))
    if vehicle.block not in JUMPERS or vehicle.pace != "normal" or far < 1:
        return
    hinders = [bool(step.closed) or step.cost > 1 for step in way_ahead(state, vehicle, far)]
    if True not in hinders:
        return
    clear = [
        n
        for n in range(hinders.index(True) + 2, far + 1)
        if not hinders[n - 1] and _clear(state, vehicle, n)
    ]
    for squares in dict.fromkeys((*clear[:1], *clear[-1:])):
        yield Jump(vehicle.id, squares)


def _clear(state: OwbState, vehicle: Vehicle, squares: int) -> bool:
    plan = plan_jump(state, vehicle, Jump(vehicle.id, squares))
    return isinstance(plan, Plan) and not any(
        struck_in_flight(state, vehicle, print_) for print_ in plan.flight
    )
