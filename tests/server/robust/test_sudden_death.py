"""A server that is killed in the middle of play, again and again, loses and doubles nothing.

`python bench/siege.py deaths` does the same a thousand times.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import Postgres
from tests.server.robust import disks
from tests.server.robust.clients import Client, Message
from tests.server.robust.deaths import Siege, Toll, killers_with
from tests.server.robust.forking import Nursery
from tests.server.robust.processes import Begun, LeanServer, Server

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as found:
        yield found


def die_often(siege: Siege, times: int) -> Toll:
    """Kill a server so many times; nothing that was acknowledged is lost, and nothing is wrong."""
    toll = asyncio.run(siege.run(times))
    assert toll.lost == []
    assert toll.problems == []
    assert sum(toll.deaths.values()) == times
    assert toll.checked > times
    return toll


def sqlite(server: Server) -> str:
    return f"sqlite:///{server.folder / 'battles.sqlite3'}"


def test_nothing_acknowledged_is_lost_or_done_twice(nursery: Nursery, tmp_path: Path) -> None:
    server = LeanServer(nursery, tmp_path / "data")
    die_often(Siege(server, sqlite(server), seed=1), times=12)


def test_nor_is_it_by_the_program_that_people_start(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    die_often(Siege(server, sqlite(server), seed=2), times=2)


def test_nor_is_it_if_postgresql_dies_as_well(
    postgres_to_kill: Postgres, nursery: Nursery, tmp_path: Path
) -> None:
    url = postgres_to_kill.new_database()
    server = LeanServer(nursery, tmp_path / "data", database_url=url)
    siege = Siege(server, server.settings.url, 3, killers_with(postgres_to_kill))
    toll = die_often(siege, times=6)
    assert len(toll.deaths) == 5


# -- disks ----------------------------------------------------------------------------------------


def test_an_order_for_which_there_is_no_room_is_refused_and_can_be_given_again(
    nursery: Nursery, tmp_path: Path
) -> None:
    assert disks.with_files_that_cannot_grow(nursery, tmp_path) == 5


def test_so_it_is_on_a_full_disk_and_on_one_that_cannot_be_written(
    nursery: Nursery, tmp_path: Path
) -> None:
    try:
        assert disks.on_a_full_disk(nursery) == 5
        assert disks.with_files_that_cannot_be_written(nursery, tmp_path) == 5
    except disks.NoDiskError as error:
        pytest.skip(f"this machine lets us make no disk: {error}")


# -- real dice ------------------------------------------------------------------------------------

SEATS = [{"seat": side, "side": side, "kind": "me"} for side in ("british", "german")]


class Table:
    """Two players at one battle with real dice."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.begun: Begun = server.begin(scenario="saint-aubin", seats=SEATS, dice="real")
        self.clients = [
            Client(server, self.begun.id, token, seat) for seat, token in self.begun.tokens.items()
        ]
        for client in self.clients:
            client.connect()

    def find_shot(self) -> tuple[Client, Message]:
        """Play without dice until somebody can fire."""
        for place in range(100):
            number = max(client.number for client in self.clients)
            for client in self.clients:
                client.catch_up(number)
            client = next(client for client in self.clients if client.is_asked)
            orders = [offer["order"] for offer in client.ask("offers")["offers"]]
            shots = [order for order in orders if order["order"] == "fire"]
            if shots:
                return client, shots[0]
            done = {"type": "give", "key": f"pass-{place:04}", "expect": number}
            assert client.request({**done, "order": {"order": "done"}})["type"] == "done"
        raise AssertionError("nobody could fire")

    def come_back(self) -> None:
        """Kill the server and start it again."""
        self.server.kill()
        for client in self.clients:
            client.last_words()
        self.server.start()
        for client in self.clients:
            client.connect()


def test_dice_that_are_wanted_thrown_or_given_up_are_so_after_a_death(
    nursery: Nursery, tmp_path: Path
) -> None:
    with LeanServer(nursery, tmp_path / "data") as server:
        table = Table(server)
        client, order = table.find_shot()
        number = client.number
        give = {"type": "give", "key": "the-shot-1", "expect": number, "order": order}
        client.send(give)
        client.until(lambda message: "dice" in message.get("standing", ()))
        wanted = client.standing["dice"]

        table.come_back()
        assert client.standing["dice"] == wanted
        throw = {"type": "throw", "key": "throw-001", "faces": [1] * wanted["count"]}
        assert client.request(throw)["type"] == "done"
        table.come_back()
        assert client.request(throw)["type"] == "done"
        assert client.standing["dice"] != wanted, "the next dice are for the target"

        cancel = {"type": "cancel-throw", "key": "cancel-01"}
        assert client.request(cancel)["type"] == "done"
        table.come_back()
        assert "dice" not in client.standing
        assert client.request(cancel)["type"] == "done"
        assert client.number == number
        for client in table.clients:
            client.close()
