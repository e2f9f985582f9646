"""What stands between the server and the network: hosts, origins, sizes, speed, and headers.

This wraps the whole application, WebSockets included, so that no page can forget it.
"""

from __future__ import annotations

import ipaddress
import json
import logging
import socket
from typing import Final

from h11 import LocalProtocolError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.limits import Buckets
from sandtable.server.network.proxies import came_through_a_proxy
from sandtable.server.settings import LOOPBACK_NAMES, Settings

log = logging.getLogger("sandtable.server")

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)

HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


UNNAMED: Final = (
    "This request came through a proxy, and this server is meant for its own machine alone. "
    "To let others in, start it with a passphrase and with --proxy and the proxy's address."
)


class Guard:
    """Checks every request before anything else sees it, and marks every response.

    Args:
        app: The application.
        settings: How the server is set up.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        limits = settings.limits_in_force
        self._app = app
        self._settings = settings
        self._names = _names(settings)
        self._proxies = settings.known_proxies
        self._body = limits.body
        self._buckets = Buckets(limits.requests, limits.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or WebSocket."""
        try:
            await self._let_in(scope, receive, send)
        except LocalProtocolError:
            return  # he has been told already that this is no HTTP, and hears no more

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        scope = self._proxies.seen(scope)  # from here on, the client is who really asks
        headers = _headers(scope)
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            if refusal is not None:
                await _refuse_socket(scope, receive, send, *refusal)
                return
            await self._app(scope, receive, send)
            return
        if refusal is not None:
            await _respond(send, *refusal)
            return
        await self._serve(scope, headers, receive, send)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        if self._settings.passphrase is None and came_through_a_proxy(scope):
            return 403, UNNAMED
        host = headers.get("host", "")
        if not self._is_ours(host):
            return 421, "This server does not go by that name."
        origin = headers.get("origin")
        if origin is not None and not _same(origin, host):
            return 403, "Requests from other sites are refused."
        if not self._buckets.take(scope["client"][0]):
            return 429, "Requests come too fast. Wait a moment."
        return None

    def _is_ours(self, host: str) -> bool:
        name = host.lower()
        if not name.endswith("]"):
            start, colon, port = name.rpartition(":")
            name = start if colon and port.isdigit() else name
        if name in self._names:
            return True
        return not self._settings.is_loopback and _is_address(name)

    async def _serve(
        self, scope: Scope, headers: dict[str, str], receive: Receive, send: Send
    ) -> None:
        length = headers.get("content-length", "0")
        if not length.isdigit():
            await _respond(send, 400, "The length of the request makes no sense.")
            return
        if int(length) > self._body:
            await _respond(send, 413, f"A request may have {self._body} bytes.")
            return
        started = False
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._body:
                raise HTTPException(413, f"A request may have {self._body} bytes.")
            return message

        async def marked(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message = {**message, "headers": [*message["headers"], *_missing(message)]}
            await send(message)

        try:
            await self._app(scope, counted, marked)
        except ClientDisconnect:
            return  # he has left, or was too slow
        except LocalProtocolError:
            raise  # no fault of ours, and there is nobody to tell
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if not started:
                await _respond(send, 500, "Something went wrong here, and has been noted.")


def _missing(message: Message) -> list[tuple[bytes, bytes]]:
    """Our headers, but for those that a response has set more strictly by itself."""
    there = {name.lower() for name, _ in message["headers"]}
    return [header for header in HEADERS if header[0] not in there]


def _names(settings: Settings) -> set[str]:
    names = {*LOOPBACK_NAMES, *(name.lower() for name in settings.allowed_hosts)}
    if not settings.is_loopback:
        host = socket.gethostname().lower()
        names |= {settings.host.lower(), host, f"{host}.local"}
    return names


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _same(origin: str, host: str) -> bool:
    """Whether a page of ours sent the request."""
    scheme, _, place = origin.lower().partition("://")
    return scheme in ("http", "https") and place == host.lower()


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


async def _respond(send: Send, status: int, detail: str, kind: str = "http") -> None:
    body = json.dumps({"detail": detail}).encode()
    headers: list[tuple[bytes, bytes]] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *HEADERS,
    ]
    await send({"type": f"{kind}.response.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.response.body", "body": body})


async def _refuse_socket(
    scope: Scope, receive: Receive, send: Send, status: int, detail: str
) -> None:
    message = await receive()
    if message["type"] != "websocket.connect":
        return
    if "websocket.http.response" in (scope.get("extensions") or {}):
        await _respond(send, status, detail, "websocket.http")
    else:
        await send({"type": "websocket.close", "code": 1008})
