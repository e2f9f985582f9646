"""The decisions of a game of Panzer8, one class for each kind.

Each says who is asked, what answers there are, which of them are legal, what comes of them, and
what happens by itself before anybody is asked. ``book.py`` finds the one that is due.
"""

from typing import Any

from sandtable.battle.agenda import Due

from .s03_turn.decisions import SettingUp
from .s05_actions.actions import Acting, ActingAgain, FiringAfterMove
from .s05_actions.fall_back.ways import FallingBack
from .s05_actions.fire.direct_fire import Shooting
from .s05_actions.hunt.tank_hunting import SharingFate
from .s05_actions.move.decisions import UnderWay
from .s05_actions.react.reaction import FiringAsOrdered
from .s06_close_combat.decisions import FIGHTING
from .s06_close_combat.phase import ChoosingCombat
from .s08_results.getting_off import GettingOff, Losing
from .s09_troops.commanders import NamingSuccessor
from .s09_troops.scouting import ScoutingAhead
from .s12_hidden.showing import PlacingRevealed, Unseen
from .s14_smoke.lasting import RenewingSmoke
from .s15_events.air_support.missions import FlyingMission
from .s15_events.event_phase import EventsDue, FlankStruck, TakingFromPack
from .s15_events.noting_targets import NotingTargets
from .s15_events.support_fire.barrages import CallingFire, UnderFire
from .s16_nations.decisions import Standing
from .state import (
    AirMission,
    Combat,
    Deploying,
    DrawingLots,
    EventPhase,
    ExtraActions,
    Firing,
    Flanked,
    Landing,
    Moving,
    P8State,
    Planning,
    Renewing,
    Replacing,
    Retiring,
    Revealing,
    Scouting,
    Secret,
    Sharing,
    Shelled,
    StandingFirm,
    StandingShot,
    SupportMission,
    TakingCard,
    Volley,
)
from .state.decision import Decision

_BY_FRAME: dict[type, Decision[Any]] = {
    StandingShot: FiringAsOrdered(),
    Moving: UnderWay(),
    Combat: FIGHTING,
    Volley: Shooting(),
    Firing: FiringAfterMove(),
    ExtraActions: ActingAgain(),
    Retiring: FallingBack(),
    Replacing: NamingSuccessor(),
    Deploying: SettingUp(),
    Renewing: RenewingSmoke(),
    Landing: GettingOff(),
    DrawingLots: Losing(),
    Sharing: SharingFate(),
    Scouting: ScoutingAhead(),
    Planning: NotingTargets(),
    AirMission: FlyingMission(),
    SupportMission: CallingFire(),
    Shelled: UnderFire(),
    Revealing: PlacingRevealed(),
    Secret: Unseen(),
    EventPhase: EventsDue(),
    TakingCard: TakingFromPack(),
    Flanked: FlankStruck(),
    StandingFirm: Standing(),
}

_BY_PHASE: dict[str, Decision[Any]] = {"action": Acting(), "close-combat": ChoosingCombat()}


def decision_due(state: P8State) -> Due | None:
    """The decision that comes next, and its frame: the most urgent on the agenda, or none."""
    if state.agenda:
        return Due(_BY_FRAME[type(state.agenda[-1])], state.agenda[-1])
    of_phase = _BY_PHASE.get(state.phase)
    return Due(of_phase, None) if of_phase else None


__all__ = ["Decision", "decision_due"]
