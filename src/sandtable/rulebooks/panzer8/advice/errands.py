"""Where a computer player sends its elements: who goes for which objective."""

from __future__ import annotations

import math
from functools import partial
from typing import Final

from sandtable.advice import Errand, shared_out
from sandtable.scenario import Objective
from sandtable.table import Point

from ..s07_end.victory import HELD_WITHIN
from ..state import Element, P8State
from ..state.nearby import about

WELL_WITHIN: Final = 0.5
"""How much nearer than it need be one goes to an objective."""

STAND_OFF: Final = 0.6
"""The part of its range from which a weapon that cannot fire on the move supports the others."""

DETOUR: Final = 3.0
"""How many inches farther one goes for an objective that counts one more."""

BASE: Final = 0.7
"""How far a base reaches about its centre, more or less."""

PULL: Final = 0.012
"""What it is worth to be an inch nearer to where one is sent."""

HASTE: Final = 0.024
"""What is added to that by the last turn, as long as the enemy holds as much as we do."""


def pull(state: P8State, side: str) -> float:
    """What an inch on the way to an objective is worth to a side now."""
    scenario = state.setting.scenario
    if not scenario.objectives:
        return PULL
    late = min(1.0, state.turn / max(1, scenario.turns or 1))
    return PULL if _lead(state, side) > 0 else PULL + HASTE * late


def _lead(state: P8State, side: str) -> int:
    """By how much a side holds more of the objectives than the other, at a rough look."""
    lead = 0
    for objective in state.setting.scenario.objectives:
        reach = (objective.radius if objective.radius is not None else HELD_WITHIN) + BASE
        sides = {
            e.side
            for e in about(state, state.setting.sides, objective.at, reach)
            if not e.suppressed
            and math.dist((e.x, e.y), objective.at) <= reach
            and state.sheet(e).is_combat
        }
        if len(sides) == 1:
            lead += objective.value if side in sides else -objective.value
    return lead


def errands(state: P8State, side: str) -> dict[str, Errand]:
    """Where everybody of a side is sent: in fair shares to all objectives, or at the enemy."""
    ours = [element for element in state.pieces.values() if element.side == side]
    if not state.setting.scenario.objectives:
        return {element.id: _at_the_enemy(state, element) for element in ours}
    key = tuple([(e.id, e.x, e.y, e.sheet, e.flags, e.broken_down) for e in ours])
    return state.setting.memory("errands").once(key, lambda: _by_objective(state, ours))


def _by_objective(state: P8State, ours: list[Element]) -> dict[str, Errand]:
    """In fair shares; how far an objective is counts the less the more it counts."""
    goals = state.setting.scenario.objectives
    detours = state.setting.memories["detours"]

    def ways(spot: Point) -> tuple[float, ...]:
        return tuple(math.dist(goal.at, spot) - DETOUR * goal.value for goal in goals)

    spots = [(element.x, element.y) for element in ours]
    found = [detours.once(spot, partial(ways, spot)) for spot in spots]
    sent = shared_out(found, [goal.value for goal in goals])
    return {
        ours[who].id: Errand(goals[which].at, _near(state, ours[who], goals[which]))
        for who, which in sent
    }


def _near(state: P8State, element: Element, objective: Objective) -> float:
    held = objective.radius if objective.radius is not None else HELD_WITHIN
    near = max(0.5, held - WELL_WITHIN)
    if not state.has(element, "NMF"):
        return near
    gun = state.sheet(element).guns[0]
    return max(near, STAND_OFF * max(gun.hesa_range, gun.ap_range if gun.ap else 0.0))


def _at_the_enemy(state: P8State, element: Element) -> Errand:
    spot = (element.x, element.y)
    enemies = [(enemy.x, enemy.y) for enemy in state.enemies_of(element)]
    nearest = min(enemies, key=lambda at: math.dist(at, spot), default=spot)
    return Errand(nearest, HELD_WITHIN - WELL_WITHIN)
