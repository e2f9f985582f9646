"""COLLISION with several at once, and where all stand afterwards."""

from tests.whitebox.kit import *

LOW_WALL = edged("wall", "low-brick-wall", (0, 19), (35, 19))
WOOD = filled("wood", "building-wall-plaster-or-wood", (8, 18), (14, 18))


@rule("owb.collision.position-afterwards", "owb.vterrain.obstacle-costs-two")
def test_a_tank_breaks_through_a_wooden_wall_and_pays_two_for_the_debris() -> None:
    """8 * 3 to both sections, which stay up as a structure; 8 / 3 to the tank, 1 or 0 inside."""
    battle = sturdy(
        driven("t", "tank-light", (10, 20)), terrain=(WOOD,), options={"cover_damage": "hit-points"}
    )
    play(battle, StartVehicle("t"), SetPace("t", "normal"))
    assert refused(battle, Drive("t", 2)) == "owb.vterrain.impassable"
    play(battle, Drive("t", 2, ram_object=True), dice=[MADE, 6, ALWAYS, 2, 2])
    assert rolled_all(battle)
    assert lost(battle.state, ["t"]) == [2]
    assert front_left(battle.state, "t") == (10, 18)
    assert (the(battle, "t").spent, the(battle, "t").travel) == (1 + 2, 2)
    play(battle, Drive("t", 1))
    assert the(battle, "t").spent == 5


@rule("owb.collision.position-afterwards")
def test_the_attacker_stops_where_it_was_and_the_defender_goes_on() -> None:
    state = sturdy_field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 7)
    speeding(state, "b", 9)
    before = state.footprint(the(state, "a"))
    done = crash(state, "a", 3, NEVER, NEVER)
    attacker, defender = the(state, "a"), the(state, "b")
    assert done.result is False
    assert state.footprint(attacker) == before
    assert (attacker.pace, attacker.travel, attacker.halted) == ("stopped", 0, True)
    assert (defender.pace, defender.travel, defender.halted) == ("normal", 9, False)


@rule("owb.collision.position-afterwards")
def test_an_exploded_vehicle_still_blocks() -> None:
    state = sturdy_field(driven("a", "car", (9, 11), 2), driven("b", "car", (10, 10), side="b"))
    speeding(state, "a", 12)
    state.alter("b", hp=1)
    state.change("b.operator", out="dead")
    done = crash(state, "a", 6, NEVER)
    assert the(state, "b").wreck == "exploded"
    assert done.result is False
    print_ = state.footprint(the(state, "a"))
    assert in_the_way(state, "a", moved(print_, 2)).vehicles == ("b",)


@rule("owb.collision.position-afterwards", "owb.initiative.tie-simultaneous")
def test_in_a_tie_the_stop_comes_at_once_and_the_wreck_later() -> None:
    state = facing_cars()
    state.segment = Segment(parties=(), tied=True)
    state.alter("b", hp=5)
    speeding(state, "a", 6)
    crash(state, "a", 4, NEVER, NEVER)
    assert the(state, "a").pace == "stopped"
    assert the(state, "b").hp == -5
    assert the(state, "b").wreck == ""


@rule("owb.collision.several-at-once", "owb.collision.position-afterwards", "owb.collision.ram")
def test_a_car_that_rams_a_man_behind_a_low_wall_strikes_both_and_stays_outside() -> None:
    """Man: save 17 fails, 2 + 2. Wall x2: (3 + 2) * 3 for the car, half for its driver."""
    battle = sturdy(driven("c", "car", (10, 20)), man("m", (10, 18), "b"), terrain=(LOW_WALL,))
    play(battle, StartVehicle("c"), SetPace("c", "normal"))
    assert refused(battle, Drive("c", 2)) == "owb.vterrain.impassable"
    play(battle, Drive("c", 2, "m"), dice=[MADE, 17, 2, 3, NEVER])
    assert rolled_all(battle)
    state = battle.state
    assert (harm_to(state, "m"), lost(state, ["c"]), harm_to(state, "c.operator")) == (4, [15], 7)
    assert (front_left(state), square_of(state, "m"), the(state, "c").pace) == (
        (10, 19),
        (10, 18),
        "stopped",
    )


@rule("owb.collision.several-at-once")
def test_men_then_objects_then_vehicles_each_with_its_own_die() -> None:
    state = sturdy_field(
        driven("t", "tank-heavy", (10, 10)),
        driven("c", "motorcycle", (10, 8), side="b"),
        man("m", (11, 9), "b"),
        terrain=(filled("w", "boulder", (12, 9)),),
    )
    state.change("c.operator", out="dead")
    speeding(state, "t", 3)
    done = crash(state, "t", NEVER, 1, 2, NEVER, 3, NEVER)
    assert [k for k in done.kinds() if k in ("run-over", "collision")] == [
        "run-over",
        "collision",
        "collision",
    ]
    assert harm_to(state, "m") == (1 + 3) * 4
    taken_from_boulder, taken_from_cycle = (2 + 3) * 3 // 4, (3 + 3) // 4
    assert lost(state, ["t"]) == [taken_from_boulder + taken_from_cycle]
    assert lost(state, ["c"]) == [(3 + 3) * 4]
    assert square_of(state, "m") == (11, 9)
    assert done.result is False


@rule("owb.collision.several-at-once")
def test_the_nearest_man_is_struck_first() -> None:
    state = halftrack_road(("m", (10, 9)), ("n", (11, 9)))
    done = crash(state, "h", NEVER, 1, NEVER, 6)
    assert [event.pieces[1] for event in done.of("run-over")] == ["m", "n"]
    assert (harm_to(state, "m"), harm_to(state, "n")) == (16, 26)


@rule("owb.collision.several-at-once", "owb.collision.speed-used")
def test_what_it_strikes_first_does_not_slow_it_for_the_rest() -> None:
    """Wrecked by the first of two wrecks, it strikes the second with all its speed."""
    state = sturdy_field(
        driven("t", "tank-heavy", (10, 10)),
        driven("c", "motorcycle", (10, 8), side="b"),
        driven("d", "motorcycle", (12, 8), side="b"),
    )
    for name in ("c", "d"):
        state.alter(name, wreck="inoperable", hp=200)
        state.change(f"{name}.operator", out="dead")
    state.alter("t", hp=2, shocked=True)
    speeding(state, "t", 6)
    crash(state, "t", 2, NEVER, 6, NEVER)
    assert the(state, "t").hp == 2 - (2 + 6) // 4 - (6 + 6) // 4
    assert lost(state, "cd", full=200) == [(2 + 6) * 4, (6 + 6) * 4]


@rule("owb.collision.several-at-once", "owb.collision.object-struck")
def test_a_wall_and_its_window_are_one_object_and_a_tree_beside_it_another() -> None:
    terrain = (
        filled("w", "building-wall-masonry", (10, 9)),
        filled("x", "window-or-gunport", (11, 9)),
        filled("y", "thick-tree", (12, 9)),
    )
    state = sturdy_field(driven("t", "tank-heavy", (10, 10)), terrain=terrain)
    done = crash(state, "t", 4, NEVER, 6, NEVER)
    assert [event.data["attacker"] for event in done.of("collision")] == [4 * 3 // 4, 6 * 2 // 4]
