"""Section 12: battles with something hidden, put through the suite that every book must pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance import suite
from tests.conformance.playing import Case
from tests.panzer8.kit import *
from tests.panzer8.kit.hiding import SPOTS, copses, everything, village

UNDER = ("ge-pak40", "ge-rifle-44", None, "ge-mortar-81", None, "ge-mg")
SHARED = (
    Seat(id="british", side="british"),
    Seat(id="german-1", side="german", pieces=("gun", "mg", "leader")),
    Seat(id="german-2", side="german", pieces=("mortar", "section-1", "section-2")),
)
CASES = [
    Case(RULEBOOK, copses(UNDER, turns=3), every=9, name="copses"),
    Case(RULEBOOK, village(), every=9, name="village"),
    Case(RULEBOOK, village(turns=2, seats=SHARED), every=9, name="village-shared"),
]

ADVANCED = Case(
    RULEBOOK,
    everything(
        unit("tubes", "ge-mortar-81", at=SPOTS[1], hidden=True),
        unit("gun", "ge-pak40", at=SPOTS[0], hidden=True),
        unit("lorry", "ge-truck", at=SPOTS[3], hidden=True),
        unit("load", "ge-rifle-44", at=SPOTS[3], hidden=True, carried_by="lorry"),
        dummies=[SPOTS[4]],
    ),
    every=20,
    name="everything",
)

pytestmark = pytest.mark.slow
every_case = pytest.mark.parametrize("case", CASES, ids=str)


@every_case
def test_save_and_load(case: Case, tmp_path: Path) -> None:
    suite.check_save_and_load(case, tmp_path)


@every_case
def test_undo_and_redo(case: Case) -> None:
    suite.check_undo_to_the_start(case)
    suite.check_redo(case)


@every_case
def test_offers_are_accepted_in_a_fixed_order(case: Case) -> None:
    suite.check_offers_are_accepted(case, 6)
    suite.check_candidates_have_a_fixed_order(case)


@every_case
def test_advice_is_legal(case: Case) -> None:
    suite.check_advice_is_legal(case)


@every_case
def test_orders_and_states_survive_json(case: Case) -> None:
    suite.check_orders_survive_json(case)
    suite.check_states_survive_json(case)


@every_case
def test_forks_are_independent(case: Case) -> None:
    suite.check_forks_are_independent(case)


@every_case
def test_odds_and_citations(case: Case) -> None:
    suite.check_odds_sum_to_one(case)
    suite.check_cited_rules_exist(case)


@every_case
def test_refusals_change_nothing(case: Case) -> None:
    assert suite.check_refusals_change_nothing(case, 3, 2)


def test_views_hide_what_is_hidden() -> None:
    suite.check_views_hide_what_is_hidden(CASES[0])


def test_all_optional_sections_together(tmp_path: Path) -> None:
    suite.check_save_and_load(ADVANCED, tmp_path)
    suite.check_undo_to_the_start(ADVANCED)
    suite.check_offers_are_accepted(ADVANCED, 3)
    suite.check_states_survive_json(ADVANCED)
    suite.check_cited_rules_exist(ADVANCED)
