"""TIME: changing weapons, and taking up those of others."""

import pytest

from tests.whitebox.kit import *

RIFLE: Final = "rifle-large"


@rule("owb.weapon.changing-weapons")
def test_the_weapon_of_one_who_fell_in_the_truck_can_be_taken_there() -> None:
    battle = riding(rider("piotr", "bed-2", weapons=["handgun-medium"]))
    take = TakeUp("piotr", weapon=RIFLE, owner="ivan")
    assert refusal(battle, take) == "owb.weapon.changing-weapons"
    battle.state.change("ivan", hp=0, out="dead")
    play(battle, take)
    assert person(battle, "piotr").arm(RIFLE) is not None
    assert person(battle, "ivan").arm(RIFLE) is None


@rule("owb.weapon.changing-weapons", "owb.crew.positions")
def test_nobody_takes_a_weapon_out_of_a_vehicle_from_beside_it() -> None:
    """The dead man lies inside the carrier; beside a man who fell on foot one may take his."""
    battle = fight(
        man("ivan", (12, 21), sheet="loader"),
        vehicle("carrier", "armored-personnel-carrier", (10, 20)),
        man("oleg", (0, 0), carried_by="carrier", seat="passenger-2"),
        man("petr", (13, 21)),
        man("far", (34, 1), "b"),
    )
    for name in ("oleg", "petr"):
        battle.state.change(name, out="dead", hp=0)
    play(battle, Begin("ivan"))
    inside = TakeUp("ivan", weapon="rifle-large", owner="oleg")
    beside = TakeUp("ivan", weapon="rifle-large", owner="petr")
    assert refused(battle, inside) == "owb.weapon.changing-weapons"
    assert refused(battle, beside) == ""


@rule("owb.weapon.changing-weapons", "owb.weapon.machinegun-medium")
@pytest.mark.parametrize("entering", [True, False])
def test_a_gun_is_manned_in_its_square_and_picked_up_from_the_next(entering: bool) -> None:
    gun = present(person(takes_over(GUN, entering=entering), "mate").arm(GUN))
    assert gun.set_up is entering


@rule("owb.weapon.changing-weapons", "owb.weapon.machinegun-heavy")
def test_a_trailer_is_manned_from_the_next_square_as_well() -> None:
    gun = present(person(takes_over("machinegun-heavy"), "mate").arm("machinegun-heavy"))
    assert gun.set_up
