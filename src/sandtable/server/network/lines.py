"""Open connections: how many there may be, and how long each may keep us waiting.

Whoever opens a connection and says nothing costs the server a descriptor, of which it has few. So
there is a time for everything that a client has to do: to say what he wants, to send all of it,
to say hello on a WebSocket, and to take his answer. And where there are too many connections, one
that we wait for makes room for the next one: who has something to say is heard at once.
"""

from __future__ import annotations

import asyncio
import enum
import logging
from collections import Counter
from typing import Final

from sandtable.server.network.proxies import Proxies, known_as
from sandtable.server.settings import Limits

log = logging.getLogger("sandtable.server")

SWEEP: Final = 0.5
"""Seconds between two looks at all lines."""

PACE: Final = 4096
"""Bytes a second that a client must at least take of what is sent to him."""

OWED: Final = 16 * 1024 * 1024
"""The most bytes that may wait for one client."""


class Doing(enum.Enum):
    """What happens on a line."""

    HEAD = "we wait for a request, or for the rest of its headers"
    BODY = "we wait for the rest of a request"
    HELLO = "we wait for the first message on a WebSocket"
    BUSY = "we work on a request, or serve somebody who has said hello"


class Line:
    """One open connection.

    Attributes:
        transport: The connection.
        address: Whose it is, as far as it counts.
        doing: What happens on it.
        since: Since when.
        owing: Until when the client may take what waits for him, if something does.
    """

    __slots__ = ("address", "doing", "owing", "since", "transport")

    def __init__(self, transport: asyncio.Transport, address: str) -> None:
        self.transport = transport
        self.address = address
        self.doing = Doing.BUSY
        self.since = 0.0
        self.owing: float | None = None


class Door:
    """Lets connections in, and sends those away that keep us waiting.

    Args:
        limits: What a client may ask of the server.
        most: How many connections there may be in all.
        proxies: Whose connections are not one client's.
    """

    def __init__(self, limits: Limits, most: int, proxies: Proxies) -> None:
        self._each = limits.lines
        self._most = most
        self._proxies = proxies
        self._stall = limits.stall_seconds
        self._patience = {
            Doing.HEAD: limits.head_seconds,
            Doing.BODY: limits.body_seconds,
            Doing.HELLO: limits.hello_seconds + limits.head_seconds,  # the application comes first
        }
        self._lines: dict[asyncio.BaseTransport, Line] = {}
        self._counts: Counter[str] = Counter()
        # In the order in which we began to wait for them: all, and those of each address.
        self._waiting: dict[Line, None] = {}
        self._waiting_of: dict[str, dict[Line, None]] = {}
        self._sweeping = False

    def __len__(self) -> int:
        return len(self._lines)

    def enter(self, transport: asyncio.Transport) -> bool:
        """Let a connection in, if there is room for it or can be made."""
        peer = str((transport.get_extra_info("peername") or ("",))[0])
        address = known_as(peer)
        if self._counts[address] >= self._each and not self._proxies.has(peer):
            room = self._make_room(self._waiting_of.get(address, {}))
            log.warning("there are too many connections from %s", address)
        elif len(self._lines) >= self._most:
            room = self._make_room(self._waiting) or self._make_room(self._late())
            log.warning("there are too many connections, %d in all", len(self._lines))
        else:
            room = True
        if not room:
            transport.abort()
            return False
        self._lines[transport] = Line(transport, address)
        self._counts[address] += 1
        self.turn(transport, Doing.HEAD)
        if not self._sweeping:
            self._sweeping = True
            asyncio.get_running_loop().call_later(SWEEP, self._sweep)
        return True

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """Forget a connection that has ended."""
        line = self._lines.pop(transport, None)
        if line is None:
            return
        self._forget_waiting(line)
        self._counts[line.address] -= 1
        if not self._counts[line.address]:
            del self._counts[line.address]

    def turn(self, transport: asyncio.BaseTransport, doing: Doing) -> None:
        """Something else happens on a line now, or the same begins anew."""
        line = self._lines.get(transport)
        if line is None:
            return
        self._forget_waiting(line)
        line.doing = doing
        line.since = asyncio.get_running_loop().time()
        if doing in self._patience:
            self._waiting[line] = None
            self._waiting_of.setdefault(line.address, {})[line] = None

    def taken(self, transport: asyncio.BaseTransport) -> None:
        """A client has taken nearly all that waited for him."""
        line = self._lines.get(transport)
        if line is not None:
            line.owing = None

    def _forget_waiting(self, line: Line) -> None:
        self._waiting.pop(line, None)
        theirs = self._waiting_of.get(line.address)
        if theirs is not None:
            theirs.pop(line, None)
            if not theirs:
                del self._waiting_of[line.address]

    def _late(self) -> dict[Line, None]:
        """The line whose client will first have had time enough to take his answer."""
        owing = [line for line in self._lines.values() if line.owing is not None]
        return dict.fromkeys(sorted(owing, key=lambda line: line.owing or 0.0)[:1])

    def _make_room(self, lines: dict[Line, None]) -> bool:
        """End the line that we have waited for longest; whether there was one."""
        line = next(iter(lines), None)
        if line is None:
            return False
        self._end(line)
        return True

    def _end(self, line: Line) -> None:
        self.leave(line.transport)
        line.transport.abort()

    def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        for line in list(self._lines.values()):
            patience = self._patience.get(line.doing)
            if (patience is not None and now > line.since + patience) or self._is_stuck(line, now):
                self._end(line)
        self._sweeping = bool(self._lines)
        if self._sweeping:
            loop.call_later(SWEEP, self._sweep)

    def _is_stuck(self, line: Line, now: float) -> bool:
        """Whether a client does not take what is sent to him.

        The clock starts when something waits for him, and stops when nearly nothing does any more;
        taking a byte now and then does not stop it.
        """
        size = line.transport.get_write_buffer_size()
        if not size:
            line.owing = None
        elif line.owing is None:
            line.owing = now + self._stall + size / PACE
        return size > OWED or (line.owing is not None and now > line.owing)
