"""OWB: Tactical Combat: single men on a square grid, d20, hit points, and a referee.

A module per chapter of the book; ``book.py`` ties them together.
"""

from sandtable.rulebooks.whitebox.book import RULEBOOK

__all__ = ["RULEBOOK"]
