"""Sections 2.3 and 10.1: church towers and the like, and who is up in them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s02_terrain.line_of_sight import is_elevated, sees
from tests.panzer8.kit import *

CHURCH = area("bua", box(20, 20, 24, 24), "church", "elevated")
PLAIN = area("bua", box(20, 20, 24, 24), "church")
MIDDLE = (22.0, 22.0)


def section(aloft: bool = False, **rest: Any) -> Unit:
    where: dict[str, Any] = {"at": MIDDLE, "inside": "church", "aloft": aloft, **rest}
    return unit("firer", "uk-rifle-44", **where)


def foe(y: float = 30, **rest: Any) -> Unit:
    return unit("target", "ge-rifle-44", at=(22, y), **{"facing": 180, **rest})


def at_church(*units: Placed, terrain: tuple[Terrain, ...] = (), **rest: Any) -> P8Battle:
    return situation(*units, terrain=[rest.pop("church", CHURCH), *terrain], **rest)


def see(battle: P8Battle) -> bool:
    return sees(battle.state, element(battle, "firer"), element(battle, "target"))


@pytest.mark.rule("p8.bua.high-buildings-elevated", "p8.los.elevated-defined-before-game")
@cases("aloft", True, False)
def test_only_who_is_up_in_a_high_building_is_elevated(aloft: bool) -> None:
    battle = at_church(section(aloft), foe())
    assert battle.state.setting.buas["church"].elevated
    assert is_elevated(battle.state, element(battle, "firer")) is aloft


@pytest.mark.rule("p8.los.elevated-in-building-declared")
@cases("aloft", None, True, False)
def test_whoever_enters_says_whether_it_goes_up_and_otherwise_does_not(aloft: bool | None) -> None:
    battle = at_church(section(at=(22, 18.5), inside=None), foe(46, facing=0))
    play(battle, Move("firer", (MIDDLE,), aloft=aloft))
    inside = element(battle, "firer")
    assert (inside.inside, inside.aloft) == ("church", bool(aloft))


@pytest.mark.rule("p8.los.elevated-in-building-declared")
def test_nobody_goes_up_where_there_is_no_high_part() -> None:
    rule = "p8.los.elevated-in-building-declared"
    battle = at_church(section(at=(22, 18.5), inside=None), foe(46, facing=0), church=PLAIN)
    assert refused(battle, Move("firer", (MIDDLE,), aloft=True)).rule == rule
    assert refused(battle, Move("firer", ((22, 17),), aloft=True)).rule == rule


@pytest.mark.rule("p8.los.changing-elevation-is-movement")
@cases("aloft", True, False)
def test_going_up_or_down_takes_the_move(aloft: bool) -> None:
    battle = at_church(section(not aloft), foe(46, facing=0))
    play(battle, Move("firer", (), aloft=aloft))
    moved = element(battle, "firer")
    assert (moved.aloft, moved.acted, moved.moved, moved.inside) == (aloft, True, True, "church")
    assert last(battle, "occupy").data["aloft"] is aloft


@pytest.mark.rule("p8.los.changing-elevation-is-movement")
def test_it_covers_no_other_distance() -> None:
    battle = at_church(section(), foe(46, facing=0))
    assert why_not(battle, Move("firer", ((22, 25),), aloft=True)) is not None
    play(battle, Move("firer", (), aloft=True))
    assert last(battle, "occupy").rules == ("p8.los.changing-elevation-is-movement",)


@pytest.mark.rule("p8.los.changing-elevation-is-movement")
def test_enemies_that_see_the_building_may_react() -> None:
    battle = at_church(section(), foe(), dice=[5, 5])
    play(battle, Move("firer", (), aloft=True))
    assert asked(battle) == "reaction"
    assert battle.choices[0].prompt == "firer is going up. React?"
    play(battle, ReactFire("target", 0.0))
    no_reaction(battle)
    assert element(battle, "firer").aloft
    assert last(battle, "occupy").rules == ("p8.los.changing-elevation-is-movement",)


@pytest.mark.rule("p8.los.elevated-ignores-crops-hedges-walls")
@cases(
    "feature, over",
    (line("hedge", (0, 27), (60, 27)), True),
    (line("wall", (0, 27), (60, 27)), True),
    (area("high-crops", box(0, 26, 60, 28)), True),
    (area("wood", box(0, 26, 60, 28)), False),
    (area("bua", box(0, 26, 60, 28), "row"), False),
    (line("crest", (0, 27), (60, 27)), False),
)
def test_from_up_there_one_looks_over_crops_hedges_and_walls(feature: Terrain, over: bool) -> None:
    assert not see(at_church(section(), foe(), terrain=(feature,)))
    high = at_church(section(aloft=True), foe(), terrain=(feature,))
    assert see(high) is over
    if over:
        assert target_adds(shot(high)).keys() == {"p8.fire.attack-roll"}


@pytest.mark.rule("p8.fire.over-friends-elevated-or-mortar")
@cases("aloft, rule", (True, None), (False, "p8.fire.sa-needs-base-wide-path"))
def test_from_up_there_one_shoots_over_friends(aloft: bool, rule: str | None) -> None:
    friend = unit("friend", "uk-rifle-44", at=(22, 26))
    battle = at_church(section(aloft), friend, foe())
    assert barred(battle) == rule


@pytest.mark.rule("p8.los.changing-elevation-is-movement")
def test_one_comes_down_by_leaving() -> None:
    battle = at_church(section(aloft=True), foe(46, facing=0))
    assert why_not(battle, MoveAndFire("firer", ())) == "p8.move.up-to-rate"
    play(battle, Move("firer", ((22, 25),)))
    assert (element(battle, "firer").aloft, element(battle, "firer").inside) == (False, None)
    assert not is_elevated(battle.state, element(battle, "firer"))
