"""Where a character can go, aim, or be placed: squares, with what each costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.battle import Order, Refusal
from sandtable.battle.overlays import Overlay

from ..part1_personal.attack.attacks import check_attack
from ..part1_personal.cover.cover import lean_outs
from ..part1_personal.explosives.throwing import throw_at
from ..part1_personal.movement.way import points_left, reachable, step_costs
from ..part1_personal.weapons.flamethrower import LENGTH
from ..part3_combining.boarding import doors
from ..setting_up.people import check_deploy, zone_squares
from ..showing.places import all_squares, arc_squares, bands, farthest, near, shown
from ..state import OwbState
from ..state.frames import CookedOff, Diving, Escaping
from ..state.orders import Flame, Launch, Throw
from ..state.people import Person
from ..state.tables import MISSILE
from ..state.vehicles import Vehicle


def reach(state: OwbState, piece: str, order: str, fixed: Mapping[str, Any]) -> tuple[Overlay, ...]:
    """Where a piece can go with an order of a kind; nothing if it cannot go anywhere."""
    person = state.find_person(piece)
    if person is not None:
        return tuple(_reach(state, person, order, fixed))
    vehicle = state.find_vehicle(piece)
    return () if vehicle is None else tuple(_vehicle_reach(state, vehicle, order, fixed))


def _vehicle_reach(
    state: OwbState, vehicle: Vehicle, order: str, fixed: Mapping[str, Any]
) -> Iterator[Overlay]:
    match order:
        case "alight":
            free = [square for square in doors(state, vehicle) if state.at(square) is None]
            yield shown(state, free, "reach", "Somebody can get out here", side=vehicle.side)
        case "fire-gun":
            mount = vehicle.mount(str(fixed.get("mount", "")))
            if mount is not None:
                squares = arc_squares(state, vehicle, mount)
                yield shown(state, squares, "range", "The firing arc", side=vehicle.side)
        case "deploy":
            yield from _zone_of(state, vehicle.id, vehicle.side)


def _zone_of(state: OwbState, name: str, side: str) -> Iterator[Overlay]:
    units = {unit.id: unit for unit in state.setting.scenario.units}
    if name in units and units[name].zone:
        yield shown(state, zone_squares(state, name), "reach", "Its zone", side=side)


def _reach(
    state: OwbState, person: Person, order: str, fixed: Mapping[str, Any]
) -> Iterator[Overlay]:
    match order:
        case "move" if person.on_table:
            yield from moves(state, person, crawl=bool(fixed.get("crawl")))
        case "deploy":
            yield from zone(state, person)
        case "throw":
            yield from throws(state, person, str(fixed.get("bomb", "grenade")))
        case "launch":
            yield from launches(state, person, str(fixed.get("weapon", "")))
        case "flame":
            yield from flames(state, person)
        case "shoot" | "shoot-aboard" | "withhold" | "sweep":
            if person.on_table and (squares := list(lean_outs(state, person))):
                yield shown(state, squares, "reach", "He can lean out here", side=person.side)
        case "dive" | "escape":
            yield from dives(state, person)


# -- moving ---------------------------------------------------------------------------------------


def moves(state: OwbState, person: Person, *, crawl: bool) -> Iterator[Overlay]:
    """The squares that a character can end a move in, each with what it costs to get there."""
    ways = reachable(state, person, crawl=crawl)
    if not ways:
        return
    costs = [str(sum(step_costs(state, person, way))) for way in ways.values()]
    left = points_left(person, crawl=crawl)
    how = "crawl" if crawl else "move"
    label = f"{person.name} can {how} to these squares with {left} points left"
    yield shown(state, ways, "reach", label, side=person.side, words=costs)


def zone(state: OwbState, person: Person) -> Iterator[Overlay]:
    """The squares where a character can be placed."""
    units = {unit.id: unit for unit in state.setting.scenario.units}
    if person.id not in units or not units[person.id].zone:
        return
    free = [
        square
        for square in zone_squares(state, person.id)
        if check_deploy(state, person.id, square) is None
    ]
    yield shown(state, free, "reach", f"{person.name} can be placed here", side=person.side)


def dives(state: OwbState, person: Person) -> Iterator[Overlay]:
    """The squares with cover that somebody can dive to."""
    frame = state.frame
    if isinstance(frame, Diving | Escaping) and frame.person == person.id:
        told = "Cover within reach" if isinstance(frame, Diving) else "Free squares beside it"
        yield shown(state, frame.spots, "reach", told, side=person.side)


# -- aiming ---------------------------------------------------------------------------------------


def throws(state: OwbState, person: Person, bomb: str) -> Iterator[Overlay]:
    """The squares that an explosive can be thrown at, and how far each range goes."""
    frame = state.frame
    turning = not isinstance(frame, CookedOff)
    squares = [
        square
        for square in near(state, person, farthest(state, MISSILE["grenade"]))
        if not isinstance(throw_at(state, person, bomb, square, turning=turning), Refusal)
    ]
    label = f"{person.name} can throw into these squares"
    yield shown(state, squares, "reach", label, side=person.side)
    yield from bands(state, person, MISSILE["grenade"])


def launches(state: OwbState, person: Person, weapon: str) -> Iterator[Overlay]:
    """The squares that a rocket or a shell can be fired at."""
    if weapon not in MISSILE:
        return
    squares = [
        square
        for square in all_squares(state)
        if _is_legal(
            state,
            person,
            Launch(person.id, weapon, state.setting.point(square)),  # type: ignore[arg-type]
        )
    ]
    label = f"{person.name} can fire at these squares"
    yield shown(state, squares, "reach", label, side=person.side)


def flames(state: OwbState, person: Person) -> Iterator[Overlay]:
    """The squares that a flame reaches, one way or another."""
    squares = [
        square
        for square in near(state, person, LENGTH)
        if _is_legal(state, person, Flame(person.id, state.setting.point(square)))
    ]
    yield shown(state, squares, "reach", "Fire towards one of these", side=person.side)


def _is_legal(state: OwbState, person: Person, order: Order) -> bool:
    assert isinstance(order, Launch | Flame | Throw)
    return check_attack(state, person, order) is None
