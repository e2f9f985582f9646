"""Section 15.4.4: the levels of support fire, the beaten zone, and who is in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from sandtable.catalogue import cite
from sandtable.mechanics.mover import Incident
from sandtable.table import Footprint, Path, Point, first_overlap, overlap, square

from ...s05_actions.move.rates import SLACK, base_at, heading_on_leg, path_length, pose
from ...s09_troops.transport import riders
from ...s10_buildings.occupation import outline_of
from ...s12_hidden.counters import under_fire
from ...state import Barrage, Element, Moving, P8State, Shelled
from ...state.battlefield import Setting
from ...state.sheets import Gun, off_table_gun
from ...state.tables import CATALOGUE

MORTARS: Final = "Heavy Mortar"
MEDIUM: Final = "Medium Artillery"
HEAVY: Final = "Heavy Artillery"
ROCKETS: Final = "Rockets or Naval Gunfire"

LARGE: Final = frozenset(("SU", "FR"))
"""Nations whose batteries are larger."""

DRIFT: Final = 6.0
"""How far the opponent shifts support fire, and how far a rolling barrage may creep."""

ROSE: Final = tuple(45.0 * eighth for eighth in range(8))

INSIDE: Final = 0.01
"""How far into a beaten zone a mover has come when it is attacked: just inside it."""


class Level(Struct, frozen=True, kw_only=True):
    """A level of support fire: its values, and the length of the sides of its beaten zone."""

    name: str
    gun: Gun
    size: float


def _levels() -> dict[tuple[str, bool], Level]:
    found = {}
    for row in CATALOGUE.table("p8.table.support-fire").dicts():
        name = str(row["level"])
        for large, whose in ((True, "Russian and French"), (False, "other")):
            gun = off_table_gun(name, row[f"HESA {whose}"], row["AP"])
            size = float(str(row[f"zone {whose}"]).partition("x")[0])
            found[name, large] = Level(name=name, gun=gun, size=size)
    return found


LEVELS: Final = _levels()
"""The levels by name, and by whether the batteries are Russian or French."""

LEVEL_NAMES: Final = tuple(dict.fromkeys(name for name, _ in LEVELS))
"""The names of the levels, the lightest first."""


def level_of(setting: Setting, side: str, name: str) -> Level:
    """A level as the batteries of a side fire it."""
    cite("p8.support.levels")
    return LEVELS[name, setting.armies[side] in LARGE]


def beaten_zone(setting: Setting, side: str, level: str, at: Point) -> Footprint:
    """The square on which the fire falls, its sides along the table edges."""
    cite("p8.support.zone-orientation")
    return square(at[0], at[1], level_of(setting, side, level).size)


def zone_of(state: P8State, barrage: Barrage) -> Footprint | None:
    """The zone that a barrage keeps dangerous; smoke leaves none."""
    if barrage.screen is not None:
        return None
    return beaten_zone(state.setting, barrage.side, barrage.level, barrage.at)


# -- who is in it ---------------------------------------------------------------------------------


def is_beaten(state: P8State, zone: Footprint, element: Element) -> bool:
    """Whether any part of an element is in a beaten zone, or of the built-up area it is in."""
    return overlap(zone, outline_of(state, element))


def beaten(state: P8State, zone: Footprint) -> Iterator[Element]:
    """Everybody in a beaten zone, friend and enemy, hidden or not, also those in close combat.

    Passengers share the fate of their vehicle; riders on a tank are hit like the foot that they
    are, before the tank. Commanders come last, since a successor may take somebody's place. Those
    who are hidden come after all others, whose dice must not depend on how many they are.
    """
    cite("p8.support.affects-all-partly-inside", "p8.support.friendly-fire")
    hidden = [one for one in under_fire(state, zone) if one.carried_by is None]
    hidden += [
        element
        for element in state.pieces.values()
        if element.under is not None and element.inside is not None and element not in hidden
        if is_beaten(state, zone, element)
    ]
    there = [element for element in state.on_table() if is_beaten(state, zone, element)]
    for group in (there, hidden):
        for element in sorted(group, key=lambda one: state.sheet(one).is_commander):
            yield from with_riders(state, element)


def with_riders(state: P8State, element: Element) -> Iterator[Element]:
    """Those who are hit where an element stands: the riders on it, and itself."""
    yield from riders(state, element)
    yield element


# -- movers ---------------------------------------------------------------------------------------


def under_barrage(state: P8State, frame: Moving) -> Incident | None:
    """Where a mover first comes under fire that lies on the table."""
    if not state.barrages or state.phase != "action":
        return None
    found = []
    for number, barrage in enumerate(state.barrages):
        zone = zone_of(state, barrage)
        if zone is None or frame.element in barrage.struck:
            continue
        at = first_inside_zone(state, frame, zone)
        if at is not None:
            found.append(Incident(at, Shelled(element=frame.element, barrage=number)))
    return min(found, key=lambda incident: incident.at, default=None)


def first_inside_zone(state: P8State, frame: Moving, zone: Footprint) -> float | None:
    """The first point of the rest of a path at which a mover is in a zone, just inside it.

    Where it goes into a built-up area is not looked at: it is in there only when it has arrived.
    """
    length = path_length(frame.path)
    if is_beaten(state, zone, pose(state, frame, frame.at)):
        return frame.at
    for leg in Path(frame.path).legs:
        end = leg.start + leg.length
        if end <= frame.at + SLACK:
            continue
        start = max(leg.start, frame.at)
        mover = pose(state, frame, end)
        way = (Path(frame.path).point_at(start), leg.b)
        heading = heading_on_leg(frame.start, leg.heading, frame.bearing)
        base = base_at(state.sheet(mover), way[0], heading)
        met = first_overlap(base, way, (zone,), keep_heading=True)
        if met is not None:
            return round(min(start + met.at + INSIDE, end), 4)
    if is_beaten(state, zone, pose(state, frame, length)):
        return round(length, 4)
    return None


def shelled_indoors(state: P8State, element: Element) -> Shelled | None:
    """The fire that falls on a mover when it has gone into a built-up area."""
    if element.inside is None or state.phase != "action":
        return None
    for number, barrage in enumerate(state.barrages):
        zone = zone_of(state, barrage)
        if zone is None or element.id in barrage.struck:
            continue
        if is_beaten(state, zone, element):
            return Shelled(element=element.id, barrage=number)
    return None
