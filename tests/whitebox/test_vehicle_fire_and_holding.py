"""Suppressive fire, hand weapons, trailers and withheld attacks of vehicle crews."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.part1_personal.attack.declared import MakingGunAttack
from sandtable.rulebooks.whitebox.part2_vehicles.attack.gun_orders import check_gun_order
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.frames import GunAttack
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Decline,
    Done,
    EndTurn,
    Hold,
    Move,
    Withhold,
)
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Drive,
    EndVehicle,
    FireGun,
    FirePort,
    SetPace,
    ShootAboard,
    StartVehicle,
    SweepGun,
    Traverse,
    TurnTrailer,
    WithholdGun,
)
from tests.battle.putting_together import faults
from tests.whitebox.gun_kit import (
    FAR,
    duel,
    fire,
    fires,
    refused,
    shot,
    start,
    turret,
)
from tests.whitebox.kit import (
    B_FIRST,
    OwbBattle,
    feed,
    fight,
    filled,
    man,
    middle,
    pass_all,
    person,
    play,
    state_of,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule


# -- suppressive fire ------------------------------------------------------------------------------


def swept(*others: Any, name: str = "gun-2", **rest: Any) -> OwbBattle:
    """A tank whose bow machinegun has opened suppressive fire on a man; round 2 begins."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
        FAR,
        *others,
        **rest,
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe", name=name, mode="suppress"), 1, 5)
    play(battle, EndVehicle(vehicle="tank"))
    return battle


def sweep(name: str = "gun-2", helper: str | None = None) -> Any:
    return SweepGun(person=f"tank.{name}", mount=name, helper=helper)


@rule("owb.vattack.suppressive-fire-procedure")
def test_the_cone_of_a_mounted_machinegun_strikes_everybody_in_it() -> None:
    battle = swept(man("two", (12, 11), "b", facing=4), man("out", (14, 11), "b", facing=4))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank", "crawl")
    play(battle, sweep(), dice=(2,))
    assert battle.choices[0].about[0] == "foe"
    play(battle, Decline(), dice=(3, 2))
    assert person(battle, "foe").hp == 12 - 5
    play(battle, Decline(), dice=(1,))
    assert person(battle, "two").hp == 4 - 3
    assert person(battle, "out").hp == 4
    assert not battle.state.person("tank.gun-2").arms


@rule("owb.vattack.suppressive-fire-procedure")
def test_the_sequence_ends_when_the_aim_leaves_the_arc_or_the_vehicle_drives_fast() -> None:
    battle = swept()
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    state, gunner = battle.state, person(battle, "tank.gun-2")
    assert check_gun_order(state, gunner, sweep()) is None
    state.alter("tank", pace="normal")
    found = check_gun_order(state, gunner, sweep())
    assert found is not None
    assert found.rule == "owb.vattack.suppressive-fire-needs-slow-vehicle"
    state.alter("tank", pace="crawl", heading=45.0)
    found = check_gun_order(state, gunner, sweep())
    assert found is not None
    assert found.rule == "owb.vattack.suppressive-fire-procedure"


@rule("owb.vattack.suppressive-fire-needs-slow-vehicle")
def test_at_normal_pace_suppressive_fire_is_a_burst_with_minus_4() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)), man("foe", (10, 12), "b", facing=4), FAR
    )
    start(battle, "tank", "normal")
    fires(battle, fire("tank", "foe", name="gun-2", mode="suppress"), 12)
    attack = told(battle, "attack")[-1]
    assert attack.tallies[0].total == 2 - 4
    assert person(battle, "tank.gun-2").trained is None


@rule("owb.vattack.suppressive-fire-procedure")
def test_from_the_fourth_round_on_the_gun_may_fail_unless_somebody_changes_barrels() -> None:
    battle = swept()
    turret(battle.state, "tank", "gun-2", heat=3)
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    play(battle, sweep(), dice=(1, 1))
    assert the(battle, "tank").mounts[1].jam == -1
    helped = swept()
    turret(helped.state, "tank", "gun-2", heat=3)
    pass_all(helped, dice=(6, 1))
    start(helped, "tank")
    play(helped, sweep(helper="tank.passenger-1"), dice=(1,))
    assert the(helped, "tank").mounts[1].jam == 0
    assert person(helped, "tank.passenger-1").acted


@rule("owb.suppress.barrel-change", "owb.suppress.opening-burst")
def test_somebody_aboard_changes_the_barrels_when_fire_is_laid_on_another_area() -> None:
    def hot() -> OwbBattle:
        battle = fight(
            vehicle("tank", "tank-medium", (10, 25)), man("foe", (10, 12), "b", facing=4), FAR
        )
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


@rule("owb.vattack.suppressive-fire-procedure")
def test_a_trained_gun_strikes_who_moves_into_its_cone_between_turns() -> None:
    battle = swept(man("two", (13, 11), "b", facing=4, rank="officer"))
    pass_all(battle, dice=B_FIRST)
    play(battle, Begin(person="two"))
    play(battle, Move(person="two", path=(middle((12, 11)), middle((11, 11)))))
    assert battle.choices[0].ask == "interrupt"
    play(battle, sweep(), dice=(2,))
    play(battle, Decline(), dice=(1,))
    assert person(battle, "two").hp == 12 - 3


@rule("owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles")
def test_an_autocannon_sweeps_vehicles_and_no_characters() -> None:
    battle = fight(
        vehicle("tank", "armored-car", (10, 25)),
        vehicle("foe", "truck-large", (10, 8), 4, "b"),
        man("by", (10, 14), "b", facing=4),
        FAR,
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe", mode="suppress"), 2)
    play(battle, EndVehicle(vehicle="tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    play(battle, sweep("gun-1"), dice=(4, 1, 2, 1, 1))
    assert the(battle, "foe").hp == 16 - 5
    assert person(battle, "by").hp == 4
    assert not told(battle, "miss")


@rule("owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles")
def test_the_bullets_of_an_autocannon_are_added_up_before_the_hull_halves_them() -> None:
    """Two bullets of 3 and 2 against x1: 5 halved is 2; each alone would be 1."""
    battle = fight(
        vehicle("tank", "armored-car", (10, 25)),
        vehicle("foe", "armored-personnel-carrier", (10, 8), 4, "b"),
        FAR,
    )
    start(battle, "tank")
    fires(battle, fire("tank", "foe", mode="suppress"), 2)
    play(battle, EndVehicle(vehicle="tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    play(battle, sweep("gun-1"), dice=(4, 1, 2, 1, 1))
    assert the(battle, "foe").hp == 24 - 2


# -- hand weapons ----------------------------------------------------------------------------------


def passengers(sheet: str, *, count: int = 1, **status: Any) -> list[Any]:
    riders = [
        man(f"rider{n}", (1, 1), carried_by="carrier", seat=f"passenger-{n}")
        for n in range(1, count + 1)
    ]
    empty = ["passenger-1"]
    return [vehicle("carrier", sheet, (10, 25), empty=empty, **status), *riders]


def port(target: str, side: str = "", rider: int = 1) -> FirePort:
    return FirePort(
        person=f"rider{rider}",
        weapon="rifle-large",
        target=target,
        port=side,  # type: ignore[arg-type]
    )


def check_port(state: OwbState, order: FirePort) -> str:
    found = check_gun_order(state, state.person(order.person), order)
    return "" if found is None else found.rule


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_from_a_truck_passengers_fire_any_way_with_minus_4_when_it_drives() -> None:
    foes = [man("ahead", (10, 5), "b"), man("behind", (10, 35), "b")]
    battle = fight(*passengers("truck-large"), *foes)
    start(battle, "carrier", "normal")
    assert check_port(battle.state, port("ahead")) == ""
    assert check_port(battle.state, port("behind")) == ""
    play(battle, port("ahead"), dice=(14,))
    attack = told(battle, "attack")[-1]
    assert attack.tallies[0].total == -4
    assert person(battle, "rider1").ported == ""


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_behind_armor_they_need_a_port_on_that_side() -> None:
    foes = [man("ahead", (10, 5), "b", rank="officer"), man("right", (30, 26), "b")]
    battle = fight(*passengers("armored-personnel-carrier", count=3), *foes)
    start(battle, "carrier")
    rule_ = "owb.vattack.passengers-fire-hand-weapons"
    assert check_port(battle.state, port("ahead")) == rule_
    assert check_port(battle.state, port("ahead", "R")) == "owb.arc.decides-targets"
    play(battle, port("ahead", "F"), dice=(2,))
    assert person(battle, "rider1").ported == "F"
    assert check_port(battle.state, port("ahead", "F", rider=2)) == "owb.mod.firing-ports"
    play(battle, port("right", "R", rider=2), dice=(2,))
    assert check_port(battle.state, port("right", "R", rider=3)) == ""


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_from_an_open_carrier_up_to_six_fire_over_the_sides() -> None:
    battle = fight(
        *passengers("armored-personnel-carrier", count=7, open_top=True),
        man("ahead", (10, 5), "b", rank="officer"),
        FAR,
    )
    start(battle, "carrier")
    for n in range(1, 7):
        play(battle, port("ahead", rider=n), dice=(2,))
    assert person(battle, "rider6").ported == "over"
    rule_ = "owb.vattack.passengers-fire-hand-weapons"
    assert check_port(battle.state, port("ahead", rider=7)) == rule_


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_the_operator_fires_only_from_a_standing_vehicle() -> None:
    driver = man("rider1", (1, 1), carried_by="carrier", seat="operator")
    state = state_of(
        vehicle("carrier", "truck-large", (10, 25), empty=["operator"]),
        driver,
        man("ahead", (10, 5), "b"),
    )
    assert check_port(state, port("ahead")) == ""
    state.alter("carrier", pace="crawl")
    assert check_port(state, port("ahead")) == "owb.vehicle.operator-fires-only-operator-linked"


@rule("owb.vattack.passengers-fire-hand-weapons")
def test_a_hand_weapon_at_a_truck_does_half_damage() -> None:
    battle = fight(*passengers("truck-large"), vehicle("foe", "truck-small", (10, 5), 4, "b"), FAR)
    start(battle, "carrier")
    play(battle, port("foe"), dice=(11, 6))
    rolled = told(battle, "attack")[-1].data["damage"]
    assert the(battle, "foe").hp == 12 - rolled
    assert rolled == (6 + battle.state.person("rider1").arms[0].weapon.damage.plus) // 2


# -- trailers --------------------------------------------------------------------------------------


@rule("owb.vweapon.on-trailers")
def test_a_gun_on_a_trailer_is_turned_by_its_gunner_instead_of_firing() -> None:
    battle = fight(
        vehicle("flak", "trailer-autocannon", (10, 25)),
        vehicle("foe", "truck-large", (24, 11), 4, "b"),
        FAR,
    )
    gunner = next(p for p in battle.state.occupants("flak"))
    flak = the(battle, "flak")
    assert (flak.length, flak.width, flak.aac, flak.hp, flak.hull) == (2, 1, 11, 8, 0)
    assert [mount.kind for mount in flak.mounts] == ["F"]
    assert len(battle.state.occupants("flak")) == 1
    play(battle, StartVehicle(vehicle="flak"))
    aimed = FireGun(person=gunner.id, mount="gun-1", target="foe", mode="burst")
    assert refused(battle.state, aimed) == "owb.arc.decides-targets"
    play(battle, TurnTrailer(person=gunner.id, hand="right"))
    assert the(battle, "flak").facing == 1
    shot(battle.state, aimed)
    with pytest.raises(Refusal):
        play(battle, aimed)
    with pytest.raises(Refusal):
        play(battle, TurnTrailer(person=gunner.id, hand="right"))


@rule("owb.vweapon.on-trailers")
def test_only_trailers_are_turned_like_that() -> None:
    battle = duel()
    with pytest.raises(Refusal) as error:
        play(battle, TurnTrailer(person="tank.gun-1", hand="left"))
    assert error.value.rule == "owb.vweapon.on-trailers"


# -- withholding -----------------------------------------------------------------------------------


def withheld(*others: Any, **rest: Any) -> OwbBattle:
    """The gunner of a tank withholds his attack."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "truck-large", (20, 8), 6, "b"),
        FAR,
        *others,
        **rest,
    )
    start(battle, "tank")
    play(battle, WithholdGun(person="tank.gun-1"), EndVehicle(vehicle="tank"))
    return battle


@rule("owb.vattack.withhold")
def test_a_withheld_shot_is_fired_when_the_enemy_comes_into_the_arc() -> None:
    """The T-34 waits until the truck comes into view."""
    battle = withheld(
        terrain=[filled("house", "building-wall-masonry", (12, 14), (25, 14))],
    )
    assert person(battle, "tank.gun-1").withheld
    play(battle, StartVehicle(vehicle="foe"), SetPace(vehicle="foe", pace="normal"))
    play(battle, Drive(vehicle="foe", squares=12))
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


def _can(battle: OwbBattle, order: FireGun) -> bool:
    gunner = battle.state.person(order.person)
    return check_gun_order(battle.state, gunner, order) is None


@rule("owb.vattack.withhold")
def test_a_turret_may_traverse_when_the_shot_is_released() -> None:
    battle = withheld()
    battle.state.place(
        "foe", battle.state.footprint(the(battle, "foe"))._replace(centre=(30.5, 25.5))
    )
    play(battle, StartVehicle(vehicle="foe"), SetPace(vehicle="foe", pace="crawl"))
    play(battle, Drive(vehicle="foe", squares=1))
    assert battle.choices[0].ask == "interrupt"
    assert not _can(battle, fire("tank", "foe"))
    turn_it = Traverse(person="tank.gun-1", mount="gun-1", eighths=1)
    play(battle, turn_it, turn_it)
    assert battle.choices[0].ask == "interrupt"
    with pytest.raises(Refusal):
        play(battle, turn_it)
    play(battle, fire("tank", "foe"), dice=(3,))
    assert person(battle, "tank.gun-1").attacked


@rule("owb.vattack.withhold")
def test_only_those_who_won_initiative_withhold() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "truck-large", (20, 8), 6, "b"),
        dice=B_FIRST,
    )
    play(battle, Done())
    start(battle, "tank")
    with pytest.raises(Refusal) as error:
        play(battle, WithholdGun(person="tank.gun-1"))
    assert error.value.rule == "owb.withhold.declare"


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


def pass_once(battle: OwbBattle) -> None:
    choice = battle.choices[0]
    match choice.ask:
        case "interrupt":
            battle.play(Hold(), choice.seats[0])
        case "turn":
            battle.play(EndTurn(person=choice.about[0]), choice.seats[0])
        case _:
            battle.play(Done(), choice.seats[0])


@rule("owb.vattack.withhold")
def test_a_man_on_foot_may_hold_his_shot_until_a_truck_comes() -> None:
    battle = fight(
        man("ivan", (18, 25), facing=0, bombs={}),
        vehicle("foe", "truck-large", (20, 8), 6, "b"),
        terrain=[filled("house", "building-wall-masonry", (19, 14), (30, 14))],
    )
    play(battle, Begin(person="ivan"), Withhold(person="ivan"), EndTurn(person="ivan"))
    play(battle, StartVehicle(vehicle="foe"), SetPace(vehicle="foe", pace="normal"))
    play(battle, Drive(vehicle="foe", squares=6))
    assert battle.choices[0].ask == "interrupt"
    play(
        battle,
        ShootAboard(person="ivan", vehicle="foe", weapon="rifle-large"),
        dice=(15, 5),
    )
    assert the(battle, "foe").hp < 16


@rule("owb.vattack.withhold")
def test_a_shot_that_has_become_impossible_is_turned_on_somebody_else() -> None:
    """The bow gunner's target has died before his burst is resolved."""
    battle = fight(
        vehicle("tank", "tank-medium", (10, 25)),
        vehicle("foe", "truck-large", (10, 8), 4, "b"),
        man("one", (10, 14), "b", facing=4),
        FAR,
    )
    start(battle, "tank")
    state, decision = battle.state, MakingGunAttack()
    declared = FireGun(person="tank.gun-2", mount="gun-2", target="one", mode="burst")
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
