"""Requests over HTTP that no page of ours would make, as bytes, and how they are answered.

Routes are those that the server itself describes, with the parts of their addresses, their queries,
headers and bodies spoilt one by one or all at once.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec

from sandtable.battle.personal import personal_files_for
from sandtable.server.app import create_app
from tests.server.robust.malformed import JUNK, NUMBERS, as_text

HEAVY: Final = ("report", "replay", "luck", "verify", "take-over")
"""What takes long to answer; asked now and then."""

WORDS: Final = (
    "saint-aubin", "sunken-lane", "p8", "owb", "p8.fire.mod-within-4", "british", "german",
    "onlooker", "referee", "light", "dark", "0", "1", "-1", "99999999999999999999", "1e400", "NaN",
    "", " ", "..", "../..", "%2e%2e%2f", "%00", "%ff", "%F0%9F%9B%A1", "x" * 65, "x" * 3000, "null",
    "' OR 1=1 --", "${7*7}", "{{7*7}}", "<script>", "constructor", "__class__", "C:\\", "\u202e",
    "a" * 64, "a&b=c", "#", "?", ";ls", "|", "%0d%0aX-Evil:%201", "true", "None",
)  # fmt: skip

STATIC: Final = (
    "../app.py", "..%2fapp.py", "%2e%2e/%2e%2e/settings.py", "....//....//etc/passwd",
    "/etc/passwd", "//etc/passwd", "..\\..\\app.py", "%c0%ae%c0%ae/app.py", ".", "./", "", "%00",
    "table.js%00.css",
    "icons/", "icons/../../app.py", "~root", "file:///etc/passwd", "x" * 5000, "CON", "a/" * 300,
    "table.html?x=1", "lobby.html/", "%252e%252e%252fapp.py", "..;/app.py", "\u2024\u2024/app.py",
)  # fmt: skip

HEADERS: Final = (
    ("Host", "evil.example"), ("Host", ""), ("Host", "localhost:99999999"), ("Host", "[::1"),
    ("Origin", "http://evil.example"), ("Origin", "null"), ("Content-Length", "-1"),
    ("Content-Length", "1e3"), ("Content-Length", "99999999999"), ("Content-Length", "0, 5"),
    ("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "gzip"), ("Expect", "100-continue"),
    ("Content-Type", "text/plain"), ("Content-Type", "application/json; charset=utf-7"),
    ("Content-Type", "multipart/form-data; boundary="), ("Content-Encoding", "gzip"),
    ("Authorization", "Bearer "), ("Authorization", "Bearer " + "x" * 3000),
    ("Authorization", "Basic Og=="), ("Authorization", "bearer \x80\xff"), ("Cookie", "x" * 4000),
    ("Cookie", "sandtable=1.2.3; sandtable=" + "9" * 400), ("Range", "bytes=0-0,-1,5-2"),
    ("Range", "bytes=-99999999999999999999"), ("If-None-Match", "*"), ("If-None-Match", '"' * 99),
    ("If-Modified-Since", "yesterday"), ("Accept", "*/*;q=nan"), ("Accept-Encoding", "\x01"),
    ("X-Forwarded-For", "127.0.0.1, ::1"), ("X-Forwarded-Host", "evil"), ("Forwarded", "for=_x"),
    ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Connection", "close"),
    ("Sec-WebSocket-Key", "x"), ("X" * 3000, "1"), ("Bad Header", "1"), ("", "1"),
    ("X-Many", "a\r\n b"), ("Max-Forwards", "NaN"), ("User-Agent", "🛡" * 40),
)  # fmt: skip

METHODS: Final = (
    "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PROPFIND",
    "get", "G E T", "", "X" * 300,
)  # fmt: skip

LINES: Final[tuple[bytes, ...]] = (
    b"\r\n\r\n", b"\0" * 50 + b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n", b"GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\xaa" * 40 + b"\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET / HTTP/1.1\nHost: localhost\n\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n", b"A" * 9000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n\r\n",
)  # fmt: skip
"""What is hardly HTTP at all."""


class Route(msgspec.Struct, frozen=True):
    """A route that the server has."""

    method: str
    path: str
    parts: tuple[str, ...]
    query: tuple[str, ...]
    body: dict[str, Any] | None


@cache
def routes() -> list[Route]:
    """All routes, as the server describes them, and the pages."""
    described = create_app().openapi()
    found = []
    for path, methods in described["paths"].items():
        for method, facts in methods.items():
            named = facts.get("parameters", ())
            content = facts.get("requestBody", {}).get("content", {})
            schema = content.get("application/json", {}).get("schema", {})
            known = described["components"]["schemas"].get(schema.get("$ref", "").split("/")[-1])
            found.append(
                Route(
                    method.upper(),
                    path,
                    tuple(one["name"] for one in named if one["in"] == "path"),
                    tuple(one["name"] for one in named if one["in"] == "query"),
                    known.get("properties", {}) if known else None,
                )
            )
    pages = ("/", "/enter", "/battle/{x}", "/battle/{x}/replay", "/favicon.ico", "/nothing/{x}")
    return found + [Route("GET", path, ("x",), ("x",), None) for path in pages]


class Burglar:
    """Makes up requests.

    Args:
        chance: Where chance comes from.
        battles: Ids of battles that there are.
        bearers: Tokens that open something, other than a host's.
        cookie: A cookie that opens the lobby.
    """

    def __init__(
        self, chance: random.Random, battles: Sequence[str], bearers: Sequence[str], cookie: str
    ) -> None:
        self.chance = chance
        self._battles = battles
        self._bearers = bearers
        self._cookie = cookie
        every = routes()
        self._heavy = [route for route in every if any(word in route.path for word in HEAVY)]
        self._light = [route for route in every if route not in self._heavy]

    def request(self) -> tuple[str, bytes]:
        """A request: what it is about, and its bytes."""
        kind = self.chance.random()
        if kind < 0.03:
            return "line", self.chance.choice(LINES)
        if kind < 0.15:
            return "static", self._put("GET", f"/static/{self.chance.choice(STATIC)}", [], b"")
        few = self.chance.random() < 0.03
        route = self.chance.choice(self._heavy if few else self._light)
        body = self._body(route)
        method = route.method if self.chance.random() < 0.93 else self.chance.choice(METHODS)
        return route.path, self._put(method, self._address(route), self._headers(body), body)

    # -- parts ------------------------------------------------------------------------------------

    def _word(self) -> str:
        return self.chance.choice(WORDS)

    def _address(self, route: Route) -> str:
        path = route.path
        for name in route.parts:
            known = self._battles if name == "battle" else WORDS[:8]
            value = self.chance.choice(known) if self.chance.random() < 0.7 else self._word()
            path = path.replace(f"{{{name}}}", value)
        names = [*route.query, "seat", "line", "x" * 50, "", "theme"]
        count = self.chance.choice((0, 0, 1, 2, 40 if self.chance.random() < 0.1 else 3))
        query = "&".join(f"{self.chance.choice(names)}={self._word()}" for _ in range(count))
        return f"{path}?{query}" if query else path

    def _headers(self, body: bytes) -> list[tuple[str, str]]:
        found = []
        if body:
            found += [("Content-Type", "application/json")]
        if self.chance.random() < 0.6:
            found.append(("Cookie", self._cookie))
        if self.chance.random() < 0.5:
            found.append(("Authorization", f"Bearer {self.chance.choice(self._bearers)}"))
        for _ in range(self.chance.choice((0, 0, 0, 1, 1, 2))):
            found.append(self.chance.choice(HEADERS))
        return found

    def _body(self, route: Route) -> bytes:
        if route.body is None:
            return b"" if self.chance.random() < 0.9 else self._noise()
        if self.chance.random() < 0.25:
            return self._noise()
        body = {name: self._value(name) for name in route.body if self.chance.random() < 0.8}
        if self.chance.random() < 0.1:
            body[self._word()] = self.chance.choice(JUNK)
        text = as_text(body)
        if self.chance.random() < 0.05:
            text = text.replace('""', self.chance.choice(NUMBERS))
        return text.encode("utf-8", "replace")

    def _value(self, name: str) -> Any:
        """A value that a field may have, or that none has; never all that a new battle needs."""
        if name == "scenario" and self.chance.random() < 0.5:
            return self.chance.choice(("saint-aubin", "drut"))
        if name == "seats":
            seat = {"seat": self._word(), "side": self._word(), "kind": self._word()}
            return [seat] * self.chance.choice((1, 2, 41))
        if name == "text" or name == "characters":
            text = spoilt(PERSON, self.chance)
            return text if name == "text" else {"miller": text, "jones": text}
        if name in ("unit", "kind", "seat", "level") and self.chance.random() < 0.5:
            return self._word()
        return self.chance.choice(JUNK)

    def _noise(self) -> bytes:
        deep = self.chance.choice((50, 5000, 60_000))
        return self.chance.choice(
            (b"", b"{", b"null", b"[]", b"\xff\xfe", b'{"a":' * deep, b"[" * deep,
             b'"' + b"x" * deep,
             b"\0" * 9, b"{}{}", json.dumps(dict.fromkeys(map(str, range(900)))).encode(),
             b'{"line": 1e999}', b"\x1f\x8b\x08\x00" + b"\0" * 90)
        )  # fmt: skip

    def _put(self, method: str, path: str, headers: list[tuple[str, str]], body: bytes) -> bytes:
        given = {name.lower() for name, _ in headers}
        lines = [f"{method} {path} HTTP/1.1"]
        if "host" not in given:
            lines.append("Host: localhost")
        if body and not given & {"content-length", "transfer-encoding"}:
            lines.append(f"Content-Length: {len(body)}")
        lines += [f"{name}: {value}" for name, value in headers]
        if self.chance.random() < 0.01:
            lines += [f"X-{number}: {number}" for number in range(500)]
        head = "\r\n".join(lines).encode("utf-8", "surrogateescape")
        return head + b"\r\n\r\n" + body


PERSON: Final = personal_files_for("owb").new("rifleman", "Miller")
"""The file of somebody who may come to a battle."""


def spoilt(text: str, chance: random.Random) -> str:
    """A text with some of its signs, words or lines put wrong."""
    lines = text.split("\n")
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(lines))
        line = lines[place]
        way = chance.randrange(7)
        if way == 0 and line:
            spot = chance.randrange(len(line))
            lines[place] = (
                line[:spot] + chr(chance.choice((0, 9, 34, 91, 123, 0x202E, 0xD7FF))) + line[spot:]
            )
        elif way == 1:
            lines[place] = f"{line.partition('=')[0]}= {chance.choice(NUMBERS)}"
        elif way == 2:
            lines.insert(place, chance.choice(lines))
        elif way == 3:
            del lines[place]
            lines = lines or [""]
        elif way == 4:
            junk = json.dumps(chance.choice(JUNK))
            lines[place] = f"{line.partition('=')[0]}= {junk}"
        elif way == 5:
            lines[place] = f"{line.partition('=')[0]}= {'[' * chance.choice((3, 60, 2000))}"
        else:
            lines.insert(place, f"{chance.choice(WORDS)} = {chance.choice(NUMBERS)}")
    return "\n".join(lines)


# -- answers --------------------------------------------------------------------------------------


class Caller:
    """A connection to a server over which raw requests go, made anew when it was closed."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """The status and the body of the answer; 0 if the connection was closed without one."""
        try:
            return await self._ask(request)
        except (OSError, EOFError, asyncio.IncompleteReadError):
            await self.close()
            return 0, b""

    async def _ask(self, request: bytes) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=2**24)
        reader, writer = self._streams
        writer.write(request)
        odd = _promises_more(request)
        try:
            async with asyncio.timeout(1 if odd else 60):
                status, headers, body = await _answer(reader, request[:5] == b"HEAD ")
        except TimeoutError:  # it waits for more, such as a body that was promised
            await self.close()
            return 0, b""
        if headers.get("connection") == "close" or status >= 400 or odd:
            await self.close()  # what was left over might else be taken for the next request
        return status, body

    async def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def _promises_more(request: bytes) -> bool:
    """Whether the server may rightly wait for more to come."""
    head, _, body = request.partition(b"\r\n\r\n")
    own = f"\nContent-Length: {len(body)}\r\n".encode()
    rest = (head + b"\r\n").replace(own, b"\n")
    words = (b"Expect", b"Transfer-", b"Content-Length", b"Upgrade")
    return any(word in rest for word in words) or not head.startswith(
        (b"GET ", b"HEAD ", b"P", b"D")
    )


async def _answer(reader: asyncio.StreamReader, is_head: bool) -> tuple[int, dict[str, str], bytes]:
    while True:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(head[0].split()[1])
        if status >= 200:
            break
        if status == 101:
            return status, {"connection": "close"}, b""
    headers = {}
    for line in head[1:]:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    if is_head or status in (204, 304):
        return status, headers, b""
    if "content-length" in headers:
        return status, headers, await reader.readexactly(int(headers["content-length"]))
    if headers.get("transfer-encoding") == "chunked":
        body = b""
        while size := int((await reader.readuntil(b"\r\n")).strip(), 16):
            body += (await reader.readexactly(size + 2))[:-2]
        await reader.readuntil(b"\r\n")
        return status, headers, body
    return status, {**headers, "connection": "close"}, await reader.read()
