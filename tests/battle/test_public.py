"""What everybody may know: nobody learns from it what any player does not know."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from sandtable.battle import Amend, Announce, Battle
from sandtable.battle.public import _agreed
from sandtable.dice import SeededDice
from sandtable.draw import Options, draw_layers, roll_call, scene_of_battle
from sandtable.scenario import Scenario, Seat, load_scenario
from tests.journal.kit import go_on, raid
from tests.panzer8.kit.hiding import copses

LAID = ("ge-pak40", None, "ge-mg", None, "ge-rifle-44", "ge-mortar-81")
OTHERWISE = (None, "ge-mortar-81", None, "ge-rifle-44", "ge-mg", "ge-pak40")


def test_it_says_where_the_battle_stands() -> None:
    battle = raid(5)
    view = battle.public_view()
    assert (view.number, view.turn, view.turns) == (5, battle.state.turn, battle.scenario.turns)
    assert view.waiting == battle.view("alice").waiting
    assert view.outcome is None
    ended = go_on(raid(0), 500)
    assert ended.public_view().outcome == ended.outcome
    assert ended.public_view().waiting == ()


def test_only_what_is_no_secret_is_told() -> None:
    battle = raid(2, referee=True)
    battle.rule(Amend(piece="e3", set={"x": 5.0}))
    battle.rule(Announce(text="For bob.", seats=("bob",)))
    battle.rule(Announce(text="For all."))
    view = battle.public_view()
    assert view.events == battle.public_events
    for seat in battle.seats:
        assert set(map(str, view.events)) <= set(map(str, battle.view(seat).events))
    assert view.events[-1].text == "For all."
    assert b"For bob" not in view.to_json()
    assert b"e3" not in view.to_json()


def onlookers_see(battle: Battle[Any]) -> tuple[Any, ...]:
    scene = scene_of_battle(battle)
    return battle.public_view().to_json(), roll_call(scene), draw_layers(scene, Options())


def played(scenario: Scenario, steps: int) -> Battle[Any]:
    """A battle in which the side that hides nothing is the only one to act."""
    battle = Battle.start(scenario, dice=SeededDice(3))
    chance = random.Random(3)
    for _ in range(steps):
        if battle.choices[0].seats != ("british",):
            break
        view = battle.view("british")
        battle.play(view.pick(view.choices[0], chance), "british")
    return battle


@pytest.mark.parametrize("steps", [0, 1])
def test_onlookers_cannot_tell_what_lies_under_counters(steps: int) -> None:
    one, two = (played(copses(under), steps) for under in (LAID, OTHERWISE))
    assert one.number == two.number
    assert one.state.to_json() != two.state.to_json()
    assert onlookers_see(one) == onlookers_see(two)


def shared_side() -> Battle[Any]:
    seats = tuple(
        Seat(id=name, side=side)
        for name, side in (("ann", "british"), ("ben", "british"), ("cay", "german"))
    )
    return Battle.start(msgspec.structs.replace(load_scenario("saint-aubin"), seats=seats))


@pytest.mark.parametrize(
    ("waiting", "agreed"),
    [
        ([("ann",), ("ann",), ("ann",)], ("ann",)),
        ([("ann",), ("ann",), ("ann", "ben")], ("ann", "ben")),
        ([("ann", "ben")] * 3, ("ann", "ben")),
        ([("cay",), ("cay",), ()], ()),
        ([("ann",), ("ann",), ("cay",)], ()),
        ([(), (), ()], ()),
    ],
)
def test_what_players_know_differently_is_told_as_the_least_of_them_knows_it(
    waiting: list[tuple[str, ...]], agreed: tuple[str, ...]
) -> None:
    assert _agreed(shared_side(), waiting) == agreed


def test_a_drawing_for_everybody_says_who_is_to_decide() -> None:
    battle = Battle.start(load_scenario("saint-aubin"))
    assert scene_of_battle(battle).status == "Turn 1 of 10 · British to decide"
