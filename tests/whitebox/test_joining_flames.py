"""Flames and flamethrowers aboard vehicles, and vehicles in the air."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox.part1_personal.explosives.explosions import everybody_caught
from sandtable.rulebooks.whitebox.state.orders import Begin, Flame
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Alight,
    DouseAboard,
    EndVehicle,
    ShootAboard,
)
from tests.whitebox.gun_kit import FAR, fire, fires, start
from tests.whitebox.kit import (
    OwbBattle,
    fight,
    filled,
    man,
    middle,
    pass_all,
    person,
    play,
    refusal,
    rolled_all,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule

TRUCK = "truck-large"
CARRIER = "armored-personnel-carrier"
DOUSED = "owb.weapon.flamethrower-extinguish"


# -- burning aboard -------------------------------------------------------------------------------


def burning_truck(**rest: Any) -> OwbBattle:
    """The driver of a truck has been set alight, and it is the truck's turn in that round."""
    battle = fight(
        man("ivan", (10, 12), sheet="flamethrower-operator"),
        vehicle("foe", TRUCK, (10, 10), 4, "b"),
        man("karl", (0, 0), "b", rank="op5", carried_by="foe", seat="passenger-1"),
        FAR,
        dice=(6, 6, 1),
        **rest,
    )
    battle.state.change("foe.operator", hp=20)
    play(battle, Begin(person="ivan"))
    # the truck 2 (half 1), the driver 2 and no save (17): he burns for 4 rounds; karl saves
    flame = Flame(person="ivan", at=middle((10, 10)))
    play(battle, flame, dice=(2, 2, 17, 4, 1, 20))
    assert person(battle, "foe.operator").burning == 4
    pass_all(battle, until="who acts")
    start(battle, "foe")
    return battle


@rule(DOUSED, "owb.vehicle.one-action-per-crew-member")
def test_flames_are_put_out_by_whoever_sits_beside_the_one_who_burns() -> None:
    battle = burning_truck()
    assert refusal(battle, DouseAboard(person="karl", burning="karl"), "b") == DOUSED
    assert refusal(battle, DouseAboard(person="karl", burning="ivan"), "b") == DOUSED
    play(battle, DouseAboard(person="karl", burning="foe.operator"))
    assert person(battle, "karl").acted
    assert not person(battle, "foe.operator").burning
    assert told(battle, "extinguish")[0].rules == (DOUSED,)
    again = DouseAboard(person="karl", burning="foe.operator")
    assert refusal(battle, again, "b") == "owb.vehicle.one-action-per-crew-member"


@rule(DOUSED)
def test_the_driver_puts_them_out_himself_and_takes_no_fire_damage_then() -> None:
    battle = burning_truck()
    hits = person(battle, "foe.operator").hp
    play(battle, DouseAboard(person="foe.operator", burning="foe.operator"))
    play(battle, EndVehicle(vehicle="foe"))
    pass_all(battle, dice=(6, 1))
    assert person(battle, "foe.operator").hp == hits


@rule(DOUSED, "owb.crew.mount-and-dismount")
def test_who_gets_out_into_a_stream_is_put_out_by_it() -> None:
    battle = burning_truck(terrain=[filled("stream", "swift-stream", (11, 6), (11, 12))])
    play(battle, Alight(person="foe.operator", to=middle((11, 10))))
    assert not person(battle, "foe.operator").burning


# -- tanks that burst aboard ----------------------------------------------------------------------


def burst_aboard(sheet: str, seat: str, *dice: int) -> OwbBattle:
    """A shell leaves a vehicle with nothing; a splinter bursts the tanks of somebody aboard."""
    battle = fight(
        vehicle("tank", "tank-heavy", (10, 28)),
        vehicle("foe", sheet, (10, 8), 4, "b", empty=["gun-1"] if sheet == CARRIER else []),
        man("karl", (0, 0), "b", "flamethrower-operator", "op5", carried_by="foe", seat=seat),
        FAR,
        dice=(4, 6, 1),
    )
    for one in battle.state.occupants("foe"):
        battle.state.change(one.id, hp=60)
    battle.state.alter("foe", hp=20)
    start(battle, "tank")
    # 19 hits; 10d6 = 20; 2d6+2 = 4 and no save for each of those aboard
    splinters = (1, 1, 1) * len(battle.state.occupants("foe"))
    fires(battle, fire("tank", "foe"), 19, *[2] * 10, *splinters, *dice)
    assert rolled_all(battle)
    return battle


@rule("owb.weapon.flamethrower-rupture", "owb.vmiss.burst-and-occupants")
def test_tanks_that_burst_in_a_closed_carrier_strike_everybody_in_it() -> None:
    """The tanks burst (2) for 3 + 3 + 2 = 8: a quarter of it to the carrier, all of it to karl.

    Nobody saves the carrier (17). Driver and commander are off-centre: 16 + 2 saves, 15 + 2 does
    not.
    """
    battle = burst_aboard(CARRIER, "passenger-2", 2, 3, 3, 17, 16, 15)
    assert the(battle, "foe").hp == -2
    hits = {one.id: one.hp for one in battle.state.occupants("foe")}
    assert hits == {"foe.operator": 52, "foe.passenger-1": 48, "karl": 48}


@rule("owb.weapon.flamethrower-rupture", "owb.blast.off-centre-bonus")
def test_in_a_truck_the_others_are_off_centre() -> None:
    """8 damage: half of it to the truck; the driver saves with 16 + 2, karl not at all."""
    battle = burst_aboard(TRUCK, "bed-1", 1, 3, 3, 17, 16)
    assert the(battle, "foe").hp == -4
    assert person(battle, "karl").hp == 48
    assert person(battle, "foe.operator").hp == 52


# -- in the air -----------------------------------------------------------------------------------


@rule("owb.mod.aerial")
def test_nobody_shoots_the_pilot_of_what_flies_and_no_burst_reaches_him() -> None:
    battle = fight(
        man("ivan", (10, 14)), vehicle("foe", TRUCK, (10, 10), 4, "b", add=["aerial"]), FAR
    )
    play(battle, Begin(person="ivan"))
    pilot = ShootAboard(person="ivan", vehicle="foe", weapon="rifle-large", occupant="foe.operator")
    assert refusal(battle, pilot) == "owb.mod.aerial"
    assert everybody_caught(battle.state, (10, 12), 3) == ("ivan",)
