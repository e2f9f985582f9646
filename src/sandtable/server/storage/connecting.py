"""How a database is reached, and what it is called when something is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from sandtable.server.storage.errors import StorageError
from sandtable.server.storage.private import private_database, private_folder


def connect(url: str) -> Engine:
    """An engine for a database, set up so that what is committed survives.

    Raises:
        StorageError: If the address makes no sense.
    """
    parsed, file = _parsed(url), file_of(url)
    if file is not None:
        _make_private(file)
        engine = create_engine(parsed, poolclass=QueuePool, connect_args={"timeout": 30})
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    return create_engine(parsed, pool_pre_ping=True)


def file_of(url: str) -> Path | None:
    """The file of a database that is one; nothing for a database that servers may share.

    Raises:
        StorageError: If the address makes no sense.
    """
    parsed = _parsed(url)
    if parsed.get_backend_name() != "sqlite":
        return None
    name = parsed.database
    if name is None or name in ("", ":memory:") or name.startswith("file:"):
        raise StorageError("a database in memory would be lost with the server; name a file")
    return Path(name).resolve()


def _parsed(url: str) -> URL:
    try:
        return make_url(url)
    except SQLAlchemyError:
        raise StorageError("the address of the database cannot be read") from None


def _make_private(file: Path) -> None:
    try:
        private_folder(file.parent, ours=False)
        private_database(file)
    except OSError as error:
        reason = error.strerror or str(error)
        raise StorageError(f"the database {file} cannot be opened: {reason}") from None


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
