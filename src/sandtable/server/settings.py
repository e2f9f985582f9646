"""How a server is set up: where it listens, what it keeps, and what it puts up with."""

from __future__ import annotations

import ipaddress
from pathlib import Path

import platformdirs
from msgspec import Struct

from sandtable.server.memory import MIB, sensible_ceiling

PASSPHRASE_VARIABLE = "SANDTABLE_PASSPHRASE"
"""The environment variable that may hold the passphrase, so that no list of processes shows it."""

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


class Limits(Struct, frozen=True, kw_only=True):
    """What a client may ask of the server.

    Attributes:
        body: The most bytes of a request's body.
        requests: HTTP requests a second for each client, on average.
        request_burst: How many of them may come at once.
        messages: WebSocket messages a second for each connection, on average.
        message_burst: How many of them may come at once.
        connections: WebSocket connections of one client.
        battle_connections: WebSocket connections to one battle.
        asks: Questions of one connection that are worked on at once; further ones wait.
        ask_seconds: How long a question may take.
        hello_seconds: How long a new connection may stay silent.
        guesses: Wrong passphrases a minute for each client.
        chat_kept: How many of the last things said are shown to somebody who comes in.
        heavy: Requests a minute for each client that take long to answer, such as reports.
        battles: How many battles may be begun in an hour by one client.
    """

    body: int = 256 * 1024
    requests: float = 30.0
    request_burst: int = 200
    messages: float = 50.0
    message_burst: int = 300
    connections: int = 32
    battle_connections: int = 100
    asks: int = 6
    ask_seconds: float = 20.0
    hello_seconds: float = 10.0
    guesses: int = 6
    chat_kept: int = 200
    heavy: int = 20
    battles: int = 200


AT_HOME = Limits(
    requests=500.0,
    request_burst=2000,
    messages=500.0,
    message_burst=2000,
    connections=2000,
    heavy=600,
    battles=100_000,
)
"""The limits on a server that only this machine can reach."""


class Budget(Struct, frozen=True, kw_only=True):
    """How many seconds of the processor a piece of work may use before it is stopped.

    Attributes:
        order: Working out an order, or setting a battle up.
        question: Answering a question, or drawing the table.
        decision: What a computer player does.
        fallback: What a simple one does in its stead, when it has taken too long.
        load: Playing a battle again from its record.
        load_line: So much more for each line of it.
        report: A report of a whole battle, or checking it.
    """

    order: float = 20.0
    question: float = 20.0
    decision: float = 20.0
    fallback: float = 10.0
    load: float = 30.0
    load_line: float = 0.1
    report: float = 60.0


class Settings(Struct, frozen=True, kw_only=True):
    """Everything that can be chosen about a server.

    Attributes:
        host: The address that it listens on.
        port: The port; if it is taken, a free one near it is used.
        data_dir: Where the embedded database lies.
        database_url: Another database, such as PostgreSQL.
        passphrase: What people must know to come in; needed beyond loopback.
        allowed_hosts: Names under which the server may be reached, beside those it knows.
        limits: What a client may ask of it; without any, more at home than on a network.
        idle_seconds: After so long without anybody there, a battle leaves the memory.
        watch_seconds: How often a database that others may share is looked at for their lines.
        retry_seconds: How long to wait before what could not be recorded is tried again.
        pace: Seconds that a computer player leaves between two of its steps while people watch.
        workers: How many orders are worked out at once.
        budget: How long each piece of work may take.
        memory: How many MiB of memory the server may use; without a number, half of what the
            machine has.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    data_dir: Path | None = None
    database_url: str | None = None
    passphrase: str | None = None
    allowed_hosts: tuple[str, ...] = ()
    limits: Limits | None = None
    idle_seconds: float = 900.0
    watch_seconds: float = 1.0
    retry_seconds: float = 5.0
    pace: float = 0.2
    workers: int = 3
    budget: Budget = Budget()
    memory: int | None = None

    @property
    def ceiling(self) -> int | None:
        """How many bytes of memory it may use; ``None`` where that cannot be told."""
        return sensible_ceiling() if self.memory is None else self.memory * MIB

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_loopback(self.host)

    @property
    def limits_in_force(self) -> Limits:
        """The limits that hold."""
        return self.limits or (AT_HOME if self.is_loopback else Limits())

    @property
    def folder(self) -> Path:
        """Where the data of this person lies."""
        return self.data_dir or Path(platformdirs.user_data_dir("sandtable", appauthor=False))

    @property
    def url(self) -> str:
        """The address of the database, as SQLAlchemy writes it."""
        if self.database_url is None:
            return f"sqlite:///{self.folder / 'battles.sqlite3'}"
        kind, separator, rest = self.database_url.partition("://")
        plain = kind in ("postgres", "postgresql")
        return f"postgresql+psycopg{separator}{rest}" if plain else self.database_url


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own, unreachable for others.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
