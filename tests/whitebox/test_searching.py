"""AMBUSH: looking for one, and giving that up."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.part1_personal.movement.way import allowance
from sandtable.rulebooks.whitebox.state.orders import Begin, EndTurn, Move, StopSearching
from sandtable.scenario import Unit
from tests.whitebox.kit import (
    FAR,
    OwbBattle,
    fight,
    legal,
    man,
    pass_all,
    path,
    person,
    play,
    refusal,
    shot,
    told,
)

rule = pytest.mark.rule
SPEED = "owb.ambush.search-speed"
STOP = StopSearching(person="ivan")
NORTH = [(10, 19 - n) for n in range(6)]


def searching(*others: Unit, **status: Any) -> OwbBattle:
    """Ivan, Movement 12, looks for ambushes; there is none, and his turn has begun."""
    ivan = man("ivan", (10, 20), **{"searching": True, **status})
    battle = fight(ivan, *others, FAR)
    play(battle, Begin(person="ivan"))
    return battle


def goes(squares: int) -> Move:
    return Move(person="ivan", path=path(*NORTH[:squares]))


@rule(SPEED)
def test_who_stops_searching_moves_at_full_speed_in_the_same_turn() -> None:
    battle = searching()
    assert battle.allows(goes(2), "a")
    assert not battle.allows(goes(3), "a")
    play(battle, STOP)
    assert told(battle, "search-over")[-1].text == "ivan looks for ambushes no more."
    assert not person(battle, "ivan").searching
    assert battle.allows(goes(4), "a")
    assert not battle.allows(goes(5), "a")
    play(battle, goes(4))
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
    assert after.allows(goes(4), "a")


@rule(SPEED)
def test_who_has_moved_as_a_searcher_stops_in_his_next_turn() -> None:
    battle = searching()
    play(battle, goes(1))
    assert refusal(battle, STOP) == SPEED
    assert not battle.allows(goes(3), "a")
    play(battle, EndTurn(person="ivan"))
    pass_all(battle, dice=(6, 1))
    pass_all(battle, until="who acts")
    play(battle, Begin(person="ivan"))
    assert person(battle, "ivan").searching
    play(battle, STOP)
    assert not person(battle, "ivan").searching


@rule("owb.ambush.search")
def test_who_does_not_search_cannot_stop_and_nobody_stops_twice() -> None:
    idle = searching(searching=False)
    assert refusal(idle, STOP) == "owb.ambush.search"
    battle = searching()
    play(battle, STOP)
    assert refusal(battle, STOP) == "owb.ambush.search"


@rule(SPEED)
def test_only_he_whose_turn_it_is_stops() -> None:
    battle = searching(man("oleg", (12, 20), searching=True))
    assert refusal(battle, StopSearching(person="oleg")) == "owb.round.character-turn"
    assert refusal(battle, STOP, seat="b") != ""


@rule(SPEED)
def test_who_runs_does_not_search() -> None:
    battle = searching()
    state = battle.state
    assert allowance(person(state, "ivan")) == 2
    state.change("ivan", routed=True)
    assert allowance(person(state, "ivan")) == 4


def test_it_is_offered_typed_and_taken_by_the_computer() -> None:
    battle = searching()
    choice = battle.choices[0]
    assert STOP in list(RULEBOOK.candidates(battle.state, choice))
    actions = {a.label: a for a in RULEBOOK.actions(battle.state, "a", choice, "ivan")}
    assert actions["Stop searching"].refusal == ""
    assert legal(RULEBOOK.phrasebook().read(battle.state, choice, "stop searching ivan")) == STOP
    best = max(battle.view("a").advise(choice), key=lambda pair: pair[0])[1]
    assert best == STOP
    play(battle, goes(1))
    actions = {a.label: a for a in RULEBOOK.actions(battle.state, "a", battle.choices[0], "ivan")}
    assert actions["Stop searching"].refused_by == SPEED
    idle = searching(searching=False)
    labels = [a.label for a in RULEBOOK.actions(idle.state, "a", idle.choices[0], "ivan")]
    assert "Stop searching" not in labels
