"""KEEPING TRACK OF AMMO, and RELOADS."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...state import Arm, OwbState, Person
from ...state.tables import GARAND, MAGAZINES

FIREARMS = ("small-arms", "machinegun")
"""The groups of weapons that are of no use to one who has run out of ammunition."""

BURSTS = 3
"""How many bursts a magazine holds."""


def magazine(weapon: str) -> int | None:
    """How many rounds a weapon holds; none if they are not counted for it."""
    cite("owb.ammo.count-rounds")
    found = MAGAZINES.get("rifle-large" if weapon == GARAND else weapon)
    return found[0] if found else None


def rounds_used(weapon: str, mode: str) -> int:
    """How many rounds a shot takes, where they are counted; suppressive fire takes all."""
    capacity = magazine(weapon) or 0
    match mode:
        case "burst":
            cite("owb.burst.three-per-magazine")
            return capacity // BURSTS
        case "suppress":
            return capacity
        case "both-barrels":
            return 2
    return 1


def counts(state: OwbState) -> bool:
    """Whether rounds are counted in this battle."""
    if state.option("ammo") == "count":
        cite("owb.ammo.count-rounds")
        return True
    cite("owb.ammo.abstract")
    return False


def check_loaded(state: OwbState, arm: Arm, mode: str) -> Refusal | None:
    """Why a weapon has not enough in it for a shot, or ``None`` if it has."""
    if arm.swept_in is not None and arm.swept_in < state.turn:
        return Refusal("owb.suppress.reload", "Its magazine is used up; it must be reloaded.")
    if mode == "suppress" and arm.swept_in == state.turn:
        cite("owb.suppress.fire-on-those-who-show-themselves")
        return None
    if arm.rounds is not None and counts(state):
        enough = 1 if mode in ("suppress", "single") else rounds_used(arm.id, mode)
        if arm.rounds < enough:
            return Refusal("owb.ammo.count-rounds", "It must be reloaded.")
    return None


def check_supplied(person: Person, arm: Arm) -> Refusal | None:
    """Why somebody has nothing at all to fire with a weapon, or ``None`` if he has."""
    if not person.dry or arm.weapon.group not in FIREARMS:
        return None
    return Refusal("owb.ammo.abstract", f"{person.name} has run out of ammunition.")


def shot_off(state: OwbState, arm: Arm, mode: str) -> Arm:
    """A weapon after a shot."""
    fired = replace(arm, fired_in=state.turn)
    if arm.rounds is not None and counts(state):
        left = 0 if mode == "suppress" else max(0, arm.rounds - rounds_used(arm.id, mode))
        fired = replace(fired, rounds=left)
    return fired


def needs_reload(state: OwbState, arm: Arm) -> bool:
    """Whether a weapon is found empty."""
    if arm.swept_in is not None and arm.swept_in < state.turn:
        cite("owb.suppress.reload")
        return True
    return arm.rounds == 0


def can_reload(state: OwbState, arm: Arm) -> bool:
    """Whether a weapon could be reloaded: it is not full, and there is a load left for it."""
    if arm.swept_in is not None and arm.swept_in < state.turn:
        return arm.rounds is None or arm.loads > 0
    if arm.rounds is None:
        return False
    return arm.loads > 0 and arm.rounds < (magazine(arm.id) or 0)


def reloaded(state: OwbState, person: Person) -> Person:
    """A character who has put new magazines into his empty weapons, or else into all he can.

    He lost Initiative for it, and may fire them in the same turn.
    """
    cite("owb.reload.loses-initiative")
    empty = [arm.id for arm in person.arms if needs_reload(state, arm) and can_reload(state, arm)]
    arms = []
    for arm in person.arms:
        if can_reload(state, arm) and (not empty or arm.id in empty):
            loads = arm.loads - 1 if arm.rounds is not None else arm.loads
            full = magazine(arm.id) if arm.rounds is not None else None
            arm = replace(arm, swept_in=None, rounds=full, loads=loads)
        arms.append(arm)
    return replace(person, arms=tuple(arms))


def runs_out(person: Person, dice: Dice) -> bool:
    """The check after every third, fourth or fifth firefight, without counting: a 1 is the end."""
    cite("owb.ammo.abstract")
    return not dice.test(6, 2, f"ammunition, {person.name}")
