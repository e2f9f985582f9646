"""Golden journals: a whole battle of every shipped scenario, played by players without a plan."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from sandtable.battle import Battle
from sandtable.dice import SeededDice
from sandtable.scenario import Scenario

FOLDER = Path(__file__).parent
SEED = 1944


def file_of(scenario: Scenario) -> Path:
    """Where the golden journal of a scenario lies."""
    return FOLDER / f"{scenario.id}.jsonl"


def play(scenario: Scenario) -> Battle[Any]:
    """Fight a scenario to its end: the same battle every time."""
    battle = Battle.start(scenario, dice=SeededDice(f"{scenario.id} {SEED}"))
    chance = random.Random(SEED)
    while battle.outcome is None:
        choice = battle.choices[0]
        view = battle.view(choice.seats[0])
        battle.play(view.pick(view.choices[0], chance), view.seat)
    return battle
