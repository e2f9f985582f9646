"""Playing at a keyboard: people on some seats, computer players on the others."""

from sandtable.cli.terminal.screen import Gone, Screen
from sandtable.cli.terminal.session import Session

__all__ = ["Gone", "Screen", "Session"]
