"""THE ATTACK ROLL, declared attacks, and the optional rule of natural 20s and 1s."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.attack.attack_roll import bonuses
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import (
    descending,
    roll_needed,
)
from sandtable.rulebooks.whitebox.state.tables import DiceSum
from tests.whitebox.kit import *

RIFLE: Final = "rifle-large"
NATURAL = "owb.attack.natural-20-and-1"
DROPS, JAMS, FALLS = 1, 3, 5
"""What 1d6 says after a natural 1."""

SHOT = FirePort("ivan", weapon=RIFLE, target="hans")
TAKE = TakeUp("ivan", weapon=RIFLE)


def _fires(battle: OwbBattle, order: FirePort, *dice: int) -> None:
    play(battle, order, dice=dice)


def again(battle: OwbBattle, pace: Any = "stopped") -> None:
    """The next turn of the truck."""
    play(battle, EndVehicle("truck"))
    pass_all(battle, dice=(6, 1))
    play(battle, StartVehicle("truck"), SetPace("truck", pace))


def engineer(seat: str = "bed-2") -> Unit:
    return rider("sapper", seat, rank="op1", **{"class": "combat-engineer"})


def _jammed(battle: OwbBattle, name: str) -> Any:
    one = person(battle, name)
    arm = present(one.arm(RIFLE))
    return one.with_arm(replace(arm, jam=-1))


def blow_at(target: str = "truck", weapon: Any = "bayonet") -> Strike:
    return Strike("ivan", target=target, weapon=weapon)


@rule("owb.attack.roll")
def test_14_with_plus_1_and_minus_2_hits_aac_13() -> None:
    battle = fire_duel(31, mine={"rank": "veteran"}, his={"rank": "op1"})
    needs(battle, shot("foe"), 14)
    play(battle, shot("foe"), dice=(14, 2))
    event = told(battle, "attack")[0]
    assert [(m.value, m.rule) for m in event.tallies[0].modifiers] == [
        (1, "owb.attack.roll"),
        (-2, "owb.range.penalties"),
    ]
    assert event.tallies[1].total == 13


@rule("owb.attack.roll", "owb.attack.natural-20-and-1")
@pytest.mark.parametrize("naturals", ["off", "on"])
@pytest.mark.parametrize(
    ("weapon", "mode"),
    [("rifle-large", "single"), ("submachinegun", "burst"), ("submachinegun", "suppress")],
)
def test_odds_of_a_shot_at_a_man_who_looks_over_sandbags(
    weapon: str, mode: str, naturals: str
) -> None:
    battle = begun(
        "ivan",
        man("ivan", (5, 20), weapons=[weapon], rank="veteran", dexterity=1),
        man("bob", (5, 8), side="b", rank="op1"),
        terrain=[edged("s", "sandbags", (0, 9), (20, 9))],
        options={"naturals_personal": naturals},
    )
    order = shot("bob", weapon=weapon, mode=mode)
    assert odds_given(battle, order) == true_odds(battle, order, lost_by("bob", 5))


@rule("owb.attack.descending-table", "owb.ac.conversion")
def test_descending_armor_class() -> None:
    assert (roll_needed(4), roll_needed(-6)) == (15, 25)
    assert (descending(2), descending(21)) == (17, -2)


@rule("owb.attack.descending-table", "owb.ac.conversion")
@pytest.mark.parametrize("shown", ["aac", "ac"])
def test_ac_4_is_hit_by_15_whichever_system_is_shown(shown: str) -> None:
    """Leather, a shield and a natural 12 are AAC 15, or AC 4, against a thrown knife."""
    his = {"rank": "op1", "armor": ["leather-armor", "shield"]}
    battle = fire_duel(1, "knife", his=his, ac_display=shown)
    needs(battle, shot("foe", "knife"), 15)


@rule("owb.attack.natural-20-and-1")
def test_a_natural_20_hits_for_double_and_a_natural_1_fumbles() -> None:
    blow = Blow(
        attacker="a",
        target="b",
        weapon="rifle-large",
        tally=Tally("attacker"),
        armor=Tally("target").add(25, "owb.ac.unarmored", "wall"),
        damage=DiceSum(1, 6, 1),
        naturals=True,
    )
    assert resolve_blow(blow, ScriptedDice([20, 3])).damage == 8
    assert resolve_blow(blow, ScriptedDice([1, 4])).fumble == "jammed"
    assert resolve_blow(blow, ScriptedDice([1, 2])).fumble == "dropped"
    assert resolve_blow(blow, ScriptedDice([1, 5])).fumble == "fell"
    battle = fight(
        man("ivan", (5, 9)), man("foe", (5, 3), "b"), options={"naturals_personal": "on"}
    )
    turn(battle, "ivan", Shoot("ivan", target="foe", weapon="rifle-large"), dice=(1, 3))
    assert person(battle, "ivan").arms[0].jam == -1


@rule("owb.attack.natural-20-and-1", "owb.weapon.changing-weapons")
def test_a_dropped_sword_is_picked_up_by_an_action() -> None:
    battle = fight(
        man("ivan", (5, 9), blades=["sword"]),
        man("foe", (5, 8), "b"),
        options={"naturals_personal": "on"},
    )
    turn(battle, "ivan", Strike("ivan", target="foe", weapon="sword"), dice=(1, 1))
    assert "sword" not in person(battle, "ivan").blades
    pass_all(battle, dice=(6, 1))
    turn(battle, "ivan", TakeUp("ivan", weapon="sword"))
    assert "sword" in person(battle, "ivan").blades


@rule("owb.attack.natural-20-and-1", "owb.attack.descending-table")
@pytest.mark.parametrize(("naturals", "hit"), [("on", True), ("off", False)])
def test_a_natural_20_hits_what_needs_25_for_double(naturals: str, *, hit: bool) -> None:
    """AAC 14 behind sandbags (-4) at Extreme range (-6): 24 would be needed, and 3 + 1 doubled."""
    his = {"rank": "op1", "armor": ["bdu", "shield-solid-steel"]}
    ground = hidden_by(SANDBAGS, 91)
    battle = fire_duel(91, his=his, terrain=ground, naturals_personal=naturals)
    odds = present(battle.view("a").odds(shot("foe")))
    assert dict(odds.outcomes)["miss"] == (Fraction(19, 20) if hit else 1)
    play(battle, shot("foe"), dice=(20, 3))
    assert told(battle, "attack")[0].data["hit"] is hit
    assert person(battle, "foe").hp == (60 - 8 if hit else 60)


@rule(
    "owb.attack.natural-20-and-1", "owb.suppress.partial-cover", "owb.weapon.shotgun-both-barrels"
)
def test_a_natural_20_with_both_barrels_doubles_what_is_doubled() -> None:
    battle = fire_duel(2, "shotgun-double-barreled", naturals_personal="on")
    play(battle, shot("foe", "shotgun-double-barreled", mode="both-barrels"), dice=(20, 3))
    assert person(battle, "foe").hp == 60 - 20


@rule("owb.attack.natural-20-and-1", "owb.terrain.impassable-with-tools")
def test_who_falls_while_he_climbs_is_off_the_wall() -> None:
    battle = fight(
        man("ivan", (10, 10), weapons=["handgun-medium"]),
        man("foe", (10, 16), "b", rank="officer"),
        terrain=[edged("w", "tall-wall", (10, 10), (11, 10))],
        options={"naturals_personal": "on"},
    )
    turn(battle, "ivan", Climb("ivan", to=middle((10, 9))))
    pass_all(battle, dice=(6, 1))
    assert person(battle, "ivan").climbing == (10, 9)
    play(battle, Begin("ivan"), shot("foe", "handgun-medium"), dice=(1, 5))
    assert person(battle, "ivan").climbing is None


@rule("owb.attack.natural-20-and-1", "owb.time.move-and-attack-or-action")
def test_who_has_tripped_is_told_why_he_does_not_move() -> None:
    battle = fight(IVAN, FOE_AHEAD, options={"naturals_personal": "on"})
    play(battle, Begin("ivan"), shot("foe"), dice=(1, 5))
    assert battle.allows(Move("ivan", path((10, 21))), "a"), "not of this turn"
    play(battle, EndTurn("ivan"))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("ivan"))
    go = Move("ivan", path((10, 21)))
    assert refusal(battle, go) == "owb.attack.natural-20-and-1"
    assert battle.allows(shot("foe"), "a")
    play(battle, EndTurn("ivan"))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("ivan"))
    assert battle.allows(go, "a")


@rule(NATURAL, "owb.weapon.changing-weapons")
def test_a_rifle_dropped_in_a_truck_goes_with_it_and_is_taken_up_with_an_action() -> None:
    battle = riding()
    _fires(battle, SHOT, 1, DROPS)
    assert rolled_all(battle)
    assert person(battle, "ivan").arm(RIFLE) is None
    # He has made his Attack: nothing else this round.
    assert refusal(battle, TAKE) == "owb.vehicle.attack-and-action-exclude-each-other"
    again(battle, "normal")
    play(battle, Drive("truck", 5))
    assert battle.allows(TAKE, "a")
    play(battle, TAKE)
    assert person(battle, "ivan").arm(RIFLE) is not None
    assert person(battle, "ivan").acted
    assert battle.state.items == ()
    again(battle)
    assert battle.allows(SHOT, "a")


@rule(NATURAL, "owb.weapon.changing-weapons")
def test_somebody_else_in_the_truck_may_take_it_but_nobody_beside_it() -> None:
    beside = man("oleg", (12, 21), weapons=["handgun-medium"])
    battle = riding(rider("piotr", "bed-2", weapons=["handgun-medium"]), beside)
    _fires(battle, SHOT, 1, DROPS)
    play(battle, TakeUp("piotr", weapon=RIFLE))
    assert person(battle, "piotr").arm(RIFLE) is not None
    battle = riding(beside)
    _fires(battle, SHOT, 1, DROPS)
    play(battle, EndVehicle("truck"), Begin("oleg"))
    found = refusal(battle, TakeUp("oleg", weapon=RIFLE))
    assert found == "owb.weapon.changing-weapons"


@rule(NATURAL)
def test_who_gets_out_leaves_in_the_truck_what_he_dropped() -> None:
    battle = riding()
    _fires(battle, SHOT, 1, DROPS)
    again(battle)
    play(battle, Alight("ivan", to=middle((12, 21))))
    assert refusal(battle, TAKE)
    assert battle.state.items[0].vehicle == "truck"


@rule(NATURAL, "owb.suppress.repair-jam")
def test_an_engineer_in_the_truck_repairs_what_has_jammed_in_the_hands_of_another() -> None:
    battle = riding(engineer())
    _fires(battle, SHOT, 1, JAMS)
    mend = Repair("sapper", weapon=RIFLE, owner="ivan")
    assert refusal(battle, Repair("truck.operator", weapon=RIFLE, owner="ivan"))
    play(battle, mend, dice=[2])
    again(battle)
    assert refusal(battle, SHOT) == "owb.suppress.repair-jam"
    play(battle, mend)
    assert rolled_all(battle)
    assert "works again" in told(battle, "repair")[-1].text
    assert battle.allows(SHOT, "a")


@rule(NATURAL, "owb.suppress.repair-jam")
def test_an_engineer_repairs_his_own_weapon_in_his_seat_but_not_those_outside() -> None:
    battle = riding(engineer(), man("oleg", (12, 21)))
    _fires(battle, FirePort("sapper", weapon=RIFLE, target="hans"), 1, JAMS)
    battle.state.put(_jammed(battle, "oleg"))
    again(battle)
    outside = Repair("sapper", weapon=RIFLE, owner="oleg")
    assert refusal(battle, outside) == "owb.suppress.repair-jam"
    play(battle, Repair("sapper", weapon=RIFLE), dice=[1])
    arm = present(person(battle, "sapper").arm(RIFLE))
    assert not arm.jam


@rule(NATURAL)
def test_nobody_falls_in_a_vehicle() -> None:
    battle = riding()
    _fires(battle, SHOT, 1, FALLS)
    assert rolled_all(battle)
    assert not person(battle, "ivan").tripped
    assert person(battle, "ivan").stance == "standing"


@rule(NATURAL)
def test_what_lies_in_a_truck_is_offered_to_those_in_it() -> None:
    battle = riding(engineer())
    _fires(battle, SHOT, 1, DROPS)
    again(battle)
    (choice,) = battle.choices
    offered = list(battle.view("a").candidates(choice))
    assert TAKE in offered
    # The engineer has a rifle of his own.
    assert TakeUp("sapper", weapon=RIFLE) not in offered
    actions = {one.label: one for one in RULEBOOK.actions(battle.state, "a", choice, "truck")}
    assert not actions["Take large rifle"].refusal
    assert actions["Take large rifle"].order == "take-up"


@rule("owb.attack.natural-20-and-1", "owb.weapon.club")
def test_a_fumbled_rifle_butt_drops_the_rifle() -> None:
    battle = fight(
        man("ivan", (5, 20)), man("bob", (5, 19), side="b"), options={"naturals_personal": "on"}
    )
    turn(battle, "ivan", Strike("ivan", target="bob", weapon="club"), dice=[1, 2])
    assert person(battle, "ivan").arms == ()
    assert [(i.square, i.arm.id) for i in battle.state.items if i.arm] == [((5, 20), "rifle-large")]


@rule("owb.attack.natural-20-and-1", "owb.weapon.club")
def test_a_fumbled_club_leaves_the_rifle_on_its_sling() -> None:
    battle = fight(
        man("ivan", (5, 20), blades=["club"]),
        man("bob", (5, 19), side="b"),
        options={"naturals_personal": "on"},
    )
    turn(battle, "ivan", Strike("ivan", target="bob", weapon="club"), dice=[1, 4])
    assert person(battle, "ivan").blades == ()
    assert [arm.id for arm in person(battle, "ivan").arms] == ["rifle-large"]
    assert [item.blade for item in battle.state.items] == ["club"]


@rule("owb.attack.natural-20-and-1", "owb.weapon.bayonet", "owb.weapon.changing-weapons")
def test_a_fumbled_bayonet_falls_with_the_rifle_and_comes_back_with_it() -> None:
    battle = fight(
        man("ivan", (5, 20)), man("bob", (5, 19), side="b"), options={"naturals_personal": "on"}
    )
    turn(battle, "ivan", Strike("ivan", target="bob", weapon="bayonet"), dice=[1, 3])
    assert (person(battle, "ivan").arms, person(battle, "ivan").blades) == ((), ())
    assert [(i.arm.id, i.blade) for i in battle.state.items if i.arm] == [
        ("rifle-large", "bayonet")
    ]
    pass_all(battle, dice=[6, 1])
    turn(battle, "ivan", TakeUp("ivan", weapon="rifle-large"))
    assert [arm.id for arm in person(battle, "ivan").arms] == ["rifle-large"]
    assert person(battle, "ivan").blades == ("bayonet",)
    assert battle.state.items == ()


@rule("owb.attack.natural-20-and-1", "owb.weapon.bayonet")
def test_a_bayonet_without_a_rifle_falls_alone() -> None:
    battle = fight(
        man("ivan", (5, 20), weapons=["handgun-medium"], blades=["bayonet"]),
        man("bob", (5, 19), side="b"),
        options={"naturals_personal": "on"},
    )
    turn(battle, "ivan", Strike("ivan", target="bob", weapon="bayonet"), dice=[1, 3])
    assert [arm.id for arm in person(battle, "ivan").arms] == ["handgun-medium"]
    assert [(item.arm, item.blade) for item in battle.state.items] == [(None, "bayonet")]


@rule("owb.attack.natural-20-and-1", "owb.weapon.hatchet-knife-spear-both-ways")
@pytest.mark.parametrize("fumble", [1, 3, 5])
def test_a_fumbled_knife_is_dropped_at_ones_feet_or_thrown_away(fumble: int) -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["knife"]),
        man("foe", (10, 18), "b"),
        options={"naturals_personal": "on"},
    )
    turn(battle, "ivan", shot("foe", "knife"), dice=(1, fumble))
    assert person(battle, "ivan").arm("knife") is None
    lies = battle.state.items[0].square
    assert lies == ((10, 18) if fumble == 5 else (10, 20))
    assert len(battle.state.items) == 1


@rule("owb.attack.natural-20-and-1", "owb.rof.two")
def test_a_jam_at_the_first_roll_loses_the_second() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["handgun-small"]),
        man("foe", (10, 18), "b"),
        man("two", (11, 18), "b"),
        options={"naturals_personal": "on"},
    )
    turn(battle, "ivan", shot("foe", "handgun-small", second="two"), dice=(1, 4))
    assert len(told(battle, "attack")) == 1
    assert person(battle, "ivan").arms[0].jam == -1


@rule("owb.attack.natural-20-and-1", "owb.base.minimum-damage")
def test_a_natural_20_doubles_the_least_damage_of_1() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["handgun-small"]),
        man("foe", (10, 18), "b"),
        options={"naturals_personal": "on"},
    )
    turn(battle, "ivan", shot("foe", "handgun-small"), dice=(20, 1))
    assert person(battle, "foe").hp == 4 - 2


@rule("owb.attack.natural-20-and-1", "owb.vcrit.natural-20-and-1")
def test_a_natural_1_with_a_weapon_in_hand_is_a_fumble_also_at_a_vehicle() -> None:
    """It misses whatever the total, and the rifle jams; the vehicle's switch has no part in it."""
    on: Any = {"naturals_personal": "on"}
    battle = beside(options=on, at=(10, 20))
    play(battle, ShootAboard("ivan", vehicle="truck", weapon="rifle-large"), dice=(1, 3))
    arm = present(person(battle, "ivan").arm("rifle-large"))
    assert arm.jam
    assert told(battle, "fumble")
    off = beside(at=(10, 20))
    play(off, ShootAboard("ivan", vehicle="truck", weapon="rifle-large"), dice=(1,))
    assert not told(off, "fumble")


@rule("owb.attack.natural-20-and-1")
def test_a_blade_that_is_fumbled_is_dropped() -> None:
    battle = beside(options={"naturals_personal": "on"})
    play(battle, blow_at(), dice=(1, 4))
    assert "bayonet" not in person(battle, "ivan").blades


@rule("owb.attack.natural-20-and-1")
def test_a_natural_20_in_hand_is_no_sure_hit_on_a_vehicle() -> None:
    """It goes by the target: 18 does not reach an Armor Class of 30."""
    on: Any = {"naturals_personal": "on"}
    ivan = man("ivan", (10, 33), sheet="shotgunner", weapons=["submachinegun"])
    battle = begun(
        "ivan", ivan, vehicle("truck", "tank-medium", (11, 5), 4, "b"), FAR_FOE, options=on
    )
    order = ShootAboard("ivan", vehicle="truck", weapon="submachinegun")
    battle.state.alter("truck", aac=30)
    play(battle, order, dice=(20,))
    assert told(battle, "attack")[0].data["hit"] is False


@rule("owb.attack.modifier-order")
def test_bonuses_are_counted_apart_from_penalties() -> None:
    tally = Tally("attacker").add(1, "owb.attack.roll", "BHB").add(2, "owb.burst.bonus", "burst")
    tally.add(-4, "owb.cover.partial-burst", "cover")
    assert (bonuses(tally), tally.total) == (3, -1)


@rule("owb.attack.declare-then-resolve", "owb.withhold.interrupt-timing", "owb.withhold.declare")
def test_a_withheld_shot_comes_before_the_shot_that_provoked_it() -> None:
    battle = fight(IVAN, FOE_FACING)
    turn(battle, "ivan", Withhold("ivan"))
    play(battle, Begin("foe"))
    play(battle, Shoot("foe", target="ivan", weapon="rifle-large"))
    assert battle.choices[0].ask == "interrupt"
    play(battle, Shoot("ivan", target="foe", weapon="rifle-large"), dice=(20, 6))
    assert person(battle, "foe").out == "dead"
    assert len(told(battle, "attack")) == 1
    assert person(battle, "ivan").hp == 4


@rule("owb.attack.declare-then-resolve")
def test_an_attack_whose_target_is_gone_may_name_another() -> None:
    wall = [edged("w", "low-brick-wall", (8, 10), (14, 10))]
    battle = fight(
        IVAN,
        man("oleg", (12, 20)),
        man("foe", (10, 9), "b", facing=4),
        man("two", (12, 9), "b", facing=4),
        terrain=wall,
        dice=(1, 6),
    )
    turn(battle, "foe", Withhold("foe"))
    turn(battle, "two", end=EndTurn("two"))
    play(battle, Begin("ivan"), Shoot("ivan", target="two", weapon="rifle-large"))
    battle.state.change("two", ducked=True)
    play(battle, Hold())
    assert battle.choices[0].ask == "another target"
    play(battle, Shoot("ivan", target="foe", weapon="rifle-large"), dice=(1,))
    assert person(battle, "ivan").attacked
