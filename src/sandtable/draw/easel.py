"""What everything that is drawn needs to know of the table."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.draw.palette import SideColours, Theme
from sandtable.draw.svg import Point


class Easel:
    """Where things of the table are in a drawing, and in which colours.

    Attributes:
        theme: The colours.
        depth: The depth of the table, for turning north up.
        sides: The number and the name of each side, by id.
        prefix: What ids begin with.
        words: The least size of words, in inches.
    """

    def __init__(
        self,
        theme: Theme,
        depth: float,
        sides: Mapping[str, str],
        prefix: str = "st",
        words: float = 0.0,
    ) -> None:
        self.theme = theme
        self.depth = depth
        self.names = dict(sides)
        self.order = {side: index for index, side in enumerate(sides)}
        self.prefix = prefix
        self.words = words

    def at(self, x: float, y: float) -> Point:
        """A place of the table in the drawing."""
        return x, self.depth - y

    def index(self, side: str | None) -> int:
        """The number of a side; sides unknown to the scenario come after all others."""
        return self.order.get(side or "", len(self.order))

    def colours(self, side: str | None) -> SideColours:
        """The colours of a side."""
        return self.theme.side(self.index(side))
