"""Sections 15.3.3 and 15.4.1: what each side notes down before play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s03_turn import turn
from sandtable.rulebooks.panzer8.s15_events.air_support import candidates as listing
from sandtable.rulebooks.panzer8.s15_events.noted_targets import (
    MOST,
    check_plan_air,
    note,
    plan_air,
)
from sandtable.rulebooks.panzer8.s15_events.support_fire import candidates as support_candidates
from sandtable.rulebooks.panzer8.s15_events.support_fire.planned_fire import (
    check_plan_fire,
    plan_fire,
)
from sandtable.rulebooks.panzer8.state import P8State, Planning
from sandtable.rulebooks.panzer8.state.decision import Decision
from sandtable.rulebooks.panzer8.state.orders import Done, PlanAir, PlanFire


class NotingTargets(Decision[Planning]):
    """Which targets a side notes for its aircraft or its batteries; or that it notes none."""

    answers: ClassVar[tuple[type[Order], ...]] = (PlanAir, PlanFire, Done)

    def choice(self, state: P8State, frame: Planning) -> Choice:
        """The seats of that side."""
        if frame.support == "fire":
            return Choice(
                seats=state.setting.seats[frame.side],
                ask="plan fire",
                rule="p8.support.preplanned",
                prompt=f"Note up to {MOST} points of the table as targets of your batteries.",
            )
        return Choice(
            seats=state.setting.seats[frame.side],
            ask="plan air",
            rule="p8.air.preplanned",
            prompt=f"Note up to {MOST} features of the ground as targets of your aircraft.",
        )

    def check(self, state: P8State, frame: Planning, seat: str, order: Order) -> Refusal | None:
        """Why those cannot be noted."""
        match frame.support, order:
            case "air", PlanAir():
                return check_plan_air(state, order)
            case "fire", PlanFire():
                return check_plan_fire(state, order)
            case _, Done():
                return None
        return self.mismatch(state, frame)

    def apply(
        self, state: P8State, frame: Planning, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Note them; when all have, the battle begins."""
        if isinstance(order, PlanAir):
            yield from plan_air(state, frame, order)
        elif isinstance(order, PlanFire):
            yield from plan_fire(state, frame, order)
        else:
            yield from note(state, frame, ())
        if not state.agenda:
            yield from turn.begin_first_turn(state)

    def candidates(self, state: P8State, frame: Planning, seats: Sequence[str]) -> Iterator[Order]:
        """A few threesomes of features or points, and none."""
        if frame.support == "fire":
            yield from support_candidates.fire_plans(state, frame.side)
        else:
            yield from listing.plans(state, frame.side)
        yield Done()
