"""What can go wrong with the database."""

from __future__ import annotations


class StorageError(Exception):
    """Something could not be read or recorded; nothing has changed."""


class ClashError(StorageError):
    """Somebody else has written that line, or used that key, before us."""
