"""What a referee asks before he rules: what a ruling would do, who hears of it, what came up."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.battle import Amend, Battle, Order, Refusal, Remove
from sandtable.dice import SeededDice
from sandtable.scenario import load_scenario
from sandtable.server.asking.refereeing import foretell, fresh_copy, results
from sandtable.server.meanings import meanings
from sandtable.server.rooms.founding import Plan, scenario_of

FREE = {"x": 6.5, "y": 24.5}
"""A place where nobody stands in any of these battles."""


@pytest.fixture
def battle() -> Battle[Any]:
    return Battle.start(load_scenario("saint-aubin"), dice=SeededDice(3), referee=True)


def _fire(battle: Battle[Any]) -> Order:
    (choice,) = battle.choices
    view = battle.view("british")
    shot = next(order for order in view.candidates(choice) if type(order).__name__ == "Fire")
    battle.play(shot)
    return shot


def test_a_ruling_is_foretold_and_nothing_changes(battle: Battle[Any]) -> None:
    before = battle.state.digest()
    told = foretell(battle, {"order": "amend", "piece": "firefly", "set": {"suppressed": True}})
    assert told["text"] == "The referee changes Firefly: suppressed = True."
    assert told["seats"] is None
    assert (battle.state.digest(), battle.number) == (before, 0)


def test_it_is_foretold_who_hears_of_a_ruling() -> None:
    scenario = load_scenario("villers-bocage")
    battle: Battle[Any] = Battle.start(scenario, dice=SeededDice(3), referee=True)
    hidden = next(unit.id for unit in scenario.units if unit.hidden)
    told = foretell(battle, {"order": "amend", "piece": hidden, "set": {"suppressed": True}})
    assert told["seats"] == ["british"]


def test_a_ruling_that_cannot_be_carried_out_is_foretold_to_be_refused(battle: Battle[Any]) -> None:
    with pytest.raises(Refusal, match="There is no piece 'maus'"):
        foretell(battle, {"order": "remove", "piece": "maus"})
    with pytest.raises(Refusal, match="cannot be read"):
        foretell(battle, {"order": "remove"})


def test_the_results_of_the_last_order_are_told_with_what_they_could_be(
    battle: Battle[Any],
) -> None:
    assert results(battle) == ()
    _fire(battle)
    (fire,) = results(battle)
    assert fire["name"] == "fire"
    assert fire["words"] == ["none", "fall-back", "suppressed", "out"]
    assert fire["value"] in fire["words"]


def test_whatever_is_told_can_be_overruled_and_is_told_anew(battle: Battle[Any]) -> None:
    _fire(battle)
    (fire,) = results(battle)
    other = next(word for word in fire["words"] if word != fire["value"])
    battle.overrule({fire["name"]: other})
    assert results(battle) == ({**fire, "value": other},)


def test_a_ruling_has_no_result(battle: Battle[Any]) -> None:
    _fire(battle)
    battle.rule(Remove(piece="firefly"))
    assert results(battle) == ()


def test_fields_mean_what_their_docstring_says(battle: Battle[Any]) -> None:
    known = meanings(type(battle.state.pieces["firefly"]))
    assert known["suppressed"] == "Bears a suppression marker."
    assert known["lay"].endswith("it has the cover of the other.")


@pytest.mark.parametrize("name", ["villers-bocage", "sunken-lane"])
def test_any_piece_on_the_table_can_be_copied_as_it_came(name: str) -> None:
    plan = Plan(scenario=load_scenario(name), referee="me")
    battle: Battle[Any] = Battle.start(scenario_of(plan), dice=SeededDice(3), referee=True)
    standing = [one for one in battle.state.pieces.values() if one.on_table]
    assert standing
    for model in standing:
        copy = fresh_copy(battle, model.id) | {"id": "new", "name": "The new one"} | FREE
        told = foretell(battle, {"order": "place", "piece": copy})
        assert told == {"text": "The referee places The new one.", "seats": None}


def test_a_copy_has_nothing_of_what_happened_to_its_model() -> None:
    plan = Plan(scenario=load_scenario("jeep-chase"), referee="me")
    battle: Battle[Any] = Battle.start(scenario_of(plan), dice=SeededDice(3), referee=True)
    sauer = battle.state.pieces["sauer"]
    hurt = {"hp": 1, "attacked": True, "x": sauer.x - 1.0}
    battle.rule(Amend(piece="sauer", set=hurt))
    copy = fresh_copy(battle, "sauer")
    assert (copy["hp"], copy["x"]) == (sauer.hp, sauer.x - 1.0)
    assert "attacked" not in copy
    assert "hidden" not in copy


def test_with_a_referee_the_book_gives_him_the_last_word() -> None:
    plan = Plan(scenario=load_scenario("jeep-chase"))
    assert "referee_override" not in scenario_of(plan).options
    refereed = msgspec.structs.replace(plan, referee="friend")
    assert scenario_of(refereed).options["referee_override"] == "on"
    strict = msgspec.structs.replace(plan.scenario, options={"referee_override": "off"})
    refereed = msgspec.structs.replace(refereed, scenario=strict)
    assert scenario_of(refereed).options["referee_override"] == "off"
