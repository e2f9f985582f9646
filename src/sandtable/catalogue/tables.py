"""Tables of a rulebook as the rule code wants them: rows, mappings and bands of a score."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from typing import TYPE_CHECKING, Generic, TypeVar, overload

import msgspec

from sandtable.catalogue.errors import CatalogueError, suggest

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Bands", "Cell", "Table"]

Cell = bool | int | float | str | tuple[str, ...]
T = TypeVar("T")
K = TypeVar("K")

#: A band that reaches this far (or its negative) has no end on that side.
OPEN_ENDED = 99


class Bands(Generic[T]):
    """What each score gives, in bands of whole numbers that leave no gap and never overlap.

    A lowest bound of -99 or less, and a highest of 99 or more, mean "and everything beyond".

    >>> effects = Bands("p8.table.x", [(-99, 0, "none"), (1, 2, "push"), (3, 99, "out")])
    >>> effects.lookup(0), effects.lookup(2), effects.lookup(140)
    ('none', 'push', 'out')
    """

    __slots__ = ("_lows", "_values", "high", "low", "name")

    def __init__(self, name: str, bands: list[tuple[int, int, T]]) -> None:
        problems = _band_problems(name, [(low, high) for low, high, _ in bands])
        if problems:
            raise CatalogueError(*problems)
        ordered = sorted(bands, key=lambda band: band[0])
        self.name = name
        self._lows = [low for low, _, _ in ordered]
        self._values = [value for _, _, value in ordered]
        self.low = None if ordered[0][0] <= -OPEN_ENDED else ordered[0][0]
        self.high = None if ordered[-1][1] >= OPEN_ENDED else ordered[-1][1]

    def lookup(self, score: int) -> T:
        """Return what `score` gives.

        Raises:
            CatalogueError: The score lies outside a table that is not open-ended there.
        """
        at = bisect_right(self._lows, score) - 1
        if at < 0:
            if self.low is None:
                return self._values[0]
            raise CatalogueError(f"{self.name}: no band holds {score} (lowest is {self.low})")
        if self.high is not None and score > self.high:
            raise CatalogueError(f"{self.name}: no band holds {score} (highest is {self.high})")
        return self._values[at]

    def __iter__(self) -> Iterator[T]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Bands({self.name!r}, {list(zip(self._lows, self._values, strict=True))!r})"


def _band_problems(name: str, bounds: list[tuple[int, int]]) -> list[str]:
    """Say every reason why these bounds are not a table of bands."""
    if not bounds:
        return [f"{name}: a table of bands needs at least one row"]
    problems = [
        f"{name}: the band {low} to {high} runs backwards" for low, high in bounds if low > high
    ]
    ordered = sorted(bounds)
    for (low, high), (next_low, next_high) in itertools.pairwise(ordered):
        if next_low <= high:
            problems.append(
                f"{name}: the bands {low} to {high} and {next_low} to {next_high} overlap"
            )
        elif next_low > high + 1:
            problems.append(f"{name}: no band holds {high + 1} to {next_low - 1} (a gap)")
    return problems


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of the book: named columns, and rows as wide as those.

    >>> table = Table("p8.table.quality", "1.4", "Quality", ("quality", "modifier"),
    ...               (("Elite", 1), ("Average", 0), ("Poor", -1)))
    >>> table.dicts()[0]
    {'quality': 'Elite', 'modifier': 1}
    >>> table.mapping("quality", "modifier", str, int)["Poor"]
    -1
    """

    id: str
    where: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    kind: str = ""

    def problems(self) -> list[str]:
        """Say everything that is wrong with the shape of this table."""
        found = []
        if not self.columns:
            found.append("field `columns` is empty")
        doubled = sorted({name for name in self.columns if self.columns.count(name) > 1})
        found.extend(f"field `columns` names `{name}` twice" for name in doubled)
        if not self.rows:
            found.append("field `rows` is empty")
        found.extend(
            f"field `rows`, row {number} has {len(row)} cells for {len(self.columns)} columns"
            for number, row in enumerate(self.rows, 1)
            if len(row) != len(self.columns)
        )
        if not found and self.columns[:2] == ("min", "max"):
            bounds = [(row[0], row[1]) for row in self.rows]
            whole = [(low, high) for low, high in bounds if type(low) is int and type(high) is int]
            if len(whole) < len(bounds):
                found.append("field `rows`: `min` and `max` must be whole numbers")
            else:
                found.extend(_band_problems("field `rows`", whole))
        return found

    def dicts(self) -> list[dict[str, Cell]]:
        """Return the rows, each as a dict from column name to cell."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def index(self, name: str) -> int:
        """Return the position of the column called `name`."""
        try:
            return self.columns.index(name)
        except ValueError:
            matches = suggest(name, self.columns) or self.columns
            message = f"{self.id} has no column {name!r}; it has {', '.join(matches)}"
            raise CatalogueError(message, matches=tuple(matches)) from None

    def column(self, name: str, kind: type[T]) -> list[T]:
        """Return one column, every cell of it checked to be of the type `kind`."""
        at = self.index(name)
        return [self._cell(row[at], number, name, kind) for number, row in enumerate(self.rows, 1)]

    @overload
    def mapping(self, key: str, value: str) -> dict[Cell, Cell]: ...
    @overload
    def mapping(
        self, key: str, value: str, key_type: type[K], value_type: type[T]
    ) -> dict[K, T]: ...

    def mapping(
        self, key: str, value: str, key_type: type = object, value_type: type = object
    ) -> object:
        """Return a dict from the cells of the column `key` to those of the column `value`.

        Raises:
            CatalogueError: A column is missing, a key occurs twice, or a cell has another type
                than the one asked for.
        """
        found: dict[object, object] = {}
        keys: list[object] = self.column(key, key_type)
        values: list[object] = self.column(value, value_type)
        for number, (name, cell) in enumerate(zip(keys, values, strict=True), 1):
            if name in found:
                raise CatalogueError(f"{self.id}, row {number}: {key} {name!r} occurs twice")
            found[name] = cell
        return found

    @overload
    def bands(self, low: str, high: str, value: str) -> Bands[Cell]: ...
    @overload
    def bands(self, low: str, high: str, value: str, value_type: type[T]) -> Bands[T]: ...

    def bands(self, low: str, high: str, value: str, value_type: type = object) -> object:
        """Return the bands of a score: from the column `low` to the column `high`, inclusive.

        Raises:
            CatalogueError: Bands overlap or leave a gap, or a cell has the wrong type.

        >>> table = Table("p8.table.r", "2", "R", ("min", "max", "effect"),
        ...               ((-99, 4, "none"), (5, 99, "out")))
        >>> table.bands("min", "max", "effect", str).lookup(5)
        'out'
        """
        lows, highs = self.column(low, int), self.column(high, int)
        values: list[object] = self.column(value, value_type)
        return Bands(self.id, list(zip(lows, highs, values, strict=True)))

    def _cell(self, cell: Cell, row: int, column: str, kind: type[T]) -> T:
        if kind is float and type(cell) is int:
            cell = float(cell)
        if isinstance(cell, kind) and not (kind is int and isinstance(cell, bool)):
            return cell
        raise CatalogueError(
            f"{self.id}, row {row}, column {column}: {cell!r} is not of type {kind.__name__}"
        )
