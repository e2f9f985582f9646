"""Section 13.1: engineers who clear gaps in barbed wire."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from sandtable.battle.figures import Patch
from sandtable.rulebooks.panzer8.page.figures import figures
from sandtable.rulebooks.panzer8.page.typing_orders import PHRASES
from sandtable.rulebooks.panzer8.state import Gap
from tests.panzer8.kit import *

CLEAR = "p8.wire.engineers-clear"

STOPS = "p8.wire.others-stop"

ON = {"field_engineering": True}

WIRE = line("wire", (0, 20), (60, 20))

TRY = ClearWire("eng")


def eng(sheet: str = "uk-eng", y: float = 19.6, **status: Any) -> Unit:
    """Engineers whose front touches the wire at (20, 20)."""
    return unit("eng", sheet, "british", at=(20, y), **status)


def at_wire(*units: Placed, **rest: Any) -> P8Battle:
    """A situation with wire from west to east at y 20; nobody else is near."""
    foe = rest.pop("foe", unit("foe", "ge-rifle-44", at=(58, 46)))
    rifles = unit("rifles", "uk-rifle-44", at=(24, 18.5))
    return situation(*units, rifles, foe, terrain=[WIRE], options=ON, **rest)


def next_turn(battle: P8Battle) -> None:
    """On to the next Action Phase of the same side; nobody does anything."""
    side = battle.state.active
    battle.play(Done())
    while battle.state.active != side or asked(battle) != "action":
        battle.play(Done())


@pytest.mark.rule(CLEAR)
@cases("die, cleared", (6, True), (5, False))
def test_engineers_that_come_up_in_turn_3_and_stay_in_4_roll_in_5(die: int, cleared: bool) -> None:
    battle = at_wire(eng(y=17.0), turn=3, dice=[die, 6])
    play(battle, Move("eng", ((21.5, 17.4), (21.5, 19.6))))
    assert why_not(battle, TRY) == "p8.action.one-per-element"
    next_turn(battle)
    assert (battle.state.turn, why_not(battle, TRY)) == (4, CLEAR)
    next_turn(battle)
    assert (battle.state.turn, why_not(battle, TRY)) == (5, None)
    battle.play(TRY)
    assert element(battle, "eng").acted
    assert last(battle, "wire").data["result"] == ("cleared" if cleared else "held")
    expected = (Gap(wire="wire", x=21.5, y=20.0),) if cleared else ()
    assert battle.state.gaps == expected
    if not cleared:
        next_turn(battle)
        assert (battle.state.turn, why_not(battle, TRY)) == (6, None)
        battle.play(TRY)
        assert len(battle.state.gaps) == 1


@pytest.mark.rule(CLEAR, "p8.quality.only-where-listed")
@cases("quality, die, gaps", ("elite", 5, 0), ("poor", 6, 1))
def test_quality_is_not_added_to_the_die(quality: str, die: int, gaps: int) -> None:
    battle = at_wire(eng(quality=quality, wire_turns=2), dice=[die])
    battle.play(TRY)
    assert len(battle.state.gaps) == gaps


@pytest.mark.rule(CLEAR)
def test_a_turn_begun_elsewhere_does_not_count() -> None:
    battle = at_wire(eng())  # the battle begins in their turn, and they are at the wire
    assert why_not(battle, TRY) == CLEAR
    next_turn(battle)
    assert why_not(battle, TRY) is None
    battle = at_wire(eng(moved=True))  # they have come up in this very turn
    next_turn(battle)
    assert why_not(battle, TRY) == CLEAR
    next_turn(battle)
    assert why_not(battle, TRY) is None


@pytest.mark.rule(CLEAR)
def test_they_may_fire_meanwhile() -> None:
    foe = unit("foe", "ge-rifle-44", at=(20, 28), facing=0)
    battle = at_wire(eng(), foe=foe, dice=[1, 10])
    battle.play(Fire("eng", "foe"))
    next_turn(battle)
    assert why_not(battle, TRY) is None


@pytest.mark.rule(CLEAR)
@cases(
    "order",
    Move("eng", (), 10.0),
    Move("eng", ((20, 18),)),
    Move("eng", ((22, 19.6),), bearing="hold"),
    FallBack("eng", "home", 2.0),
)
def test_moving_or_turning_means_starting_over(order: Move | FallBack) -> None:
    battle = at_wire(eng(wire_turns=2))
    if isinstance(order, Move) and order.path == ((20, 18),):
        order = Move("eng", ((22, 18),))
    battle.play(order)
    assert element(battle, "eng").wire_turns == 0
    next_turn(battle)
    assert why_not(battle, TRY) == CLEAR


@pytest.mark.rule(CLEAR)
def test_turning_and_firing_is_moving() -> None:
    battle = at_wire(eng(wire_turns=1))
    battle.play(MoveAndFire("eng", (), 30.0))
    next_turn(battle)
    assert element(battle, "eng").wire_turns == 1
    assert why_not(battle, TRY) == CLEAR


@pytest.mark.rule(CLEAR)
def test_being_suppressed_means_starting_over() -> None:
    battle = at_wire(eng(wire_turns=2, suppressed=True), dice=[8])
    assert why_not(battle, TRY) == "p8.action.allowed-when-suppressed"
    battle.play(Recover("eng"))
    assert not element(battle, "eng").suppressed
    next_turn(battle)
    assert why_not(battle, TRY) == CLEAR  # this is the turn that they begin unsuppressed
    next_turn(battle)
    assert why_not(battle, TRY) is None


@pytest.mark.rule(CLEAR)
def test_suppression_in_the_enemys_turn_undoes_the_work() -> None:
    foe = unit("mg", "ge-mg", at=(20, 26), facing=180)
    battle = at_wire(eng(wire_turns=1), foe=foe, dice=[8, 6, 10])
    battle.play(Done())
    battle.play(Fire("mg", "eng"))
    assert element(battle, "eng").suppressed
    assert element(battle, "eng").wire_turns == 0
    battle.play(Recover("eng"))  # 9 or more: it may act again at once
    assert asked(battle) == "action"
    assert why_not(battle, TRY) == CLEAR


@pytest.mark.rule(CLEAR)
def test_falling_back_as_a_reaction_undoes_the_work() -> None:
    foe = unit("foe", "ge-rifle-44", at=(20, 26), facing=180)
    battle = at_wire(eng(wire_turns=2), foe=foe)
    battle.play(Done())
    play(battle, Move("foe", ((20, 24),)), ReactFallBack("eng", 1.0, "home", 0.7))
    assert element(battle, "eng").wire_turns == 0


@pytest.mark.rule(CLEAR)
def test_only_engineers_beside_wire_clear_it() -> None:
    battle = at_wire(eng(), "foot uk-rifle-44 25,19.6")
    assert why_not(battle, ClearWire("foot")) == CLEAR
    battle = at_wire(eng(y=19.0, wire_turns=2))
    assert why_not(battle, TRY) == CLEAR
    battle = at_wire(eng(wire_turns=2))
    assert why_not(battle, ClearWire("eng", "hedge")) == CLEAR
    assert why_not(battle, ClearWire("eng", "wire")) is None
    foe = unit("foe", "ge-rifle-44", at=(58, 46))
    battle = situation(eng(wire_turns=2), foe, terrain=[WIRE])
    assert why_not(battle, TRY) == CLEAR


@pytest.mark.rule(CLEAR)
@cases("y, adjacent", (19.55, True), (19.54, False), (19.9, True))
def test_adjacent_means_touching(y: float, adjacent: bool) -> None:
    battle = at_wire(eng(y=y, wire_turns=2))
    assert (why_not(battle, TRY) is None) is adjacent


@pytest.mark.rule(CLEAR)
def test_who_has_reacted_must_wait() -> None:
    battle = at_wire(eng(wire_turns=2, reacted=True))
    assert why_not(battle, TRY) == "p8.action.barred-after-reacting"
    next_turn(battle)
    assert why_not(battle, TRY) is None


@pytest.mark.rule(CLEAR)
@cases("x, passes", (20.0, True), (20.6, True), (19.4, True), (20.62, False), (19.38, False))
def test_a_gap_is_a_base_wide_and_lets_everybody_through(x: float, passes: bool) -> None:
    battle = at_wire(
        eng(wire_turns=2),
        unit("foot", "uk-rifle-44", at=(x, 16.5)),
        unit("car", "uk-daimler", at=(x, 13.5)),
        dice=[6],
    )
    assert why_not(battle, Move("foot", ((x, 20.45),))) == STOPS
    battle.play(TRY)
    assert battle.state.gaps == (Gap(wire="wire", x=20.0, y=20.0),)
    # Over the heads of the engineers and through the gap.
    assert (why_not(battle, Move("foot", ((x, 20.45),))) is None) is passes
    assert (why_not(battle, Move("car", ((x, 21.5),))) is None) is passes


@pytest.mark.rule(CLEAR, STOPS)
def test_the_gap_is_permanent_and_the_rest_of_the_wire_stands() -> None:
    battle = at_wire(eng(wire_turns=2), dice=[10])
    battle.play(TRY)
    next_turn(battle)
    next_turn(battle)
    assert len(battle.state.gaps) == 1
    assert why_not(battle, Move("eng", ((20, 22.5),))) is None
    assert why_not(battle, Move("rifles", ((24, 20.5),))) == STOPS
    assert why_not(battle, TRY) == CLEAR  # there is a gap already


def under_a_king(*dice: int) -> P8Battle:
    """Engineers who have worked at the wire, beside a commander, as their side draws a king."""
    return dealt(
        "king of hearts",
        eng(wire_turns=1),
        "cmd uk-cmd 22,18",
        FAR_AWAY,
        terrain=[WIRE],
        options=ON,
        dice=dice,
    )


@pytest.mark.rule(CLEAR, "p8.card.king-two-actions")
def test_a_king_gives_no_second_roll_in_the_same_phase() -> None:
    blank, another = CARDS["5 of hearts"], CARDS["5 of spades"]
    battle = under_a_king(5, another, blank, 6)
    battle.play(TRY)
    assert battle.state.gaps == ()
    assert why_not(battle, TRY) == CLEAR
    assert TRY not in list(RULEBOOK.candidates(battle.state, battle.choices[0]))
    assert why_not(battle, Move("eng", ((20, 18.5),))) is None
    next_turn(battle)
    battle.play(TRY)
    assert len(battle.state.gaps) == 1


@pytest.mark.rule(CLEAR, "p8.card.king-two-actions")
def test_the_one_roll_may_be_the_first_or_the_second_of_two_actions() -> None:
    foe = unit("near", "ge-rifle-44", at=(20, 28), facing=0)
    battle = dealt(
        "king of hearts",
        eng(wire_turns=1),
        "cmd uk-cmd 22,18",
        foe,
        terrain=[WIRE],
        options=ON,
        dice=[1, 10, 6],
    )
    play(battle, Fire("eng", "near"), TRY)
    assert len(battle.state.gaps) == 1
    battle = under_a_king(6)
    play(battle, TRY, Move("eng", ((20, 22),)))
    assert element(battle, "eng").y == 22


@pytest.mark.rule(CLEAR)
def test_the_gap_is_centred_on_the_engineers_front() -> None:
    battle = at_wire(unit("eng", "uk-eng", at=(20, 19.5), facing=90, wire_turns=2), dice=[6])
    battle.play(TRY)
    assert battle.state.gaps == (Gap(wire="wire", x=20.4, y=20.0),)


@pytest.mark.rule(CLEAR)
def test_the_odds_are_a_half_and_the_order_can_be_typed() -> None:
    battle = at_wire(eng(wire_turns=2))
    odds = battle.odds(TRY)
    assert odds is not None
    assert dict(odds.outcomes) == {"held": Fraction(1, 2), "cleared": Fraction(1, 2)}
    assert PHRASES.read(battle.state, battle.choices[0], "clear wire eng") == TRY
    assert TRY in list(RULEBOOK.candidates(battle.state, battle.choices[0]))


@pytest.mark.rule(CLEAR)
def test_a_gap_is_drawn() -> None:
    battle = at_wire(eng(wire_turns=2), dice=[6])
    battle.play(TRY)
    drawn = [one for one in figures(battle.state) if isinstance(one, Patch)]
    assert [one.label for one in drawn] == ["Gap in the wire"]


FAR = unit("far", "ge-rifle-44", at=(55, 46), facing=0)

THE_WIRE = line("wire", (10, 20.4), (50, 20.4))

ADVANCED = {"field_engineering": True, "smoke": True, "national_characteristics": True}


def field(*units: Placed, **rest: Any) -> P8Battle:
    options = {**ADVANCED, **rest.pop("options", {})}
    return situation(*units, options=options, **rest)


@pytest.mark.rule("p8.wire.engineers-clear", "p8.action.barred-after-reacting")
def test_a_turn_sat_out_after_reacting_is_a_turn_at_the_wire() -> None:
    battle = field(
        "foe ge-rifle-44 30,28 S; men uk-eng 30,20; mates uk-rifle-44 5,5",
        terrain=[THE_WIRE],
        dice=[1, 10, 6],
        side="german",
        first="german",
    )
    battle.play(Move("foe", ((30, 27),)))
    battle.play(ReactFire("men", 0.5), "british")
    battle.play(Done(), "british")
    battle.play(GoOn())
    while not (battle.state.active == "british" and asked(battle) == "action"):
        passes(battle)
    assert why_not(battle, ClearWire("men", "wire")) == "p8.action.barred-after-reacting"
    battle.play(Done())
    while not (battle.state.active == "british" and asked(battle) == "action"):
        passes(battle)
    battle.play(ClearWire("men", "wire"))
    assert battle.state.gaps


@pytest.mark.rule("p8.wire.engineers-clear", "p8.smoke.grenades")
def test_engineers_may_throw_smoke_while_they_wait_at_the_wire() -> None:
    battle = field("men uk-eng 30,20; mates uk-rifle-44 5,5", FAR, terrain=[THE_WIRE], dice=[6])
    assert why_not(battle, ClearWire("men", "wire")) == "p8.wire.engineers-clear"
    battle.play(LaySmoke("men", (30, 20.8), 0))
    battle.play(Done())
    while not (battle.state.active == "british" and asked(battle) in {"action", "renew"}):
        passes(battle)
    if asked(battle) == "renew":
        battle.play(Done())
    battle.play(ClearWire("men", "wire"))
    assert battle.state.gaps


@pytest.mark.rule(CLEAR)
@pytest.mark.parametrize(
    ("x", "rule"), [(20.6, CLEAR), (19.4, CLEAR), (20.602, None), (19.398, None)]
)
def test_where_half_a_base_width_from_its_middle_there_is_a_gap_already(
    x: float, rule: str | None
) -> None:
    later = unit("later", "uk-eng", at=(x, 20.4), facing=180, wire_turns=2)
    battle = at_wire(eng(wire_turns=2), later, dice=[6, 6])
    battle.play(TRY)
    assert why_not(battle, ClearWire("later")) == rule
    if rule is None:
        battle.play(ClearWire("later"))
        assert [(gap.x, gap.y) for gap in battle.state.gaps] == [(20.0, 20.0), (x, 20.0)]


@pytest.mark.rule(CLEAR, STOPS)
@pytest.mark.parametrize(
    ("off", "rule"), [(0.0, None), (0.6, None), (-0.6, None), (0.62, STOPS), (-0.62, STOPS)]
)
def test_a_gap_in_wire_that_runs_aslant_is_as_wide_as_any(off: float, rule: str | None) -> None:
    along, across = (0.6, 0.8), (-0.8, 0.6)  # the wire's direction, and the way over it
    over = math.degrees(math.atan2(*across))

    def spot(aside: float, ahead: float) -> Point:
        """A place seen from (22, 26) on the wire, where the engineers work."""
        return (
            22 + aside * along[0] + ahead * across[0],
            26 + aside * along[1] + ahead * across[1],
        )

    battle = situation(
        unit("eng", "uk-eng", at=spot(0, -0.4), facing=over % 360, wire_turns=2),
        unit("foot", "uk-rifle-44", at=spot(off, -3.0), facing=over % 360),
        unit("foe", "ge-rifle-44", at=(58, 46)),
        terrain=[line("wire", (10, 10), (34, 42))],
        options=ON,
        dice=[6],
    )
    through = Move("foot", (spot(off, 0.9),))
    assert why_not(battle, through) == STOPS
    battle.play(TRY)
    assert battle.state.gaps == (Gap(wire="wire", x=22.0, y=26.0),)
    assert why_not(battle, through) == rule
    if rule is None:
        battle.play(through)
        assert place(battle, "foot") == pytest.approx(spot(off, 0.9), abs=1e-3)
