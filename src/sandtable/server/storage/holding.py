"""One server for each SQLite file.

Two servers on one file would not hear each other: a step that one has recorded is not told to
those at the other. So a server holds a lock of the operating system on a file beside the database
for as long as it lives, and no longer, however it ends. Commands that only look something up, or
make a link, do without.
"""

from __future__ import annotations

import errno
import logging
import os
from typing import Any, Final

import msgspec

from sandtable.server.storage.connecting import file_of
from sandtable.server.storage.errors import StorageError
from sandtable.server.storage.private import private_file, private_folder

log = logging.getLogger("sandtable.server")

FAR: Final = 1 << 20
"""Which byte is locked where bytes are: Windows lets nobody read a locked one."""

TAKEN: Final = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class Holder(msgspec.Struct, frozen=True):
    """Who holds a database: his process, and where he serves."""

    process: int
    address: str = ""

    def __str__(self) -> str:
        at = f" at {self.address}" if self.address else ""
        return f"{at} (process {self.process})"


class Hold:
    """The lock on a database, held until it is let go or the process ends.

    Args:
        url: The address of the database. For one that servers may share, there is no lock.
        address: Where this server can be reached, to tell others.

    Raises:
        StorageError: If another server holds it.
    """

    def __init__(self, url: str, address: str = "") -> None:
        self._handle: int | None = None
        database = file_of(url)
        if database is None:
            return
        private_folder(database.parent, ours=False)
        file = database.with_name(f"{database.name}.lock")
        try:
            private_file(file)
            handle = os.open(file, os.O_RDWR)
        except OSError as error:
            raise StorageError(f"{file} cannot be written: {error.strerror}") from None
        try:
            _lock(handle)
        except OSError as error:
            if error.errno not in TAKEN:
                os.close(handle)
                log.warning(
                    "%s cannot be locked (%s): see to it that no other server uses the database",
                    file,
                    error.strerror,
                )
                return
            holder = _read(handle)
            os.close(handle)
            raise StorageError(
                f"another Sandtable server{holder or ''} uses the database {database}. Two on one "
                "file would not hear each other: use that one, stop it, or name another folder "
                "with --data-dir"
            ) from None
        self._handle = handle
        note = msgspec.json.encode(Holder(os.getpid(), address))
        os.ftruncate(handle, 0)
        os.write(handle, note)

    def release(self) -> None:
        """Let others have the database."""
        if self._handle is not None:
            _unlock(self._handle)
            os.close(self._handle)
            self._handle = None


def _read(handle: int) -> Holder | None:
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        return msgspec.json.decode(os.read(handle, 1000), type=Holder)
    except (OSError, msgspec.MsgspecError):
        return None


if os.name == "nt":
    import msvcrt

    _windows: Any = msvcrt

    def _lock(handle: int) -> None:
        os.lseek(handle, FAR, os.SEEK_SET)
        _windows.locking(handle, _windows.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)

    def _unlock(handle: int) -> None:
        os.lseek(handle, FAR, os.SEEK_SET)
        _windows.locking(handle, _windows.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)
