"""Section 14: the pool of smoke counters, and what takes counters from it."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s14_smoke.laying import can_place, pool
from tests.panzer8.kit import *

SMOKE = {"smoke": True}
POOL = "p8.smoke.pool-size"
HALVED = "p8.smoke.pool-halved"
SPENT = "p8.smoke.counter-spent"
ACTION = "p8.smoke.is-an-action"


def smoky(*units: Placed, **rest: Any) -> P8Battle:
    """A situation with smoke, and an enemy far off who looks away."""
    foe = unit("foe", "ge-rifle-44", at=(58, 46))
    return situation(*units, foe, options=SMOKE, **rest)


def layer(sheet: str, **status: Any) -> Unit:
    """An element at (20, 10) that faces north."""
    return unit("layer", sheet, "british", at=(20, 10), **status)


def force(side: str, **counts: int) -> list[Unit]:
    """A force of so many elements of each data sheet, in a row."""
    y = 5.0 if side != "german" else 40.0
    sheets = [name.replace("_", "-") for name, count in counts.items() for _ in range(count)]
    return [unit(f"{side}{n}", sheet, side, at=(3 + 2 * n, y)) for n, sheet in enumerate(sheets)]


@pytest.mark.rule(POOL)
@cases(
    "counts, expected",
    ({"uk_cromwell": 3, "uk_rifle_44": 2}, 3),
    ({"uk_cromwell": 1, "uk_rifle_44": 2, "uk_eng": 1}, 3),
    ({"uk_rifle_44": 1, "uk_mg": 3, "uk_cmd": 2, "uk_lorry": 4}, 1),
    ({"uk_apc": 2, "uk_mg": 1}, 2),
)
def test_a_counter_for_each_armoured_vehicle_or_each_infantry_element(
    counts: dict[str, int], expected: int
) -> None:
    battle = situation(*force("british", **counts), options=SMOKE)
    assert pool(battle.state, "british") == expected


@pytest.mark.rule(POOL)
def test_cavalry_motorcycles_and_armoured_infantry_are_counted_as_infantry() -> None:
    kinds = {"ge_cav": 1, "ge_mc": 1}
    armoured = next(name for name, sheet in SHEETS.items() if sheet.type == "armdinf")
    kinds[armoured.replace("-", "_")] = 1
    battle = situation(*force("german", **kinds), options=SMOKE)
    assert pool(battle.state, "german") == 3


@pytest.mark.rule(POOL)
def test_the_whole_force_is_counted_carried_and_still_to_come() -> None:
    battle = smoky(
        "truck uk-lorry 20,10; load uk-rifle-44 in truck", layer("uk-rifle-44", carried_by="truck")
    )
    assert pool(battle.state, "british") == 2


@pytest.mark.rule(POOL)
def test_a_scenario_may_give_another_number_which_is_not_halved() -> None:
    units = force("german", ge_rifle_44=6)
    battle = situation(*units, options=SMOKE, counters={"german": 5}, date="1945-03-01")
    assert pool(battle.state, "german") == 5


@pytest.mark.rule(POOL, HALVED)
@cases(
    "side, counts, date, expected",
    ("german", {"ge_rifle_44": 9}, "1945-01-01", 4),
    ("german", {"ge_rifle_44": 9}, "1944-12-31", 9),
    ("russian", {"su_rifle": 9}, "1941-06-22", 4),
    ("russian", {"su_t26": 9, "su_rifle": 5}, "1941-07-01", 4),
    ("russian", {"su_t34_41": 9, "su_rifle": 5}, "1941-12", 4),
    ("russian", {"su_rifle": 9}, "1940", 9),
    ("russian", {"su_rifle": 9}, "1942", 9),
    ("russian", {"su_rifle": 9}, "1945", 9),
    ("russian", {"su_rifle": 9}, None, 9),
    ("british", {"uk_rifle_44": 9}, "1941", 9),
)
def test_germans_of_1945_and_soviets_of_1941_have_half_rounded_down(
    side: str, counts: dict[str, int], date: str | None, expected: int
) -> None:
    battle = situation(*force(side, **counts), options=SMOKE, date=date)
    assert pool(battle.state, side) == expected


def test_without_smoke_there_is_no_pool_and_nothing_is_laid() -> None:
    battle = situation(layer("uk-cromwell"), "foe ge-rifle-44 58,46", options={})
    assert battle.state.pools == ()
    assert not can_place(battle.state, "british")
    assert why_not(battle, LaySmoke("layer", (20, 11.2))) == ACTION


@pytest.mark.rule(SPENT)
def test_every_screen_takes_one_counter_and_an_empty_pool_ends_it() -> None:
    battle = smoky(
        layer("uk-cromwell"),
        "mortar uk-mortar-3in 30,10; second uk-cromwell 40,10",
        counters={"british": 2},
        dice=[3],
    )
    battle.play(LaySmoke("layer", (20, 11.2)))
    assert pool(battle.state, "british") == 1
    battle.play(LaySmoke("mortar", (30, 30)))
    assert pool(battle.state, "british") == 0
    assert len(battle.state.screens) == 2
    assert not can_place(battle.state, "british")
    assert why_not(battle, LaySmoke("second", (40, 11.2))) == SPENT
