"""How the elements of Panzer8, smoke, its counters and gaps in barbed wire look on a map."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Final

import msgspec

from sandtable.battle.figures import Drawn, Figure, Flag, Patch, Way
from sandtable.catalogue import cite
from sandtable.table import Path, bearing, point_to_segment, rectangle

from ..drawing.figures import figure
from ..s05_actions.mount.mounted_troops import bases_of_mounts
from ..s07_end.victory import HELD_WITHIN, holder
from ..s15_events.support_fire.beaten_zones import zone_of
from ..state import COUNTER_SIZE, Gap, Moving, P8State
from ..state.tables import BASE_WIDTH

ASIDE: Final = 0.3
"""How far to the side further elements under one counter are drawn."""


def hidden_figures(state: P8State) -> Iterator[Drawn]:
    """Counters as everybody sees them, and on them what is there for those who may know."""
    for counter in state.counters.values():
        yield Figure(
            piece=counter.id,
            side=counter.side,
            x=counter.x,
            y=counter.y,
            width=COUNTER_SIZE,
            depth=COUNTER_SIZE,
            look="counter",
            label="Hidden troops, or nothing",
            short="?",
            kind="Hidden troops, or nothing",
        )
        for number, name in enumerate(counter.under or ()):
            shown = figure(state, state.pieces[name])
            spot = {"x": counter.x + ASIDE * number, "y": counter.y - ASIDE * number}
            yield msgspec.structs.replace(shown, marks=(*shown.marks, "hidden"), **spot)


def ways(state: P8State) -> Iterator[Way]:
    """The ways of those who are on the move, which their enemies know as well."""
    for frame in state.agenda:
        if isinstance(frame, Moving) and frame.element in state.pieces and len(frame.path) > 1:
            done, ahead = Path(frame.path).cut(frame.at)
            mover = state.pieces[frame.element]
            yield Way(
                piece=mover.id,
                side=mover.side,
                done=done.points,
                ahead=ahead.points,
                label=f"The way of {mover.name}",
            )


def figures(state: P8State) -> Iterator[Drawn]:
    """Everything on the table: smoke, objectives with their holders, elements and their ways."""
    yield from ways(state)
    yield from field_figures(state)
    for number, barrage in enumerate(state.barrages):
        zone = zone_of(state, barrage)
        if zone is not None:
            yield Patch(
                id=f"beaten-{number}",
                kind="beaten",
                outline=zone.corners,
                side=barrage.side,
                label=f"Beaten zone, {barrage.level.lower()}",
            )
    for objective in state.setting.scenario.objectives:
        yield Flag(
            id=objective.id,
            x=objective.at[0],
            y=objective.at[1],
            label=objective.name or "",
            value=objective.value,
            radius=HELD_WITHIN if objective.radius is None else objective.radius,
            holder=holder(state, objective),
        )
    yield from hidden_figures(state)
    for element in (*bases_of_mounts(state), *state.on_table()):
        yield figure(state, element)


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
