"""A rulebook that never ends, or eats all memory, wherever a test wants it to."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from importlib.metadata import EntryPoint
from typing import ClassVar, Literal

import msgspec
import pytest

from sandtable.battle import Choice, Event, Order, registry
from sandtable.battle.figures import Drawn
from sandtable.battle.page import Sheet
from sandtable.dice import Dice
from sandtable.scenario import Scenario
from sandtable.server.http import battles
from sandtable.server.http.scenarios import find
from tests.conformance.toybook import DUEL, ToyState, TrenchRaid
from tests.server.kit import Data

Deed = Literal["loop", "eat", "swallow"]

PLOT: dict[str, Deed] = {}
"""Where mischief is done: the name of a method, and what it does."""

DUEL_OF_MISCHIEF = msgspec.structs.replace(DUEL, id="mischief", book="mischief", turns=60)

FRIENDS: Data = {
    "scenario": "mischief",
    "seats": [
        {"seat": "west", "side": "west", "kind": "me"},
        {"seat": "east", "side": "east", "kind": "friend"},
    ],
}


def harm(where: str) -> None:
    """Do what the plot says."""
    deed = PLOT.get(where)
    eaten = []
    while deed is not None:
        if deed == "eat":
            eaten.append(bytearray(1_000_000))
        try:
            _ = sum(range(50))
        except Exception:  # as rules do
            continue
        except BaseException:
            if deed != "swallow":
                raise
            deed = PLOT.get(where)


class Mischief(TrenchRaid):
    """Trench raids with traps."""

    code: ClassVar[str] = "mischief"
    title: ClassVar[str] = "Mischief"

    def start(self, scenario: Scenario, dice: Dice) -> tuple[ToyState, list[Event]]:
        harm("start")
        return super().start(scenario, dice)

    def apply(self, state: ToyState, seat: str, order: Order, dice: Dice) -> list[Event]:
        harm("apply")
        return super().apply(state, seat, order, dice)

    def known_to(self, state: ToyState, seat: str) -> ToyState:
        harm("known_to")
        return super().known_to(state, seat)

    def candidates(self, state: ToyState, choice: Choice) -> Iterator[Order]:
        harm("candidates")
        return super().candidates(state, choice)

    def pick(self, state: ToyState, choice: Choice, chance: random.Random) -> Order:
        harm("pick")
        return next(iter(super().candidates(state, choice)))

    def advise(self, state: ToyState, choice: Choice) -> Iterable[tuple[float, Order]]:
        harm("advise")
        return super().advise(state, choice)

    def sheet(self, state: ToyState, piece: str) -> Sheet:
        harm("sheet")
        return super().sheet(state, piece)

    def figures(self, state: ToyState) -> Iterable[Drawn]:
        harm("figures")
        return super().figures(state)


BOOK = Mischief()


@pytest.fixture
def mischief(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Deed]]:
    """The plot, with the book announced and its scenario to be found."""
    known = registry._announced()
    entry = EntryPoint("mischief", "tests.server.mischief:BOOK", registry.GROUP)
    monkeypatch.setitem(known, "mischief", entry)

    def found(scenario: str) -> Scenario:
        return DUEL_OF_MISCHIEF if scenario == "mischief" else find(scenario)

    monkeypatch.setattr(battles, "find", found)
    PLOT.clear()
    yield PLOT
    PLOT.clear()
