"""Section 10.1: who may be in a built-up area, and what becomes of those who go in or out."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.scenario import Scenario, ScenarioError
from sandtable.scenario.errors import not_among
from sandtable.table import Footprint, Point, between, place_in, step

from ..s02_terrain.place_names import name_of_feature
from ..state import Element, Loss, P8State
from ..state.built_up_areas import SIDE_BOUND, Bua, are_adjacent, first_inside, nearest_pair
from ..state.sheets import OBSERVERS

TRANSPORTS: Final = frozenset(("truck", "wagon", "apc", "mounts"))
UNCOUNTED: Final = frozenset(("cmd", *OBSERVERS)) | TRANSPORTS
"""Types of which any number finds room."""

BARRED_FROM_RUINS: Final = frozenset(("Wh", "WhX", "HD"))


# -- who is in ------------------------------------------------------------------------------------


def occupants(state: P8State, bua: str) -> list[Element]:
    """Everybody inside a built-up area."""
    return [element for element in state.on_table() if element.inside == bua]


def hidden_in(state: P8State, bua: str, side: str) -> list[Element]:
    """The elements of a side that are hidden in a built-up area and take up room there (12)."""
    return [
        element
        for element in state.pieces.values()
        if element.under is not None
        and element.inside == bua
        and element.side == side
        and state.sheet(element).type not in UNCOUNTED
    ]


def taking_room(state: P8State, bua: str) -> list[Element]:
    """Those inside who take up room."""
    return [e for e in occupants(state, bua) if state.sheet(e).type not in UNCOUNTED]


def has_no_facing(state: P8State, element: Element) -> bool:
    """Whether every direction is an element's front: on foot in a built-up area, or hidden."""
    if element.under is not None:
        return True
    if element.inside is None or state.sheet(element).type in SIDE_BOUND:
        return False
    cite("p8.bua.infantry-360")
    return True


def outline_of(state: P8State, element: Element) -> Footprint:
    """Where an enemy comes into contact with an element: all of the built-up area it is in."""
    if element.inside is None:
        return state.base(element)
    return state.setting.buas[element.inside].place


def check_entry(state: P8State, element: Element, name: str) -> Refusal | None:
    """Why an element may not go into a built-up area."""
    bua, sheet = state.setting.buas[name], state.sheet(element)
    if sheet.move_class in BARRED_FROM_RUINS and bua.ruined:
        why = f"{element.name} ({sheet.move_class}) may not enter ruins."
        return Refusal("p8.bua.ruined-no-wheels-or-horses", why)
    cite("p8.bua.one-side-only")
    for other in occupants(state, name):
        if other.side != element.side and not gives_way(state, other):
            return Refusal("p8.bua.one-side-only", f"{other.name} is in there.")
    return check_room(state, element, name)


def check_room(state: P8State, element: Element, name: str) -> Refusal | None:
    """Why there is no room for an element in a built-up area."""
    cite("p8.bua.capacity")
    if state.sheet(element).type in UNCOUNTED:
        return None
    there = [e for e in taking_room(state, name) if e.side == element.side and e.id != element.id]
    there += [e for e in hidden_in(state, name, element.side) if e.id != element.id]
    capacity = state.setting.buas[name].capacity
    if len(there) < capacity:
        return None
    full = name_of_feature(state.setting, name)
    return Refusal("p8.bua.capacity", f"{full} is full: it holds {capacity}.")


def gives_way(state: P8State, element: Element) -> bool:
    """Whether somebody inside does not keep the enemy out: observers and transports."""
    return state.sheet(element).type in OBSERVERS | TRANSPORTS


# -- going in and out -----------------------------------------------------------------------------


def indoors(state: P8State, element: Element, name: str, *, aloft: bool = False) -> Element:
    """An element as it is inside; whoever can dismount does so."""
    cite("p8.bua.enter-or-leave-half-move")
    bua = state.setting.buas[name]
    x, y = bua.centre
    on_foot = state.setting.sheets[element.sheet].dismounts_as
    if on_foot is not None:
        cite("p8.bua.auto-dismount")
    return replace(
        element,
        x=x,
        y=y,
        inside=name,
        aloft=aloft and bua.elevated,
        sheet=on_foot or element.sheet,
        rides=element.sheet if on_foot else element.rides,
    )


def outdoors(element: Element) -> Element:
    """An element as it is once it has left a built-up area, mounted again if it was before."""
    if element.inside is None:
        return element
    if element.rides is not None:
        cite("p8.bua.auto-dismount")
    return replace(
        element, inside=None, aloft=False, sheet=element.rides or element.sheet, rides=None
    )


def go_in(state: P8State, element: Element, name: str, *, aloft: bool = False) -> Iterator[Event]:
    """Put an element into a built-up area; enemy observers and transports in there are lost."""
    for other in occupants(state, name):
        if other.side != element.side:
            yield from _taken(state, other)
    inside = state.put(indoors(state, element, name, aloft=aloft))
    height = ", and goes up" if inside.aloft else ""
    yield Event(
        kind="occupy",
        text=f"{element.name} enters {name_of_feature(state.setting, name)}{height}.",
        rules=("p8.bua.enter-or-leave-half-move",),
        pieces=(element.id,),
        data={"inside": name, "aloft": inside.aloft},
    )


def _taken(state: P8State, element: Element) -> Iterator[Event]:
    """Observers are removed and transports put out of action, with what they carry."""
    sheet = state.sheet(element)
    aboard = [e for e in state.pieces.values() if e.carried_by == element.id]
    for lost in (*aboard, element):
        state.pieces.pop(lost.id, None)
        combat = state.sheet(lost).is_combat
        guard = state.has(lost, "HG")
        loss = Loss(side=lost.side, element=lost.id, combat=combat, home_guard=guard)
        state.lost = (*state.lost, loss)
        verb = "is removed" if sheet.type in OBSERVERS else "is out of action"
        yield Event(
            kind="out",
            text=f"{lost.name} {verb}: the enemy has come in.",
            rules=("p8.bua.one-side-only",),
            pieces=(lost.id,),
            data={"at": (lost.x, lost.y), "side": lost.side},
        )


# -- the way --------------------------------------------------------------------------------------


class Route(Struct, frozen=True):
    """A way through the open, with the doors at its ends."""

    path: tuple[Point, ...]
    leaves: str | None = None
    enters: str | None = None


def route(state: P8State, element: Element, points: Sequence[Point]) -> Route:
    """The way that a chain of points means for an element.

    Points that lie in the built-up area it is in do not count. It comes out where the outline is
    nearest to the first other point. A way whose last point lies in a built-up area ends on the
    outline of that, and the element goes in.
    """
    buas = state.setting.buas
    here = buas[element.inside] if element.inside is not None else None
    ahead = list(points)
    while here is not None and ahead and here.holds(ahead[0]):
        ahead.pop(0)
    start = (element.x, element.y)
    if not ahead:
        return Route((start,))
    goal = bua_at(state, ahead[-1])
    if here is None:
        return _into(goal, (start, *ahead), None)
    cite("p8.bua.enter-or-leave-half-move")
    if goal is not None and goal.id != here.id and are_adjacent(here, goal):
        return Route(nearest_pair(here, goal), here.id, goal.id)
    return _into(goal, (here.nearest(ahead[0]), *ahead), here.id)


def straight_back(state: P8State, element: Element, heading: float, length: float) -> Route:
    """The straight line of a fall back: out of the house one is in, and into another at its end."""
    cite("p8.fallback.direction")
    start = start_of(state, element, heading)
    end = step(start, heading, length)
    return _into(bua_at(state, end), (start, end), element.inside)


def _into(goal: Bua | None, path: tuple[Point, ...], leaves: str | None) -> Route:
    if goal is None:
        return Route(path, leaves)
    return Route(up_to(goal, path), leaves, goal.id)


def up_to(bua: Bua, path: Sequence[Point]) -> tuple[Point, ...]:
    """A path as far as the outline of a built-up area, in which it ends."""
    walked = [path[0]]
    for a, b in itertools.pairwise(path):
        at = first_inside(a, b, bua.place.core)
        if at is not None:
            door = bua.nearest(between(a, b, at))
            if math.dist(door, walked[-1]) > 1e-6:
                walked.append(door)
            return tuple(walked)
        walked.append(b)
    return tuple(walked)


def bua_at(state: P8State, point: Point) -> Bua | None:
    """The built-up area that a point lies in."""
    for bua in state.setting.buas.values():
        if bua.holds(point):
            return bua
    return None


def start_of(state: P8State, element: Element, heading: float) -> Point:
    """Where somebody who goes straight that way sets out: its place, or the outline."""
    if element.inside is None:
        return element.x, element.y
    return state.setting.buas[element.inside].way_out(heading)


def defenders_of(state: P8State, bua: str, against: str) -> list[Element]:
    """Those inside a built-up area who defend it against a side."""
    return [e for e in occupants(state, bua) if e.side != against and not gives_way(state, e)]


def check_frontage(state: P8State, element: Element, target: Element) -> Refusal | None:
    """Why a charge must go for another defender inside: each is fought before any is joined on."""
    if target.inside is None:
        return None
    cite("p8.bua.melee-frontage")
    busy = {
        contact.enemy
        for contact in state.contacts
        if contact.charger != element.id and contact.charger in state.pieces and not contact.joined
    }
    if target.id not in busy:
        return None
    for other in defenders_of(state, target.inside, element.side):
        if other.id not in busy and not state.sheet(other).is_vehicle:
            why = f"{other.name} in there is not in combat yet and must be fought first."
            return Refusal("p8.bua.melee-frontage", why)
    return None


def move_in(state: P8State, scenario: Scenario) -> None:
    """Put everybody who stands in a built-up area, or is said to be in one, inside it.

    Raises:
        ScenarioError: There is no such place, it is full, or the enemy is in it.
    """
    for index, unit in enumerate(scenario.units):
        element = state.pieces.get(unit.id)
        if element is None or not element.on_table:
            continue
        where = f"units[{index}] (id {unit.id!r})"
        name = _place_of(state, element, where)
        if name is not None:
            _move_in(state, element, name, where)


def _place_of(state: P8State, element: Element, where: str) -> str | None:
    buas = state.setting.buas
    if element.inside is None:
        if element.aloft:
            raise ScenarioError(f"{where}.status.aloft", "it is in no building")
        found = bua_at(state, (element.x, element.y))
        return found.id if found is not None else None
    if element.inside not in buas:
        names = not_among(element.inside, buas, "built-up area")
        raise ScenarioError(f"{where}.status.inside", names)
    if place_in((element.x, element.y), buas[element.inside].place.core) < 0:
        raise ScenarioError(f"{where}.at", f"that is not in {element.inside!r}")
    return element.inside


def _move_in(state: P8State, element: Element, name: str, where: str) -> None:
    cite("p8.bua.one-side-only")
    # It is looked at as it is before it goes in; the state may name it as inside already.
    bare = state.put(replace(element, inside=None, aloft=False))
    if any(other.side != element.side for other in occupants(state, name)):
        raise ScenarioError(f"{where}.status.inside", f"the enemy is in {name!r}")
    refused = check_room(state, bare, name)
    if refused is not None:
        raise ScenarioError(f"{where}.status.inside", refused.reason)
    if element.aloft and not state.setting.buas[name].elevated:
        raise ScenarioError(f"{where}.status.aloft", f"{name!r} has no elevated part")
    state.put(indoors(state, bare, name, aloft=element.aloft))
