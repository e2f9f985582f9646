"""Numbered choices, grouped by piece and by action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from rich.text import Text

from sandtable.cli.terminal.screen import table
from sandtable.cli.terminal.telling import short_odds

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sandtable.battle import Choice, Order, Phrasebook, View

FLAT = 12
"""So many choices are shown at once; more are grouped by piece first."""


NUMBER = 7
"""So many columns the number of a choice takes, and the gaps around it."""


class Entry(Struct, frozen=True, kw_only=True):
    """One numbered line: an order, or a piece whose orders come next."""

    order: Any = None
    piece: str | None = None


def number_of(line: str) -> int | None:
    """The number of a choice, if that is what was typed.

    Only plain digits, and not more than anybody counts to: Python calls a superscript a digit too,
    but reads no number from it, nor from thousands of digits.

    >>> number_of("12"), number_of("\N{SUPERSCRIPT TWO}"), number_of("9" * 5000)
    (12, None, None)
    """
    return int(line) if line.isascii() and line.isdigit() and len(line) <= 9 else None


class Menu:
    """The numbered choices that a person was last shown."""

    def __init__(self, view: View[Any], choice: Choice, phrases: Phrasebook, width: int) -> None:
        self.width = width
        self.view = view
        self.choice = choice
        self.phrases = phrases
        self.orders: list[Order] = list(view.candidates(choice))
        self.entries: list[Entry] = []

    def pick(self, number: int) -> Entry | None:
        """The line with that number, if there is one."""
        return self.entries[number - 1] if 1 <= number <= len(self.entries) else None

    def orders_of(self, piece: str | None) -> list[Order]:
        """The orders for one piece, or those that concern none."""
        state = self.view.state
        return [order for order in self.orders if self.phrases.tell(state, order).piece == piece]

    # -- showing ----------------------------------------------------------------------------------

    def top(self) -> Iterator[RenderableType]:
        """All choices at once, or the pieces that have some."""
        self.entries = []
        if len(self.orders) <= FLAT:
            yield from self._listed(self.orders, with_piece=True)
            return
        grid = table()
        pieces = dict.fromkeys(self.phrases.tell(self.view.state, o).piece for o in self.orders)
        for piece in pieces:
            if piece is None:
                continue
            self.entries.append(Entry(piece=piece))
            grid.add_row(f"{len(self.entries):>3}", *self._piece_row(piece))
        yield grid
        yield from self._listed(self.orders_of(None), with_piece=False)

    def _piece_row(self, piece: str) -> tuple[Text, Text]:
        counted: dict[str, int] = {}
        for order in self.orders_of(piece):
            action = self.phrases.tell(self.view.state, order).action
            counted[action] = counted.get(action, 0) + 1
        found = self.view.state.pieces[piece]
        actions = ", ".join(f"{action} ({n})" for action, n in counted.items())
        return Text(f"{found.name} ({piece})"), Text(actions, style="dim")

    def of_piece(self, piece: str) -> Iterator[RenderableType]:
        """The choices of one piece."""
        self.entries = []
        found = self.view.state.pieces[piece]
        yield Text(f"{found.name} ({piece}) at {found.x:.1f},{found.y:.1f}", style="bold")
        yield from self._listed(self.orders_of(piece), with_piece=False)

    def _listed(self, orders: Iterable[Order], *, with_piece: bool) -> Iterator[RenderableType]:
        """Orders under the headings of their actions; those without dice stand in columns."""
        by_action: dict[str, list[Order]] = {}
        for order in orders:
            action = self.phrases.tell(self.view.state, order).action
            by_action.setdefault(action, []).append(order)
        for action, alike in by_action.items():
            headed = len(alike) > 1 and not with_piece
            if headed:
                yield Text(f"  {action}", style="dim")
            lines = [self._line(order, with_piece, with_action=not headed) for order in alike]
            yield _columns(lines, self.width)

    def _line(self, order: Order, with_piece: bool, *, with_action: bool) -> tuple[Text, Text]:
        phrase = self.phrases.tell(self.view.state, order)
        self.entries.append(Entry(order=order))
        who = ""
        if with_piece and phrase.piece is not None:
            who = f"{self.view.state.pieces[phrase.piece].name} ({phrase.piece}): "
        said = f"{phrase.action} {phrase.text}".strip() if with_action else phrase.text
        line = Text(f"{who}{said}")
        odds = self.view.odds(order)
        if odds is not None:
            line.append(f"  [{short_odds(odds)}]", style="yellow")
        return Text(f"{len(self.entries):>3}"), line


def _columns(lines: list[tuple[Text, Text]], width: int) -> RenderableType:
    """Lines with their numbers, side by side where two of them fit, else below each other."""
    widest = max(len(line) for _, line in lines)
    across = 2 if 2 * (widest + NUMBER) <= width else 1
    grid = table()
    rows = -(-len(lines) // across)
    for row in range(rows):
        grid.add_row(*(cell for n in range(row, len(lines), rows) for cell in lines[n]))
    return grid
