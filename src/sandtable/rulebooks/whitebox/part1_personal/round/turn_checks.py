"""What a character may do in his turn, and what no more."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Final, TypeVar

from sandtable.acts import Act
from sandtable.battle import Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...state import OwbState, Person
from ...state.frames import Turn
from ...state.orders import Shoot, Sweep
from ...state.people import Stance
from ...state.vehicle_orders import ShootAboard
from ..autofire.suppressive_fire import steps_allowed

LIGHT: Final = "machinegun-light"
ANTI_TANK: Final = "rifle-anti-tank"
ON_MOUNTS: Final = (LIGHT, "machinegun-medium", "machinegun-heavy")
"""Guns that lay suppressive fire only on their mounts, which whoever moves leaves or takes down."""

STANCES: Final[dict[str, Stance]] = {"stand": "standing", "kneel": "kneeling", "prone": "prone"}
"""The positions, as they are declared."""


def check_may_move(frame: Turn, person: Person, steps: int) -> Refusal | None:
    """Why a character cannot move (any more) in his turn, or ``None`` if he can."""
    if person.off_map or not person.on_table:
        return Refusal("owb.mortar.minimum-range", "He is not on the map.")
    fired = frame.used == "attack" and (person.trained is not None or person.swept)
    if frame.weapon == LIGHT and (fired or frame.over):
        return Refusal("owb.weapon.machinegun-light", "Mounted, he does not move after it.")
    if frame.fell:
        return Refusal("owb.attack.natural-20-and-1", "He fell, and has no move in this turn.")
    if frame.over:
        return Refusal("owb.cover.dive", "His move of this turn is over.")
    if person.climbing is not None and frame.used:
        return Refusal("owb.terrain.impassable-with-tools", "He is climbing.")
    if person.movement < 1:
        return Refusal("owb.base.encumbrance", "He carries too much to move.")
    cite("owb.time.move-before-or-after")
    if frame.moved == "before" and frame.used:
        return Refusal(
            "owb.time.move-before-or-after", "He has moved before, so he does not move after it."
        )
    if frame.weapon == ANTI_TANK:
        return Refusal("owb.weapon.anti-tank-rifle", "It was rested; he stays where he is.")
    if fired and person.steps + steps > steps_allowed(person):
        return Refusal("owb.suppress.movement-limit", "Suppressive fire allows no longer move.")
    return None


def check_may_attack(frame: Turn, person: Person, order: Order) -> Refusal | None:
    """Why a character cannot make an Attack in his turn, or ``None`` if he can."""
    cite("owb.time.one-attack-per-round")
    if person.routed:
        return Refusal("owb.base.morale", "He runs.")
    if frame.used == "action" or person.acted:
        return Refusal("owb.time.move-and-attack-or-action", "He has taken an Action.")
    if frame.used or (person.attacked and not person.swept):
        return Refusal("owb.time.one-attack-per-round", "He has made his Attack of this round.")
    if person.swept and (not isinstance(order, Sweep) or person.attacked):
        return Refusal(
            "owb.suppress.fire-on-those-who-show-themselves",
            "His Trained weapon has fired; he can only keep that up.",
        )
    return None


def check_may_act(frame: Turn, person: Person) -> Refusal | None:
    """Why a character cannot take an Action in his turn, or ``None`` if he can."""
    cite("owb.time.one-action-per-round")
    if person.routed:
        return Refusal("owb.base.morale", "He runs.")
    if frame.used == "action" or person.acted:
        return Refusal("owb.time.one-action-per-round", "He has taken his Action of this round.")
    if frame.used or person.attacked or person.swept:
        return Refusal("owb.time.move-and-attack-or-action", "He has made his Attack.")
    if person.cooking:
        return Refusal("owb.timed.cook", "He holds a lit explosive.")
    return None


def fires_mounted(order: Order) -> bool:
    """Whether an attack needs its weapon rested, so that its user does not move after it.

    Unmounted, a light machinegun fires only bursts.
    """
    match order:
        case Shoot(weapon=weapon, mode=mode) | ShootAboard(weapon=weapon, mode=mode):
            return weapon == LIGHT and mode == "single"
    return False


def check_position(state: OwbState, frame: Turn, person: Person, what: str) -> Refusal | None:
    """Why a character cannot simply change position in his turn; in a free turn he can."""
    rule = "owb.stance.change-loses-initiative"
    if state.phase != "free-turn" or frame.moved or frame.used:
        return Refusal(rule, "That is declared before Initiative.")
    if what not in STANCES or not state.on("stances") or not person.on_table:
        return Refusal("owb.modifiers.switch", "There is no position to change.")
    if person.stance == STANCES[what]:
        return Refusal(rule, "He is in that position already.")
    return None


def is_direct(frame: Turn, person: Person) -> bool:
    """Whether a character has attacked directly in his turn, and so is Up."""
    return frame.used == "attack" and not person.cooking and bool(frame.weapon or person.swept)


def check_stop_searching(frame: Turn, person: Person) -> Refusal | None:
    """Why a character cannot stop looking for ambushes, or ``None`` if he can."""
    if not person.searching:
        return Refusal("owb.ambush.search", "He does not look for ambushes.")
    cite("owb.ambush.search-speed")
    if frame.moved:
        rule = "owb.ambush.search-speed"
        return Refusal(rule, "He has moved as one who searches; he can stop before he moves again.")
    return None


O = TypeVar("O", bound=Order)  # noqa: E741 - an order


class TurnAct(Act[OwbState, O], ABC):
    """What a character does in his turn that is neither an attack nor an Action.

    Whether it is his turn, and the seat commands him, has been asked before.
    """

    doer = "person"

    @abstractmethod
    def check(self, state: OwbState, frame: Turn, person: Person, order: O) -> Refusal | None:
        """Why he cannot do that."""

    @abstractmethod
    def apply(self, state: OwbState, frame: Turn, order: O, dice: Dice) -> Iterator[Event]:
        """Do it."""
