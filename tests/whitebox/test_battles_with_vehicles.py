"""Whole battles of men and vehicles."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import rulebook_for
from sandtable.scenario import Scenario, Unit
from tests.conformance import suite
from tests.conformance.playing import Case, play_out
from tests.whitebox.kit import (
    edged,
    filled,
    man,
    scene,
)
from tests.whitebox.vehicle_kit import vehicle

# -- whole battles --------------------------------------------------------------------------------


ROWS = 24


def mixed(**options: str) -> Scenario:
    """Tanks, trucks and men of both sides in broken ground."""

    def here(name: str, at: tuple[int, int], sheet: str, side: str = "a", **status: Any) -> Unit:
        facing = 4 if side == "b" else 0
        return man(name, at, side, sheet, facing=facing, rows=ROWS, **status)

    def armed(name: str, sheet: str, at: tuple[int, int], side: str = "a") -> Unit:
        return vehicle(name, sheet, at, 4 if side == "b" else 0, side, rows=ROWS)

    units = (
        armed("sherman", "tank-medium", (3, 16)),
        armed("opel", "truck-small", (10, 18)),
        armed("hellcat", "tank-destroyer", (16, 17)),
        here("ivan", (7, 17), "rocketeer-medium"),
        here("oleg", (8, 18), "rifleman", bombs={"grenade": 2, "charge": 1, "pipe-bomb": 1}),
        here("vera", (13, 17), "rifleman", carried_by="opel"),
        armed("panzer", "tank-light", (5, 4), "b"),
        armed("sdkfz", "armored-personnel-carrier", (12, 5), "b"),
        armed("bike", "motorcycle", (18, 4), "b"),
        here("hans", (9, 3), "medium-machinegunner", "b"),
        here("karl", (10, 3), "flamethrower-operator", "b"),
        here("otto", (13, 3), "rifleman", "b", carried_by="sdkfz"),
    )
    terrain = (
        filled("wood", "forest", (1, 9), (4, 11), rows=ROWS),
        filled("house", "building-wall-masonry", (10, 10), (11, 11), rows=ROWS),
        edged("wall", "low-brick-wall", (13, 9), (19, 9), rows=ROWS),
        filled("mud", "mud", (15, 11), (18, 13), rows=ROWS),
    )
    switches: dict[str, str | bool] = {"surprise": "roll", "round_limit": "5", **options}
    return scene(*units, terrain=terrain, size=(ROWS, ROWS), options=switches)


BOOK = rulebook_for("owb")


VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"initiative": "individual", "stances": "on"},
    {"initiative": "vehicle", "ammo": "count", "cover_damage": "hit-points"},
    {
        "morale": "on",
        "tank_gun_ammunition": "on",
        "massive_damage": "on",
        "naturals_personal": "on",
        "wreck_smoke": "on",
        "diagonals": "alternate",
    },
)


PLAIN = Case(BOOK, mixed(), every=40, name="owb-with-vehicles")


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 20))]
)
def test_random_battles_with_vehicles_run_to_their_end(seed: int) -> None:
    case = Case(BOOK, mixed(**VARIANTS[seed % len(VARIANTS)]))
    battle = play_out(case.battle(seed), seed)
    assert battle.outcome is not None
    for one in battle.state.persons():
        if one.aboard:
            home = battle.state.vehicle(one.aboard)
            assert (one.x, one.y, one.on_table) == (home.x, home.y, False)
            assert one.seat in home.all_seats


@pytest.mark.slow
def test_vehicles_pass_what_every_book_must() -> None:
    suite.check_orders_can_be_typed(PLAIN)
    suite.check_orders_survive_json(PLAIN)
    suite.check_offers_are_accepted(PLAIN, 3)
    suite.check_candidates_have_a_fixed_order(PLAIN)
    suite.check_advice_is_legal(PLAIN)
    suite.check_states_survive_json(PLAIN)
    suite.check_cited_rules_exist(PLAIN)
