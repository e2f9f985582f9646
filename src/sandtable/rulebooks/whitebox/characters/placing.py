"""From a character to a unit of a scenario, and from a battle to a character."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from sandtable.battle import Outcome
from sandtable.battle.personal import PersonalFileError
from sandtable.catalogue import cite
from sandtable.scenario import Unit

from ..part1_personal.core_rulebook.persons import ability_bonus, fate, hit_points
from ..setting_up.people import CHARACTER, loads_of
from ..state import OwbState, Person
from .checking import check, hit_points_of
from .model import (
    BATTLES_KEPT,
    BOOK,
    FORMAT,
    LEAST_POINTS,
    MOST,
    MOST_LETTERS,
    MOST_ROUNDS,
    VERSION,
    Abilities,
    Character,
    Fate,
    Fought,
    Health,
    Kit,
    Record,
    Result,
)

OWN: Final = (
    "class",
    "strength",
    "dexterity",
    "constitution",
    "weapons",
    "blades",
    "armor",
    "bombs",
    "loads",
    "dry",
    "hp",
    "most_hp",
    CHARACTER,
)
"""The statuses of a unit that belong to the man, and not to his place in the scenario."""

_TYPICAL: Final = {-1: 5, 0: 10, 1: 16}
"""A score for each bonus, where only the bonus is known."""


def as_unit(unit: Unit, character: Character) -> Unit:
    """A unit of a scenario with a character in its place: what is his is his own.

    Raises:
        PersonalFileError: If he cannot fight.
    """
    condition = character.health.condition
    if condition == "dead":
        raise PersonalFileError("health.condition", f"{character.name} is dead")
    if condition == "incapacitated":
        problem = f"{character.name} is incapacitated; let him rest before he fights again"
        raise PersonalFileError("health.condition", problem)
    place = {name: value for name, value in unit.status.items() if name not in OWN}
    return replace(
        unit,
        name=character.name,
        quality=character.combatant.id,
        status={**place, **_own_statuses(character)},
    )


def _own_statuses(character: Character) -> dict[str, Any]:
    kit, health = character.kit, character.health
    statuses: dict[str, Any] = {
        name: ability_bonus(getattr(character.abilities, name))
        for name in ("strength", "dexterity", "constitution")
    }
    statuses |= {
        "weapons": list(kit.weapons),
        "blades": list(kit.blades),
        "armor": list(kit.armor),
        "bombs": {name: count for name, count in kit.bombs.items() if count},
        CHARACTER: msgspec.json.decode(msgspec.json.encode(_record_of(character))),
    }
    if character.profession is not None:
        statuses["class"] = character.profession
    if kit.dry:
        statuses["dry"] = True
    if kit.loads:
        statuses["loads"] = dict(kit.loads)
    if health.most is not None:
        statuses["most_hp"] = health.most
    if health.hit_points is not None:
        statuses["hp"] = health.hit_points
    return statuses


def _record_of(character: Character) -> Record:
    return Record(
        player=character.player,
        notes=character.notes,
        abilities=character.abilities,
        wounds=character.health.wounds,
        battles=character.battles,
    )


# -- out of a battle ------------------------------------------------------------------------------


def character_of(state: OwbState, person: Person) -> Character:
    """Somebody in a battle as a character, as he is now; this battle is not among his battles."""
    record = record_in(state, person.id)
    kind = person.combatant
    character = Character(
        format=FORMAT,
        version=VERSION,
        book=BOOK,
        name=person.name[:MOST_LETTERS],
        player=record.player,
        profession=(person.profession or "soldier") if kind.operative else None,
        level=kind.hit_dice if kind.operative else None,
        rank=None if kind.operative else kind.id,  # type: ignore[arg-type]
        notes=record.notes,
        abilities=_abilities(person, record),
        health=Health(wounds=record.wounds),
        kit=_kit(state, person),
        battles=record.battles,
    )
    return replace(character, health=_health(state, person, character))


def record_in(state: OwbState, name: str) -> Record:
    """What a scenario carries along for a character."""
    unit = _unit(state, name)
    return msgspec.convert(unit.status.get(CHARACTER, {}), Record) if unit else Record()


def _unit(state: OwbState, name: str) -> Unit | None:
    return next((unit for unit in state.setting.scenario.units if unit.id == name), None)


def _abilities(person: Person, record: Record) -> Abilities:
    """His scores; where only a bonus is known, or it has been changed, a typical score for it."""

    def score(name: str) -> int:
        noted, bonus = getattr(record.abilities, name), getattr(person, name)
        return noted if ability_bonus(noted) == bonus else _TYPICAL[bonus]

    return Abilities(
        strength=score("strength"),
        dexterity=score("dexterity"),
        constitution=score("constitution"),
    )


def _health(state: OwbState, person: Person, character: Character) -> Health:
    """His hit points and what they mean, also in a tied segment that is not over yet."""
    by_table = hit_points(person.combatant, person.constitution)
    most = max(1, min(person.most_hp, MOST))  # a referee may have given him more than files hold
    left = max(LEAST_POINTS, min(person.hp, most))
    health = replace(
        character.health,
        hit_points=left if left != most else None,
        most=most if most != by_table else None,
    )
    what = person.out or fate(state, person)
    if what == "incapacitated":
        return replace(health, condition="incapacitated", stable=person.stable)
    return replace(health, condition="dead" if what else "fit")


def _kit(state: OwbState, person: Person) -> Kit:
    """What he has now: what was used up or dropped is gone, what he picked up is his."""
    cite("owb.base.loadouts")
    weapons = tuple(dict.fromkeys(arm.id for arm in person.arms))
    if state.option("ammo") == "count":
        loads = {arm.id: arm.loads for arm in person.arms if arm.rounds is not None}
    else:
        unit = _unit(state, person.id)
        brought = unit.status.get("loads") if unit else None
        loads = loads_of(brought, weapons) if isinstance(brought, dict) else {}
    return Kit(
        weapons=weapons,
        blades=tuple(dict.fromkeys(person.blades)),
        armor=tuple(dict.fromkeys(person.armor)),
        bombs=_counted(dict(person.bombs)),
        loads=_counted(loads),
        dry=person.dry,
    )


def _counted(things: Mapping[str, int]) -> dict[str, int]:
    """How many there are of each thing, as far as a file can hold them."""
    return {name: max(0, min(count, MOST)) for name, count in things.items()}


def after_battle(
    state: OwbState, person: Person, outcome: Outcome | None, *, left: bool = False
) -> Character:
    """A character as he comes out of a battle, with the battle among those he has fought."""
    character = character_of(state, person)
    scenario = state.setting.scenario
    fought = Fought(
        scenario=scenario.id,
        title=scenario.title,
        side=person.side,
        rounds=min(state.turn, MOST_ROUNDS),
        result=_result(person, outcome),
        fate=_fate(character),
        hit_points=hit_points_of(character),
        fired=person.fired,
        left=left,
    )
    battles = (*character.battles, fought)[-BATTLES_KEPT:]
    return replace(character, battles=battles)


def _result(person: Person, outcome: Outcome | None) -> Result:
    if outcome is None:
        return "unfinished"
    if outcome.winner is None:
        return "drawn"
    return "won" if outcome.winner == person.side else "lost"


def _fate(character: Character) -> Fate:
    if character.health.condition != "fit":
        return character.health.condition
    return "unhurt" if character.health.hit_points is None else "wounded"


def rested(character: Character) -> Character:
    """A character after a rest: all his hit points again, and ammunition.

    The book has no rule for healing between battles; that somebody rests is for the players to
    say.

    Raises:
        PersonalFileError: If he is dead.
    """
    if character.health.condition == "dead":
        raise PersonalFileError("health.condition", f"{character.name} is dead; rest does not help")
    health = replace(character.health, hit_points=None, condition="fit", stable=False)
    cite("owb.ammo.abstract")
    found = replace(character, health=health, kit=replace(character.kit, dry=False))
    check(found)
    return found
