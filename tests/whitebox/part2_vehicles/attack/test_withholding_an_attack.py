"""WITHHOLDING AN ATTACK with a vehicle's weapon."""

import pytest

from tests.whitebox.kit import *

COAXIAL = [
    {"weapon": "tank-gun-medium", "kind": "TR2"},
    {"weapon": "machinegun-medium", "kind": "CXL"},
]


def withheld(*others: Any, **rest: Any) -> OwbBattle:
    """The gunner of a tank withholds his attack."""
    battle = started(
        "tank", OUR_TANK, vehicle("foe", "truck-large", (20, 8), 6, "b"), FAR_FOE, *others, **rest
    )
    play(battle, WithholdGun("tank.gun-1"), EndVehicle("tank"))
    return battle


def _can(battle: OwbBattle, order: FireGun) -> bool:
    gunner = battle.state.person(order.person)
    return check_gun_order(battle.state, gunner, order) is None


def pass_once(battle: OwbBattle) -> None:
    choice = battle.choices[0]
    match choice.ask:
        case "interrupt":
            battle.play(Hold(), choice.seats[0])
        case "turn":
            battle.play(EndTurn(choice.about[0]), choice.seats[0])
        case _:
            battle.play(Done(), choice.seats[0])


def waiting(*others: Any, **rest: Any) -> OwbBattle:
    """A tank withholds the shot of its gun; a truck far to the right comes next."""
    battle = started(
        "tank",
        OUR_TANK,
        vehicle("foe", TRUCK, (30, 8), 6, "b", pace="normal", travel=6),
        FAR_FOE,
        *others,
        **rest,
    )
    play(battle, WithholdGun("tank.gun-1"), EndVehicle("tank"))
    if battle.choices[0].seats == ("a",):
        play(battle, Done())
    play(battle, StartVehicle("foe"), SetPace("foe", "normal"))
    return battle


def asked(battle: OwbBattle) -> str:
    """What the battle waits for, and whom."""
    choice = battle.choices[0]
    return f"{choice.ask} {choice.about[0]}"


@rule("owb.vattack.withhold", "owb.vdamage.zero-is-inoperable")
def test_a_vehicle_that_is_wrecked_on_its_way_goes_no_farther_but_its_crew_may_get_out() -> None:
    battle = started("tank", OUR_TANK, vehicle("foe", "tank-light", (11, 8), 4, "b", hp=9), FAR_FOE)
    play(battle, WithholdGun("tank.gun-1"), EndVehicle("tank"))
    play(battle, StartVehicle("foe"), SetPace("foe", "normal"))
    play(battle, Drive("foe", 5))
    assert battle.choices[0].ask == "interrupt"
    # each of the four aboard: 2d6+2 = 4, saved for 2
    play(battle, fire("tank", "foe"), dice=(14, *[1] * 9, *[1, 1, SAVED] * 4))
    foe = the(battle, "foe")
    assert (foe.wreck, foe.hp) == ("inoperable", 0)
    assert battle.state.footprint(foe).front_left == (11, 9)
    assert battle.choices[0].ask == "vehicle turn"
    kinds = {type(order).__name__ for order in RULEBOOK.candidates(battle.state, battle.choices[0])}
    assert "Alight" in kinds
    assert not kinds & {"Drive", "FireGun", "Traverse", "Turning"}


@rule("owb.vattack.withhold", "owb.arc.traverse-timing")
def test_a_released_shot_has_only_the_traverse_that_is_left() -> None:
    """TR2: 45 degrees on its own turn leave 45 for the release."""
    battle = started("tank", OUR_TANK, vehicle("foe", "truck-large", (30, 25), 0, "b"), FAR_FOE)
    right = Traverse("tank.gun-1", mount="gun-1", eighths=1)
    play(battle, right, WithholdGun("tank.gun-1"), EndVehicle("tank"))
    play(battle, StartVehicle("foe"), SetPace("foe", "crawl"))
    play(battle, Drive("foe", 1))
    assert battle.choices[0].ask == "interrupt"
    play(battle, right)
    with pytest.raises(Refusal):
        play(battle, right)
    play(battle, fire("tank", "foe"), dice=(2,))
    assert person(battle, "tank.gun-1").attacked


@rule("owb.vattack.withhold", "owb.arc.coaxial")
def test_who_mans_the_coaxial_weapon_may_turn_the_turret_to_release_his_shot() -> None:
    """The turret points forward; the truck is to the right."""
    state = state_of(
        vehicle("tank", "tank-medium", (10, 25), mounts=COAXIAL),
        vehicle("foe", "truck-large", (30, 25), 0, "b"),
        FAR_FOE,
    )
    assert can_release(state, state.person("tank.gun-1"))
    assert can_release(state, state.person("tank.gun-2"))
    turret(state, "tank", traversed=2)
    assert not can_release(state, state.person("tank.gun-2"))


@rule("owb.vattack.withhold", "owb.driving.check-is-an-action")
def test_a_car_can_be_hit_before_it_swerves() -> None:
    """The driver declares Defensive Driving; the shot comes before his check and finds AAC 11."""
    battle = before_the_gun()
    play(battle, SetPace("foe", "normal"), DriveDefensively("foe"))
    assert waits_for(battle) == "interrupt tank.gun-1"
    assert not the(battle, "foe").spent
    # 11 hits; 9d6 = 9 damage leave 7 of 16; then the check of the driver, who makes it
    fires(battle, fire("tank", "foe"), 11, *[1] * 9, 1)
    assert the(battle, "foe").hp == 7
    assert the(battle, "foe").defensive
    assert the(battle, "foe").spent == 2
    assert rolled_all(battle)


@rule("owb.vattack.withhold")
def test_a_withheld_shot_is_fired_when_the_enemy_comes_into_the_arc() -> None:
    """The T-34 waits until the truck comes into view."""
    battle = withheld(
        terrain=[filled("house", "building-wall-masonry", (12, 14), (25, 14))],
    )
    assert person(battle, "tank.gun-1").withheld
    play(battle, StartVehicle("foe"), SetPace("foe", "normal"))
    play(battle, Drive("foe", 12))
    assert battle.choices[0].ask == "interrupt"
    travelled = the(battle, "foe").travel
    assert 0 < travelled < 12
    order = fire("tank", "foe")
    while battle.choices[0].ask == "interrupt" and not _can(battle, order):
        play(battle, Hold())
    play(battle, order, dice=(15, *[6] * 9, *[1] * 30))
    assert the(battle, "foe").wreck
    assert not person(battle, "tank.gun-1").withheld
    assert battle.choices[0].ask != "interrupt"


@rule("owb.vattack.withhold")
def test_only_those_who_won_initiative_withhold() -> None:
    battle = fight(OUR_TANK, vehicle("foe", "truck-large", (20, 8), 6, "b"), dice=B_FIRST)
    play(battle, Done())
    start(battle, "tank")
    with pytest.raises(Refusal) as error:
        play(battle, WithholdGun("tank.gun-1"))
    assert error.value.rule == "owb.withhold.declare"


@rule("owb.vattack.withhold")
def test_a_man_on_foot_may_hold_his_shot_until_a_truck_comes() -> None:
    battle = fight(
        man("ivan", (18, 25), facing=0, bombs={}),
        vehicle("foe", "truck-large", (20, 8), 6, "b"),
        terrain=[filled("house", "building-wall-masonry", (19, 14), (30, 14))],
    )
    play(battle, Begin("ivan"), Withhold("ivan"), EndTurn("ivan"))
    play(battle, StartVehicle("foe"), SetPace("foe", "normal"))
    play(battle, Drive("foe", 6))
    assert battle.choices[0].ask == "interrupt"
    play(battle, ShootAboard("ivan", vehicle="foe", weapon="rifle-large"), dice=(15, 5))
    assert the(battle, "foe").hp < 16


@rule("owb.vattack.withhold")
def test_a_shot_that_has_become_impossible_is_turned_on_somebody_else() -> None:
    """The bow gunner's target has died before his burst is resolved."""
    battle = started(
        "tank",
        OUR_TANK,
        vehicle("foe", "truck-large", (10, 8), 4, "b"),
        man("one", (10, 14), "b", facing=4),
        FAR_FOE,
    )
    state, decision = battle.state, MakingGunAttack()
    declared = FireGun("tank.gun-2", mount="gun-2", target="one", mode="burst")
    frame = GunAttack(person="tank.gun-2", attack=declared, stage="due")
    state.push(frame)
    state.change("one", out="dead", hp=0)
    assert not list(decision.settle(state, frame, ScriptedDice([])))
    asked = state.agenda[-1]
    assert isinstance(asked, GunAttack)
    assert asked.stage == "retarget"
    other = replace(declared, target="foe")
    driver = replace(declared, target="foe.operator")
    assert list(decision.candidates(state, asked, ["a"])) == [other, driver, Hold()]
    assert decision.check(state, asked, "a", replace(other, mode="single")) is not None
    list(decision.apply(state, asked, "a", other, ScriptedDice([])))
    assert isinstance(state.agenda[-1], GunAttack)
    (event, *_) = decision.settle(state, state.agenda[-1], ScriptedDice([2]))
    assert event.pieces == ("tank.gun-2", "foe")


@rule("owb.vattack.withhold", "owb.withhold.interrupt-timing")
def test_a_gunner_may_switch_to_another_target_when_one_moves_whom_he_cannot_hit() -> None:
    """A house hides the truck; the man before the tank stands there all the time."""
    battle = waiting(
        man("ivan", (10, 12), "b", facing=4),
        terrain=[filled("house", "building-wall-masonry", (12, 14), (30, 14))],
    )
    play(battle, Drive("foe", 1))
    assert asked(battle) == "interrupt tank.gun-1"
    play(battle, fire("tank", at=(10, 12)), dice=(2,))
    assert person(battle, "tank.gun-1").attacked


@rule("owb.vattack.withhold", "owb.mishap.skid-direction")
def test_a_withheld_shot_may_follow_a_skid() -> None:
    """The driver fails his check for a tight turn (20), skids (4) straight on (2) for 1 damage."""
    battle = waiting()
    play(battle, Turning("foe", "left", 90, "tight"), Hold(), dice=(20, 4, 2, 1))
    assert asked(battle) == "interrupt tank.gun-1"
    assert the(battle, "foe").halted


@rule("owb.vattack.withhold", "owb.collision.ram-check-failed")
def test_a_withheld_shot_may_follow_a_ram_that_goes_wrong() -> None:
    battle = waiting(man("ivan", (29, 8), "a", facing=2))
    play(battle, Drive("foe", 1, "ivan"), Hold(), dice=(20, 4, 3, 1))
    assert asked(battle) == "interrupt tank.gun-1"
    play(battle, Hold())
    assert asked(battle) == "vehicle turn foe"


@rule("owb.vattack.withhold", "owb.maneuver.defensive-driving")
def test_a_withheld_shot_may_follow_defensive_driving() -> None:
    battle = waiting()
    play(battle, DriveDefensively("foe"), Hold(), dice=(1,))
    assert the(battle, "foe").defensive
    assert asked(battle) == "interrupt tank.gun-1"


@rule("owb.vattack.withhold", "owb.mishap.transmission-strain")
def test_a_trained_gun_does_not_strike_a_vehicle_that_a_mishap_leaves_where_it_was() -> None:
    """A carrier in the cone strains its transmission: it has not moved in the swept area."""
    battle = started(
        "tank",
        OUR_TANK,
        vehicle("foe", "armored-personnel-carrier", (10, 8), 0, "b", pace="normal", travel=6),
        FAR_FOE,
    )
    fires(battle, fire("tank", "foe.gun-1", name="gun-2", mode="suppress"), 1, 5)
    play(battle, EndVehicle("tank"))
    pass_all(battle, dice=(1, 6))
    play(battle, StartVehicle("foe"), SetPace("foe", "normal"))
    battle.state.alter("foe", rolling=True)
    play(battle, ChangeLane("foe", "left", True), dice=(20, 4, 1, 1))
    assert asked(battle) == "vehicle turn foe"
    play(battle, Drive("foe", 1))
    assert asked(battle) == "interrupt tank.gun-2"


@rule("owb.vattack.withhold-carries-over")
def test_a_withheld_attack_may_be_made_before_anybody_acts_and_is_the_only_one_of_the_round() -> (
    None
):
    battle = withheld(man("near", (10, 15), "b", rank="officer"))
    pass_all(battle, until="who acts")
    feed(battle, 1, 6)
    for _ in range(20):
        if battle.state.turn == 2 and battle.choices[0].ask == "interrupt":
            break
        pass_once(battle)
    assert battle.choices[0].ask == "interrupt"
    play(battle, fire("tank", at=(10, 15)), dice=(2,))
    assert person(battle, "tank.gun-1").attacked
    for _ in range(20):
        if battle.choices[0].ask == "who acts" and "tank" in battle.choices[0].about:
            break
        pass_once(battle)
    start(battle, "tank")
    with pytest.raises(Refusal):
        play(battle, fire("tank", at=(10, 15)))
