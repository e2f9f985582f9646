"""HTTP and WebSocket as uvicorn speaks them, with somebody at the door.

uvicorn itself waits for ever for the rest of a request, and for a client to take his answer.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sandtable.server.network.lines import Doing, Door


def protocols(door: Door) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols for HTTP and for WebSockets of a server with a door."""

    class Http(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            door.enter(transport)

        def connection_lost(self, exc: Exception | None) -> None:
            door.leave(self.transport)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            before = self._doing()
            super().data_received(data)
            self._note(before)

        def on_response_complete(self) -> None:
            door.turn(self.transport, Doing.HEAD)
            super().on_response_complete()
            self._note(Doing.HEAD)

        def resume_writing(self) -> None:
            door.taken(self.transport)
            super().resume_writing()

        def _note(self, before: Doing) -> None:
            """Tell what happens now, if it is something else."""
            if self.transport.get_protocol() is not self:
                return  # it has become a WebSocket
            now = self._doing()
            if now is not before:
                door.turn(self.transport, now)

        def _doing(self) -> Doing:
            if self.cycle is None or self.cycle.response_complete:
                return Doing.HEAD
            return Doing.BODY if self.cycle.more_body else Doing.BUSY

    class Socket(WebSocketsSansIOProtocol):
        has_spoken = False

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            door.turn(transport, Doing.HELLO)

        def connection_lost(self, exc: Exception | None) -> None:
            door.leave(self.transport)
            super().connection_lost(exc)

        def resume_writing(self) -> None:
            door.taken(self.transport)
            super().resume_writing()

        async def receive(self) -> Any:
            message = await super().receive()
            if not self.has_spoken and message["type"] == "websocket.receive":
                self.has_spoken = True
                door.turn(self.transport, Doing.BUSY)
            return message

    return Http, Socket
