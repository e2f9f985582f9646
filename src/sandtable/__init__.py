"""Sandtable plays WWII miniature wargames: five rulebooks, one table."""

__version__ = "0.1.0"
