"""COVER AND CONCEALMENT: what counts as cover, and for how much."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.cover.cover import best, may_duck
from tests.whitebox.kit import *


def behind(kind: str, square: tuple[int, int], foe: tuple[int, int], **ivan: Any) -> OwbState:
    return state_of(
        man("ivan", (10, 20), **ivan), man("foe", foe, "b"), terrain=[filled("f", kind, square)]
    )


@rule("owb.cover.which-feature-counts")
@pytest.mark.parametrize(
    ("sandbag", "least"),
    [((5, 4), 15), ((5, 3), 11), ((5, 2), 11), ((5, 5), 15), ((4, 4), 11), ((5, 6), 11)],
)
def test_sandbags_protect_the_man_next_to_them(sandbag: tuple[int, int], least: int) -> None:
    battle = begun(
        "ivan",
        man("ivan", (5, 0)),
        man("foe", (5, 5), "b"),
        terrain=[filled("bags", SANDBAGS, sandbag)],
    )
    needs(battle, shot("foe"), least)


@rule("owb.cover.which-feature-counts")
@pytest.mark.parametrize(("row", "least"), [(5, 15), (4, 15), (3, 11)])
def test_sandbags_on_an_edge_protect_if_one_of_its_squares_is_next_to_the_man(
    row: int, least: int
) -> None:
    """The edge between (5, 3) and (5, 4) touches a square beside (5, 5); the next one does not."""
    battle = begun(
        "ivan",
        man("ivan", (5, 0)),
        man("foe", (5, 5), "b"),
        terrain=[edged("bags", SANDBAGS, (5, row), (6, row))],
    )
    needs(battle, shot("foe"), least)


@rule("owb.cover.which-feature-counts")
def test_between_men_next_to_each_other_low_cover_is_ignored() -> None:
    battle = begun(
        "ivan",
        man("ivan", (5, 4)),
        man("foe", (5, 5), "b", hp=60, most_hp=60),
        terrain=[edged("bags", SANDBAGS, (5, 5), (6, 5))],
    )
    needs(battle, shot("foe"), 11)


@rule("owb.cover.which-feature-counts", "owb.cover.ducked-or-up")
@pytest.mark.parametrize("kind", ["rubble", "bomb-crater", "trench", "foxhole", "sandbags"])
@pytest.mark.parametrize(
    ("square", "foe"), [((10, 19), (10, 10)), ((11, 19), (15, 15)), ((10, 19), (15, 15))]
)
def test_low_cover_in_the_next_square_protects_and_can_be_ducked_behind(
    kind: str, square: tuple[int, int], foe: tuple[int, int]
) -> None:
    state = behind(kind, square, foe)
    assert may_duck(state, (10, 20))
    assert shelter_from(state, foe, person(state, "ivan")) == "partial"
    down = behind(kind, square, foe, ducked=True)
    assert shelter_from(down, foe, person(down, "ivan")) == "full"


@rule("owb.cover.which-feature-counts")
def test_low_cover_beside_a_line_that_meets_no_corner_does_not_protect() -> None:
    state = behind("rubble", (11, 20), (10, 10))
    assert shelter_from(state, (10, 10), person(state, "ivan")) == "none"


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


@rule("owb.cover.windows")
def test_a_window_is_low_cover_that_cannot_be_walked_through() -> None:
    window = [edged("w", "window-or-gunport", (5, 5), (6, 5))]
    state = at_0(window)
    assert shelter_from(state, (5, 0), person(state, "foe")) == "partial"
    from sandtable.rulebooks.whitebox.part1_personal.movement.way import passable

    assert not passable(state.grounds, (5, 5), (5, 4))


@rule("owb.cover.partial-single-shot", "owb.cover.partial-burst", "owb.weapon.garand-burst")
@pytest.mark.parametrize(
    ("weapon", "mode", "least"),
    [
        ("rifle-large", "single", 15),
        ("submachinegun", "burst", 13),
        ("submachinegun", "suppress", 13),
        ("submachinegun", "single", 15),
        ("rifle-large-m1-garand", "burst", 13),
        ("rifle-large-m1-garand", "single", 15),
        ("bow", "single", 15),
    ],
)
def test_partial_cover_is_minus_4_and_minus_2_for_a_burst(
    weapon: str, mode: str, least: int
) -> None:
    battle = fire_duel(8, weapon, terrain=hidden_by(SANDBAGS, 8))
    needs(battle, shot("foe", weapon, mode=mode), least)


@rule("owb.cover.several-protections")
def test_only_the_best_protection_counts() -> None:
    order: tuple[Shelter, ...] = ("concealed", "partial")
    assert best(*order) == "partial"
    state = at_0([filled("s", "sandbags", (5, 4)), filled("f", "forest", (5, 2))])
    assert shelter_from(state, (5, 0), person(state, "foe")) == "partial"
