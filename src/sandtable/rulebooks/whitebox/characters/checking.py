"""Whether what a character's file says makes sense."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.battle.personal import PersonalFileError
from sandtable.scenario.errors import not_among

from ..part1_personal.core_rulebook.persons import LOWEST, ability_bonus, hit_points
from ..setting_up.people import BOMBS
from ..state.tables import ARMOR, MELEE, MISSILE
from .model import Character

_FOR_BOTH: Final = "give class and level for an operative, or rank for an ordinary person"


def most_hit_points(character: Character) -> int:
    """The hit points of a character when unhurt: his own, or those of the table."""
    if character.health.most is not None:
        return character.health.most
    return hit_points(character.combatant, ability_bonus(character.abilities.constitution))


def hit_points_of(character: Character) -> int:
    """The hit points that a character has now."""
    left = character.health.hit_points
    return most_hit_points(character) if left is None else left


def check(character: Character) -> None:
    """Check what the types alone do not say.

    Raises:
        PersonalFileError: Naming the field, what was found and what would be right.
    """
    for where, text in _texts(character):
        shown = text.replace("\n", " ") if where == "notes" else text
        if not shown.isprintable():
            raise PersonalFileError(where, "holds signs that cannot be shown")
    if not character.name.strip():
        raise PersonalFileError("name", "holds only spaces; everybody has a name")
    _check_sort(character)
    _check_kit(character)
    _check_health(character)


def _texts(character: Character) -> Iterator[tuple[str, str]]:
    yield "name", character.name
    yield "player", character.player
    yield "notes", character.notes
    for at, wound in enumerate(character.health.wounds):
        yield f"health.wounds[{at}]", wound
    for at, fought in enumerate(character.battles):
        yield f"battles[{at}].scenario", fought.scenario
        yield f"battles[{at}].title", fought.title
        yield f"battles[{at}].side", fought.side


def _check_sort(character: Character) -> None:
    is_operative = character.profession is not None or character.level is not None
    if is_operative and character.rank is not None:
        raise PersonalFileError("rank", f"found beside class or level; {_FOR_BOTH}")
    if not is_operative and character.rank is None:
        raise PersonalFileError("class", f"missing; {_FOR_BOTH}")
    if is_operative and character.profession is None:
        raise PersonalFileError("class", "missing; an operative of a level has a class")
    if is_operative and character.level is None:
        raise PersonalFileError("level", "missing; an operative has a level from 1 to 5")


def _check_kit(character: Character) -> None:
    kit = character.kit
    _check_words("kit.weapons", kit.weapons, MISSILE, "missile weapon")
    _check_words("kit.blades", kit.blades, MELEE, "melee weapon")
    _check_words("kit.armor", kit.armor, ARMOR, "armor")
    _check_words("kit.bombs", kit.bombs, BOMBS, "explosive")
    _check_words("kit.loads", kit.loads, kit.weapons, "weapon of his")


def _check_words(where: str, words: Iterable[str], known: Iterable[str], what: str) -> None:
    names, seen = list(known), set()
    for word in words:
        if word not in names:
            raise PersonalFileError(where, not_among(word, names, what))
        if word in seen:
            raise PersonalFileError(where, f"{word!r} is named twice; nobody carries two alike")
        seen.add(word)


def _check_health(character: Character) -> None:
    health, where = character.health, "health.hit_points"
    left, most = hit_points_of(character), most_hit_points(character)
    if left > most:
        problem = f"expected at most {most}, which he has when unhurt; found {left}"
        raise PersonalFileError(where, problem)
    if health.condition == "fit" and left <= 0:
        problem = f"found {left}, but who is fit has at least 1; or set health.condition"
        raise PersonalFileError(where, problem)
    if health.condition == "incapacitated":
        if not character.combatant.operative:
            problem = "only operatives are incapacitated; at 0 hit points others are dead"
            raise PersonalFileError("health.condition", problem)
        if not LOWEST < left <= 0:
            problem = f"expected {LOWEST + 1} to 0 for who is incapacitated, found {left}"
            raise PersonalFileError(where, problem)
    if health.stable and health.condition != "incapacitated":
        raise PersonalFileError("health.stable", "only who is incapacitated can be stable")
