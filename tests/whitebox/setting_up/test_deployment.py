"""Setting up: who is placed where, with what."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import loadout
from sandtable.rulebooks.whitebox.part1_personal.round.initiative import are_enemies, groups_of
from sandtable.scenario.validation import validate
from tests.whitebox.kit import *


def bare(units: tuple[Unit, ...], size: TableSize) -> Scenario:
    return Scenario(
        id="bare",
        title="Bare",
        book="owb",
        table=size,
        sides=(Side(id="a", name="A"), Side(id="b", name="B")),
        units=units,
        options={"surprise": "none"},
    )


HERE = middle((10, 32))


def rifleman(**status: Any) -> Unit:
    return Unit(id="ivan", sheet="rifleman", side="a", zone="south", status=status)


def placed(battle: OwbBattle, **more: Any) -> Any:
    """The character after he has been placed."""
    play(battle, Deploy("ivan", at=HERE, **more), dice=(6, 1))
    return person(battle, "ivan")


def gunner(**status: Any) -> Unit:
    return Unit(id="ivan", sheet="medium-machinegunner", side="a", zone="south", status=status)


DEEP_SOUTH = Zone(id="south", outline=((0, 0), (36, 0), (36, 8), (0, 8)), side="a")
HERE_FOR_VEHICLES = (11.0, 4.0)


def placing_a_vehicle(sheet: str, **status: Any) -> OwbBattle:
    """A battle in which side a has one vehicle to place."""
    unit = Unit(id="tank", sheet=sheet, side="a", zone="south", status=status)
    return fight(unit, man("foe", (10, 3), "b"), zones=(DEEP_SOUTH,), dice=())


def vehicle_placed(battle: OwbBattle, **more: Any) -> Vehicle:
    """The vehicle after it has been placed."""
    play(battle, Deploy("tank", at=HERE_FOR_VEHICLES, **more), dice=A_FIRST)
    return the(battle, "tank")


def setting_up_refused(battle: OwbBattle, **more: Any) -> str:
    """The rule by which a vehicle cannot begin so."""
    before = battle.state
    found = present(battle.refusal(Deploy("tank", at=HERE_FOR_VEHICLES, **more), "a"))
    assert battle.state == before
    return found.rule


def zoned(*more: Unit, **rest: Any) -> OwbBattle:
    outline = ((0.0, 0.0), (36.0, 0.0), (36.0, 6.0), (0.0, 6.0))
    units = (Unit(id="t34", sheet="tank-medium", side="a", zone="south"), panzer())
    return fight(*units, *more, zones=(Zone(id="south", outline=outline),), **rest)


@rule("owb.base.loadouts")
def test_weights_of_the_loadouts_add_up() -> None:
    for name in LOADOUTS:
        kit = loadout(name)
        guns = [w for w in kit.weapons if w in MISSILE]
        blades = [w for w in kit.weapons if w not in MISSILE]
        assert weight_carried(guns, blades, kit.armor, kit.grenades) == kit.weight, name


@rule("owb.base.sides-and-groups", "owb.initiative.group-or-individual")
def test_two_groups_of_a_side_with_the_same_result_keep_their_places() -> None:
    men = (
        man("one", (10, 20), group="first"),
        man("two", (12, 20), group="second"),
        FOE_AHEAD,
    )
    battle = fight(*men, dice=(5, 5, 2))
    assert battle.state.order == ("first", "second", "b")
    assert set(battle.choices[0].about) == {"one", "two"}
    # in a tie of both with b the reverse of the last round counts, without a die
    pass_all(battle, dice=(3, 3, 3))
    assert battle.state.tied
    assert battle.choices[0].about == ("foe",)


@rule("owb.base.sides-and-groups", "owb.base.able-to-act")
def test_a_group_is_a_side_unless_the_scenario_splits_it() -> None:
    state = fight(
        man("ivan", (1, 1)),
        man("oleg", (3, 1), group="scouts"),
        man("foe", (1, 9), "b"),
        dice=(1, 2, 3),
    ).state
    assert list(groups_of(state)) == ["a", "scouts", "b"]
    assert are_enemies(person(state, "ivan"), person(state, "foe"))
    assert not are_enemies(person(state, "ivan"), person(state, "oleg"))
    state.change("oleg", out="incapacitated")
    assert groups_of(state)["scouts"] == []


@rule("owb.base.deployment", "owb.grid.map-size")
def test_without_positions_and_zones_each_side_has_six_rows_along_its_edge() -> None:
    units = (
        Unit(id="ivan", sheet="rifleman", side="a"),
        Unit(id="foe", sheet="rifleman", side="b"),
    )
    scenario = bare(units, TableSize())
    validate(scenario)
    battle = Battle(RULEBOOK, scenario, ScriptedDice([2, 5]))
    assert asked_for(battle) == "deploy"
    assert battle.choices[0].seats == ("a",)
    for square, fine in (((0, 30), True), ((35, 35), True), ((10, 29), False)):
        assert battle.allows(Deploy("ivan", at=middle(square)), "a") is fine
    play(battle, Deploy("ivan", at=middle((10, 30))))
    for square, fine in (((0, 5), True), ((35, 0), True), ((10, 6), False)):
        assert battle.allows(Deploy("foe", at=middle(square)), "b") is fine


@rule("owb.base.deployment")
def test_a_scenario_that_places_some_must_place_all() -> None:
    units = (
        Unit(id="ivan", sheet="rifleman", side="a", at=(3.5, 3.5)),
        Unit(id="foe", sheet="rifleman", side="b"),
    )
    with pytest.raises(ScenarioError, match="exactly one of at, zone and enters"):
        validate(bare(units, TableSize(width=36.0, depth=36.0)))


@rule("owb.base.deployment", "owb.stance.change-loses-initiative")
def test_the_position_is_set_with_each_character() -> None:
    on: dict[str, str | bool] = {"stances": "on"}
    assert placed(placing(rifleman(), **on), position="prone").stance == "prone"
    assert placed(placing(rifleman(stance="prone"), **on), position="kneel").stance == "kneeling"
    assert placed(placing(rifleman(stance="kneeling"), **on)).stance == "kneeling"


@rule("owb.base.deployment", "owb.weapon.machinegun-medium")
def test_a_player_says_which_guns_are_set_up() -> None:
    def ready(found: Any) -> bool:
        return bool(found.arm("machinegun-medium").set_up)

    assert ready(placed(placing(gunner())))
    assert not ready(placed(placing(gunner()), set_up=False))
    assert not ready(placed(placing(gunner(set_up=False))))
    assert ready(placed(placing(gunner(set_up=False)), set_up=True))
    nothing = present(placing(rifleman()).refusal(Deploy("ivan", at=HERE, set_up=True), "a"))
    assert nothing.rule == "owb.base.deployment"


@rule("owb.base.deployment")
def test_the_page_asks_for_both_and_proposes_what_the_scenario_has() -> None:
    battle = placing(gunner(stance="kneeling", set_up=False), stances="on")
    view = battle.view("a")
    offered = RULEBOOK.actions(view.state, "a", view.choices[0], "ivan")
    usual = {slot.name: slot.default for slot in offered[0].slots}
    assert (usual["position"], usual["set_up"]) == ("kneel", False)
    order = Deploy("ivan", at=HERE, position="prone", set_up=True)
    assert faults(RULEBOOK, offered, order) == []
    plain = placing(rifleman(), stances="off").view("a")
    bare = RULEBOOK.actions(plain.state, "a", plain.choices[0], "ivan")
    assert {"position", "set_up"}.isdisjoint(slot.name for slot in bare[0].slots)


@rule("owb.base.deployment")
def test_the_lower_roll_sets_up_first_and_ties_are_rolled_again() -> None:
    zones = (
        Zone(id="south", outline=((0, 0), (36, 0), (36, 6), (0, 6)), side="a"),
        Zone(id="north", outline=((0, 30), (36, 30), (36, 36), (0, 36)), side="b"),
    )
    wall = [edged("w", "low-brick-wall", (0, 32), (36, 32))]
    ivan = Unit(id="ivan", sheet="rifleman", side="a", zone="south")
    foe = Unit(id="foe", sheet="rifleman", side="b", zone="north")
    battle = fight(ivan, foe, zones=zones, terrain=wall, dice=(3, 3, 5, 2, 6, 1))
    assert battle.choices[0].seats == ("b",)
    assert not battle.allows(Deploy("foe", at=middle((10, 20))), "b")
    play(battle, Deploy("foe", at=middle((10, 3)), facing=180.0))
    play(battle, Deploy("ivan", at=middle((10, 32)), ducked=True))
    assert square_of(battle.state, "ivan") == (10, 32)
    assert person(battle, "ivan").ducked
    assert battle.state.deployed == ("b", "a")


@rule("owb.base.deployment", "owb.arc.360-weapons-own-facing")
def test_a_turret_begins_where_the_player_points_it_and_traverses_from_there() -> None:
    battle = placing_a_vehicle("tank-medium")
    turret = present(vehicle_placed(battle, turret=6).mount("gun-1"))
    assert (turret.facing, turret.traversed) == (6, 0)
    assert [mount.facing for mount in the(battle, "tank").mounts[1:]] == [0, 0]
    play(battle, StartVehicle("tank"), SetPace("tank", "stopped"))
    play(battle, Traverse("tank.gun-1", mount="gun-1", eighths=2))
    turned = present(the(battle, "tank").mount("gun-1"))
    assert turned.facing == 0


@rule("owb.base.deployment", "owb.vmove.pace-declared-at-start-of-turn")
def test_a_vehicle_begins_at_the_pace_and_with_the_travel_that_the_player_names() -> None:
    battle = placing_a_vehicle("truck-small")
    truck = vehicle_placed(battle, pace="normal", travel=12)
    assert (truck.pace, truck.travelled, truck.rolling) == ("normal", 12, True)
    # It counts as moving from the start, so it may change lanes before any step.
    play(battle, StartVehicle("tank"), SetPace("tank", "normal"))
    assert battle.refusal(ChangeLane("tank", "left"), "a") is None


@rule("owb.base.deployment")
def test_what_is_not_said_stays_as_the_scenario_has_it() -> None:
    plain = vehicle_placed(placing_a_vehicle("truck-small"))
    assert (plain.pace, plain.travelled, plain.rolling) == ("stopped", 0, False)
    given = vehicle_placed(placing_a_vehicle("truck-small", pace="crawl", travel=4))
    assert (given.pace, given.travelled, given.rolling) == ("crawl", 4, True)
    back = vehicle_placed(placing_a_vehicle("truck-small", pace="crawl", travel=4), pace="reverse")
    assert (back.pace, back.travelled, back.rolling) == ("reverse", 0, False)


@rule("owb.base.deployment", "owb.vmove.crawl-one-third")
@pytest.mark.parametrize(
    ("pace", "most"), [("stopped", 0), ("crawl", 3), ("reverse", 3), ("normal", 9)]
)
def test_nobody_has_covered_more_than_his_pace_allows(pace: Any, most: int) -> None:
    rule_ = "owb.vmove.pace-declared-at-start-of-turn"
    assert setting_up_refused(placing_a_vehicle("tank-medium"), pace=pace, travel=most + 1) == rule_
    assert setting_up_refused(placing_a_vehicle("tank-medium"), pace=pace, travel=-1) == rule_
    assert (
        vehicle_placed(placing_a_vehicle("tank-medium"), pace=pace, travel=most).travelled == most
    )


@rule("owb.base.deployment", "owb.crew.no-operator-no-movement")
def test_what_cannot_be_so_is_refused() -> None:
    assert setting_up_refused(placing_a_vehicle("tank-medium"), turret=8) == "owb.base.deployment"
    assert setting_up_refused(placing_a_vehicle("truck-small"), turret=1) == "owb.base.deployment"
    nobody = "owb.crew.no-operator-no-movement"
    assert (
        setting_up_refused(placing_a_vehicle("truck-small", empty=["operator"]), pace="normal")
        == nobody
    )
    assert setting_up_refused(placing_a_vehicle("trailer-cannon"), pace="crawl") == nobody
    soldier = Unit(id="ivan", sheet="rifleman", side="a", zone="south")
    battle = fight(soldier, man("foe", (10, 3), "b"), zones=(DEEP_SOUTH,), dice=())
    found = present(battle.refusal(Deploy("ivan", at=(10.5, 3.5), pace="crawl"), "a"))
    assert found.rule == "owb.base.deployment"


@rule("owb.base.deployment")
def test_the_page_asks_for_turret_pace_and_travel_and_tells_them_again() -> None:
    battle = placing_a_vehicle("tank-medium", pace="crawl", travel=2)
    view = battle.view("a")
    offered = RULEBOOK.actions(view.state, "a", view.choices[0], "tank")
    usual = {slot.name: slot.default for slot in offered[0].slots}
    assert (usual["turret"], usual["pace"], usual["travel"]) == (0, "crawl", 2)
    order = Deploy("tank", at=HERE_FOR_VEHICLES, turret=2, pace="normal", travel=7)
    assert faults(RULEBOOK, offered, order) == []
    told = PHRASES.tell(view.state, order)
    assert "turret at 90 degrees, normal, 7 squares covered" in str(told)


@rule("owb.base.deployment")
def test_a_vehicle_is_placed_wholly_in_its_zone() -> None:
    pond = filled("pond", "wide-river", (20, 30), (25, 35))
    battle = zoned(man("ivan", (5, 32)), terrain=(pond,))
    outside = Deploy("t34", at=(10.0, 5.0), facing=0.0)
    assert refusal(battle, outside) == "owb.base.deployment"
    wet = Deploy("t34", at=(22.0, 3.0), facing=0.0)
    assert refusal(battle, wet) == "owb.vterrain.impassable"
    taken = Deploy("t34", at=(6.0, 3.0), facing=0.0)
    assert refusal(battle, taken) == "owb.vmove.occupied-square-means-collision"
    aslant = Deploy("t34", at=(12.0, 3.0), facing=30.0)
    assert refusal(battle, aslant) == "owb.grid.facings"
    play(battle, Deploy("t34", at=(12.0, 3.0), facing=90.0))
    placed = the(battle, "t34")
    assert (placed.facing, placed.on_table) == (2, True)
    assert (person(battle, "t34.operator").x, person(battle, "t34.operator").y) == (12.0, 3.0)


@rule("owb.base.deployment")
def test_places_for_a_vehicle_are_offered() -> None:
    battle = zoned()
    view = battle.view("a")
    offered = list(view.candidates(view.choices[0]))
    assert offered
    assert all(battle.allows(order, "a") for order in offered)
