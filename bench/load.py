"""How long two players wait for each other's orders while 200 battles are fought at once.

    python bench/load.py                       at a pace, then flat out, then the bare server
    python bench/load.py --battles 20          a smaller crowd
    python bench/load.py --write               renew the figures in docs/performance.md

The server is the real one, `sandtable serve` on SQLite, in a process of its own; all players share
this process. Each asks the server what a random player would do, gives that order, and waits until
it and the other player have been told of it: the time from sending the order to the later of the
two updates is what counts. Then the same number of clients exchange messages of the very same sizes
with a bare WebSocket server (`bench/echo.py`), at the same pace.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sandtable.server.tokens import digest_of  # noqa: E402
from tests.server.robust.processes import Begun, Server, free_port  # noqa: E402

SCENARIO = "saint-aubin"
SEATS = [
    {"seat": side, "side": side, "kind": "me", "name": side.title()}
    for side in ("british", "german")
]
PATIENCE = 60.0
PAGE = ROOT / "docs" / "performance.md"
MARKS = ("<!-- figures of bench/load.py: begin -->", "<!-- figures of bench/load.py: end -->")

Sizes = tuple[int, int, int]
"""The bytes of an order, and of the updates that the two players get."""


@dataclass
class Figures:
    """What was measured in one part of a run.

    Attributes:
        waits: Seconds from sending an order until both players were told.
        answers: Seconds that questions took.
        errors: What went wrong.
        sizes: How large the messages were.
        seconds: How long it took.
        processor: Seconds of the processor that the server used.
    """

    waits: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    sizes: list[Sizes] = field(default_factory=list)
    seconds: float = 0.0
    processor: float = 0.0

    def summary(self) -> dict[str, float]:
        """The figures that are shown."""
        return {
            "orders": len(self.waits),
            "orders_a_second": len(self.waits) / self.seconds,
            "median_ms": quantile(self.waits, 0.5) * 1e3,
            "p99_ms": quantile(self.waits, 0.99) * 1e3,
            "longest_ms": max(self.waits, default=0.0) * 1e3,
            "processor_ms_an_order": self.processor * 1e3 / max(1, len(self.waits)),
            "question_median_ms": quantile(self.answers, 0.5) * 1e3,
            "question_p99_ms": quantile(self.answers, 0.99) * 1e3,
            "errors": len(self.errors),
        }


def quantile(values: list[float], share: float) -> float:
    """The value that so large a share of all values does not exceed.

    >>> quantile([3.0, 1.0, 2.0], 0.5), quantile([], 0.5)
    (2.0, 0.0)
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Pair(Protocol):
    """Two players who wait for each other's orders."""

    async def step(self, figures: Figures) -> bool:
        """Give one order, and wait until both know of it; whether there is more to do."""


# -- the table ------------------------------------------------------------------------------------


class Player:
    """One seat of a battle, over its WebSocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._waits: tuple[int, asyncio.Future[tuple[float, int]]] | None = None
        self.standing: dict[str, Any] = {}
        self.problems: list[str] = []
        self.reading = asyncio.create_task(self._read())

    @classmethod
    async def enter(cls, port: int, battle: str, token: str) -> Player:
        """Take a seat."""
        address = f"ws://127.0.0.1:{port}/api/battles/{battle}/live"
        socket = await connect(address, compression=None, max_size=None, ping_interval=None)
        player = cls(socket)
        arrived = player.reached(0)
        await player.send({"type": "hello", "token": token, "claim": digest_of(token)})
        await arrived
        return player

    async def send(self, message: dict[str, Any]) -> int:
        """Send a message; its size."""
        raw = msgspec.json.encode(message)
        await self._socket.send(raw, text=True)
        return len(raw)

    async def ask(self, about: str, **more: Any) -> dict[str, Any]:
        """The answer to a question."""
        number = next(self._ids)
        future = self._answers[number] = asyncio.get_running_loop().create_future()
        await self.send({"type": "ask", "id": number, "about": about, **more})
        async with asyncio.timeout(PATIENCE):
            answer: dict[str, Any] = await future
        return answer

    def reached(self, number: int) -> asyncio.Future[tuple[float, int]]:
        """When, and with how large a message, it is told that the battle stands at a line."""
        future: asyncio.Future[tuple[float, int]] = asyncio.get_running_loop().create_future()
        self._waits = (number, future)
        return future

    async def _read(self) -> None:
        try:
            async for raw in self._socket:
                self._take(raw, time.perf_counter())
        except ConnectionClosed as error:
            self.problems.append(f"the connection broke: {error}")

    def _take(self, raw: str | bytes, now: float) -> None:
        message: dict[str, Any] = msgspec.json.decode(raw)
        match message["type"]:
            case "welcome" | "update":
                self.standing = message["standing"]
                if self._waits is not None and self.standing["number"] >= self._waits[0]:
                    self._waits[1].set_result((now, len(raw)))
                    self._waits = None
            case "answer":
                self._answers.pop(message["id"]).set_result(message)
            case "refused" | "trouble":
                self.problems.append(f"{message['type']}: {message['reason']}")

    async def leave(self) -> None:
        """Leave the table."""
        self.reading.cancel()
        await self._socket.close()


class Table:
    """A battle with two players who do whatever is allowed."""

    def __init__(self, players: list[Player]) -> None:
        self.players = players
        self._keys = itertools.count(1)

    @classmethod
    async def open(cls, port: int, begun: Begun) -> Table:
        """Have both players of a battle take their seats."""
        tokens = begun.tokens.values()
        return cls([await Player.enter(port, begun.id, token) for token in tokens])

    async def step(self, figures: Figures) -> bool:
        """Give one order."""
        asked = [player for player in self.players if player.standing.get("questions")]
        if not asked:
            return False
        before = time.perf_counter()
        answer = await asked[0].ask("hint", level="random")
        figures.answers.append(time.perf_counter() - before)
        if "offers" not in answer:
            raise RuntimeError(f"no hint: {answer.get('problem')}")
        expect = asked[0].standing["number"]
        arrivals = [player.reached(expect + 1) for player in self.players]
        start = time.perf_counter()
        size = await asked[0].send(
            {
                "type": "give",
                "key": f"order-{next(self._keys):06}",
                "expect": expect,
                "order": answer["offers"][0]["order"],
            }
        )
        async with asyncio.timeout(PATIENCE):
            (first, one), (second, other) = await asyncio.gather(*arrivals)
        figures.waits.append(max(first, second) - start)
        figures.sizes.append((size, one, other))
        return True


@contextlib.asynccontextmanager
async def tables(server: Server, number: int) -> AsyncIterator[list[Table]]:
    """So many battles, with both players at the table."""
    begun = [
        server.begin(scenario=SCENARIO, seats=SEATS, seed=f"load {each}") for each in range(number)
    ]
    found = [await Table.open(server.port, each) for each in begun]
    try:
        yield found
    finally:
        for player in (player for table in found for player in table.players):
            await player.leave()


# -- the bare server ------------------------------------------------------------------------------


class EchoPair:
    """Two clients of the bare server, which exchange messages of given sizes."""

    def __init__(self, sockets: list[ClientConnection], sizes: Iterator[Sizes]) -> None:
        self._sockets = sockets
        self._sizes = sizes
        self._turn = 0

    @classmethod
    async def open(cls, port: int, name: int, sizes: Iterator[Sizes]) -> EchoPair:
        """Connect both."""
        address = f"ws://127.0.0.1:{port}/{name}"
        options: dict[str, Any] = {"compression": None, "max_size": None, "ping_interval": None}
        return cls([await connect(address, **options) for _ in range(2)], sizes)

    async def step(self, figures: Figures) -> bool:
        """Send one message, and wait until both have the answer."""
        size, one, other = next(self._sizes)
        self._turn += 1
        sender = self._sockets[self._turn % 2]
        arrivals = [asyncio.create_task(_arrival(socket)) for socket in self._sockets]
        await asyncio.sleep(0)  # so that both listen
        start = time.perf_counter()
        await sender.send(f"{self._turn} {one} {other} ".ljust(size))
        async with asyncio.timeout(PATIENCE):
            figures.waits.append(max(await asyncio.gather(*arrivals)) - start)
        return True

    async def leave(self) -> None:
        """Hang up."""
        for socket in self._sockets:
            await socket.close()


async def _arrival(socket: ClientConnection) -> float:
    await socket.recv()
    return time.perf_counter()


@contextlib.contextmanager
def echo_server() -> Iterator[tuple[int, int]]:
    """A bare server in a process of its own: its port, and its process."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "bench.echo", str(port)], cwd=ROOT)
    try:
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


async def echo_pairs(port: int, number: int, sizes: list[Sizes]) -> list[EchoPair]:
    """So many pairs of clients of the bare server."""
    endless = itertools.cycle(sizes)
    while True:
        with contextlib.suppress(OSError):
            first = await EchoPair.open(port, 0, endless)
            break
        await asyncio.sleep(0.05)
    return [first, *[await EchoPair.open(port, each, endless) for each in range(1, number)]]


# -- a run ----------------------------------------------------------------------------------------


async def run(
    pairs: list[Any], seconds: float, pace: float, figures: Figures, used: Callable[[], float]
) -> None:
    """Have all pairs play at once for a while, each with an order every so many seconds."""
    chance = random.Random(1)
    loop = asyncio.get_running_loop()
    start, before = loop.time(), used()

    async def play(pair: Pair) -> None:
        due = start + chance.random() * pace
        with contextlib.suppress(StopIteration):
            while loop.time() < start + seconds:
                await asyncio.sleep(max(0.0, due - loop.time()))
                if not await pair.step(figures):
                    return
                due = max(due + pace, loop.time() - pace)

    results = await asyncio.gather(*(play(pair) for pair in pairs), return_exceptions=True)
    figures.seconds = loop.time() - start
    figures.processor = used() - before
    figures.errors += [repr(result) for result in results if isinstance(result, BaseException)]


def processor_seconds(process: int) -> float:
    """The time of the processor that a process has used, where the system tells."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))


async def measured(asked: argparse.Namespace) -> dict[str, Figures]:
    """Run everything, part by part."""
    parts = {"at a pace": asked.pace}
    if asked.flat_out:
        parts["flat out"] = 0.0
    found: dict[str, Figures] = {}
    other = ("--database-url", asked.database_url) if asked.database_url else ()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), *other) as server:
        async with tables(server, asked.battles) as playing:
            for name, pace in parts.items():
                figures = found[name] = Figures()
                await run(playing, asked.seconds, pace, figures, server.processor_seconds)
                for player in (player for table in playing for player in table.players):
                    figures.errors += player.problems
                    player.problems = []
        if "Traceback" in server.log:
            found["at a pace"].errors.append(server.log)
    with echo_server() as (port, process):
        sizes = found["at a pace"].sizes
        pairs = await echo_pairs(port, asked.battles, sizes)
        for name, pace in parts.items():
            figures = found[f"bare server, {name}"] = Figures(sizes=sizes)
            await run(pairs, asked.seconds, pace, figures, lambda: processor_seconds(process))
        for pair in pairs:
            await pair.leave()
    return found


# -- telling --------------------------------------------------------------------------------------


def table_of(found: dict[str, Figures], asked: argparse.Namespace) -> str:
    """The figures as a table in Markdown."""
    sizes = found["at a pace"].sizes
    order, update = (
        quantile([float(size) for size in sizes_of], 0.5)
        for sizes_of in ([size[0] for size in sizes], [size[1] for size in sizes])
    )
    database = "PostgreSQL" if asked.database_url else "SQLite"
    lines = [
        f"{datetime.now(UTC).date().isoformat()}, {os.cpu_count()} cores "
        f"({processor()}), Python {platform.python_version()}, {database}; {asked.battles} battles "
        f"with two seats each, an order every {asked.pace:g} s in each battle or flat out, "
        f"{asked.seconds:g} s each. The median order has {order:,.0f} bytes, the median update "
        f"{update:,.0f}.",
        "",
        "| | orders a second | median | p99 | longest | processor time, an order | errors |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, figures in found.items():
        each = figures.summary()
        lines.append(
            f"| {name} | {each['orders_a_second']:,.0f} | {each['median_ms']:.1f} ms "
            f"| {each['p99_ms']:.1f} ms | {each['longest_ms']:.0f} ms "
            f"| {each['processor_ms_an_order']:.2f} ms | {each['errors']} |"
        )
    return "\n".join(lines)


def processor() -> str:
    """What the processor is called."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()


def write(table: str) -> None:
    """Put the figures into the page about performance."""
    page = PAGE.read_text("utf-8")
    start, rest = page.split(MARKS[0])
    end = rest.split(MARKS[1])[1]
    PAGE.write_text(f"{start}{MARKS[0]}\n{table}\n{MARKS[1]}{end}", "utf-8")


def allow_descriptors() -> None:
    """Let this process, and the servers that it starts, have thousands of connections."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(limit, 8192), limit))


def main() -> int:
    """Measure; 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description="Measure the server under load.")
    parser.add_argument("--battles", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0, help="of each part")
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between orders")
    parser.add_argument("--database-url", metavar="URL", help="another database than SQLite")
    parser.add_argument("--json", action="store_true", help="write JSON, for programs")
    parser.add_argument("--write", action="store_true", help=f"renew {PAGE.name}")
    asked = parser.parse_args(namespace=argparse.Namespace(flat_out=True))
    allow_descriptors()
    found = asyncio.run(measured(asked))
    if asked.json:
        print(json.dumps({name: figures.summary() for name, figures in found.items()}, indent=2))
    else:
        print(table_of(found, asked))
    errors = [error for figures in found.values() for error in figures.errors]
    print(*errors[:10], sep="\n", file=sys.stderr)
    if asked.write and not errors:
        write(table_of(found, asked))
    return int(bool(errors))


if __name__ == "__main__":
    sys.exit(main())
