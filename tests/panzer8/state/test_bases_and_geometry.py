"""Scale, dice, markers, bases, and how everything is measured (section 1 and throughout)."""

from __future__ import annotations

import math

import pytest

from sandtable.dice import DiceError
from sandtable.rulebooks.panzer8.s09_troops.commanders import in_enemy_contact
from sandtable.rulebooks.panzer8.state.tables import BASE_WIDTH, BASES, metres
from sandtable.table import distance
from tests.panzer8.kit import *

# -- scale (1.1) ----------------------------------------------------------------------------------


@pytest.mark.rule("p8.scale.inch-is-33-metres")
def test_three_inches_are_a_hundred_metres_and_a_reach_of_1200_metres_is_36_inches() -> None:
    assert metres(3) == pytest.approx(100)
    assert metres(36) == pytest.approx(1200)
    assert metres(60) == pytest.approx(2000)


@pytest.mark.rule("p8.scale.inch-is-33-metres")
def test_a_shot_is_told_in_inches_and_metres() -> None:
    battle = face_to_face("uk-mg", "ge-rifle-44", 12.0, dice=[5, 5])
    odds = battle.odds(Fire("firer", "target"))
    assert odds is not None
    assert "12.0 in (400 m)" in odds.title
    told = fire(battle)
    assert (told.data["range"], told.data["metres"]) == (12.0, 400)


@pytest.mark.rule("p8.scale.max-visibility-60")
def test_the_limit_of_60_holds_along_a_diagonal_too() -> None:
    battle = situation(
        "firer ge-flak88 2,2 NE",
        unit("near", "uk-sherman-75", at=(2 + 42.5, 2 + 42.5), facing=225),
        unit("far", "uk-sherman-75", at=(2 + 46, 2 + 44), facing=225),
        table=(60, 60),
    )
    assert barred(battle, "firer", "near") is None
    assert barred(battle, "firer", "far") == "p8.scale.max-visibility-60"


# -- dice, quality, markers (1.2, 1.4) ------------------------------------------------------------


@pytest.mark.rule("p8.dice.d10-is-one-to-ten", "p8.fire.attack-roll")
def test_both_roll_one_ten_sided_die_the_firer_first() -> None:
    battle = face_to_face("uk-rifle-40", "ge-rifle-40", 6.0, dice=[10, 1])
    told = fire(battle)
    assert [(roll.what, roll.sides, roll.faces) for roll in told.rolls] == [
        ("firer", 10, (10,)),
        ("target", 10, (1,)),
    ]
    assert score(battle) == (10 + 5) - (1 + 5)


@pytest.mark.rule("p8.dice.d10-is-one-to-ten")
@cases("face", 0, 11)
def test_a_ten_sided_die_shows_neither_0_nor_11(face: int) -> None:
    battle = face_to_face("uk-rifle-40", "ge-rifle-40", 6.0, dice=[face, 1])
    with pytest.raises(DiceError, match="faces are 1 to 10"):
        fire(battle)
    assert battle.number == 0


@pytest.mark.rule(
    "p8.quality.three-grades", "p8.quality.modifier-values", "p8.quality.only-where-listed"
)
@cases(
    "mine, theirs, expected",
    (None, None, 0),
    ("average", "average", 0),
    ("elite", "average", 1),
    ("poor", "average", -1),
    ("average", "elite", -1),
    ("average", "poor", 1),
    ("elite", "poor", 2),
    ("poor", "elite", -2),
    ("elite", "elite", 0),
)
def test_quality_counts_for_both_sides(mine: str | None, theirs: str | None, expected: int) -> None:
    battle = face_to_face(
        "uk-rifle-40",
        "ge-rifle-40",
        6.0,
        firer={"quality": mine},
        target={"quality": theirs},
        dice=[5, 5],
    )
    fire(battle)
    assert score(battle) == expected


@pytest.mark.rule("p8.quality.three-grades")
def test_there_is_no_fourth_quality() -> None:
    with pytest.raises(ScenarioError, match="quality"):
        face_to_face("uk-rifle-40", "ge-rifle-40", 6.0, firer={"quality": "veteran"})
    battle = face_to_face("uk-rifle-40", "ge-rifle-40", 6.0)
    assert firer_adds(shot(battle)) == {"p8.fire.hesa-against-unarmoured": 5}
    assert element(battle, "firer").quality == "average"


@pytest.mark.rule("p8.quality.only-where-listed")
def test_quality_is_not_added_to_the_roll_for_the_first_player_turn() -> None:
    battle = situation(
        "rifles uk-rifle-40 20,5 elite; schuetzen ge-rifle-40 20,11 S poor",
        phase=None,
        roles={"british": None},
        dice=[4, 5, 5, 5],
    )
    assert battle.state.first == "german"
    fire(battle, "schuetzen", "rifles")
    assert score(battle) == -2


@pytest.mark.rule("p8.markers.basic-three")
def test_an_element_bears_three_markers_each_at_most_once() -> None:
    battle = situation(
        "mg uk-mg 20,5 dug-in; tank ge-pz2 10,12 E; rifles ge-rifle-40 20,20 S",
        "gun ge-ig75 24,25 S",
        side="german",
        dice=[10, 10, 10, 6, 10, 6],
    )
    mg = element(battle, "mg")
    assert (mg.suppressed, mg.dug_in, mg.reacted) == (False, True, False)
    battle.play(Move("rifles", ((20, 18),)))
    battle.play(ReactFire("mg", 0.0))
    mg = element(battle, "mg")
    assert (mg.suppressed, mg.dug_in, mg.reacted) == (False, True, True)


@pytest.mark.rule("p8.markers.basic-three", "p8.fire.result-suppressed")
def test_a_suppressed_element_bears_its_marker() -> None:
    battle = face_to_face("uk-rifle-40", "ge-rifle-40", 6.0, dice=[8, 4])
    fire(battle)
    assert effect(battle) == "suppressed"
    assert element(battle, "target").suppressed


# -- bases ----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.bases.sizes-in-inches", "p8.geo.distance-is-nearest-edges")
def test_a_base_has_the_size_of_its_code_and_its_depth_lies_along_its_facing() -> None:
    battle = situation(
        "firer uk-rifle-40 10,10; ahead ge-rifle-40 10,15 S; aside ge-rifle-40 15,10 S",
        "turned ge-pz2 10,5 E",
    )
    assert BASES["I"] == (1.2, 0.8)
    assert BASE_WIDTH == 1.2
    assert shot(battle, "firer", "ahead").range == pytest.approx(5 - 0.8)
    assert shot(battle, "firer", "aside").range == pytest.approx(5 - 1.2)
    base = battle.state.base(element(battle, "turned"))
    assert base.box == pytest.approx((10 - 0.8, 5 - 0.6, 10 + 0.8, 5 + 0.6))


@pytest.mark.rule("p8.bases.sizes-in-inches", "p8.geo.no-overlap")
def test_bases_may_touch_but_not_overlap() -> None:
    touching = situation("one uk-rifle-40 10,10; two uk-rifle-40 11.2,10")
    assert element(touching, "two").x == 11.2
    with pytest.raises(ScenarioError, match="overlaps that of 'one'"):
        situation("one uk-rifle-40 10,10; two uk-rifle-40 11.19,10")


@pytest.mark.rule("p8.geo.no-overlap", "p8.geo.free-direction-choice")
def test_an_element_is_set_up_anywhere_in_its_zone_with_any_facing_but_on_nobody() -> None:
    battle = situation(
        "one uk-rifle-40 10,10",
        unit("two", "uk-rifle-40", zone="south"),
        "enemy ge-rifle-40 10,30",
        zones=[Zone(id="south", outline=box(0, 0, 60, 12))],
        phase=None,
    )
    assert why_not(battle, Deploy("two", (10.5, 10.3), 17.0)) == "p8.geo.no-overlap"
    battle.play(Deploy("two", (12.345, 11.9), 17.25))
    two = element(battle, "two")
    assert (two.x, two.y, two.heading, two.on_table) == (12.345, 11.9, 17.25, True)
    assert last(battle, "deploy").pieces == ("two",)


# -- distance -------------------------------------------------------------------------------------


@pytest.mark.rule("p8.geo.distance-is-nearest-edges")
@cases("heading", 0, 30, 45, 77, 90, 120, 200, 315)
def test_range_runs_between_the_nearest_parts_of_the_bases_at_any_angle(heading: float) -> None:
    battle = situation(
        unit("firer", "uk-rifle-40", at=(20, 20), facing=heading),
        unit("target", "ge-rifle-40", at=(25, 24), facing=heading + 23),
    )
    aimed = shot(battle)
    assert aimed.range == pytest.approx(_slow_distance(battle, "firer", "target"), abs=2e-3)


def _slow_distance(battle: object, one: str, two: str) -> float:
    """The least distance between many points along the edges of two bases."""
    state = battle.state  # type: ignore[attr-defined]

    def edge(name: str) -> list[tuple[float, float]]:
        corners = state.base(state.pieces[name]).corners
        pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
        return [
            (ax + (bx - ax) * n / 400, ay + (by - ay) * n / 400)
            for (ax, ay), (bx, by) in pairs
            for n in range(400)
        ]

    others = edge(two)
    return min(math.dist(p, q) for p in edge(one)[::4] for q in others[::4])


@pytest.mark.rule("p8.geo.contact-tolerance")
@cases("gap, contact", (0.0, True), (0.05, True), (0.06, False))
def test_bases_at_most_a_twentieth_apart_are_in_contact(gap: float, contact: bool) -> None:
    battle = face_to_face("uk-rifle-40", "ge-rifle-40", gap)
    assert in_enemy_contact(battle.state, element(battle, "firer")) is contact


# -- front and field of fire ----------------------------------------------------------------------


@pytest.mark.rule("p8.geo.front-half-plane")
@cases(
    "y, behind",
    (9.9, False),  # spans 9.5 to 10.3: partly beyond the front line at y = 10
    (9.6, True),  # spans 9.2 to 10.0: merely touches the line from behind
    (9.61, False),
    (5.0, True),
)
def test_a_base_is_to_the_front_if_any_part_lies_beyond_the_front_line(
    y: float, behind: bool
) -> None:
    battle = situation(
        unit("firer", "uk-rifle-40", at=(26, y), facing=0), "target ge-rifle-40 20,9.6"
    )
    aimed = shot(battle)
    assert aimed.from_behind is behind
    assert firer_adds(aimed).get("p8.fire.mod-not-to-targets-front", 0) == int(behind)


@pytest.mark.rule("p8.geo.front-half-plane")
def test_the_front_line_runs_on_without_end_at_the_slant_of_the_base() -> None:
    battle = situation(
        "ahead uk-mg 35,12 W; behind uk-mg 35,2 300; target ge-rifle-40 20,20 NE",
        "tank ge-pz2 50,40",
    )
    # The target's front line runs from north-west to south-east: x + y = 40 + 0.4 * sqrt 2.
    assert shot(battle, "ahead").from_behind is False
    assert shot(battle, "behind").from_behind is True


@pytest.mark.rule("p8.geo.field-of-fire-90")
def test_the_field_of_fire_begins_at_the_front_edge() -> None:
    battle = situation(
        "firer uk-mg 20,20; beside ge-rifle-40 21.3,20; before ge-rifle-40 20,21",
        "behind ge-rifle-40 20,15",
    )
    assert barred(battle, "firer", "beside") == "p8.fire.field-90-restricted"
    assert barred(battle, "firer", "before") is None
    assert barred(battle, "firer", "behind") == "p8.fire.field-90-restricted"


# -- terrain and lines ----------------------------------------------------------------------------


@pytest.mark.rule("p8.geo.in-terrain-by-centre")
@cases("y, inside", (9.99, False), (10.0, True), (10.01, True))
def test_an_element_is_in_a_wood_when_its_centre_is_inside_or_on_the_edge(
    y: float, inside: bool
) -> None:
    battle = situation(
        "firer uk-rifle-40 20,5",
        unit("target", "ge-rifle-40", at=(20, y), facing=180),
        "inside ge-rifle-40 23,10.1 S",
        terrain="wood 10,10 to 30,20",
    )
    assert shot(battle, "firer", "inside").cover.value == 1
    assert target_adds(shot(battle)).get("p8.fire.mod-soft-cover", 0) == int(inside)


@pytest.mark.rule("p8.geo.in-terrain-by-centre")
def test_where_features_overlap_the_best_cover_counts_once() -> None:
    battle = situation(
        "firer uk-mortar-3in 20,5; rifles uk-rifle-40 18,5; target ge-rifle-40 20,11 S",
        terrain="wood 10,10 to 30,20; shell-holes 15,10 to 25,12",
    )
    assert shot(battle, "firer").cover.value == 1  # the shell holes hold against mortars
    assert shot(battle, "rifles").cover.value == 1


@pytest.mark.rule("p8.geo.fire-line")
def test_the_firer_uses_a_line_past_the_end_of_a_hedge_if_there_is_one() -> None:
    # The hedge ends at x = 20.7; from the right the far right corner (20.6, 10.8) shows beyond it.
    battle = situation(
        "firer uk-rifle-40 27,5; behind uk-rifle-40 15,5; target ge-rifle-40 20,10.4 S",
        terrain="hedge from 0,10 to 20.7,10",
    )
    assert shot(battle, "firer").cover.value == 0
    assert shot(battle, "behind").cover.value == 1


@pytest.mark.rule("p8.geo.fire-line")
def test_distance_and_fire_line_are_different_things() -> None:
    battle = face_to_face("uk-rifle-40", "ge-rifle-40", 6.0)
    one, two = (battle.state.base(element(battle, name)) for name in ("firer", "target"))
    assert shot(battle).range == pytest.approx(distance(one, two))
    assert shot(battle).range < math.dist(one.centre, two.centre)
