"""Section 15.4.2: how an observer reaches his batteries, by telephone or by radio."""

from __future__ import annotations

from typing import Final, Literal

from sandtable.catalogue import cite
from sandtable.scenario import Scenario, ScenarioError

from ...s16_nations.nations import nation_of
from ...state import Element, P8State

Equipment = Literal["telephone", "radio", "radio in a lorry"]

TELEPHONE: Final = "TEL"
"""The flag of an observer who has a telephone where others of his nation have radios."""

GUARDS: Final = "GRD"
"""The flag of an observer of a Soviet Guards tank formation, whose radio is in his lorry."""

RADIOS_FROM: Final = 1944
"""The year from which French observers may have radios."""

GUARDS_FROM: Final = "1944-06"
"""The month from which observers of Guards tank formations may have radios."""


def equipment(state: P8State, observer: Element) -> Equipment:
    """What an observer has: as his flags say, or what was usual in his army then."""
    if state.has(observer, GUARDS):
        cite("p8.support.foo-soviet-guards-radio")
        return "radio in a lorry"
    nation, year = nation_of(state, observer), state.setting.year
    if nation == "SU" or (nation == "FR" and (year is None or year < RADIOS_FROM)):
        cite("p8.support.foo-french-soviet-telephone")
        return "telephone"
    return "telephone" if state.has(observer, TELEPHONE) else "radio"


def has_telephone(state: P8State, observer: Element) -> bool:
    """Whether an observer is tied to a telephone."""
    return equipment(state, observer) == "telephone"


def is_bound_to_lorry(state: P8State, element: Element) -> bool:
    """Whether an element can never leave the lorry that it is in."""
    return state.has(element, GUARDS)


def check_sets(state: P8State, scenario: Scenario) -> None:
    """Check that nobody has a radio who could not have one.

    Raises:
        ScenarioError: Where an observer with a radio in a lorry is no Soviet one of 1944 or later,
            or is in no lorry.
    """
    for index, unit in enumerate(scenario.units):
        element = state.pieces[unit.id]
        if not state.has(element, GUARDS):
            continue
        where = f"units[{index}] (id {unit.id!r}).status.flags"
        sheet = state.sheet(element)
        if sheet.type != "foo" or sheet.nation != "SU":
            raise ScenarioError(where, f"{GUARDS} is for Soviet forward observers only")
        if (scenario.date or "")[: len(GUARDS_FROM)] < GUARDS_FROM:
            raise ScenarioError(
                where, f"{GUARDS} needs a date of {GUARDS_FROM} or later, such as 1944-06-22"
            )
        vehicle = state.pieces.get(element.carried_by or "")
        if vehicle is None or state.sheet(vehicle).type != "truck":
            raise ScenarioError(
                where, f"{GUARDS} needs a lorry: give it the status carried_by with a truck"
            )
