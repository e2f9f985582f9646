"""Perft: counting the tree of orders that are offered."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

from sandtable.battle import Battle, Rulebook, rulebook_for
from sandtable.battle.state import encode
from sandtable.dice import SeededDice
from sandtable.scenario import Scenario, load_scenario
from tests.conformance import toybook
from tests.conformance.playing import offers, step

FOLDER = Path(__file__).parent
FILE = FOLDER / "perft.toml"


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """Where counting starts, and what came of it."""

    name: str
    scenario: str
    counts: tuple[int, ...]
    seed: int = 1
    steps: int = 0

    def battle(self) -> Battle[Any]:
        """The battle at this position."""
        rulebook, scenario = _found(self.scenario)
        battle: Battle[Any] = Battle(rulebook, scenario, SeededDice(self.seed))
        chance = random.Random(self.seed)
        for _ in range(self.steps):
            assert battle.outcome is None, f"{self.name}: the battle is over before step {_ + 1}"
            step(battle, chance)
        return battle


def _found(name: str) -> tuple[Rulebook[Any], Scenario]:
    book, _, rest = name.partition("/")
    if book == "toy":
        scenario: Scenario = getattr(toybook, rest.upper())
        return toybook.TRENCH_RAID, scenario
    file = FOLDER / "situations" / f"{name}.toml"
    scenario = load_scenario(file if file.exists() else name)
    return rulebook_for(scenario.book), scenario


def positions() -> tuple[Position, ...]:
    """All positions of the file."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return convert(data["position"], tuple[Position, ...])


def count(battle: Battle[Any], depth: int) -> int:
    """How many lines of play of so many orders are offered."""
    if battle.outcome is not None:
        return 0
    if depth == 1:
        return sum(1 for _ in offers(battle))
    return sum(branches(battle, depth).values())


def branches(battle: Battle[Any], depth: int) -> dict[str, int]:
    """The same for each order that is offered first."""
    found = {}
    for seat, order in offers(battle):
        twin = battle.fork()
        twin.play(order, seat)
        found[f"{seat} {encode(order).decode()}"] = count(twin, depth - 1) if depth > 1 else 1
    return found
