"""COMBINING: personal weapons against vehicles."""

import pytest

from tests.whitebox.kit import *


def lorry(weapon: str, sheet: str = "truck-large", **more: Any) -> OwbBattle:
    """A vehicle with its front to the south, ten squares north of Ivan."""
    return begun(
        "ivan",
        man("ivan", (10, 30), weapons=[weapon]),
        vehicle("lorry", sheet, (11, 15), 4, "b", **more),
    )


def aimed(battle_or_state: Any, mode: str = "single") -> VehicleShot:
    state = getattr(battle_or_state, "state", battle_or_state)
    ivan = state.person("ivan")
    found = aim_at_vehicle(state, ivan, ivan.arms[0], state.vehicle("truck"), mode)
    assert isinstance(found, VehicleShot), found
    return found


SANDBAG_LINE = filled("bags", "sandbags", (10, 11))
"""Before the western half of the truck."""


@rule("owb.los.character-at-vehicle", "owb.range.bands")
@pytest.mark.parametrize(("nearest", "total"), [(30, 0), (31, -2)])
def test_range_to_a_truck_is_the_distance_to_its_nearest_square(nearest: int, total: int) -> None:
    battle = begun(
        "ivan",
        man("ivan", (10, 50), rows=60),
        vehicle("lorry", "truck-large", (11, 50 - nearest), 4, "b", rows=60),
        size=(36, 60),
    )
    order = ShootAboard("ivan", vehicle="lorry", weapon="rifle-large")
    play(battle, order, dice=(1,))
    modifiers = told(battle, "attack")[0].tallies[0].modifiers
    assert sum(m.value for m in modifiers if m.rule == "owb.range.penalties") == total


@rule("owb.los.character-at-vehicle")
def test_one_open_square_is_enough_and_half_covered_is_partial_cover() -> None:
    half = aimed(state_of(IVAN, truck_at(), terrain=(SANDBAG_LINE,)))
    assert half.tally.total == -4
    both = filled("house", "building-wall-masonry", (8, 15), (13, 15))
    state = state_of(IVAN, truck_at(), terrain=(both,))
    ivan = state.person("ivan")
    found = aim_at_vehicle(state, ivan, ivan.arms[0], the(state, "truck"), "single")
    assert not isinstance(found, VehicleShot)


@rule("owb.los.character-at-vehicle")
def test_out_of_turn_the_vehicle_must_be_in_his_arc() -> None:
    state = state_of(man("ivan", (10, 20), facing=2), truck_at())
    ivan = state.person("ivan")
    ready = aim_at_vehicle(state, ivan, ivan.arms[0], the(state, "truck"), "single", turning=False)
    assert not isinstance(ready, VehicleShot)
    aimed(state)


@rule("owb.los.character-at-vehicle")
def test_the_side_towards_the_shooter_is_struck() -> None:
    def level(square: tuple[int, int]) -> int:
        units = (man("ivan", square, sheet="rocketeer-medium"), truck_at(sheet="tank-medium"))
        return aimed(state_of(*units)).level

    assert level((10, 20)) == 2
    assert level((25, 8)) == 1
    assert level((10, 1)) == 1


@rule("owb.los.character-at-vehicle", "owb.grid.alternate-diagonals")
@pytest.mark.parametrize(
    ("diagonals", "top", "penalty"),
    [("one-to-one", 5, 0), ("alternate", 5, 0), ("alternate", 6, -2), ("one-to-one", 6, 0)],
)
def test_the_nearest_square_of_a_vehicle_is_the_one_with_the_shortest_count(
    diagonals: str, top: int, penalty: int
) -> None:
    """Short range of a rocket is 15.

    The man is at (2, 4). From y 5 the side of the tank reaches to y 8: its first square is 15 away
    also where every second diagonal step counts twice, its middle ones 16.
    """
    state = state_of(
        man("ivan", (2, 4), sheet="rocketeer-medium", facing=2),
        vehicle("foe", "tank-medium", (17, top), 0, "b"),
        options={"diagonals": diagonals},
    )
    ivan = state.person("ivan")
    arm = next(arm for arm in ivan.arms if arm.id == "rpg-medium")
    shot = aim_at_vehicle(state, ivan, arm, state.vehicle("foe"), "single")
    assert isinstance(shot, VehicleShot)
    assert shot.tally.total == penalty


@rule("owb.weapon.anti-tank-rifle-vs-vehicles")
def test_an_anti_tank_rifle_does_half_against_hull_1() -> None:
    assert [damage_through(9, "rifle-anti-tank", hull) for hull in (0, 1, 2)] == [9, 4, 0]


@rule("owb.weapon.rpg-against-vehicles")
@pytest.mark.parametrize(
    ("sheet", "dice", "damage"),
    [("rocketeer-light", 6, 0), ("rocketeer-medium", 8, 16), ("rocketeer-heavy", 10, 20)],
)
def test_a_rocket_does_its_listed_dice_to_a_tank(sheet: str, dice: int, damage: int) -> None:
    battle = begun("ivan", man("ivan", (10, 20), sheet=sheet), truck_at(sheet="tank-medium"))
    weapon = person(battle, "ivan").arms[0].id
    play(battle, rifle_shot(weapon), dice=(15, *[2] * dice) if damage else (15,))
    assert the(battle, "truck").hp == 36 - damage
    assert not told(battle, "blast")


@rule("owb.weapon.rpg-against-vehicles")
def test_a_near_miss_of_a_rocket_bursts_near_the_vehicle() -> None:
    """14 misses a tank of AAC 15; a 4 is straight to the right, by 1d3+1 from (10, 10)."""
    battle = begun(
        "ivan", man("ivan", (10, 20), sheet="rocketeer-medium"), truck_at(sheet="tank-medium")
    )
    play(battle, rifle_shot("rpg-medium"), dice=(14, 4, 1, 3, 4, 15))
    assert told(battle, "explosive")[0].data["lands"] == (12, 10)
    burst = told(battle, "blast")[0]
    assert (burst.data["damage"], burst.data["reach"]) == (9, 3)
    # its side counts as x1: a quarter of 9
    assert the(battle, "truck").hp == 36 - 2


@rule("owb.weapon.rpg-against-vehicles")
def test_a_wild_miss_of_a_rocket_does_nothing() -> None:
    battle = fight(man("ivan", (10, 20), sheet="rocketeer-medium"), truck_at(sheet="tank-medium"))
    play(battle, Begin("ivan"), rifle_shot("rpg-medium"), dice=(13,))
    assert not told(battle, "blast")
    assert not told(battle, "explosive")


@rule("owb.weapon.rpg-against-vehicles")
def test_a_rocket_is_fired_at_the_vehicle_and_not_at_its_square() -> None:
    battle = begun("ivan", man("ivan", (10, 20), sheet="rocketeer-medium"), truck_at())
    order = Launch("ivan", weapon="rpg-medium", at=middle((10, 10)))
    assert refusal(battle, order) == "owb.weapon.rpg-against-vehicles"


@rule("owb.weapon.rpg-against-vehicles", "owb.scatter.near-miss-threshold")
def test_a_rocket_that_misses_may_burst_near_its_target() -> None:
    battle = begun(
        "ivan",
        man("ivan", (10, 20), sheet="rocketeer-light"),
        vehicle("prey", "tank-heavy", (11, 8), 4, "b"),
        FAR_FOE,
        options={"naturals_vehicle": "off"},
    )
    order = ShootAboard("ivan", vehicle="prey", weapon="rpg-light")
    odds = odds_told(battle, order)
    # 16 to hit, and the front of a heavy tank is proof; a 14 or 15 misses and scatters on the map.
    assert odds == {
        "no effect": Fraction(5, 20),
        "near miss": Fraction(2, 20),
        "miss": Fraction(13, 20),
    }


@rule("owb.weapon.rpg-against-vehicles", "owb.vmiss.where-it-lands")
def test_a_rocket_and_a_shell_that_miss_are_counted_from_the_same_square() -> None:
    """The tank fills the columns 7 and 8; whoever fires from column 10 is nearer to 8."""
    battle = begun(
        "ivan",
        man("ivan", (10, 20), sheet="rocketeer-light"),
        vehicle("prey", "tank-medium", (8, 8), 4, "b"),
        FAR_FOE,
    )
    # A 14 misses Armor Class 15; 3 on the miss table: 1d3 squares short.
    order = ShootAboard("ivan", vehicle="prey", weapon="rpg-light")
    play(battle, order, dice=[14, 3, 2, *[1] * 6])
    landed = next(event for event in battle.events if event.kind == "explosive")
    assert landed.data == {"aim": (8, 8), "lands": (8, 10)}


@rule("owb.weapon.rpg-light-hull", "owb.weapon.rpg-medium-hull", "owb.weapon.rpg-heavy-hull")
def test_rockets_pierce_hulls_up_to_their_level() -> None:
    found = {
        weapon: [damage_through(30, weapon, hull) for hull in (0, 1, 2, 3)]
        for weapon in ("rpg-light", "rpg-medium", "rpg-heavy")
    }
    assert found == {
        "rpg-light": [30, 30, 0, 0],
        "rpg-medium": [30, 30, 30, 0],
        "rpg-heavy": [30, 30, 30, 30],
    }


@rule("owb.combined.personal-weapons-vs-vehicles", "owb.blast.vehicles-in-area")
@pytest.mark.parametrize(
    ("sheet", "save", "lost"),
    [("armored-car", 1, 2), ("truck-large", 1, 5), ("tank-heavy", 1, 0)],
)
def test_a_grenade_of_10_does_2_to_an_armored_car(sheet: str, save: int, lost: int) -> None:
    battle = fight(man("ivan", (10, 20), armor=[]), vehicle("car", sheet, (11, 15), 4, "b"), FAR)
    before = the(battle, "car").hp
    back = Move("ivan", path((10, 21), (10, 22), (10, 23), (10, 24)))
    turn(battle, "ivan", throw((10, 17)), back, dice=(20,))
    assert lands(battle) == (10, 17)
    pass_all(battle, dice=(4, 4, save, *[1] * 8, *A_FIRST))
    assert told(battle, "blast")[-1].data["damage"] == 10
    assert before - the(battle, "car").hp == lost


@rule("owb.combined.personal-weapons-vs-vehicles", "owb.weapon.anti-tank-rifle-vs-vehicles")
@pytest.mark.parametrize(
    ("weapon", "sheet", "dice", "lost"),
    [
        ("rifle-large", "truck-large", (6,), 3),
        ("rifle-large", "truck-large", (5,), 3),
        ("rifle-large", "truck-large", (4,), 2),
        ("rifle-anti-tank", "truck-large", (4, 5), 9),
        ("rifle-anti-tank", "armored-car", (4, 5), 4),
        ("rifle-anti-tank", "armored-car", (1, 1), 1),
        ("rifle-anti-tank", "tank-heavy", (6, 6), 0),
    ],
)
def test_a_rifle_hit_of_7_is_3_and_9_of_an_anti_tank_rifle_are_4_to_an_armored_car(
    weapon: str, sheet: str, dice: tuple[int, ...], lost: int
) -> None:
    battle = lorry(weapon, sheet)
    before = the(battle, "lorry").hp
    order = ShootAboard("ivan", vehicle="lorry", weapon=weapon)
    play(battle, order, dice=(19, *dice, 3, 3, 3))
    assert before - the(battle, "lorry").hp == lost


@rule("owb.combined.personal-weapons-vs-vehicles", "owb.hull.x1")
def test_a_rifle_does_nothing_to_a_hull() -> None:
    battle = fight(IVAN, truck_at(sheet="tank-destroyer"))
    play(battle, Begin("ivan"), rifle_shot("rifle-large"), dice=(20,))
    assert the(battle, "truck").hp == 24
    offered = {type(order) for order in attacks_of(battle.state, person(battle, "ivan"))}
    assert ShootAboard not in offered
