"""Where a computer player sends its elements: who goes for which objective."""

from __future__ import annotations

import math
from typing import Final

from msgspec import Struct

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


class Errand(Struct, frozen=True):
    """Where an element is sent, and how near it has to come."""

    at: Point
    near: float

    def distance(self, spot: Point) -> float:
        """How far it is from some spot to where the errand is done."""
        return max(0.0, math.dist(self.at, spot) - self.near)


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
    memory = state.setting.memory("errands")
    key = tuple([(e.id, e.x, e.y, e.sheet, e.flags, e.broken_down) for e in ours])
    known: dict[str, Errand] | None = memory.get(key)
    return memory.keep(key, _by_objective(state, ours)) if known is None else known


def _by_objective(state: P8State, ours: list[Element]) -> dict[str, Errand]:
    return {
        element.id: Errand(objective.at, _near(state, element, objective))
        for element, objective in _shared_out(state, ours)
    }


def _shared_out(state: P8State, ours: list[Element]) -> list[tuple[Element, Objective]]:
    """Everybody with an objective: the nearest first, until one has its share."""
    objectives = state.setting.scenario.objectives
    total = sum(objective.value for objective in objectives)
    room = [math.ceil(len(ours) * objective.value / max(1, total)) for objective in objectives]
    pairs = [
        (detour, who, which)
        for who, element in enumerate(ours)
        for which, detour in enumerate(_detours(state, (element.x, element.y)))
    ]
    pairs.sort()
    sent: dict[int, Objective] = {}
    for _, who, which in pairs:
        if who not in sent and room[which] > 0:
            room[which] -= 1
            sent[who] = objectives[which]
    return [(ours[who], objective) for who, objective in sent.items()]


def _detours(state: P8State, spot: Point) -> tuple[float, ...]:
    """How far every objective is from a spot, the less the more it counts."""
    memory = state.setting.memories["detours"]
    known: tuple[float, ...] | None = memory.get(spot)
    if known is None:
        objectives = state.setting.scenario.objectives
        ways = [math.dist(place.at, spot) - DETOUR * place.value for place in objectives]
        known = memory.keep(spot, tuple(ways))
    return known


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
