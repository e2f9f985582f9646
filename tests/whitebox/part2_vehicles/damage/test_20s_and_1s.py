"""20s AND 1s in vehicle combat."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.damage.damage import natural_1, natural_20
from tests.whitebox.kit import *


@rule("owb.vcrit.natural-20-and-1")
def test_a_natural_20_that_pierces_and_a_natural_1_lead_to_table_10() -> None:
    state = lone_vehicle("truck-large")
    half = share("rifle-large", 0)
    list(natural_20(state, "v", 20, half, ScriptedDice([1])))
    assert the(state, "v").worse_aac == 1
    assert list(natural_20(state, "v", 19, half, ScriptedDice([]))) == []
    immune = share("rifle-large", 1)
    assert list(natural_20(state, "v", 20, immune, ScriptedDice([]))) == []
    list(natural_1(state, "v", 1, ScriptedDice([1])))
    assert the(state, "v").worse_aac == 2
    assert list(natural_1(state, "v", 2, ScriptedDice([]))) == []
    plain = lone_vehicle("truck-large", options={"naturals_vehicle": "off"})
    assert list(natural_20(plain, "v", 20, half, ScriptedDice([]))) == []
    assert list(natural_1(plain, "v", 1, ScriptedDice([]))) == []


@rule("owb.vcrit.natural-20-and-1", "owb.vdamage.personal-weapons-half")
@pytest.mark.parametrize(("face", "table"), [(20, True), (19, False)])
def test_a_rifle_at_a_truck_with_a_natural_20(face: int, table: bool) -> None:
    """1d6+1 of a large rifle with a 4: half of 5 is 2; then a 5 on Table 10."""
    battle = begun("ivan", IVAN, vehicle("truck", "truck-large", (11, 8), 4, "b"), FAR_FOE)
    order = ShootAboard("ivan", vehicle="truck", weapon="rifle-large")
    before = the(battle, "truck").hp
    play(battle, order, dice=[face, 4, *([5] if table else [])])
    assert rolled_all(battle)
    (event,) = told(battle, "attack")
    assert before - the(battle, "truck").hp == event.data["damage"] == 2
    assert the(battle, "truck").dim == int(table)


@rule("owb.vcrit.natural-20-and-1")
def test_a_bow_machinegun_at_a_rifleman_with_a_natural_1() -> None:
    battle = started(
        "tank", OUR_TANK, man("hans", (10, 15), "b"), FAR_FOE, options={"naturals_personal": "on"}
    )
    gunner = person(battle, "tank.gun-2")
    fires(battle, fire("tank", "hans", name="gun-2"), 1, 1)
    assert rolled_all(battle)
    assert the(battle, "tank").worse_aac == 1
    assert person(battle, "tank.gun-2").arms == gunner.arms
    mount = present(the(battle, "tank").mount("gun-2"))
    assert (mount.jam, mount.lost) == (0, False)
    assert not told(battle, "fumble")


@rule("owb.vcrit.natural-20-and-1", "owb.base.rounding")
def test_a_natural_20_that_pierces_counts_even_if_its_damage_comes_to_nothing() -> None:
    """A rifle's 1 and 1 are 2, half 1; a handgun's 1 is half of 1: 0, and still Table 10."""
    battle = begun(
        "ivan",
        man("ivan", (10, 12), weapons=["handgun-small"]),
        vehicle("truck", "truck-large", (10, 8), 4, "b"),
        FAR_FOE,
    )
    order = ShootAboard("ivan", vehicle="truck", weapon="handgun-small")
    play(battle, order, dice=(20, 1, 1))
    assert (the(battle, "truck").hp, the(battle, "truck").worse_aac) == (16, 1)


@rule("owb.vcrit.natural-20-and-1", "owb.vdamage.zero-is-inoperable")
def test_a_natural_1_strikes_the_firer_and_the_other_gunners_go_on() -> None:
    battle = duel()
    fires(battle, fire("tank", "foe"), 1, 4, 6, FAILED)
    assert person(battle, "tank.operator").out
    assert battle.choices[0].ask == "vehicle turn"
    gun_shot(battle.state, fire("tank", "foe", name="gun-2"))


@rule("owb.vcrit.natural-20-and-1", "owb.hull.damage-matrix")
def test_a_natural_20_to_which_the_hull_is_immune_rolls_nothing_more() -> None:
    battle = duel("tank-light", "tank-medium")
    fires(battle, fire("tank", "foe"), 20)
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 36


@rule("owb.vcrit.natural-20-and-1")
def test_a_natural_20_that_misses_has_no_result_but_is_looked_up_on_table_9() -> None:
    """20 - 4 for the pace is 16, and driving defensively makes the tank AAC 17."""
    battle = duel(pace="normal")
    battle.state.alter("foe", defensive=True)
    fires(battle, fire("tank", "foe"), 20, 4)
    assert rolled_all(battle)
    assert told(battle, "attack")[0].data["hit"] is False
    assert not told(battle, "adverse-effect")


@rule("owb.vcrit.natural-20-and-1")
def test_without_the_switch_neither_face_means_anything() -> None:
    off: Any = {"naturals_vehicle": "off"}
    battle = duel(options=off)
    fires(battle, fire("tank", "foe"), 20, *[1] * 9)
    assert rolled_all(battle)
    other = duel(options=off)
    fires(other, fire("tank", "foe"), 1)
    assert rolled_all(other)


@rule("owb.vcrit.natural-20-and-1")
def test_a_natural_1_that_hits_all_the_same_strikes_the_gunner_too() -> None:
    """Against Armor Class 1 every face hits; the 1 costs the firing tank 1 of its own."""
    battle = started(
        "tank", OUR_TANK, vehicle("foe", "truck-large", (11, 8), 4, "b", stats={"aac": 1}), FAR_FOE
    )
    fires(battle, fire("tank", "foe"), 1, *[1] * 9, 1)
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 7
    assert the(battle, "tank").worse_aac == 1
