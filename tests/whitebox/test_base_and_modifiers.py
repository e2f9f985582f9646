"""What the core rulebook would supply, the end of a battle, and OPTIONAL COMBAT MODIFIERS."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import Refusal
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part1_personal.attack.attack_roll import Blow, resolve_blow
from sandtable.rulebooks.whitebox.part1_personal.attack.melee import melee_blow
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import shot_at
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import (
    ability_bonus,
    able_to_act,
    base_hit_bonus,
    combatant,
    fate,
    fraction,
    hit_points,
    loadout,
    plain_save,
    save_succeeds,
    saving_throw,
)
from sandtable.rulebooks.whitebox.part1_personal.movement.way import allowance
from sandtable.rulebooks.whitebox.setting_up.people import set_up
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.orders import (
    Aid,
    Begin,
    Declare,
    Done,
    EndTurn,
    Leave,
    Move,
    Shoot,
)
from sandtable.rulebooks.whitebox.state.tables import COMBATANTS, LOADOUTS, MISSILE
from sandtable.rulebooks.whitebox.state.weights import movement_with, weight_carried
from tests.whitebox.kit import (
    fight,
    filled,
    man,
    middle,
    pass_all,
    person,
    play,
    scene,
    state_of,
    told,
    turn,
)

rule = pytest.mark.rule
STANCES: dict[str, str | bool] = {"stances": "on"}


# -- base -----------------------------------------------------------------------------------------


@rule("owb.scope.personal-combat", "owb.scope.supersedes-core")
def test_a_fight_of_persons_is_set_up() -> None:
    scenario = scene(man("ivan", (1, 1)), man("foe", (1, 9), "b"))
    state, _ = set_up(scenario, ScriptedDice([]))
    assert set(state.pieces) == {"ivan", "foe"}


@rule("owb.base.attributes")
def test_bonuses_of_abilities() -> None:
    assert [ability_bonus(n) for n in (3, 6, 7, 14, 15, 18)] == [-1, -1, 0, 0, 1, 1]


@rule("owb.base.hit-points")
def test_hit_points_are_fixed_or_rolled() -> None:
    assert hit_points(COMBATANTS["op3"], 0) == 13
    assert hit_points(COMBATANTS["op3"], 1) == 16
    assert hit_points(COMBATANTS["op2"], 0, ScriptedDice([3, 4])) == 8
    assert hit_points(COMBATANTS["civilian"], -1, ScriptedDice([1])) == 1


@rule("owb.base.saving-throw")
def test_saving_throws() -> None:
    assert saving_throw(COMBATANTS["op3"]) == 12
    assert saving_throw(COMBATANTS["soldier"]) == 18
    for row in COMBATANTS.values():
        assert saving_throw(row) == row.saving_throw
    ivan = person(state_of(man("ivan", (1, 1)), man("foe", (1, 9), "b")), "ivan")
    assert save_succeeds(ivan, plain_save(ivan), ScriptedDice([18]), "x")
    assert not save_succeeds(ivan, plain_save(ivan), ScriptedDice([17]), "x")


@rule("owb.base.base-hit-bonus", "owb.base.combatants")
def test_base_hit_bonuses() -> None:
    ranks = ("op1", "op2", "op3", "op4", "op5", "soldier", "veteran", "officer")
    assert [base_hit_bonus(combatant(r)) for r in ranks] == [0, 1, 2, 2, 3, 0, 1, 1]


@rule("owb.base.movement-score", "owb.base.encumbrance")
def test_movement_by_weight() -> None:
    assert [movement_with(w) for w in (0, 75, 75.5, 100, 150, 300, 301)] == [12, 12, 9, 9, 6, 3, 0]
    weight = weight_carried(["flamethrower"], (), ["bdu", "helmet"])
    assert weight == 83
    assert movement_with(weight) == 9


@rule("owb.base.loadouts")
def test_weights_of_the_loadouts_add_up() -> None:
    for name in LOADOUTS:
        kit = loadout(name)
        guns = [w for w in kit.weapons if w in MISSILE]
        blades = [w for w in kit.weapons if w not in MISSILE]
        assert weight_carried(guns, blades, kit.armor, kit.grenades) == kit.weight, name


@rule("owb.ammo.weight")
def test_spare_loads_beyond_three_weigh_a_pound_each() -> None:
    assert weight_carried(["rifle-large"], loads=5) == weight_carried(["rifle-large"]) + 2


@rule("owb.base.rounding")
def test_fractions_are_multiplied_and_rounded_down_once() -> None:
    assert (fraction(7, 2), fraction(10, 2, 2), fraction(1, 2)) == (3, 2, 0)


@rule("owb.base.minimum-damage")
def test_damage_is_at_least_1() -> None:
    assert MISSILE["handgun-small"].damage.damage(ScriptedDice([1]), "x") == 1


@rule("owb.base.damage-and-zero-hp")
def test_soldiers_die_at_0_and_operatives_at_minus_6() -> None:
    state = state_of(man("ivan", (1, 1), rank="op1"), man("foe", (1, 9), "b"))
    assert fate(state, state.change("foe", hp=0)) == "dead"
    found = [fate(state, state.change("ivan", hp=hp)) for hp in (1, 0, -5, -6)]
    assert found == ["", "incapacitated", "incapacitated", "dead"]
    deadly = state_of(
        man("ivan", (1, 1), rank="op1"), man("foe", (1, 9), "b"), options={"zero_hp": "deadly"}
    )
    assert fate(deadly, deadly.change("ivan", hp=0)) == "dead"


@rule("owb.base.able-to-act")
def test_who_is_able_to_act() -> None:
    state = state_of(man("ivan", (1, 1)), man("foe", (1, 9), "b"))
    assert able_to_act(person(state, "ivan"))
    assert not able_to_act(state.change("ivan", out="incapacitated"))
    assert not able_to_act(state.change("foe", on_table=False))


@rule("owb.base.first-aid", "owb.base.classes")
def test_first_aid_stabilises_the_dying_and_restores_the_wounded_once() -> None:
    medic = {"class": "medic"}
    battle = fight(
        man("ivan", (10, 20), rank="op1", **medic),  # type: ignore[arg-type]
        man("oleg", (11, 20), rank="op1"),
        man("lev", (10, 21), rank="veteran", hp=1),
        man("foe", (1, 1), "b"),
    )
    battle.state.change("oleg", hp=-2, out="incapacitated", fell_in=0)
    turn(battle, "ivan", Aid(person="ivan", patient="oleg"))
    assert person(battle, "oleg").stable
    pass_all(battle, dice=(6, 1))
    assert person(battle, "oleg").hp == -2
    turn(battle, "ivan", Aid(person="ivan", patient="lev"), dice=(5,))
    assert person(battle, "lev").hp == 6
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="ivan"))
    assert not battle.allows(Aid(person="ivan", patient="lev"), "a")


@rule("owb.base.morale")
def test_a_group_that_has_lost_half_checks_its_morale_and_may_run() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("foe", (10, 10), "b", facing=4),
        man("two", (12, 10), "b", facing=4),
        options={"morale": "on"},
    )
    turn(battle, "ivan", Shoot(person="ivan", target="foe", weapon="rifle-large"), dice=(20, 6))
    pass_all(battle, dice=(4, 4, 6, 1))
    assert person(battle, "two").routed
    turn(battle, "ivan")
    play(battle, Begin(person="two"), dice=(6, 1))
    assert person(battle, "two").y > 36 - 10 - 0.5


@rule("owb.scope.theatre-of-the-mind")
def test_a_battle_ends_with_a_side_the_round_limit_or_twenty_quiet_rounds() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (0, 0), "b"), dice=(1, 6))
    play(battle, Begin(person="foe"), Leave(person="foe"), Done())
    assert battle.outcome is not None
    assert battle.outcome.winner == "a"
    limited = fight(man("ivan", (10, 20)), man("foe", (0, 0), "b"), options={"round_limit": "2"})
    for _ in range(2):
        pass_all(limited, dice=(6, 1))
    assert limited.outcome is not None
    assert limited.outcome.winner is None
    quiet = fight(man("ivan", (10, 20)), man("foe", (0, 0), "b"))
    for _ in range(20):
        assert quiet.outcome is None
        pass_all(quiet, dice=(6, 1))
    assert quiet.outcome is not None


@rule("owb.scope.theatre-of-the-mind")
def test_objectives_decide_at_the_limit() -> None:
    from sandtable.scenario import Objective

    battle = fight(
        man("ivan", (10, 20)),
        man("foe", (0, 0), "b"),
        options={"round_limit": "1"},
        objectives=(Objective(id="well", at=middle((11, 20))),),
    )
    pass_all(battle)
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.outcome.scores["a"]) == ("a", 1.0)


# -- combat modifiers -----------------------------------------------------------------------------


def total(
    *, melee: bool = False, attacker: dict[str, Any] | None = None, **target: Any
) -> int | None:
    state = _facing(melee)
    ivan = state.change("ivan", **(attacker or {}))
    foe = state.change("foe", **target)
    blow = _blow(state, melee)
    assert (ivan.id, foe.id) == ("ivan", "foe")
    return blow.tally.total if isinstance(blow, Blow) else None


def _facing(melee: bool) -> OwbState:
    foe = (10, 19) if melee else (10, 15)
    return fight(
        man("ivan", (10, 20)), man("foe", foe, "b", facing=4), options=STANCES, dice=()
    ).state


def _blow(state: OwbState, melee: bool) -> Blow | Refusal:
    ivan, foe = person(state, "ivan"), person(state, "foe")
    if melee:
        return melee_blow(state, ivan, foe, "club")
    return shot_at(state, ivan, ivan.arms[0], foe)


@rule("owb.modifiers.switch", "owb.modifiers.target-kneeling", "owb.modifiers.target-prone")
def test_positions_of_the_target() -> None:
    assert (total(melee=True, stance="kneeling"), total(stance="kneeling")) == (1, -1)
    assert (total(melee=True, stance="prone"), total(stance="prone")) == (4, -2)


@rule("owb.modifiers.target-climbing", "owb.modifiers.attacker-climbing")
def test_climbing() -> None:
    assert (total(melee=True, climbing=(9, 9)), total(climbing=(9, 9))) == (2, 2)
    assert total(melee=True, attacker={"climbing": (9, 9)}) == -2
    assert total(attacker={"climbing": (9, 9)}) is None


@rule("owb.modifiers.attacker-kneeling", "owb.modifiers.attacker-prone")
def test_positions_of_the_attacker() -> None:
    kneeling, prone = {"stance": "kneeling"}, {"stance": "prone"}
    assert (total(melee=True, attacker=kneeling), total(attacker=kneeling)) == (-1, 1)
    assert (total(melee=True, attacker=prone), total(attacker=prone)) == (-4, 2)
    from sandtable.rulebooks.whitebox.part1_personal.attack.modifiers import usable_prone

    assert not usable_prone("bow")
    assert usable_prone("rifle-large")


@rule("owb.modifiers.target-helpless-or-unaware")
def test_the_unaware_are_struck_without_fail_and_shot_with_plus_4() -> None:
    assert total(unaware=True) == 4
    state = _facing(True)
    state.change("foe", unaware=True)
    blow = _blow(state, True)
    assert isinstance(blow, Blow)
    assert resolve_blow(blow, ScriptedDice([3])).damage == 3


@rule("owb.modifiers.target-in-melee")
def test_shooting_into_a_melee() -> None:
    state = fight(
        man("ivan", (10, 20)),
        man("oleg", (10, 14)),
        man("foe", (10, 15), "b"),
        options=STANCES,
        dice=(),
    ).state
    blow = _blow(state, False)
    assert isinstance(blow, Blow)
    assert blow.tally.total == -4


@rule("owb.modifiers.attacker-high-ground", "owb.modifiers.chosen-one")
def test_high_ground_and_the_chosen_one() -> None:
    terrain = [filled("h", "elevation", (10, 20), height=1), filled("l", "lava", (10, 17))]
    state = fight(
        man("ivan", (10, 20)),
        man("foe", (10, 19), "b", chosen=True),
        terrain=terrain,
        options={**STANCES, "chosen_one": "on"},
        dice=(),
    ).state
    blow = _blow(state, True)
    assert isinstance(blow, Blow)
    assert blow.tally.total == 19, "instead of 1, as the footnote says"
    state.change("foe", chosen=False)
    plain = _blow(state, True)
    assert isinstance(plain, Blow)
    assert plain.tally.total == 1


@rule("owb.modifiers.superseded")
def test_concealment_takes_the_place_of_the_targets_position() -> None:
    state = fight(
        man("ivan", (10, 20)),
        man("foe", (10, 15), "b"),
        terrain=[filled("f", "forest", (10, 15))],
        options=STANCES,
        dice=(),
    ).state
    state.change("foe", stance="prone")
    blow = _blow(state, False)
    assert isinstance(blow, Blow)
    assert blow.tally.total == -2


@rule("owb.stance.change-loses-initiative", "owb.stance.movement")
def test_changing_position_costs_initiative_and_the_prone_only_crawl() -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 5), "b"), options=STANCES, dice=())
    play(battle, Declare(person="ivan", what="prone"), Done(), Done(), dice=(6, 1))
    assert battle.choices[0].seats == ("b",)
    play(battle, Done(), Begin(person="ivan"))
    assert person(battle, "ivan").stance == "prone"
    assert allowance(person(battle, "ivan")) == 1
    assert not battle.allows(Move(person="ivan", path=(middle((10, 19)), middle((10, 18)))), "a")
    play(battle, EndTurn(person="ivan"))
    assert not told(battle, "move")
