"""OWB: Tactical Combat behind the questions that every rulebook answers; its decisions and acts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

import msgspec

from sandtable.acts import Acts
from sandtable.acts.book import ActBook
from sandtable.battle import Choice, Event, Option, Order, Outcome, Refusal
from sandtable.battle.agenda import Due
from sandtable.catalogue import Catalogue, cite
from sandtable.dice import Dice
from sandtable.scenario import Scenario, Zone

from .part1_personal.attack.attacks import ATTACK_ACTS
from .part1_personal.attack.declared import (
    CoverGivingWay,
    Interrupting,
    MakingAttack,
    MakingGunAttack,
)
from .part1_personal.attack.shooting import RollingAgain
from .part1_personal.autofire.under_fire import BeingSwept, ChoosingCover, Reacting
from .part1_personal.core_rulebook.harm import Wounded
from .part1_personal.explosives.explosions import Exploding, GoingOff, GoingOffAtEnd
from .part1_personal.explosives.in_hand import ThrowingCooked, WithGrenadeAtHisFeet
from .part1_personal.movement.walking import OnTheWay
from .part1_personal.round.all_actions import BOARDING, PERSONAL_ACTIONS, TakingAction
from .part1_personal.round.initiative import released, waiting
from .part1_personal.round.rounds import EndingRound, proceed
from .part1_personal.round.turns import TURN_ACTS, TakingTurn
from .part1_personal.round.who_acts import BEGINNING, STARTING, WhoActs
from .part1_personal.weapons.flamethrower import InTheFlames
from .part2_vehicles.damage.escaping import JumpingClear
from .part2_vehicles.damage.walls_worn import BreakingWalls
from .part2_vehicles.round.vehicle_turns import (
    DEEDS,
    ENDING,
    OnTheRoad,
    TakingVehicleTurn,
    TryingIt,
)
from .refereeing.rulings import check_sense, conceal, put_in_order, reveal, unseen_by
from .setting_up.decisions import DECLARING, FreeAttack, SayingBefore
from .setting_up.people import set_up
from .setting_up.placing import SettingUp, usual_zones
from .state import OwbState
from .state.at_rest import at_rest
from .state.decision import Case, Decision, LettingPass, NothingMore
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
from .state.options import OPTIONS, read_options
from .state.tables import CATALOGUE

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
    GunAttack: MakingGunAttack(),
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


MAP = 36.0
"""The size of a map for which a scenario gives none, in squares."""

METRES_PER_SQUARE = 1.524
"""Five feet."""


ACTS: Final = Acts(
    (
        *SettingUp.acts,
        DECLARING,
        BEGINNING,
        STARTING,
        *(act for act in TURN_ACTS.values() if hasattr(act, "words")),
        *ATTACK_ACTS,
        *PERSONAL_ACTIONS,
        BOARDING,
        *DEEDS.values(),
        ENDING,
        *Reacting.acts,
        *ChoosingCover.acts,
        *WithGrenadeAtHisFeet.acts,
        *Exploding.acts,
        *JumpingClear.acts,
        LettingPass(),
        NothingMore(),
    )
)
"""Every act of the book."""


class WhiteboxRules(ActBook[OwbState]):
    """The rules of OWB: Tactical Combat."""

    acts = ACTS
    case = Case
    code: ClassVar[str] = "owb"
    title: ClassVar[str] = "OWB: Tactical Combat"
    revision: ClassVar[int] = 2
    orders: ClassVar[tuple[type[Order], ...]] = ACTS.orders
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    with_referee: ClassVar[Mapping[str, str | bool]] = {"referee_override": "on"}
    turn_name: ClassVar[str] = "round"
    metres_per_inch: ClassVar[float | None] = METRES_PER_SQUARE
    on_squares: ClassVar[bool] = True
    subjects: ClassVar[tuple[str, ...]] = ("person",)

    @property
    def catalogue(self) -> Catalogue:
        return CATALOGUE

    def start(self, scenario: Scenario, dice: Dice) -> tuple[OwbState, list[Event]]:
        state, events = set_up(scenario, dice)
        events += self.settle(state, dice)
        return state, events

    def last_turn(self, scenario: Scenario) -> int:
        limit = read_options(scenario)["round_limit"]
        return 0 if limit == "none" else int(limit)

    def due(self, state: OwbState) -> Due | None:
        return decision_due(state)

    def proceed(self, state: OwbState, dice: Dice) -> Iterator[Event]:
        return proceed(state, dice)

    def is_about(self, state: OwbState, frame: Any) -> bool:
        """Whether the character and the vehicle that a frame is about are still in play."""
        if isinstance(frame, VehicleTurn | Rolling | Daring | Escaping):
            return frame.vehicle in state.pieces and super().is_about(state, frame)
        return super().is_about(state, frame)

    def at_rest(self, state: OwbState) -> OwbState:
        return at_rest(state)

    def settle(self, state: OwbState, dice: Dice) -> Iterator[Event]:
        """Everything that follows without a decision; the end leaves nothing unfinished."""
        yield from super().settle(state, dice)
        if state.outcome is not None:
            state.agenda = ()

    def candidates(self, state: OwbState, choice: Choice) -> Iterator[Order]:
        return iter(dict.fromkeys(super().candidates(state, choice)))

    def known_to(self, state: OwbState, seat: str) -> OwbState:
        """The state as a seat knows it: without those who lie in ambush for it."""
        cite("owb.base.information")
        side = state.setting.side_of(seat)
        hidden = unseen_by(state, side)
        if side is None or (not hidden and state.setting.known_to(side) is state.setting):
            return state
        known = state.copy()
        known.setting = state.setting.known_to(side)
        for name in hidden:
            del known.pieces[name]
        known.strength = tuple(
            (group, sum(p.group == group for p in known.persons()))
            for group, _ in state.strength
            if any(p.group == group for p in known.persons())
        )
        known.agenda = tuple(_as_known(frame, hidden) for frame in state.agenda)
        return known

    def ruled(self, state: OwbState, dice: Dice) -> list[Event]:
        """Drop what has lost its subject, and go on to the next decision.

        Raises:
            Refusal: If the battle is played without the referee's last word.
        """
        cite("owb.scope.rule-zero")
        if not state.on("referee_override"):
            raise Refusal(
                "owb.scope.rule-zero",
                "This battle is played without the referee's last word (referee_override).",
            )
        check_sense(state)
        put_in_order(state)
        return super().ruled(state, dice)

    def conceal(self, state: OwbState, piece: str) -> str:
        """Hide somebody: in ambush before the first round, out of play later."""
        return conceal(state, piece)

    def reveal(self, state: OwbState, piece: str, at: tuple[float, float] | None = None) -> str:
        return reveal(state, piece, at)

    def outcome(self, state: OwbState) -> Outcome | None:
        return state.outcome

    def standard_table(self) -> tuple[float, float]:
        cite("owb.grid.map-size", "owb.vehicle.grid-square-is-one-inch-five-feet")
        return (MAP, MAP)

    def standard_zones(self, scenario: Scenario) -> tuple[Zone, ...]:
        return usual_zones(scenario)

    def unit_of(self, scenario: Scenario) -> str:
        return "squares"


def _as_known(frame: Any, hidden: list[str]) -> Any:
    waiting = getattr(frame, "waiting", None)
    if waiting is None or not set(hidden).intersection(waiting):
        return frame
    return msgspec.structs.replace(frame, waiting=())
