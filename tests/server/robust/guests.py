"""Somebody at the table who outlives the server: clients of which an event loop holds thousands."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from sandtable.server.tokens import digest_of

Message = dict[str, Any]

PATIENCE = 60.0
"""Seconds that an answer may take."""


def hello(token: str) -> Message:
    """The first message of somebody who has a link; what he claims is the same every time."""
    return {"type": "hello", "token": token, "claim": digest_of(token)}


class LostError(Exception):
    """The connection broke before the answer came."""


class Guest:
    """A client of one seat.

    Attributes:
        seat: Where it sits.
        standing: Where the battle stands, as it was told last.
        entries: All lines that it was told of, by number.
        acknowledged: What was done under which key: the number that came with it.
        problems: Whatever it was told that something is wrong, and that it had not asked for.
        code: With which code the last connection ended.
    """

    def __init__(self, port: int, battle: str, token: str, seat: str) -> None:
        self._address = f"ws://127.0.0.1:{port}/api/battles/{battle}/live"
        self._token = token
        self._ids = itertools.count(1)
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._answers: dict[int, asyncio.Future[Message]] = {}
        self._replies: dict[str, asyncio.Future[Message]] = {}
        self._news = asyncio.Event()
        self.seat = seat
        self.standing: Message = {}
        self.entries: dict[int, Message] = {}
        self.acknowledged: dict[str, int] = {}
        self.problems: list[str] = []
        self.code: int | None = None

    # -- coming and going -------------------------------------------------------------------------

    async def come(self) -> None:
        """Come in, and catch up from the last line that it has.

        Raises:
            LostError: If the server is not there, or does not let it in.
        """
        await self.leave()
        try:
            self._socket = await connect(
                self._address, compression=None, max_size=None, ping_interval=None, open_timeout=30
            )
        except (OSError, InvalidHandshake, InvalidMessage, TimeoutError, EOFError):
            raise LostError("nobody is there") from None
        self.standing = {}
        self._reading = asyncio.create_task(self._read(self._socket))
        await self.send({**hello(self._token), "since": max(self.entries, default=-1)})
        await self.until(lambda: self.standing)

    async def leave(self) -> None:
        """Leave, if it is there."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
            self._reading = None
        if self._socket is not None:
            with contextlib.suppress(Exception):
                self._socket.transport.abort()
            self._socket = None
        self._lose()

    @property
    def is_there(self) -> bool:
        """Whether it is connected."""
        return self._reading is not None and not self._reading.done()

    # -- talking ----------------------------------------------------------------------------------

    async def send(self, message: Message | str | bytes) -> int:
        """Send a message; its size.

        Raises:
            LostError: If the connection is broken.
        """
        if self._socket is None:
            raise LostError("it is not there")
        raw = msgspec.json.encode(message).decode() if isinstance(message, dict) else message
        try:
            await self._socket.send(raw)
        except ConnectionClosed:
            raise LostError("the connection broke") from None
        return len(raw)

    async def request(self, message: Message) -> Message:
        """Send something that has a key, and wait for what came of it.

        Raises:
            LostError: If the connection breaks before.
        """
        future = self.reply_to(message["key"])
        await self.send(message)
        async with asyncio.timeout(PATIENCE):
            return await future

    def reply_to(self, key: str) -> asyncio.Future[Message]:
        """What will come of what is sent under a key."""
        future = self._replies[key] = asyncio.get_running_loop().create_future()
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        return future

    async def ask(self, about: str, **more: Any) -> Message:
        """The answer to a question.

        Raises:
            LostError: If the connection breaks before.
        """
        number = next(self._ids)
        future: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._answers[number] = future
        await self.send({"type": "ask", "id": number, "about": about, **more})
        async with asyncio.timeout(PATIENCE):
            return await future

    async def idea(self) -> Message | None:
        """Some order that can be given now, if there is one."""
        found = await self.ask("hint", level="random")
        order: Message | None = found["offers"][0]["order"] if "offers" in found else None
        return order

    async def until(self, holds: Any, seconds: float = PATIENCE) -> None:
        """Listen until something holds.

        Raises:
            LostError: If the connection breaks before.
        """
        async with asyncio.timeout(seconds):
            while not holds():
                if not self.is_there:
                    raise LostError("the connection broke")
                self._news.clear()
                await self._news.wait()

    async def reach(self, number: int, seconds: float = PATIENCE) -> None:
        """Listen until the battle has come to a line, or beyond."""
        await self.until(lambda: self.number >= number, seconds)

    # -- hearing ----------------------------------------------------------------------------------

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for raw in socket:
                self.take(raw)
                self._news.set()
        except ConnectionClosed:
            pass
        finally:
            self.code = socket.close_code
            self._lose()
            self._news.set()

    def _lose(self) -> None:
        for future in (*self._answers.values(), *self._replies.values()):
            if not future.done():
                future.set_exception(LostError("the connection broke"))
                future.exception()
        self._answers.clear()
        self._replies.clear()

    def take(self, raw: str | bytes) -> None:
        """Remember a message, and give it to whoever waits for it."""
        message: Message = msgspec.json.decode(raw)
        if "standing" in message:
            self.standing = message["standing"]
        for entry in message.get("entries", ()):
            known = self.entries.setdefault(entry["line"], entry)
            if known != entry:
                self.problems.append(f"line {entry['line']} was told in another way than before")
        kind = message["type"]
        if kind == "answer":
            self._give(self._answers.pop(message["id"], None), message)
        elif kind in ("done", "refused", "trouble"):
            self._hear(message)

    def _hear(self, message: Message) -> None:
        key = message.get("key", "")
        if message["type"] == "done":
            number = self.acknowledged.setdefault(key, message["number"])
            if number != message["number"]:
                self.problems.append(f"{key} was acknowledged again, with another number")
        elif message.get("rule") == "server.fault" or message["type"] == "trouble":
            self.problems.append(str(message))
        self._give(self._replies.pop(key, None), message)

    @staticmethod
    def _give(future: asyncio.Future[Message] | None, message: Message) -> None:
        if future is not None and not future.done():
            future.set_result(message)

    # -- where the battle stands ------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the last line."""
        return int(self.standing["number"])

    @property
    def is_asked(self) -> bool:
        """Whether it has something to decide."""
        return bool(self.standing.get("questions"))
