"""REINFORCED HULL."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.damage.hull import (
    BURST,
    FIXED_CHARGE,
    face_towards,
)
from sandtable.rulebooks.whitebox.state.vehicles import Face
from tests.whitebox.kit import *

HULLS = {
    "autocannon": (1, 0.5, 0, 0),
    "cannon": (1, 0.5, 0, 0),
    "tank-gun-light": (1, 1, 0, 0),
    "tank-gun-medium": (1, 1, 1, 0),
    "tank-gun-heavy": (1, 1, 1, 1),
    "machinegun-medium": (0.5, 0, 0, 0),
    "machinegun-heavy": (0.5, 0, 0, 0),
}
FACED = {"front": 4, "side": 2, "rear": 0}


@rule("owb.hull.added-levels-halve-movement")
@pytest.mark.parametrize(("levels", "movement"), [(0, 21), (1, 10), (2, 5), (3, 2)])
def test_a_car_with_added_levels_of_hull(levels: int, movement: int) -> None:
    battle = parked("car", (10, 30), add=["reinforced-hull"] * levels)
    play(battle, SetPace(CAR, "normal"))
    assert refused(battle, Drive(CAR, movement + 1)) == "owb.vterrain.cost-must-be-affordable"
    assert paid(battle, Drive(CAR, movement)) == movement


@rule("owb.hull.x1")
@pytest.mark.parametrize("facing", [0, 2, 4])
def test_a_cannon_does_half_of_25_to_an_armored_car(facing: int) -> None:
    battle = started(
        "tank",
        vehicle("tank", "tank-light", (10, 25)),
        vehicle("foe", "armored-car", (11, 8), facing, "b", stats={"hp": 30}),
        FAR_FOE,
    )
    fires(battle, fire("tank", "foe"), 13, *dice_for(25, 7))
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 30 - 12


@rule("owb.hull.x1", "owb.vdamage.vehicle-save-vs-explosives")
@pytest.mark.parametrize(
    ("points", "save", "lost"), [(9, 15, 2), (12, 15, 3), (12, 16, 1), (14, 16, 1), (4, 15, 1)]
)
def test_a_grenade_beside_a_halftrack(points: int, save: int, lost: int) -> None:
    """Its driver needs 18 less the 2 for a burst that is not under it; he is not hurt himself."""
    target = vehicle("foe", "armored-personnel-carrier", (11, 12), 4, "b", empty=["gun-1"])
    battle = grenade_before(target, points, save)
    assert the(battle, "foe").hp == 24 - lost
    assert person(battle, "foe.operator").hp == 4


@rule("owb.hull.x1")
def test_x1_is_half_for_cannons_a_quarter_for_grenades_and_alike_on_all_faces() -> None:
    car = the(lone_vehicle("armored-car"), "v")
    assert {hull_level(car, face) for face in ("front", "left", "rear", "top")} == {1}
    assert damage_through(25, "cannon", 1) == 12
    assert damage_through(9, "grenade", 1) == 2
    assert damage_through(30, "rifle-large", 1) == 0
    assert damage_through(9, "autocannon", 1) == 4
    assert damage_through(9, "rifle-anti-tank", 1) == 4
    assert share("tank-gun-light", 1) == share("rpg-light", 1) == 1


@rule("owb.hull.x2", "owb.hull.x2-weaker-off-front")
def test_x2_keeps_light_guns_out_in_front_and_is_x1_elsewhere() -> None:
    tank = the(lone_vehicle("tank-light"), "v")
    faces: tuple[Face, ...] = ("front", "left", "right", "rear", "top", "bottom")
    assert [hull_level(tank, face) for face in faces] == [2, 1, 1, 1, 1, 1]
    for weapon in ("tank-gun-light", "cannon", "autocannon", "machinegun-heavy", "grenade"):
        assert share(weapon, 2) == 0
    for weapon in ("rifle-anti-tank", "rpg-light", "mortar"):
        assert share(weapon, 2) == 0
    assert share("rpg-medium", 2) == share("tank-gun-medium", 2) == 1
    assert damage_through(9, "autocannon", hull_level(tank, "rear")) == 4
    assert damage_through(9, "autocannon", hull_level(tank, "front")) == 0


@rule("owb.hull.x2-weaker-off-front")
@pytest.mark.parametrize(("facing", "lost"), [(0, 4), (4, 0), (2, 4), (6, 4)])
def test_an_autocannon_at_a_light_tank(facing: int, lost: int) -> None:
    battle = started(
        "tank",
        vehicle("tank", "armored-car", (10, 25)),
        vehicle("foe", "tank-light", (11, 8), facing, "b"),
        FAR_FOE,
    )
    fires(battle, fire("tank", "foe"), 14, *([4, 5] if lost else []))
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 32 - lost


@rule("owb.hull.x2-weaker-off-front", "owb.vammo.ap-lowers-hull-by-one")
@pytest.mark.parametrize(
    ("facing", "kind", "hull"),
    [
        (4, "HE", ("owb.hull.x3",)),
        (2, "HE", ("owb.hull.x3", "owb.hull.x3-weaker-off-front")),
        (4, "AP", ("owb.hull.x3", "owb.vammo.ap-lowers-hull-by-one")),
    ],
)
def test_a_hit_names_the_rules_of_the_hull_that_it_struck(
    facing: int, kind: str, hull: tuple[str, ...]
) -> None:
    battle = started(
        "tank",
        vehicle("tank", "tank-heavy", (10, 25)),
        vehicle("foe", "tank-heavy", (11, 8), facing, "b"),
        FAR_FOE,
        options=ROUNDS,
    )
    fires(battle, fire("tank", "foe", round=kind), 16, *[1] * 10)
    (event,) = told(battle, "attack")
    assert event.rules == ("owb.vattack.roll", *hull, "owb.hull.damage-matrix")


@rule("owb.hull.x3", "owb.hull.x3-weaker-off-front")
def test_x3_keeps_all_but_the_heaviest_out_in_front_and_is_x2_elsewhere() -> None:
    tank = the(lone_vehicle("tank-heavy"), "v")
    assert [hull_level(tank, "front"), hull_level(tank, "bottom")] == [3, 2]
    assert share("tank-gun-medium", 3) == share("rpg-medium", 3) == 0
    assert share("tank-gun-heavy", 3) == share("rpg-heavy", 3) == 1


@rule("owb.hull.damage-matrix", "owb.static.structures-and-vehicles")
def test_a_fixed_charge_goes_through_the_thickest_hull_and_another_does_not() -> None:
    assert blasted(lone_vehicle("tank-heavy"), (9, 21), 14, kind=FIXED_CHARGE) == 14
    assert blasted(lone_vehicle("tank-heavy"), (9, 21), 14, kind=BURST) == 0


@rule("owb.hull.damage-matrix", "owb.hull.effective-level-order", "owb.vammo.ap-lowers-hull-by-one")
@pytest.mark.parametrize("weapon", list(HULLS))
@pytest.mark.parametrize("face", list(FACED))
def test_every_weapon_against_every_hull_and_face(weapon: str, face: str) -> None:
    tanks = {"car": 0, "tank-destroyer": 1, "tank-light": 2, "tank-heavy": 3}
    mounts = [{"weapon": weapon, "kind": "TR3"}]
    for sheet, level in tanks.items():
        battle = started(
            "tank",
            vehicle("tank", "tank-medium", (10, 25), mounts=mounts),
            vehicle("prey", sheet, (11, 10), FACED[face], "b"),
            FAR_FOE,
            options=ROUNDS,
        )
        here = level - 1 if level >= 2 and face != "front" else level
        found = gun_shot(battle.state, fire("tank", "prey"))
        assert isinstance(found, VehicleShot)
        assert (found.level, float(found.share)) == (here, HULLS[weapon][here])
        if weapon.startswith("tank-gun"):
            pierced = gun_shot(battle.state, fire("tank", "prey", round="AP"))
            assert float(pierced.share) == HULLS[weapon][max(0, here - 1)]


@rule("owb.hull.damage-matrix")
def test_explosives_flames_and_charges_have_rows_of_their_own() -> None:
    shares = {
        "grenade": ("1/2", "1/4", "0", "0"),
        BURST: ("1/2", "1/4", "0", "0"),
        "shell": ("1/2", "1/4", "0", "0"),
        "molotov-cocktail": ("1/2", "1/4", "0", "0"),
        "flamethrower": ("1/2", "0", "0", "0"),
        "charge": ("1", "1", "1", "1"),
        "rifle-anti-tank": ("1", "1/2", "0", "0"),
        "sword": ("1/2", "0", "0", "0"),
    }
    for weapon, wanted in shares.items():
        found = [share(weapon, level) for level in range(4)]
        assert found == [Fraction(part) for part in wanted]


@rule("owb.hull.personal-explosive-position")
def test_an_impact_explosive_is_thrown_under_a_vehicle() -> None:
    near = man("ivan", (10, 11), bombs={"pipe-bomb": 1})
    battle = begun("ivan", near, truck_at(sheet="tank-light"))
    # 1d6+2 = 8: an x2 hull counts as x1 from below, where a quarter of 8 is 2
    play(battle, rifle_shot("pipe-bomb", underside=True), dice=(14, 6, 17, 20))
    assert the(battle, "truck").hp == 32 - 2


@rule("owb.hull.personal-explosive-position")
def test_an_explosion_strikes_the_side_that_it_is_on() -> None:
    state = lone_vehicle("tank-light")
    print_ = state.footprint(the(state, "v"))
    assert face_towards(print_, (10, 15)) == "front"
    assert face_towards(print_, (15, 21)) == "right"
    assert face_towards(print_, (10, 28)) == "rear"
    assert face_towards(print_, (11, 21)) == "top"
    assert face_towards(print_, (11, 21), underside=True) == "bottom"


@rule("owb.hull.effective-level-order", "owb.vcrit.modification")
def test_a_heavy_tank_that_has_lost_a_level_is_pierced_on_its_side() -> None:
    """A natural 20 costs it a level: the first of its four modifications is drawn."""
    guns = [{"weapon": "tank-gun-medium", "kind": "F"}, {"weapon": "cannon", "kind": "F"}]
    battle = started(
        "tank",
        vehicle("tank", "tank-medium", (10, 25), mounts=guns),
        vehicle("foe", "tank-heavy", (11, 8), 2, "b", stats={"hp": 100}),
        FAR_FOE,
        options=ROUNDS,
    )
    # On its side x3 counts as x2: all of 9d6 from a medium gun, and nothing from a cannon.
    fires(battle, fire("tank", "foe"), 20, *[1] * 9, 2, 1)
    assert rolled_all(battle)
    assert (the(battle, "foe").hp, the(battle, "foe").hull_lost) == (91, 1)
    # 3 - 1 = 2, on its side 1: now a cannon does half.
    fires(battle, fire("tank", "foe", name="gun-2"), 16, *[3] * 7)
    assert the(battle, "foe").hp == 91 - 10
    play(battle, EndVehicle("tank"))
    pass_all(battle, dice=(6, 1))
    start(battle, "tank")
    # Armor piercing 0.
    fires(battle, fire("tank", "foe", round="AP"), 16, *[3] * 9)
    assert the(battle, "foe").hp == 81 - 27


@rule("owb.hull.effective-level-order")
def test_a_medium_tank_that_has_lost_a_level_is_alike_on_all_faces() -> None:
    state = lone_vehicle("tank-medium")
    state.alter("v", hull_lost=1)
    assert {hull_level(the(state, "v"), face) for face in ("front", "left", "rear", "top")} == {1}


@rule("owb.hull.effective-level-order")
def test_lost_levels_go_first_then_the_face_then_the_round() -> None:
    state = lone_vehicle("tank-heavy")
    tank = state.alter("v", hull_lost=1)
    assert [hull_level(tank, "front"), hull_level(tank, "right")] == [2, 1]
    assert hull_level(tank, "right", piercing=True) == 0
    assert share("tank-gun-medium", 0) == 1
    assert hull_level(the(lone_vehicle("car"), "v"), "front", piercing=True) == 0
