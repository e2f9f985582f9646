"""Where a battle is kept, and how one goes on with it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandtable.journal import JournalError, JournalWriter, save

if TYPE_CHECKING:
    from sandtable.battle import Battle


class Keeper:
    """Keeps a battle's journal: line by line in a file that was named, or when asked to.

    Args:
        battle: The battle.
        players: Who plays, for the command that goes on with it.
        writer: The journal that is being kept, if there is one.
    """

    def __init__(
        self, battle: Battle[Any], players: str, writer: JournalWriter | None = None
    ) -> None:
        self.battle = battle
        self.players = players
        self.writer = writer
        self.path: Path | None = writer.path if writer else None

    def save(self, wanted: str = "") -> str:
        """Save the battle and say where; a file that is kept anyway needs no saving."""
        if wanted:
            path = Path(wanted)
            try:
                save(self.battle, path, overwrite=path == self.path and self.writer is None)
            except JournalError as error:
                return f"Not saved. {error}."
            if self.writer is None:
                self.path = path
            return f"Saved in {path}."
        if self.writer is not None:
            return f"Every step is saved in {self.path} as it is taken."
        path = self.path or _free_name(self.battle.scenario.id)
        try:
            save(self.battle, path, overwrite=path == self.path)
        except JournalError as error:
            return f"Not saved. {error}."
        self.path = path
        return f"Saved in {path}."

    def how_to_go_on(self) -> str:
        """The command that goes on with the battle."""
        if self.path is None:
            return ""
        return f"sandtable play --resume {shlex.quote(str(self.path))} --players {self.players}"


def _free_name(scenario: str) -> Path:
    """A file in the current folder that does not exist yet.

    >>> _free_name("no-such-battle").name
    'no-such-battle.jsonl'
    """
    path = Path(f"{scenario}.jsonl")
    number = 2
    while path.exists():
        path = Path(f"{scenario}-{number}.jsonl")
        number += 1
    return path
