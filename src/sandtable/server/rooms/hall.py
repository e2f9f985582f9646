"""All rooms of a server: found when wanted, dropped when nobody is there."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, Literal, ParamSpec, TypeVar

from sandtable.server.budget import Crew, Exceeded
from sandtable.server.memory import give_back, search_all
from sandtable.server.rooms.aside import exceeded
from sandtable.server.rooms.parts import NoBattleError
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.seating import look_around
from sandtable.server.settings import Settings
from sandtable.server.storage import Aside, ClashError, StorageError, Store

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger("sandtable.server")

Lane = Literal["order", "question", "decision", "load", "report"]

WINK: Final = 0.5
"""Seconds in which those at a table still get answers before they must come in again."""

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
        self._readers = ThreadPoolExecutor(settings.workers, "sandtable-reader")
        self._crew = Crew(
            {"order": settings.workers, "question": 2, "decision": 2, "load": 2, "report": 2},
            ceiling=settings.ceiling,
            relieve=self._relieve,
        )
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._dropped = 0
        self.tired: dict[str, tuple[int, int]] = {}
        self.bare: set[str] = set()

    # -- threads and tasks ------------------------------------------------------------------------

    async def work(self, do: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Read something from the database in a thread; nothing stops it before it is done."""
        doing = functools.partial(do, *args, **named)
        return await asyncio.get_running_loop().run_in_executor(self._readers, doing)

    async def bounded(
        self,
        battle: str,
        lane: Lane,
        do: Callable[P, T],
        *args: P.args,
        **named: P.kwargs,
    ) -> T:
        """Do for a battle what its rules are asked for, within the budget of such work.

        Raises:
            Exceeded: If it was stopped. The battle has left the memory then, and was set aside if
                it cannot go on.
        """
        seconds: float = getattr(self.settings.budget, lane)
        return await self.within(seconds, battle, lane, functools.partial(do, *args, **named))

    async def within(self, seconds: float, battle: str, lane: Lane, do: Callable[[], T]) -> T:
        """Do something as ``bounded`` does, with a budget of its own."""
        self._loop = asyncio.get_running_loop()
        try:
            return await asyncio.wrap_future(self._crew.submit(battle, lane, seconds, do))
        except Exceeded as error:
            log.warning("battle %s: %s", battle, error)
            await self._stopped(error)
            raise

    async def _stopped(self, error: Exceeded) -> None:
        """Set a battle aside whose work was stopped, if it cannot go on; else load it again."""
        room = self._rooms.get(error.battle)
        if error.why == "memory" or error.lane == "load":
            number = None if room is None else room.number
            await self.set_aside(error.battle, await self._aside(error, number))
        elif room is not None:
            self._drop_soon(room)
        if error.why == "memory":
            self.spawn(asyncio.to_thread(give_back))

    async def _aside(self, error: Exceeded, number: int | None) -> Aside:
        if number is None:
            last = await self.work(self.store.last_lines, (error.battle,))
            number = last.get(error.battle, 0)
        return exceeded(error, number)

    def _relieve(self) -> None:
        """Have battles leave the memory where nobody is; called by the watch, in its thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the server stops
                self._loop.call_soon_threadsafe(self._make_room)

    def _make_room(self) -> None:
        left = [room for room in self.rooms if not self._is_busy(room)]
        if left:
            log.warning("memory is short: %d battles leave it", len(left))
            for room in left:
                self.drop(room)
            self.spawn(asyncio.to_thread(give_back))

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

    async def insist(self, record: Callable[[], Future[Any]]) -> None:
        """Record something that could not be recorded, as soon as that can be again."""
        while True:
            await asyncio.sleep(self.settings.retry_seconds)
            try:
                await asyncio.wrap_future(record())
            except ClashError:
                return
            except StorageError:
                continue
            return

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

        One that was set aside is not played again, and neither is one whose loading is stopped.

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
        try:
            return await self._loaded(battle)
        except Exceeded:
            return await self._loaded(battle)  # it has been set aside

    async def _loaded(self, battle: str) -> Room:
        row = await self.work(self.store.battle, battle)
        if row is None:
            raise NoBattleError(battle)
        room = Room(self, row, await self.work(self.store.seats, battle))
        await room.load()
        return room

    async def set_aside(self, battle: str, aside: Aside) -> None:
        """Have a battle not go on until its host wants it tried again."""
        await asyncio.wrap_future(self.store.set_aside(battle, aside))
        room = self._rooms.get(battle)
        if room is not None:
            self._drop_soon(room)

    async def try_again(self, battle: str) -> Room:
        """Load a battle anew that was set aside.

        Raises:
            NoBattleError: If there is no such battle.
        """
        await asyncio.wrap_future(self.store.set_aside(battle, None))
        room = self._rooms.get(battle)
        if room is not None:
            self.drop(room)
        self.tired.pop(battle, None)
        self.bare.discard(battle)
        return await self.room(battle)

    async def enter_dice(self, room: Room) -> None:
        """Take up again what waited for real dice, for an absent referee, or to begin."""
        from sandtable.server.rooms.dicing import resume

        battle = room.battle
        if room.aside is not None:
            return
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

    def reload(self, room: Room) -> None:
        """Have a room loaded anew, once those who are there have heard what they are told."""
        self._drop_soon(room)

    def _drop_soon(self, room: Room) -> None:
        """Forget a room at once, but let everybody there hear why before he must come in again."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
        room.closed = True
        expel = functools.partial(room.expel, None, 1012, "The battle is loaded again.")
        asyncio.get_running_loop().call_later(WINK, expel)

    async def sweep(self) -> None:
        """Drop rooms that nobody has been in for a while, again and again."""
        while True:
            await asyncio.sleep(min(60.0, max(1.0, self.settings.idle_seconds / 4)))
            # A round after they were dropped, when nothing of the last work for them is left.
            if self._dropped > (MANY if any(room.members for room in self.rooms) else 0):
                self._dropped = 0
                search_all()
            self._drop_idle()

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
                seated = await self.work(self.store.seatings, tuple(open_ones))
            except StorageError as error:
                log.warning("%s", error)
                continue
            for name, room in open_ones.items():
                if seated.get(name, room.seating) != room.seating:
                    await look_around(room)
                if name in last and (last[name] > room.number or room.battle is None):
                    await room.look_for_more()
            await self._watch_words([room for room in open_ones.values() if room.battle is None])

    async def _watch_words(self, rooms: Sequence[Room]) -> None:
        """Look whether words for fair dice were sealed or opened at another server."""
        from sandtable.server.rooms.gathering import begin_if_complete

        try:
            changed = await self.work(self.store.ceremonies, [room.id for room in rooms])
            for room in rooms:
                if changed.get(room.id, 0) != room.ceremony.number:
                    async with room.lock:
                        await begin_if_complete(room)
                        room.tell()
        except StorageError as error:
            log.warning("%s", error)

    def _is_idle(self, room: Room) -> bool:
        quiet = time.monotonic() - room.idle_since > self.settings.idle_seconds
        return quiet and not self._is_busy(room)

    def _is_busy(self, room: Room) -> bool:
        return bool(room.members) or room.lock.locked() or room.thinking is not None

    async def resume(self) -> None:
        """Load the battles that computer players can go on with by themselves."""
        from sandtable.server.rooms.computers import waits_for_computer

        seats = await self.work(self.store.all_seats)
        for row in await self.work(self.store.battles):
            if (
                row.status == "running"
                and row.aside is None
                and waits_for_computer(row, seats.get(row.id, ()))
            ):
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
        self._crew.close()
        self._readers.shutdown(wait=False, cancel_futures=True)
        self.store.close()
