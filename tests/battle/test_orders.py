"""Orders and seats: who may give which, and what is refused changes nothing."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sandtable.battle import Amend, Battle, Line, Refusal
from sandtable.battle.legality import PLAIN_ORDERS
from sandtable.dice import DiceError, DiceNeeded, ScriptedDice, SeededDice
from sandtable.journal import to_bytes
from sandtable.rulebooks.panzer8.state.orders import Done, Move
from sandtable.scenario import load_scenario
from tests.conformance.toybook import DUEL, MIRROR, TEAM, TRENCH_RAID, Answer, Hold, Plan, Shoot
from tests.journal.kit import find, go_on, raid


def is_shot(battle: Battle[Any]) -> bool:
    return battle.choices[0].ask == "shoot"


# -- several seats --------------------------------------------------------------------------------


def test_several_choices_are_open_at_once() -> None:
    battle = raid(0)
    assert [choice.seats for choice in battle.choices] == [("alice",), ("bob",), ("carol",)]
    assert battle.view("alice").waiting == ("alice", "bob", "carol")
    battle.play(Plan(), "carol")
    assert [choice.seats for choice in battle.choices] == [("alice",), ("bob",)]
    assert battle.view("carol").choices == ()
    assert len(battle.view("bob").choices) == 1


def test_one_must_say_who_gives_an_order_when_several_may() -> None:
    battle = raid(0)
    message = "say which seat gives the order; the battle waits for: alice, bob, carol"
    for attempt in (battle.play, battle.refusal, battle.odds, battle.allows):
        with pytest.raises(LookupError, match=message):
            attempt(Plan())
    battle.play(Plan(), "alice")
    battle.play(Plan(), "bob")
    battle.play(Plan())
    assert battle.lines[-1].seat == "carol"


def test_seats_that_do_not_exist() -> None:
    battle = raid(0)
    for attempt in (
        lambda: battle.view("dave"),
        lambda: battle.play(Plan(), "dave"),
        lambda: battle.refusal(Plan(), "dave"),
        lambda: battle.odds(Plan(), "dave"),
    ):
        with pytest.raises(LookupError, match=r"no seat 'dave' .*\(there are: alice, bob, carol\)"):
            attempt()


def test_a_seat_that_is_not_asked_is_told_who_is() -> None:
    battle = raid(0)
    battle.play(Plan(), "alice")
    refusal = battle.refusal(Plan(), "alice")
    assert refusal is not None
    assert refusal.reason == "The battle waits for bob: Write your plan."
    assert refusal.rule == "toy.turn.secret-plans"
    with pytest.raises(Refusal):
        battle.play(Plan(), "alice")
    assert battle.number == 1


def test_seats_of_one_side_command_their_own_pieces_only() -> None:
    battle = raid(0)
    for seat, piece in (("alice", "w2"), ("bob", "w1"), ("alice", "e1"), ("carol", "w1")):
        refusal = battle.refusal(Plan(moves={piece: 1}), seat)
        assert refusal is not None
        assert refusal.reason == f"{piece!r} is not yours to command."
    assert battle.allows(Plan(moves={"e1": 1, "e2": -1 + 1, "e3": 1}), "carol")


def test_a_choice_of_several_seats_is_shown_to_each_as_its_own() -> None:
    import msgspec

    from sandtable.scenario import Seat

    scenario = load_scenario("saint-aubin")
    seats = tuple(
        Seat(id=name, side=side)
        for name, side in (("ann", "british"), ("ben", "british"), ("cay", "german"))
    )
    battle = Battle.start(msgspec.structs.replace(scenario, seats=seats), dice=SeededDice(1))
    assert set(battle.choices[0].seats) == {"ann", "ben"}
    assert battle.view("ann").choices[0].seats == ("ann",)
    assert battle.view("ben").choices[0].seats == ("ben",)
    assert battle.view("cay").choices == ()


# -- refusals -------------------------------------------------------------------------------------


def test_a_refused_order_changes_nothing() -> None:
    battle = raid(4)
    before = to_bytes(battle), battle.state, battle.events, battle.choices
    seat = battle.choices[0].seats[0]
    for order in (Shoot(), Hold(), Answer(met=True), Plan(moves={"w1": 9}), Plan(moves={"x": 1})):
        with pytest.raises(Refusal):
            battle.play(order, seat)
        assert (to_bytes(battle), battle.state, battle.events, battle.choices) == before


@pytest.mark.parametrize(
    "order",
    [
        Plan(moves={"w1": math.nan}),  # type: ignore[dict-item]
        Plan(moves={"w1": "one"}),  # type: ignore[dict-item]
        Plan(moves=None),  # type: ignore[arg-type]
        Plan(moves={"w1": ...}),  # type: ignore[dict-item]
        Plan(ambush=1),  # type: ignore[arg-type]
        Done(),
        Amend(set={}),
        "advance",
        None,
    ],
    ids=str,
)
def test_what_cannot_be_written_down_cannot_be_ordered(order: Any) -> None:
    battle = raid(0)
    refusal = battle.refusal(order, "alice")
    assert refusal is not None
    assert refusal.rule == PLAIN_ORDERS
    for attempt in (battle.play, battle.odds):
        with pytest.raises(Refusal):
            attempt(order, "alice")
    view = battle.view("alice")
    with pytest.raises(Refusal):
        view.odds(order)
    view_refusal = view.check(order)
    assert view_refusal is not None
    assert view_refusal.rule == PLAIN_ORDERS
    assert battle.number == 0


def test_numbers_that_are_none_are_refused_in_panzer8() -> None:
    battle = Battle.start(load_scenario("saint-aubin"), dice=SeededDice(1))
    piece = next(name for name, e in battle.state.pieces.items() if e.side == "british")
    for odd in (math.nan, math.inf, -math.inf):
        for order in (Move(piece, ((odd, 1.0),)), Move(piece, (), odd)):
            refusal = battle.refusal(order)
            assert refusal is not None
            assert refusal.reason.endswith(f": {odd} is a number that is not finite.")


def test_an_order_is_played_as_it_is_written() -> None:
    battle = Battle.start(load_scenario("saint-aubin"), dice=SeededDice(1))
    twin = battle.fork()
    view = battle.view("british")
    order = next(o for o in view.candidates(view.choices[0]) if isinstance(o, Move) and o.path)
    battle.play(order)
    twin.play(Move(order.element, [list(p) for p in order.path]))  # type: ignore[arg-type]
    assert to_bytes(battle) == to_bytes(twin)
    assert battle.state == twin.state


def test_after_the_end_everything_is_refused() -> None:
    battle = go_on(raid(0), 500)
    assert battle.outcome is not None
    for order in (Plan(), Shoot()):
        for seat in (None, "alice", "carol"):
            with pytest.raises(Refusal, match="The battle is over: "):
                battle.play(order, seat)
        refusal = battle.refusal(order)
        assert refusal is not None
        assert refusal.rule == "toy.end.victory"


def test_a_view_judges_as_the_battle_does() -> None:
    battle = raid(0)
    for seat in ("alice", "bob", "carol"):
        view = battle.view(seat)
        for order in (Plan(), Plan(moves={"w1": 1}), Plan(moves={"e1": 1}), Shoot()):
            one, two = view.check(order), battle.refusal(order, seat)
            assert (one and (one.rule, one.reason)) == (two and (two.rule, two.reason))


# -- dice that are not there yet ------------------------------------------------------------------


def test_missing_dice_change_nothing_and_can_be_fed() -> None:
    dice = ScriptedDice()
    battle: Battle[Any] = Battle(TRENCH_RAID, DUEL, dice)
    battle.play(Plan(moves={"w1": 1}), "west")
    before = to_bytes(battle), battle.state
    for _ in range(3):
        with pytest.raises(DiceNeeded, match="2 different numbers from 1 to 2"):
            battle.play(Plan(moves={"e1": 1}), "east")
        assert (to_bytes(battle), battle.state) == before
    dice.feed(2)
    with pytest.raises(DiceNeeded, match="1 number from 1 to 2"):
        battle.play(Plan(moves={"e1": 1}), "east")
    assert (to_bytes(battle), battle.state) == before
    dice.feed(1)
    battle.play(Plan(moves={"e1": 1}), "east")
    assert battle.lines[-1].rolls[0].faces == (2, 1)
    dice.assert_spent()


def test_impossible_faces_change_nothing_and_can_be_taken_back() -> None:
    dice = ScriptedDice([1, 7])
    battle: Battle[Any] = Battle(TRENCH_RAID, DUEL, dice)
    battle.play(Plan(moves={"w1": 1}), "west")
    with pytest.raises(DiceError, match="7 is not a face"):
        battle.play(Plan(moves={"e1": 1}), "east")
    assert battle.number == 1
    assert dice.remaining == (1, 7)
    dice.take_back()
    dice.feed(2)
    battle.play(Plan(moves={"e1": 1}), "east")


# -- sinks ----------------------------------------------------------------------------------------


class Deaf:
    """A sink that fails as long as it likes."""

    def __init__(self) -> None:
        self.fails = True
        self.heard: list[int] = []

    def __call__(self, line: Line) -> None:
        if self.fails:
            raise OSError("the disk is full")
        self.heard.append(line.line)


def test_a_sink_that_fails_leaves_nothing_changed() -> None:
    battle = raid(3, referee=True, scenario=MIRROR)
    deaf = Deaf()
    battle.attach(deaf)
    before = to_bytes(battle), battle.state, battle.events
    for attempt in (
        lambda: go_on(battle, 1),
        lambda: battle.undo(),
        lambda: battle.undo(to=1),
        lambda: battle.rule(Amend(piece="w1", set={"x": 2.0})),
    ):
        with pytest.raises(OSError, match="the disk is full"):
            attempt()
        assert (to_bytes(battle), battle.state, battle.events) == before
    deaf.fails = False
    go_on(battle, 1)
    assert deaf.heard == [4]
    battle.detach(deaf)
    go_on(battle, 1)
    assert deaf.heard == [4]


def test_a_sink_that_fails_uses_up_no_typed_dice() -> None:
    dice = ScriptedDice([2, 1])
    battle: Battle[Any] = Battle(TRENCH_RAID, DUEL, dice)
    battle.play(Plan(moves={"w1": 1}), "west")
    deaf = Deaf()
    battle.attach(deaf)
    with pytest.raises(OSError, match="full"):
        battle.play(Plan(moves={"e1": 1}), "east")
    assert dice.remaining == (2, 1)
    deaf.fails = False
    battle.play(Plan(moves={"e1": 1}), "east")
    assert battle.lines[-1].rolls[0].faces == (2, 1)


def test_a_default_answer_that_cannot_be_recorded_waits_for_the_next_step() -> None:
    battle = find(lambda b: b.choices[0].ask == "met", referee=True, scenario=DUEL)
    battle.undo()
    battle.referee_seated = False
    order = battle.rulebook.decode(b'{"order":"plan","moves":{"e1":1}}')
    written: list[int] = []

    def full_after_one(line: Line) -> None:
        if written:
            raise OSError("the disk is full")
        written.append(line.line)

    battle.attach(full_after_one)
    seat = battle.choices[0].seats[0]
    if seat == "west":
        order = Plan(moves={"w1": 1})
    battle.play(order, seat)
    assert battle.default_due == Answer(met=True)
    with pytest.raises(OSError, match="full"):
        battle.play(Plan(), "west")
    battle.detach(full_after_one)
    battle.settle()
    assert battle.default_due is None
    assert battle.lines[-1].by_default


# -- views ----------------------------------------------------------------------------------------


def test_a_view_keeps_the_moment_it_was_taken_at() -> None:
    battle = raid(5)
    view = battle.view("alice")
    before = view.to_json()
    go_on(battle, 4)
    battle.undo(to=2)
    go_on(battle, 3)
    assert view.to_json() == before


def test_the_referee_sees_everything() -> None:
    battle = raid(5, referee=True)
    view = battle.view("referee")
    assert view.events == battle.events
    assert view.state is battle.state
    assert len(battle.view("alice").events) < len(view.events)


def test_hidden_pieces_are_absent_from_the_other_side() -> None:
    battle = raid(0)
    assert "e3" in battle.view("carol").state.pieces
    for seat in ("alice", "bob"):
        assert "e3" not in battle.view(seat).state.pieces
        assert b"e3" not in battle.view(seat).to_json()
    assert TEAM.known_to("east") is TEAM
    assert [u.id for u in TEAM.known_to("west").units] == ["w1", "w2", "e1", "e2"]


def test_odds_are_the_exact_ones() -> None:
    from fractions import Fraction

    battle = find(is_shot, scenario=MIRROR)
    odds = battle.odds(Shoot())
    assert odds is not None
    assert odds.chance("hit") in (Fraction(1, 2), Fraction(1, 3))
    assert odds.chance("hit") + odds.chance("miss") == 1
    assert battle.odds(Hold()) is None
