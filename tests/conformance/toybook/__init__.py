"""A tiny, complete rulebook of its own, which proves that the core knows nothing of any book.

Plans are secret and simultaneous, a soldier may be hidden, seats share a side, a watcher interrupts
a mover, enemies roll against each other, and the referee is asked a question with a default.
"""

from tests.conformance.toybook.book import TRENCH_RAID, TrenchRaid
from tests.conformance.toybook.scenarios import AMBUSH, DUEL, MIRROR, TEAM, ambush_at
from tests.conformance.toybook.state import Answer, Hold, Plan, Shoot, Soldier, ToyState

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
