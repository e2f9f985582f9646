"""What a person sees and types."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from sandtable.cli.common import console

if TYPE_CHECKING:
    from rich.console import RenderableType


class Gone(Exception):  # noqa: N818 - not a fault: the person has left
    """The input has ended, or the person wants to stop."""


class Screen:
    """A terminal, or whatever the input and output have been turned into."""

    def __init__(self) -> None:
        self.console = console()
        self.is_terminal = sys.stdin.isatty()
        self.heard = 0
        if self.is_terminal:
            _edit_lines()

    def ask(self, prompt: str) -> str:
        """A line that the person types.

        Raises:
            Gone: If there is none any more.
        """
        sys.stdout.flush()
        try:
            line = input(prompt)
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Gone from None
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"
        self.heard += 1
        if not self.is_terminal:
            self.console.print(Text(line))
        return line.strip()

    def agrees(self, question: str) -> bool:
        """Whether the person says yes; anything unclear is asked again."""
        while True:
            answer = self.ask(f"{question} (yes/no) ").lower()
            if answer in ("y", "yes"):
                return True
            if answer in ("n", "no"):
                return False
            self.warn("Type yes or no.")

    def show(self, *things: RenderableType) -> None:
        """Show something; what is no terminal gets no blanks at the ends of lines."""
        if self.console.is_terminal:
            self.console.print(*things)
            return
        with self.console.capture() as caught:
            self.console.print(*things)
        sys.stdout.write("".join(f"{line.rstrip()}\n" for line in caught.get().splitlines()))

    def note(self, text: str) -> None:
        """Say something about the program, not about the battle."""
        self.console.print(Text(text, style="dim"))

    def warn(self, text: str) -> None:
        """Say that something cannot be done."""
        self.console.print(Text(text, style="red"))

    def heading(self, text: str) -> None:
        """Begin something new."""
        self.console.print()
        self.console.print(Text(text, style="bold"))


def _edit_lines() -> None:
    """Let arrow keys edit the line and bring earlier ones back, where that is possible."""
    try:
        import readline
    except ImportError:  # not on every system
        return
    _ = readline


def table(*columns: str) -> Table:
    """A plain table without lines."""
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", show_header=bool(columns))
    for column in columns:
        grid.add_column(column)
    return grid
