"""What a person with a page is told of any book, from its orders and candidates alone."""

from __future__ import annotations

import random
from typing import ClassVar

import msgspec
import pytest

from sandtable.battle import Battle, Choice, Order
from sandtable.battle.overlays import Reach
from sandtable.battle.page import Action, Slot, with_keys
from sandtable.battle.plain_page import plain_actions, plain_sheet
from sandtable.battle.state import encode
from sandtable.dice import SeededDice
from sandtable.rulebooks.panzer8 import RULEBOOK
from sandtable.rulebooks.panzer8.state.orders import Fire
from tests.battle.putting_together import faults
from tests.conformance.playing import open_choice, step
from tests.conformance.toybook import AMBUSH, DUEL, TRENCH_RAID, Hold, TrenchRaid
from tests.panzer8.kit.scenes import situation, unit


class Talkative(TrenchRaid):
    """A raid in which one may say that one holds fire, at any time."""

    anytime: ClassVar[tuple[type[Order], ...]] = (Hold,)


@pytest.mark.parametrize("seed", range(3))
def test_every_order_of_a_book_can_be_put_together(seed: int) -> None:
    battle = Battle(TRENCH_RAID, AMBUSH, SeededDice(seed))
    chance = random.Random(seed)
    steps = 0
    while battle.outcome is None and steps < 12:
        view, choice = open_choice(battle, chance)
        pieces = [None, *view.state.pieces]
        book = TRENCH_RAID
        listed = [a for p in pieces for a in book.actions(view.state, view.seat, choice, p)]
        for order in view.candidates(choice):
            assert faults(book, listed, order) == []
        for action in listed:
            assert action.rule == choice.rule
        step(battle, chance)
        steps += 1


def test_what_is_complete_can_be_given_at_once() -> None:
    battle = Battle(TRENCH_RAID, DUEL, SeededDice(1))
    view = battle.view("west")
    actions = TRENCH_RAID.actions(view.state, "west", view.choices[0])
    assert actions
    assert all(not action.slots for action in actions)
    order = TRENCH_RAID.decode(encode({"order": actions[0].order, **actions[0].fixed}))
    assert battle.allows(order, "west")


def test_a_seat_that_is_not_asked_has_only_what_can_be_given_at_any_time() -> None:
    book = Talkative()
    battle = Battle(book, DUEL, SeededDice(1))
    view = battle.view("west")
    enemys = msgspec.structs.replace(view.choices[0], seats=("east",))
    assert [a.order for a in book.actions(view.state, "west", enemys)] == ["hold"]
    assert [a.order for a in book.actions(view.state, "west", None)] == ["hold"]
    assert TRENCH_RAID.actions(view.state, "west", enemys) == ()


def test_a_book_that_says_nothing_draws_nothing() -> None:
    state = Battle(TRENCH_RAID, DUEL, SeededDice(1)).view("west").state
    assert TRENCH_RAID.reach(state, "w1", "plan") == ()
    assert TRENCH_RAID.sights(state, "w1") == ()
    assert TRENCH_RAID.trace(state, Hold()) is None
    assert TRENCH_RAID.apart(state, "w1", "e1") is None


def test_the_card_of_a_piece_has_its_name_and_what_the_book_says_of_it() -> None:
    state = Battle(TRENCH_RAID, DUEL, SeededDice(1)).view("west").state
    sheet = TRENCH_RAID.sheet(state, "w1")
    assert (sheet.title, sheet.subtitle) == ("w1", "west")
    assert "watching: True" in sheet.lines or sheet.lines == ()
    assert plain_sheet(TRENCH_RAID, state, "nobody").subtitle == "not known"


def test_fields_become_slots_and_whoever_acts_is_fixed() -> None:
    battle = situation(
        unit("rifles", "uk-rifle-44", "british", at=(20, 10)),
        unit("tank", "uk-cromwell", "british", at=(24, 10)),
        unit("enemy", "ge-rifle-44", "german", at=(20, 18), facing=180),
    )
    view = battle.view("british")
    choice: Choice = view.choices[0]
    by_order = {a.order: a for a in plain_actions(RULEBOOK, view.state, "british", choice, "tank")}
    fire, move = by_order["fire"], by_order["move"]
    assert fire.fixed == {"element": "tank"}
    assert [(slot.name, slot.sort, slot.required) for slot in fire.slots] == [
        ("target", "piece", True),
        ("secondary", "pieces", False),
    ]
    assert fire.slots[0].pieces == ("enemy",)
    assert [slot.sort for slot in move.slots] == ["path", "heading", "word", "flag"]
    assert [word.label for word in move.slots[2].words] == ["forward", "backward", "hold"]
    assert faults(RULEBOOK, [fire], Fire("tank", "enemy")) == []
    seat = {a.order: a for a in plain_actions(RULEBOOK, view.state, "british", choice, None)}
    assert list(seat) == ["done", "standing"]


def test_every_key_is_different_and_none_is_the_key_that_takes_a_step_back() -> None:
    many = with_keys(Action(order="o", label="Undo", rule="r", key="U") for _ in range(25))
    assert len({action.key for action in many}) == 25
    assert "U" not in {action.key for action in many}
    assert with_keys([*many, many[0]])[-1].key == ""


def test_records_are_short_as_json() -> None:
    assert encode(Slot(name="at", sort="point", ask="Where?")) == (
        b'{"name":"at","sort":"point","ask":"Where?"}'
    )
    assert Reach(outline=()).holes == ()
