"""Cases of those aboard vehicles: what they have done by being carried."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.panzer8.s05_actions.mount.mounting import Mount
from sandtable.rulebooks.panzer8.s05_actions.react.reaction import ReactFire
from sandtable.rulebooks.panzer8.s08_results.getting_off import PutDown
from sandtable.rulebooks.panzer8.state.orders import Done, Fire, Move
from tests.panzer8.situations import (
    P8Battle,
    element,
    load,
    play,
    shot,
    situation,
    target_adds,
    told,
    unit,
)

MOVED = "p8.fire.mod-firer-moved"


def shot_off(inches: float) -> P8Battle:
    """A lorry drives so far and is suppressed; its load gets off behind it, looking at an enemy."""
    battle = situation(
        unit("lorry", "uk-lorry", "british", at=(20, 10)),
        load("lorry", "british", "uk-rifle-44"),
        unit("mg", "ge-mg", "german", at=(20, 30), facing=180),
        unit("target", "ge-rifle-44", "german", at=(20, 5), facing=180),
        dice=[6, 5],
    )
    play(battle, Move("lorry", ((20, 10 + inches),)), ReactFire("mg", inches))
    play(battle, PutDown((20, 10 + inches - 1.42), 180.0))
    return battle


@pytest.mark.rule(MOVED, "p8.passengers.soft-must-dismount")
def test_whoever_was_driven_and_is_shot_off_the_lorry_has_moved() -> None:
    battle = shot_off(0.5)
    assert element(battle, "load").suppressed
    assert not element(battle, "load").acted
    assert target_adds(shot(battle, "load", "target"))[MOVED] == 1


@pytest.mark.rule(MOVED, "p8.passengers.soft-must-dismount")
def test_whoever_is_shot_off_a_lorry_that_stands_in_the_enemys_turn_has_not_moved() -> None:
    battle = situation(
        unit("mg", "ge-mg", "german", at=(20, 30), facing=180),
        unit("target", "ge-rifle-44", "german", at=(20, 5), facing=180),
        unit("lorry", "uk-lorry", "british", at=(20, 10), moved=True),
        load("lorry", "british", "uk-rifle-44"),
        dice=[6, 5],
    )
    play(battle, Fire("mg", "lorry"))
    play(battle, PutDown((20, 8.58), 180.0))
    play(battle, Done())
    assert battle.state.active == "british"
    assert MOVED not in target_adds(shot(battle, "load", "target"))


@pytest.mark.rule("p8.react.infantry-mounting-may-be-shot")
def test_whoever_mounts_and_is_shot_at_is_said_to_mount_not_to_turn() -> None:
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(20, 10)),
        unit("lorry", "uk-lorry", "british", at=(21.2, 10)),
        unit("mg", "ge-mg", "german", at=(20, 25), facing=180),
        dice=[1, 10],
    )
    play(battle, Mount("a", "lorry"))
    assert battle.choices[0].prompt == "a is mounting. React?"
    play(battle, ReactFire("mg", 0.0))
    assert told(battle, "reaction")[-1].text == "mg reacts to a as it mounts."
