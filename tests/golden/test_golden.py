"""Golden journals and perft counts: what was played and offered yesterday is so today."""

from __future__ import annotations

import pytest

from sandtable.journal import to_bytes, verify
from sandtable.scenario import Scenario, shipped
from tests.golden import counting, journals
from tests.golden.counting import Position

ANEW = "if that is meant, run: python -m tests.golden.regenerate"


def test_every_shipped_scenario_has_a_golden_journal_and_no_other() -> None:
    wanted = {journals.file_of(scenario).name for scenario in shipped()}
    assert {file.name for file in journals.FOLDER.glob("*.jsonl")} == wanted, f"{ANEW} journals"


SMALLEST, *LARGER = shipped()
every_scenario = pytest.mark.parametrize(
    "scenario",
    [SMALLEST, *(pytest.param(scenario, marks=pytest.mark.slow) for scenario in LARGER)],
    ids=lambda scenario: scenario.id,
)


@every_scenario
def test_golden_journals_come_out_the_same(scenario: Scenario) -> None:
    golden = journals.file_of(scenario).read_bytes().splitlines()
    fresh = to_bytes(journals.play(scenario)).splitlines()
    for number, (was, now) in enumerate(zip(golden, fresh, strict=False), 1):
        assert now == was, f"line {number} of {scenario.id} has changed; {ANEW} journals"
    assert len(fresh) == len(golden)


@every_scenario
def test_golden_journals_hold(scenario: Scenario) -> None:
    result = verify(journals.file_of(scenario))
    assert result.ok, str(result)


@pytest.mark.parametrize("position", counting.positions(), ids=lambda p: p.name)
def test_perft(position: Position) -> None:
    battle = position.battle()
    for depth, expected in enumerate(position.counts, 1):
        found = counting.count(battle, depth)
        if found != expected:
            listed = counting.branches(battle, depth)
            shown = "\n".join(f"{number:8}  {order}" for order, number in listed.items())
            pytest.fail(
                f"{position.name}, depth {depth}: {found} orders, but {expected} before; {ANEW} "
                f"perft\n{shown}",
                pytrace=False,
            )
