"""Battles and journals to try things on."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sandtable.battle import Battle
from sandtable.dice import Dice, SeededDice
from sandtable.journal import save
from sandtable.journal.lines import sum_of
from sandtable.scenario import Scenario
from tests.conformance.toybook import TEAM, TRENCH_RAID

Record = dict[str, Any]


def raid(
    steps: int = 12,
    *,
    seed: int = 1,
    scenario: Scenario = TEAM,
    referee: bool | None = None,
    dice: Dice | None = None,
) -> Battle[Any]:
    """A trench raid, played at random for some steps."""
    battle: Battle[Any] = Battle(TRENCH_RAID, scenario, dice or SeededDice(seed), referee=referee)
    return go_on(battle, steps, seed)


def go_on(battle: Battle[Any], steps: int, seed: int = 1) -> Battle[Any]:
    """Play some more steps at random."""
    chance = random.Random(seed)
    for _ in range(steps):
        if battle.outcome is None:
            view = battle.view(battle.choices[0].seats[0])
            battle.play(view.pick(view.choices[0], chance), view.seat)
    return battle


def find(wanted: Callable[[Battle[Any]], bool], **facts: Any) -> Battle[Any]:
    """The first of many raids that is as wanted, stopped there."""
    for seed in range(200):
        battle = raid(0, seed=seed, **facts)
        chance = random.Random(seed)
        while battle.outcome is None:
            if wanted(battle):
                return battle
            view = battle.view(battle.choices[0].seats[0])
            battle.play(view.pick(view.choices[0], chance), view.seat)
    raise AssertionError("there is no such raid")


def records(path: Path) -> list[Record]:
    """The lines of a journal file, without their checksums."""
    found: list[Record] = [json.loads(line) for line in path.read_bytes().splitlines()]
    for record in found:
        del record["sum"]
    return found


def forge(path: Path, lines: list[Record]) -> Path:
    """Write lines as a journal whose checksums are all right, whatever stands in it."""
    total, out = "", []
    for line in lines:
        content = json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()
        total = sum_of(total, content)
        out.append(content[:-1] + b',"sum":"' + total.encode() + b'"}\n')
    path.write_bytes(b"".join(out))
    return path


def saved(folder: Path, battle: Battle[Any] | None = None) -> Path:
    """A saved battle."""
    path = folder / "battle.jsonl"
    save(battle or raid(), path, overwrite=True)
    return path
