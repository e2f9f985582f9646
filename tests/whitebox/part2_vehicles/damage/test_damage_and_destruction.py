"""DAMAGE AND DESTRUCTION."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.damage.wrecks import inoperable
from tests.whitebox.kit import *

SHRAPNEL = (1, 1, 17)
"""2d6+2 for somebody aboard, who fails to save."""


@rule("owb.vdamage.deduct-from-hit-points")
def test_a_hit_takes_what_the_hull_lets_through() -> None:
    state = lone_vehicle("tank-medium")
    assert kinds(damaged(state, 33)) == ["damage"]
    assert the(state, "v").hp == 3
    assert damaged(state, 0) == []
    # 33 x 1 (tank gun at the side) x 1/2 (Makeshift Armor)
    assert damage_through(33, "tank-gun-medium", 1, halved=1) == 16
    # 7 x 1/2 x 1/2 x 1/2 is rounded once
    assert damage_through(7, "rifle-large", 0, halved=1) == 1


@rule("owb.vdamage.zero-is-inoperable", "owb.vattack.withhold-carries-over")
def test_withheld_shots_of_a_wreck_are_lost() -> None:
    battle = duel()
    play(battle, WithholdGun("tank.gun-1"))
    assert can_release(battle.state, person(battle, "tank.gun-1"))
    list(damage_vehicle(battle.state, "tank", 36, ScriptedDice([1] * 40)))
    assert not person(battle, "tank.gun-1").withheld
    assert not can_release(battle.state, person(battle, "tank.gun-1"))


@rule("owb.vdamage.zero-is-inoperable")
def test_a_wreck_neither_fires_nor_moves_nor_turns_its_turret() -> None:
    battle = duel(pace="normal")
    battle.state.alter("tank", hp=0, wreck="inoperable", shocked=True)
    turn = Traverse("tank.gun-1", mount="gun-1", eighths=1)
    for order in (fire("tank", "foe"), turn, Drive("tank", 1)):
        found = present(battle.refusal(order, "a"))
        assert found.rule == "owb.vdamage.zero-is-inoperable"


@rule("owb.vdamage.zero-is-inoperable", "owb.vdamage.zero-hurts-occupants")
def test_at_zero_it_stops_and_everybody_aboard_is_struck_once() -> None:
    state = lone_vehicle("tank-light", pace="normal", travel=8, hp=5)
    state.change("v.gun-1", withheld=True)
    # each of the four: 2d6+2, then his save
    rolled = (1, 1, FAILED, 2, 3, SAVED, 1, 2, FAILED, 6, 6, SAVED)
    events = damaged(state, 5, *rolled)
    assert kinds(events)[:2] == ["damage", "wreck"]
    # 4 dies of 4; 7 halved is 3; 5; 14 halved is 7
    assert hit_points_aboard(state) == [0, 1, -1, -3]
    tank = the(state, "v")
    assert (tank.hp, tank.wreck, tank.pace, tank.travelled) == (0, "inoperable", "stopped", 0)
    assert not person(state, "v.gun-1").withheld
    assert isinstance(inoperable(tank), Refusal)
    assert movement_of(state, tank) == 0
    # it can still be damaged, and those who live are not struck again
    assert kinds(damaged(state, 3)) == ["damage"]
    assert the(state, "v").hp == -3


@rule("owb.vdamage.zero-hurts-occupants", "owb.vdamage.minus-ten-explodes")
def test_a_wreck_that_is_hit_again_throws_no_more_splinters_until_it_explodes() -> None:
    state = lone_vehicle("tank-light", hp=5)
    aboard = len(state.occupants("v"))
    damaged(state, 5, *[1, 1, SAVED] * aboard)
    assert "splinters" not in kinds(damaged(state, 9))
    assert "explosion" in kinds(damaged(state, 1, *[FAILED] * aboard))


@rule("owb.vdamage.minus-ten-explodes", "owb.vdamage.zero-hurts-occupants")
@pytest.mark.parametrize(
    ("points", "left", "wreck"),
    [(14, -9, "inoperable"), (15, -10, "exploded"), (9, -4, "inoperable"), (16, -11, "exploded")],
)
def test_a_light_tank_with_5_hit_points_takes_14_or_15(points: int, left: int, wreck: str) -> None:
    battle = started(
        "tank",
        OUR_TANK,
        vehicle("foe", "tank-light", (11, 8), 4, "b", hp=5),
        FAR_FOE,
        options={"escape_save": "off"},
    )
    fires(battle, fire("tank", "foe"), 14, *dice_for(points, 9), *SHRAPNEL * 4)
    assert rolled_all(battle)
    assert (the(battle, "foe").hp, the(battle, "foe").wreck) == (left, wreck)
    crew = [person(battle, f"foe.{seat}") for seat in ("operator", "gun-1", "gun-2", "passenger-1")]
    assert [one.hp for one in crew] == [4 - 4] * 4
    assert [one.out for one in crew] == ["dead"] * 4


@rule("owb.vdamage.minus-ten-explodes", "owb.vdamage.escape-save")
def test_one_hit_to_minus_ten_has_the_splinters_first_and_the_fallen_do_not_escape() -> None:
    """The driver falls to the splinters and rolls no more; his passenger lives and saves."""
    pal = man("pal", (2, 2), rank="op5", carried_by="v", seat="passenger-1")
    state = lone_vehicle("car", pal)
    told_kinds = kinds(damaged(state, 18, 6, 6, FAILED, 1, 1, 20, 20))
    assert told_kinds.index("wreck") < told_kinds.index("explosion")
    assert person(state, "v.operator").out
    assert not person(state, "pal").out
    assert [type(frame).__name__ for frame in state.agenda][-1] == "Escaping"


@rule("owb.vdamage.minus-ten-explodes", "owb.vdamage.zero-hurts-occupants")
@pytest.mark.parametrize(("points", "wreck"), [(4, ""), (5, "inoperable"), (14, "inoperable")])
def test_a_light_tank_with_5_hit_points(points: int, wreck: str) -> None:
    state = lone_vehicle("tank-light", hp=5)
    aboard = len(state.occupants("v"))
    damaged(state, points, *([1, 1, SAVED] * aboard if wreck else []))
    assert (the(state, "v").hp, the(state, "v").wreck) == (5 - points, wreck)
    assert hit_points_aboard(state) == ([2] if wreck else [4]) * aboard


@rule("owb.vdamage.minus-ten-explodes", "owb.vdamage.escape-save")
@pytest.mark.parametrize("saves", [True, False])
def test_splinters_come_before_the_explosion_and_the_save_to_get_out_after_them(
    saves: bool,
) -> None:
    options: dict[str, str | bool] = {"escape_save": "on" if saves else "off"}
    state = lone_vehicle("tank-light", hp=5, options=options)
    aboard = len(state.occupants("v"))
    events = damaged(state, 15, *[1, 1, SAVED] * aboard, *([FAILED] * aboard if saves else []))
    told_ = kinds(events)
    assert told_.index("wreck") < told_.index("splinters") < told_.index("explosion")
    assert [one.out for one in state.occupants("v")] == ["dead"] * aboard


@rule("owb.vdamage.minus-ten-explodes")
def test_a_wreck_that_falls_to_minus_ten_explodes_and_remains_as_cover() -> None:
    state = lone_vehicle(
        "tank-light", options={"escape_save": "off"}, hp=-9, empty=["gun-2", "passenger-1"]
    )
    kinds_told = kinds(damaged(state, 1))
    assert kinds_told == ["damage", "explosion", "out", "out"]
    assert state.grounds.kind((10, 21)).name == "armored-vehicle"
    lorry = lone_vehicle("truck-large", options={"escape_save": "off"}, hp=-9)
    damaged(lorry, 4)
    assert lorry.grounds.kind((10, 21)).name == "unarmored-vehicle"
    # nothing outside is hurt, and no second explosion follows
    assert kinds(damaged(state, 20)) == ["damage"]


@rule("owb.vdamage.personal-weapons-half")
def test_personal_weapons_do_half() -> None:
    assert damage_through(7, "rifle-large", 0) == 3
    assert damage_through(5, "sword", 0) == 2


def test_edges_close_the_way_out_of_a_wreck() -> None:
    wall = [edged("wall", "tall-wall", (10, 20), (10, 22))]
    state = state_of(vehicle("v", "motorcycle", (10, 20)), WATCHER, terrain=wall)
    assert exits(state, "v") == ((10, 19), (11, 20), (11, 21), (10, 22))


def test_what_has_left_the_map_in_a_tied_segment_is_spared() -> None:
    state = lone_vehicle("motorcycle")
    state.segment = Segment(parties=(), tied=True)
    damaged(state, 20)
    list(leave_map(state, "v"))
    state.segment = None
    assert list(segment_ends_for_vehicles(state, ScriptedDice([]))) == []
    assert state.pending == ()
