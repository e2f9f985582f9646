"""Panzer8: stands of sections and tanks on a free table, act and react, d10 against d10.

A module per chapter of the book; ``book.py`` ties them together.
"""

from sandtable.rulebooks.panzer8.book import RULEBOOK

__all__ = ["RULEBOOK"]
