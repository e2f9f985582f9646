"""All rooms of a server: found when wanted, dropped when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, ParamSpec, TypeVar

from sandtable.server.memory import search_all
from sandtable.server.rooms.parts import NoBattleError
from sandtable.server.rooms.room import Room
from sandtable.server.settings import Settings
from sandtable.server.storage import StorageError, Store

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger("sandtable.server")

MANY: Final = 100
"""So many battles may leave the memory before their garbage is searched for in spite of people."""


class Hall:
    """The rooms of a server, and the threads that do their work.

    Args:
        settings: How the server is set up.
        store: Its database.
    """

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._workers = ThreadPoolExecutor(settings.workers, "sandtable-engine")
        self._thinkers = ThreadPoolExecutor(1, "sandtable-computer")
        self._answers = ThreadPoolExecutor(2, "sandtable-answer")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._dropped = 0

    # -- threads and tasks ------------------------------------------------------------------------

    async def work(self, do: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Do something in a thread that works out orders."""
        return await self._in(self._workers, do, *args, **named)

    async def think(self, do: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Do something in a thread of the computer players, which may take long."""
        return await self._in(self._thinkers, do, *args, **named)

    async def answer(self, do: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Do something in a thread that answers questions."""
        return await self._in(self._answers, do, *args, **named)

    async def _in(
        self, pool: ThreadPoolExecutor, do: Callable[P, T], *args: P.args, **named: P.kwargs
    ) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, lambda: do(*args, **named))

    def spawn(self, doing: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Have something done that nobody need wait for, and that nobody's leaving stops."""
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a task of the server failed", exc_info=error)

    # -- rooms ------------------------------------------------------------------------------------

    def open_room(self, battle: str) -> Room | None:
        """The room of a battle, if it is in memory."""
        return self._rooms.get(battle)

    @property
    def rooms(self) -> tuple[Room, ...]:
        """All rooms in memory."""
        return tuple(self._rooms.values())

    async def room(self, battle: str) -> Room:
        """The room of a battle, loaded if need be.

        Raises:
            NoBattleError: If there is no such battle.
            JournalError: If it cannot be played again.
        """
        found = self._rooms.get(battle)
        if found is not None:
            found.idle_since = time.monotonic()
            return found
        try:
            async with self._loading.setdefault(battle, asyncio.Lock()):
                found = self._rooms.get(battle)
                if found is None:
                    found = await self._load(battle)
                    self._rooms[battle] = found
        finally:
            self._loading.pop(battle, None)
        await self.enter_dice(found)
        self.wake(found)
        return found

    async def _load(self, battle: str) -> Room:
        row = await self.work(self.store.battle, battle)
        if row is None:
            raise NoBattleError(battle)
        room = Room(self, row, await self.work(self.store.seats, battle))
        await room.load()
        return room

    async def enter_dice(self, room: Room) -> None:
        """Take up again what waited for real dice, for an absent referee, or to begin."""
        from sandtable.server.rooms.dicing import resume

        battle = room.battle
        if room.row.dice == "real" or battle is None or battle.default_due is not None:
            async with room.lock:
                await resume(room)

    def add(self, room: Room) -> None:
        """Keep a new room."""
        self._rooms[room.id] = room
        self.wake(room)

    def wake(self, room: Room) -> None:
        """Have the computer players of a room look whether it is their turn."""
        from sandtable.server.rooms.computers import wake

        wake(room)

    def drop(self, room: Room) -> None:
        """Forget a room; who is in it must come in again."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
        room.closed = True
        room.expel(None, 1012, "The battle is loaded again.")

    async def sweep(self) -> None:
        """Drop rooms that nobody has been in for a while, again and again."""
        while True:
            await asyncio.sleep(min(60.0, max(1.0, self.settings.idle_seconds / 4)))
            self._drop_idle()
            if self._dropped > (MANY if any(room.members for room in self.rooms) else 0):
                self._dropped = 0
                search_all()

    def _drop_idle(self) -> None:
        for room in self.rooms:
            if self._is_idle(room):
                log.debug("battle %s leaves the memory", room.id)
                self.drop(room)
                self._dropped += 1

    async def watch(self) -> None:
        """Look again and again whether another server has gone on with a battle that is open."""
        while True:
            await asyncio.sleep(self.settings.watch_seconds)
            open_ones = {room.id: room for room in self.rooms if room.members}
            if not open_ones:
                continue
            try:
                last = await self.work(self.store.last_lines, tuple(open_ones))
            except StorageError as error:
                log.warning("%s", error)
                continue
            for name, number in last.items():
                room = open_ones[name]
                if number > room.number or room.battle is None:
                    await room.look_for_more()

    def _is_idle(self, room: Room) -> bool:
        quiet = time.monotonic() - room.idle_since > self.settings.idle_seconds
        busy = room.members or room.lock.locked() or room.thinking is not None
        return quiet and not busy

    async def resume(self) -> None:
        """Load the battles that computer players can go on with by themselves."""
        from sandtable.server.rooms.computers import waits_for_computer

        seats = await self.work(self.store.all_seats)
        for row in await self.work(self.store.battles):
            if row.status == "running" and waits_for_computer(row, seats.get(row.id, ())):
                try:
                    await self.room(row.id)
                except Exception:
                    log.exception("battle %s cannot be resumed", row.id)

    async def close(self) -> None:
        """Stop everything."""
        for room in self.rooms:
            room.closed = True
            if room.thinking is not None:
                room.thinking.cancel()
            room.expel(None, 1001, "The server stops.")
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for pool in (self._workers, self._thinkers, self._answers):
            pool.shutdown(wait=False, cancel_futures=True)
        self.store.close()
