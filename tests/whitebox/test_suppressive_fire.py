"""SUPPRESSIVE FIRE, and FIRE AND MANEUVER."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import (
    after_shots,
    bullets_that_strike,
    check_suppress,
    cone,
    is_swept,
    malfunctions,
    may_suppress,
    reach_of,
    resolve_struck,
    steps_allowed,
    swept_squares,
    victims_of,
)
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Declare,
    Decline,
    Done,
    EndTurn,
    Hold,
    Mass,
    Move,
    React,
    Repair,
    Shoot,
    Sweep,
)
from sandtable.rulebooks.whitebox.state.people import Arm
from sandtable.rulebooks.whitebox.state.tables import DiceSum
from sandtable.rulebooks.whitebox.state.vehicle_orders import ShootAboard
from sandtable.scenario import Unit
from tests.battle.putting_together import faults
from tests.whitebox.kit import (
    OwbBattle,
    at,
    edged,
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
from tests.whitebox.vehicle_kit import vehicle

rule = pytest.mark.rule
GUN: Final = "machinegun-medium"


def opened(*others: Any, sheet: str = "medium-machinegunner", **rest: Any) -> OwbBattle:
    """A battle in which the gunner has opened suppressive fire on the foe in round 1."""
    battle = fight(
        man("gunner", (10, 20), sheet=sheet),
        man("foe", (10, 12), "b", facing=4, rank="officer"),
        *others,
        **rest,
    )
    gun = person(battle, "gunner").arms[0].id
    open_fire = Shoot(person="gunner", target="foe", weapon=gun, mode="suppress")  # type: ignore[arg-type]
    turn(battle, "gunner", open_fire, dice=(1,))
    return battle


# -- the cone -------------------------------------------------------------------------------------


@rule("owb.suppress.capable-weapons")
def test_submachineguns_and_machineguns_are_capable() -> None:
    guns = ("submachinegun", "machinegun-light", GUN, "machinegun-heavy")
    assert all(may_suppress(Arm(id=gun)) for gun in guns)
    assert not may_suppress(Arm(id="rifle-large"))


@rule("owb.suppress.cone-shape")
def test_the_cone_is_3_wide_to_10_squares_and_5_beyond() -> None:
    straight = cone((0, 0), (0, -8), 30)
    for inside in ((1, -1), (-1, -10), (2, -11)):
        assert inside in straight
    for outside in ((2, -10), (0, 1)):
        assert outside not in straight
    aslant = cone((0, 0), (6, -6), 30)
    assert (3, -5) in aslant
    assert (2, -5) not in aslant


@rule("owb.suppress.cone-reach")
def test_the_cone_reaches_to_short_range() -> None:
    units = (man("ivan", (5, 5)), man("foe", (5, 30), "b"))
    state = state_of(*units)
    assert (reach_of(state, "submachinegun"), reach_of(state, GUN)) == (15, 30)
    far = state_of(*units, options={"suppressive_reach": "extreme"})
    assert reach_of(far, "submachinegun") == 60


@rule("owb.suppress.cone-sight", "owb.suppress.order-of-victims")
def test_pyotr_can_sweep_the_three_germans_by_the_tank_and_not_the_one_behind_it() -> None:
    """The wreck of a T-34 hides the German at the water tower; a friend in front is struck too."""
    wreck = [filled("t34", "armored-vehicle", (9, 9), (11, 10))]
    state = state_of(
        man("pyotr", (10, 20), sheet="submachinegunner"),
        man("friend", (10, 14)),
        man("one", (9, 11), "b"),
        man("two", (10, 11), "b"),
        man("three", (11, 12), "b"),
        man("tower", (10, 7), "b"),
        terrain=wreck,
    )
    pyotr = person(state, "pyotr")
    names = victims_of(state, pyotr, (10, 20), (10, 11), 15)
    assert names == ("friend", "three", "one", "two")
    assert (10, 7) not in swept_squares(state, (10, 20), (10, 11), 15)


# -- opening and keeping it up --------------------------------------------------------------------


@rule("owb.suppress.opening-burst")
def test_it_opens_with_a_burst_and_the_weapon_is_trained_hit_or_miss() -> None:
    battle = opened()
    burst = told(battle, "attack")[-1]
    assert burst.tallies[0].total == 2
    assert not burst.data["hit"]
    trained = person(battle, "gunner").trained
    assert trained is not None
    assert (trained.aim, trained.since) == ((10, 12), 1)


@rule("owb.suppress.automatic-bullets")
def test_bullets_by_the_face_of_the_die() -> None:
    faces = [bullets_that_strike(ScriptedDice([face]), "x") for face in range(1, 7)]
    assert faces == [0, 1, 1, 2, 2, 3]


@rule("owb.suppress.automatic-bullets", "owb.suppress.continue", "owb.suppress.decline")
def test_from_the_second_round_on_everybody_in_the_cone_is_struck() -> None:
    battle = opened(man("two", (11, 13), "b", facing=4))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(5,))
    assert battle.choices[0].ask == "react"
    assert battle.choices[0].about[0] == "two"
    play(battle, Decline(), dice=(3, 6, 1))
    assert person(battle, "two").hp == 4 - (3 + 2) - (6 + 2)
    assert told(battle, "bullets")[-1].data["bullets"] == 0
    assert person(battle, "foe").hp == 12


@rule("owb.suppress.continue")
def test_fire_that_is_not_kept_up_ends() -> None:
    battle = opened()
    pass_all(battle, dice=(6, 1))
    turn(battle, "gunner")
    assert person(battle, "gunner").trained is None


@rule("owb.suppress.change-of-area-restarts", "owb.maneuver.gunner-options")
def test_another_area_begins_with_a_burst_again() -> None:
    battle = opened(man("two", (25, 12), "b", facing=4))
    pass_all(battle, dice=(6, 1))
    order = Shoot(person="gunner", target="two", weapon=GUN, mode="suppress")
    turn(battle, "gunner", order, dice=(1,))
    trained = person(battle, "gunner").trained
    assert trained is not None
    assert (trained.aim, trained.since) == ((25, 12), 2)


@rule("owb.suppress.fire-on-those-who-show-themselves")
def test_a_trained_gun_strikes_once_whoever_runs_into_the_cone() -> None:
    battle = opened(man("two", (13, 14), "b", facing=4, rank="officer"))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin(person="two"))
    play(battle, Move(person="two", path=tuple(middle((x, 14)) for x in (12, 11, 10))))
    assert battle.choices[0].ask == "interrupt"
    assert at(battle.state, "two") == (11, 14)
    play(battle, Sweep(person="gunner"), dice=(2,))
    play(battle, Decline(), dice=(1,))
    assert person(battle, "two").hp == 12 - 3
    assert at(battle.state, "two") == (10, 14)
    play(battle, EndTurn(person="two"))
    pass_all(battle, until="who acts")
    play(battle, Done(), Begin(person="gunner"), Sweep(person="gunner"), dice=(1,))
    assert [event.pieces[0] for event in told(battle, "bullets")] == ["two", "foe"]


# -- saves ----------------------------------------------------------------------------------------


def struck(shelter: str, near: bool, reacts: bool, *faces: int, dexterity: int = 0) -> Any:
    state = state_of(man("ivan", (5, 5), rank="op1", dexterity=dexterity), man("foe", (9, 9), "b"))
    return resolve_struck(
        person(state, "ivan"),
        shelter,  # type: ignore[arg-type]
        near,
        2,
        DiceSum(1, 6),
        reacts,
        ScriptedDice(faces),
    )


@rule("owb.suppress.save-in-the-open")
def test_in_the_open_a_save_halves() -> None:
    saved = struck("none", False, True, 13, 3, 6, dexterity=1)
    assert (saved.damage, saved.down) == (4, True)
    assert struck("none", False, True, 12, 3, 6, dexterity=1).damage == 9


@rule("owb.suppress.save-near-cover")
def test_near_cover_a_save_is_a_dive_and_a_failure_half() -> None:
    assert struck("none", True, True, 14).dives
    assert struck("none", True, True, 13, 3, 4).damage == 3


@rule("owb.suppress.partial-cover", "owb.suppress.decline")
def test_behind_partial_cover_half_or_nothing() -> None:
    assert struck("partial", False, True, 14).ducks
    assert struck("partial", False, True, 13, 3, 4).damage == 3
    assert struck("partial", False, False, 3, 4).damage == 3
    assert struck("none", False, False, 3, 4).damage == 7


@rule("owb.suppress.full-cover", "owb.suppress.concealment-no-help")
def test_full_cover_helps_and_concealment_does_not() -> None:
    units = (man("ivan", (10, 20)), man("foe", (10, 12), "b", ducked=True))
    wall = state_of(*units, terrain=[edged("w", "low-brick-wall", (9, 13), (12, 13))])
    assert not is_swept(wall, (10, 20), (10, 12), 30, person(wall, "foe"))
    fence = state_of(*units, terrain=[edged("w", "wooden-fence", (9, 13), (12, 13))])
    assert is_swept(fence, (10, 20), (10, 12), 30, person(fence, "foe"))


@rule("owb.cover.dive")
def test_a_dive_ends_the_move_but_not_the_attack() -> None:
    wall = [edged("w", "low-brick-wall", (11, 14), (12, 14))]
    battle = opened(man("two", (12, 14), "b", facing=4), terrain=wall)
    pass_all(battle, dice=(1, 6))
    play(battle, Begin(person="two"))
    play(battle, Move(person="two", path=tuple(middle((x, 14)) for x in (11, 10, 9))))
    play(battle, Sweep(person="gunner"), dice=(2,))
    play(battle, React(), dice=(18,))
    two = person(battle, "two")
    assert (at(battle.state, "two"), two.ducked, two.hp) == ((11, 13), True, 4)
    refusal = battle.refusal(Move(person="two", path=(middle((11, 12)),)), "b")
    assert refusal is not None
    assert refusal.rule == "owb.cover.dive"
    assert battle.allows(Shoot(person="two", target="gunner", weapon="rifle-large"), "b")


@rule("owb.stance.after-diving")
def test_with_stances_who_dives_is_prone_behind_low_and_kneeling_behind_tall_cover() -> None:
    from sandtable.rulebooks.whitebox.part1_personal.movement.walking import keeps_down

    stances: dict[str, str | bool] = {"stances": "on"}
    battle = fight(man("ivan", (5, 5)), man("foe", (5, 30), "b"), options=stances)
    keeps_down(battle.state, "ivan")
    assert person(battle, "ivan").stance == "prone"
    keeps_down(battle.state, "ivan", tall=True)
    assert person(battle, "ivan").stance == "kneeling"


# -- the weapon -----------------------------------------------------------------------------------


@rule("owb.suppress.reload", "owb.suppress.versus-suppress", "owb.initiative.loses-initiative")
def test_a_submachinegun_is_reloaded_every_round_and_its_gunner_acts_last() -> None:
    battle = opened(sheet="submachinegunner")
    pass_all(battle, until="declare")
    assert person(battle, "gunner").arms[0].swept_in == 1
    play(battle, Declare(person="gunner", what="reload"), Done(), dice=(6, 1))
    assert battle.choices[0].seats == ("b",)
    play(battle, Done())
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(1,))
    assert told(battle, "bullets")[-1].pieces[0] == "foe"
    assert person(battle, "gunner").arms[0].swept_in == 2


@rule("owb.suppress.reload")
def test_without_a_reload_the_magazine_is_empty_and_belts_need_none() -> None:
    battle = opened(sheet="submachinegunner")
    pass_all(battle, until="declare")
    play(battle, Done(), dice=(6, 1))
    play(battle, Begin(person="gunner"))
    refusal = battle.refusal(Sweep(person="gunner"), "a")
    assert refusal is not None
    assert refusal.rule == "owb.suppress.reload"
    assert person(opened(), "gunner").arms[0].swept_in is None


@rule("owb.suppress.malfunction")
def test_in_the_fourth_successive_round_a_1_puts_the_weapon_out() -> None:
    battle = opened()
    for _ in range(2):
        pass_all(battle, dice=(6, 1))
        turn(battle, "gunner", Sweep(person="gunner"), dice=(1,))
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="gunner"), Sweep(person="gunner"), dice=(2,))
    play(battle, Decline(), dice=(2, 1))
    assert person(battle, "foe").hp == 8
    assert person(battle, "gunner").arms[0].jam == -1


@rule("owb.suppress.malfunction")
def test_a_round_without_shots_sets_the_count_back() -> None:
    state = state_of(man("ivan", (5, 5)), man("foe", (5, 30), "b"))
    state.turn = 9
    assert after_shots(state, Arm(id=GUN, heat=5, hot_in=7)).heat == 1
    assert after_shots(state, Arm(id=GUN, heat=5, hot_in=8)).heat == 6


@rule("owb.suppress.barrel-change")
def test_a_helper_keeps_a_belt_fed_gun_going() -> None:
    assert not malfunctions(Arm(id=GUN, heat=6), True, ScriptedDice([]))
    assert malfunctions(Arm(id=GUN, heat=6), False, ScriptedDice([1]))
    assert malfunctions(Arm(id="machinegun-light", heat=6), True, ScriptedDice([1]))
    battle = opened(man("oleg", (11, 20)))
    pass_all(battle, dice=(6, 1))
    turn(battle, "gunner", Sweep(person="gunner", helper="oleg"), dice=(1,))
    assert person(battle, "oleg").acted


def hot_gun(*others: Unit) -> OwbBattle:
    """A medium machinegun that has swept for three rounds, and then is laid on another area."""
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("oleg", (11, 20)),
        man("foe", (10, 2), "b"),
        *others,
    )
    state = battle.state
    hot = Arm(id=GUN, set_up=True, heat=3, hot_in=state.turn - 1)
    state.put(person(battle, "gunner").with_arm(hot))
    play(battle, Begin(person="gunner"))
    return battle


@rule("owb.suppress.barrel-change", "owb.suppress.opening-burst")
def test_a_helper_changes_the_barrels_for_the_opening_burst_too() -> None:
    plain = Shoot(person="gunner", target="foe", weapon=GUN, mode="suppress")
    alone = hot_gun()
    play(alone, plain, dice=(1, 1))
    assert person(alone, "gunner").arms[0].jam == -1
    helped = hot_gun()
    play(helped, replace(plain, helper="oleg"), dice=(1,))
    assert person(helped, "gunner").arms[0].jam == 0
    assert person(helped, "gunner").trained is not None
    assert person(helped, "oleg").acted


@rule("owb.suppress.barrel-change")
def test_barrels_are_changed_only_by_a_friend_at_hand_and_for_suppressive_fire() -> None:
    battle = hot_gun(man("far", (20, 20)), man("near", (9, 20), "b"))
    burst = Shoot(person="gunner", target="foe", weapon=GUN, mode="burst", helper="oleg")
    opening = replace(burst, mode="suppress")
    assert battle.allows(opening, "a")
    for order in (burst, replace(opening, helper="far"), replace(opening, helper="near")):
        refusal = battle.refusal(order, "a")
        assert refusal is not None
        assert refusal.rule == "owb.suppress.barrel-change"


@rule("owb.suppress.barrel-change", "owb.los.character-at-vehicle")
def test_the_helper_can_be_named_on_the_page_whatever_is_fired_at() -> None:
    battle = hot_gun(vehicle("lorry", "truck-small", (14, 5), 4, "b"))
    view = battle.view("a")
    offered = RULEBOOK.actions(view.state, "a", view.choices[0], "gunner")
    opening = Shoot(person="gunner", target="foe", weapon=GUN, mode="suppress", helper="oleg")
    at_it = ShootAboard(
        person="gunner", vehicle="lorry", weapon=GUN, mode="suppress", helper="oleg"
    )
    for order in (opening, at_it):
        assert battle.refusal(order, "a") is None
        assert faults(RULEBOOK, offered, order) == []
    play(battle, at_it, dice=(1,))
    assert person(battle, "gunner").arms[0].jam == 0
    assert person(battle, "oleg").acted


@rule("owb.suppress.repair-jam", "owb.base.classes", "owb.combined.repair-races")
def test_a_combat_engineer_repairs_it_in_1d3_actions() -> None:
    engineer = {"class": "combat-engineer"}
    battle = fight(
        man("gunner", (10, 20), sheet="medium-machinegunner"),
        man("oleg", (11, 20), rank="op1", **engineer),  # type: ignore[arg-type]
        man("foe", (10, 2), "b"),
    )
    gunner = person(battle, "gunner")
    battle.state.put(gunner.with_arm(Arm(id=GUN, jam=-1, set_up=True)))
    order = Repair(person="oleg", weapon=GUN, owner="gunner")
    turn(battle, "oleg", order, dice=(2,))
    assert person(battle, "gunner").arms[0].jam == 1
    pass_all(battle, dice=(6, 1))
    turn(battle, "oleg", order)
    assert person(battle, "gunner").arms[0].jam == 0


@rule("owb.suppress.movement-limit")
def test_one_square_keeps_the_fire_going_and_two_make_it_a_burst() -> None:
    state = state_of(man("ivan", (5, 5), sheet="submachinegunner"), man("foe", (5, 15), "b"))
    ivan = person(state, "ivan")
    assert steps_allowed(ivan) == 1
    assert check_suppress(state, state.change("ivan", steps=1), ivan.arms[0]) is None
    refusal = check_suppress(state, state.change("ivan", steps=2), ivan.arms[0])
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "owb.suppress.movement-limit"


@rule("owb.weapon.machinegun-light")
def test_a_light_machinegun_that_moved_fires_only_bursts() -> None:
    state = state_of(man("ivan", (5, 5), sheet="light-machinegunner"), man("foe", (5, 15), "b"))
    moved = state.change("ivan", steps=1, spent=1)
    refusal = check_suppress(state, moved, moved.arms[0])
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "owb.weapon.machinegun-light"


@rule("owb.suppress.no-other-effect")
def test_two_guns_strike_the_same_man_each() -> None:
    battle = opened(man("second", (11, 20), sheet="medium-machinegunner"))
    order = Shoot(person="second", target="foe", weapon=GUN, mode="suppress")
    turn(battle, "second", order, dice=(1,))
    pass_all(battle, dice=(6, 1))
    turn(battle, "gunner", Sweep(person="gunner"), dice=(1,))
    turn(battle, "second", Sweep(person="second"), dice=(1,))
    assert len(told(battle, "bullets")) == 2


@rule("owb.suppress.massed-rifles")
def test_many_rifles_together_lay_suppressive_fire_if_the_battle_allows_it() -> None:
    riflemen = [man(f"r{n}", (8 + n, 20)) for n in range(4)]
    foes = [man("foe", (10, 12), "b", facing=4), man("two", (30, 2), "b")]
    battle = fight(*riflemen, *foes, options={"massed_suppression": "4"})
    order = Mass(person="r0", at=middle((10, 12)), others=("r1", "r2", "r3"))
    for name in ("r1", "r2", "r3"):
        turn(battle, name)
    turn(battle, "r0", order, dice=(1,))
    assert told(battle, "attack")[-1].tallies[0].total == 2
    pass_all(battle, dice=(6, 1))
    for name in ("r1", "r2", "r3"):
        turn(battle, name)
    turn(battle, "r0", order, dice=(1,))
    assert told(battle, "bullets")[-1].pieces[0] == "foe"
    plain = fight(*riflemen, *foes)
    play(plain, Begin(person="r0"))
    assert not plain.allows(order, "a")


@rule("owb.cover.ducked-or-up")
def test_holding_a_trained_gun_one_lets_a_moment_pass() -> None:
    battle = opened(man("two", (12, 14), "b", facing=4))
    pass_all(battle, dice=(1, 6))
    play(battle, Begin(person="two"), Move(person="two", path=(middle((11, 14)),)))
    play(battle, Hold())
    assert battle.choices[0].ask == "turn"
    assert not person(battle, "gunner").ducked
