"""The computer player's advice: always legal, and the same whatever was asked before."""

from __future__ import annotations

import gc
from typing import Any
from weakref import ref

import msgspec
import pytest

from sandtable.battle import Choice, View
from sandtable.battle import memory as memory
from sandtable.battle.memory import Memory, Pairs
from sandtable.players import GreedyPlayer, run_battle, seat_players
from sandtable.rulebooks.panzer8.advice.manoeuvres import Picture
from sandtable.rulebooks.panzer8.advice.prospects import (
    Stand,
    _bears,
    likely_hurt,
    may_reach,
    stand_of,
    threat,
    threat_at_most,
)
from tests.panzer8.kit import *

SLOW = pytest.mark.slow


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
        kept = dict(view.state.setting.memories)
        view.state.setting.forget()
        assert list(view.advise(choice)) == warm
        view.state.setting.memories.update(kept)
        self.asked += 1
        return self.player.decide(view, choice)


@cases("name", "saint-aubin", pytest.param("saint-barthelemy", marks=SLOW))
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


@cases("name", "saint-aubin", pytest.param("jandrain", marks=SLOW))
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
    assert one.state.setting.memories
    assert not two.state.setting.memories


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
    assert all(len(kept) <= short for kept in one.state.setting.memories.values())
    monkeypatch.undo()
    two = start("saint-aubin", 16)
    run_battle(two, seat_players(two, ["greedy", "greedy"], 16))
    assert one.lines == two.lines


def test_pairs_are_asked_about_once() -> None:
    asked: list[int] = []

    def double(other: int) -> int:
        asked.append(other)
        return 2 * other

    pairs = Pairs()
    assert pairs.ask("two", (3, 4), double) == [6, 8]
    assert pairs.ask("two", (4, 5, 3), double) == [8, 10, 6]
    assert pairs.row("two") == {3: 6, 4: 8, 5: 10}
    assert pairs.ask("two", (), double) == []
    assert asked == [3, 4, 5]


def test_the_memory_of_pairs_is_bounded(short: int) -> None:
    pairs = Pairs()
    for number in range(20 * short):
        others = range(number, number + 3)
        assert pairs.ask(number % 7, others, lambda other: -other) == [-one for one in others]
        assert len(pairs) <= short
        assert sum(map(len, pairs.values())) <= memory.PAIRS * short + 3


def field_state() -> P8State:
    return start("saint-aubin", 17).state


def test_fire_is_added_up_only_as_far_as_it_matters() -> None:
    state = field_state()
    for side in state.setting.sides:
        firers = tuple(stand_of(state, one) for one in state.on_table(state.other_side(side)))
        seen = Picture(tuple((firer, 1.0) for firer in firers), firers)
        for element in state.on_table(side):
            target = stand_of(state, element)
            total = sum(likely_hurt(state, one, target, reaction=True) for one in firers)
            for most in (0.0, total / 2, total, total + 0.1):
                state.setting.forget()
                found = threat_at_most(state, seen, target, most, target)
                assert found.is_all == (total <= most)
                assert found.total == total if found.is_all else most < found.total <= total
            assert threat(state, seen, target) == total


def test_what_was_done_in_a_turn_does_not_matter_to_those_who_shoot_at_it() -> None:
    state = field_state()
    for element in state.on_table():
        done = msgspec.structs.replace(element, acted=True, reacted=True, moved=True, shifted=True)
        stand, marked = stand_of(state, element), stand_of(state, done)
        assert marked.still is stand is stand.still
        assert marked.element is done
        fresh = Stand(state, done)
        for other in state.on_table(state.other_side(element.side)):
            enemy = stand_of(state, other)
            hurt = likely_hurt(state, enemy, stand, reaction=False)
            assert likely_hurt(state, enemy, fresh, reaction=False) == hurt
            hurt = likely_hurt(state, stand, enemy, reaction=True)
            assert likely_hurt(state, fresh, enemy, reaction=True) == hurt


def test_nobody_is_hurt_beyond_the_range_of_all_guns() -> None:
    state = field_state()
    everybody = [stand_of(state, one) for one in state.on_table()]
    near = 0
    for one in everybody:
        for two in everybody:
            if may_reach(one, two):
                near += 1
                continue
            guns = range(len(one.guns))
            assert all(_bears(state, one, two, gun, reaction=True) is None for gun in guns)
            assert likely_hurt(state, one, two, reaction=True) == 0.0
    assert 0 < near < len(everybody) ** 2


def test_what_a_battle_remembers_is_freed_with_it() -> None:
    battle = start("saint-aubin", 18)
    gc.collect()
    gc.disable()
    try:
        run_battle(battle, seat_players(battle, ["greedy", "greedy"], 18))
        setting = ref(battle.state.setting)
        assert battle.state.setting.memories
        del battle
        assert setting() is None
    finally:
        gc.enable()
