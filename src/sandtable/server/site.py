"""What the parts of a running server share."""

from __future__ import annotations

from sandtable.server.gallery import Gallery
from sandtable.server.http.sessions import Sessions
from sandtable.server.limits import Buckets, Crowd
from sandtable.server.readying import ready_records
from sandtable.server.rooms import Hall
from sandtable.server.settings import Settings
from sandtable.server.storage import Store


class Site:
    """A running server.

    Args:
        settings: How it is set up.

    Raises:
        StorageError: If its database cannot be opened.
    """

    def __init__(self, settings: Settings) -> None:
        ready_records()
        limits = settings.limits_in_force
        self.settings = settings
        self.store = Store(settings.url)
        self.hall = Hall(settings, self.store)
        self.gallery = Gallery(settings.folder / "pictures")
        self.sessions = Sessions(settings.passphrase, self.hall)
        self.guesses = Buckets(limits.guesses / 60, limits.guesses)
        self.heavy = Buckets(limits.heavy / 60, limits.heavy)
        self.foundings = Buckets(limits.battles / 3600, limits.battles)
        self.crowd = Crowd(limits.connections)

    async def close(self) -> None:
        """Stop everything."""
        await self.hall.close()
