"""Playing any book at random: the ground that the checks of the suite stand on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from sandtable.battle import Battle, Choice, Order, Rulebook, View
from sandtable.dice import SeededDice
from sandtable.journal import to_bytes
from sandtable.scenario import Scenario

LONGEST = 4000
"""No battle may take more steps than this."""


@dataclass(frozen=True)
class Twins:
    """Two scenarios that differ only in what a seat may not know."""

    one: Scenario
    two: Scenario
    seat: str


@dataclass(frozen=True, eq=False)
class Case:
    """A rulebook and a scenario to try it on.

    Attributes:
        rulebook: The rulebook.
        scenario: The scenario.
        every: Save and load after every so many steps.
        twins: Pairs of scenarios, for books with secrets.
        quiet: The order by which another seat gives nothing away, for books with secrets.
    """

    rulebook: Rulebook[Any]
    scenario: Scenario
    every: int = 1
    twins: tuple[Twins, ...] = ()
    quiet: Callable[[View[Any], Choice], Order] | None = None
    name: str = ""

    def __str__(self) -> str:
        return self.name or f"{self.rulebook.code}-{self.scenario.id}"

    def battle(self, seed: int | str = 1) -> Battle[Any]:
        """The battle before its first order."""
        return Battle(self.rulebook, self.scenario, SeededDice(seed))


# -- playing --------------------------------------------------------------------------------------


def open_choice(battle: Battle[Any], chance: random.Random) -> tuple[View[Any], Choice]:
    """Some decision that is open, as a seat that may answer it sees it."""
    choice = chance.choice(battle.choices)
    seat = chance.choice(choice.seats)
    view = battle.view(seat)
    mine = [c for c in view.choices if (c.ask, c.prompt) == (choice.ask, choice.prompt)]
    assert mine, f"{seat} is waited for, but does not know of the choice {choice}"
    return view, mine[0]


def step(battle: Battle[Any], chance: random.Random) -> None:
    """Play some legal order."""
    view, choice = open_choice(battle, chance)
    battle.play(view.pick(choice, chance), view.seat)


def play_out(battle: Battle[Any], seed: int) -> Battle[Any]:
    """Play a battle to its end, at random."""
    chance = random.Random(seed)
    while battle.outcome is None:
        assert battle.choices, "the battle goes on, but waits for nobody"
        assert battle.number < LONGEST, f"the battle is not over after {LONGEST} steps"
        step(battle, chance)
    return battle


@cache
def course(case: Case, seed: int) -> tuple[Battle[Any], ...]:
    """A whole battle played at random: a fork of it before every step, and the end."""
    battle = case.battle(seed)
    chance = random.Random(seed)
    forks = []
    while battle.outcome is None and battle.number < LONGEST:
        forks.append(battle.fork())
        step(battle, chance)
    return (*forks, battle)


def samples(case: Case, seed: int, count: int) -> list[Battle[Any]]:
    """Some moments of a battle, evenly spread, the first one included."""
    moments = course(case, seed)[:-1]
    stride = max(1, len(moments) // count)
    return [battle.fork() for battle in moments[::stride]]


def offers(battle: Battle[Any]) -> Iterator[tuple[str, Order]]:
    """Every order that is offered to anybody."""
    for choice in battle.choices:
        for seat in choice.seats:
            view = battle.view(seat)
            for mine in view.choices:
                for order in view.candidates(mine):
                    yield seat, order


def fingerprint(battle: Battle[Any]) -> tuple[Any, ...]:
    """Everything about a battle that must stay the same if nothing changes."""
    return (battle.number, battle.state.to_json(), to_bytes(battle), battle.events)
