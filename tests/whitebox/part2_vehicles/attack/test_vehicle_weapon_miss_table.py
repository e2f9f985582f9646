"""VEHICLE WEAPON MISS TABLE."""

import pytest

from sandtable.rulebooks.whitebox.part2_vehicles.attack.misses_and_bursts import lands_astray
from sandtable.rulebooks.whitebox.state.footprint import nearest_to
from tests.whitebox.kit import *


def _shot_at(state: OwbState, events: Sequence[Event]) -> str:
    if any(event.kind == "vehicle-blasted" for event in events):
        raise AssertionError("bursts are resolved later")
    attack = next(event for event in events if event.kind == "attack")
    if not attack.data["hit"]:
        near = any(e.data.get("lands") for e in events if e.kind in ("miss", "explosive"))
        return "near miss" if near else "miss"
    if not attack.data["damage"]:
        return "no effect"
    foe = state.vehicle("prey")
    left = foe.most_hp - int(attack.data["damage"])
    return "damaged" if left > 0 else "inoperable" if left > -10 else "explodes"


def _first_of(word: Word) -> Word:
    """The word for the events before anything has burst."""

    def first(state: OwbState, events: Sequence[Event]) -> str:
        early = [e for e in events if e.kind in ("attack", "miss", "explosive", "damage")]
        return word(state, early)

    return first


def astray(start_: Square, *dice: int, terrain: Any = (), point: Any = (10, 30)) -> Square | None:
    state = state_of(man("ivan", (1, 1)), man("foe", (1, 5), "b"), terrain=terrain)
    source = FiringPoint(point, ((10, 30), (11, 30), (10, 31), (11, 31)), "gone")
    return lands_astray(state.grounds, source, start_, ScriptedDice(dice))


@rule("owb.vmiss.threshold-14")
@pytest.mark.parametrize(
    ("face", "hit", "table"),
    [
        (16, False, True),
        (14, False, True),
        (13, False, False),
        (17, False, True),
        (18, True, False),
    ],
)
def test_a_16_at_normal_pace_misses_a_tank_destroyer_and_is_looked_up(
    face: int, hit: bool, table: bool
) -> None:
    battle = duel("tank-medium", "tank-destroyer", pace="normal")
    dice = [1] * 9 if hit else [4] if table else []
    fires(battle, fire("tank", "foe"), face, *dice)
    assert rolled_all(battle)
    assert told(battle, "attack")[0].data["hit"] is hit


@rule("owb.vmiss.threshold-14", "owb.vweapon.autocannon-burst-and-suppressive-vs-vehicles")
@pytest.mark.parametrize(("face", "rolled"), [(11, False), (12, True)])
def test_the_bonus_of_a_burst_counts_for_that_too(face: int, rolled: bool) -> None:
    battle = duel("armored-car", pace="normal")
    fires(battle, fire("tank", "foe", mode="burst"), face, *([4] if rolled else []))
    assert rolled_all(battle)


@rule("owb.vmiss.where-it-lands")
@pytest.mark.parametrize(
    ("die", "distance", "lands"),
    [(1, 3, (10, 9)), (2, 3, (14, 5)), (3, 3, (6, 5)), (1, 6, (10, 12)), (2, 1, (12, 5))],
)
def test_a_round_fired_due_north_falls_short_or_aside(
    die: int, distance: int, lands: Square
) -> None:
    """A gun on a tank three squares wide, so that its middle is that of a square."""
    battle = started(
        "tank",
        vehicle("tank", "tank-heavy", (9, 25)),
        vehicle("foe", "tank-medium", (11, 5), 4, "b", stats={"aac": 25}),
        FAR_FOE,
    )
    # 2d6+2 of the burst; the operator's save where the tank is in the area.
    fires(battle, fire("tank", "foe"), 14, die, distance, *[1, 1, 20])
    assert told(battle, "blast")[0].data["at"] == lands


@rule("owb.vmiss.where-it-lands")
def test_a_short_round_at_an_adjacent_target_bursts_on_it() -> None:
    """Nothing lies between them: the last square before the firer is the target's own."""
    battle = started(
        "tank",
        vehicle("tank", "tank-medium", (10, 25), pace="normal"),
        vehicle("foe", "tank-medium", (10, 21), 4, "b"),
        FAR_FOE,
    )
    fires(battle, fire("tank", "foe"), 14, 1, 6, 1, 1, 18)
    assert told(battle, "miss")[0].data["lands"] in ((10, 24), (11, 24))


@rule("owb.vmiss.where-it-lands", "owb.vmiss.threshold-14")
@pytest.mark.parametrize("column", [1, 15])
def test_a_round_that_misses_at_the_edge_may_leave_the_map(column: int) -> None:
    """Two columns from the western edge some rounds to the left fall beyond it."""
    battle = started(
        "tank",
        vehicle("tank", "armored-car", (column, 25)),
        vehicle("prey", "truck-large", (column + 1, 8), 4, "b"),
        FAR_FOE,
        options={"naturals_vehicle": "off"},
        pace="normal",
    )
    order = fire("tank", "prey")
    fixed = {"splinters": 1, "get out": 1, "save vs": 1, "shell": 1, "explosion": 1}
    assert odds_told(battle, order) == every_way(battle, order, _first_of(_shot_at), fixed)
    assert odds_told(battle, order)["near miss"] < Fraction(1, 2)


@rule("owb.vmiss.where-it-lands")
def test_table_9_short_right_left_or_nowhere() -> None:
    assert astray((10, 5), 1, 3) == (10, 9)
    assert astray((10, 5), 2, 3) == (14, 5)
    assert astray((10, 5), 3, 3) == (6, 5)
    assert [astray((10, 5), face) for face in (4, 5, 6)] == [None] * 3


@rule("owb.vmiss.where-it-lands")
def test_the_line_of_fire_is_the_nearest_of_the_eight_directions() -> None:
    assert astray((30, 12), 1, 1) == (28, 14)
    assert astray((30, 12), 2, 1) == (32, 14)


@rule("owb.vmiss.where-it-lands")
def test_a_short_round_stops_before_the_firer_and_others_at_walls_or_off_the_map() -> None:
    assert astray((10, 26), 1, 6) == (10, 29)
    wall = [filled("wall", "tall-wall", (13, 5))]
    assert astray((10, 5), 2, 6, terrain=wall) == (12, 5)
    assert astray((33, 5), 2, 6) is None


@rule("owb.vmiss.where-it-lands")
def test_a_miss_counts_from_the_targets_nearest_square() -> None:
    battle = duel(pace="normal")
    source = gun(battle.state, "tank").source
    print_ = battle.state.footprint(the(battle, "foe"))
    assert nearest_to(print_, source.point) == (10, 8)
    assert print_.squares[0][1] != 9
    fires(battle, fire("tank", "foe"), 18, 1, 2, 3, 3)
    assert told(battle, "miss")[-1].data["lands"] == (10, 11)


@rule("owb.vmiss.burst-damage", "owb.vdamage.vehicle-save-vs-explosives")
def test_a_burst_beside_a_truck_is_saved_for_with_two_more_and_halved_twice() -> None:
    battle = started(
        "tank", OUR_TANK, vehicle("foe", "truck-large", (11, 8), 4, "b", stats={"aac": 30}), FAR_FOE
    )
    # 2 to the right of (10, 8): a burst in (12, 8), beside it. 2d6+2 = 9; the driver saves on
    # 18 - 2; as there is no hull he is caught himself as well, and saves again.
    feed(battle, 14, 2, 1, 3, 4, 16, 20)
    battle.play(fire("tank", "foe"), "a")
    assert rolled_all(battle)
    assert the(battle, "foe").hp == 16 - 2


@rule("owb.vmiss.burst-damage", "owb.vmiss.save-bonus-off-centre")
def test_a_miss_bursts_in_7_by_7_and_who_is_off_the_square_saves_with_2_more() -> None:
    battle = started(
        "tank",
        OUR_TANK,
        vehicle("foe", "tank-heavy", (10, 8), 4, "b"),
        man("on", (16, 8), "b", rank="officer"),
        man("off", (19, 11), "b", rank="officer"),
        man("out", (20, 8), "b", rank="officer"),
        pace="normal",
    )
    lands = (16, 8)
    before = {name: person(battle, name).hp for name in ("on", "off", "out")}
    fires(battle, fire("tank", "foe"), 18, 2, 5, 4, 5, 1, 1)
    assert told(battle, "miss")[-1].data["lands"] == lands
    assert told(battle, "blast")[-1].data == {"at": lands, "damage": 11, "reach": 3}
    assert {n: before[n] - person(battle, n).hp for n in before} == {"on": 11, "off": 11, "out": 0}
    save = saving_throw(person(battle, "off").combatant)
    assert "helmet" in person(battle, "off").armor
    again = started(
        "tank",
        OUR_TANK,
        vehicle("foe", "tank-heavy", (10, 8), 4, "b"),
        man("on", (16, 8), "b", rank="officer"),
        man("off", (19, 11), "b", rank="officer"),
        pace="normal",
    )
    fires(again, fire("tank", "foe"), 18, 2, 5, 4, 5, save - 2, save - 3)
    assert before["on"] - person(again, "on").hp == 11
    assert before["off"] - person(again, "off").hp == 5


@rule("owb.vmiss.save-bonus-off-centre", "owb.vmiss.burst-damage")
def test_a_vehicle_in_the_burst_is_caught_once_and_its_operator_saves() -> None:
    battle = started(
        "tank",
        OUR_TANK,
        vehicle("foe", "tank-heavy", (10, 8), 4, "b"),
        vehicle("truck", "truck-large", (15, 6), 0, "b"),
        FAR_FOE,
        pace="normal",
    )
    fires(battle, fire("tank", "foe"), 18, 2, 1, 4, 4, 15, 1, 1)
    assert told(battle, "miss")[-1].data["lands"] == (12, 8)
    assert the(battle, "truck").hp == 16 - 5


@rule("owb.vmiss.burst-and-occupants", "owb.blast.vehicles-in-area")
def test_a_shell_beside_a_carrier_strikes_it_and_then_the_gunner_at_its_pintle() -> None:
    """14 points: a quarter of it is 3; the gunner fails and dies; nobody inside is hurt."""
    battle = started(
        "tank", OUR_TANK, vehicle("apc", "armored-personnel-carrier", (10, 8), 4, "b"), FAR_FOE
    )
    fires(battle, fire("tank", at=(10, 10)), 10, 6, 6, 15, 1)
    assert rolled_all(battle)
    assert the(battle, "apc").hp == 24 - 3
    out = [one.id for one in battle.state.occupants("apc") if one.out]
    assert out == ["apc.gun-1"]


@rule("owb.vmiss.burst-and-occupants")
def test_bursts_hurt_those_who_sit_in_the_open_and_not_those_behind_armor() -> None:
    battle = started(
        "tank",
        OUR_TANK,
        man("foe", (10, 12), "b", rank="officer"),
        vehicle("car", "armored-car", (12, 11), 4, "b"),
        FAR_FOE,
    )
    fires(battle, fire("tank", at=(10, 12)), 10, 1, 1, *[1] * 12)
    assert person(battle, "car.gun-2").hp == 4 - 4
    for seat in ("operator", "gun-1", "passenger-1"):
        assert person(battle, f"car.{seat}").hp == 4
    truck = started(
        "tank",
        OUR_TANK,
        man("foe", (10, 12), "b", rank="officer"),
        vehicle("truck", "truck-large", (12, 11), 4, "b"),
        FAR_FOE,
    )
    fires(truck, fire("tank", at=(10, 12)), 10, 1, 1, *[1] * 12)
    assert person(truck, "truck.operator").hp == 4 - 4
