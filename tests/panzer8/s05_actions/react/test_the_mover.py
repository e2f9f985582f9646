"""Section 5: what becomes of a mover to which enemies react, and the price of reacting."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.move.rates import path_length
from sandtable.rulebooks.panzer8.s05_actions.move.under_way import planned
from sandtable.rulebooks.panzer8.s05_actions.react.reaction import check_eligible
from sandtable.rulebooks.panzer8.s05_actions.react.who_and_where import (
    mover_at,
    reaction_refusal,
    reactors,
)
from sandtable.rulebooks.panzer8.state import Moving
from tests.panzer8.kit import *
from tests.panzer8.kit.reacting import NORTH, STOPS, WHERE, WHO, tank_and_guns

# -- what becomes of the mover --------------------------------------------------------------------


@pytest.mark.rule(STOPS)
def test_a_suppressed_mover_stops_exactly_there_and_its_action_is_over() -> None:
    battle = tank_and_guns([8, 5], guns=2)
    play(battle, Move("tank", ((36, 18),)), ReactFire("gun0", 2.5), Done())
    tank = element(battle, "tank")
    assert (tank.x, tank.y) == (31.5, 12.0)
    assert tank.suppressed
    assert battle.state.active == "german"  # nobody else can act
    stopped = last(battle, "stopped")
    assert stopped.text == "tank gets no farther than 2.5 in."
    assert stopped.data["path"] == ((30, 10), (31.5, 12))


@pytest.mark.rule(STOPS)
def test_a_mover_suppressed_in_move_and_fire_loses_its_shot() -> None:
    battle = tank_and_guns([8, 5])
    play(battle, MoveAndFire("tank", ((30, 15),)), ReactFire("gun0", 5.0))
    assert element(battle, "tank").suppressed
    assert asked(battle) != "fire"
    assert [event.pieces[0] for event in told(battle, "fire")] == ["gun0"]


@pytest.mark.rule("p8.movefire.half-speed-then-fire")
def test_a_mover_that_survives_still_has_its_shot() -> None:
    battle = tank_and_guns([1, 10, 10, 1])
    play(battle, MoveAndFire("tank", ((30, 15),)), ReactFire("gun0", 5.0))
    assert asked(battle) == "fire"
    play(battle, Fire("tank", "gun0"))
    assert is_out(battle, "gun0")


@pytest.mark.rule(STOPS)
def test_a_voluntary_fall_back_may_go_on_suppressed() -> None:
    battle = tank_and_guns([9, 5])
    play(battle, FallBack("tank", "home", 5.0), ReactFire("gun0", 2.0))  # over half range now
    assert element(battle, "tank").suppressed
    assert asked(battle) == "resume"
    assert why_not(battle, GoOn(path=((32, 6),))) == "p8.fallback.direction"
    play(battle, GoOn())
    assert place(battle, "tank") == (30, 5)


@pytest.mark.rule(STOPS)
def test_a_mover_out_of_action_is_removed_where_it_was_stopped() -> None:
    battle = tank_and_guns([10, 5])
    play(battle, NORTH, ReactFire("gun0", 4.0))
    assert is_out(battle, "tank")
    assert last(battle, "out").data["at"] == (30, 14)
    assert last(battle, "out").text == "tank is out of action."


@pytest.mark.rule(STOPS, "p8.result.fall-back-move-4")
def test_a_mover_that_must_fall_back_goes_4_from_there_and_no_farther_on() -> None:
    battle = situation("rifles uk-rifle-44 30,10; foe ge-rifle-44 33,16 SW", dice=[6, 5])
    play(battle, Move("rifles", ((30, 14),)), ReactFire("foe", 2.0))
    assert effect(battle) == "fall-back"
    assert asked(battle) == "fall back"
    assert seats(battle) == ("british",)
    assert kinds(battle) == ["reaction", "fire", "stopped"]
    twin = battle.fork()
    play(battle, Retire("away", 10))
    # Away from (33, 16): three west and four south for every five.
    assert place(battle, "rifles") == (27.6, 8.8)
    assert element(battle, "rifles").heading == 10
    play(twin, Retire("home"))
    assert place(twin, "rifles") == (30, 8)


@pytest.mark.rule("p8.result.fall-back-in-cover")
def test_a_mover_in_cover_stays_in_cover_if_it_can() -> None:
    wood = area("wood", box(29, 6, 31, 20))
    battle = situation(
        "rifles uk-rifle-44 30,10; foe ge-rifle-44 34,14 SW", terrain=[wood], dice=[7, 5]
    )
    play(battle, Move("rifles", ((30, 12),)), ReactFire("foe", 1.0))
    assert effect(battle) == "fall-back"
    assert why_not(battle, Retire("away")) == "p8.result.fall-back-in-cover"
    play(battle, Retire("home"))
    assert place(battle, "rifles") == (30, 7)
    assert not element(battle, "rifles").suppressed


@pytest.mark.rule(STOPS)
def test_a_suppressed_mover_that_ignores_a_fall_back_result_goes_on() -> None:
    # In a wood that it would leave either way, and suppressed already: nothing happens to it.
    battle = situation(
        "rifles uk-rifle-44 30,10 suppressed; foe ge-rifle-44 30,15 S",
        terrain="wood 28,8 to 32,10.8",
        dice=[7, 5],
    )
    play(battle, FallBack("rifles", "home", 3.0), ReactFire("foe", 1.0))
    assert effect(battle) == "fall-back"
    assert last(battle, "stands").rules == ("p8.result.fall-back-in-cover",)
    assert asked(battle) == "resume"
    play(battle, GoOn())
    assert place(battle, "rifles") == (30, 7)


# -- going on after a pause -----------------------------------------------------------------------


@pytest.mark.rule(WHERE)
def test_an_unharmed_mover_goes_on_halts_or_takes_another_way_within_what_is_left() -> None:
    battle = tank_and_guns([1, 10])
    play(battle, NORTH, ReactFire("gun0", 4.0))
    assert asked(battle) == "resume"
    assert battle.choices[0].prompt == "tank was stopped after 4.0 in: go on, or halt?"
    at_once = tank_and_guns([1, 10])
    play(at_once, NORTH, ReactFire("gun0", 0.0))
    assert at_once.choices[0].prompt == "tank was stopped as it set out: go on, or halt?"
    assert why_not(battle, GoOn(path=((36, 14),))) is None
    assert why_not(battle, GoOn(path=((36.02, 14),))) == "p8.move.up-to-rate"
    halted, turned, gone = battle.fork(), battle.fork(), battle.fork()
    play(halted, Halt())
    assert (place(halted, "tank"), element(halted, "tank").heading) == ((30, 14), 0)
    play(turned, GoOn(path=((36, 14),), facing=45))
    assert (place(turned, "tank"), element(turned, "tank").heading) == ((36, 14), 45)
    play(gone, GoOn(facing=180))
    assert (place(gone, "tank"), element(gone, "tank").heading) == ((30, 20), 180)


@pytest.mark.rule(WHERE)
def test_slow_ground_on_the_new_way_counts_for_the_whole_move() -> None:
    battle = tank_and_guns([1, 10], terrain=[area("rough", box(32, 5, 50, 30))])
    play(battle, NORTH, ReactFire("gun0", 4.0))
    # 4 + 2 in the open and 2 in the rough: 6 is more than half of 10.
    assert why_not(battle, GoOn(path=((34, 14),))) == "p8.move.up-to-rate"
    play(battle, Halt())
    earlier = tank_and_guns([1, 10], terrain=[area("rough", box(32, 5, 50, 30))])
    play(earlier, NORTH, ReactFire("gun0", 3.0))
    assert why_not(earlier, GoOn(path=((34, 13),))) is None  # 5/10 + 2/4


@pytest.mark.rule(WHERE)
def test_the_new_part_of_the_way_can_be_reacted_to_again() -> None:
    battle = situation(
        "tank uk-sherman-75 20,10 NE; gun ge-pak38 20,40 S; flank ge-pak38 40,30 S",
        terrain="wood 21.5,11 to 30,26",
        dice=[1, 10, 9, 5],
    )
    play(battle, Move("tank", ((20, 18),)))
    assert why_not(battle, ReactFire("flank", 8.0)) == WHO
    play(battle, ReactFire("gun", 0.0), GoOn(path=((30, 10),)))
    assert asked(battle) == "reaction"
    assert why_not(battle, ReactFire("flank", 0.0)) == WHO
    play(battle, ReactFire("flank", 10.0))
    assert score(battle) == 3
    assert place(battle, "tank") == (30, 10)


@pytest.mark.rule(WHERE)
def test_when_the_next_element_begins_the_chance_is_gone() -> None:
    battle = tank_and_guns([1, 10], guns=1)
    play(battle, NORTH, Done())
    assert why_not(battle, ReactFire("gun0", 5.0), "german") is not None
    assert place(battle, "tank") == (30, 20)


# -- several players on the reacting side ---------------------------------------------------------


def two_seats(dice: list[int]) -> P8Battle:
    return tank_and_guns(
        dice,
        guns=2,
        seats=[
            Seat(id="attack", side="british"),
            Seat(id="left", side="german", pieces=("gun0",)),
            Seat(id="right", side="german", pieces=("gun1",)),
        ],
    )


@pytest.mark.rule(WHO)
def test_one_player_passing_does_not_pass_for_the_other() -> None:
    battle = two_seats([8, 5])
    play(battle, NORTH)
    assert seats(battle) == ("left", "right")
    play(battle, Done(), seat="left")
    assert seats(battle) == ("right",)
    assert why_not(battle, ReactFire("gun0", 5.0), "right") == WHO  # not theirs
    play(battle, ReactFire("gun1", 5.0))
    assert place(battle, "tank") == (30, 15)


@pytest.mark.rule(WHO)
def test_when_all_have_passed_the_mover_arrives() -> None:
    battle = two_seats([])
    play(battle, NORTH)
    play(battle, Done(), seat="right")
    assert place(battle, "tank") == (30, 10)
    play(battle, Done(), seat="left")
    assert place(battle, "tank") == (30, 20)


@pytest.mark.rule(WHO)
def test_whoever_passed_is_asked_again_after_anothers_reaction() -> None:
    battle = two_seats([1, 10, 1, 10])
    play(battle, NORTH)
    play(battle, Done(), seat="left")
    play(battle, ReactFire("gun1", 5.0), seat="right")
    assert seats(battle) == ("left",)
    play(battle, Done(), GoOn())
    assert seats(battle) == ("left",)
    assert why_not(battle, ReactFire("gun0", 7.0)) is None


@pytest.mark.rule(WHO)
def test_a_player_none_of_whose_elements_can_react_is_not_asked() -> None:
    battle = situation(
        "tank uk-sherman-75 30,10; gun ge-pak38 30,40 S; rear ge-rifle-44 40,40",
        seats=[
            Seat(id="attack", side="british"),
            Seat(id="left", side="german", pieces=("gun",)),
            Seat(id="right", side="german", pieces=("rear",)),
        ],
    )
    play(battle, NORTH)
    assert seats(battle) == ("left",)


# -- the price ------------------------------------------------------------------------------------


@pytest.mark.rule("p8.action.barred-after-reacting", "p8.action.reaction-marker-removed")
def test_a_gun_that_reacted_in_turn_3_sits_its_own_half_out_and_acts_again_in_turn_4() -> None:
    battle = situation(
        "tank uk-sherman-75 30,10; gun ge-pak38 30,40 S; mate ge-pak38 36,40 S",
        turn=3,
        dice=[1, 10],
    )
    play(battle, NORTH, ReactFire("gun", 5.0), Done(), Halt())
    assert (battle.state.turn, battle.state.active) == (3, "german")
    refusal = refused(battle, Fire("gun", "tank"))
    assert refusal.rule == "p8.action.barred-after-reacting"
    assert why_not(battle, Fire("mate", "tank")) is None
    play(battle, Done())
    assert (battle.state.turn, battle.state.active) == (4, "british")
    assert not element(battle, "gun").reacted
    play(battle, Move("tank", ((30, 16),)))
    assert why_not(battle, ReactFire("gun", 1.0)) is None
    play(battle, Done())
    assert (battle.state.turn, battle.state.active) == (4, "german")
    assert why_not(battle, Fire("gun", "tank")) is None


@pytest.mark.rule(WHO, "p8.result.suppressed-no-reaction")
def test_a_hedge_that_the_mover_reaches_shows_it() -> None:
    # Sight across a hedge opens when the mover touches it, here at the very end of its path.
    battle = situation(
        "rifles uk-rifle-44 30,10; foe ge-rifle-44 30,18 S",
        "shaken ge-rifle-44 33,18 S suppressed",
        terrain="hedge from 0,13.5 to 60,13.5",
        dice=[1, 10],
    )
    play(battle, Move("rifles", ((30, 13.1),)))
    assert asked(battle) == "reaction"
    assert why_not(battle, ReactFire("foe", 2.0)) == WHO
    assert why_not(battle, ReactFire("shaken", 3.1)) == "p8.result.suppressed-no-reaction"
    play(battle, ReactFire("foe", 3.1))
    assert modifiers(battle)["p8.fire.mod-soft-cover"] == 1


# -- a slow twin ----------------------------------------------------------------------------------


@pytest.mark.rule(WHO)
@pytest.mark.parametrize("seed", range(12))
def test_whoever_could_react_on_a_quarter_of_an_inch_of_a_path_is_found(seed: int) -> None:
    """The quick search for reactors against a look at every twentieth of an inch."""
    chance = random.Random(seed)
    woods = []
    for number in range(6):
        x, y = chance.uniform(0, 50), chance.uniform(12, 26)
        outline = box(x, y, x + chance.uniform(1, 6), y + chance.uniform(1, 6))
        woods.append(area("wood", outline, f"wood{number}"))
    foes = [
        unit(f"e{n}", sheet, "german", at=(5 + 10 * n, 32), facing=chance.uniform(90, 270))
        for n, sheet in enumerate(["ge-rifle-44", "ge-pak40", "ge-mg", "ge-pz4-long", "ge-pak40"])
    ]
    battle = situation("a uk-mc-40 30,6", *foes, terrain=woods)
    state = battle.state
    for _ in range(6):
        path = tuple((30 + chance.uniform(-4, 4), 6 + chance.uniform(-4, 4)) for _ in range(2))
        frame = planned(state, state.pieces["a"], "move", Move("a", path))
        count = int(path_length(frame.path) / 0.05)
        found = {element.id for element in reactors(state, frame)}
        for foe in foes:
            may = [why_not_at(state, frame, foe.id, 0.05 * n) is None for n in range(count + 1)]
            if any(all(may[n : n + 6]) for n in range(len(may) - 5)):
                assert foe.id in found


def why_not_at(state: P8State, frame: Moving, name: str, at: float) -> Refusal | None:
    """Why an element cannot fire at a mover, or see it if it could flee, at a point of its path."""
    reactor, mover = state.pieces[name], mover_at(state, frame, at)
    refusal = check_eligible(state, reactor, mover)
    if refusal is None and state.sheet(reactor).move_class == "0":
        return reaction_refusal(state, reactor, mover)
    return refusal


def prompted(order: Order, *others: Order, **rest: Any) -> str:
    """What the machine-gun's owner is prompted when the section opposite has its order."""
    battle = situation(
        "rif uk-rifle-44 20,10; mg ge-mg 20,13 S; gren ge-rifle-44 24,13 S", dice=[1, 10], **rest
    )
    play(battle, order, *others)
    return battle.choices[0].prompt


@pytest.mark.rule("p8.react.who-may")
@cases(
    "order, prompt",
    (Move("rif", ((22.0, 10.0),)), "rif is moving, 2.0 in to (22, 10). React?"),
    (Move("rif", ((22.0, 10.0), (22.0, 9.0))), "rif is moving, 3.0 in to (22, 9). React?"),
    (Move("rif", (), 90.0), "rif is turning. React?"),
    (Charge("rif", "mg"), "rif is charging mg, 2.2 in to (20, 12.2). React?"),
    (FallBack("rif", "away", 2.0), "rif is falling back, 2.0 in to (20, 8). React?"),
)
def test_who_may_react_is_told_the_way_and_the_aim(order: Order, prompt: str) -> None:
    assert prompted(order) == prompt


@pytest.mark.rule("p8.react.who-may")
def test_who_may_react_later_is_told_how_far_the_mover_has_come() -> None:
    goes, stops = Move("rif", ((22.0, 10.0),)), ReactFire("mg", 1.0)
    prompt = "rif is moving, 2.0 in to (22, 10), 1.0 in of it done. React?"
    assert prompted(goes, stops) == prompt
    cm = prompted(goes, options={"unit": "cm"})
    assert cm == "rif is moving, 2.0 cm to (22, 10). React?"
