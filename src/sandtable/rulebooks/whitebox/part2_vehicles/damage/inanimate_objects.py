"""OPTIONAL RULE: HIT POINTS FOR INANIMATE OBJECTS: sections of walls, how they break and fall.

A section is a square or an edge of the map. Sections are worn down only where the battle has
``cover_damage = hit-points``; what they are made of also counts in collisions.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Final

from msgspec import Struct

from sandtable.battle import Event, happened
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...state import Grounds, OwbState
from ...state.squares_and_edges import Change, Edge, edge_of
from ...state.tables import DiceSum, FeatureKind, rows_of
from ..collision.contacts import Section, apart, ends_of
from ..maneuvers.driving_check import complete_stop
from .hull import damage_through, share
from .wrecks import splinters

DEBRIS: Final = "debris"
FALLING: Final = DiceSum(2, 6, 2)
"""What a collapse does to those who are in or under it."""

_COLLAPSES_ON: Final = 1
_COLLAPSES_WITHIN: Final = 2


class Material(Struct, frozen=True, kw_only=True):
    """What a section is made of.

    Attributes:
        name: Its name.
        hit_points: Those of a section.
        hull: The Reinforced Hull that it resists like.
        protection: Whether it is cover or concealment.
        collapses_over: The damage that must be exceeded for a structure to fall.
    """

    name: str
    hit_points: int
    hull: int
    protection: str
    collapses_over: int


MATERIALS: Final[Mapping[str, Material]] = {
    row["material"]: Material(
        name=row["material"],
        hit_points=row["hit_points"],
        hull=row["hull_equivalent"],
        protection=row["protection"],
        collapses_over=row["collapse_roll_if_damage_over"],
    )
    for row in rows_of("vehicle-object-hit-points")
}
"""The materials by name."""

_WOOD, _LOGS, _MASONRY, _CONCRETE = MATERIALS.values()
MADE_OF: Final[Mapping[str, Material]] = {
    "building-wall-plaster-or-wood": _WOOD,
    "wooden-fence": _WOOD,
    "small-tree": _WOOD,
    "hedgerow": _WOOD,
    "thick-hedge": _WOOD,
    "barbed-wire": _WOOD,
    "sandbags": _LOGS,
    "thick-tree": _LOGS,
    "rubble": _LOGS,
    "tall-wall": _MASONRY,
    "building-wall-masonry": _MASONRY,
    "window-or-gunport": _MASONRY,
    "low-brick-wall": _MASONRY,
    "boulder": _MASONRY,
    "bunker-wall": _CONCRETE,
}
"""What the features of a map are made of; the others cannot be broken."""

STRUCTURES: Final = (
    "building-wall-plaster-or-wood",
    "building-wall-masonry",
    "window-or-gunport",
    "tall-wall",
    "low-brick-wall",
    "bunker-wall",
)
"""The features that are parts of a structure, which can collapse."""


def material_of(feature: str) -> Material | None:
    """What a feature is made of, or nothing if it cannot be broken."""
    cite("owb.object.hull-equivalent", "owb.object.protection")
    return MADE_OF.get(feature)


def material_at(state: OwbState, section: Section) -> Material | None:
    """What a section of the map is made of, or nothing if it cannot be broken."""
    grounds = state.bare_grounds
    kind = kind_at(grounds, section)
    if kind is None or section in grounds.firm:
        return None
    return material_of(kind.name)


def is_harmed(state: OwbState, section: Section, weapon: str, *, piercing: bool = False) -> bool:
    """Whether a weapon does anything to a section of the map."""
    material = material_at(state, section)
    return material is not None and bool(share(weapon, max(0, material.hull - int(piercing))))


def strike_object(
    state: OwbState,
    section: Section,
    weapon: str,
    points: int,
    dice: Dice,
    *,
    piercing: bool = False,
) -> Generator[Event, None, bool]:
    """Strike a section with a weapon; whether it is destroyed.

    Args:
        weapon: A weapon of any table, an explosive or ``burst``.
        points: The damage rolled.
        piercing: Whether it is an armor piercing round.
    """
    material = material_at(state, section)
    if material is None or state.option("cover_damage") != "hit-points":
        return False
    cite("owb.suppress.cover-damage")
    through = damage_through(points, weapon, max(0, material.hull - int(piercing)))
    return (yield from damage_object(state, section, through, dice))


def damage_object(
    state: OwbState, section: Section, points: int, dice: Dice, *, vehicle: str = ""
) -> Generator[Event, None, bool]:
    """Take hit points from a section; whether it is destroyed now.

    Args:
        points: The damage after the hull equivalent.
        vehicle: The vehicle whose collision does it, which a collapse buries.
    """
    cite("owb.object.hit-points-optional")
    material = material_at(state, section)
    if material is None or points <= 0:
        kind = kind_at(state.bare_grounds, section)
        return kind is not None and kind.name == DEBRIS
    taken = dict(state.worn).get(_key(section), 0) + points
    state.worn = (*(one for one in state.worn if one[0] != _key(section)), (_key(section), taken))
    falls = points > material.collapses_over and _is_structure(state.bare_grounds, section)
    if taken < material.hit_points:
        left = material.hit_points - taken
        yield _told(f"{material.name.capitalize()} is struck and holds, {left} left.", dice)
        return False
    if falls and (yield from _collapses(dice)):
        yield from _fall(state, section, dice, vehicle)
        return True
    cite("owb.object.no-collapse-damage-extent")
    _to_debris(state, section)
    yield _told(f"A section of {material.name} is destroyed.", dice)
    return True


def _collapses(dice: Dice) -> Generator[Event, None, bool]:
    fell = dice.die(6, "collapse") <= _COLLAPSES_ON
    told = "The structure collapses." if fell else "The structure does not collapse."
    yield happened("collapse", told, "owb.object.collapse", dice=dice)
    return fell


def _fall(state: OwbState, section: Section, dice: Dice, vehicle: str) -> Iterator[Event]:
    """A structure comes down around a section, on whoever is in or under it."""
    fallen = _structure_around(state.bare_grounds, section)
    under = _under(state.bare_grounds, fallen)
    for part in fallen:
        _to_debris(state, part)
    for person in state.persons():
        if person.on_table and person.out != "dead" and state.square(person) in under:
            yield from splinters(state, person.id, FALLING, "owb.object.collapse", dice)
    if vehicle:
        complete_stop(state, vehicle)
        buried = state.alter(vehicle, stuck=True)
        text = f"{buried.name} is buried in rubble and stuck."
        yield happened("stuck", text, "owb.object.collapse-buries-the-vehicle", vehicle)


def _to_debris(state: OwbState, section: Section) -> None:
    a, b = ends_of(section)
    state.changes = (*state.changes, Change(a, DEBRIS, None if a == b else b))
    state.worn = tuple(one for one in state.worn if one[0] != _key(section))


def _told(text: str, dice: Dice) -> Event:
    return happened("object", text, "owb.object.hit-points-optional", dice=dice)


# -- sections and structures ----------------------------------------------------------------------


def _key(section: Section) -> Edge:
    return edge_of(*ends_of(section))


def kind_at(grounds: Grounds, section: Section) -> FeatureKind | None:
    """What fills a square or stands on an edge, if anything does."""
    a, b = ends_of(section)
    return grounds.squares.get(a) if a == b else grounds.on_edge(a, b)


def _is_structure(grounds: Grounds, section: Section) -> bool:
    kind = kind_at(grounds, section)
    return kind is not None and kind.name in STRUCTURES and section not in grounds.firm


def _structure_around(grounds: Grounds, section: Section) -> tuple[Section, ...]:
    """The sections of the same structure within 2 squares: those that hang together."""
    by_corner: dict[Square, list[Section]] = {}
    parts: tuple[Section, ...] = (*grounds.squares, *grounds.edges)
    for part in parts:
        if _is_structure(grounds, part):
            for corner in _corners(part):
                by_corner.setdefault(corner, []).append(part)
    found: dict[Section, None] = {section: None}
    todo = [section]
    while todo:
        for corner in _corners(todo.pop()):
            fresh = [part for part in by_corner.get(corner, ()) if part not in found]
            found |= dict.fromkeys(fresh)
            todo += fresh
    return tuple(part for part in found if apart(part, section) <= _COLLAPSES_WITHIN)


def _corners(section: Section) -> tuple[Square, ...]:
    """The corners of squares that a section touches, in half squares."""
    a, b = ends_of(section)
    x, y = a[0] + b[0], a[1] + b[1]
    wide, high = int(a[0] == b[0]), int(a[1] == b[1])
    return tuple(dict.fromkeys((x + i * wide, y + j * high) for i in (-1, 1) for j in (-1, 1)))


def _under(grounds: Grounds, fallen: tuple[Section, ...]) -> set[Square]:
    """The squares in a fallen structure, and those under the roof that it bore."""
    filled = {ends_of(part)[0] for part in fallen if ends_of(part)[0] == ends_of(part)[1]}
    beside = {square for part in fallen for square in ends_of(part)}
    near = beside | {other for square in filled for other in grid.neighbours(square)}
    return filled | (near & grounds.roofed)
