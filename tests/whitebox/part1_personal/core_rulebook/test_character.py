"""What the core rulebook says of a character: attributes, saves, loads, rounding."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import (
    ability_bonus,
    combatant,
    fraction,
    plain_save,
    save_succeeds,
)
from sandtable.rulebooks.whitebox.part1_personal.movement.walking import way_home
from sandtable.rulebooks.whitebox.part2_vehicles.attack.bearing import Manned
from sandtable.rulebooks.whitebox.part2_vehicles.attack.suppressive_fire import check_helper
from sandtable.rulebooks.whitebox.state.weights import movement_with
from tests.whitebox.kit import *

MORALE = "owb.base.morale"


def running(battle: OwbBattle) -> OwbBattle:
    """Everybody in the car runs."""
    for person in battle.state.occupants(CAR):
        battle.state.change(person.id, routed=True)
    return battle


@rule("owb.base.attributes")
def test_bonuses_of_abilities() -> None:
    assert [ability_bonus(n) for n in (3, 6, 7, 14, 15, 18)] == [-1, -1, 0, 0, 1, 1]


@rule("owb.base.saving-throw")
def test_saving_throws() -> None:
    assert saving_throw(COMBATANTS["op3"]) == 12
    assert saving_throw(COMBATANTS["soldier"]) == 18
    for row in COMBATANTS.values():
        assert saving_throw(row) == row.saving_throw
    ivan = person(state_of(man("ivan", (1, 1)), man("foe", (1, 9), "b")), "ivan")
    assert save_succeeds(ivan, plain_save(ivan), ScriptedDice([18]), "x")
    assert not save_succeeds(ivan, plain_save(ivan), ScriptedDice([17]), "x")


@rule("owb.base.saving-throw", "owb.suppress.save-in-the-open")
@pytest.mark.parametrize(
    ("rank", "least"), [("op1", 14), ("op3", 12), ("op5", 10), ("soldier", 18), ("officer", 16)]
)
def test_a_level_3_operative_saves_with_12_and_a_soldier_with_18(rank: str, least: int) -> None:
    for roll, lost in ((least, 4), (least - 1, 9)):
        battle = swept_in_round_2(5, roll, 3, 6, answer=React(), rank=rank, hp=50)
        assert person(battle, "foe").hp == 50 - lost


@rule("owb.base.base-hit-bonus", "owb.base.combatants")
def test_base_hit_bonuses() -> None:
    ranks = ("op1", "op2", "op3", "op4", "op5", "soldier", "veteran", "officer")
    assert [base_hit_bonus(combatant(r)) for r in ranks] == [0, 1, 2, 2, 3, 0, 1, 1]


@rule("owb.base.movement-score", "owb.base.encumbrance")
def test_movement_by_weight() -> None:
    assert [movement_with(w) for w in (0, 75, 75.5, 100, 150, 300, 301)] == [12, 12, 9, 9, 6, 3, 0]
    weight = weight_carried(["flamethrower"], (), ["bdu", "helmet"])
    assert weight == 83
    assert movement_with(weight) == 9


@rule("owb.base.encumbrance")
def test_83_pounds_are_movement_9_and_3_squares() -> None:
    kit: dict[str, Any] = {"weapons": ["flamethrower"], "blades": [], "bombs": {}}
    ivan = man("ivan", (10, 20), armor=["bdu", "helmet"], **kit)
    battle = begun("ivan", ivan, FAR, dice=(6, 6, 1))
    assert goes(battle, (10, 19), (10, 18), (10, 17))
    assert not goes(battle, (10, 19), (10, 18), (10, 17), (10, 16))


@rule("owb.base.encumbrance")
@pytest.mark.parametrize(
    ("weapons", "armor", "grenades", "squares"),
    [
        (["mortar", "rpg-heavy"], ["bdu"], 0, 4),  # 75
        (["mortar", "rpg-heavy"], ["bdu"], 1, 3),  # 76
        (["mortar", "rpg-heavy", "machinegun-medium"], ["bdu"], 0, 3),  # 100
        (["mortar", "rpg-heavy", "machinegun-medium"], ["bdu"], 1, 2),  # 101
        (["mortar", "rpg-heavy"], ["plate-mail", "bdu"], 0, 2),  # 150
        (["mortar", "rpg-heavy"], ["plate-mail", "bdu"], 1, 1),  # 151
    ],
)
def test_movement_falls_just_beyond_75_100_and_150_pounds(
    weapons: list[str], armor: list[str], grenades: int, squares: int
) -> None:
    battle = walker(weapons=weapons, blades=[], armor=armor, bombs={"grenade": grenades})
    way = [(10, 19 - n) for n in range(5)]
    assert goes(battle, *way[:squares])
    assert not goes(battle, *way[: squares + 1])


@rule("owb.base.encumbrance", "owb.time.move-before-or-after")
def test_who_has_thrown_the_grenade_that_made_him_slow_is_faster_at_once() -> None:
    battle = walker(weapons=["mortar", "rpg-heavy"], blades=[], armor=["bdu"], bombs={"grenade": 1})
    way = [(10, 21 + n) for n in range(4)]
    assert not goes(battle, *way)
    play(battle, throw((10, 16)), dice=(1,))
    assert goes(battle, *way)


@rule("owb.base.encumbrance", "owb.ammo.weight")
@pytest.mark.parametrize("loads", [{"rifle-large": 63}, 63])
def test_spare_loads_weigh_as_before_when_something_else_is_thrown_away(loads: Any) -> None:
    """Rifle 10, battle dress 10, 2 grenades and 60 loads beyond the first three: 82 lb."""
    kit: dict[str, Any] = {"weapons": ["rifle-large"], "blades": [], "bombs": {"grenade": 2}}
    battle = walker(**kit, armor=["bdu"], loads=loads)
    assert person(battle, "ivan").movement == 9
    play(battle, throw((10, 16)), dice=(1,))
    assert person(battle, "ivan").movement == 9, "81 lb"


@rule("owb.base.encumbrance", "owb.weapon.machinegun-heavy")
def test_a_gun_on_its_trailer_is_not_carried() -> None:
    own = ["machinegun-heavy", "mortar", "handgun-medium"]  # 45 + 2, battle dress 10, helmet 3
    state = state_of(
        man("ivan", (10, 20), sheet="mortar-gunner", weapons=own), man("bob", (10, 8), side="b")
    )
    assert person(state, "ivan").movement == 12


@rule("owb.base.encumbrance", "owb.timed.cook")
def test_a_grenade_in_the_hand_still_weighs() -> None:
    battle = fight(
        man("ivan", (10, 20), armor=["chain-mail", "helmet"], bombs={"grenade": 12}),
        man("bob", (10, 3), side="b"),
    )
    play(battle, Begin("ivan"), Cook("ivan", bomb="grenade"))
    assert person(battle, "ivan").movement == 9


@rule("owb.base.encumbrance", "owb.weapon.flamethrower-rupture")
def test_whose_tanks_burst_carries_them_no_more() -> None:
    battle = fight(
        IVAN,
        man("bob", (10, 13), side="b", sheet="flamethrower-operator", rank="op5"),
        dice=[4, 6, 1],
    )
    assert person(battle, "bob").movement == 9
    play(battle, Begin("ivan"))
    play(battle, Shoot("ivan", weapon="rifle-large", target="bob"), dice=[15, 1, 2, 1, 1])
    assert person(battle, "bob").movement == 12


@rule("owb.base.encumbrance", "owb.weapon.changing-weapons")
def test_whose_gun_is_taken_carries_it_no_more() -> None:
    battle = fight(
        IVAN,
        man("oleg", (11, 20), sheet="flamethrower-operator"),
        man("bob", (10, 3), side="b"),
        dice=[4, 6, 1],
    )
    battle.state.change("oleg", hp=0, out="incapacitated", stance="prone")
    turn(battle, "ivan", TakeUp("ivan", weapon="flamethrower", owner="oleg"))
    assert person(battle, "ivan").movement == 9
    assert person(battle, "oleg").movement == 12


@rule("owb.base.encumbrance", "owb.ammo.weight", "owb.reload.loses-initiative")
def test_the_load_that_made_him_slow_is_put_in() -> None:
    # Rifle and bayonet 11, chain mail 50, helmet 3, grenades 2: 66 lb; ten of thirteen loads weigh.
    battle = fight(
        man("ivan", (10, 20), armor=["chain-mail", "helmet"], loads={"rifle-large": 13}),
        man("bob", (10, 3), side="b"),
        options={"ammo": "count"},
    )
    ivan = person(battle, "ivan")
    assert ivan.movement == 9
    emptied = ivan.with_arm(replace(ivan.arms[0], rounds=0))
    assert reloaded(battle.state, emptied).movement == 12


@rule("owb.base.encumbrance", "owb.weapon.changing-weapons")
def test_what_is_picked_up_weighs_on_its_bearer() -> None:
    battle = takes_over("mortar")
    assert person(battle, "mate").movement == 12, "26 + 45 lb"
    battle = fight(
        man("fallen", (10, 20), sheet="flamethrower-operator"),
        man("mate", (11, 20)),
        man("foe", (10, 5), "b"),
        dice=(4, 6, 1),
    )
    battle.state.change("fallen", hp=0, out="dead", stance="prone")
    turn(battle, "mate", TakeUp("mate", weapon="flamethrower", owner="fallen"))
    assert person(battle, "mate").movement == 9, "26 + 70 lb"


@rule("owb.base.rounding")
def test_fractions_are_multiplied_and_rounded_down_once() -> None:
    assert (fraction(7, 2), fraction(10, 2, 2), fraction(1, 2)) == (3, 2, 0)


@rule("owb.base.morale")
def test_a_group_that_has_lost_half_checks_its_morale_and_may_run() -> None:
    battle = fight(IVAN, FOE_FACING, man("two", (12, 10), "b", facing=4), options={"morale": "on"})
    turn(battle, "ivan", Shoot("ivan", target="foe", weapon="rifle-large"), dice=(20, 6))
    pass_all(battle, dice=(4, 4, 6, 1))
    assert person(battle, "two").routed
    turn(battle, "ivan")
    play(battle, Begin("two"), dice=(6, 1))
    assert person(battle, "two").y > 36 - 10 - 0.5


@rule("owb.base.morale")
@pytest.mark.parametrize(
    ("ranks", "lost", "faces", "runs"),
    [
        (("soldier",) * 3, 1, (), False),
        (("soldier",) * 3, 2, (3, 4), False),
        (("soldier",) * 3, 2, (4, 4), True),
        (("officer", "soldier", "soldier", "soldier"), 2, (4, 4), False),
        (("officer", "soldier", "soldier", "soldier"), 2, (4, 5), True),
        (("veteran", "veteran", "soldier", "soldier"), 2, (4, 5), False),
        (("veteran", "veteran", "soldier", "soldier"), 2, (5, 5), True),
    ],
)
def test_morale_at_half_strength(
    ranks: tuple[str, ...], lost: int, faces: tuple[int, ...], runs: bool
) -> None:
    men = [man(f"m{n}", (10 + n, 20), rank=rank) for n, rank in enumerate(ranks)]
    battle = fight(*men, man("foe", (10, 10), "b", rank="op1"), options={"morale": "on"})
    for n in range(lost):
        battle.state.change(f"m{len(ranks) - 1 - n}", out="dead", hp=0)
    pass_all(battle, dice=(*faces, 6, 1))
    assert person(battle, "m0").routed is runs


@rule(MORALE, "owb.driving.check-is-an-action")
def test_a_crew_that_runs_may_try_everything_that_is_driving() -> None:
    """A Driving Check is an Action, and driving is what those who run still do."""
    battle = running(on_the_road("car", with_=(driver("op2"),)))
    assert refused(battle, Turning(CAR, "left", 90, "tight")) == ""
    play(battle, DriveDefensively(CAR), dice=(2,))
    assert the(battle, CAR).defensive


@rule(MORALE, "owb.maneuver.unstuck-by-driving")
def test_a_crew_that_runs_may_drive_itself_free() -> None:
    battle = running(parked("car", with_=(driver("op2"),)))
    battle.state.alter(CAR, stuck=True)
    play(battle, Unstick(CAR), dice=(2,))
    assert not the(battle, CAR).stuck


@rule(MORALE, "owb.collision.ram", "owb.collision.sideswipe")
def test_a_crew_that_runs_attacks_nobody_with_its_vehicle() -> None:
    """To run a man down and to swerve against a car are attacks; to break a fence is not."""
    beside = vehicle("jeep", "car", (12, 20), 0, "b", pace="normal", travel=5)
    others: tuple[Any, ...] = (driver("op2"), man("karl", (10, 19), "b"), beside)
    battle = running(on_the_road("car", with_=others))
    battle.state.alter(CAR, shifted=True, stepped=True)
    assert refused(battle, Drive(CAR, 1, "karl")) == MORALE
    assert refused(battle, Sideswipe(CAR, "jeep")) == MORALE


@rule(MORALE, "owb.vehicle.one-action-per-crew-member")
def test_a_crew_that_runs_takes_no_other_action() -> None:
    wheels = driver("op2", **{"class": "combat-engineer"})
    battle = running(parked("car", with_=(wheels,)))
    battle.state.alter(CAR, stalled_to=5)
    play(battle, SetPace(CAR, "stopped"))
    assert refused(battle, Work("driver", CAR, "restart")) == MORALE


@rule(MORALE, "owb.suppress.barrel-change")
def test_one_who_runs_changes_no_barrels() -> None:
    battle = parked("tank-medium")
    found = gun(battle.state, CAR, "gun-2")
    assert isinstance(found, Manned)
    assert check_helper(battle.state, found, f"{CAR}.passenger-1") is None
    battle.state.change(f"{CAR}.passenger-1", routed=True)
    refusal = present(check_helper(battle.state, found, f"{CAR}.passenger-1"))
    assert refusal.rule == "owb.suppress.barrel-change"


@rule("owb.base.morale")
def test_who_runs_goes_round_a_wall_by_the_shortest_way() -> None:
    """A dead end: straight on is nearer to the edge, but there is no way through."""
    pocket = [
        edged("back", "tall-wall", (8, 22), (13, 22)),
        edged("side", "tall-wall", (8, 22), (8, 18)),
    ]
    battle = fight(man("ivan", (10, 21)), man("dead", (20, 20)), FOE_AHEAD, terrain=pocket)
    way = way_home(battle.state, person(battle, "ivan"))
    assert way[2] == (13, 22), "around the end of the wall"
    assert way[3][1] == 23


@rule("owb.base.morale")
def test_who_runs_cannot_be_kept_back_by_passing_nor_hold_a_shot() -> None:
    men = [man(f"m{n}", (10 + n, 20)) for n in range(2)]
    battle = fight(*men, FOE_FACING, options={"morale": "on"})
    battle.state.change("m1", out="dead", hp=0)
    turn(battle, "m0", Withhold("m0"))
    pass_all(battle, dice=(6, 6, 6, 1))
    runner = person(battle, "m0")
    assert runner.routed
    assert not runner.withheld
    play(battle, Done())
    assert square_of(battle.state, "m0") == (10, 24)


@rule("owb.base.morale")
def test_a_crew_that_runs_makes_no_attacks() -> None:
    battle = fight(tank(), panzer(), options={"morale": "on"})
    for one in battle.state.occupants("t34"):
        battle.state.change(one.id, routed=True)
    start(battle, "t34")
    assert refusal(battle, fire("t34", "panzer")) == "owb.base.morale"
    assert battle.allows(EndVehicle("t34"), "a")
