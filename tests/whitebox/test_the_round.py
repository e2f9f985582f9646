"""TIME, TACTICAL COMBAT ROUND, SURPRISE, INITIATIVE and AMBUSH."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.dice import ScriptedDice
from sandtable.rulebooks.whitebox.part1_personal.attack.modifiers import is_helpless
from sandtable.rulebooks.whitebox.part1_personal.movement.way import searching_movement
from sandtable.rulebooks.whitebox.part1_personal.round.initiative import (
    ambushing_groups,
    are_enemies,
    finds_hidden,
    free_groups,
    groups_of,
    is_detected,
    on_their_guard,
    roll_initiative,
    roll_surprise,
    rollers,
    takes_part,
)
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Declare,
    Deploy,
    Done,
    EndTurn,
    Move,
    Shoot,
    Withhold,
)
from sandtable.scenario import Unit, Zone
from tests.conformance.suite import everything_seen
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

rule = pytest.mark.rule
ROLL: dict[str, str | bool] = {"surprise": "roll"}


def two(**options: str | bool) -> tuple[Unit, Unit]:
    return (man("ivan", (10, 20)), man("foe", (10, 10), "b", facing=4))


# -- the round ------------------------------------------------------------------------------------


@rule("owb.round.sequence", "owb.initiative.roll", "owb.time.round-length")
def test_each_round_begins_with_initiative_and_the_highest_acts_first() -> None:
    battle = fight(*two(), dice=(2, 5))
    assert battle.choices[0].seats == ("b",)
    turn(battle, "foe")
    assert battle.choices[0].seats == ("a",)
    turn(battle, "ivan", dice=(6, 1))
    assert battle.state.turn == 2
    assert battle.choices[0].seats == ("a",)


@rule("owb.round.order-inside-group")
def test_the_player_chooses_the_order_of_his_men_and_the_rest_may_pass() -> None:
    battle = fight(man("ivan", (10, 20)), man("oleg", (12, 20)), man("foe", (10, 10), "b"))
    turn(battle, "oleg")
    play(battle, Begin(person="ivan"), EndTurn(person="ivan"))
    assert battle.choices[0].seats == ("b",)
    play(battle, Done(), dice=(6, 1))
    assert battle.state.turn == 2


@rule("owb.round.character-turn")
def test_a_turn_is_moving_and_attacking_and_an_end() -> None:
    battle = fight(*two())
    play(battle, Begin(person="ivan"))
    assert not battle.allows(Begin(person="ivan"), "a")
    play(battle, Shoot(person="ivan", target="foe", weapon="rifle-large"), dice=(1,))
    play(battle, Move(person="ivan", path=(middle((10, 21)),)))
    play(battle, EndTurn(person="ivan", facing=0.0))
    ivan = person(battle, "ivan")
    assert (ivan.done, ivan.facing, ivan.moving) == (True, 0, True)


@rule("owb.round.declarations-before-initiative", "owb.initiative.loses-initiative")
def test_who_reloads_says_so_before_initiative_and_acts_last() -> None:
    battle = fight(
        man("ivan", (10, 20)),
        man("oleg", (12, 20)),
        man("foe", (10, 10), "b"),
        options={"ammo": "count"},
        dice=(6, 2),
    )
    turn(battle, "oleg", Shoot(person="oleg", target="foe", weapon="rifle-large"), dice=(1,))
    pass_all(battle, until="declare")
    play(battle, Declare(person="oleg", what="reload"))
    play(battle, Done(), dice=(6, 2))
    order: list[str] = []
    while battle.state.turn == 2 and len(order) < 3:
        name = battle.choices[0].about[0]
        order.append(name)
        turn(battle, name, dice=(6, 2) if len(order) == 3 else ())
    assert order == ["ivan", "foe", "oleg"]


@rule("owb.round.end-of-round-order", "owb.base.dying")
def test_the_dying_lose_a_hit_point_from_the_round_after_they_fell() -> None:
    battle = fight(
        man("ivan", (10, 20), rank="op1", armor=[]),
        man("oleg", (30, 30)),
        man("foe", (10, 10), "b", facing=4),
        dice=(1, 6),
    )
    turn(battle, "foe", Shoot(person="foe", target="ivan", weapon="rifle-large"), dice=(20, 5))
    assert person(battle, "ivan").out == "incapacitated"
    hp = []
    for _ in range(6):
        pass_all(battle, dice=(1, 6))
        hp.append(person(battle, "ivan").hp)
    assert hp == [-1, -2, -3, -4, -5, -6]
    assert person(battle, "ivan").out == "dead"


# -- surprise -------------------------------------------------------------------------------------


@rule("owb.surprise.roll")
def test_a_1_on_1d6_is_surprised() -> None:
    state = state_of(*two())
    state.setting.options = {**state.setting.options, "surprise": "roll"}
    assert roll_surprise(state, ScriptedDice([1, 4])) == ("a",)
    state.setting.options = {**state.setting.options, "surprise": "none"}
    assert roll_surprise(state, ScriptedDice([])) == ()
    named = state_of(
        man("ivan", (1, 1), surprised=True), man("foe", (1, 9), "b"), options={"surprise": "none"}
    )
    named.setting.options = {**named.setting.options, "surprise": "scenario"}
    assert roll_surprise(named, ScriptedDice([])) == ("a",)


@rule("owb.surprise.free-turn", "owb.initiative.roll")
def test_the_other_group_takes_a_free_turn_in_which_nothing_is_withheld() -> None:
    battle = fight(*two(), options=ROLL, dice=(4, 1))
    assert battle.state.turn == 0
    play(battle, Begin(person="ivan"))
    assert not battle.allows(Withhold(person="ivan"), "a")
    play(battle, Shoot(person="ivan", target="foe", weapon="rifle-large"), dice=(1,))
    play(battle, EndTurn(person="ivan"), dice=(6, 1))
    assert battle.state.turn == 1
    assert battle.choices[0].seats == ("a",)


@rule("owb.surprise.cancels-out")
def test_if_all_are_surprised_nobody_is() -> None:
    battle = fight(*two(), options=ROLL, dice=(1, 1, 6, 2))
    assert battle.state.turn == 1
    assert free_groups(battle.state, ()) == ()
    assert free_groups(battle.state, ("a", "b")) == ()
    assert free_groups(battle.state, ("b",)) == ("a",)


# -- initiative -----------------------------------------------------------------------------------


@rule("owb.initiative.group-or-individual", "owb.combined.same-rounds")
def test_groups_or_everybody_for_himself() -> None:
    units = (man("ivan", (1, 1)), man("oleg", (3, 1)), man("foe", (1, 9), "b"))
    assert [p.name for p in rollers(state_of(*units))] == ["a", "b"]
    state = fight(*units, options={"initiative": "individual"}, dice=(3, 5, 1)).state
    assert [p.name for p in rollers(state)] == ["ivan", "oleg", "foe"]
    segments = roll_initiative(state, ScriptedDice([4, 4, 2]))
    assert [s.tied for s in segments] == [False, False]
    assert segments[0].parties[0].members == ("ivan", "oleg")


def killing_each_other(*dice: int) -> OwbBattle:
    battle = fight(*two(), dice=(4, 4, *dice))
    shot = {"ivan": "foe", "foe": "ivan"}
    for _ in range(2):
        name = battle.choices[0].about[0]
        order = Shoot(person=name, target=shot[name], weapon="rifle-large")
        play(battle, Begin(person=name), order, dice=(20, 6))
        if battle.outcome is None:
            play(battle, EndTurn(person=name))
    return battle


@rule("owb.initiative.tie-simultaneous")
def test_in_a_tie_two_men_can_kill_each_other() -> None:
    battle = killing_each_other(1, 2)
    assert person(battle, "ivan").out == "dead"
    assert person(battle, "foe").out == "dead"
    assert battle.outcome is not None
    assert battle.outcome.winner is None
    assert len(told(battle, "attack")) == 2


@rule("owb.initiative.tie-simultaneous")
def test_tied_groups_act_in_the_reverse_of_the_last_rounds_order() -> None:
    battle = fight(*two(), dice=(6, 1))
    pass_all(battle, dice=(3, 3))
    assert battle.choices[0].seats == ("b",)
    assert battle.state.tied


@rule("owb.initiative.automatic-win")
def test_automatic_winners_act_before_all_who_roll() -> None:
    state = state_of(*two())
    state.winners = ("b",)
    segments = roll_initiative(state, ScriptedDice([6]))
    assert [s.parties[0].name for s in segments] == ["b", "a"]


# -- ambush ---------------------------------------------------------------------------------------


def ambush(*searchers: Any, dice: tuple[int, ...] = (), **status: Any) -> OwbBattle:
    wood = [filled("wood", "forest", (8, 8), (12, 11))]
    return fight(
        man("ivan", (10, 20), armor=[], **status),
        *searchers,
        man("foe", (10, 10), "b", facing=4, hidden=True),
        man("open", (20, 10), "b", facing=4, hidden=True),
        terrain=wood,
        dice=dice,
    )


@rule("owb.ambush.conditions", "owb.ambush.free-attack", "owb.ambush.wins-next-initiative")
def test_ambushers_in_cover_attack_first_and_win_the_next_initiative() -> None:
    battle = ambush()
    assert battle.choices[0].ask == "free attack"
    assert battle.choices[0].about == ("foe",)
    assert ambushing_groups(battle.state) == ()
    play(battle, Shoot(person="foe", target="ivan", weapon="rifle-large"), dice=(1, 6))
    assert battle.state.turn == 2
    assert battle.choices[0].seats == ("b",)


@rule("owb.ambush.conditions")
def test_who_stands_in_the_open_has_no_free_attack() -> None:
    state = ambush().state
    assert takes_part(state, person(state, "foe"))
    assert not takes_part(state, person(state, "open"))


@rule("owb.ambush.search", "owb.base.hidden-things")
def test_searchers_notice_an_ambush_on_a_1() -> None:
    one = man("one", (9, 22), searching=True)
    two_ = man("two", (11, 22), searching=True)
    battle = ambush(one, two_, dice=(3, 1, 6, 1))
    assert told(battle, "ambush")[-1].text == "The ambush is detected."
    assert battle.choices[0].ask == "who acts"
    searcher = person(battle, "one")
    assert finds_hidden(searcher, ScriptedDice([1]))
    assert not finds_hidden(searcher, ScriptedDice([2]))
    off = state_of(one, man("foe", (1, 1), "b"), options={"ambush_search": "off"})
    assert not is_detected(off, ("b",), ScriptedDice([]))


@rule("owb.ambush.searchers-roll-initiative")
def test_searchers_who_fail_roll_initiative_normally() -> None:
    one = man("one", (9, 22), searching=True)
    looking = state_of(one, man("foe", (1, 1), "b"))
    assert on_their_guard(looking, ("b",)) == ("one",)
    battle = ambush(one, dice=(4,))
    assert not person(battle, "one").searching
    play(battle, Done(), dice=(6, 1))
    assert battle.choices[0].seats == ("a",)


@rule("owb.ambush.search-speed")
def test_searchers_move_at_half_speed() -> None:
    assert searching_movement(12) == 2
    from sandtable.rulebooks.whitebox.part1_personal.movement.way import allowance

    state = state_of(man("ivan", (10, 20), searching=True), man("foe", (1, 1), "b"))
    assert allowance(person(state, "ivan")) == 2


def test_the_ambushed_are_aware_after_the_first_round_and_sentries_are_not() -> None:
    battle = ambush(man("sentry", (30, 33), unaware=True))
    assert person(battle, "ivan").unaware
    play(battle, Shoot(person="foe", target="ivan", weapon="rifle-large"), dice=(1, 1))
    assert not person(battle, "ivan").unaware
    assert person(battle, "sentry").unaware
    assert is_helpless(person(battle, "sentry"))


@rule("owb.base.information")
def test_those_who_lie_in_ambush_are_unknown_until_their_free_attack() -> None:
    zone = Zone(id="south", outline=((0, 0), (36, 0), (36, 2), (0, 2)), side="a")
    ivan = Unit(id="ivan", sheet="rifleman", side="a", zone="south")
    battle = fight(
        ivan,
        man("foe", (10, 10), "b", facing=4, hidden=True),
        man("seen", (20, 10), "b", facing=4, group="other"),
        zones=(zone,),
        terrain=[filled("wood", "forest", (8, 8), (12, 11))],
        dice=(),
    )
    assert "foe" not in battle.view("a").state.pieces
    assert "foe" in battle.view("b").state.pieces
    assert "seen" in battle.view("a").state.pieces
    play(battle, Deploy(person="ivan", at=(10.5, 0.5)))
    assert "foe" in battle.view("a").state.pieces


@pytest.mark.slow
@rule("owb.base.information")
def test_twins_that_differ_in_the_ambush_look_alike_while_one_deploys() -> None:
    zone = Zone(id="south", outline=((0.0, 0.0), (36.0, 0.0), (36.0, 2.0), (0.0, 2.0)), side="a")
    wood = [filled("wood", "forest", (8, 8), (12, 11))]

    def twin(*hidden: Unit) -> OwbBattle:
        mine = [Unit(id=f"m{n}", sheet="rifleman", side="a", zone="south") for n in range(3)]
        seen = man("seen", (20, 10), "b", facing=4, group="other")
        return fight(*mine, seen, *hidden, zones=(zone,), terrain=wood, dice=())

    battles = (
        twin(man("foe", (10, 10), "b", facing=4, hidden=True)),
        twin(man("foe", (9, 9), "b", "light-machinegunner", facing=4, hidden=True)),
        twin(*(man(f"f{n}", (9 + n, 9), "b", hidden=True) for n in range(3))),
    )
    for number in range(2):
        probes: list[Any] = [Deploy(person=f"m{number}", at=middle((10, y))) for y in (9, 34, 35)]
        seen = [everything_seen(battle, "a", probes) for battle in battles]
        assert seen[0] == seen[1] == seen[2]
        for battle in battles:
            play(battle, Deploy(person=f"m{number}", at=middle((5 + number, 35))))


# -- groups and deployment ------------------------------------------------------------------------


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
    assert not battle.allows(Deploy(person="foe", at=middle((10, 20))), "b")
    play(battle, Deploy(person="foe", at=middle((10, 3)), facing=180.0))
    play(battle, Deploy(person="ivan", at=middle((10, 32)), ducked=True))
    assert at(battle.state, "ivan") == (10, 32)
    assert person(battle, "ivan").ducked
    assert battle.state.deployed == ("b", "a")
