"""Section 9.3: vehicles that are loaded when the battle begins."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.scenario import Scenario, ScenarioError
from sandtable.scenario.errors import not_among

from ..s05_actions.mount.mounting import board
from ..state import Element, P8State
from .transport import check_room


def load_vehicles(state: P8State, scenario: Scenario) -> None:
    """Put everybody aboard whom the scenario has carried by a vehicle.

    Raises:
        ScenarioError: Where it overloads a vehicle, or packs what cannot be packed.
    """
    wanted = {name: one.carried_by for name, one in state.pieces.items() if one.carried_by}
    for name in wanted:
        state.pieces[name] = replace(state.pieces[name], carried_by=None)
    for index, unit in enumerate(scenario.units):
        where = f"units[{index}] (id {unit.id!r}).status"
        _check_packed(state, state.pieces[unit.id], f"{where}.broken_down")
        if unit.id in wanted:
            _load(state, state.pieces[unit.id], wanted[unit.id], f"{where}.carried_by")


def _check_packed(state: P8State, element: Element, where: str) -> None:
    if element.broken_down and not state.has(element, "MP"):
        raise ScenarioError(where, f"{state.sheet(element).name} is not man-portable")


def _load(state: P8State, element: Element, vehicle: str | None, where: str) -> None:
    if vehicle not in state.pieces:
        raise ScenarioError(where, not_among(str(vehicle), state.pieces, "unit"))
    carrying = state.pieces[vehicle]
    refused = check_room(state, element, carrying)
    if refused is not None:
        raise ScenarioError(where, refused.reason.rstrip("."))
    board(state, element, carrying)
