"""Men who lie incapacitated: vehicles that drive over them, and those who lie in vehicles."""

from __future__ import annotations

import pytest

from sandtable.battle import Refusal
from sandtable.rulebooks.whitebox.part1_personal.attack.attack_roll import Blow
from sandtable.rulebooks.whitebox.part2_vehicles.attack.suppressive_fire import gun_victims
from sandtable.rulebooks.whitebox.part2_vehicles.collision.contacts import in_the_way
from sandtable.rulebooks.whitebox.part3_combining.from_foot import aim_at_occupant
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.footprint import moved
from sandtable.rulebooks.whitebox.state.vehicle_orders import Drive, Turning
from tests.whitebox.crash_kit import NEVER, crash, driven, field, hurt, slip, speeding
from tests.whitebox.driving_kit import CAR, on_the_road, refused, wheelman, where
from tests.whitebox.gun_kit import gun
from tests.whitebox.kit import man, play, state_of
from tests.whitebox.vehicle_kit import vehicle

rule = pytest.mark.rule


def felled(state: OwbState, name: str, hp: int = 40) -> None:
    """Let somebody lie there, alive but unable to act."""
    state.change(name, hp=hp, out="incapacitated", stable=True, fell_in=0)


@rule("owb.base.able-to-act", "owb.collision.character-struck")
def test_one_who_lies_incapacitated_is_struck_without_a_save() -> None:
    """1d6 + 7 against a car without a hull: 3 + 7, and no die for a Saving Throw."""
    state = field(driven("car", "car", (10, 20)), man("down", (10, 19), "b", rank="op1"))
    felled(state, "down")
    speeding(state, "car", 7)
    struck = crash(state, "car", 3)
    assert (hurt(state, "down", 40), struck.left) == (10, ())
    assert struck.result


@rule("owb.collision.character-struck")
def test_whoever_survives_is_put_aside_even_if_he_cannot_act() -> None:
    """Three squares to the left are farthest from the axis; clockwise SW is the first of them."""
    state = field(driven("car", "car", (10, 20)), man("down", (10, 19), "b", rank="op1"))
    felled(state, "down")
    speeding(state, "car", 2)
    crash(state, "car", 1)
    assert state.square(state.person("down")) == (9, 20)


@rule("owb.collision.character-struck")
def test_one_whom_the_blow_fells_does_not_stay_under_the_vehicle() -> None:
    """An operative with 4 hit points takes 1 + 6 = 7: he lies at -3, beside the car."""
    state = field(driven("car", "car", (10, 20)), man("oleg", (10, 19), "b", rank="op1"))
    state.change("oleg", hp=4)
    speeding(state, "car", 6)
    crash(state, "car", NEVER, 1)
    oleg = state.person("oleg")
    assert (oleg.out, oleg.hp) == ("incapacitated", -3)
    after = moved(state.footprint(state.vehicle("car")), 0)
    assert state.square(oleg) not in after.squares


@rule("owb.vmove.occupied-square-means-collision", "owb.base.able-to-act")
def test_only_the_dead_are_driven_over_without_a_ram() -> None:
    battle = on_the_road("car", with_=[wheelman(), man("down", (10, 18), "b", rank="op1")])
    step = Drive(CAR, 2)
    felled(battle.state, "down")
    assert refused(battle, step) == "owb.vmove.occupied-square-means-collision"
    assert refused(battle, Drive(CAR, 2, "down")) == ""
    battle.state.change("down", out="dead")
    assert refused(battle, step) == ""
    assert not in_the_way(battle.state, CAR, moved(where(battle), 0, 2)).persons


@rule("owb.collision.ram", "owb.vterrain.obstacle-costs-two")
def test_a_ram_at_one_who_lies_there_costs_two_and_kills_him() -> None:
    """Travel 5 of the last round: 1d6 + 5 of damage to a man at -2."""
    battle = on_the_road("car", with_=[wheelman(), man("down", (10, 19), "b", rank="op1")])
    felled(battle.state, "down", hp=-2)
    play(battle, Drive(CAR, 1, "down"), dice=(1,))
    assert battle.state.person("down").out == "dead"
    assert battle.state.vehicle(CAR).spent == 2


@rule("owb.turn.pick-up-and-place", "owb.base.able-to-act")
def test_nobody_is_put_down_on_one_who_lies_there() -> None:
    """Turned to the north-east the car would fill (12, 19)."""
    battle = on_the_road("car", with_=[man("down", (12, 19), "b", rank="op1")])
    felled(battle.state, "down")
    assert refused(battle, Turning(CAR, "right", 45)) == "owb.turn.pick-up-and-place"


@rule("owb.mishap.travel-distance", "owb.base.able-to-act")
def test_a_skid_goes_over_one_who_lies_there() -> None:
    """A third of 6 is two squares; he is struck in the first, with 1d6 + 6."""
    state = field(driven("car", "car", (10, 20)), man("down", (10, 19), "b", rank="op1"))
    felled(state, "down")
    speeding(state, "car", 6)
    slip(state, "car", 4, 2, 5, 1)
    assert hurt(state, "down", 40) == 11
    assert state.footprint(state.vehicle("car")).front_left == (10, 18)


# -- in vehicles ----------------------------------------------------------------------------------


def carried(sheet: str) -> OwbState:
    """Somebody incapacitated in a vehicle, and two enemies who see it."""
    state = state_of(
        vehicle("v", sheet, (10, 10), 0, "b"),
        man("down", (0, 0), "b", rank="op1", carried_by="v", seat="passenger-1"),
        vehicle("tank", "tank-medium", (10, 25)),
        man("ivan", (8, 12), facing=2),
    )
    felled(state, "down", hp=-1)
    return state


@rule("owb.crew.occupants-of-unarmored-vehicles-concealed", "owb.base.able-to-act")
def test_one_who_lies_in_an_open_vehicle_may_be_aimed_at_and_is_swept() -> None:
    """A rifleman sees him concealed, at -2; a mounted machinegun strikes him after the truck."""
    state = carried("truck-large")
    ivan = state.person("ivan")
    blow = aim_at_occupant(state, ivan, ivan.arms[0], state.person("down"), "single")
    assert isinstance(blow, Blow)
    assert blow.tally.total == -2
    swept = gun_victims(state, gun(state, "tank", "gun-2"), (10, 12))
    assert swept.index("v") < swept.index("down")
    state.change("down", out="dead")
    dead = aim_at_occupant(state, ivan, ivan.arms[0], state.person("down"), "single")
    assert isinstance(dead, Refusal)
    assert "down" not in gun_victims(state, gun(state, "tank", "gun-2"), (10, 12))


@rule("owb.crew.occupants-of-armored-vehicles-not-targetable")
def test_one_who_lies_behind_armour_may_not() -> None:
    state = carried("armored-personnel-carrier")
    ivan = state.person("ivan")
    found = aim_at_occupant(state, ivan, ivan.arms[0], state.person("down"), "single")
    assert isinstance(found, Refusal)
    assert found.rule == "owb.crew.occupants-of-armored-vehicles-not-targetable"
