"""360-DEGREE FIRING ARC: how fast turrets turn."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.attack.gun_orders import check_traverse
from sandtable.rulebooks.whitebox.part2_vehicles.attack.line_of_fire import traverse_left
from tests.whitebox.kit import *

DRIVER = (1, 1, 20)
"""What hurts the driver of a car that breaks down: 2d6+2, and he saves."""


@rule("owb.arc.turret-traverse-tr1", "owb.arc.turret-traverse-tr2", "owb.arc.turret-traverse-tr3")
@pytest.mark.parametrize(("kind", "most"), [("TR1", 1), ("TR2", 2), ("TR3", 4)])
def test_a_turret_turns_so_far_in_a_round_in_any_number_of_steps(kind: str, most: int) -> None:
    mounts = [{"weapon": "cannon", "kind": kind}]
    battle = started("tank", vehicle("tank", "tank-medium", (10, 25), mounts=mounts), FAR_FOE)
    for _ in range(most):
        play(battle, Traverse("tank.gun-1", mount="gun-1", eighths=-1))
    found = present(battle.refusal(Traverse("tank.gun-1", mount="gun-1", eighths=1), "a"))
    assert found.rule == "owb.arc.traverse-timing"
    mount = present(the(battle, "tank").mount("gun-1"))
    assert mount.facing == -most % 8


@rule(
    "owb.arc.turret-traverse-tr1",
    "owb.arc.turret-traverse-tr2",
    "owb.arc.turret-traverse-tr3",
)
@pytest.mark.parametrize(("kind", "eighths"), [("TR1", 1), ("TR2", 2), ("TR3", 4)])
def test_a_turret_traverses_by_its_rating_each_round(kind: str, eighths: int) -> None:
    state = state_of(vehicle("tank", "tank-heavy", (10, 20)), man("foe", (10, 5), "b"))
    assert traverse_left(the(state, "tank").mounts[0]) == 1
    turret(state, "tank", kind=kind)
    person = state.person("tank.gun-1")
    far = Traverse(person.id, mount="gun-1", eighths=eighths)
    assert check_traverse(state, person, far) is None
    assert check_traverse(state, person, replace(far, eighths=-eighths)) is None
    assert check_traverse(state, person, replace(far, eighths=eighths + 1)) is not None
    assert check_traverse(state, person, replace(far, eighths=0)) is not None


@rule("owb.arc.traverse-timing", "owb.arc.turret-traverse-tr2")
def test_behind_is_reached_by_a_turret_in_the_second_round() -> None:
    battle = fight(
        vehicle("tank", "tank-medium", ZERO), vehicle("foe", "car", laid((0, 15)), 0, "b"), FAR_FOE
    )
    quarter = Traverse("tank.gun-1", mount="gun-1", eighths=2)
    start(battle, "tank")
    play(battle, quarter)
    assert refusal(battle, fire("tank", "foe")) == "owb.arc.decides-targets"
    more = Traverse("tank.gun-1", mount="gun-1", eighths=1)
    assert refusal(battle, more) == "owb.arc.traverse-timing"
    play(battle, EndVehicle("tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    play(battle, quarter)
    fires(battle, fire("tank", "foe"), 11, *[1] * 9, *DRIVER)
    assert the(battle, "foe").hp == 8 - 9


@rule("owb.arc.traverse-timing", "owb.vattack.withhold")
def test_what_is_left_of_the_traverse_serves_a_withheld_shot() -> None:
    """45 of 90 degrees are used in the turn; the other 45 when the shot is released."""
    battle = started(
        "tank",
        vehicle("tank", "tank-medium", ZERO),
        vehicle("foe", "car", laid((14, 2)), 6, "b"),
        FAR_FOE,
    )
    eighth = Traverse("tank.gun-1", mount="gun-1", eighths=1)
    play(battle, eighth, WithholdGun("tank.gun-1"), EndVehicle("tank"))
    start(battle, "foe", "crawl")
    play(battle, Drive("foe", 1))
    assert (battle.choices[0].ask, battle.choices[0].seats) == ("interrupt", ("a",))
    play(battle, eighth)
    assert refusal(battle, eighth)
    fires(battle, fire("tank", "foe"), 11, *[1] * 9, *DRIVER)
    assert the(battle, "foe").hp == 8 - 9


@rule("owb.arc.traverse-timing")
def test_nobody_else_traverses_a_turret_and_nobody_a_fixed_gun() -> None:
    state = state_of(vehicle("tank", "tank-medium", (10, 20)), man("foe", (10, 5), "b"))
    for who, mount in (
        ("tank.gun-2", "gun-1"),
        ("tank.gun-2", "gun-2"),
        ("tank.operator", "gun-1"),
    ):
        order = Traverse(who, mount=mount, eighths=1)
        assert isinstance(check_traverse(state, state.person(who), order), Refusal)
