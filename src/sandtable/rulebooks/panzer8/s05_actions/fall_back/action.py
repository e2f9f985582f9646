"""Section 5.5: falling back as an action."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Order, Refusal
from sandtable.battle.page import Action as Listed
from sandtable.battle.page import Kind, Trace
from sandtable.battle.phrases import find_piece
from sandtable.catalogue import cite
from sandtable.mechanics.along import halved
from sandtable.table import Point, gap, step

from ...s08_results.passengers import check_not_fired
from ...s09_troops.transport import is_empty_transport
from ...s10_buildings.occupation import outdoors, start_of
from ...s13_engineering.wire_ways import up_to_wire
from ...state import Element, Moving, P8State, slots
from ...state.case import Case
from ..mount.mounting import check_not_landed
from ..move.move import Movement, longest, to_building, to_edge
from ..move.rates import cost, rated_stretches
from .by_choice import (
    FallBack,
    check_fall_back_path,
    enemy_to_flee,
    fall_back_cost,
    fall_back_factor,
    plan_fall_back,
)
from .ways import DIRECTIONS, headings, to_enemies


class FallBackAction(Movement[FallBack]):
    """Fall back of one's own will."""

    order = FallBack
    words = Words(
        label="Fall back",
        key="B",
        rule="p8.fallback.voluntary-distance",
        hint="Goes straight away from the nearest enemy, facing as before.",
        typed="fall back ELEMENT away|home [N]",
        means="Fall back N inches, or as far as possible.",
    )
    homewards = Kind(
        label="Fall back home",
        key="L",
        rule="p8.fallback.voluntary-distance",
        hint="Goes straight towards its own edge of the table, facing as before.",
    )
    in_combat = True

    def check(self, state: P8State, element: Element, order: FallBack) -> Refusal | None:
        refused = check_not_landed(element) or check_not_fired(state, element)
        frame = refused or self.plan(state, element, order)
        if isinstance(frame, Refusal):
            return frame
        return check_fall_back_path(state, element, frame)

    def plan(self, state: P8State, element: Element, order: FallBack) -> Moving | Refusal:
        if element.suppressed or is_empty_transport(state, element):
            cite("p8.fallback.only-move-of-suppressed-and-empty-transports")
        return plan_fall_back(state, element, order, enemy_to_flee(state, element))

    def offer(self, state: P8State, element: Element) -> Iterator[FallBack]:
        """As far as possible, or half of that, away from the enemy or homewards."""
        return fall_backs(state, element)

    def preview(self, state: P8State, order: FallBack) -> Trace | None:
        """The way, and where it ends, of those on the table."""
        element = state.pieces.get(order.element)
        return super().preview(state, order) if element and element.on_table else None

    def told(self, state: P8State, order: FallBack) -> str:
        """Which way and how far."""
        return f"{DIRECTIONS[order.direction]} {order.distance:.1f} in"

    def read(self, state: P8State, words: list[str]) -> list[str]:
        """Without a distance, an element falls back as far as it can."""
        if len(words) != 2 or words[1].lower() not in DIRECTIONS:
            return words
        element = state.pieces[find_piece(state, words[0])]
        for order in fall_backs(state, element):
            if order.direction == words[1].lower():
                return [*words, str(order.distance)]
        return words

    def listed(self, case: Case, element: Element) -> Iterator[Listed]:
        """Away from the enemy or homewards, so far as there is a way."""
        state = case.state
        if state.sheet(element).move_class == "0" or not element.on_table:
            return
        listed = 0
        first: Refusal | None = None
        for direction, heading in headings(state, element, enemy_to_flee(state, element)).items():
            most = math.floor(farthest_back(state, element, heading) * 100) / 100
            lengths = [most, *(STEP * n for n in range(int(most / STEP), 0, -1)), SHORTEST]
            refused = None
            for length in lengths:
                order = FallBack(element.id, direction, max(length, SHORTEST))
                refused = case.refusal(order)
                if refused is None or self.is_general(case, element, order, refused):
                    break
            first = first or refused
            if refused is not None:
                continue
            listed += 1
            way = partial(FallBack, element.id, direction)
            farthest = stretched(case, way, max(length, SHORTEST))
            yield case.action(
                FallBack,
                self.homewards if direction == "home" else self.words,
                piece=element.id,
                fixed={"element": element.id, "direction": direction},
                slots=(
                    slots.number("distance", "How far?", SHORTEST, max(most, farthest), farthest),
                    slots.facing_back(state, element),
                ),
            )
        if not listed:
            fixed = {"element": element.id}
            yield case.action(FallBack, self.words, piece=element.id, fixed=fixed, refusal=first)


def fall_backs(state: P8State, element: Element) -> Iterator[FallBack]:
    """Fall back as far as possible, or half of that, away from the enemy or homewards."""
    if state.sheet(element).move_class == "0":
        return
    enemy = enemy_to_flee(state, element)
    for direction, heading in headings(state, element, enemy).items():
        reach = farthest_back(state, element, heading)
        for part in (1.0, 0.5):
            length = math.floor(reach * part * 100) / 100
            if length > 0.25:
                yield FallBack(element.id, direction, length)


def farthest_back(state: P8State, element: Element, heading: float) -> float:
    """How far an element can fall back by choice in a straight line."""
    start = start_of(state, element, heading)
    doors = 1 if element.inside is not None else 0
    length = min(longest(state, element), to_edge(state, start, heading))
    length = to_building(state, start, heading, length)
    length = up_to_wire(state, element, start, heading, element.heading, length)
    if length < 0.25:
        return 0.0
    price = _price_back(state, element, (start, step(start, heading, length)), doors)
    length = halved(0.0, length, lambda at: price((start, step(start, heading, at))) <= 1.0, 8)
    mover = replace(outdoors(element), x=start[0], y=start[1])
    return to_enemies(state, mover, heading, length)


def _price_back(
    state: P8State, element: Element, whole: tuple[Point, Point], doors: int
) -> Callable[[tuple[Point, Point]], float]:
    """What any part of a straight way, from its start, costs somebody who falls back along it."""
    mover = outdoors(element)
    rated = rated_stretches(state, mover, whole)
    if len(rated) != 1 or state.setting.ground.crossings(whole):
        return lambda path: fall_back_cost(state, element, path, doors)
    # The ground is the same all the way, so no part of it has to be looked at again.
    factor, speed = fall_back_factor(state, mover), rated[0][2]
    return lambda path: cost(((0.0, gap(*path), speed),), doors, factor)


SHORTEST: Final = 0.1
"""The least that anybody is offered to fall back."""

STEP: Final = 0.5
"""How finely it is looked for a distance that an element can fall back."""

HAIRS: Final = (0.05, 0.04, 0.03, 0.02, 0.01)
"""By so much a length may be too short that was found by halving."""


def stretched(case: Case, way: Callable[[float], Order], length: float) -> float:
    """A length to fall back that is allowed, with the hair that was lost when it was looked for."""
    for hair in HAIRS:
        if case.allows(way(round(length + hair, 2))):
            return round(length + hair, 2)
    return length
