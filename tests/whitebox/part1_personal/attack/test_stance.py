"""ADDITIONAL RULES: kneeling and lying down."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.movement.way import allowance
from tests.whitebox.kit import *

STANCES: dict[str, str | bool] = {"stances": "on"}


@rule("owb.stance.change-loses-initiative", "owb.stance.movement")
def test_changing_position_costs_initiative_and_the_prone_only_crawl() -> None:
    battle = fight(IVAN, man("foe", (10, 5), "b"), options=STANCES, dice=())
    play(battle, Declare("ivan", "prone"), Done(), Done(), dice=(6, 1))
    assert battle.choices[0].seats == ("b",)
    play(battle, Done(), Begin("ivan"))
    assert person(battle, "ivan").stance == "prone"
    assert allowance(person(battle, "ivan")) == 1
    assert not battle.allows(Move("ivan", (middle((10, 19)), middle((10, 18)))), "a")
    play(battle, EndTurn("ivan"))
    assert not told(battle, "move")


@rule("owb.stance.change-loses-initiative", "owb.modifiers.switch")
@pytest.mark.parametrize(("stances", "points"), [("off", 4), ("on", 1)])
def test_without_positions_nobody_lies_prone(stances: str, points: int) -> None:
    battle = fight(man("ivan", (10, 20), stance="prone"), FOE_AWAY, options={"stances": stances})
    pass_all(battle, until="who acts")
    play(battle, Begin("ivan"))
    far = tuple(middle((10, 20 + n)) for n in range(1, points + 1))
    assert battle.allows(Move("ivan", far), "a")
    farther = (*far, middle((10, 21 + points)))
    assert not battle.allows(Move("ivan", farther), "a")


@rule("owb.stance.after-diving", "owb.cover.dive")
@pytest.mark.parametrize("low_as_well", [False, True])
def test_behind_a_tall_wall_one_kneels_whatever_else_is_near(low_as_well: bool) -> None:
    terrain = [edged("wall", "tall-wall", (11, 13), (12, 13))]
    if low_as_well:
        terrain.append(filled("bags", "sandbags", (12, 11)))
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
        terrain=terrain,
        options={"stances": "on"},
        dice=(),
    )
    pass_all(battle, until="who acts", dice=(6, 1))
    burst = Shoot("gunner", target="foe", weapon="machinegun-medium", mode="suppress")
    turn(battle, "gunner", burst, dice=(1,))
    pass_all(battle)
    pass_all(battle, until="who acts", dice=(6, 1))
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(6,))
    play(battle, React(), dice=(16,))
    if battle.choices[0].ask == "dive":
        play(battle, Dive(middle((11, 12))))
    foe = person(battle, "foe")
    assert square_of(battle.state, "foe") == (11, 12)
    assert (foe.stance, foe.ducked) == ("kneeling", low_as_well)


@rule("owb.stance.after-diving")
def test_with_stances_who_dives_is_prone_behind_low_and_kneeling_behind_tall_cover() -> None:
    from sandtable.rulebooks.whitebox.part1_personal.movement.walking import keeps_down

    stances: dict[str, str | bool] = {"stances": "on"}
    battle = fight(man("ivan", (5, 5)), man("foe", (5, 30), "b"), options=stances)
    keeps_down(battle.state, "ivan")
    assert person(battle, "ivan").stance == "prone"
    keeps_down(battle.state, "ivan", tall=True)
    assert person(battle, "ivan").stance == "kneeling"


@rule("owb.stance.movement", "owb.cover.ducked-or-up")
def test_a_prone_man_only_crawls_and_so_keeps_down() -> None:
    bags = [filled("bags", "sandbags", (9, 19), (12, 19))]
    battle = fight(
        man("ivan", (10, 20), stance="prone", ducked=True),
        FOE_AHEAD,
        terrain=bags,
        options={"stances": "on"},
        dice=(),
    )
    pass_all(battle, until="who acts", dice=(6, 1))
    play(battle, Begin("ivan"), Move("ivan", (middle((11, 20)),)))
    assert square_of(battle.state, "ivan") == (11, 20)
    assert person(battle, "ivan").ducked
