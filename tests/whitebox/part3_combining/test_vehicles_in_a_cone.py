"""SUPPRESSIVE FIRE that sweeps vehicles."""

from sandtable.rulebooks.whitebox.state.frames import Struck
from sandtable.rulebooks.whitebox.state.tables import DiceSum
from tests.whitebox.kit import *


def gunner(**more: Any) -> Unit:
    return man("ivan", (10, 20), sheet="medium-machinegunner", **more)


def trained(*units: Unit, **rest: Any) -> OwbBattle:
    """A machinegunner whose gun is trained on the truck, in his turn of the second round."""
    battle = fight(gunner(), *units, **rest)
    turn(battle, "ivan", rifle_shot(GUN, mode="suppress"), dice=(2,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("ivan"))
    return battle


SANDBAG_LINE = filled("bags", "sandbags", (10, 11))
"""Before the western half of the truck."""


@rule("owb.suppress.vehicles-in-cone")
def test_the_odds_of_a_gunner_behind_his_shield_are_those_of_partial_cover() -> None:
    """One bullet of 1d6 at 4 hit points: half at most 3, and with a save nothing."""
    state = state_of(
        vehicle("apc", "armored-personnel-carrier", (10, 20)), man("ivan", (10, 5), "b", facing=4)
    )
    frame = Struck(
        person="apc.gun-1", gunner="ivan", origin=(10, 5), bullets=1, damage=DiceSum(1, 6)
    )
    state.push(frame)
    stays = present(ACTS.odds(state, Decline()))
    assert stays.chance("out") == 0
    ducks = present(ACTS.odds(state, React()))
    assert ducks.chance("unhurt") > stays.chance("unhurt")


@rule("owb.suppress.vehicles-in-cone", "owb.suppress.opening-burst")
def test_suppressive_fire_opens_with_a_burst_at_a_vehicle() -> None:
    battle = fight(gunner(), truck_at())
    play(battle, Begin("ivan"), rifle_shot(GUN, mode="suppress"), dice=(2,))
    aim = present(person(battle, "ivan").trained)
    assert aim.aim in battle.state.footprint(the(battle, "truck")).squares
    assert told(battle, "attack")[0].tallies[0].total == 2


@rule("owb.suppress.vehicles-in-cone")
def test_a_truck_in_the_cone_is_struck_and_then_its_crew() -> None:
    battle = trained(truck_at())
    gun = person(battle, "ivan")
    found = victims_of(battle.state, gun, (10, 20), (10, 10), 30)
    assert found == ("truck", "truck.operator")
    # a 6 is three bullets: 1d6+2 each, 8 + 7 + 3 = 18, half 9; then the driver, with none
    play(battle, Sweep("ivan"), dice=(6, 6, 5, 1, 1))
    struck = told(battle, "bullets")
    assert [event.pieces[0] for event in struck] == ["truck", "truck.operator"]
    assert the(battle, "truck").hp == 16 - struck[0].data["damage"]
    assert struck[0].data["damage"] == 9


@rule("owb.suppress.vehicles-in-cone")
def test_partial_cover_halves_the_bullets_again() -> None:
    battle = trained(truck_at(), terrain=(SANDBAG_LINE,))
    play(battle, Sweep("ivan"), dice=(6, 6, 5, 1, 1))
    assert told(battle, "bullets")[0].data["damage"] == 4


@rule("owb.suppress.vehicles-in-cone")
def test_a_hull_is_immune_but_the_gunner_at_its_pintle_is_not() -> None:
    car = vehicle("truck", "armored-car", (11, 10), 4, "b")
    units = (gunner(), car, man("foe", (10, 13), "b", facing=4))
    battle = fight(*units)
    turn(battle, "ivan", Shoot("ivan", target="foe", weapon=GUN, mode="suppress"), dice=(2,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("ivan"))
    found = victims_of(battle.state, person(battle, "ivan"), (10, 20), (10, 13), 30)
    pintle = next(m.id for m in the(battle, "truck").mounts if m.kind == "PIN")
    assert found == ("foe", "truck", f"truck.{pintle}")
    # nothing for the man, three bullets at the car, three at the gunner: he ducks behind his shield
    play(battle, Sweep("ivan"), dice=(1, 6, 6))
    assert the(battle, "truck").hp == 10
    assert battle.choices[0].ask == "react"
    play(battle, React(), dice=(18,))
    assert person(battle, f"truck.{pintle}").hp == 4


@rule("owb.suppress.vehicles-in-cone")
def test_an_occupant_has_no_cover_to_dive_to() -> None:
    battle = trained(truck_at())
    play(battle, Sweep("ivan"), dice=(1, 3))
    assert battle.choices[0].about[0] == "truck.operator"
    bullets = told(battle, "bullets")[-1].data["bullets"]
    play(battle, React(), dice=(18, *[1] * bullets))
    # in the open a save halves: 3 a bullet
    assert person(battle, "truck.operator").hp == 4 - (3 * bullets) // 2
    assert person(battle, "truck.operator").aboard == "truck"


@rule("owb.suppress.vehicles-in-cone")
def test_a_gun_strikes_a_vehicle_once_in_a_round() -> None:
    battle = trained(truck_at())
    play(battle, Sweep("ivan"), dice=(1, 1))
    again = victims_of(battle.state, person(battle, "ivan"), (10, 20), (10, 10), 30)
    assert again == ()
