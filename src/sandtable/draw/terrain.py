"""Which kind of terrain is drawn how, and where its name stands."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.draw import fields, lines, relief, rooms, waters, ways, woods, works
from sandtable.draw.features import Canvas, Feature

Painter = Callable[[Canvas, Feature], None]

AREAS: dict[str, Painter] = {
    "wood": woods.wood,
    "woods": woods.wood,
    "forest": woods.forest,
    "jungle": woods.jungle,
    "oasis": woods.oasis,
    "orchard": woods.orchard,
    "vineyard": woods.vineyard,
    "field": fields.field,
    "crops": fields.high_crops,
    "steppe": fields.steppe,
    "grass": fields.steppe,
    "brush": fields.steppe,
    "desert": fields.desert,
    "beach": fields.sand,
    "sand": fields.sand,
    "rough": fields.rough,
    "rocks": fields.rough,
    "riverbed": fields.riverbed,
    "wadi": fields.riverbed,
    "shell-holes": fields.shell_holes,
    "craters": fields.shell_holes,
    "crater": fields.shell_holes,
    "bomb-crater-large": fields.shell_holes,
    "mud": fields.rough,
    "hilly-ground": fields.rough,
    "boulder": fields.rough,
    "debris": works.ruins,
    "foxhole": works.dug,
    "roof": works.floor,
    "tree": woods.tree,
    "elevation": relief.hill,
    "hill": relief.hill,
    "steep-hill": relief.steep_hill,
    "river": waters.water,
    "sea": waters.water,
    "lake": waters.water,
    "pond": waters.water,
    "water": waters.water,
    "creek": waters.water,
    "swift-stream": waters.water,
    "flooded-field": waters.water,
    "marsh": waters.marsh,
    "swamp": waters.swamp,
    "mangrove": waters.mangrove,
    "building": works.buildings,
    "buildings": works.buildings,
    "house": works.house,
    "houses": works.buildings,
    "town": works.buildings,
    "village": works.buildings,
    "built-up": works.buildings,
    "bua": works.block,
    "ruin": works.ruins,
    "ruins": works.ruins,
    "rubble": works.ruins,
    "bunker": works.bunker,
    "fortification": works.bunker,
    "pillbox": works.bunker,
    "minefield": works.minefield,
    "mines": works.minefield,
}
"""How kinds of area are drawn."""

WAYS_AND_LINES: dict[str, Painter] = {
    "crest": relief.crest,
    "stream": waters.stream,
    "brook": waters.stream,
    "road": ways.road,
    "street": ways.road,
    "dirt-road": ways.dirt_road,
    "track": ways.track,
    "path": ways.track,
    "railway": ways.railway,
    "bridge": ways.bridge,
    "ford": ways.ford,
    "hedge": lines.hedge,
    "bocage": lines.bocage,
    "hedgerow": lines.bocage,
    "wall": lines.wall,
    "building-wall-masonry": rooms.masonry,
    "building-wall-plaster-or-wood": rooms.boards,
    "bunker-wall": rooms.concrete,
    "door-open": rooms.door,
    "window-or-gunport": rooms.window,
    "sandbags": lines.obstacle,
    "fence": lines.fence,
    "wire": lines.wire,
    "embankment": lines.embankment,
    "bank": lines.embankment,
    "cliff": lines.cliff,
    "cliff-face": lines.cliff,
    "ditch": lines.ditch,
    "gully": lines.ditch,
    "barricade": lines.obstacle,
    "roadblock": lines.obstacle,
    "trench": works.dug,
    "foxhole": works.dug,
    "foxholes": works.dug,
    "entrenchment": works.dug,
    "river": waters.stream,
}
"""How kinds are drawn that may be a line; of an area, they follow the edge."""


def painter_of(feature: Feature) -> Painter:
    """How a feature is drawn: as its kind says, or plainly if the drawing does not know it.

    A book's own word is found by its last part: a stone building is a building.

    >>> square = ((0, 0), (1, 0), (1, 1))
    >>> painter_of(Feature(id="a", kind="stone-building", outline=square)).__name__
    'buildings'
    >>> painter_of(Feature(id="b", kind="moon-dust", outline=square)).__name__
    'plain'
    """
    known = {**WAYS_AND_LINES, **AREAS} if feature.outline else WAYS_AND_LINES
    parts = feature.kind.split("-")
    for first in range(len(parts)):
        painter = known.get("-".join(parts[first:]))
        if painter is not None:
            return painter
    return works.plain


def paint(canvas: Canvas, feature: Feature) -> None:
    """Draw a feature."""
    painter_of(feature)(canvas, feature)
