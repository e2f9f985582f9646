"""Section 10.1.4: streets between built-up areas."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s02_terrain.ground_and_cover import cover_of_place
from sandtable.rulebooks.panzer8.s02_terrain.line_of_sight import sees
from sandtable.rulebooks.panzer8.s10_buildings.streets import hunted_in_cover
from sandtable.rulebooks.panzer8.state.tables import RATES
from tests.panzer8.kit import *

TANK = RATES[SHEETS["uk-cromwell"].move_class]
"""How far the tank goes on every kind of ground."""


def town(
    *units: Placed, west: tuple[str, ...] = (), east: tuple[str, ...] = (), **rest: Any
) -> P8Battle:
    """Two blocks with a street 2 wide between them, from (21, 20) north to (21, 30).

    The open ends of the street are the lines y = 20 and y = 30, but the road goes on.
    """
    terrain = [
        area("bua", box(10, 20, 20, 30), "west", *west),
        area("bua", box(22, 20, 32, 30), "east", *east),
        line("street", (21, 10), (21, 40), width=2.0, name="street"),
    ]
    return situation(*units, terrain=terrain, **rest)


def tank(at: Point, facing: float = 0.0) -> Unit:
    return unit("tank", "uk-cromwell", at=at, facing=facing)


def foe(at: Point, name: str = "foe", **rest: Any) -> Unit:
    return unit(name, "ge-rifle-44", at=at, **rest)


def see(battle: P8Battle, a: str = "tank", b: str = "foe") -> bool:
    seen = sees(battle.state, element(battle, a), element(battle, b))
    assert seen == sees(battle.state, element(battle, b), element(battle, a))
    return seen


@pytest.mark.rule("p8.bua.street-road-movement")
@cases(
    "west, east, ground",
    ((), (), "Road"),
    (("ruined",), (), "Road"),
    (("ruined",), ("ruined",), "Rough"),
)
def test_a_street_is_a_road_unless_both_sides_lie_in_ruins(
    west: tuple[str, ...], east: tuple[str, ...], ground: str
) -> None:
    battle = town(tank((21, 20)), foe((50, 45)), west=west, east=east)
    end = 20 + TANK[ground]
    assert why_not(battle, Move("tank", ((21, end),))) is None
    assert why_not(battle, Move("tank", ((21, end + 0.01),))) == "p8.move.up-to-rate"


@pytest.mark.rule("p8.bua.street-road-movement")
def test_before_the_ruins_the_street_is_a_road_like_any_other() -> None:
    battle = town(tank((21, 15)), foe((50, 45)), west=("ruined",), east=("ruined",))
    # 5 on the road and 2 between the ruins, half a move each.
    assert why_not(battle, Move("tank", ((21, 22),))) is None
    assert why_not(battle, Move("tank", ((21, 22.01),))) == "p8.move.up-to-rate"
    away = town(tank((21, 19), 180), foe((50, 45)), west=("ruined",), east=("ruined",))
    assert why_not(away, Move("tank", ((21, 9.5),))) is None


@pytest.mark.rule("p8.bua.street-no-cover-except-hunted")
def test_a_street_gives_no_cover_but_hunters_find_some() -> None:
    terrain = [
        area("bua", box(10, 20, 20, 30), "west"),
        area("bua", box(22, 20, 32, 30), "east"),
        line("street", (21, 10), (21, 40), width=2.0, name="street"),
        area("orchard", box(15, 10, 27, 40), "orchard"),
    ]
    battle = situation(tank((21, 25)), "other uk-cromwell 21,15", foe((50, 45)), terrain=terrain)
    assert cover_of_place(battle.state, element(battle, "tank")).value == 0
    assert hunted_in_cover(battle.state, element(battle, "tank"))
    assert cover_of_place(battle.state, element(battle, "other")).value == 1
    assert not hunted_in_cover(battle.state, element(battle, "other"))


@pytest.mark.rule("p8.bua.street-no-cover-except-hunted")
@cases("y, rule", (25, None), (15, "p8.hunt.needs-cover"))
def test_a_tank_is_hunted_in_a_street_as_if_in_cover(y: float, rule: str | None) -> None:
    battle = town(foe((21, y - 2.5)), tank((21, y)), side="german", dice=[6, 6])
    assert why_not(battle, Hunt("foe", "tank")) == rule
    if rule is None:
        play(battle, Hunt("foe", "tank"))
        assert modifiers(battle, "hunt")["p8.hunt.mod-target-in-cover"] == 1


@pytest.mark.rule("p8.bua.street-no-los-out")
@cases("depth, seen", (1.0, True), (1.01, False), (3.0, False))
def test_one_sees_out_of_a_street_from_1_inside_its_end(depth: float, seen: bool) -> None:
    half = 0.8
    battle = town(tank((21, 30 - depth - half)), foe((21, 40)))
    assert see(battle) is seen


@pytest.mark.rule("p8.bua.street-no-los-out")
@cases("at", (21, 10), (15, 5))
def test_one_does_not_see_out_at_the_far_end(at: Point) -> None:
    battle = town(tank((21, 29)), foe(at), foe((21, 40), "near"))
    assert not see(battle)
    assert see(battle, "tank", "near")


def narrow_town(*units: Placed, turned: bool) -> P8Battle:
    """A house 2 wide, a street and a block; the street ends at y = 30, or turned at x = 30."""
    corners = [(10, 20, 20, 30), (22, 20, 24, 30)]
    way = ((21, 10), (21, 40))
    if turned:
        corners = [(b, a, d, c) for a, b, c, d in corners]
        way = ((10, 21), (40, 21))
    blocks = [area("bua", box(*corner), f"block-{n}") for n, corner in enumerate(corners)]
    return situation(*units, terrain=[*blocks, line("street", *way, width=2.0)])


@pytest.mark.rule("p8.bua.street-no-los-out")
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("y", "seen"),
    [
        (29.55, False),  # past the corner of the house, but not out of the end of the street
        (30.05, True),  # partly beyond the line of the corners
        (35.0, True),
    ],
)
def test_one_sees_out_only_to_what_lies_beyond_the_end(y: float, seen: bool, turned: bool) -> None:
    def at(x: float, y: float) -> Point:
        return (y, x) if turned else (x, y)

    facing = 90.0 if turned else 0.0
    battle = narrow_town(tank(at(21, 30), facing), foe(at(34, y), facing=facing), turned=turned)
    assert see(battle) is seen


@pytest.mark.rule("p8.bua.street-no-los-out")
def test_along_the_street_and_into_the_houses_beside_it_one_sees() -> None:
    battle = town(
        tank((21, 25)),
        foe((21, 21)),
        foe((15, 25), "west", inside="west"),
        foe((30, 25), "east", inside="east"),
    )
    assert see(battle)
    assert see(battle, "tank", "west")
    assert see(battle, "tank", "east")


@pytest.mark.rule("p8.bua.street-no-los-through")
@cases("y", 19.0, 19.9, 12.0)
def test_nobody_looks_through_the_town_along_a_street(y: float) -> None:
    battle = town(tank((21, y)), foe((21, 35)))
    assert not see(battle)
    inside = town(tank((21, y)), foe((21, 25)), foe((15, 25), "west", inside="west"))
    assert not see(inside)
    assert see(inside, "tank", "west")


@pytest.mark.rule("p8.bua.street-no-los-through")
def test_houses_across_the_street_see_each_other() -> None:
    battle = town("tank uk-rifle-44 15,25 inside west", foe((30, 25), inside="east"))
    assert see(battle)


@pytest.mark.rule("p8.bua.street-road-movement")
def test_a_street_with_houses_on_one_side_only_is_a_plain_road() -> None:
    terrain = [
        area("bua", box(10, 20, 20, 30), "west"),
        line("street", (21, 10), (21, 40), width=2.0, name="street"),
    ]
    battle = situation(tank((21, 18)), foe((21, 35)), terrain=terrain)
    assert battle.state.setting.streets == {}
    assert see(battle)
    assert why_not(battle, Move("tank", ((21, 18 + TANK["Road"]),))) is None


@pytest.mark.rule("p8.bua.street-road-movement")
def test_a_bent_street_is_laid_as_several() -> None:
    battle = town(tank((21, 18)), foe((50, 45)))
    assert why_not(battle, Move("tank", ((21, 19),))) is None
    with pytest.raises(ScenarioError, match="straight"):
        situation(
            tank((5, 5)), foe((50, 45)), terrain="street from 10,10 to 20,10 to 20,20 wide 2.0"
        )
