"""A street in Stalingrad: the battle on the shelf is fought to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.battle import Battle
from sandtable.dice import SeededDice
from sandtable.journal import save, verify
from sandtable.players import run_battle, seat_players
from sandtable.scenario import load_scenario

SCENARIO = load_scenario("pavlovs-street")


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
