"""MORTARS."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.explosives.mortars import (
    after_shot,
    distance_to,
    minimum_range,
    observers,
)
from sandtable.rulebooks.whitebox.part2_vehicles.damage.wrecks import gets_out
from sandtable.scenario import NotedTarget
from tests.whitebox.kit import *


def battery(*others: Unit, **rest: Any) -> OwbBattle:
    """A mortar off the map, an observer, and a foe in the open."""
    return fight(
        man("gunner", (1, 35), sheet="mortar-gunner", off_map=True),
        man("spotter", (10, 25)),
        man("foe", (10, 14), "b", hp=60, most_hp=60),
        *others,
        **rest,
    )


def mortar_fire(square: Square = (10, 14), helper: str | None = None) -> Launch:
    """The order to fire the mortar."""
    return Launch("gunner", weapon="mortar", at=middle(square), helper=helper)


def mortar_battle(**rest: Any) -> OwbBattle:
    return fight(
        man("tube", (5, 35), sheet="mortar-gunner", off_map=True),
        man("loader", (6, 35), sheet="loader", off_map=True),
        man("eye", (10, 30)),
        man("foe", (10, 10), "b", rank="officer", armor=[]),
        **rest,
    )


def mortar(*others: Unit, **more: Any) -> OwbState:
    """A mortar behind the southern edge, and whoever else is there."""
    gunner = man("gunner", (1, 35), sheet="mortar-gunner", off_map=True)
    return state_of(gunner, *others, **more)


def needed_at(state: OwbState, square: tuple[int, int]) -> int:
    """The Armor Class of a square for the mortar."""
    return legal(mortar_at(state, state.person("gunner"), square)).armor.total


def ranged_in(*others: Unit, square: tuple[int, int], **rest: Any) -> OwbState:
    """A mortar behind the edge that has fired once at a square."""
    state = state_of(
        man("tube", (5, 35), sheet="mortar-gunner", off_map=True),
        man("eye", (10, 30)),
        *others,
        **rest,
    )
    arm = present(person(state, "tube").arm("mortar"))
    fired = after_shot(state, arm, square)
    state.put(person(state, "tube").with_arm(Arm(id="mortar", set_up=True, ranged=fired.ranged)))
    return state


def lob(state: OwbState, square: tuple[int, int]) -> tuple[int, int]:
    found = mortar_at(state, person(state, "tube"), square)
    assert isinstance(found, Lob)
    return found.tally.total, found.armor.total


def mortars(*others: Any, **more: Any) -> OwbState:
    gunner = man("gunner", (1, 35), sheet="mortar-gunner", off_map=True, **more)
    return state_of(gunner, man("spotter", (10, 20), facing=0), FOE_AHEAD, *others)


STILL, MOVING = 14, 19
GUNNER = man("gunner", (1, 35), sheet="mortar-gunner", off_map=True)
SPOTTER = man("spotter", (30, 25), facing=7)


def under_fire(*units: Unit, **more: Any) -> OwbBattle:
    """A battle in which vehicles of side b drive where a mortar of side a can reach them."""
    return fight(GUNNER, SPOTTER, *units, **{"dice": B_FIRST, **more})


def needed(battle: OwbBattle, name: str = CAR) -> int:
    """The Armor Class of the square in the middle of a vehicle for the mortar."""
    state = battle.state
    square: Square = state.footprint(the(battle, name)).squares[0]
    return legal(mortar_at(state, state.person("gunner"), square)).armor.total


def target(sheet: str = "car", at: Square = (10, 20), facing: int = 0, **more: Any) -> Unit:
    """The vehicle that is fired at."""
    return driven(CAR, sheet, at, facing, side="b", **more)


def round_of_b(battle: OwbBattle) -> None:
    """Let everybody else pass, and side b win Initiative again."""
    turn = battle.state.turn
    while battle.state.turn == turn:
        play(battle, Done(), dice=B_FIRST if battle.choices[0].seats == ("a",) else ())


@rule("owb.mortar.stationary-target", "owb.los.line", "owb.los.vehicles-as-features")
def test_a_tank_does_not_hide_its_own_rear_from_an_observer() -> None:
    """Every square of the target may be aimed at; a tank behind it is another matter."""
    state = mortar(
        man("ivan", (10, 20), facing=0),
        vehicle("foe", "tank-medium", (11, 10), 4, "b"),
        vehicle("other", "tank-medium", (11, 5), 4, "b"),
    )
    assert needed_at(state, (10, 10)) == 14
    assert needed_at(state, (10, 7)) == 14
    assert needed_at(state, (10, 3)) == 19


@rule("owb.mortar.stationary-target", "owb.mortar.moving-target", "owb.mortar.observer")
def test_the_class_of_the_area_and_the_observer() -> None:
    state = mortars()
    gunner = person(state, "gunner")
    assert [p.id for p in observers(state, gunner, (10, 10))] == ["spotter"]
    assert legal(mortar_at(state, gunner, (10, 10))).armor.total == 14
    state.change("foe", moving=True)
    assert legal(mortar_at(state, gunner, (10, 10))).armor.total == 19
    assert legal(mortar_at(state, gunner, (10, 30))).armor.total == 19


@rule("owb.mortar.stationary-target", "owb.crew.no-operator-no-movement")
def test_a_car_that_nobody_is_left_in_stands_from_the_next_round_on() -> None:
    battle = under_fire(target(), man("karl", (20, 5), "b"))
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"), Drive(CAR, 2), EndVehicle(CAR))
    battle.state.change(f"{CAR}.operator", out="dead", hp=0)
    assert needed(battle) == MOVING
    round_of_b(battle)
    assert needed(battle) == STILL


@rule("owb.mortar.moving-target", "owb.mortar.ranging-bonus")
def test_a_vehicle_that_moves_is_a_moving_target_and_is_ranged_in_on_anew() -> None:
    truck = vehicle("truck", "truck-large", (10, 10), side="b")
    state = ranged_in(truck, square=(10, 10))
    assert lob(state, (10, 10)) == (1, 14)
    print_ = state.footprint(state.vehicle("truck"))
    state.place("truck", print_)
    assert lob(state, (10, 10)) == (1, 14), "it stays where it is"
    state.place("truck", moved(print_, 4))
    assert lob(state, (10, 11)) == (0, 19)


@rule("owb.mortar.moving-target", "owb.mortar.stationary-target")
def test_a_car_that_drives_is_a_moving_target_until_a_turn_in_which_it_stands() -> None:
    battle = under_fire(target())
    assert needed(battle) == STILL
    play(battle, StartVehicle(CAR), SetPace(CAR, "crawl"))
    assert needed(battle) == STILL
    play(battle, Drive(CAR, 1))
    assert needed(battle) == MOVING
    play(battle, EndVehicle(CAR))
    assert needed(battle) == MOVING
    round_of_b(battle)
    assert needed(battle) == MOVING
    play(battle, StartVehicle(CAR))
    assert needed(battle) == STILL


@rule("owb.mortar.moving-target", "owb.mortar.stationary-target")
def test_a_car_whose_turn_passes_stands() -> None:
    battle = under_fire(target(travel=4, pace="normal"))
    assert needed(battle) == MOVING
    play(battle, Done())
    assert needed(battle) == STILL


@rule("owb.mortar.moving-target", "owb.vmove.complete-stop")
def test_a_car_that_came_to_a_complete_stop_after_some_squares_has_moved() -> None:
    """Stopped it is, but not in the squares in which its turn began."""
    mud = filled("mud", "mud", (10, 17), (11, 17))
    battle = under_fire(target(), terrain=[mud])
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"), Drive(CAR, 3), dice=[1])
    assert (the(battle, CAR).stuck, the(battle, CAR).travel) == (True, 0)
    assert needed(battle) == MOVING
    play(battle, EndVehicle(CAR))
    round_of_b(battle)
    assert needed(battle) == MOVING
    play(battle, StartVehicle(CAR), SetPace(CAR, "stopped"), EndVehicle(CAR))
    assert needed(battle) == STILL


@rule("owb.mortar.moving-target", "owb.turn.bootleg", "owb.collision.position-afterwards")
def test_a_turn_on_the_spot_changes_squares_unless_it_is_half_a_turn() -> None:
    for degrees, number in ((90, MOVING), (180, STILL)):
        battle = under_fire(target(travel=4, pace="normal"))
        play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
        order = Turning(CAR, "right", degrees, "bootleg")  # type: ignore[arg-type]
        play(battle, order, dice=[1])
        assert the(battle, CAR).pace == "stopped"
        assert needed(battle) == number


@rule("owb.mortar.moving-target", "owb.mod.advanced-steering-pivot")
def test_a_tank_that_pivots_changes_squares_too() -> None:
    battle = under_fire(target("tank-medium", add=["advanced-steering"]))
    play(battle, StartVehicle(CAR), SetPace(CAR, "stopped"), Pivot(CAR, "left", 90))
    assert needed(battle) == MOVING


@rule("owb.mortar.moving-target", "owb.collision.position-afterwards")
@pytest.mark.parametrize(("gap", "number"), [(0, STILL), (2, MOVING)])
def test_a_ram_from_where_it_stands_moves_nobody(gap: int, number: int) -> None:
    """Whoever drives into a wreck at once stays where he was; from two squares off he has moved."""
    other = vehicle("wreck", "truck-large", (10, 16 - gap), 0, "a", hp=-5)
    battle = under_fire(target(), other)
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    # Driving Check, damage, and those aboard who hold on.
    play(battle, Drive(CAR, gap + 1, ram="wreck"), dice=[1, 1, ALWAYS, ALWAYS])
    assert the(battle, CAR).pace == "stopped"
    assert needed(battle) == number


@rule("owb.mortar.moving-target", "owb.mishap.travel-distance")
def test_a_skid_moves_a_car_that_stood() -> None:
    battle = under_fire(target(travel=1, pace="normal"))
    play(battle, StartVehicle(CAR), SetPace(CAR, "normal"))
    assert needed(battle) == STILL
    play(battle, DriveDefensively(CAR), dice=[2, SKID, 2, 1])
    assert needed(battle) == MOVING


@rule("owb.mortar.moving-target", "owb.vehicle.turn-procedure")
def test_where_everybody_rolls_a_car_comes_to_rest_in_its_drivers_turn() -> None:
    car = vehicle(CAR, "tank-medium", (10, 20), side="b", pace="normal", travel=4)
    names = ["gunner", "spotter", "operator", "gun-1", "gun-2", "gun-3", "passenger-1"]
    rolls = {"gun-1": 6, "operator": 5, "gunner": 2, "spotter": 2}
    battle = under_fire(
        car, dice=[rolls.get(name, 1) for name in names], options={"initiative": "individual"}
    )
    play(battle, Begin(f"{CAR}.gun-1"))
    assert needed(battle) == MOVING
    play(battle, EndVehicle(CAR), Begin(f"{CAR}.operator"))
    assert needed(battle) == STILL


@rule("owb.mortar.ranging-bonus", "owb.mortar.crew")
@pytest.mark.parametrize(("roll", "hit"), [(12, True), (11, False)])
def test_the_third_shot_at_one_who_stays_hits_with_12(roll: int, *, hit: bool) -> None:
    battle = battery(man("loader", (2, 35), off_map=True))
    for bonus in (0, 1, 2):
        play(battle, Begin("gunner"))
        odds = present(battle.view("a").odds(mortar_fire(helper="loader")))
        chances = dict(odds.outcomes)
        assert sum(chances.values()) == Fraction(1)
        last = bonus == 2
        dice = (roll, *((1, 1, 20) if hit else ())) if last else (1,)
        play(battle, mortar_fire(helper="loader"), dice=dice)
        assert last_aim(battle) == (bonus, 14)
        if not last:
            for _ in range(2):
                pass_all(battle, dice=A_FIRST)
    assert (lands(battle) == (10, 14)) is hit


@rule("owb.mortar.ranging-bonus", "owb.mortar.moving-target")
def test_a_target_that_moves_off_and_back_is_ranged_in_on_anew() -> None:
    battle = mortar_battle()
    order = Launch("tube", weapon="mortar", at=middle((10, 10)), helper="loader")
    turn(battle, "tube", order, dice=(1,))
    pass_all(battle, until="who acts")
    play(battle, Done())
    there_and_back = Move("foe", (middle((11, 10)), middle((10, 10))))
    turn(battle, "foe", there_and_back, dice=(6, 1))
    pass_all(battle, dice=(6, 1))
    turn(battle, "tube", order, dice=(1,))
    last = told(battle, "explosive")[-1]
    assert last.tallies[0].total == 0
    assert last.tallies[1].total == 14, "he stood still in his last turn"


@rule("owb.mortar.ranging-bonus", "owb.crew.mount-and-dismount")
def test_a_mortar_stays_ranged_in_on_a_truck_from_which_a_man_gets_out() -> None:
    """The target has not moved; when it drives off the ranging is lost."""
    state = mortar(
        man("ivan", (10, 20), facing=0),
        vehicle("foe", "truck-large", (10, 10), 4, "b"),
        man("karl", (0, 0), "b", carried_by="foe", seat="bed-1"),
    )
    gunner = state.person("gunner")
    aim = state.square(state.person("karl"))
    state.put(gunner.with_arm(Arm(id="mortar", set_up=True, ranged=(aim, 2))))
    gets_out(state, "karl", (11, 10))
    assert legal(mortar_at(state, state.person("gunner"), aim)).tally.total == 2
    state.place("foe", footprint((4, 2), 4, (10, 11)))
    assert legal(mortar_at(state, state.person("gunner"), aim)).tally.total == 0


@rule("owb.mortar.ranging-bonus", "owb.move.through-friend")
def test_one_who_passes_by_the_target_does_not_spoil_the_range() -> None:
    battle = fight(
        man("tube", (5, 35), sheet="mortar-gunner", off_map=True),
        man("eye", (10, 30)),
        FOE_AHEAD,
        man("runner", (10, 9), "b"),
        dice=B_FIRST,
    )
    arm = Arm(id="mortar", set_up=True, ranged=((10, 10), 2))
    battle.state.put(person(battle, "tube").with_arm(arm))
    turn(battle, "runner", Move("runner", path((10, 10), (10, 11))))
    assert lob(battle.state, (10, 10)) == (2, 14)
    turn(battle, "foe", Move("foe", path((11, 10))))
    assert lob(battle.state, (10, 10))[0] == 0


@rule("owb.mortar.ranging-bonus")
def test_a_target_that_moves_is_ranged_in_on_anew() -> None:
    battle = fight(
        man("gunner", (1, 35), sheet="mortar-gunner", off_map=True),
        man("spotter", (10, 20)),
        FOE_AHEAD,
        man("two", (30, 10), "b"),
    )
    launch = Launch("gunner", weapon="mortar", at=middle((10, 10)))
    turn(battle, "gunner", launch, dice=(1,))
    assert person(battle, "gunner").arms[0].ranged == ((10, 10), 1)
    turn(battle, "spotter")
    turn(battle, "foe", Move("foe", (middle((10, 11)),)))
    assert person(battle, "gunner").arms[0].ranged is None


@rule("owb.mortar.zeroed")
def test_a_zeroed_shell_lands_without_an_observer_or_a_roll() -> None:
    zeroed = NotedTarget(side="a", support="mortar", at=middle((10, 10)))
    battle = fight(
        man("tube", (5, 35), sheet="mortar-gunner", off_map=True),
        man("foe", (10, 12), "b", rank="officer", armor=[]),
        planned=(zeroed,),
    )
    order = Launch("tube", weapon="mortar", at=middle((10, 10)))
    turn(battle, "tube", order, dice=(2, 2, 14))
    assert person(battle, "foe").hp == 12 - 3, "16 - 2 off the centre; half of 6"


@rule("owb.mortar.scatter-doubled", "owb.scatter.distance")
@pytest.mark.parametrize(
    ("dice", "square"),
    [((9, 4), (10, 2)), ((4, 2), (16, 14)), ((3, 3), (10, 20)), ((2, 1), (8, 16))],
)
def test_9_and_4_are_12_squares_straight_long_for_a_mortar(
    dice: tuple[int, int], square: Square
) -> None:
    battle = battery()
    battle.state.change("foe", moving=True)
    play(battle, Begin("gunner"), mortar_fire(), dice=(14, *dice, 1, 1, *[20] * 4))
    assert lands(battle) == square


@rule("owb.mortar.scatter-doubled", "owb.mortar.impact-explosive")
def test_a_mortar_miss_goes_twice_as_far() -> None:
    state = mortars()
    lob = legal(mortar_at(state, person(state, "gunner"), (18, 30)))
    lob = Lob(
        origin=lob.origin,
        square=lob.square,
        tally=lob.tally,
        armor=lob.armor,
        doubled=True,
        stopped=False,
    )
    landed = resolve_lob(lob, state.grounds, ScriptedDice([14, 9, 4]))
    assert landed.square == (18, 18)
    assert str(charge_of(state, "mortar").damage) == "2d6+2"


@rule("owb.mortar.observer", "owb.mortar.moving-target")
def test_an_observer_must_face_the_target_and_not_keep_down() -> None:
    bags = [filled("b", "sandbags", (10, 29))]
    for facing, ducked, number in ((0, False, 14), (4, False, 19), (0, True, 19)):
        battle = fight(
            man("tube", (5, 35), sheet="mortar-gunner", off_map=True),
            man("eye", (10, 30), facing=facing, ducked=ducked),
            FOE_FACING,
            terrain=bags,
        )
        turn(battle, "tube", Launch("tube", weapon="mortar", at=middle((10, 10))), dice=(1,))
        assert told(battle, "explosive")[-1].tallies[1].total == number


@rule("owb.mortar.observer", "owb.base.able-to-act")
def test_those_aboard_a_vehicle_observe_and_see_all_round() -> None:
    """The car faces south, away from the enemy; a house hides what is east of it."""
    state = mortar(
        vehicle("car", "car", (10, 20), 4),
        man("karl", (10, 5), "b"),
        man("fritz", (20, 19), "b"),
        terrain=[filled("house", "building-wall-masonry", (14, 10), (14, 30))],
    )
    assert needed_at(state, (10, 5)) == 14
    assert needed_at(state, (20, 19)) == 19
    names = [one.id for one in observers(state, state.person("gunner"), (10, 5))]
    assert names == ["car.operator"]
    state.change("car.operator", out="dead", hp=0)
    assert needed_at(state, (10, 5)) == 19


@rule("owb.mortar.minimum-range", "owb.range.penalties")
@pytest.mark.parametrize(
    ("distance", "wanted"), [(59, None), (60, 0), (100, 0), (101, -2), (400, -6), (401, None)]
)
def test_a_mortar_behind_the_edge_is_as_far_away_as_the_battle_says(
    distance: int, wanted: int | None
) -> None:
    state = state_of(
        man("ivan", (10, 35), sheet="mortar-gunner", off_map=True),
        man("karl", (10, 30), facing=0),
        man("bob", (10, 8), side="b"),
        options={"mortar_offmap_distance": str(distance)},
    )
    found = mortar_at(state, state.person("ivan"), (10, 8))
    if wanted is None:
        assert isinstance(found, Refusal)
    else:
        assert legal(found).tally.total == wanted


@rule("owb.mortar.minimum-range")
def test_a_mortar_reaches_from_60_squares_on_and_stands_off_the_map() -> None:
    assert minimum_range() == 60
    state = mortars()
    assert distance_to(state, person(state, "gunner"), (10, 10)) == 100
    on_map = state_of(
        man("gunner", (5, 90), sheet="mortar-gunner", rows=120),
        man("foe", (5, 5), "b", rows=120),
        size=(36, 120),
    )
    gunner = person(on_map, "gunner")
    assert isinstance(mortar_at(on_map, gunner, (5, 31)), Refusal)
    assert legal(mortar_at(on_map, gunner, (5, 30))).tally.total == 0


@rule("owb.mortar.crew", "owb.rof.half")
@pytest.mark.parametrize(("loaded", "next_in"), [(False, 5), (True, 3)])
def test_a_lone_gunner_who_fires_in_round_1_fires_again_in_round_5(
    *, loaded: bool, next_in: int
) -> None:
    battle = battery(man("loader", (2, 35), off_map=True))
    helper = "loader" if loaded else None
    turn(battle, "gunner", mortar_fire(helper=helper), dice=(1,))
    for number in range(2, next_in + 1):
        pass_all(battle, dice=A_FIRST)
        assert battle.state.turn == number
        play(battle, Begin("gunner"))
        assert battle.allows(mortar_fire(helper=helper), "a") is (number == next_in)


@rule("owb.mortar.crew")
@pytest.mark.parametrize("helper", ["karl", "bob", "nobody"])
def test_nobody_loads_a_rocket_launcher(helper: str) -> None:
    battle = begun(
        "ivan",
        man("ivan", (5, 20), sheet="rocketeer-medium"),
        man("karl", (6, 20)),
        man("bob", (5, 8), side="b"),
    )
    order = Launch("ivan", weapon="rpg-medium", at=middle((5, 8)), helper=helper)
    assert refusal(battle, order) == "owb.mortar.crew"


@rule("owb.mortar.mounted")
def test_a_mortar_must_be_set_up() -> None:
    battle = fight(
        man("gunner", (5, 30), sheet="mortar-gunner", set_up=False), man("foe", (10, 3), "b")
    )
    found = mortar_at(battle.state, person(battle, "gunner"), (10, 3))
    assert isinstance(found, Refusal)
    assert found.rule == "owb.mortar.mounted"
    turn(battle, "gunner", SetUp("gunner", weapon="mortar"))
    assert person(battle, "gunner").arms[0].set_up


@rule("owb.mortar.indoors-and-forest")
def test_roofs_and_thick_forest_hinder_mortars() -> None:
    roof = [filled("r", "roof", (9, 9), (11, 11)), filled("f", "thick-forest", (20, 10))]
    state = state_of(
        man("gunner", (1, 35), sheet="mortar-gunner", off_map=True),
        man("spotter", (10, 20), facing=0),
        FOE_AHEAD,
        terrain=roof,
    )
    assert not is_affected(state, (10, 10), 3, person(state, "foe"), "mortar")
    assert is_affected(state, (10, 10), 3, person(state, "foe"), "grenade")
    gunner = person(state, "gunner")
    assert legal(mortar_at(state, gunner, (21, 10))).tally.total == -2
