"""How a computer player of any book finds its best order; a book only says what things are worth.

`search` looks closely at what promises most and leaves the rest; `errands` share out among some
where each of them goes; `worths` turn exact odds into a number. What was found out before is kept
in `sandtable.battle.memory`.
"""

from sandtable.advice.errands import Errand, shared_out
from sandtable.advice.search import Idea, Search, bounded, weighed
from sandtable.advice.worths import Worths, expected

__all__ = [
    "Errand",
    "Idea",
    "Search",
    "Worths",
    "bounded",
    "expected",
    "shared_out",
    "weighed",
]
