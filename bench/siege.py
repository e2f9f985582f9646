"""The attacks of the tests with full numbers, one after another, and a table of what came of them.

    python bench/siege.py                      all of them, as below
    python bench/siege.py deaths --count 1000  servers killed in the middle of play (SQLite)
    python bench/siege.py postgres --count 300 servers, databases, and both (PostgreSQL)
    python bench/siege.py disks                a full disk, and one that cannot be written to
    python bench/siege.py hostile --count 100000
    python bench/siege.py views --count 100000 pairs of battles, in this process
    python bench/siege.py wire --count 500     pairs of battles, over the wire
    python bench/siege.py load --count 1000    battles at once, with two sockets each
    python bench/siege.py growth --count 50000 orders through one server, once it is warm

The same code runs in `make test` with small numbers. `--seed` makes it another siege; `--jobs` says
how many processes attack. `--write` adds the rows to docs/siege.md.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import load as loading  # noqa: E402

from tests.conformance import pairs  # noqa: E402
from tests.server import postgres  # noqa: E402
from tests.server.robust import disks, growth, hostile, wire  # noqa: E402
from tests.server.robust.deaths import Siege, Toll, killers_with  # noqa: E402
from tests.server.robust.forking import Nursery  # noqa: E402
from tests.server.robust.processes import LeanServer  # noqa: E402

PAGE = ROOT / "docs" / "siege.md"
MARKS = ("<!-- rows of bench/siege.py: begin -->", "<!-- rows of bench/siege.py: end -->")


class Row(msgspec.Struct):
    """One line of the table."""

    attack: str
    number: str
    result: str
    seconds: float
    good: bool
    details: list[str] = []


# -- deaths ---------------------------------------------------------------------------------------


def _die(count: int, seed: int) -> Toll:
    """Kill a server with an SQLite database so many times, in a process of its own."""
    with Nursery() as nursery, tempfile.TemporaryDirectory() as folder:
        server = LeanServer(nursery, Path(folder) / "data")
        url = f"sqlite:///{server.folder / 'battles.sqlite3'}"
        return asyncio.run(Siege(server, url, seed).run(count))


def _die_with_postgres(count: int, seed: int) -> Toll:
    with (
        Nursery() as nursery,
        tempfile.TemporaryDirectory() as folder,
        postgres.running() as database,
    ):
        server = LeanServer(nursery, Path(folder) / "data", database_url=database.new_database())
        siege = Siege(server, server.settings.url, seed, killers_with(database))
        return asyncio.run(siege.run(count))


def _deaths(asked: argparse.Namespace, die: Callable[[int, int], Toll], name: str) -> Row:
    toll = Toll()
    share = -(-asked.count // asked.jobs)
    with ProcessPoolExecutor(asked.jobs) as pool:
        for each in pool.map(die, [share] * asked.jobs, range(asked.seed, asked.seed + asked.jobs)):
            toll += each
    who = ", ".join(f"{many} {victim}" for victim, many in sorted(toll.deaths.items()))
    return Row(
        attack=name,
        number=f"{sum(toll.deaths.values()):,} deaths ({who})",
        result=f"{len(toll.lost)} lost of {toll.acknowledged:,} acknowledged; {toll.checked:,} "
        f"look-ups after deaths, {toll.counts['in doubt']:,} requests in doubt; "
        f"{toll.verified['battles']} journals with {toll.verified['lines']:,} lines verified; "
        f"{len(toll.problems)} other faults",
        seconds=toll.seconds,
        good=not toll.lost and not toll.problems,
        details=[*toll.lost[:5], *toll.problems[:5], str(dict(toll.counts))],
    )


def deaths(asked: argparse.Namespace) -> Row:
    """Servers killed in the middle of play."""
    return _deaths(asked, _die, "sudden deaths, SQLite")


def deaths_with_postgres(asked: argparse.Namespace) -> Row:
    """Servers and databases killed in the middle of play."""
    return _deaths(asked, _die_with_postgres, "sudden deaths, PostgreSQL")


def failing_disks(_asked: argparse.Namespace) -> Row:
    """A full disk, and one that cannot be written to."""
    start = time.monotonic()
    with Nursery() as nursery, tempfile.TemporaryDirectory() as folder:
        refused = disks.with_files_that_cannot_grow(nursery, Path(folder))
        how = "files that cannot grow"
        try:
            refused += disks.on_a_full_disk(nursery)
            with tempfile.TemporaryDirectory() as other:
                refused += disks.with_files_that_cannot_be_written(nursery, Path(other))
            how += ", full disk, files that cannot be written"
        except disks.NoDiskError as error:
            how += f" (no other disk could be made: {error})"
    return Row(
        attack="failing disks, SQLite",
        number=how,
        result=f"{refused} orders refused as not recorded, then given again under their keys",
        seconds=time.monotonic() - start,
        good=True,
    )


# -- hostile messages -----------------------------------------------------------------------------


def hostile_messages(asked: argparse.Namespace) -> Row:
    """Hostile messages at all doors."""
    with Nursery() as nursery, tempfile.TemporaryDirectory() as folder:
        server = LeanServer(nursery, Path(folder) / "data", **hostile.settings())
        with server:
            haul = asyncio.run(hostile.Storm(server, asked.seed).run(asked.count))
    doors = ", ".join(f"{many:,} {door}" for door, many in haul.sent.most_common())
    warm, last = haul.memory[min(2, len(haul.memory) - 1)][1], haul.memory[-1][1]
    return Row(
        attack="hostile messages",
        number=f"{haul.sent.total():,} ({doors})",
        result=f"{len(haul.faults)} faults (5xx, traces, changes); memory {warm:.0f} MiB after a "
        f"tenth, {last:.0f} at the end; an order takes {haul.pace[0]:.1f} ms before, "
        f"{haul.pace[1]:.1f} after",
        seconds=haul.seconds,
        good=not haul.faults and last < warm * 1.1 + 8,
        details=[*haul.faults[:5], str(haul.answers.most_common()), str(haul.memory)],
    )


# -- pairs ----------------------------------------------------------------------------------------


def views(asked: argparse.Namespace) -> Row:
    """Pairs of battles in this process."""
    found = pairs.Found()
    start = time.monotonic()
    share = -(-asked.count // asked.jobs)
    with ProcessPoolExecutor(asked.jobs) as pool:
        seeds = range(asked.seed, asked.seed + asked.jobs)
        for each in pool.map(pairs.compare_many, [share] * asked.jobs, seeds):
            found += each
    places = ", ".join(f"{many:,} {name}" for name, many in found.pairs.most_common())
    return Row(
        attack="pairs of views, in-process",
        number=f"{found.pairs.total():,} pairs, {found.questions:,} answers compared ({places})",
        result=f"{len(found.differences)} can be told apart",
        seconds=time.monotonic() - start,
        good=not found.differences,
        details=[*found.differences[:5], str(found.after.most_common(20))],
    )


def over_the_wire(asked: argparse.Namespace) -> Row:
    """Pairs of battles over the wire."""
    start = time.monotonic()
    found = wire.compare_many(asked.count, asked.seed)
    return Row(
        attack="pairs of views, over the wire",
        number=f"{found.pairs:,} pairs, {found.messages:,} messages compared in "
        f"{found.battles} pairs of battles",
        result=f"{len(found.differences)} can be told apart",
        seconds=time.monotonic() - start,
        good=not found.differences,
        details=found.differences[:5],
    )


# -- many battles, many orders --------------------------------------------------------------------


def many_battles(asked: argparse.Namespace) -> Row:
    """Many battles at once."""
    start = time.monotonic()
    wanted = argparse.Namespace(
        battles=asked.count, seconds=60.0, pace=asked.pace, database_url=None, flat_out=False
    )
    loading.allow_descriptors()
    found = asyncio.run(loading.measured(wanted))
    ours, bare = found["at a pace"].summary(), found["bare server, at a pace"].summary()
    errors = [error for figures in found.values() for error in figures.errors]
    ratio = ours["median_ms"] / max(1e-9, bare["median_ms"])
    return Row(
        attack="many battles at once",
        number=f"{asked.count:,} battles, {2 * asked.count:,} sockets, an order every "
        f"{asked.pace:g} s in each: {ours['orders']:,} orders",
        result=f"median {ours['median_ms']:.1f} ms ({ratio:.1f} times the bare server's "
        f"{bare['median_ms']:.1f}), p99 {ours['p99_ms']:.0f} ms, longest "
        f"{ours['longest_ms']:.0f} ms; {len(errors)} errors; "
        f"{ours['processor_ms_an_order']:.2f} ms of processor time an order",
        seconds=time.monotonic() - start,
        good=not errors and ours["p99_ms"] < 250 and ratio <= 10,
        details=errors[:5],
    )


def many_orders(asked: argparse.Namespace) -> Row:
    """Many orders through one server."""
    with (
        Nursery() as nursery,
        tempfile.TemporaryDirectory() as folder,
        LeanServer(nursery, Path(folder) / "data", **growth.settings()) as server,
    ):
        ledger = asyncio.run(growth.play(server, 2 * asked.count))
    tenth = asked.count / 10
    early = ledger.mean(asked.count, asked.count + tenth)
    late = ledger.mean(2 * asked.count - tenth, float("inf"))
    return Row(
        attack="orders through one server",
        number=f"{ledger.orders.total():,} orders ({ledger.orders['computers']:,} of computer "
        f"players) in {ledger.battles:,} battles, the first half to warm up",
        result=f"memory {early:.0f} MiB on average in the first tenth of the second half, "
        f"{late:.0f} in its last; {len(ledger.problems)} faults",
        seconds=ledger.seconds,
        good=not ledger.problems and late < early * 1.03,
        details=[*ledger.problems[:5], str(ledger.memory[:: max(1, len(ledger.memory) // 25)])],
    )


ATTACKS: dict[str, tuple[Callable[[argparse.Namespace], Row], int]] = {
    "deaths": (deaths, 1000),
    "postgres": (deaths_with_postgres, 300),
    "disks": (failing_disks, 1),
    "hostile": (hostile_messages, 100_000),
    "views": (views, 100_000),
    "wire": (over_the_wire, 500),
    "load": (many_battles, 1000),
    "growth": (many_orders, 50_000),
}
"""What there is, and with which number it is done in full."""


# -- telling --------------------------------------------------------------------------------------


def commit() -> str:
    """Which commit is attacked."""
    found = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout.strip() or "?"


def line_of(row: Row) -> str:
    """A row of the table in Markdown."""
    day = datetime.now(UTC).date().isoformat()
    verdict = "" if row.good else "**not reached**: "
    cells = (row.attack, row.number, verdict + row.result, f"{row.seconds:,.0f}", commit(), day)
    return f"| {' | '.join(cells)} |"


def write(line: str) -> None:
    """Put a row into the page, in place of an older one of the same attack."""
    page = PAGE.read_text("utf-8")
    start, rest = page.split(MARKS[0])
    table, end = rest.split(MARKS[1])
    name = line.split("|")[1]
    rows = [each for each in table.strip().splitlines() if each.split("|")[1] != name]
    PAGE.write_text(
        f"{start}{MARKS[0]}\n" + "\n".join([*rows, line]) + f"\n{MARKS[1]}{end}", "utf-8"
    )


def main() -> int:
    """Attack; 1 if anything came of it that should not."""
    parser = argparse.ArgumentParser(description="Attack the server.")
    parser.add_argument("attack", nargs="*", choices=[*ATTACKS, []], help="which; else all")
    parser.add_argument("--count", type=int, help="how many; else in full")
    parser.add_argument("--share", type=float, default=1.0, help="this share of the full number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--pace", type=float, default=10.0, help="seconds between orders (load)")
    parser.add_argument("--write", action="store_true", help=f"put the rows into {PAGE.name}")
    parser.add_argument("--json", action="store_true", help="write JSON, for programs")
    asked = parser.parse_args()
    random.seed(asked.seed)
    rows = []
    for name in asked.attack or ATTACKS:
        attack, full = ATTACKS[name]
        count = asked.count or max(1, round(full * asked.share))
        row = attack(argparse.Namespace(**{**vars(asked), "count": count}))
        rows.append(row)
        print(line_of(row), flush=True)
        if not row.good or asked.json:
            print(*row.details, sep="\n", file=sys.stderr, flush=True)
        if asked.write:
            write(line_of(row))
    if asked.json:
        print(json.dumps([msgspec.to_builtins(row) for row in rows], indent=2))
    print(f"{os.cpu_count()} cores, Python {platform.python_version()}", file=sys.stderr)
    return int(not all(row.good for row in rows))


if __name__ == "__main__":
    sys.exit(main())
