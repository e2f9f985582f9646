"""The attacks of `python bench/siege.py` with small numbers, so that they are known to work."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.robust import growth, hostile
from tests.server.robust.forking import Nursery
from tests.server.robust.processes import LeanServer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as found:
        yield found


def test_hostile_messages_at_all_doors_change_nothing(nursery: Nursery, tmp_path: Path) -> None:
    with LeanServer(nursery, tmp_path / "data", **hostile.settings()) as server:
        haul = asyncio.run(hostile.Storm(server).run(1500))
    assert haul.faults == []
    assert haul.sent.total() == 1500
    assert haul.growth < 40


def test_battles_end_and_leave_the_memory(nursery: Nursery, tmp_path: Path) -> None:
    with LeanServer(nursery, tmp_path / "data", **growth.settings()) as server:
        ledger = asyncio.run(growth.play(server, 600, tables=6))
    assert ledger.problems == []
    assert ledger.orders["people"] > 100
    assert ledger.orders["computers"] > 100
    assert ledger.memory
