"""What costs one's Initiative in the next round."""

import pytest

from tests.whitebox.kit import *


@rule("owb.initiative.loses-initiative", "owb.round.declarations-before-initiative")
@pytest.mark.parametrize("rolls", [(6, 2), (2, 6)])
def test_the_reloading_man_acts_after_all_others_whoever_wins(rolls: tuple[int, int]) -> None:
    men = (man("ivan", (10, 30)), man("oleg", (12, 30)), man("pyotr", (14, 30)))
    battle = fight(*men, FAR, man("two", (33, 0), "b"), options={"ammo": "count"})
    turn(battle, "oleg", shot("two", who="oleg"), dice=(1,))
    pass_all(battle, until="declare")
    play(battle, Declare("oleg", "reload"), Done(), dice=rolls)
    order: list[set[str]] = []
    while battle.state.turn == 2 and len(order) < 3:
        order.append(set(battle.choices[0].about))
        play(battle, Done(), dice=(6, 1) if len(order) == 3 else ())
    rest, theirs = {"ivan", "pyotr"}, {"far", "two"}
    assert order == [*((rest, theirs) if rolls[0] == 6 else (theirs, rest)), {"oleg"}]


@rule("owb.initiative.loses-initiative")
def test_a_passenger_who_reloads_acts_last_from_his_seat() -> None:
    rider = man("ivan", (1, 1), carried_by="truck", seat="bed-1")
    battle = fight(truck(), rider, man("foe", (10, 3), "b"), options={"ammo": "count"})
    state = battle.state
    ivan = state.person("ivan")
    state.put(ivan.with_arm(replace(ivan.arms[0], rounds=0)))
    pass_all(battle, until="declare")
    play(battle, Declare("ivan", "reload"))
    feed(battle, 6, 1)
    pass_all(battle, until="who acts")
    start(battle, "truck")
    stray = Alight("ivan", to=middle((12, 20)))
    assert refusal(battle, stray) == "owb.initiative.loses-initiative"
    play(battle, EndVehicle("truck"))
    play(battle, Done())
    assert battle.choices[0].about == ("ivan",)
    play(battle, Begin("ivan"))
    assert (person(battle, "ivan").arms[0].rounds or 0) > 0
    feed(battle, 6, 1)
    play(battle, EndVehicle("truck"))
    assert battle.state.turn == 3


@rule("owb.initiative.loses-initiative", "owb.initiative.tie-simultaneous")
def test_of_tied_groups_those_who_reload_are_tied_in_the_last_segment() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="submachinegunner"),
        man("oleg", (30, 30)),
        man("foe", (10, 10), "b", facing=4, sheet="submachinegunner"),
        man("other", (30, 5), "b"),
        options={"ammo": "count"},
    )
    for name, target in (("ivan", "foe"), ("foe", "ivan")):
        if name == "foe":
            turn(battle, "oleg")
        turn(battle, name, shot(target, "submachinegun", name), dice=(1,))
    pass_all(battle, until="declare")
    play(battle, Declare("ivan", "reload"), Done())
    play(battle, Declare("foe", "reload"), Done(), dice=(3, 3))
    seen = []
    while battle.choices[0].about not in (("ivan",), ("foe",)):
        name = battle.choices[0].about[0]
        seen.append(name)
        turn(battle, name)
    assert set(seen) == {"oleg", "other"}
    first = battle.choices[0].about[0]
    second = "foe" if first == "ivan" else "ivan"
    turn(battle, first, shot(second, "submachinegun", first), dice=(11, 6))
    assert not person(battle, second).out
    turn(battle, second, shot(first, "submachinegun", second), dice=(11, 6, 6, 1))
    assert person(battle, "ivan").out == person(battle, "foe").out == "dead"


@rule("owb.initiative.loses-initiative", "owb.vehicle.turn-procedure")
def test_a_driver_who_reloads_drives_last_and_the_others_do_not_wait_for_him() -> None:
    """The passenger fires on the side's turn, at last round's pace; the truck moves at the end."""
    at_the_wheel = man("ivan", (1, 1), carried_by="truck", seat="operator")
    rider = man("oleg", (1, 1), carried_by="truck", seat="bed-1")
    foe = man("foe", (10, 3), "b", rank="op5")
    truck = vehicle("truck", "truck-large", (10, 20))
    battle = fight(truck, at_the_wheel, rider, foe, options={"ammo": "count"})
    ivan = battle.state.person("ivan")
    battle.state.put(ivan.with_arm(replace(ivan.arms[0], rounds=0)))
    pass_all(battle, until="declare")
    play(battle, Declare("ivan", "reload"), dice=(6, 1))
    pass_all(battle, until="who acts")
    play(battle, StartVehicle("truck"))
    late = "owb.initiative.loses-initiative"
    assert refused(battle, SetPace("truck", "normal")) == late
    play(battle, FirePort("oleg", weapon="rifle-large", target="foe"), dice=(2,))
    play(battle, EndVehicle("truck"), Done())
    assert battle.choices[0].about == ("ivan",)
    play(battle, Begin("ivan"), SetPace("truck", "normal"))
    play(battle, Drive("truck", 3), EndVehicle("truck"), dice=(6, 1))
    assert battle.state.footprint(the(battle, "truck")).front_left == (10, 17)
    assert the(battle, "truck").travelled == 3
