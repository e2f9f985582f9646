"""AMBUSH: searching for hidden things."""

import pytest

from sandtable.rulebooks.whitebox.part1_personal.movement.way import allowance
from sandtable.rulebooks.whitebox.part1_personal.round.initiative import (
    finds_hidden,
    is_detected,
    on_their_guard,
)
from tests.whitebox.kit import *


def ambushed(*rolls: int) -> OwbBattle:
    """Two men who look for an ambush walk towards one in the wood."""
    return fight(
        man("ivan", (10, 20), searching=True),
        man("oleg", (12, 20), searching=True),
        man("foe", (10, 10), "b", hidden=True),
        terrain=[filled("wood", "forest", (8, 8), (12, 11))],
        dice=rolls,
    )


SPEED = "owb.ambush.search-speed"
STOP = StopSearching("ivan")
NORTH = [(10, 19 - n) for n in range(6)]


def north_by(squares: int) -> Move:
    return Move("ivan", path(*NORTH[:squares]))


@rule("owb.ambush.search")
@pytest.mark.parametrize("rolls", [(3, 1), (1, 3), (1, 1)])
def test_of_two_searchers_who_roll_3_and_1_one_detects_the_ambush(rolls: tuple[int, int]) -> None:
    battle = ambushed(*rolls, 2, 5)
    assert battle.state.turn == 1
    assert asked_for(battle) == "who acts", "no free attack"
    assert battle.choices[0].seats == ("b",), "Initiative is rolled by both: 2 and 5"
    assert "owb.ambush.search" in told(battle, "ambush")[-1].rules


@rule("owb.ambush.search", "owb.ambush.free-attack")
def test_two_searchers_who_roll_3_and_2_find_nothing() -> None:
    battle = ambushed(3, 2)
    assert asked_for(battle) == "free attack"
    assert battle.choices[0].seats == ("b",)


@rule("owb.ambush.search", "owb.ambush.searchers-roll-initiative")
@pytest.mark.parametrize(("search", "wary"), [("on", ("foe",)), ("off", ())])
def test_where_nobody_can_search_nobody_is_on_his_guard(search: str, wary: tuple[str, ...]) -> None:
    battle = fight(
        man("ivan", (10, 20), hidden=True, ducked=True),
        man("foe", (10, 10), "b", searching=True),
        terrain=[filled("bags", "sandbags", (10, 19))],
        options={"ambush_search": search},
        dice=(6,) if search == "on" else (),
    )
    assert battle.state.phase == "free-attack"
    assert battle.state.wary == wary


@rule("owb.ambush.search")
def test_who_does_not_search_cannot_stop_and_nobody_stops_twice() -> None:
    idle = searching(searching=False)
    assert refusal(idle, STOP) == "owb.ambush.search"
    battle = searching()
    play(battle, STOP)
    assert refusal(battle, STOP) == "owb.ambush.search"


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
    off = state_of(one, FOE_AWAY, options={"ambush_search": "off"})
    assert not is_detected(off, ("b",), ScriptedDice([]))


@rule("owb.ambush.searchers-roll-initiative", "owb.initiative.automatic-win")
@pytest.mark.parametrize(
    ("rolls", "order"),
    [
        ((6, 5, 2), ["wary", "ambush", "blind"]),
        ((1, 6, 2), ["ambush", "blind", "wary"]),
        ((1, 6, 3), ["ambush", "blind", "wary"]),
        ((3, 2, 5), ["ambush", "wary", "blind"]),
    ],
)
def test_only_those_who_searched_roll_against_the_ambushers(
    rolls: tuple[int, int, int], order: list[str]
) -> None:
    state = fight(
        man("w", (10, 20), group="wary"),
        man("b", (12, 20), group="blind"),
        man("a", (10, 10), "b", group="ambush"),
        dice=(6, 5, 4),
    ).state
    state.winners, state.wary = ("ambush",), ("w",)
    segments = roll_initiative(state, ScriptedDice([*rolls]))
    assert [p.name for s in segments for p in s.parties] == order


@rule("owb.ambush.searchers-roll-initiative")
def test_searchers_who_fail_roll_initiative_normally() -> None:
    one = man("one", (9, 22), searching=True)
    looking = state_of(one, FOE_AWAY)
    assert on_their_guard(looking, ("b",)) == ("one",)
    battle = ambush(one, dice=(4,))
    assert not person(battle, "one").searching
    play(battle, Done(), dice=(6, 1))
    assert battle.choices[0].seats == ("a",)


@rule("owb.ambush.search-speed")
def test_a_searcher_moves_2_squares_a_round() -> None:
    battle = fight(man("ivan", (10, 20), searching=True), man("oleg", (12, 20)), FAR)
    for name, squares in (("ivan", 2), ("oleg", 4)):
        play(battle, Begin(name))
        x = 10 if name == "ivan" else 12
        way = [(x, 19 - n) for n in range(5)]
        assert battle.allows(Move(name, path(*way[:squares])), "a")
        assert not battle.allows(Move(name, path(*way[: squares + 1])), "a")
        play(battle, EndTurn(name))


@rule(SPEED)
def test_who_stops_searching_moves_at_full_speed_in_the_same_turn() -> None:
    battle = searching()
    assert battle.allows(north_by(2), "a")
    assert not battle.allows(north_by(3), "a")
    play(battle, STOP)
    assert told(battle, "search-over")[-1].text == "ivan looks for ambushes no more."
    assert not person(battle, "ivan").searching
    assert battle.allows(north_by(4), "a")
    assert not battle.allows(north_by(5), "a")
    play(battle, north_by(4))
    assert allowance(person(battle, "ivan")) == 4


@rule(SPEED)
def test_it_costs_neither_attack_nor_action() -> None:
    foe = man("foe", (10, 12), "b", facing=4)
    battle = searching(foe)
    play(battle, STOP)
    assert battle.allows(shot("foe"), "a")
    after = searching(foe)
    play(after, shot("foe"), dice=(1,))
    assert after.allows(STOP, "a")
    play(after, STOP)
    assert after.allows(north_by(4), "a")


@rule(SPEED)
def test_who_has_moved_as_a_searcher_stops_in_his_next_turn() -> None:
    battle = searching()
    play(battle, north_by(1))
    assert refusal(battle, STOP) == SPEED
    assert not battle.allows(north_by(3), "a")
    play(battle, EndTurn("ivan"))
    pass_all(battle, dice=(6, 1))
    pass_all(battle, until="who acts")
    play(battle, Begin("ivan"))
    assert person(battle, "ivan").searching
    play(battle, STOP)
    assert not person(battle, "ivan").searching


@rule(SPEED)
def test_only_he_whose_turn_it_is_stops() -> None:
    battle = searching(man("oleg", (12, 20), searching=True))
    assert refusal(battle, StopSearching("oleg")) == "owb.round.character-turn"
    assert refusal(battle, STOP, seat="b") != ""


@rule(SPEED)
def test_who_runs_does_not_search() -> None:
    battle = searching()
    state = battle.state
    assert allowance(person(state, "ivan")) == 2
    state.change("ivan", routed=True)
    assert allowance(person(state, "ivan")) == 4
