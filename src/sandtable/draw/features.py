"""The features of a table, ready to be drawn, and the layers they are drawn into."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from sandtable.draw.palette import Theme
from sandtable.draw.shapes import seed_of
from sandtable.draw.svg import Point, element, group, polyline, title
from sandtable.scenario.ground import strip_outline

if TYPE_CHECKING:
    from sandtable.scenario import Scenario

LAYERS = (
    "relief",
    "areas",
    "water",
    "tracks",
    "dirt-edges",
    "dirt-roads",
    "road-edges",
    "roads",
    "crossings",
    "lines",
    "crests",
)
"""What lies under what: the first is lowest."""


class Feature(Struct, frozen=True, kw_only=True):
    """A piece of terrain in the coordinates of the drawing.

    Attributes:
        id: Its id in the scenario.
        kind: Its kind.
        name: What the place is called.
        outline: The edge of an area or a strip; empty for a line.
        line: The line, or the middle of a strip; empty for an area.
        width: The width of a strip.
        height: Its height.
        tags: What else the scenario says of it.
    """

    id: str
    kind: str
    name: str = ""
    outline: tuple[Point, ...] = ()
    line: tuple[Point, ...] = ()
    width: float | None = None
    height: float = 0.0
    tags: tuple[str, ...] = ()

    @property
    def seed(self) -> int:
        """Varies what is strewn over it."""
        return seed_of(self.id)

    @property
    def is_strip(self) -> bool:
        """Whether it is a line with a width."""
        return self.width is not None and bool(self.line)

    @property
    def course(self) -> tuple[Point, ...]:
        """The line it follows: its own, or once around its edge."""
        return self.line or (*self.outline, self.outline[0])

    @property
    def edge(self) -> str:
        """The path of its outline, or of its line."""
        if self.outline:
            return polyline(self.outline, closed=True)
        return polyline(self.line)


def features_of(scenario: Scenario) -> Iterator[Feature]:
    """The terrain of a scenario, with north up."""
    depth = scenario.table.depth

    def flip(points: tuple[Point, ...] | None) -> tuple[Point, ...]:
        return tuple((x, depth - y) for x, y in points or ())

    for terrain in scenario.terrain:
        outline = flip(terrain.outline)
        if terrain.line is not None and terrain.width is not None:
            outline = flip(strip_outline(terrain.line, terrain.width))
        yield Feature(
            id=terrain.id,
            kind=terrain.kind,
            name=terrain.name or "",
            outline=outline,
            line=flip(terrain.line),
            width=terrain.width,
            height=terrain.height,
            tags=tuple(terrain.tags),
        )


WORDS = {"bua": "built-up area"}
"""Kinds whose names are short for something."""


def called(kind: str) -> str:
    """A kind in words.

    >>> called("high-crops")
    'High crops'
    """
    text = WORDS.get(kind, kind).replace("-", " ").replace("_", " ").strip()
    return text[:1].upper() + text[1:]


class Canvas:
    """Collects the drawing of the ground, layer by layer.

    Attributes:
        theme: The colours.
        prefix: What every id in the drawing begins with.
    """

    def __init__(self, theme: Theme, prefix: str) -> None:
        self.theme = theme
        self.prefix = prefix
        self._layers: dict[str, list[str]] = {layer: [] for layer in LAYERS}
        self._clips: list[str] = []

    def put(self, layer: str, feature: Feature, *parts: str) -> None:
        """Draw parts of a feature into a layer."""
        name = f"{feature.name}, {called(feature.kind).lower()}" if feature.name else ""
        self._layers[layer].append(
            element(
                "g",
                title(name or called(feature.kind)),
                *parts,
                class_=f"feature kind-{feature.kind}",
                data_feature=feature.id or None,
            )
        )

    def clip(self, path: str) -> str:
        """A reference by which something is cut off at a path."""
        name = f"{self.prefix}-clip-{len(self._clips)}"
        self._clips.append(element("clipPath", element("path", d=path), id=name))
        return f"url(#{name})"

    @property
    def clips(self) -> str:
        """The definitions of all clips."""
        return "\n".join(self._clips)

    def flat(self) -> str:
        """All that was drawn, the lowest first, without any ids of layers."""
        return "".join(part for parts in self._layers.values() for part in parts)

    def layers(self) -> str:
        """All layers, the lowest first."""
        return "\n".join(
            group(parts, id=f"{self.prefix}-{layer}", class_=f"ground-{layer}")
            for layer, parts in self._layers.items()
            if parts
        )
