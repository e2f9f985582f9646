"""How a kind of feature stops a line of sight; each rulebook chooses for its own kinds."""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class AreaSight(msgspec.Struct, frozen=True):
    """How an area stops sight.

    Attributes:
        through: A line that enters and leaves it is stopped. An end exactly on the edge is outside.
        inside: A line with more than so many inches inside it is stopped, exactly so many are
            allowed; None for no limit.

    >>> AreaSight(inside=2.0)
    AreaSight(through=True, inside=2.0)
    """

    through: bool = True
    inside: float | None = None


class LineSight(msgspec.Struct, frozen=True):
    """How a line stops sight: by being crossed.

    Attributes:
        unless_touched: It does not stop sight if its id is among those to ignore.

    >>> LineSight()
    LineSight(unless_touched=True)
    """

    unless_touched: bool = True


Rule: TypeAlias = AreaSight | LineSight
