"""The book, put through the suite that all of them must pass, with and without vehicles."""

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


PLAIN = Case(rulebook_for("owb"), small(), every=12, name="owb-small")


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


both = pytest.mark.parametrize("case", [PLAIN, FULL], ids=str)


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


@pytest.mark.slow
def test_vehicles_pass_what_every_book_must() -> None:
    suite.check_orders_can_be_typed(MIXED)
    suite.check_orders_survive_json(MIXED)
    suite.check_offers_are_accepted(MIXED, 3)
    suite.check_candidates_have_a_fixed_order(MIXED)
    suite.check_advice_is_legal(MIXED)
    suite.check_states_survive_json(MIXED)
    suite.check_cited_rules_exist(MIXED)


@both
def test_battles_end(case: Case) -> None:
    suite.check_battles_end(case, range(4))


def test_same_seed_same_battle() -> None:
    suite.check_same_seed_same_battle(PLAIN)


def test_save_and_load(tmp_path: Path) -> None:
    suite.check_save_and_load(PLAIN, tmp_path)


def test_undo_to_the_start() -> None:
    suite.check_undo_to_the_start(PLAIN)


def test_redo() -> None:
    suite.check_redo(PLAIN)


@both
def test_offers_are_accepted(case: Case) -> None:
    suite.check_offers_are_accepted(case, 6)


def test_candidates_have_a_fixed_order() -> None:
    suite.check_candidates_have_a_fixed_order(PLAIN)


@both
def test_advice_is_legal(case: Case) -> None:
    suite.check_advice_is_legal(case)


@both
def test_orders_survive_json(case: Case) -> None:
    suite.check_orders_survive_json(case)


@both
def test_orders_can_be_typed(case: Case) -> None:
    suite.check_orders_can_be_typed(case)


@both
def test_states_survive_json(case: Case) -> None:
    suite.check_states_survive_json(case)


def test_forks_are_independent() -> None:
    suite.check_forks_are_independent(PLAIN)


@both
def test_odds_sum_to_one(case: Case) -> None:
    assert suite.check_odds_sum_to_one(case) >= 3


@both
def test_cited_rules_exist(case: Case) -> None:
    suite.check_cited_rules_exist(case)


@both
def test_refusals_change_nothing(case: Case) -> None:
    assert suite.check_refusals_change_nothing(case, 4, 2) > 20


def test_views_hide_what_is_hidden() -> None:
    suite.check_views_hide_what_is_hidden(PLAIN)


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
