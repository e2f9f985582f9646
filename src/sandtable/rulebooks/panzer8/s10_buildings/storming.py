"""Section 10.1.2: what follows the hand-to-hand combats for a built-up area."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.table import Point, distance, overlap, step, touching

from ..s02_terrain.ground_and_cover import rate
from ..s02_terrain.place_names import name_of_feature
from ..s05_actions.fall_back.ways import STANDOFF, heading_away
from ..s05_actions.move.rates import base_at, settled
from ..s06_close_combat.contact import is_at_house, opponents
from ..state import Combat, Element, P8State
from ..state.built_up_areas import Bua
from .occupation import bua_at, check_entry, check_room, defenders_of, go_in, outdoors

WAYS_OUT: Final = (0.0, 25.0, -25.0, 50.0, -50.0)
"""How far a retreat may turn aside from straight away, if others stand there."""

GAPS: Final = (0.0, 1.0, 2.0)
"""How far outside one looks for room, in base depths."""

CLEAR: Final = 0.06
"""A little more than what counts as contact."""


def stormed_place(state: P8State, combat: Combat) -> str | None:
    """The built-up area that a combat was fought for, or ``None``."""
    if combat.overrun or not combat.stood:
        return None
    spot = dict(combat.stood)[combat.defenders[0]]
    return next((bua.id for bua in state.setting.buas.values() if bua.centre == spot), None)


def settle_storm(state: P8State, combat: Combat) -> Iterator[Event]:
    """Note that a combat is fought; after the last one for a place, settle who holds it."""
    cite("p8.bua.melee-frontage")
    name = stormed_place(state, combat)
    assert name is not None
    pairs = tuple((name, a, d) for a in combat.attackers for d in combat.defenders)
    state.stormed = (*state.stormed, *pairs)
    if _more_to_come(state, name):
        state.pop()
        return
    attackers = stormers(state, name)
    if not attackers:
        state.pop()
    elif holds_out(state, name, attackers):
        failed = tuple(attacker.id for attacker in attackers)
        state.swap(replace(combat, stage="failed", failed=failed))
    else:
        state.pop()
        yield from _take(state, name, attackers)


def _more_to_come(state: P8State, name: str) -> bool:
    """Whether somebody has still to fight for the place in this phase."""
    for ours, theirs in state.engaged:
        attacker, defender = state.pieces.get(ours), state.pieces.get(theirs)
        if attacker is None or defender is None or attacker.fought or defender.inside != name:
            continue
        if any(enemy.id == defender.id for enemy in opponents(state, attacker)):
            return True
    return False


def stormers(state: P8State, name: str) -> list[Element]:
    """The attackers of a place who charged it, are still at its outline and unsuppressed."""
    charged = {contact.charger for contact in state.contacts if not contact.joined}
    names = dict.fromkeys(a for place, a, _ in state.stormed if place == name)
    place = state.setting.buas[name].place
    found = []
    for attacker in (state.pieces[n] for n in names if n in state.pieces):
        there = attacker.on_table and attacker.inside != name and attacker.id in charged
        if not there or attacker.suppressed:
            continue
        if is_at_house(state, attacker, place):
            found.append(attacker)
    return found


def holds_out(state: P8State, name: str, attackers: Sequence[Element]) -> bool:
    """Whether a place is held: somebody in it was not fought, or does not give way."""
    cite("p8.bua.melee-frontage")
    fought = {d for place, _, d in state.stormed if place == name}
    for defender in defenders_of(state, name, attackers[0].side):
        if defender.id not in fought or defender.dug_in:
            return True
        if way_out(state, defender, attackers[0]) is None:
            return True
    return all(not _may_come_in(state, attacker, name) for attacker in attackers)


def _may_come_in(state: P8State, attacker: Element, name: str) -> bool:
    """Whether an attacker may enter once the defenders have gone, however full it is then."""
    refused = check_entry(state, attacker, name)
    return refused is None or refused.rule in ("p8.bua.one-side-only", "p8.bua.capacity")


def way_out(state: P8State, defender: Element, attacker: Element) -> Point | None:
    """Where a defender comes to stand just outside the far side, or ``None`` if it cannot."""
    cite("p8.advance.defender-retreats")
    assert defender.inside is not None
    bua = state.setting.buas[defender.inside]
    away = heading_away(defender, (attacker.x, attacker.y))
    outside = outdoors(defender)
    if away is None or state.sheet(outside).move_class == "0":
        return None
    for gap in GAPS:
        for turn in WAYS_OUT:
            spot = _just_outside(state, bua, outside, away + turn, gap)
            if _is_free(state, outside, spot):
                return spot
    return None


def _just_outside(state: P8State, bua: Bua, element: Element, heading: float, gap: float) -> Point:
    """Where one stands clear of the outline: whoever touches it is at grips with those inside."""
    sheet = state.sheet(element)
    door = bua.way_out(heading)
    out = math.hypot(sheet.width, sheet.depth) / 2 + CLEAR
    while True:  # one who comes out at a slant has farther to go
        x, y = step(door, heading, out + gap * sheet.depth)
        spot = settled(x), settled(y)
        if not touching(base_at(sheet, spot, element.heading), bua.place):
            return spot
        out += CLEAR


def _is_free(state: P8State, element: Element, spot: Point) -> bool:
    ground = state.setting.ground
    if not (0 <= spot[0] <= ground.width and 0 <= spot[1] <= ground.depth):
        return False
    sheet = state.sheet(element)
    if rate(state.setting, sheet, ground.areas_at(spot)) == 0 or bua_at(state, spot) is not None:
        return False
    base = base_at(sheet, spot, element.heading)
    for other in state.on_table():
        if other.id == element.id or (other.inside is not None and other.side == element.side):
            continue
        place = state.base(other)
        if overlap(base, place):
            return False
        if other.side != element.side and distance(base, place) < STANDOFF:
            return False
    return True


def _take(state: P8State, name: str, attackers: Sequence[Element]) -> Iterator[Event]:
    """The defenders go out of the far side, and the attackers come in as far as there is room."""
    for defender in defenders_of(state, name, attackers[0].side):
        spot = way_out(state, defender, attackers[0])
        if spot is None:
            continue
        state.put(replace(outdoors(defender), x=spot[0], y=spot[1]))
        yield Event(
            kind="retreat",
            text=f"{defender.name} leaves {name_of_feature(state.setting, name)} on the far side.",
            rules=("p8.bua.melee-frontage", "p8.advance.defender-retreats"),
            pieces=(defender.id,),
            data={"from": (defender.x, defender.y), "to": spot},
        )
    for attacker in attackers:
        if check_entry(state, attacker, name) is None and check_room(state, attacker, name) is None:
            yield from _come_in(state, attacker, name)


def _come_in(state: P8State, attacker: Element, name: str) -> Iterator[Event]:
    yield Event(
        kind="advance",
        text=f"{attacker.name} takes {name_of_feature(state.setting, name)}.",
        rules=("p8.bua.melee-frontage", "p8.advance.occupy-position"),
        pieces=(attacker.id,),
        data={"from": (attacker.x, attacker.y), "to": state.setting.buas[name].centre},
    )
    yield from go_in(state, replace(attacker, dug_in=False), name)
