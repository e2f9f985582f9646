"""Cases of scenarios that leave to the book where the sides set up."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.panzer8.s03_turn.setting_up import Deploy
from tests.panzer8.situations import P8Battle, play, seats, situation, unit, why_not

BY_SCENARIO = "p8.turn.setup-by-scenario"


def left_open(**rest: object) -> P8Battle:
    """A British section and a German one in a lorry; nobody says where they begin."""
    return situation(
        unit("a", "uk-rifle-44", "british"),
        unit("lorry", "ge-lorry", "german"),
        unit("load", "ge-rifle-44", "german", carried_by="lorry"),
        phase=None,
        **rest,  # type: ignore[arg-type]
    )


@pytest.mark.rule(BY_SCENARIO, "p8.turn.setup-sequence")
def test_without_zones_the_sides_set_up_within_12_of_their_edges_the_second_player_first() -> None:
    battle = left_open()
    assert seats(battle) == ("german",)
    assert why_not(battle, Deploy("lorry", (20, 35.9), 180.0)) == BY_SCENARIO
    play(battle, Deploy("lorry", (20, 36), 180.0))
    assert seats(battle) == ("british",)
    assert why_not(battle, Deploy("a", (20, 12.1))) == BY_SCENARIO
    play(battle, Deploy("a", (60, 12)))
    assert battle.state.phase == "action"


@pytest.mark.rule(BY_SCENARIO)
def test_the_zones_lie_along_the_home_edges_that_the_scenario_names() -> None:
    roles = {"british": "defender", "german": "attacker"}
    battle = left_open(homes={"british": "west", "german": "east"}, roles=roles)
    assert seats(battle) == ("british",)
    assert why_not(battle, Deploy("a", (12, 40), 90.0)) is None
    assert why_not(battle, Deploy("a", (12.1, 40), 90.0)) == BY_SCENARIO


@pytest.mark.rule(BY_SCENARIO)
def test_on_a_small_table_the_zones_meet_in_the_middle_at_most() -> None:
    battle = left_open(table=(30, 20))
    assert why_not(battle, Deploy("lorry", (20, 10), 180.0)) is None
    assert why_not(battle, Deploy("lorry", (20, 9.9), 180.0)) == BY_SCENARIO
