"""What is shown of a manoeuvre before it is driven."""

from hypothesis import strategies as st

from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.driving import preview, previews
from sandtable.rulebooks.whitebox.part2_vehicles.maneuvers.every_maneuver import Preview
from sandtable.rulebooks.whitebox.part2_vehicles.movement.reach import reach
from tests.whitebox.kit import *


def shown(battle: OwbBattle, order: object) -> Preview:
    """The preview of an order that is possible now."""
    return next(one for one in previews(battle.state, CAR) if one.order == order)


def test_a_turn_is_shown_with_its_place_and_cost() -> None:
    battle = on_the_road("tank-medium")
    found = shown(battle, Turning(CAR, "right", 90))
    assert (found.cost, found.left, found.success) == (4, 5, Fraction(1))
    assert (found.after.facing, found.after.front_right) == (2, (13, 19))
    assert found.check is None
    assert found.odds is None


def test_a_tight_turn_on_tracks_shows_check_save_and_each_mishap() -> None:
    """An ordinary driver: 1 in 20 and then 3 in 20; half of the mishaps are strains."""
    battle = on_the_road("tank-medium")
    battle.state.alter(CAR, modifications=("tracked", "advanced-steering"))
    found = shown(battle, Turning(CAR, "left", 90, "tight"))
    assert (found.check, found.save) == (Fraction(1, 20), Fraction(3, 20))
    assert found.success == Fraction(3, 400)
    failed = Fraction(397, 400)
    assert dict(found.mishaps) == {
        "transmission strain": failed / 2,
        "locked drive": failed / 6,
        "overheated engine": failed / 6,
        "slipped track": failed / 6,
    }
    assert found.odds is not None
    assert sum(part for _, part in found.odds.outcomes) == 1


def test_straight_ways_are_shown_square_by_square_and_the_ram_at_their_end() -> None:
    battle = on_the_road("car", with_=[driver("op3"), man("ivan", (10, 17), "b")])
    drives = [one for one in previews(battle.state, CAR) if isinstance(one.order, Drive)]
    assert [one.order for one in drives] == [
        Drive(CAR, 1),
        Drive(CAR, 2),
        Drive(CAR, 3, "ivan"),
    ]
    ram = drives[-1]
    assert (ram.check, ram.strikes.persons) == (Fraction(1, 2), ("ivan",))
    assert dict(ram.mishaps)["skid"] == Fraction(1, 4)


def test_a_wall_can_be_rammed_and_mud_can_hold_a_car() -> None:
    terrain = [
        filled("mud", "mud", (5, 18), (20, 19)),
        edged("wall", "building-wall-masonry", (5, 18), (20, 18)),
    ]
    battle = on_the_road("car", terrain=terrain)
    found = [one for one in previews(battle.state, CAR) if isinstance(one.order, Drive)]
    assert [(one.order, one.cost, one.stuck) for one in found[:2]] == [
        (Drive(CAR, 1), 2, Fraction(1, 6)),
        (Drive(CAR, 2), 4, Fraction(1, 6)),
    ]
    assert found[2].order == Drive(CAR, 3, None, ram_object=True)
    assert found[2].strikes.objects


def test_a_pace_can_be_tried_out_before_it_is_declared() -> None:
    battle = parked("car", travel=6, pace="normal")
    assert previews(battle.state, CAR) == []
    crawling = [one.order for one in previews(battle.state, CAR, "crawl")]
    assert Turning(CAR, "left", 90, "crawling") in crawling
    assert Turning(CAR, "left", 90, "tight") not in crawling
    assert Jump(CAR, 4) in [one.order for one in previews(battle.state, CAR, "normal")]
    assert not the(battle, CAR).declared


def test_getting_unstuck_shows_its_chance_and_no_mishap() -> None:
    battle = parked("car")
    battle.state.alter(CAR, stuck=True)
    (found,) = previews(battle.state, CAR)
    assert (found.order, found.check, found.mishaps) == (Unstick(CAR), Fraction(1, 20), ())
    assert preview(battle.state, Unstick(CAR)) == found


def test_one_order_is_shown_as_in_the_list() -> None:
    battle = on_the_road("car", travel=9)
    for one in previews(battle.state, CAR):
        assert preview(battle.state, one.order) == one
    assert preview(battle.state, Drive(CAR, 30)) is None
    battle.state.alter(CAR, halted=True)
    assert preview(battle.state, DriveDefensively(CAR)) is None


def test_a_crawling_tank_reaches_the_same_places_as_by_hand() -> None:
    """Movement 9, crawl 3, from rest: one to three squares on, or one and then 2 Movement."""
    battle = parked("tank-medium")
    tank = the(battle, CAR)
    found = {
        (one.after.anchor, one.after.facing): one for one in reach(battle.state, tank, "crawl")
    }
    straight = {((10, 20 - n), 0) for n in (1, 2, 3)}
    lanes = {((9, 18), 0), ((11, 18), 0)}
    turns = {place for place in found if place[1] != 0}
    assert set(found) == straight | lanes | turns
    assert sorted(facing for _, facing in turns) == [1, 2, 6, 7]
    assert {one.cost for one in found.values()} == {1, 2, 3}
    assert found[(10, 17), 0].orders == (Drive(CAR, 3),)


def test_in_reverse_only_the_way_back_is_open() -> None:
    battle = parked("tank-medium", travel=5, pace="normal")
    found = reach(battle.state, the(battle, CAR), "reverse")
    assert [one.after.anchor for one in found] == [(10, 21), (10, 22), (10, 23)]


def test_mud_is_risky_and_the_way_around_it_is_not() -> None:
    mud = filled("mud", "mud", (10, 15), (11, 15))
    battle = on_the_road("car", terrain=[mud])
    found = {
        (one.after.anchor, one.after.facing): one
        for one in reach(battle.state, the(battle, CAR), "normal")
    }
    assert found[(10, 15), 0].stuck == Fraction(1, 6)
    assert found[(10, 10), 0].stuck == 0


@settings(max_examples=few(25))
@given(pick=st.integers(0, 10_000), pace=st.sampled_from(["normal", "crawl", "reverse"]))
def test_every_place_of_a_reach_is_come_to_by_its_orders_at_its_cost(pick: int, pace: Pace) -> None:
    terrain = [
        filled("wood", "forest", (6, 12), (9, 19)),
        filled("wall", "tall-wall", (13, 14), (16, 14)),
        filled("hill", "elevation", (12, 20), (20, 30), height=1.0),
    ]
    battle = on_the_road(
        "car", pace=pace, terrain=terrain, options={"bogging": "off", "diagonals": "alternate"}
    )
    found = reach(battle.state, the(battle, CAR), pace, limit=400)
    one = found[pick % len(found)]
    play(battle, *one.orders)
    assert where(battle) == one.after
    assert the(battle, CAR).spent == one.cost


@settings(max_examples=few(25))
@given(pick=st.integers(0, 10_000))
def test_what_is_previewed_can_be_ordered_and_comes_out_so(pick: int) -> None:
    battle = on_the_road("car", travel=9, with_=[driver("op5", **{"class": "wheelman"})])
    found = previews(battle.state, CAR)
    one = found[pick % len(found)]
    play(battle, one.order)
    assert one.success == 1
    if one.leaves:
        assert CAR in battle.state.left
        return
    assert where(battle) == one.after
    assert the(battle, CAR).spent == one.cost
