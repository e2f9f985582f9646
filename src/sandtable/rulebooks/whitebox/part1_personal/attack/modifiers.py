"""OPTIONAL RULE: COMBAT MODIFIERS."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.catalogue import cite
from sandtable.odds import Tally
from sandtable.table import grid
from sandtable.table.grid import Square

from ...state import OwbState, Person, Vehicle
from ...state.tables import MODIFIERS
from ..cover.cover import Shelter
from ..line_of_sight.sight import walled_off

NOT_PRONE = frozenset({"bow", "hatchet", "knife", "spear", "mortar", "flamethrower"})
"""Missile weapons that cannot be used prone; nor can explosives be thrown."""

ONE_HANDED = frozenset({"handgun-small", "handgun-medium", "handgun-large", "hatchet", "knife"})
"""Weapons that leave a hand to hold on with."""

LAVA_WITHIN = 3
FROM_ABOVE_LAVA = 19
"""What high ground is worth in melee against the Chosen One near lava, instead of 1."""


ROWS: Final[Mapping[str, tuple[str, str]]] = {
    "Attacker Kneeling": ("owb.modifiers.attacker-kneeling", "kneeling"),
    "Attacker Prone": ("owb.modifiers.attacker-prone", "prone"),
    "Attacker Climbing": ("owb.modifiers.attacker-climbing", "climbing"),
    "Attacker on High Ground": ("owb.modifiers.attacker-high-ground", "on high ground"),
    "Target Sitting or Kneeling": ("owb.modifiers.target-kneeling", "target kneeling"),
    "Target Prone": ("owb.modifiers.target-prone", "target prone"),
    "Target Climbing": ("owb.modifiers.target-climbing", "target climbing"),
    "Target Engaged in Melee Combat": ("owb.modifiers.target-in-melee", "target engaged in melee"),
    "Target Helpless or Unaware of Attack": (
        "owb.modifiers.target-helpless-or-unaware",
        "target unaware",
    ),
}
"""The rows of the table: the rule of each, and what it is called in a total."""


def _row(tally: Tally, condition: str, *, melee: bool = False) -> None:
    """Add a row of the table, of which one column is for melee and one for missiles."""
    by_hand, ranged = MODIFIERS[condition]
    rule, told = ROWS[condition]
    tally.add(int(by_hand) if melee else ranged, rule, told)


def _stance(person: Person) -> str:
    """The position of a character; crews and passengers count as standing, whatever they do."""
    return "standing" if person.aboard else person.stance


def add_attacker_modifiers(
    tally: Tally, state: OwbState, attacker: Person, target: Person | Square | None, *, melee: bool
) -> None:
    """Add the rows of the table that are about the attacker; a target may be a square."""
    if not state.on("stances"):
        return
    cite("owb.modifiers.switch")
    if _stance(attacker) == "kneeling":
        _row(tally, "Attacker Kneeling", melee=melee)
    if _stance(attacker) == "prone":
        _row(tally, "Attacker Prone", melee=melee)
    if attacker.climbing is not None:
        _row(tally, "Attacker Climbing", melee=melee)
    if target is None or not is_higher(state, attacker, target):
        return
    if melee and isinstance(target, Person) and _by_lava(state, target):
        tally.add(FROM_ABOVE_LAVA, "owb.modifiers.chosen-one", "Chosen One")
        return
    _row(tally, "Attacker on High Ground", melee=melee)


def add_high_ground(tally: Tally, *, melee: bool = False) -> None:
    """Add what it is worth to stand above the target."""
    _row(tally, "Attacker on High Ground", melee=melee)


def add_target_modifiers(
    tally: Tally,
    state: OwbState,
    attacker: Person,
    target: Person,
    shelter: Shelter,
    *,
    melee: bool,
) -> None:
    """Add the rows of the table that are about the target."""
    if not state.on("stances"):
        return
    cite("owb.modifiers.switch")
    if not melee and shelter in ("partial", "concealed"):
        cite("owb.modifiers.superseded")
    else:
        if _stance(target) == "kneeling":
            _row(tally, "Target Sitting or Kneeling", melee=melee)
        if _stance(target) == "prone":
            _row(tally, "Target Prone", melee=melee)
    if target.climbing is not None:
        _row(tally, "Target Climbing", melee=melee)
    if is_helpless(target) and not melee:
        _row(tally, "Target Helpless or Unaware of Attack")
    if not melee and is_engaged(state, target, attacker):
        _row(tally, "Target Engaged in Melee Combat")


def add_vehicle_modifiers(
    tally: Tally, state: OwbState, attacker: Person, target: Vehicle, *, melee: bool = False
) -> None:
    """Add the rows of the table that count for a vehicle as the target.

    These are high ground and, for shots, a crew that is unaware of the attack.
    """
    if not state.on("stances"):
        return
    cite("owb.modifiers.switch")
    if is_higher(state, attacker, target):
        add_high_ground(tally, melee=melee)
    crew = [person for person in state.occupants(target.id) if person.able]
    if not melee and crew and all(person.unaware for person in crew):
        _row(tally, "Target Helpless or Unaware of Attack")


def is_helpless(target: Person) -> bool:
    """Whether a target is helpless, or unaware of the attack."""
    return target.unaware or bool(target.out)


def strikes_surely(state: OwbState, target: Person) -> bool:
    """Whether a melee attack on a target succeeds without fail."""
    if state.on("stances") and is_helpless(target):
        cite("owb.modifiers.target-helpless-or-unaware")
        return True
    return False


def is_higher(state: OwbState, attacker: Person, target: Person | Vehicle | Square) -> bool:
    """Whether the attacker stands at least one level above the target."""
    if attacker.off_map:
        return False
    return _height(state, attacker) > _height(state, target)


def _height(state: OwbState, piece: Person | Vehicle | Square) -> int:
    """The elevation of a square or a character; for vehicles, and those aboard, of the highest."""
    grounds = state.grounds
    if isinstance(piece, tuple):
        return grounds.height(piece)
    vehicle = piece if isinstance(piece, Vehicle) else state.find_vehicle(piece.aboard)
    if vehicle is not None:
        return max(grounds.height(square) for square in state.footprint(vehicle).squares)
    assert isinstance(piece, Person)
    return grounds.height(state.square(piece))


def _by_lava(state: OwbState, target: Person) -> bool:
    if not state.on("chosen_one"):
        return False
    square = state.square(target)
    near = (grid.distance(square, lava) <= LAVA_WITHIN for lava in state.grounds.lava)
    return target.chosen and any(near)


def is_engaged(state: OwbState, target: Person, besides: Person | None = None) -> bool:
    """Whether a character is engaged in melee with an enemy (other than the one who shoots).

    Those aboard vehicles never are.
    """
    square = state.square(target)
    return (target.able and not target.aboard) and any(
        grid.distance(square, state.square(enemy)) == 1
        and not walled_off(state.grounds, square, state.square(enemy))
        for enemy in state.enemies_of(target)
        if besides is None or enemy.id != besides.id
    )


def usable_prone(weapon: str) -> bool:
    """Whether a weapon can be used by one who lies prone."""
    cite("owb.modifiers.attacker-prone")
    return weapon not in NOT_PRONE and weapon != "battle-axe"
