"""Everything that the server writes to the database, beside what it reads from it.

Methods that write return a future that is done when the work is on the disk.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from sandtable.server.storage import statements, tables
from sandtable.server.storage.ceremony import (
    CeremonyRow,
    Change,
    change_ceremony,
    check_unchanged,
)
from sandtable.server.storage.connecting import connect, place_of, way_out
from sandtable.server.storage.errors import ClashError, StorageError
from sandtable.server.storage.reading import Reader
from sandtable.server.storage.rows import (
    Aside,
    BattleRow,
    ChatRow,
    LineRow,
    PendingRow,
    SeatRow,
    TellingRow,
    TokenKind,
    WishRow,
    text,
)
from sandtable.server.storage.seating import Seated, Seating
from sandtable.server.storage.writer import Writer

T = TypeVar("T")


class Store(Reader):
    """The database of a server.

    Args:
        url: Its address, as SQLAlchemy writes it.

    Raises:
        StorageError: If it cannot be opened, was written by a newer program, or does not have
            the tables that it should.
    """

    def __init__(self, url: str) -> None:
        super().__init__(connect(url))
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

    def add_battle(
        self,
        row: BattleRow,
        seats: Sequence[SeatRow],
        tokens: Sequence[tuple[str, str]],
        lines: Sequence[LineRow] = (),
        tellings: Sequence[TellingRow] = (),
    ) -> Future[None]:
        """Record a new battle with its seats, the digests of its tokens, and its first lines.

        The tokens of the seats of whoever begins it open them; those of other people's seats are
        invitations.
        """
        own = {seat.seat: seat.own for seat in seats}
        kinds: dict[bool | None, TokenKind] = {True: "person", False: "invitation", None: "open"}

        def work(connection: Connection) -> None:
            connection.execute(insert(tables.battles).values(row.values()))
            for seat in seats:
                connection.execute(insert(tables.seats).values(battle=row.id, **seat.values()))
            for digest, seat_id in tokens:
                kind = kinds[own.get(seat_id)]
                statements.add_token(connection, row.id, seat_id, digest, row.created, kind)
            statements.add_lines(connection, row.id, lines)
            statements.add_tellings(connection, row.id, tellings)

        return self._writer.submit(work)

    def add_heir(
        self,
        old: str,
        led: Aside,
        row: BattleRow,
        seats: Sequence[SeatRow],
        lines: Sequence[LineRow] = (),
        tellings: Sequence[TellingRow] = (),
    ) -> Future[None]:
        """Record a battle as which another goes on, whose links are its own from then on.

        Its notices come along, and whether its record was given out: none of it may be forgotten.

        Args:
            old: The other battle.
            led: Why that was set aside, and where it leads.
            row: The new battle.
            seats: Who sits where.
            lines: Its first lines.
            tellings: What they brought.
        """

        def work(connection: Connection) -> None:
            table = tables.battles
            opened = connection.execute(select(table.c.opened).where(table.c.id == old)).scalar()
            connection.execute(insert(table).values({**row.values(), "opened": opened}))
            for seat in seats:
                connection.execute(insert(tables.seats).values(battle=row.id, **seat.values()))
            statements.add_lines(connection, row.id, lines)
            statements.add_tellings(connection, row.id, tellings)
            statements.copy_notices(connection, old, row.id)
            tokens = tables.tokens
            connection.execute(update(tokens).where(tokens.c.battle == old).values(battle=row.id))
            connection.execute(update(table).where(table.c.id == old).values(aside=text(led)))

        return self._writer.submit(work)

    def add_tellings(self, battle: str, tellings: Sequence[TellingRow]) -> Future[None]:
        """Record what lines brought that were recorded before."""
        return self._writer.submit(
            lambda connection: statements.add_tellings(connection, battle, tellings)
        )

    def add_lines(
        self,
        row: BattleRow,
        lines: Sequence[LineRow],
        keys: Iterable[tuple[str, str]] = (),
        answered: str | None = None,
        ceremony: int | None = None,
        tellings: Sequence[TellingRow] = (),
    ) -> Future[None]:
        """Record further lines of a battle, under which keys they came, and where it stands then.

        Args:
            row: The battle as it stands afterwards.
            lines: Its new lines.
            keys: The seats and the keys under which they were asked for.
            answered: The seat whose wish waited for dice and is carried out with this.
            ceremony: The number of the words for fair dice with which the battle begins.
            tellings: What the new lines brought.
        """

        def work(connection: Connection) -> None:
            if ceremony is not None:
                check_unchanged(connection, row.id, ceremony)
            statements.add_lines(connection, row.id, lines)
            statements.add_tellings(connection, row.id, tellings)
            for seat, key in keys:
                statements.add_key(connection, row.id, seat, key, lines[-1].number if lines else 0)
            if answered is not None:
                statements.forget_pending(connection, row.id, answered)
            statements.renew(connection, row)

        return self._writer.submit(work)

    def change_battle(self, row: BattleRow) -> Future[None]:
        """Record where a battle stands."""
        return self._writer.submit(lambda connection: statements.renew(connection, row))

    def set_aside(self, battle: str, aside: Aside | None) -> Future[None]:
        """Record why a battle does not go on, or that it is to be tried again."""

        def work(connection: Connection) -> None:
            table = tables.battles
            value = None if aside is None else text(aside)
            connection.execute(update(table).where(table.c.id == battle).values(aside=value))

        return self._writer.submit(work)

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

    def change_seat(
        self, battle: str, seat: str, changed: dict[str, Any], key: str | None = None
    ) -> Future[int]:
        """Record what has changed about a seat, and under which key that was asked for.

        Only those columns are written: somebody else may be changing others at the same moment.

        Returns:
            How often anything has changed about the seats by now.
        """

        def work(connection: Connection) -> int:
            seating = Seating(connection, battle)
            seating.change(seat, **changed)
            if key is not None:
                statements.add_key(connection, battle, seat, key, 0)
            return seating.done().number

        return self._writer.submit(work)

    def reseat(self, battle: str, settle: Callable[[Seating], T]) -> Future[tuple[T, Seated]]:
        """Change who sits where; what is decided rests on what is recorded at that moment.

        Args:
            battle: The battle.
            settle: Decides and changes, within one transaction. What it raises, the future raises;
                then nothing has changed.

        Returns:
            What ``settle`` returns, and who sits where after it.
        """

        def work(connection: Connection) -> tuple[T, Seated]:
            seating = Seating(connection, battle)
            result = settle(seating)
            return result, seating.done()

        return self._writer.submit(work)

    def change_ceremony(
        self,
        battle: str,
        change: Change,
        *,
        key: tuple[str, str] | None = None,
        secret: str | None = None,
    ) -> Future[CeremonyRow]:
        """Change the words for fair dice of a battle that has not begun.

        Args:
            battle: The battle.
            change: Says what shall be, from what is there; whatever it raises is raised.
            key: The seat and the key under which that was asked for.
            secret: The new secret, if the ceremony is begun anew.
        """
        return self._writer.submit(
            lambda connection: change_ceremony(connection, battle, change, key, secret)
        )

    def add_chat(self, battle: str, said: ChatRow, key: str, number: int) -> Future[None]:
        """Record something that was said, under which key, and the number of the last line."""

        def work(connection: Connection) -> None:
            connection.execute(
                insert(tables.chat).values(battle=battle, **msgspec.structs.asdict(said))
            )
            statements.add_key(connection, battle, said.seat, key, number)

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
            statements.forget_pending(connection, battle, row.seat)
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
                statements.add_key(connection, battle, *key, number)

        return self._writer.submit(work)

    def forget_pending(
        self, battle: str, seat: str, key: str | None = None, number: int = 0
    ) -> Future[None]:
        """Forget what a seat waited for, and under which key of it that was asked for."""

        def work(connection: Connection) -> None:
            statements.forget_pending(connection, battle, seat)
            if key is not None:
                statements.add_key(connection, battle, seat, key, number)

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
                statements.add_key(connection, battle, seat, key, row.line)

        return self._writer.submit(work)

    def add_departure(self, digest: str, until: float, now: float) -> Future[None]:
        """Record that a cookie is void; those that would be too old by now are forgotten."""

        def work(connection: Connection) -> None:
            table = tables.departures
            connection.execute(delete(table).where(table.c.until < now))
            connection.execute(insert(table).values(digest=digest, until=until))

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

    def replace_fact(self, name: str, before: str | None, after: str) -> str:
        """Put one fact in the place of another; what stands there then, if somebody was faster."""
        table = tables.facts

        def work(connection: Connection) -> None:
            if before is None:
                connection.execute(insert(table).values(name=name, value=after))
            else:
                connection.execute(
                    update(table)
                    .where(table.c.name == name, table.c.value == before)
                    .values(value=after)
                )

        with contextlib.suppress(ClashError):
            self._writer.submit(work).result()
        found = self.fact(name)
        assert found is not None
        return found
