"""LINE OF SIGHT, COVER AND CONCEALMENT."""

from __future__ import annotations

import pytest

from sandtable.battle import Refusal
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part1_personal.attack.attack_roll import resolve_blow
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import shot_at
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import (
    Shelter,
    best,
    cover_within_one,
    lean_outs,
    shelter_from,
    target_line,
)
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import (
    in_arc,
    line_to,
    open_line,
    sees_square,
)
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.orders import Begin, EndTurn, Move, Shoot
from sandtable.scenario import Terrain
from sandtable.table.grid import Square
from tests.whitebox.kit import edged, fight, filled, man, middle, person, play, state_of, turn

rule = pytest.mark.rule


def at_0(terrain: list[Terrain], target: Square = (5, 5), **more: object) -> OwbState:
    return state_of(
        man("ivan", (5, 0), facing=4, armor=[]),
        man("foe", target, "b", armor=[], **more),  # type: ignore[arg-type]
        terrain=terrain,
    )


# -- sight ----------------------------------------------------------------------------------------


@rule("owb.los.facing-arc")
def test_the_arc_reaches_45_degrees_to_either_side() -> None:
    assert in_arc((0, 0), 0, (3, -3))
    assert not in_arc((0, 0), 0, (4, -3))


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
def test_at_a_corner_both_ways_must_be_walled() -> None:
    one = at_0([filled("f", "tall-wall", (1, 0))])
    assert not line_to(one, (0, 0), (3, 3)).blocked
    two = at_0([filled("f", "tall-wall", (1, 0)), filled("g", "tall-wall", (0, 1))])
    assert line_to(two, (0, 0), (3, 3)).blocked


@rule("owb.los.elevation")
def test_a_crest_of_one_level_hides_what_lies_behind_it() -> None:
    state = at_0([filled("f", "elevation", (5, 3), height=1)], (5, 9))
    assert line_to(state, (5, 0), (5, 9)).blocked
    up = at_0(
        [filled("f", "elevation", (5, 3), height=1), filled("g", "elevation", (5, 0), height=3)],
        (5, 9),
    )
    assert not line_to(up, (5, 0), (5, 9)).blocked


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


# -- cover ----------------------------------------------------------------------------------------


@rule("owb.cover.which-feature-counts")
def test_cover_protects_if_it_is_next_to_the_target() -> None:
    near = at_0([filled("s", "sandbags", (5, 4))])
    assert shelter_from(near, (5, 0), person(near, "foe")) == "partial"
    far = at_0([filled("s", "sandbags", (5, 2))])
    assert shelter_from(far, (5, 0), person(far, "foe")) == "none"
    close = at_0([edged("s", "sandbags", (5, 1), (6, 1))], (5, 1))
    assert shelter_from(close, (5, 0), person(close, "foe")) == "none"


@rule("owb.cover.which-feature-counts")
def test_tall_cover_touched_at_a_corner_gives_partial_cover() -> None:
    state = at_0([filled("w", "tall-wall", (5, 3))], (5, 4))
    assert shelter_from(state, (2, 1), person(state, "foe")) == "partial"


@rule("owb.cover.square-feature-shelters-occupant")
def test_a_foxhole_shelters_from_all_sides_and_a_trench_not_within_it() -> None:
    state = at_0([filled("f", "foxhole", (5, 5))])
    foe = person(state, "foe")
    for source in ((5, 0), (0, 5), (9, 9), (5, 6)):
        assert shelter_from(state, source, foe) == "partial"
    trench = at_0([filled("t", "trench", (3, 5), (9, 5))])
    foe = person(trench, "foe")
    assert shelter_from(trench, (9, 5), foe) == "none"
    assert shelter_from(trench, (5, 0), foe) == "partial"


@rule("owb.cover.ducked-or-up", "owb.cover.stops-bullets")
def test_ducked_is_full_cover_and_up_is_partial() -> None:
    up = at_0([filled("s", "sandbags", (5, 4))])
    assert shelter_from(up, (5, 0), person(up, "foe")) == "partial"
    down = at_0([filled("s", "sandbags", (5, 4))], ducked=True)
    assert shelter_from(down, (5, 0), person(down, "foe")) == "full"
    ivan = person(down, "ivan")
    shot = shot_at(down, ivan, ivan.arms[0], person(down, "foe"))
    assert isinstance(shot, Refusal)


@rule("owb.cover.ducked-or-up")
def test_who_attacked_cannot_duck_and_moving_brings_one_up() -> None:
    wall = [edged("w", "low-brick-wall", (0, 20), (36, 20))]
    battle = fight(
        man("ivan", (10, 20), ducked=True),
        man("oleg", (20, 20), ducked=True),
        man("foe", (10, 10), "b"),
        terrain=wall,
    )
    play(battle, Begin(person="ivan"))
    play(battle, Shoot(person="ivan", target="foe", weapon="rifle-large"), dice=(1,))
    assert not person(battle, "ivan").ducked
    refusal = battle.refusal(EndTurn(person="ivan", ducked=True), "a")
    assert refusal is not None
    play(battle, EndTurn(person="ivan"))
    turn(
        battle,
        "oleg",
        Move(person="oleg", path=(middle((21, 20)),)),
        end=EndTurn(person="oleg", ducked=True),
    )
    assert person(battle, "oleg").ducked


@rule("owb.cover.lean-out")
def test_one_leans_out_behind_tall_cover_and_can_be_shot_at_there() -> None:
    wall = [filled("w", "tall-wall", (10, 19))]
    battle = fight(
        man("ivan", (10, 20), armor=[]), man("foe", (11, 10), "b", armor=[]), terrain=wall
    )
    state = battle.state
    assert set(lean_outs(state, person(state, "ivan"))) == {(9, 20), (11, 20), (10, 21)}
    play(battle, Begin(person="ivan"))
    order = Shoot(person="ivan", target="foe", weapon="rifle-large", lean=middle((11, 20)))
    play(battle, order, dice=(1,))
    play(battle, EndTurn(person="ivan", lean=True))
    ivan = person(battle, "ivan")
    assert ivan.lean == (11, 20)
    assert target_line(battle.state, (11, 12), ivan) == ((11, 20), "partial")


@rule("owb.cover.windows")
def test_a_window_is_low_cover_that_cannot_be_walked_through() -> None:
    window = [edged("w", "window-or-gunport", (5, 5), (6, 5))]
    state = at_0(window)
    assert shelter_from(state, (5, 0), person(state, "foe")) == "partial"
    from sandtable.rulebooks.whitebox.part1_personal.movement.way import passable

    assert not passable(state.grounds, (5, 5), (5, 4))


@rule("owb.cover.partial-single-shot")
def test_partial_cover_takes_4_from_a_single_shot() -> None:
    state = at_0([filled("s", "sandbags", (5, 4))])
    state.change("foe", armor=("bdu",))
    ivan = person(state, "ivan")
    shot = shot_at(state, ivan, ivan.arms[0], person(state, "foe"))
    assert not isinstance(shot, Refusal)
    assert (shot.armor.total, shot.tally.total) == (11, -4)
    assert not resolve_blow(shot, ScriptedDice([14])).hit
    assert resolve_blow(shot, ScriptedDice([15, 1])).hit


@rule("owb.cover.partial-burst", "owb.conceal.burst", "owb.conceal.single-shot")
@pytest.mark.parametrize(
    ("kind", "burst", "single"), [("sandbags", -2, -4), ("wooden-fence", 0, -2)]
)
def test_net_of_bursts_and_single_shots(kind: str, burst: int, single: int) -> None:
    state = at_0([filled("s", kind, (5, 4))])
    state.change("foe", armor=("bdu",))
    gunner = state.change("ivan", arms=(person(state, "ivan").arms[0],))
    from sandtable.rulebooks.whitebox.state.people import Arm

    gun = Arm(id="submachinegun")
    foe = person(state, "foe")
    one, two = (shot_at(state, gunner, gun, foe, mode) for mode in ("burst", "single"))
    assert not isinstance(one, Refusal)
    assert not isinstance(two, Refusal)
    assert (one.tally.total, two.tally.total) == (burst, single)
    needed = 11 - burst
    assert resolve_blow(one, ScriptedDice([needed, 1])).hit
    assert not resolve_blow(one, ScriptedDice([needed - 1])).hit


@rule("owb.cover.dive")
def test_cover_within_one_square_is_ones_own_or_the_next() -> None:
    wall = [edged("w", "low-brick-wall", (4, 5), (9, 5))]
    own = at_0(wall)
    assert cover_within_one(own, person(own, "foe"), (5, 0)) == ((5, 5),)
    boulder = at_0([filled("b", "boulder", (6, 5))])
    spots = cover_within_one(boulder, person(boulder, "foe"), (9, 5))
    assert spots == ((5, 5),)
    spots = cover_within_one(boulder, person(boulder, "foe"), (5, 0))
    assert spots == ((6, 6),)
    assert cover_within_one(boulder, person(boulder, "foe"), (0, 9)) == ()


@rule("owb.cover.several-protections")
def test_only_the_best_protection_counts() -> None:
    order: tuple[Shelter, ...] = ("concealed", "partial")
    assert best(*order) == "partial"
    state = at_0([filled("s", "sandbags", (5, 4)), filled("f", "forest", (5, 2))])
    assert shelter_from(state, (5, 0), person(state, "foe")) == "partial"


# -- concealment ----------------------------------------------------------------------------------


@rule("owb.conceal.what-counts", "owb.conceal.stops-nothing")
def test_what_conceals_and_where() -> None:
    cases: list[tuple[str, Square, Shelter]] = [
        ("wooden-fence", (5, 4), "concealed"),
        ("wooden-fence", (5, 3), "none"),
        ("hedgerow", (5, 3), "concealed"),
        ("hedgerow", (5, 1), "none"),
        ("forest", (5, 5), "concealed"),
        ("smoke", (5, 1), "concealed"),
    ]
    for kind, square, shelter in cases:
        state = at_0([filled("f", kind, square)])
        assert shelter_from(state, (5, 0), person(state, "foe")) == shelter, (kind, square)


@rule("owb.conceal.darkness")
def test_darkness_conceals_from_two_squares_on_unless_there_is_light() -> None:
    units = (man("ivan", (5, 0)), man("foe", (5, 5), "b"))
    dark: dict[str, str | bool] = {"darkness": "on"}
    state = state_of(*units, options=dark)
    assert shelter_from(state, (5, 0), person(state, "foe")) == "concealed"
    assert shelter_from(state, (5, 4), person(state, "foe")) == "none"
    lit = state_of(*units, options=dark, terrain=[filled("l", "lit", (5, 5))])
    assert shelter_from(lit, (5, 0), person(lit, "foe")) == "none"
