"""Section 10.1.2: seeing, shooting and taking cover in built-up areas; fortifications (2.2)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s02_terrain.ground_and_cover import cover_of_place
from sandtable.rulebooks.panzer8.s02_terrain.line_of_sight import sees
from sandtable.rulebooks.panzer8.s05_actions.move.rates import is_to_front
from tests.panzer8.kit import *

MIDDLE = (22.0, 22.0)


def farm(*tags: str) -> Terrain:
    return area("bua", box(20, 20, 24, 24), "farm", *tags)


def inside(name: str = "firer", sheet: str = "uk-rifle-44", **rest: Any) -> Unit:
    return unit(name, sheet, "british", at=MIDDLE, inside="farm", **rest)


def foe(
    name: str = "target", at: Point = (22, 30), sheet: str = "ge-rifle-44", **rest: Any
) -> Unit:
    return unit(name, sheet, "german", at=at, **{"facing": 180, **rest})


def around(*units: Placed, terrain: Any = (), tags: tuple[str, ...] = (), **rest: Any) -> P8Battle:
    return situation(*units, terrain=[farm(*tags), *terrain], **rest)


def see(battle: P8Battle, a: str = "firer", b: str = "target") -> bool:
    return sees(battle.state, element(battle, a), element(battle, b))


# -- cover ----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.bua.cover-type", "p8.cover.hard", "p8.cover.soft-always")
@cases(
    "tags, cover",
    ((), 2),
    (("stone",), 2),
    (("wooden",), 1),
    (("ruined",), 2),
    (("wooden", "ruined"), 2),
)
@cases("indirect", False, True)
def test_wooden_buildings_are_soft_cover_stone_and_ruins_hard(
    tags: tuple[str, ...], cover: int, indirect: bool
) -> None:
    battle = around(inside(), foe(), tags=tags)
    found = cover_of_place(battle.state, element(battle, "firer"), indirect=indirect)
    assert found.value == cover


@pytest.mark.rule("p8.bua.cover-type")
def test_the_target_of_a_shot_adds_the_cover_of_its_building() -> None:
    battle = around(inside("hidden"), foe("gun", sheet="ge-mg"), side="german")
    assert target_adds(shot(battle, "gun", "hidden"))["p8.fire.mod-hard-cover-hull-down-smoke"] == 2


@pytest.mark.rule("p8.bua.cover-type")
def test_the_wall_of_a_building_is_no_cover_for_whoever_stands_outside() -> None:
    battle = around(inside(), "outside uk-rifle-44 22,24", foe())
    assert cover_of_place(battle.state, element(battle, "firer")).value == 2
    assert cover_of_place(battle.state, element(battle, "outside")).value == 0


# -- measuring and sight --------------------------------------------------------------------------


@pytest.mark.rule("p8.bua.measure-any-part")
@cases(
    "sheet, at, gap",
    ("uk-rifle-44", (22, 30), 5.6),
    ("uk-rifle-44", (30, 22), 5.4),
    ("uk-rifle-44", (22, 14), 5.6),
    ("uk-rifle-44", (14, 22), 5.4),
    ("uk-rifle-44", (22, 32), 6.0),  # from house to house
    ("uk-mg", (22, 30), 5.6),  # from the side at which it stands
)
def test_range_is_measured_from_the_nearest_part_of_the_outline(
    sheet: str, at: Point, gap: float
) -> None:
    housed = {"inside": "barn"} if at == (22, 32) else {}
    barn = [area("bua", box(20, 30, 24, 34), "barn")] if housed else []
    battle = around(inside(sheet=sheet), foe(at=at, facing=0, **housed), terrain=barn)
    assert shot(battle).range == pytest.approx(gap)
    if sheet == "uk-mg":
        assert battle.state.base(element(battle, "firer")).front_edge == ((20, 24), (24, 24))


@pytest.mark.rule("p8.bua.measure-any-part", "p8.los.blocking-features")
def test_the_building_hides_others_but_never_those_in_it() -> None:
    outside = unit("outside", "uk-rifle-44", at=(22, 15))
    battle = around(inside(), outside, foe())
    assert see(battle)
    assert not see(battle, "outside")


@pytest.mark.rule("p8.bua.measure-any-part")
def test_another_building_in_between_hides_as_usual() -> None:
    barn = area("bua", box(10, 26, 40, 28), "barn")
    battle = around(inside(), foe(), terrain=[barn])
    assert not see(battle)
    assert barred(battle) == "p8.fire.needs-field-of-fire-and-los"


@pytest.mark.rule("p8.bua.measure-any-part")
def test_the_lines_run_from_corners_and_middles_of_sides() -> None:
    # Only the line from the south-east corner passes east of the long house.
    house = area("bua", box(5, 25, 23.9, 26), "house")
    battle = around(inside(), foe(at=(24.5, 30)), terrain=[house])
    assert see(battle)
    assert len(battle.state.base(element(battle, "firer")).points) == 8


# -- fields of fire and facing --------------------------------------------------------------------


@pytest.mark.rule("p8.bua.infantry-360")
@cases("at", (22, 30), (30, 22), (22, 14), (14, 22), (29, 29))
@cases("suppressed", False, True)
def test_infantry_fires_out_of_every_side(at: Point, suppressed: bool) -> None:
    battle = around(inside(suppressed=suppressed), foe(at=at, facing=0))
    far = "p8.fire.suppressed-limits" if suppressed else None
    assert barred(battle) == far
    near = ((at[0] + 22) / 2, (at[1] + 22) / 2)
    battle = around(inside(suppressed=suppressed), foe(at=near, facing=0))
    assert barred(battle) is None


@pytest.mark.rule("p8.bua.infantry-360")
def test_suppressed_it_fires_within_90_degrees_of_one_side() -> None:
    # Beyond the tip of a narrow wedge no side looks that way.
    wedge = area("bua", [(20, 20), (22, 20), (21, 30)], "farm")
    far = [foe(at=(21, 32), facing=0)]
    loud = unit("firer", "uk-rifle-44", at=(21, 22), inside="farm", suppressed=True)
    battle = situation(loud, *far, terrain=[wedge])
    assert barred(battle) == "p8.fire.suppressed-limits"
    calm = unit("firer", "uk-rifle-44", at=(21, 22), inside="farm")
    assert barred(situation(calm, *far, terrain=[wedge])) is None


@pytest.mark.rule("p8.bua.csw-and-vehicles-one-side")
@cases("sheet, foe_sheet", ("uk-mg", "ge-rifle-44"))
@cases("at, allowed", ((22, 30), True), ((30, 22), False), ((22, 14), False), ((29, 28), True))
def test_weapons_fire_out_of_their_side_only(
    sheet: str, foe_sheet: str, at: Point, allowed: bool
) -> None:
    battle = around(inside(sheet=sheet, facing=10), foe(at=at, sheet=foe_sheet))
    rule = barred(battle)
    assert rule == (None if allowed else "p8.bua.csw-and-vehicles-one-side")


@pytest.mark.rule("p8.bua.csw-and-vehicles-one-side")
def test_a_turret_does_not_help_a_tank_in_a_building() -> None:
    battle = around(inside(sheet="uk-cromwell", facing=0), foe(at=(32, 22)))
    assert barred(battle) == "p8.bua.csw-and-vehicles-one-side"
    assert why_not(battle, MoveAndFire("firer", (), 90)) is None


@pytest.mark.rule("p8.bua.csw-and-vehicles-one-side")
def test_changing_sides_is_a_rotation_in_place() -> None:
    battle = around(inside(sheet="uk-mg", facing=0), foe(at=(32, 22), reacted=True))
    play(battle, MoveAndFire("firer", (), 90))
    assert element(battle, "firer").inside == "farm"
    assert why_not(battle, Fire("firer", "target")) is None
    assert shot(battle).firer_moved


@pytest.mark.rule("p8.bua.infantry-360", "p8.react.who-may")
@cases("facing", 0, 90, 180, 270)
def test_infantry_inside_reacts_to_every_direction(facing: float) -> None:
    battle = around(
        foe("mover", (22, 12)), inside("firer", facing=facing), side="german", dice=[1, 10]
    )
    play(battle, Move("mover", ((24, 12),)))
    assert why_not(battle, ReactFire("firer", 0.0)) is None
    assert is_to_front(battle.state, element(battle, "mover"), of=element(battle, "firer"))


@pytest.mark.rule("p8.react.who-may", "p8.bua.csw-and-vehicles-one-side")
@cases("facing, allowed", (180, True), (0, False))
def test_a_weapon_reacts_to_the_front_of_its_side(facing: float, allowed: bool) -> None:
    battle = around(foe("mover", (22, 12)), inside("firer", "uk-mg", facing=facing))
    seen = is_to_front(battle.state, element(battle, "mover"), of=element(battle, "firer"))
    assert seen is allowed
    play(battle, Move("mover", ((24, 12),)))
    assert (asked(battle) == "reaction") is allowed


@pytest.mark.rule("p8.fire.mod-not-to-targets-front", "p8.bua.infantry-360")
def test_infantry_in_a_building_is_never_shot_from_behind() -> None:
    battle = around(inside("hidden", facing=0), foe("firer", (22, 12), facing=0), side="german")
    assert "p8.fire.mod-not-to-targets-front" not in firer_adds(shot(battle, "firer", "hidden"))
    battle = around(inside("hidden", "uk-mg", facing=0), foe("firer", (29, 22)), side="german")
    assert firer_adds(shot(battle, "firer", "hidden"))["p8.fire.mod-not-to-targets-front"] == 1


# -- friends in the way ---------------------------------------------------------------------------


@pytest.mark.rule("p8.bua.measure-any-part", "p8.fire.sa-needs-base-wide-path")
def test_friends_in_a_building_are_in_nobodys_way() -> None:
    battle = around(inside(), inside("friend"), foe())
    assert barred(battle) is None


@pytest.mark.rule("p8.bua.measure-any-part", "p8.fire.sa-needs-base-wide-path")
def test_the_path_of_small_arms_begins_at_the_nearest_point_of_the_outline() -> None:
    beside = unit("friend", "uk-rifle-44", at=(22, 17))
    assert barred(around(inside(), beside, foe())) is None
    before = unit("friend", "uk-rifle-44", at=(22, 26))
    assert barred(around(inside(), before, foe())) == "p8.fire.sa-needs-base-wide-path"


# -- falling back ---------------------------------------------------------------------------------


def struck(*terrain: Terrain, dice: tuple[int, int] = (4, 4), **rest: Any) -> P8Battle:
    """A section in the farm, hit for a fall back by high explosive from the north."""
    return around(
        foe("gun", (22, 36), "ge-ig75"),
        inside("hidden", **rest),
        terrain=terrain,
        homes={"british": "south", "german": "north"},
        dice=dice,
    )


def fall_back_dice() -> tuple[int, int]:
    """Dice that make the shot of `struck` a fall back."""
    battle = struck()
    aimed = shot(battle, "gun", "hidden")
    margin = sum(firer_adds(aimed).values()) - sum(target_adds(aimed).values())
    return (2 - margin, 1) if margin < 1 else (1, margin)


@pytest.mark.rule("p8.result.fall-back-in-cover")
def test_whoever_would_fall_back_out_of_a_building_is_suppressed_instead() -> None:
    battle = struck(dice=fall_back_dice())
    play(battle, Fire("gun", "hidden"))
    assert last(battle, "fire").data["effect"] == "fall-back"
    hidden = element(battle, "hidden")
    assert (hidden.suppressed, hidden.inside) == (True, "farm")


@pytest.mark.rule("p8.result.fall-back-in-cover")
@cases("depth, falls_back", (16.0, True), (15.9, False))
def test_unless_four_inches_from_the_outline_bring_it_into_other_cover(
    depth: float, falls_back: bool
) -> None:
    wood = area("wood", box(15, 5, 30, depth))
    battle = struck(wood, dice=fall_back_dice())
    play(battle, Fire("gun", "hidden"))
    if falls_back:
        play(battle, Retire("home"))
    hidden = element(battle, "hidden")
    assert hidden.suppressed is not falls_back
    assert (hidden.y, hidden.inside) == ((16.0, None) if falls_back else (22.0, "farm"))


@pytest.mark.rule("p8.result.fall-back-in-cover", "p8.bua.enter-or-leave-half-move")
def test_it_may_fall_back_into_the_next_building() -> None:
    battle = struck(area("bua", box(20, 13, 24, 17), "barn"), dice=fall_back_dice())
    play(battle, Fire("gun", "hidden"), Retire("home"))
    assert element(battle, "hidden").inside == "barn"


@pytest.mark.rule("p8.result.fall-back-in-cover")
def test_but_not_into_a_full_one() -> None:
    barn = area("bua", box(20, 13, 24, 17), "barn", "holds-1")
    battle = around(
        foe("gun", (22, 36), "ge-ig75"),
        inside("hidden"),
        "other uk-rifle-44 22,15 inside barn",
        terrain=[barn],
        homes={"british": "south", "german": "north"},
        dice=fall_back_dice(),
    )
    play(battle, Fire("gun", "hidden"))
    hidden = element(battle, "hidden")
    assert (hidden.suppressed, hidden.inside) == (True, "farm")


# -- fortifications -------------------------------------------------------------------------------


BUNKER = area("fortification", box(20, 28, 24, 32), "bunker")


@pytest.mark.rule("p8.cover.fortification-class")
def test_a_fortification_is_hard_cover_in_which_small_arms_hurt_nobody() -> None:
    battle = situation(
        "rifles uk-rifle-44 22,22; tank uk-cromwell 26,22",
        foe("target", (22, 30)),
        terrain=[BUNKER],
    )
    assert barred(battle, "rifles") == "p8.cover.fortification-class"
    adds = target_adds(shot(battle, "tank"))
    assert adds["p8.fire.mod-hard-cover-hull-down-smoke"] == 2


@pytest.mark.rule("p8.cover.fortification-class", "p8.result.fall-back-becomes-suppressed")
def test_nobody_falls_back_out_of_a_fortification() -> None:
    wood = area("wood", box(10, 28, 50, 47))
    battle = situation(
        "gun uk-25pdr 22,18", foe("target", (22, 30)), terrain=[BUNKER, wood], dice=[1, 1]
    )
    aimed = shot(battle, "gun")
    margin = sum(firer_adds(aimed).values()) - sum(target_adds(aimed).values())
    assert margin < 10
    battle = situation(
        "gun uk-25pdr 22,18",
        foe("target", (22, 30)),
        terrain=[BUNKER, wood],
        dice=[2 - margin, 1] if margin < 1 else [1, margin],
    )
    play(battle, Fire("gun", "target"))
    assert last(battle, "fire").data["effect"] == "fall-back"
    assert element(battle, "target").suppressed
    assert place(battle, "target") == (22, 30)
