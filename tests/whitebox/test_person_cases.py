"""Where rules of men on foot meet: movement, arcs, leaning out, wounds, deployment, climbing."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Battle, Refusal
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import shot_at
from sandtable.rulebooks.whitebox.part1_personal.attack.modifiers import is_engaged
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import target_line
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import in_arc
from sandtable.rulebooks.whitebox.part1_personal.movement.walking import way_home
from sandtable.rulebooks.whitebox.part1_personal.movement.way import check_path, step_cost
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Climb,
    Decline,
    Deploy,
    EndTurn,
    Extinguish,
    Move,
    React,
    Sweep,
    Withhold,
)
from sandtable.scenario import Scenario, ScenarioError, Side, TableSize, Unit
from sandtable.scenario.validation import validate
from tests.whitebox.kit import (
    B_FIRST,
    GUN,
    OwbBattle,
    ask,
    at,
    edged,
    fight,
    filled,
    man,
    middle,
    pass_all,
    path,
    person,
    play,
    shot,
    state_of,
    told,
    turn,
)

rule = pytest.mark.rule


WALL = edged("wall", "tall-wall", (10, 20), (11, 20))
"""A wall along the north of square (10, 20)."""


# -- movement -------------------------------------------------------------------------------------


@rule("owb.grid.alternate-diagonals", "owb.terrain.costs-do-not-stack")
def test_every_second_diagonal_adds_one_on_top_of_the_terrain() -> None:
    mud = [filled("m", "mud", (12, 18))]
    battle = fight(
        man("ivan", (10, 20)),
        man("foe", (1, 1), "b"),
        terrain=mud,
        options={"diagonals": "alternate"},
    )
    play(battle, Begin(person="ivan"))
    # 1 for the first diagonal, 2 + 1 for the second into mud: all four points
    way = path((11, 19), (12, 18))
    assert battle.allows(Move(person="ivan", path=way), "a")
    assert not battle.allows(Move(person="ivan", path=(*way, middle((12, 17)))), "a")
    play(battle, Move(person="ivan", path=way))
    assert person(battle, "ivan").spent == 4


@rule("owb.move.at-least-one-square", "owb.grid.alternate-diagonals")
def test_the_first_square_may_always_be_entered_and_only_the_first() -> None:
    mud = [filled("m", "mud", (9, 18), (11, 19))]
    state = state_of(
        man("ivan", (10, 20), weapons=["mortar", GUN, "rpg-heavy"], armor=["plate-mail"]),
        man("foe", (1, 1), "b"),
        terrain=mud,
    )
    ivan = person(state, "ivan")
    assert ivan.movement == 3
    assert check_path(state, ivan, [(10, 19)]) is None
    assert isinstance(check_path(state, ivan, [(10, 19), (10, 18)]), Refusal)


@rule("owb.move.through-friend", "owb.grid.one-character-one-square")
def test_one_passes_a_friend_for_2_and_does_not_stop_there() -> None:
    state = state_of(man("ivan", (10, 20)), man("oleg", (10, 19)), man("foe", (1, 1), "b"))
    ivan = person(state, "ivan")
    assert step_cost(state, ivan, (10, 20), (10, 19)) == 2
    assert isinstance(check_path(state, ivan, [(10, 19)]), Refusal)
    assert check_path(state, ivan, [(10, 19), (10, 18), (10, 17)]) is None
    assert isinstance(check_path(state, ivan, [(10, 19), (10, 18), (10, 17), (10, 16)]), Refusal)


@rule("owb.move.over-incapacitated", "owb.grid.one-character-one-square")
def test_one_may_end_on_a_body_for_2() -> None:
    state = state_of(man("ivan", (10, 20)), man("foe", (10, 19), "b"))
    state.change("foe", out="dead")
    ivan = person(state, "ivan")
    assert step_cost(state, ivan, (10, 20), (10, 19)) == 2
    assert check_path(state, ivan, [(10, 19)]) is None


@rule("owb.move.corner-cutting")
def test_enemies_at_a_corner_do_not_hinder_and_two_walls_do() -> None:
    men = (man("ivan", (10, 20)), man("one", (11, 20), "b"), man("two", (10, 19), "b"))
    state = state_of(*men)
    assert step_cost(state, person(state, "ivan"), (10, 20), (11, 19)) == 1
    walls = [WALL, edged("east", "tall-wall", (11, 20), (11, 21))]
    closed = state_of(man("ivan", (10, 20)), man("one", (1, 1), "b"), terrain=walls)
    assert step_cost(closed, person(closed, "ivan"), (10, 20), (11, 19)) is None
    one = state_of(man("ivan", (10, 20)), man("one", (1, 1), "b"), terrain=[WALL])
    assert step_cost(one, person(one, "ivan"), (10, 20), (11, 19)) == 1


@rule("owb.weapon.anti-tank-rifle")
def test_an_anti_tank_rifle_is_fired_only_by_one_who_does_not_move_before_or_after() -> None:
    men = (man("ivan", (10, 20), sheet="anti-tank-rifleman"), man("foe", (10, 10), "b"))
    battle = fight(*men)
    play(battle, Begin(person="ivan"), shot("foe", "rifle-anti-tank"), dice=(1,))
    refusal = battle.refusal(Move(person="ivan", path=path((10, 21))), "a")
    assert refusal is not None
    assert refusal.rule == "owb.weapon.anti-tank-rifle"
    moved = fight(*men)
    play(moved, Begin(person="ivan"), Move(person="ivan", path=path((10, 21))))
    assert not moved.allows(shot("foe", "rifle-anti-tank"), "a")


# -- arcs and ranges ------------------------------------------------------------------------------


@rule("owb.los.facing-arc")
@pytest.mark.parametrize(
    ("facing", "inside", "outside"),
    [
        (0, ((3, -3), (-3, -3), (0, -1)), ((4, -3), (-4, -3), (0, 1))),
        (1, ((5, 0), (0, -5), (2, -3)), ((5, 1), (-1, -5))),
        (3, ((5, 0), (0, 5)), ((5, -1), (-1, 5))),
        (6, ((-3, 3), (-3, -3)), ((-3, 4), (-3, -4))),
    ],
)
def test_the_borders_of_an_arc_are_in_it(
    facing: int, inside: tuple[Any, ...], outside: tuple[Any, ...]
) -> None:
    for square in inside:
        assert in_arc((0, 0), facing, square)
    for square in outside:
        assert not in_arc((0, 0), facing, square)


@rule("owb.range.bands", "owb.range.penalties", "owb.weapon.shotgun-short-range")
@pytest.mark.parametrize(
    ("sheet", "weapon", "distance", "total"),
    [
        ("rifleman", "rifle-large", 30, 0),
        ("rifleman", "rifle-large", 31, -2),
        ("rifleman", "rifle-large", 60, -2),
        ("rifleman", "rifle-large", 61, -4),
        ("rifleman", "rifle-large", 90, -4),
        ("rifleman", "rifle-large", 91, -6),
        ("rifleman", "rifle-large", 120, -6),
        ("shotgunner", "shotgun-pump", 3, 2),
        ("shotgunner", "shotgun-pump", 4, -2),
        ("shotgunner", "shotgun-pump", 9, -4),
    ],
)
def test_every_limit_of_range_is_inclusive(
    sheet: str, weapon: str, distance: int, total: int
) -> None:
    men = (
        man("ivan", (0, 5), sheet=sheet, rows=10),
        man("foe", (distance, 5), "b", rows=10),
    )
    state = state_of(*men, size=(130, 10))
    arm = person(state, "ivan").arm(weapon)
    assert arm is not None
    blow = shot_at(state, person(state, "ivan"), arm, person(state, "foe"))
    assert not isinstance(blow, Refusal)
    assert blow.tally.total == total


@rule("owb.range.bands", "owb.weapon.shotgun-short-range")
@pytest.mark.parametrize(("sheet", "distance"), [("rifleman", 121), ("shotgunner", 10)])
def test_beyond_the_last_range_nothing_can_be_fired(sheet: str, distance: int) -> None:
    men = (man("ivan", (0, 5), sheet=sheet, rows=10), man("foe", (distance, 5), "b", rows=10))
    state = state_of(*men, size=(130, 10))
    arm = person(state, "ivan").arms[0]
    assert isinstance(shot_at(state, person(state, "ivan"), arm, person(state, "foe")), Refusal)


@rule("owb.grid.alternate-diagonals", "owb.suppress.cone-reach")
def test_cones_keep_the_plain_metric_and_the_burst_does_not() -> None:
    men = (man("ivan", (0, 35), sheet="submachinegunner"), man("foe", (15, 20), "b"))
    battle = fight(*men, options={"diagonals": "alternate"})
    play(battle, Begin(person="ivan"))
    order = shot("foe", "submachinegun", mode="suppress")
    assert battle.allows(order, "a"), "15 squares by the metric of cones"
    play(battle, order, dice=(1,))
    tally = told(battle, "attack")[-1].tallies[0]
    assert tally.total == 0, "+2 for the burst, -2 for a range of 15 + 7 squares"


# -- leaning out ----------------------------------------------------------------------------------


def behind_the_wall(*more: Unit, **rest: Any) -> OwbBattle:
    return fight(
        man("ivan", (10, 20), armor=[], rank="op3"),
        man("foe", (10, 10), "b", facing=4, armor=[], rank="op3"),
        *more,
        terrain=[WALL],
        **rest,
    )


@rule("owb.cover.lean-out")
def test_who_has_attacked_around_a_wall_can_be_shot_at_until_his_next_turn() -> None:
    battle = behind_the_wall()
    turn(battle, "ivan", shot("foe", lean=middle((11, 20))), dice=(1,))
    ivan = person(battle, "ivan")
    assert ivan.lean == (11, 20)
    assert target_line(battle.state, (10, 10), ivan) == ((11, 20), "partial")
    play(battle, Begin(person="foe"), shot("ivan", who="foe"), dice=(14, 6))
    assert person(battle, "ivan").hp == 13 - 7, "14 + 2 - 4 reaches 12"


@rule("owb.cover.lean-out", "owb.withhold.interrupt-timing")
def test_a_withheld_shot_finds_one_who_leans_out_to_shoot() -> None:
    battle = behind_the_wall(dice=B_FIRST)
    turn(battle, "foe", Withhold(person="foe"), end=EndTurn(person="foe", facing=180.0))
    play(battle, Begin(person="ivan"))
    assert not battle.allows(shot("ivan", who="foe"), "b")
    play(battle, shot("foe", lean=middle((11, 20))))
    assert ask(battle) == "interrupt"
    play(battle, shot("ivan", who="foe"), dice=(14, 6, 1))
    # 14 + 2 - 4 reaches the 12 of an operative without armor; 6 + 1 damage
    assert person(battle, "ivan").hp == 6
    assert len(told(battle, "attack")) == 2, "he is still able to shoot"


@rule("owb.cover.lean-out", "owb.withhold.modes")
def test_an_attack_can_be_withheld_leaning_out() -> None:
    battle = behind_the_wall(man("two", (12, 9), "b"))
    play(battle, Begin(person="ivan"), Withhold(person="ivan", lean=middle((11, 20))))
    play(battle, EndTurn(person="ivan", facing=0.0, lean=True))
    play(battle, Begin(person="two"), Move(person="two", path=path((12, 10))))
    assert ask(battle) == "interrupt"
    assert battle.allows(shot("two"), "a"), "from the square that he leans into"
    play(battle, shot("foe"), dice=(20, 6))
    assert person(battle, "foe").hp == 6, "he may switch targets"


@rule("owb.cover.lean-out", "owb.suppress.continue")
def test_suppressive_fire_is_kept_up_by_leaning_out_anew() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 10), "b", facing=4, rank="officer"),
        terrain=[WALL],
    )
    lean = middle((11, 20))
    turn(battle, "ivan", shot("foe", GUN, mode="suppress", lean=lean), dice=(1,))
    trained = person(battle, "ivan").trained
    assert trained is not None
    assert trained.origin == (11, 20)
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="ivan"))
    assert person(battle, "ivan").lean is None
    assert not battle.allows(Sweep(person="ivan", lean=middle((10, 22))), "a")
    play(battle, Sweep(person="ivan", lean=lean), dice=(6,))
    assert ask(battle) == "react", "the foe is in the cone from (11, 20)"
    play(battle, Decline(), dice=(1, 1, 1))
    assert person(battle, "foe").hp == 12 - 9
    play(battle, EndTurn(person="ivan"))
    assert person(battle, "ivan").lean == (11, 20)


@rule("owb.suppress.continue", "owb.cover.lean-out")
def test_without_leaning_out_the_sweep_comes_from_his_own_square() -> None:
    battle = fight(
        man("ivan", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 10), "b", facing=4, rank="officer"),
        terrain=[WALL],
    )
    opening = shot("foe", GUN, mode="suppress", lean=middle((11, 20)))
    turn(battle, "ivan", opening, dice=(1,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="ivan"), Sweep(person="ivan"))
    assert told(battle, "sweep")[-1].data["victims"] == [], "the wall is in the way"


@rule("owb.suppress.fire-on-those-who-show-themselves", "owb.cover.lean-out")
def test_a_trained_gun_strikes_one_who_leans_into_its_cone_for_half() -> None:
    battle = fight(
        man("gunner", (11, 30), sheet="medium-machinegunner"),
        man("foe", (11, 22), "b", facing=4, rank="officer"),
        man("two", (12, 20), "b", facing=4, rank="officer"),
        terrain=[edged("w", "tall-wall", (12, 21), (15, 21))],
    )
    opening = shot("foe", GUN, "gunner", mode="suppress")
    turn(battle, "gunner", opening, dice=(1,))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin(person="two"))
    play(battle, shot("gunner", who="two", lean=middle((11, 20))))
    assert ask(battle) == "interrupt"
    play(battle, Sweep(person="gunner"), dice=(4,))
    assert ask(battle) == "react"
    play(battle, Decline(), dice=(3, 4, 1, 1))
    assert person(battle, "two").hp == 12 - (3 + 2 + 4 + 2) // 2


# -- the wounded ----------------------------------------------------------------------------------


@rule("owb.modifiers.target-helpless-or-unaware", "owb.modifiers.target-prone")
def test_an_incapacitated_man_is_helpless_and_lies_prone() -> None:
    battle = fight(
        man("ivan", (10, 20)), man("foe", (10, 10), "b", rank="op1"), options={"stances": "on"}
    )
    pass_all(battle, until="who acts")
    battle.state.change("foe", hp=0, out="incapacitated", stance="prone", stable=True, fell_in=1)
    play(battle, Begin(person="ivan"))
    play(battle, shot("foe"), dice=(11, 5))
    assert told(battle, "attack")[-1].tallies[0].total == 4 - 2
    assert person(battle, "foe").out == "dead"


@rule("owb.base.damage-and-zero-hp", "owb.base.dying")
@pytest.mark.parametrize(
    ("zero_hp", "hp", "out"),
    [("heroic", 0, "incapacitated"), ("heroic", -5, "incapacitated"), ("deadly", 0, "dead")],
)
def test_at_zero_an_operative_is_down_or_dead(zero_hp: str, hp: int, out: str) -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("foe", (10, 10), "b", rank="op1", hp=7 + hp, most_hp=12),
        options={"zero_hp": zero_hp},
    )
    turn(battle, "ivan", shot("foe"), dice=(13, 6))
    assert person(battle, "foe").hp == hp
    assert person(battle, "foe").out == out


@rule("owb.weapon.flamethrower-catch-fire", "owb.base.damage-and-zero-hp")
def test_an_incapacitated_man_goes_on_burning_until_somebody_puts_him_out() -> None:
    battle = fight(
        man("ivan", (10, 20), rank="op1"), man("oleg", (11, 20)), man("foe", (1, 1), "b")
    )
    battle.state.change("ivan", burning=3, lit_in=0, hp=1)
    pass_all(battle, dice=(2, 6, 1))
    ivan = person(battle, "ivan")
    assert (ivan.out, ivan.hp, ivan.burning) == ("incapacitated", -1, 2)
    play(battle, Begin(person="oleg"), Extinguish(person="oleg", burning="ivan"))
    assert person(battle, "ivan").burning == 0


@rule("owb.melee.adjacent", "owb.modifiers.target-in-melee")
def test_a_wall_between_two_men_keeps_them_from_being_engaged() -> None:
    men = (man("ivan", (20, 20)), man("foe", (10, 20), "b"), man("oleg", (10, 19)))
    open_ground = state_of(*men)
    assert is_engaged(open_ground, person(open_ground, "foe"))
    walled = state_of(*men, terrain=[WALL])
    assert not is_engaged(walled, person(walled, "foe"))


@rule("owb.attack.natural-20-and-1", "owb.weapon.hatchet-knife-spear-both-ways")
@pytest.mark.parametrize("fumble", [1, 3, 5])
def test_a_fumbled_knife_is_dropped_at_ones_feet_or_thrown_away(fumble: int) -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["knife"]),
        man("foe", (10, 18), "b"),
        options={"naturals_personal": "on"},
    )
    turn(battle, "ivan", shot("foe", "knife"), dice=(1, fumble))
    assert person(battle, "ivan").arm("knife") is None
    lies = battle.state.items[0].square
    assert lies == ((10, 18) if fumble == 5 else (10, 20))
    assert len(battle.state.items) == 1


@rule("owb.attack.natural-20-and-1", "owb.rof.two")
def test_a_jam_at_the_first_roll_loses_the_second() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["handgun-small"]),
        man("foe", (10, 18), "b"),
        man("two", (11, 18), "b"),
        options={"naturals_personal": "on"},
    )
    turn(battle, "ivan", shot("foe", "handgun-small", second="two"), dice=(1, 4))
    assert len(told(battle, "attack")) == 1
    assert person(battle, "ivan").arms[0].jam == -1


@rule("owb.attack.natural-20-and-1", "owb.base.minimum-damage")
def test_a_natural_20_doubles_the_least_damage_of_1() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["handgun-small"]),
        man("foe", (10, 18), "b"),
        options={"naturals_personal": "on"},
    )
    turn(battle, "ivan", shot("foe", "handgun-small"), dice=(20, 1))
    assert person(battle, "foe").hp == 4 - 2


# -- deployment -----------------------------------------------------------------------------------


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


@rule("owb.base.deployment", "owb.grid.map-size")
def test_without_positions_and_zones_each_side_has_six_rows_along_its_edge() -> None:
    units = (
        Unit(id="ivan", sheet="rifleman", side="a"),
        Unit(id="foe", sheet="rifleman", side="b"),
    )
    scenario = bare(units, TableSize())
    validate(scenario)
    battle = Battle(RULEBOOK, scenario, ScriptedDice([2, 5]))
    assert ask(battle) == "deploy"
    assert battle.choices[0].seats == ("a",)
    for square, fine in (((0, 30), True), ((35, 35), True), ((10, 29), False)):
        assert battle.allows(Deploy(person="ivan", at=middle(square)), "a") is fine
    play(battle, Deploy(person="ivan", at=middle((10, 30))))
    for square, fine in (((0, 5), True), ((35, 0), True), ((10, 6), False)):
        assert battle.allows(Deploy(person="foe", at=middle(square)), "b") is fine


@rule("owb.base.deployment")
def test_a_scenario_that_places_some_must_place_all() -> None:
    units = (
        Unit(id="ivan", sheet="rifleman", side="a", at=(3.5, 3.5)),
        Unit(id="foe", sheet="rifleman", side="b"),
    )
    with pytest.raises(ScenarioError, match="exactly one of at, zone and enters"):
        validate(bare(units, TableSize(width=36.0, depth=36.0)))


@rule("owb.base.morale")
def test_who_runs_goes_round_a_wall_by_the_shortest_way() -> None:
    """A dead end: straight on is nearer to the edge, but there is no way through."""
    pocket = [
        edged("back", "tall-wall", (8, 22), (13, 22)),
        edged("side", "tall-wall", (8, 22), (8, 18)),
    ]
    battle = fight(
        man("ivan", (10, 21)), man("dead", (20, 20)), man("foe", (10, 10), "b"), terrain=pocket
    )
    way = way_home(battle.state, person(battle, "ivan"))
    assert way[2] == (13, 22), "around the end of the wall"
    assert way[3][1] == 23


@rule("owb.cover.dive", "owb.suppress.fire-on-those-who-show-themselves")
def test_a_dive_out_of_one_gun_s_fire_may_end_in_another_s() -> None:
    """The wall helps against the gun in the south, and not against the one in the east."""
    battle = fight(
        man("south", (9, 30), sheet="medium-machinegunner"),
        man("east", (30, 19), sheet="medium-machinegunner"),
        man("foe", (9, 21), "b", facing=4, rank="officer"),
        man("bait", (12, 19), "b", facing=4, rank="officer"),
        terrain=[WALL, filled("screen", "tall-wall", (13, 20), (13, 21))],
    )
    turn(battle, "south", shot("foe", GUN, "south", mode="suppress"), dice=(1,))
    turn(battle, "east", shot("bait", GUN, "east", mode="suppress"), dice=(1,))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin(person="foe"), Move(person="foe", path=path((9, 20))))
    assert battle.choices[0].about == ("south", "foe")
    play(battle, Sweep(person="south"), dice=(2,))
    play(battle, React(), dice=(16,))
    assert at(battle.state, "foe") == (10, 19)
    assert battle.choices[0].about == ("east", "foe")
    play(battle, Sweep(person="east"), dice=(1,))
    assert ask(battle) == "turn"
    assert not battle.allows(Move(person="foe", path=path((9, 19))), "b"), "his move is over"


# -- climbing -------------------------------------------------------------------------------------


def climbing(*others: Unit) -> OwbBattle:
    battle = fight(man("ivan", (10, 20)), *others, man("foe", (1, 1), "b"), terrain=[WALL])
    turn(battle, "ivan", Climb(person="ivan", to=middle((10, 19))))
    assert person(battle, "ivan").climbing == (10, 19)
    return battle


@rule("owb.terrain.impassable-with-tools")
def test_the_second_action_comes_in_the_next_round_or_the_climb_is_given_up() -> None:
    battle = climbing()
    pass_all(battle, dice=(6, 1))
    turn(battle, "ivan")
    assert person(battle, "ivan").climbing is None
    gone = climbing()
    pass_all(gone, dice=(6, 1))
    turn(gone, "ivan", Move(person="ivan", path=path((9, 20))))
    assert person(gone, "ivan").climbing is None
    assert at(gone.state, "ivan") == (9, 20)


@rule("owb.terrain.impassable-with-tools", "owb.grid.one-character-one-square")
def test_a_climber_comes_down_beside_one_who_has_taken_his_place() -> None:
    battle = climbing(man("oleg", (12, 18)))
    turn(battle, "oleg", Move(person="oleg", path=path((11, 19), (10, 19))))
    pass_all(battle, dice=(6, 1))
    turn(battle, "ivan", Climb(person="ivan", to=middle((10, 19))))
    assert at(battle.state, "ivan") == (10, 18)
    assert at(battle.state, "oleg") == (10, 19)
