"""Two who change a seat at the same moment: nothing of either is lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from sandtable.server.tokens import new_token
from tests.server.kit import FRIENDS, Running, Sitter, Table, new_key, running, wait_until
from tests.server.postgres import Postgres

WAITS = {**FRIENDS, "wait": True}


@contextmanager
def held(*servers: Running) -> Iterator[None]:
    """Nothing is written while this lasts; what comes meanwhile waits, in the order it came."""
    free = threading.Event()
    for server in servers:
        server.store._writer.submit(lambda _: free.wait(30))
    try:
        yield
    finally:
        free.set()


def waiting(server: Running, many: int) -> None:
    """Wait until so many pieces of work wait to be written."""
    wait_until(lambda: server.store._writer._queue.qsize() >= many)


def test_being_ready_is_not_lost_when_somebody_says_hello_with_a_name(server: Running) -> None:
    table = server.begin(**WAITS).come()
    with table.sit("german") as german, ThreadPoolExecutor() as pool:
        with held(server):
            german.send({"type": "ready", "key": new_key()})
            waiting(server, 1)
            named = pool.submit(table.sit, "german", name="Anna")
            waiting_for_lock(named.running)
        named.result().leave()
        row = next(each for each in server.store.seats(table.id) if each.seat == "german")
        assert (row.ready, row.name) == (True, "Anna")


def waiting_for_lock(running: object) -> None:
    """Give what waits for the room's lock, and must not write yet, time to go wrong."""
    threading.Event().wait(0.3)
    assert running


def test_a_hand_over_is_not_lost_when_somebody_says_hello_with_a_name(server: Running) -> None:
    table = server.begin(**FRIENDS).come()
    wish = {"kind": "computer", "level": "greedy"}
    with ThreadPoolExecutor() as pool:
        with held(server):
            handed = pool.submit(table.call, "PATCH", "/seats/german", table.host, json=wish)
            waiting(server, 1)
            named = pool.submit(table.sit, "german", name="Anna")
            waiting_for_lock(named.running)
        assert handed.result().status_code == 204
        named.result().leave()
    row = next(each for each in server.store.seats(table.id) if each.seat == "german")
    assert (row.kind, row.name) == ("greedy", "Anna")


def test_nor_at_two_servers_of_one_database(postgres: Postgres, tmp_path: Path) -> None:
    database_url = postgres.new_database()
    with (
        running(tmp_path / "a", database_url=database_url) as one,
        running(tmp_path / "b", database_url=database_url) as other,
    ):
        for number in range(8):
            table = one.begin(**WAITS).come()
            there = table.at(other)
            with (
                table.sit("german") as german,
                there.sit("german") as twin,
                ThreadPoolExecutor() as pool,
            ):
                assert twin.welcome["seat"] == "german"
                name = f"Anna {number}"
                ready = pool.submit(german.do, "ready")
                named = pool.submit(there.sit, "german", name=name)
                assert ready.result()["type"] == "done"
                named.result().leave()
                row = next(each for each in one.store.seats(table.id) if each.seat == "german")
                assert (row.ready, row.name) == (True, name)


def test_one_of_many_takes_the_seat(postgres: Postgres, tmp_path: Path) -> None:
    database_url = postgres.new_database()
    with (
        running(tmp_path / "a", database_url=database_url) as one,
        running(tmp_path / "b", database_url=database_url) as other,
    ):
        table = one.begin(**FRIENDS)

        def come(number: int) -> str:
            at = table.at(other if number % 2 else one)
            with Sitter(at, table.invitations["german"], claim=new_token()) as sitter:
                seat: str = sitter.welcome["seat"]
                return seat

        with ThreadPoolExecutor(10) as pool:
            seats = sorted(pool.map(come, range(10)))
        assert seats == ["german", *["onlooker"] * 9]


def test_who_gives_a_seat_up_at_one_server_is_soon_sent_away_from_the_other(
    postgres: Postgres, tmp_path: Path
) -> None:
    fast = {"database_url": postgres.new_database(), "watch_seconds": 0.05}
    with running(tmp_path / "a", **fast) as one, running(tmp_path / "b", **fast) as other:
        table: Table = one.begin(**FRIENDS).come()
        with table.at(other).sit("german") as there, table.at(other).sit("british") as british:
            with table.sit("german") as german:
                german.send({"type": "release", "key": new_key(), "agree": True})
                assert german.closed() == 4403
            assert there.closed() == 4403
            british.until(lambda: "has given up" in british.notices()[-1])


@pytest.mark.parametrize("kind", ["person", "computer"])
def test_another_server_knows_who_may_know_all(
    postgres: Postgres, tmp_path: Path, kind: str
) -> None:
    database_url = postgres.new_database()
    with (
        running(tmp_path / "a", database_url=database_url) as one,
        running(tmp_path / "b", database_url=database_url, watch_seconds=600.0) as other,
    ):
        table = one.begin()
        there = table.at(other)
        assert there.get("/layers").status_code == 200  # so that the other server has it loaded
        assert table.call("PATCH", "/seats/german", json={"kind": "friend"}).is_success
        made = table.call("POST", "/links", json={"seat": "german"})
        token = made.json()["link"].partition("#")[2]
        Sitter(table, token, claim=new_token()).leave()
        if kind == "computer":
            wish = {"kind": "computer"}
            assert table.call("PATCH", "/seats/german", json=wish).is_success
        assert there.get("/journal.jsonl").status_code == 403
        taken = there.call("POST", "/take-over", json={"line": 0})
        assert taken.status_code == 403
