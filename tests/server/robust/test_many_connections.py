"""Clients that open connections and keep the server waiting."""

from __future__ import annotations

import contextlib
import json
import logging
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from sandtable.server.network import descriptors
from sandtable.server.settings import AT_HOME, Limits, Settings
from tests.server.kit import FRIENDS, PATIENCE, Running, Table, running, wait_until
from tests.server.robust.processes import Server

SHORT = 0.6
"""Seconds that an impatient server waits for anything."""

IMPATIENT = Limits(
    head_seconds=SHORT, body_seconds=SHORT, stall_seconds=SHORT, hello_seconds=SHORT, lines=500
)

GET = b"GET /api/players HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HALF = b"GET /api/players HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
BODY = (
    b"POST /api/battles HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 2000\r\n\r\n"
)
UPGRADE = (
    b"GET /api/battles/abcdefghjkmn/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that waits for nobody."""
    with running(tmp_path_factory.mktemp("impatient"), limits=IMPATIENT) as found:
        yield found


def call(port: int, said: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    line.sendall(said)
    return line


def seconds_until_end(line: socket.socket, drip: bytes = b"") -> float:
    """How long the server keeps a line open on which something drips."""
    began = time.monotonic()
    line.settimeout(0.1)
    while time.monotonic() < began + PATIENCE:
        with contextlib.suppress(TimeoutError):
            try:
                if drip:
                    line.send(drip)
                if not line.recv(65536):
                    break
            except ConnectionError:
                break
    line.close()
    return time.monotonic() - began


@pytest.mark.parametrize(
    ("said", "drip"),
    [
        (b"", b""),
        (b"", b"G"),
        (HALF, b""),
        (HALF, b"x"),
        (BODY, b""),
        (BODY, b" "),
        (GET, b""),
        (GET + HALF, b"x"),
    ],
    ids=[
        "silent",
        "drips a method",
        "half a head",
        "drips a header",
        "half a body",
        "drips a body",
        "stays after an answer",
        "drips a second request",
    ],
)
def test_who_keeps_the_server_waiting_is_cut_off(
    impatient: Running, said: bytes, drip: bytes
) -> None:
    assert seconds_until_end(call(impatient.port, said), drip) < 10 * SHORT


def test_a_body_without_end_is_cut_off_after_its_refusal(impatient: Running) -> None:
    endless = (
        b"POST /api/battles HTTP/1.1\r\nHost: evil.example\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    assert seconds_until_end(call(impatient.port, endless), b"1\r\nx\r\n") < 10 * SHORT


@pytest.mark.parametrize(
    "head",
    [
        b"Host: evil.example\r\nTransfer-Encoding: chunked",
        b"Host: 127.0.0.1\r\nOrigin: http://evil.example\r\nTransfer-Encoding: chunked",
        b"Host: 127.0.0.1\r\nTransfer-Encoding: chunked",
    ],
    ids=["another name", "another site", "let in"],
)
def test_what_is_no_http_after_all_leaves_no_trace(
    impatient: Running, head: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    line = call(impatient.port, b"POST /api/battles HTTP/1.1\r\n" + head + b"\r\n\r\nZZ\r\n\r\n")
    assert b"HTTP/1.1 400" in line.recv(4096)
    seconds_until_end(line)
    assert "Traceback" not in caplog.text
    assert not [record for record in caplog.records if record.exc_info]


def test_a_socket_without_hello_is_cut_off_even_if_it_answers_nothing(impatient: Running) -> None:
    table = impatient.begin(**FRIENDS)
    upgrade = UPGRADE.replace(b"abcdefghjkmn", table.id.encode())
    line = call(impatient.port, upgrade)
    assert line.recv(12) == b"HTTP/1.1 101"
    assert seconds_until_end(line) < 20 * SHORT


def test_a_socket_that_answers_no_pings_is_cut_off(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(ping_seconds=SHORT)) as server:
        table = server.begin(**FRIENDS)
        hello = json.dumps({"type": "hello", "token": table.host}).encode()
        frame = b"\x81" + bytes([0x80 | len(hello)]) + bytes(4) + hello  # masked with nothing
        upgrade = UPGRADE.replace(b"abcdefghjkmn", table.id.encode())
        with call(server.port, upgrade + frame) as line:
            heard = b"".join(iter(lambda: line.recv(65536), b""))
        assert b"keepalive ping timeout" in heard


def test_an_answer_that_nobody_takes_is_given_up(impatient: Running) -> None:
    server = impatient._server
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.connect(("127.0.0.1", impatient.port))
        wish = b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        with contextlib.suppress(TimeoutError, ConnectionError):
            line.settimeout(2)
            while True:  # until neither takes anything any more
                line.sendall(wish * 100)
        wait_until(lambda: len(server.door) == 0)


def test_whoever_is_served_may_take_his_time(impatient: Running) -> None:
    table = impatient.begin(**FRIENDS)
    with table.sit("british") as british:
        time.sleep(4 * SHORT)
        assert british.ask("offers")["type"] == "answer"


def test_of_one_address_only_so_many_connections_stay(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(lines=8)) as server, contextlib.ExitStack() as stack:
        table = server.begin(**FRIENDS)
        british = stack.enter_context(table.sit("british"))
        for _ in range(40):
            stack.enter_context(call(server.port))
        wait_until(lambda: len(server._server.door) <= 8)
        with server.http() as http:  # an idle connection made room for this one
            assert http.get("/api/players").status_code == 200
        assert british.ask("offers")["type"] == "answer"


def test_where_all_lines_are_busy_no_more_are_let_in(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(lines=2)) as server:
        table = server.begin(**FRIENDS)
        with table.sit("british") as british, table.sit("german") as german:
            with pytest.raises(httpx.TransportError), server.http() as http:
                http.get("/api/players")
            assert british.ask("offers")["type"] == "answer"
            assert german.ask("offers")["type"] == "answer"


def test_at_home_two_thousand_sockets_fit_and_on_a_network_few_of_one_address() -> None:
    assert Settings().limits_in_force.lines >= 2000 <= AT_HOME.connections
    assert Limits().lines < 100
    behind = Settings(proxies=("127.0.0.1",), passphrase="x" * 20)
    assert behind.limits_in_force == Limits()


def test_the_named_proxy_is_not_one_client(tmp_path: Path) -> None:
    limits = Limits(lines=4)
    wanted = {"proxies": ("127.0.0.1",), "passphrase": "long enough for us", "limits": limits}
    with running(tmp_path, **wanted) as server, contextlib.ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(call(server.port))
        wait_until(lambda: len(server._server.door) == 20)


# -- a real server with few descriptors -----------------------------------------------------------

DESCRIPTORS = 1024
IDLERS = 1300


class Idlers:
    """Far too many connections, each of which keeps the server waiting in its own way."""

    def __init__(self, port: int, battle: str) -> None:
        self._port = port
        upgrade = UPGRADE.replace(b"abcdefghjkmn", battle.encode())
        self._ways = (b"", b"G", HALF, BODY, upgrade, GET)
        self._lines: list[socket.socket] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._drip, daemon=True)

    def __enter__(self) -> Idlers:
        for number in range(IDLERS):
            self._open(self._ways[number % len(self._ways)])
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        for line in self._lines:
            line.close()

    def _open(self, said: bytes) -> None:
        line = socket.create_connection(("127.0.0.1", self._port), timeout=10)
        with contextlib.suppress(OSError):
            line.sendall(said)
        line.setblocking(False)
        self._lines.append(line)

    def _drip(self) -> None:
        """Send a byte a second on each line, and open those anew that were cut off."""
        while not self._ended.wait(1.0):
            for number, line in enumerate(list(self._lines)):
                try:
                    if number % len(self._ways) in (1, 2, 3):
                        line.send(b"x")
                    if line.recv(4096) == b"":
                        raise ConnectionResetError
                except BlockingIOError:
                    continue
                except OSError:
                    line.close()
                    if self._ended.is_set():
                        return
                    with contextlib.suppress(OSError):
                        self._open(self._ways[number % len(self._ways)])
                        self._lines[number] = self._lines.pop()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no descriptors")
def test_more_idle_connections_than_descriptors_keep_nobody_out(tmp_path: Path) -> None:
    descriptors.raise_limit()  # for this end of the connections
    with Server(tmp_path, descriptors=DESCRIPTORS) as server:
        begun = server.begin(scenario="saint-aubin", **FRIENDS)
        address = f"ws://127.0.0.1:{server.port}/api/battles/{begun.id}/live"
        with connect(address) as player:
            player.send(json.dumps({"type": "hello", "token": begun.tokens["british"]}))
            assert json.loads(player.recv(PATIENCE))["type"] == "welcome"
            with Idlers(server.port, begun.id):
                for number in range(30):
                    with httpx.Client(base_url=server.http.base_url, timeout=20) as client:
                        assert client.get("/api/players").status_code == 200
                        assert client.get(f"/api/battles/{begun.id}").status_code == 200
                    player.send(json.dumps({"type": "ask", "id": number, "about": "offers"}))
                    while json.loads(player.recv(PATIENCE)).get("id") != number:
                        pass
                    time.sleep(0.1)
                assert _open_files(server) < DESCRIPTORS - 64
        server.http.get("/api/players").raise_for_status()
        assert "out of system resource" not in server.log
        assert len(server.log) < 5000, server.log


def _open_files(server: Server) -> int:
    """How many descriptors a server has open, where the system tells."""
    folder = Path(f"/proc/{server.process}/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0


def test_hostile_requests_do_not_fill_the_log(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        for number in range(600):
            with call(server.port, b"NONSENSE %d\r\n\r\n" % number) as line:
                line.recv(100)
        assert "Invalid HTTP request" in server.log
        server.stop()
        assert len(server.log) < 5000, server.log
        assert "left out" in server.log


def test_the_log_says_nothing_of_clients_that_leave(
    impatient: Running, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for said in (b"", HALF, BODY, GET):
            call(impatient.port, said).close()
        table: Table = impatient.begin(**FRIENDS)
        assert table.get("").status_code == 200
    assert not [record for record in caplog.records if record.exc_info]
