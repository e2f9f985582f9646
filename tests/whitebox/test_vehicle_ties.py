"""Tied Initiative with vehicles: collisions that would destroy, and three sides at once."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Battle
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.state.orders import EndTurn, Hold
from sandtable.rulebooks.whitebox.state.vehicle_orders import (
    Alight,
    Drive,
    EndVehicle,
    SetPace,
    StartVehicle,
    Traverse,
    WithholdGun,
)
from sandtable.scenario import Scenario, Side, TableSize, Unit
from tests.whitebox.crash_kit import ALWAYS, NEVER, driven
from tests.whitebox.gun_kit import fire, fires, start
from tests.whitebox.kit import (
    OwbBattle,
    fight,
    man,
    middle,
    pass_all,
    person,
    play,
    rolled_all,
    told,
)
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule
TIE = "owb.vehicle.initiative-tie-procedure"


# -- collisions -----------------------------------------------------------------------------------


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
    play(battle, Alight(person="karl", to=middle((9, 19))))
    play(battle, EndTurn(person="karl"), EndVehicle("truck"))
    pass_all(battle, dice=[3, 4, NEVER, NEVER, 6, 1])
    assert person(battle, "truck.operator").out == "dead"
    assert (person(battle, "karl").hp, person(battle, "karl").out) == (23, "")


# -- three sides ----------------------------------------------------------------------------------


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


@rule(TIE, "owb.initiative.tie-simultaneous", "owb.withhold.interrupt-timing")
def test_a_withheld_shot_at_one_of_three_tied_sides_cancels_nothing() -> None:
    battle = triangle((6, 3, 2))
    start(battle, "ta")
    play(battle, WithholdGun(person="ta.gun-1"), EndVehicle("ta"))
    for name in ("tb", "tc"):
        start(battle, name)
        # Whoever declares something or moves could be shot at; nobody has.
        play(battle, EndVehicle(name), dice=(4, 4, 4) if name == "tc" else ())
    # The next round: all three roll 4, and act in the reverse of the last order.
    assert told(battle, "initiative")[-1].text == "Round 2: C (4) and B (4) and A (4) together."
    assert battle.choices[0].ask == "interrupt"
    play(battle, Hold())
    start(battle, "tc")
    play(battle, Traverse(person="tc.gun-1", mount="gun-1", eighths=1))
    play(battle, fire("tc", "tb"))
    # It is declared: the gunner of A shoots at the tank of C first, and destroys it.
    assert (battle.choices[0].ask, battle.choices[0].seats) == ("interrupt", ("a",))
    play(battle, Traverse(person="ta.gun-1", mount="gun-1", eighths=1))
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
