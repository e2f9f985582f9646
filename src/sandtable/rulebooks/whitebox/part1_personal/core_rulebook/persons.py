"""What the core rulebook would supply: abilities, hit points, saves, weights, armor."""

from __future__ import annotations

from typing import Final, Literal

from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Tally

from ...state import OwbState, Person
from ...state.tables import ARMOR, COMBATANTS, LOADOUTS, MELEE, MISSILE, TO_HIT, Combatant, Loadout

Against = Literal["archaic", "bullets", "explosives"]

SUITS: Final = ("bdu", "leather-armor", "chain-mail", "plate-mail")
SHIELDS: Final = ("shield", "shield-solid-steel")
LOWEST: Final = -6
"""The hit points at which an operative is dead."""


# -- abilities ------------------------------------------------------------------------------------


def ability_bonus(score: int) -> int:
    """The bonus of Strength, Dexterity or Constitution.

    >>> [ability_bonus(score) for score in (3, 6, 7, 14, 15, 18)]
    [-1, -1, 0, 0, 1, 1]
    """
    cite("owb.base.attributes")
    return -1 if score <= 6 else 1 if score >= 15 else 0


def hit_points(combatant: Combatant, constitution: int, dice: Dice | None = None) -> int:
    """The hit points that a combatant begins with: fixed, or rolled if there are dice for it."""
    cite("owb.base.hit-points")
    more = constitution * combatant.hit_dice
    if dice is None:
        return max(1, combatant.hp_fixed + more)
    return max(1, combatant.hp_dice.total(dice, "hit points") + more)


def saving_throw(combatant: Combatant) -> int:
    """The number that a Saving Throw must reach: 15 - level, or 19 - Hit Dice."""
    cite("owb.base.saving-throw")
    return (15 if combatant.operative else 19) - combatant.hit_dice


def base_hit_bonus(combatant: Combatant) -> int:
    """What a combatant adds to every Attack Roll."""
    cite("owb.base.base-hit-bonus")
    return combatant.bhb


def combatant(name: str) -> Combatant:
    """A ready-made combatant."""
    cite("owb.base.combatants")
    return COMBATANTS[name]


def loadout(name: str) -> Loadout:
    """A default loadout."""
    cite("owb.base.loadouts")
    return LOADOUTS[name]


# -- armor class ----------------------------------------------------------------------------------


def armor_class(person: Person, against: Against) -> Tally:
    """The ascending Armor Class of a character, and where it comes from."""
    kind = person.combatant
    tally = Tally("target")
    if kind.operative:
        tally.add(kind.natural_aac, "owb.ac.special-forces", "special forces operative")
    else:
        tally.add(kind.natural_aac, "owb.ac.unarmored", "unarmored man")
    suits = [name for name in person.armor if name in SUITS]
    if suits:
        if len(suits) > 1:
            cite("owb.armor.only-one-suit")
        worn = max(suits, key=lambda name: (_value(name, against), ARMOR[name].weight))
        rule = "owb.armor.battle-dress" if worn == "bdu" else "owb.armor.full-value-archaic-only"
        tally.add(_value(worn, against), rule, ARMOR[worn].name)
    for name in person.armor:
        if name in SHIELDS and against != "explosives":
            tally.add(_value(name, against), "owb.armor.shield", ARMOR[name].name)
    return tally


def _value(name: str, against: Against) -> int:
    return ARMOR[name].archaic if against == "archaic" else ARMOR[name].bullets


def is_archaic(weapon: str) -> bool:
    """Whether a weapon is an archaic one, against which armor gives its full value."""
    cite("owb.weapon.archaic-class")
    return weapon in MELEE or (weapon in MISSILE and MISSILE[weapon].group == "archaic")


def descending(aac: int) -> int:
    """The descending Armor Class of an ascending one, and the other way round.

    >>> descending(17), descending(-2)
    (2, 21)
    """
    cite("owb.ac.conversion")
    return 19 - aac


def roll_needed(ac: int) -> int:
    """The Attack Roll that hits a descending Armor Class, beyond the printed ends as well."""
    cite("owb.attack.descending-table")
    return TO_HIT.get(ac, 19 - ac)


def shown_armor_class(state: OwbState, aac: int) -> str:
    """An Armor Class as the battle shows it.

    The results are the same either way.
    """
    cite("owb.ac.which-system")
    return f"AC {descending(aac)}" if state.option("ac_display") == "ac" else f"AAC {aac}"


# -- saves ----------------------------------------------------------------------------------------


def plain_save(person: Person) -> Tally:
    """A Saving Throw without bonuses: what the die must reach is the character's number."""
    cite("owb.base.saving-throw")
    return Tally(person.name)


def save_succeeds(person: Person, bonus: Tally, dice: Dice, what: str) -> bool:
    """Make a Saving Throw: 1d20 and the bonuses against the character's number."""
    need = saving_throw(person.combatant) - bonus.total
    passed = dice.test(20, need, f"{what}, {person.name}")
    word = dice.settle(f"{what}, {person.name}", "saved" if passed else "failed", SAVES)
    return word == "saved"


SAVES: Final = ("saved", "failed")
"""How a Saving Throw can end."""


# -- life and death -------------------------------------------------------------------------------


def fate(state: OwbState, person: Person) -> Literal["", "incapacitated", "dead"]:
    """What becomes of a character with the hit points that he has."""
    cite("owb.base.damage-and-zero-hp")
    if person.hp > 0:
        return ""
    heroic = person.combatant.operative and state.option("zero_hp") == "heroic"
    return "incapacitated" if heroic and person.hp > LOWEST else "dead"


def able_to_act(person: Person) -> bool:
    """Whether a character is on the map (or mans a mortar behind it) and can do anything.

    He may be on foot or aboard a vehicle.
    """
    cite("owb.base.able-to-act")
    return person.able and (person.on_table or person.off_map or bool(person.aboard))


def fraction(points: int, *denominators: int) -> int:
    """A part of some damage: fractions are multiplied together and rounded down once.

    >>> fraction(7, 2), fraction(9, 2, 2), fraction(1, 2)
    (3, 2, 0)
    """
    cite("owb.base.rounding")
    whole = 1
    for denominator in denominators:
        whole *= denominator
    return points // whole
