"""Somebody at the table: a plain client of the WebSocket, which remembers all that it is told."""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import Callable
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from sandtable.server.tokens import digest_of
from tests.server.robust.processes import Server

Message = dict[str, Any]

PATIENCE = 60.0
"""Seconds that an answer may take."""


class Client:
    """A client of one seat.

    Attributes:
        seat: What it calls itself in keys.
        standing: Where the battle stands, as it was told last.
        entries: All lines that it was told of, by number.
        acknowledged: What was done under which key: the number that came with it.
    """

    def __init__(self, server: Server, battle: str, token: str, seat: str) -> None:
        self._server = server
        self._battle = battle
        self._token = token
        self._claim = digest_of(token)
        self._ids = itertools.count(1)
        self._open = contextlib.ExitStack()
        self._socket: ClientConnection | None = None
        self.seat = seat
        self.standing: Message = {}
        self.entries: dict[int, Message] = {}
        self.acknowledged: dict[str, int] = {}

    # -- connecting -------------------------------------------------------------------------------

    def connect(self, since: int | None = None) -> Message:
        """Come in, and catch up from the last line that it has; the welcome."""
        self.close()
        address = f"ws://127.0.0.1:{self._server.port}/api/battles/{self._battle}/live"
        self._socket = self._open.enter_context(connect(address, max_size=None, ping_interval=None))
        last = max(self.entries, default=-1)
        hello = {
            "type": "hello",
            "token": self._token,
            "claim": self._claim,
            "since": last if since is None else since,
        }
        self.send(hello)
        return self.until(lambda message: message["type"] == "welcome")

    def close(self) -> None:
        """Leave."""
        self._open.close()

    # -- talking ----------------------------------------------------------------------------------

    def send(self, message: Message | str | bytes) -> None:
        """Send a message."""
        assert self._socket is not None
        self._socket.send(json.dumps(message) if isinstance(message, dict) else message)

    def receive(self, seconds: float = PATIENCE) -> Message:
        """The next message, remembered.

        Raises:
            TimeoutError: If none comes.
            ConnectionClosed: If none will ever come.
        """
        assert self._socket is not None
        message: Message = json.loads(self._socket.recv(seconds))
        self._remember(message)
        return message

    def until(self, wanted: Callable[[Message], bool]) -> Message:
        """The first message that is wanted; those before it are remembered."""
        while True:
            message = self.receive()
            if wanted(message):
                return message

    def last_words(self) -> None:
        """Take in what had arrived before the connection broke."""
        try:
            while True:
                self.receive(5)
        except ConnectionClosed:
            return

    def _remember(self, message: Message) -> None:
        if "standing" in message:
            self.standing = message["standing"]
        for entry in message.get("entries", ()):
            known = self.entries.setdefault(entry["line"], entry)
            assert known == entry, "a line was told in another way than before"
        if message["type"] == "done":
            number = self.acknowledged.setdefault(message["key"], message["number"])
            assert number == message["number"], "acknowledged again, with another number"

    # -- playing ----------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the last line."""
        return int(self.standing["number"])

    @property
    def is_asked(self) -> bool:
        """Whether it has something to decide."""
        return bool(self.standing.get("questions"))

    @property
    def is_over(self) -> bool:
        """Whether the battle is over."""
        return bool(self.standing["status"] == "over")

    def ask(self, about: str, **more: Any) -> Message:
        """The answer to a question."""
        question = next(self._ids)
        self.send({"type": "ask", "id": question, "about": about, **more})
        return self.until(lambda message: message.get("id") == question)

    def idea(self) -> Message:
        """Some order that can be given now."""
        found = self.ask("hint", level="random")
        order: Message = found["offers"][0]["order"]
        return order

    def request(self, message: Message) -> Message:
        """Send something that has a key, and wait for what came of it."""
        self.send(message)
        return self.reply_to(message["key"])

    def reply_to(self, key: str) -> Message:
        """What came of what was sent under a key."""
        return self.until(lambda message: message.get("key") == key)

    def catch_up(self, number: int) -> None:
        """Wait until the line of that number has been told."""
        while max(self.entries, default=-1) < number:
            self.receive()
