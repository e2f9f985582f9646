"""How the elements of Panzer8 look on a map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from sandtable.battle.figures import Drawn, Figure, Flag, Patch, Way
from sandtable.table import Path

from ..drawing.figures import figure
from ..s05_actions.mount.mounted_troops import bases_of_mounts
from ..s07_end.victory import HELD_WITHIN, holder
from ..s15_events.support_fire.beaten_zones import zone_of
from ..state import COUNTER_SIZE, Moving, P8State
from .marks import field_figures

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
