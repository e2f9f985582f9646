"""The book, put through the suite that all of them must pass, with and without vehicles."""

from collections.abc import Callable

import pytest

from sandtable.journal import save
from tests.conformance import suite
from tests.conformance.playing import play_out
from tests.whitebox.kit import *

MIXED = Case(BOOK, mixed(), every=40, name="owb-with-vehicles")
SMALL_ROWS = 14


def small(**options: str) -> Scenario:
    """Four against four with all sorts of weapons, in broken ground."""

    def a(name: str, x: int, sheet: str, **status: Any) -> Unit:
        return man(name, (x, 11), "a", sheet, rows=SMALL_ROWS, **status)

    def b(name: str, x: int, sheet: str, **status: Any) -> Unit:
        return man(name, (x, 2), "b", sheet, facing=4, rows=SMALL_ROWS, **status)

    units = (
        a("ivan", 2, "submachinegunner", bombs={"grenade": 2, "charge": 1}),
        a("pyotr", 5, "flamethrower-operator"),
        a("oleg", 8, "rifleman", bombs={"grenade": 1, "molotov-cocktail": 2}),
        a("vera", 11, "light-machinegunner"),
        b("hans", 2, "officer"),
        b("karl", 5, "medium-machinegunner"),
        b("otto", 8, "loader"),
        b("fritz", 11, "rocketeer-medium"),
    )
    terrain = (
        filled("ruin", "rubble", (1, 6), (4, 7), rows=SMALL_ROWS),
        filled("house", "building-wall-masonry", (7, 6), (8, 6), rows=SMALL_ROWS),
        edged("wall", "low-brick-wall", (9, 5), (13, 5), rows=SMALL_ROWS),
        edged("wire", "barbed-wire", (5, 8), (7, 8), rows=SMALL_ROWS),
    )
    return scene(
        *units,
        terrain=terrain,
        size=(SMALL_ROWS, SMALL_ROWS),
        options={"surprise": "roll", "round_limit": "12", **options},
    )


SCENARIO = load_scenario("pavlovs-street")


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


FULL = Case(
    rulebook_for("owb"),
    small(
        stances="on",
        naturals_personal="on",
        ammo="count",
        initiative="individual",
        diagonals="alternate",
        hit_points="rolled",
        morale="on",
        darkness="on",
    ),
    every=25,
    name="owb-small-with-everything",
)
CHECKS: tuple[Callable[[Case], Any], ...] = (
    suite.check_candidates_have_a_fixed_order,
    suite.check_advice_is_legal,
    suite.check_orders_survive_json,
    suite.check_orders_can_be_typed,
    suite.check_states_survive_json,
    suite.check_odds_sum_to_one,
    suite.check_cited_rules_exist,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", [FULL, pytest.param(MIXED, marks=pytest.mark.slow)], ids=str)
def test_what_every_book_must_pass(case: Case, check: Callable[[Case], Any]) -> None:
    """The suite plays shipped battles of this book; here are the options that none of them has."""
    check(case)


def test_battles_with_every_option_end_and_refusals_change_nothing() -> None:
    suite.check_battles_end(FULL, range(4))
    suite.check_offers_are_accepted(FULL, 6)
    assert suite.check_refusals_change_nothing(FULL, 4, 2) > 20


@pytest.mark.slow
def test_every_offer_to_vehicles_is_accepted() -> None:
    suite.check_offers_are_accepted(MIXED, 3)


@pytest.mark.slow
def test_mirrored_sides_are_fair() -> None:
    places = (("a", 15, 0), ("b", 4, 4))
    armed = ((5, "rifleman"), (9, "submachinegunner"), (13, "rifleman"))
    units = [
        man(f"{side}{x}", (x if side == "a" else 19 - x, y), side, sheet, facing=facing, rows=20)
        for side, y, facing in places
        for x, sheet in armed
    ]
    options: dict[str, str | bool] = {"surprise": "roll", "round_limit": "20"}
    mirror = scene(*units, size=(20, 20), options=options)
    suite.check_mirrored_sides_are_fair(Case(rulebook_for("owb"), mirror), 120)


@pytest.mark.slow
@pytest.mark.parametrize("players", [("greedy", "random"), ("random", "greedy")], ids="-".join)
def test_greedy_beats_random_and_the_journal_verifies(
    players: tuple[str, str], tmp_path: Path
) -> None:
    won = 0
    for seed in (1, 2, 3):
        battle = Battle.start(SCENARIO, dice=SeededDice(seed))
        outcome = run_battle(battle, seat_players(battle, players, seed))
        won += outcome.winner == SCENARIO.side_ids()[players.index("greedy")]
    assert won >= 2
    path = tmp_path / "street.jsonl"
    save(battle, path)
    assert verify(path).ok
