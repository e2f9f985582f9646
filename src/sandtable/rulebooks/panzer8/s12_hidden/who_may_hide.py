"""Section 12: who may be hidden when a battle is set up, and the counters that they lie under."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from sandtable.catalogue import cite
from sandtable.scenario import Scenario, ScenarioError
from sandtable.table import Point

from ..s02_terrain.ground_and_cover import is_fortified
from ..s09_troops.transport import carrier
from ..s13_engineering.fortifications import works_at
from ..state import Counter, Element, P8State
from .counters import counters_of, is_hidden

DEFENDERS_PART: Final = 0.5
"""The part of his elements that a defender may hide, unless the scenario says otherwise."""


# -- how many -------------------------------------------------------------------------------------


def set_up_on_table(state: P8State, side: str) -> list[Element]:
    """The elements that a side sets up on the table, with those aboard; nobody who enters later."""
    return [
        element
        for element in state.pieces.values()
        if element.side == side and (carrier(state, element) or element).entry is None
    ]


def allowance(state: P8State, side: str) -> int:
    """How many elements a side may hide as it pleases: half of a defender's, rounded down."""
    if not state.setting.options["hidden_placement"]:
        return 0
    cite("p8.hidden.half-of-defender")
    facts = state.setting.scenario.side(side)
    part = facts.hidden
    if part is None:
        part = DEFENDERS_PART if facts.role == "defender" else 0.0
    return int(part * len(set_up_on_table(state, side)) + 1e-9)


def allowance_left(state: P8State, side: str) -> int:
    """How many more elements a side may hide."""
    hidden = [e for e in set_up_on_table(state, side) if is_hidden(state, e)]
    return max(0, allowance(state, side) - len(hidden))


def may_hide(state: P8State, side: str) -> bool:
    """Whether a side sets up in secret: it may hide some of its elements, if it likes to."""
    return allowance(state, side) > 0


def dummies_of(state: P8State, side: str) -> list[Counter]:
    """The counters of a side that nobody is under."""
    return [counter for counter in counters_of(state, side) if counter.under == ()]


# -- counters -------------------------------------------------------------------------------------


def lay_counter(state: P8State, side: str, at: Point) -> Counter:
    """The counter of a side at a spot, a new one if there is none; numbered as they come.

    Names and numbers are the same whether or not somebody is under it.
    """
    spot = (float(round(at[0], 4)), float(round(at[1], 4)))
    for counter in counters_of(state, side):
        if (counter.x, counter.y) == spot:
            return counter
    number = len(counters_of(state, side)) + 1
    while (name := f"{side}-counter-{number}") in state.counters:
        number += 1  # others have been taken away since
    counter = Counter(id=name, side=side, x=spot[0], y=spot[1])
    state.counters[name] = counter
    return counter


def put_under(state: P8State, counter: Counter, elements: Sequence[Element]) -> None:
    """Hide elements under a counter; they have no base any more."""
    for element in elements:
        spot = {} if element.inside is not None else {"x": counter.x, "y": counter.y}
        state.put(
            msgspec.structs.replace(
                element, under=counter.id, on_table=False, zone=None, heading=0.0, **spot
            )
        )
    names = tuple(element.id for element in elements)
    under = (*(state.counters[counter.id].under or ()), *names)
    state.counters[counter.id] = msgspec.structs.replace(counter, under=under)


# -- as the scenario says -------------------------------------------------------------------------


def hide_units(state: P8State, scenario: Scenario) -> None:
    """Put everybody under counters whom the scenario hides, and lay its dummies.

    Raises:
        ScenarioError: Where it hides who cannot be hidden, or has too many dummies.
    """
    wanted = {unit.id for unit in scenario.units if unit.hidden}
    if (wanted or scenario.dummies) and not state.setting.options["hidden_placement"]:
        where = "dummies"
        for index, unit in enumerate(scenario.units):
            if unit.hidden:
                where = f"units[{index}] (id {unit.id!r}).hidden"
                break
        raise ScenarioError(where, "hidden placement is an option: hidden_placement = true")
    _check_wanted(state, scenario)
    spots = {
        unit.id: unit.at
        for unit in scenario.units
        if unit.hidden and unit.at is not None and state.pieces[unit.id].carried_by is None
    }
    # Counters are numbered by where they lie, so that numbers do not tell dummies from others.
    laid = [(state.pieces[name].side, at) for name, at in spots.items()]
    laid += [(dummy.side, dummy.at) for dummy in scenario.dummies]
    for side, at in sorted(laid):
        lay_counter(state, side, at)
    for name, at in spots.items():
        element = state.pieces[name]
        put_under(state, lay_counter(state, element.side, at), [element])
    _check_dummies(state, scenario)


def _check_wanted(state: P8State, scenario: Scenario) -> None:
    for index, unit in enumerate(scenario.units):
        where = f"units[{index}] (id {unit.id!r}).hidden"
        element = state.pieces[unit.id]
        vehicle = carrier(state, element)
        aboard_hidden = vehicle is not None and _is_wanted(scenario, vehicle.id)
        if unit.hidden and unit.at is None and vehicle is None:
            raise ScenarioError(where, "give its place (at); in a zone its owner may hide it")
        if vehicle is not None and aboard_hidden != unit.hidden:
            raise ScenarioError(where, f"it is aboard {vehicle.id!r}: both are hidden, or neither")
        if unit.hidden and is_fortified(state, element):
            cite("p8.hidden.not-in-fortifications")
            raise ScenarioError(where, "nobody is hidden in a permanent fortification")


def _is_wanted(scenario: Scenario, name: str) -> bool:
    return any(unit.hidden for unit in scenario.units if unit.id == name)


def _check_dummies(state: P8State, scenario: Scenario) -> None:
    cite("p8.hidden.counters-and-dummies")
    for index, dummy in enumerate(scenario.dummies):
        where = f"dummies[{index}]"
        lies = next(
            counter
            for counter in counters_of(state, dummy.side)
            if (counter.x, counter.y) == (round(dummy.at[0], 4), round(dummy.at[1], 4))
        )
        if lies.under:
            raise ScenarioError(f"{where}.at", "somebody is hidden there; a dummy lies elsewhere")
        number = len(dummies_of(state, dummy.side))
        real = len(counters_of(state, dummy.side)) - number
        waiting = sum(u.side == dummy.side and u.zone is not None for u in scenario.units)
        if number > real + min(waiting, allowance_left(state, dummy.side)):
            raise ScenarioError(
                where, f"side {dummy.side!r} has {real} other counters and may have as many dummies"
            )
        if works_at(state, dummy.at) is not None:
            raise ScenarioError(f"{where}.at", "no counter lies in a permanent fortification")
