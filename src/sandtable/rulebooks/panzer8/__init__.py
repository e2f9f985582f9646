"""Panzer8: stands of sections and tanks on a free table, act and react, d10 against d10.

A folder per chapter of the book. ``state`` says where a battle stands, ``book`` ties the
chapters together, ``advice`` says what things are worth to computer players, ``page`` answers
people with a page, and ``rulebook`` is all of it.
"""

from .rulebook import RULEBOOK

__all__ = ["RULEBOOK"]
