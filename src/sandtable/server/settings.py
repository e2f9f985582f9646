"""How a server is set up: where it listens, what it keeps, and what it puts up with."""

from __future__ import annotations

import ipaddress
from pathlib import Path

import platformdirs
from msgspec import Struct

from sandtable.server.memory import MIB, sensible_ceiling
from sandtable.server.network.proxies import Proxies, read_network

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
        lines: Open connections of one client, for HTTP and WebSocket together.
        all_lines: Open connections of all clients; fewer, where the system allows fewer.
        head_seconds: How long a connection may take to say what is wanted.
        body_seconds: How long it may take to send the rest of a request.
        stall_seconds: How long an answer may wait to be taken, beside what its size needs.
        ping_seconds: How often a WebSocket is asked whether somebody is there, and how long it may
            take to say so.
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
    lines: int = 64
    all_lines: int = 4000
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    stall_seconds: float = 20.0
    ping_seconds: float = 20.0


AT_HOME = Limits(
    requests=500.0,
    request_burst=2000,
    messages=500.0,
    message_burst=2000,
    connections=2000,
    heavy=600,
    battles=100_000,
    lines=2500,
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
        proxies: Addresses or networks of proxies that hand requests on, and are believed when
            they say for whom.
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
    proxies: tuple[str, ...] = ()
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
    def is_home(self) -> bool:
        """Whether nobody but who sits at this machine is meant to come: no network, no proxy."""
        return self.is_loopback and not self.allowed_hosts and not self.proxies

    @property
    def known_proxies(self) -> Proxies:
        """The proxies that are believed.

        Raises:
            ValueError: If one of them is neither an address nor a network.
        """
        return Proxies(self.proxies)

    @property
    def problem(self) -> str | None:
        """Why no server may be started like this; nothing if it may."""
        for each in self.proxies:
            try:
                read_network(each)
            except ValueError:
                return f"--proxy: {each!r} is neither an address nor a network, such as 127.0.0.1"
        if self.passphrase is not None or self.is_home:
            return None
        if not self.is_loopback:
            reason = f"{self.host} can be reached by others"
        else:
            option = "--proxy" if self.proxies else "--allow-host"
            reason = f"{option} says that others come to this server through a proxy"
        return (
            f"{reason}, so a passphrase is needed: set {PASSPHRASE_VARIABLE}, or give --passphrase"
        )

    @property
    def limits_in_force(self) -> Limits:
        """The limits that hold."""
        return self.limits or (AT_HOME if self.is_home else Limits())

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
