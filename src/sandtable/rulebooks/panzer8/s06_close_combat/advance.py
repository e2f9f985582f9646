"""Section 6.3: taking the defender's ground after a close combat."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle.overlays import Route
from sandtable.battle.page import Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.mechanics.falling_back import to_free_spot
from sandtable.table import Point, bearing, step

from ..drawing.ghosts import ghost
from ..s02_terrain.ground_and_cover import is_fortified, rate
from ..s05_actions.fall_back.ways import free_length, heading_away
from ..s05_actions.move.interpenetration import is_friend_indoors
from ..s05_actions.move.rates import settled
from ..s08_results import results
from ..s10_buildings.occupation import bua_at, go_in
from ..s10_buildings.storming import settle_storm, stormed_place
from ..s12_hidden.counters import pass_by
from ..s13_engineering.fortifications import check_stay
from ..s13_engineering.wire_ways import up_to_wire
from ..s14_smoke.screens import barring
from ..state import Combat, Element, P8State, slots
from ..state.decision import Naming
from .blows import behind_cover, enemy_spot, standing

RETREAT_DEPTHS: Final = 2
"""How many of its own base depths a defender gives way."""

_LEAST: Final = 1e-3


def able_attackers(state: P8State, combat: Combat) -> list[Element]:
    """The attackers that are still in place and unsuppressed."""
    there = standing(state, combat, "attacker")
    if any(attacker.suppressed for attacker in there):
        cite("p8.advance.suppressed-attacker-stays")
    return [attacker for attacker in there if not attacker.suppressed]


def obliged(state: P8State, combat: Combat) -> list[Element]:
    """The attackers of which one must try to take the ground: those who came by charging."""
    cite("p8.advance.only-the-side-that-charged")
    brought = {c.charger for c in state.contacts if c.enemy in combat.defenders and not c.joined}
    return [attacker for attacker in able_attackers(state, combat) if attacker.id in brought]


def settle_advance(state: P8State, combat: Combat) -> Iterator[Event]:
    """Carry out what needs no decision; a combat that is over leaves the agenda."""
    if stormed_place(state, combat) is not None:
        yield from settle_storm(state, combat)
        return
    must, may = obliged(state, combat), volunteers(state, combat)
    if must:
        can = [attacker for attacker in must if can_take(state, combat, attacker)]
        if not can:
            failed = tuple(attacker.id for attacker in must)
            state.swap(replace(combat, stage="failed", failed=failed))
        elif len(can) == 1:
            yield from advance(state, combat, can[0])
    elif not may:
        state.pop()


def volunteers(state: P8State, combat: Combat) -> list[Element]:
    """The attackers that may take the ground that the enemy has left, if their owner likes."""
    if _in_place(state, combat):
        return []
    return [one for one in able_attackers(state, combat) if can_take(state, combat, one)]


def _in_place(state: P8State, combat: Combat) -> Element | None:
    """The defender that was attacked, if it is still on the spot."""
    there = standing(state, combat, "defender")
    return next((one for one in there if one.id == combat.defenders[0]), None)


# -- can it be done? ------------------------------------------------------------------------------


def can_take(state: P8State, combat: Combat, attacker: Element) -> bool:
    """Whether an attacker can advance: the defender is gone or gives way, the ground is open."""
    defender = _in_place(state, combat)
    if defender is not None and retreat_length(state, defender, attacker) <= _LEAST:
        return False
    if attacker.inside is not None:  # it holds its houses
        return False
    spot = enemy_spot(combat, "attacker")
    if state.sheet(attacker).move_class == "0" or not _may_enter(state, attacker, spot):
        return False
    return _reach(state, attacker, spot, apart_from=set(combat.defenders)) > _LEAST


def retreat_length(state: P8State, defender: Element, attacker: Element) -> float:
    """How far a defender gives way: twice its base depth if it can, straight from the attacker."""
    cite("p8.advance.defender-retreats")
    sheet = state.sheet(defender)
    if defender.dug_in or is_fortified(state, defender) or sheet.move_class == "0":
        return 0.0
    heading = heading_away(defender, (attacker.x, attacker.y))
    if heading is None:
        return 0.0
    return free_length(state, defender, heading, RETREAT_DEPTHS * sheet.depth)


def _may_enter(state: P8State, attacker: Element, spot: Point) -> bool:
    sheet = state.sheet(attacker)
    there = replace(attacker, x=spot[0], y=spot[1])
    if check_stay(state, there) is not None:
        return False
    stretches = state.setting.ground.stretches(((attacker.x, attacker.y), spot))
    return all(rate(state.setting, sheet, stretch.areas) > 0 for stretch in stretches)


def _reach(state: P8State, attacker: Element, spot: Point, apart_from: set[str]) -> float:
    """How far of the way to the defender's spot an attacker can go.

    It stands on nobody, and drives into no smoke that stops it.
    """
    start, base = (attacker.x, attacker.y), state.base(attacker)
    heading = bearing(start, spot)
    length = up_to_wire(state, attacker, start, heading, attacker.heading, math.dist(start, spot))
    others = [
        state.base(other)
        for other in state.on_table()
        if other.id != attacker.id
        and other.id not in apart_from
        and not is_friend_indoors(attacker, other)
    ]
    others += barring(state, attacker, base)
    return to_free_spot(base, heading, length, others, _kept, 0)


def _kept(spot: Point) -> Point:
    return settled(spot[0]), settled(spot[1])


# -- doing it -------------------------------------------------------------------------------------


def advance(state: P8State, combat: Combat, attacker: Element) -> Iterator[Event]:
    """The defenders that are still there give way, and the attacker takes their ground."""
    state.pop()
    for defender in standing(state, combat, "defender"):
        yield from _retreat(state, defender, attacker)
    start, spot = (attacker.x, attacker.y), enemy_spot(combat, "attacker")
    length = _reach(state, attacker, spot, apart_from=set())
    end = (
        spot
        if length >= math.dist(start, spot)
        else _kept(step(start, bearing(start, spot), length))
    )
    state.put(replace(attacker, x=end[0], y=end[1], dug_in=False))
    yield Event(
        kind="advance",
        text=f"{attacker.name} advances {math.dist(start, end):.1f} in and takes the ground.",
        rules=("p8.advance.occupy-position",),
        pieces=(attacker.id,),
        data={"from": start, "to": end},
    )
    pass_by(state, attacker.id, (start, end))


def _retreat(state: P8State, defender: Element, attacker: Element) -> Iterator[Event]:
    length = retreat_length(state, defender, attacker)
    heading = heading_away(defender, (attacker.x, attacker.y))
    if length <= _LEAST or heading is None:
        return
    start = (defender.x, defender.y)
    end = _kept(step(start, heading, length))
    state.put(replace(defender, x=end[0], y=end[1]))
    yield Event(
        kind="retreat",
        text=f"{defender.name} gives way {length:.1f} in.",
        rules=("p8.advance.defender-retreats",),
        pieces=(defender.id,),
        data={"from": start, "to": end},
    )
    bua = bua_at(state, end)
    if bua is not None:
        yield from go_in(state, state.pieces[defender.id], bua.id)
    pass_by(state, defender.id, (start, end))


def settle_failed(state: P8State, combat: Combat) -> Iterator[Event]:
    """Attackers that could not advance fall back, one after another."""
    if not combat.failed:
        state.pop()
        return
    name, *rest = combat.failed
    state.swap(replace(combat, failed=tuple(rest)))
    attacker = state.pieces[name]
    yield Event(
        kind="repulsed",
        text=f"{attacker.name} cannot take the ground and must fall back.",
        rules=("p8.advance.cannot-advance-falls-back",),
        pieces=(attacker.id,),
    )
    yield from results.fall_back(
        state,
        attacker,
        away_from=enemy_spot(combat, "attacker"),
        mortar=False,
        hedge=behind_cover(state, combat, attacker, "attacker"),
    )


class Advance(Order, frozen=True, kw_only=False):
    """Say who takes the ground that the defender held (6.3)."""

    element: str


class Advancing(Naming[Advance, Combat]):
    """Say who takes the ground that the defender held."""

    order = Advance
    stages = ("advance",)
    words = Words(label="Take the ground", key="A", hint="Takes the place of the defender.")
    ask = "Who takes the ground?"

    def able(self, state: P8State, frame: Combat) -> Sequence[Element]:
        must = [one for one in obliged(state, frame) if can_take(state, frame, one)]
        return must or volunteers(state, frame)

    def check(self, state: P8State, frame: Combat, seat: str, order: Advance) -> Refusal | None:
        if order.element in slots.names(self.able(state, frame)):
            return None
        return Refusal("p8.advance.occupy-position", f"{order.element!r} cannot take that ground.")

    def apply(
        self, state: P8State, frame: Combat, seat: str, order: Advance, dice: Dice
    ) -> Iterator[Event]:
        return advance(state, frame, state.pieces[order.element])

    def preview(self, state: P8State, order: Advance) -> Trace | None:
        """The ground that it would take."""
        frame, element = state.frame, state.pieces.get(order.element)
        if not isinstance(frame, Combat) or not frame.stood or element is None:
            return None
        spot = enemy_spot(frame, "attacker")
        route = Route(points=((element.x, element.y), spot), side=element.side, piece=element.id)
        there = replace(element, x=spot[0], y=spot[1])
        return Trace(ghosts=(ghost(state, there),), overlays=(route,))
