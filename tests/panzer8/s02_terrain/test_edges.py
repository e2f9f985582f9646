"""Sections 2 and 5.3: what happens on the very edge of ground."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *

ZERO = "p8.terrain.zero-rate-is-impassable"

WOOD, RIVER = (area(kind, box(0, 20, 40, 26)) for kind in ("wood", "river"))


@pytest.mark.rule(ZERO, "p8.geo.in-terrain-by-centre")
@pytest.mark.parametrize("ground", [WOOD, RIVER])
def test_nobody_stops_on_the_edge_of_ground_that_it_may_not_enter(ground: Terrain) -> None:
    battle = situation(
        "lorry ge-lorry 20,17; load ge-rifle-44 in lorry; far uk-rifle-44 55,44", terrain=[ground]
    )
    assert why_not(battle, Move("lorry", ((20, 19.99),))) is None
    assert why_not(battle, Move("lorry", ((20, 20.0),))) == ZERO


@pytest.mark.rule(ZERO, "p8.fallback.voluntary-distance")
def test_nor_does_anybody_fall_back_on_to_it() -> None:
    battle = situation("a ge-rifle-44 20,19; e uk-rifle-44 20,4", terrain=[RIVER], homes=HOMES)
    assert why_not(battle, FallBack("a", "home", 0.99)) is None
    assert why_not(battle, FallBack("a", "home", 1.0)) == ZERO


@pytest.mark.rule("p8.fallback.blocked", "p8.geo.in-terrain-by-centre")
def test_a_lorry_driven_back_to_a_wood_is_not_in_it() -> None:
    battle = situation(
        "mg uk-mg 20,5; lorry ge-lorry 20,19 S; load ge-rifle-44 in lorry",
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
    battle = situation("mg uk-mg 20,5; a ge-rifle-44 20,20 S", terrain=[WOOD])
    assert target_adds(shot(battle, "mg", "a"))["p8.fire.mod-soft-cover"] == 1
