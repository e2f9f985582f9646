"""Section 15.3: orders for aircraft, and against them, that are worth a thought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sandtable.rulebooks.panzer8.s05_actions.readiness import commanded
from sandtable.rulebooks.panzer8.s12_hidden.counters import counters_of
from sandtable.rulebooks.panzer8.s12_hidden.spotting import stand_in
from sandtable.rulebooks.panzer8.s15_events.air_support.anti_aircraft import (
    weapons,
)
from sandtable.rulebooks.panzer8.s15_events.air_support.targets import (
    NEAR,
    check_controlled,
    check_counter,
    check_planned,
    distance_to_feature,
    targets,
)
from sandtable.rulebooks.panzer8.s15_events.noted_targets import MOST, features
from sandtable.rulebooks.panzer8.state import AirMission, Element, P8State
from sandtable.rulebooks.panzer8.state.orders import FireFlak, PlanAir, Strike
from sandtable.rulebooks.panzer8.state.worth import worth
from sandtable.table import circle

PLANS: Final = 6
"""Of so many threesomes of features computer players choose."""


def strikes(state: P8State, mission: AirMission) -> Iterator[Strike]:
    """Every enemy that can be attacked by choice, and what the aircraft come upon."""
    for target in targets(state, mission.side):
        yield from _strikes_at(state, mission, target)
    for counter in counters_of(state, state.other_side(mission.side)):
        if check_counter(state, mission.side, counter) is None:
            yield from _strikes_at(state, mission, stand_in(state, counter))
    yield Strike("opportunity")


def _strikes_at(state: P8State, mission: AirMission, target: Element) -> Iterator[Strike]:
    if check_planned(state, mission.side, target) is None:
        yield Strike("planned", target.id)
    elif check_controlled(state, mission.side, target) is None:
        yield Strike("controlled", target.id)


def salvoes(state: P8State, mission: AirMission, seats: Sequence[str]) -> Iterator[FireFlak]:
    """All weapons of these seats, then fewer, from the first to fewer and fewer."""
    ready = [w.id for w in weapons(state, mission) if commanded(state, seats, w)]
    for count in range(len(ready), 0, -1):
        yield FireFlak(tuple(ready[:count]))


def plans(state: P8State, side: str) -> Iterator[PlanAir]:
    """The three most promising features together, and a few other threesomes."""
    names = features(state.setting)
    ranked = sorted(names, key=lambda name: -promise(state, side, name))
    for start in range(max(1, min(PLANS, len(ranked) - MOST + 1))):
        yield PlanAir(tuple(ranked[start : start + MOST]))


def promise(state: P8State, side: str, feature: str) -> float:
    """What may be found near a feature: enemies that stand there, or an objective to defend."""
    enemies = [e for e in state.on_table() if e.side != side]
    found = sum(
        worth(state.sheet(enemy))
        for enemy in enemies
        if distance_to_feature(state, state.base(enemy), feature) <= NEAR
    )
    goals = state.setting.scenario.objectives
    near = sum(distance_to_feature(state, circle(*goal.at, 0.1), feature) <= NEAR for goal in goals)
    return found + 0.5 * near
