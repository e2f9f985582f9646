"""Everything that the server reads from the database; what reads blocks, and runs in a thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from sandtable.server.storage import tables
from sandtable.server.storage.ceremony import CeremonyRow, ceremony_of
from sandtable.server.storage.errors import StorageError
from sandtable.server.storage.rows import (
    NOBODY,
    BattleRow,
    ChatRow,
    LineRow,
    PendingRow,
    SeatRow,
    Summary,
    TellingRow,
    TokenRow,
    WishRow,
)


class Reader:
    """Reads from the database of a server.

    Args:
        engine: How it is reached.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def battle(self, battle: str) -> BattleRow | None:
        """A battle by its id."""
        row = self._one(select(tables.battles).where(tables.battles.c.id == battle))
        return None if row is None else BattleRow.read(row)

    def battles(self, most: int = 500) -> list[Summary]:
        """The battles in short, the last played first."""
        table = tables.battles
        columns = [table.c[name] for name in Summary.__struct_fields__]
        query = select(*columns).order_by(table.c.changed.desc()).limit(most)
        return [Summary.of(row) for row in self._all(query)]

    def seats(self, battle: str) -> list[SeatRow]:
        """The seats of a battle, in their order."""
        query = (
            select(tables.seats)
            .where(tables.seats.c.battle == battle)
            .order_by(tables.seats.c.place)
        )
        return [SeatRow.read(row) for row in self._all(query)]

    def all_seats(self) -> dict[str, list[SeatRow]]:
        """The seats of all battles, by battle."""
        found: dict[str, list[SeatRow]] = {}
        query = select(tables.seats).order_by(tables.seats.c.battle, tables.seats.c.place)
        for row in self._all(query):
            found.setdefault(row.battle, []).append(SeatRow.read(row))
        return found

    def lines(self, battle: str, after: int = -1) -> list[LineRow]:
        """The lines of a battle after a number, in their order."""
        table = tables.lines
        query = (
            select(table.c.number, table.c.at, table.c.raw)
            .where(table.c.battle == battle, table.c.number > after)
            .order_by(table.c.number)
        )
        return [LineRow(row.number, row.at, bytes(row.raw)) for row in self._all(query)]

    def tellings(self, battle: str) -> list[TellingRow]:
        """What the lines of a battle brought, in their order."""
        table = tables.tellings
        query = (
            select(table.c.number, table.c.after, table.c.data)
            .where(table.c.battle == battle)
            .order_by(table.c.number)
        )
        return [TellingRow(row.number, row.after, bytes(row.data)) for row in self._all(query)]

    def told_lines(self, battle: str) -> set[int]:
        """The numbers of the lines of which it is recorded what they brought."""
        table = tables.tellings
        query = select(table.c.number).where(table.c.battle == battle)
        return {row.number for row in self._all(query)}

    def last_lines(self, battles: Sequence[str]) -> dict[str, int]:
        """The number of the last line of each of some battles that have begun."""
        table = tables.lines
        query = (
            select(table.c.battle, func.max(table.c.number).label("number"))
            .where(table.c.battle.in_(battles))
            .group_by(table.c.battle)
        )
        return {row.battle: row.number for row in self._all(query)}

    def keys(self, battle: str) -> dict[tuple[str, str], int]:
        """What was done under which key of which seat: the number of the line."""
        table = tables.keys
        query = select(table.c.seat, table.c.key, table.c.number).where(table.c.battle == battle)
        return {(row.seat, row.key): row.number for row in self._all(query)}

    def chat(self, battle: str, most: int) -> list[ChatRow]:
        """The last things that were said, and all notices, in their order."""
        table = tables.chat
        said = select(table).where(table.c.battle == battle)
        spoken = said.where(table.c.seat != NOBODY).order_by(table.c.number.desc()).limit(most)
        found = [*self._all(spoken), *self._all(said.where(table.c.seat == NOBODY))]
        return sorted(map(ChatRow.read, found), key=lambda row: row.number)

    def last_said(self, battle: str) -> int:
        """The number of what was said last."""
        table = tables.chat
        row = self._one(select(func.max(table.c.number).label("n")).where(table.c.battle == battle))
        return int(row.n or 0)

    def pending(self, battle: str) -> list[PendingRow]:
        """What waits for real dice."""
        table = tables.pending
        return [
            PendingRow(
                seat=row.seat,
                key=row.key,
                wish=msgspec.json.decode(row.wish),
                faces=tuple(msgspec.json.decode(row.faces)),
            )
            for row in self._all(select(table).where(table.c.battle == battle))
        ]

    def wish(self, battle: str) -> WishRow | None:
        """The last wish to take something back; it may have lapsed since."""
        row = self._one(select(tables.wishes).where(tables.wishes.c.battle == battle))
        return None if row is None else WishRow.read(row)

    def ceremony(self, battle: str) -> CeremonyRow:
        """How far the words for fair dice have come."""
        try:
            with self._engine.connect() as connection:
                return ceremony_of(connection, battle)
        except SQLAlchemyError as error:
            problem = f"the database could not be read: {type(error).__name__}"
            raise StorageError(problem) from error

    def ceremonies(self, battles: Sequence[str]) -> dict[str, int]:
        """How often the words for fair dice have changed, for each of some battles."""
        table = tables.ceremonies
        query = select(table.c.battle, table.c.number).where(table.c.battle.in_(battles))
        return {row.battle: row.number for row in self._all(query)}

    def token(self, digest: str) -> TokenRow | None:
        """What a token opens, by its digest."""
        row = self._one(select(tables.tokens).where(tables.tokens.c.digest == digest))
        return None if row is None else TokenRow.read(row)

    def forebear(self, battle: str) -> str | None:
        """The battle that goes on as this one, with the same people, if one does."""
        row = self._one(select(tables.battles.c.taken_over).where(tables.battles.c.id == battle))
        taken = (
            None if row is None or row.taken_over is None else msgspec.json.decode(row.taken_over)
        )
        return str(taken["battle"]) if taken and taken.get("people") else None

    def tokens(self, battle: str) -> list[TokenRow]:
        """All tokens of a battle."""
        rows = self._all(select(tables.tokens).where(tables.tokens.c.battle == battle))
        return [TokenRow.read(row) for row in rows]

    def seatings(self, battles: Sequence[str]) -> dict[str, int]:
        """How often it has changed who sits where, for each of some battles."""
        table = tables.battles
        query = select(table.c.id, table.c.seating).where(table.c.id.in_(battles))
        return {row.id: row.seating for row in self._all(query)}

    def has_left(self, digest: str) -> bool:
        """Whether whoever had a cookie has left."""
        table = tables.departures
        return self._one(select(table.c.digest).where(table.c.digest == digest)) is not None

    def fact(self, name: str) -> str | None:
        """A fact about the database itself."""
        row = self._one(select(tables.facts.c.value).where(tables.facts.c.name == name))
        return None if row is None else str(row.value)

    def _all(self, query: Any) -> Sequence[Any]:
        try:
            with self._engine.connect() as connection:
                return connection.execute(query).all()
        except SQLAlchemyError as error:
            problem = f"the database could not be read: {type(error).__name__}"
            raise StorageError(problem) from error

    def _one(self, query: Any) -> Any:
        rows = self._all(query)
        return rows[0] if rows else None
