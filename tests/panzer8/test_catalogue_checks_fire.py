"""The worked examples of the catalogue on sight and fire, as a player would try them at the table.

Each is played through the battle alone: the order, the dice, the odds shown beforehand and what is
told afterwards. Beside the example stands what lies just on the other side of its limit.
"""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.state.orders import Done, Fire, Move
from tests.panzer8.packs import dealt
from tests.panzer8.situations import (
    P8Battle,
    area,
    box,
    effect,
    face_to_face,
    is_out,
    last,
    line,
    modifiers,
    play,
    score,
    situation,
    smoke,
    unit,
    why_not,
)

WITHIN_4 = "p8.fire.mod-within-4"
OVER_HALF = "p8.fire.mod-over-half-range"
FLANK = "p8.fire.mod-not-to-targets-front"
SOFT = "p8.fire.mod-soft-cover"
SMOKE_OR_HARD = "p8.fire.mod-hard-cover-hull-down-smoke"
FIRE = Fire("firer", "target")


def shot(battle: P8Battle) -> dict[str, int]:
    """Fire, and what counted by rule; the odds shown beforehand counted the same."""
    odds = battle.view(battle.choices[0].seats[0]).odds(FIRE)
    assert odds is not None
    shown = {one.rule: one.value for tally in odds.tallies for one in tally.modifiers}
    battle.play(FIRE)
    event = last(battle, "fire")
    rolled = [roll.total for roll in event.rolls]
    totals = [tally.total for tally in event.tallies]
    assert score(battle) == rolled[0] + totals[0] - rolled[1] - totals[1]
    assert odds.chance(effect(battle)) > 0
    assert modifiers(battle) == shown
    return shown


@pytest.mark.rule("p8.scale.max-visibility-60", OVER_HALF)
@pytest.mark.parametrize("firer", ["ge-flak88", "ge-panther", "ge-tiger2"])
def test_a_gun_of_range_60_fires_at_60_and_not_at_a_hundredth_more(firer: str) -> None:
    long = {"table": (40, 80), "y": 2, "sides": ("german", "british"), "dice": [5, 5]}
    battle = face_to_face(firer, "uk-sherman-75", 60.0, **long)  # type: ignore[arg-type]
    assert shot(battle)[OVER_HALF] == 1
    beyond = face_to_face(firer, "uk-sherman-75", 60.01, **long)  # type: ignore[arg-type]
    assert why_not(beyond, FIRE) == "p8.scale.max-visibility-60"


@pytest.mark.rule("p8.geo.distance-is-nearest-edges", WITHIN_4)
@pytest.mark.parametrize(("gap", "close"), [(4.0, 1), (4.01, 0)])
@pytest.mark.parametrize("heading", [0.0, 90.0, 180.0])
def test_within_4_is_between_the_edges_however_they_stand(
    gap: float, close: int, heading: float
) -> None:
    # Side by side, along the line from west to east; the target may be turned about.
    half = 0.6 if heading in (0.0, 180.0) else 0.4
    battle = situation(
        unit("firer", "uk-rifle-40", "british", at=(20, 20)),
        unit("target", "ge-rifle-40", "german", at=(20.6 + gap + half, 20), facing=heading),
        dice=[5, 5],
    )
    assert shot(battle).get(WITHIN_4, 0) == close


@pytest.mark.rule("p8.geo.front-half-plane", FLANK)
@pytest.mark.parametrize(("centre", "flank"), [(9.9, 0), (9.6, 1), (9.61, 0)])
def test_whoever_is_partly_to_the_front_has_no_flank_shot(centre: float, flank: int) -> None:
    # The target's front edge lies on y = 10; the firer's base spans 0.8 about its centre.
    battle = situation(
        unit("firer", "uk-rifle-40", "british", at=(26, centre)),
        unit("target", "ge-rifle-40", "german", at=(20, 9.6)),
        dice=[5, 5],
    )
    assert shot(battle).get(FLANK, 0) == flank


@pytest.mark.rule("p8.geo.field-of-fire-90")
@pytest.mark.parametrize(("slip", "rule"), [(0.0, None), (0.02, "p8.fire.field-90-restricted")])
@pytest.mark.parametrize("sheet", ["uk-mg", "uk-6pdr", "ge-stug-g"])
@pytest.mark.parametrize("side", [-1, 1])
def test_a_target_on_the_ray_may_be_fired_at(
    slip: float, rule: str | None, sheet: str, side: int
) -> None:
    # Front corners at (29.4, 20) and (30.6, 20): the ray runs through the point 5 out and 5 up.
    firer, foe = ("german", "british") if sheet.startswith("ge") else ("british", "german")
    depth = 0.8 if sheet == "uk-mg" else 1.6
    corner = 30 + side * (0.6 + 5.0 + slip)
    battle = situation(
        unit("firer", sheet, firer, at=(30, 20 - depth / 2)),
        unit(
            "target",
            "ge-rifle-40" if foe == "german" else "uk-rifle-40",
            foe,
            at=(corner + side * 0.6, 24.6),
        ),
        dice=[5, 5],
    )
    assert why_not(battle, FIRE) == rule
    if rule is None:
        shot(battle)


@pytest.mark.rule("p8.cover.soft-not-against-mortar-or-support")
@pytest.mark.parametrize(("sheet", "cover"), [("us-mortar-81", 0), ("us-mg", 1), ("us-105", 1)])
def test_woods_are_no_cover_against_an_81_mm_mortar(sheet: str, cover: int) -> None:
    battle = situation(
        unit("firer", sheet, "american", at=(20, 5)),
        unit("target", "ge-rifle-40", "german", at=(20, 15), facing=180),
        terrain=[area("wood", box(10, 14, 30, 20))],
        dice=[7, 5],
    )
    assert shot(battle).get(SOFT, 0) == cover
    assert last(battle, "fire").tallies[1].total == 5 + cover


@pytest.mark.rule("p8.cover.best-only", "p8.smoke.effect")
@pytest.mark.parametrize("at", [9.0, 11.8, 5.0], ids=["between", "on-target", "on-firer"])
def test_woods_and_smoke_are_2_together(at: float) -> None:
    battle = situation(
        unit("firer", "uk-rifle-40", "british", at=(20, 5)),
        unit("target", "ge-rifle-40", "german", at=(20, 11.8), facing=180),
        terrain=[area("wood", box(10, 10.8, 30, 16))],
        screens=[smoke(20, at, width=6.0)],
        dice=[9, 4],
    )
    counted = shot(battle)
    assert (counted.get(SOFT, 0), counted[SMOKE_OR_HARD]) == (0, 2)
    assert (score(battle), effect(battle)) == (3, "suppressed")


@pytest.mark.rule("p8.los.more-than-two-inside-blocks")
@pytest.mark.parametrize(("inside", "seen"), [(2.0, True), (2.01, False), (2.1, False)])
@pytest.mark.parametrize("kind", ["wood", "orchard", "high-crops", "forest"])
def test_one_fires_2_into_a_wood_and_2_out_of_it(kind: str, inside: float, seen: bool) -> None:
    wood = area(kind, box(0, 10, 60, 30))
    rule = None if seen else "p8.fire.needs-field-of-fire-and-los"
    into = situation(
        unit("firer", "uk-rifle-40", "british", at=(20, 5)),
        unit("target", "ge-rifle-40", "german", at=(20, 10.4 + inside), facing=180),
        terrain=[wood],
    )
    assert why_not(into, FIRE) == rule
    out = situation(
        unit("firer", "uk-rifle-40", "british", at=(20, 10.4 + inside), facing=180),
        unit("target", "ge-rifle-40", "german", at=(20, 5)),
        terrain=[wood],
    )
    assert why_not(out, FIRE) == rule


@pytest.mark.rule("p8.los.linear-features-block-unless-touched")
@pytest.mark.parametrize(
    ("firer", "target", "cover"),
    [(5.0, 10.4, 1), (5.0, 10.45, 1), (5.0, 10.46, None), (5.0, 12.0, None), (9.6, 12.0, 0)],
)
@pytest.mark.parametrize("kind", ["hedge", "wall"])
def test_a_hedge_is_cover_for_a_target_that_touches_it(
    kind: str, firer: float, target: float, cover: int | None
) -> None:
    battle = situation(
        unit("firer", "uk-rifle-40", "british", at=(20, firer)),
        unit("target", "ge-rifle-40", "german", at=(20, target), facing=180),
        terrain=[line(kind, (0, 10), (60, 10))],
        dice=[5, 5],
    )
    if cover is None:
        assert why_not(battle, FIRE) == "p8.fire.needs-field-of-fire-and-los"
    else:
        assert shot(battle).get(SOFT, 0) == cover


@pytest.mark.rule("p8.fire.over-friends-elevated-or-mortar")
@pytest.mark.parametrize(("slip", "allowed"), [(0.0, True), (0.39, True), (0.4, False)])
def test_a_mortar_fires_over_a_friend_4_from_it_and_5_from_the_target(
    slip: float, allowed: bool
) -> None:
    # The mortar's base ends at 5.4, the target's begins at 15.4; the friend lies across the line,
    # 1.2 deep, so that it is 4 and 4.8 away from them, and equally far 0.4 farther on.
    battle = situation(
        unit("firer", "uk-mortar-3in", "british", at=(20, 5)),
        unit("target", "ge-rifle-40", "german", at=(20, 15.8), facing=180),
        unit("friend", "uk-churchill7", "british", at=(20, 10.0 + slip), facing=90),
        dice=[5, 5],
    )
    rule = None if allowed else "p8.fire.not-through-friends"
    assert why_not(battle, FIRE) == rule
    gun = situation(
        unit("firer", "uk-6pdr", "british", at=(20, 5)),
        unit("target", "ge-rifle-40", "german", at=(20, 15.8), facing=180),
        unit("friend", "uk-churchill7", "british", at=(20, 10.0 + slip), facing=90),
    )
    assert why_not(gun, FIRE) == "p8.fire.not-through-friends"


@pytest.mark.rule("p8.fire.ap-asterisk")
@pytest.mark.parametrize(
    ("sheet", "flags", "rule"),
    [
        ("ge-pz38t", ["OT"], None),
        ("ge-pz38t", [], "p8.fire.ap-asterisk"),
        ("ge-wirbelwind", [], None),
        ("ge-pz2", [], None),
        ("ge-tiger2", ["OT"], None),
    ],
)
def test_an_asterisk_needs_def_2_or_an_open_top(
    sheet: str, flags: list[str], rule: str | None
) -> None:
    battle = face_to_face("uk-rifle-atr-40", sheet, 6.0, target={"flags": flags}, dice=[5, 5])
    assert why_not(battle, FIRE) == rule
    if rule is None:
        assert shot(battle)["p8.fire.ap-against-armoured"] == 1
    else:
        assert battle.view("british").odds(FIRE) is None


@pytest.mark.rule("p8.fire.ap-plus")
@pytest.mark.parametrize(("sheet", "value"), [("ge-tiger1", 7), ("ge-pz2", 4)])
@pytest.mark.parametrize("status", [{}, {"quality": "elite"}, {"quality": "poor"}])
def test_4_plus_counts_7_against_def_7_and_4_against_def_2(
    sheet: str, value: int, status: dict[str, Any]
) -> None:
    battle = face_to_face("uk-rifle-44", sheet, 3.0, target=status, dice=[5, 5])
    shot(battle)
    assert last(battle, "fire").tallies[0].total == value


@pytest.mark.rule(WITHIN_4)
@pytest.mark.parametrize(
    ("sheet", "gap", "close"),
    [
        ("ge-rifle-40", 4.0, 1),
        ("ge-rifle-40", 4.01, 0),
        ("ge-eng-flame", 1.0, 0),
        ("ge-eng-flame", 2.0, 0),
        ("ge-cmd", 4.0, 0),
    ],
)
def test_a_range_of_4_or_less_has_nothing_of_being_within_4(
    sheet: str, gap: float, close: int
) -> None:
    battle = face_to_face(sheet, "uk-rifle-40", gap, sides=("german", "british"), dice=[5, 5])
    assert shot(battle).get(WITHIN_4, 0) == close


@pytest.mark.rule(WITHIN_4, "p8.fire.suppressed-limits")
def test_a_suppressed_firer_has_nothing_of_it_either() -> None:
    battle = face_to_face(
        "uk-rifle-40", "ge-rifle-40", 2.0, firer={"suppressed": True}, dice=[5, 5]
    )
    counted = shot(battle)
    assert (counted.get(WITHIN_4, 0), counted.get(OVER_HALF, 0)) == (0, 0)
    farther = face_to_face(
        "uk-rifle-40", "ge-rifle-40", 2.01, firer={"suppressed": True}, dice=[5, 5]
    )
    assert shot(farther)[OVER_HALF] == 1


@pytest.mark.rule("p8.fire.mod-firer-moved", "p8.card.king-two-actions")
def test_a_tank_that_moves_10_under_a_king_and_fires_gives_its_target_1() -> None:
    battle = dealt(
        "king of hearts",
        unit("firer", "uk-sherman-75", "british", at=(20, 5)),
        unit("cmd", "uk-cmd", "british", at=(22, 5)),
        unit("target", "ge-pz4-long", "german", at=(20, 30), facing=0),
        dice=[8, 4],
    )
    play(battle, Move("firer", ((20, 15),)))
    while battle.choices[0].ask == "reaction":
        play(battle, Done())
    assert shot(battle)["p8.fire.mod-firer-moved"] == 1
    assert why_not(battle, FIRE) == "p8.action.one-per-element"


@pytest.mark.rule(OVER_HALF)
@pytest.mark.parametrize(("gap", "over"), [(12.0, 0), (12.01, 1), (12.1, 1)])
@pytest.mark.parametrize("sheet", ["uk-honey", "uk-a13"])
def test_over_half_of_24_begins_beyond_12(sheet: str, gap: float, over: int) -> None:
    battle = face_to_face(sheet, "ge-rifle-40", gap, dice=[5, 5])
    assert shot(battle).get(OVER_HALF, 0) == over


@pytest.mark.rule("p8.sheet.calibration")
@pytest.mark.parametrize(("gap", "out"), [(4.01, True), (30.0, True), (30.01, False)])
def test_a_panther_kills_a_sherman_with_7_against_5_within_half_range(
    gap: float, out: bool
) -> None:
    battle = face_to_face(
        "ge-panther", "uk-sherman-75", gap, sides=("german", "british"), dice=[7, 5]
    )
    shot(battle)
    assert is_out(battle, "target") is out
