"""The words on the map: names of pieces, objectives and places."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Struct

from sandtable.battle.figures import Figure, Flag
from sandtable.draw.easel import Easel
from sandtable.draw.features import Feature
from sandtable.draw.labels import (
    Drawer,
    Room,
    Spot,
    beside,
    box_around,
    following,
    text_width,
    within,
)
from sandtable.draw.palette import SANS, SERIF, THEMES, ThemeName
from sandtable.draw.pieces import boxes_of
from sandtable.draw.scene import Entrance, Scene
from sandtable.draw.shapes import Box, along, box_of, turned
from sandtable.draw.svg import Point, Value, element, number, polyline, words

PIECE_SIZE = 0.44
PLACE_SIZE = 0.62
FLAG_SIZE = 0.5
LONGEST = 22

STAND: Final = (2.0, 1.9)
"""The room that a piece takes, with what is written below it."""

MAPS: Final = 128
"""Of how many maps, by day and by night, in how many sizes, the names of places are remembered."""


class Lettering(Struct, frozen=True):
    """The names of the places and objectives of a map, and the room that they take.

    Attributes:
        markup: The names.
        boxes: The room that they take.
        lines: What they should not cover, and other names neither.
    """

    markup: str
    boxes: tuple[Box, ...]
    lines: Drawer


def lettering(scene: Scene, theme: ThemeName, scale: float, least: float = 0.0) -> Lettering:
    """The names of a map where they stand whatever moves over them.

    They keep clear of where pieces stand at first, which many never leave.

    Args:
        scene: The map.
        theme: Paper by day or by night.
        scale: The size of words.
        least: The least size of words, in inches.
    """
    flags = tuple(msgspec.structs.replace(flag, holder=None) for flag in scene.flags)
    size = (scene.width, scene.depth)
    return _lettering(scene.features, flags, scene.starts, size, theme, scale, least)


@lru_cache(maxsize=MAPS)
def _lettering(
    features: tuple[Feature, ...],
    flags: tuple[Flag, ...],
    starts: tuple[Point, ...],
    size: tuple[float, float],
    theme: ThemeName,
    scale: float,
    least: float,
) -> Lettering:
    width, depth = size
    bare = Scene(title="", width=width, depth=depth, sides={}, features=features, flags=flags)
    easel = Easel(THEMES[theme], depth, {})
    namer = Namer(easel, bare, scale, least=least)
    namer.room.spare(box_around(*easel.at(x, y), *STAND) for x, y in starts)
    markup, _ = namer.names()
    boxes = tuple(box for boxes in namer.placed.values() for box in boxes)
    return Lettering(markup, boxes, _beads_of(bare))


class Namer:
    """Puts names on a map, the most needed first.

    Args:
        easel: What pieces are drawn on.
        scene: The map.
        scale: The size of words.
        fixed: Names of places that stand already.
        least: The least size of words, in inches.

    Attributes:
        placed: The room that each name takes, for whoever must keep clear of it.
    """

    def __init__(
        self,
        easel: Easel,
        scene: Scene,
        scale: float,
        fixed: Lettering | None = None,
        *,
        least: float = 0.0,
    ) -> None:
        self.easel = easel
        self.scene = scene
        self.scale = scale
        self.least = least
        bounds = (0.1, 0.1, scene.width - 0.1, scene.depth - 0.1)
        self.room = Room(bounds, _beads_of(scene) if fixed is None else fixed.lines)
        self.placed: dict[str, tuple[Box, ...]] = {}
        for figure in scene.figures:
            self.room.take(boxes_of(easel, figure))
        for flag in scene.flags:
            x, y = easel.at(flag.x, flag.y)
            pole = scale if scale > 1 else 1.0
            self.room.take([(x - 0.15, y - 1.35 * pole, x + 1.1 * pole, y + 0.25)])
        for entrance in scene.entrances:
            self.room.take([self._arrow_box(entrance)])
        if fixed is not None:
            self.room.take(fixed.boxes)

    def names(self) -> tuple[str, str]:
        """The names of the ground, and those of the pieces, each as markup."""
        flags = [self._flag(flag) for flag in self.scene.flags]
        pieces = self.names_of_pieces()
        places = [self._place(feature) for feature in self.scene.features if feature.name]
        return "\n".join(filter(None, [*places, *flags])), pieces

    def names_of_pieces(self) -> str:
        """The names of the pieces alone, and of what comes on, as markup."""
        entrances = map(self._entrance, self.scene.entrances)
        pieces = map(self._piece, self.scene.figures)
        return "\n".join(filter(None, [*entrances, *pieces]))

    def _size(self, usual: float) -> float:
        return max(usual * self.scale, self.least)

    def _arrow_box(self, entrance: Entrance) -> Box:
        """The room of an arrow that points from the edge of the table inwards."""
        x, y = self.easel.at(*entrance.at)
        dx, dy = turned((0.0, -0.75 * self.scale), entrance.heading)
        return box_around(x + dx, y + dy, 1.2 * self.scale, 1.2 * self.scale)

    def _entrance(self, entrance: Entrance) -> str:
        size = self._size(PIECE_SIZE)
        box = self._arrow_box(entrance)
        spot = self.room.best(beside(box, text_width(entrance.label, size), size * 1.1, 0.04))
        if spot is None:
            return ""
        ink = self.easel.colours(entrance.side).ink
        self._settle(f"entrance-{entrance.side}-{entrance.at}", spot)
        label = self._words(
            entrance.label,
            spot,
            size,
            class_="entrance-label",
            font_family=SANS,
            font_weight=600,
            fill=ink,
        )
        return self._leader(spot, ink) + label

    def _piece(self, figure: Figure) -> str:
        text = shortened(figure.name)
        if not text:
            return ""
        size = self._size(PIECE_SIZE)
        boxes = boxes_of(self.easel, figure)
        around = box_of([(x, y) for box in boxes for x, y in (box[:2], box[2:])])
        spots = beside(around, text_width(text, size), size * 1.1, 0.04)
        spot = self.room.best(spots)
        if spot is None:
            return ""
        self._settle(f"piece-{figure.piece}", spot)
        ink = self.easel.colours(figure.side).ink
        label = self._words(
            text,
            spot,
            size,
            class_="label",
            data_piece_label=figure.piece,
            font_family=SANS,
            font_weight=600,
            fill=ink,
        )
        return self._leader(spot, ink) + label

    def _leader(self, spot: Spot, ink: str) -> str:
        if spot.leader is None:
            return ""
        (x, y), box = spot.leader, spot.boxes[0]
        near = (min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3]))
        return element("path", d=polyline([spot.leader, near]), stroke=ink, stroke_width=0.05)

    def _flag(self, flag: Flag) -> str:
        if not flag.label:
            return ""
        size = self._size(FLAG_SIZE)
        text = flag.label if flag.value == 1 else f"{flag.label} · {flag.value}"
        x, y = self.easel.at(flag.x, flag.y)
        pole = max(1.0, self.scale)
        around = (x - 0.2, y - 1.4 * pole, x + 1.15 * pole, y + 0.3)
        spot = self.room.best(beside(around, text_width(text, size), size * 1.15, 0.08))
        if spot is None:
            return ""
        self._settle(f"flag-{flag.id}", spot)
        return self._words(
            text,
            spot,
            size,
            class_="objective-name",
            font_family=SERIF,
            font_weight=700,
            fill=self.easel.theme.ink,
        )

    def _place(self, feature: Feature) -> str:
        if any(flag.label.casefold() == feature.name.casefold() for flag in self.scene.flags):
            return ""
        size = self._size(PLACE_SIZE)
        width = text_width(feature.name, size, spaced=size * 0.06)
        if feature.line:
            size *= 0.9
            offset = (feature.width or 0.6) / 2 + size * 0.62
            spots: Iterator[Spot] = following(feature.line, width * 0.9, size * 1.1, offset)
        else:
            spots = within(feature.outline, width, size * 1.15)
        spot = self.room.best(spots)
        if spot is None:
            return ""
        self._settle(f"place-{feature.id}", spot)
        return self._words(
            feature.name,
            spot,
            size,
            class_="place-name",
            data_feature_name=feature.id,
            font_family=SERIF,
            font_style="italic",
            letter_spacing=size * 0.05,
            stroke_opacity=0.65,
            fill=self._place_ink(feature),
        )

    def _place_ink(self, feature: Feature) -> str:
        theme = self.easel.theme
        if any(word in feature.kind for word in ("river", "sea", "stream", "lake", "brook")):
            return theme.water_name
        if "hill" in feature.kind or feature.kind == "crest":
            return theme.crest
        if any(word in feature.kind for word in ("wood", "forest", "orchard", "jungle")):
            return theme.wood_name
        return theme.ink

    def _settle(self, name: str, spot: Spot) -> None:
        self.room.take(spot.boxes)
        self.placed[name] = spot.boxes

    def _words(self, text: str, spot: Spot, size: float, **attributes: Value) -> str:
        """A text with a halo of paper, centred on its spot."""
        turn = f"rotate({number(spot.turn, 2)} {number(spot.x)} {number(spot.y)})"
        return words(
            text,
            x=spot.x,
            y=spot.y + size * 0.34,
            font_size=size,
            text_anchor="middle",
            transform=turn if spot.turn else None,
            stroke=self.easel.theme.paper,
            stroke_width=size * 0.3,
            stroke_linejoin="round",
            paint_order="stroke",
            **{"stroke_opacity": 0.85, **attributes},
        )


def shortened(text: str) -> str:
    """A name that is not too long for a map.

    >>> shortened("Rifle section"), shortened("The very long name of a unit of engineers")
    ('Rifle section', 'The very long name of…')
    """
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def _beads_of(scene: Scene) -> Drawer:
    """The lines of a map, each as a row of small boxes."""
    return Drawer(
        (x - 0.2, y - 0.2, x + 0.2, y + 0.2)
        for feature in scene.features
        if feature.line and not feature.outline
        for (x, y), _ in along(feature.line, 0.4)
    )
