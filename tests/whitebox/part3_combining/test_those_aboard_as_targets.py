"""Those aboard as targets."""

from tests.whitebox.kit import *


def shelter(state: Any, source: tuple[int, int], name: str) -> Shelter:
    return occupant_shelter(state, source, state.person(name))


def carried(sheet: str) -> OwbState:
    """Somebody incapacitated in a vehicle, and two enemies who see it."""
    state = state_of(
        vehicle("v", sheet, (10, 10), 0, "b"),
        man("down", (0, 0), "b", rank="op1", carried_by="v", seat="passenger-1"),
        OUR_TANK,
        man("ivan", (8, 12), facing=2),
    )
    felled(state, "down", hp=-1)
    return state


@rule("owb.crew.occupants-of-unarmored-vehicles-concealed")
def test_those_in_a_truck_are_concealed() -> None:
    battle = fight(truck(), FOE_FACING, dice=(1, 6))
    assert shelter(battle.state, (10, 10), "truck.operator") == "concealed"
    play(battle, Begin("foe"))
    shot = ShootAboard("foe", vehicle="truck", weapon="rifle-large", occupant="truck.operator")
    # AAC 11 and -2: 13 hits, 12 misses
    play(battle, shot, dice=(13, 6))
    event = told(battle, "attack")[0]
    assert (event.tallies[0].total, event.tallies[1].total) == (-2, 11)
    assert person(battle, "truck.operator").out == "dead"


@rule("owb.crew.occupants-of-unarmored-vehicles-concealed")
def test_a_burst_at_those_in_a_truck_has_neither_bonus_nor_penalty() -> None:
    gunner = man("foe", (10, 14), "b", sheet="submachinegunner", facing=4)
    battle = begun("foe", truck(), gunner, dice=(1, 6))
    shot = ShootAboard(
        "foe",
        vehicle="truck",
        weapon="submachinegun",
        occupant="truck.operator",
        mode="burst",
    )
    play(battle, shot, dice=(10,))
    assert told(battle, "attack")[0].tallies[0].total == 0


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
def test_armor_hides_all_but_the_gunner_at_the_pintle() -> None:
    carrier = vehicle("sdkfz", "armored-personnel-carrier", (10, 20), 0)
    state = state_of(carrier, FOE_AHEAD)
    source = (10, 10)
    assert not exposed(state, state.person("sdkfz.operator"), source)
    assert shelter(state, source, "sdkfz.operator") == "full"
    assert exposed(state, state.person("sdkfz.gun-1"), source)
    # his shield is to the front, as long as he has not fired elsewhere
    assert shelter(state, source, "sdkfz.gun-1") == "partial"
    assert shelter(state, (10, 34), "sdkfz.gun-1") == "none"


@rule("owb.crew.occupants-of-armored-vehicles-not-targetable")
def test_who_has_fired_through_a_port_can_be_hit_from_that_side() -> None:
    carrier = vehicle("sdkfz", "armored-personnel-carrier", (10, 20), 0)
    rider = man("ivan", (1, 1), carried_by="sdkfz", seat="passenger-2")
    state = state_of(carrier, rider, man("foe", (25, 21), "b"))
    assert shelter(state, (25, 21), "ivan") == "full"
    state.change("ivan", ported="R")
    assert shelter(state, (25, 21), "ivan") == "partial"
    assert shelter(state, (1, 21), "ivan") == "full"


@rule("owb.crew.occupants-of-armored-vehicles-not-targetable")
def test_one_who_lies_behind_armour_may_not() -> None:
    state = carried("armored-personnel-carrier")
    ivan = state.person("ivan")
    found = aim_at_occupant(state, ivan, ivan.arms[0], state.person("down"), "single")
    assert isinstance(found, Refusal)
    assert found.rule == "owb.crew.occupants-of-armored-vehicles-not-targetable"
