"""What is written in more than one place, as part of a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert, literal, select, update

from sandtable.server.storage import tables
from sandtable.server.storage.rows import NOBODY, BattleRow, LineRow, TellingRow, TokenKind

# What every order needs is put together once; to do it anew each time would take longer than the
# writing itself.
_LINES: Final = insert(tables.lines)
_TELLINGS: Final = insert(tables.tellings)
_KEYS: Final = insert(tables.keys)
_RENEWAL: Final = update(tables.battles).where(tables.battles.c.id == bindparam("battle"))


def add_lines(connection: Connection, battle: str, lines: Sequence[LineRow]) -> None:
    """Add lines to a battle."""
    if lines:
        connection.execute(
            _LINES,
            [
                {"battle": battle, "number": line.number, "at": line.at, "raw": line.raw}
                for line in lines
            ],
        )


def add_tellings(connection: Connection, battle: str, rows: Sequence[TellingRow]) -> None:
    """Add what lines of a battle brought."""
    if rows:
        connection.execute(
            _TELLINGS,
            [
                {"battle": battle, "number": row.number, "after": row.after, "data": row.data}
                for row in rows
            ],
        )


def add_token(
    connection: Connection, battle: str, seat: str, digest: str, at: float, kind: TokenKind
) -> None:
    """Add a token of a seat, by its digest."""
    connection.execute(
        insert(tables.tokens).values(digest=digest, battle=battle, seat=seat, created=at, kind=kind)
    )


def add_key(connection: Connection, battle: str, seat: str, key: str, number: int) -> None:
    """Note under which key of a seat something was done."""
    connection.execute(_KEYS, {"battle": battle, "seat": seat, "key": key, "number": number})


def copy_notices(connection: Connection, old: str, new: str) -> None:
    """Have the notices of a battle told in another one, too."""
    table = tables.chat
    others = [column for column in table.c if column.name != "battle"]
    notices = select(literal(new), *others).where(table.c.battle == old, table.c.seat == NOBODY)
    connection.execute(insert(table).from_select([table.c.battle, *others], notices))


def forget_pending(connection: Connection, battle: str, seat: str) -> None:
    """Forget what a seat waited for."""
    table = tables.pending
    connection.execute(delete(table).where(table.c.battle == battle, table.c.seat == seat))


def renew(connection: Connection, row: BattleRow) -> None:
    """Write down where a battle stands."""
    connection.execute(_RENEWAL, {"battle": row.id, **row.standing()})
