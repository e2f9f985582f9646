"""A real server on a real port with a real database, and people who sit at its tables."""

from __future__ import annotations

import contextlib
import itertools
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

import httpx
import msgspec
from sqlalchemy import event
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from sandtable.cli.serve import listen
from sandtable.server.app import create_app
from sandtable.server.network.serving import Server
from sandtable.server.settings import Settings
from sandtable.server.storage import Store
from sandtable.server.tokens import new_token

PATIENCE = 60.0

Data = dict[str, Any]


class Running:
    """A server that runs in a thread."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._socket = listen("127.0.0.1", 0)
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.app = create_app(settings)
        self._server = Server(self.app, settings, patience=1)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True
        )

    def start(self) -> Self:
        self._thread.start()
        wait_until(lambda: self._server.started or not self._thread.is_alive())
        assert self._thread.is_alive()
        return self

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._socket.close()

    @property
    def store(self) -> Store:
        """Its database."""
        store: Store = self.app.state.site.store
        return store

    @contextlib.contextmanager
    def without_room(self) -> Iterator[None]:
        """Have its database, which must be SQLite, take nothing, as on a full disk."""
        engine = self.store._engine
        full = True

        def refuse(connection: Any, *_: Any) -> None:
            connection.execute(f"PRAGMA query_only = {int(full)}")

        event.listen(engine, "checkout", refuse)
        try:
            yield
        finally:
            full = False

    def http(self, token: str | None = None, **more: Any) -> httpx.Client:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.Client(base_url=self.url, headers=headers, timeout=PATIENCE, **more)

    def begin(self, scenario: str = "saint-aubin", **wanted: Any) -> Table:
        with self.http() as http:
            made = http.post("/api/battles", json={"scenario": scenario, **wanted})
        assert made.status_code == 201, made.text
        return Table(self, made.json())


@contextlib.contextmanager
def running(folder: Path, **wanted: Any) -> Iterator[Running]:
    """A server with its database in a folder."""
    settings = msgspec.structs.replace(Settings(data_dir=folder, pace=0.0), **wanted)
    server = Running(settings).start()
    try:
        yield server
    finally:
        server.stop()


class Table:
    """A battle that was begun, with the links to its seats.

    Attributes:
        tokens: The tokens of the seats. Those of friends are of their own making, and good for
            something once they have taken their seats.
        invitations: The invitations to friends' seats.
    """

    def __init__(self, server: Running, made: Data) -> None:
        self.server = server
        self.id: str = made["id"]
        self.host: str = made["host"]
        self.tokens: dict[str, str] = {}
        self.invitations: dict[str, str] = {}
        for seat in made["seats"]:
            token = (seat["link"] or "").partition("#")[2]
            if seat.get("kind") == "friend":
                self.invitations[seat["seat"]] = token
                self.tokens[seat["seat"]] = new_token()
            elif token:
                self.tokens[seat["seat"]] = token
        self.tokens["onlooker"] = made["onlookers"].partition("#")[2]

    def at(self, server: Running) -> Table:
        """The same battle on another server."""
        twin = object.__new__(Table)
        twin.__dict__ = {**self.__dict__, "server": server}
        return twin

    def sit(self, seat: str, **hello: Any) -> Sitter:
        if seat in self.invitations:
            hello = {"claim": self.tokens[seat], **hello}
            return Sitter(self, self.invitations[seat], **hello)
        return Sitter(self, self.tokens[seat], **hello)

    def come(self, *seats: str) -> Table:
        """Have friends take their seats, and leave again for now."""
        for seat in seats or tuple(self.invitations):
            self.sit(seat).leave()
        return self

    def get(self, path: str, who: str | None = None, **params: Any) -> httpx.Response:
        if who in self.invitations:
            self.come(who)
        with self.server.http(self.tokens.get(who or "", None)) as http:
            return http.get(f"/api/battles/{self.id}{path}", params=params)

    def call(self, method: str, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        with self.server.http(token) as http:
            return http.request(method, f"/api/battles/{self.id}{path}", **more)


class Sitter:
    """A person at a table: sends messages, and remembers everything that comes."""

    def __init__(self, table: Table, token: str, **hello: Any) -> None:
        self.table = table
        self.token = token
        address = f"ws://127.0.0.1:{table.server.port}/api/battles/{table.id}/live"
        self._opening = connect(address, max_size=None)
        self.socket: ClientConnection = self._opening.__enter__()
        self.heard: list[Data] = []
        self.raw: list[str] = []
        self.standing: Data = {}
        self.entries: dict[int, Data] = {}
        self._ids = itertools.count(1)
        self.send({"type": "hello", "token": token, **hello})
        self.welcome = self.wait("welcome")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        self._opening.__exit__(None, None, None)

    # -- messages ---------------------------------------------------------------------------------

    def send(self, message: Data) -> None:
        self.socket.send(json.dumps(message))

    def receive(self, timeout: float = PATIENCE) -> Data:
        raw = self.socket.recv(timeout=timeout)
        assert isinstance(raw, str)
        self.raw.append(raw)
        message: Data = json.loads(raw)
        self.heard.append(message)
        if "standing" in message:
            self.standing = message["standing"]
        for entry in message.get("entries", ()):
            self.entries[entry["line"]] = entry
        return message

    def wait(self, *kinds: str, key: str | None = None, number: int | None = None) -> Data:
        """The next message of a kind, with a key or an id."""
        while True:
            message = self.receive()
            right_key = key is None or message.get("key") == key
            if message["type"] in kinds and right_key and number in (None, message.get("id")):
                return message

    def until(self, holds: Callable[[], object]) -> None:
        """Listen until something holds."""
        while not holds():
            self.receive()

    def reach(self, number: int) -> None:
        """Listen until the battle has come to a line."""
        self.until(lambda: self.number == number)

    def reach_at_least(self, number: int) -> None:
        """Listen until the battle has come to a line, or beyond."""
        self.until(lambda: self.number >= number)

    def drain(self, seconds: float = 0.2) -> None:
        """Hear all that the server has to say by now, and what comes soon after."""
        self.send({"type": "ping"})
        self.wait("pong")
        with contextlib.suppress(TimeoutError):
            while True:
                self.receive(seconds)

    def closed(self) -> int:
        """Listen until the server ends the connection; with which code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as end:
            return code_of(end)

    def notices(self) -> list[str]:
        """The notices of the table that it was told of, with those from before it came."""
        said = [*self.welcome["chat"]]
        said += [each["said"] for each in self.heard if each["type"] == "heard"]
        return [each["text"] for each in said if not each["seat"]]

    # -- what people do ---------------------------------------------------------------------------

    @property
    def number(self) -> int:
        number: int = self.standing["number"]
        return number

    def ask(self, about: str, **more: Any) -> Data:
        number = next(self._ids)
        self.send({"type": "ask", "id": number, "about": about, **more})
        return self.wait("answer", number=number)

    def do(self, kind: str, **fields: Any) -> Data:
        """Send something with a key; the answer to it."""
        key = fields.pop("key", None) or new_key()
        self.send({"type": kind, "key": key, **fields})
        return self.wait("done", "refused", "trouble", key=key)

    def give(self, order: Data, **more: Any) -> Data:
        return self.do("give", order=order, expect=more.pop("expect", self.number), **more)

    def offers(self, **more: Any) -> list[Data]:
        answer = self.ask("offers", **more)
        assert "problem" not in answer, answer
        return [offer["order"] for offer in answer["offers"]]

    def offered(self, kind: str) -> Data:
        """Some order of a kind that can be given now."""
        return next(order for order in self.offers() if order["order"] == kind)

    @property
    def events(self) -> list[Data]:
        """Everything that it was told of, whatever was taken back later."""
        return [event for n in sorted(self.entries) for event in self.entries[n].get("events", ())]


def code_of(end: ConnectionClosed) -> int:
    """The code with which the server ended a connection."""
    return end.rcvd.code if end.rcvd else 0


def new_key() -> str:
    return secrets.token_urlsafe(12)


def wait_until(holds: Callable[[], object], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "that took too long"
        time.sleep(0.01)


FRIENDS: Data = {
    "seats": [
        {"seat": "british", "side": "british", "kind": "me", "name": "Harding"},
        {"seat": "german", "side": "german", "kind": "friend"},
    ]
}
"""Saint-Aubin between two people."""


def hold_fire(*sitters: Sitter) -> None:
    """Have nobody asked about reactions, so that moves are carried out at once."""
    for sitter in sitters:
        assert sitter.give({"order": "standing", "policy": "hold"})["type"] == "done"
    for sitter in sitters:
        sitter.drain(0.05)
