"""Many orders through one server: battles end and leave the memory, which does not grow."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from sandtable.scenario import load_scenario
from tests.server.robust.guests import Guest, LostError
from tests.server.robust.hardening import BOUNDLESS
from tests.server.robust.processes import Server, token

KINDS = (
    ("saint-aubin", ("me", "me")),
    ("saint-aubin", ("me", "computer")),
    ("last-gun", ("me", "me")),
    ("saint-aubin", ("computer", "computer")),
    ("jeep-chase", ("me", "computer")),
)
"""What is fought, and who plays the sides, in turn."""

SHORT = 150
"""After so many lines a battle is left, and the next one begun."""


@dataclass
class Ledger:
    """What came of it.

    Attributes:
        orders: How many orders were given, by people and by computer players.
        battles: How many battles were fought.
        memory: The server's memory in MiB, by how many orders had been given.
        problems: What was not as it should be.
        seconds: How long it took.
    """

    orders: Counter[str] = field(default_factory=Counter)
    battles: int = 0
    memory: list[tuple[int, float]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def mean(self, start: float, end: float) -> float:
        """The mean memory between two numbers of orders."""
        part = [size for orders, size in self.memory if start <= orders <= end]
        return sum(part) / max(1, len(part))


def settings() -> dict[str, Any]:
    """How the server is set up: battles leave its memory soon after the last one has left them."""
    return {"limits": BOUNDLESS, "idle_seconds": 4.0}


async def play(server: Server, orders: int, tables: int = 16) -> Ledger:
    """Have so many orders given at some tables."""
    ledger = Ledger()
    start = time.monotonic()
    kinds = itertools.cycle(KINDS)
    seeds = itertools.count()

    async def table() -> None:
        while ledger.orders.total() < orders:
            await _battle(server, ledger, next(kinds), f"growth {next(seeds)}", orders)

    async def sample() -> None:
        while True:
            ledger.memory.append((ledger.orders.total(), server.memory()))
            await asyncio.sleep(0.5)

    sampling = asyncio.create_task(sample())
    await asyncio.gather(*(table() for _ in range(tables)))
    sampling.cancel()
    ledger.seconds = time.monotonic() - start
    if "Traceback" in server.log:
        ledger.problems.append(server.log[-2000:])
    return ledger


async def _battle(
    server: Server, ledger: Ledger, kind: tuple[str, tuple[str, ...]], seed: str, most: int
) -> None:
    scenario, players = kind
    seats = [
        {"seat": side, "side": side, "kind": who, "level": "random"}
        for side, who in zip(load_scenario(scenario).side_ids(), players, strict=True)
    ]
    body = {"scenario": scenario, "seats": seats, "seed": seed}
    response = await asyncio.to_thread(server.http.post, "/api/battles", json=body)
    if response.status_code != 201:
        ledger.problems.append(response.text)
        return
    made = response.json()
    ledger.battles += 1
    guests = [
        Guest(server.port, made["id"], token(seat["link"]), seat["seat"])
        for seat in made["seats"]
        if seat["link"]
    ] or [Guest(server.port, made["id"], token(made["onlookers"]), "onlooker")]
    given = 0
    try:
        for guest in guests:
            await guest.come()
        while ledger.orders.total() < most:
            number = max(guest.number for guest in guests)
            for guest in guests:
                await guest.reach(number)
            if guests[0].standing["status"] == "over" or number > SHORT:
                break
            asked = [guest for guest in guests if guest.is_asked]
            if not asked:
                await guests[0].reach(number + 1)
                continue
            order = await asked[0].idea()
            if order is None:
                continue
            message = {"type": "give", "key": f"order-{given:06}", "expect": number, "order": order}
            reply = await asked[0].request(message)
            if reply["type"] == "done":
                given += 1
                ledger.orders["people"] += 1
            elif reply.get("rule") != "server.out-of-step":
                ledger.problems.append(f"{message} was refused: {reply}")
                break
        lines = sum(entry["kind"] == "order" for entry in guests[0].entries.values())
        ledger.orders["computers"] += max(0, lines - given)
    except (LostError, TimeoutError) as error:
        ledger.problems.append(f"{scenario}: {error!r} {[guest.code for guest in guests]}")
    for guest in guests:
        ledger.problems += guest.problems
        await guest.leave()
