"""Small tables to be drawn, and ways to look into a drawing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from sandtable.battle.figures import Figure
from sandtable.draw import Scene
from sandtable.draw.features import Feature

SVG = "{http://www.w3.org/2000/svg}"
SQUARE = ((4.0, 4.0), (12.0, 3.0), (13.0, 9.0), (5.0, 10.0))
LINE = ((2.0, 14.0), (10.0, 12.0), (18.0, 13.0))


def scene(*figures: Figure, features: tuple[Feature, ...] = (), **facts: Any) -> Scene:
    """A table of 24 by 20 inches with two sides."""
    given = {
        "title": "A field",
        "width": 24.0,
        "depth": 20.0,
        "sides": {"red": "Red", "blue": "Blue"},
    }
    return Scene(**{**given, **facts}, figures=figures, features=features)


def parsed(svg: str) -> ElementTree.Element:
    """The drawing as a tree; fails if it is not well-formed."""
    return ElementTree.fromstring(svg)


def things(svg: str, attribute: str) -> list[str]:
    """The values of an attribute, in the order of the drawing."""
    return [found for node in parsed(svg).iter() if (found := node.get(attribute)) is not None]


def texts(svg: str) -> list[str]:
    """All words that are shown."""
    return [node.text or "" for node in parsed(svg).iter(f"{SVG}text")]


def layer(svg: str, name: str) -> ElementTree.Element:
    """The group with an id."""
    return next(node for node in parsed(svg).iter(f"{SVG}g") if node.get("id") == name)


def attributes(svg: str) -> Iterator[tuple[str, str]]:
    """Every attribute of every element."""
    for node in parsed(svg).iter():
        yield from node.attrib.items()
