"""Leaving is leaving: a cookie is void from then on, everywhere and for good."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine, insert, select

from sandtable.server.http.callers import COOKIE
from sandtable.server.storage.tables import departures
from tests.server.kit import Running, running, wait_until
from tests.server.postgres import Postgres

PASSPHRASE = "long enough for us"


def enter(server: Running, passphrase: str = PASSPHRASE) -> str:
    """Come in; the cookie."""
    with server.http() as http:
        http.post("/api/session", json={"passphrase": passphrase}).raise_for_status()
        return http.cookies[COOKIE]


def ask(server: Running, cookie: str, method: str = "GET", path: str = "/api/battles") -> int:
    """Ask for something with a cookie; the status."""
    with server.http(cookies={COOKIE: cookie}) as http:
        return http.request(method, path).status_code


def leave(server: Running, cookie: str) -> None:
    assert ask(server, cookie, "DELETE", "/api/session") == 204


def test_a_cookie_is_void_after_leaving_at_every_server_of_the_database(
    postgres: Postgres, tmp_path: Path
) -> None:
    shared = {"database_url": postgres.new_database(), "passphrase": PASSPHRASE}
    with running(tmp_path / "a", **shared) as one, running(tmp_path / "b", **shared) as other:
        mine, another = enter(one), enter(one)
        assert ask(one, mine) == ask(other, mine) == 200
        leave(one, mine)
        assert ask(one, mine) == ask(other, mine) == 401
        assert ask(one, mine, path="/") == 303
        assert ask(one, another) == ask(other, another) == 200
        leave(one, mine)  # once more does no harm
        leave(one, "1.2.3")
    with running(tmp_path / "a", **shared) as again:
        assert ask(again, mine) == 401
        assert ask(again, another) == 200


def test_another_passphrase_voids_all_cookies_even_if_it_is_changed_back(tmp_path: Path) -> None:
    with running(tmp_path, passphrase=PASSPHRASE) as server:
        cookie = enter(server)
    with running(tmp_path, passphrase="quite another one") as server:
        assert ask(server, cookie) == 401
    with running(tmp_path, passphrase=PASSPHRASE) as server:
        assert ask(server, cookie) == 401
        cookie = enter(server)
    with running(tmp_path, passphrase=PASSPHRASE) as server:
        assert ask(server, cookie) == 200


def test_who_left_long_ago_is_forgotten(tmp_path: Path) -> None:
    with running(tmp_path, passphrase=PASSPHRASE) as server:
        engine = create_engine(server.settings.url)
        with engine.begin() as connection:
            long_ago = {"digest": "d" * 64, "until": time.time() - 1}
            connection.execute(insert(departures).values(long_ago))
        leave(server, enter(server))
        with engine.connect() as connection:
            kept = connection.execute(select(departures.c.digest)).scalars().all()
        engine.dispose()
    assert len(kept) == 1
    assert kept != ["d" * 64]


def test_on_a_full_disk_one_leaves_all_the_same(tmp_path: Path) -> None:
    with running(tmp_path, passphrase=PASSPHRASE, retry_seconds=0.05) as server:
        cookie = enter(server)
        with server.without_room():
            leave(server, cookie)
            assert ask(server, cookie) == 401
        engine = create_engine(server.settings.url)

        def recorded() -> bool:
            with engine.connect() as connection:
                return bool(connection.execute(select(departures)).all())

        wait_until(recorded)
        engine.dispose()
        assert ask(server, cookie) == 401


@pytest.mark.parametrize("cookie", ["", ".", "..", "9" * 400, "99999999999.x.y", "é.é.é"])
def test_a_cookie_that_is_none_opens_nothing(tmp_path: Path, cookie: str) -> None:
    with running(tmp_path, passphrase=PASSPHRASE) as server:
        headers = {b"Cookie": f"{COOKIE}={cookie}".encode()}
        assert httpx.get(f"{server.url}/api/battles", headers=headers).status_code == 401
