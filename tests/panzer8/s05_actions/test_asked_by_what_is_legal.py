"""Whether anybody is asked, beside the slow answer that tries every order: 5.6, 6.2 and 5."""

from __future__ import annotations

import random

import pytest

from sandtable.rulebooks.panzer8.s05_actions.fire.fire import can_fire, check_fire
from sandtable.rulebooks.panzer8.s06_close_combat.decisions import check_commit, commitments
from sandtable.rulebooks.panzer8.state import Combat
from tests.panzer8.kit import *
from tests.quick import few

NAMES = ("saint-aubin", "stonne", "arracourt", "drut", "villers-bocage", "jandrain")


def could_fire(state: P8State, element: Element) -> bool:
    """Whether any order to fire any one gun at anything would be legal."""
    for gun in range(len(state.sheet(element).guns)):
        for name in (*state.pieces, *state.counters):
            others = (None,) * (gun - 1) + (name,) if gun else ()
            order = Fire(element.id, None if gun else name, others)
            if check_fire(state, element, order) is None:
                return True
    return False


def positions(seed: int, count: int) -> list[P8State]:
    """Some positions of a random battle."""
    battle = Battle.start(load_scenario(NAMES[seed % len(NAMES)]), dice=SeededDice(seed))
    chance, found = random.Random(seed), []
    for _ in range(count):
        if battle.outcome is not None:
            break
        view = battle.view(battle.choices[0].seats[0])
        battle.play(view.pick(view.choices[0], chance), view.seat)
        found.append(battle.state.copy())
    return found


@pytest.mark.slow
@pytest.mark.rule("p8.movefire.half-speed-then-fire", "p8.melee.commander-bonus-one-combat")
@pytest.mark.parametrize("seed", range(few(12)))
def test_those_are_asked_who_could_fire_or_help(seed: int) -> None:
    chance, fired = random.Random(seed), set()
    for state in positions(seed, 120)[::3]:
        there = [one for one in state.pieces.values() if one.on_table]
        for element in chance.sample(there, min(len(there), 3)):
            fired.add(can_fire(state, element))
            assert can_fire(state, element) == could_fire(state, element)
        frame = state.frame_of(Combat)
        if frame is not None and frame.stage in ("attackers", "defenders"):
            every = [Commit(one, two) for one in state.pieces for two in state.pieces]
            legal = {order for order in every if check_commit(state, frame, order) is None}
            assert set(commitments(state, frame)) == legal
    assert fired
