"""Section 10.1: who is in which built-up area when a battle begins."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.catalogue import cite
from sandtable.scenario import Scenario, ScenarioError
from sandtable.scenario.errors import not_among
from sandtable.table import place_in

from ..state import Element, P8State
from .occupation import bua_at, check_room, indoors, occupants


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
    bare = state.put(_unhoused(element))
    if any(other.side != element.side for other in occupants(state, name)):
        raise ScenarioError(f"{where}.status.inside", f"the enemy is in {name!r}")
    refused = check_room(state, bare, name)
    if refused is not None:
        raise ScenarioError(f"{where}.status.inside", refused.reason)
    if element.aloft and not state.setting.buas[name].elevated:
        raise ScenarioError(f"{where}.status.aloft", f"{name!r} has no elevated part")
    state.put(indoors(state, bare, name, aloft=element.aloft))


def _unhoused(element: Element) -> Element:
    """The element before it is put inside; the state may name it as inside already."""
    return replace(element, inside=None, aloft=False)
