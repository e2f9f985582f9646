"""Section 15: the pack, the draw, and what is done with a card at once."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from sandtable.dice import DiceNeeded, RollRequest, ScriptedDice
from sandtable.mechanics.cards import RANKS
from sandtable.players.run import run_battle, seat_players
from sandtable.rulebooks.panzer8.page.typing_orders import PHRASES
from sandtable.rulebooks.panzer8.s15_events.cards import (
    ASKED,
    EVENTS,
    PACK,
    WHOLE,
    cancel_draw,
    draw,
    in_force,
)
from sandtable.rulebooks.panzer8.state import AirMission, EventPhase, SupportMission
from tests.panzer8.kit import *

FLANK = "p8.card.four-flank-attacked"


def rifles(name: str = "a", at: tuple[float, float] = (20, 20), **more: Any) -> Any:
    return unit(name, "uk-rifle-44", at=at, **more)


def undrawn(battle: P8Battle) -> tuple[str, ...]:
    assert battle.state.cards is not None
    return battle.state.cards.undrawn


def offered(battle: P8Battle) -> list[Order]:
    return list(RULEBOOK.candidates(battle.state, battle.choices[0]))


# -- the pack -------------------------------------------------------------------------------------


@pytest.mark.rule("p8.card.deck")
def test_the_pack_is_a_normal_one_with_two_jokers() -> None:
    assert len(PACK) == len({card.id for card in PACK}) == 54
    colours = Counter(card.colour for card in PACK)
    assert colours == {"black": 26, "red": 26, None: 2}
    for rank in RANKS:
        assert Counter(card.colour for card in PACK if card.rank == rank) == {"black": 2, "red": 2}
    assert draw(WHOLE, ScriptedDice([1])).name == "ace of spades"
    assert draw(WHOLE, ScriptedDice([26])).name == "king of clubs"
    assert draw(WHOLE, ScriptedDice([27])).name == "ace of hearts"
    assert draw(WHOLE, ScriptedDice([52])).name == "king of diamonds"
    assert draw(WHOLE, ScriptedDice([53])).name == "joker"


@pytest.mark.rule("p8.card.deck")
def test_every_rank_has_the_event_of_the_table() -> None:
    battle = dealt("5 of hearts", rifles(), FAR_AWAY)
    assert last(battle, "card").text == "The British draw the 5 of hearts."
    assert EVENTS["ace"] == "Ammo shortage"
    assert EVENTS["10"] == "Air support: ground attack"
    assert EVENTS["king"] == "Two actions"


@pytest.mark.rule("p8.card.deck")
def test_a_card_that_is_out_is_not_drawn_again() -> None:
    five = CARDS["5 of hearts"]
    battle = dealt("5 of hearts", rifles(), FAR_AWAY, dice=[five, five, CARDS["5 of clubs"]])
    play(battle, Done())
    assert last(battle, "card").data["card"] == "5C"
    assert len(last(battle, "card").rolls) == 3
    assert set(WHOLE) - set(undrawn(battle)) == {"5H", "5C"}


@pytest.mark.rule("p8.card.deck")
def test_the_pack_is_shared_and_says_nothing_of_what_comes_next() -> None:
    battle = dealt("6 of hearts", rifles(), FAR_AWAY, dice=[CARDS["6 of spades"]])
    play(battle, Done())
    assert battle.state.active == "german"
    left = undrawn(battle)
    assert len(left) == 52
    assert list(left) == sorted(left, key=WHOLE.index)


@pytest.mark.rule("p8.card.deck")
def test_a_joker_that_finds_nothing_left_has_all_shuffled_again() -> None:
    order = [n for n, card in enumerate(PACK, 1) if card.rank in ("5", "6")]
    rest = [n for n, card in enumerate(PACK, 1) if card.rank not in ("5", "6", None)]
    # Blank cards first, then the rest, each in the hands of the side whom it does not concern.
    black = [n for n in rest if PACK[n - 1].colour == "black"]
    red = [n for n in rest if PACK[n - 1].colour == "red"]
    for one, two in zip(black, red, strict=True):
        order += [one, two]
    battle = dealt(None, rifles(), FAR_AWAY, dice=[*order], turns=40)
    for _ in order[1:]:
        play(battle, Done())
    assert undrawn(battle) == ("Joker 1", "Joker 2")
    with pytest.raises(DiceNeeded):
        play(battle, Done())
    dice = battle.dice
    assert isinstance(dice, ScriptedDice)
    dice.feed(53)
    play(battle, Done())
    assert not battle.state.agenda
    assert "no card is left" in last(battle, "card").text.lower()
    assert undrawn(battle) == WHOLE


@pytest.mark.rule("p8.card.deck")
def test_the_last_card_may_be_drawn_and_then_all_are_shuffled() -> None:
    battle = dealt("5 of hearts", rifles(), FAR_AWAY, dice=[CARDS["5 of spades"]])
    assert battle.state.cards is not None
    battle.state.cards = msgspec.structs.replace(battle.state.cards, undrawn=())
    play(battle, Done())
    texts = [event.text for event in told(battle, "card")]
    assert texts[-2:] == [
        "All cards are drawn; the pack is shuffled again.",
        "The Germans draw the 5 of spades.",
    ]
    assert len(undrawn(battle)) == 53


@pytest.mark.rule("p8.card.deck")
def test_somebody_with_a_real_pack_is_asked_for_the_number_of_the_card() -> None:
    with pytest.raises(DiceNeeded) as asked:
        dealt(None, rifles(), FAR_AWAY)
    assert asked.value.request == RollRequest(ASKED, 54, 1)
    for suit, numbers in {"spades": "1-13", "clubs": "14-26", "hearts": "27-39"}.items():
        assert f"{suit} {numbers}" in ASKED


@pytest.mark.rule("p8.card.deck")
def test_all_cards_are_equally_likely() -> None:
    left = WHOLE[10:14]
    dice = SeededDice(7)
    seen = Counter(draw(left, dice).id for _ in range(400))
    assert set(seen) == set(left)
    assert all(70 <= count <= 130 for count in seen.values())


# -- the draw -------------------------------------------------------------------------------------


@pytest.mark.rule("p8.event.draw-only-advanced", "p8.card.draw-each-player-turn")
def test_each_player_turn_begins_with_a_card() -> None:
    battle = dealt("5 of hearts", rifles(), FAR_AWAY, dice=[CARDS["6 of clubs"], 40 + 4])
    assert [event.kind for event in battle.events] == ["turn", "card", "event"]
    play(battle, Done())
    assert [event.data["side"] for event in told(battle, "card")] == ["british", "german"]
    play(battle, Done())
    assert [event.data["card"] for event in told(battle, "card")] == ["5H", "6C", "5D"]


@pytest.mark.rule("p8.event.draw-only-advanced")
def test_without_event_cards_nothing_is_drawn() -> None:
    battle = situation(rifles(), FAR_AWAY, phase=None)
    assert not told(battle, "card")
    assert battle.state.cards is None
    assert b'"cards"' not in battle.state.to_json()
    advanced = dealt("5 of hearts", rifles(), FAR_AWAY, options={"game": "advanced"})
    assert last(advanced, "card").data["card"] == "5H"


@pytest.mark.rule("p8.card.colours")
@cases(
    "card, works", ("king of hearts", True), ("king of diamonds", True), ("king of clubs", False)
)
def test_a_card_of_the_other_colour_has_no_effect(card: str, works: bool) -> None:
    battle = dealt(card, rifles(), FAR_AWAY)
    assert in_force(battle.state, "king") is works
    assert ("has no effect" in last(battle, "card").text) is not works


@pytest.mark.rule("p8.card.colours")
def test_the_germans_are_black_whoever_begins() -> None:
    german = unit("g", "ge-rifle-44", at=(20, 20))
    battle = dealt("queen of spades", german, "b uk-rifle-44 50,40")
    assert in_force(battle.state, "queen")


@pytest.mark.rule("p8.card.colours")
def test_the_scenario_may_say_who_is_black() -> None:
    battle = dealt("king of clubs", rifles(), FAR_AWAY, options={"black": "british"})
    assert in_force(battle.state, "king")
    russian = unit("r", "su-rifle", at=(20, 20))
    french = unit("f", "fr-rifle", at=(50, 40))
    battle = dealt("king of clubs", russian, french)
    assert in_force(battle.state, "king")  # without a German, the side that is named first
    battle = dealt("king of hearts", russian, french, options={"black": "french"})
    assert in_force(battle.state, "king")
    with pytest.raises(ScenarioError, match="none of: german, british"):
        dealt("king of clubs", rifles(), FAR_AWAY, options={"black": "martians"})


@pytest.mark.rule("p8.card.use-at-once")
def test_an_effect_ends_with_the_player_turn() -> None:
    battle = dealt("king of hearts", rifles(), FAR_AWAY, dice=[CARDS["5 of hearts"]])
    assert in_force(battle.state, "king", "british")
    assert not in_force(battle.state, "king", "german")
    play(battle, Done())
    assert battle.state.active == "german"
    assert not in_force(battle.state, "king")


@cases(
    "card",
    pytest.param("5 of diamonds", marks=pytest.mark.rule("p8.card.five-blank")),
    pytest.param("6 of diamonds", marks=pytest.mark.rule("p8.card.six-blank")),
)
def test_fives_and_sixes_bring_nothing(card: str) -> None:
    battle = dealt(card, rifles(), FAR_AWAY)
    assert last(battle, "event").text == "No event."
    assert asked(battle) == "action"


@cases(
    "card, level",
    pytest.param("7 of hearts", "Heavy Mortar", marks=pytest.mark.rule("p8.card.seven-mortars")),
    pytest.param(
        "8 of hearts",
        "Medium Artillery",
        marks=pytest.mark.rule("p8.card.eight-medium-artillery"),
    ),
    pytest.param(
        "9 of hearts",
        "Heavy Artillery",
        marks=pytest.mark.rule("p8.card.nine-heavy-artillery"),
    ),
)
def test_seven_to_nine_bring_support_fire(card: str, level: str) -> None:
    cmd = unit("cmd", "uk-cmd", at=(20, 22))
    enemy = unit("enemy", "ge-rifle-40", at=(20, 36), facing=180)
    battle = dealt(card, rifles(), cmd, enemy, options={"support_fire": True})
    mission = battle.state.agenda[-1]
    assert isinstance(mission, SupportMission)
    assert (mission.side, mission.level) == ("british", level)
    without = dealt(card, rifles(), cmd, enemy)
    assert not without.state.agenda
    assert "no batteries" in last(without, "event").text


@cases(
    "card, sweep",
    pytest.param("10 of hearts", False, marks=pytest.mark.rule("p8.card.ten-ground-attack")),
    pytest.param("jack of hearts", True, marks=pytest.mark.rule("p8.card.jack-fighter-sweep")),
)
def test_tens_and_jacks_bring_aircraft(card: str, sweep: bool) -> None:
    enemy = unit("enemy", "ge-pz3-50", at=(20, 36), facing=180)
    battle = dealt(card, rifles(), enemy, options={"air_support": True}, date="1944")
    mission = battle.state.agenda[-1]
    assert isinstance(mission, AirMission)
    assert (mission.side, mission.sweep) == ("british", sweep)
    without = dealt(card, rifles(), enemy)
    assert not without.state.agenda
    assert "no aircraft" in last(without, "event").text


@pytest.mark.rule("p8.card.draw-each-player-turn")
def test_a_barrage_or_a_second_pass_takes_the_place_of_the_card() -> None:
    battle = dealt("5 of hearts", rifles(), FAR_AWAY)
    state = battle.state.copy()
    state.push(EventPhase(stage="second-pass"))
    cancel_draw(state)
    assert state.agenda == (EventPhase(stage="second-pass", no_card=True),)
    list(RULEBOOK.ruled(state, ScriptedDice([])))
    assert not any(isinstance(frame, EventPhase) for frame in state.agenda)
    assert state.cards == battle.state.cards


# -- jokers ---------------------------------------------------------------------------------------


@pytest.mark.rule("p8.card.joker")
def test_a_joker_lets_the_player_choose_and_all_is_shuffled() -> None:
    battle = dealt("joker", rifles(), FAR_AWAY)
    assert asked(battle) == "card"
    assert seats(battle) == ("british",)
    assert offered(battle) == [TakeCard(rank) for rank in RANKS]
    play(battle, TakeCard("queen"))
    assert in_force(battle.state, "queen")
    assert undrawn(battle) == WHOLE
    assert asked(battle) == "action"


@pytest.mark.rule("p8.card.joker")
def test_only_cards_of_ones_colour_that_are_left_can_be_chosen() -> None:
    battle = dealt("king of hearts", rifles(), FAR_AWAY, dice=[CARDS["king of diamonds"], 54])
    play(battle, Done(), Done())
    assert battle.state.active == "british"
    assert TakeCard("king") not in offered(battle)
    assert len(offered(battle)) == 12
    refusal = refused(battle, TakeCard("king"))
    assert refusal.rule == "p8.card.joker"
    assert "there are: ace, 2" in refusal.reason
    assert refused(battle, Done()).rule == "p8.card.joker"


@pytest.mark.rule("p8.card.joker")
def test_a_joker_works_for_both_colours_and_no_event_may_be_chosen() -> None:
    german = unit("g", "ge-rifle-44", at=(20, 20))
    battle = dealt("joker", german, "b uk-rifle-44 50,40")
    play(battle, TakeCard("6"))
    assert last(battle, "event").text == "No event."
    assert not battle.state.agenda


@pytest.mark.rule("p8.card.joker")
def test_a_card_is_taken_by_typing_its_rank() -> None:
    battle = dealt("joker", rifles(), FAR_AWAY)
    choice = battle.choices[0]
    assert PHRASES.read(battle.state, choice, "take king") == TakeCard("king")
    assert PHRASES.read(battle.state, choice, "take card 10") == TakeCard("10")
    assert PHRASES.tell(battle.state, TakeCard("king")).text == "king: Two actions"
    assert any("take RANK" in usage for usage, _ in PHRASES.help(battle.state, choice))


@pytest.mark.rule("p8.card.joker")
def test_a_thoughtful_player_takes_a_good_card() -> None:
    battle = dealt("joker", rifles(), FAR_AWAY)
    best = max(RULEBOOK.advise(battle.state, battle.choices[0]), key=lambda pair: pair[0])
    assert best[1] == TakeCard("king")


# -- flank attacked (15.8) ------------------------------------------------------------------------


def at_west(gap: float, **more: Any) -> Any:
    """A section whose base, 1.2 wide, is so far from the western edge."""
    return rifles(at=(gap + 0.6, 24), **more)


@pytest.mark.rule("p8.card.four-flank-attacked")
@cases("gap, out", (0.5, True), (4.0, True), (4.1, False), (12.0, False))
def test_whoever_is_within_4_of_the_edge_is_out(gap: float, out: bool) -> None:
    battle = dealt("4 of hearts", at_west(gap), rifles("b", at=(30, 24)), FAR_AWAY)
    event = last(battle, "flank")
    assert event.rules == (FLANK,)
    assert event.data["distance"] == pytest.approx(gap)
    assert not event.rolls
    assert is_out(battle, "a") is out
    if not out:
        assert element(battle, "a").suppressed
    assert not element(battle, "b").suppressed


@pytest.mark.rule("p8.card.four-flank-attacked")
def test_the_home_edge_is_safe() -> None:
    battle = dealt(
        "4 of hearts",
        rifles(at=(30, 1)),
        rifles("b", at=(12, 20)),
        FAR_AWAY,
        homes={"british": "south", "german": "north"},
    )
    assert last(battle, "flank").pieces == ("b",)
    assert element(battle, "b").suppressed
    assert not element(battle, "a").suppressed


@pytest.mark.rule("p8.card.four-flank-attacked")
@cases("edges, struck", (("north",), "b"), (("south", "north"), "a"), (("east",), "c"))
def test_the_scenario_may_say_which_edges_are_unfriendly(
    edges: tuple[str, ...], struck: str
) -> None:
    battle = dealt(
        "4 of hearts",
        rifles(at=(8, 5)),
        rifles("b", at=(12, 30)),
        rifles("c", at=(30, 20)),
        FAR_AWAY,
        homes={"british": "south", "german": "north"},
        unfriendly={"british": edges},
    )
    assert last(battle, "flank").pieces == (struck,)
    assert element(battle, struck).suppressed


@pytest.mark.rule("p8.card.four-flank-attacked")
def test_the_enemys_edge_counts_like_the_flanks() -> None:
    battle = dealt(
        "4 of hearts",
        rifles(at=(30, 43.6)),  # its base ends exactly 4.0 from the northern edge
        rifles("b", at=(12, 20)),
        FAR_AWAY,
        homes={"british": "south", "german": "north"},
    )
    assert last(battle, "flank").data["distance"] == pytest.approx(4.0)
    assert is_out(battle, "a")


@pytest.mark.rule("p8.card.four-flank-attacked")
def test_one_that_is_suppressed_already_is_out() -> None:
    battle = dealt("4 of hearts", at_west(10, suppressed=True), rifles("b", at=(30, 24)), FAR_AWAY)
    assert is_out(battle, "a")
    assert battle.state.lost[-1].element == "a"


@pytest.mark.rule("p8.card.four-flank-attacked")
def test_the_dice_decide_among_several_at_the_same_distance() -> None:
    pair = (rifles(at=(6, 20)), rifles("b", at=(6, 30)))
    assert last(dealt("4 of hearts", *pair, FAR_AWAY, dice=[1]), "flank").pieces == ("a",)
    battle = dealt("4 of hearts", *pair, FAR_AWAY, dice=[2])
    assert last(battle, "flank").pieces == ("b",)
    assert last(battle, "flank").rolls[0].sides == 2


@pytest.mark.rule("p8.card.four-flank-attacked")
def test_a_transport_is_struck_and_its_passengers_share_its_fate() -> None:
    truck = unit("truck", "uk-truck", at=(2, 24))
    cargo = load("truck", "british", "uk-rifle-44")
    battle = dealt("4 of hearts", truck, cargo, rifles("b", at=(30, 24)), FAR_AWAY)
    assert last(battle, "flank").pieces == ("truck",)
    assert is_out(battle, "truck")
    assert is_out(battle, "load")


@pytest.mark.rule("p8.card.four-flank-attacked")
def test_nobody_is_struck_while_nobody_is_on_the_table() -> None:
    late = unit("a", "uk-rifle-44", enters=Entry(edge="south", at=20, turn=1))
    battle = dealt("4 of hearts", late, FAR_AWAY)
    assert "nobody on the table" in last(battle, "flank").text
    assert asked(battle) == "action"


@pytest.mark.rule("p8.card.four-flank-attacked")
def test_a_lost_commander_is_replaced_before_the_turn_goes_on() -> None:
    cmd = unit("cmd", "uk-cmd", at=(2, 24))
    battle = dealt("4 of hearts", cmd, rifles(at=(30, 24)), rifles("b", at=(33, 24)), FAR_AWAY)
    assert asked(battle) == "commander"


@pytest.mark.rule("p8.card.four-flank-attacked")
def test_a_referee_may_rule_on_it() -> None:
    battle = dealt(
        "5 of hearts",
        rifles(),
        "enemy ge-rifle-40 57,40 S; other ge-rifle-40 40,40 S",
        dice=[CARDS["4 of clubs"]],
        referee=True,
    )
    play(battle, Done(), seat="british")
    assert is_out(battle, "enemy")
    battle.overrule({"flank attack": "suppressed"})
    assert element(battle, "enemy").suppressed


HIDDEN = {"hidden_placement": True}


@pytest.mark.rule("p8.card.four-flank-attacked")
def test_a_hidden_element_is_hit_and_revealed() -> None:
    battle = dealt(
        "4 of hearts",
        rifles(at=(10, 24), hidden=True),
        rifles("b", at=(30, 24)),
        FAR_AWAY,
        options=HIDDEN,
        terrain="wood 6,20 to 14,28",
    )
    assert asked(battle) != "action"
    (place, *_) = offered(battle)
    play(battle, place)
    assert element(battle, "a").suppressed
    assert element(battle, "a").under is None
    assert asked(battle) == "action"


@pytest.mark.rule("p8.card.four-flank-attacked")
def test_a_hidden_element_near_the_edge_is_out_at_once() -> None:
    battle = dealt(
        "4 of hearts",
        rifles(at=(4, 24), hidden=True),
        rifles("b", at=(30, 24)),
        FAR_AWAY,
        options=HIDDEN,
    )
    assert last(battle, "flank").data["effect"] == "out"
    assert is_out(battle, "a")
    assert not battle.state.counters
    assert asked(battle) == "action"


@pytest.mark.rule("p8.card.four-flank-attacked")
def test_a_die_among_hidden_and_seen_is_not_shown_to_the_enemy() -> None:
    battle = dealt(
        "4 of hearts",
        rifles(at=(10.6, 24)),
        rifles("b", at=(10, 30), hidden=True),
        rifles("c", at=(30, 24)),
        FAR_AWAY,
        options=HIDDEN,
        terrain="wood 6,28 to 14,34",
        dice=[1],
    )
    assert last(battle, "flank").pieces == ("a",)
    shown = [event for event in battle.view("german").events if event.kind == "flank"]
    assert [event.pieces for event in shown] == [("a",)]
    assert not any(event.rolls for event in shown)


# -- computer players -----------------------------------------------------------------------------


def skirmish(seed: int, **options: bool) -> Battle[Any]:
    british = ["uk-rifle-44"] * 3 + ["uk-cmd", "uk-mortar-3in", "uk-cromwell", "uk-6pdr"]
    german = ["ge-rifle-44"] * 3 + ["ge-cmd", "ge-mg", "ge-ig75", "ge-pz3-50"]
    units = [unit(f"b{n}", s, "british", at=(10 + 3 * n, 14)) for n, s in enumerate(british)]
    units += [
        unit(f"g{n}", s, "german", at=(10 + 3 * n, 26), facing=180) for n, s in enumerate(german)
    ]
    on = {"event_cards": True, "national_characteristics": True, **options}
    start = CARDS["5 of hearts"]
    scenario = situation(
        *units, table=(40, 40), turns=5, phase=None, options=on, dice=[start], date="1944"
    ).scenario
    return Battle(RULEBOOK, scenario, SeededDice(seed))


@pytest.mark.slow
@cases("players, seed", ("random", 0), ("random", 1), ("random", 2), ("greedy", 0))
def test_battles_with_cards_come_to_an_end(players: str, seed: int) -> None:
    battle = skirmish(seed)
    run_battle(battle, seat_players(battle, [players, players], seed))
    assert battle.outcome is not None
