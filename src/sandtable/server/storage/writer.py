"""The one thread that writes.

Whatever waits when it is free is written in one transaction, so that many battles at once cost no
more trips to the disk than one. Each piece of work has a savepoint of its own: one that fails
leaves no trace and does not harm the others. Only when the transaction is on the disk is anybody
told that his work is done.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from sandtable.server.storage.errors import ClashError, DoubtError, StorageError

T = TypeVar("T")
Work = Callable[[Connection], Any]

MOST: Final = 200
"""How many pieces of work go into one transaction at most."""

_END: Final = object()


class Writer:
    """Carries out work on the database, several pieces in one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="sandtable-writer", daemon=True)
        self._closed = False
        self._thread.start()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        """Have something written; the future is done when it is on the disk.

        It fails with ``ClashError`` if somebody else has written the same before, and with
        ``StorageError`` if it cannot be written. With ``DoubtError`` it fails if the database was
        lost in the middle of the commit.
        """
        future: Future[T] = Future()
        if self._closed:
            future.set_exception(StorageError("the database is closed"))
        else:
            self._queue.put((work, future))
        return future

    def close(self) -> None:
        """Write what still waits, and stop."""
        if not self._closed:
            self._closed = True
            self._queue.put(_END)
            self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not _END:
            batch = [first]
            ended = False
            while len(batch) < MOST and not self._queue.empty():
                item = self._queue.get()
                if item is _END:
                    ended = True
                    break
                batch.append(item)
            self._write(batch)
            if ended:
                return

    def _write(self, waiting: list[tuple[Work, Future[Any]]]) -> None:
        # From here on nobody can change his mind; who has already is left out.
        batch = [each for each in waiting if each[1].set_running_or_notify_cancel()]
        try:
            self._commit(batch)
        except Exception as error:
            left = [each for each in batch if not each[1].done()]
            if len(left) == 1 or isinstance(error, DoubtError):
                for _, future in left:
                    future.set_exception(_problem(error))
                return
            for each in left:  # one of them may be the cause, and the others go through
                self._write_alone(each)

    def _write_alone(self, each: tuple[Work, Future[Any]]) -> None:
        try:
            self._commit([each])
        except Exception as error:
            each[1].set_exception(_problem(error))

    def _commit(self, batch: list[tuple[Work, Future[Any]]]) -> None:
        """Write some pieces of work in one transaction, and then say that they are done."""
        done: list[tuple[Future[Any], Any]] = []
        with self._engine.connect().execution_options(writes=True) as connection:
            connection.begin()  # rolled back at the end of the connection, unless committed
            for work, future in batch:
                self._try(connection, work, future, done)
            try:
                connection.commit()
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                raise DoubtError("the database was lost while it committed") from error
        for future, result in done:
            future.set_result(result)

    def _try(
        self,
        connection: Connection,
        work: Work,
        future: Future[Any],
        done: list[tuple[Future[Any], Any]],
    ) -> None:
        try:
            with connection.begin_nested():
                result = work(connection)
        except IntegrityError as error:
            future.set_exception(ClashError(str(error.orig)))
        except OperationalError:
            raise  # the database itself is in trouble, not this piece of work
        except SQLAlchemyError as error:
            future.set_exception(_problem(error))
        except Exception as error:
            future.set_exception(error)
        else:
            done.append((future, result))


def _problem(error: Exception) -> StorageError | DoubtError:
    if isinstance(error, DoubtError):
        return error
    problem = StorageError(f"the database could not be written: {type(error).__name__}")
    problem.__cause__ = error
    return problem
