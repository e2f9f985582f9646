"""Any number of hostile messages at all doors of a server at once.

Doors are: the WebSocket after hello (from four sorts of people) and before it, all routes over HTTP
(addresses, queries, headers, bodies), static files, and the files that people bring: scenarios,
characters, journals. Nothing may be answered with a fault or a trace of the program, nothing may
change, the memory stays as it is, and a battle is played as fast afterwards as before.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from sandtable.battle.personal import PersonalFileError, bring
from sandtable.journal import JournalError, parse
from sandtable.scenario import ScenarioError, load_scenario, parse_scenario
from tests.server.robust.doors import PERSON, Burglar, Caller, spoilt
from tests.server.robust.guests import Guest, hello
from tests.server.robust.hardening import BOUNDLESS, TRACES
from tests.server.robust.malformed import Raw, Vandal
from tests.server.robust.processes import Begun, Server
from tests.server.robust.test_malformed_messages import ANSWERS, REFUSED, UNASKED, examples

PASSPHRASE = "a long phrase of several words"
LIMITS = BOUNDLESS
SHARES = {"live": 0.42, "hello": 0.08, "http": 0.44, "files": 0.06}
"""How the messages are shared between the doors."""

AT_ONCE = 40
SEATS = [{"seat": side, "side": side, "kind": "me"} for side in ("british", "german")]
SHELF = Path(__file__).parents[3] / "src" / "sandtable" / "scenario" / "shelf"
GOLDEN = Path(__file__).parents[2] / "golden"


@dataclass
class Haul:
    """What came of it.

    Attributes:
        sent: How many messages went through which door.
        answers: How often was answered what.
        faults: Answers that there must not be.
        memory: The server's memory in MiB, by how many messages had been sent.
        pace: The median time of an order before and after, in milliseconds.
        seconds: How long it took.
    """

    sent: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    memory: list[tuple[int, float]] = field(default_factory=list)
    pace: tuple[float, float] = (0.0, 0.0)
    seconds: float = 0.0

    @property
    def growth(self) -> float:
        """By how many MiB the memory grew after the first tenth of the messages."""
        return self.memory[-1][1] - self.memory[1][1] if len(self.memory) > 2 else 0.0


def settings() -> dict[str, Any]:
    """How a server is set up that is to be attacked: no limit protects it."""
    return {"passphrase": PASSPHRASE, "limits": LIMITS, "idle_seconds": 2.0}


class Storm:
    """Sends messages to a server.

    Args:
        server: The server, which runs.
        seed: For what is sent.
    """

    def __init__(self, server: Server, seed: int = 1) -> None:
        self.server = server
        self.haul = Haul()
        self.chance = random.Random(seed)
        self._enter()
        self.begun: Begun = server.begin(
            scenario="saint-aubin", seats=SEATS, referee="me", seed="17"
        )
        self.tokens = {**self.begun.tokens, "onlooker": self.begun.onlookers}

    async def run(self, count: int) -> Haul:
        """Send so many messages."""
        start = time.monotonic()
        number = await self._begin()
        before = await self._everything()
        pace = await self._pace()
        await self._send(count, number)
        await asyncio.sleep(1)
        self.haul.pace = (pace, await self._pace())
        if await self._everything() != before:
            self.haul.faults.append("something has changed")
        log = self.server.log
        if "Traceback" in log:
            self.haul.faults.append(log[log.index("Traceback") :][:3000])
        self.haul.seconds = time.monotonic() - start
        return self.haul

    def _enter(self) -> None:
        """Say the passphrase, again if somebody has ended the session."""
        entered = self.server.http.post("/api/session", json={"passphrase": PASSPHRASE})
        assert entered.status_code == 204, entered.text
        self.cookie = entered.headers["set-cookie"].partition(";")[0]

    # -- the battle -------------------------------------------------------------------------------

    def _guest(self, seat: str) -> Guest:
        return Guest(self.server.port, self.begun.id, self.tokens[seat], seat)

    async def _begin(self) -> int:
        """Have some moves made, so that the British are to move again; the last line."""
        british, german = self._guest("british"), self._guest("german")
        for guest in (british, german):
            await guest.come()
            await guest.request(
                {"type": "give", "key": "hold-fire-1", "expect": 0,
                 "order": {"order": "standing", "policy": "hold"}}
            )  # fmt: skip
        for place in range(2):
            await british.until(lambda: british.is_asked)
            offers = (await british.ask("offers"))["offers"]
            move = next(o["order"] for o in offers if o["order"]["order"] == "move")
            message = {"type": "give", "key": f"first-move-{place}", "expect": british.number}
            reply = await british.request({**message, "order": move})
            assert reply["type"] == "done", reply
            await british.reach(reply["number"])
        self._order = move
        drawn = await british.ask("drawing")
        self._pieces = [each["piece"] for each in drawn["pieces"]]
        number = british.number
        for guest in (british, german):
            await guest.leave()
        return number

    async def _everything(self) -> list[Any]:
        """All that anybody could see of the battle."""
        found: list[Any] = []
        for seat in self.tokens:
            guest = self._guest(seat)
            await guest.come()
            found += [guest.standing, guest.entries, (await guest.ask("drawing"))["layers"]]
            await guest.leave()
        return found

    async def _pace(self, orders: int = 60) -> float:
        """The median time that an order takes in another battle, in milliseconds."""
        self._enter()
        begun = self.server.begin(scenario="saint-aubin", seats=SEATS, seed="pace")
        guests = [Guest(self.server.port, begun.id, t, s) for s, t in begun.tokens.items()]
        for guest in guests:
            await guest.come()
        times = []
        for place in range(orders):
            number = max(guest.number for guest in guests)
            for guest in guests:
                await guest.reach(number)
            guest = next((guest for guest in guests if guest.is_asked), guests[0])
            order = await guest.idea()
            if order is None:
                break
            message = {"type": "give", "key": f"pace-{place:04}", "expect": number, "order": order}
            start = time.perf_counter()
            reply = await guest.request(message)
            times.append(time.perf_counter() - start)
            if reply["type"] != "done":
                self.haul.faults.append(f"a battle cannot be played: {reply}")
        for guest in guests:
            await guest.leave()
        return median(times) * 1e3

    # -- sending ----------------------------------------------------------------------------------

    async def _send(self, count: int, number: int) -> None:
        portions = 20
        self.haul.memory.append((0, self.server.memory()))
        wanted = {door: int(count * share) for door, share in SHARES.items()}
        wanted["http"] += count - sum(wanted.values())
        for portion in range(portions):
            now = {
                door: many * (portion + 1) // portions - many * portion // portions
                for door, many in wanted.items()
            }
            self._enter()
            await asyncio.gather(
                self._live(now["live"], number),
                self._hello(now["hello"]),
                *(self._http(len(range(place, now["http"], 4))) for place in range(4)),
                asyncio.to_thread(self._files, now["files"]),
            )
            self.haul.memory.append((self.haul.sent.total(), self.server.memory()))

    def _vandal(self, number: int, seat: str) -> Vandal:
        return Vandal(
            random.Random(self.chance.random()),
            number=number,
            pieces=self._pieces,
            examples=examples(self._order, number),
            illegal=REFUSED[seat],
        )

    async def _live(self, count: int, number: int) -> None:
        """Messages of people who are at the table, each of which is answered once."""
        for place, seat in enumerate(REFUSED):
            vandal = self._vandal(number, seat)
            async with self._connection() as socket:
                await socket.send(json.dumps(hello(self.tokens[seat])))
                left = len(range(place, count, len(REFUSED)))
                while left > 0:
                    batch = [vandal.message() for _ in range(min(left, AT_ONCE))]
                    for message in batch:
                        await socket.send(message)
                    for _ in batch:
                        self._check(await _next_answer(socket), batch)
                    self.haul.sent["live"] += len(batch)
                    left -= len(batch)

    def _connection(self) -> connect:
        address = f"ws://127.0.0.1:{self.server.port}/api/battles/{self.begun.id}/live"
        return connect(address, max_size=None, ping_interval=None, compression=None)

    def _check(self, answer: dict[str, Any], batch: list[Raw]) -> None:
        text = json.dumps(answer)
        self.haul.answers[f"live: {answer['type']}"] += 1
        if (
            answer["type"] not in ANSWERS
            or answer.get("rule") == "server.fault"
            or "went wrong" in text
            or TRACES.search(text)
        ):
            context = [message[:200] for message in batch]
            self.haul.faults.append(f"{text[:500]} after one of {context!r}"[:3000])

    async def _hello(self, count: int) -> None:
        """First messages, none of which lets anybody in."""
        wrong = {**hello(f"{self.tokens['british'][:-1]}~"), "since": 0}
        vandal = Vandal(
            random.Random(self.chance.random()),
            number=0,
            pieces=self._pieces,
            examples=[wrong, {"type": "ping"}, {"type": "chat", "key": "k" * 9, "text": "x"}],
        )
        for _ in range(count):
            self.haul.sent["hello"] += 1
            async with self._connection() as socket:
                await socket.send(vandal.message())
                try:
                    answer = await asyncio.wait_for(socket.recv(), 30)
                    self.haul.faults.append(f"somebody was let in: {answer!r}")
                except ConnectionClosed as end:
                    code = end.rcvd.code if end.rcvd else 0
                    self.haul.answers[f"hello: {code}"] += 1
                    if code == 1011 or (end.rcvd and TRACES.search(end.rcvd.reason)):
                        self.haul.faults.append(f"a first message ended with {end.rcvd}")

    async def _http(self, count: int) -> None:
        burglar = Burglar(
            random.Random(self.chance.random()),
            [self.begun.id, "nosuchbattle"],
            [*self.tokens.values(), "x" * 43],
            self.cookie,
        )
        caller = Caller(self.server.port)
        for _ in range(count):
            about, request = burglar.request()
            status, body = await caller.ask(request)
            self.haul.sent["static" if about == "static" else "http"] += 1
            self.haul.answers[f"http: {status or 'closed'}"] += 1
            leak = status >= 400 and TRACES.search(body.decode("utf-8", "replace"))
            if status >= 500 or leak:
                text = f"{about}: {status} {body[:300]!r} after {request[:800]!r}"
                self.haul.faults.append(text)
            elif status == 200 and about == "static" and b"import annotations" in body:
                self.haul.faults.append(f"source was given out for {request[:200]!r}")
        await caller.close()

    def _files(self, count: int) -> None:
        """Files that people bring; read where the server reads them, with its own functions."""
        chance = random.Random(self.chance.random())
        scenarios = [file.read_text("utf-8") for file in sorted(SHELF.glob("*.toml"))]
        journals = [file.read_bytes() for file in sorted(GOLDEN.glob("*.jsonl"))][:4]
        lane = load_scenario("sunken-lane")
        for place in range(count):
            self.haul.sent["files"] += 1
            text = "?"
            try:
                if place % 3 == 0:
                    text = spoilt(chance.choice(scenarios), chance)
                    parse_scenario(text)
                elif place % 3 == 1:
                    text = spoilt(PERSON, chance)
                    bring(lane, {chance.choice(("georg", "miller", "nobody")): text})
                else:
                    raw = bytearray(chance.choice(journals)[:4000])
                    for _ in range(chance.randint(1, 5)):
                        raw[chance.randrange(len(raw))] = chance.randrange(256)
                    text = repr(bytes(raw))
                    parse(bytes(raw), "hostile")
                self.haul.answers["files: taken"] += 1
            except (ScenarioError, PersonalFileError, JournalError):
                self.haul.answers["files: refused"] += 1
            except Exception as error:
                self.haul.faults.append(f"a file brought {error!r}: {text[:500]}")


async def _next_answer(socket: ClientConnection) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 90))
        if message["type"] not in UNASKED:
            return message
