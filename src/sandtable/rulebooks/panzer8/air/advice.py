"""What aircraft and anti-aircraft weapons may be ordered, and what that is worth by exact odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from sandtable.battle import Order
from sandtable.odds import Odds
from sandtable.rulebooks.panzer8.advice.appraisal import AGAINST_SUPPRESSED, EFFECT_WORTH, worth
from sandtable.rulebooks.panzer8.air.aircraft import aircraft_of
from sandtable.rulebooks.panzer8.air.anti_aircraft import (
    flak_odds,
    flak_tallies,
    shaken_odds,
    weapons,
)
from sandtable.rulebooks.panzer8.air.attack import (
    MISTAKEN_WITHIN,
    Attack,
    at_stake,
    attack_odds,
    attack_on,
    chances_of,
    nearest_friends,
)
from sandtable.rulebooks.panzer8.air.targets import (
    NEAR,
    check_controlled,
    check_counter,
    check_planned,
    distance_to_feature,
    finding_odds,
    opportunities,
    targets,
)
from sandtable.rulebooks.panzer8.hidden.counters import counters_of
from sandtable.rulebooks.panzer8.hidden.spotting import stand_in
from sandtable.rulebooks.panzer8.orders import AirOrder, FireFlak, Patrol, PlanAir, Strike
from sandtable.rulebooks.panzer8.planning import MOST, features
from sandtable.rulebooks.panzer8.readiness import commanded
from sandtable.rulebooks.panzer8.state import AirMission, Element, P8State
from sandtable.rulebooks.panzer8.tables import TOLERANCE
from sandtable.table import circle

A_PATROL: Final = 0.3
"""What it is worth to spoil the enemy's next mission."""

A_SALVO: Final = 0.03
"""What it costs to have an anti-aircraft weapon fire: it does not act in its next turn."""

A_COUNTER: Final = 0.1
"""What it is worth to attack a counter that may be a dummy."""

PLANS: Final = 6
"""Of so many threesomes of features computer players choose."""


# -- candidates -----------------------------------------------------------------------------------


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


# -- worth ----------------------------------------------------------------------------------------


def air_worth(state: P8State, order: AirOrder) -> float:
    """The worth of an order for aircraft, or against them."""
    if isinstance(order, PlanAir):
        side = getattr(state.agenda[-1], "side", "")
        return 0.1 + sum(promise(state, side, name) for name in order.features)
    mission = state.agenda[-1]
    assert isinstance(mission, AirMission)
    match order:
        case Patrol():
            return A_PATROL
        case Strike(method="opportunity"):
            found = opportunities(state, mission.side, aircraft_of(mission))
            chances = finding_odds(state, found)
            return sum(float(chances[e.id]) * strike_worth(state, mission, e) for e in found)
        case Strike(target=str(target)) if target in state.counters:
            return A_COUNTER
        case Strike(target=str(target)):
            return 0.01 + strike_worth(state, mission, state.pieces[target])
        case FireFlak(elements=names):
            return _salvo_worth(state, mission, len(names))
    return 0.0


def strike_worth(state: P8State, mission: AirMission, target: Element) -> float:
    """What an attack does to the enemy on average, less what it may do to friends."""
    attack = attack_on(state, mission, target)
    chances = chances_of(attack)
    near, gap = nearest_friends(state, mission.side, target)
    at_friends = sum(
        float(chance)
        for (effect, one), chance in chances.items()
        if one or (effect == "none" and gap <= MISTAKEN_WITHIN + TOLERANCE)
    )
    gain = _hurt(state, attack)
    if near and at_friends:
        gain -= at_friends * _hurt(state, attack_on(state, mission, state.pieces[near[0]]))
    return gain


def _hurt(state: P8State, attack: Attack) -> float:
    scale = AGAINST_SUPPRESSED if attack.target.suppressed else EFFECT_WORTH
    hurt = sum(float(chance) * scale[effect] for (effect, _), chance in chances_of(attack).items())
    first, *aboard = at_stake(state, attack.target)
    total = worth(state.sheet(first)) + 0.7 * sum(worth(state.sheet(one)) for one in aboard)
    return hurt * total


def _salvo_worth(state: P8State, mission: AirMission, count: int) -> float:
    """What anti-aircraft fire saves on average, less the price of firing."""
    assert mission.target is not None
    target = state.pieces[mission.target]
    firers, planes = flak_tallies(len(mission.flak) + count, aircraft_of(mission))
    bare = _hurt(state, attack_on(state, mission, target))
    saved = 0.0
    for shaken, chance in shaken_odds(firers.total - planes.total).items():
        shaky = msgspec.structs.replace(mission, shaken=shaken)
        saved += float(chance) * (bare - _hurt(state, attack_on(state, shaky, target)))
    return saved - A_SALVO * count


# -- odds -----------------------------------------------------------------------------------------


def air_odds(state: P8State, order: Order) -> Odds | None:
    """The exact odds of an attack, of anti-aircraft fire, or of finding each target."""
    mission = state.frame
    if not isinstance(mission, AirMission):
        return None
    match order:
        case Strike(method="opportunity"):
            return _finding_odds(state, mission)
        case Strike(target=str(name)) if name in state.pieces:
            return attack_odds(state, mission, attack_on(state, mission, state.pieces[name]))
        case FireFlak(elements=names) if mission.stage == "flak":
            return flak_odds(mission, len(mission.flak) + len(names))
    return None


def _finding_odds(state: P8State, mission: AirMission) -> Odds:
    found = opportunities(state, mission.side, aircraft_of(mission))
    title = f"{mission.model}s, target of opportunity"
    if not found:
        return Odds(title=title, outcomes=(("none", Fraction(1)),))
    chances = finding_odds(state, found)
    return Odds(title=title, outcomes=tuple((e.name, chances[e.id]) for e in found))
