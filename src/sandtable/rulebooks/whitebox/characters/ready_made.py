"""Characters to begin with: a class with a loadout of the book each."""

from __future__ import annotations

from typing import Final

from sandtable.battle.personal import ReadyMade
from sandtable.catalogue import cite

from ..setting_up.people import kit_of
from ..state.tables import LOADOUTS
from .checking import check
from .files import unknown_kind
from .model import BOOK, FORMAT, VERSION, Character, Class, Kit

_CLASSES: Final[tuple[Class, ...]] = ("soldier", "combat-engineer", "wheelman", "medic")
_USUAL: Final[dict[str, str]] = {
    "soldier": "rifleman",
    "combat-engineer": "submachinegunner",
    "wheelman": "loader",
    "medic": "loader",
}
_MORE: Final[dict[str, dict[str, int]]] = {"combat-engineer": {"charge": 1}}


def ready_made() -> tuple[ReadyMade, ...]:
    """One for each class, and a soldier for each loadout."""
    cite("owb.base.classes", "owb.base.loadouts")
    classes = (
        ReadyMade(id=name, text=f"Operative of level 1, {_USUAL[name].replace('-', ' ')}'s kit")
        for name in _CLASSES
    )
    soldiers = (
        ReadyMade(id=name, text=f"Soldier of level 1 with the kit of a {name.replace('-', ' ')}")
        for name in LOADOUTS
    )
    return (*classes, *soldiers)


def new_character(kind: str, name: str) -> Character:
    """A ready-made character under a name of his own.

    Raises:
        PersonalFileError: If there is none such, or nobody can be called that.
    """
    profession = next((each for each in _CLASSES if each == kind), None)
    if profession is None and kind not in LOADOUTS:
        raise unknown_kind(kind, tuple(each.id for each in ready_made()))
    profession = profession or "soldier"
    weapons, blades, armor, bombs = kit_of(LOADOUTS[_USUAL.get(kind, kind)])
    character = Character(
        format=FORMAT,
        version=VERSION,
        book=BOOK,
        name=name,
        profession=profession,
        level=1,
        kit=Kit(weapons=weapons, blades=blades, armor=armor, bombs=bombs | _MORE.get(kind, {})),
    )
    check(character)
    return character
