"""Section 2.3: line of sight."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from sandtable.rulebooks.panzer8.s02_terrain.line_of_sight import sees
from sandtable.rulebooks.panzer8.state.battlefield import AREAS, LINES, is_derived
from tests.panzer8.kit import *

NO_SIGHT = "p8.fire.needs-field-of-fire-and-los"


def see_each_other(battle: P8Battle, one: str = "firer", two: str = "target") -> bool:
    """Whether two elements see each other; sight must be mutual."""
    a, b = element(battle, one), element(battle, two)
    forth, back = sees(battle.state, a, b), sees(battle.state, b, a)
    assert forth == back
    return forth


def looking(
    target_y: float,
    *terrain: Terrain,
    firer_y: float = 5.0,
    sheet: str = "uk-rifle-40",
    at_sheet: str = "ge-rifle-40",
    others: Iterable[Unit] = (),
) -> P8Battle:
    """Somebody at (20, 5) who looks north at somebody."""
    return situation(
        unit("firer", sheet, "british", at=(20, firer_y)),
        unit("target", at_sheet, "german", at=(20, target_y), facing=180),
        *others,
        terrain=terrain,
    )


# -- areas ----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.los.required")
def test_who_is_not_seen_is_neither_shot_at_nor_reacted_to() -> None:
    battle = situation("mover uk-rifle-40 20,5; enemy ge-mg 20,16 S", terrain="wood 10,8 to 30,10")
    assert not see_each_other(battle, "mover", "enemy")
    assert barred(battle, "mover", "enemy") == NO_SIGHT
    battle.play(Move("mover", ((20, 6),)))
    assert place(battle, "mover") == (20, 6)
    assert not element(battle, "enemy").reacted


@pytest.mark.rule("p8.los.enter-and-exit-blocks", "p8.los.required", "p8.los.mutual")
@cases("depth", 0.1, 1.5, 8.0)
def test_a_line_through_a_wood_is_blocked_however_thin_the_wood(depth: float) -> None:
    battle = looking(20, area("wood", box(0, 8, 60, 8 + depth)))
    assert not see_each_other(battle)


@pytest.mark.rule("p8.los.more-than-two-inside-blocks")
@cases("gap, seen", (2.0, True), (2.1, False))
def test_inside_one_wood_one_sees_2_far(gap: float, seen: bool) -> None:
    battle = looking(5.8 + gap, area("wood", box(0, 0, 60, 30)))
    assert see_each_other(battle) is seen


@pytest.mark.rule("p8.los.more-than-two-inside-blocks")
def test_lengths_in_different_woods_are_not_added_together() -> None:
    # The firer's wood ends 1.5 beyond its front, the target's begins 1.5 before its own.
    woods = [area("wood", box(0, 0, 60, 6.9)), area("wood", box(0, 8.1, 60, 30))]
    assert see_each_other(looking(10.0, *woods))
    assert not see_each_other(looking(10.6, *woods))


@pytest.mark.rule("p8.los.enter-and-exit-blocks")
def test_of_two_thin_woods_between_them_each_blocks() -> None:
    woods = [area("wood", box(0, 8, 60, 9.5)), area("wood", box(0, 11, 60, 12.5))]
    assert not see_each_other(looking(20, *woods))
    assert not see_each_other(looking(20, woods[1]))
    assert see_each_other(looking(12.0, woods[1]))


@pytest.mark.rule("p8.los.enter-and-exit-blocks", "p8.los.any-part-to-any-part")
@cases("edge, seen", (20.6, True), (20.59, True), (20.61, False))
def test_a_line_along_the_edge_of_a_wood_is_not_inside_it(edge: float, seen: bool) -> None:
    # Both bases reach to x = 20.6; a line along the wood's edge grazes it.
    battle = looking(20, area("wood", box(0, 8, edge, 15)))
    assert see_each_other(battle) is seen


@pytest.mark.rule("p8.los.enter-and-exit-blocks")
def test_a_line_past_the_corner_of_a_wood_is_clear() -> None:
    corner = area("wood", [(20.6, 12), (30, 3), (30, 21)])
    assert see_each_other(looking(20, corner))
    assert not see_each_other(looking(20, area("wood", [(19.3, 12), (30, 3), (30, 21)])))


@pytest.mark.rule("p8.los.any-part-to-any-part")
def test_one_clear_line_from_any_part_to_any_part_suffices() -> None:
    # Only the right-hand tenth of an inch of the target is not behind the wood.
    assert see_each_other(looking(20, area("wood", box(0, 18, 20.5, 19.5))))
    assert not see_each_other(looking(20, area("wood", box(0, 18, 21.5, 19.5))))


@pytest.mark.rule("p8.los.blocking-features")
def test_the_features_that_block_sight_are_those_of_the_book() -> None:
    battle = looking(20)
    blocking = {kind for kind, rule in battle.state.setting.sight.rules.items() if rule}
    assert blocking == {
        "high-crops",
        "hill",
        "steep-hill",
        "orchard",
        "wood",
        "forest",
        "jungle",
        "crest",
        "hedge",
        "wall",
        "bua",
        "town",
        "fortification",
        "pillbox",
        "bunker",
    }


@pytest.mark.rule("p8.los.blocking-features")
@pytest.mark.parametrize("kind", [kind for kind in AREAS if not is_derived(kind)] + [*LINES])
def test_each_kind_of_feature_blocks_or_does_not(kind: str) -> None:
    hides = {
        *("high-crops", "hill", "steep-hill", "orchard", "wood", "forest", "jungle"),
        *("crest", "hedge", "wall", "bua", "fortification", "pillbox", "bunker"),
    }
    feature = (
        line(kind, (0, 9), (60, 9)) if kind in LINES else area(kind, box(0, 9, 60, 12), "feature")
    )
    battle = looking(20, feature)
    assert see_each_other(battle) is (kind not in hides)


@pytest.mark.rule("p8.los.mutual")
@cases("y", 10.4, 11.9, 12.4, 12.6, 14.0)
def test_sight_is_mutual_wherever_the_target_stands(y: float) -> None:
    battle = looking(y, area("wood", box(15, 10, 60, 30)), line("hedge", (10, 7), (19.8, 7)))
    a, b = element(battle, "firer"), element(battle, "target")
    assert sees(battle.state, a, b) == sees(battle.state, b, a)


@pytest.mark.rule("p8.los.dead-ground-none-from-elements")
def test_elements_do_not_hide_one_another() -> None:
    battle = looking(
        16,
        others=[
            unit("friend", "uk-churchill7", at=(20, 8), facing=90),
            unit("enemy", "ge-tiger1", at=(20, 13), facing=90),
        ],
    )
    assert see_each_other(battle)
    assert barred(battle) == "p8.fire.not-through-friends"


# -- lines ----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.los.linear-features-block-unless-touched", "p8.los.mutual")
@cases("kind", "hedge", "wall", "crest")
@cases(
    "firer_y, target_y, seen",
    (5.0, 14.0, False),  # neither touches it
    (5.0, 10.4, True),  # the target does
    (9.6, 14.0, True),  # the firer does
    (9.6, 10.4, True),  # both do
    (5.0, 10.45, True),
    (5.0, 10.46, False),
    (5.0, 9.0, True),  # it is behind the target
)
def test_a_hedge_wall_or_crest_blocks_unless_one_of_them_touches_it(
    kind: str, firer_y: float, target_y: float, seen: bool
) -> None:
    battle = looking(target_y, line(kind, (0, 10), (60, 10)), firer_y=firer_y)
    if seen and target_y > 10:
        assert see_each_other(battle)
    else:
        assert see_each_other(battle) is seen
        touching = looking(10.4, line(kind, (0, 10), (60, 10)))
        assert see_each_other(touching)


@pytest.mark.rule("p8.los.linear-features-block-unless-touched")
def test_only_the_very_hedge_that_is_touched_may_be_looked_over() -> None:
    near, far = line("hedge", (0, 10), (60, 10)), line("hedge", (0, 12), (60, 12))
    assert not see_each_other(looking(16, near, far, firer_y=9.6))
    assert see_each_other(looking(12.4, near, far, firer_y=9.6))


@pytest.mark.rule("p8.los.linear-features-block-unless-touched")
def test_one_sees_past_the_end_of_a_hedge() -> None:
    assert see_each_other(looking(16, line("hedge", (0, 10), (20.5, 10))))
    assert see_each_other(looking(10.4, line("hedge", (0, 10), (60, 10))))


# -- hills and crests -----------------------------------------------------------------------------

HILL = area("hill", box(5, 10, 35, 22))

CREST = line("crest", (5, 16), (35, 16))


@pytest.mark.rule("p8.los.enter-and-exit-blocks", "p8.los.more-than-two-inside-blocks")
def test_a_hill_without_crest_blocks_as_an_area() -> None:
    assert not see_each_other(looking(30, HILL))
    assert see_each_other(looking(12.4, HILL))
    assert not see_each_other(looking(12.5, HILL))


@pytest.mark.rule("p8.los.hill-with-crest-uses-crest-only")
@cases("y, seen", (12.5, True), (15.0, True), (16.4, True), (16.5, False))
def test_a_hill_with_a_crest_blocks_at_its_crest_only(y: float, seen: bool) -> None:
    # Up to the crest everything is seen, however deep; at it whoever touches it; beyond it none.
    assert see_each_other(looking(y, HILL, CREST)) is seen


@pytest.mark.rule("p8.los.hill-with-crest-uses-crest-only")
def test_behind_a_crested_hill_one_is_hidden_by_the_crest_alone() -> None:
    short = line("crest", (5, 16), (12, 16))
    assert not see_each_other(looking(30, HILL, CREST))
    assert see_each_other(looking(30, HILL, short))


@pytest.mark.rule("p8.los.hill-with-crest-uses-crest-only")
def test_a_crest_belongs_to_its_own_hill_only() -> None:
    other = area("hill", box(5, 24, 35, 28), "other")
    assert not see_each_other(looking(40, HILL, other, line("crest", (5, 26), (12, 26))))
    assert see_each_other(looking(12.0, HILL, other, line("crest", (5, 26), (12, 26))))


@pytest.mark.rule("p8.los.hull-down-not-to-opposite-slope", "p8.los.mutual")
@cases(
    "y, seen",
    (14.0, False),  # on the far slope of the same hill
    (10.0, False),  # its centre on the hill's edge
    (9.9, True),  # its centre off the hill
    (3.0, True),
)
def test_a_hull_down_tank_does_not_see_the_far_slope(y: float, seen: bool) -> None:
    battle = situation(
        "tank uk-sherman-75 20,16.8 S",
        unit("target", "ge-rifle-40", at=(20, y)),
        terrain=[HILL, CREST],
    )
    a, b = element(battle, "tank"), element(battle, "target")
    assert sees(battle.state, a, b) is seen
    assert sees(battle.state, b, a) is seen
    if not seen:
        assert barred(battle, "tank", "target") == "p8.los.hull-down-not-to-opposite-slope"


@pytest.mark.rule("p8.los.hull-down-not-to-opposite-slope")
def test_infantry_and_turretless_guns_at_the_crest_do_see_the_far_slope() -> None:
    slope = unit("target", "ge-rifle-40", at=(20, 13))
    for sheet, y in (("uk-rifle-40", 16.4), ("uk-sexton", 16.8)):
        battle = situation(
            unit("firer", sheet, "british", at=(20, y), facing=180), slope, terrain=[HILL, CREST]
        )
        assert see_each_other(battle)
    tank = situation("firer uk-sherman-75 20,16.8 S", slope, terrain=[HILL, CREST])
    assert not see_each_other(tank)


@pytest.mark.rule("p8.los.hull-down-not-to-opposite-slope")
def test_a_hull_down_tank_sees_its_own_slope_and_tanks_across_one_crest_hide_from_each_other() -> (
    None
):
    battle = situation(
        "tank uk-sherman-75 20,16.8 S; own ge-rifle-40 24,20; tiger ge-tiger1 20,15.0",
        terrain=[HILL, CREST],
    )
    assert see_each_other(battle, "tank", "own")
    assert not see_each_other(battle, "tank", "tiger")


# -- elevated ground ------------------------------------------------------------------------------


@pytest.mark.rule("p8.los.elevated-defined-before-game")
def test_a_hill_is_elevated_only_if_the_scenario_says_so() -> None:
    hedge = line("hedge", (0, 14), (60, 14))
    low = looking(20, area("hill", box(5, 1, 35, 6)), hedge)
    high = looking(20, area("hill", box(5, 1, 35, 6), "hill", "elevated"), hedge)
    assert not sees(low.state, element(low, "firer"), element(low, "target"))
    assert sees(high.state, element(high, "firer"), element(high, "target"))
    with pytest.raises(ScenarioError, match="only a hill can be elevated"):
        looking(20, area("wood", box(5, 1, 35, 6), "wood", "elevated"))


@pytest.mark.rule("p8.los.elevated-ignores-crops-hedges-walls", "p8.los.mutual")
@cases(
    "feature, seen",
    (line("hedge", (0, 14), (60, 14)), True),
    (line("wall", (0, 14), (60, 14)), True),
    (area("high-crops", box(0, 12, 60, 19)), True),
    (area("wood", box(0, 12, 60, 14)), False),
    (area("orchard", box(0, 12, 60, 14)), False),
    (area("hill", box(0, 12, 60, 14), "other"), False),
    (line("crest", (0, 14), (60, 14)), False),
    ids=["hedge", "wall", "crops", "wood", "orchard", "hill", "crest"],
)
def test_who_stands_high_looks_over_crops_hedges_and_walls(feature: Terrain, seen: bool) -> None:
    battle = looking(20, area("hill", box(5, 1, 35, 6), "hill", "elevated"), feature)
    assert see_each_other(battle) is seen


@pytest.mark.rule("p8.los.elevated-ignores-crops-hedges-walls")
def test_who_stands_deep_in_crops_is_seen_from_above_but_in_cover() -> None:
    hill = area("hill", box(5, 1, 35, 6), "hill", "elevated")
    battle = looking(16, hill, area("high-crops", box(0, 8, 60, 19)))
    assert shot(battle).cover.value == 1
    at_hedge = looking(14.4, hill, line("hedge", (0, 14), (60, 14)))
    assert shot(at_hedge).cover.value == 1
    beyond = looking(16, hill, line("hedge", (0, 14), (60, 14)))
    assert shot(beyond).cover.value == 0


@pytest.mark.rule("p8.los.elevated-ignores-crops-hedges-walls")
def test_on_an_elevated_hill_the_limit_of_2_inside_it_stays() -> None:
    hedge = line("hedge", (0, 14), (60, 14))
    assert not see_each_other(looking(20, area("hill", box(5, 1, 35, 8), "h", "elevated"), hedge))
    assert see_each_other(looking(20, area("hill", box(5, 1, 35, 7), "h", "elevated"), hedge))


# -- mortars --------------------------------------------------------------------------------------

WOOD = area("wood", box(18.9, 6, 60, 9))


def spotting(*spotters: Placed, sheet: str = "uk-mortar-3in", **rest: object) -> P8Battle:
    """A mortar at (20, 4) behind a wood that begins at x = 18.9; the target stands at (20, 14)."""
    return situation(
        unit("mortar", sheet, "british", at=(20, 4)),
        unit("target", "ge-rifle-40", at=(20, 14), facing=180),
        *spotters,
        terrain=[WOOD],
        **rest,  # type: ignore[arg-type]
    )


def spotter_at(x: float, sheet: str = "uk-rifle-40", **status: object) -> Unit:
    """A friend beside the mortar; its base begins 0.6 beside its centre."""
    return unit("spotter", sheet, "british", at=(x, 4), **status)  # type: ignore[arg-type]


@pytest.mark.rule("p8.los.mortar-borrows-spotter")
@cases("gap, allowed", (0.5, True), (1.0, True), (1.1, False))
def test_a_mortar_borrows_the_sight_of_a_friend_within_1(gap: float, allowed: bool) -> None:
    battle = spotting(spotter_at(20 - 1.2 - gap), "near uk-cmd 21,4")
    assert barred(battle, "spotter") is None
    assert barred(battle, "mortar") == (None if allowed else NO_SIGHT)


@pytest.mark.rule("p8.los.mortar-borrows-spotter")
@cases("sheet", "uk-foo", "uk-truck", "uk-apc")
def test_observers_and_transports_cannot_spot_for_a_mortar(sheet: str) -> None:
    assert barred(spotting(spotter_at(18.2, sheet)), "mortar") == NO_SIGHT
    assert barred(spotting(spotter_at(18.2, "uk-cmd")), "mortar") is None


@pytest.mark.rule("p8.los.mortar-borrows-spotter")
def test_a_suppressed_friend_cannot_spot() -> None:
    assert barred(spotting(spotter_at(18, suppressed=True)), "mortar") == NO_SIGHT
    assert barred(spotting(spotter_at(18)), "mortar") is None


@pytest.mark.rule("p8.los.mortar-borrows-spotter")
def test_range_and_field_of_fire_stay_those_of_the_mortar() -> None:
    battle = spotting(spotter_at(18), sheet="uk-mortar-2in")
    aimed = shot(battle, "mortar")
    assert aimed.range == pytest.approx(10 - 0.8)
    turned = situation(
        "mortar uk-mortar-3in 20,4 S; target ge-rifle-40 20,14 S", spotter_at(18), terrain=[WOOD]
    )
    assert barred(turned, "mortar") == "p8.fire.field-90-restricted"


@pytest.mark.rule("p8.los.mortar-borrows-spotter", "p8.los.mutual")
def test_borrowed_sight_is_not_mutual_and_only_for_mortars() -> None:
    battle = spotting(spotter_at(18))
    assert not see_each_other(battle, "mortar", "target")
    assert barred(battle, "mortar") is None
    gun = spotting(spotter_at(18), sheet="uk-25pdr")
    assert barred(gun, "mortar") == NO_SIGHT


@pytest.mark.rule("p8.los.mortar-borrows-spotter")
def test_the_shell_flies_from_the_mortar_so_friends_matter_on_its_own_way_only() -> None:
    # A friend near the target bars the mortar's way, though the spotter looks past him.
    in_the_way = unit("friend", "uk-churchill7", at=(20, 12), facing=90)
    barring = spotting(spotter_at(18), in_the_way)
    assert barred(barring, "mortar") == "p8.fire.not-through-friends"
    # A friend on the spotter's line, but off the mortar's, does not matter.
    aside = unit("friend", "uk-rifle-40", at=(18.4, 11))
    assert barred(spotting(spotter_at(18), aside), "mortar") is None


@pytest.mark.rule("p8.los.mortar-borrows-spotter")
def test_smoke_on_the_spotters_line_counts() -> None:
    screen = smoke(18, 11, width=7.0)
    assert shot(spotting(spotter_at(18), screens=[screen]), "mortar").cover.value == 2
    clear = spotting(spotter_at(18), dice=[7, 4])
    fire(clear, "mortar", "target")
    assert score(clear) == 7 + 6 - (4 + 5)


# -- odd shapes -----------------------------------------------------------------------------------


@pytest.mark.rule("p8.los.enter-and-exit-blocks")
def test_a_line_that_leaves_a_wood_and_enters_it_again_is_blocked() -> None:
    # A wood like a U: both stand an inch deep in its arms, with open ground between them.
    arms = [(15, 0), (30, 0), (30, 24), (15, 24), (15, 9), (25, 9), (25, 6), (15, 6)]
    assert not see_each_other(looking(10.2, area("wood", arms)))
    apart = [area("wood", box(15, 0, 30, 6)), area("wood", box(15, 9, 30, 24))]
    assert see_each_other(looking(10.2, *apart))


@pytest.mark.rule("p8.los.hull-down-not-to-opposite-slope")
def test_a_crest_with_a_bend_hides_its_far_slope_too() -> None:
    bent = line("crest", (5, 18), (20, 16), (35, 18))
    battle = situation(
        "tank uk-sherman-75 20,16.85 S; slope ge-rifle-40 26,13; below ge-rifle-40 26,5",
        terrain=[HILL, bent],
    )
    assert not see_each_other(battle, "tank", "slope")
    assert see_each_other(battle, "tank", "below")


FIRE = Fire("firer", "target")


@pytest.mark.rule("p8.los.more-than-two-inside-blocks")
@cases("inside, seen", (2.0, True), (2.01, False), (2.1, False))
@cases("kind", "wood", "orchard", "high-crops", "forest")
def test_one_fires_2_into_a_wood_and_2_out_of_it(kind: str, inside: float, seen: bool) -> None:
    # The nearest edge of the target's base is 0.4 before its centre; the wood begins at y = 10.
    into, out = ((5.0, 10.4 + inside), (10.4 + inside, 5.0))
    for mine, its in (into, out):
        battle = situation(
            unit("firer", "uk-rifle-40", at=(20, mine), facing=0 if mine < its else 180),
            unit("target", "ge-rifle-40", at=(20, its), facing=180 if mine < its else 0),
            terrain=[area(kind, box(0, 10, 60, 30))],
        )
        assert see_each_other(battle) is seen
        assert why_not(battle, FIRE) == (None if seen else NO_SIGHT)
