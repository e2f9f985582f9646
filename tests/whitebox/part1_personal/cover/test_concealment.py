"""COVER AND CONCEALMENT: what only hides."""

import pytest

from tests.whitebox.kit import *


@rule("owb.conceal.what-counts", "owb.terrain.square-and-edge-features")
@pytest.mark.parametrize(
    ("ground", "shelter"),
    [("forest", "concealed"), ("rubble", "partial"), ("flat-ground", "none"), ("mud", "none")],
)
def test_the_ground_of_the_whole_table_protects_like_that_of_a_square(
    ground: str, shelter: str
) -> None:
    plain = scene(IVAN, man("bob", (10, 8), side="b"))
    table = TableSize(width=36.0, depth=36.0, ground=ground)
    battle = Battle(RULEBOOK, replace(plain, table=table), ScriptedDice([6, 1]))
    assert shelter_from(battle.state, (10, 20), person(battle, "bob")) == shelter


@rule("owb.conceal.what-counts")
def test_a_road_through_the_woods_conceals_nobody_from_the_next_square() -> None:
    plain = scene(
        man("ivan", (10, 9)),
        man("bob", (10, 8), side="b"),
        terrain=[filled("r", "road", (10, 0), (10, 35))],
    )
    table = TableSize(width=36.0, depth=36.0, ground="forest")
    battle = Battle(RULEBOOK, replace(plain, table=table), ScriptedDice([6, 1]))
    assert shelter_from(battle.state, (10, 9), person(battle, "bob")) == "none"


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


@rule("owb.conceal.darkness", "owb.impact.specific-target", "owb.timed.armor-class")
@pytest.mark.parametrize(
    ("distance", "lit", "number"), [(1, False, 10), (2, False, 14), (2, True, 10)]
)
def test_in_the_dark_a_throw_at_two_squares_is_at_something_concealed(
    distance: int, lit: bool, number: int
) -> None:
    square = (10, 20 - distance)
    terrain = [filled("lamp", "lit", square)] if lit else []
    state = scene_with(foe=square, terrain=terrain, options={"darkness": "on"})
    assert lob_at(state, square).armor.total == number


@rule("owb.conceal.darkness", "owb.weapon.rpg-against-characters")
def test_in_the_dark_a_rocket_needs_14() -> None:
    for dark, number in (("on", 14), ("off", 10)):
        state = scene_with("rocketeer-light", options={"darkness": dark})
        lob = rocket_at(state, person(state, "ivan"), "rpg-light", (10, 17))
        assert isinstance(lob, Lob)
        assert lob.armor.total == number


@rule("owb.conceal.darkness")
def test_darkness_conceals_from_two_squares_on_unless_there_is_light() -> None:
    units = (man("ivan", (5, 0)), man("foe", (5, 5), "b"))
    dark: dict[str, str | bool] = {"darkness": "on"}
    state = state_of(*units, options=dark)
    assert shelter_from(state, (5, 0), person(state, "foe")) == "concealed"
    assert shelter_from(state, (5, 4), person(state, "foe")) == "none"
    lit = state_of(*units, options=dark, terrain=[filled("l", "lit", (5, 5))])
    assert shelter_from(lit, (5, 0), person(lit, "foe")) == "none"


@rule("owb.conceal.burst", "owb.conceal.single-shot")
@pytest.mark.parametrize(
    ("weapon", "mode", "least"),
    [
        ("submachinegun", "burst", 11),
        ("submachinegun", "suppress", 11),
        ("rifle-large-m1-garand", "burst", 11),
        ("rifle-large", "single", 13),
    ],
)
@pytest.mark.parametrize("kind", ["hedgerow", "wooden-fence", "forest", "smoke"])
def test_concealment_is_minus_2_and_nothing_for_a_burst(
    weapon: str, mode: str, least: int, kind: str
) -> None:
    battle = fire_duel(8, weapon, terrain=hidden_by(kind, 8))
    needs(battle, shot("foe", weapon, mode=mode), least)
