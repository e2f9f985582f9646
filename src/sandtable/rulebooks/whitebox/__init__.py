"""OWB: Tactical Combat: single men on a square grid, d20, hit points, and a referee.

A folder per chapter of the book. ``state`` says where a battle stands, ``book`` ties the
chapters together, ``advice`` says what things are worth to computer players, ``page`` answers
people with a page, and ``rulebook`` is all of it.
"""

from .rulebook import RULEBOOK

__all__ = ["RULEBOOK"]
