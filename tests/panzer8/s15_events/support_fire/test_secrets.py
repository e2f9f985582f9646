"""Section 12 and 15.4: support fire and hidden elements; battles with support fire to their end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.players import run_battle, seat_players
from tests.panzer8.kit import *
from tests.panzer8.kit.batteries import FOO, MEDIUM, mission, under_fire
from tests.panzer8.kit.hiding import counter_at

HIT = "p8.hidden.support-fire-can-hit"
SEEN = unit("seen", "ge-rifle-40", at=(50, 40))
NOTED = (NotedTarget(side="british", support="fire", at=(30, 36)),)


def lurker(name: str = "lurker", sheet: str = "ge-rifle-40", **facts: Any) -> Unit:
    return unit(name, sheet, "german", at=facts.pop("at", (30, 36)), hidden=True, **facts)


def hidden_mission(*hidden: Placed, dice: tuple[int, ...] = (), **rest: Any) -> P8Battle:
    """British batteries have noted a point at which something may be hidden."""
    return mission(
        MEDIUM,
        FOO,
        SEEN,
        *hidden,
        dice=dice,
        options={"hidden_placement": True},
        hides={"german": 1.0},
        planned=NOTED,
        **rest,
    )


def known_to_the_british(battle: P8Battle) -> list[str]:
    return [event.text for event in battle.view("british").events]


# -- hidden targets -------------------------------------------------------------------------------


@pytest.mark.rule(HIT)
def test_whoever_is_under_a_counter_in_the_zone_is_attacked_in_secret() -> None:
    battle = hidden_mission(lurker(), dice=(6, 6))
    battle.play(CallFire(at=(30, 36)))
    assert under_fire(battle) == ["lurker"]
    assert element(battle, "lurker").suppressed
    assert element(battle, "lurker").under is not None  # not revealed
    assert not any("lurker" in text for text in known_to_the_british(battle))
    assert any("lurker" in event.text for event in battle.view("german").events)
    assert b"lurker" not in battle.view("british").to_json()


@pytest.mark.rule(HIT)
def test_only_its_removal_is_public() -> None:
    battle = hidden_mission(lurker(), dice=(9, 1))
    battle.play(CallFire(at=(30, 36)))
    assert is_out(battle, "lurker")
    assert [text for text in known_to_the_british(battle) if "lurker" in text] == [
        "lurker is out of action."
    ]
    assert not battle.state.counters


@pytest.mark.rule(HIT)
def test_dummies_are_unaffected_and_need_no_dice() -> None:
    battle = hidden_mission(lurker(at=(10, 40)), dummies={"german": [(30, 36)]}, dice=(6,))
    battle.play(CallFire(at=(30, 36)))
    assert under_fire(battle) == []
    assert len(battle.state.counters) == 2


@pytest.mark.rule(HIT)
@cases("x, hit", (32.49, True), (32.5, False))
def test_the_zone_must_overlap_the_counter(x: float, hit: bool) -> None:
    battle = hidden_mission(lurker(at=(x, 36)), dice=(6, 10))
    battle.play(CallFire(at=(30, 36)))
    assert (under_fire(battle) == ["lurker"]) == hit


@pytest.mark.rule(HIT)
def test_whoever_hides_in_a_built_up_area_is_hit_with_all_of_it() -> None:
    battle = hidden_mission(lurker(at=(34, 36)), terrain="bua 31.8,34 to 35.8,38", dice=(6, 10))
    battle.play(CallFire(at=(30, 36)))
    assert under_fire(battle) == ["lurker"]


@pytest.mark.rule(HIT)
def test_a_counter_may_be_the_aiming_point_if_it_is_seen() -> None:
    battle = hidden_mission(lurker(at=(20, 30)), dice=(6, 10))
    name = counter_at(battle, (20, 30)).id
    assert why_not(battle, CallFire(name, "foo")) is None
    assert why_not(battle, CallFire("lurker", "foo")) == "p8.support.foo-los"
    battle.play(CallFire(name, "foo"))
    assert battle.state.barrages[0].at == (20, 30)
    assert under_fire(battle) == ["lurker"]


@pytest.mark.rule(HIT)
def test_passengers_who_get_off_a_hidden_lorry_stay_hidden() -> None:
    battle = hidden_mission(
        lurker("lorry", "ge-truck"),
        lurker("load", at=(0, 0), carried_by="lorry"),
        dice=(4, 5),
    )
    battle.play(CallFire(at=(30, 36)))
    assert element(battle, "lorry").suppressed
    assert element(battle, "load").suppressed
    assert element(battle, "load").under == element(battle, "lorry").under
    assert asked(battle) == "action"


@pytest.mark.rule(HIT)
@cases("defence", 6, 8)  # suppressed, or a fall back that suppresses
def test_riders_on_a_hidden_tank_are_hit_and_stay_hidden(defence: int) -> None:
    battle = hidden_mission(
        lurker("tank", "ge-panther"),
        lurker("riders", at=(0, 0), carried_by="tank"),
        dice=(6, defence),
    )
    battle.play(CallFire(at=(30, 36)))
    assert under_fire(battle) == ["riders", "tank"]
    assert element(battle, "riders").suppressed
    assert element(battle, "riders").under == element(battle, "tank").under
    assert asked(battle) == "action"


@pytest.mark.rule("p8.support.foo-los")
def test_a_hidden_observer_directs_fire_without_being_revealed() -> None:
    battle = mission(
        MEDIUM,
        "own ge-rifle-40 50,40; spotter ge-foo 30,36 hidden; target uk-rifle-40 30,20",
        options={"hidden_placement": True},
        hides={"german": 1.0},
        dice=(6, 9),
    )
    battle.play(CallFire("target", "spotter"))
    assert under_fire(battle) == ["target"]
    assert element(battle, "spotter").under is not None
    assert not any("spotter" in event.text for event in battle.view("british").events)
    assert any("somebody out of sight" in text for text in known_to_the_british(battle))


# -- whole battles --------------------------------------------------------------------------------


def with_batteries(name: str, turns: int = 5) -> Scenario:
    """A scenario of the shelf with event cards, support fire and smoke."""
    options = {"event_cards": True, "support_fire": True, "smoke": True}
    return msgspec.structs.replace(load_scenario(name), options=options, turns=turns)


@pytest.mark.slow
def test_random_players_finish_battles_with_support_fire() -> None:
    shelled = 0
    for seed in range(4):
        name = ("saint-aubin", "saint-barthelemy")[seed % 2]
        battle = Battle.start(with_batteries(name), dice=SeededDice(f"fire-{seed}"))
        run_battle(battle, seat_players(battle, ["random", "random"], seed))
        shelled += len(told(battle, "shelling"))
    assert shelled > 0


@pytest.mark.slow
def test_a_greedy_player_finishes_one_too() -> None:
    battle = Battle.start(with_batteries("saint-aubin", turns=2), dice=SeededDice("greedy fire"))
    run_battle(battle, seat_players(battle, ["greedy", "greedy"], 1))
    assert battle.outcome is not None
