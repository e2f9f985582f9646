"""Who sits where in a battle, read and changed within one transaction.

Two servers may share a database, and two people may change a seat at the same moment. So whatever
decides who holds a seat is decided on what is recorded at that very moment, while nobody else can
change it; and only what changes is written.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update

from sandtable.server.storage import statements, tables
from sandtable.server.storage.rows import FLAGS, NOBODY, ChatRow, SeatRow, TokenKind, TokenRow, text


class Seated(Struct, frozen=True, kw_only=True):
    """What has come of a change of who sits where.

    Attributes:
        number: How often it has changed by now.
        seats: Who sits where.
        notices: What everybody is told of it.
        void: The digests of tokens that opened a seat and do not any more.
    """

    number: int
    seats: tuple[SeatRow, ...]
    notices: tuple[ChatRow, ...] = ()
    void: frozenset[str] = frozenset()


class Seating:
    """Who sits where in a battle, while nobody else can change it.

    Args:
        connection: A transaction of the one that writes.
        battle: The battle.
    """

    def __init__(self, connection: Connection, battle: str) -> None:
        self.battle = battle
        self._connection = connection
        self._notices: list[ChatRow] = []
        self._void: set[str] = set()
        table = tables.battles
        # Where several servers write at once, the others wait here; SQLite lets in one anyway.
        row = connection.execute(
            select(table.c.seating, table.c.opened, table.c.status)
            .where(table.c.id == battle)
            .with_for_update()
        ).one_or_none()
        self._number = row.seating if row else 0
        self._changed = False
        self.opened: float | None = row.opened if row else None
        self.status: str = row.status if row else "over"
        self.seats = {seat.seat: seat for seat in self._read_seats()}

    def _read_seats(self) -> list[SeatRow]:
        table = tables.seats
        rows = self._connection.execute(
            select(table).where(table.c.battle == self.battle).order_by(table.c.place)
        )
        return [SeatRow.read(row) for row in rows]

    def tokens(self, seat: str) -> list[TokenRow]:
        """The tokens of a seat."""
        table = tables.tokens
        rows = self._connection.execute(
            select(table).where(table.c.battle == self.battle, table.c.seat == seat)
        )
        return [TokenRow.read(row) for row in rows]

    def all_tokens(self) -> list[TokenRow]:
        """All tokens of the battle."""
        table = tables.tokens
        rows = self._connection.execute(select(table).where(table.c.battle == self.battle))
        return [TokenRow.read(row) for row in rows]

    def token(self, digest: str) -> TokenRow | None:
        """A token, by its digest."""
        table = tables.tokens
        row = self._connection.execute(select(table).where(table.c.digest == digest)).one_or_none()
        return None if row is None else TokenRow.read(row)

    @property
    def notices(self) -> int:
        """How many notices there are of this battle."""
        table = tables.chat
        query = select(func.count()).where(table.c.battle == self.battle, table.c.seat == NOBODY)
        return int(self._connection.execute(query).scalar() or 0)

    # -- changing ---------------------------------------------------------------------------------

    def change(self, seat: str, **changed: Any) -> SeatRow:
        """Change something about a seat, and nothing else."""
        written = dict(changed)
        for name in FLAGS:
            if name in written:
                written[name] = int(written[name])
        if written.get("pieces") is not None:
            written["pieces"] = text(written["pieces"])
        table = tables.seats
        self._connection.execute(
            update(table)
            .where(table.c.battle == self.battle, table.c.seat == seat)
            .values(**written)
        )
        self._touch()
        row = self.seats.get(seat)
        if row is None:
            return SeatRow(seat=seat, place=0, **changed)
        for name, value in changed.items():
            setattr(row, name, value)
        return row

    def add_token(self, seat: str, digest: str, kind: TokenKind, at: float) -> None:
        """Add a token of a seat, by its digest."""
        statements.add_token(self._connection, self.battle, seat, digest, at, kind)
        self._touch()

    def spend(self, seat: str, claim: str, at: float, name: str) -> None:
        """Mark all invitations to a seat as spent by whoever took it."""
        table = tables.tokens
        self._connection.execute(
            update(table)
            .where(
                table.c.battle == self.battle, table.c.seat == seat, table.c.kind == "invitation"
            )
            .values(kind="spent", claim=claim, claimed=at, name=name)
        )
        self._touch()

    def drop_tokens(self, seat: str, kinds: Collection[TokenKind] | None = None) -> int:
        """Forget the tokens of a seat, or those of some kinds; how many there were."""
        gone = [row for row in self.tokens(seat) if kinds is None or row.kind in kinds]
        table = tables.tokens
        for row in gone:
            self._connection.execute(delete(table).where(table.c.digest == row.digest))
        self._void.update(row.digest for row in gone)
        if gone:
            self._touch()
        return len(gone)

    def note_opened(self, at: float) -> None:
        """Note that whoever plays alone was given the whole record."""
        if self.opened is None:
            self.opened = at
            table = tables.battles
            self._connection.execute(
                update(table).where(table.c.id == self.battle).values(opened=at)
            )

    def tell(self, notice: str, at: float) -> None:
        """Leave a notice that everybody in the battle is told, now and whenever he comes in."""
        table = tables.chat
        query = select(func.max(table.c.number)).where(table.c.battle == self.battle)
        number = int(self._connection.execute(query).scalar() or 0) + 1
        row = ChatRow(number=number, at=at, seat=NOBODY, name="", text=notice)
        self._connection.execute(
            insert(table).values(
                battle=self.battle, number=number, at=at, seat=NOBODY, name="", text=notice
            )
        )
        self._notices.append(row)
        self._touch()

    def _touch(self) -> None:
        if not self._changed:
            self._changed = True
            self._number += 1
            table = tables.battles
            self._connection.execute(
                update(table).where(table.c.id == self.battle).values(seating=self._number)
            )

    def done(self) -> Seated:
        """What has come of it."""
        return Seated(
            number=self._number,
            seats=tuple(self.seats.values()),
            notices=tuple(self._notices),
            void=frozenset(self._void),
        )
