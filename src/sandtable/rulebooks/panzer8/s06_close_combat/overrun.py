"""Section 6.2: tanks that overrun troops."""

from __future__ import annotations

from typing import Final

from sandtable.battle import Refusal, Tally
from sandtable.catalogue import cite

from ..s02_terrain.ground_and_cover import is_fortified
from ..s16_nations.nations import is_reserve
from ..state import Element, P8State
from ..state.battlefield import AREAS
from ..state.tables import QUALITY
from .contact import meets_with_front

OPEN: Final = frozenset(("Open", "Flat", "Road"))
"""Types of ground on which elements can be overrun."""

TANK_VALUE: Final = 8
"""What every tank counts in an overrun."""

NOT_OVERRUN: Final = frozenset(("mc", "armdinf", "mounts"))
"""Types that count as vehicles here, besides the vehicles, or do not fight at all."""


def in_the_open(state: P8State, element: Element) -> bool:
    """Whether an element's base centre lies in the open or in a field, high crops included."""
    if element.inside is not None or is_fortified(state, element):
        return False
    areas = state.setting.ground.areas_at((element.x, element.y))
    if any(AREAS[area.kind].crossing for area in areas):  # the water below does not matter
        areas = tuple(area for area in areas if AREAS[area.kind].move != "impassable")
    return all(
        AREAS[area.kind].move is None
        or AREAS[area.kind].move in OPEN
        or AREAS[area.kind].way is not None
        for area in areas
    )


def check_prey(state: P8State, target: Element) -> Refusal | None:
    """Why an element cannot be overrun where it is."""
    sheet = state.sheet(target)
    if sheet.is_vehicle or sheet.type in NOT_OVERRUN:
        why = f"{target.name} counts as a vehicle here."
        return Refusal("p8.overrun.motorcycles-are-vehicles", why)
    if not in_the_open(state, target):
        why = f"{target.name} is not in the open or in fields."
        return Refusal("p8.overrun.open-terrain-only", why)
    cite("p8.overrun.open-terrain-only", "p8.overrun.motorcycles-are-vehicles")
    return None


def check_overrun(state: P8State, tank: Element, target: Element) -> Refusal | None:
    """Why an element cannot overrun another that it is in contact with."""
    if state.sheet(tank).type != "tank":
        return Refusal("p8.overrun.tanks-only", f"{tank.name} is no tank and cannot overrun.")
    if tank.suppressed:
        return Refusal("p8.overrun.when", f"{tank.name} is suppressed and cannot overrun.")
    refused = check_prey(state, target)
    if refused:
        return refused
    if not meets_with_front(state, tank, target):
        return Refusal("p8.overrun.when", f"The front of {tank.name} does not touch {target.name}.")
    cite("p8.overrun.when", "p8.overrun.tanks-only")
    return None


def tally_tank(state: P8State, tank: Element) -> Tally:
    """What a tank adds to its die: always 8, and its quality."""
    tally = Tally("attacker").add(TANK_VALUE, "p8.overrun.attacker-8", "tank overrun")
    if is_reserve(state, tank):
        return tally
    quality = QUALITY[tank.quality]
    return tally.add_if(quality != 0, quality, "p8.overrun.attacker-8", f"{tank.quality} troops")
