"""What a page shows on the map: who is there, where he can go or aim, and what he sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.battle import Order, Refusal
from sandtable.battle.figures import Drawn, Flag, Patch
from sandtable.battle.overlays import Overlay

from ..part1_personal.attack.attacks import check_attack
from ..part1_personal.cover.cover import lean_outs
from ..part1_personal.explosives.throwing import throw_at
from ..part1_personal.movement.way import points_left, reachable, step_costs
from ..part1_personal.round.ending import HELD_WITHIN, holder
from ..part1_personal.weapons.flamethrower import LENGTH
from ..part2_vehicles.attack.ordered_shots import target_squares
from ..part3_combining.boarding import doors
from ..setting_up.people import check_deploy, zone_squares
from ..showing.figures import Outline, clusters, figure, outline_of, vehicle_figure
from ..showing.places import (
    all_squares,
    arc_squares,
    bands,
    farthest,
    line_to,
    may_turn,
    near,
    seen_squares,
    shown,
)
from ..state import OwbState, Person, Vehicle
from ..state.footprint import distance_between
from ..state.frames import CookedOff, Diving, Escaping
from ..state.orders import Flame, Launch, Throw
from ..state.squares_and_edges import Change
from ..state.tables import MISSILE
from .cards import vehicle_sights


def figures(state: OwbState) -> Iterator[Drawn]:
    """Everything on the map: objectives, explosives, smoke, debris, vehicles, characters."""
    for objective in state.setting.scenario.objectives:
        yield Flag(
            id=objective.id,
            x=objective.at[0],
            y=objective.at[1],
            label=objective.name or "",
            value=objective.value,
            radius=HELD_WITHIN if objective.radius is None else objective.radius,
            holder=holder(state, objective),
        )
    for number, explosive in enumerate(state.explosives):
        x, y = state.setting.point(explosive.square)
        half = 0.3
        yield Patch(
            id=f"explosive-{number}",
            kind="fire",
            outline=(
                (x - half, y - half),
                (x + half, y - half),
                (x + half, y + half),
                (x - half, y + half),
            ),
            label=explosive.kind,
        )
    yield from _patches(state)
    for vehicle in state.vehicles():
        if vehicle.on_table or _hides(state, vehicle):
            yield vehicle_figure(state, vehicle)
    for person in state.persons():
        if person.on_table or (not person.aboard and _hides(state, person)):
            yield figure(person)


def _hides(state: OwbState, piece: Person | Vehicle) -> bool:
    """Whether the referee has hidden somebody where he was, rather than not placed him yet."""
    return piece.hidden and state.phase != "setup"


def _patches(state: OwbState) -> Iterator[Patch]:
    """What has changed on the map: smoke, and what was blown to rubble and debris."""
    rows = state.setting.rows
    for number, squares in enumerate(clusters(square for square, _ in state.smoke)):
        yield Patch(id=f"smoke-{number}", kind="smoke", outline=outline_of(squares, rows))
    for number, change in enumerate(state.changes):
        yield Patch(
            id=f"change-{number}",
            kind=change.kind,
            outline=_changed(state, change),
            label=change.kind.replace("-", " "),
        )


def _changed(state: OwbState, change: Change) -> Outline:
    """Where a feature was that is no longer what the scenario says: a square, or along an edge."""
    rows = state.setting.rows
    if change.other is None:
        return outline_of((change.at,), rows)
    (ax, ay), (bx, by) = (state.setting.point(at) for at in (change.at, change.other))
    x, y = (ax + bx) / 2, (ay + by) / 2
    across, along = (0.5, 0.15) if ax == bx else (0.15, 0.5)
    return (
        (x - across, y + along),
        (x + across, y + along),
        (x + across, y - along),
        (x - across, y - along),
    )


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


def sights(state: OwbState, piece: str) -> tuple[Overlay, ...]:
    """What a character sees, and what hides every enemy from him whom he does not."""
    vehicle = state.find_vehicle(piece)
    if vehicle is not None:
        return tuple(vehicle_sights(state, vehicle))
    person = state.find_person(piece)
    if person is None or not person.on_table or not person.able:
        return ()
    turning = may_turn(state, person)
    if turning:
        # Whoever attacks in his turn is Up for it.
        person = replace(person, ducked=False)
    lines = (line_to(state, person, enemy, turning=turning) for enemy in state.enemies_of(person))
    return (seen_squares(state, person, turning=turning), *lines)


# -- lines ----------------------------------------------------------------------------------------


def apart(state: OwbState, one: str, two: str) -> float | None:
    """How many squares apart two pieces are; those aboard are where their vehicle is."""
    here, there = target_squares(state, one), target_squares(state, two)
    if not here or not there or not (_is_there(state, one) and _is_there(state, two)):
        return None
    return float(distance_between(here, there))


def _is_there(state: OwbState, name: str) -> bool:
    person = state.find_person(name)
    piece = state.pieces[person.aboard if person is not None and person.aboard else name]
    return piece.on_table
