"""OPTIONAL RULE: MASSIVE DAMAGE."""

import pytest

from tests.whitebox.kit import *


@rule("owb.vcrit.massive-damage")
def test_a_quarter_of_the_full_hit_points_is_massive() -> None:
    options: dict[str, str | bool] = {"massive_damage": "on"}
    heavy = lone_vehicle("tank-heavy", options=options)
    assert kinds(damaged(heavy, 12)) == ["damage"]
    assert kinds(damaged(heavy, 13, SAVED)) == ["damage", "massive-damage"]
    assert kinds(damaged(heavy, 13, FAILED, 5)) == ["damage", "adverse-effect"]
    assert the(heavy, "v").dim == 1
    medium = lone_vehicle("tank-medium", options=options)
    assert kinds(damaged(medium, 9, FAILED, 1)) == ["damage", "adverse-effect"]
    # not for what is no attack, nor for what is put at 0
    assert kinds(damaged(medium, 9, attack=False)) == ["damage"]
    assert "adverse-effect" not in kinds(damaged(medium, 18, *([1, 1, SAVED] * 5)))
    assert kinds(damaged(lone_vehicle("tank-medium"), 30)) == ["damage"]


@rule("owb.vcrit.massive-damage")
def test_a_wheelman_adds_two_to_that_save() -> None:
    tank = vehicle("v", "tank-medium", (10, 20))
    driver = man("pyotr", (1, 1), rank="op1", carried_by="v", seat="operator")
    state = state_of(tank, driver, WATCHER, options={"massive_damage": "on"})
    state.change("pyotr", profession="wheelman")
    # level 1 saves on 14; with 2 more on 12
    assert kinds(damaged(state, 9, 12)) == ["damage", "massive-damage"]
    assert kinds(damaged(state, 9, 11, 1)) == ["damage", "adverse-effect"]


@rule("owb.vcrit.massive-damage")
@pytest.mark.parametrize(
    ("sheet", "points", "asked"),
    [
        ("tank-heavy", 12, False),
        ("tank-heavy", 13, True),
        ("tank-medium", 9, True),
    ],
)
@pytest.mark.parametrize("saved", [True, False])
def test_massive_damage_asks_a_driver_to_save(
    sheet: str, points: int, asked: bool, saved: bool
) -> None:
    weapon = "tank-gun-heavy" if sheet == "tank-heavy" else "tank-gun-medium"
    count = 10 if sheet == "tank-heavy" else 9
    battle = started(
        "tank",
        vehicle("tank", "tank-medium", (10, 25), mounts=[{"weapon": weapon, "kind": "F"}]),
        vehicle("foe", sheet, (11, 8), 4, "b"),
        FAR_FOE,
        options={"massive_damage": "on"},
    )
    then = ([18] if saved else [17, 5]) if asked else []
    fires(battle, fire("tank", "foe"), 16, *dice_for(points, count), *then)
    assert rolled_all(battle)
    assert the(battle, "foe").dim == int(asked and not saved)


@rule("owb.vcrit.massive-damage")
def test_a_quarter_is_one_of_the_undamaged_vehicle() -> None:
    """8 points to a medium tank that has 20 of its 36 left are not massive; 9 are."""
    for points, asked in ((8, False), (9, True)):
        battle = fight(
            vehicle(
                "tank", "tank-medium", (10, 25), mounts=[{"weapon": "autocannon", "kind": "F"}]
            ),
            vehicle("foe", "tank-medium", (11, 8), 4, "b", hp=20, hull=1),
            FAR_FOE,
            options={"massive_damage": "on"},
        )
        battle.state.alter("foe", hull_lost=1)
        start(battle, "tank")
        fires(battle, fire("tank", "foe"), 16, *dice_for(points, 2), *([17, 5] if asked else []))
        assert rolled_all(battle)
        assert the(battle, "foe").hp == 20 - points


@rule("owb.vcrit.massive-damage")
@pytest.mark.parametrize(
    ("sheet", "points", "massive"),
    [("car", 1, False), ("car", 2, True), ("armored-car", 2, False), ("armored-car", 3, True)],
)
def test_a_quarter_is_not_rounded(sheet: str, points: int, massive: bool) -> None:
    """A quarter of 8 is 2, and of 10 it is 2.5."""
    state = lone_vehicle(sheet, options={"massive_damage": "on"})
    assert kinds(damaged(state, points, *([SAVED] if massive else [])))[1:] == (
        ["massive-damage"] if massive else []
    )


@rule("owb.vcrit.massive-damage", "owb.crew.no-operator-no-movement")
def test_without_a_driver_there_is_no_save_against_massive_damage() -> None:
    state = lone_vehicle("car", options={"massive_damage": "on"}, empty=["operator"])
    damaged(state, 2, 5)
    assert the(state, "v").dim == 1


@rule("owb.vcrit.massive-damage", "owb.vcrit.natural-20-and-1")
def test_massive_damage_is_rolled_for_before_the_result_of_the_20() -> None:
    """9 of 36 is a quarter: the driver saves and fails, Table 10 for that; then for the 20."""
    battle = duel(options={"massive_damage": "on"})
    fires(battle, fire("tank", "foe"), 20, *[1] * 9, 17, 1, 5)
    assert rolled_all(battle)
    foe = the(battle, "foe")
    assert (foe.hp, foe.worse_aac, foe.dim) == (27, 1, 1)
