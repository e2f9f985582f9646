"""The sheet of a character: for his own side all of it, for others what the book makes public."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from sandtable.battle.personal import Card, CardPart, Fact
from sandtable.catalogue import cite

from ..part1_personal.core_rulebook.persons import ability_bonus, saving_throw
from ..state import Arm, OwbState, Person
from ..state.tables import ARMOR, MELEE, MISSILE
from ..state.weights import movement_with, weight_carried, weight_of_loads
from .checking import hit_points_of, most_hit_points
from .model import Character, Fought
from .placing import character_of

CLASSES: Final = {
    "soldier": "Soldier",
    "combat-engineer": "Combat Engineer",
    "wheelman": "Wheelman",
    "medic": "Medic",
}
_TALENTS: Final = {
    "combat-engineer": "Jury-Rig mends jammed weapons and vehicles; sets charges for any time.",
    "wheelman": "Drives better: abilities and bonuses of the vehicle rules.",
    "medic": "First Aid restores 1d6 hit points, not 1d3.",
}
DRY: Final = "out of ammunition"
_SHOWN: Final = 12
"""How many battles a sheet lists, the last first."""


def card_of(character: Character) -> Card:
    """The sheet of a character between battles."""
    kit = character.kit
    weapons = tuple(_weapon(name, _loads(kit.loads.get(name))) for name in kit.weapons)
    weight = weight_carried(kit.weapons, kit.blades, kit.armor, sum(kit.bombs.values()))
    weight += weight_of_loads(kit.loads.values())
    movement = movement_with(weight, character.combatant.movement)
    return Card(
        title=character.name,
        subtitle=sort_of(character),
        marks=_condition(character),
        parts=_parts(character, weapons, movement, weight),
    )


def card_in_battle(state: OwbState, person: Person, *, whole: bool) -> Card:
    """The sheet of somebody in a battle, as he is now.

    Positions and states of all Minis are open to all players, so everybody may know his figures.
    What the battle has no use for stays with his own side: scores, history, remarks and notes.
    """
    cite("owb.base.information")
    character = character_of(state, person)
    if not whole:
        bare = replace(character.health, wounds=())
        character = replace(character, player="", notes="", battles=(), health=bare)
    weapons = tuple(_weapon(arm.id, _of_arm(arm)) for arm in person.arms)
    parts = _parts(character, weapons, person.movement, person.weight, scores=whole)
    return Card(
        title=person.name,
        subtitle=sort_of(character),
        marks=tuple(_marks(state, person)),
        parts=parts,
        whole=whole,
    )


def sort_of(character: Character) -> str:
    """What sort of person a character is."""
    if character.profession is None:
        return character.combatant.name
    return f"{CLASSES[character.profession]}, level {character.level}"


# -- parts ----------------------------------------------------------------------------------------


def _parts(
    character: Character,
    weapons: tuple[Fact, ...],
    movement: int,
    weight: float,
    *,
    scores: bool = True,
) -> tuple[CardPart, ...]:
    parts = (
        CardPart(title="Health", facts=_health(character)),
        CardPart(title="Fighting", facts=_fighting(character, movement)),
        CardPart(title="Abilities", facts=_abilities(character, scores)),
        CardPart(title="Kit", facts=_kit(character, weapons, weight)),
        CardPart(title="Battles", facts=_battles(character)),
        CardPart(title="Notes", facts=_notes(character)),
    )
    return tuple(part for part in parts if part.facts)


def _health(character: Character) -> tuple[Fact, ...]:
    points = f"{hit_points_of(character)} of {most_hit_points(character)}"
    facts = [Fact(label="Hit points", value=points, rule="owb.base.hit-points")]
    facts += [
        Fact(label="Wound", value=wound, hint="A remark of the players; no rule of the book")
        for wound in character.health.wounds
    ]
    return tuple(facts)


def _fighting(character: Character, movement: int) -> tuple[Fact, ...]:
    kind = character.combatant
    facts = [
        Fact(label="Base Hit Bonus", value=f"{kind.bhb:+d}", rule="owb.base.base-hit-bonus"),
        Fact(
            label="Saving Throw",
            value=f"{saving_throw(kind)} or more",
            rule="owb.base.saving-throw",
        ),
        Fact(label="Movement", value=str(movement), rule="owb.base.encumbrance"),
    ]
    if character.profession in _TALENTS:
        talent = _TALENTS[character.profession]
        facts.append(Fact(label="Class ability", value=talent, rule="owb.base.classes"))
    return tuple(facts)


def _abilities(character: Character, scores: bool) -> tuple[Fact, ...]:
    """The bonuses of his abilities, after the scores that they come from."""
    found = []
    for name, score in msgspec.structs.asdict(character.abilities).items():
        bonus = f"{ability_bonus(score):+d}"
        value = f"{score} ({bonus})" if scores else bonus
        found.append(Fact(label=name.capitalize(), value=value, rule="owb.base.attributes"))
    return tuple(found)


def _kit(character: Character, weapons: tuple[Fact, ...], weight: float) -> tuple[Fact, ...]:
    kit = character.kit
    blades = (
        Fact(label="Melee", value=f"{MELEE[name].name}, {MELEE[name].damage}")
        for name in kit.blades
    )
    worn = (Fact(label="Wears", value=ARMOR[name].name) for name in kit.armor)
    bombs = (
        Fact(label="Explosives", value=f"{count} x {name.replace('-', ' ')}")
        for name, count in kit.bombs.items()
        if count
    )
    carried = Fact(label="Weight", value=f"{weight:g} lb", rule="owb.base.encumbrance")
    return (*weapons, *blades, *bombs, *worn, carried)


def _weapon(name: str, more: str) -> Fact:
    row = MISSILE[name]
    value = f"{row.name}, {row.damage}, range {row.range}"
    return Fact(label="Weapon", value=f"{value}; {more}" if more else value)


def _loads(count: int | None) -> str:
    return "" if count is None else f"{count} spare load{'' if count == 1 else 's'}"


def _of_arm(arm: Arm) -> str:
    """What is the matter with a weapon in a battle."""
    told = (
        "jammed" if arm.jam else "",
        f"{arm.rounds} rounds" if arm.rounds is not None else "",
        _loads(arm.loads) if arm.rounds is not None else "",
        f"fuel for {arm.fuel}" if arm.fuel is not None else "",
    )
    return ", ".join(part for part in told if part)


def _battles(character: Character) -> tuple[Fact, ...]:
    battles = character.battles
    shown = [_battle(fought) for fought in reversed(battles[-_SHOWN:])]
    firefights = sum(fought.fired for fought in battles)
    if firefights:
        hint = "After every fourth one, as a rule, 1d6: on a 1 he has run out of ammunition"
        shown.append(
            Fact(label="Firefights", value=str(firefights), rule="owb.ammo.abstract", hint=hint)
        )
    return tuple(shown)


def _battle(fought: Fought) -> Fact:
    left = ", left the map" if fought.left else ""
    points = "" if fought.fate in ("unhurt", "dead") else f" ({fought.hit_points} hit points)"
    return Fact(
        label=fought.title or fought.scenario, value=f"{fought.result}; {fought.fate}{points}{left}"
    )


def _notes(character: Character) -> tuple[Fact, ...]:
    told = (("Player", character.player), ("Notes", character.notes))
    return tuple(Fact(label=label, value=value) for label, value in told if value)


# -- states ---------------------------------------------------------------------------------------


def _condition(character: Character) -> tuple[str, ...]:
    health = character.health
    if health.condition == "incapacitated":
        return ("incapacitated, stable" if health.stable else "incapacitated, dying",)
    if health.condition == "dead":
        return ("dead",)
    hurt = hit_points_of(character) < most_hit_points(character)
    shown = (("wounded", hurt), (DRY, character.kit.dry))
    return tuple(text for text, holds in shown if holds)


def _marks(state: OwbState, person: Person) -> Iterable[str]:
    if person.out == "incapacitated":
        yield "incapacitated, stable" if person.stable else "incapacitated, dying"
    elif person.out:
        yield person.out
    elif person.hp < person.most_hp:
        yield "wounded"
    if person.able and person.stance != "standing":
        yield person.stance
    shown = (
        ("ducked", person.ducked),
        ("in ambush", person.hidden),
        ("burning", person.burning > 0),
        ("holds a lit explosive", bool(person.cooking)),
        ("withholds an attack", person.withheld),
        ("weapon trained", person.trained is not None),
        ("runs", person.routed),
        (DRY, person.dry),
        ("has acted", person.done and person.able),
    )
    yield from (text for text, holds in shown if holds)
    if person.aboard in state.pieces:
        yield f"aboard {state.pieces[person.aboard].name}"
