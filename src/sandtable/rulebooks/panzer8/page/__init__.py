"""What a person with a page asks of Panzer8: what can be done, where, and what would come of it.

Nothing here is a rule. What is possible is found out from the checks of the book, how far anybody
comes from its own measure of movement, and who sees whom from its own lines of sight.
"""

from sandtable.rulebooks.panzer8.page.actions import actions
from sandtable.rulebooks.panzer8.page.cards import card
from sandtable.rulebooks.panzer8.page.reaching import reach
from sandtable.rulebooks.panzer8.page.sighting import apart, sights
from sandtable.rulebooks.panzer8.page.tracing import trace

__all__ = ["actions", "apart", "card", "reach", "sights", "trace"]
