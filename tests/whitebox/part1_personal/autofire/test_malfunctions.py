"""SUPPRESSIVE FIRE RELOADS and MALFUNCTIONS: jams, barrels, repairs."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.autofire.massed_rifles import (
    check_mass,
    rifles_around,
)
from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import (
    after_shots,
    malfunctions,
)
from sandtable.rulebooks.whitebox.part1_personal.explosives.mortars import check_crew
from tests.whitebox.kit import *


def hot_gun(*others: Unit) -> OwbBattle:
    """A medium machinegun that has swept for three rounds, and then is laid on another area."""
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("oleg", (11, 20)),
        man("foe", (10, 2), "b"),
        *others,
    )
    state = battle.state
    hot = Arm(id=GUN, set_up=True, heat=3, hot_in=state.turn - 1)
    state.put(person(battle, "gunner").with_arm(hot))
    play(battle, Begin("gunner"))
    return battle


@rule("owb.suppress.reload", "owb.suppress.versus-suppress", "owb.initiative.loses-initiative")
def test_a_submachinegunner_reloads_acts_last_and_sweeps_in_rounds_2_and_3() -> None:
    battle = in_round_2(gun=SMG)
    for number in (2, 3):
        assert battle.state.turn == number
        assert battle.choices[0].seats == ("b",), "although A rolled 6 and B 1"
        play(battle, Done())
        assert battle.choices[0].about == ("gunner",)
        turn(battle, "gunner", Sweep("gunner"), dice=(1,))
        assert len(struck_by_bullets(battle)) == number - 1
        assert asked_for(battle) == "declare"
        play(battle, Declare("gunner", "reload"), Done(), dice=A_FIRST)


@rule("owb.suppress.reload")
def test_who_does_not_reload_keeps_his_initiative_and_cannot_fire() -> None:
    battle = fight(
        man("gunner", (10, 20), weapons=[SMG, "handgun-large"]), man("foe", (10, 12), "b")
    )
    turn(battle, "gunner", shot("foe", SMG, "gunner", mode="suppress"), dice=(1,))
    pass_all(battle, until="declare")
    play(battle, Done(), dice=A_FIRST)
    assert battle.choices[0].about == ("gunner",)
    play(battle, Begin("gunner"))
    assert refusal(battle, Sweep("gunner")) == "owb.suppress.reload"
    for mode in ("single", "burst", "suppress"):
        assert not battle.allows(shot("foe", SMG, "gunner", mode=mode), "a")
    assert battle.allows(shot("foe", "handgun-large", "gunner"), "a")


@rule("owb.suppress.malfunction")
@pytest.mark.parametrize(("face", "jammed"), [(1, True), (2, False), (6, False)])
def test_in_round_4_a_1_puts_the_gun_out_after_its_hits_have_counted(
    face: int, *, jammed: bool
) -> None:
    battle = in_round_2()
    for number in (2, 3):
        assert battle.state.turn == number
        turn(battle, "gunner", Sweep("gunner"), dice=(1,))
        assert rolled_all(battle), "no die for the gun before the fourth round"
        pass_all(battle, dice=A_FIRST)
    assert battle.state.turn == 4
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(3,))
    play(battle, Decline(), dice=(4, face))
    assert person(battle, "foe").hp == 50 - 6
    assert rolled_all(battle)
    play(battle, EndTurn("gunner"))
    pass_all(battle, dice=A_FIRST)
    play(battle, Begin("gunner"))
    order = shot("foe", GUN, "gunner", mode="burst")
    assert battle.allows(order, "a") is not jammed
    if jammed:
        assert refusal(battle, order) == "owb.suppress.repair-jam"


@rule("owb.suppress.malfunction", "owb.attack.natural-20-and-1")
def test_a_jammed_gun_does_not_fail_once_more_for_its_heat() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 10), "b", facing=4, rank="officer"),
        man("two", (20, 15), "b", facing=4, rank="officer"),
        options={"naturals_personal": "on"},
    )
    turn(battle, "gunner", shot("foe", GUN, "gunner", mode="suppress"), dice=(2,))
    for _ in range(2):
        pass_all(battle, dice=(6, 1))
        turn(battle, "gunner", Sweep("gunner"), dice=(1,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("gunner"), shot("two", GUN, "gunner", mode="suppress"), dice=(1, 3))
    assert rolled_all(battle)
    assert not told(battle, "malfunction")


@rule("owb.suppress.malfunction")
def test_the_fourth_round_is_the_first_that_rolls_and_its_hits_stand() -> None:
    battle = opened_fire()
    for _ in range(2):
        pass_all(battle, dice=(6, 1))
        turn(battle, "gunner", Sweep("gunner"), dice=(1,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(2,))
    play(battle, Decline(), dice=(1, 1))
    assert person(battle, "foe").hp == 9
    arm = present(person(battle, "gunner").arm(GUN))
    assert arm.jam == -1
    assert person(battle, "gunner").trained is None


@rule("owb.suppress.malfunction")
def test_a_round_without_shots_sets_the_count_back() -> None:
    state = state_of(man("ivan", (5, 5)), man("foe", (5, 30), "b"))
    state.turn = 9
    assert after_shots(state, Arm(id=GUN, heat=5, hot_in=7)).heat == 1
    assert after_shots(state, Arm(id=GUN, heat=5, hot_in=8)).heat == 6


@rule("owb.suppress.barrel-change", "owb.suppress.massed-rifles", "owb.mortar.crew")
def test_nobody_lends_a_hand_or_a_rifle_out_of_a_vehicle_beside_him() -> None:
    """He sits in the carrier next to the gun, the mortar and the riflemen; a man on foot helps."""
    inside = man("oleg", (0, 0), carried_by="carrier", seat="passenger-2")
    state = state_of(
        vehicle("carrier", "armored-personnel-carrier", (10, 20)),
        inside,
        man("ivan", (12, 21), sheet="medium-machinegunner"),
        man("petr", (13, 21)),
        man("foe", (12, 10), "b"),
        options={"massed_suppression": "2"},
    )
    ivan, oleg, petr = (state.person(name) for name in ("ivan", "oleg", "petr"))
    shot = Shoot("ivan", target="foe", weapon="machinegun-medium", mode="suppress")
    for helper, rule_ in ((oleg, "owb.suppress.barrel-change"), (petr, "")):
        found = check_attack(state, ivan, replace(shot, helper=helper.id))
        assert (found.rule if found is not None else "") == rule_
    tube = Arm(id="mortar", set_up=True)
    assert check_crew(state, ivan, tube, oleg) is not None
    assert check_crew(state, ivan, tube, petr) is None
    assert rifles_around(state, petr) == []
    found = present(check_mass(state, [petr, oleg]))
    assert found.rule == "owb.suppress.massed-rifles"


@rule("owb.suppress.barrel-change")
@pytest.mark.parametrize(
    ("sheet", "weapon", "refused"),
    [
        ("submachinegunner", "submachinegun", True),
        ("light-machinegunner", "machinegun-light", True),
        ("medium-machinegunner", "machinegun-medium", False),
    ],
)
def test_only_belt_fed_guns_have_their_barrels_changed(
    sheet: str, weapon: str, refused: bool
) -> None:
    battle = begun(
        "ivan",
        man("ivan", (5, 20), sheet=sheet),
        man("karl", (6, 20)),
        man("bob", (5, 8), side="b"),
    )
    opening = shot("bob", weapon=weapon, mode="suppress", helper="karl")
    assert battle.allows(opening, "a") is not refused
    if refused:
        assert refusal(battle, opening) == "owb.suppress.barrel-change"


@rule("owb.suppress.barrel-change")
def test_nobody_changes_the_barrels_of_a_reloaded_submachinegun() -> None:
    battle = fight(
        man("ivan", (5, 20), sheet="submachinegunner"),
        man("karl", (6, 20)),
        man("bob", (5, 8), side="b", rank="op5"),
    )
    turn(battle, "ivan", shot("bob", weapon="submachinegun", mode="suppress"), dice=[2])
    pass_all(battle, until="declare")
    play(battle, Declare("ivan", "reload"), Done(), dice=[6, 1])
    play(battle, Begin("karl"), EndTurn("karl"), Done())
    play(battle, Begin("ivan"))
    assert refusal(battle, Sweep("ivan", helper="karl")) == "owb.suppress.barrel-change"
    assert battle.allows(Sweep("ivan"), "a")


@rule("owb.suppress.barrel-change", "owb.withhold.carries-over")
def test_who_changes_the_barrels_has_no_attack_withheld_any_more() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("mate", (11, 20)),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
    )
    turn(battle, "gunner", suppress(), dice=(1,))
    turn(battle, "mate", Withhold("mate"), dice=(6, 1))
    pass_all(battle, dice=())
    pass_all(battle, until="who acts")
    assert person(battle, "mate").withheld
    play(battle, Begin("gunner"), Sweep("gunner", helper="mate"), dice=(1,))
    mate = person(battle, "mate")
    assert (mate.acted, mate.withheld) == (True, False)


@rule("owb.suppress.barrel-change", "owb.suppress.fire-on-those-who-show-themselves")
def test_who_has_swept_in_between_has_no_action_to_lend() -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("mate", (11, 20)),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
    )
    turn(battle, "gunner", suppress(), dice=(1,))
    pass_all(battle, dice=(6, 1))
    battle.state.change("mate", swept=True)
    play(battle, Begin("gunner"))
    assert not battle.allows(Sweep("gunner", helper="mate"), "a")


@rule("owb.suppress.barrel-change")
def test_a_helper_keeps_a_belt_fed_gun_going() -> None:
    assert not malfunctions(Arm(id=GUN, heat=6), True, ScriptedDice([]))
    assert malfunctions(Arm(id=GUN, heat=6), False, ScriptedDice([1]))
    assert malfunctions(Arm(id="machinegun-light", heat=6), True, ScriptedDice([1]))
    battle = opened_fire(man("oleg", (11, 20)))
    pass_all(battle, dice=(6, 1))
    turn(battle, "gunner", Sweep("gunner", helper="oleg"), dice=(1,))
    assert person(battle, "oleg").acted


@rule("owb.suppress.barrel-change", "owb.suppress.opening-burst")
def test_a_helper_changes_the_barrels_for_the_opening_burst_too() -> None:
    plain = Shoot("gunner", target="foe", weapon=GUN, mode="suppress")
    alone = hot_gun()
    play(alone, plain, dice=(1, 1))
    assert person(alone, "gunner").arms[0].jam == -1
    helped = hot_gun()
    play(helped, replace(plain, helper="oleg"), dice=(1,))
    assert person(helped, "gunner").arms[0].jam == 0
    assert person(helped, "gunner").trained is not None
    assert person(helped, "oleg").acted


@rule("owb.suppress.barrel-change")
def test_barrels_are_changed_only_by_a_friend_at_hand_and_for_suppressive_fire() -> None:
    battle = hot_gun(man("far", (20, 20)), man("near", (9, 20), "b"))
    burst = Shoot("gunner", target="foe", weapon=GUN, mode="burst", helper="oleg")
    opening = replace(burst, mode="suppress")
    assert battle.allows(opening, "a")
    for order in (burst, replace(opening, helper="far"), replace(opening, helper="near")):
        refusal = present(battle.refusal(order, "a"))
        assert refusal.rule == "owb.suppress.barrel-change"


@rule("owb.suppress.barrel-change", "owb.los.character-at-vehicle")
def test_the_helper_can_be_named_on_the_page_whatever_is_fired_at() -> None:
    battle = hot_gun(vehicle("lorry", "truck-small", (14, 5), 4, "b"))
    view = battle.view("a")
    offered = RULEBOOK.actions(view.state, "a", view.choices[0], "gunner")
    opening = Shoot("gunner", target="foe", weapon=GUN, mode="suppress", helper="oleg")
    at_it = ShootAboard("gunner", vehicle="lorry", weapon=GUN, mode="suppress", helper="oleg")
    for order in (opening, at_it):
        assert battle.refusal(order, "a") is None
        assert faults(RULEBOOK, offered, order) == []
    play(battle, at_it, dice=(1,))
    assert person(battle, "gunner").arms[0].jam == 0
    assert person(battle, "oleg").acted


@rule("owb.suppress.barrel-change", "owb.suppress.opening-burst")
def test_somebody_aboard_changes_the_barrels_when_fire_is_laid_on_another_area() -> None:
    def hot() -> OwbBattle:
        battle = fight(OUR_TANK, man("foe", (10, 12), "b", facing=4), FAR_FOE)
        turret(battle.state, "tank", "gun-2", heat=3, hot_in=battle.state.turn - 1)
        start(battle, "tank")
        return battle

    opening = fire("tank", "foe", name="gun-2", mode="suppress")
    alone = hot()
    fires(alone, opening, 1, 5, 1)
    assert the(alone, "tank").mounts[1].jam == -1
    helped = hot()
    by = replace(opening, helper="tank.passenger-1")
    helped.state.change("tank.passenger-1", withheld=True)
    view = helped.view("a")
    offered = RULEBOOK.actions(view.state, "a", view.choices[0], "tank")
    assert faults(RULEBOOK, offered, by) == []
    fires(helped, by, 1, 5)
    assert the(helped, "tank").mounts[1].jam == 0
    assert person(helped, "tank.passenger-1").acted
    assert not person(helped, "tank.passenger-1").withheld
    burst = fire("tank", "foe", name="gun-2", mode="burst")
    assert not hot().allows(replace(burst, helper="tank.passenger-1"), "a")


@rule("owb.suppress.repair-jam")
def test_a_combat_engineer_clears_a_mounted_gun() -> None:
    more: dict[str, Any] = {"class": "combat-engineer", "carried_by": "t34", "seat": "gun-2"}
    battle = fight(tank(), man("sapper", (1, 1), rank="op1", **more), FOE)
    bow = present(the(battle, "t34").mount("gun-2"))
    battle.state.put(the(battle, "t34").with_mount(replace(bow, jam=-1)))
    start(battle, "t34")
    common = RepairGun("t34.gun-1", mount="gun-2")
    assert refusal(battle, common) == "owb.suppress.repair-jam"
    play(battle, RepairGun("sapper", mount="gun-2"), dice=(2,))
    half = present(the(battle, "t34").mount("gun-2"))
    assert half.jam == 1
    play(battle, EndVehicle("t34"))
    pass_all(battle, dice=(6, 1))
    start(battle, "t34")
    play(battle, RepairGun("sapper", mount="gun-2"))
    mended = present(the(battle, "t34").mount("gun-2"))
    assert mended.jam == 0


@rule("owb.suppress.repair-jam", "owb.weapon.flamethrower-extinguish", "owb.base.first-aid")
def test_those_aboard_are_not_treated_from_outside() -> None:
    """A closed carrier keeps out the engineer, the medic and whoever would put out the flames."""
    engineer: dict[str, Any] = {"class": "combat-engineer"}
    battle = fight(
        man("ivan", (12, 21), rank="op2", **engineer),
        vehicle("carrier", "armored-personnel-carrier", (10, 20)),
        man("oleg", (0, 0), rank="op2", carried_by="carrier", seat="passenger-2"),
        man("far", (34, 1), "b"),
    )
    oleg = battle.state.change("oleg", hp=1, burning=2)
    battle.state.put(oleg.with_arm(replace(oleg.arms[0], jam=-1)))
    play(battle, Begin("ivan"))
    repair = Repair("ivan", weapon="rifle-large", owner="oleg")
    assert refused(battle, repair) == "owb.suppress.repair-jam"
    douse = Extinguish("ivan", burning="oleg")
    assert refused(battle, douse) == "owb.weapon.flamethrower-extinguish"
    assert refused(battle, Aid("ivan", patient="oleg")) == "owb.base.first-aid"


@rule("owb.suppress.repair-jam", "owb.base.classes", "owb.combined.repair-races")
def test_a_combat_engineer_repairs_it_in_1d3_actions() -> None:
    engineer = {"class": "combat-engineer"}
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("oleg", (11, 20), rank="op1", **engineer),  # type: ignore[arg-type]
        man("foe", (10, 2), "b"),
    )
    gunner = person(battle, "gunner")
    battle.state.put(gunner.with_arm(Arm(id=GUN, jam=-1, set_up=True)))
    order = Repair("oleg", weapon=GUN, owner="gunner")
    turn(battle, "oleg", order, dice=(2,))
    assert person(battle, "gunner").arms[0].jam == 1
    pass_all(battle, dice=(6, 1))
    turn(battle, "oleg", order)
    assert person(battle, "gunner").arms[0].jam == 0
