"""What the parts of a running server share."""

from __future__ import annotations

from sandtable.server.gallery import Gallery
from sandtable.server.http.sessions import Sessions
from sandtable.server.limits import Buckets, Crowd
from sandtable.server.readying import ready_records
from sandtable.server.rooms import Hall
from sandtable.server.settings import Settings
from sandtable.server.storage import Hold, StorageError, Store, private_folder, private_tree


class Site:
    """A running server.

    Args:
        settings: How it is set up.
        address: Where it can be reached, if that is known.

    Raises:
        StorageError: If its database cannot be opened, or another server uses it.
    """

    def __init__(self, settings: Settings, address: str = "") -> None:
        ready_records()
        limits = settings.limits_in_force
        self.settings = settings
        _make_private(settings)
        self._hold = Hold(settings.url, address)
        try:
            self.store = Store(settings.url)
        except StorageError:
            self._hold.release()
            raise
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
        self._hold.release()


def _make_private(settings: Settings) -> None:
    """Let nobody else look at what is kept here.

    Raises:
        StorageError: If the folder for it cannot be made.
    """
    folder = settings.folder
    try:
        if settings.database_url is None or folder.exists():
            private_folder(folder)
        private_tree(folder / "pictures")
    except OSError as error:
        reason = error.strerror or str(error)
        raise StorageError(f"the folder {folder} cannot be used: {reason}") from None
