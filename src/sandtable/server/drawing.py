"""The program's one drawing, cut into layers for a page."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Literal, cast

from sandtable import draw
from sandtable.battle import Battle, View
from sandtable.battle.figures import Figure
from sandtable.battle.overlays import Overlay
from sandtable.draw import (
    Options,
    Scene,
    draw_layers,
    draw_overlays,
    scene_of_battle,
    scene_of_view,
)
from sandtable.server.messages import CalledInfo, DrawnInfo, LayerInfo
from sandtable.server.rooms.record import ONLOOKER

Theme = Literal["light", "dark"]
Layers = dict[str, LayerInfo]

PREFIX = "st"


def scene_for(battle: Battle[Any], seat: str) -> Scene:
    """The table through a seat's eyes; onlookers see what every player knows."""
    return scene_of_battle(battle, None if seat == ONLOOKER else seat)


def options_for(theme: Theme, words: float = 0.0) -> Options:
    """How a page draws: the table alone, without a sheet around it."""
    return Options(theme=theme, sheet=False, legend=False, prefix=PREFIX, words=words)


def layers_of(scene: Scene, theme: Theme, words: float = 0.0) -> Layers:
    """The layers of a drawing, each with its fingerprint.

    Args:
        scene: What is drawn.
        theme: Paper by day or by night.
        words: The least size of names, in inches; rounded, since drawings are remembered by it.
    """
    layers = draw_layers(scene, options_for(theme, round(words, 1)))
    return {name: {"svg": svg, "fingerprint": fingerprint(svg)} for name, svg in layers.items()}


def changed(layers: Layers, have: Mapping[str, str]) -> Layers:
    """Those layers that differ from what a client has."""
    return {name: each for name, each in layers.items() if have.get(name) != each["fingerprint"]}


def fingerprint(svg: str) -> str:
    """A short name for a drawing; another drawing has another."""
    return hashlib.blake2b(svg.encode(), digest_size=9).hexdigest()


def overlays_of(
    scene: Scene,
    theme: Theme,
    words: float,
    overlays: Iterable[Overlay],
    ghosts: Iterable[Figure] = (),
) -> DrawnInfo:
    """What is drawn under and over the pieces for a while; ``words`` as for the layers."""
    drawn = draw_overlays(scene, options_for(theme, words), overlays, ghosts)
    return DrawnInfo(under=drawn["under"], over=drawn["over"])


def roll_call(scene: Scene) -> tuple[CalledInfo, ...]:
    """What is on the table, in words."""
    return tuple(cast("CalledInfo", called) for called in draw.roll_call(scene))


def scene_of(view: View[Any]) -> Scene:
    """The table as a view shows it."""
    return scene_of_view(view)
