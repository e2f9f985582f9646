"""Section 13.2: who may be in bunkers and pill boxes, and what these protect against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.scenario import Scenario, ScenarioError
from sandtable.table import Area, Point

from ..s02_terrain.place_names import name_of_feature
from ..state import Element, P8State
from ..state.sheets import INFANTRY
from ..state.works import capacity_of, is_works

Against = Literal["engineers", "dive-bomber"]
"""Attackers whom a fortification does not deter."""

GARRISON: Final = INFANTRY | {"mg", "atgun", "igun", "fgun"}
"""Types that may occupy a fortification."""

GUESTS: Final = frozenset(("cmd", "foo"))
"""Types that may share one without taking up room."""

_THIN: Final = 1e-3


def works_at(state: P8State, spot: Point) -> Area | None:
    """The fortification in which a spot lies."""
    if not state.setting.has_works:
        return None
    return next((area for area in state.setting.ground.areas_at(spot) if is_works(area)), None)


def works_of(state: P8State, element: Element) -> Area | None:
    """The fortification that an element is in: its base centre is."""
    return None if element.inside is not None else works_at(state, (element.x, element.y))


def in_use(state: P8State) -> bool:
    """Whether there are fortifications, and the rules of section 13 are played."""
    return state.setting.has_works and bool(state.setting.options["field_engineering"])


def occupants(state: P8State, area: Area) -> list[Element]:
    """Everybody who is in a fortification."""
    return [element for element in state.on_table() if works_of(state, element) == area]


def share_works(state: P8State, one: Element, two: Element) -> bool:
    """Whether two friends are in the same fortification, where their bases may overlap."""
    if one.side != two.side or not in_use(state):
        return False
    area = works_of(state, one)
    if area is None or works_of(state, two) != area:
        return False
    cite("p8.geo.no-overlap")
    return True


# -- going in -------------------------------------------------------------------------------------


def check_type(state: P8State, element: Element, area: Area) -> Refusal | None:
    """Why elements of that kind may not be in a fortification."""
    cite("p8.fort.who-may-occupy")
    if state.sheet(element).type in GARRISON | GUESTS:
        return None
    return Refusal(
        "p8.fort.who-may-occupy",
        f"{element.name} may not occupy {name_of_feature(state.setting, area.id)}: that is for "
        "infantry, machine-guns and guns other than mortars and anti-aircraft guns.",
    )


def check_room(state: P8State, element: Element, area: Area) -> Refusal | None:
    """Why there is no room for an element in a fortification."""
    cite("p8.fort.capacity")
    capacity = capacity_of(area)
    if capacity is None or state.sheet(element).type in GUESTS:
        return None
    there = [
        other
        for other in occupants(state, area)
        if other.id != element.id and state.sheet(other).type not in GUESTS
    ]
    if len(there) < capacity:
        return None
    full = name_of_feature(state.setting, area.id)
    return Refusal("p8.fort.capacity", f"{full} is full: it holds {capacity}.")


def check_passable(state: P8State, element: Element, area: Area) -> Refusal | None:
    """Why an element may not come into a fortification, even on its way through."""
    refused = check_type(state, element, area)
    if refused:
        return refused
    for other in occupants(state, area):
        if other.side != element.side:
            cite("p8.fort.close-combat-only-infantry")
            return Refusal(
                "p8.move.no-contact-without-charge",
                f"{other.name} holds {name_of_feature(state.setting, area.id)}; only a charge "
                "leads up to it.",
            )
    return None


def check_entry(state: P8State, element: Element, area: Area) -> Refusal | None:
    """Why an element may not occupy a fortification."""
    return check_passable(state, element, area) or check_room(state, element, area)


def check_path(state: P8State, element: Element, path: Sequence[Point]) -> Refusal | None:
    """Why a path that leads through fortifications is barred to an element."""
    if not in_use(state):
        return None
    for stretch in state.setting.ground.stretches(path):
        for area in stretch.areas:
            if stretch.length > _THIN and is_works(area):
                refused = check_passable(state, element, area)
                if refused:
                    return refused
    return None


def check_stay(state: P8State, element: Element) -> Refusal | None:
    """Why an element may not be where it would stand: in a fortification that is not for it."""
    if not in_use(state):
        return None
    area = works_of(state, element)
    return check_entry(state, element, area) if area is not None else None


def stops_at(state: P8State, element: Element, areas: Sequence[Area]) -> bool:
    """Whether one of these areas is a fortification that stops an element falling back."""
    return in_use(state) and any(
        is_works(area)
        and area != works_of(state, element)
        and check_entry(state, element, area) is not None
        for area in areas
    )


def check_garrisons(state: P8State, scenario: Scenario) -> None:
    """Whether everybody who starts in a fortification may be there.

    Raises:
        ScenarioError: Somebody may not, or too many are in one.
    """
    if not in_use(state):
        return
    for index, unit in enumerate(scenario.units):
        element = state.pieces.get(unit.id)
        if element is None or not element.on_table:
            continue
        refused = check_stay(state, element)
        if refused is not None:
            raise ScenarioError(f"units[{index}] (id {unit.id!r}).at", refused.reason)


# -- protection -----------------------------------------------------------------------------------


def gives_cover(state: P8State, target: Element, against: Against | None = None) -> bool:
    """Whether an element has hard cover from a fortification, against this attacker."""
    if works_of(state, target) is None:
        return False
    return not is_ignored(state, against)


def is_ignored(state: P8State, against: Against | None) -> bool:
    """Whether an attacker ignores the cover of fortifications: engineers and dive bombers do."""
    if not in_use(state):
        return False
    cite("p8.fort.hard-cover")
    return against is not None


def attacker_kind(state: P8State, attacker: Element) -> Against | None:
    """What an attacker on the ground is to a fortification."""
    return "engineers" if state.sheet(attacker).type == "eng" else None


def check_assault(state: P8State, element: Element, target: Element) -> Refusal | None:
    """Why an element may not move into close combat with a target in a fortification."""
    if not in_use(state) or works_of(state, target) is None:
        return None
    cite("p8.fort.close-combat-only-infantry")
    if state.sheet(element).type in INFANTRY:
        return None
    return Refusal(
        "p8.fort.close-combat-only-infantry",
        f"{target.name} is in a fortification: only infantry and engineers may assault it.",
    )
