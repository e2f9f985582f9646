"""Dice: written once, used four ways.

A procedure that rolls dice takes a `Dice` and asks it for what matters: a test against a number,
a sum, a count of successes. The same procedure then runs on

- `SeededDice`: play and simulation, reproducible;
- `FairDice`: play among strangers, every roll checked afterwards (`sandtable.dice.verify`);
- `ScriptedDice` and `RecordedDice`: tests, real dice on a table, replays;
- `exact`: odds, by walking every branch.

>>> def shot(dice: Dice) -> str:
...     return "hit" if dice.contest(10, "firer", "target") >= 5 else "miss"
>>> shot(ScriptedDice([9, 2]))
'hit'
>>> exact(shot)
Distribution({'hit': 3/20, 'miss': 17/20})
"""

from sandtable.dice.branches import ExactDice, exact
from sandtable.dice.distribution import Distribution
from sandtable.dice.fair import FairDice
from sandtable.dice.interface import Dice
from sandtable.dice.overruling import Overruling
from sandtable.dice.pools import Match, Opposed, Pool, match_dice
from sandtable.dice.rolls import DiceError, DiceNeeded, Roll, RollRequest
from sandtable.dice.scripted import RecordedDice, ScriptedDice
from sandtable.dice.seeded import SeededDice

__all__ = [
    "Dice",
    "DiceError",
    "DiceNeeded",
    "Distribution",
    "ExactDice",
    "FairDice",
    "Match",
    "Opposed",
    "Overruling",
    "Pool",
    "RecordedDice",
    "Roll",
    "RollRequest",
    "ScriptedDice",
    "SeededDice",
    "exact",
    "match_dice",
]
