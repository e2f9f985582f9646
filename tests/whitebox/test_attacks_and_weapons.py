"""THE ATTACK ROLL, MELEE, MISSILE ATTACKS, weapons and armor."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Refusal
from sandtable.dice import ScriptedDice
from sandtable.odds import Tally
from sandtable.rulebooks.whitebox.part1_personal.attack.attack_roll import (
    Blow,
    bonuses,
    resolve_blow,
)
from sandtable.rulebooks.whitebox.part1_personal.attack.melee import (
    blades_of,
    damage_of,
    engaged,
    melee_blow,
)
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import (
    describe_weapon,
    is_ready,
    may_burst,
    range_band,
    rolls_allowed,
    shot_at,
)
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import (
    armor_class,
    descending,
    is_archaic,
    roll_needed,
    shown_armor_class,
)
from sandtable.rulebooks.whitebox.part1_personal.weapons.ammunition import (
    magazine,
    reloaded,
    rounds_used,
    runs_out,
    shot_off,
)
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    EndTurn,
    Hold,
    Move,
    Shoot,
    Strike,
    TakeUp,
    Withhold,
)
from sandtable.rulebooks.whitebox.state.people import Arm
from sandtable.rulebooks.whitebox.state.tables import GARAND, MELEE, MISSILE, DiceSum
from tests.whitebox.kit import (
    edged,
    fight,
    filled,
    legal,
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


def duel(distance: int, **mine: Any) -> OwbState:
    """Ivan in the south, and a foe so many squares to the north of him, both without armor."""
    status: dict[str, Any] = {"armor": [], **mine}
    return state_of(
        man("ivan", (10, 90), rows=120, **status),
        man("foe", (10, 90 - distance), "b", facing=4, rows=120, armor=[]),
        size=(36, 120),
    )


def shot(state: OwbState, weapon: str, mode: str = "single", **arm: Any) -> Blow | Refusal:
    gun = Arm(id=weapon, **arm)
    return shot_at(state, person(state, "ivan"), gun, person(state, "foe"), mode)


# -- the attack roll ------------------------------------------------------------------------------


@rule("owb.attack.roll")
def test_the_roll_with_everything_must_reach_the_armor_class() -> None:
    state = duel(40)
    state.change("ivan", rank="veteran")
    state.change("foe", rank="op1", armor=("bdu",))
    blow = legal(shot(state, "rifle-large"))
    assert (blow.tally.total, blow.armor.total) == (-1, 13)
    assert resolve_blow(blow, ScriptedDice([14, 3])).hit
    assert not resolve_blow(blow, ScriptedDice([13])).hit


@rule("owb.attack.descending-table", "owb.ac.conversion")
def test_descending_armor_class() -> None:
    assert (roll_needed(4), roll_needed(-6)) == (15, 25)
    assert (descending(2), descending(21)) == (17, -2)


@rule("owb.ac.which-system")
def test_both_systems_show_the_same() -> None:
    units = (man("ivan", (1, 1)), man("foe", (1, 30), "b"))
    assert shown_armor_class(state_of(*units), 12) == "AAC 12"
    assert shown_armor_class(state_of(*units, options={"ac_display": "ac"}), 12) == "AC 7"


@rule("owb.attack.natural-20-and-1")
def test_a_natural_20_hits_for_double_and_a_natural_1_fumbles() -> None:
    blow = Blow(
        attacker="a",
        target="b",
        weapon="rifle-large",
        tally=Tally("attacker"),
        armor=Tally("target").add(25, "owb.ac.unarmored", "wall"),
        damage=DiceSum(1, 6, 1),
        naturals=True,
    )
    assert resolve_blow(blow, ScriptedDice([20, 3])).damage == 8
    assert resolve_blow(blow, ScriptedDice([1, 4])).fumble == "jammed"
    assert resolve_blow(blow, ScriptedDice([1, 2])).fumble == "dropped"
    assert resolve_blow(blow, ScriptedDice([1, 5])).fumble == "fell"
    battle = fight(
        man("ivan", (5, 9)), man("foe", (5, 3), "b"), options={"naturals_personal": "on"}
    )
    turn(battle, "ivan", Shoot(person="ivan", target="foe", weapon="rifle-large"), dice=(1, 3))
    assert person(battle, "ivan").arms[0].jam == -1


@rule("owb.attack.modifier-order")
def test_bonuses_are_counted_apart_from_penalties() -> None:
    tally = Tally("attacker").add(1, "owb.attack.roll", "BHB").add(2, "owb.burst.bonus", "burst")
    tally.add(-4, "owb.cover.partial-burst", "cover")
    assert (bonuses(tally), tally.total) == (3, -1)


@rule("owb.attack.declare-then-resolve", "owb.withhold.interrupt-timing", "owb.withhold.declare")
def test_a_withheld_shot_comes_before_the_shot_that_provoked_it() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 10), "b", facing=4))
    turn(battle, "ivan", Withhold(person="ivan"))
    play(battle, Begin(person="foe"))
    play(battle, Shoot(person="foe", target="ivan", weapon="rifle-large"))
    assert battle.choices[0].ask == "interrupt"
    play(battle, Shoot(person="ivan", target="foe", weapon="rifle-large"), dice=(20, 6))
    assert person(battle, "foe").out == "dead"
    assert len(told(battle, "attack")) == 1
    assert person(battle, "ivan").hp == 4


@rule("owb.attack.declare-then-resolve")
def test_an_attack_whose_target_is_gone_may_name_another() -> None:
    wall = [edged("w", "low-brick-wall", (8, 10), (14, 10))]
    battle = fight(
        man("ivan", (10, 20)),
        man("oleg", (12, 20)),
        man("foe", (10, 9), "b", facing=4),
        man("two", (12, 9), "b", facing=4),
        terrain=wall,
        dice=(1, 6),
    )
    turn(battle, "foe", Withhold(person="foe"))
    turn(battle, "two", end=EndTurn(person="two"))
    play(battle, Begin(person="ivan"), Shoot(person="ivan", target="two", weapon="rifle-large"))
    battle.state.change("two", ducked=True)
    play(battle, Hold())
    assert battle.choices[0].ask == "another target"
    play(battle, Shoot(person="ivan", target="foe", weapon="rifle-large"), dice=(1,))
    assert person(battle, "ivan").attacked


@rule("owb.attack.natural-20-and-1", "owb.weapon.changing-weapons")
def test_a_dropped_sword_is_picked_up_by_an_action() -> None:
    battle = fight(
        man("ivan", (5, 9), blades=["sword"]),
        man("foe", (5, 8), "b"),
        options={"naturals_personal": "on"},
    )
    turn(battle, "ivan", Strike(person="ivan", target="foe", weapon="sword"), dice=(1, 1))
    assert "sword" not in person(battle, "ivan").blades
    pass_all(battle, dice=(6, 1))
    turn(battle, "ivan", TakeUp(person="ivan", weapon="sword"))
    assert "sword" in person(battle, "ivan").blades


# -- melee ----------------------------------------------------------------------------------------


@rule("owb.melee.adjacent")
def test_melee_reaches_the_next_square_but_not_through_walls() -> None:
    state = duel(1)
    assert engaged(state, person(state, "ivan"), person(state, "foe"))
    assert isinstance(
        melee_blow(state, person(state, "ivan"), person(state, "foe"), "strike"), Blow
    )
    far = duel(2)
    assert isinstance(melee_blow(far, person(far, "ivan"), person(far, "foe"), "strike"), Refusal)
    wall = [edged("w", "tall-wall", (10, 20), (11, 20))]
    walled = state_of(man("ivan", (10, 20)), man("foe", (10, 19), "b"), terrain=wall)
    found = melee_blow(walled, person(walled, "ivan"), person(walled, "foe"), "strike")
    assert isinstance(found, Refusal)


@rule("owb.melee.strength", "owb.weapon.sword")
def test_strength_counts_for_hit_and_damage() -> None:
    def strong(option: str) -> Blow:
        state = state_of(
            man("ivan", (5, 5), strength=1, blades=["sword"]),
            man("foe", (5, 4), "b"),
            options={"strength_in_melee": option},
        )
        found = melee_blow(state, person(state, "ivan"), person(state, "foe"), "sword")
        assert isinstance(found, Blow)
        return found

    assert resolve_blow(strong("hit-and-damage"), ScriptedDice([20, 4])).damage == 5
    assert (strong("hit").tally.total, strong("hit").more) == (1, 0)
    assert (strong("none").tally.total, strong("none").more) == (0, 0)


@rule("owb.melee.ignores-cover")
def test_melee_ignores_cover() -> None:
    wall = [edged("w", "low-brick-wall", (10, 20), (11, 20))]
    state = state_of(man("ivan", (10, 20)), man("foe", (10, 19), "b", ducked=True), terrain=wall)
    found = melee_blow(state, person(state, "ivan"), person(state, "foe"), "club")
    assert isinstance(found, Blow)
    assert found.tally.total == 0


@rule("owb.melee.shooting-while-engaged")
def test_one_who_is_engaged_shoots_without_a_penalty() -> None:
    assert legal(shot(duel(1), "rifle-large")).tally.total == 0


# -- range and rate of fire -----------------------------------------------------------------------


@rule("owb.missile.dexterity")
def test_dexterity_counts_with_missile_weapons() -> None:
    assert legal(shot(duel(5, dexterity=1), "rifle-large")).tally.total == 1


@rule("owb.missile.needs-line-of-sight")
def test_a_shot_needs_an_open_line() -> None:
    wall = [filled("w", "tall-wall", (10, 15))]
    state = state_of(man("ivan", (10, 20)), man("foe", (10, 10), "b"), terrain=wall)
    ivan = person(state, "ivan")
    found = shot_at(state, ivan, ivan.arms[0], person(state, "foe"))
    assert isinstance(found, Refusal)
    assert found.rule == "owb.missile.needs-line-of-sight"


@rule("owb.range.bands")
def test_bands_are_multiples_of_the_range_and_inclusive() -> None:
    state = duel(5)
    gun = MISSILE["submachinegun"]
    found = [range_band(state, gun, far) for far in (15, 16, 30, 45, 60, 61)]
    assert found == [0, 1, 1, 2, 3, None]


@rule("owb.range.chained-bands")
def test_chained_bands_reach_further() -> None:
    units = (man("ivan", (1, 1)), man("foe", (1, 30), "b"))
    chained = state_of(*units, options={"range_bands": "chained"})
    assert range_band(chained, MISSILE["grenade"], 20) == 3
    assert range_band(chained, MISSILE["rifle-large"], 180) == 2
    thrown = state_of(*units, options={"range_bands": "chained-for-thrown"})
    assert range_band(thrown, MISSILE["grenade"], 6) == 2
    assert range_band(thrown, MISSILE["rifle-large"], 121) is None


@rule("owb.range.penalties", "owb.range.measure")
def test_a_rifle_at_61_squares_has_minus_4() -> None:
    assert legal(shot(duel(61), "rifle-large")).tally.total == -4


@rule("owb.rof.one", "owb.rof.two")
def test_a_small_handgun_has_two_rolls_in_one_attack() -> None:
    assert (rolls_allowed(MISSILE["handgun-small"]), rolls_allowed(MISSILE["bow"])) == (2, 1)
    battle = fight(
        man("ivan", (10, 20), weapons=["handgun-small"]),
        man("foe", (9, 16), "b"),
        man("two", (11, 16), "b"),
    )
    order = Shoot(person="ivan", target="foe", weapon="handgun-small", second="two")
    turn(battle, "ivan", order, dice=(2, 3))
    assert [event.pieces[1] for event in told(battle, "attack")] == ["foe", "two"]


@rule("owb.rof.half", "owb.weapon.crossbow")
def test_a_crossbow_shoots_every_second_round() -> None:
    bow = Arm(id="crossbow", fired_in=3)
    assert [is_ready(bow, now) for now in (4, 5)] == [False, True]
    assert describe_weapon(bow.weapon) == "1d6, ROF 1/2, RANGE 6, 10 lb"


# -- withholding ----------------------------------------------------------------------------------


@rule("owb.withhold.declare")
def test_only_the_winner_of_initiative_may_withhold() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 10), "b"))
    turn(battle, "ivan")
    play(battle, Begin(person="foe"))
    assert not battle.allows(Withhold(person="foe"), "b")


@rule("owb.withhold.arc", "owb.withhold.modes")
def test_a_withheld_attack_is_limited_to_the_arc() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 15), "b"), man("two", (14, 20), "b"))
    turn(battle, "ivan", Withhold(person="ivan"), end=EndTurn(person="ivan", facing=0.0))
    play(battle, Begin(person="two"), Move(person="two", path=(middle((15, 20)),)))
    shots = {
        name: Shoot(person="ivan", target=name, weapon="rifle-large") for name in ("foe", "two")
    }
    assert battle.choices[0].ask == "interrupt", "he may switch to the foe in his arc"
    assert battle.allows(shots["foe"], "a")
    refusal = battle.refusal(shots["two"], "a")
    assert refusal is not None
    assert refusal.rule == "owb.withhold.arc"
    play(battle, Hold())
    play(battle, EndTurn(person="two"), Begin(person="foe"))
    play(battle, Move(person="foe", path=(middle((10, 16)),)))
    assert battle.choices[0].ask == "interrupt"
    assert not battle.allows(Shoot(person="ivan", target="two", weapon="rifle-large"), "a")
    assert battle.allows(Shoot(person="ivan", target="foe", weapon="rifle-large"), "a")


@rule("owb.withhold.carries-over")
def test_a_withheld_attack_carries_over_and_is_then_the_only_one() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 15), "b", facing=0))
    turn(battle, "ivan", Withhold(person="ivan"))
    pass_all(battle, until="interrupt", dice=(6, 1))
    assert battle.state.turn == 2
    assert "The round begins" in battle.choices[0].prompt
    play(battle, Shoot(person="ivan", target="foe", weapon="rifle-large"), dice=(1,))
    play(battle, Begin(person="ivan"))
    assert not battle.allows(Shoot(person="ivan", target="foe", weapon="rifle-large"), "a")


# -- bursts and ammunition ------------------------------------------------------------------------


@rule("owb.autofire.two-modes", "owb.burst.bonus", "owb.weapon.submachinegun")
def test_a_burst_adds_2() -> None:
    state = duel(5)
    state.change("foe", armor=("bdu",))
    blow = legal(shot(state, "submachinegun", "burst"))
    assert resolve_blow(blow, ScriptedDice([9, 4])).damage == 4
    assert not resolve_blow(blow, ScriptedDice([8])).hit
    assert may_burst(Arm(id="submachinegun"))
    assert not may_burst(Arm(id="rifle-large"))
    assert describe_weapon(MISSILE["submachinegun"]) == "1d6, ROF 1, RANGE 15, 10 lb"


@rule("owb.weapon.garand-burst")
def test_the_garand_simulates_bursts_but_lays_no_suppressive_fire() -> None:
    from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import may_suppress

    sandbags = [filled("s", "sandbags", (5, 4))]
    state = state_of(man("ivan", (5, 0), facing=4), man("foe", (5, 5), "b"), terrain=sandbags)
    gun = Arm(id=GARAND)
    blow = shot_at(state, person(state, "ivan"), gun, person(state, "foe"), "burst")
    assert isinstance(blow, Blow)
    assert (blow.armor.total, blow.tally.total) == (11, -2)
    assert resolve_blow(blow, ScriptedDice([13, 1])).hit
    assert not may_suppress(gun)


@rule("owb.burst.three-per-magazine", "owb.ammo.count-rounds")
def test_a_magazine_holds_three_bursts_where_rounds_are_counted() -> None:
    assert (magazine("submachinegun"), rounds_used("submachinegun", "burst")) == (20, 6)
    units = (man("ivan", (5, 5), sheet="submachinegunner"), man("foe", (5, 30), "b"))
    state = state_of(*units, options={"ammo": "count"})
    gun = person(state, "ivan").arms[0]
    assert (gun.rounds, gun.loads) == (20, 3)
    for left in (14, 8, 2):
        gun = shot_off(state, gun, "burst")
        assert gun.rounds == left
    found = shot_at(state, person(state, "ivan"), gun, person(state, "foe"), "burst")
    assert isinstance(found, Refusal)
    assert found.rule == "owb.ammo.count-rounds"


@rule("owb.reload.loses-initiative")
def test_reloading_takes_a_load_and_fills_the_magazine() -> None:
    units = (man("ivan", (5, 5)), man("foe", (5, 30), "b"))
    state = state_of(*units, options={"ammo": "count"})
    ivan = person(state, "ivan")
    empty = ivan.with_arm(Arm(id="rifle-large", rounds=0, loads=3))
    full = reloaded(state, empty).arms[0]
    assert (full.rounds, full.loads) == (6, 2)


@rule("owb.ammo.abstract")
def test_every_fourth_firefight_a_1_means_out_of_ammunition() -> None:
    ivan = person(duel(5), "ivan")
    assert runs_out(ivan, 4, 4, ScriptedDice([1]))
    assert not runs_out(ivan, 4, 4, ScriptedDice([2]))
    assert not runs_out(ivan, 3, 4, ScriptedDice([]))


# -- melee weapons --------------------------------------------------------------------------------


@rule(
    "owb.weapon.battle-axe",
    "owb.weapon.bayonet",
    "owb.weapon.improvised",
    "owb.weapon.strike",
    "owb.weapon.sword",
)
def test_damage_of_melee_weapons() -> None:
    ivan = person(duel(1, weapons=[]), "ivan")
    wanted = {
        "battle-axe": "1d6+1",
        "bayonet": "1d6-1",
        "improvised": "1d6-2",
        "strike": "1d2",
        "sword": "1d6",
    }
    assert {name: str(damage_of(ivan, name)) for name in wanted} == wanted


@rule("owb.weapon.bayonet", "owb.weapon.club")
def test_a_bayonet_on_a_rifle_is_a_spear_and_its_butt_a_club() -> None:
    ivan = person(duel(1, weapons=["rifle-large"], blades=["bayonet"]), "ivan")
    assert damage_of(ivan, "bayonet") == MELEE["spear"].damage
    assert "club" in set(blades_of(ivan))
    assert "club" not in set(blades_of(person(duel(1, weapons=["bow"]), "ivan")))


@rule("owb.weapon.battle-axe")
def test_a_battle_axe_needs_both_hands() -> None:
    state = duel(1, blades=["battle-axe"], armor=["shield"])
    found = melee_blow(state, person(state, "ivan"), person(state, "foe"), "battle-axe")
    assert isinstance(found, Refusal)
    assert found.rule == "owb.weapon.battle-axe"


@rule("owb.weapon.hatchet-knife-spear-both-ways", "owb.weapon.changing-weapons")
def test_a_thrown_knife_lies_in_the_targets_square_until_it_is_taken() -> None:
    battle = fight(man("ivan", (5, 9), weapons=["knife"]), man("foe", (5, 8), "b"))
    ivan = person(battle, "ivan")
    assert "knife" in set(blades_of(ivan))
    turn(battle, "ivan", Shoot(person="ivan", target="foe", weapon="knife"), dice=(1,))
    assert person(battle, "ivan").arms == ()
    assert battle.state.items[0].square == (5, 8)
    pass_all(battle, dice=(6, 1))
    turn(battle, "ivan", TakeUp(person="ivan", weapon="knife"))
    assert person(battle, "ivan").arms[0].id == "knife"


# -- missile weapons ------------------------------------------------------------------------------


@rule(
    "owb.weapon.bow",
    "owb.weapon.handguns",
    "owb.weapon.rifles",
    "owb.weapon.grenade",
    "owb.weapon.mortar-row",
    "owb.weapon.rpg-row",
    "owb.weapon.machinegun-light",
)
def test_rows_of_the_missile_table() -> None:
    wanted = {
        "bow": "1d6, ROF 1, RANGE 9, 5 lb",
        "handgun-small": "1d6-2, ROF 2, RANGE 9, 1 lb",
        "handgun-medium": "1d6-1, ROF 1, RANGE 15, 2 lb",
        "handgun-large": "1d6, ROF 1, RANGE 15, 3 lb",
        "rifle-small": "1d6, ROF 1, RANGE 30, 7 lb",
        "rifle-large": "1d6+1, ROF 1, RANGE 30, 10 lb",
        "grenade": "2d6+2, ROF 1, RANGE 1, 1 lb",
        "mortar": "2d6+2, ROF 1/2, RANGE 100, 45 lb",
        "rpg-light": "6d6, ROF 1/2, RANGE 15, 20 lb",
        "rpg-heavy": "10d6, ROF 1/2, RANGE 15, 20 lb",
        "machinegun-light": "1d6+1, ROF 1, RANGE 30, 20 lb",
    }
    assert {name: describe_weapon(MISSILE[name]) for name in wanted} == wanted


@rule("owb.weapon.archaic-class", "owb.armor.full-value-archaic-only", "owb.ac.unarmored")
def test_armor_gives_its_full_value_against_archaic_weapons_only() -> None:
    state = duel(1)
    foe = state.change("foe", armor=("chain-mail",))
    assert [is_archaic(name) for name in ("sword", "bow", "rifle-large")] == [True, True, False]
    assert armor_class(foe, "archaic").total == 14
    assert armor_class(foe, "bullets").total == 11


@rule("owb.weapon.bow", "owb.weapon.crossbow")
def test_bows_need_both_hands() -> None:
    for bow in ("bow", "crossbow"):
        refusal = shot(duel(3, armor=["shield"]), bow)
        assert isinstance(refusal, Refusal)
        assert refusal.rule == f"owb.weapon.{bow}"
        assert isinstance(shot(duel(3), bow), Blow)


@rule("owb.weapon.anti-tank-rifle")
def test_an_anti_tank_rifle_must_be_rested() -> None:
    state = duel(5)
    assert str(legal(shot(state, "rifle-anti-tank")).damage) == "2d6"
    state.change("ivan", spent=1)
    assert isinstance(shot(state, "rifle-anti-tank"), Refusal)


@rule("owb.weapon.shotgun-short-range")
def test_a_shotgun_has_plus_2_at_short_range_and_no_extreme_range() -> None:
    found = [legal(shot(duel(far), "shotgun-pump")).tally.total for far in (3, 4, 9)]
    assert found == [2, -2, -4]
    assert isinstance(shot(duel(10), "shotgun-pump"), Refusal)


@rule("owb.weapon.shotgun-both-barrels")
def test_both_barrels_double_the_damage_at_short_range() -> None:
    near = legal(shot(duel(2), "shotgun-double-barreled", "both-barrels"))
    assert resolve_blow(near, ScriptedDice([20, 3])).damage == 10
    far = legal(shot(duel(5), "shotgun-double-barreled", "both-barrels"))
    assert resolve_blow(far, ScriptedDice([20, 3])).damage == 5
    assert isinstance(shot(duel(2), "shotgun-pump", "both-barrels"), Refusal)


@rule("owb.weapon.machinegun-medium", "owb.weapon.machinegun-heavy")
def test_medium_and_heavy_machineguns_must_stand_on_their_mounts() -> None:
    for gun in ("machinegun-medium", "machinegun-heavy"):
        assert isinstance(shot(duel(5), gun), Refusal)
        assert isinstance(shot(duel(5), gun, set_up=True), Blow)
    battle = fight(
        man("ivan", (5, 20), sheet="medium-machinegunner"),
        man("oleg", (9, 20), weapons=["machinegun-heavy"]),
        man("foe", (5, 3), "b"),
    )
    turn(battle, "ivan", Move(person="ivan", path=(middle((5, 19)),)))
    assert not person(battle, "ivan").arms[0].set_up
    turn(battle, "oleg", Move(person="oleg", path=(middle((9, 19)),)))
    assert battle.state.items[0].square == (9, 20)


@rule("owb.time.one-attack-per-round", "owb.time.move-before-or-after")
def test_one_attack_and_the_move_wholly_before_or_after_it() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 15), "b"))
    play(battle, Begin(person="ivan"), Move(person="ivan", path=(middle((10, 19)),)))
    play(battle, Shoot(person="ivan", target="foe", weapon="rifle-large"), dice=(1,))
    again = battle.refusal(Shoot(person="ivan", target="foe", weapon="rifle-large"), "a")
    assert again is not None
    assert again.rule == "owb.time.one-attack-per-round"
    after = battle.refusal(Move(person="ivan", path=(middle((10, 18)),)), "a")
    assert after is not None
    assert after.rule == "owb.time.move-before-or-after"


@rule("owb.time.one-action-per-round", "owb.time.move-and-attack-or-action")
def test_an_action_excludes_an_attack() -> None:
    from sandtable.rulebooks.whitebox.state.orders import Aid

    battle = fight(man("ivan", (10, 20)), man("oleg", (10, 21), hp=2), man("foe", (10, 19), "b"))
    play(battle, Begin(person="ivan"), Aid(person="ivan", patient="oleg"), dice=(1,))
    refusal = battle.refusal(Strike(person="ivan", target="foe"), "a")
    assert refusal is not None
    assert refusal.rule == "owb.time.move-and-attack-or-action"
    again = battle.refusal(Aid(person="ivan", patient="oleg"), "a")
    assert again is not None
    assert again.rule == "owb.time.one-action-per-round"


# -- armor ----------------------------------------------------------------------------------------


@rule("owb.ac.unarmored", "owb.ac.special-forces", "owb.armor.battle-dress")
def test_natural_armor_class_and_battle_dress() -> None:
    state = duel(5)
    foe = person(state, "foe")
    assert armor_class(foe, "bullets").total == 10
    assert armor_class(state.change("foe", armor=("leather-armor",)), "archaic").total == 12
    operative = state.change("foe", rank="op1", armor=())
    assert armor_class(operative, "bullets").total == 12
    assert armor_class(state.change("foe", armor=("bdu",)), "bullets").total == 13


@rule("owb.armor.only-one-suit", "owb.armor.shield")
def test_one_suit_and_a_shield() -> None:
    state = duel(5)
    foe = state.change("foe", armor=("bdu", "plate-mail", "shield"))
    assert armor_class(foe, "archaic").total == 10 + 6 + 1
    assert armor_class(foe, "bullets").total == 11
    steel = state.change("foe", armor=("shield-solid-steel",))
    assert armor_class(steel, "bullets").total == 11
