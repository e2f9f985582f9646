"""What happens on the very edge: of ground that one may not enter, and of other ground."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.panzer8.s05_actions.fall_back.by_choice import FallBack
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import Retire
from sandtable.rulebooks.panzer8.state.orders import Fire, Move
from sandtable.scenario import Terrain
from tests.panzer8.crossings import HOMES
from tests.panzer8.situations import (
    area,
    box,
    element,
    load,
    play,
    shot,
    situation,
    target_adds,
    unit,
    why_not,
)

ZERO = "p8.terrain.zero-rate-is-impassable"
WOOD, RIVER = (area(kind, box(0, 20, 40, 26)) for kind in ("wood", "river"))


@pytest.mark.rule(ZERO, "p8.geo.in-terrain-by-centre")
@pytest.mark.parametrize("ground", [WOOD, RIVER])
def test_nobody_stops_on_the_edge_of_ground_that_it_may_not_enter(ground: Terrain) -> None:
    battle = situation(
        unit("lorry", "ge-lorry", "german", at=(20, 17)),
        load("lorry", "german"),
        unit("far", "uk-rifle-44", "british", at=(55, 44)),
        terrain=[ground],
    )
    assert why_not(battle, Move("lorry", ((20, 19.99),))) is None
    assert why_not(battle, Move("lorry", ((20, 20.0),))) == ZERO


@pytest.mark.rule(ZERO, "p8.fallback.voluntary-distance")
def test_nor_does_anybody_fall_back_on_to_it() -> None:
    battle = situation(
        unit("a", "ge-rifle-44", "german", at=(20, 19)),
        unit("e", "uk-rifle-44", "british", at=(20, 4)),
        terrain=[RIVER],
        homes=HOMES,
    )
    assert why_not(battle, FallBack("a", "home", 0.99)) is None
    assert why_not(battle, FallBack("a", "home", 1.0)) == ZERO


@pytest.mark.rule("p8.fallback.blocked", "p8.geo.in-terrain-by-centre")
def test_a_lorry_driven_back_to_a_wood_is_not_in_it() -> None:
    battle = situation(
        unit("mg", "uk-mg", "british", at=(20, 5)),
        unit("lorry", "ge-lorry", "german", at=(20, 19), facing=180),
        load("lorry", "german"),
        terrain=[WOOD],
        homes=HOMES,
        dice=[3, 5],
    )
    play(battle, Fire("mg", "lorry"), Retire("home"))  # 9 against 8
    assert element(battle, "lorry").y == pytest.approx(20.0, abs=0.002)
    assert element(battle, "lorry").y < 20.0
    assert "p8.fire.mod-soft-cover" not in target_adds(shot(battle, "mg", "lorry"))


@pytest.mark.rule("p8.geo.in-terrain-by-centre")
def test_infantry_on_the_edge_of_a_wood_is_in_it() -> None:
    battle = situation(
        unit("mg", "uk-mg", "british", at=(20, 5)),
        unit("a", "ge-rifle-44", "german", at=(20, 20), facing=180),
        terrain=[WOOD],
    )
    assert target_adds(shot(battle, "mg", "a"))["p8.fire.mod-soft-cover"] == 1
