"""Sections 9.1 and 12: hidden reconnaissance troops, who may move before the battle as well."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *
from tests.panzer8.kit.hiding import lurking
from tests.panzer8.kit.twins import seen

MOVE = "p8.recce.pre-game-move"
REVEALED = "p8.hidden.revealed-by-moving"
ROLES = {"british": "attacker", "german": "defender"}
NORTH = Zone(id="north", outline=box(0, 30, 60, 48), side="german")
TANK = unit("tank", "uk-cromwell", at=(20, 3))


def in_zone(**rest: Any) -> P8Battle:
    """The German owner hides an armoured car at (20, 40) and sets a section up openly."""
    battle = lurking(
        TANK,
        unit("puma", "ge-234-2", zone="north"),
        unit("foot", "ge-rifle-44", zone="north"),
        zones=[NORTH],
        roles=ROLES,
        phase=None,
        **rest,
    )
    play(battle, Hide(("puma",), (20, 40)), seat="german")
    play(battle, Deploy("foot", (40, 40), 180.0), seat="german")
    if asked(battle) != "recce":
        play(battle, Done(), seat="german")
    return battle


def hidden(*units: Placed, **rest: Any) -> P8Battle:
    """A battle whose scenario hides units."""
    return lurking(TANK, *units, roles=ROLES, phase=None, **rest)


@pytest.mark.rule(MOVE, REVEALED)
def test_one_whom_its_owner_has_hidden_is_shown_and_then_moves() -> None:
    battle = in_zone()
    assert (seats(battle), asked(battle), about(battle)) == (
        ("german",),
        "recce",
        ("puma",),
    )
    assert why_not(battle, Move("puma", ((20, 36),))) == REVEALED
    assert why_not(battle, Show("puma", (24, 40), 180.0)) == "p8.hidden.placement-on-reveal"
    assert why_not(battle, Show("foot", (40, 40), 180.0)) == MOVE
    play(battle, Show("puma", (20, 40), 180.0))
    assert kinds(battle) == ["revealed"]
    assert why_not(battle, Move("puma", ((20, 31.99),))) == "p8.move.up-to-rate"
    play(battle, Move("puma", ((20, 32),)))
    assert element(battle, "puma").y == 32
    assert (battle.state.phase, battle.state.turn) == ("action", 1)
    assert not battle.state.counters


@pytest.mark.rule(MOVE)
def test_it_may_stay_hidden() -> None:
    battle = in_zone()
    play(battle, Done())
    assert battle.state.phase == "action"
    assert element(battle, "puma").under is not None


@pytest.mark.rule(MOVE)
def test_places_for_it_are_offered_and_every_offer_is_allowed() -> None:
    battle = in_zone()
    offers: list[Order] = list(RULEBOOK.candidates(battle.state, battle.choices[0]))
    assert Done() in offers
    assert any(isinstance(order, Show) for order in offers)
    assert all(why_not(battle, order) is None for order in offers)
    listed = RULEBOOK.actions(battle.state, "german", battle.choices[0])
    assert next(action.label for action in listed) == "Show puma"


@pytest.mark.rule(MOVE, "p8.recce.pre-game-alternate")
def test_hidden_and_open_scouts_alternate_with_the_enemys() -> None:
    car = unit("car", "uk-daimler", at=(50, 5))
    battle = lurking(
        TANK, car, "puma ge-234-2 5,40 S; lurker ge-222 20,40 hidden", roles=ROLES, phase=None
    )
    assert (seats(battle), set(about(battle))) == (("german",), {"puma", "lurker"})
    play(battle, Show("lurker", (20, 40), 180.0))
    assert seats(battle) == ("german",)  # to be shown is no move yet
    play(battle, Move("lurker", ((20, 35),)))
    assert seats(battle) == ("british",)
    play(battle, Move("car", ((50, 10),)))
    assert (seats(battle), about(battle)) == (("german",), ("puma",))
    play(battle, Move("puma", ((5, 35),)))
    assert battle.state.phase == "action"


@pytest.mark.rule(MOVE, "p8.hidden.counters-and-dummies")
@cases("open_too", True, False)
def test_what_the_scenario_hides_is_told_by_no_question(open_too: bool) -> None:
    """A hidden armoured car, a hidden section and a dummy look the same to the enemy."""
    puma = unit("puma", "ge-234-2", at=(5, 40), facing=180)
    foot = unit("foot", "ge-rifle-44", at=(40, 40))
    others = (puma, foot) if open_too else (foot,)
    real = [
        unit(f"x{n}", sheet, "german", at=(20 + 4 * n, 40), hidden=True)
        for n, sheet in enumerate(("ge-222", "ge-rifle-44"))
    ]
    spots = [(24.0, 40.0), (20.0, 40.0)]
    one, two = (
        hidden(*others, lurker, dummies={"german": [spot]})
        for lurker, spot in zip(real, spots, strict=True)
    )
    probes: list[Order] = [Done(), Move("tank", ((20, 6),))]
    assert seen(one, "british", probes) == seen(two, "british", probes)
    assert (asked(one) == "recce") is open_too
    if open_too:
        for battle in (one, two):
            play(battle, Move("puma", ((5, 35),)))
        assert seen(one, "british", probes) == seen(two, "british", probes)
        assert one.state.phase == two.state.phase == "action"


@pytest.mark.rule(MOVE)
def test_of_several_players_all_are_asked_who_may_have_hidden_it() -> None:
    players = [
        Seat(id="british", side="british"),
        Seat(id="cars", side="german", pieces=("puma",)),
        Seat(id="foot-leader", side="german", pieces=("foot",)),
    ]
    battle = lurking(
        TANK,
        unit("puma", "ge-234-2", zone="north"),
        unit("foot", "ge-rifle-44", zone="north"),
        zones=[NORTH],
        roles=ROLES,
        phase=None,
        seats=players,
    )
    play(battle, Hide(("puma",), (20, 40)), seat="cars")
    play(battle, Deploy("foot", (40, 40), 180.0), seat="foot-leader")
    while asked(battle) != "recce":
        play(battle, Done(), seat=battle.choices[0].seats[0])
    assert seats(battle) == ("cars", "foot-leader")
    assert why_not(battle, Show("puma", (20, 40), 180.0), "foot-leader") == MOVE
    play(battle, Done(), seat="foot-leader")
    assert seats(battle) == ("cars",)
    play(battle, Show("puma", (20, 40), 180.0), Move("puma", ((20, 36),)), seat="cars")
    assert battle.state.phase == "action"
    assert told(battle, "recce")[0].pieces == ()
