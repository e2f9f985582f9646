"""MISSILE ATTACK: range, rate of fire, burst fire, and shots at single targets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.odds import Tally
from sandtable.table.grid import Square

from ...state import Arm, OwbState, Person
from ...state.tables import GARAND, Weapon
from ..core_rulebook.persons import SHIELDS, armor_class, base_hit_bonus, is_archaic
from ..cover.cover import Shelter, target_lines
from ..line_of_sight.sight import eye, in_arc, range_between
from ..weapons.ammunition import check_loaded, check_supplied
from .attack_roll import Blow
from .modifiers import ONE_HANDED, add_attacker_modifiers, add_target_modifiers, usable_prone

BANDS: Final = ("Short", "Medium", "Long", "Extreme")
PENALTIES: Final = (0, -2, -4, -6)
SHELTERED: Final = {"partial": -4, "concealed": -2}
"""What cover and concealment take from the Attack Roll."""

MULTIPLES: Final = (1, 2, 3, 4)
CHAINED: Final = (1, 2, 6, 24)
SHOTGUNS: Final = ("shotgun-pump", "shotgun-double-barreled")
AREA_WEAPONS: Final = ("flamethrower", "mortar", "rpg-light", "rpg-medium", "rpg-heavy")
"""Weapons that are not aimed at one man."""

BURST_BONUS: Final = 2


# -- range ----------------------------------------------------------------------------------------


class Ranged(Protocol):
    """A weapon of any table, as far as its range is concerned."""

    @property
    def id(self) -> str:
        """Its name."""

    @property
    def range(self) -> int:
        """Its Short range, in squares."""


def multiples_of(state: OwbState, weapon: Ranged) -> tuple[int, ...]:
    """How many times its Short range each range of a weapon goes."""
    cite("owb.range.bands")
    option = state.option("range_bands")
    by_hand = weapon.range == 1 and weapon.id != "flamethrower"
    if option == "chained" or (option == "chained-for-thrown" and by_hand):
        cite("owb.range.chained-bands")
        return CHAINED
    return MULTIPLES


def range_band(state: OwbState, weapon: Ranged, distance: int) -> int | None:
    """Which range a distance is for a weapon, 0 for Short to 3 for Extreme; none beyond that."""
    for band, multiple in enumerate(multiples_of(state, weapon)):
        if distance <= weapon.range * multiple:
            if band == 3 and weapon.id in SHOTGUNS:
                cite("owb.weapon.shotgun-short-range")
                return None
            return band
    return None


def too_far(weapon: Ranged, distance: int) -> Refusal:
    """The refusal of a shot at a target that is out of range."""
    if weapon.id in SHOTGUNS:
        rule = "owb.weapon.shotgun-short-range"
        return Refusal(rule, f"{distance} squares are too far: a shotgun has no Extreme range.")
    return Refusal("owb.range.bands", f"{distance} squares are beyond its Extreme range.")


def add_range(tally: Tally, band: int) -> None:
    """Add what the range takes from the Attack Roll."""
    tally.add(PENALTIES[band], "owb.range.penalties", f"{BANDS[band]} range")


def add_shotgun(tally: Tally, weapon: str, band: int) -> None:
    """Add what a shotgun gains at Short range."""
    if weapon in SHOTGUNS and band == 0:
        tally.add(2, "owb.weapon.shotgun-short-range", "shotgun at Short range")


def barrels(mode: str, band: int) -> int:
    """What the damage of a shot is multiplied by: both barrels count at Short range."""
    if mode != "both-barrels":
        return 1
    cite("owb.weapon.shotgun-both-barrels")
    return 2 if band == 0 else 1


# -- rate of fire ---------------------------------------------------------------------------------


def rolls_allowed(weapon: Weapon) -> int:
    """How many attack rolls one Attack with a weapon contains."""
    if weapon.rof == "2":
        cite("owb.rof.two")
        return 2
    cite("owb.rof.one")
    return 1


def check_twice(weapon: Weapon, mode: str, *, twice: bool) -> Refusal | None:
    """Why a weapon cannot be rolled for twice in one Attack, or ``None`` if it can."""
    if twice and (rolls_allowed(weapon) < 2 or mode != "single"):
        return Refusal("owb.rof.one", "That weapon has one attack roll in a round.")
    return None


def is_ready(arm: Arm, now: int, interval: int = 2) -> bool:
    """Whether a slow weapon may fire again: every second round, or as its crew manages."""
    if arm.weapon.rof != "1/2" or arm.fired_in is None:
        return True
    cite("owb.rof.half")
    return now >= arm.fired_in + interval


# -- single shots and bursts ----------------------------------------------------------------------


def may_burst(arm: Arm) -> bool:
    """Whether a weapon can fire bursts."""
    cite("owb.autofire.two-modes")
    if arm.id == GARAND:
        cite("owb.weapon.garand-burst")
    return arm.weapon.burst


def check_weapon(state: OwbState, person: Person, arm: Arm, mode: str) -> Refusal | None:
    """Why a weapon cannot be used in a mode now, or ``None`` if it can."""
    unsupplied = check_supplied(person, arm)
    if unsupplied is not None:
        return unsupplied
    if arm.jam:
        return Refusal("owb.suppress.repair-jam", "It is jammed.")
    if arm.manned_in is not None and arm.manned_in >= state.turn:
        return Refusal("owb.weapon.changing-weapons", "He has only just taken it over.")
    if not is_ready(arm, state.turn):
        return Refusal("owb.rof.half", "It is still being loaded.")
    if mode == "burst" and not may_burst(arm):
        return Refusal("owb.autofire.two-modes", "It cannot fire bursts.")
    if mode == "both-barrels" and arm.id != "shotgun-double-barreled":
        return Refusal("owb.weapon.shotgun-both-barrels", "It has only one barrel.")
    if arm.id == "machinegun-light" and mode == "single" and person.steps:
        return Refusal("owb.weapon.machinegun-light", "Unmounted it can only fire bursts.")
    if arm.id == "machinegun-medium":
        cite("owb.weapon.machinegun-medium")
        if not arm.set_up:
            return Refusal("owb.weapon.machinegun-medium", "It is not set up.")
    if arm.id == "machinegun-heavy":
        cite("owb.weapon.machinegun-heavy")
        if not arm.set_up:
            return Refusal("owb.weapon.machinegun-heavy", "It must be mounted on a trailer.")
    if arm.id == "rifle-anti-tank":
        cite("owb.weapon.anti-tank-rifle")
        if person.spent:
            return Refusal("owb.weapon.anti-tank-rifle", "It must be rested; he has moved.")
    if arm.id in ("bow", "crossbow") and any(name in SHIELDS for name in person.armor):
        rule = "owb.weapon.bow" if arm.id == "bow" else "owb.weapon.crossbow"
        return Refusal(rule, "It needs both hands.")
    if person.stance == "prone" and not usable_prone(arm.id):
        return Refusal("owb.modifiers.attacker-prone", "That cannot be used prone.")
    if person.climbing is not None and arm.id not in ONE_HANDED:
        return Refusal("owb.modifiers.attacker-climbing", "He needs a hand to hold on.")
    return check_loaded(state, arm, mode)


ROWS: Final[Mapping[str, str]] = {
    "bow": "owb.weapon.bow",
    "crossbow": "owb.weapon.crossbow",
    "handgun-small": "owb.weapon.handguns",
    "handgun-medium": "owb.weapon.handguns",
    "handgun-large": "owb.weapon.handguns",
    "rifle-small": "owb.weapon.rifles",
    "rifle-large": "owb.weapon.rifles",
    "rifle-large-m1-garand": "owb.weapon.rifles",
    "submachinegun": "owb.weapon.submachinegun",
    "machinegun-light": "owb.weapon.machinegun-light",
    "grenade": "owb.weapon.grenade",
    "mortar": "owb.weapon.mortar-row",
    "rpg-light": "owb.weapon.rpg-row",
    "rpg-medium": "owb.weapon.rpg-row",
    "rpg-heavy": "owb.weapon.rpg-row",
}
"""The rules that are no more than a row of the table of weapons."""


def describe_weapon(weapon: Weapon) -> str:
    """A weapon's row in words, for a card beside the table."""
    if weapon.id in ROWS:
        cite(ROWS[weapon.id])
    return f"{weapon.damage}, ROF {weapon.rof}, RANGE {weapon.range}, {weapon.weight:g} lb"


def shot_at(
    state: OwbState,
    person: Person,
    arm: Arm,
    target: Person,
    mode: str = "single",
    *,
    turning: bool = True,
    lean: Square | None = None,
) -> Blow | Refusal:
    """A shot at one target, ready to be rolled, or why it cannot be fired.

    Args:
        state: Where the fight stands.
        person: Who shoots.
        arm: What he shoots with.
        target: At whom.
        mode: Single shot, burst, the opening burst of suppressive fire, or both barrels.
        turning: Whether he may turn freely, as on his own turn.
        lean: The square that he leans out into for it.
    """
    aimed = aim_at(state, person, arm, target, mode, turning=turning, lean=lean)
    if isinstance(aimed, Refusal):
        return aimed
    return blow_at(state, person, arm.weapon, target, mode, *aimed)


class Aimed(NamedTuple):
    """How a target is seen by one who can shoot at it.

    Attributes:
        shelter: What protects it.
        band: Which range it is.
    """

    shelter: Shelter
    band: int


def aim_at(
    state: OwbState,
    person: Person,
    arm: Arm,
    target: Person,
    mode: str,
    *,
    turning: bool = True,
    lean: Square | None = None,
) -> Aimed | Refusal:
    """How a target is seen by one who can shoot at it, or why he cannot; see `shot_at`."""
    weapon = arm.weapon
    if weapon.id in AREA_WEAPONS:
        return Refusal("owb.missile.needs-line-of-sight", "That is aimed at a square.")
    if target.side == person.side or target.out == "dead" or not target.on_table:
        return Refusal("owb.missile.needs-line-of-sight", f"{target.name} is no target.")
    refusal = check_weapon(state, person, arm, mode)
    if refusal is not None:
        return refusal
    origin = lean or eye(state, person)
    found = [
        _seen(state, person, origin, weapon, target, spot, shelter, turning=turning)
        for spot, shelter in target_lines(state, origin, target)
    ]
    aimed = [one for one in found if isinstance(one, Aimed)]
    return max(aimed, key=_worth) if aimed else found[0]


def _seen(
    state: OwbState,
    person: Person,
    origin: Square,
    weapon: Weapon,
    target: Person,
    spot: Square,
    shelter: Shelter,
    *,
    turning: bool,
) -> Aimed | Refusal:
    """How a target is seen in a square where it can be shot at, or why it cannot be."""
    if not turning and not in_arc(origin, person.facing, spot):
        return Refusal("owb.withhold.arc", f"{person.name} faces elsewhere.")
    if shelter == "full":
        return Refusal(
            "owb.missile.needs-line-of-sight",
            f"{target.name} is behind full cover or out of sight.",
        )
    distance = range_between(state, state.square(person), spot)
    band = range_band(state, weapon, distance)
    return too_far(weapon, distance) if band is None else Aimed(shelter, band)


def _worth(aimed: Aimed) -> int:
    """What the line to a target takes from the Attack Roll; the attacker chooses the best."""
    return PENALTIES[aimed.band] + SHELTERED.get(aimed.shelter, 0)


def blow_at(
    state: OwbState,
    person: Person,
    weapon: Weapon,
    target: Person,
    mode: str,
    shelter: Shelter,
    band: int,
) -> Blow:
    """A shot at a character who can be shot at, ready to be rolled.

    Args:
        state: Where the fight stands.
        person: Who shoots.
        weapon: What he shoots with.
        target: At whom.
        mode: As for `shot_at`.
        shelter: What protects the target.
        band: Which range it is.
    """
    cite("owb.missile.needs-line-of-sight", "owb.melee.shooting-while-engaged")
    burst = mode in ("burst", "suppress")
    tally = Tally("attacker").add(
        base_hit_bonus(person.combatant), "owb.attack.roll", "Base Hit Bonus"
    )
    tally.add_if(person.dexterity != 0, person.dexterity, "owb.missile.dexterity", "Dexterity")
    add_range(tally, band)
    add_shotgun(tally, weapon.id, band)
    if burst:
        tally.add(BURST_BONUS, "owb.burst.bonus", "burst")
    add_shelter(tally, shelter, burst=burst)
    add_attacker_modifiers(tally, state, person, target, melee=False)
    add_target_modifiers(tally, state, person, target, shelter, melee=False)
    return Blow(
        attacker=person.id,
        target=target.id,
        weapon=weapon.id,
        tally=tally,
        armor=armor_class(target, "archaic" if is_archaic(weapon.id) else "bullets"),
        damage=weapon.damage,
        times=barrels(mode, band),
        naturals=state.on("naturals_personal"),
    )


IN_SHELTER: Final[Mapping[tuple[str, bool], tuple[str, str]]] = {
    ("partial", True): ("owb.cover.partial-burst", "partial cover"),
    ("partial", False): ("owb.cover.partial-single-shot", "partial cover"),
    ("concealed", True): ("owb.conceal.burst", "concealment"),
    ("concealed", False): ("owb.conceal.single-shot", "concealment"),
}


def add_shelter(tally: Tally, shelter: Shelter, *, burst: bool) -> None:
    """Add what cover or concealment takes from the Attack Roll; the burst's +2 stands apart."""
    if shelter in SHELTERED:
        tally.add(SHELTERED[shelter], *IN_SHELTER[shelter, burst])
