"""Journals: a battle as a file, line by line, to be continued, replayed and checked.

>>> import random, tempfile
>>> from pathlib import Path
>>> from sandtable.battle import Battle
>>> from sandtable.dice import SeededDice
>>> from sandtable.scenario import load_scenario
>>> battle = Battle.start(load_scenario("saint-aubin"), dice=SeededDice(1))
>>> view = battle.view("british")
>>> _ = battle.play(view.pick(view.choices[0], random.Random(1)))
>>> path = Path(tempfile.mkdtemp()) / "battle.jsonl"
>>> save(battle, path)
>>> load(path).state == battle.state
True
>>> verify(path).ok
True
"""

from sandtable.journal.errors import JournalError
from sandtable.journal.parting import Parting, as_far_as_it_goes
from sandtable.journal.reading import Journal, parse, read
from sandtable.journal.replaying import load, replay
from sandtable.journal.verification import Difference, Verification, verify, verify_battle
from sandtable.journal.writing import JournalWriter, save, to_bytes

__all__ = [
    "Difference",
    "Journal",
    "JournalError",
    "JournalWriter",
    "Parting",
    "Verification",
    "as_far_as_it_goes",
    "load",
    "parse",
    "read",
    "replay",
    "save",
    "to_bytes",
    "verify",
    "verify_battle",
]
