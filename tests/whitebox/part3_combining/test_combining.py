"""COMBINING TPC AND TVC: terrain, smoke, repairs, vehicles as cover."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.lines import sightline
from sandtable.rulebooks.whitebox.part2_vehicles.movement.terrain import Terrain as Difficulty
from sandtable.rulebooks.whitebox.state.tables import rows_of
from tests.whitebox.kit import *


@rule("owb.los.vehicles-as-features")
def test_an_armored_vehicle_is_tall_cover_and_another_is_concealment() -> None:
    armored = state_of(IVAN, truck_at(sheet="tank-medium"))
    kind = armored.grounds.kind((10, 8))
    assert (kind.height, kind.protection) == ("tall", "cover")
    assert not open_line(armored, (10, 20), (10, 3))
    plain = state_of(IVAN, truck_at())
    kind = plain.grounds.kind((10, 8))
    assert (kind.height, kind.protection) == ("tall", "concealment")
    assert open_line(plain, (10, 20), (10, 3))
    assert plain.bare_grounds.kind((10, 8)).name == "flat-ground"


@rule("owb.los.vehicles-as-features")
def test_nobody_walks_through_a_vehicle_and_a_wreck_still_covers() -> None:
    state = state_of(man("ivan", (10, 11)), truck_at(sheet="tank-medium", hp=0))
    assert the(state, "truck").wreck
    assert step_cost(state, state.person("ivan"), (10, 11), (10, 10)) is None
    assert not open_line(state, (10, 20), (10, 3))


@rule("owb.combined.terrain-differs")
def test_the_same_ground_differs_by_who_crosses_it() -> None:
    state = state_of(truck_at(), vehicle("t34", "tank-medium", (20, 20)), man("ivan", (1, 1)))
    wheeled, tracked = the(state, "truck"), the(state, "t34")
    for row in rows_of("terrain-by-mover"):
        feature = row["feature"]
        assert FEATURES[feature].movement == row["character"]
        assert ground_class(wheeled, feature) == row["wheeled"]
        assert ground_class(tracked, feature) == row["tracked"]


@rule("owb.combined.terrain-differs")
def test_a_wall_stops_a_jeep_but_neither_a_man_nor_a_tank() -> None:
    wall = edged("wall", "low-brick-wall", (0, 19), (36, 19))
    units = (
        vehicle("jeep", "car", (10, 19), 0),
        vehicle("t34", "tank-medium", (20, 19), 0),
        man("ivan", (15, 19)),
        man("foe", (3, 3), "b"),
    )
    state = state_of(*units, terrain=(wall,))

    def going(name: str) -> bool:
        piece = the(state, name)
        here = state.footprint(piece)
        return Difficulty(state, piece).step(here, moved(here, 0), 0).closed is None

    assert not going("jeep")
    assert going("t34")
    assert step_cost(state, state.person("ivan"), (15, 19), (15, 18)) == 2


@rule("owb.combined.buildings-hit-by-tank-guns")
def test_a_cannon_is_no_tank_gun_and_bursts_before_the_house() -> None:
    battle = duel(
        "tank-light",
        terrain=[filled("wall", "building-wall-masonry", (5, 18), (16, 18))],
        options={"tank_gun_penetrates_buildings": "on"},
    )
    assert gun_shot(battle.state, fire("tank", at=(10, 18))).burst == (10, 19)


@rule("owb.combined.buildings-hit-by-tank-guns")
@pytest.mark.parametrize("through", [False, True])
def test_a_shell_at_a_wall_bursts_before_it_or_goes_through(through: bool) -> None:
    battle = started(
        "tank",
        OUR_TANK,
        man("foe", (10, 11), "b", rank="officer"),
        FAR_FOE,
        terrain=[filled("wall", "building-wall-masonry", (6, 13), (14, 13))],
        options={"tank_gun_penetrates_buildings": "on" if through else "off"},
    )
    found = gun_shot(battle.state, fire("tank", at=(10, 13)))
    assert found.burst == ((10, 12) if through else (10, 14))
    fires(battle, fire("tank", at=(10, 13)), 10, 3, 4, 1)
    assert person(battle, "foe").hp == 12 - (9 if through else 0)
    assert battle.state.grounds.kind((10, 13)).name == "rubble"


@rule("owb.combined.smoke-from-wrecks")
def test_the_smoke_of_an_exploded_wreck_conceals_what_is_behind_it() -> None:
    """A truck burns between them; it would conceal anyway, so look past its side."""
    options: Any = {"wreck_smoke": "on", "escape_save": "off"}
    state = state_of(
        vehicle("v", "car", (10, 20), hp=-9),
        vehicle("moto", "motorcycle", (12, 8), 4, "b"),
        WATCHER,
        options=options,
    )
    assert vehicle_shelter(state, (12, 34), the(state, "moto")) == "none"
    damaged(state, 1)
    assert vehicle_shelter(state, (12, 34), the(state, "moto")) == "concealed"
    assert vehicle_shelter(state, (14, 34), the(state, "moto")) == "none"


@rule("owb.combined.smoke-from-wrecks")
def test_an_exploded_vehicle_smokes_for_the_rest_of_the_battle() -> None:
    options: dict[str, str | bool] = {"wreck_smoke": "on", "escape_save": "off"}
    state = lone_vehicle("motorcycle", options=options, hp=-9)
    assert not sightline(state.grounds, (5, 19), (15, 19)).concealed
    damaged(state, 1)
    smoky = {square for square, _ in state.smoke}
    assert smoky == {(x, y) for x in (9, 10, 11) for y in (19, 20, 21, 22)}
    assert sightline(state.grounds, (5, 19), (15, 19)).concealed
    assert min(last for _, last in state.smoke) > 1000
    clear = lone_vehicle("motorcycle", options={"escape_save": "off"}, hp=-9)
    damaged(clear, 1)
    assert clear.smoke == ()
