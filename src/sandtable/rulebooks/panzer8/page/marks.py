"""How smoke, its counters and gaps in barbed wire look on a map."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Final

from sandtable.battle.figures import Drawn, Figure, Patch
from sandtable.catalogue import cite
from sandtable.table import bearing, point_to_segment, rectangle

from ..state import Gap, P8State
from ..state.tables import BASE_WIDTH

CORNER: Final = 0.6
"""How far from a corner of the table the counters lie."""

ACROSS: Final = 0.5
"""How deep a gap in the wire is drawn."""


def field_figures(state: P8State) -> Iterator[Drawn]:
    """Smoke screens, the counters that are left, and gaps in the wire."""
    if state.screens or state.pools:
        cite("p8.markers.advanced-extra")
    for number, screen in enumerate(state.screens):
        yield Patch(
            id=f"smoke-{number}",
            kind="smoke",
            outline=screen.base.corners,
            side=screen.side,
            label="Smoke screen",
        )
    for side, count in state.pools:
        yield _counters(state, side, count)
    for number, gap in enumerate(state.gaps):
        yield Patch(
            id=f"gap-{number}",
            kind="gap",
            outline=_outline(state, gap),
            label="Gap in the wire",
        )


def _counters(state: P8State, side: str, count: int) -> Figure:
    """A side's pool of counters, in a corner of the table at its home edge."""
    ground = state.setting.ground
    far_x, far_y = ground.width - CORNER, ground.depth - CORNER
    x, y = {
        "south": (CORNER, CORNER),
        "north": (far_x, far_y),
        "west": (CORNER, far_y),
        "east": (far_x, CORNER),
    }[state.setting.homes[side]]
    return Figure(
        piece=f"smoke-counters-{side}",
        side=side,
        x=x,
        y=y,
        width=0.8,
        depth=0.8,
        look="marker",
        label=f"Smoke counters: {count}",
        short=f"Smoke {count}",
        kind="Smoke counters",
    )


def _outline(state: P8State, gap: Gap) -> tuple[tuple[float, float], ...]:
    """A gap as wide as a base, along the piece of wire that it was cleared in."""
    points = state.setting.ground.line(gap.wire).points
    pieces = itertools.pairwise(points)
    a, b = min(pieces, key=lambda piece: point_to_segment((gap.x, gap.y), *piece))
    heading = bearing(a, b) if math.dist(a, b) > 0 else 0.0
    return rectangle(gap.x, gap.y, heading, ACROSS, BASE_WIDTH).corners
