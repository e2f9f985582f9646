"""Sensible orders for the decisions of the Close Combat Phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.battle import Order
from sandtable.rulebooks.panzer8.s06_close_combat.advance import can_take, obliged, volunteers
from sandtable.rulebooks.panzer8.s06_close_combat.phase import (
    check_fight,
    open_melees,
    open_overruns,
)
from sandtable.rulebooks.panzer8.state import Combat, Element, P8State
from sandtable.rulebooks.panzer8.state.orders import Fight, Overrun


def combats(state: P8State, seats: Sequence[str]) -> Iterator[Order]:
    """Every combat of one against one, everybody together against each, and every overrun."""
    attackers: dict[str, list[str]] = {}
    for attacker, defender in open_melees(state):
        if state.setting.commands(seats[0], attacker.id):
            attackers.setdefault(defender.id, []).append(attacker.id)
    for defender_id, names in attackers.items():
        together = Fight(tuple(names), defender_id)
        if len(names) > 1 and check_fight(state, seats[0], together) is None:
            yield together
        for name in names:
            yield Fight((name,), defender_id)
    for tank, defender in open_overruns(state):
        if state.setting.commands(seats[0], tank.id):
            yield Overrun(tank.id, defender.id)


def to_advance(state: P8State, combat: Combat) -> list[Element]:
    """Who can take the ground: one of those who must try, or of those who may."""
    must = [one for one in obliged(state, combat) if can_take(state, combat, one)]
    return must or volunteers(state, combat)
