"""Section 2.1 and 2.2: what the ground is for movement, and what cover it gives."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import (
    EPSILON,
    Area,
    Footprint,
    Line,
    Point,
    line_stops,
    point_to_segment,
    segment_meets,
    touching,
)

from ..s10_buildings.streets import hunted_in_cover
from ..s13_engineering.fortifications import Against, is_ignored, works_of
from ..state import Element, P8State
from ..state.battlefield import AREAS, LINES, Setting
from ..state.built_up_areas import RUINED_STREET, STREET, Bua
from ..state.nearby import friends_about
from ..state.sheets import Sheet
from ..state.tables import RATES

# -- movement (2.1, 5.3.1) ------------------------------------------------------------------------


def rate(setting: Setting, sheet: Sheet, areas: Sequence[Area]) -> int:
    """The movement rate of an element where these areas are; 0 where it may not go."""
    cite("p8.move.rates-by-class")
    ways = [area for area in areas if AREAS[area.kind].way]
    roads = [area for area in ways if AREAS[area.kind].way == "road"]
    if any(area.kind == STREET for area in roads):
        cite("p8.bua.street-road-movement")
        if any(area.kind == RUINED_STREET for area in areas):
            roads, ways = ([a for a in some if a.kind != STREET] for some in (roads, ways))
    if roads:
        cite("p8.terrain.flat-is-steppe-and-dirt-road", "p8.geo.in-terrain-by-centre")
        return max(_class_rate(sheet, AREAS[area.kind].move or "Road") for area in roads)
    beside = _slowest(setting, sheet, [area for area in areas if not AREAS[area.kind].way])
    if ways:
        cite("p8.move.track-never-slows")
        return max(_class_rate(sheet, "Track"), beside)
    return beside


def check_footing(state: P8State, there: Element) -> Refusal | None:
    """Why an element cannot stand where it is placed; what never moves may stand anywhere."""
    sheet = state.sheet(there)
    areas = state.setting.ground.areas_at((there.x, there.y))
    if sheet.move_class == "0" or rate(state.setting, sheet, areas) > 0:
        return None
    why = f"{there.name} may not stand in that ground."
    return Refusal("p8.terrain.zero-rate-is-impassable", why)


def _slowest(setting: Setting, sheet: Sheet, areas: Sequence[Area]) -> int:
    if not areas:
        cite("p8.terrain.move-types")
        return _class_rate(sheet, setting.open_ground)
    cite("p8.geo.in-terrain-by-centre")
    crossed = any(AREAS[area.kind].crossing for area in areas)
    rates = []
    for area in areas:
        move = AREAS[area.kind].move
        if move is None:
            continue
        if move == "impassable":
            cite("p8.terrain.rivers-and-sea-impassable")
            rates.append(_class_rate(sheet, "Open") if crossed else 0)
            continue
        if area.kind == "ford":
            cite("p8.terrain.ford-is-open")
        rates.append(_class_rate(sheet, move))
    return min(rates) if rates else _class_rate(sheet, setting.open_ground)


def _class_rate(sheet: Sheet, move: str) -> int:
    if "BIC" in sheet.flags:
        cite("p8.sheet.extra-flags")
        return RATES["Mech" if move in ("Road", "Flat") else "Inf"][move]
    return RATES[sheet.move_class][move]


def on_way(areas: Iterable[Area]) -> bool:
    """Whether a spot lies on a road, bridge or track."""
    return any(AREAS[area.kind].way for area in areas)


def on_road(areas: Iterable[Area]) -> bool:
    """Whether a spot lies on a road or bridge; a dirt road is one too."""
    return any(AREAS[area.kind].way == "road" for area in areas)


# -- cover (2.2) ----------------------------------------------------------------------------------


class Cover(Struct, frozen=True):
    """What protects a target: how well, by which rule, and what it is."""

    value: int
    rule: str
    text: str


NO_COVER = Cover(0, "p8.cover.none", "no cover")

HEDGE: Final = "p8.cover.linear-needs-contact-and-crossing"
"""The rule by which hedges and walls give cover."""


def best(covers: Iterable[Cover]) -> Cover:
    """The best of several kinds of cover; they never add up."""
    found = max(covers, key=lambda cover: cover.value, default=NO_COVER)
    cite("p8.cover.best-only", found.rule if found.value else "p8.cover.none")
    return found


def cover_of_place(
    state: P8State, element: Element, *, indirect: bool = False, against: Against | None = None
) -> Cover:
    """The cover that an element has from where it stands, whoever shoots.

    Args:
        state: Where the game stands.
        element: The element that may be in cover.
        indirect: Whether it is shot at by mortars or support fire, which woods do not stop.
        against: An attacker who does not mind fortifications, if it is one.
    """
    found = []
    if element.dug_in:
        found.append(Cover(2, "p8.cover.hard", "dug in"))
    houses = state.houses(element)
    if houses is not None:
        return best([*found, cover_of_building(state.setting.buas[houses])])
    if hunted_in_cover(state, element):
        return best(found)
    for area in state.setting.ground.areas_at(_covering_spot(element)):
        kind = AREAS[area.kind]
        if kind.cover is None:
            continue
        cite("p8.geo.in-terrain-by-centre")
        if kind.cover == "hard":
            if is_ignored(state, against):
                continue
            found.append(Cover(2, "p8.cover.fortification-class", area.kind.replace("-", " ")))
        elif kind.indirect:
            found.append(Cover(1, "p8.cover.soft-always", area.kind.replace("-", " ")))
        elif indirect:
            cite("p8.cover.soft-not-against-mortar-or-support")
        else:
            text = area.kind.replace("-", " ")
            found.append(Cover(1, "p8.cover.soft-not-against-mortar-or-support", text))
    return best(found)


def _covering_spot(element: Element) -> Point:
    """Where the ground decides on cover: where an element stands, or where it lay hidden."""
    if element.lay is not None and element.lay[0] == (element.x, element.y):
        cite("p8.hidden.placement-on-reveal")
        return element.lay[1]
    return element.x, element.y


def cover_of_building(bua: Bua) -> Cover:
    """Wooden buildings are soft cover against everything, stone ones and ruins are hard cover."""
    cite("p8.bua.cover-type")
    if bua.wooden and not bua.ruined:
        return Cover(1, "p8.cover.soft-always", "wooden buildings")
    return Cover(2, "p8.cover.hard", "ruins" if bua.ruined else "stone buildings")


def is_fortified(state: P8State, element: Element) -> bool:
    """Whether an element is in a bunker or another permanent work."""
    if works_of(state, element) is None:
        return False
    cite("p8.cover.fortification-class")
    return True


def covers_on_line(
    state: P8State,
    firer: Element,
    target: Element,
    start: Point,
    end: Point,
    *,
    indirect: bool = False,
) -> list[Cover]:
    """What protects a target on one line of fire: hedges, crest-lines and smoke."""
    found = []
    for name in sorted(state.setting.touched(state.base(target))):
        line = state.setting.ground.line(name)
        hides_hull = line.kind == "crest" and state.sheet(target).is_turreted
        gives_cover = LINES[line.kind].cover is not None and not indirect
        if (hides_hull or gives_cover) and comes_between(line, firer, start, end, target):
            if hides_hull:
                found.append(Cover(2, "p8.cover.hull-down", "hull-down"))
            else:
                found.append(Cover(1, HEDGE, line.kind))
    if any(segment_meets(start, end, screen.base) for screen in state.screens):
        cite("p8.smoke.effect")
        found.append(Cover(2, "p8.fire.mod-hard-cover-hull-down-smoke", "smoke"))
    return found


def behind_hedge(state: P8State, element: Element, enemy: Point) -> bool:
    """Whether a hedge or wall that it touches lies between an element and its enemy."""
    spot = (element.x, element.y)
    if math.dist(enemy, spot) < EPSILON:
        return False
    other = replace(element, x=enemy[0], y=enemy[1])
    return any(cover.rule == HEDGE for cover in covers_on_line(state, other, element, enemy, spot))


def comes_between(line: Line, firer: Element, start: Point, end: Point, target: Element) -> bool:
    """Whether a shot from ``start`` to ``end`` crosses a line on its way.

    An element is on the side of its base centre, so the shot is followed from centre to centre: a
    base whose edge lies on a hedge, or a little across it, is behind the hedge.
    """
    points = line.points
    legs = [*itertools.pairwise(points)]
    ends = [
        point
        for point in (start, end)
        if min(point_to_segment(point, a, b) for a, b in legs) > EPSILON
    ]
    route = [(firer.x, firer.y), *ends, (target.x, target.y)]
    return any(line_stops(a, b, points) is not None for a, b in itertools.pairwise(route))


def cover_behind_afv(state: P8State, firer: Element, target: Element) -> Cover:
    """The cover of foot and soft vehicles that follow right behind a tank of their own."""
    sheet = state.sheet(target)
    if not (sheet.fights_as_infantry or sheet.is_soft_vehicle):
        return NO_COVER
    place = state.base(target)
    for friend in friends_about(state, target, 1.0):
        if not state.sheet(friend).is_afv or friend.inside is not None:
            continue
        screen = state.base(friend)
        if _touches_rear(place, screen) and segment_meets(
            (firer.x, firer.y), (target.x, target.y), screen
        ):
            return Cover(1, "p8.cover.behind-afv", "behind an AFV")
    return NO_COVER


def _touches_rear(base: Footprint, vehicle: Footprint) -> bool:
    """Whether a base touches the rear edge of a vehicle."""
    cite("p8.geo.contact-tolerance")
    if not touching(base, vehicle):
        return False
    rear_right, rear_left = vehicle.corners[2], vehicle.corners[3]
    # Behind the rear edge: the base lies wholly on the far side of the rear edge's line.
    ahead = (vehicle.corners[0][0] - rear_left[0], vehicle.corners[0][1] - rear_left[1])
    length = (ahead[0] ** 2 + ahead[1] ** 2) ** 0.5
    return all(
        (x - rear_right[0]) * ahead[0] / length + (y - rear_right[1]) * ahead[1] / length <= 0.05
        for x, y in base.corners
    )
