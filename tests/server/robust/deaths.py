"""Servers, and their databases, that are killed again and again in the middle of play.

After every death each thing that was acknowledged must be in the database, whole and once, and
nothing that was refused; at the end of each battle its journal is verified, line by line.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Engine, NullPool, create_engine, select
from sqlalchemy.exc import OperationalError

from sandtable.battle.record import Line
from sandtable.journal import parse, verify
from sandtable.journal.lines import unpacked
from sandtable.server.storage import tables
from tests.server.postgres import Postgres
from tests.server.robust.besieged import Deed, Fought, Table
from tests.server.robust.processes import Server

KINDS: tuple[dict[str, Any], ...] = (
    {"scenario": "saint-aubin", "referee": "me"},
    {"scenario": "last-gun", "referee": "me"},
    {"scenario": "saint-aubin", "dice": "real"},
    {"scenario": "saint-aubin", "dice": "fair", "wait": True},
)
"""What is played at the tables of a server."""

MOMENTS = ("busy", "busy", "starting", "busy", "at an answer", "busy")
"""When it is killed, in turn."""


@dataclass
class Toll:
    """What came of it.

    Attributes:
        deaths: How often who was killed.
        counts: What was acknowledged and refused, by kind.
        lost: Acknowledged things that were not in the record.
        problems: Whatever else was not as it should be.
        checked: How often an acknowledgement was looked up in the database after a death.
        verified: The battles whose journals were verified, and their lines.
        seconds: How long it took.
    """

    deaths: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    checked: int = 0
    verified: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def acknowledged(self) -> int:
        """How many things were acknowledged."""
        kinds = ("give", "undo", "consent", "decree", "overrule", "throw", "cancel-throw", "chat")
        others = ("seal", "open", "begin-anew", "ready", "hand-over", "begun")
        return sum(self.counts[kind] for kind in (*kinds, *others))

    def __iadd__(self, other: Toll) -> Toll:
        for name in ("deaths", "counts", "lost", "problems", "checked", "verified"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.seconds = max(self.seconds, other.seconds)
        return self


# -- the record -----------------------------------------------------------------------------------


class Record:
    """What the database holds, read by somebody who is not the server."""

    def __init__(self, url: str) -> None:
        self._engine: Engine = create_engine(url, poolclass=NullPool)

    def rows(self, table: Any, battle: str, *order: Any) -> list[Any]:
        """The rows of a battle in a table; a database that recovers is waited for."""
        query = select(table).where(table.c.battle == battle).order_by(*order)
        until = time.monotonic() + 30
        while True:
            try:
                with self._engine.connect() as connection:
                    return list(connection.execute(query).all())
            except OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)


def check(record: Record, fought: Fought, toll: Toll) -> list[bytes]:
    """Hold everything that was acknowledged in a battle against the record; its lines."""
    lines = record.rows(tables.lines, fought.id, tables.lines.c.number)
    keys = {(row.seat, row.key): row.number for row in record.rows(tables.keys, fought.id)}
    wishes = record.rows(tables.wishes, fought.id)
    last = len(lines) - 1

    def wrong(text: str) -> None:
        toll.problems.append(f"{fought.id}: {text}")

    if [row.number for row in lines] != list(range(len(lines))):
        wrong("the lines are not numbered one by one")
    if any(number > max(last, 0) for number in keys.values()):
        wrong("a key is there whose line is not")
    raws = [bytes(row.raw) for row in lines]
    total = ""
    for place, raw in enumerate(raws):
        _, total = unpacked(raw.rstrip(b"\n"), total, fought.id, place + 1)
    for deed in fought.done:
        toll.checked += 1
        if deed.key in keys:
            if keys[deed.key] != deed.number and not deed.proposed:
                wrong(f"{deed.message} is recorded under {keys[deed.key]}, not {deed.number}")
        elif deed.proposed:
            if deed.number == last and not any(wish.key == deed.key[1] for wish in wishes):
                toll.lost.append(f"{fought.id}: {deed.message}, at {deed.number}")
        else:
            toll.lost.append(f"{fought.id}: {deed.message}, acknowledged with {deed.number}")
    for seat, key in fought.refused & keys.keys():
        wrong(f"what {seat} wanted under {key} was refused, and has been done")
    _check_chat(record, fought, toll)
    _check_seats(record, fought, toll)
    _check_dice(record, fought, toll, keys)
    return raws


def _check_chat(record: Record, fought: Fought, toll: Toll) -> None:
    said = [row.text for row in record.rows(tables.chat, fought.id, tables.chat.c.number)]
    known = [deed.message["text"] for deed in fought.done if deed.message["type"] == "chat"]
    doubt = fought.doubt.message if fought.doubt else {}
    allowed = [known, [*known, doubt["text"]]] if doubt.get("type") == "chat" else [known]
    if said not in allowed:
        toll.problems.append(f"{fought.id}: said was {known}, recorded is {said}")


def _check_seats(record: Record, fought: Fought, toll: Toll) -> None:
    for row in record.rows(tables.seats, fought.id):
        if row.kind not in fought.kinds.get(row.seat, (row.kind,)):
            text = f"{row.seat} was handed to {fought.kinds[row.seat]}, recorded is {row.kind}"
            toll.lost.append(f"{fought.id}: {text}")
        for deed in fought.done:
            kind = deed.message["type"]
            if deed.guest.seat == row.seat and kind == "ready" and not row.ready:
                toll.lost.append(f"{fought.id}: {deed.message} of {row.seat}")


def _check_dice(record: Record, fought: Fought, toll: Toll, keys: dict[Any, int]) -> None:
    """An order that waits for dice waits on, with all faces that were thrown for it."""
    waiting = fought.waiting
    if waiting is None or waiting.key in keys:
        return
    for row in record.rows(tables.pending, fought.id):
        if row.key == waiting.message["key"]:
            faces = list(msgspec.json.decode(row.faces))
            doubt = fought.doubt.message.get("faces", []) if fought.doubt else []
            if faces not in (fought.thrown, [*fought.thrown, *doubt]):
                text = f"thrown were {fought.thrown}, recorded are {faces}"
                toll.lost.append(f"{fought.id}: {text}")
            return
    if fought.doubt is None or fought.doubt.message["type"] != "cancel-throw":
        toll.lost.append(f"{fought.id}: {waiting.message}, which waits for dice")


def check_whole(raws: Sequence[bytes], fought: Fought, toll: Toll) -> None:
    """A journal is right, and has every step that was acknowledged once, and no other."""
    if not raws:
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "battle.jsonl"
        file.write_bytes(b"".join(raws))
        found = verify(file)
    if not found.ok:
        toll.problems.append(f"{fought.id}: its journal is not right: {found}")
        return
    lines = parse(b"".join(raws), fought.id).lines
    toll.verified["battles"] += 1
    toll.verified["lines"] += len(lines)
    starts = [line.line for line in lines if not line.by_default]
    stepped: dict[int, list[Deed]] = {}
    for deed in fought.done:
        if deed.message["type"] in STEPS and not deed.proposed and deed.number:
            step = max((start for start in starts if start <= deed.number), default=0)
            stepped.setdefault(step, []).append(deed)
    for start in starts:
        line, deeds = lines[start - 1], stepped.pop(start, [])
        if not any(_is(line, deed) for deed in deeds) and not _is_others(line, fought):
            toll.problems.append(f"{fought.id}: nobody asked for {line}")
        if sum(_is(line, deed) for deed in deeds if deed.message["type"] != "consent") > 1:
            toll.problems.append(f"{fought.id}: several acknowledgements, one step: {line}")
    for deeds in stepped.values():
        toll.problems += [f"{fought.id}: no line for {deed.message}" for deed in deeds]


STEPS = {"give": "order", "decree": "ruling", "overrule": "overrule", "undo": "undo",
         "consent": "undo"}  # fmt: skip
"""Which kind of line comes of what."""


def _is(line: Line, deed: Deed) -> bool:
    """Whether a line is what came of a deed."""
    message = deed.message
    if line.kind != STEPS[message["type"]] or not message.get("agree", True):
        return False
    if message["type"] == "give":
        return (line.seat, line.order) == (deed.guest.seat, message["order"])
    if message["type"] == "decree":
        return bool(line.order == message["ruling"])
    return True


def _is_others(line: Line, fought: Fought) -> bool:
    """Whether a line may have come without a key of ours: a computer's, or what is in doubt."""
    doubt = fought.doubt
    if doubt is not None and doubt.message["type"] in STEPS and _is(line, doubt):
        return True
    # A wish that was acknowledged as such is carried out under its own key when all agree.
    return line.kind == "reveal" or (fought.handed and line.kind == "order")


# -- killing --------------------------------------------------------------------------------------


class Siege:
    """One server with several tables, that is killed again and again.

    Args:
        server: The server.
        url: The address of its database.
        seed: For the moments of death.
        killers: What kills it, in turn: each kills something, and brings it back.
    """

    def __init__(
        self,
        server: Server,
        url: str,
        seed: int,
        killers: Sequence[Callable[[Siege], Any]] = (),
    ) -> None:
        self.server = server
        self.chance = random.Random(seed)
        self.record = Record(url)
        self.toll = Toll()
        self.up = asyncio.Event()
        self.tables = [
            Table(f"t{place}", server.port, wanted, seed) for place, wanted in enumerate(KINDS)
        ]
        self._killers = itertools.cycle(killers or (server_dies,))
        self._moments = itertools.cycle(MOMENTS)

    async def run(self, deaths: int) -> Toll:
        """Kill so many times, and play on a little at the end."""
        start = time.monotonic()
        stop = asyncio.Event()
        self.server.start()
        self.up.set()
        playing = [asyncio.create_task(table.play(self.up, stop)) for table in self.tables]
        for _ in range(deaths):
            await self._until_a_moment(next(self._moments), playing)
            await next(self._killers)(self)
            self._look_after_those_over()
        await self._until_all_go_on()
        stop.set()
        await asyncio.gather(*playing)
        self.look()
        for table in self.tables:
            table.over += [table.battle] if table.battle else []
        self._look_after_those_over()
        await self._go_home()
        self.toll.seconds = time.monotonic() - start
        return self.toll

    async def _until_a_moment(self, moment: str, playing: list[asyncio.Task[None]]) -> None:
        failed = [task for task in playing if task.done()]
        if failed:
            failed[0].result()
        if moment == "starting":
            await asyncio.sleep(self.chance.uniform(0, 0.08))
            return
        steps = self._steps() + self.chance.randint(1, 24)
        end = time.monotonic() + 30
        while self._steps() < steps and time.monotonic() < end:
            await asyncio.sleep(0 if moment == "at an answer" else 0.001)
        if moment == "busy":
            await asyncio.sleep(self.chance.uniform(0, 0.012))

    def _steps(self) -> int:
        return sum(table.counts["steps"] for table in self.tables)

    async def _until_all_go_on(self) -> None:
        """At the end every table must be able to go on."""
        before = [table.counts["steps"] for table in self.tables]
        end = time.monotonic() + 60
        while any(t.counts["steps"] < b + 3 for t, b in zip(self.tables, before, strict=True)):
            if time.monotonic() > end:
                self.toll.problems.append("not every table could go on")
                return
            await asyncio.sleep(0.01)

    def look(self) -> None:
        """Hold everything that was acknowledged in the battles that go on against the record."""
        for table in self.tables:
            if table.battle is not None:
                check(self.record, table.battle, self.toll)

    def _look_after_those_over(self) -> None:
        for table in self.tables:
            for fought in table.over:
                check_whole(check(self.record, fought, self.toll), fought, self.toll)
            table.over = []

    async def _go_home(self) -> None:
        for table in self.tables:
            self.toll.counts += table.counts
            self.toll.problems += table.problems
            for guest in table.battle.guests if table.battle else ():
                self.toll.problems += guest.problems
            await table.leave()
        self.server.stop()
        self.server.http.close()
        if "Traceback" in self.server.log and set(self.toll.deaths) <= {"server"}:
            self.toll.problems.append(self.server.log[-3000:])


async def server_dies(siege: Siege) -> None:
    """The server is killed, and started again; the record is looked at before or after that."""
    siege.up.clear()
    siege.server.kill()
    siege.toll.deaths["server"] += 1
    await asyncio.sleep(0.002)  # what had been sent before is still heard
    if siege.chance.random() < 0.5:
        siege.look()
    siege.server.start()
    siege.up.set()


# -- databases ------------------------------------------------------------------------------------


def killers_with(postgres: Postgres) -> tuple[Callable[[Siege], Any], ...]:
    """What can die where the database is a PostgreSQL: the server, the database, or both."""

    async def database_dies(siege: Siege, victims: str) -> None:
        siege.toll.deaths[victims] += 1
        await asyncio.to_thread(postgres.kill, victims)
        if victims != "backend":
            await asyncio.sleep(siege.chance.uniform(0, 0.2))
            await asyncio.to_thread(postgres.start)
        else:
            await asyncio.to_thread(postgres.wait)
        if siege.chance.random() < 0.5:
            siege.look()

    async def both_die(siege: Siege) -> None:
        siege.toll.deaths["server and database"] += 1
        siege.up.clear()
        await asyncio.to_thread(postgres.kill, "all")
        siege.server.kill()
        await asyncio.to_thread(postgres.start)
        siege.look()
        siege.server.start()
        siege.up.set()

    return (
        server_dies,
        lambda siege: database_dies(siege, "backend"),
        server_dies,
        lambda siege: database_dies(siege, "all"),
        both_die,
        lambda siege: database_dies(siege, "postmaster"),
    )
