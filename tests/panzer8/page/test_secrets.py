"""Nothing that a page is told depends on what its seat may not know.

Two battles differ only in what the Germans hide. To the British every answer is the same, byte for
byte, until something comes to light.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from sandtable.battle.state import encode
from tests.panzer8.kit import *
from tests.panzer8.kit.hiding import SPOTS, copses, everything
from tests.panzer8.kit.twins import in_both, started

SEAT = "british"


def all_told(battle: P8Battle, probes: int = 5) -> list[bytes]:
    """All that a page can ask for a seat: actions, cards, sights, reach and traces."""
    view = battle.view(SEAT)
    state, choice = view.state, next(iter(view.choices), None)
    pieces = [*state.pieces, *state.counters]
    answers: list[object] = [RULEBOOK.actions(state, SEAT, choice)]
    for piece in pieces:
        answers += [
            RULEBOOK.actions(state, SEAT, choice, piece),
            RULEBOOK.sheet(state, piece),
            RULEBOOK.sights(state, piece),
        ]
    mine = [piece for piece in pieces if piece in state.pieces and state.pieces[piece].side == SEAT]
    answers += [RULEBOOK.reach(state, mine[battle.number % len(mine)], "move")]
    answers += [RULEBOOK.trace(state, order) for order in _probes(battle, mine)[:probes]]
    return [encode(answer) for answer in answers]


def _probes(battle: P8Battle, mine: Sequence[str]) -> list[Move | Fire | CallFire]:
    """Orders that lead among the counters."""
    orders: list[Move | Fire | CallFire] = []
    for number, name in enumerate(mine):
        element = battle.state.pieces[name]
        x, y = SPOTS[(number + battle.number) % len(SPOTS)]
        orders.append(Move(name, ((element.x, element.y + 3), (x, y))))
        orders.append(Fire(name, f"german-counter-{number + 1}"))
    orders.append(CallFire("german-counter-1", "foo"))
    return orders[battle.number % 3 :: 2]


def is_open(battle: P8Battle) -> bool:
    """Whether a secret has come to light."""
    return any(event.kind in ("spotted", "revealed", "dummy", "out") for event in battle.events)


def compare(one: Scenario, two: Scenario, seed: int, steps: int) -> int:
    """Play two battles alike; how many steps long all that is told is the same."""
    twins = [started(scenario, seed) for scenario in (one, two)]
    assert twins[0].state.to_json() != twins[1].state.to_json()
    chance = random.Random(seed)
    for step in range(steps):
        if any(battle.outcome is not None or is_open(battle) for battle in twins):
            return step
        first, second = (all_told(battle) for battle in twins)
        assert first == second, f"{SEAT} can tell the battles apart after {step} steps"
        asked = twins[0].choices[0].seats[0]
        view = twins[0].view(asked)
        mine = asked == SEAT
        order = view.pick(view.choices[0], chance) if mine else in_both(twins, asked, chance)
        if order is None:
            return step
        for battle in twins:
            battle.play(order, asked)
    return steps


@pytest.mark.slow
@cases("seed", 1, 2)
def test_who_is_under_a_counter_shows_nowhere(seed: int) -> None:
    one = copses(["ge-pak40", None, "ge-rifle-44", "ge-mortar-81", None, "ge-mg"])
    two = copses([None, "ge-rifle-44", "ge-mg", None, "ge-panther", "ge-rifle-44"])
    assert compare(one, two, seed, 12) >= 6


def test_with_all_optional_sections_neither() -> None:
    spots = [(float(x), float(y)) for x, y in SPOTS]
    one = everything(
        unit("lurker", "ge-pak40", at=spots[0], hidden=True),
        unit("boss", "ge-cmd", at=spots[1], hidden=True),
        dummies=spots[2:4],
        planned=(NotedTarget(side="german", support="fire", at=(10, 10)),),
    )
    two = everything(
        unit("tiger", "ge-tiger1", at=spots[2], hidden=True),
        unit("mg", "ge-mg", at=spots[3], hidden=True),
        dummies=spots[:2],
        planned=(NotedTarget(side="german", support="fire", at=(30, 5)),),
    )
    assert compare(one, two, 3, 8) >= 4


def test_standing_orders_of_the_enemy_show_nowhere() -> None:
    under = ["ge-pak40", None, "ge-rifle-44", None, "ge-mg", "ge-mg"]
    twins = [started(copses(under)) for _ in range(2)]
    twins[0].play(Standing("hold", ("seen-1",)), "german")
    twins[1].play(Standing("odds", ("seen-2",), 30.0), "german")
    assert all_told(twins[0]) == all_told(twins[1])
    own = twins[0].view("german").state
    assert "Standing order: hold fire." in RULEBOOK.sheet(own, "seen-1").lines
