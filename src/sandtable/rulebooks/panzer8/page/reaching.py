"""Where an element can go: the area of its straight moves, the ways of a charge or a retreat."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from sandtable.battle.overlays import Overlay, Reach, Route
from sandtable.mechanics.areas import area_of, reaches_to
from sandtable.mechanics.rays import headings_to
from sandtable.table import Point, step

from ..s03_turn.deploying import zones_of
from ..s05_actions.charge.charging import Charge, check_charger, plan_charge
from ..s05_actions.fall_back.action import farthest_back
from ..s05_actions.fall_back.by_choice import enemy_to_flee
from ..s05_actions.fall_back.ways import headings
from ..s05_actions.fire.aiming import is_armed
from ..s05_actions.mount.mounting import check_not_landed
from ..s05_actions.move.previewing import part_used
from ..s05_actions.move.rates import ROAD_BONUS, path_length
from ..s05_actions.move.under_way import MoveAndFire, check_move
from ..s05_actions.readiness import able
from ..s06_close_combat.contact import in_hand_to_hand
from ..s10_buildings.occupation import outdoors, start_of
from ..s15_events.cards import haste
from ..s15_events.support_fire.beaten_zones import DRIFT
from ..s15_events.support_fire.missions import zone_at
from ..state import Deploying, Element, ExtraActions, Moving, P8State, Scouting, SupportMission
from ..state.orders import Move
from ..state.tables import RATES
from ..state.units import in_unit
from .rays import Rays

ROUND: Final = 48
"""Of how many points a circle is made."""


def reach(state: P8State, piece: str, order: str) -> tuple[Overlay, ...]:
    """Where a piece can go with an order of a kind; nothing if it cannot go anywhere."""
    element = state.pieces.get(piece)
    match order:
        case "deploy" | "hide" | "dummy":
            return tuple(_zones(state, element))
        case "creep" | "lay-screen":
            return tuple(_about_fire(state, order))
        case "go-on":
            return tuple(_rest_of_move(state))
    if element is None or not _may_leave(state, element):
        return ()
    match order:
        case "move" | "move-and-fire":
            return tuple(_moves(state, element, order))
        case "charge":
            return tuple(_charges(state, element))
        case "fall-back":
            return tuple(_retreats(state, element))
    return ()


def _may_leave(state: P8State, element: Element) -> bool:
    """Whether an element has a base of its own and is free to go."""
    if element.carried_by is not None or element.under is not None or element.zone is not None:
        return False
    if not element.on_table and (element.entry is None or element.entry > state.turn):
        return False
    return state.sheet(element).move_class != "0" and not (
        element.on_table and in_hand_to_hand(state, element)
    )


def _acts_now(state: P8State, element: Element) -> bool:
    """Whether it is this element's turn to act."""
    frame = state.frame
    if isinstance(frame, Scouting):
        return element.id in frame.left and element.side == frame.side
    if isinstance(frame, ExtraActions):
        return element.id in frame.elements
    if isinstance(frame, Moving):
        return element.id == frame.element and frame.stage == "resume"
    its_phase = frame is None and state.phase == "action" and element.side == state.active
    return its_phase and able(state, element)


# -- moves ----------------------------------------------------------------------------------------


def _moves(state: P8State, element: Element, order: str) -> Iterator[Reach]:
    """The area of the straight moves of an element."""
    kind = MoveAndFire if order == "move-and-fire" else Move
    if order == "move-and-fire" and (state.has(element, "NMF") or not is_armed(state, element)):
        return
    if element.on_table and check_move(state, element, kind(element.id, (), element.heading)):
        return
    what = "move straight and then fire" if order == "move-and-fire" else "move straight"
    yield from _area(state, element, Rays(state, element, order), what)


def _rest_of_move(state: P8State) -> Iterator[Reach]:
    """The area that a mover can still reach that was stopped on its way."""
    frame = state.frame
    if not isinstance(frame, Moving) or frame.stage != "resume":
        return
    if frame.action not in ("move", "move-and-fire", "charge"):
        return
    element = state.pieces[frame.element]
    left = 1.0 - part_used(state, element, frame)
    if left > 0:
        rays = Rays(state, element, frame.action, (frame, left))
        yield from _area(state, element, rays, "go on straight")


def _area(state: P8State, element: Element, rays: Rays, what: str) -> Iterator[Reach]:
    far = _far(state, element) * rays.speed
    # From inside houses there are many ways out, so that corners matter less.
    corners = () if element.inside is not None else headings_to(rays.origin, _corners(state), far)
    parts = area_of(rays, corners)
    if not parts:
        return
    farthest = max(reaches_to(part, rays.origin) for part in parts)
    may = "can" if _acts_now(state, element) else "could, if it acted now,"
    told = f"{element.name} {may} {what}, up to {farthest:.1f} in"
    for number, part in enumerate(parts):
        own = element.inside is not None and number == 0
        house = (state.setting.buas[element.inside or ""].place.core,) if own else ()
        yield Reach(
            outline=part.outline,
            holes=(*part.holes, *house),
            side=element.side,
            label=in_unit(state.setting, told),
        )


def _far(state: P8State, element: Element) -> float:
    """Farther than this an element never goes."""
    rates = RATES[state.sheet(outdoors(element)).move_class].values()
    return (max(rates) + ROAD_BONUS * element.road_column) * haste(state, element, "move")


def _corners(state: P8State) -> Iterator[Point]:
    """The points of the ground at which what a ray crosses changes."""
    for line in state.setting.ground.lines:
        yield from line.points
    for area in state.setting.ground.areas:
        yield from area.outline


# -- charges and retreats -------------------------------------------------------------------------


def _charges(state: P8State, element: Element) -> Iterator[Overlay]:
    """The straight ways to those whom an element can charge, and how far it would come."""
    if not element.on_table or element.suppressed or check_not_landed(element) is not None:
        return
    fit = [e for e in state.enemies_of(element) if check_charger(state, element, e) is None]
    if not fit:
        return
    yield from _area(state, element, Rays(state, element, "charge"), "charge to its front")
    for enemy in fit:
        near = math.dist((enemy.x, enemy.y), (element.x, element.y)) <= _far(state, element) + 4.0
        plan = plan_charge(state, element, Charge(element.id, enemy.id)) if near else None
        if isinstance(plan, Moving) and len(plan.path) > 1:
            length = path_length(plan.path)
            # Whom it leads to is seen; a longer label would cover him.
            yield Route(
                points=plan.path,
                side=element.side,
                piece=element.id,
                label=in_unit(state.setting, f"{length:.1f} in"),
            )


def _retreats(state: P8State, element: Element) -> Iterator[Route]:
    """The ways in which an element can fall back, as far as they lead."""
    if not element.on_table or check_not_landed(element) is not None:
        return
    for direction, heading in headings(state, element, enemy_to_flee(state, element)).items():
        length = farthest_back(state, element, heading)
        if length > 0:
            start = start_of(state, element, heading)
            told = "towards home" if direction == "home" else "away from the enemy"
            yield Route(
                points=(start, step(start, heading, length)),
                side=element.side,
                piece=element.id,
                label=in_unit(state.setting, f"{told}, {length:.1f} in"),
            )


# -- other places ---------------------------------------------------------------------------------


def _zones(state: P8State, element: Element | None) -> Iterator[Reach]:
    """Where an element can be set up, or any of the side that sets up now."""
    frame = state.frame
    if not isinstance(frame, Deploying):
        return
    for zone in zones_of(state, frame.side):
        if element is None or element.zone == zone.id:
            name = zone.name or zone.id
            yield Reach(outline=zone.outline, side=frame.side, label=f"Set up in {name}")


def _about_fire(state: P8State, order: str) -> Iterator[Reach]:
    """Where a barrage can be moved to, or where its smoke lies."""
    frame = state.frame
    if not isinstance(frame, SupportMission) or frame.at is None:
        return
    if order == "creep":
        told = in_unit(state.setting, f"Within {DRIFT:g} in of where it lies")
        yield Reach(outline=_circle(frame.at, DRIFT), side=frame.side, label=told)
    else:
        told = "In the beaten zone, or touching it"
        yield Reach(outline=zone_at(state, frame).corners, side=frame.side, label=told)


def _circle(middle: Point, radius: float) -> tuple[Point, ...]:
    return tuple(step(middle, 360.0 * number / ROUND, radius) for number in range(ROUND))
