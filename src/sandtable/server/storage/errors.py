"""What can go wrong with the database."""

from __future__ import annotations


class StorageError(Exception):
    """Something could not be read or recorded; nothing has changed."""


class DoubtError(Exception):
    """The database was lost while it committed: nobody knows whether that was recorded.

    So nothing must be said about it, neither that it is done nor that nothing has changed, before
    the record has been read again.
    """


class ClashError(StorageError):
    """Somebody else has written that line, or used that key, before us."""
