"""Cases in which it matters of which nation a side is."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.panzer8.s14_smoke.laying import pool
from sandtable.rulebooks.panzer8.s15_events.cards import colour_of
from sandtable.rulebooks.panzer8.s15_events.support_fire.beaten_zones import MEDIUM, level_of
from tests.panzer8.situations import situation, unit


@pytest.mark.rule("p8.card.colours", "p8.smoke.pool-halved", "p8.support.levels")
def test_a_side_without_a_nation_is_of_that_of_most_of_its_units() -> None:
    battle = situation(
        unit("a", "su-rifle", "north", at=(10, 40), facing=180),
        unit("b", "su-rifle", "north", at=(20, 40), facing=180),
        unit("c", "uk-rifle-40", "north", at=(30, 40), facing=180),
        unit("d", "ge-rifle-40", "south", at=(10, 5)),
        date="1941-06-22",
        options={"smoke": True, "event_cards": True, "support_fire": True},
    )
    setting = battle.state.setting
    assert (colour_of(setting, "north"), colour_of(setting, "south")) == ("red", "black")
    assert (pool(battle.state, "north"), pool(battle.state, "south")) == (1, 1)
    assert level_of(setting, "north", MEDIUM).size == 5.0
    assert level_of(setting, "south", MEDIUM).size == 4.0
