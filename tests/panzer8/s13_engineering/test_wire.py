"""Section 13.1: barbed wire, whom it stops and how it is crossed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *

STOPS = "p8.wire.others-stop"

TRACKS = "p8.wire.tracked-afv-ignores"

ON = {"field_engineering": True}

WIRE = line("wire", (0, 20), (60, 20))


def wired(*units: Placed, terrain: Any = (WIRE,), **rest: Any) -> P8Battle:
    """A situation with wire from west to east at y 20, and an enemy far off who looks away."""
    foe = unit("foe", "ge-rifle-44", at=(58, 46))
    return situation(*units, foe, terrain=terrain, options=ON, **rest)


def mover(sheet: str = "uk-rifle-44", y: float = 18.0, x: float = 20.0, **status: Any) -> Unit:
    """An element at (20, y) that faces north."""
    return unit("mover", sheet, "british", at=(x, y), **status)


def other() -> Unit:
    """A friend far away, so that the phase does not end by itself."""
    return unit("other", "uk-rifle-44", at=(5, 5))


def north(y: float, **more: Any) -> Move:
    return Move("mover", ((20.0, y),), **more)


# -- stopping on contact --------------------------------------------------------------------------


@pytest.mark.rule(STOPS)
def test_a_path_may_lead_up_to_contact_with_wire_and_no_farther() -> None:
    battle = wired(mover())  # 0.8 deep: its front touches the wire at y 19.6
    assert why_not(battle, north(19.6)) is None
    assert why_not(battle, north(19.65)) is None  # within the tolerance of contact
    assert why_not(battle, north(19.7)) == STOPS
    assert why_not(battle, north(21.0)) == STOPS
    assert why_not(battle, Move("mover", ((20, 19.6), (22, 19.6)))) == STOPS  # it has stopped
    assert why_not(battle, Move("mover", ((22, 18),))) is None
    battle.play(north(19.6))
    assert place(battle, "mover") == (20.0, 19.6)


@pytest.mark.rule(STOPS)
@cases("sheet", "uk-rifle-44", "uk-eng", "ge-cav", "uk-daimler", "uk-portee")
def test_everybody_but_tracked_armour_stops(sheet: str) -> None:
    battle = wired(mover(sheet, y=17.5))
    assert why_not(battle, north(20.5)) == STOPS
    assert why_not(battle, north(18.5)) is None


@pytest.mark.rule(TRACKS)
@cases(
    "sheet, ignores",
    ("uk-cromwell", True),  # Fast
    ("uk-churchill7", True),  # Slow
    ("uk-sexton", True),
    ("uk-daimler", False),  # armoured, but on wheels
    ("ge-tractor", False),  # on tracks, but unarmoured
    ("uk-apc", False),  # armoured, but class Mech
)
def test_fully_tracked_armoured_vehicles_ignore_wire(sheet: str, ignores: bool) -> None:
    aboard = [load("mover", "british", "uk-rifle-44")] if sheet in ("ge-tractor", "uk-apc") else []
    battle = wired(mover(sheet, y=18.0), *aboard)
    assert (why_not(battle, north(21.5)) is None) is ignores
    if ignores:
        battle.play(north(21.5))
        assert place(battle, "mover") == (20.0, 21.5)
        assert why_not(battle, MoveAndFire("mover", ((20, 22),))) == "p8.action.one-per-element"


def test_without_field_engineering_wire_means_nothing() -> None:
    foe = unit("foe", "ge-rifle-44", at=(58, 46))
    battle = situation(mover(), foe, terrain=[WIRE])
    battle.play(north(22.0))
    assert place(battle, "mover") == (20.0, 22.0)


@pytest.mark.rule(STOPS)
def test_an_obstacle_beside_the_wire_costs_as_ever_and_wire_itself_no_half_move() -> None:
    battle = wired(mover(y=16.0))
    assert why_not(battle, north(19.6)) is None  # 3.6 of 4 inches
    battle = wired(mover(y=16.0), terrain=[WIRE, line("hedge", (0, 17), (60, 17))])
    assert why_not(battle, north(19.6)) == "p8.move.linear-obstacle-half"


@pytest.mark.rule(STOPS)
def test_the_end_of_the_wire_can_be_gone_round() -> None:
    battle = wired(mover(x=20), terrain=[line("wire", (0, 20), (19, 20))])
    assert why_not(battle, north(21.0)) is None  # its base passes 0.4 beside the last post
    battle = wired(mover(x=20), terrain=[line("wire", (0, 20), (19.5, 20))])
    assert why_not(battle, north(21.0)) == STOPS  # its base catches on the wire


# -- crossing -------------------------------------------------------------------------------------


@pytest.mark.rule(STOPS)
def test_wire_is_crossed_for_the_whole_move_and_the_crosser_ends_touching_it() -> None:
    battle = wired(mover(y=19.6))
    assert why_not(battle, north(20.4)) is None
    assert why_not(battle, north(20.45)) is None
    assert why_not(battle, north(20.5)) == STOPS  # clear of the wire
    assert why_not(battle, north(22.0)) == STOPS
    assert why_not(battle, Move("mover", ((20, 20.4), (22, 20.4)))) == STOPS
    battle.play(north(20.4))
    assert place(battle, "mover") == (20.0, 20.4)
    assert element(battle, "mover").spent == 1.0


@pytest.mark.rule(STOPS)
def test_whoever_reaches_the_wire_crosses_it_in_a_later_turn() -> None:
    battle = wired(mover(), other())
    play(battle, north(19.6), Done(), Done())
    assert why_not(battle, north(20.4)) is None
    play(battle, north(20.4), Done(), Done(), north(23.0))
    assert place(battle, "mover") == (20.0, 23.0)  # free of it, with a whole move


@pytest.mark.rule(STOPS)
def test_an_extra_action_in_the_same_turn_does_not_cross() -> None:
    battle = wired(mover(y=19.6, shifted=True, moved=True), other())
    assert why_not(battle, north(20.4)) == STOPS


@pytest.mark.rule(STOPS)
def test_half_a_move_does_not_cross() -> None:
    battle = wired(mover(y=19.6))
    assert why_not(battle, MoveAndFire("mover", ((20, 20.4),))) == STOPS
    battle = wired(mover(y=19.6), terrain=[WIRE, line("hedge", (0, 20.1), (60, 20.1))])
    assert why_not(battle, north(20.4)) is not None  # no movement is left for the hedge


@pytest.mark.rule(STOPS)
def test_whoever_is_at_the_wire_goes_along_it_or_away_but_does_not_push_into_it() -> None:
    battle = wired(mover(y=19.6))
    assert why_not(battle, north(17.0)) is None
    assert why_not(battle, Move("mover", ((22.0, 19.6),), bearing="hold")) is None
    assert why_not(battle, north(19.9)) == STOPS


@pytest.mark.rule(STOPS)
def test_a_vehicle_crosses_on_its_wheels_in_the_same_way() -> None:
    battle = wired(mover("uk-daimler", y=19.2))
    assert why_not(battle, north(20.8)) is None
    assert why_not(battle, north(20.9)) == STOPS


def stopped_half_way() -> P8Battle:
    """A mover that is shot at, and missed, while it crosses the wire."""
    battle = situation(mover(y=19.6), "mg ge-mg 20,30 S", terrain=[WIRE], options=ON, dice=[1, 10])
    play(battle, north(20.4), ReactFire("mg", 0.2))
    assert asked(battle) == "resume"
    return battle


@pytest.mark.rule(STOPS)
def test_a_reaction_may_pause_a_crossing() -> None:
    battle = stopped_half_way()
    battle.play(GoOn())
    assert place(battle, "mover") == (20.0, 20.4)


@pytest.mark.rule(STOPS)
def test_a_mover_stopped_half_way_may_halt_in_the_wire() -> None:
    battle = stopped_half_way()
    battle.play(Halt())
    assert place(battle, "mover") == (20.0, 19.8)


# -- charges and falls back -----------------------------------------------------------------------


def assault(y: float, foe_y: float, sheet: str = "uk-rifle-44", **rest: Any) -> P8Battle:
    return situation(
        mover(sheet, y=y),
        unit("foe", "ge-rifle-44", at=(20, foe_y), facing=0),
        terrain=[WIRE],
        options=ON,
        **rest,
    )


@pytest.mark.rule(STOPS)
def test_nobody_charges_across_wire_that_he_was_not_at() -> None:
    assert why_not(assault(18.0, 21.0), Charge("mover", "foe")) == STOPS
    assert why_not(assault(18.0, 20.45), Charge("mover", "foe")) is None  # right behind the wire


@pytest.mark.rule(STOPS)
def test_a_charge_across_wire_reaches_an_enemy_just_beyond() -> None:
    assert why_not(assault(19.6, 21.2), Charge("mover", "foe")) is None
    assert why_not(assault(19.6, 21.6), Charge("mover", "foe")) == STOPS


@pytest.mark.rule(TRACKS)
def test_tanks_charge_straight_through_wire() -> None:
    assert why_not(assault(17.0, 23.0, "uk-cromwell"), Charge("mover", "foe")) is None


@pytest.mark.rule(STOPS)
def test_a_voluntary_fall_back_stops_at_wire_too() -> None:
    battle = wired(mover(y=22.0))
    assert why_not(battle, FallBack("mover", "home", 1.6)) is None
    assert why_not(battle, FallBack("mover", "home", 3.0)) == STOPS
    battle = wired(mover(y=20.4))
    assert why_not(battle, FallBack("mover", "home", 0.8)) is None  # across, for all its movement
    assert why_not(battle, FallBack("mover", "home", 2.0)) == STOPS


def under_fire(y: float, *more: Terrain, dice: list[int]) -> P8Battle:
    """A section, at y, in front of a machine-gun to the north."""
    return situation(
        unit("mg", "uk-mg", at=(20, y + 6), facing=180),
        unit("target", "ge-rifle-44", at=(20, y), facing=0),
        terrain=[WIRE, *more],
        homes={"british": "north", "german": "south"},
        options=ON,
        dice=dice,
    )


@pytest.mark.rule(STOPS)
def test_a_forced_fall_back_stops_at_wire() -> None:
    battle = under_fire(22.0, dice=[6, 6])
    battle.play(Fire("mg", "target"))
    assert last(battle, "fire").data["effect"] == "fall-back"
    battle.play(Retire("home"))
    x, y = place(battle, "target")
    assert (x, round(y, 2)) == (20.0, 20.4)


@pytest.mark.rule(STOPS)
def test_whoever_cannot_fall_back_at_all_for_the_wire_is_suppressed() -> None:
    battle = under_fire(20.4, dice=[6, 6])
    battle.play(Fire("mg", "target"))
    assert last(battle, "fire").data["effect"] == "fall-back"
    assert element(battle, "target").suppressed
    assert place(battle, "target") == (20.0, 20.4)


@pytest.mark.rule(TRACKS)
def test_a_tank_falls_back_over_wire() -> None:
    battle = wired(mover("uk-cromwell", y=22.0))
    assert why_not(battle, FallBack("mover", "home", 4.0)) is None


@pytest.mark.rule(STOPS)
def test_nobody_gets_off_a_vehicle_on_the_far_side_of_wire() -> None:
    carrier = unit("carrier", "uk-apc", at=(20, 19.2))
    battle = wired(carrier, "load uk-rifle-44 in carrier")
    assert why_not(battle, Dismount("load", (20, 20.41), 0)) == STOPS
    assert why_not(battle, Dismount("load", (20, 17.99), 0)) is None


# -- behind the tanks -----------------------------------------------------------------------------


def column(foot: str = "uk-rifle-44", x: float = 20.0, **rest: Any) -> P8Battle:
    tank = unit("tank", "uk-cromwell", at=(20, 18.5))
    return wired(tank, mover(foot, y=16.9, x=x), other(), **rest)


def drive(battle: P8Battle) -> None:
    battle.play(Move("tank", ((20, 24),)))


@pytest.mark.rule(TRACKS)
@cases("x, follows", (20.0, True), (20.6, True), (19.4, True), (20.61, False))
def test_infantry_follows_a_tank_across_within_half_an_inch_or_so(x: float, follows: bool) -> None:
    battle = column(x=x)
    over = Move("mover", ((x, 20.8),))
    assert why_not(battle, over) == STOPS
    drive(battle)
    assert (why_not(battle, over) is None) is follows
    assert why_not(battle, Move("mover", ((22.5, 17.5), (22.5, 20.3)))) == STOPS


@pytest.mark.rule(TRACKS)
@cases("sheet, follows", ("uk-eng", True), ("ge-cav", False), ("uk-cmd", False))
def test_only_infantry_and_engineers_follow(sheet: str, follows: bool) -> None:
    battle = column(sheet)
    drive(battle)
    assert (why_not(battle, Move("mover", ((20, 20.5),))) is None) is follows


@pytest.mark.rule(TRACKS)
def test_the_track_is_good_for_that_action_phase_only_and_the_wire_stays() -> None:
    battle = column()
    drive(battle)
    assert battle.state.tracks
    battle.play(Done())
    assert not battle.state.tracks
    battle.play(Done())
    assert why_not(battle, Move("mover", ((20, 20.8),))) == STOPS


@pytest.mark.rule(TRACKS)
def test_an_enemys_track_is_no_help() -> None:
    tank = unit("tank", "ge-panther", at=(20, 24), facing=180)
    foe = unit("rifles", "uk-rifle-44", at=(20, 18.5))
    battle = situation(tank, foe, terrain=[WIRE], options=ON, side="german")
    battle.play(FallBack("tank", "home", 1.0))
    assert not is_out(battle, "rifles")
    assert not battle.state.tracks


@pytest.mark.rule(TRACKS)
def test_a_track_is_left_where_a_tank_that_is_stopped_has_crossed() -> None:
    battle = situation(
        "tank uk-cromwell 20,18.5",
        mover(y=16.9),
        "pak ge-pak40 20,36 S",
        terrain=[WIRE],
        options=ON,
        dice=[6, 5],
    )
    play(battle, Move("tank", ((20, 24),)), ReactFire("pak", 3.0))
    assert element(battle, "tank").suppressed
    assert [(track.x, track.y) for track in battle.state.tracks] == [(20.0, 20.0)]


# -- what is offered ------------------------------------------------------------------------------


@pytest.mark.rule(STOPS)
def test_moves_up_to_the_wire_and_across_it_are_offered() -> None:
    battle = wired(mover(y=17.0))
    offered = list(RULEBOOK.candidates(battle.state, battle.choices[0]))
    ahead = [o.path[-1] for o in offered if isinstance(o, Move) and o.path and o.path[-1][0] == 20]
    assert max(y for _, y in ahead) == pytest.approx(19.6, abs=0.05)
    battle = wired(mover(y=19.6))
    offered = list(RULEBOOK.candidates(battle.state, battle.choices[0]))
    assert Move("mover", ((20.0, 20.42),)) in offered


FARTHER = line("wire", (10, 20.4), (50, 20.4))

ADVANCED = {"field_engineering": True, "smoke": True, "national_characteristics": True}


def field(*units: Placed, **rest: Any) -> P8Battle:
    options = {**ADVANCED, **rest.pop("options", {})}
    return situation(*units, options=options, **rest)


# -- wire -----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.wire.others-stop", "p8.advance.defender-retreats")
def test_a_charge_that_pushes_the_defender_into_wire() -> None:
    battle = field(
        "men uk-rifle-44 30,17; foe ge-rifle-44 30,20 S suppressed",
        terrain="wire from 10,20.9 to 50,20.9",
        dice=[5, 5],
    )
    let_pass(battle, Charge("men", "foe"))
    battle.play(Fight(("men",), "foe"))
    assert place(battle, "foe") == pytest.approx((30, 20.5), abs=0.06)


@pytest.mark.rule("p8.wire.others-stop", "p8.advance.cannot-advance-falls-back")
def test_an_attacker_falls_back_from_a_defender_with_wire_at_its_back() -> None:
    battle = field(
        "men uk-rifle-44 30,17; foe ge-rifle-44 30,20 S suppressed",
        terrain=[FARTHER],
        dice=[5, 5],
    )
    let_pass(battle, Charge("men", "foe"))
    battle.play(Fight(("men",), "foe"))
    assert last(battle, "repulsed").pieces == ("men",)
    assert place(battle, "foe") == (30, 20)


@pytest.mark.rule("p8.wire.tracked-afv-ignores", "p8.riders.one-on-tank")
def test_riders_are_carried_across_wire() -> None:
    battle = field(
        "tank ge-pz4-long 30,17; load ge-rifle-44 in tank; foe uk-rifle-44 55,46",
        terrain=[FARTHER],
    )
    let_pass(battle, Move("tank", ((30, 25),)))
    assert place(battle, "load") == (30, 25)
