"""What a person with a page asks of OWB: what can be done, where, and what would come of it.

Nothing here is a rule. What is possible is found out from the checks of the book, and what would
come of it from the same procedures that are carried out when an order is given.
"""
