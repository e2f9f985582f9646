"""Section 5.3, 5.5 and 5.6: carrying out a move that enemies may interrupt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.table import Path, Point

from ...s02_terrain.ground_and_cover import on_road
from ...s08_results.passengers import check_not_fired
from ...s09_troops.transport import check_laden
from ...s10_buildings.going_in_and_out import check_doors, doors_of, in_doors, rerouted
from ...s10_buildings.occupation import outdoors, route
from ...s13_engineering.wire import note_track
from ...s13_engineering.wire_ways import check_way
from ...s14_smoke.screens import check_advance
from ...s15_events.cards import hurries
from ...s15_events.no_advance import check_no_advance
from ...s15_events.support_fire.beaten_zones import shelled_indoors
from ...state import Bearing, Element, Firing, MoveAction, Moving, P8State
from ...state.orders import ActionOrder, GoOn, Move
from ..charge.charging import charge_on, check_charge_path, is_in_contact, strike_home
from ..fall_back.by_choice import check_fall_back_path, fall_back_cost, kept_to_road
from ..fall_back.ways import check_facing
from ..mount.mounted_troops import remounted
from ..mount.mounting import check_not_landed, mounted
from .interpenetration import check_end, check_passage
from .rates import SLACK, check_path, path_cost, path_length, pose, settled, whole_path


class MoveAndFire(ActionOrder, frozen=True, kw_only=False):
    """Move at half speed, or turn in place, and then shoot (5.6)."""

    path: tuple[Point, ...] = ()
    facing: float | None = None
    bearing: Bearing = "forward"


class Halt(Order, frozen=True):
    """Stop where a reaction interrupted the move."""

    facing: float | None = None


FREE_SPOT: Final = 0.05
"""How closely a free spot is looked for when a mover stops among other bases."""

# -- move, move and fire (5.3, 5.6) ---------------------------------------------------------------


def check_move(state: P8State, element: Element, order: Move | MoveAndFire) -> Refusal | None:
    """Why an element cannot make that move."""
    if element.suppressed:
        why = f"{element.name} is suppressed: it can only fall back."
        return Refusal("p8.result.suppressed-only-falls-back", why)
    refused = check_not_landed(element)
    if refused is None and isinstance(order, MoveAndFire):
        refused = _check_move_and_fire(state, element, order)
    refused = refused or check_laden(state, element)
    if order.path:
        refused = refused or check_not_fired(state, element)
    if refused:
        return refused
    frame = planned(state, element, action_of(order), order)
    refused = check_doors(state, element, frame)
    if refused:
        return refused
    if len(frame.path) < 2 and frame.enters is None and frame.aloft == element.aloft:
        if not element.on_table:
            return Refusal("p8.enter.position", f"{element.name} must move on to the table.")
        if order.facing is None:
            why = "Give a path to move along or a facing to turn to."
            return Refusal("p8.move.up-to-rate", why)
    return check_frame(state, element, frame)


def action_of(order: Move | MoveAndFire) -> MoveAction:
    """The kind of action that an order asks for."""
    return "move-and-fire" if isinstance(order, MoveAndFire) else "move"


def _check_move_and_fire(state: P8State, element: Element, order: MoveAndFire) -> Refusal | None:
    sheet = state.sheet(element)
    if not any(gun.hesa or gun.ap is not None for gun in sheet.guns):
        return Refusal("p8.movefire.half-speed-then-fire", f"{element.name} has nothing to fire.")
    if not state.has(element, "NMF"):
        return None
    cite("p8.sheet.flag-nmf")
    if order.path:
        why = f"{element.name} cannot move and fire; it may turn in place and fire."
        return Refusal("p8.movefire.nmf-forbidden", why)
    if element.broken_down:
        why = f"{element.name} is taken apart and cannot fire."
        return Refusal("p8.limber.break-down-and-set-up", why)
    cite("p8.movefire.nmf-may-rotate-and-fire")
    return None


def planned(
    state: P8State, element: Element, action: MoveAction, order: Move | MoveAndFire
) -> Moving:
    """The move that an order asks for."""
    way = route(state, element, order.path)
    stays = way.leaves is None and way.enters is None
    aloft = order.aloft if isinstance(order, Move) else None
    return Moving(
        element=element.id,
        action=action,
        path=whole_path(way.path[0], way.path[1:]),
        start=element.heading,
        bearing=order.bearing,
        facing=None if order.facing is None else round(order.facing % 360.0, 4),
        leaves=way.leaves,
        enters=way.enters,
        aloft=(element.aloft and stays) if aloft is None else aloft,
    )


def check_frame(state: P8State, element: Element, frame: Moving) -> Refusal | None:
    """Why a mover cannot go along its path, whose cost is that of the whole of it."""
    if frame.action == "charge":
        return check_charge_path(state, frame)
    mover = as_it_sets_out(state, element, frame)
    doors = doors_of(frame)
    refused = check_path(state, mover, frame.action, frame.path, frame.start, frame.bearing, doors)
    way = (frame.path, frame.start, frame.bearing)
    refused = refused or check_way(state, mover, frame.action, *way, frame.facing)
    refused = refused or check_advance(state, mover, *way)
    refused = refused or check_no_advance(state, mover, frame)
    ahead = frame.path if frame.at <= SLACK else tuple(Path(frame.path).cut(frame.at)[1])
    refused = refused or check_passage(state, mover, ahead, frame.start, frame.bearing)
    if refused or frame.enters is not None:
        return refused or check_doors(state, element, frame)
    return refused or check_end(
        state, _at_start(state, element, frame), pose(state, frame, path_length(frame.path))
    )


def as_it_sets_out(state: P8State, element: Element, frame: Moving) -> Element:
    """A mover as its way is measured: on the road by which it enters, outside of its houses."""
    mover = _in_column(state, element)
    return mover if frame.leaves is None else outdoors(mover)


def _at_start(state: P8State, element: Element, frame: Moving) -> Element:
    """The mover where its action began; off the table if it enters."""
    start = pose(state, replace(frame, facing=None), 0.0)
    return replace(start, on_table=element.on_table)


def _in_column(state: P8State, element: Element) -> Element:
    """An element about to enter along a road counts as on it from the first inch."""
    if element.on_table or element.road_column:
        return element
    enters_by_road = on_road(state.setting.ground.areas_at((element.x, element.y)))
    return replace(element, road_column=enters_by_road)


# -- under way ------------------------------------------------------------------------------------


def set_out(state: P8State, element: Element, frame: Moving) -> Iterator[Event]:
    """Begin a move: the element uses its action and counts as moving from now on."""
    cite("p8.react.interrupts-at-any-point")
    turns_only = len(frame.path) < 2 and frame.enters is None
    enters = not element.on_table
    state.put(
        replace(
            _in_column(state, element),
            acted=True,
            moved=True,
            shifted=element.shifted or not turns_only,
            on_table=True,
            entry=None,
            hurried=hurries(state, element, frame.action),
        )
    )
    state.push(frame)
    if enters:
        yield Event(
            kind="enter",
            text=f"{element.name} enters the table.",
            rules=("p8.enter.position",),
            pieces=(element.id,),
            data={"at": (element.x, element.y)},
        )


def advance_to(state: P8State, frame: Moving, at: float) -> Moving:
    """Bring a mover to a point of its path."""
    element = pose(state, frame, at)
    if at > SLACK and element.dug_in:
        cite("p8.cover.dug-in-set-up-only")
        element = replace(element, dug_in=False)
    state.put(element)
    there = replace(frame, at=settled(at))
    state.exchange(frame, there)
    return there


def arrive(state: P8State, frame: Moving) -> Iterator[Event]:
    """End a move where its path ends."""
    yield from _come_to_rest(state, advance_to(state, frame, path_length(frame.path)))


def check_halt(state: P8State, frame: Moving, order: Halt) -> Refusal | None:
    """Why a mover cannot halt facing that way."""
    if order.facing is None:
        return None
    element = state.pieces[frame.element]
    if frame.action == "fall-back":
        refused = check_facing(state, element, order.facing)
        if refused:
            return refused
    turned = replace(element, heading=order.facing % 360.0)
    return check_end(state, _at_start(state, element, frame), turned)


def halt(state: P8State, frame: Moving, order: Halt) -> Iterator[Event]:
    """End a move where a reaction stopped it."""
    frame = stand_clear(state, frame)
    if order.facing is not None:
        element = state.pieces[frame.element]
        state.put(replace(element, heading=round(order.facing % 360.0, 4)))
    shorter = replace(frame, path=walked(frame), facing=None, enters=None)
    state.swap(shorter)
    yield from _come_to_rest(state, shorter)


def walked(frame: Moving) -> tuple[Point, ...]:
    """The part of its path that a mover has covered."""
    return tuple(Path(frame.path).cut(frame.at)[0]) if frame.at > SLACK else frame.path[:1]


def is_stopped(mover: Element, frame: Moving) -> bool:
    """Whether a mover was suppressed on its way, so that all it can do is wait for more fire."""
    return mover.suppressed and frame.action != "fall-back"


def stand_clear(state: P8State, frame: Moving) -> Moving:
    """Take a mover that stops among other bases back to the last free spot of its way.

    One that has just entered may find none behind it; it then comes on as far as the next.
    """
    element = state.pieces[frame.element]
    start = _at_start(state, element, frame)
    if check_end(state, start, element) is None:
        return frame
    behind = int(frame.at / FREE_SPOT)
    ahead = int((path_length(frame.path) - frame.at) / FREE_SPOT)
    for steps in (*range(-1, -behind - 2, -1), *range(1, ahead + 1)):
        at = max(0.0, frame.at + FREE_SPOT * steps)
        if check_end(state, start, pose(state, frame, at)) is None:
            return advance_to(state, frame, at)
    return frame


def _come_to_rest(state: P8State, frame: Moving) -> Iterator[Event]:
    element = note_spent(state, frame)
    state.drop(frame)
    if frame.action in ("mount", "dismount", "remount"):
        if frame.onto is not None:  # whoever has got off stays where it is
            end = remounted if frame.action == "remount" else mounted
            yield from end(state, element, frame.onto)
        return
    if element.road_column and not kept_to_road(state, frame):
        element = state.put(replace(element, road_column=False))
    if frame.action == "charge" and is_in_contact(state, frame):
        yield from strike_home(state, frame)
        return
    yield Event(
        kind="move",
        text=_told(element, frame),
        rules=(_RULES[frame.action],),
        pieces=(element.id,),
        data={"path": frame.path, "heading": element.heading, "action": frame.action},
    )
    yield from in_doors(state, frame)
    if frame.action == "move-and-fire" and not element.suppressed:
        state.push(Firing(element=element.id))
    shelled = shelled_indoors(state, state.pieces[element.id])
    if shelled is not None and frame.enters is not None:
        state.push(shelled)


def note_spent(state: P8State, frame: Moving) -> Element:
    """Remember how much of its move an element has used."""
    element = state.pieces[frame.element]
    path = walked(frame)
    if len(path) < 2:
        return element
    note_track(state, element, path)
    if frame.action == "fall-back":
        part = fall_back_cost(state, element, path)
    else:
        part = path_cost(state, element, "move", path, frame.start, frame.bearing)
    return state.put(replace(element, spent=round(element.spent + part, 4)))


_RULES: dict[MoveAction, str] = {
    "mount": "p8.mount.infantry-start-adjacent",
    "dismount": "p8.mount.dismount-at-end-of-vehicle-move",
    "remount": "p8.dismount.remount",
    "move": "p8.move.up-to-rate",
    "move-and-fire": "p8.movefire.half-speed-then-fire",
    "fall-back": "p8.fallback.voluntary-distance",
    "charge": "p8.charge.required-for-melee",
}


def _told(element: Element, frame: Moving) -> str:
    length = path_length(frame.path)
    if length < SLACK and (frame.enters is not None or frame.aloft != element.aloft):
        return f"{element.name} moves without leaving its place."
    if length < SLACK:
        return f"{element.name} turns to face {element.heading:g} degrees."
    verb = "falls back" if frame.action == "fall-back" else "moves"
    return f"{element.name} {verb} {length:.1f} in."


# -- after a pause --------------------------------------------------------------------------------


def resumed(state: P8State, frame: Moving, order: GoOn) -> Moving | Refusal:
    """How a mover goes on after a pause, or why it cannot."""
    element = state.pieces[frame.element]
    if frame.action == "fall-back":
        refused = check_facing(state, element, order.facing)
        if refused:
            return refused
    if frame.action == "charge" and (order.path is not None or order.target is not None):
        return charge_on(state, frame, order, walked(frame))
    passed = frame.passed if state.phase == "setup" else ()
    changes: dict[str, object] = {"stage": "react", "passed": passed}
    if order.path is not None:
        if frame.action == "fall-back":
            return Refusal("p8.fallback.direction", "A fall back is one straight line.")
        changes |= rerouted(state, frame, walked(frame), order.path)
        changes["facing"] = None
        changes["bearing"] = order.bearing or frame.bearing
    if order.facing is not None:
        changes["facing"] = round(order.facing % 360.0, 4)
    rest = replace(frame, **changes)
    if frame.action == "fall-back":
        refused = check_fall_back_path(state, element, rest)
    else:
        refused = check_frame(state, element, rest)
    return refused or rest
