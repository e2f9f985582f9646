"""The words for fair dice while a battle gathers: sealed, then opened."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update

from sandtable.dice.sealing import BegunAnew
from sandtable.server.storage import statements, tables
from sandtable.server.storage.errors import ClashError
from sandtable.server.storage.rows import text


class Opened(Struct, frozen=True):
    """What somebody has opened: the nonce, in hex, and the word."""

    nonce: str
    word: str


class CeremonyRow(Struct, frozen=True, kw_only=True):
    """How far the words for fair dice have come.

    Attributes:
        number: How often anything has changed about them.
        seals: The seals that are in, by seat.
        opening: Whether all seals were in, and were published: from then on the seals, and who
            plays, are settled.
        opened: What has been opened, by seat.
        begun_anew: The ceremonies that were broken off before.
    """

    number: int = 0
    seals: dict[str, str] = {}
    opening: bool = False
    opened: dict[str, Opened] = {}
    begun_anew: tuple[BegunAnew, ...] = ()


Change = Callable[[CeremonyRow], CeremonyRow]
"""From what is there to what shall be; it may raise, and then nothing has changed."""


def ceremony_of(connection: Connection, battle: str, *, lock: bool = False) -> CeremonyRow:
    """How far the words of a battle have come; an empty one, if nobody has sealed anything."""
    table = tables.ceremonies
    query = select(table.c.number, table.c.said).where(table.c.battle == battle)
    row = connection.execute(query.with_for_update() if lock else query).first()
    if row is None:
        return CeremonyRow()
    kept = msgspec.json.decode(row.said, type=CeremonyRow)
    return msgspec.structs.replace(kept, number=row.number)


def change_ceremony(
    connection: Connection,
    battle: str,
    change: Change,
    key: tuple[str, str] | None,
    secret: str | None,
) -> CeremonyRow:
    """Change the words of a battle that has not begun.

    Raises:
        ClashError: If it has begun, or another server was faster.
    """
    lines = select(func.count()).where(tables.lines.c.battle == battle)
    before = ceremony_of(connection, battle, lock=True)
    if connection.execute(lines).scalar():
        raise ClashError("the battle has begun")
    after = msgspec.structs.replace(change(before), number=before.number + 1)
    table = tables.ceremonies
    connection.execute(delete(table).where(table.c.battle == battle))
    connection.execute(insert(table).values(battle=battle, number=after.number, said=text(after)))
    if secret is not None:
        chosen = update(tables.battles).where(tables.battles.c.id == battle)
        connection.execute(chosen.values(secret=secret))
    if key is not None:
        statements.add_key(connection, battle, *key, 0)
    return after


def check_unchanged(connection: Connection, battle: str, number: int) -> None:
    """See that the words are those with which a battle was set up.

    Raises:
        ClashError: If they have changed since.
    """
    if ceremony_of(connection, battle, lock=True).number != number:
        raise ClashError("the words for the dice have changed")
