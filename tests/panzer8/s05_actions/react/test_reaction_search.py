"""The search for reactions: what it remembers is what it would find again."""

from __future__ import annotations

import math
import random
from contextlib import suppress

import msgspec
import pytest

from sandtable.players import UnfinishedError, run_battle, seat_players
from sandtable.rulebooks.panzer8.s05_actions.fall_back.action import farthest_back
from sandtable.rulebooks.panzer8.s05_actions.fall_back.by_choice import fall_back_cost
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import by_distance, to_enemies
from sandtable.rulebooks.panzer8.s05_actions.move import move as how_far
from sandtable.rulebooks.panzer8.s05_actions.react.reaction import reactions_of
from sandtable.rulebooks.panzer8.s05_actions.react.who_and_where import (
    anybody_can_react,
    can_react_somewhere,
    mover_at,
    open_points,
    reaction_refusal,
    reactors,
    who_could_react,
)
from sandtable.rulebooks.panzer8.s06_close_combat.contact import beset_by, in_hand_to_hand
from sandtable.rulebooks.panzer8.state import Moving, Stance
from sandtable.rulebooks.panzer8.state.position import position
from sandtable.table import distance, step
from tests.panzer8.kit import *
from tests.panzer8.kit.reacting import NORTH, tank_and_guns


def frame_of(battle: P8Battle) -> Moving:
    frame = battle.state.agenda[-1]
    assert isinstance(frame, Moving)
    return frame


def test_a_state_that_is_changed_where_it_is_is_searched_anew() -> None:
    battle = tank_and_guns([], guns=2)
    battle.play(NORTH)
    state, frame = battle.state.copy(), frame_of(battle)
    assert [enemy.id for enemy in who_could_react(state, frame)] == ["gun0", "gun1"]
    here = position(state)
    assert here.is_of(state)
    state.stances["gun0"] = Stance(policy="hold")
    assert not here.is_of(state)
    assert [enemy.id for enemy in who_could_react(state, frame)] == ["gun1"]


def test_a_position_that_has_changed_is_searched_anew() -> None:
    battle = tank_and_guns([], guns=2)
    battle.play(NORTH)
    state, frame = battle.state, frame_of(battle)
    assert [enemy.id for enemy in who_could_react(state, frame)] == ["gun0", "gun1"]
    changed = state.copy()
    changed.put(msgspec.structs.replace(element(battle, "gun0"), reacted=True))
    assert [enemy.id for enemy in who_could_react(changed, frame)] == ["gun1"]
    turned = state.copy()
    turned.put(msgspec.structs.replace(element(battle, "gun1"), heading=0.0))
    gun = turned.pieces["gun1"]
    assert can_react_somewhere(state, element(battle, "gun1"), frame)
    assert not can_react_somewhere(turned, gun, frame)


def test_another_mover_in_the_same_position_is_not_the_same_search() -> None:
    battle = tank_and_guns([])
    battle.play(NORTH)
    frame = frame_of(battle)
    shorter = msgspec.structs.replace(frame, path=((30.0, 10.0), (30.0, 12.0)))
    assert mover_at(battle.state, frame, 9.0).y == 19.0
    assert mover_at(battle.state, shorter, 9.0).y == 12.0


def positions(name: str, seed: int) -> list[tuple[P8State, Moving]]:
    """All positions of a battle in which somebody is asked to react."""
    battle = P8Battle.start(load_scenario(name), dice=SeededDice(seed))
    players = seat_players(battle, ["random", "random"], seed)
    found = []
    for _ in range(150):
        if battle.outcome is not None:
            break
        state = battle.state
        if state.agenda and isinstance(state.agenda[-1], Moving):
            found.append((state, state.agenda[-1]))
        seat = battle.choices[0].seats[0]
        view = battle.view(seat)
        battle.play(players[seat].decide(view, view.choices[0]), seat)
    return found


@pytest.mark.slow
@cases("name", "saint-aubin", "saint-barthelemy")
def test_what_is_remembered_is_what_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = positions(name, 7)
    assert asked
    for state, frame in random.Random(7).sample(asked, min(12, len(asked))):
        if frame.stage not in ("react", "again"):
            continue
        for enemy in who_could_react(state, frame):
            somewhere = can_react_somewhere(state, enemy, frame)
            points = open_points(state, enemy, frame)
            assert points == open_points(state, enemy, frame)
            state.setting.forget()
            state.setting.sight.forget()
            assert open_points(state, enemy, frame) == points
            assert can_react_somewhere(state, enemy, frame) == somewhere
            assert somewhere or not points


@cases("name", "saint-aubin", "saint-barthelemy")
def test_anybody_can_react_if_somebody_has_an_open_point(name: str) -> None:
    answers = set()
    for state, frame in positions(name, 5)[:25]:
        if frame.stage not in ("react", "again"):
            continue
        for enemy in who_could_react(state, frame):
            state.setting.forget()
            can = bool(open_points(state, enemy, frame))
            answers.add(can)
            state.setting.forget()
            assert anybody_can_react(state, frame, [enemy]) == can
    assert answers == {True, False}


@cases("name", "saint-aubin", "saint-barthelemy")
def test_whoever_is_not_beset_is_not_in_hand_to_hand_combat(name: str) -> None:
    for state, _ in positions(name, 3):
        for side in state.setting.sides:
            beset = beset_by(state, state.other_side(side))
            for one in state.on_table(side):
                assert beset(one) or not in_hand_to_hand(state, one)


@pytest.mark.parametrize("seed", range(3))
def test_reactions_are_offered_at_the_first_the_nearest_and_the_last_point(seed: int) -> None:
    battle = Battle.start(load_scenario("saint-aubin"), dice=SeededDice(seed))
    players = seat_players(battle, ["random", "random"], seed)
    looked_at = 0
    while battle.outcome is None and looked_at < 25:
        frame = battle.state.agenda[-1] if battle.state.agenda else None
        if isinstance(frame, Moving) and frame.stage == "react":
            for reactor in reactors(battle.state, frame):
                looked_at += 1
                offered = reactions_of(battle.state, reactor, frame)
                shots = [order.at for order in offered if isinstance(order, ReactFire)]
                assert shots == telling_points(battle.state, reactor, frame)
        with suppress(UnfinishedError):
            run_battle(battle, players, limit=1)
    assert looked_at


def telling_points(state: P8State, reactor: Element, frame: Moving) -> list[float]:
    """Where a reactor is offered to fire at a mover, found by aiming everywhere."""
    firing = [
        (math.dist((there.x, there.y), (reactor.x, reactor.y)), at)
        for at in open_points(state, reactor, frame)
        if reaction_refusal(state, reactor, there := mover_at(state, frame, at)) is None
    ]
    points = [at for _, at in firing]
    return sorted({points[0], points[-1], min(firing)[1]}) if firing else []


@cases("name", "saint-aubin", "saint-barthelemy")
def test_quick_ways_agree_with_measuring_everything(name: str) -> None:
    battle = Battle.start(load_scenario(name), dice=SeededDice(2))
    with suppress(UnfinishedError):
        run_battle(battle, seat_players(battle, ["random", "random"], 2), limit=60)
    state = battle.state
    for one in state.on_table():
        place, enemies = state.base(one), state.enemies_of(one)
        nearest = sorted(enemies, key=lambda e: (distance(place, state.base(e)), e.id))
        assert list(by_distance(state, place, enemies)) == nearest
        if state.sheet(one).move_class != "0" and one.inside is None:
            for heading in (0.0, 57.0, 180.0, 301.0):
                back = farthest_back(state, one, heading)
                free = farthest_affordable(state, one, heading)
                assert back == to_enemies(state, one, heading, free)


def farthest_affordable(state: P8State, element: Element, heading: float) -> float:
    """How far an element can fall back, with every length of the way looked at by itself."""
    start = (element.x, element.y)
    whole = how_far.longest(state, element), how_far.to_edge(state, start, heading)
    length = how_far.to_building(state, start, heading, min(whole))
    low, high = 0.0, length
    for _ in range(8 if length >= 0.25 else 0):
        middle = (low + high) / 2
        path = (start, step(start, heading, middle))
        affordable = fall_back_cost(state, element, path) <= 1.0
        low, high = (middle, high) if affordable else (low, middle)
    return low
