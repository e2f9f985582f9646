"""Everything that the server reads from the database and writes to it.

Reading methods block and are called in worker threads; writing ones return a future that is done
when the work is on the disk.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from sandtable.journal import JournalError
from sandtable.server.storage import tables
from sandtable.server.storage.connecting import connect, place_of, way_out
from sandtable.server.storage.errors import ClashError, StorageError
from sandtable.server.storage.rows import (
    BattleRow,
    ChatRow,
    LineRow,
    PendingRow,
    SeatRow,
    Summary,
    WishRow,
    text,
)
from sandtable.server.storage.writer import Writer


class Store:
    """The database of a server.

    Args:
        url: Its address, as SQLAlchemy writes it.

    Raises:
        StorageError: If it cannot be opened, was written by a newer program, or does not have
            the tables that it should.
    """

    def __init__(self, url: str) -> None:
        self._engine = connect(url)
        try:
            with (
                self._engine.connect().execution_options(writes=True) as connection,
                connection.begin(),
            ):
                tables.prepare(connection)
        except SQLAlchemyError as error:
            self._engine.dispose()
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            place = place_of(self._engine)
            raise StorageError(f"the database {place} cannot be opened: {reason}") from None
        except StorageError as error:
            self._engine.dispose()
            place = place_of(self._engine)
            raise StorageError(f"the database {place} {error}. {way_out(self._engine)}") from None
        self._writer = Writer(self._engine)

    def close(self) -> None:
        """Write what still waits, and close the database."""
        self._writer.close()
        self._engine.dispose()

    # -- reading ----------------------------------------------------------------------------------

    def battle(self, battle: str) -> BattleRow | None:
        """A battle by its id.

        Raises:
            JournalError: If its scenario cannot be understood, since another program wrote it.
        """
        row = self._one(select(tables.battles).where(tables.battles.c.id == battle))
        try:
            return None if row is None else BattleRow.read(row)
        except msgspec.MsgspecError as error:
            problem = f"its scenario was written by another version of the program ({error})"
            raise JournalError(battle, problem, damage="format") from error

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
        """The last things that were said, in their order."""
        table = tables.chat
        query = (
            select(table)
            .where(table.c.battle == battle)
            .order_by(table.c.number.desc())
            .limit(most)
        )
        found = [
            ChatRow(**{name: row._mapping[name] for name in ChatRow.__struct_fields__})
            for row in self._all(query)
        ]
        return found[::-1]

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

    def token(self, digest: str) -> tuple[str, str] | None:
        """The battle and the seat that a token opens, by its digest."""
        table = tables.tokens
        row = self._one(select(table.c.battle, table.c.seat).where(table.c.digest == digest))
        return None if row is None else (row.battle, row.seat)

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

    # -- writing ----------------------------------------------------------------------------------

    def add_battle(
        self,
        row: BattleRow,
        seats: Sequence[SeatRow],
        tokens: Sequence[tuple[str, str]],
        lines: Sequence[LineRow] = (),
    ) -> Future[None]:
        """Record a new battle with its seats, the digests of its tokens, and its first lines."""

        def work(connection: Connection) -> None:
            connection.execute(insert(tables.battles).values(row.values()))
            for seat in seats:
                connection.execute(insert(tables.seats).values(battle=row.id, **seat.values()))
            for digest, seat_id in tokens:
                _add_token(connection, row.id, seat_id, digest, row.created)
            _add_lines(connection, row.id, lines)

        return self._writer.submit(work)

    def add_lines(
        self,
        row: BattleRow,
        lines: Sequence[LineRow],
        keys: Iterable[tuple[str, str]] = (),
        answered: str | None = None,
    ) -> Future[None]:
        """Record further lines of a battle, under which keys they came, and where it stands then.

        Args:
            row: The battle as it stands afterwards.
            lines: Its new lines.
            keys: The seats and the keys under which they were asked for.
            answered: The seat whose wish waited for dice and is carried out with this.
        """

        def work(connection: Connection) -> None:
            _add_lines(connection, row.id, lines)
            for seat, key in keys:
                _add_key(connection, row.id, seat, key, lines[-1].number if lines else 0)
            if answered is not None:
                _forget_pending(connection, row.id, answered)
            _renew(connection, row)

        return self._writer.submit(work)

    def change_battle(self, row: BattleRow) -> Future[None]:
        """Record where a battle stands."""
        return self._writer.submit(lambda connection: _renew(connection, row))

    def change_scenario(self, row: BattleRow) -> Future[None]:
        """Record what is fought, before a battle has begun."""

        def work(connection: Connection) -> None:
            table = tables.battles
            changed = update(table).where(table.c.id == row.id)
            connection.execute(changed.values(scenario=row.values()["scenario"]))

        return self._writer.submit(work)

    def stop_waiting(self, battle: str) -> Future[None]:
        """Record that a battle begins without those who are not ready."""

        def work(connection: Connection) -> None:
            table = tables.battles
            connection.execute(update(table).where(table.c.id == battle).values(waits=0))

        return self._writer.submit(work)

    def change_seat(self, battle: str, seat: SeatRow, key: str | None = None) -> Future[None]:
        """Record who sits on a seat, and under which key that was asked for."""

        def work(connection: Connection) -> None:
            table = tables.seats
            connection.execute(
                update(table)
                .where(table.c.battle == battle, table.c.seat == seat.seat)
                .values(seat.values())
            )
            if key is not None:
                _add_key(connection, battle, seat.seat, key, 0)

        return self._writer.submit(work)

    def add_chat(self, battle: str, said: ChatRow, key: str, number: int) -> Future[None]:
        """Record something that was said, under which key, and the number of the last line."""

        def work(connection: Connection) -> None:
            connection.execute(
                insert(tables.chat).values(battle=battle, **msgspec.structs.asdict(said))
            )
            _add_key(connection, battle, said.seat, key, number)

        return self._writer.submit(work)

    def keep_pending(
        self, battle: str, row: PendingRow, key: tuple[str, str] | None = None, number: int = 0
    ) -> Future[None]:
        """Record what waits for dice, in place of what that seat waited for before.

        Args:
            battle: The battle.
            row: What waits.
            key: The seat and the key under which dice were thrown for it.
            number: The number of the last line.
        """

        def work(connection: Connection) -> None:
            _forget_pending(connection, battle, row.seat)
            connection.execute(
                insert(tables.pending).values(
                    battle=battle,
                    seat=row.seat,
                    key=row.key,
                    wish=text(row.wish),
                    faces=text(row.faces),
                )
            )
            if key is not None:
                _add_key(connection, battle, *key, number)

        return self._writer.submit(work)

    def forget_pending(
        self, battle: str, seat: str, key: str | None = None, number: int = 0
    ) -> Future[None]:
        """Forget what a seat waited for, and under which key of it that was asked for."""

        def work(connection: Connection) -> None:
            _forget_pending(connection, battle, seat)
            if key is not None:
                _add_key(connection, battle, seat, key, number)

        return self._writer.submit(work)

    def keep_wish(
        self, battle: str, row: WishRow, keys: Iterable[tuple[str, str]] = ()
    ) -> Future[None]:
        """Record a wish to take something back, in place of the one before.

        Args:
            battle: The battle.
            row: The wish as it stands.
            keys: The seats and the keys that are answered with it.
        """

        def work(connection: Connection) -> None:
            table = tables.wishes
            connection.execute(delete(table).where(table.c.battle == battle))
            connection.execute(insert(table).values(battle=battle, **row.values()))
            for seat, key in keys:
                _add_key(connection, battle, seat, key, row.line)

        return self._writer.submit(work)

    def add_token(self, battle: str, seat: str, digest: str, at: float) -> Future[None]:
        """Record a new token, by its digest."""
        return self._writer.submit(
            lambda connection: _add_token(connection, battle, seat, digest, at)
        )

    def revoke(self, battle: str, seat: str) -> Future[int]:
        """Forget all tokens of a seat; how many there were."""

        def work(connection: Connection) -> int:
            table = tables.tokens
            gone = connection.execute(
                delete(table).where(table.c.battle == battle, table.c.seat == seat)
            )
            return int(gone.rowcount)

        return self._writer.submit(work)

    def delete(self, battle: str) -> Future[None]:
        """Delete a battle and all that belongs to it."""

        def work(connection: Connection) -> None:
            for table in reversed(tables.metadata.sorted_tables):
                if "battle" in table.c:
                    connection.execute(delete(table).where(table.c.battle == battle))
            connection.execute(delete(tables.battles).where(tables.battles.c.id == battle))

        return self._writer.submit(work)

    def lasting_fact(self, name: str) -> str:
        """A random fact about the database that is made up when it is first wanted."""
        known = self.fact(name)
        if known is not None:
            return known
        fresh = secrets.token_hex(32)
        row = {"name": name, "value": fresh}
        with contextlib.suppress(ClashError):  # another server was faster
            self._writer.submit(
                lambda connection: connection.execute(insert(tables.facts).values(row))
            ).result()
        found = self.fact(name)
        assert found is not None
        return found


# What every order needs is put together once; to do it anew each time would take longer than the
# writing itself.
_LINES: Final = insert(tables.lines)
_KEYS: Final = insert(tables.keys)
_RENEWAL: Final = update(tables.battles).where(tables.battles.c.id == bindparam("battle"))


def _add_lines(connection: Connection, battle: str, lines: Sequence[LineRow]) -> None:
    if lines:
        connection.execute(
            _LINES,
            [
                {"battle": battle, "number": line.number, "at": line.at, "raw": line.raw}
                for line in lines
            ],
        )


def _add_token(connection: Connection, battle: str, seat: str, digest: str, at: float) -> None:
    connection.execute(
        insert(tables.tokens).values(digest=digest, battle=battle, seat=seat, created=at)
    )


def _add_key(connection: Connection, battle: str, seat: str, key: str, number: int) -> None:
    connection.execute(_KEYS, {"battle": battle, "seat": seat, "key": key, "number": number})


def _forget_pending(connection: Connection, battle: str, seat: str) -> None:
    table = tables.pending
    connection.execute(delete(table).where(table.c.battle == battle, table.c.seat == seat))


def _renew(connection: Connection, row: BattleRow) -> None:
    connection.execute(_RENEWAL, {"battle": row.id, **row.standing()})
