"""The catalogue's examples of rounds, Initiative, withholding and ambushes, played as written."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Declare,
    Done,
    EndTurn,
    Hold,
    Move,
    Strike,
    Withhold,
)
from tests.whitebox.kit import (
    FAR,
    OwbBattle,
    ask,
    at,
    fight,
    filled,
    man,
    pass_all,
    path,
    person,
    play,
    refusal,
    rolled_all,
    shot,
    told,
    turn,
)
from tests.whitebox.vehicle_kit import panzer, tank

rule = pytest.mark.rule
TWO = (man("ivan", (10, 20)), man("foe", (10, 10), "b"))


# -- surprise -------------------------------------------------------------------------------------


@rule("owb.surprise.roll", "owb.surprise.free-turn")
@pytest.mark.parametrize(("rolls", "first"), [((1, 4), "b"), ((4, 1), "a"), ((6, 1), "a")])
def test_of_two_groups_that_roll_1_and_4_only_the_first_is_surprised(
    rolls: tuple[int, int], first: str
) -> None:
    battle = fight(*TWO, options={"surprise": "roll"}, dice=rolls)
    assert battle.state.turn == 0
    assert battle.choices[0].seats == (first,)
    told_so = told(battle, "surprise")[0]
    assert told_so.rules == ("owb.surprise.roll", "owb.surprise.free-turn")
    assert [roll.faces for roll in told_so.rolls] == [(rolls[0],), (rolls[1],)]


@rule("owb.surprise.cancels-out")
@pytest.mark.parametrize("rolls", [(1, 1), (2, 2), (6, 2)])
def test_both_or_neither_surprised_there_is_no_free_turn(rolls: tuple[int, int]) -> None:
    battle = fight(*TWO, options={"surprise": "roll"}, dice=(*rolls, 2, 5))
    assert battle.state.turn == 1
    assert battle.choices[0].seats == ("b",)
    assert rolled_all(battle)


@rule("owb.surprise.free-turn", "owb.rof.half")
def test_the_free_turn_is_round_0_for_a_crossbow() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["crossbow"]),
        man("foe", (10, 15), "b", rank="op5"),
        options={"surprise": "roll"},
        dice=(4, 1),
    )
    turn(battle, "ivan", shot("foe", "crossbow"), dice=(1, 6, 1))
    assert battle.state.turn == 1
    play(battle, Begin(person="ivan"))
    assert refusal(battle, shot("foe", "crossbow")) == "owb.rof.half"
    pass_all(battle, dice=(6, 1))
    play(battle, Begin(person="ivan"))
    assert battle.allows(shot("foe", "crossbow"), "a")


# -- initiative -----------------------------------------------------------------------------------


@rule("owb.initiative.group-or-individual")
def test_two_tanks_and_three_riflemen_make_three_rolls() -> None:
    men = [man(name, (x, 30)) for name, x in (("ivan", 2), ("oleg", 4), ("pyotr", 6))]
    units = (tank(), tank("kv", (20, 20)), *men, panzer())
    battle = fight(*units, options={"initiative": "vehicle"}, dice=(2, 6, 4, 5))
    rolls = [roll for event in told(battle, "initiative") for roll in event.rolls]
    assert len(rolls) == 4, "three of A, one of B"
    assert rolled_all(battle)
    order: list[set[str]] = []
    while battle.state.turn == 1 and len(order) < 4:
        names = battle.choices[0].about
        order.append(set(names))
        play(battle, Done(), dice=(6, 5, 4, 1) if len(order) == 4 else ())
    assert order == [{"kv"}, {"panzer"}, {"ivan", "oleg", "pyotr"}, {"t34"}]


def tied() -> OwbBattle:
    """Both sides have rolled 4, and A has its turns first."""
    battle = fight(*TWO, dice=(4, 4, 2, 1))
    if battle.choices[0].seats != ("a",):
        battle = fight(*TWO, dice=(4, 4, 1, 2))
    assert battle.choices[0].seats == ("a",)
    return battle


@rule("owb.initiative.tie-simultaneous")
def test_both_roll_4_and_kill_each_other() -> None:
    battle = tied()
    turn(battle, "ivan", shot("foe"), dice=(20, 6))
    assert person(battle, "foe").hp < 0
    assert person(battle, "foe").able, "he still takes his turn"
    play(battle, Begin(person="foe"), shot("ivan", who="foe"), dice=(20, 6))
    assert person(battle, "ivan").able, "the segment is not over"
    play(battle, EndTurn(person="foe"))
    assert (person(battle, "ivan").out, person(battle, "foe").out) == ("dead", "dead")
    assert battle.outcome is not None
    assert battle.outcome.winner is None


@rule("owb.initiative.tie-simultaneous")
def test_the_one_who_is_as_good_as_dead_may_also_move_and_miss() -> None:
    battle = tied()
    turn(battle, "ivan", shot("foe"), dice=(20, 6))
    play(battle, Begin(person="foe"), Move(person="foe", path=path((10, 11), (10, 12))))
    play(battle, shot("ivan", who="foe"), dice=(1,))
    assert at(battle.state, "foe") == (10, 12)
    play(battle, EndTurn(person="foe"))
    assert person(battle, "foe").out == "dead"
    assert battle.outcome is not None
    assert battle.outcome.winner == "a"


@rule("owb.initiative.loses-initiative", "owb.round.declarations-before-initiative")
@pytest.mark.parametrize("rolls", [(6, 2), (2, 6)])
def test_the_reloading_man_acts_after_all_others_whoever_wins(rolls: tuple[int, int]) -> None:
    men = (man("ivan", (10, 30)), man("oleg", (12, 30)), man("pyotr", (14, 30)))
    battle = fight(*men, FAR, man("two", (33, 0), "b"), options={"ammo": "count"})
    turn(battle, "oleg", shot("two", who="oleg"), dice=(1,))
    pass_all(battle, until="declare")
    play(battle, Declare(person="oleg", what="reload"), Done(), dice=rolls)
    order: list[set[str]] = []
    while battle.state.turn == 2 and len(order) < 3:
        order.append(set(battle.choices[0].about))
        play(battle, Done(), dice=(6, 1) if len(order) == 3 else ())
    rest, theirs = {"ivan", "pyotr"}, {"far", "two"}
    assert order == [*((rest, theirs) if rolls[0] == 6 else (theirs, rest)), {"oleg"}]


# -- rates of fire --------------------------------------------------------------------------------


@rule("owb.rof.two", "owb.los.free-turn-means-all-round")
def test_a_small_handgun_is_fired_at_two_enemies_in_one_attack() -> None:
    battle = fight(
        man("ivan", (10, 20), weapons=["handgun-small"], armor=[]),
        man("north", (10, 12), "b", armor=[]),
        man("south", (10, 28), "b", armor=[]),
    )
    order = shot("north", "handgun-small", second="south")
    play(battle, Begin(person="ivan"), order, dice=(10, 6, 9))
    hits = [(event.pieces[1], event.data["hit"]) for event in told(battle, "attack")]
    assert hits == [("north", True), ("south", False)]
    assert person(battle, "north").hp == 4 - 4
    assert refusal(battle, order) == "owb.time.one-attack-per-round"


@rule("owb.rof.half")
def test_a_crossbow_shot_in_round_3_may_be_shot_again_in_round_5() -> None:
    men = (man("ivan", (10, 20), weapons=["crossbow", "handgun-large"]), man("foe", (10, 15), "b"))
    battle = fight(*men)
    for _ in range(2):
        pass_all(battle, dice=(6, 1))
    assert battle.state.turn == 3
    turn(battle, "ivan", shot("foe", "crossbow"), dice=(1,))
    pass_all(battle, dice=(6, 1))
    assert battle.state.turn == 4
    play(battle, Begin(person="ivan"))
    assert refusal(battle, shot("foe", "crossbow")) == "owb.rof.half"
    assert battle.allows(shot("foe", "handgun-large"), "a"), "the pause is the weapon's"
    pass_all(battle, dice=(6, 1))
    assert battle.state.turn == 5
    play(battle, Begin(person="ivan"))
    assert battle.allows(shot("foe", "crossbow"), "a")


# -- withholding ----------------------------------------------------------------------------------


@rule("owb.withhold.interrupt-timing")
def test_a_withheld_shot_that_kills_comes_before_the_shot_that_is_declared() -> None:
    battle = fight(*TWO)
    turn(battle, "ivan", Withhold(person="ivan"))
    play(battle, Begin(person="foe"), shot("ivan", who="foe"))
    assert ask(battle) == "interrupt"
    play(battle, shot("foe"), dice=(20, 6))
    assert person(battle, "foe").out == "dead"
    assert [event.pieces for event in told(battle, "attack")] == [("ivan", "foe")]
    assert person(battle, "ivan").hp == 4
    assert rolled_all(battle)


@rule("owb.withhold.interrupt-timing", "owb.initiative.tie-simultaneous")
def test_one_who_is_only_wounded_still_makes_his_shot() -> None:
    men = (man("ivan", (10, 20)), man("foe", (10, 10), "b", rank="op3"))
    battle = fight(*men)
    turn(battle, "ivan", Withhold(person="ivan"))
    play(battle, Begin(person="foe"), shot("ivan", who="foe"), shot("foe"), dice=(20, 6, 20, 6))
    assert [event.pieces for event in told(battle, "attack")] == [("ivan", "foe"), ("foe", "ivan")]
    assert person(battle, "ivan").out == "dead"


@rule("owb.withhold.interrupt-timing", "owb.melee.adjacent")
def test_a_withheld_blow_falls_on_the_enemy_who_comes_adjacent() -> None:
    battle = fight(man("ivan", (10, 20), facing=0), man("foe", (10, 16), "b"))
    end = EndTurn(person="ivan", facing=0.0)
    turn(battle, "ivan", Withhold(person="ivan"), end=end)
    play(battle, Begin(person="foe"))
    play(battle, Move(person="foe", path=path((10, 17), (10, 18), (10, 19))))
    blow = Strike(person="ivan", target="foe", weapon="bayonet")
    while at(battle.state, "foe") != (10, 19):
        assert not battle.allows(blow, "a")
        play(battle, Hold())
    play(battle, blow, dice=(20, 6))
    assert person(battle, "foe").out == "dead"


@rule("owb.withhold.carries-over")
@pytest.mark.parametrize("rolls", [(6, 1), (1, 6)])
def test_an_attack_withheld_in_round_2_is_the_only_one_of_round_3(rolls: tuple[int, int]) -> None:
    battle = fight(man("ivan", (10, 20)), man("foe", (10, 10), "b"))
    pass_all(battle, dice=(6, 1))
    assert battle.state.turn == 2
    turn(battle, "ivan", Withhold(person="ivan"))
    pass_all(battle, until="interrupt", dice=rolls)
    assert battle.state.turn == 3
    assert ask(battle) == "interrupt", "before anyone acts in round 3"
    play(battle, shot("foe"), dice=(1,))
    if rolls[0] == 1:
        assert battle.choices[0].seats == ("b",)
        play(battle, Done())
    play(battle, Begin(person="ivan"))
    assert refusal(battle, shot("foe")) == "owb.time.one-attack-per-round"
    assert battle.allows(Move(person="ivan", path=path((10, 19))), "a")
    assert not battle.allows(Withhold(person="ivan"), "a")


# -- ambush ---------------------------------------------------------------------------------------


def ambushed(*rolls: int) -> OwbBattle:
    """Two men who look for an ambush walk towards one in the wood."""
    return fight(
        man("ivan", (10, 20), searching=True),
        man("oleg", (12, 20), searching=True),
        man("foe", (10, 10), "b", hidden=True),
        terrain=[filled("wood", "forest", (8, 8), (12, 11))],
        dice=rolls,
    )


@rule("owb.ambush.search")
@pytest.mark.parametrize("rolls", [(3, 1), (1, 3), (1, 1)])
def test_of_two_searchers_who_roll_3_and_1_one_detects_the_ambush(rolls: tuple[int, int]) -> None:
    battle = ambushed(*rolls, 2, 5)
    assert battle.state.turn == 1
    assert ask(battle) == "who acts", "no free attack"
    assert battle.choices[0].seats == ("b",), "Initiative is rolled by both: 2 and 5"
    assert "owb.ambush.search" in told(battle, "ambush")[-1].rules


@rule("owb.ambush.search", "owb.ambush.free-attack")
def test_two_searchers_who_roll_3_and_2_find_nothing() -> None:
    battle = ambushed(3, 2)
    assert ask(battle) == "free attack"
    assert battle.choices[0].seats == ("b",)


@rule("owb.ambush.search-speed")
def test_a_searcher_moves_2_squares_a_round() -> None:
    battle = fight(man("ivan", (10, 20), searching=True), man("oleg", (12, 20)), FAR)
    for name, squares in (("ivan", 2), ("oleg", 4)):
        play(battle, Begin(person=name))
        x = 10 if name == "ivan" else 12
        way = [(x, 19 - n) for n in range(5)]
        assert battle.allows(Move(person=name, path=path(*way[:squares])), "a")
        assert not battle.allows(Move(person=name, path=path(*way[: squares + 1])), "a")
        play(battle, EndTurn(person=name))
