"""How a database is reached, and what it is called when something is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from sandtable.server.storage.errors import StorageError


def connect(url: str) -> Engine:
    """An engine for a database, set up so that what is committed survives.

    Raises:
        StorageError: If the address makes no sense.
    """
    try:
        parsed = make_url(url)
    except SQLAlchemyError:
        raise StorageError("the address of the database cannot be read") from None
    if parsed.get_backend_name() == "sqlite":
        if parsed.database in (None, "", ":memory:"):
            raise StorageError("a database in memory would be lost with the server; name a file")
        Path(str(parsed.database)).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(parsed, poolclass=QueuePool, connect_args={"timeout": 30})
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    return create_engine(parsed, pool_pre_ping=True)


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are begun below, not by the driver
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    # A writer takes the lock at once, so that it never has to give up half-way.
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def place_of(engine: Engine) -> str:
    """Where a database is, for people: its file, or its address without the password."""
    if engine.dialect.name == "sqlite":
        return str(Path(str(engine.url.database)).resolve())
    return engine.url.render_as_string(hide_password=True)


def way_out(engine: Engine) -> str:
    """What to do about a database that cannot be used as it is; nothing of it is ever deleted."""
    if engine.dialect.name == "sqlite":
        file = place_of(engine)
        return (
            f"Nothing was changed. To begin with an empty one, move it away (mv '{file}' "
            f"'{file}.old'), or name another folder with --data-dir."
        )
    return "Nothing was changed. To begin with an empty one, name it with --database-url."
