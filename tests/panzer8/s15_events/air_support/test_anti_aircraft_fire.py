"""Section 15.3.6: anti-aircraft fire."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s15_events.air_support.anti_aircraft import SHAKEN
from tests.panzer8.kit import *
from tests.panzer8.kit.aircraft import frame, is_flying, mission, noted

REACTS = "p8.air.aa-reaction"

ROLL = "p8.air.aa-roll"

RESULT = "p8.air.aa-result"

FAR = unit("far", "ge-rifle-40", at=(58, 1))

TARGET = unit("target", "uk-rifle-44", at=(30, 36))


def flak(name: str = "flak", at: tuple[float, float] = (30, 20), **status: Any) -> Unit:
    """A Bofors gun, 1.2 wide and 1.6 deep."""
    return unit(name, status.pop("sheet", "uk-bofors"), "british", at=at, **status)


def raid(*guns: Placed, dice: tuple[int, ...] = (), rank: str = "jack", **rest: Any) -> P8Battle:
    """German aircraft fly from (30, 0) to (30, 31.6), to attack a section at (30, 36)."""
    battle = mission(
        FAR,
        TARGET,
        *guns,
        rank=rank,
        terrain=[area("marsh", box(29, 40, 31, 42)), *rest.pop("terrain", ())],
        planned=noted("german", "marsh"),
        dice=dice,
        **rest,
    )
    play(battle, Strike("planned", "target"))
    return battle


# -- who fires ------------------------------------------------------------------------------------


@pytest.mark.rule(REACTS)
def test_the_owner_says_which_weapons_fire_before_the_attack() -> None:
    battle = raid(flak("one"), flak("two", at=(26, 20)), dice=(5, 5, 2, 10))
    assert seats(battle) == ("british",)
    assert not told(battle, "air-attack")
    play(battle, FireFlak(("two",)))
    assert last(battle, "flak").pieces == ("two",)
    assert element(battle, "two").reacted
    assert not element(battle, "one").reacted
    assert told(battle, "air-attack")


@pytest.mark.rule(REACTS)
def test_nobody_need_fire_and_then_nothing_is_rolled() -> None:
    battle = raid(flak(), dice=(2, 10))
    play(battle, Done())
    assert not told(battle, "flak")
    assert not element(battle, "flak").reacted
    assert last(battle, "air-attack").data["score"] == 7 + 2 - 5 - 10


@pytest.mark.rule(REACTS)
def test_without_weapons_nobody_is_asked() -> None:
    battle = raid(dice=(2, 10))
    assert not is_flying(battle)
    assert told(battle, "air-attack")


@pytest.mark.rule(REACTS)
@cases(
    "gun, why",
    (flak(suppressed=True), REACTS),
    (flak(reacted=True), REACTS),
    (flak(sheet="uk-25pdr"), REACTS),
    (flak(at=(49, 20)), ROLL),
)
def test_weapons_that_cannot_fire(gun: Unit, why: str) -> None:
    battle = raid(gun, flak("ready", at=(20, 20)))
    assert why_not(battle, FireFlak(("flak",))) == why
    assert why_not(battle, FireFlak(("ready",))) is None


@pytest.mark.rule(REACTS)
def test_a_limbered_gun_cannot_fire() -> None:
    quad = unit("quad", "uk-quad", at=(30, 20))
    towed = unit("towed", "uk-bofors", at=(0, 0), carried_by="quad")
    battle = raid(quad, towed, flak("ready", at=(20, 20)))
    assert refused(battle, FireFlak(("towed",))).rule == REACTS


@pytest.mark.rule(REACTS)
def test_sight_and_facing_do_not_matter() -> None:
    wood = area("wood", box(24, 10, 28, 30))
    gun = flak(at=(20, 20), facing=270)
    battle = raid(gun, terrain=[wood], dice=(5, 5, 2, 10))
    play(battle, FireFlak(("flak",)))
    assert last(battle, "flak").pieces == ("flak",)


@pytest.mark.rule(REACTS)
def test_a_self_propelled_weapon_fires_and_so_does_the_target_itself() -> None:
    battle = mission(
        FAR,
        unit("m16", "us-m16", at=(30, 30)),
        # found; anti-aircraft fire +1 + 5 - (5 + 1) = 0; AP 4 + 2 - (1 + 10)
        dice=[3, 5, 5, 2, 10],
    )
    play(battle, Strike("opportunity"))
    play(battle, FireFlak(("m16",)))
    assert last(battle, "flak").data["shaken"] == 0
    assert element(battle, "m16").reacted


@pytest.mark.rule(REACTS)
@cases(
    "names, why",
    ((), "which"),
    (("flak", "flak"), "once"),
    (("nobody",), "no element"),
    (("far",), "yours"),
)
def test_orders_that_make_no_sense(names: tuple[str, ...], why: str) -> None:
    refusal = refused(raid(flak()), FireFlak(names))
    assert refusal.rule == REACTS
    assert why in refusal.reason


@pytest.mark.rule(REACTS)
def test_each_seat_speaks_for_its_own_weapons_and_all_roll_together() -> None:
    battle = raid(
        flak("one"),
        flak("two", at=(26, 20)),
        seats=(
            Seat(id="german", side="german"),
            Seat(id="left", side="british", pieces=("one", "target")),
            Seat(id="right", side="british", pieces=("two",)),
        ),
        dice=(5, 5, 2, 10),
    )
    assert seats(battle) == ("left", "right")
    assert why_not(battle, FireFlak(("two",)), "left") == REACTS
    play(battle, FireFlak(("two",)), seat="right")
    assert seats(battle) == ("left",)
    play(battle, FireFlak(("one",)), seat="left")
    assert last(battle, "flak").tallies[0].total == 2


@pytest.mark.rule(REACTS)
def test_there_is_always_an_answer_and_few_of_them() -> None:
    battle = raid(flak("one"), flak("two", at=(26, 20)))
    listed = list(RULEBOOK.candidates(battle.state, battle.choices[0]))
    assert listed == [FireFlak(("one", "two")), FireFlak(("one",)), Done()]


# -- how far --------------------------------------------------------------------------------------


@pytest.mark.rule(ROLL)
@cases(
    "at, near",
    ((48.6, 20), True),  # 18 from the way, 0.6 of base
    ((48.61, 20), False),
    ((11.4, 5), True),
    ((11.39, 5), False),
    ((30, 47.19), True),  # beyond the end of the way, which is at 31.6
    ((44.5, 42.5), True),  # 13.9 across and 10.1 beyond it: 17.2
    ((46, 42.5), False),  # 15.4 and 10.1: 18.4
)
def test_within_18_of_the_way_or_its_end(at: tuple[float, float], near: bool) -> None:
    battle = raid(flak(at=at), flak("ready", at=(20, 20)))
    assert why_not(battle, FireFlak(("flak",))) == (None if near else ROLL)


# -- the dice -------------------------------------------------------------------------------------


@pytest.mark.rule(ROLL)
def test_the_def_of_the_aircraft_counts() -> None:
    battle = raid(flak(), rank="10", aircraft={"german": "Hs 129"}, dice=(8, 3, 2, 10))
    play(battle, FireFlak(("flak",)))
    assert last(battle, "flak").data["score"] == 8 + 1 - 3 - 3


@pytest.mark.rule(RESULT)
@cases(
    "score, shaken",
    (-9, 0),
    (0, 0),
    (1, 1),
    (2, 1),
    (3, 2),
    (4, 2),
    (5, 3),
    (6, 3),
    (7, 4),
    (12, 4),
)
def test_results(score: int, shaken: int) -> None:
    assert SHAKEN.lookup(score) == shaken
    weapon = [flak(f"g{n}", at=(20 + 3 * n, 20)) for n in range(4)]
    # four weapons against Def 1: the margin is 3
    ours, theirs = (10, 13 - score) if score >= 3 else (1, 4 - score)
    if not (1 <= theirs <= 10):
        return
    battle = raid(*weapon, dice=(ours, theirs, 2, 10))
    play(battle, FireFlak(tuple(gun.id for gun in weapon)))
    assert (last(battle, "flak").data["score"], last(battle, "flak").data["shaken"]) == (
        score,
        shaken,
    )


@pytest.mark.rule(ROLL, RESULT)
def test_the_odds_are_exact() -> None:
    battle = raid(flak())
    odds = battle.odds(FireFlak(("flak",)))
    assert odds is not None
    # one weapon against Def 1: the higher die wins
    assert odds.chance("+0") == Fraction(55, 100)
    assert odds.chance("+4") == Fraction(6, 100)
    assert sum(chance for _, chance in odds.outcomes) == 1


@pytest.mark.rule("p8.air.second-pass", RESULT)
def test_what_anti_aircraft_fire_did_is_remembered_for_the_second_pass() -> None:
    battle = raid(flak(), dice=(9, 3, 5, 8))
    play(battle, FireFlak(("flak",)))
    (flight,) = battle.state.flights
    assert (flight.shaken, flight.turn, flight.aircraft) == (3, 1, "Fighter")


def test_a_frame_on_its_way_can_be_told() -> None:
    battle = raid(flak())
    assert frame(battle).path == ((30.0, 0.0), (30.0, 31.6))
    assert battle.choices[0].about == ("target",)
