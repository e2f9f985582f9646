"""How characters, vehicles, smoke and debris look on a map."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.figures import Drawn, Flag, Patch

from ..part1_personal.round.ending import HELD_WITHIN, holder
from ..showing.figures import figure, vehicle_figure
from ..showing.outlines import Outline, clusters, outline_of
from ..state import OwbState
from ..state.people import Person
from ..state.squares_and_edges import Change
from ..state.vehicles import Vehicle


def figures(state: OwbState) -> Iterator[Drawn]:
    """Everything on the map: objectives, explosives, smoke, debris, vehicles, characters."""
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
    for number, explosive in enumerate(state.explosives):
        x, y = state.setting.point(explosive.square)
        half = 0.3
        yield Patch(
            id=f"explosive-{number}",
            kind="fire",
            outline=(
                (x - half, y - half),
                (x + half, y - half),
                (x + half, y + half),
                (x - half, y + half),
            ),
            label=explosive.kind,
        )
    yield from _patches(state)
    for vehicle in state.vehicles():
        if vehicle.on_table or _hides(state, vehicle):
            yield vehicle_figure(state, vehicle)
    for person in state.persons():
        if person.on_table or (not person.aboard and _hides(state, person)):
            yield figure(person)


def _hides(state: OwbState, piece: Person | Vehicle) -> bool:
    """Whether the referee has hidden somebody where he was, rather than not placed him yet."""
    return piece.hidden and state.phase != "setup"


def _patches(state: OwbState) -> Iterator[Patch]:
    """What has changed on the map: smoke, and what was blown to rubble and debris."""
    rows = state.setting.rows
    for number, squares in enumerate(clusters(square for square, _ in state.smoke)):
        yield Patch(id=f"smoke-{number}", kind="smoke", outline=outline_of(squares, rows))
    for number, change in enumerate(state.changes):
        yield Patch(
            id=f"change-{number}",
            kind=change.kind,
            outline=_changed(state, change),
            label=change.kind.replace("-", " "),
        )


def _changed(state: OwbState, change: Change) -> Outline:
    """Where a feature was that is no longer what the scenario says: a square, or along an edge."""
    rows = state.setting.rows
    if change.other is None:
        return outline_of((change.at,), rows)
    (ax, ay), (bx, by) = (state.setting.point(at) for at in (change.at, change.other))
    x, y = (ax + bx) / 2, (ay + by) / 2
    across, along = (0.5, 0.15) if ax == bx else (0.15, 0.5)
    return (
        (x - across, y + along),
        (x + across, y + along),
        (x + across, y - along),
        (x - across, y - along),
    )
