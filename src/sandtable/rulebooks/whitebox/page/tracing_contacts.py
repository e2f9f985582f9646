"""What it would do to strike a vehicle by hand, or to swerve against one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sandtable.battle import Refusal
from sandtable.battle.handling import Trace
from sandtable.battle.overlays import Overlay
from sandtable.battle.overlays import Shot as Line
from sandtable.dice import exact
from sandtable.rulebooks.whitebox.page.places import on_map, percent, shown
from sandtable.rulebooks.whitebox.page.tracing_attacks import (
    about_blow,
    spread_told,
    trace_strike,
)
from sandtable.rulebooks.whitebox.page.tracing_vehicles import (
    about_vehicle_shot,
    check_told,
    mishaps_told,
)
from sandtable.rulebooks.whitebox.part1_personal.attack.attack_roll import Blow
from sandtable.rulebooks.whitebox.part2_vehicles.attack.shots_at_vehicles import (
    VehicleShot,
    face_hit,
)
from sandtable.rulebooks.whitebox.part2_vehicles.collision.ramming import (
    check_alongside,
    swipe_damage,
)
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import (
    check_chance,
    save_chance,
)
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.previews import mishap_chances
from sandtable.rulebooks.whitebox.part2_vehicles.round.crew import operator_of
from sandtable.rulebooks.whitebox.part3_combining.from_foot import nearest_square
from sandtable.rulebooks.whitebox.part3_combining.hand_to_hand import strike_at
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.orders import Strike
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.vehicle_orders import Sideswipe
from sandtable.rulebooks.whitebox.state.vehicles import Vehicle

# -- by hand --------------------------------------------------------------------------------------


def trace_blow(state: OwbState, order: Strike) -> Trace | None:
    """A blow by hand: at somebody on foot, at a vehicle, or at one aboard it."""
    person, target = state.find_person(order.person), state.find_person(order.target)
    vehicle = state.find_vehicle(order.target if target is None else target.aboard)
    if vehicle is None:
        return trace_strike(state, order)
    if person is None or not person.on_table or not vehicle.on_table:
        return None
    own = state.square(person)
    line = Line(
        start=state.setting.point(own),
        end=state.setting.point(nearest_square(state, own, vehicle)),
        side=person.side,
    )
    return Trace(overlays=(line,), notes=tuple(_about(state, person, vehicle, order)))


def _about(state: OwbState, person: Person, vehicle: Vehicle, order: Strike) -> Iterator[str]:
    match strike_at(state, person, order.target, order.weapon):
        case VehicleShot() as shot:
            face = face_hit(state, state.square(person), vehicle)
            yield from about_vehicle_shot(state, shot, face)
        case Blow() as blow:
            yield from about_blow(blow, state.person(order.target))
        case Refusal():
            return


# -- alongside ------------------------------------------------------------------------------------


def trace_sideswipe(state: OwbState, order: Sideswipe) -> Trace | None:
    """A vehicle that swerves against another: what it takes, and what both may lose."""
    vehicle, other = state.find_vehicle(order.vehicle), state.find_vehicle(order.target)
    if vehicle is None or other is None or not (vehicle.on_table and other.on_table):
        return None
    squares = on_map(state, state.footprint(other).squares)
    overlays: tuple[Overlay, ...] = (
        shown(state, squares, "danger", f"{other.name}, against which it swerves"),
        Line(start=(vehicle.x, vehicle.y), end=(other.x, other.y), side=vehicle.side),
    )
    if check_alongside(state, vehicle, other) is not None:
        return Trace(overlays=overlays)
    return Trace(overlays=overlays, notes=tuple(_about_swipe(state, vehicle, other)))


def _about_swipe(state: OwbState, vehicle: Vehicle, other: Vehicle) -> Iterator[str]:
    chance = check_chance(state, vehicle)
    yield f"Driving Check: made with {percent(chance)}."
    yield from check_told(state, vehicle)
    yield from mishaps_told(mishap_chances(vehicle, chance))
    losses = exact(lambda dice: swipe_damage(vehicle, other, dice))
    for place, one in enumerate((vehicle, other)):
        found: dict[int, Fraction] = {}
        for pair, part in losses.items():
            found[pair[place]] = found.get(pair[place], Fraction(0)) + Fraction(part)
        told = spread_told(dict(sorted(found.items())))
        yield f"If it is made, {one.name} loses {told}, of {one.hp} hit points."
    if not other.wreck and operator_of(state, other) is not None:
        kept = save_chance(state, other)
        yield f"{other.name} stays under control with {percent(kept)}; otherwise it has a mishap."
