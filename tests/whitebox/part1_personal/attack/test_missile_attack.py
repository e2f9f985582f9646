"""MISSILE ATTACK: what may be fired at, and the ranges."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.attack.missile import range_band
from tests.whitebox.kit import *


@rule("owb.missile.dexterity")
def test_dexterity_counts_with_missile_weapons() -> None:
    assert legal(shot_of_ivan(facing_foe(5, dexterity=1), "rifle-large")).tally.total == 1


@rule("owb.missile.needs-line-of-sight")
def test_a_shot_needs_an_open_line() -> None:
    wall = [filled("w", "tall-wall", (10, 15))]
    state = state_of(IVAN, FOE_AHEAD, terrain=wall)
    ivan = person(state, "ivan")
    found = shot_at(state, ivan, ivan.arms[0], person(state, "foe"))
    assert isinstance(found, Refusal)
    assert found.rule == "owb.missile.needs-line-of-sight"


@rule(
    "owb.range.bands",
    "owb.range.penalties",
    "owb.range.measure",
)
@pytest.mark.parametrize(
    ("weapon", "distance", "total"),
    [
        ("submachinegun", 1, 0),
        ("submachinegun", 15, 0),
        ("submachinegun", 16, -2),
        ("submachinegun", 30, -2),
        ("submachinegun", 31, -4),
        ("submachinegun", 45, -4),
        ("submachinegun", 46, -6),
        ("submachinegun", 60, -6),
        ("submachinegun", 61, None),
        ("rifle-large", 30, 0),
        ("rifle-large", 31, -2),
        ("rifle-large", 60, -2),
        ("rifle-large", 61, -4),
        ("rifle-large", 90, -4),
        ("rifle-large", 91, -6),
        ("rifle-large", 120, -6),
        ("rifle-large", 121, None),
        ("handgun-small", 36, -6),
        ("handgun-small", 37, None),
    ],
)
def test_bands_of_range_end_where_the_book_ends_them(
    weapon: str, distance: int, total: int | None
) -> None:
    battle = fire_duel(distance, weapon)
    order = shot("foe", weapon)
    if total is None:
        assert refusal(battle, order) == "owb.range.bands"
        assert battle.view("a").odds(order) is None
        return
    if weapon != "handgun-small":
        needs(battle, order, 11 - total)
    else:
        play(battle, order, dice=(1, 1))
        assert told(battle, "attack")[0].tallies[0].total == total


@rule("owb.range.chained-bands")
def test_chained_bands_reach_further() -> None:
    units = (man("ivan", (1, 1)), man("foe", (1, 30), "b"))
    chained = state_of(*units, options={"range_bands": "chained"})
    assert range_band(chained, MISSILE["grenade"], 20) == 3
    assert range_band(chained, MISSILE["rifle-large"], 180) == 2
    thrown = state_of(*units, options={"range_bands": "chained-for-thrown"})
    assert range_band(thrown, MISSILE["grenade"], 6) == 2
    assert range_band(thrown, MISSILE["rifle-large"], 121) is None


@rule("owb.range.chained-bands")
@pytest.mark.parametrize(
    ("distance", "total"),
    [(1, 0), (2, -2), (3, -4), (6, -4), (7, -6), (20, -6), (24, -6), (25, None)],
)
@pytest.mark.parametrize("bands", ["chained", "chained-for-thrown"])
def test_a_chained_grenade_reaches_24_squares(distance: int, total: int | None, bands: str) -> None:
    battle = begun("ivan", man("ivan", (10, 30)), FAR, options={"range_bands": bands})
    order = throw((10, 30 - distance))
    if total is None:
        assert refusal(battle, order) == "owb.range.bands"
        return
    odds = present(battle.view("a").odds(order))
    assert odds.tallies[0].total == total
    play(battle, order, dice=(1,))
    assert last_aim(battle) == (total, 10)


@rule("owb.range.chained-bands", "owb.blast.throw-uses-grenade-range")
@pytest.mark.parametrize(("bands", "offered"), [("multiples", False), ("chained-for-thrown", True)])
def test_throws_are_offered_as_far_as_they_go(bands: str, offered: bool) -> None:
    state = scene_with(foe=(10, 0), options={"range_bands": bands})
    orders = list(attacks_of(state, person(state, "ivan")))
    assert any(isinstance(order, Throw) for order in orders) is offered
    if offered:
        assert lob_at(state, (10, 0)).tally.total == -6
