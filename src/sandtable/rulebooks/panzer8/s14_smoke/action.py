"""Section 14: laying smoke as an action."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle.handling import Slot, Trace
from sandtable.dice import Dice
from sandtable.odds import Odds
from sandtable.table import bearing, between, step

from ..s05_actions.action import Action
from ..state import Element, P8State, slots
from ..state.case import Case
from .laying import (
    LaySmoke,
    can_place,
    check_smoke,
    lay_smoke,
    planned_screen,
    pool,
    smoke_code,
    smoke_odds,
)
from .screens import DEPTH, shown


class SmokeAction(Action[LaySmoke]):
    """Lay a smoke screen from dischargers, with grenades or with a mortar."""

    order: ClassVar[type[Order]] = LaySmoke
    words: ClassVar[Words] = Words(
        label="Smoke",
        key="K",
        rule="p8.smoke.is-an-action",
        hint="Lays a smoke screen.",
        typed="smoke ELEMENT at X,Y [heading N]",
        means="Lay a smoke screen about that point; N is the way across it.",
        also=("smoke", "lay smoke"),
    )

    def concerns(self, state: P8State, element: Element) -> bool:
        """Those who have smoke, where it is played with."""
        if not state.setting.options["smoke"] or smoke_code(state.sheet(element)) is None:
            return False
        return element.on_table or element.under is not None

    def check(self, state: P8State, element: Element, order: LaySmoke) -> Refusal | None:
        """Why an element cannot lay smoke there."""
        return check_smoke(state, element, order)

    def act(self, state: P8State, element: Element, order: LaySmoke, dice: Dice) -> Iterator[Event]:
        """Lay it."""
        return lay_smoke(state, element, order, dice)

    def offer(self, state: P8State, element: Element) -> Iterator[LaySmoke]:
        """Screens before the layer, and between an enemy and a friend."""
        return smokes(state, element)

    def asked(
        self, case: Case, element: Element, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        """The middle of the screen, and the way across it."""
        place = next((one for one in smokes(case.state, element) if case.allows(one)), None)
        order = place or LaySmoke(element.id, (element.x, element.y))
        across = element.heading if place is None else place.heading
        return (
            slots.spot("at", "Choose the middle of the screen", place and list(place.at)),
            slots.facing("Turn the way across it", name="heading", default=across),
        ), self.unless_elsewhere(case, element, order)

    def odds(self, state: P8State, order: LaySmoke) -> Odds | None:
        """Whether it lies as it is wanted."""
        element = state.pieces.get(order.element)
        if element is None or check_smoke(state, element, order) is not None:
            return None
        return smoke_odds(state, element)

    def preview(self, state: P8State, order: LaySmoke) -> Trace | None:
        """Where the screen would lie."""
        element = state.pieces.get(order.element)
        if element is None or smoke_code(state.sheet(element)) is None:
            return None
        screen = planned_screen(state, element, order)
        left = pool(state, element.side)
        note = f"{left} smoke counter{'s' * (left != 1)} left."
        return Trace(overlays=(shown(state, screen),), notes=(note,))

    def told(self, state: P8State, order: LaySmoke) -> str:
        """Where, and across which way."""
        across = "" if order.heading is None else f", across {order.heading:g}"
        return f"smoke at {order.at[0]:g},{order.at[1]:g}{across}"


DANGERS: Final = 2
"""How many of the enemies that threaten somebody smoke is thought of against."""


BEFORE_ENEMY: Final = 0.6
"""Where on the line from a friend to an enemy a mortar's screen is put."""


def smokes(state: P8State, element: Element) -> Iterator[LaySmoke]:
    """Screens worth a thought: before the layer, and between enemies and the friends near them."""
    if not can_place(state, element.side) or element.suppressed or element.inside is not None:
        return
    if not (element.on_table or element.under is not None) or element.broken_down:
        return
    code = smoke_code(state.sheet(element))
    if code is None:
        return
    if code in ("L", "M"):
        yield from _between(state, element)
        return
    edges = {0.0} if code == "H" else {0.0, *_edges_in_danger(state, element)}
    for edge in sorted(edges):
        yield _against_edge(state, element, edge)


def _nearest_enemies(state: P8State, element: Element) -> list[Element]:
    spot = (element.x, element.y)
    by_distance = sorted(
        state.enemies_of(element), key=lambda enemy: (math.dist(spot, (enemy.x, enemy.y)), enemy.id)
    )
    return by_distance[:DANGERS]


def _edges_in_danger(state: P8State, element: Element) -> Iterator[float]:
    """The edges of a base, by the quarter turn, that look towards the nearest enemies."""
    for enemy in _nearest_enemies(state, element):
        towards = bearing((element.x, element.y), (enemy.x, enemy.y)) - element.heading
        yield 90.0 * (round((towards % 360.0) / 90.0) % 4)


def _against_edge(state: P8State, element: Element, edge: float) -> LaySmoke:
    """A screen that lies squarely against an edge of its layer's base."""
    sheet = state.sheet(element)
    reach = (sheet.depth if edge in (0.0, 180.0) else sheet.width) / 2
    heading = (element.heading + edge) % 360.0
    x, y = step((element.x, element.y), heading, reach + DEPTH / 2 + 0.01)
    return LaySmoke(element.id, (round(x, 3), round(y, 3)), round(heading, 1))


def _between(state: P8State, element: Element) -> Iterator[LaySmoke]:
    """Screens on the lines between the nearest enemies and whichever friends are nearest to those.

    Friends on the move need smoke most, so weapons that stand and shoot are not thought of.
    """
    friends = [f for f in state.friends_of(element) if not state.sheet(f).is_crew_served]
    for enemy in _nearest_enemies(state, element):
        there = (enemy.x, enemy.y)
        friend = min(friends, key=lambda f: (math.dist((f.x, f.y), there), f.id), default=element)
        spot = between((friend.x, friend.y), there, BEFORE_ENEMY)
        if math.dist((friend.x, friend.y), there) > 1e-6:
            heading = round(bearing((friend.x, friend.y), there), 1)
            yield LaySmoke(element.id, (round(spot[0], 3), round(spot[1], 3)), heading)
