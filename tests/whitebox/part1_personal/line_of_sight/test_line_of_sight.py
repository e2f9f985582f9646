"""LINE OF SIGHT."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import (
    in_arc,
    line_to,
    sees_square,
)
from tests.whitebox.kit import *


@rule("owb.los.facing-arc", "owb.withhold.arc")
@pytest.mark.parametrize(("target", "inside"), [((13, 17), True), ((14, 17), False)])
def test_facing_north_3_and_3_are_inside_the_arc_and_4_and_3_outside(
    target: Square, *, inside: bool
) -> None:
    battle = fight(man("ivan", (10, 20), facing=0, bombs={}), man("foe", target, "b"))
    turn(battle, "ivan", Withhold("ivan"), end=EndTurn("ivan", facing=0.0))
    play(battle, Begin("foe"), shot("ivan", who="foe"), dice=() if inside else (1,))
    if not inside:
        assert asked_for(battle) == "turn", "nobody can interrupt him"
        return
    assert asked_for(battle) == "interrupt"
    assert battle.allows(shot("foe"), "a")
    play(battle, Hold(), dice=(1,))
    assert len(told(battle, "attack")) == 1


@rule("owb.los.facing-arc")
@pytest.mark.parametrize(
    ("facing", "inside", "outside"),
    [
        (0, ((3, -3), (-3, -3), (0, -1)), ((4, -3), (-4, -3), (0, 1))),
        (1, ((5, 0), (0, -5), (2, -3)), ((5, 1), (-1, -5))),
        (3, ((5, 0), (0, 5)), ((5, -1), (-1, 5))),
        (6, ((-3, 3), (-3, -3)), ((-3, 4), (-3, -4))),
    ],
)
def test_the_borders_of_an_arc_are_in_it(
    facing: int, inside: tuple[Any, ...], outside: tuple[Any, ...]
) -> None:
    for square in inside:
        assert in_arc((0, 0), facing, square)
    for square in outside:
        assert not in_arc((0, 0), facing, square)


@rule("owb.los.free-turn-means-all-round")
def test_on_his_own_turn_he_sees_all_round() -> None:
    state = state_of(man("ivan", (10, 20), facing=0), man("foe", (10, 30), "b"))
    ivan = person(state, "ivan")
    assert not sees_square(state, ivan, (10, 30))
    assert sees_square(state, ivan, (10, 30), turning=True)


@rule("owb.los.line", "owb.los.characters-do-not-block")
def test_tall_cover_blocks_and_low_cover_concealment_and_people_do_not() -> None:
    for kind, blocked in (("tall-wall", True), ("low-brick-wall", False), ("forest", False)):
        state = at_0([filled("f", kind, (5, 2))], (5, 9))
        assert line_to(state, (5, 0), (5, 9)).blocked is blocked, kind
    state = state_of(man("ivan", (5, 0)), man("foe", (5, 5), "b"), man("oleg", (5, 3)))
    assert not line_to(state, (5, 0), (5, 5)).blocked
    edge = at_0([edged("w", "tall-wall", (5, 3), (6, 3))], (5, 9))
    assert line_to(edge, (5, 0), (5, 9)).blocked


@rule("owb.los.corner")
@pytest.mark.parametrize(
    ("walls", "seen"),
    [([(1, 0)], True), ([(0, 1)], True), ([(1, 0), (0, 1)], False), ([(3, 2), (0, 1)], True)],
)
def test_a_line_from_0_0_to_3_3_is_blocked_only_by_walls_on_both_sides(
    walls: list[Square], *, seen: bool
) -> None:
    ground = [filled(f"w{n}", "tall-wall", square) for n, square in enumerate(walls)]
    battle = begun("ivan", man("ivan", (0, 0)), man("foe", (3, 3), "b"), terrain=ground)
    assert battle.allows(shot("foe"), "a") is seen
    if not seen:
        assert refusal(battle, shot("foe")) == "owb.missile.needs-line-of-sight"
        return
    play(battle, shot("foe"), dice=(1,))
    # a wall that the line only touches gives partial cover if it is next to the target
    partial = (3, 2) in walls
    assert told(battle, "attack")[-1].tallies[0].total == (-4 if partial else 0)


@rule("owb.los.elevation", "owb.los.mutual")
@pytest.mark.parametrize(
    ("crest", "ivans", "seen"),
    [(1, 0, False), (0, 0, True), (1, 1, True), (2, 1, False), (1, 2, True)],
)
def test_a_crest_of_1_between_two_men_at_0_blocks(crest: int, ivans: int, *, seen: bool) -> None:
    ground = [
        filled("crest", "elevation", (10, 15), height=crest),
        filled("stand", "elevation", (10, 20), height=ivans),
    ]
    battle = begun("ivan", IVAN, FOE_FACING, terrain=ground)
    assert battle.allows(shot("foe"), "a") is seen
    play(battle, EndTurn("ivan"), Begin("foe"))
    assert battle.allows(shot("ivan", who="foe"), "b") is seen
    assert person(battle, "foe").facing == 4


@rule("owb.los.mutual")
def test_a_line_is_open_both_ways_or_neither() -> None:
    state = at_0([filled("f", "boulder", (6, 4)), filled("g", "tall-wall", (3, 3), (4, 6))])
    for a in ((0, 0), (5, 0), (9, 7)):
        for b in ((2, 9), (8, 1), (7, 5)):
            assert open_line(state, a, b) == open_line(state, b, a)


def test_on_level_ground_the_short_way_agrees_with_the_heights() -> None:
    import random

    from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.lines import (
        blocked_by_heights,
        sightline,
    )
    from sandtable.table import grid

    chance = random.Random(7)
    kinds = ("tall-wall", "low-brick-wall", "forest", "boulder", "sandbags", "rubble")
    features = []
    for number in range(30):
        x, y = chance.randrange(1, 14), chance.randrange(1, 14)
        kind = chance.choice(kinds)
        if chance.random() < 0.5 or kind in ("forest", "boulder", "rubble"):
            features.append(filled(f"f{number}", kind, (x, y)))
        else:
            features.append(edged(f"f{number}", kind, (x, y), (x + 1, y), (x + 1, y + 1)))
    state = state_of(man("ivan", (0, 0)), man("foe", (15, 15), "b"), terrain=features)
    grounds = state.grounds
    squares = [(x, y) for x in range(16) for y in range(16)]
    for _ in range(1500):
        a, b = chance.sample(squares, 2)
        slow = blocked_by_heights(grounds, grid.line(a, b), a, b)
        assert sightline(grounds, a, b).blocked == slow, (a, b)
