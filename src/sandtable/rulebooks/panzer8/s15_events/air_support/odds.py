"""Section 15.3: the exact odds of aircraft, and of those who shoot at them."""

from __future__ import annotations

from fractions import Fraction

from sandtable.battle import Order
from sandtable.odds import Odds
from sandtable.rulebooks.panzer8.s15_events.air_support.aircraft import aircraft_of
from sandtable.rulebooks.panzer8.s15_events.air_support.anti_aircraft import (
    flak_odds,
)
from sandtable.rulebooks.panzer8.s15_events.air_support.attack import (
    attack_odds,
    attack_on,
)
from sandtable.rulebooks.panzer8.s15_events.air_support.targets import (
    finding_odds,
    opportunities,
)
from sandtable.rulebooks.panzer8.state import AirMission, P8State
from sandtable.rulebooks.panzer8.state.orders import FireFlak, Strike


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
