"""DETERMINING INITIATIVE of vehicles, and ties."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.round.initiative import wheelman_bonus
from sandtable.rulebooks.whitebox.part2_vehicles.round.tank_destroyers import (
    is_held_back,
    is_mobile,
)
from tests.whitebox.kit import *


def ace(aboard: str = "t34", side: str = "a", seat: str = "operator") -> Unit:
    more: dict[str, Any] = {"class": "wheelman", "carried_by": aboard, "seat": seat}
    return man("ace", (1, 34), side, rank="op1", **more)


def hunter_behind(**more: Any) -> Any:
    return vehicle("su", "tank-destroyer", (20, 25), 0, "a", **more)


def three_men(*more: Unit, **options: str | bool) -> Any:
    men = [man(name, (x, 25)) for name, x in (("ivan", 2), ("oleg", 4), ("pyotr", 6))]
    units = (tank(), tank("kv", (20, 20)), *men, *more, panzer())
    return fight(*units, options=options, dice=(6, 5, 4, 1)).state


def wheelman_of(aboard: str = "t34", seat: str = "operator", rank: str = "op1") -> Unit:
    more: dict[str, Any] = {"class": "wheelman"}
    return man("ace", (1, 34), rank=rank, carried_by=aboard, seat=seat, **more)


def hunter(**more: Any) -> Unit:
    return vehicle("su", "tank-destroyer", (20, 20), 0, "a", **more)


LIGHT: dict[str, Any] = {"sheet": "tank-light"}
TIE = "owb.vehicle.initiative-tie-procedure"


def rammed_to_pieces() -> OwbBattle:
    """A tank has rammed a truck to less than -10 in a tie; its two men have 30 hit points each."""
    battle = fight(
        driven("tank", "tank-heavy", (10, 24)),
        driven("truck", "truck-small", (11, 20), 2, side="b"),
        man("karl", (0, 0), "b", carried_by="truck", seat="bed-1"),
        man("far", (35, 35), "b"),
        dice=(3, 3, 1, 2),
    )
    for name in ("truck.operator", "karl"):
        battle.state.change(name, hp=30, most_hp=30)
    play(battle, StartVehicle("tank"), SetPace("tank", "normal"))
    # Driving Check, the driver's save, a 4 and 3 squares, times 4; then the two men: 14 and 7.
    play(battle, Drive("tank", 3, ram="truck"), dice=[1, ALWAYS, 4, NEVER, ALWAYS])
    assert rolled_all(battle)
    return battle


def three(*units: Unit, dice: tuple[int, ...], **options: Any) -> OwbBattle:
    """A battle of three sides."""
    scenario = Scenario(
        id="three",
        title="Three",
        book="owb",
        table=TableSize(width=36.0, depth=36.0),
        sides=(
            Side(id="a", name="A", home="south"),
            Side(id="b", name="B", home="north"),
            Side(id="c", name="C", home="east"),
        ),
        units=units,
        options={"surprise": "none", "escape_save": "off", **options},
    )
    return Battle(RULEBOOK, scenario, ScriptedDice(dice))


def triangle(dice: tuple[int, ...]) -> OwbBattle:
    """Three tanks whose guns bear on one another, with nobody aboard but driver and gunner."""
    guns = [{"weapon": "tank-gun-heavy", "kind": "TR3"}]
    fitted: dict[str, Any] = {"empty": ["passenger-1"], "mounts": guns, "hp": 5}
    return three(
        vehicle("ta", "tank-medium", (10, 28), 0, "a", **fitted),
        vehicle("tb", "tank-medium", (11, 6), 4, "b", **fitted),
        vehicle("tc", "tank-medium", (28, 17), 6, "c", **fitted),
        dice=dice,
    )


HIT = (15, *[1] * 10)
"""An attack that hits Armor Class 15 for 10 points."""


@rule("owb.vehicle.group-or-individual-initiative", "owb.crew.mount-and-dismount")
def test_who_is_thrown_out_before_his_turn_has_it_on_foot() -> None:
    battle = fight(truck(), man("ivan", (1, 1), carried_by="truck", seat="bed-1"), FOE)
    assert "ivan" not in battle.choices[0].about
    battle.state.change("ivan", aboard="", seat="", on_table=True, x=20.5, y=20.5)
    assert "ivan" in battle.choices[0].about or battle.allows(Begin("ivan"), "a")


@rule("owb.vehicle.group-or-individual-initiative")
def test_every_vehicle_rolls_and_all_on_foot_share_a_roll() -> None:
    names = [party.name for party in rollers(three_men(initiative="vehicle"))]
    assert names == ["t34", "kv", "a", "panzer"]
    sides = [party.name for party in rollers(three_men())]
    assert sides == ["a", "b"]


@rule("owb.vehicle.group-or-individual-initiative")
def test_alone_the_gunner_fires_on_his_roll_and_the_tank_moves_on_its_drivers() -> None:
    gun: dict[str, Any] = {
        "mounts": [{"weapon": "cannon", "kind": "TR2"}],
        "empty": ["passenger-1"],
    }
    units = (tank(sheet="armored-car", **gun), man("foe", (10, 8), "b", facing=4))
    battle = fight(*units, options={"initiative": "individual"}, dice=(2, 5, 1))
    assert battle.choices[0].about == ("t34.gun-1",)
    play(battle, Begin("t34.gun-1"))
    assert not battle.allows(Drive("t34"), "a")
    assert not battle.allows(SetPace("t34", "normal"), "a")
    target = FireGun("t34.gun-1", mount="gun-1", at=middle((10, 8)))
    play(battle, target, dice=(2,))
    play(battle, EndVehicle("t34"))
    assert not the(battle, "t34").done
    assert battle.choices[0].about == ("t34.operator",)
    play(battle, Begin("t34.operator"), SetPace("t34", "normal"))
    assert not battle.allows(Traverse("t34.gun-1", mount="gun-1", eighths=1), "a")
    play(battle, Drive("t34", 2), EndVehicle("t34"))
    assert the(battle, "t34").done


@rule("owb.vehicle.wheelman-initiative-bonus")
@pytest.mark.parametrize(
    ("faces", "order"),
    [((3, 4), ("a", "b")), ((3, 6), ("b", "a")), ((1, 2), ("a", "b")), ((6, 6), ("a", "b"))],
)
def test_a_wheelman_of_side_a_makes_a_3_a_5(faces: tuple[int, int], order: tuple[str, str]) -> None:
    battle = fight(tank(), ace(), panzer(), dice=faces)
    assert f"A ({faces[0] + 2})" in told(battle, "initiative")[0].text
    assert f"B ({faces[1]})" in told(battle, "initiative")[0].text
    assert "owb.vehicle.wheelman-initiative-bonus" in told(battle, "initiative")[0].rules
    assert rolled_all(battle)
    assert battle.choices[0].seats == order[:1]


@rule("owb.vehicle.wheelman-initiative-bonus", "owb.vehicle.initiative-tie-simultaneous")
def test_the_bonus_can_make_a_tie() -> None:
    battle = fight(tank(), ace(), panzer(), dice=(2, 4, 1, 2))
    assert "together" in told(battle, "initiative")[0].text
    assert "owb.initiative.tie-simultaneous" in told(battle, "initiative")[0].rules


@rule("owb.vehicle.wheelman-initiative-bonus")
def test_wheelmen_do_not_add_up_and_must_drive_something_that_moves() -> None:
    more: dict[str, Any] = {"class": "wheelman", "carried_by": "kv", "seat": "operator"}
    twice = man("two", (1, 33), rank="op1", **more)
    state = state_of(tank(), tank("kv", (20, 20)), wheelman_of(), twice, panzer())
    ours = rollers(state)[0]
    assert wheelman_bonus(state, ours) == 2
    state.alter("kv", stuck=True)
    assert wheelman_bonus(state, ours) == 2
    state.alter("t34", immobile=True)
    assert wheelman_bonus(state, ours) == 0


@rule("owb.vehicle.wheelman-initiative-bonus")
def test_a_wheelman_in_another_seat_or_on_foot_adds_nothing() -> None:
    aside = state_of(tank(), wheelman_of(seat="passenger-1"), panzer())
    assert wheelman_bonus(aside, rollers(aside)[0]) == 0
    more: dict[str, Any] = {"class": "wheelman"}
    afoot = man("ace", (1, 34), rank="op1", **more)
    walking = state_of(tank(), afoot, panzer())
    assert wheelman_bonus(walking, rollers(walking)[0]) == 0


@rule("owb.vehicle.wheelman-initiative-bonus")
def test_where_vehicles_roll_only_his_own_has_the_bonus() -> None:
    units = (tank(), tank("kv", (20, 20)), wheelman_of(), panzer())
    state = fight(*units, options={"initiative": "vehicle"}, dice=(6, 5, 4)).state
    bonuses = {party.name: wheelman_bonus(state, party) for party in rollers(state)}
    assert bonuses == {"t34": 2, "kv": 0, "panzer": 0}
    rolls = (*[6] * 10, *[1] * 5)
    alone = fight(*units, options={"initiative": "individual"}, dice=rolls).state
    mine = {p.name for p in rollers(alone) if wheelman_bonus(alone, p)}
    assert mine == {"ace"}


@rule("owb.vehicle.initiative-tie-simultaneous", "owb.vehicle.initiative-tie-procedure")
def test_tied_tanks_can_destroy_each_other() -> None:
    battle = fight(tank(hp=1), panzer(hp=1), dice=(4, 4, 1, 2))
    first = battle.choices[0].seats[0]
    mine, other = ("t34", "panzer") if first == "a" else ("panzer", "t34")
    start(battle, mine)
    play(battle, fire(mine, other), dice=(15, *[1] * 9))
    struck = the(battle, other)
    assert (struck.hp < 1, struck.wreck) == (True, "")
    play(battle, EndVehicle(mine))
    start(battle, other)
    play(battle, fire(other, mine), dice=(15, *[1] * 9))
    feed(battle, *[1] * 40)
    play(battle, EndVehicle(other))
    assert {the(battle, name).wreck for name in ("t34", "panzer")} == {"inoperable"}


@rule("owb.vehicle.initiative-tie-procedure", "owb.vcrit.weapon")
def test_in_a_tie_a_lost_gun_still_fires_and_is_lost_at_the_end() -> None:
    battle = fight(OUR_TANK, vehicle("foe", "tank-medium", (10, 8), 4, "b"), dice=(4, 4, 1, 2))
    mine, other = ("tank", "foe") if battle.choices[0].seats[0] == "a" else ("foe", "tank")
    start(battle, mine)
    fires(battle, fire(mine, other), 20, *[1] * 9)
    assert not told(battle, "adverse-effect")
    play(battle, EndVehicle(mine))
    start(battle, other)
    fires(battle, fire(other, mine), 15, *[1] * 9)
    play(battle, EndVehicle(other), dice=(6, 1, 6, 1))
    lost = [mount.lost for mount in the(battle, other).mounts]
    assert lost == [True, False, False]
    assert the(battle, mine).hp == 27


@rule("owb.vehicle.initiative-tie-procedure")
def test_tied_groups_act_in_the_reverse_of_the_last_rounds_order() -> None:
    battle = fight(tank(), panzer(), dice=(6, 1))
    drive_off(battle, "t34")
    start(battle, "panzer")
    play(battle, EndVehicle("panzer"), dice=(3, 3))
    assert battle.state.turn == 2
    assert battle.choices[0].seats == ("b",)


@rule(TIE, "owb.collision.occupants-half-damage", "owb.vdamage.minus-ten-explodes")
def test_in_a_tie_the_men_of_a_truck_that_will_explode_take_the_collision_at_once() -> None:
    """Everybody aboard takes it, and what follows for the truck comes when all have acted."""
    battle = rammed_to_pieces()
    assert (the(battle, "truck").hp, the(battle, "truck").wreck) == (12 - 28, "")
    assert [person(battle, name).hp for name in ("truck.operator", "karl")] == [16, 23]
    play(battle, EndVehicle("tank"))
    pass_all(battle, until="who acts")
    play(battle, StartVehicle("truck"), SetPace("truck", "normal"), Drive("truck", 2))
    # At the end: 2d6+2 for each, who fails to save, then the explosion: one gets out.
    shrapnel = [3, 4, NEVER, 3, 4, NEVER]
    play(battle, EndVehicle("truck"))
    pass_all(battle, until="escape", dice=[*shrapnel, NEVER, ALWAYS])
    assert the(battle, "truck").wreck == "exploded"
    assert person(battle, "truck.operator").out == "dead"
    assert person(battle, "karl").hp == 23 - 9


@rule(TIE, "owb.crew.mount-and-dismount")
def test_who_gets_out_of_it_in_his_turn_has_taken_no_more_than_the_collision() -> None:
    battle = rammed_to_pieces()
    play(battle, EndVehicle("tank"))
    pass_all(battle, until="who acts")
    play(battle, StartVehicle("truck"), SetPace("truck", "stopped"))
    play(battle, Alight("karl", to=middle((9, 19))))
    play(battle, EndTurn("karl"), EndVehicle("truck"))
    pass_all(battle, dice=[3, 4, NEVER, NEVER, 6, 1])
    assert person(battle, "truck.operator").out == "dead"
    assert (person(battle, "karl").hp, person(battle, "karl").out) == (23, "")


@rule(TIE, "owb.initiative.tie-simultaneous", "owb.withhold.interrupt-timing")
def test_a_withheld_shot_at_one_of_three_tied_sides_cancels_nothing() -> None:
    battle = triangle((6, 3, 2))
    start(battle, "ta")
    play(battle, WithholdGun("ta.gun-1"), EndVehicle("ta"))
    for name in ("tb", "tc"):
        start(battle, name)
        # Whoever declares something or moves could be shot at; nobody has.
        play(battle, EndVehicle(name), dice=(4, 4, 4) if name == "tc" else ())
    # The next round: all three roll 4, and act in the reverse of the last order.
    assert told(battle, "initiative")[-1].text == "Round 2: C (4) and B (4) and A (4) together."
    assert battle.choices[0].ask == "interrupt"
    play(battle, Hold())
    start(battle, "tc")
    play(battle, Traverse("tc.gun-1", mount="gun-1", eighths=1))
    play(battle, fire("tc", "tb"))
    # It is declared: the gunner of A shoots at the tank of C first, and destroys it.
    assert (battle.choices[0].ask, battle.choices[0].seats) == ("interrupt", ("a",))
    play(battle, Traverse("ta.gun-1", mount="gun-1", eighths=1))
    fires(battle, fire("ta", "tc"), *HIT, *HIT)
    assert rolled_all(battle)
    assert [the(battle, name).hp for name in ("ta", "tb", "tc")] == [5, -5, -5]
    assert not the(battle, "tc").wreck
    play(battle, EndVehicle("tc"))
    # That of B, which C has destroyed meanwhile, has its turn as well, and then that of A.
    start(battle, "tb")
    fires(battle, fire("tb", "ta"), *HIT)
    play(battle, EndVehicle("tb"))
    assert battle.choices[0].seats == ("a",)
    start(battle, "ta", "normal")
    play(battle, Drive("ta", 3))
    shrapnel = (1, 1, ALWAYS)
    play(battle, EndVehicle("ta"), dice=(*shrapnel * 6, 6, 3, 1))
    assert {the(battle, name).wreck for name in ("ta", "tb", "tc")} == {"inoperable"}


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
def test_a_tank_destroyer_waits_for_a_light_tank_whatever_was_rolled() -> None:
    battle = fight(
        vehicle("archer", "tank-destroyer", (10, 25)),
        vehicle("kv", "tank-heavy", (20, 25)),
        vehicle("stuart", "tank-light", (11, 5), 4, "b"),
        dice=(6, 2),
    )
    assert battle.choices[0].about == ("kv",)
    drive_off(battle, "kv")
    assert battle.choices[0].about == ("stuart",)
    drive_off(battle, "stuart")
    (held,) = told(battle, "held-back")
    assert held.text == "No enemy tank keeps archer waiting any longer."
    assert held.rules == ("owb.vehicle.tank-destroyer-loses-initiative-to-tanks",)
    assert battle.choices[0].about == ("archer",)
    start(battle, "archer")
    assert refusal(battle, WithholdGun("archer.gun-1"))
    assert battle.allows(fire("archer", "stuart"), "a")
    play(battle, EndVehicle("archer"), dice=(6, 1))
    assert battle.state.turn == 2


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
@pytest.mark.parametrize(
    "held",
    [
        {"hp": 0},
        {"empty": ["operator"]},
        {"sheet": "armored-personnel-carrier"},
        {"sheet": "tank-destroyer"},
    ],
)
def test_before_what_is_no_tank_or_cannot_move_it_acts_with_its_side(held: dict[str, Any]) -> None:
    battle = fight(
        vehicle("archer", "tank-destroyer", (10, 25)),
        panzer("stuart", (11, 5), **{"sheet": "tank-light", **held}),
        man("far", (34, 1), "b", facing=4),
        dice=(6, 2),
    )
    assert battle.choices[0].about == ("archer",)
    start(battle, "archer")
    assert battle.allows(WithholdGun("archer.gun-1"), "a")


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
def test_a_tank_that_is_knocked_out_in_the_round_holds_nobody_back_any_more() -> None:
    """The heavy tank destroys the last tank; the destroyer of its side then acts with it."""
    battle = started(
        "kv",
        vehicle("archer", "tank-destroyer", (10, 25)),
        vehicle("kv", "tank-heavy", (20, 25)),
        vehicle("stuart", "tank-light", (21, 5), 4, "b", hp=1),
        man("far", (34, 1), "b", facing=4),
        dice=(6, 2),
        options={"escape_save": "off"},
    )
    # 10d6 = 10: at -9 it is inoperable, and its four men take 2d6+2 each, saving for half.
    fires(battle, fire("kv", "stuart"), 14, *[1] * 10, *[1, 1, 18] * 4)
    assert the(battle, "stuart").wreck == "inoperable"
    play(battle, EndVehicle("kv"))
    assert battle.choices[0].about == ("archer",)


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks", "owb.vehicle.turn-procedure")
def test_where_everybody_rolls_for_himself_the_crew_of_a_destroyer_waits_for_the_tank() -> None:
    guns: dict[str, Any] = {"empty": ["gun-2", "passenger-1"]}
    battle = fight(
        vehicle("archer", "tank-destroyer", (10, 25), **guns),
        vehicle("stuart", "tank-light", (11, 5), 4, "b", **guns),
        options={"initiative": "individual"},
        dice=(6, 5, 2, 1),
    )
    assert battle.choices[0].about == ("stuart.operator",)
    play(battle, Begin("stuart.operator"), SetPace("stuart", "stopped"))
    play(battle, EndVehicle("stuart"))
    assert battle.choices[0].about[0].startswith("archer")
    assert not battle.allows(Traverse("stuart.gun-1", mount="gun-1", eighths=1), "b")


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
def test_where_vehicles_roll_a_destroyer_waits_for_each_mobile_enemy_tank() -> None:
    """It rolls 6 and the tanks 5 and 2: it comes after both."""
    battle = fight(
        hunter_behind(),
        vehicle("one", "tank-light", (10, 8), 4, "b"),
        vehicle("two", "tank-light", (20, 8), 4, "b"),
        options={"initiative": "vehicle"},
        dice=(6, 5, 2),
    )
    order = []
    for _ in range(3):
        name = battle.choices[0].about[0]
        order.append(name)
        play(battle, StartVehicle(name), EndVehicle(name), dice=(6, 5, 2))
    assert order == ["one", "two", "su"]


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks", "owb.vattack.withhold-carries-over")
def test_a_destroyer_that_is_held_back_may_release_what_it_withheld_before() -> None:
    """The shot held back in an earlier round meets the first step of the enemy tank."""
    battle = fight(hunter_behind(), vehicle("tank", "tank-light", (21, 8), 4, "b"), FAR_FOE)
    battle.state.change("su.gun-1", withheld=True)
    assert "su" not in battle.choices[0].about
    play(battle, StartVehicle("tank"), SetPace("tank", "crawl"))
    play(battle, Drive("tank", 1))
    assert battle.choices[0].ask == "interrupt"
    play(battle, fire("su", "tank"), dice=(14, *[6] * 9, *[1] * 40))
    assert the(battle, "tank").wreck


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks", "owb.initiative.loses-initiative")
def test_a_tank_destroyer_waits_for_a_tank_whose_driver_reloads() -> None:
    state = state_of(
        vehicle("hunter", "tank-destroyer", (10, 25)),
        vehicle("tank", "tank-light", (10, 8), 4, "b"),
    )
    state.phase = "turns"
    state.alter("tank", done=True)
    assert not is_held_back(state, state.vehicle("hunter"), None)
    state.change("tank.operator", late="reload")
    assert is_held_back(state, state.vehicle("hunter"), None)
    state.change("tank.operator", done=True)
    assert not is_held_back(state, state.vehicle("hunter"), None)


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
def test_it_acts_with_its_side_if_that_comes_later() -> None:
    battle = fight(tank(), hunter(), panzer(**LIGHT), dice=B_FIRST)
    drive_off(battle, "panzer")
    assert set(battle.choices[0].about) == {"t34", "su"}


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
def test_what_makes_a_tank_mobile() -> None:
    state = state_of(hunter(), panzer(**LIGHT))
    assert is_mobile(state, the(state, "panzer"))
    for held in ({"stuck": True}, {"immobile": True}, {"overturned": "left-side"}, {"hp": 0}):
        state.alter("panzer", **held)
        assert not is_mobile(state, the(state, "panzer"))
        state.alter("panzer", stuck=False, immobile=False, overturned="", hp=20)
    state.alter("panzer", stalled_to=9)
    state.turn = 9
    assert not is_mobile(state, the(state, "panzer"))
    state.turn = 10
    assert is_mobile(state, the(state, "panzer"))


@rule("owb.vehicle.tank-destroyer-loses-initiative-to-tanks")
def test_on_a_tie_it_comes_after_the_tanks_and_is_not_simultaneous() -> None:
    battle = fight(tank(), hunter(), panzer(**LIGHT), dice=(4, 4, 1, 2))
    order: list[str] = []
    while battle.state.turn == 1 and len(order) < 3:
        name = battle.choices[0].about[0]
        order.append(name)
        start(battle, name)
        if name == "su":
            assert not battle.state.tied
        feed(battle, 6, 1)
        play(battle, EndVehicle(name))
    assert order[-1] == "su"
    assert set(order) == {"t34", "panzer", "su"}
