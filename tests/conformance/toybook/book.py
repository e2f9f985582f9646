"""The trench raid as a whole: which decision belongs to which frame, how a turn goes, who wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from sandtable.acts import ActBook, Acts, Asked
from sandtable.battle import Event, Order, Outcome
from sandtable.battle.agenda import Decision, Due
from sandtable.catalogue import Catalogue
from sandtable.catalogue.load import load_catalogue
from sandtable.dice import Dice
from sandtable.scenario import Scenario

from .clash import Fighting, PassingInTheDark
from .fire import Springing, Watching
from .plans import Planning
from .state import Ambush, Clash, Passing, Setting, Soldier, ToyState, Watch

CATALOGUE = load_catalogue(Path(__file__).parent)
PLANNING = Planning()
DECISIONS: Mapping[type, Decision[Any, Any]] = {
    Watch: Watching(),
    Ambush: Springing(),
    Passing: PassingInTheDark(),
    Clash: Fighting(),
}
ASKED = (PLANNING, *(one for one in DECISIONS.values() if isinstance(one, Asked)))


class TrenchRaid(ActBook[ToyState]):
    """A whole book of one page."""

    code: ClassVar[str] = "toy"
    title: ClassVar[str] = "Trench Raid"
    revision: ClassVar[int] = 1
    acts: ClassVar[Acts] = Acts(act for decision in ASKED for act in decision.acts)
    orders: ClassVar[tuple[type[Order], ...]] = acts.orders
    decisions: ClassVar[Mapping[type, Decision[Any, Any]]] = DECISIONS
    subjects: ClassVar[tuple[str, ...]] = ("shooter", "target", "one", "two")

    @property
    def catalogue(self) -> Catalogue:
        """The book's rules."""
        return CATALOGUE

    def start(self, scenario: Scenario, dice: Dice) -> tuple[ToyState, list[Event]]:
        """The soldiers where the scenario puts them."""
        pieces = {
            unit.id: Soldier(
                id=unit.id,
                side=unit.side,
                name=unit.name or unit.id,
                x=float(unit.at[0]),
                y=float(unit.at[1]),
                hidden=unit.hidden,
            )
            for unit in scenario.units
            if unit.at is not None
        }
        return ToyState(setting=Setting(scenario), pieces=pieces), []

    def due_in_phase(self, state: ToyState) -> Due | None:
        """Plans, as long as somebody has not written his."""
        return None if state.all_planned else Due(PLANNING, None)

    def keep_order(self, state: ToyState) -> Iterator[Event]:
        """What was to happen to somebody who is gone does not happen."""
        while state.agenda and not self.is_about(state, state.frame):
            state.pop()
        return iter(())

    def proceed(self, state: ToyState, dice: Dice) -> Iterator[Event]:
        """All is settled: the turn ends."""
        return _end_turn(state)

    def outcome(self, state: ToyState) -> Outcome | None:
        """Who has won."""
        return state.outcome

    def known_to(self, state: ToyState, seat: str) -> ToyState:
        """Without the plans of others, and without hidden enemies."""
        side = state.setting.side_of(seat)
        assert side is not None
        known = state.copy()
        known.setting = state.setting.known_to(side)
        known.plans = tuple(plan for plan in state.plans if plan.seat == seat)
        known.pieces = {
            name: soldier
            for name, soldier in state.pieces.items()
            if soldier.side == side or not soldier.hidden
        }
        return known


def _end_turn(state: ToyState) -> Iterator[Event]:
    state.planned, state.plans = (), ()
    west, east = state.setting.scenario.side_ids()
    left = {side: sum(s.side == side for s in state.pieces.values()) for side in (west, east)}
    goals = {west: state.setting.last, east: 1}
    home = {side for side in left for s in state.pieces.values() if _through(s, side, goals)}
    reason = ""
    if home:
        reason = "The other trench is reached."
    elif not all(left.values()):
        home = {side for side in left if left[side]}
        reason = "One side has no soldiers left."
    elif state.turn >= state.setting.scenario.turns:
        home = {side for side in left if left[side] == max(left.values())}
        reason = "The night is over."
    if reason:
        state.outcome = Outcome(
            winner=next(iter(home)) if len(home) == 1 else None,
            rule="toy.end.victory",
            reason=reason,
            scores={side: float(count) for side, count in left.items()},
        )
        yield Event(kind="victory", text=reason, rules=("toy.end.victory",))
        return
    state.turn += 1
    yield Event(kind="turn", text=f"Turn {state.turn}.", rules=("toy.turn.secret-plans",))


def _through(soldier: Soldier, side: str, goals: dict[str, int]) -> bool:
    return soldier.side == side and not soldier.hidden and soldier.x == goals[side]


TRENCH_RAID = TrenchRaid()
