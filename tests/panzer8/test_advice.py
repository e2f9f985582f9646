"""The computer player's advice: always legal, and the same whatever was asked before."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Battle, Choice, Order, View
from sandtable.dice import SeededDice
from sandtable.players import GreedyPlayer, run_battle, seat_players
from sandtable.rulebooks.panzer8 import memory
from sandtable.rulebooks.panzer8.memory import Memory
from sandtable.rulebooks.panzer8.state import P8State
from sandtable.scenario import load_scenario

SCENARIOS = [
    "saint-aubin",
    pytest.param("jandrain", marks=pytest.mark.slow),
    pytest.param("saint-barthelemy", marks=pytest.mark.slow),
]


def start(name: str, seed: int) -> Battle[P8State]:
    return Battle.start(load_scenario(name), dice=SeededDice(seed))


class Careful:
    """A greedy player that asks again without its memory, and has every piece of advice checked."""

    def __init__(self, seed: str) -> None:
        self.player = GreedyPlayer(seed)
        self.asked = 0

    def decide(self, view: View[P8State], choice: Choice) -> Order:
        warm = list(view.advise(choice))
        assert list(view.advise(choice)) == warm
        for _, order in warm:
            assert view.check(order) is None
        kept = dict(view.state.setting._memories)
        view.state.setting.forget()
        assert list(view.advise(choice)) == warm
        view.state.setting._memories.update(kept)
        self.asked += 1
        return self.player.decide(view, choice)


@pytest.mark.parametrize("name", SCENARIOS)
def test_memory_never_changes_an_answer_and_advice_is_legal(name: str) -> None:
    battle = start(name, 11)
    players = {side: Careful(side) for side in battle.scenario.side_ids()}
    run_battle(battle, players)
    assert all(player.asked > 10 for player in players.values())


class Forgetful(GreedyPlayer):
    """A greedy player that remembers nothing from one decision to the next."""

    def decide(self, view: View[Any], choice: Choice) -> Order:
        view.state.setting.forget()
        return super().decide(view, choice)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_player_without_memory_fights_the_same_battle(name: str) -> None:
    one, two = start(name, 12), start(name, 12)
    run_battle(one, seat_players(one, ["greedy", "greedy"], 12))
    seats = [seat.id for seat in two.seats.values() if seat.side is not None]
    run_battle(two, {seat: Forgetful(f"12/{seat}") for seat in seats})
    assert one.lines == two.lines


def test_another_battle_in_between_makes_no_difference() -> None:
    def fought(seed: int) -> Battle[P8State]:
        battle = start("saint-aubin", seed)
        run_battle(battle, seat_players(battle, ["greedy", "greedy"], seed))
        return battle

    first = fought(13)
    fought(14)
    assert fought(13).lines == first.lines


def test_battles_share_no_memory() -> None:
    one, two = start("saint-aubin", 15), start("saint-aubin", 15)
    view = one.view("british")
    list(view.advise(view.choices[0]))
    assert one.state.setting._memories
    assert not two.state.setting._memories


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(memory, "MOST", 40)
    return 40


def test_memory_is_bounded(short: int) -> None:
    kept = Memory()
    for number in range(10 * short):
        assert kept.keep(number, -number) == -number
        assert len(kept) <= short


def test_a_short_memory_fights_the_same_battle(short: int, monkeypatch: pytest.MonkeyPatch) -> None:
    one = start("saint-aubin", 16)
    run_battle(one, seat_players(one, ["greedy", "greedy"], 16))
    assert all(len(kept) <= short for kept in one.state.setting._memories.values())
    monkeypatch.undo()
    two = start("saint-aubin", 16)
    run_battle(two, seat_players(two, ["greedy", "greedy"], 16))
    assert one.lines == two.lines
