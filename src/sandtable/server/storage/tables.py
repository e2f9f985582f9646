"""The tables of the database, and how an older database is brought forward.

A battle is its lines: the very lines of a journal file, checksums included, so that a battle taken
out of the database is a journal byte for byte. Everything else is about who sits where.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    insert,
    inspect,
    select,
    text,
    update,
)

from sandtable.server.storage.errors import StorageError

metadata = MetaData()

facts = Table(
    "facts",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Facts about the database itself: the version of its schema, the key of its cookies."""

battles = Table(
    "battles",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("title", Text, nullable=False),
    Column("scenario_id", String(64), nullable=False),
    Column("scenario", LargeBinary, nullable=False),
    Column("book", String(64), nullable=False),
    Column("dice", String(16), nullable=False),
    Column("seed", Text),
    Column("seed_from", String(16)),
    Column("secret", String(128)),
    Column("referee", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("waiting", Text, nullable=False),
    Column("outcome", Text),
    Column("taken_over", Text),
    Column("waits", Integer, nullable=False, server_default="0"),
    Column("aside", Text),
    Column("seating", Integer, nullable=False, server_default="0"),
    Column("opened", Float),
)

seats = Table(
    "seats",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("side", String(64)),
    Column("role", String(16), nullable=False),
    Column("kind", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("pieces", Text),
    Column("word", Text),
    Column("own", Integer, nullable=False),
    Column("ready", Integer, nullable=False, server_default="0"),
    Column("taken", Float),
    Column("held", Integer, nullable=False, server_default="0"),
    Column("freed", Float),
    Column("asked", Float),
)

tokens = Table(
    "tokens",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), nullable=False),
    Column("seat", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("kind", String(16), nullable=False, server_default="open"),
    Column("claim", String(64)),
    Column("claimed", Float),
    Column("name", Text),
    Index("tokens_by_seat", "battle", "seat"),
)

departures = Table(
    "departures",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("until", Float, nullable=False),
)
"""Cookies of people who have left, as long as they would still be good."""

lines = Table(
    "lines",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("at", Float, nullable=False),
    Column("raw", LargeBinary, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("number", BigInteger().with_variant(Integer, "sqlite"), nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("seat", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("side", String(64)),
)

pending = Table(
    "pending",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("key", String(64), nullable=False),
    Column("wish", Text, nullable=False),
    Column("faces", Text, nullable=False),
)
"""Orders that wait for real dice, with the faces typed so far."""


wishes = Table(
    "wishes",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("line", BigInteger().with_variant(Integer, "sqlite"), nullable=False),
    Column("seat", String(64), nullable=False),
    Column("key", String(64), nullable=False),
    Column("to", BigInteger().with_variant(Integer, "sqlite"), nullable=False),
    Column("text", Text, nullable=False),
    Column("sides", Text, nullable=False),
)
"""The last wish of a battle to take something back, which may wait for consent."""


ceremonies = Table(
    "ceremonies",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("said", Text, nullable=False),
)
"""The words for fair dice while a battle gathers, sealed and opened, and how often they changed."""


tellings = Table(
    "tellings",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("after", BigInteger().with_variant(Integer, "sqlite")),
    Column("data", LargeBinary, nullable=False),
)
"""What each line brought, as it was told then, so that a battle can be read without its rules."""


LOCK: Final = 0x73616E64
"""What servers agree on to lock while they prepare a database."""


def _add_wishes(connection: Connection) -> None:
    wishes.create(connection)


def _add_waiting(connection: Connection) -> None:
    connection.execute(text("alter table battles add column waits integer not null default 0"))
    connection.execute(text("alter table seats add column ready integer not null default 0"))


def _add_aside(connection: Connection) -> None:
    connection.execute(text("alter table battles add column aside text"))


def _add_holders(connection: Connection) -> None:
    departures.create(connection)
    for column in (
        "battles add column seating integer not null default 0",
        "battles add column opened double precision",
        "seats add column taken double precision",
        "seats add column held integer not null default 0",
        "seats add column freed double precision",
        "seats add column asked double precision",
        "tokens add column kind varchar(16) not null default 'open'",
        "tokens add column claim varchar(64)",
        "tokens add column claimed double precision",
        "tokens add column name text",
    ):
        connection.execute(text(f"alter table {column}"))
    # Nobody can tell who has had a link to a friend's seat: whoever comes first with it holds the
    # seat from now on, and what the seat knows stays closed as if somebody had been there.
    theirs = "from seats where seats.battle = tokens.battle and seats.seat = tokens.seat and own = "
    for own, kind in ((1, "person"), (0, "invitation")):
        connection.execute(
            text(f"update tokens set kind = '{kind}' where exists (select 1 {theirs}{own})")
        )
    connection.execute(
        text(
            "update seats set held = 1 where own = 0 and exists (select 1 from tokens "
            "where tokens.battle = seats.battle and tokens.seat = seats.seat)"
        )
    )


def _add_ceremonies(connection: Connection) -> None:
    connection.execute(text("alter table battles add column seed_from varchar(16)"))
    ceremonies.create(connection)


def _add_tellings(connection: Connection) -> None:
    tellings.create(connection)


STEPS: Sequence[Callable[[Connection], None]] = (
    _add_wishes,
    _add_waiting,
    _add_aside,
    _add_holders,
    _add_ceremonies,
    _add_tellings,
)
"""How a database of version n becomes one of version n + 1, for each n from 1 on."""

VERSION: Final = len(STEPS) + 1
"""The version of the schema that this program writes."""


def prepare(connection: Connection) -> None:
    """Make the tables, or bring older ones forward, all within one transaction.

    Raises:
        StorageError: If the database was written by a newer program, or lacks what it should have.
    """
    if connection.dialect.name == "postgresql":  # two servers may start at once
        connection.execute(text("select pg_advisory_xact_lock(:number)"), {"number": LOCK})
    if not inspect(connection).has_table(facts.name):
        metadata.create_all(connection)
        connection.execute(insert(facts).values(name="schema", value=str(VERSION)))
        return
    found = connection.execute(select(facts.c.value).where(facts.c.name == "schema")).scalar()
    if found is None or not found.isdecimal():
        raise StorageError("is not one of Sandtable's: it does not say which schema it has")
    version = int(found)
    if version > VERSION:
        raise StorageError(
            f"has schema {version}, and this program knows schemas up to {VERSION}; "
            "a newer Sandtable is needed"
        )
    for step in STEPS[version - 1 :]:
        step(connection)
    _check(connection, version)
    connection.execute(update(facts).where(facts.c.name == "schema").values(value=str(VERSION)))


def _check(connection: Connection, version: int) -> None:
    """See that all tables and columns are there.

    A database that was made between two versions says that it has a schema and has another one;
    it had better be told of now than with the first battle that cannot be read.
    """
    found = inspect(connection)
    for table in metadata.sorted_tables:
        if not found.has_table(table.name):
            raise StorageError(f"has not all that schema {version} has: no table {table.name!r}")
        there = {column["name"] for column in found.get_columns(table.name)}
        lacking = [column.name for column in table.columns if column.name not in there]
        if lacking:
            names = ", ".join(lacking)
            raise StorageError(
                f"has not all that schema {version} has: its table {table.name!r} lacks {names}"
            )
