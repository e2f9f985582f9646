"""Battles that differ only in what one side hides, and all that the other side can find out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from sandtable.battle import Battle, Order
from sandtable.battle.record import BY_NUMBER
from sandtable.dice import SeededDice
from sandtable.draw import draw_view
from sandtable.rulebooks.panzer8 import RULEBOOK
from sandtable.rulebooks.panzer8.s12_hidden.ambush import Show
from sandtable.scenario import Scenario
from tests.conformance.playing import offers
from tests.conformance.suite import everything_seen
from tests.panzer8.kit.scenes import P8Battle


def started(scenario: Scenario, seed: int = 1, *, referee: bool = False) -> P8Battle:
    """A battle before its first order.

    Its dice are bound to the numbers of the lines, as in format 1, so that the same fall in both
    of two twins. Else they would fall otherwise after another hidden order, which tells nobody
    anything who does not know the seed.
    """
    return Battle(RULEBOOK, scenario, SeededDice(seed), referee=referee, format=BY_NUMBER)


def seen(battle: P8Battle, seat: str, probes: list[Order]) -> tuple[Any, ...]:
    """Whatever a seat can find out: also from the drawing, and by asking to take a step back."""
    found = everything_seen(battle, seat, probes)
    back = battle.undo_refusal(seat)
    why = (back.rule, back.reason) if back is not None else None
    return *found, draw_view(battle.view(seat)), why


def look_alike(one: P8Battle, two: P8Battle, *, seat: str = "british") -> bool:
    """Whether a seat cannot tell two battles apart, which are not the same."""
    assert one.state.to_json() != two.state.to_json(), "they are the same battle"
    return seen(one, seat, []) == seen(two, seat, [])


# -- whole battles --------------------------------------------------------------------------------


def compare(twins: Sequence[P8Battle], seed: int = 1, seat: str = "british") -> int:
    """Play two battles with the same orders; how many steps long they look the same to a seat.

    They do so until somebody is spotted, revealed or removed that was hidden, or to the end.
    """
    chance = random.Random(seed)
    steps = 0
    while all(battle.outcome is None for battle in twins) and not _is_out(twins):
        probes = [order for _, order in offers(twins[0])][:6]
        first, second = (seen(battle, seat, probes) for battle in twins)
        assert first == second, f"{seat} can tell the battles apart after {steps} steps"
        asked = twins[0].choices[0].seats[0]
        if asked == seat:
            view = twins[0].view(seat)
            order: Order | None = view.pick(view.choices[0], chance)
        else:
            order = in_both(twins, asked, chance)
        if order is None:
            break
        for battle in twins:
            battle.play(order, asked)
        steps += 1
    return steps


def in_both(twins: Sequence[P8Battle], seat: str, chance: random.Random) -> Order | None:
    """Some order that is legal in both battles; hidden elements act that are in both.

    They do nothing that would reveal them; ``None`` if they have to.
    """
    one, two = twins
    view = one.view(seat)
    if view.choices[0].ask in ("reveal", "recce") or seat not in two.choices[0].seats:
        return None
    orders = [
        order
        for order in view.candidates(view.choices[0])
        if not isinstance(order, Show) and two.allows(order, seat)
    ]
    return chance.choice(orders) if orders else None


def _is_out(twins: Sequence[P8Battle]) -> bool:
    """Whether a secret is out: a counter is turned over, or somebody hidden has left the battle."""
    return any(
        event.kind in ("spotted", "revealed", "dummy")
        or (event.kind == "out" and event.pieces[0] in _hidden_at_first(battle))
        for battle in twins
        for event in battle.events
    )


def _hidden_at_first(battle: P8Battle) -> set[str]:
    return {unit.id for unit in battle.scenario.units if unit.hidden}
