"""A program killed at any moment: the journal loads, and nothing acknowledged is lost."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sandtable.journal import JournalError, JournalWriter, load, read, verify
from tests.conformance.toybook import TRENCH_RAID
from tests.journal.kit import go_on

ROOT = Path(__file__).parents[2]

PLAYER = """
import random, sys
from pathlib import Path
from sandtable.battle import Battle
from sandtable.dice import SeededDice
from sandtable.journal import JournalError, JournalWriter, load
from tests.conformance.toybook import TEAM, TRENCH_RAID

class Dribble:
    # A disk that takes a few bytes at a time, so that there is much time to be killed in.
    def __init__(self, file):
        self.file = file
    def write(self, data):
        return self.file.write(data[:5])
    def __getattr__(self, name):
        return getattr(self.file, name)

path, slowly = Path(sys.argv[1]), sys.argv[2] == "slowly"
try:
    battle = load(path, rulebook=TRENCH_RAID)
except JournalError:
    battle = Battle(TRENCH_RAID, TEAM, SeededDice(1))
chance = random.Random(battle.number)
with JournalWriter(path, fsync=not slowly) as journal:
    battle.attach(journal)
    if slowly:
        journal._file = Dribble(journal._file)
    while True:
        if battle.outcome is not None:
            battle.undo(to=0)
        else:
            view = battle.view(battle.choices[0].seats[0])
            battle.play(view.pick(view.choices[0], chance), view.seat)
        print(battle.number, flush=True)
"""


KILLS = 24
MOST_KILLS = 160


@pytest.mark.slow
def test_a_killed_program_loses_nothing_that_it_was_told(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    chance = random.Random(1944)
    acknowledged = 0
    torn = 0
    for number in range(MOST_KILLS):
        if number >= KILLS and torn:  # how often a line is torn depends on the machine
            break
        manner = "slowly" if number % 2 else "as ever"
        player = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(path), manner],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert player.stdout is not None
        try:
            first = player.stdout.readline()
            assert first, "the player did not start"
            time.sleep(chance.uniform(0.0, 0.04))
        finally:
            player.send_signal(signal.SIGKILL)
            rest = player.stdout.read()
            player.stdout.close()
            player.wait()
        told = [int(word) for word in (first + rest).split("\n")[:-1]]
        acknowledged = told[-1]
        torn += read(path).fault is not None
        battle = load(path, rulebook=TRENCH_RAID)
        assert acknowledged <= battle.number
        untold = battle.lines[acknowledged:]  # one order, and what followed of itself on it
        assert sum(not line.by_default for line in untold) <= 1
        result = verify(path, rulebook=TRENCH_RAID)
        assert result.ok or (result.difference and result.difference.fault == "torn")
    assert acknowledged > 60
    assert torn > 0, "no line was torn, so nothing was shown"


def test_a_journal_cut_at_any_byte_loads_up_to_the_last_whole_line(tmp_path: Path) -> None:
    from tests.journal.kit import raid, saved

    battle = raid(6)
    path = saved(tmp_path, battle)
    content = path.read_bytes()
    header = content.index(b"\n") + 1
    for length in range(0, len(content), 7):
        path.write_bytes(content[:length])
        if length < header:
            with pytest.raises(JournalError, match=r"empty|torn"):
                load(path, rulebook=TRENCH_RAID)
            continue
        loaded = load(path, rulebook=TRENCH_RAID)
        assert loaded.lines == battle.lines[: content[:length].count(b"\n") - 1]
    with JournalWriter(path, fsync=False) as journal:
        loaded.attach(journal)
        go_on(loaded, 3)
    assert verify(path, rulebook=TRENCH_RAID).ok
