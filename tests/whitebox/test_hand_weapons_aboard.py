"""Hand weapons in vehicles: what becomes of them when they are dropped, or jam."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.state.orders import Begin, Cook, Repair, TakeUp
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Alight,
    Board,
    Drive,
    EndVehicle,
    FirePort,
    SetPace,
    StartVehicle,
)
from sandtable.scenario import Unit
from tests.whitebox.gun_kit import FAR, start
from tests.whitebox.kit import (
    OwbBattle,
    fight,
    man,
    middle,
    pass_all,
    person,
    play,
    refusal,
    rolled_all,
    told,
)
from tests.whitebox.vehicle_kit import vehicle

rule = pytest.mark.rule
NATURALS: dict[str, str | bool] = {"naturals_personal": "on"}
RIFLE: Final = "rifle-large"
NATURAL = "owb.attack.natural-20-and-1"
DROPS, JAMS, FALLS = 1, 3, 5
"""What 1d6 says after a natural 1."""


def rider(name: str, seat: str, **more: Any) -> Unit:
    return man(name, (0, 0), carried_by="truck", seat=seat, **more)


def engineer(seat: str = "bed-2") -> Unit:
    return rider("sapper", seat, rank="op1", **{"class": "combat-engineer"})


def riding(*others: Unit, **more: Any) -> OwbBattle:
    """A truck with a rifleman in its bed, who is about to fire at somebody."""
    battle = fight(
        vehicle("truck", "truck-small", (10, 20)),
        rider("ivan", "bed-1"),
        *others,
        man("hans", (10, 12), "b"),
        FAR,
        options=NATURALS,
        **more,
    )
    start(battle, "truck")
    return battle


SHOT = FirePort(person="ivan", weapon=RIFLE, target="hans")
TAKE = TakeUp(person="ivan", weapon=RIFLE)


def _fires(battle: OwbBattle, order: FirePort, *dice: int) -> None:
    play(battle, order, dice=dice)


def again(battle: OwbBattle, pace: Any = "stopped") -> None:
    """The next turn of the truck."""
    play(battle, EndVehicle("truck"))
    pass_all(battle, dice=(6, 1))
    play(battle, StartVehicle("truck"), SetPace("truck", pace))


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
    play(battle, TakeUp(person="piotr", weapon=RIFLE))
    assert person(battle, "piotr").arm(RIFLE) is not None
    battle = riding(beside)
    _fires(battle, SHOT, 1, DROPS)
    play(battle, EndVehicle("truck"), Begin(person="oleg"))
    found = refusal(battle, TakeUp(person="oleg", weapon=RIFLE))
    assert found == "owb.weapon.changing-weapons"


@rule(NATURAL)
def test_who_gets_out_leaves_in_the_truck_what_he_dropped() -> None:
    battle = riding()
    _fires(battle, SHOT, 1, DROPS)
    again(battle)
    play(battle, Alight(person="ivan", to=middle((12, 21))))
    assert refusal(battle, TAKE)
    assert battle.state.items[0].vehicle == "truck"


@rule(NATURAL, "owb.suppress.repair-jam")
def test_an_engineer_in_the_truck_repairs_what_has_jammed_in_the_hands_of_another() -> None:
    battle = riding(engineer())
    _fires(battle, SHOT, 1, JAMS)
    mend = Repair(person="sapper", weapon=RIFLE, owner="ivan")
    assert refusal(battle, Repair(person="truck.operator", weapon=RIFLE, owner="ivan"))
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
    _fires(battle, FirePort(person="sapper", weapon=RIFLE, target="hans"), 1, JAMS)
    battle.state.put(_jammed(battle, "oleg"))
    again(battle)
    outside = Repair(person="sapper", weapon=RIFLE, owner="oleg")
    assert refusal(battle, outside) == "owb.suppress.repair-jam"
    play(battle, Repair(person="sapper", weapon=RIFLE), dice=[1])
    arm = person(battle, "sapper").arm(RIFLE)
    assert arm is not None
    assert not arm.jam


def _jammed(battle: OwbBattle, name: str) -> Any:
    one = person(battle, name)
    arm = one.arm(RIFLE)
    assert arm is not None
    return one.with_arm(replace(arm, jam=-1))


@rule("owb.weapon.changing-weapons")
def test_the_weapon_of_one_who_fell_in_the_truck_can_be_taken_there() -> None:
    battle = riding(rider("piotr", "bed-2", weapons=["handgun-medium"]))
    take = TakeUp(person="piotr", weapon=RIFLE, owner="ivan")
    assert refusal(battle, take) == "owb.weapon.changing-weapons"
    battle.state.change("ivan", hp=0, out="dead")
    play(battle, take)
    assert person(battle, "piotr").arm(RIFLE) is not None
    assert person(battle, "ivan").arm(RIFLE) is None


@rule(NATURAL)
def test_nobody_falls_in_a_vehicle() -> None:
    battle = riding()
    _fires(battle, SHOT, 1, FALLS)
    assert rolled_all(battle)
    assert not person(battle, "ivan").tripped
    assert person(battle, "ivan").stance == "standing"


@rule("owb.timed.cook", "owb.crew.mount-and-dismount")
def test_nobody_gets_into_a_vehicle_with_a_lit_grenade() -> None:
    """Cooking is his Attack and getting in an Action: so none can be dropped inside."""
    battle = fight(
        vehicle("truck", "truck-small", (10, 20)), man("ivan", (12, 21), bombs={"grenade": 2}), FAR
    )
    play(battle, Begin(person="ivan"))
    board = Board(person="ivan", vehicle="truck", seat="bed-1")
    assert battle.allows(board, "a")
    play(battle, Cook(person="ivan", bomb="grenade"))
    assert refusal(battle, board)


@rule(NATURAL)
def test_what_lies_in_a_truck_is_offered_to_those_in_it() -> None:
    battle = riding(engineer())
    _fires(battle, SHOT, 1, DROPS)
    again(battle)
    (choice,) = battle.choices
    offered = list(battle.view("a").candidates(choice))
    assert TAKE in offered
    # The engineer has a rifle of his own.
    assert TakeUp(person="sapper", weapon=RIFLE) not in offered
    actions = {one.label: one for one in RULEBOOK.actions(battle.state, "a", choice, "truck")}
    assert not actions["Take large rifle"].refusal
    assert actions["Take large rifle"].order == "take-up"
