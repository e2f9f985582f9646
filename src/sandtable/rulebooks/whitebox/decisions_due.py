"""The decisions of a fight, one class for each kind of frame."""

from typing import Any

from sandtable.battle.agenda import Due

from .part1_personal.attack.declared import CoverGivingWay, FiringOut, Interrupting, MakingAttack
from .part1_personal.attack.shooting import RollingAgain
from .part1_personal.autofire.under_fire import BeingSwept, ChoosingCover, Reacting
from .part1_personal.core_rulebook.harm import Wounded
from .part1_personal.explosives.explosions import Exploding, GoingOff, GoingOffAtEnd
from .part1_personal.explosives.in_hand import ThrowingCooked, WithGrenadeAtHisFeet
from .part1_personal.movement.walking import OnTheWay
from .part1_personal.round.all_actions import TakingAction
from .part1_personal.round.initiative import released, waiting
from .part1_personal.round.rounds import EndingRound
from .part1_personal.round.turns import TakingTurn
from .part1_personal.round.who_acts import WhoActs
from .part1_personal.weapons.flamethrower import InTheFlames
from .part2_vehicles.damage.escaping import JumpingClear
from .part2_vehicles.damage.shattering import BreakingWalls
from .part2_vehicles.round.vehicle_turns import OnTheRoad, TakingVehicleTurn, TryingIt
from .setting_up.decisions import FreeAttack, SayingBefore
from .setting_up.placing import SettingUp
from .state import OwbState
from .state.decision import Decision
from .state.frames import (
    Acting,
    Ambushing,
    Attacking,
    Blast,
    CookedOff,
    CoverHit,
    Daring,
    Declaring,
    Deploying,
    Detonating,
    Diving,
    EndOfRound,
    Escaping,
    Flaming,
    GunAttack,
    Injured,
    Interrupt,
    Landing,
    Moving,
    Rolling,
    SecondShot,
    Shattering,
    Struck,
    Sweeping,
    ThrowingBack,
    Turn,
    VehicleTurn,
)

_BY_FRAME: dict[type, Decision[Any]] = {
    Deploying: SettingUp(),
    Ambushing: FreeAttack(),
    Declaring: SayingBefore(),
    Turn: TakingTurn(),
    Moving: OnTheWay(),
    Interrupt: Interrupting(),
    Attacking: MakingAttack(),
    Acting: TakingAction(),
    Sweeping: BeingSwept(),
    SecondShot: RollingAgain(),
    Flaming: InTheFlames(),
    Struck: Reacting(),
    Blast: Exploding(),
    Landing: GoingOff(),
    Diving: ChoosingCover(),
    Detonating: GoingOffAtEnd(),
    ThrowingBack: WithGrenadeAtHisFeet(),
    CookedOff: ThrowingCooked(),
    Injured: Wounded(),
    EndOfRound: EndingRound(),
    GunAttack: FiringOut(),
    CoverHit: CoverGivingWay(),
    VehicleTurn: TakingVehicleTurn(),
    Rolling: OnTheRoad(),
    Daring: TryingIt(),
    Escaping: JumpingClear(),
    Shattering: BreakingWalls(),
}

_WHO_ACTS = WhoActs()


def decision_due(state: OwbState) -> Due | None:
    """The decision that comes next, and its frame; none while the round goes on by itself."""
    if state.agenda:
        return Due(_BY_FRAME[type(state.agenda[-1])], state.agenda[-1])
    segment = state.segment
    if segment is not None and not released(state) and waiting(state, segment):
        return Due(_WHO_ACTS, None)
    return None


__all__ = ["Decision", "decision_due"]
