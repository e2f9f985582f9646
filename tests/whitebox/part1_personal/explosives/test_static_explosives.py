"""STATIC EXPLOSIVES: charges that are set."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.explosives.static_charges import wired
from sandtable.rulebooks.whitebox.state.frames import Explosive
from tests.whitebox.kit import *


def sapper(**more: Any) -> Unit:
    return man("ivan", (12, 8), bombs={"charge": 2}, **more)


@rule("owb.static.handling")
@pytest.mark.parametrize(("row", "allowed"), [(20, True), (21, False)])
def test_the_wire_is_20_squares_long(row: int, allowed: bool) -> None:
    battle = fight(man("ivan", (10, 5), bombs={"charge": 1}), man("foe", (34, 34), "b"), FAR)
    turn(battle, "ivan", SetCharge("ivan", at=middle((10, 4)), fuse=0))
    battle.state.move_to("ivan", (10, 4 + row))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("ivan"))
    assert battle.allows(Plunge("ivan"), "a") is allowed


@rule(
    "owb.static.handling",
    "owb.static.damage",
    "owb.static.structures-and-vehicles",
    "owb.suppress.cover-damage",
)
def test_a_charge_goes_off_when_its_fuse_has_burnt_and_brings_a_wall_down() -> None:
    wall = [filled("w", "tall-wall", (11, 20))]
    battle = fight(
        man("ivan", (10, 20), bombs={"charge": 1}, armor=[]),
        man("foe", (12, 20), "b", facing=4, rank="officer", armor=[]),
        FAR,
        terrain=wall,
    )
    order = SetCharge("ivan", at=middle((10, 20)), fuse=1, attach=middle((11, 20)))
    path = tuple(middle((x, 20)) for x in (9, 8, 7, 6))
    turn(battle, "ivan", order, Move("ivan", path))
    pass_all(battle, dice=(6, 1))
    assert battle.state.explosives
    pass_all(battle, dice=(3, 4, 6, 1))
    assert told(battle, "blast")[-1].data["damage"] == 9
    assert battle.state.grounds.kind((11, 20)).name == "rubble"


@rule("owb.static.handling")
def test_a_wired_charge_is_set_off_by_an_action() -> None:
    battle = fight(
        man("ivan", (10, 20), bombs={"charge": 1}, armor=[]),
        man("foe", (10, 18), "b", facing=4, rank="officer", armor=[]),
        FAR,
    )
    order = SetCharge("ivan", at=middle((10, 19)), fuse=0)
    path = tuple(middle((10, y)) for y in (21, 22, 23, 24))
    turn(battle, "ivan", order, Move("ivan", path))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin("ivan"), Plunge("ivan"), dice=(1, 1, 1))
    assert person(battle, "foe").hp == 12 - 4


@rule("owb.static.handling", "owb.blast.vehicles-in-area")
def test_a_wire_is_as_long_as_the_way_to_the_vehicle_that_has_the_charge() -> None:
    """20 squares to the nearest square of the truck are near enough, one more is too far."""
    state = state_of(
        man("ivan", (10, 30)),
        vehicle("foe", "truck-large", (10, 25), 4, "b"),
        man("far", (35, 1), "b"),
    )
    charge = Explosive(
        kind="charge", square=(10, 26), owner="ivan", side="a", cooked=True, vehicle="foe"
    )
    state.explosives = (charge,)
    ivan = state.person("ivan")
    assert wired(state, ivan) == [charge]
    state.place("foe", footprint((4, 2), 4, (10, 10)))
    assert wired(state, ivan) == [charge]
    state.place("foe", footprint((4, 2), 4, (10, 9)))
    assert wired(state, ivan) == []


@rule("owb.static.damage")
def test_the_battle_sets_damage_and_area_of_charges() -> None:
    options: dict[str, str | bool] = {"static_damage": "4d6", "static_area": "9x9"}
    state = state_of(man("ivan", (5, 5)), FAR, options=options)
    assert (str(charge_of(state, "charge").damage), charge_of(state, "charge").reach) == ("4d6", 4)


@rule("owb.static.structures-and-vehicles", "owb.static.handling")
@pytest.mark.parametrize(
    ("kind", "refused"),
    [("square", "owb.static.structures-and-vehicles"), ("edge", None)],
)
def test_a_charge_is_fixed_to_what_is_next_to_the_man(kind: str, refused: str | None) -> None:
    """The wall fills the square two away, or lies on the edge of the square next to him."""
    if kind == "square":
        wall = filled("w", "building-wall-masonry", (10, 18))
    else:
        wall = edged("w", "building-wall-masonry", (10, 19), (11, 19))
    battle = begun("ivan", man("ivan", (10, 20), bombs={"charge": 1}), FAR, terrain=[wall])
    order = SetCharge("ivan", at=middle((10, 19)), attach=middle((10, 18)))
    found = battle.refusal(order, "a")
    assert (None if found is None else found.rule) == refused


@rule("owb.static.structures-and-vehicles")
@pytest.mark.parametrize(
    ("kind", "after"),
    [
        ("building-wall-plaster-or-wood", "rubble"),
        ("bunker-wall", "rubble"),
        ("hedgerow", "rubble"),
        ("forest", "forest"),
        ("mud", "mud"),
    ],
)
def test_a_charge_destroys_any_structure_and_no_ground(kind: str, after: str) -> None:
    battle = fight(
        man("ivan", (10, 20), bombs={"charge": 1}), FOE_AWAY, terrain=[filled("w", kind, (10, 19))]
    )
    order = SetCharge("ivan", at=middle((10, 20)), fuse=1, attach=middle((10, 19)))
    turn(battle, "ivan", order)
    pass_all(battle, dice=(6, 1))
    play(
        battle,
        Begin("ivan"),
        Move("ivan", tuple(middle((10, 20 + n)) for n in (1, 2, 3, 4))),
        EndTurn("ivan"),
    )
    pass_all(battle, dice=(1, 1, 6, 1))
    assert battle.state.grounds.kind((10, 19)).name == after


@rule("owb.static.structures-and-vehicles")
def test_a_charge_on_a_vehicle_does_full_damage_through_any_hull() -> None:
    battle = begun("ivan", sapper(), truck_at(sheet="tank-heavy"))
    order = SetCharge("ivan", at=middle((12, 8)), fuse=0, attach=middle((11, 8)))
    play(battle, order, EndTurn("ivan"))
    assert battle.state.explosives[0].vehicle == "truck"
    pass_all(battle, dice=(6, 1))
    battle.state.move_to("ivan", (20, 20))
    play(battle, Begin("ivan"), Plunge("ivan"), dice=(5, 5))
    assert the(battle, "truck").hp == 50 - 12


@rule("owb.static.structures-and-vehicles")
def test_a_charge_is_not_fixed_to_a_moving_vehicle() -> None:
    battle = begun("ivan", sapper(), truck_at(pace="crawl"))
    order = SetCharge("ivan", at=middle((12, 8)), fuse=1, attach=middle((11, 8)))
    assert refusal(battle, order) == "owb.static.structures-and-vehicles"


@rule("owb.static.structures-and-vehicles")
def test_a_fixed_charge_may_destroy_a_vehicle_outright() -> None:
    state = lone_vehicle(
        "tank-heavy",
        options={"static_destroys_vehicles": "on"},
        empty=["gun-1", "gun-2", "gun-3", "passenger-1"],
    )
    list(blast_strikes(state, "v", (9, 21), 5, ScriptedDice([1, 1, SAVED]), kind="charge"))
    assert (the(state, "v").hp, the(state, "v").wreck) == (0, "inoperable")
