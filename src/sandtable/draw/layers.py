"""The table in layers: what never changes in a battle apart from what does.

A page keeps the layers that it has and is sent those that differ. The ground is drawn once and
remembered, and so is every piece, by all that its drawing depends on; what is left to do for an
update is to put the names of the pieces where there is room.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from msgspec import Struct

from sandtable.battle.figures import Figure, Flag, Patch
from sandtable.battle.overlays import Overlay
from sandtable.draw.easel import Easel
from sandtable.draw.features import Canvas, Feature
from sandtable.draw.flags import flag, patch
from sandtable.draw.legend import entrance_arrow
from sandtable.draw.naming import Namer, lettering
from sandtable.draw.options import Options
from sandtable.draw.overlays import draw_overlay, place_of
from sandtable.draw.palette import THEMES, ThemeName
from sandtable.draw.pieces import ghost, piece
from sandtable.draw.scene import Scene
from sandtable.draw.sheet import GRID, grid, scale_of
from sandtable.draw.svg import Value, element, escape, group, number
from sandtable.draw.terrain import paint
from sandtable.draw.under_way import way

LAYERS: Final = (
    "defs",
    "ground",
    "places",
    "patches",
    "flags",
    "under",
    "pieces",
    "labels",
    "over",
)
"""The layers of a table, the lowest first; ``defs`` holds what the others refer to."""

GROUNDS: Final = {"steppe": "grass", "desert": "sand", "sand": "sand", "snow": "sheet"}
"""The tint of open ground, by the name of a colour."""

TABLES: Final = 32
"""How many tables are remembered."""

THINGS: Final = 4096
"""How many pieces, patches and flags are remembered, each."""


def draw_layers(scene: Scene, options: Options | None = None) -> dict[str, str]:
    """A table as SVG, layer by layer, the lowest first.

    Each layer is one group ``<g id="PREFIX-NAME">``, but for the definitions, a ``<defs>``. Put
    together inside ``<svg viewBox="0 0 WIDTH DEPTH">`` they are the drawing that ``draw_scene``
    makes without a sheet. Nothing in them has an attribute ``style``, so they can be shown where
    only style sheets are trusted.

    Args:
        scene: What is drawn.
        options: How. Without a sheet, the names of places stay where they are whatever moves over
            them; on a sheet, which is drawn once, they make room for the pieces.

    >>> from sandtable.draw import scene_of_scenario
    >>> from sandtable.scenario import load_scenario
    >>> layers = draw_layers(scene_of_scenario(load_scenario("saint-aubin")), Options(sheet=False))
    >>> list(layers)
    ['defs', 'ground', 'places', 'patches', 'flags', 'under', 'pieces', 'labels', 'over']
    """
    options = options or Options()
    prefix = options.prefix
    look = _look(scene, options)
    scale = scale_of(scene.width, scene.depth)
    definitions, ground = _ground(
        scene.features,
        scene.width,
        scene.depth,
        scene.ground,
        options.theme,
        prefix,
        options.grid,
        1.0 if scene.on_squares else GRID,
    )
    places, labels = _names(scene, options, scale)
    chosen = frozenset(options.highlight)
    # Highlighted pieces come last, so that nothing covers them; and whoever stands where somebody
    # lies must not be covered by him.
    figures = sorted(
        scene.figures, key=lambda figure: (figure.piece in chosen, figure.look != "marker")
    )
    arrows = group(_entrances(scene, look.easel(), scale), id=f"{prefix}-entrances")
    flags = [_flag(look, each, max(1.0, scale)) for each in scene.flags]
    drawn = {
        "defs": definitions,
        "ground": ground,
        "places": _layer(prefix, "places", [places], aria_hidden="true"),
        "patches": _layer(
            prefix, "patches", (_patch(look, each) for each in scene.patches), cut=True
        ),
        "flags": _layer(
            prefix,
            "flags",
            [
                *flags,
                arrows if scene.entrances else "",
                *(way(look.easel(), w) for w in scene.ways),
            ],
            cut=True,
        ),
        "pieces": _layer(
            prefix, "pieces", (_piece(look, each, each.piece in chosen) for each in figures)
        ),
        "labels": _layer(prefix, "labels", [labels], aria_hidden="true"),
        **draw_overlays(scene, options, options.overlays),
    }
    return {name: drawn[name] for name in LAYERS}


def draw_overlays(
    scene: Scene,
    options: Options | None,
    overlays: Iterable[Overlay],
    ghosts: Iterable[Figure] = (),
) -> dict[str, str]:
    """What is shown for a while, as the two layers that hold such things.

    Args:
        scene: The table that it is shown on.
        options: How the table is drawn.
        overlays: Reach, arcs, routes, sight lines, shots.
        ghosts: Pieces where they would stand.

    Returns:
        ``under``, which lies below the pieces, and ``over``, which lies above them.

    >>> from sandtable.battle.overlays import SightLine
    >>> from sandtable.draw import scene_of_scenario
    >>> from sandtable.scenario import load_scenario
    >>> scene = scene_of_scenario(load_scenario("saint-aubin"))
    >>> drawn = draw_overlays(scene, None, [SightLine(start=(1, 1), end=(9, 9))])
    >>> "overlay-sight" in drawn["under"], drawn["over"]
    (True, '<g id="st-over" class="layer over"/>')
    """
    options = options or Options()
    easel = easel_for(scene, options)
    below: list[str] = []
    above = [ghost(easel, figure) for figure in ghosts]
    for overlay in overlays:
        where = below if place_of(overlay) == "under" else above
        where.append(draw_overlay(easel, overlay))
    return {
        "under": _layer(options.prefix, "under", below, cut=True),
        "over": _layer(options.prefix, "over", above),
    }


def easel_for(scene: Scene, options: Options) -> Easel:
    """What drawing the pieces of a scene needs to know of it."""
    easel = _look(scene, options).easel()
    easel.words = options.words
    return easel


def _layer(
    prefix: str, name: str, parts: Iterable[str], *, cut: bool = False, **attributes: Value
) -> str:
    """A layer; ``cut`` if nothing of it may be seen beyond the edge of the table."""
    if cut:
        attributes["clip_path"] = f"url(#{prefix}-table-edge)"
    return group(parts, id=f"{prefix}-{name}", class_=f"layer {name}", **attributes)


# -- the ground, drawn once -----------------------------------------------------------------------


@lru_cache(maxsize=TABLES)
def _ground(
    features: tuple[Feature, ...],
    width: float,
    depth: float,
    ground: str | None,
    theme_name: ThemeName,
    prefix: str,
    with_grid: bool,
    squares: float,
) -> tuple[str, str]:
    """The definitions and the ground of a table."""
    theme = THEMES[theme_name]
    canvas = Canvas(theme, prefix)
    for feature in features:
        paint(canvas, feature)
    tint = getattr(theme, GROUNDS.get(ground or "", "paper"))
    parts = [
        element("rect", width=width, height=depth, fill=tint, class_="paper"),
        canvas.layers(),
        grid(width, depth, squares, theme, prefix) if with_grid else "",
    ]
    edge = element("rect", width=width, height=depth)
    definitions = element(
        "defs",
        element("clipPath", edge, id=f"{prefix}-table-edge"),
        _hatch(f"{prefix}-beaten", theme.stop, 0.5, 0.16, 45),
        _hatch(f"{prefix}-hidden", theme.soft, 0.22, 0.05, -45),
        canvas.clips,
        id=f"{prefix}-defs",
    )
    return definitions, _layer(prefix, "ground", parts, cut=True)


def _hatch(name: str, ink: str, step: float, width: float, turn: float) -> str:
    return element(
        "pattern",
        element("path", d=f"M0 0V{number(step)}", stroke=ink, stroke_width=width),
        id=name,
        width=step,
        height=step,
        patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({number(turn)})",
    )


# -- what moves -----------------------------------------------------------------------------------


class Look(Struct, frozen=True):
    """All that the drawing of a piece depends on, beside the piece."""

    theme: ThemeName
    depth: float
    sides: tuple[tuple[str, str], ...]
    prefix: str

    def easel(self) -> Easel:
        """What pieces are drawn on."""
        return Easel(THEMES[self.theme], self.depth, dict(self.sides), self.prefix)


def _look(scene: Scene, options: Options) -> Look:
    return Look(options.theme, scene.depth, tuple(scene.sides.items()), options.prefix)


@lru_cache(maxsize=THINGS)
def _piece(look: Look, figure: Figure, highlight: bool) -> str:
    return piece(look.easel(), figure, highlight=highlight)


@lru_cache(maxsize=THINGS)
def _patch(look: Look, thing: Patch) -> str:
    return patch(look.easel(), thing)


@lru_cache(maxsize=THINGS)
def _flag(look: Look, marker: Flag, scale: float) -> str:
    return flag(look.easel(), marker, scale)


def _names(scene: Scene, options: Options, scale: float) -> tuple[str, str]:
    """The names of places, and those of pieces."""
    if not options.labels:
        return "", ""
    easel = easel_for(scene, options)
    if options.sheet:
        return Namer(easel, scene, scale, least=options.words).names()
    fixed = lettering(scene, options.theme, scale, options.words)
    namer = Namer(easel, scene, scale, fixed, least=options.words)
    return fixed.markup, namer.names_of_pieces()


def _entrances(scene: Scene, easel: Easel, scale: float) -> list[str]:
    """Arrows at the edge where pieces will come on."""
    drawn = []
    for entrance in scene.entrances:
        x, y = easel.at(*entrance.at)
        ink = easel.colours(entrance.side).ink
        turn = f"translate({number(x)} {number(y)}) rotate({number(entrance.heading)})"
        arrow = element(
            "g",
            entrance_arrow(ink),
            transform=f"{turn} translate(0 {number(-0.75 * scale)}) scale({number(1.4 * scale)})",
        )
        name = escape(f"{scene.sides.get(entrance.side, entrance.side)}: {entrance.label}")
        drawn.append(element("g", element("title", name), arrow, class_="entrance"))
    return drawn
