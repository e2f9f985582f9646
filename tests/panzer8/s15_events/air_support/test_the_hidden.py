"""Sections 12 and 15.3: aircraft and what is hidden under counters."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *
from tests.panzer8.kit.aircraft import attacked, is_flying, mission, noted

HIT = "p8.hidden.air-can-hit"

FAR = unit("far", "ge-rifle-40", at=(58, 1))

SEEN = tuple(unit(f"seen-{n}", "uk-rifle-44", at=(3 + 3 * n, 46)) for n in range(3))

MARSH = area("marsh", box(29, 40, 31, 42))


def raid(
    *hidden: Placed,
    dice: tuple[int, ...] = (),
    terrain: tuple[Terrain, ...] = (),
    dummies: dict[str, list[Point]] | None = None,
    **rest: Any,
) -> P8Battle:
    """Germans have noted a marsh near which something is hidden."""
    rest = {"hides": {"british": 1.0}, **rest}
    return mission(
        FAR,
        *SEEN,
        *hidden,
        rank="jack",
        options={"hidden_placement": True},
        terrain=[MARSH, *terrain],
        planned=noted("german", "marsh"),
        dummies=dummies,
        dice=dice,
        **rest,
    )


def hidden(name: str = "lurker", sheet: str = "uk-6pdr", **facts: Any) -> Unit:
    at = facts.pop("at", (30, 36))
    return unit(name, sheet, "british", at=at, hidden=True, **facts)


def counter(battle: P8Battle, at: tuple[float, float] = (30, 36)) -> str:
    return next(c.id for c in battle.state.counters.values() if (c.x, c.y) == at)


def place_of(battle: P8Battle) -> None:
    """The owner places whoever is revealed next."""
    play(battle, next(RULEBOOK.candidates(battle.state, battle.choices[0])))


@pytest.mark.rule(HIT)
@cases("dug_in", False, True)
def test_a_counter_is_turned_over_and_attacked(dug_in: bool) -> None:
    battle = raid(hidden(dug_in=dug_in), dice=(5, 5))
    target = counter(battle)
    play(battle, Strike("planned", target))
    assert seats(battle) == ("british",)
    assert not told(battle, "air-attack")
    place_of(battle)
    assert attacked(battle) == "lurker"
    assert last(battle, "air-attack").data["score"] == 7 - 5 - (2 if dug_in else 0)
    assert not battle.state.counters


@pytest.mark.rule(HIT)
@cases("kind, found", ("field", True), ("bua", True), ("wood", False))
def test_only_in_the_open_in_fields_and_in_buildings(kind: str, found: bool) -> None:
    battle = raid(hidden(sheet="uk-rifle-44"), terrain=(area(kind, box(28, 34, 32, 38)),))
    rule = why_not(battle, Strike("planned", counter(battle)))
    assert rule == (None if found else HIT)
    listed = list(RULEBOOK.candidates(battle.state, battle.choices[0]))
    assert (Strike("planned", counter(battle)) in listed) == found


@pytest.mark.rule(HIT)
def test_a_dummy_wastes_the_attack() -> None:
    battle = raid(hidden(at=(10, 20)), dummies={"british": [(30, 36)]})
    play(battle, Strike("planned", counter(battle)))
    assert not told(battle, "air-attack")
    assert not is_flying(battle)
    assert "find nothing" in last(battle, "air").text
    assert len(battle.state.counters) == 1


@pytest.mark.rule(HIT)
def test_one_of_several_under_a_counter_is_attacked() -> None:
    one, two = (hidden(name, "uk-rifle-44") for name in ("one", "two"))
    battle = raid(one, two, dice=(2, 5, 5))
    play(battle, Strike("planned", counter(battle)))
    place_of(battle)
    place_of(battle)
    assert attacked(battle) == "two"
    assert element(battle, "one").on_table


@pytest.mark.rule(HIT)
def test_a_controller_must_see_the_counter() -> None:
    fac = unit("fac", "ge-fac", at=(30, 20))
    battle = raid(hidden(), fac, terrain=(area("wood", box(20, 24, 40, 30)),))
    assert why_not(battle, Strike("controlled", counter(battle))) == "p8.air.fac-targeting"
    battle = raid(hidden(), fac)
    assert why_not(battle, Strike("controlled", counter(battle))) is None


@pytest.mark.rule("p8.air.fac-targeting")
def test_a_hidden_controller_may_direct_aircraft_and_stays_hidden() -> None:
    battle = raid(
        "fac ge-fac 30,20 hidden; truck uk-truck 30,30", hides={"german": 1.0}, dice=(2, 10)
    )
    play(battle, Strike("controlled", "truck"))
    assert attacked(battle) == "truck"
    assert element(battle, "fac").under is not None


@pytest.mark.rule(HIT)
def test_aircraft_do_not_come_upon_counters_by_themselves() -> None:
    battle = raid(hidden(), dice=(5, 4, 6, 2, 10))
    play(battle, Strike("opportunity"))
    play(battle, Done())
    assert attacked(battle) == "seen-2"


@pytest.mark.rule("p8.air.aa-reaction")
def test_whoever_has_a_counter_near_the_way_is_asked_whatever_is_under_it() -> None:
    battles = [
        raid(hidden("gun", "uk-bofors", at=(20, 20)), hidden(), dice=(5, 5, 5, 5)),
        raid(hidden("gun", "uk-25pdr", at=(20, 20)), hidden(), dice=(5, 5, 5, 5)),
    ]
    for battle in battles:
        play(battle, Strike("planned", counter(battle)))
        place_of(battle)
        assert seats(battle) == ("british",)
    one, two = (battle.view("german").to_json() for battle in battles)
    assert one == two
    assert why_not(battles[1], FireFlak(("gun",))) == "p8.air.aa-reaction"
    play(battles[1], Done())
    assert told(battles[1], "air-attack")


@pytest.mark.rule("p8.air.aa-reaction", "p8.hidden.revealed-by-firing")
def test_a_hidden_weapon_that_fires_is_revealed() -> None:
    battle = raid(hidden("gun", "uk-bofors", at=(20, 20)), hidden(), dice=(9, 5, 5, 5))
    play(battle, Strike("planned", counter(battle)))
    place_of(battle)
    play(battle, FireFlak(("gun",)))
    place_of(battle)
    assert last(battle, "flak").data["score"] == 9 + 1 - 5 - 1
    assert element(battle, "gun").on_table
    assert element(battle, "gun").reacted
