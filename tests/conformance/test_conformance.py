"""Every rulebook, put through the suite that all of them must pass."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable.battle import Choice, Order, View, rulebook_for
from sandtable.journal import to_bytes
from sandtable.scenario import Seat, parse_scenario, shipped
from tests.conformance import bounds, suite
from tests.conformance.playing import Case, Twins, play_out
from tests.conformance.toybook import (
    AMBUSH,
    DUEL,
    MIRROR,
    TEAM,
    TRENCH_RAID,
    Answer,
    Hold,
    Plan,
    ToyState,
    ambush_at,
)
from tests.panzer8.kit.hiding import village


def keep_still(view: View[ToyState], choice: Choice) -> Order:
    """How a toy player gives nothing away."""
    match choice.ask:
        case "plan":
            return Plan()
        case "shoot":
            return Hold()
    return Answer(met=True)


def shared(case: Case) -> Case:
    """The same battle with two seats for each side, each with every other piece of it."""
    scenario = case.scenario
    names = {
        side: [unit.id for unit in scenario.units if unit.side == side]
        for side in scenario.side_ids()
    }
    seats = [
        Seat(id=f"{side}-{number + 1}", side=side, pieces=tuple(mine[number::2]))
        for side, mine in names.items()
        for number in range(min(2, len(mine)))
    ]
    scenario = replace(scenario, seats=tuple(seats))
    return Case(case.rulebook, scenario, every=75, name=f"{case}-shared")


TOYS = [
    Case(TRENCH_RAID, DUEL),
    Case(TRENCH_RAID, MIRROR),
    Case(TRENCH_RAID, TEAM),
    Case(
        TRENCH_RAID,
        AMBUSH,
        twins=(
            Twins(ambush_at(6, 3), ambush_at(2, 3), "west"),
            Twins(ambush_at(4, 3), ambush_at(None), "west"),
        ),
        quiet=keep_still,
    ),
]
FOUGHT = ("saint-aubin", "stonne", "pavlovs-street", "sunken-lane")
"""A small battle of each book and one with everything in it; the golden journals try them all."""

SHIPPED = [Case(rulebook_for(s.book), s, every=75) for s in shipped() if s.id in FOUGHT]
SHARED = [shared(SHIPPED[0])]
HIDING = [Case(rulebook_for("p8"), village(turns=2), every=40, name="village")]
"""One in which a side sets up and decides itself what it hides, and where dummies lie."""

CASES = [*TOYS, *SHIPPED, *SHARED, *HIDING]
SLOW = [*SHIPPED, *SHARED, *HIDING]


def each(of: list[Case]) -> pytest.MarkDecorator:
    """A test of some of the battles; those that take long are left out of a quick check."""
    slow = pytest.mark.slow
    return pytest.mark.parametrize(
        "case", [pytest.param(case, marks=slow) if case in SLOW else case for case in of], ids=str
    )


every_case = each(CASES)


@every_case
def test_battles_end(case: Case) -> None:
    suite.check_battles_end(case, range(20) if case in TOYS else range(2))


@every_case
def test_same_seed_same_battle(case: Case) -> None:
    suite.check_same_seed_same_battle(case)


@every_case
def test_save_and_load(case: Case, tmp_path: Path) -> None:
    suite.check_save_and_load(case, tmp_path)


@every_case
def test_undo_to_the_start(case: Case) -> None:
    suite.check_undo_to_the_start(case)


@every_case
def test_redo(case: Case) -> None:
    suite.check_redo(case)


@every_case
def test_offers_are_accepted(case: Case) -> None:
    suite.check_offers_are_accepted(case, 4 if case in SHARED else 8)


@every_case
def test_candidates_have_a_fixed_order(case: Case) -> None:
    suite.check_candidates_have_a_fixed_order(case)


@every_case
def test_advice_is_legal(case: Case) -> None:
    suite.check_advice_is_legal(case)


@every_case
def test_orders_survive_json(case: Case) -> None:
    suite.check_orders_survive_json(case)


@every_case
def test_orders_can_be_typed(case: Case) -> None:
    suite.check_orders_can_be_typed(case)


@every_case
def test_what_happens_is_told(case: Case) -> None:
    suite.check_what_happens_is_told(case, lines=60)


@every_case
def test_states_survive_json(case: Case) -> None:
    suite.check_states_survive_json(case)


@every_case
def test_forks_are_independent(case: Case) -> None:
    suite.check_forks_are_independent(case)


@every_case
def test_odds_sum_to_one(case: Case) -> None:
    suite.check_odds_sum_to_one(case)


@every_case
def test_cited_rules_exist(case: Case) -> None:
    suite.check_cited_rules_exist(case)


@every_case
def test_refusals_change_nothing(case: Case) -> None:
    assert suite.check_refusals_change_nothing(case, 6, 3) > 20


@every_case
def test_orders_are_bounded(case: Case) -> None:
    assert bounds.check_orders_are_bounded(case) >= 5


@every_case
def test_rulings_are_bounded(case: Case) -> None:
    assert bounds.check_rulings_are_bounded(case) > 20
    bounds.check_pieces_off_the_table(case)


@every_case
def test_rulings_name_what_is_there(case: Case) -> None:
    assert bounds.check_rulings_name_what_is_there(case) > 0


@every_case
def test_bounds_are_narrow_enough(case: Case) -> None:
    assert bounds.check_bounds_are_narrow_enough(case) > 0


@every_case
def test_simultaneous_orders_are_secret(case: Case) -> None:
    found = suite.check_simultaneous_orders_are_secret(case, 20)
    assert (found > 0) == (case in TOYS)


@each([case for case in CASES if case not in HIDING])  # whom somebody has to set up is known
def test_views_hide_what_is_hidden(case: Case) -> None:
    suite.check_views_hide_what_is_hidden(case)


@pytest.mark.parametrize("case", [case for case in CASES if case.twins], ids=str)
def test_twins_look_alike(case: Case) -> None:
    assert suite.check_twins_look_alike(case) > 40


# -- fairness -------------------------------------------------------------------------------------

MIRRORED_P8 = """
id = "mirror"
title = "Three against three"
book = "p8"
turns = 6
[table]
width = 16
depth = 16
[[sides]]
id = "south"
name = "South"
nation = "UK"
home = "south"
[[sides]]
id = "north"
name = "North"
nation = "UK"
home = "north"
""" + "".join(
    f"""
[[units]]
id = "{side}-{number}"
sheet = "uk-rifle-44"
side = "{side}"
at = [{x}, {y}]
facing = {facing}
"""
    for side, y, facing in (("south", 4, 0), ("north", 12, 180))
    for number, x in enumerate((5, 8, 11))
)


def test_mirrored_sides_are_fair_in_the_toy() -> None:
    suite.check_mirrored_sides_are_fair(Case(TRENCH_RAID, MIRROR), 400)


@pytest.mark.slow
def test_mirrored_sides_are_fair_in_panzer8() -> None:
    case = Case(rulebook_for("p8"), parse_scenario(MIRRORED_P8))
    suite.check_mirrored_sides_are_fair(case, 120)


# -- the same on every machine --------------------------------------------------------------------

_DIGEST = """
import hashlib
from tests.conformance.test_conformance import digest_of_a_battle
print(digest_of_a_battle({index}))
"""


def digest_of_a_battle(index: int) -> str:
    battle = play_out(CASES[index].battle("far away"), 1)
    return hashlib.sha256(to_bytes(battle)).hexdigest()


@pytest.mark.slow
@every_case
def test_the_order_of_sets_and_hashes_plays_no_part(case: Case) -> None:
    index = CASES.index(case)
    run = subprocess.run(
        [sys.executable, "-c", _DIGEST.format(index=index)],
        env={**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": "."},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout.strip() == digest_of_a_battle(index), run.stderr
