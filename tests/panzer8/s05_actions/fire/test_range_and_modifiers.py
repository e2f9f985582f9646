"""Section 5.1: range, field of fire, and what is added to the dice."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s02_terrain.line_of_sight import sees
from tests.panzer8.kit import *

NO_FIELD_OR_SIGHT = "p8.fire.needs-field-of-fire-and-los"
LIMITS = "p8.fire.suppressed-limits"

# -- range and field of fire ----------------------------------------------------------------------


@pytest.mark.rule(
    NO_FIELD_OR_SIGHT, "p8.fire.suppressed-limits", "p8.result.suppressed-fire-limits"
)
@cases(
    "sheet, at_sheet, gap, status, rule",
    ("uk-rifle-40", "ge-rifle-40", 12.0, {}, None),
    ("uk-rifle-40", "ge-rifle-40", 12.0005, {}, None),
    ("uk-rifle-40", "ge-rifle-40", 12.01, {}, NO_FIELD_OR_SIGHT),
    ("uk-25pdr", "ge-rifle-40", 30.5, {}, None),  # HE and AP have ranges of their own
    ("uk-25pdr", "ge-pz4-long", 30.5, {}, NO_FIELD_OR_SIGHT),
    ("uk-25pdr", "ge-pz4-long", 30.0, {}, None),
    ("uk-rifle-40", "ge-rifle-40", 4.0, {"suppressed": True}, None),
    ("uk-rifle-40", "ge-rifle-40", 4.01, {"suppressed": True}, LIMITS),
)
def test_a_target_exactly_at_range_may_be_fired_at(
    sheet: str, at_sheet: str, gap: float, status: dict[str, Any], rule: str | None
) -> None:
    assert barred(face_to_face(sheet, at_sheet, gap, firer=status)) == rule


@pytest.mark.rule("p8.fire.needs-field-of-fire-and-los")
def test_fire_needs_a_living_enemy_on_the_table() -> None:
    battle = situation("firer uk-rifle-40 20,5; friend uk-rifle-40 20,9; target ge-rifle-40 26,9")
    for order in (Fire("firer", None), Fire("firer", "friend"), Fire("firer", "nobody")):
        assert why_not(battle, order) == NO_FIELD_OR_SIGHT


@pytest.mark.rule("p8.fire.field-360-default")
@cases("sheet", "uk-rifle-40", "uk-sherman-75", "uk-cmd", "uk-mc-40")
def test_most_elements_fire_all_round(sheet: str) -> None:
    battle = situation(
        unit("firer", sheet, "british", at=(20, 20), facing=0), "target ge-rifle-40 20,16.5 S"
    )
    assert barred(battle) is None


@pytest.mark.rule("p8.fire.field-90-restricted", "p8.sheet.flag-ff", "p8.geo.field-of-fire-90")
@cases("sheet", "uk-mg", "uk-mortar-3in", "uk-6pdr", "uk-sexton", "uk-25pdr")
def test_crew_served_weapons_and_turretless_vehicles_fire_to_their_front(sheet: str) -> None:
    def at(x: float, y: float) -> str | None:
        battle = situation(
            unit("firer", sheet, "british", at=(20, 20), facing=0),
            unit("target", "ge-rifle-40", at=(x, y), facing=180),
        )
        return barred(battle)

    assert at(20, 26) is None
    assert at(20, 16) == "p8.fire.field-90-restricted"
    assert at(28, 20) == "p8.fire.field-90-restricted"


@pytest.mark.rule("p8.fire.suppressed-limits")
def test_a_suppressed_firer_has_a_90_degree_field() -> None:
    battle = situation(
        "firer uk-rifle-40 20,20 suppressed; ahead ge-rifle-40 20,23 S",
        "behind ge-rifle-40 20,17 S",
    )
    assert barred(battle, "firer", "ahead") is None
    assert barred(battle, "firer", "behind") == "p8.fire.suppressed-limits"


@pytest.mark.rule("p8.fire.suppressed-limits")
def test_a_shorter_printed_range_stays_when_suppressed() -> None:
    aimed = shot(face_to_face("uk-rifle-44", "ge-pz2", 3.0, firer={"suppressed": True}))
    assert aimed.reach == 3.0


# -- modifiers ------------------------------------------------------------------------------------


@pytest.mark.rule("p8.fire.mod-not-to-targets-front", "p8.geo.front-half-plane")
@cases("facing, bonus", (180, 0), (90, 0), (91, 0), (0, 1), (45, 1))
def test_behind_the_targets_front_the_firer_has_1_more(facing: float, bonus: int) -> None:
    battle = face_to_face("uk-rifle-40", "ge-rifle-40", 6.0, target={"facing": facing}, dice=[5, 5])
    aimed = shot(battle)
    # Facing east the target's front line runs north and south through x = 20.4: the rifles' right
    # front corner at x = 20.6 lies beyond it.
    assert firer_adds(aimed).get("p8.fire.mod-not-to-targets-front", 0) == bonus
    rear = shot(face_to_face("uk-rifle-40", "ge-rifle-40", 6.0, target={"facing": 0.0}))
    assert firer_adds(rear)["p8.fire.mod-not-to-targets-front"] == 1


@pytest.mark.rule("p8.fire.mod-firer-quality", "p8.fire.mod-target-quality")
def test_the_quality_of_both_is_told_apart() -> None:
    battle = face_to_face(
        "uk-rifle-40",
        "ge-rifle-40",
        6.0,
        firer={"quality": "elite"},
        target={"quality": "poor"},
        dice=[3, 3],
    )
    fire(battle)
    assert modifiers(battle)["p8.fire.mod-firer-quality"] == 1
    assert modifiers(battle)["p8.fire.mod-target-quality"] == -1
    assert (score(battle), effect(battle)) == (2, "fall-back")


@pytest.mark.rule("p8.fire.mod-firer-moved")
def test_a_firer_that_moved_gives_the_target_1() -> None:
    battle = face_to_face("uk-a13", "ge-pz38t", 12.0, firer={"facing": 0.0}, dice=[6, 4])
    battle.play(MoveAndFire("firer", ((20, 7),)))
    no_reaction(battle)
    battle.play(Fire("firer", "target"))
    assert modifiers(battle)["p8.fire.mod-firer-moved"] == 1
    assert score(battle) == 6 + 4 - (4 + 3 + 1)


@pytest.mark.rule("p8.fire.mod-firer-moved")
def test_a_status_of_having_moved_counts_in_the_same_player_turn_but_not_in_a_reaction() -> None:
    battle = face_to_face("uk-sherman-75", "ge-rifle-40", 12.0, firer={"moved": True})
    assert target_adds(shot(battle))["p8.fire.mod-firer-moved"] == 1
    assert "p8.fire.mod-firer-moved" not in target_adds(shot(battle, reaction=True))


@pytest.mark.rule("p8.fire.nmf-cannot-fire-and-move", "p8.sheet.flag-nmf")
def test_nmf_weapons_do_not_move_and_fire_but_may_turn_and_fire() -> None:
    moved = face_to_face("uk-mg", "ge-rifle-40", 12.0, firer={"moved": True, "shifted": True})
    assert refused(moved, Fire("firer", "target")).rule == "p8.fire.nmf-cannot-fire-and-move"
    turned = face_to_face("uk-mg", "ge-rifle-40", 12.0, firer={"moved": True})
    assert target_adds(shot(turned))["p8.fire.mod-firer-moved"] == 1
    reacting = shot(moved, reaction=True)
    assert "p8.fire.mod-firer-moved" not in target_adds(reacting)


WITHIN_4 = "p8.fire.mod-within-4"

OVER_HALF = "p8.fire.mod-over-half-range"

FLANK = "p8.fire.mod-not-to-targets-front"

SOFT = "p8.fire.mod-soft-cover"

SMOKE_OR_HARD = "p8.fire.mod-hard-cover-hull-down-smoke"

FIRE = Fire("firer", "target")


@pytest.mark.rule(WITHIN_4, "p8.fire.attack-roll", "p8.fire.suppressed-limits")
@cases(
    "sheet, at_sheet, gap, status, close",
    ("uk-rifle-40", "ge-rifle-40", 3.9, {}, 1),
    ("uk-rifle-40", "ge-rifle-40", 4.0, {}, 1),
    ("uk-rifle-40", "ge-rifle-40", 4.0005, {}, 1),
    ("uk-rifle-40", "ge-rifle-40", 4.01, {}, 0),
    ("ge-eng-flame", "uk-rifle-40", 1.0, {}, 0),  # range 2
    ("ge-eng-flame", "uk-rifle-40", 2.0, {}, 0),
    ("su-smg", "ge-rifle-40", 3.0, {}, 0),
    ("ge-cmd", "uk-rifle-40", 4.0, {}, 0),
    ("uk-rifle-44", "ge-pz2", 2, {}, 0),  # of AP
    ("uk-mg", "ge-rifle-40", 1.0, {"suppressed": True}, 0),
    ("uk-rifle-40", "ge-rifle-40", 2.0, {"suppressed": True}, 0),
)
def test_within_4_the_firer_has_1_more_unless_its_range_is_no_more_than_that(
    sheet: str, at_sheet: str, gap: float, status: dict[str, Any], close: int
) -> None:
    battle = face_to_face(sheet, at_sheet, gap, firer=status, dice=[5, 5])
    assert counts(battle).get(WITHIN_4, 0) == close


@pytest.mark.rule(OVER_HALF, "p8.fire.suppressed-limits")
@cases(
    "sheet, at_sheet, gap, status, over",
    ("uk-honey", "ge-rifle-40", 12.0, {}, 0),
    ("uk-honey", "ge-rifle-40", 12.0005, {}, 0),
    ("uk-honey", "ge-rifle-40", 12.01, {}, 1),
    ("uk-honey", "ge-rifle-40", 24.0, {}, 1),
    ("uk-a13", "ge-rifle-40", 12.0, {}, 0),
    ("uk-a13", "ge-rifle-40", 12.01, {}, 1),
    ("uk-25pdr", "ge-rifle-40", 20.0, {}, 0),  # half of 40
    ("uk-25pdr", "ge-pz2", 20.0, {}, 1),  # over half of 30
    ("uk-rifle-40", "ge-rifle-40", 2.0, {"suppressed": True}, 0),  # half of 4
    ("uk-rifle-40", "ge-rifle-40", 2.01, {"suppressed": True}, 1),
    ("uk-rifle-40", "ge-rifle-40", 4.0, {"suppressed": True}, 1),
)
def test_over_half_range_the_target_has_1_more(
    sheet: str, at_sheet: str, gap: float, status: dict[str, Any], over: int
) -> None:
    battle = face_to_face(sheet, at_sheet, gap, firer=status, dice=[5, 5])
    assert counts(battle).get(OVER_HALF, 0) == over


@pytest.mark.rule("p8.scale.max-visibility-60", OVER_HALF)
@cases("firer", "ge-flak88", "ge-panther", "ge-tiger2")
def test_a_gun_of_range_60_fires_at_60_and_not_at_a_hundredth_more(firer: str) -> None:
    long: dict[str, Any] = {"table": (40, 80), "y": 2, "dice": [5, 5]}
    battle = face_to_face(firer, "uk-sherman-75", 60.0, **long)
    assert shot(battle).range == pytest.approx(60.0)
    assert counts(battle)[OVER_HALF] == 1
    beyond = face_to_face(firer, "uk-sherman-75", 60.01, **long)
    assert why_not(beyond, FIRE) == "p8.scale.max-visibility-60"
    assert not sees(beyond.state, element(beyond, "firer"), element(beyond, "target"))


@pytest.mark.rule("p8.geo.distance-is-nearest-edges", WITHIN_4)
@cases("gap, close", (4.0, 1), (4.01, 0))
@cases("heading", 0.0, 90.0, 180.0)
def test_within_4_is_between_the_edges_however_they_stand(
    gap: float, close: int, heading: float
) -> None:
    # Side by side, along the line from west to east; the target may be turned about.
    half = 0.6 if heading in (0.0, 180.0) else 0.4
    battle = situation(
        "firer uk-rifle-40 20,20",
        unit("target", "ge-rifle-40", at=(20.6 + gap + half, 20), facing=heading),
        dice=[5, 5],
    )
    assert counts(battle).get(WITHIN_4, 0) == close


@pytest.mark.rule("p8.cover.best-only", "p8.smoke.effect")
@cases("at", 9.0, 11.8, 5.0, ids=["between", "on-target", "on-firer"])
def test_woods_and_smoke_are_2_together(at: float) -> None:
    battle = situation(
        "firer uk-rifle-40 20,5; target ge-rifle-40 20,11.8 S",
        terrain="wood 10,10.8 to 30,16",
        screens=[smoke(20, at, width=6.0)],
        dice=[9, 4],
    )
    adds = counts(battle)
    assert (adds.get(SOFT, 0), adds[SMOKE_OR_HARD]) == (0, 2)
    assert (score(battle), effect(battle)) == (3, "suppressed")


@pytest.mark.rule("p8.fire.mod-firer-moved", "p8.card.king-two-actions")
def test_a_tank_that_moves_10_under_a_king_and_fires_gives_its_target_1() -> None:
    battle = dealt(
        "king of hearts",
        "firer uk-sherman-75 20,5; cmd uk-cmd 22,5; target ge-pz4-long 20,30",
        dice=[8, 4],
    )
    play(battle, Move("firer", ((20, 15),)))
    no_reaction(battle)
    assert counts(battle)["p8.fire.mod-firer-moved"] == 1
    assert why_not(battle, FIRE) == "p8.action.one-per-element"
