"""WITHHOLDING AN ATTACK: who is asked when, and what he may do then."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.attack.attacks import open_attack
from sandtable.rulebooks.whitebox.part1_personal.explosives.lobbing import open_throw
from sandtable.rulebooks.whitebox.state.frames import CookedOff
from tests.whitebox.kit import *


def withheld_rifle(*units: Unit, dice: tuple[int, ...] = (6, 1)) -> OwbBattle:
    """A rifleman of side a who faces north withholds his shot."""
    battle = fight(man("ivan", (10, 20), facing=0), FAR_FOE, *units, dice=dice)
    turn(battle, "ivan", Withhold("ivan"))
    next_side(battle)
    return battle


def offered(state: OwbState, seat: str = "a") -> list[Order]:
    """What a program may choose from."""
    known = RULEBOOK.known_to(state, seat)
    return list(RULEBOOK.candidates(known, RULEBOOK.choices(known)[0]))


STEP = Interrupt(about="hans", moment="step")


def asked(state: OwbState, frame: Interrupt = STEP) -> list[str]:
    """Who is asked at a moment."""
    return asked_at(state, frame)


def settled(state: OwbState, *dice: int) -> list[str]:
    """What happens by itself up to the next question, in kinds of events."""
    return [event.kind for event in RULEBOOK.settle(state, ScriptedDice(dice))]


LINKED = [{"weapon": "machinegun-medium", "kind": "F", "linked": True}]


@rule("owb.withhold.declare")
def test_only_the_winner_of_initiative_may_withhold() -> None:
    battle = fight(IVAN, FOE_AHEAD)
    turn(battle, "ivan")
    play(battle, Begin("foe"))
    assert not battle.allows(Withhold("foe"), "b")


@rule("owb.withhold.arc", "owb.withhold.modes")
def test_a_withheld_attack_is_limited_to_the_arc() -> None:
    battle = fight(IVAN, man("foe", (10, 15), "b"), man("two", (14, 20), "b"))
    turn(battle, "ivan", Withhold("ivan"), end=EndTurn("ivan", facing=0.0))
    play(battle, Begin("two"), Move("two", (middle((15, 20)),)))
    shots = {name: Shoot("ivan", target=name, weapon="rifle-large") for name in ("foe", "two")}
    assert battle.choices[0].ask == "interrupt", "he may switch to the foe in his arc"
    assert battle.allows(shots["foe"], "a")
    refusal = present(battle.refusal(shots["two"], "a"))
    assert refusal.rule == "owb.withhold.arc"
    play(battle, Hold())
    play(battle, EndTurn("two"), Begin("foe"))
    play(battle, Move("foe", (middle((10, 16)),)))
    assert battle.choices[0].ask == "interrupt"
    assert not battle.allows(Shoot("ivan", target="two", weapon="rifle-large"), "a")
    assert battle.allows(Shoot("ivan", target="foe", weapon="rifle-large"), "a")


@rule("owb.withhold.carries-over")
def test_a_withheld_attack_carries_over_and_is_then_the_only_one() -> None:
    battle = fight(IVAN, man("foe", (10, 15), "b", facing=0))
    turn(battle, "ivan", Withhold("ivan"))
    pass_all(battle, until="interrupt", dice=(6, 1))
    assert battle.state.turn == 2
    assert "The round begins" in battle.choices[0].prompt
    play(battle, Shoot("ivan", target="foe", weapon="rifle-large"), dice=(1,))
    play(battle, Begin("ivan"))
    assert not battle.allows(Shoot("ivan", target="foe", weapon="rifle-large"), "a")


@rule("owb.withhold.interrupt-timing")
def test_a_withheld_shot_that_kills_comes_before_the_shot_that_is_declared() -> None:
    battle = fight(*TWO)
    turn(battle, "ivan", Withhold("ivan"))
    play(battle, Begin("foe"), shot("ivan", who="foe"))
    assert asked_for(battle) == "interrupt"
    play(battle, shot("foe"), dice=(20, 6))
    assert person(battle, "foe").out == "dead"
    assert [event.pieces for event in told(battle, "attack")] == [("ivan", "foe")]
    assert person(battle, "ivan").hp == 4
    assert rolled_all(battle)


@rule("owb.withhold.interrupt-timing", "owb.initiative.tie-simultaneous")
def test_one_who_is_only_wounded_still_makes_his_shot() -> None:
    men = (IVAN, man("foe", (10, 10), "b", rank="op3"))
    battle = fight(*men)
    turn(battle, "ivan", Withhold("ivan"))
    play(battle, Begin("foe"), shot("ivan", who="foe"), shot("foe"), dice=(20, 6, 20, 6))
    assert [event.pieces for event in told(battle, "attack")] == [("ivan", "foe"), ("foe", "ivan")]
    assert person(battle, "ivan").out == "dead"


@rule("owb.withhold.interrupt-timing", "owb.melee.adjacent")
def test_a_withheld_blow_falls_on_the_enemy_who_comes_adjacent() -> None:
    battle = fight(man("ivan", (10, 20), facing=0), man("foe", (10, 16), "b"))
    end = EndTurn("ivan", facing=0.0)
    turn(battle, "ivan", Withhold("ivan"), end=end)
    play(battle, Begin("foe"))
    play(battle, Move("foe", path((10, 17), (10, 18), (10, 19))))
    blow = Strike("ivan", target="foe", weapon="bayonet")
    while square_of(battle.state, "foe") != (10, 19):
        assert not battle.allows(blow, "a")
        play(battle, Hold())
    play(battle, blow, dice=(20, 6))
    assert person(battle, "foe").out == "dead"


@rule("owb.withhold.carries-over")
@pytest.mark.parametrize("rolls", [(6, 1), (1, 6)])
def test_an_attack_withheld_in_round_2_is_the_only_one_of_round_3(rolls: tuple[int, int]) -> None:
    battle = fight(IVAN, FOE_AHEAD)
    pass_all(battle, dice=(6, 1))
    assert battle.state.turn == 2
    turn(battle, "ivan", Withhold("ivan"))
    pass_all(battle, until="interrupt", dice=rolls)
    assert battle.state.turn == 3
    assert asked_for(battle) == "interrupt", "before anyone acts in round 3"
    play(battle, shot("foe"), dice=(1,))
    if rolls[0] == 1:
        assert battle.choices[0].seats == ("b",)
        play(battle, Done())
    play(battle, Begin("ivan"))
    assert refusal(battle, shot("foe")) == "owb.time.one-attack-per-round"
    assert battle.allows(Move("ivan", path((10, 19))), "a")
    assert not battle.allows(Withhold("ivan"), "a")


@rule("owb.withhold.carries-over", "owb.suppress.save-in-the-open")
@pytest.mark.parametrize(("face", "kept"), [(15, True), (16, False)])
def test_an_attack_withheld_under_fire_lapses_with_the_save(face: int, kept: bool) -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner", rank="op5"),
        man("foe", (10, 10), "b", facing=4, rank="officer", bombs={}),
    )
    turn(battle, "gunner", shot("foe", GUN, "gunner", mode="suppress"), dice=(1,))
    pass_all(battle, dice=(1, 6))
    turn(battle, "foe", Withhold("foe"), end=EndTurn("foe", facing=0.0))
    play(battle, Begin("gunner"), Sweep("gunner"), dice=(2,))
    play(battle, React(), dice=(face, 1))
    assert person(battle, "foe").withheld is kept


@rule("owb.withhold.arc", "owb.mortar.observer")
@pytest.mark.parametrize(("facing", "allowed"), [(180.0, False), (45.0, True), (90.0, False)])
def test_a_withheld_mortar_does_not_turn_round(facing: float, allowed: bool) -> None:
    battle = fight(
        man("ivan", (10, 100), sheet="mortar-gunner", rows=120),
        man("foe", (10, 20), "b", facing=4, rows=120),
        size=(36, 120),
    )
    turn(battle, "ivan", Withhold("ivan"), end=EndTurn("ivan", facing=facing))
    play(battle, Begin("foe"), Move("foe", (middle((11, 20), 120),)))
    shell = Launch("ivan", weapon="mortar", at=middle((11, 20), 120))
    assert battle.allows(shell, "a") is allowed


@rule("owb.withhold.declare", "owb.initiative.loses-initiative")
@pytest.mark.parametrize("rolls", [(6, 2), (4, 4, 1, 2)])
@pytest.mark.parametrize(("mates", "wins"), [(0, True), (1, False)])
def test_if_all_of_a_group_lose_initiative_the_other_one_wins_it(
    mates: int, wins: bool, rolls: tuple[int, ...]
) -> None:
    battle = fight(
        IVAN,
        *(man(f"mate{n}", (30, 30 + n)) for n in range(mates)),
        FOE_AHEAD,
        options={"stances": "on"},
        dice=(),
    )
    play(battle, Declare("ivan", "kneel"), Done(), Done(), dice=rolls)
    assert battle.state.tied is (mates > 0 and len(rolls) > 2)
    if mates:
        turn(battle, "mate0")
    play(battle, Begin("foe"))
    assert battle.allows(Withhold("foe"), "b") is wins
    play(battle, EndTurn("foe"), Begin("ivan"))
    assert refusal(battle, Withhold("ivan")) == "owb.withhold.declare"


@rule("owb.withhold.interrupt-timing", "owb.driving.check-is-an-action")
def test_what_was_dared_does_not_happen_if_the_vehicle_is_wrecked_first() -> None:
    """9d6 = 18 put the truck at -2; nobody rolls for the tight turn or for a mishap."""
    battle = before_the_gun()
    play(battle, SetPace("foe", "normal"), Turning("foe", "left", 90, "tight"))
    splinters = (1, 1, 18)
    fires(battle, fire("tank", "foe"), 11, *[2] * 9, *splinters)
    assert the(battle, "foe").wreck == "inoperable"
    assert the(battle, "foe").facing == 6
    assert not told(battle, "mishap")
    assert not told(battle, "driving-check")
    assert rolled_all(battle)


@rule("owb.withhold.interrupt-timing", "owb.turn.45-degrees")
def test_an_ordinary_turn_is_no_action_and_is_answered_when_it_is_made() -> None:
    battle = before_the_gun()
    play(battle, SetPace("foe", "normal"), Turning("foe", "left"))
    assert waits_for(battle) == "interrupt tank.gun-1"
    assert the(battle, "foe").facing == 5


@rule("owb.withhold.interrupt-timing", "owb.collision.ram")
def test_a_ram_is_answered_before_its_first_step() -> None:
    """The driver dies before he has rolled his check; the man whom he meant to ram is unhurt."""
    battle = before_the_gun(man("ivan", (11, 8), "a", facing=2))
    play(battle, SetPace("foe", "normal"), Drive("foe", 1, "ivan"))
    assert waits_for(battle) == "interrupt tank.gun-1"
    assert not the(battle, "foe").stepped
    fires(battle, fire("tank", "foe"), 11, *[2] * 9, 6, 6, 1)
    assert person(battle, "foe.operator").out == "dead"
    assert person(battle, "ivan").hp == 4
    assert square_of(battle.state, "ivan") == (11, 8)
    assert not told(battle, "run-over")
    assert rolled_all(battle)


@rule("owb.withhold.interrupt-timing", "owb.maneuver.unstuck-by-driving")
def test_who_drives_himself_free_is_answered_before_his_check() -> None:
    battle = before_the_gun(pace="stopped", travel=0)
    battle.state.alter("foe", stuck=True)
    play(battle, Unstick("foe"))
    assert waits_for(battle) == "interrupt tank.gun-1"
    play(battle, Hold(), dice=(1,))
    assert not the(battle, "foe").stuck
    play(battle, SetPace("foe", "normal"))
    assert the(battle, "foe").declared


@rule("owb.withhold.interrupt-timing", "owb.collision.sideswipe")
def test_a_sideswipe_is_answered_before_and_after() -> None:
    """The tank lets the first moment pass: check 1, save 18, a die for each; then it may fire."""
    friend = vehicle("jeep", "car", (12, 10), 6, "a", pace="normal", travel=6)
    battle = started(
        "tank",
        OUR_TANK,
        friend,
        vehicle("foe", TRUCK, (13, 8), 6, "b", pace="normal", travel=6),
        FAR_FOE,
    )
    play(battle, WithholdGun("tank.gun-1"), EndVehicle("tank"))
    start(battle, "jeep", "normal")
    play(battle, Drive("jeep", 1), EndVehicle("jeep"))
    next_side(battle)
    start(battle, "foe", "normal")
    play(battle, Drive("foe", 1), Hold())
    play(battle, Sideswipe("foe", "jeep"))
    assert waits_for(battle) == "interrupt tank.gun-1"
    assert not told(battle, "collision")
    play(battle, Hold(), dice=(1, 18, 3, 4, 20, 20))
    assert told(battle, "collision")[0].data["defender"] == 4
    assert waits_for(battle) == "interrupt tank.gun-1"


@rule("owb.withhold.interrupt-timing", "owb.crew.mount-and-dismount")
def test_a_man_who_gets_out_can_be_shot_beside_his_vehicle() -> None:
    """In the cab he is concealed (-2); beside it nothing protects him: 11 hits AAC 11."""
    foe = vehicle("foe", TRUCK, (10, 8), 4, "b")
    rider = man("karl", (0, 0), "b", carried_by="foe", seat="passenger-1")
    battle = withheld_rifle(foe, rider)
    start(battle, "foe")
    play(battle, Alight("karl", to=middle((11, 8))))
    assert waits_for(battle) == "interrupt ivan"
    play(battle, Hold())
    assert told(battle, "alight")
    assert waits_for(battle) == "interrupt ivan"
    play(battle, shot("karl"), dice=(11, 4))
    assert person(battle, "karl").out == "dead"
    assert waits_for(battle) == "vehicle turn foe"


@rule("owb.withhold.interrupt-timing", "owb.vdamage.escape-save")
def test_who_gets_out_of_an_explosion_can_be_shot_where_he_lands() -> None:
    """The tank's own gun blows the truck up; the rifleman, who has held his fire, fires then."""
    battle = fight(
        man("ivan", (5, 20), facing=1), OUR_TANK, vehicle("foe", TRUCK, (10, 8), 4, "b"), FAR_FOE
    )
    turn(battle, "ivan", Withhold("ivan"))
    start(battle, "tank")
    battle.state.alter("foe", hp=1)
    # 11 hits; 9d6 = 18 put it at -17: splinters 4 halved by a save leave 2; he gets out (18)
    fires(battle, fire("tank", "foe"), 11, *[2] * 9, 1, 1, 18, 18)
    play(battle, Escape(middle((11, 8))))
    assert waits_for(battle) == "interrupt ivan"
    play(battle, shot("foe.operator"), dice=(11, 1))
    assert person(battle, "foe.operator").out == "dead"


@rule("owb.withhold.interrupt-timing", "owb.collision.character-struck")
def test_who_is_thrown_clear_by_a_vehicle_can_be_shot_where_he_comes_down() -> None:
    """He saves (10 of 10): half of 1d6 + 1 is 1; thrown off to the east, beyond the jeep (-2)."""
    battle = fight(
        man("ivan", (10, 30), facing=0),
        vehicle("jeep", "car", (10, 20)),
        man("karl", (11, 19), "b", rank="op5", facing=4),
        FAR_FOE,
    )
    turn(battle, "ivan", Withhold("ivan"))
    start(battle, "jeep", "normal")
    play(battle, Drive("jeep", 1, "karl"), dice=(1, 10, 1))
    assert square_of(battle.state, "karl") == (12, 18)
    assert person(battle, "karl").hp == 21 - 1
    assert waits_for(battle) == "interrupt ivan"
    play(battle, shot("karl"), dice=(15, 4))
    assert person(battle, "karl").hp == 20 - 5


@rule("owb.withhold.interrupt-timing", "owb.vweapon.on-trailers")
def test_a_gun_on_a_trailer_is_not_turned_by_one_who_dies_first() -> None:
    """Turning it is its gunner's Action; he is shot (11 + 2 against concealment) before that."""
    battle = withheld_rifle(vehicle("flak", "trailer-autocannon", (10, 8), 2, "b"))
    play(battle, StartVehicle("flak"))
    play(battle, TurnTrailer("flak.gun-1", hand="right"))
    assert waits_for(battle) == "interrupt ivan"
    assert the(battle, "flak").facing == 2
    aimed = ShootAboard("ivan", vehicle="flak", weapon="rifle-large", occupant="flak.gun-1")
    play(battle, aimed, dice=(13, 3))
    assert person(battle, "flak.gun-1").out == "dead"
    assert the(battle, "flak").facing == 2


@rule("owb.withhold.interrupt-timing")
def test_who_let_a_moment_pass_is_asked_again_once_another_has_fired() -> None:
    battle = fight(
        man("one", (10, 20)),
        man("two", (12, 20)),
        man("foe", (11, 10), "b", facing=4, rank="officer"),
    )
    for name in ("one", "two"):
        turn(battle, name, Withhold(name), end=EndTurn(name, facing=0.0))
    play(battle, Begin("foe"), Move("foe", (middle((11, 11)),)))
    first = battle.choices[0].about[0]
    play(battle, Hold())
    second = battle.choices[0].about[0]
    assert {first, second} == {"one", "two"}
    play(battle, Shoot(second, target="foe", weapon="rifle-large"), dice=(1,))
    assert battle.choices[0].ask == "interrupt"
    assert battle.choices[0].about[0] == first
    play(battle, Hold())
    assert battle.choices[0].ask == "turn"


@rule("owb.withhold.arc", "owb.weapon.flamethrower-cone")
def test_a_withheld_flame_does_not_turn_round() -> None:
    state = fight(
        man("ivan", (10, 20), sheet="flamethrower-operator", facing=0),
        man("foe", (10, 22), "b"),
        man("other", (10, 18), "b"),
        dice=(4, 6, 1),
    ).state
    ivan = person(state, "ivan")
    behind = check_attack(state, ivan, Flame("ivan", at=middle((10, 22))), turning=False)
    assert isinstance(behind, Refusal)
    assert behind.rule == "owb.withhold.arc"
    ahead = Flame("ivan", at=middle((10, 18)))
    assert check_attack(state, ivan, ahead, turning=False) is None
    assert check_attack(state, ivan, Flame("ivan", at=middle((10, 22)))) is None


@rule("owb.withhold.modes", "owb.withhold.interrupt-timing")
def test_a_withheld_throw_is_offered_and_the_grenade_lies_to_the_end_of_the_round() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=[], blades=[]),
        man("foe", (10, 15), "b", facing=4, rank="officer"),
    )
    turn(battle, "ivan", Withhold("ivan"), end=EndTurn("ivan", facing=0.0))
    play(battle, Begin("foe"), Move("foe", path((10, 16))))
    assert asked_for(battle) == "interrupt"
    # a moving target: 14; 4 squares: -6
    play(battle, Throw("ivan", bomb="grenade", at=middle((10, 16))), dice=(20,))
    assert battle.state.explosives[0].square == (10, 16)
    assert person(battle, "ivan").attacked


@rule("owb.withhold.interrupt-timing", "owb.withhold.declare")
def test_a_step_of_one_out_of_sight_is_a_moment_for_a_shot_at_another() -> None:
    battle = fight(
        IVAN,
        FOE_FACING,
        man("hidden", (30, 5), "b"),
        terrain=[filled("w", "tall-wall", (28, 7), (35, 7))],
    )
    turn(battle, "ivan", Withhold("ivan"), end=EndTurn("ivan", facing=0.0))
    play(battle, Begin("hidden"), Move("hidden", path((31, 5))))
    assert asked_for(battle) == "interrupt"
    assert not battle.allows(shot("hidden"), "a")
    play(battle, shot("foe"), dice=(11, 3))
    assert person(battle, "foe").out == "dead"


@rule("owb.withhold.arc", "owb.grid.facing-change-free")
def test_a_withheld_shot_does_not_turn_the_shooter() -> None:
    battle = fight(IVAN, man("foe", (15, 15), "b", facing=4))
    turn(battle, "ivan", Withhold("ivan"), end=EndTurn("ivan", facing=0.0))
    play(battle, Begin("foe"), Move("foe", path((16, 14))))
    play(battle, shot("foe"), dice=(1,))
    assert person(battle, "ivan").facing == 0


@rule("owb.withhold.declare", "owb.cover.ducked-or-up")
def test_who_keeps_down_stands_up_to_withhold_and_shows_himself() -> None:
    bags = [filled("b", "sandbags", (10, 19))]
    battle = fight(man("ivan", (10, 20), ducked=True), FOE_FACING, terrain=bags)
    play(battle, Begin("ivan"), Withhold("ivan"))
    assert not person(battle, "ivan").ducked
    assert shelter_from(battle.state, (10, 10), person(battle, "ivan")) == "partial"


@rule("owb.withhold.carries-over", "owb.cover.ducked-or-up")
def test_a_withheld_attack_lapses_when_one_ducks_in_a_later_turn() -> None:
    bags = [filled("b", "sandbags", (10, 19))]
    battle = fight(IVAN, man("foe", (1, 1), "b", facing=4), terrain=bags)
    turn(battle, "ivan", Withhold("ivan"))
    pass_all(battle, dice=(6, 1))
    pass_all(battle, until="who acts")
    assert person(battle, "ivan").withheld
    turn(battle, "ivan", end=EndTurn("ivan", ducked=True))
    assert person(battle, "ivan").ducked
    assert not person(battle, "ivan").withheld


@rule("owb.withhold.declare")
def test_who_is_tied_for_first_has_not_won_initiative() -> None:
    battle = fight(IVAN, FOE_AHEAD, dice=(4, 4, 1, 2))
    name = battle.choices[0].about[0]
    play(battle, Begin(name))
    refusal = present(battle.refusal(Withhold(name), battle.choices[0].seats[0]))
    assert refusal.rule == "owb.withhold.declare"


@rule("owb.withhold.interrupt-timing", "owb.withhold.modes")
def test_who_withholds_a_grenade_is_asked_though_the_enemy_is_too_far_for_it() -> None:
    battle = fight(
        man("ivan", (10, 24), bombs={"grenade": 1}, weapons=[], facing=0),
        man("hans", (10, 10), "b", facing=4),
    )
    turn(battle, "ivan", Withhold("ivan"))
    play(battle, Begin("hans"), Move("hans", path((11, 10))))
    assert asked_for(battle) == "interrupt"
    orders = offered(battle.state)
    assert orders[-1] == Hold()
    (order,) = orders[:-1]
    assert isinstance(order, Throw)
    play(battle, order, dice=(20,))
    assert battle.state.person("ivan").attacked
    assert battle.state.explosives


@rule("owb.withhold.interrupt-timing", "owb.withhold.arc")
def test_who_has_nothing_but_a_rifle_is_not_asked_for_an_enemy_behind_him() -> None:
    state = state_of(man("ivan", (10, 24), facing=4, bombs={}), man("hans", (10, 14), "b"))
    state.change("ivan", withheld=True)
    assert asked(state) == []
    state.change("ivan", heading=0.0)
    assert asked(state) == ["ivan"]


@rule("owb.withhold.interrupt-timing", "owb.withhold.modes")
def test_who_could_shoot_one_who_lies_helpless_is_asked() -> None:
    state = state_of(
        man("ivan", (10, 24), facing=0, bombs={}),
        man("hans", (30, 30), "b"),
        man("fritz", (10, 14), "b", rank="officer"),
    )
    state.change("ivan", withheld=True)
    state.change("fritz", out="incapacitated")
    assert asked(state) == ["ivan"]
    state.change("fritz", out="dead")
    assert asked(state) == []


@rule("owb.withhold.interrupt-timing", "owb.los.character-at-vehicle")
def test_who_could_shoot_in_vain_at_a_tank_is_asked() -> None:
    state = state_of(
        man("ivan", (10, 24), facing=0, bombs={}),
        vehicle("panzer", "tank-heavy", (10, 10), 4, "b"),
        man("far", (30, 35), "b"),
    )
    state.change("ivan", withheld=True)
    assert asked(state, Interrupt(about="panzer", moment="step")) == ["ivan"]


@rule("owb.withhold.interrupt-timing", "owb.weapon.flamethrower-cone")
def test_who_withholds_a_flame_is_asked_while_there_is_fuel_however_far_the_enemy_is() -> None:
    state = fight(
        man("ivan", (10, 24), facing=0, weapons=["flamethrower"], bombs={}),
        man("hans", (10, 4), "b"),
        dice=(3, 6, 1),
    ).state
    ivan = state.change("ivan", withheld=True)
    flame = present(ivan.arm("flamethrower"))
    state.put(ivan.with_arm(replace(flame, fuel=2)))
    assert asked(state) == ["ivan"]
    state.put(ivan.with_arm(replace(flame, fuel=0)))
    assert asked(state) == []


@rule("owb.withhold.interrupt-timing", "owb.mortar.minimum-range")
def test_who_mans_a_mortar_behind_the_map_is_asked_and_may_fire_anywhere() -> None:
    state = state_of(
        man("ivan", (10, 35), sheet="mortar-gunner", off_map=True, bombs={}),
        man("oleg", (10, 34)),
        man("hans", (10, 10), "b"),
    )
    ivan = state.change("ivan", withheld=True)
    mortar = present(ivan.arm("mortar"))
    state.put(ivan.with_arm(replace(mortar, set_up=True)))
    assert asked(state) == ["ivan"]
    found = open_attack(state, state.person("ivan"), turning=False)
    assert isinstance(found, Launch)


@rule("owb.withhold.interrupt-timing", "owb.mortar.crew")
def test_a_mortar_that_needs_its_loader_is_ready_if_he_is_there() -> None:
    """One man fires every fourth round, two every second."""
    state = state_of(
        man("ivan", (10, 35), sheet="mortar-gunner", off_map=True, bombs={}),
        man("oleg", (10, 35), off_map=True),
        man("boris", (10, 30)),
        man("hans", (10, 10), "b"),
    )
    ivan = state.change("ivan", withheld=True)
    mortar = present(ivan.arm("mortar"))
    state.put(ivan.with_arm(replace(mortar, set_up=True, fired_in=state.turn - 2)))
    assert asked(state) == ["ivan"]
    found = open_attack(state, state.person("ivan"), turning=False)
    assert isinstance(found, Launch)
    assert found.helper == "oleg"
    state.change("oleg", acted=True)
    assert asked(state) == []


@rule("owb.attack.declare-then-resolve")
def test_another_target_may_be_one_who_lies_helpless() -> None:
    state = state_of(
        man("ivan", (10, 24), facing=0),
        man("hans", (10, 14), "b"),
        man("fritz", (11, 14), "b", rank="officer"),
        man("otto", (10, 30), "b"),
    )
    state.change("otto", on_table=False)
    state.change("hans", out="dead")
    state.change("fritz", out="incapacitated")
    state.push(Attacking(person="ivan", attack=shot("hans"), stage="due"))
    assert "lost-attack" not in settled(state)
    assert RULEBOOK.choices(state)[0].ask == "another target"
    assert offered(state) == [shot("fritz"), Hold()]


@rule("owb.attack.declare-then-resolve")
def test_a_rocket_may_be_fired_at_any_other_square_if_its_target_is_covered_now() -> None:
    state = state_of(
        man("ivan", (10, 24), sheet="rocketeer-medium", facing=0),
        man("hans", (10, 14), "b"),
        terrain=[filled("house", "building-wall-masonry", (8, 16), (12, 16))],
    )
    rocket = next(arm.id for arm in state.person("ivan").arms if arm.id.startswith("rpg"))
    attack = Launch("ivan", weapon=rocket, at=path((10, 14))[0])  # type: ignore[arg-type]
    state.push(Attacking(person="ivan", attack=attack, stage="due"))
    assert "lost-attack" not in settled(state)
    (order, hold) = offered(state)
    assert isinstance(order, Launch)
    assert hold == Hold()


@rule("owb.attack.declare-then-resolve")
def test_an_attack_is_lost_where_there_is_nothing_left_to_attack() -> None:
    state = state_of(
        man("ivan", (10, 24), facing=0), man("hans", (10, 14), "b"), man("otto", (10, 30), "b")
    )
    state.change("hans", out="dead")
    state.push(Attacking(person="ivan", attack=shot("hans"), stage="due", free=True))
    assert "lost-attack" in settled(state), "Otto is behind him"


@rule("owb.attack.declare-then-resolve", "owb.suppress.massed-rifles")
def test_many_rifles_may_fire_at_another_from_whoever_is_in_their_middle() -> None:
    """Of all three the middle sees nothing for the wall; of the two on the right one does."""
    state = state_of(
        man("ivan", (10, 24), facing=0),
        man("oleg", (11, 24), facing=0),
        man("boris", (12, 24), facing=0),
        man("hans", (30, 14), "b"),
        man("fritz", (12, 14), "b"),
        terrain=[edged("wall", "tall-wall", (9, 24), (12, 24))],
        options={"massed_suppression": "2"},
    )
    for name in ("oleg", "boris"):
        state.change(name, done=True)
    state.change("hans", out="dead")
    attack = Mass("ivan", at=path((30, 14))[0], others=("oleg", "boris"))
    state.push(Attacking(person="ivan", attack=attack, stage="due"))
    assert "lost-attack" not in settled(state)
    assert any(isinstance(order, Mass) for order in offered(state))


@rule("owb.timed.cook")
def test_what_is_lit_can_always_be_thrown_unless_his_hands_are_bound() -> None:
    state = state_of(man("ivan", (10, 24), facing=0), man("hans", (10, 4), "b"))
    ivan = state.change("ivan", cooking="grenade", attacked=True)
    assert open_throw(state, ivan, "grenade", turning=False) is not None
    assert open_throw(state, replace(ivan, stance="prone"), "grenade", turning=False) is None
    state.push(CookedOff(queue=("ivan",)))
    settled(state)
    assert RULEBOOK.choices(state)[0].ask == "throw"


@rule("owb.vattack.withhold", "owb.vweapon.against-characters-is-an-explosive")
def test_a_gun_is_ready_to_be_fired_at_bare_ground() -> None:
    state = state_of(
        vehicle("su", "tank-destroyer", (10, 25), td_gun="F"),
        vehicle("aside", "truck-large", (30, 25), 0, "b"),
        FAR,
    )
    gunner = state.change("su.gun-1", withheld=True)
    assert can_release(state, gunner)
    assert asked(state, Interrupt(about="aside", moment="step")) == ["su.gun-1"]
    state.alter("su", mounts=tuple(replace(m, jam=1) for m in state.vehicle("su").mounts))
    assert not can_release(state, state.person("su.gun-1"))


@rule("owb.vattack.withhold", "owb.vehicle.operator-fires-only-operator-linked")
def test_a_driver_with_a_gun_of_his_own_may_release_a_shot_of_his_pistol() -> None:
    """The machinegun points forward; the enemy is behind the car, which stands."""
    state = state_of(
        vehicle("jeep", "car", (10, 20), mounts=LINKED),
        man("oleg", (30, 5)),
        man("hans", (10, 30), "b"),
        FAR,
    )
    arms = state.person("oleg").arms
    driver = state.change("jeep.operator", withheld=True, arms=arms)
    found = open_release(state, driver)
    assert isinstance(found, FirePort)
    assert asked(state) == ["jeep.operator"]
    state.alter("jeep", pace="crawl")
    assert asked(state) == [], "while it moves he drives"


@rule("owb.attack.declare-then-resolve", "owb.vattack.roll")
def test_a_round_may_be_fired_at_bare_ground_when_its_target_is_gone() -> None:
    state = state_of(OUR_TANK, vehicle("foe", "truck-large", (10, 8), 4, "b"), FAR)
    state.alter("foe", on_table=False)
    state.push(GunAttack(person="tank.gun-1", attack=fire("tank", "foe"), stage="due"))
    assert "lost-attack" not in settled(state)
    orders = offered(state)
    assert isinstance(orders[0], FireGun)
    assert orders[0].at is not None
    assert orders[-1] == Hold()
