"""Files and folders that nobody else on this machine may read.

What is created here is private whatever the umask says, and what is there already is mended. On
Windows a person's data folder is private as it is, and there are no modes to set.
"""

from __future__ import annotations

import errno
import logging
import os
import stat
from pathlib import Path
from typing import Final

log = logging.getLogger("sandtable.server")

FILE: Final = 0o600
FOLDER: Final = 0o700
OTHERS: Final = 0o077
WRITE: Final = 0o022

BESIDE: Final = ("", "-wal", "-shm", "-journal", ".lock")
"""How the files of a SQLite database end."""


def private_folder(folder: Path, *, ours: bool = True) -> None:
    """Make a folder that only we may enter, or mend the one that is there.

    Args:
        folder: The folder. Folders above it that are not there are made in the same way.
        ours: Whether the folder is Sandtable's alone. If it is there already and is not, it is
            left as it is, and only said if others may write to it.

    Raises:
        OSError: If it cannot be made, or is no folder.
    """
    missing = []
    above = folder
    while not above.exists():
        missing.append(above)
        above = above.parent
    for each in reversed(missing):
        each.mkdir(FOLDER, exist_ok=True)
        _mend(each, FOLDER)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "this is no folder", str(folder))
    if not missing:
        if ours and not _is_everybodys(folder):
            _mend(folder, FOLDER)
        elif _mode(folder) & WRITE and not _mode(folder) & stat.S_ISVTX:
            log.warning(
                "others may write to %s, and so put another file in place of the database. "
                "Keep it in a folder of your own.",
                folder,
            )


def private_file(file: Path) -> None:
    """Make an empty file that only we may read, or mend the one that is there."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT, FILE)
    os.close(handle)
    _mend(file, FILE)


def private_database(file: Path) -> None:
    """Make all files of a SQLite database private; SQLite gives new ones the mode of the first."""
    private_file(file)
    for ending in BESIDE[1:]:
        beside = file.with_name(file.name + ending)
        if beside.exists():
            _mend(beside, FILE)


def private_tree(folder: Path) -> None:
    """Mend a folder of ours that may be there, and the files in it."""
    if not folder.is_dir() or os.name != "posix" or not _mode(folder) & OTHERS:
        return
    for each in folder.iterdir():
        if each.is_file() and not each.is_symlink():
            _mend(each, FILE)
    _mend(folder, FOLDER)


def _is_everybodys(folder: Path) -> bool:
    """Whether a folder is one in which others live too, such as a home or a folder for anything."""
    real = folder.resolve()
    shared = {Path(real.anchor), Path(os.environ.get("HOME") or real.anchor).resolve()}
    return bool(_mode(folder) & stat.S_ISVTX) or real in shared


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode) if os.name == "posix" else 0


def _mend(path: Path, mode: int) -> None:
    """Take from others what they may do, and say so if that cannot be done."""
    if os.name != "posix" or _mode(path) == mode:
        return
    reason = "its file system keeps no modes"
    try:
        path.chmod(mode)
    except OSError as error:
        reason = error.strerror or str(error)
    if _mode(path) & OTHERS:
        log.warning(
            "others on this machine may read %s, and that cannot be mended: %s. "
            "It may hold secrets: choose another place with --data-dir.",
            path,
            reason,
        )
