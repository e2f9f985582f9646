"""A server that is killed in the middle of a turn, again and again, loses and doubles nothing."""

from __future__ import annotations

import itertools
import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from sandtable.battle.record import Line
from sandtable.journal import read, verify
from tests.server.postgres import Postgres
from tests.server.robust.clients import Client, Message
from tests.server.robust.processes import Begun, Server

SEATS = [
    {"seat": "british", "side": "british", "kind": "me"},
    {"seat": "german", "side": "german", "kind": "me"},
]


class Table:
    """Two players at one battle who send again whatever was not acknowledged.

    Attributes:
        orders: The orders that were acknowledged, in their order.
        said: What was said and acknowledged.
        times: How long requests took.
    """

    def __init__(self, server: Server, seed: int, dice: str = "computer") -> None:
        self.server = server
        self.chance = random.Random(seed)
        self.begun: Begun = server.begin(
            scenario="saint-aubin", seats=SEATS, seed=str(seed), dice=dice
        )
        self.clients = [
            Client(server, self.begun.id, token, seat) for seat, token in self.begun.tokens.items()
        ]
        self.orders: list[Message] = []
        self.said: list[str] = []
        self.times: list[float] = []
        self._keys = 0
        for client in self.clients:
            client.connect()

    def new_key(self) -> str:
        self._keys += 1
        return f"request-{self._keys}"

    def asked(self) -> Client:
        """The player who has to decide."""
        number = max(client.number for client in self.clients)
        for client in self.clients:
            client.catch_up(number)
        return next(client for client in self.clients if client.is_asked)

    # -- between deaths ---------------------------------------------------------------------------

    def play(self, steps: int) -> None:
        """Give some orders, and now and then say something."""
        for _ in range(steps):
            client, message = self.next_request()
            start = time.perf_counter()
            self.note(message, client.request(message))
            self.times.append(time.perf_counter() - start)

    def next_request(self) -> tuple[Client, Message]:
        client = self.asked()
        if self.chance.random() < 0.2:
            text = f"word {self._keys}"
            return client, {"type": "chat", "key": self.new_key(), "text": text}
        return client, self.giving(client, client.idea())

    def giving(self, client: Client, order: Message) -> Message:
        number = client.number
        return {"type": "give", "key": self.new_key(), "expect": number, "order": order}

    def give(self, client: Client, order: Message) -> None:
        """Give an order that needs no dice."""
        message = self.giving(client, order)
        self.note(message, client.request(message))

    def note(self, message: Message, reply: Message) -> None:
        assert reply["type"] == "done", reply
        if message["type"] == "chat":
            self.said.append(message["text"])
        else:
            self.orders.append(message["order"])

    # -- a death ----------------------------------------------------------------------------------

    def die_and_come_back(self, moment: str) -> None:
        """Kill the server while it works on a request, and send that again to the next one."""
        client, message = self.next_request()
        if moment == "after the answer":
            self.note(message, client.request(message))
            self.server.kill()
        else:
            usual = sorted(self.times)[len(self.times) // 2] if self.times else 0.005
            share = 0.0 if moment == "at once" else self.chance.uniform(0, 1.5)
            killer = threading.Thread(target=self.kill_after, args=(usual * share,))
            killer.start()
            client.send(message)
            killer.join()
        for each in self.clients:
            each.last_words()
        self.server.start()
        for each in self.clients:
            each.connect()
        reply = client.request(message)
        if moment == "after the answer":
            assert reply["type"] == "done"
        else:
            self.note(message, reply)
        self.check_memory()

    def kill_after(self, delay: float) -> None:
        time.sleep(delay)
        self.server.kill()

    def check_memory(self) -> None:
        """The server remembers every line and every acknowledgement that anybody was given."""
        for client in self.clients:
            for key in list(client.acknowledged)[-3:]:
                again = {"type": "chat", "key": key, "text": "once more"}
                assert client.request(again)["type"] == "done"
        fresh = Client(self.server, self.begun.id, self.begun.tokens["british"], "british")
        welcome = fresh.connect()
        fresh.close()
        known = self.clients[0].entries
        assert {line: fresh.entries[line] for line in known} == known
        assert [said["text"] for said in welcome.get("chat", ())] == self.said


def check_journal(table: Table, folder: Path) -> None:
    """The journal has every order once, in the order in which they were given, and is right."""
    file = folder / "battle.jsonl"
    file.write_bytes(table.server.journal(table.begun))
    assert verify(file).ok
    lines: list[Line] = [line for line in read(file).lines if line.order is not None]
    recorded: list[Any] = [line.order for line in lines if not line.by_default]
    assert recorded == table.orders


MOMENTS = ("at some moment", "at once", "at some moment", "after the answer", "at some moment")
"""When the server is killed, in turn."""


def die_often(server: Server, folder: Path, times: int, seed: int) -> None:
    with server:
        table = Table(server, seed)
        for moment in itertools.islice(itertools.cycle(MOMENTS), times):
            table.play(1 + table.chance.randrange(3))
            table.die_and_come_back(moment)
        table.play(5)
        for client in table.clients:
            client.close()
        check_journal(table, folder)
        assert "Traceback" not in server.log


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_or_done_twice_in_25_deaths(tmp_path: Path) -> None:
    die_often(Server(tmp_path / "data"), tmp_path, times=25, seed=1)


@pytest.mark.slow
def test_nor_is_it_with_postgresql(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new_database()
    server = Server(tmp_path / "data", "--database-url", url)
    die_often(server, tmp_path, times=5, seed=2)


# -- real dice ------------------------------------------------------------------------------------


def shot_of(client: Client) -> Message | None:
    """An order to fire, if there is one."""
    orders = [offer["order"] for offer in client.ask("offers")["offers"]]
    return next((order for order in orders if order["order"] == "fire"), None)


def find_shot(table: Table) -> tuple[Client, Message]:
    """Play without dice until somebody can fire."""
    for _ in range(100):
        client = table.asked()
        order = shot_of(client)
        if order is not None:
            return client, order
        table.give(client, {"order": "done"})
    raise AssertionError("nobody could fire")


def come_back(table: Table) -> None:
    """Kill the server and start it again."""
    table.server.kill()
    for client in table.clients:
        client.last_words()
    table.server.start()
    for client in table.clients:
        client.connect()


@pytest.mark.slow
def test_dice_that_are_wanted_thrown_or_given_up_are_so_after_a_death(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        table = Table(server, 3, dice="real")
        client, order = find_shot(table)
        number = client.number
        give = {"type": "give", "key": "the-shot-1", "expect": number, "order": order}
        client.send(give)
        client.until(lambda message: "dice" in message.get("standing", ()))
        wanted = client.standing["dice"]

        come_back(table)
        assert client.standing["dice"] == wanted
        throw = {"type": "throw", "key": "throw-001", "faces": [1] * wanted["count"]}
        assert client.request(throw)["type"] == "done"
        come_back(table)
        assert client.request(throw)["type"] == "done"
        assert client.standing["dice"] != wanted, "the next dice are for the target"

        cancel = {"type": "cancel-throw", "key": "cancel-01"}
        assert client.request(cancel)["type"] == "done"
        come_back(table)
        assert "dice" not in client.standing
        assert client.request(cancel)["type"] == "done"
        assert client.number == number
