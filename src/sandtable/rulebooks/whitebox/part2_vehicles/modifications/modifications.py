"""MODIFICATIONS: what may be added to a vehicle, what that does, and the ones that act in battle.

Advanced Steering, Tracked, Amphibious and Waterborne are a matter of movement; Firing Ports of
shooting. Here are the rest, and everything about adding them when a force is built.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.scenario import ScenarioError
from sandtable.scenario.errors import not_among

from ...state import OwbState, Vehicle
from ...state.vehicle_stats import GUNS, StatBlock
from ..damage.damage import HULL, LOSSES, without
from ..damage.hull import THICKEST, share
from .engines import ENGINE, PER_ENGINE

MAKESHIFT: Final = "makeshift-armor"
REPEATED: Final = {ENGINE: 3, HULL: THICKEST}
"""The modifications that may be taken more than once, and how often."""

_ROCKETS: Final = ("rpg-light", "rpg-medium", "rpg-heavy")
_DETONATES_ON: Final = 1


# -- building a force -----------------------------------------------------------------------------


def check_added(block: StatBlock, hull: int, added: Sequence[str], where: str) -> None:
    """Refuse modifications that a vehicle cannot be given.

    Raises:
        ScenarioError: For one that there is not, that it has already or takes too often, or that
            needs another which it lacks.
    """
    cite("owb.mod.adding-modifications")
    for name in added:
        if name not in LOSSES:
            raise ScenarioError(where, not_among(name, LOSSES, "modification"))
    counted = Counter((*block.modifications, *added)) + Counter({HULL: hull})
    for name in added:
        most = REPEATED.get(name, 1)
        if counted[name] > most:
            times = "once" if most == 1 else f"{most} times"
            raise ScenarioError(where, f"{name} can be taken {times} in all")
    if "advanced-steering" in added and not counted["tracked"]:
        raise ScenarioError(where, "advanced-steering needs a tracked vehicle")
    if "firing-ports" in added and not counted[HULL]:
        cite("owb.mod.firing-ports")
        raise ScenarioError(where, "firing-ports need a reinforced-hull")


def modified_movement(movement: int, added: Sequence[str]) -> int:
    """The Movement of a vehicle with added modifications; what is printed is counted already.

    >>> modified_movement(15, ["makeshift-armor", "reinforced-hull", "supercharged-engine"])
    9
    """
    cite("owb.mod.order-of-movement-changes", "owb.vstat.printed-values-include-modifications")
    if not added or not movement:
        return movement
    for _ in range(added.count(HULL)):
        cite("owb.hull.added-levels-halve-movement", "owb.base.rounding")
        movement //= 2
    if ENGINE in added:
        cite("owb.mod.supercharged-engine")
        movement += PER_ENGINE * added.count(ENGINE)
    if MAKESHIFT in added:
        cite("owb.mod.makeshift-armor-movement")
        movement -= 1
    return max(1, movement)


# -- in battle ------------------------------------------------------------------------------------


def flies(vehicle: Vehicle) -> bool:
    """Whether a vehicle is in the air, where nothing on the ground can strike it."""
    if not vehicle.has("aerial"):
        return False
    cite("owb.mod.aerial")
    return True


def has_radio(vehicle: Vehicle) -> bool:
    """Whether a vehicle can talk to others and to headquarters."""
    cite("owb.mod.communications")
    return vehicle.has("communications") and not vehicle.wreck


def detonates_early(state: OwbState, name: str, weapon: str, level: int, dice: Dice) -> bool:
    """Whether Makeshift Armor sets off a round that has hit, which halves its damage.

    It is rolled for after the hit and before the damage, but not for a shot to which the hull is
    immune. Once it has set off a round, the benefits of Makeshift Armor are gone.

    Args:
        weapon: What was fired.
        level: The effective hull level of the face that was hit.
    """
    vehicle = state.vehicle(name)
    fused = weapon in GUNS or weapon in _ROCKETS
    if not fused or not vehicle.has(MAKESHIFT) or not share(weapon, level):
        return False
    cite("owb.mod.makeshift-armor-detonation")
    if dice.die(6, f"Makeshift Armor of {vehicle.name}") > _DETONATES_ON:
        return False
    cite("owb.mod.makeshift-armor-used-up")
    state.put(without(vehicle, MAKESHIFT))
    return True
