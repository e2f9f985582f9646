"""EXPLOSIVES: areas, who is affected, and SAVING THROWS VS. EXPLOSIVES."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Tally
from sandtable.table import grid
from sandtable.table.grid import Square

from ...state import OwbState, Person
from ...state.options import area_reach
from ...state.tables import DiceSum
from ..core_rulebook.persons import SHIELDS, fraction, save_succeeds
from ..line_of_sight.sight import line_of_blast

IMPACT: Final = ("pipe-bomb", "molotov-cocktail")
TIMED: Final = ("grenade", "dynamite", "sticky-bomb")
SHELL: Final = "shell"
AP_SHELL: Final = "AP-shell"
"""The rounds of vehicle weapons, where they burst."""

SHELLS: Final = ("mortar", "rpg-light", "rpg-medium", "rpg-heavy")
BIG: Final = DiceSum(2, 6, 2)
SMALL: Final = DiceSum(1, 6, 2)
OFF_CENTRE: Final = 2


class Charge(Struct, frozen=True):
    """What an explosive does: its dice, and how far it reaches."""

    damage: DiceSum
    reach: int


CITED: Final[Mapping[str, tuple[str, ...]]] = {
    "pipe-bomb": ("owb.impact.damage",),
    "molotov-cocktail": ("owb.impact.damage",),
    "grenade": ("owb.timed.damage",),
    "dynamite": ("owb.timed.damage",),
    "sticky-bomb": ("owb.timed.damage",),
    "mortar": ("owb.mortar.impact-explosive",),
    "rpg-light": ("owb.weapon.rpg-against-characters",),
    "rpg-medium": ("owb.weapon.rpg-against-characters",),
    "rpg-heavy": ("owb.weapon.rpg-against-characters",),
    "charge": ("owb.static.damage",),
    SHELL: (
        "owb.vmiss.burst-damage",
        "owb.vweapon.against-characters-is-an-explosive",
        "owb.vmiss.save-bonus-off-centre",
    ),
    AP_SHELL: ("owb.vammo.ap-against-characters", "owb.vmiss.save-bonus-off-centre"),
    "tanks": ("owb.weapon.flamethrower-rupture",),
}
"""The rules that say what each kind of explosive does."""


def charge_of(state: OwbState, kind: str) -> Charge:
    """What a kind of explosive does."""
    cite("owb.blast.three-kinds")
    if kind in CITED:
        cite(*CITED[kind])
    else:
        cite("owb.blast.default-damage")
    if kind in IMPACT:
        return Charge(SMALL, 2)
    if kind == "charge":
        damage = DiceSum.read(state.option("static_damage"))
        return Charge(damage, area_reach(state.option("static_area")))
    return Charge(BIG, 1 if kind == AP_SHELL else 3)


def area(centre: Square, reach: int) -> tuple[Square, ...]:
    """The squares of a blast: a square that reaches so far from its middle."""
    cite("owb.blast.area")
    return grid.blast(centre, reach)


def is_affected(
    state: OwbState, centre: Square, reach: int, person: Person, kind: str = ""
) -> bool:
    """Whether a blast affects a character: he is in its area, and not behind cover from it."""
    square = state.square(person)
    cite("owb.blast.area")
    if grid.distance(centre, square) > reach:
        return False
    cite("owb.blast.blocked-by-cover")
    grounds = state.grounds
    if kind == "mortar" and square in grounds.roofed and centre in grounds.roofed:
        cite("owb.mortar.indoors-and-forest")
        return False
    if centre == square:
        return True
    line = line_of_blast(state, centre, square)
    if line.blocked:
        return False
    return not (person.ducked and (line.low_cover or line.shelter))


def caught_in(state: OwbState, centre: Square, reach: int, kind: str = "") -> tuple[str, ...]:
    """Everybody on foot whom a blast affects, friend or enemy, nearest first."""
    cite("owb.blast.one-damage-roll")
    found = []
    for person in state.persons():
        if not person.on_table or person.out == "dead":
            continue
        if is_affected(state, centre, reach, person, kind):
            square = state.square(person)
            found.append((grid.distance(centre, square), square[1], square[0], person.id))
    return tuple(name for *_, name in sorted(found))


def save_against_blast(
    state: OwbState, person: Person, centre: Square, *, beside: bool = False
) -> Tally:
    """The bonuses of a Saving DiceSum vs. explosives.

    Args:
        centre: The square of the burst.
        beside: Whether it goes off beside him though he counts as in that square.
    """
    ability = max(person.constitution, person.dexterity)
    tally = Tally(person.name).add(ability, "owb.save.explosive-bonus", "Constitution or Dexterity")
    tally.add_if(
        beside or state.square(person) != centre,
        OFF_CENTRE,
        "owb.blast.off-centre-bonus",
        "not in the central square",
    )
    tally.add_if("helmet" in person.armor, 1, "owb.armor.helmet", "helmet")
    tally.add_if(any(name in SHIELDS for name in person.armor), 1, "owb.armor.shield", "shield")
    return tally


class Blasted(Struct, frozen=True):
    """What a blast does to one victim: his loss, and whether he dives behind cover."""

    damage: int
    dives: bool = False
    down: bool = False


def may_save(person: Person, helpless: tuple[str, ...]) -> bool:
    """Whether a victim has time to react; the referee's default is that he has."""
    cite("owb.save.time-to-react")
    return person.able and person.id not in helpless


def resolve_blasted(
    person: Person, bonus: Tally, damage: int, near_cover: bool, allowed: bool, dice: Dice
) -> Blasted:
    """What a blast of so much damage does to a victim, by his Saving DiceSum."""
    if not allowed:
        cite("owb.save.no-save-means-full-damage")
        return Blasted(damage)
    saved = save_succeeds(person, bonus, dice, "save vs. explosives")
    if near_cover:
        cite("owb.save.explosive-near-cover")
        return Blasted(0, dives=True) if saved else Blasted(fraction(damage, 2))
    cite("owb.save.explosive-in-the-open")
    return Blasted(fraction(damage, 2), down=True) if saved else Blasted(damage)
