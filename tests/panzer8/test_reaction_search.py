"""The search for reactions: what it remembers is what it would find again."""

from __future__ import annotations

import random

import msgspec
import pytest

from sandtable.dice import SeededDice
from sandtable.players import seat_players
from sandtable.rulebooks.panzer8 import reaction_search
from sandtable.rulebooks.panzer8.contact import beset_by, in_hand_to_hand
from sandtable.rulebooks.panzer8.reaction_search import (
    can_react_somewhere,
    mover_at,
    open_points,
    who_could_react,
)
from sandtable.rulebooks.panzer8.state import Moving, P8State
from sandtable.scenario import load_scenario
from tests.panzer8.movers import NORTH, tank_and_guns
from tests.panzer8.situations import P8Battle, element


def frame_of(battle: P8Battle) -> Moving:
    frame = battle.state.agenda[-1]
    assert isinstance(frame, Moving)
    return frame


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reaction_search, "_latest", None)


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


@pytest.mark.parametrize("name", ["saint-aubin", "saint-barthelemy"])
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
            forget(monkeypatch)
            state.setting.sight.forget()
            assert open_points(state, enemy, frame) == points
            assert can_react_somewhere(state, enemy, frame) == somewhere
            assert somewhere or not points


@pytest.mark.parametrize("name", ["saint-aubin", "saint-barthelemy"])
def test_whoever_is_not_beset_is_not_in_hand_to_hand_combat(name: str) -> None:
    for state, _ in positions(name, 3):
        for side in state.setting.sides:
            beset = beset_by(state, state.other_side(side))
            for one in state.on_table(side):
                assert beset(one) or not in_hand_to_hand(state, one)
