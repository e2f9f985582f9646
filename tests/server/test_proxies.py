"""Behind a proxy: who counts as the client, who as the owner, and when no server may start."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from sandtable.server.app import create_app
from sandtable.server.network.proxies import Proxies
from sandtable.server.settings import Limits, Settings
from tests.cli.kit import error
from tests.server.kit import FRIENDS, Running, Table, running

PASSPHRASE = "correct horse battery staple"


# -- when it must not start -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [("--allow-host", "table.example"), ("--proxy", "127.0.0.1"), ("--proxy", "10.0.0.0/8")],
)
def test_who_is_reached_through_a_proxy_needs_a_passphrase(
    options: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SANDTABLE_PASSPHRASE", raising=False)
    problem = error("serve", *options)
    assert options[0] in problem
    assert "a passphrase is needed" in problem
    assert "SANDTABLE_PASSPHRASE" in problem


def test_a_proxy_is_named_by_its_address() -> None:
    problem = error("serve", "--proxy", "caddy", "--passphrase", PASSPHRASE)
    assert "'caddy' is neither an address nor a network" in problem


@pytest.mark.parametrize(
    "wanted",
    [{"allowed_hosts": ("table.example",)}, {"proxies": ("::1",)}, {"host": "0.0.0.0"}],
)
def test_programs_cannot_start_an_open_house_either(wanted: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="a passphrase is needed"):
        create_app(Settings(**wanted))
    assert create_app(Settings(**wanted, passphrase=PASSPHRASE)).title == "Sandtable"


# -- a proxy that nobody named --------------------------------------------------------------------


@pytest.mark.parametrize(
    "header",
    [
        ("X-Forwarded-For", "203.0.113.9"),
        ("Forwarded", "for=203.0.113.9"),
        ("X-Real-IP", "203.0.113.9"),
        ("Via", "1.1 vegur"),
        ("X-Forwarded-Proto", "https"),
        ("x-forwarded-host", "table.example"),
    ],
)
def test_a_request_through_a_proxy_is_no_owners(server: Running, header: tuple[str, str]) -> None:
    table = server.begin(**FRIENDS)
    headers = dict([header])
    with server.http() as http:
        for path in ("/", "/api/battles", f"/api/battles/{table.id}"):
            refused = http.get(path, headers=headers)
            assert refused.status_code == 403
            assert "--proxy" in refused.json()["detail"]
        assert http.delete(f"/api/battles/{table.id}", headers=headers).status_code == 403
        assert http.get("/api/battles").status_code == 200
    address = f"ws://127.0.0.1:{server.port}/api/battles/{table.id}/live"
    with pytest.raises(InvalidStatus) as end, connect(address, additional_headers=headers):
        pass
    assert end.value.response.status_code == 403
    assert b"came through a proxy" in end.value.response.body


def test_with_a_passphrase_what_an_unnamed_proxy_says_does_not_count(tmp_path: Path) -> None:
    with running(tmp_path, passphrase=PASSPHRASE) as server:
        codes = [_guess(server, f"203.0.113.{number}") for number in range(10)]
        assert codes[0] == 401
        assert codes[-1] == 429
        assert "Secure" not in _cookie(tmp_path / "b", {"X-Forwarded-Proto": "https"})


# -- a proxy that was named -----------------------------------------------------------------------


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Running]:
    """A server behind a proxy on this machine."""
    with running(tmp_path, passphrase=PASSPHRASE, proxies=("127.0.0.1", "10.0.0.0/8")) as found:
        yield found


def test_guesses_count_for_each_client_of_a_named_proxy(behind: Running) -> None:
    # The first address is the client's own invention; the proxies added the others.
    codes = [_guess(behind, f"198.51.100.{n}, 203.0.113.1, 10.1.1.1") for n in range(10)]
    assert codes[0] == 401
    assert codes[-1] == 429
    assert _guess(behind, "203.0.113.2") == 401


def _guess(server: Running, forwarded: str) -> int:
    with server.http() as http:
        headers = {"X-Forwarded-For": forwarded}
        wish = {"passphrase": "wrong"}
        return http.post("/api/session", json=wish, headers=headers).status_code


def test_connections_count_for_each_client_of_a_named_proxy(tmp_path: Path) -> None:
    limits = Limits(connections=1)
    with running(tmp_path, passphrase=PASSPHRASE, proxies=("127.0.0.1",), limits=limits) as server:
        table = _begin(server)
        address = f"ws://127.0.0.1:{server.port}/api/battles/{table.id}/live"

        def open_from(client: str) -> Any:
            return connect(address, additional_headers={"X-Forwarded-For": client})

        with open_from("203.0.113.1"), open_from("203.0.113.2"), open_from("203.0.113.1") as third:
            with contextlib.suppress(Exception):
                third.recv(20)
            assert third.close_code == 4429


def _begin(server: Running) -> Table:
    with server.http() as http:
        http.post("/api/session", json={"passphrase": PASSPHRASE})
        return Table(server, http.post("/api/battles", json={"scenario": "saint-aubin"}).json())


def test_cookies_are_secure_if_the_named_proxy_says_https(tmp_path: Path) -> None:
    named = {"proxies": ("127.0.0.1",)}
    assert "Secure" in _cookie(tmp_path / "a", {"X-Forwarded-Proto": "https"}, **named)
    assert "Secure" not in _cookie(tmp_path / "b", {"X-Forwarded-Proto": "http"}, **named)
    assert "Secure" not in _cookie(tmp_path / "c", {}, **named)


def _cookie(folder: Path, headers: dict[str, str], **wanted: Any) -> str:
    with running(folder, passphrase=PASSPHRASE, **wanted) as server, server.http() as http:
        entered = http.post("/api/session", json={"passphrase": PASSPHRASE}, headers=headers)
        assert entered.status_code == 204
        return entered.headers["set-cookie"]


def test_behind_a_proxy_nobody_is_the_owner(behind: Running) -> None:
    table = _begin(behind)
    with behind.http() as http:
        assert http.delete(f"/api/battles/{table.id}").status_code in (401, 403)
        assert http.get("/api/battles").status_code == 401


# -- how an address is found ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("192.0.2.1", ["203.0.113.9"], "192.0.2.1"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["1.1.1.1, 203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["1.1.1.1", "203.0.113.9", "10.9.9.9"], "203.0.113.9"),
        ("127.0.0.1", ["10.0.0.1, 10.0.0.2"], "10.0.0.1"),
        ("127.0.0.1", ["203.0.113.9:5123"], "203.0.113.9"),
        ("127.0.0.1", ["[2001:db8:1:2:3::4]:80"], "2001:db8:1:2::"),
        ("127.0.0.1", ["203.0.113.9, unknown"], "127.0.0.1"),
        ("127.0.0.1", ["unknown, 10.0.0.7"], "10.0.0.7"),
        ("127.0.0.1", [" , ,"], "127.0.0.1"),
        ("::ffff:127.0.0.1", ["::ffff:203.0.113.9"], "203.0.113.9"),
        ("2001:db8:5:6:7:8:9:a", ["203.0.113.9"], "2001:db8:5:6::"),
        ("", ["203.0.113.9"], ""),
    ],
)
def test_the_client_is_the_rightmost_address_that_is_no_proxy(
    peer: str, forwarded: list[str], client: str
) -> None:
    proxies = Proxies(["127.0.0.1", "10.0.0.0/8"])
    headers = [(b"x-forwarded-for", each.encode()) for each in forwarded]
    scope = {"type": "http", "scheme": "http", "client": (peer, 1), "headers": headers}
    assert proxies.seen(scope)["client"] == (client, 1)
