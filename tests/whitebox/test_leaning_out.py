"""Attacks around tall cover: thrown, in flames, and at vehicles."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.rulebooks.whitebox import RULEBOOK
from sandtable.rulebooks.whitebox.book import ACTS
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import target_line
from sandtable.rulebooks.whitebox.state.orders import (
    Begin,
    Cook,
    EndTurn,
    Flame,
    Throw,
    Withhold,
)
from sandtable.rulebooks.whitebox.state.vehicle_orders import ShootAboard
from tests.battle.putting_together import faults
from tests.whitebox.kit import A_FIRST, OwbBattle, fight, filled, man, middle, person, play, turn
from tests.whitebox.vehicle_kit import the, vehicle

rule = pytest.mark.rule

WALL = filled("w", "tall-wall", (10, 19))
OUT = middle((11, 20))
"""To the right of the wall, from behind which one leans out."""


def behind_the_wall(*others: Any, terrain: Any = (), dice: Any = A_FIRST, **ivan: Any) -> OwbBattle:
    """A man close behind a piece of wall, whose turn it is."""
    me = man("ivan", (10, 20), armor=[], **ivan)
    battle = fight(me, *others, terrain=[WALL, *terrain], dice=dice)
    play(battle, Begin(person="ivan"))
    return battle


def refused(battle: OwbBattle, order: Any) -> str:
    refusal = battle.refusal(order, "a")
    assert isinstance(refusal, Refusal)
    return refusal.rule


# -- explosives -----------------------------------------------------------------------------------


@rule("owb.cover.lean-out", "owb.impact.unseen-target", "owb.range.measure")
def test_a_grenade_is_thrown_at_what_one_sees_by_leaning_out() -> None:
    battle = behind_the_wall(man("foe", (10, 17), "b", armor=[]))
    blind = Throw(person="ivan", bomb="grenade", at=middle((10, 17)))
    seen = Throw(person="ivan", bomb="grenade", at=middle((10, 17)), lean=OUT)
    odds = [ACTS.odds(battle.state, order) for order in (blind, seen)]
    assert [one.tallies[1].total for one in odds if one] == [14, 10]
    # Third range from his own square: -4. A 14 is just enough, and 13 is not.
    events = play(battle, seen, dice=(14,))
    assert next(event for event in events if event.kind == "explosive").data["lands"] == (10, 17)
    assert person(battle, "ivan").lean == (11, 20)


@rule("owb.cover.lean-out", "owb.scatter.directions")
def test_a_stray_grenade_flies_on_from_where_one_leans_out() -> None:
    # One square straight short: south-west of the target, and south if it came from (11, 20).
    for lean, lands in ((None, (11, 17)), (OUT, (12, 17))):
        battle = behind_the_wall(man("foe", (30, 2), "b"))
        order = Throw(person="ivan", bomb="grenade", at=middle((12, 16)), lean=lean)
        events = play(battle, order, dice=(14, 3, 1))
        assert events[0].data["lands"] == lands


@rule("owb.cover.lean-out", "owb.blast.lobbing")
def test_past_the_corner_of_a_house_one_throws_into_it_by_leaning_out() -> None:
    battle = behind_the_wall(
        man("foe", (30, 2), "b"), terrain=[filled("r", "roof", (9, 16), (12, 18))]
    )
    at = middle((10, 17))
    assert refused(battle, Throw(person="ivan", bomb="grenade", at=at)) == "owb.blast.lobbing"
    assert battle.allows(Throw(person="ivan", bomb="grenade", at=at, lean=OUT), "a")


@rule("owb.cover.lean-out", "owb.cover.ducked-or-up")
def test_who_has_leant_out_for_a_throw_cannot_duck_in_the_same_turn() -> None:
    bags = filled("s", "sandbags", (9, 19))
    battle = behind_the_wall(man("foe", (11, 10), "b", armor=[]), terrain=[bags])
    down = EndTurn(person="ivan", ducked=True)
    assert battle.allows(down, "a")
    play(battle, Throw(person="ivan", bomb="grenade", at=middle((11, 18)), lean=OUT), dice=(20,))
    assert refused(battle, down) == "owb.cover.lean-out"
    assert down not in list(battle.view("a").candidates(battle.choices[0]))
    play(battle, EndTurn(person="ivan"))
    assert target_line(battle.state, (11, 10), person(battle, "ivan")) == ((11, 20), "partial")


@rule("owb.cover.lean-out", "owb.withhold.interrupt-timing")
def test_one_who_leans_out_to_throw_shows_himself_to_withheld_fire() -> None:
    battle = fight(
        man("ivan", (10, 20), armor=[]),
        man("foe", (11, 10), "b", facing=4, armor=[]),
        terrain=[WALL],
        dice=(1, 6),
    )
    turn(battle, "foe", Withhold(person="foe"), end=EndTurn(person="foe", facing=180.0))
    play(battle, Begin(person="ivan"))
    play(battle, Throw(person="ivan", bomb="grenade", at=middle((11, 18)), lean=OUT))
    assert battle.choices[0].ask == "interrupt"


@rule("owb.cover.lean-out", "owb.timed.cook")
def test_a_cooked_grenade_is_thrown_without_leaning_out() -> None:
    battle = behind_the_wall(man("foe", (30, 2), "b", armor=[]))
    play(battle, Cook(person="ivan", bomb="grenade"), EndTurn(person="ivan", facing=0.0))
    turn(battle, "foe", dice=(6, 1))
    assert battle.choices[0].ask == "throw"
    thrown = Throw(person="ivan", bomb="grenade", at=middle((10, 17)))
    assert battle.allows(thrown, "a")
    leaning = Throw(person="ivan", bomb="grenade", at=middle((10, 17)), lean=OUT)
    assert refused(battle, leaning) == "owb.cover.lean-out"


# -- flames ---------------------------------------------------------------------------------------


@rule("owb.cover.lean-out", "owb.weapon.flamethrower-cone")
def test_a_flame_comes_from_where_one_leans_out() -> None:
    battle = behind_the_wall(
        man("foe", (11, 17), "b", hp=20),
        man("far", (14, 20), "b", hp=20),
        weapons=["flamethrower"],
        dice=(3, *A_FIRST),
    )
    backwards = Flame(person="ivan", at=middle((9, 20)), lean=OUT)
    assert refused(battle, backwards) == "owb.weapon.flamethrower-cone"
    play(battle, Flame(person="ivan", at=middle((11, 16)), lean=OUT), dice=(3, 20))
    assert person(battle, "foe").hp == 17
    assert person(battle, "ivan").lean == (11, 20)


# -- vehicles -------------------------------------------------------------------------------------


@rule("owb.cover.lean-out", "owb.los.character-at-vehicle")
def test_one_shoots_around_a_wall_at_a_vehicle() -> None:
    battle = behind_the_wall(
        vehicle("lorry", "truck-small", (9, 3), 4, "b"),
        terrain=[filled("x", "tall-wall", (6, 19), (9, 19))],
    )
    plain = ShootAboard(person="ivan", vehicle="lorry", weapon="rifle-large")
    assert refused(battle, plain) == "owb.los.character-at-vehicle"
    assert refused(battle, replace(plain, lean=middle((12, 20)))) == "owb.cover.lean-out"
    shot = replace(plain, lean=OUT)
    assert ACTS.odds(battle.state, plain) is None
    assert ACTS.odds(battle.state, shot) is not None
    before = the(battle, "lorry").hp
    play(battle, shot, dice=(19, 6))
    assert the(battle, "lorry").hp < before
    assert person(battle, "ivan").lean == (11, 20)


# -- a person at the page -------------------------------------------------------------------------


@rule("owb.cover.lean-out")
def test_every_attack_around_a_wall_can_be_put_together_on_the_page() -> None:
    battle = behind_the_wall(
        vehicle("lorry", "truck-small", (9, 16), 4, "b"),
        weapons=["rifle-large", "flamethrower"],
        bombs={"grenade": 1, "pipe-bomb": 1},
        terrain=[filled("x", "tall-wall", (6, 19), (9, 19))],
        dice=(3, *A_FIRST),
    )
    view = battle.view("a")
    offered = RULEBOOK.actions(view.state, "a", view.choices[0], "ivan")
    at = middle((10, 17))
    for order in (
        Throw(person="ivan", bomb="grenade", at=at, lean=OUT),
        Flame(person="ivan", at=at, lean=OUT),
        ShootAboard(person="ivan", vehicle="lorry", weapon="rifle-large", lean=OUT),
        ShootAboard(person="ivan", vehicle="lorry", weapon="pipe-bomb", underside=True, lean=OUT),
    ):
        assert battle.refusal(order, "a") is None, order
        assert faults(RULEBOOK, offered, order) == [], order
        assert RULEBOOK.trace(view.state, order) is not None, order


@rule("owb.cover.lean-out")
def test_where_only_leaning_out_helps_against_a_vehicle_the_page_proposes_it() -> None:
    battle = behind_the_wall(
        vehicle("lorry", "truck-small", (9, 3), 4, "b"),
        terrain=[filled("x", "tall-wall", (6, 19), (9, 19))],
    )
    view = battle.view("a")
    shots = [
        action
        for action in RULEBOOK.actions(view.state, "a", view.choices[0], "ivan")
        if action.order == "shoot-aboard"
    ]
    leans = [slot.default for slot in shots[0].slots if slot.name == "lean"]
    assert (shots[0].refusal, leans) == ("", [list(OUT)])
