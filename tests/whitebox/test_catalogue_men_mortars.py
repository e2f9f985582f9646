"""The catalogue's examples of mortars and flamethrowers, played as they are written."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.rulebooks.whitebox.state.orders import Begin, Flame, Launch
from sandtable.scenario import Unit
from sandtable.table.grid import Square
from tests.whitebox.kit import (
    A_FIRST,
    FAR,
    OwbBattle,
    fight,
    lands,
    last_aim,
    man,
    middle,
    pass_all,
    person,
    play,
    rolled_all,
    turn,
)

rule = pytest.mark.rule


# -- mortars --------------------------------------------------------------------------------------


def battery(*others: Unit, **rest: Any) -> OwbBattle:
    """A mortar off the map, an observer, and a foe in the open."""
    return fight(
        man("gunner", (1, 35), sheet="mortar-gunner", off_map=True),
        man("spotter", (10, 25)),
        man("foe", (10, 14), "b", hp=60, most_hp=60),
        *others,
        **rest,
    )


def fire(square: Square = (10, 14), helper: str | None = None) -> Launch:
    """The order to fire the mortar."""
    return Launch(person="gunner", weapon="mortar", at=middle(square), helper=helper)


@rule("owb.mortar.ranging-bonus", "owb.mortar.crew")
@pytest.mark.parametrize(("roll", "hit"), [(12, True), (11, False)])
def test_the_third_shot_at_one_who_stays_hits_with_12(roll: int, *, hit: bool) -> None:
    battle = battery(man("loader", (2, 35), off_map=True))
    for bonus in (0, 1, 2):
        play(battle, Begin(person="gunner"))
        odds = battle.view("a").odds(fire(helper="loader"))
        assert odds is not None
        chances = dict(odds.outcomes)
        assert sum(chances.values()) == Fraction(1)
        last = bonus == 2
        dice = (roll, *((1, 1, 20) if hit else ())) if last else (1,)
        play(battle, fire(helper="loader"), dice=dice)
        assert last_aim(battle) == (bonus, 14)
        if not last:
            for _ in range(2):
                pass_all(battle, dice=A_FIRST)
    assert (lands(battle) == (10, 14)) is hit


@rule("owb.mortar.crew", "owb.rof.half")
@pytest.mark.parametrize(("loaded", "next_in"), [(False, 5), (True, 3)])
def test_a_lone_gunner_who_fires_in_round_1_fires_again_in_round_5(
    *, loaded: bool, next_in: int
) -> None:
    battle = battery(man("loader", (2, 35), off_map=True))
    helper = "loader" if loaded else None
    turn(battle, "gunner", fire(helper=helper), dice=(1,))
    for number in range(2, next_in + 1):
        pass_all(battle, dice=A_FIRST)
        assert battle.state.turn == number
        play(battle, Begin(person="gunner"))
        assert battle.allows(fire(helper=helper), "a") is (number == next_in)


@rule("owb.mortar.scatter-doubled", "owb.scatter.distance")
@pytest.mark.parametrize(
    ("dice", "square"),
    [((9, 4), (10, 2)), ((4, 2), (16, 14)), ((3, 3), (10, 20)), ((2, 1), (8, 16))],
)
def test_9_and_4_are_12_squares_straight_long_for_a_mortar(
    dice: tuple[int, int], square: Square
) -> None:
    battle = battery()
    battle.state.change("foe", moving=True)
    play(battle, Begin(person="gunner"), fire(), dice=(14, *dice, 1, 1, *[20] * 4))
    assert lands(battle) == square


# -- flamethrowers --------------------------------------------------------------------------------


@rule("owb.weapon.flamethrower-cone")
@pytest.mark.parametrize("aim", [(10, 19), (10, 16)])
def test_the_flame_to_the_north_covers_twelve_squares(aim: Square) -> None:
    inside = {(10 + x, 20 - y) for x in (-1, 0, 1) for y in (1, 2, 3, 4)}
    outside = {(8, 17), (12, 17), (10, 15), (9, 20), (10, 21)}
    names = {f"m{n}": square for n, square in enumerate(sorted(inside | outside))}
    men = [man(name, square, "b", hp=60, most_hp=60) for name, square in names.items()]
    ivan = man("ivan", (10, 20), sheet="flamethrower-operator")
    battle = fight(ivan, *men, FAR, dice=(6, *A_FIRST))
    flame = Flame(person="ivan", at=middle(aim))
    play(battle, Begin(person="ivan"), flame, dice=(1, 20) * 12)
    burnt = {names[name] for name in names if person(battle, name).hp < 60}
    assert burnt == inside
    assert rolled_all(battle)


@rule("owb.weapon.flamethrower-catch-fire")
def test_flamed_in_round_2_for_3_rounds_he_burns_at_the_end_of_3_4_and_5() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="flamethrower-operator"),
        man("foe", (10, 17), "b", hp=60, most_hp=60),
        FAR,
        dice=(6, *A_FIRST),
    )
    pass_all(battle, dice=A_FIRST)
    flame = Flame(person="ivan", at=middle((10, 17)))
    turn(battle, "ivan", flame, dice=(4, 17, 3))
    left = 56
    assert person(battle, "foe").hp == left
    pass_all(battle, dice=A_FIRST)
    assert battle.state.turn == 3
    assert person(battle, "foe").hp == left, "not at the end of the round of the flame"
    for number in (3, 4, 5):
        assert battle.state.turn == number
        pass_all(battle, dice=(number, *A_FIRST))
        left -= number
        assert person(battle, "foe").hp == left
    pass_all(battle, dice=A_FIRST)
    assert person(battle, "foe").hp == left
    assert person(battle, "foe").burning == 0
    assert rolled_all(battle)
