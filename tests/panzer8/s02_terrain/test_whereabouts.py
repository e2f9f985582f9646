"""Who stands about a place: found quickly, and the same as by looking at everybody."""

from __future__ import annotations

from contextlib import suppress

import msgspec
import pytest

from sandtable.players import UnfinishedError, run_battle, seat_players
from sandtable.rulebooks.panzer8.s06_close_combat.contact import enemies_met, meets
from sandtable.rulebooks.panzer8.state.nearby import enemies_about, friends_about, in_box
from sandtable.table import within
from tests.panzer8.kit import *

NAMES = ["saint-aubin", "saint-barthelemy"]


def position(name: str) -> P8State:
    battle = Battle.start(load_scenario(name), dice=SeededDice(4))
    with suppress(UnfinishedError):
        run_battle(battle, seat_players(battle, ["random", "random"], 4), limit=120)
    state: P8State = battle.state
    return state


@pytest.mark.parametrize("name", NAMES)
@cases("far", 0.0, 2.0, 9.5)
def test_nobody_near_is_left_out(name: str, far: float) -> None:
    state = position(name)
    for one in state.on_table():
        place = state.base(one)
        for found, everybody in (
            (enemies_about(state, one, far), state.enemies_of(one)),
            (friends_about(state, one, far), state.friends_of(one)),
        ):
            near = [e for e in everybody if within(place, state.base(e), far)]
            assert [e for e in found if within(place, state.base(e), far)] == near
            assert [e for e in everybody if e in found] == found
        met = [enemy for enemy in state.enemies_of(one) if meets(state, one, enemy)]
        assert enemies_met(state, one) == met


@pytest.mark.parametrize("name", NAMES)
def test_those_in_a_box_come_in_the_order_of_the_pieces(name: str) -> None:
    state = position(name)
    sides = state.setting.sides
    assert in_box(state, sides, (-99.0, -99.0, 199.0, 199.0)) == state.on_table()
    indoors = [one for one in state.on_table() if one.inside is not None]
    assert in_box(state, sides, (-99.0, -99.0, -98.0, -98.0)) == indoors


def test_whoever_has_moved_is_found_where_it_is_now() -> None:
    state = position("saint-aubin")
    one = state.on_table()[0]
    box = (one.x - 0.1, one.y - 0.1, one.x + 0.1, one.y + 0.1)
    assert one in in_box(state, (one.side,), box)
    state.put(msgspec.structs.replace(one, x=one.x + 5.0))
    assert one.id not in {e.id for e in in_box(state, (one.side,), box)}
