"""What stands between the server and the network."""

from __future__ import annotations

import contextlib
import http.client
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from sandtable.server.security import HEADERS, POLICY
from sandtable.server.settings import Limits, Settings
from tests.server.kit import FRIENDS, PATIENCE, Running, Sitter, Table, code_of, running

PASSPHRASE = "correct horse battery staple"


def test_every_response_bears_the_headers(server: Running) -> None:
    paths = ["/", "/enter", "/static/css/base.css", "/api/scenarios", "/nowhere", "/api/nowhere"]
    with server.http() as http_client:
        for path in (*paths, "/api/openapi.json", "/battle/xyz", "/api/battles/xyz"):
            response = http_client.get(path)
            for name, value in HEADERS:
                assert response.headers[name.decode()] == value.decode(), path
    assert "script-src 'self'" in POLICY
    assert "unsafe" not in POLICY


def test_no_page_loads_anything_from_elsewhere(server: Running) -> None:
    with server.http() as http_client:
        for path in ("/docs", "/redoc", "/api/docs"):
            assert http_client.get(path).status_code == 404
        schema = http_client.get("/api/openapi.json").json()
    assert schema["info"]["title"] == "Sandtable"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:80", "", "10.0.0.1"])
def test_a_server_goes_by_its_own_name_only(server: Running, host: str) -> None:
    with server.http() as http_client:
        response = http_client.get("/api/scenarios", headers={"Host": host})
    assert response.status_code in (400, 421)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "file://"])
def test_other_sites_are_refused(server: Running, origin: str) -> None:
    with server.http() as http_client:
        headers = {"Origin": origin}
        wish = {"scenario": "saint-aubin"}
        response = http_client.post("/api/battles", json=wish, headers=headers)
    assert response.status_code == 403
    table = server.begin(**FRIENDS)
    address = f"ws://127.0.0.1:{server.port}/api/battles/{table.id}/live"
    with pytest.raises(InvalidStatus) as refused, connect(address, origin=Origin(origin)):
        pass
    assert refused.value.response.status_code == 403


def test_our_own_pages_are_not_refused(server: Running) -> None:
    with server.http() as http_client:
        headers = {"Origin": server.url}
        wish = {"scenario": "saint-aubin"}
        assert http_client.post("/api/battles", json=wish, headers=headers).status_code == 201


# -- sizes and speed ------------------------------------------------------------------------------


def test_a_body_may_not_be_too_large(server: Running) -> None:
    with server.http() as http_client:
        large = b"x" * (server.settings.limits_in_force.body + 1)
        assert http_client.post("/api/battles", content=large).status_code == 413

        def pieces() -> Iterator[bytes]:
            for _ in range(20):
                yield b" " * (server.settings.limits_in_force.body // 10)

        assert http_client.post("/api/battles", content=pieces()).status_code == 413


def test_a_length_that_makes_no_sense_is_refused(server: Running) -> None:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    line.putrequest("POST", "/api/battles")
    line.putheader("Content-Length", "-5")
    line.endheaders()
    assert line.getresponse().status == 400
    line.close()


def test_a_message_may_not_be_too_large(server: Running) -> None:
    with server.begin(**FRIENDS).sit("british") as british:
        british.socket.send("x" * (64 * 1024 + 1))
        assert british.closed() == 4413


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with little patience."""
    limits = Limits(
        requests=1,
        request_burst=60,
        messages=1,
        message_burst=15,
        connections=3,
        battle_connections=2,
        battles=4,
    )
    with running(tmp_path_factory.mktemp("strict"), limits=limits) as found:
        yield found


def test_messages_may_not_come_too_fast(strict: Running) -> None:
    with strict.begin(**FRIENDS).sit("british") as british:
        # The server may have hung up before the last of them is sent.
        with contextlib.suppress(ConnectionClosed):
            for _ in range(20):
                british.send({"type": "ping"})
        assert british.closed() == 4409


def test_who_does_not_say_hello_is_sent_away(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(hello_seconds=0.2)) as impatient:
        table = impatient.begin(**FRIENDS)
        address = f"ws://127.0.0.1:{impatient.port}/api/battles/{table.id}/live"
        with connect(address) as socket, pytest.raises(ConnectionClosed) as end:
            socket.recv(timeout=PATIENCE)
    assert code_of(end.value) == 4408


def test_there_may_not_be_too_many_connections(strict: Running) -> None:
    table, other = strict.begin(**FRIENDS), strict.begin(**FRIENDS)
    with table.sit("british"), table.sit("german"):
        with pytest.raises(ConnectionClosed) as end:
            table.sit("onlooker")
        assert code_of(end.value) == 4429
        with other.sit("british"), pytest.raises(ConnectionClosed) as end:
            other.sit("german")
        assert code_of(end.value) == 4429


def test_requests_and_battles_may_not_come_too_fast(strict: Running) -> None:
    with strict.http() as http_client:
        wish = {"scenario": "saint-aubin"}
        battles = [http_client.post("/api/battles", json=wish).status_code for _ in range(5)]
        assert battles[-1] == 429
        codes: list[int] = []
        while len(codes) < 500 and 429 not in codes:
            codes.append(http_client.get("/api/players").status_code)
    assert codes[0] == 200
    assert codes[-1] == 429


# -- what is sent makes sense, or is refused ------------------------------------------------------


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"scenario": "nowhere"},
        {"scenario": "saint-aubin", "more": 1},
        {"scenario": "saint-aubin", "dice": "loaded"},
        {"scenario": "saint-aubin", "options": {"weather": True}},
        {"scenario": "saint-aubin", "options": {"smoke": "perhaps"}},
        {"scenario": "saint-aubin", "seats": [{"seat": "a", "side": "british", "kind": "me"}]},
        {"scenario": "saint-aubin", "seats": [{"seat": "a", "side": "polish", "kind": "me"}]},
        {"scenario": "saint-aubin", "word": "\ud800", "dice": "fair"},
        {"scenario": "saint-aubin", "\ud800": 1},
        {
            "scenario": "saint-aubin",
            "seats": [
                {"seat": "british", "side": "british", "kind": "computer", "level": "genius"},
                {"seat": "german", "side": "german", "kind": "me"},
            ],
        },
        {
            "scenario": "saint-aubin",
            "seats": [
                {"seat": "referee", "side": "british", "kind": "me"},
                {"seat": "german", "side": "german", "kind": "me"},
            ],
        },
        {
            "scenario": "saint-aubin",
            "seats": [
                {"seat": "a", "side": "british", "kind": "me", "pieces": ["maus"]},
                {"seat": "b", "side": "german", "kind": "me"},
            ],
        },
    ],
)
def test_a_battle_that_makes_no_sense_is_refused_in_a_sentence(
    server: Running, wish: dict[str, object]
) -> None:
    with server.http() as http_client:
        response = http_client.post(
            "/api/battles",
            content=json.dumps(wish),
            headers={"Content-Type": "application/json"},
        )
    assert response.status_code in (404, 422), response.text
    assert isinstance(response.json()["detail"], str)
    assert "Traceback" not in response.text


@pytest.mark.parametrize("body", ["", "{", "[]", "\x00", "[" * 10000])
def test_a_body_that_is_no_json_is_refused(server: Running, body: str) -> None:
    with server.http() as http_client:
        headers = {"Content-Type": "application/json"}
        response = http_client.post("/api/battles", content=body, headers=headers)
    assert response.status_code in (400, 422)
    assert isinstance(response.json()["detail"], str)


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static//etc"])
def test_no_file_is_served_but_ours(server: Running, path: str) -> None:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    line.request("GET", path)
    assert line.getresponse().status == 404
    line.close()


# -- the passphrase -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a passphrase."""
    with running(tmp_path_factory.mktemp("closed"), passphrase=PASSPHRASE) as found:
        yield found


def test_without_the_passphrase_nothing_is_told(closed: Running) -> None:
    with closed.http() as http_client:
        for path in ("/api/scenarios", "/api/battles", "/api/players", "/api/rules/p8.turn.order"):
            assert http_client.get(path).status_code == 401
        wish = {"scenario": "saint-aubin"}
        assert http_client.post("/api/battles", json=wish).status_code == 401
        response = http_client.get("/")
        assert (response.status_code, response.headers["location"]) == (303, "/enter")
        assert http_client.get("/enter").status_code == 200


def test_the_passphrase_opens_the_lobby(closed: Running) -> None:
    with closed.http() as http_client:
        wrong = http_client.post("/api/session", json={"passphrase": "wrong"})
        assert wrong.status_code == 401
        right = http_client.post("/api/session", json={"passphrase": PASSPHRASE})
        assert right.status_code == 204
        cookie = right.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert http_client.get("/api/battles").status_code == 200
        made = http_client.post("/api/battles", json={"scenario": "saint-aubin", **FRIENDS})
        assert made.status_code == 201
        table = Table(closed, made.json())
        # Beyond one's own machine, only the host's token may invite.
        assert (
            http_client.post(f"/api/battles/{table.id}/links", json={"seat": "german"}).status_code
            == 403
        )
        value = http_client.cookies["sandtable-session"]
    # A link to a seat is enough for that battle, and for nothing else.
    token = table.tokens["german"]
    assert table.get("", "german").status_code == 200
    with closed.http(token) as http_client:
        assert http_client.get("/api/rules/undo.nothing-to-take-back").status_code == 200
        assert http_client.get("/api/battles").status_code == 401
    with Sitter(table, token) as german:
        assert german.welcome["seat"] == "german"
    for forged in ("", value[:-1], "9999999999.x." + "0" * 64, value.replace(".", "")):
        with closed.http(cookies={"sandtable-session": forged}) as http_client:
            assert http_client.get("/api/battles").status_code == 401


def test_a_passphrase_cannot_be_guessed_in_a_hurry(tmp_path: Path) -> None:
    with running(tmp_path, passphrase=PASSPHRASE) as server, server.http() as http_client:
        codes = [
            http_client.post("/api/session", json={"passphrase": f"guess {number}"}).status_code
            for number in range(10)
        ]
        assert codes[0] == 401
        assert codes[-1] == 429
        response = http_client.post("/api/session", json={"passphrase": PASSPHRASE})
        assert response.status_code == 429


def test_beyond_loopback_limits_are_stricter() -> None:
    assert not Settings(host="0.0.0.0").is_loopback
    assert Settings(host="::1").is_loopback
    assert Settings(host="0.0.0.0").limits_in_force.requests < Settings().limits_in_force.requests
