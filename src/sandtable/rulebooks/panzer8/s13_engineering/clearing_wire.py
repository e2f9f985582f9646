"""Section 13.1: engineers who clear a gap in barbed wire."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

import msgspec

from sandtable.acts import Words
from sandtable.battle import Event, Refusal
from sandtable.battle.overlays import Reach
from sandtable.battle.page import Slot, Trace, Word
from sandtable.catalogue import cite
from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds
from sandtable.table import Line, Point, circle, midpoint

from ..s05_actions.action import Action
from ..state import Element, Gap, P8State
from ..state.case import Case
from ..state.orders import ActionOrder
from .wire import HALF_GAP, is_open, nearest_point, wires_touched


class ClearWire(ActionOrder, frozen=True, kw_only=False):
    """Have engineers clear a gap in the barbed wire that they are at (13.1)."""

    wire: str | None = None


RULE: Final = "p8.wire.engineers-clear"

NEEDED: Final = 6
"""What engineers need on their die; their quality is not added."""

WHOLE_TURN: Final = 2
"""The player turns that they must have begun at the wire: one to work in, and the present one.

A roll uses up the present one, so that there is one roll in an Action Phase, however often they may
act in it, and another in the next.
"""

Cleared = Literal["cleared", "held"]
OUTCOMES: Final[tuple[Cleared, ...]] = ("held", "cleared")


def begin_player_turn(state: P8State) -> None:
    """Count the turns that the phasing side's engineers begin at wire, unsuppressed and unmoved."""
    if not state.setting.wires:
        return
    for element in state.on_table(state.active):
        if state.sheet(element).type != "eng":
            continue
        cite(RULE)
        at_wire = not element.suppressed and bool(wires_touched(state, element))
        worked = 0 if element.moved else element.wire_turns
        turns = worked + 1 if at_wire else 0
        if turns != element.wire_turns:
            state.put(msgspec.structs.replace(element, wire_turns=turns))


def begin_battle(state: P8State) -> None:
    """In a battle that begins in the middle of a turn, engineers began that turn where they are."""
    for element in state.on_table(state.active) if state.setting.wires else ():
        if state.sheet(element).type != "eng" or element.wire_turns or element.moved:
            continue
        if not element.suppressed and wires_touched(state, element):
            state.put(msgspec.structs.replace(element, wire_turns=1))


def check_clear(state: P8State, element: Element, order: ClearWire) -> Refusal | None:
    """Why an element cannot clear wire now."""
    if not state.setting.options["field_engineering"]:
        return Refusal(RULE, "This battle is fought without field engineering.")
    if state.sheet(element).type != "eng":
        return Refusal(RULE, f"{element.name} are no engineers; only those clear wire.")
    if element.suppressed:
        return Refusal(
            "p8.action.allowed-when-suppressed",
            f"{element.name} is suppressed: it cannot clear wire.",
        )
    wire = wire_to_clear(state, element, order)
    if isinstance(wire, Refusal):
        return wire
    if element.moved or element.wire_turns < WHOLE_TURN:
        return Refusal(
            RULE,
            f"{element.name} must first spend a whole player turn of its side at the wire, from "
            "its start, unsuppressed and without moving; and it rolls once in an Action Phase.",
        )
    if _is_gap(state, wire, middle_of_gap(state, element, wire)):
        return Refusal(RULE, "There is a gap already.")
    return None


def wire_to_clear(state: P8State, element: Element, order: ClearWire) -> Line | Refusal:
    """The wire that is meant: the one named, or the nearest to the engineers' front."""
    touched = wires_touched(state, element)
    if order.wire is not None:
        touched = [wire for wire in touched if wire.id == order.wire]
    if not touched:
        return Refusal(RULE, f"{element.name} is not adjacent to {order.wire or 'any wire'}.")
    front = _front(state, element)
    return min(touched, key=lambda wire: (math.dist(nearest_point(wire, front), front), wire.id))


def _front(state: P8State, element: Element) -> Point:
    """The middle of the front edge."""
    base = state.base(element)
    return midpoint(*base.front_edge) if base.front_edge else base.centre


def middle_of_gap(state: P8State, element: Element, wire: Line) -> Point:
    """Where a gap would be centred: on the engineers' front."""
    x, y = nearest_point(wire, _front(state, element))
    return round(x, 4), round(y, 4)


def _is_gap(state: P8State, wire: Line, spot: Point) -> bool:
    """Whether a spot lies in a gap, the very end of it included."""
    return is_open([(gap.x, gap.y) for gap in state.gaps if gap.wire == wire.id], spot)


def resolve_clearing(dice: Dice, name: str = "clear wire") -> tuple[int, str]:
    """Roll for a gap: 6 or more, and nothing is added."""
    cite("p8.dice.d10-is-one-to-ten", "p8.quality.only-where-listed")
    score = dice.die(10, name)
    return score, dice.settle("wire", "cleared" if score >= NEEDED else "held", OUTCOMES)


def clearings(state: P8State, element: Element) -> Iterator[ClearWire]:
    """The wire that engineers have worked at long enough."""
    order = ClearWire(element.id)
    if element.wire_turns >= WHOLE_TURN and check_clear(state, element, order) is None:
        yield order


class ClearWireAction(Action[ClearWire]):
    """Clear a gap in barbed wire."""

    order = ClearWire
    words = Words(
        label="Clear wire",
        key="W",
        rule="p8.wire.engineers-clear",
        hint="Tries to clear a gap in the barbed wire.",
        typed="clear wire ELEMENT [WIRE]",
        means="Have engineers clear a gap in barbed wire.",
        also=("clear", "clear wire"),
    )

    def concerns(self, state: P8State, element: Element) -> bool:
        """Engineers, where there is wire."""
        engineers = state.sheet(element).type == "eng" and element.on_table
        return engineers and bool(state.setting.wires)

    def check(self, state: P8State, element: Element, order: ClearWire) -> Refusal | None:
        return check_clear(state, element, order)

    def act(
        self, state: P8State, element: Element, order: ClearWire, dice: Dice
    ) -> Iterator[Event]:
        """They may try again next turn."""
        element = state.put(msgspec.structs.replace(element, acted=True, wire_turns=WHOLE_TURN - 1))
        wire = wire_to_clear(state, element, order)
        assert isinstance(wire, Line)
        score, result = resolve_clearing(dice, element.name)
        x, y = middle_of_gap(state, element, wire)
        if result == "cleared":
            state.gaps = (*state.gaps, Gap(wire=wire.id, x=x, y=y))
        told = "a gap is made" if result == "cleared" else "the wire holds"
        yield Event(
            kind="wire",
            text=f"{element.name} works at the wire: {score}, {told}.",
            rules=(RULE,),
            pieces=(element.id,),
            rolls=dice.take_rolls(),
            data={"score": score, "result": result, "wire": wire.id, "at": (x, y)},
        )

    def offer(self, state: P8State, element: Element) -> Iterator[ClearWire]:
        """The wire that engineers have worked at for a turn."""
        return clearings(state, element)

    def asked(
        self, case: Case, element: Element, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        """Which wire, if they are at several."""
        wires = wires_touched(case.state, element)
        why = None
        if not any(case.allows(ClearWire(element.id, wire.id)) for wire in wires):
            why = case.refusal(ClearWire(element.id))
        if len(wires) < 2:
            return (), why
        listed = tuple(Word(value=wire.id, label=wire.id) for wire in wires)
        ask = "Choose the wire"
        return (Slot(name="wire", sort="feature", ask=ask, words=listed, required=False),), why

    def odds(self, state: P8State, order: ClearWire) -> Odds | None:
        element = state.pieces.get(order.element)
        if element is None or check_clear(state, element, order) is not None:
            return None
        chances: Distribution[str] = exact(lambda dice: resolve_clearing(dice)[1])
        return Odds.of(f"{element.name} clears wire", chances, OUTCOMES, ())

    def preview(self, state: P8State, order: ClearWire) -> Trace | None:
        """The gap that engineers would make."""
        element = state.pieces.get(order.element)
        if element is None or not element.on_table:
            return None
        wire = wire_to_clear(state, element, order)
        if not isinstance(wire, Line):
            return None
        gap = circle(*middle_of_gap(state, element, wire), HALF_GAP)
        return Trace(overlays=(Reach(outline=gap.corners, side=element.side, label="The gap"),))
