"""Section 5.4: the charge as an action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Refusal
from sandtable.battle.page import Slot, Trace
from sandtable.table import distance

from ...s08_results.passengers import check_not_fired
from ...s10_buildings.occupation import route
from ...s15_events.cards import haste
from ...state import Element, Moving, P8State, slots
from ...state.case import Case
from ...state.nearby import enemies_about
from ...state.tables import RATES
from ..action import waits_outside
from ..mount.mounting import check_not_landed
from ..move.move import Movement
from ..move.previewing import has_base, trace_frame
from ..move.rates import ROAD_BONUS, whole_path
from .charging import ASSAULT_TROOPS, Charge, check_charger, plan_charge


class ChargeAction(Movement[Charge]):
    """Move into contact with an enemy."""

    order = Charge
    words = Words(
        label="Charge",
        key="C",
        rule="p8.charge.required-for-melee",
        hint="Moves into contact with an enemy to its front; the combat follows.",
    )

    def check(self, state: P8State, element: Element, order: Charge) -> Refusal | None:
        refused = check_not_landed(element) or check_not_fired(state, element)
        plan = refused or self.plan(state, element, order)
        return plan if isinstance(plan, Refusal) else None

    def plan(self, state: P8State, element: Element, order: Charge) -> Moving | Refusal:
        return plan_charge(state, element, order)

    def offer(self, state: P8State, element: Element) -> Iterator[Charge]:
        """Straight at every enemy in reach."""
        return charges(state, element)

    def preview(self, state: P8State, order: Charge) -> Trace | None:
        """The way as far as contact; one that cannot be made is shown as a straight line."""
        element, target = state.pieces.get(order.element), state.pieces.get(order.target)
        if element is None or target is None or not (has_base(element) and has_base(target)):
            return None
        plan = plan_charge(state, element, order)
        if isinstance(plan, Moving):
            return trace_frame(state, element, plan)
        way = route(state, element, (*order.path, state.base(target).centre))
        frame = Moving(
            element=element.id,
            action="charge",
            path=whole_path(way.path[0], way.path[1:]),
            start=element.heading,
            bearing="forward",
            facing=None,
            leaves=way.leaves,
            target=target.id,
        )
        return replace(trace_frame(state, element, frame), ghosts=())

    def concerns(self, state: P8State, element: Element) -> bool:
        """Tanks and assault troops."""
        kind = state.sheet(element).type
        return (kind == "tank" or kind in ASSAULT_TROOPS) and not waits_outside(element)

    def asked(
        self, case: Case, element: Element, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        """Whom; whoever is too far away for the straight way is out of reach."""
        state = case.state
        enemies = case.nearest_first(state.enemies_of(element), element)
        fit = [enemy for enemy in enemies if check_charger(state, element, enemy) is None]
        reach, here = _reach(state, element), state.base(element)
        near = [enemy for enemy in fit if distance(here, state.base(enemy)) <= reach]
        first = next(iter(near or fit or enemies), None)
        order = Charge(element.id, first.id if first else "")
        why = case.refusal(order)
        if near and why is not None and not self.is_general(case, element, order, why):
            why = check_not_landed(element)  # by another way it might be possible
        return (
            slots.one_of("target", "Choose whom to charge", slots.names(near or fit or enemies)),
            slots.path("Click points to pass on the way to it", required=False),
            slots.facing("Turn it to face at the last of these points"),
        ), why


def charges(state: P8State, element: Element) -> Iterator[Charge]:
    """Charge every enemy in reach by the straight way."""
    if element.suppressed or not element.on_table:
        return
    reach = _reach(state, element)
    for enemy in enemies_about(state, element, reach):
        apart = distance(state.base(element), state.base(enemy))
        if apart <= reach and check_charger(state, element, enemy) is None:
            yield Charge(element.id, enemy.id)


def _reach(state: P8State, element: Element) -> float:
    """Farther than this nobody of its kind ever charges."""
    reach = max(RATES[state.sheet(element).move_class].values()) + ROAD_BONUS
    return reach * haste(state, element, "charge")
