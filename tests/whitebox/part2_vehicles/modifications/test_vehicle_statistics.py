"""VEHICLE STATISTICS, row by row."""

import pytest

from sandtable.battle.figures import Figure, Patch
from tests.whitebox.kit import *

PRINTED = {
    # aac, hit points, Hit Dice, Movement, length, width, hull
    "motorcycle": (11, 4, 1, 24, 2, 1, 0),
    "car": (11, 8, 2, 21, 3, 2, 0),
    "truck-small": (11, 12, 3, 21, 3, 2, 0),
    "truck-large": (11, 16, 4, 15, 4, 2, 0),
    "armored-car": (13, 10, 2, 18, 3, 2, 1),
    "armored-personnel-carrier": (14, 24, 6, 12, 4, 2, 1),
    "tank-destroyer": (14, 24, 6, 12, 4, 2, 1),
    "tank-light": (14, 32, 8, 12, 3, 2, 2),
    "tank-medium": (15, 36, 9, 9, 4, 2, 2),
    "tank-heavy": (16, 50, 10, 6, 4, 3, 3),
}
CARRIED = {
    "motorcycle": [],
    "car": [],
    "truck-small": [],
    "truck-large": [],
    "armored-car": [("autocannon", "TR2"), ("machinegun-medium", "PIN")],
    "armored-personnel-carrier": [("machinegun-heavy", "PIN")],
    "tank-destroyer": [("tank-gun-medium", "TR2"), ("machinegun-medium", "F")],
    "tank-light": [("cannon", "TR2"), ("machinegun-medium", "F")],
    "tank-medium": [("tank-gun-medium", "TR2"), *[("machinegun-medium", "F")] * 2],
    "tank-heavy": [("tank-gun-heavy", "TR1"), *[("machinegun-medium", "F")] * 2],
}
BUILT_IN = {
    "motorcycle": set(),
    "car": set(),
    "truck-small": {"cargo"},
    "truck-large": {"cargo"},
    "armored-car": {"firing-ports"},
    "armored-personnel-carrier": {"communications", "firing-ports", "tracked"},
    "tank-destroyer": {"communications", "tracked"},
    "tank-light": {"communications", "firing-ports", "tracked"},
    "tank-medium": {"communications", "firing-ports", "tracked"},
    "tank-heavy": {"communications", "firing-ports", "tracked"},
}


def drawn(state: OwbState, name: str = "v") -> Figure:
    """The figure of a vehicle."""
    return next(
        one for one in RULEBOOK.figures(state) if isinstance(one, Figure) and one.piece == name
    )


@rule("owb.vstat.broad-categories")
@pytest.mark.parametrize("stats", [{"length": 0}, {"width": 13}, {"height": 2}])
def test_a_size_that_cannot_be_is_refused(stats: dict[str, int]) -> None:
    with pytest.raises(ScenarioError):
        parked("car", (10, 20), stats=stats)


@rule("owb.vstat.broad-categories")
def test_a_scenario_may_have_a_better_model_under_its_own_name() -> None:
    panther = built("tank-medium", stats={"aac": 16, "hp": 40, "movement": 10})
    assert (panther.aac, panther.hp, panther.most_hp, panther.movement) == (16, 40, 40, 10)
    not_set_up("speed", "tank-medium", stats={"speed": 3})
    not_set_up("hp", "tank-medium", stats={"hp": 0})


@rule("owb.vstat.armor-class")
def test_the_two_armor_classes_of_a_stat_block_make_19() -> None:
    from sandtable.rulebooks.whitebox.state.tables import rows_of

    for row in rows_of("vehicle-stats"):
        assert row["ac"] + row["aac"] == 19


@rule("owb.vstat.hit-points-average")
def test_hit_points_may_be_rolled_a_d6_for_each_hit_die() -> None:
    scenario = scene(
        vehicle("v", "car", (10, 20)), WATCHER, options={"vehicle_hit_points": "rolled"}
    )
    state, _ = RULEBOOK.start(scenario, ScriptedDice([2, 5, 6, 1]))
    assert (the(state, "v").hp, the(state, "v").most_hp) == (7, 7)


@rule("owb.vstat.movement-in-squares")
def test_a_third_of_the_movement_is_the_cautious_rate() -> None:
    from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving_check import allowance_at
    from sandtable.rulebooks.whitebox.state.tables import rows_of

    for row in rows_of("vehicle-stats"):
        state = lone_vehicle(row["vehicle"])
        found = the(state, "v")
        assert allowance_at(state, found, "normal") == row["movement"]
        assert allowance_at(state, found, "crawl") == row["crawl_and_reverse"]


@rule("owb.vstat.printed-values-include-modifications")
def test_what_is_printed_is_counted_already() -> None:
    heavy = built("tank-heavy")
    assert (heavy.hull, heavy.movement, heavy.aac) == (3, 6, 16)
    assert built("tank-light", add=["reinforced-hull"]).movement == 6


@rule("owb.vstat.weapon-options", "owb.vstat.armored-car")
def test_and_or_lets_a_mount_stay_empty_but_not_both() -> None:
    only_gun = built("armored-car", weapons={"TR2": "cannon", "PIN": "none"})
    assert [(m.id, m.weapon, m.kind) for m in only_gun.mounts] == [("gun-1", "cannon", "TR2")]
    not_set_up("at least one", "armored-car", weapons={"TR2": "none", "PIN": "none"})
    not_set_up("TR2", "armored-car", weapons={"TR2": "tank-gun-heavy"})
    not_set_up("mount", "armored-car", weapons={"F": "machinegun-medium"})


@rule(
    "owb.vstat.motorcycle",
    "owb.vstat.car",
    "owb.vstat.truck-small",
    "owb.vstat.truck-large",
    "owb.vstat.armored-car",
    "owb.vstat.armored-personnel-carrier",
    "owb.vstat.tank-destroyer",
    "owb.vstat.tank-light",
    "owb.vstat.tank-medium",
    "owb.vstat.tank-heavy",
    "owb.vstat.armor-class",
    "owb.vstat.hit-points-average",
    "owb.vstat.weapon-options",
)
@pytest.mark.parametrize("sheet", PRINTED)
def test_the_stat_blocks_are_as_printed(sheet: str) -> None:
    found, block = built(sheet), BLOCKS[sheet]
    assert (
        found.aac,
        found.hp,
        block.hit_dice,
        found.movement,
        found.length,
        found.width,
        found.hull,
    ) == PRINTED[sheet]
    assert [(mount.weapon, mount.kind) for mount in found.mounts] == CARRIED[sheet]
    assert set(found.modifications) == BUILT_IN[sheet]
    assert found.hp == found.most_hp
    assert not found.wreck


@rule("owb.vstat.motorcycle-sidecar")
def test_a_sidecar_carries_one_more_rider_on_the_same_footprint() -> None:
    assert built("motorcycle").all_seats == ("operator",)
    found = built("motorcycle", sidecar=True)
    assert found.all_seats == ("operator", "passenger-1")
    assert (found.length, found.width, found.mounts) == (2, 1, ())
    not_set_up("sidecar", "car", sidecar=True)
    not_set_up("sidecar", "motorcycle", sidecar=3)


@rule("owb.vstat.armored-personnel-carrier", "owb.vstat.weapon-options")
def test_a_carrier_may_have_a_turret_beside_its_machinegun() -> None:
    both = built("armored-personnel-carrier", weapons={"TR2": "autocannon"})
    assert {(m.weapon, m.kind) for m in both.mounts} == {
        ("autocannon", "TR2"),
        ("machinegun-heavy", "PIN"),
    }
    assert both.all_seats[:3] == ("operator", "gun-1", "gun-2")


@rule("owb.vstat.tank-destroyer", "owb.arc.traverse-timing")
def test_the_fixed_gun_of_a_tank_destroyer_is_aimed_with_the_hull() -> None:
    state = state_of(
        vehicle("su", "tank-destroyer", (10, 25), td_gun="F"),
        vehicle("ahead", "truck-large", (10, 8), 4, "b"),
        vehicle("aside", "truck-large", (30, 25), 0, "b"),
        FAR_FOE,
    )
    gun_shot(state, fire("su", "ahead"))
    assert gun_refused(state, fire("su", "aside")) == "owb.arc.decides-targets"
    assert isinstance(open_release(state, state.person("su.gun-1")), FireGun), "never a traverse"


@rule("owb.vstat.tank-destroyer", "owb.crew.veterans-plus-one", "owb.vstat.hit-points-average")
def test_switches_of_single_vehicles_and_of_hit_points() -> None:
    fixed = state_of(vehicle("v", "tank-destroyer", (10, 20), td_gun="F"), FAR_FOE)
    assert [mount.kind for mount in the(fixed, "v").mounts] == ["F", "F"]
    veteran = state_of(
        vehicle("v", "tank-medium", (10, 20), crew_quality="veteran"),
        vehicle("foe", "car", (11, 8), 4, "b"),
    )
    assert gun_shot(veteran, fire("v", "foe")).tally.total == 1
    assert gun(veteran, "v").person.rank == "veteran"
    rolled = fight(
        vehicle("v", "tank-heavy", (10, 20)),
        FAR_FOE,
        options={"vehicle_hit_points": "rolled"},
        dice=[*[3] * 10, 6, 1],
    )
    assert (the(rolled, "v").hp, the(rolled, "v").most_hp) == (30, 30)


@rule("owb.vstat.tank-destroyer")
def test_the_gun_of_a_tank_destroyer_is_in_a_turret_or_fixed() -> None:
    assert built("tank-destroyer").mounts[0].kind == "TR2"
    fixed = built("tank-destroyer", td_gun="F", weapons={"TR2": "tank-gun-heavy"})
    assert (fixed.mounts[0].kind, fixed.mounts[0].weapon) == ("F", "tank-gun-heavy")
    by_switch = the(lone_vehicle("tank-destroyer", options={"td_gun": "F"}), "v")
    assert by_switch.mounts[0].kind == "F"
    not_set_up("td_gun", "tank-destroyer", td_gun="TR3")
    not_set_up("td_gun", "tank-light", td_gun="F")


@rule("owb.vstat.tank-light", "owb.vstat.tank-medium", "owb.vstat.weapon-options")
def test_tanks_choose_among_the_printed_guns_and_hulls() -> None:
    assert built("tank-light", weapons={"TR2": "tank-gun-light"}).mounts[0].weapon == (
        "tank-gun-light"
    )
    thin = built("tank-medium", hull=1, weapons={"TR2": "tank-gun-light"})
    assert (thin.hull, thin.movement, thin.mounts[0].weapon) == (1, 9, "tank-gun-light")
    not_set_up("hull", "tank-medium", hull=3)
    not_set_up("hull", "tank-heavy", hull=2)
    not_set_up("TR2", "tank-medium", weapons={"TR2": "none"})


def test_mounts_can_be_customised() -> None:
    found = built(
        "tank-light",
        mounts=[
            {"weapon": "tank-gun-medium", "kind": "TR3"},
            {"weapon": "machinegun-medium", "kind": "CXL"},
            {"weapon": "machinegun-heavy", "kind": "PIN", "shield": True},
            {"weapon": "machinegun-light", "kind": "F", "linked": True},
        ],
    )
    assert [(m.weapon, m.kind, m.linked, m.shield) for m in found.mounts] == [
        ("tank-gun-medium", "TR3", False, False),
        ("machinegun-medium", "CXL", False, False),
        ("machinegun-heavy", "PIN", False, True),
        ("machinegun-light", "F", True, False),
    ]
    assert "gun-4" not in found.all_seats
    not_set_up("fixed", "car", mounts=[{"weapon": "cannon", "kind": "TR2", "linked": True}])
    not_set_up("turret", "car", mounts=[{"weapon": "cannon", "kind": "CXL"}])
    not_set_up("kind of mount", "car", mounts=[{"weapon": "cannon", "kind": "TOP"}])
    not_set_up("weapon", "car", mounts=[{"weapon": "rifle-large", "kind": "F"}])
    not_set_up("property", "car", mounts=[{"weapon": "cannon", "kind": "F", "rounds": 3}])
    not_set_up("list", "car", mounts="cannon")


def test_shields_and_open_tops_are_the_carriers() -> None:
    assert built("armored-car").mounts[1].shield
    assert not built("armored-car", shield=False).mounts[1].shield
    assert not built("armored-personnel-carrier").open_top
    assert built("armored-personnel-carrier", open_top=True).open_top
    assert the(lone_vehicle("armored-personnel-carrier", options={"open_top": "on"}), "v").open_top
    not_set_up("open_top", "tank-light", open_top=True)


@pytest.mark.parametrize(
    ("match", "status"),
    [
        ("status", {"colour": "green"}),
        ("pace", {"pace": "flat out"}),
        ("travel", {"travel": 22}),
        ("travel", {"travel": "far"}),
        ("hp", {"hp": 9}),
        ("empty", {"empty": ["turret"]}),
        ("empty", {"empty": "operator"}),
        ("crew_quality", {"crew_quality": "elite"}),
        ("surprised", {"surprised": "yes"}),
        ("stats", {"stats": 7}),
        ("weapons", {"weapons": {"TR2": "cannon"}}),
    ],
)
def test_wrong_values_are_named(match: str, status: dict[str, Any]) -> None:
    not_set_up(match, "car", **status)


def test_vehicles_must_fit_where_they_stand() -> None:
    def wrong(match: str, *units: Any, **rest: Any) -> None:
        with pytest.raises(ScenarioError, match=match):
            state_of(*units, WATCHER, **rest)

    tank = vehicle("tank", "tank-light", (10, 20))
    wrong("map", vehicle("tank", "tank-light", (35, 20)))
    wrong("same square", tank, vehicle("car", "car", (11, 22)))
    wrong("same square", tank, man("ivan", (11, 21)))
    wrong("boulder", tank, terrain=[filled("rock", "boulder", (11, 22))])
    wall = [filled("wall", "low-brick-wall", (10, 20), (11, 22))]
    state_of(tank, WATCHER, terrain=wall)
    wrong("low-brick-wall", vehicle("car", "car", (10, 20)), terrain=wall)


def test_a_scenario_may_have_wrecks() -> None:
    state = lone_vehicle("tank-light", hp=-10)
    assert the(state, "v").wreck == "exploded"
    assert not state.occupants("v")
    shot = lone_vehicle("tank-light", hp=0)
    assert (the(shot, "v").wreck, the(shot, "v").shocked) == ("inoperable", True)
    assert len(shot.occupants("v")) == 4


def test_characters_take_the_seats_that_the_scenario_gives_them() -> None:
    tank = vehicle("tank", "tank-light", (10, 20))
    driver = man("ivan", (1, 1), carried_by="tank", seat="operator")
    state = state_of(tank, driver, WATCHER)
    seats = {person.seat: person.id for person in state.occupants("tank")}
    assert seats["operator"] == "ivan"
    assert set(seats) == {"operator", "gun-1", "gun-2", "passenger-1"}
    with pytest.raises(ScenarioError, match="seat"):
        state_of(tank, man("ivan", (1, 1), carried_by="tank", seat="roof"), WATCHER)
    with pytest.raises(ScenarioError, match="vehicle"):
        state_of(tank, man("ivan", (1, 1), carried_by="truck"), WATCHER)
    with pytest.raises(ScenarioError, match="no free seat"):
        state_of(tank, man("ivan", (1, 1), carried_by="tank"), WATCHER)


def test_a_vehicle_is_drawn_from_above_on_the_squares_that_it_fills() -> None:
    state = lone_vehicle("tank-medium")
    tank = the(state, "v")
    state.put(tank.with_mount(replace(tank.mounts[0], facing=2)))
    found = drawn(state)
    assert (found.look, found.silhouette, found.kind) == ("vehicle", "tank", "Medium tank")
    assert (found.width, found.depth, found.heading, found.turret) == (2.0, 4.0, 0.0, 90.0)
    assert (found.x, found.y, found.outline) == (11.0, 14.0, ())
    shown = {one.piece for one in RULEBOOK.figures(state) if isinstance(one, Figure)}
    assert shown == {"v", "foe"}


def test_on_the_diagonal_its_base_is_the_squares_themselves() -> None:
    state = state_of(vehicle("v", "motorcycle", (10, 20), 1), WATCHER)
    squares = state.footprint(the(state, "v")).squares
    found = drawn(state)
    assert len(found.outline) == 8
    assert {(min(x for x, _ in found.outline), max(y for _, y in found.outline))} == {
        (min(x for x, _ in squares), 36 - min(y for _, y in squares))
    }
    assert found.turret is None


def test_wrecks_smoke_and_debris_are_drawn() -> None:
    state = lone_vehicle("tank-destroyer", td_gun="F", hp=-10)
    state.smoke = (((10, 19), 99), ((11, 19), 99))
    state.changes = (Change((3, 3), "debris"), Change((5, 5), "debris", (5, 6)))
    assert drawn(state).silhouette == "assault-gun"
    assert drawn(state).marks == ("wrecked",)
    patches = {one.id: one for one in RULEBOOK.figures(state) if isinstance(one, Patch)}
    assert set(patches) == {"smoke-0", "change-0", "change-1"}
    assert patches["smoke-0"].outline == ((10.0, 17.0), (12.0, 17.0), (12.0, 16.0), (10.0, 16.0))


def test_the_data_sheets_list_vehicles_and_their_weapons() -> None:
    sheets = {sheet["id"]: sheet for sheet in RULEBOOK.data_sheets()}
    tank = sheets["tank-medium"]
    assert tank["type"] == "vehicle"
    assert (tank["aac"], tank["hit_points"], tank["movement"]) == (15, 36, 9)
    assert (tank["length"], tank["width"], tank["hull"]) == (4, 2, "1 or 2")
    assert tank["weapons"] == [
        "[TR2] tank gun light or tank gun medium",
        "[F] machinegun medium (2)",
    ]
    assert sheets["cannon"]["type"] == "vehicle weapon"
    assert (sheets["cannon"]["damage"], sheets["cannon"]["range"]) == ("7d6", 60)
    assert sheets["armored-car"]["weapons"] == [
        "[TR2] autocannon or cannon, or none",
        "[PIN] machinegun medium, or none",
    ]
