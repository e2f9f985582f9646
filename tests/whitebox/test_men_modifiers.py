"""What changes the rolls of men on foot: the dark, high ground, positions, and longer ranges."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Refusal
from sandtable.rulebooks.whitebox.part1_personal.attack.attacks import attacks_of, check_attack
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import shot_at
from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import reach_of
from sandtable.rulebooks.whitebox.part1_personal.explosives.mortars import mortar_at
from sandtable.rulebooks.whitebox.part1_personal.explosives.throwing import Lob, rocket_at, throw_at
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Flame,
    Launch,
    Move,
    Shoot,
    Sweep,
    Throw,
)
from tests.whitebox.kit import (
    at,
    fight,
    filled,
    man,
    middle,
    pass_all,
    person,
    play,
    state_of,
    told,
    turn,
)

rule = pytest.mark.rule


def scene_with(sheet: str = "rifleman", foe: tuple[int, int] = (10, 17), **rest: Any) -> OwbState:
    return state_of(man("ivan", (10, 20), sheet=sheet), man("foe", foe, "b"), **rest)


def thrown(state: OwbState, square: tuple[int, int]) -> Lob:
    lob = throw_at(state, person(state, "ivan"), "grenade", square)
    assert isinstance(lob, Lob)
    return lob


# -- the dark -------------------------------------------------------------------------------------


@rule("owb.conceal.darkness", "owb.impact.specific-target", "owb.timed.armor-class")
@pytest.mark.parametrize(
    ("distance", "lit", "number"), [(1, False, 10), (2, False, 14), (2, True, 10)]
)
def test_in_the_dark_a_throw_at_two_squares_is_at_something_concealed(
    distance: int, lit: bool, number: int
) -> None:
    square = (10, 20 - distance)
    terrain = [filled("lamp", "lit", square)] if lit else []
    state = scene_with(foe=square, terrain=terrain, options={"darkness": "on"})
    assert thrown(state, square).armor.total == number


@rule("owb.conceal.darkness", "owb.weapon.rpg-against-characters")
def test_in_the_dark_a_rocket_needs_14() -> None:
    for dark, number in (("on", 14), ("off", 10)):
        state = scene_with("rocketeer-light", options={"darkness": dark})
        lob = rocket_at(state, person(state, "ivan"), "rpg-light", (10, 17))
        assert isinstance(lob, Lob)
        assert lob.armor.total == number


# -- high ground ----------------------------------------------------------------------------------

HILL = filled("hill", "elevation", (10, 20), height=1)


@rule("owb.modifiers.attacker-high-ground", "owb.modifiers.superseded", "owb.blast.aim-at-square")
def test_from_a_hill_explosives_are_thrown_and_fired_with_1_more() -> None:
    for stances, bonus in (("on", 1), ("off", 0)):
        state = scene_with(terrain=[HILL], options={"stances": stances})
        assert thrown(state, (10, 17)).tally.total == bonus - 4, "Long range"
        assert thrown(state, (10, 20)).tally.total == 0, "at one's own feet"
        state = scene_with("rocketeer-light", terrain=[HILL], options={"stances": stances})
        lob = rocket_at(state, person(state, "ivan"), "rpg-light", (10, 17))
        assert isinstance(lob, Lob)
        assert lob.tally.total == bonus


@rule("owb.modifiers.attacker-high-ground", "owb.scatter.near-miss-threshold")
def test_high_ground_counts_for_a_near_miss() -> None:
    battle = fight(
        man("ivan", (10, 20)), man("foe", (10, 18), "b"), terrain=[HILL], options={"stances": "on"}
    )
    battle.state.change("foe", moving=True)
    pass_all(battle, until="who acts")
    # 13 + 1 - 2 is 12 against 14; with bonuses alone it is 14, and lands near
    order = Throw(person="ivan", bomb="grenade", at=middle((10, 18)))
    turn(battle, "ivan", order, dice=(13, 3, 1))
    assert told(battle, "explosive")[-1].data["lands"] == (10, 19)


@rule("owb.modifiers.attacker-high-ground", "owb.mortar.minimum-range")
def test_a_mortar_behind_the_edge_stands_on_no_hill() -> None:
    hill = filled("hill", "elevation", (5, 35), height=1)
    state = state_of(
        man("ivan", (5, 35), sheet="mortar-gunner", off_map=True),
        man("foe", (10, 10), "b"),
        terrain=[hill],
        options={"stances": "on"},
    )
    lob = mortar_at(state, person(state, "ivan"), (10, 10))
    assert isinstance(lob, Lob)
    assert lob.tally.total == 0


# -- longer ranges --------------------------------------------------------------------------------


@rule("owb.suppress.cone-reach", "owb.range.chained-bands")
@pytest.mark.parametrize(
    ("reach", "bands", "squares"),
    [
        ("short", "multiples", 15),
        ("short", "chained", 15),
        ("extreme", "multiples", 60),
        ("extreme", "chained-for-thrown", 60),
        ("extreme", "chained", 360),
    ],
)
def test_suppressive_fire_reaches_to_the_extreme_range_of_the_battle(
    reach: str, bands: str, squares: int
) -> None:
    state = scene_with(
        "submachinegunner", options={"suppressive_reach": reach, "range_bands": bands}
    )
    assert reach_of(state, "submachinegun") == squares


@rule("owb.range.chained-bands", "owb.blast.throw-uses-grenade-range")
@pytest.mark.parametrize(("bands", "offered"), [("multiples", False), ("chained-for-thrown", True)])
def test_throws_are_offered_as_far_as_they_go(bands: str, offered: bool) -> None:
    state = scene_with(foe=(10, 0), options={"range_bands": bands})
    orders = list(attacks_of(state, person(state, "ivan")))
    assert any(isinstance(order, Throw) for order in orders) is offered
    if offered:
        assert thrown(state, (10, 0)).tally.total == -6


# -- positions ------------------------------------------------------------------------------------


@rule("owb.stance.movement", "owb.cover.ducked-or-up")
def test_a_prone_man_only_crawls_and_so_keeps_down() -> None:
    bags = [filled("bags", "sandbags", (9, 19), (12, 19))]
    battle = fight(
        man("ivan", (10, 20), stance="prone", ducked=True),
        man("foe", (10, 10), "b"),
        terrain=bags,
        options={"stances": "on"},
        dice=(),
    )
    pass_all(battle, until="who acts", dice=(6, 1))
    play(battle, Begin(person="ivan"), Move(person="ivan", path=(middle((11, 20)),)))
    assert at(battle.state, "ivan") == (11, 20)
    assert person(battle, "ivan").ducked


# -- arcs -----------------------------------------------------------------------------------------


@rule("owb.withhold.arc", "owb.weapon.flamethrower-cone")
def test_a_withheld_flame_does_not_turn_round() -> None:
    state = fight(
        man("ivan", (10, 20), sheet="flamethrower-operator", facing=0),
        man("foe", (10, 22), "b"),
        man("other", (10, 18), "b"),
        dice=(4, 6, 1),
    ).state
    ivan = person(state, "ivan")
    behind = check_attack(state, ivan, Flame(person="ivan", at=middle((10, 22))), turning=False)
    assert isinstance(behind, Refusal)
    assert behind.rule == "owb.withhold.arc"
    ahead = Flame(person="ivan", at=middle((10, 18)))
    assert check_attack(state, ivan, ahead, turning=False) is None
    assert check_attack(state, ivan, Flame(person="ivan", at=middle((10, 22)))) is None


@rule("owb.grid.facing-change-free", "owb.suppress.fire-on-those-who-show-themselves")
@pytest.mark.parametrize(("facing", "fires"), [(0.0, True), (180.0, False)])
def test_a_trained_gun_is_limited_to_the_arc_its_gunner_was_left_facing(
    facing: float, fires: bool
) -> None:
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
    )
    burst = Shoot(person="gunner", target="foe", weapon="machinegun-medium", mode="suppress")
    turn(battle, "gunner", burst, dice=(1,))
    pass_all(battle, dice=(6, 1))
    # nothing strikes him in the second round: the bullet die shows 1
    turn(battle, "gunner", Sweep(person="gunner"), dice=(1,))
    battle.state.change("gunner", heading=facing)
    pass_all(battle, dice=(1, 6))
    play(battle, Begin(person="foe"), Move(person="foe", path=(middle((10, 13)),)))
    assert (battle.choices[0].ask == "interrupt") is fires


# -- light machineguns ----------------------------------------------------------------------------


@rule("owb.weapon.machinegun-light", "owb.autofire.two-modes")
def test_an_unmounted_light_machinegun_fires_bursts_and_nothing_else() -> None:
    battle = fight(man("ivan", (10, 20), sheet="light-machinegunner"), man("foe", (10, 10), "b"))
    state = battle.state
    gun = person(state, "ivan").arm("machinegun-light")
    assert gun is not None
    moved = state.change("ivan", steps=1, spent=1)
    for mode, allowed in (("single", False), ("burst", True), ("suppress", True)):
        found = shot_at(state, moved, gun, person(state, "foe"), mode)
        assert isinstance(found, Refusal) is not allowed
    single = Shoot(person="ivan", target="foe", weapon="machinegun-light")
    refusal = check_attack(state, moved, single)
    assert refusal is not None
    assert refusal.rule == "owb.weapon.machinegun-light"


@rule("owb.weapon.machinegun-light")
@pytest.mark.parametrize(
    ("mode", "moves"), [("single", False), ("burst", True), ("suppress", False)]
)
def test_who_has_mounted_a_light_machinegun_does_not_move_after_it(mode: str, moves: bool) -> None:
    battle = fight(man("ivan", (10, 20), sheet="light-machinegunner"), man("foe", (10, 10), "b"))
    shot = Shoot(person="ivan", target="foe", weapon="machinegun-light", mode=mode)  # type: ignore[arg-type]
    play(battle, Begin(person="ivan"), shot, dice=(1,))
    assert battle.allows(Move(person="ivan", path=(middle((10, 21)),)), "a") is moves


# -- rockets --------------------------------------------------------------------------------------


@rule("owb.blast.flat-trajectory")
def test_a_rocket_at_a_square_that_low_cover_protects_needs_a_man_who_is_up() -> None:
    bags = [filled("bags", "sandbags", (10, 13))]
    for ducked, allowed in ((False, True), (True, False)):
        state = state_of(
            man("ivan", (10, 20), sheet="rocketeer-light"),
            man("foe", (10, 12), "b", ducked=ducked),
            terrain=bags,
        )
        order = Launch(person="ivan", weapon="rpg-light", at=middle((10, 12)))
        assert (check_attack(state, person(state, "ivan"), order) is None) is allowed
