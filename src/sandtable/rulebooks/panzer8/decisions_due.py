"""The decisions of a game of Panzer8, one class for each kind, and which of them is due.

Each says who is asked, what answers there are, which of them are legal, what comes of them, and
what happens by itself before anybody is asked.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.acts import Acts, Asked
from sandtable.battle.agenda import Due

from .s03_turn.deploying import SettingUp
from .s05_actions.actions import SHOWN, Acting, ActingAgain, FiringAfterMove
from .s05_actions.fall_back.ways import FallingBack
from .s05_actions.fire.direct_fire import Shooting
from .s05_actions.hunt.tank_hunting import SharingFate
from .s05_actions.move.decisions import UnderWay
from .s05_actions.react.reaction import FiringAsOrdered
from .s05_actions.react.standing_orders import STANDING
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
from .state import P8State
from .state.decision import Decision

_BY_PHASE: Final[dict[str, Decision[Any]]] = {
    "action": Acting(),
    "close-combat": ChoosingCombat(),
}

_OF_FRAMES: Final[tuple[Decision[Any], ...]] = (
    UnderWay(),
    FIGHTING,
    FallingBack(),
    NamingSuccessor(),
    GettingOff(),
    Standing(),
    SettingUp(),
    NotingTargets(),
    FlyingMission(),
    CallingFire(),
    TakingFromPack(),
    RenewingSmoke(),
    FiringAsOrdered(),
    Shooting(),
    FiringAfterMove(),
    ActingAgain(),
    Losing(),
    SharingFate(),
    ScoutingAhead(),
    UnderFire(),
    PlacingRevealed(),
    Unseen(),
    EventsDue(),
    FlankStruck(),
)

_BY_FRAME: Final = {decision.kind_of_frame(): decision for decision in _OF_FRAMES}

_ASKED: Final = (_OF_FRAMES[0], *_BY_PHASE.values(), *_OF_FRAMES[1:])
"""Where several acts stand for one kind of order, the first of them speaks for it."""

ACTS: Final = Acts(
    (*SHOWN, *(act for one in _ASKED if isinstance(one, Asked) for act in one.acts), STANDING)
)
"""Every act of the book: the actions, the answers to its decisions, and standing orders."""


def decision_due(state: P8State) -> Due | None:
    """The decision that comes next, and its frame: the most urgent on the agenda, or none."""
    if state.agenda:
        return Due(_BY_FRAME[type(state.agenda[-1])], state.agenda[-1])
    of_phase = _BY_PHASE.get(state.phase)
    return Due(of_phase, None) if of_phase else None
