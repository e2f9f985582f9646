"""Pictures of battles for the lobby, kept in files, so that no battle is played again for one.

A picture shows what every player knows. It is good for as long as its battle has not gone on; a
newer program may draw otherwise, and so looks for pictures of its own.
"""

from __future__ import annotations

import logging
import os
import tempfile
from pathlib import Path

from msgspec import Struct

from sandtable import __version__
from sandtable.server.storage.private import FILE, private_folder

log = logging.getLogger("sandtable.server")


class Subject(Struct, frozen=True):
    """What a picture shows: which battle, as it stood when, in which colours."""

    battle: str
    changed: float
    theme: str

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.battle}-{self.theme}-{self.changed:.6f}-{__version__}.svg"


class Gallery:
    """The pictures of a server.

    Args:
        folder: Where they are kept. If that cannot be written to, none are kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, subject: Subject) -> str | None:
        """The picture of a subject, if there is one."""
        try:
            return (self._folder / subject.name).read_text("utf-8")
        except OSError:
            return None

    def keep(self, subject: Subject, svg: str) -> None:
        """Keep a picture in place of older ones."""
        try:
            private_folder(self._folder)
            handle, unfinished = tempfile.mkstemp(dir=self._folder, suffix=".part")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(svg)
            Path(unfinished).chmod(FILE)  # the umask may have taken even that
            self.forget(subject.battle, subject.theme)
            Path(unfinished).replace(self._folder / subject.name)
        except OSError as error:
            log.info("no picture of battle %s is kept: %s", subject.battle, error)

    def forget(self, battle: str, theme: str = "*") -> None:
        """Throw the pictures of a battle away."""
        for old in self._folder.glob(f"{battle}-{theme}-*.svg"):
            old.unlink(missing_ok=True)
