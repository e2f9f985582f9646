"""Section 2.1: what the ground is for movement."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.panzer8.s02_terrain.ground_and_cover import rate
from sandtable.rulebooks.panzer8.s02_terrain.line_of_sight import sees
from sandtable.rulebooks.panzer8.state.battlefield import AREAS, CRESTED
from tests.panzer8.kit import *

BY_CLASS = {
    "Cmd": "uk-cmd",
    "Mech": "ge-tractor",
    "Inf": "uk-rifle-40",
    "Fast": "ge-pz2",
    "Slow": "uk-matilda2",
    "WhX": "ge-222",
    "Wh": "ge-lorry",
    "HD": "ge-wagon",
    "CSW": "uk-mg",
}

#                          Cmd Mech Inf Fast Slow WhX Wh HD CSW
BOOK = {
    "road": ("Road", (8, 8, 4, 10, 4, 10, 10, 4, 1)),
    "bridge": ("Road", (8, 8, 4, 10, 4, 10, 10, 4, 1)),
    "steppe": ("Flat", (8, 8, 4, 10, 4, 8, 8, 4, 1)),
    "desert": ("Flat", (8, 8, 4, 10, 4, 8, 8, 4, 1)),
    "dirt-road": ("Flat", (8, 8, 4, 10, 4, 8, 8, 4, 1)),
    "field": ("Open", (8, 8, 4, 10, 4, 8, 4, 4, 1)),
    "ford": ("Open", (8, 8, 4, 10, 4, 8, 4, 4, 1)),
    "high-crops": ("Open", (8, 8, 4, 10, 4, 8, 4, 4, 1)),
    "rough": ("Rough", (8, 4, 4, 4, 4, 4, 2, 2, 1)),
    "orchard": ("Rough", (8, 4, 4, 4, 4, 4, 2, 2, 1)),
    "oasis": ("Rough", (8, 4, 4, 4, 4, 4, 2, 2, 1)),
    "riverbed": ("Rough", (8, 4, 4, 4, 4, 4, 2, 2, 1)),
    "beach": ("Rough", (8, 4, 4, 4, 4, 4, 2, 2, 1)),
    "hill": ("Rough", (8, 4, 4, 4, 4, 4, 2, 2, 1)),
    "wood": ("Difficult", (8, 4, 4, 4, 4, 4, 0, 0, 1)),
    "marsh": ("Difficult", (8, 4, 4, 4, 4, 4, 0, 0, 1)),
    "steep-hill": ("Difficult", (8, 4, 4, 4, 4, 4, 0, 0, 1)),
    "forest": ("Extreme", (0, 0, 2, 0, 0, 0, 0, 0, 0)),
    "jungle": ("Extreme", (0, 0, 2, 0, 0, 0, 0, 0, 0)),
    "swamp": ("Extreme", (0, 0, 2, 0, 0, 0, 0, 0, 0)),
    "river": ("impassable", (0, 0, 0, 0, 0, 0, 0, 0, 0)),
    "sea": ("impassable", (0, 0, 0, 0, 0, 0, 0, 0, 0)),
}


def rate_on(*terrain: Terrain, sheet: str, ground: str | None = None) -> int:
    """The rate at (20, 20) of a table with these features."""
    battle = situation("far uk-rifle-40 55,45", terrain=terrain, ground=ground)
    setting = battle.state.setting
    return rate(setting, SHEETS[sheet], setting.ground.areas_at((20, 20)))


@pytest.mark.rule("p8.geo.in-terrain-by-centre")
@pytest.mark.parametrize("kind", BOOK)
def test_every_kind_of_ground_has_the_rates_of_its_type(kind: str) -> None:
    move, rates = BOOK[kind]
    assert AREAS[kind].move == move
    found = [rate_on(area(kind, box(10, 10, 30, 30)), sheet=sheet) for sheet in BY_CLASS.values()]
    assert found == list(rates)


@pytest.mark.rule("p8.terrain.move-types")
def test_every_kind_of_area_is_of_one_of_the_types() -> None:
    battle = situation("rifles uk-rifle-40 10,10")
    assert battle.state.setting.open_ground == "Open"
    named = {kind for kind in AREAS if not kind.startswith(CRESTED)}
    built = {"bua", "street", "ruined-street", "town", "fortification", "pillbox", "bunker"}
    assert named == {*BOOK, "track", "shell-holes", *built}


@pytest.mark.rule("p8.terrain.move-types")
@cases("ground, wheeled", (None, 4), ("open", 4), ("steppe", 8), ("desert", 8))
def test_a_spot_without_a_feature_is_open_or_flat_on_a_steppe_table(
    ground: str | None, wheeled: int
) -> None:
    assert rate_on(sheet="ge-lorry", ground=ground) == wheeled


@pytest.mark.rule("p8.terrain.move-types")
def test_shell_holes_leave_the_ground_what_it_is() -> None:
    holes = area("shell-holes", box(10, 10, 30, 30))
    assert rate_on(holes, sheet="ge-lorry") == 4
    assert rate_on(holes, sheet="ge-lorry", ground="steppe") == 8


@pytest.mark.rule("p8.geo.in-terrain-by-centre")
def test_where_features_overlap_the_slowest_sets_the_rate() -> None:
    features = [area("hill", box(10, 10, 30, 30)), area("wood", box(15, 15, 25, 25))]
    assert rate_on(*features, sheet="ge-lorry") == 0
    assert rate_on(features[0], sheet="ge-lorry") == 2


@pytest.mark.rule("p8.geo.in-terrain-by-centre")
def test_a_road_through_a_wood_sets_the_rate_alone() -> None:
    features = [
        area("wood", box(10, 10, 30, 30)),
        line("road", (20, 0), (20, 40), width=1.0),
    ]
    assert rate_on(*features, sheet="ge-lorry") == 10


@pytest.mark.rule("p8.terrain.flat-is-steppe-and-dirt-road")
def test_a_dirt_road_is_flat_and_a_metalled_road_or_bridge_is_road() -> None:
    dirt, metalled = (line(kind, (20, 0), (20, 40), width=1.0) for kind in ("dirt-road", "road"))
    assert rate_on(dirt, sheet="ge-222") == 8
    assert rate_on(metalled, sheet="ge-222") == 10
    assert rate_on(dirt, metalled, sheet="ge-222") == 10


@pytest.mark.rule("p8.terrain.ford-is-open", "p8.terrain.rivers-and-sea-impassable")
def test_a_ford_or_bridge_leads_across_a_river_that_nobody_may_enter() -> None:
    river = area("river", box(10, 18, 30, 22))
    ford = area("ford", box(18, 18, 22, 22))
    bridge = line("bridge", (20, 16), (20, 24), width=1.0)
    for sheet in BY_CLASS.values():
        assert rate_on(river, sheet=sheet) == 0
    assert rate_on(river, ford, sheet="ge-lorry") == 4
    assert rate_on(river, bridge, sheet="ge-lorry") == 10


@pytest.mark.rule("p8.terrain.rivers-and-sea-impassable")
def test_nobody_moves_into_a_river() -> None:
    battle = situation(
        "rifles uk-rifle-40 20,16; enemy ge-rifle-40 50,40", terrain="river 0,18 to 60,21"
    )
    assert why_not(battle, Move("rifles", ((20, 19),))) is not None
    assert battle.allows(Move("rifles", ((20, 17.5),)))


@pytest.mark.rule("p8.terrain.zero-rate-is-impassable")
def test_an_element_is_not_set_up_where_its_rate_is_0() -> None:
    battle = situation(
        unit("lorry", "ge-lorry", zone="zone"),
        unit("wagon", "ge-wagon", zone="zone"),
        "enemy uk-rifle-40 50,40",
        zones=[Zone(id="zone", outline=box(0, 0, 60, 12))],
        terrain="wood 10,0 to 30,12",
        phase=None,
    )
    for name in ("lorry", "wagon"):
        assert why_not(battle, Deploy(name, (20, 6))) == "p8.terrain.zero-rate-is-impassable"
        assert battle.allows(Deploy(name, (40, 6)))
    with pytest.raises(ScenarioError, match="may not stand in wood"):
        situation("lorry ge-lorry 20,6", terrain="wood 10,0 to 30,12")


@pytest.mark.rule("p8.terrain.zero-rate-is-impassable")
def test_an_element_does_not_move_into_ground_where_its_rate_is_0() -> None:
    battle = situation(
        "lorry uk-quad 20,6; tank uk-matilda2 24,6; rifles uk-rifle-40 28,8.5",
        "enemy ge-rifle-40 50,40",
        terrain="swamp 0,9 to 60,20",
    )
    assert why_not(battle, Move("tank", ((24, 9.5),))) == "p8.terrain.zero-rate-is-impassable"
    assert battle.allows(Move("rifles", ((28, 9.4),)))


@pytest.mark.rule("p8.terrain.fences-ignored")
def test_a_fence_hides_nothing_covers_nothing_and_costs_nothing() -> None:
    battle = situation(
        "rifles uk-rifle-40 20,8; near ge-rifle-40 20,10.4 S; far ge-rifle-40 24,14 S",
        terrain="fence from 0,10 to 60,10",
    )
    assert battle.state.setting.ground.lines == ()
    assert shot(battle, "rifles", "near").cover.value == 0
    assert barred(battle, "rifles", "far") is None
    assert sees(battle.state, element(battle, "rifles"), element(battle, "far"))
    assert battle.allows(Move("rifles", ((17, 10.6),)))


@pytest.mark.rule("p8.sheet.extra-flags")
def test_bicycles_have_the_mech_rate_on_roads_and_flat_ground_and_that_of_infantry_elsewhere() -> (
    None
):
    road = line("road", (20, 0), (20, 40), width=1.0)
    assert rate_on(road, sheet="ge-bicycle-40") == 8
    assert rate_on(sheet="ge-bicycle-40", ground="steppe") == 8
    assert rate_on(sheet="ge-bicycle-40") == 4
    assert rate_on(area("forest", box(10, 10, 30, 30)), sheet="ge-bicycle-40") == 2


def test_an_unknown_kind_of_terrain_is_refused_with_a_hint() -> None:
    with pytest.raises(ScenarioError, match="wood"):
        situation("rifles uk-rifle-40 10,10", terrain="woods 1,1 to 5,5")


ZERO = "p8.terrain.zero-rate-is-impassable"

WOOD, RIVER = (area(kind, box(0, 20, 40, 26)) for kind in ("wood", "river"))


@pytest.mark.rule(ZERO, "p8.geo.in-terrain-by-centre")
@cases("ground", WOOD, RIVER)
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
