"""What a person with a page asks of Panzer8: what can be done, where, and what would come of it.

Nothing here is a rule. What is possible is found out from the checks of the book, how far anybody
comes from its own measure of movement, and who sees whom from its own lines of sight.
"""

from .actions import actions, trace
from .cards import card
from .reaching import reach
from .sighting import apart, sights

__all__ = ["actions", "apart", "card", "reach", "sights", "trace"]
