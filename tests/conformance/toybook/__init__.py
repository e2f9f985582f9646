"""A tiny, complete rulebook of its own, which proves that the core knows nothing of any book.

Plans are secret and simultaneous, a soldier may be hidden, seats share a side, a watcher interrupts
a mover, enemies roll against each other, and the referee is asked a question with a default. It is
also the model of how a book is cut: a module a chapter, an act for each order, a decision or a step
for each frame, and a book that ties them together.
"""

from .book import TRENCH_RAID, TrenchRaid
from .clash import Answer
from .fire import Hold, Shoot
from .plans import Plan
from .scenarios import AMBUSH, DUEL, MIRROR, TEAM, ambush_at
from .state import Soldier, ToyState

__all__ = [
    "AMBUSH",
    "DUEL",
    "MIRROR",
    "TEAM",
    "TRENCH_RAID",
    "Answer",
    "Hold",
    "Plan",
    "Shoot",
    "Soldier",
    "ToyState",
    "TrenchRaid",
    "ambush_at",
]
