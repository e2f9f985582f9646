"""MELEE ATTACK: by hand, at whoever is in the next square."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.odds import Tally
from sandtable.table import grid

from ...state import OwbState, Person
from ...state.tables import MELEE, RIFLES, DiceSum
from ..core_rulebook.persons import SHIELDS, armor_class, base_hit_bonus, is_archaic
from ..line_of_sight.sight import in_arc, walled_off
from .attack_roll import Blow
from .modifiers import add_attacker_modifiers, add_target_modifiers, strikes_surely, usable_prone

LONG_GUNS = RIFLES | {
    "rifle-anti-tank",
    "shotgun-pump",
    "shotgun-double-barreled",
    "submachinegun",
}
"""Guns whose butt serves as a club."""


def blades_of(person: Person) -> Iterator[str]:
    """The melee weapons that a character has, the best first."""
    held = {arm.id for arm in person.arms}
    found = {*person.blades, "improvised", "strike"}
    if held & LONG_GUNS:
        cite("owb.weapon.club")
        found.add("club")
    for thrown in ("hatchet", "knife", "spear"):
        if thrown in held:
            cite("owb.weapon.hatchet-knife-spear-both-ways")
            found.add(thrown)
    yield from sorted(found, key=lambda name: (-_mean(damage_of(person, name)), name))


def _mean(damage: DiceSum) -> float:
    return damage.count * (damage.sides + 1) / 2 + damage.plus


def damage_of(person: Person, blade: str) -> DiceSum:
    """The damage of a melee weapon in a character's hands."""
    match blade:
        case "bayonet":
            cite("owb.weapon.bayonet")
            if any(arm.id in RIFLES for arm in person.arms):
                return MELEE["spear"].damage
        case "battle-axe":
            cite("owb.weapon.battle-axe")
        case "improvised":
            cite("owb.weapon.improvised")
        case "strike":
            cite("owb.weapon.strike")
        case "sword":
            cite("owb.weapon.sword")
    return MELEE[blade].damage


def engaged(state: OwbState, one: Person, two: Person) -> bool:
    """Whether two characters of opposed sides are engaged in combat with each other."""
    cite("owb.melee.adjacent")
    return (
        one.side != two.side
        and one.able
        and two.able
        and grid.distance(state.square(one), state.square(two)) == 1
        and not walled_off(state.grounds, state.square(one), state.square(two))
    )


def check_blade(attacker: Person, blade: str) -> Refusal | None:
    """Why somebody cannot strike with a melee weapon, or ``None`` if he can."""
    if blade not in set(blades_of(attacker)):
        return Refusal("owb.melee.adjacent", f"{attacker.name} has no {blade}.")
    if blade == "battle-axe" and any(name in SHIELDS for name in attacker.armor):
        return Refusal("owb.weapon.battle-axe", "A battle axe needs both hands.")
    if attacker.stance == "prone" and not usable_prone(blade):
        return Refusal("owb.modifiers.attacker-prone", "That cannot be used prone.")
    if attacker.climbing is not None and blade == "battle-axe":
        return Refusal("owb.modifiers.attacker-climbing", "He needs a hand to hold on.")
    return None


def melee_tally(state: OwbState, attacker: Person) -> Tally:
    """What is added to every melee attack: the Base Hit Bonus, and Strength."""
    cite("owb.melee.adjacent", "owb.melee.ignores-cover")
    tally = Tally("attacker").add(
        base_hit_bonus(attacker.combatant), "owb.attack.roll", "Base Hit Bonus"
    )
    counts = attacker.strength != 0 and state.option("strength_in_melee") != "none"
    return tally.add_if(counts, attacker.strength, "owb.melee.strength", "Strength")


def strength_of_blows(state: OwbState, attacker: Person) -> int:
    """What Strength adds to the damage of a melee attack."""
    if not attacker.strength or state.option("strength_in_melee") != "hit-and-damage":
        return 0
    cite("owb.melee.strength")
    return attacker.strength


def melee_blow(
    state: OwbState, attacker: Person, target: Person, blade: str, *, turning: bool = True
) -> Blow | Refusal:
    """A melee attack, ready to be rolled, or why it cannot be made."""
    a, b = state.square(attacker), state.square(target)
    if target.side == attacker.side or target.out == "dead" or not target.on_table:
        return Refusal("owb.melee.adjacent", f"{target.name} is nobody to fight.")
    if grid.distance(a, b) != 1:
        return Refusal("owb.melee.adjacent", f"{target.name} is not in the next square.")
    if walled_off(state.grounds, a, b):
        return Refusal("owb.melee.adjacent", "A wall is between them.")
    if not turning and not in_arc(a, attacker.facing, b):
        return Refusal("owb.withhold.arc", f"{attacker.name} faces elsewhere.")
    return check_blade(attacker, blade) or blow_by_hand(state, attacker, target, blade)


def blow_by_hand(state: OwbState, attacker: Person, target: Person, blade: str) -> Blow:
    """A melee attack on somebody within reach, ready to be rolled."""
    tally = melee_tally(state, attacker)
    add_attacker_modifiers(tally, state, attacker, target, melee=True)
    add_target_modifiers(tally, state, attacker, target, "none", melee=True)
    return Blow(
        attacker=attacker.id,
        target=target.id,
        weapon=blade,
        tally=tally,
        armor=armor_class(target, "archaic" if is_archaic(blade) else "bullets"),
        damage=damage_of(attacker, blade),
        more=strength_of_blows(state, attacker),
        naturals=state.on("naturals_personal"),
        sure=strikes_surely(state, target),
        melee=True,
    )
