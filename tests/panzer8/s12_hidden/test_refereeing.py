"""Section 12 by the referee's word: hiding elements during a battle, and bringing them out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable import journal
from sandtable.battle import Amend, Conceal, Place, Remove, Reveal, Ruling
from sandtable.draw import scene_of_battle
from tests.panzer8.kit import *
from tests.panzer8.kit.hiding import as_read, counter_at, lurking

WOOD = area("wood", box(18, 18, 26, 26))


def ambush(*more: Any, **rest: Any) -> P8Battle:
    """British in the south, Germans in a wood in the north, and a referee."""
    return lurking(
        "scout uk-rifle-44 20,5; gun ge-pak40 20,20 S; section ge-rifle-44 24,24 S",
        *more,
        terrain=rest.pop("terrain", [WOOD]),
        referee=True,
        **rest,
    )


def refusal_of(battle: P8Battle, ruling: Ruling) -> Refusal:
    before = battle.state.digest(), battle.number
    with pytest.raises(Refusal) as caught:
        battle.rule(ruling)
    assert (battle.state.digest(), battle.number) == before
    return caught.value


# -- hiding ---------------------------------------------------------------------------------------


@pytest.mark.rule("p8.hidden.counters-and-dummies")
def test_an_element_is_put_under_a_counter_where_it_stands() -> None:
    battle = ambush()
    (event,) = battle.rule(Conceal(piece="gun"))
    counter = counter_at(battle, (20, 20))
    assert counter.under == ("gun",)
    assert element(battle, "gun").under == counter.id
    assert not element(battle, "gun").on_table
    assert event.text == "The referee hides gun under german-counter-1."
    assert event.seen_by == ("german",)


def test_the_enemy_sees_a_counter_and_no_more() -> None:
    battle = ambush()
    battle.rule(Conceal(piece="gun"))
    view = battle.view("british")
    assert "gun" not in view.state.pieces
    assert view.state.counters["german-counter-1"].under is None
    assert battle.last_events[-1] not in view.events
    assert [f.piece for f in scene_of_battle(battle, "british").figures] == [
        *("german-counter-1", "scout", "section")
    ]
    assert "gun" not in {f.piece for f in scene_of_battle(battle).figures}
    assert "gun" in {f.piece for f in scene_of_battle(battle, "german").figures}


def test_who_is_aboard_is_hidden_with_its_vehicle() -> None:
    battle = ambush("truck ge-truck 22,30; load ge-rifle-44 in truck")
    assert "aboard truck" in refusal_of(battle, Conceal(piece="load")).reason
    battle.rule(Conceal(piece="truck"))
    known = battle.view("british").state.pieces
    assert "truck" not in known
    assert "load" not in known
    assert "aboard truck" in refusal_of(battle, Reveal(piece="load")).reason
    battle.rule(Reveal(piece="truck"))
    assert {"truck", "load"} <= battle.view("british").state.pieces.keys()


def test_one_can_be_hidden_in_houses() -> None:
    battle = ambush(
        "squad ge-rifle-44 32,22 inside houses",
        terrain=[WOOD, area("bua", box(30, 20, 34, 24), "houses")],
    )
    battle.rule(Conceal(piece="squad"))
    assert element(battle, "squad").inside == "houses"
    assert "squad" not in battle.view("british").state.pieces
    battle.rule(Reveal(piece="squad"))
    assert element(battle, "squad").on_table
    assert element(battle, "squad").inside == "houses"
    assert not battle.state.counters


def test_counters_laid_later_have_names_of_their_own() -> None:
    battle = ambush("mg ge-mg 22,21 S")
    for name in ("gun", "section", "mg"):
        battle.rule(Conceal(piece=name))
    battle.rule(Reveal(piece="gun"))
    battle.rule(Conceal(piece="gun"))
    assert len(battle.state.counters) == 3
    assert {c.under for c in battle.state.counters.values()} == {("gun",), ("section",), ("mg",)}


def test_a_piece_is_placed_in_hiding() -> None:
    battle = ambush()
    fields = {"id": "tiger", "side": "german", "name": "Tiger", "sheet": "ge-tiger1"}
    battle.rule(Place(piece={**fields, "x": 22.0, "y": 23.0}, hidden=True))
    assert "tiger" not in battle.view("british").state.pieces
    assert "tiger" in battle.view("german").state.pieces
    assert all("Tiger" not in event.text for event in battle.view("british").events)


@cases(
    "name, reason",
    ("open", "scout would spot open there at once"),
    ("bunkered", "in a fortification, where nobody is hidden"),
    ("lurker", "is hidden already"),
    ("late", "is not on the table"),
    ("nobody", "There is no piece 'nobody'"),
)
def test_who_cannot_be_hidden(name: str, reason: str) -> None:
    battle = ambush(
        "open ge-rifle-44 14,8; bunkered ge-mg 40,30; lurker ge-mg 25,20 hidden",
        unit("late", "ge-rifle-44", enters=Entry(edge="north", at=20, turn=2)),
        terrain=[WOOD, area("bunker", box(38, 28, 42, 32))],
        options={"field_engineering": True},
    )
    assert reason in refusal_of(battle, Conceal(piece=name)).reason


def test_nobody_is_hidden_in_contact_or_in_the_middle_of_something() -> None:
    battle = ambush("tank uk-cromwell 40,5")
    battle.play(Move("tank", ((40, 9),)), "british")
    assert asked(battle) == "reaction"
    assert "in the middle of something" in refusal_of(battle, Conceal(piece="tank")).reason
    close = ambush("foe uk-rifle-44 20,18.8")
    assert "in contact with foe" in refusal_of(close, Conceal(piece="gun")).reason


@pytest.mark.rule("p8.hidden.half-of-defender")
def test_without_hidden_placement_nobody_is_hidden() -> None:
    battle = situation("scout uk-rifle-44 20,5; gun ge-pak40 20,20", terrain=[WOOD], referee=True)
    assert "without hidden placement" in refusal_of(battle, Conceal(piece="gun")).reason
    assert "gun is not hidden" in refusal_of(battle, Reveal(piece="gun")).reason


# -- bringing out ---------------------------------------------------------------------------------


@pytest.mark.rule("p8.hidden.placement-on-reveal")
def test_a_hidden_element_is_put_on_the_table_and_its_counter_goes() -> None:
    battle = ambush("lurker ge-mg 25,20 hidden")
    (event,) = battle.rule(Reveal(piece="lurker"))
    there = element(battle, "lurker")
    assert there.on_table
    assert there.under is None
    assert (there.x, there.y) == (25.0, 20.0)
    assert not battle.state.counters
    assert event.seen_by is None
    assert "lurker" in battle.view("british").state.pieces


def test_it_stands_where_the_referee_wants_it_if_that_touches_the_counter() -> None:
    battle = ambush("lurker ge-mg 25,20 hidden")
    assert (
        "touches german-counter-1" in refusal_of(battle, Reveal(piece="lurker", at=(10, 10))).reason
    )
    battle.rule(Reveal(piece="lurker", at=(25.5, 20.5)))
    assert place(battle, "lurker") == (25.5, 20.5)


def test_a_counter_can_be_turned_over_as_a_whole() -> None:
    battle = ambush(
        "one ge-mg 25,20 hidden; two ge-rifle-44 25,20 hidden", dummies={"german": [(19.0, 25.0)]}
    )
    real, dummy = counter_at(battle, (25, 20)).id, counter_at(battle, (19, 25)).id
    (event,) = battle.rule(Reveal(piece=dummy))
    assert event.text == f"The referee turns {dummy} over: a dummy."
    assert event.seen_by is None
    (event,) = battle.rule(Reveal(piece=real))
    assert event.text == f"The referee turns {real} over: one and two."
    assert {"one", "two"} <= battle.view("british").state.pieces.keys()
    assert not battle.state.counters


def test_what_is_in_sight_or_nowhere_cannot_be_brought_out() -> None:
    battle = ambush()
    assert "gun is not hidden" in refusal_of(battle, Reveal(piece="gun")).reason
    assert "no element or counter 'x'" in refusal_of(battle, Reveal(piece="x")).reason


def test_who_was_to_be_placed_by_its_owner_is_placed_by_the_referee() -> None:
    battle = ambush("lurker ge-mg 25,20 hidden")
    fields = {"id": "near", "side": "british", "name": "near", "sheet": "uk-rifle-44"}
    battle.rule(Place(piece={**fields, "x": 25.0, "y": 18.0}))
    assert asked(battle) == "reveal"
    battle.rule(Reveal(piece="lurker"))
    assert asked(battle) == "action"
    assert "spotted" not in kinds(battle)


# -- and then -------------------------------------------------------------------------------------


def test_the_hidden_may_come_out_by_themselves() -> None:
    battle = ambush(side="german")
    battle.rule(Conceal(piece="gun"))
    assert battle.allows(Show("gun", (20.0, 20.0), 180.0), "german")
    battle.play(Show("gun", (20.0, 20.0), 180.0), "german")
    assert element(battle, "gun").on_table


def test_it_is_on_record(tmp_path: Path) -> None:
    scenario = as_read(ambush(terrain=[WOOD, line("hedge", (0, 12), (40, 12))]).scenario)
    battle = Battle.start(scenario, referee=True)
    battle.rule(Conceal(piece="gun"))
    battle.rule(Conceal(piece="section"))
    battle.rule(Reveal(piece="gun", at=(20.4, 20.0)))
    path = tmp_path / "battle.jsonl"
    journal.save(battle, path)
    assert journal.verify(path).ok
    again = journal.load(path)
    assert again.state == battle.state
    assert again.events == battle.events
    assert again.view("british").to_json() == battle.view("british").to_json()


def test_two_battles_that_differ_under_a_counter_look_the_same_to_the_enemy() -> None:
    def concealed(name: str) -> bytes:
        battle = ambush("mg ge-mg 22,20 S")
        battle.rule(Conceal(piece="gun"))
        battle.rule(Conceal(piece="mg"))
        spots = {"gun": (20.0, 20.0), "mg": (22.0, 20.0)}
        other = "mg" if name == "gun" else "gun"
        counters = {n: counter_at(battle, spot) for n, spot in spots.items()}
        if name == "mg":  # the referee has them change places in hiding
            for one, two in ((name, other), (other, name)):
                under = counters[two]
                battle.state.put(
                    replace(battle.state.pieces[one], under=under.id, x=under.x, y=under.y)
                )
                battle.state.counters[under.id] = replace(under, under=(one,))
        return battle.view("british").to_json()

    assert concealed("gun") == concealed("mg")


def test_a_ruling_after_which_the_battle_could_not_go_on_is_refused() -> None:
    battle = Battle.start(load_scenario("saint-aubin"), referee=True)
    before = battle.state.digest()
    with pytest.raises(Refusal, match="could not go on"):
        battle.rule(Amend(set={"active": "x"}))
    assert battle.state.digest() == before
    assert battle.number == 0


@cases(
    "field, word, reason",
    ("sheet", "uk-rifle-4", "sheet: no such thing 'uk-rifle-4'; did you mean 'uk-rifle-44'?"),
    ("rides", "horses", "rides: no such thing 'horses'"),
    ("inside", "the pub", "inside: no such thing 'the pub'"),
    ("under", "gun", "under: no such thing 'gun'"),
    ("zone", "nowhere", "zone: no such thing 'nowhere'"),
    ("carried_by", "lorry", "something it names is not there ('lorry')"),
    ("carried_by", "scout", "scout would be carried by what it carries itself"),
    ("side", "french", "side: no side 'french'"),
)
def test_an_element_names_only_what_is_there(field: str, word: str, reason: str) -> None:
    assert reason in refusal_of(ambush(), Amend(piece="scout", set={field: word})).reason


def test_what_carries_others_is_not_taken_off_under_them() -> None:
    lorry = unit("lorry", "uk-truck", "british", at=(30, 5))
    riders = unit("riders", "uk-rifle-44", "british", at=(0, 0), carried_by="lorry")
    battle = ambush(lorry, riders)
    reason = "riders would be carried by 'lorry', which is not there"
    assert reason in refusal_of(battle, Remove(piece="lorry")).reason
    battle.rule(Remove(piece="riders"))
    battle.rule(Remove(piece="lorry"))
    assert "lorry" not in battle.state.pieces
