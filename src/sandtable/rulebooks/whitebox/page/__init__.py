"""What a person with a page asks of OWB: what can be done, where, and what would come of it.

Nothing here is a rule. What is possible is found out from the checks of the book, and what would
come of it from the same procedures that are carried out when an order is given.
"""

from sandtable.rulebooks.whitebox.page.actions import actions, trace
from sandtable.rulebooks.whitebox.page.cards import card
from sandtable.rulebooks.whitebox.page.reaching import reach
from sandtable.rulebooks.whitebox.page.sighting import apart, sights

__all__ = ["actions", "apart", "card", "reach", "sights", "trace"]
