"""How elements of Panzer8 look on a map, in the open and in buildings."""

from __future__ import annotations

import math
from typing import Final

from sandtable.battle.figures import Figure, Look
from sandtable.table import Point, between, step

from ..s10_buildings.occupation import occupants
from ..state import Element, P8State
from ..state.built_up_areas import SIDE_BOUND, Bua, Side
from ..state.sheets import Sheet

_UNIT = "1003100000"


_EQUIPMENT = "1003150000"


SYMBOLS: Final[dict[str, str]] = {
    "inf": _UNIT + "1211000000",
    "eng": _UNIT + "1407000000",
    "cmd": "10031002000000000000",
    "foo": _UNIT + "1212000000",
    "fac": _UNIT + "1212000000",
    "mg": _EQUIPMENT + "1102000000",
    "mortar-l": _EQUIPMENT + "1107000000",
    "mortar-m": _UNIT + "1308000000",
    "mortar-h": _UNIT + "1308000000",
    "cav": _UNIT + "1213000000",
    "mc": _UNIT + "1213000051",
    "mounts": _UNIT + "1213000000",
}
"""The standard symbol of each type that is shown by one."""


SILHOUETTES: Final[dict[str, str]] = {
    "atgun": "gun",
    "igun": "field-gun",
    "fgun": "field-gun",
    "aagun": "anti-air-gun",
    "truck": "truck",
    "wagon": "wagon",
    "apc": "halftrack",
    "armdinf": "halftrack",
    "ac": "armoured-car",
    "tank": "tank",
    "agun": "assault-gun",
    "td": "assault-gun",
    "spg": "open-gun",
    "spaa": "anti-air-tank",
    "portee": "portee",
}
"""The silhouette of each type that is shown from above."""


KINDS: Final[dict[str, str]] = {
    "inf": "Infantry",
    "eng": "Engineers",
    "cmd": "Commander",
    "foo": "Forward observer",
    "fac": "Air controller",
    "mg": "Machine-gun",
    "mortar-l": "Light mortar",
    "mortar-m": "Mortar",
    "mortar-h": "Heavy mortar",
    "cav": "Cavalry",
    "mc": "Motorcyclists",
    "mounts": "Mounts",
    "atgun": "Anti-tank gun",
    "igun": "Infantry gun",
    "fgun": "Field gun",
    "aagun": "Anti-aircraft gun",
    "truck": "Truck",
    "wagon": "Wagon",
    "apc": "Armoured carrier",
    "armdinf": "Armoured infantry",
    "ac": "Armoured car",
    "tank": "Tank",
    "agun": "Assault gun",
    "td": "Tank destroyer",
    "spg": "Self-propelled gun",
    "spaa": "Anti-aircraft tank",
    "portee": "Portee",
}
"""What a legend calls each type."""


SPECIAL: Final[dict[str, str]] = {
    "ge-231": "eight-wheeler",
    "ge-234-2": "eight-wheeler",
    "uk-apc": "carrier",
    "uk-carrier-40": "carrier",
    "uk-carrier-44": "carrier",
    "fr-portes": "carrier",
    "us-m16": "anti-air-halftrack",
    "ge-tractor": "halftrack",
}
"""Elements that look unlike others of their type."""


HEAVY: Final = 2.0
"""A tank on a base as deep as this is a heavy one."""


LIGHT_ARMOUR: Final = 2
"""A tank with no more armour than this is a light one."""


def silhouette(sheet: Sheet) -> str | None:
    """The form of an element from above, or ``None`` if a symbol shows it.

    >>> from sandtable.rulebooks.panzer8.state.sheets import SHEETS
    >>> [silhouette(SHEETS[name]) for name in ("ge-tiger1", "us-m10", "ge-marder3", "uk-rifle-44")]
    ['heavy-tank', 'open-turret', 'open-gun', None]
    """
    if sheet.id in SPECIAL:
        return SPECIAL[sheet.id]
    if sheet.type == "tank":
        if sheet.depth >= HEAVY:
            return "heavy-tank"
        return "light-tank" if sheet.defence <= LIGHT_ARMOUR else "tank"
    if sheet.type in ("td", "agun"):
        if "FF" not in sheet.flags:
            return "open-turret"
        return "open-gun" if "OT" in sheet.flags else "assault-gun"
    if sheet.type == "truck" and sheet.depth < HEAVY:
        return "car"
    return SILHOUETTES.get(sheet.type)


def figure(state: P8State, element: Element) -> Figure:
    """An element as it is drawn."""
    sheet = state.sheet(element)
    form = silhouette(sheet)
    x, y, heading = where_drawn(state, element)
    look: Look = "vehicle" if form else "stand" if sheet.type in SYMBOLS else "counter"
    return Figure(
        piece=element.id,
        side=element.side,
        x=x,
        y=y,
        heading=heading,
        width=sheet.width,
        depth=sheet.depth,
        look=look,
        symbol=SYMBOLS.get(sheet.type),
        silhouette=form,
        label=element.name,
        short=_short(element.name),
        kind=KINDS.get(sheet.type, ""),
        marks=_marks(element),
    )


def _short(name: str) -> str:
    """The part of a name that fits on a map.

    >>> _short("Cromwell, 1 Troop"), _short("1 Section")
    ('Cromwell, 1 Troop', '1 Section')
    """
    return name if len(name) <= 18 else name.partition(",")[0].strip()


def _marks(element: Element) -> tuple[str, ...]:
    marks = (
        ("suppressed", element.suppressed),
        ("dug-in", element.dug_in),
        ("aloft", element.aloft),
        ("reacted", element.reacted),
        ("acted", element.acted),
    )
    return tuple(name for name, shown in marks if shown)


APART: Final = (1.35, 0.95)
"""How far apart stands are drawn, across and in depth."""


def where_drawn(state: P8State, element: Element) -> tuple[float, float, float]:
    """The place and the heading with which an element is drawn."""
    if element.inside is None:
        return element.x, element.y, element.heading
    bua = state.setting.buas[element.inside]
    together = occupants(state, bua.id)
    if element.under is not None:  # its owner sees it beside those who are in the open
        together = [*together, element]
    if state.sheet(element).type in SIDE_BOUND:
        side = bua.side_facing(element.heading)
        mates = [e for e in together if _stands_at(state, e, bua, side)]
        (x, y), heading = _at_side(state, element, side, _number(element, mates), len(mates))
        return x, y, heading
    free = [e for e in together if state.sheet(e).type not in SIDE_BOUND]
    x, y = _in_rows(bua, _number(element, free), len(free))
    return x, y, 0.0


def _number(element: Element, among: list[Element]) -> int:
    return next((n for n, other in enumerate(among) if other.id == element.id), 0)


def _stands_at(state: P8State, element: Element, bua: Bua, side: Side) -> bool:
    bound = state.sheet(element).type in SIDE_BOUND
    return bound and bua.side_facing(element.heading) is side


def _at_side(
    state: P8State, element: Element, side: Side, number: int, count: int
) -> tuple[Point, float]:
    spot = between(side.a, side.b, (number + 1) / (count + 1))
    depth = state.setting.sheets[element.sheet].depth
    x, y = step(spot, side.heading, -depth / 2)
    return (round(x, 4), round(y, 4)), round(side.heading, 4)


def _in_rows(bua: Bua, number: int, count: int) -> Point:
    """A spot in rows about the middle, as nearly square as they can be."""
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    row, column = divmod(number, columns)
    in_row = min(columns, count - row * columns)
    x = bua.place.x + (column - (in_row - 1) / 2) * APART[0]
    y = bua.place.y - (row - (rows - 1) / 2) * APART[1]
    return round(x, 4), round(y, 4)
