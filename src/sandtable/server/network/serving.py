"""Running the application under uvicorn, with our own door, patience and log."""

from __future__ import annotations

import socket
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from sandtable.server.network import descriptors
from sandtable.server.network.lines import Door
from sandtable.server.network.protocols import protocols
from sandtable.server.settings import Settings

QUEUE: Final = 512
"""How many connections the system keeps in a queue until we take them."""

IDLE: Final = 5
"""Seconds that a connection may stay open after an answer, for the next request."""

LARGEST: Final = 1024 * 1024
"""The most bytes of a WebSocket message; the application allows less, and says so."""


class Server(uvicorn.Server):
    """A server that runs an application as it was set up.

    Args:
        app: The application.
        settings: How the server is set up.
        patience: Seconds that open requests are waited for at the end.
    """

    def __init__(self, app: ASGIApp, settings: Settings, *, patience: int = 5) -> None:
        limits = settings.limits_in_force
        allowed = descriptors.limit()
        kept_back = descriptors.kept_back(allowed)
        self.door = Door(limits, min(limits.all_lines, allowed - kept_back), settings.known_proxies)
        http, websocket = protocols(self.door)
        super().__init__(
            uvicorn.Config(
                app,
                loop="asyncio",
                http=http,
                ws=websocket,
                ws_max_size=LARGEST,
                ws_ping_interval=limits.ping_seconds,
                ws_ping_timeout=limits.ping_seconds,
                log_config=None,
                log_level="warning",
                access_log=False,
                proxy_headers=False,  # it would believe whatever comes from this machine
                server_header=False,
                timeout_keep_alive=IDLE,
                timeout_graceful_shutdown=patience,
                # Of so many connections asyncio takes note before it looks at the first of them,
                # several times over; all must find room in what is kept back.
                backlog=max(1, kept_back // 8),
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen."""
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(QUEUE)
