"""How fast battles are played, beside catanatron's bots in the same process, on one core.

A decision is one call of a player's ``decide``, in both programs. In Catan many of these calls
leave no choice (roll the dice, end the turn); how many do is noted.

Besides Saint-Aubin (8 elements a side) there is a field with 20 a side (see `bench/fields.py`), of
which only the first decisions are played. Both are played by the basic rules. Villers-Bocage is a
historical battle with the advanced ones (hidden units, aircraft, support fire, smoke, cards), to
show what these cost; of it the first decisions are played too, setting up included.

Of OWB there are Pavlov's street (men only) and the last gun in the village (with vehicles).

How the time for a player turn grows with the number of elements is measured on the field with 10,
20 and 40 a side.

Run with `python bench/run.py play`.
"""

from __future__ import annotations

import random
from contextlib import suppress
from importlib import import_module
from itertools import pairwise
from statistics import median
from time import process_time
from typing import Any

import msgspec
from bench.fields import field
from bench.rows import Row, median_rate, median_seconds

from sandtable.battle import Battle
from sandtable.dice import SeededDice
from sandtable.dice.answers import contest_answers
from sandtable.players import LIMIT, UnfinishedError, run_battle, seat_players
from sandtable.rulebooks.panzer8.s05_actions.fire.direct_fire import effect_odds
from sandtable.rulebooks.panzer8.state.orders import Fire
from sandtable.scenario import Scenario, load_scenario

ROUNDS = 5
SCENARIO = "saint-aubin"
ADVANCED = "villers-bocage"
"""The battle with the rules of the advanced game."""

STREET = "pavlovs-street"
GUN = "last-gun"
"""Fights by OWB, without vehicles and with them."""

LARGE = 20
"""The elements a side of the large battle."""

SIZES = (10, 20, 40)
"""The elements a side with which growth is measured."""

GROWTH_AIM = 2.5
"""Twice the elements should take at most so many times the time."""


def our_decisions(
    scenario: Scenario, player: str, games: int, first: int, limit: int | None = None
) -> int:
    """Play some games, or the first decisions of each, and count the decisions."""
    done = 0
    for seed in range(first, first + games):
        battle = Battle.start(scenario, dice=SeededDice(seed))
        players = seat_players(battle, [player, player], seed)
        with suppress(UnfinishedError):
            run_battle(battle, players, limit=limit or LIMIT)
        done += sum(not line.by_default for line in battle.lines)
    return done


class Counter:
    """How many decisions catanatron's players made, and how many of them left a choice."""

    def __init__(self) -> None:
        self.calls = 0
        self.choices = 0

    def counting(self, kind: Any) -> Any:
        """A player of some kind that counts what it is asked."""
        counter = self

        class Counting(kind):  # type: ignore[misc]
            def decide(self, game: Any, playable_actions: Any) -> Any:
                counter.calls += 1
                counter.choices += len(playable_actions) > 1
                return super().decide(game, playable_actions)

        return Counting


def their_decisions(counter: Counter, kind: Any, games: int, first: int) -> int:
    """Let catanatron play some games of two players and count the decisions."""
    game = import_module("catanatron.game")
    color = import_module("catanatron.models.player").Color
    before = counter.calls
    counting = counter.counting(kind)
    for seed in range(first, first + games):
        game.Game([counting(color.RED), counting(color.BLUE)], seed=seed).play()
    return counter.calls - before


def compare_players(
    scenario: Scenario,
    ours: str,
    theirs: Any,
    our_games: int,
    their_games: int,
    limit: int | None = None,
) -> Row:
    """The decisions in a second of one of our players and one of theirs."""
    our_decisions(scenario, ours, 1, 0, limit)  # what is worked out once per scenario, is
    counter = Counter()
    # Turn by turn, so that whatever else the machine does strikes both alike.
    our_rates, their_rates = [], []
    for number in range(ROUNDS):
        seed = 1 + number * 100
        our_rates.append(
            median_rate(
                lambda seed=seed: our_decisions(scenario, ours, our_games, seed, limit),  # type: ignore[misc]
                1,
            )
        )
        their_rates.append(
            median_rate(
                lambda seed=seed: their_decisions(counter, theirs, their_games, seed),  # type: ignore[misc]
                1,
            )
        )
    note = f"{counter.choices / counter.calls:.0%} of catanatron's decisions leave a choice"
    if limit:
        note += f"; ours are the first {limit} of each battle"
    return Row(
        what=f"decisions of {ours} players, {scenario.id}",
        unit="/s",
        ours=sorted(our_rates)[ROUNDS // 2],
        theirs=sorted(their_rates)[ROUNDS // 2],
        rival=f"catanatron, {theirs.__name__}",
        note=note,
    )


def seconds_per_player_turn(scenario: Scenario, player: str, turns: int, seed: int) -> float:
    """The time that a player turn takes at the start of a battle."""
    battle = Battle.start(scenario, dice=SeededDice(seed))
    players = seat_players(battle, [player, player], seed)
    start = process_time()
    while battle.state.turn <= turns and battle.outcome is None:
        with suppress(UnfinishedError):
            run_battle(battle, players, limit=1)
    return (process_time() - start) / (2 * turns)


def growth(player: str, turns: int, rounds: int) -> list[Row]:
    """How many times as long a player turn takes with twice the elements."""
    fields = {size: field(size) for size in SIZES}
    times: dict[int, list[float]] = {size: [] for size in SIZES}
    for seed in range(rounds):
        for size, scenario in fields.items():
            times[size].append(seconds_per_player_turn(scenario, player, turns, seed))
    middle = {size: median(taken) for size, taken in times.items()}
    took = ", ".join(f"{size}: {seconds * 1e3:,.0f} ms" for size, seconds in middle.items())
    return [
        Row(
            what=f"growth of a player turn of {player} players, {few} to {many} a side",
            unit="x",
            ours=middle[many] / middle[few],
            aim=GROWTH_AIM,
            note=f"time for a player turn by elements a side: {took}" if few == SIZES[0] else "",
        )
        for few, many in pairwise(SIZES)
    ]


def odds_of_a_shot() -> Row:
    """The exact odds of one shot, from the order to the fractions; chances are worked out anew."""
    battle = Battle.start(load_scenario(SCENARIO), dice=SeededDice(1))
    view = battle.view("british")
    order = next(o for o in view.candidates(view.choices[0]) if isinstance(o, Fire))

    def ask() -> object:
        effect_odds.cache_clear()
        contest_answers.cache_clear()
        return battle.odds(order)

    return Row(
        what="exact odds of one shot",
        unit="ms",
        ours=median_seconds(ask, 301) * 1e3,
        aim=2.0,
        note="chances worked out anew each time; what the table remembers of sight is kept",
    )


def copy_of_a_state() -> Row:
    """A copy of the state of a battle with 40 pieces."""
    scenario = load_scenario(SCENARIO)
    size = scenario.table
    units = [
        msgspec.structs.replace(
            scenario.units[number % len(scenario.units)],
            id=f"unit-{number}",
            name=f"Unit {number}",
            at=(2.0 + (number % 10) * (size.width - 4) / 9, 2.0 + number // 10 * 2.5),
            dug_in=False,
        )
        for number in range(40)
    ]
    state = Battle.start(msgspec.structs.replace(scenario, units=tuple(units), seats=())).state
    assert len(state.pieces) == 40
    times = 1000

    def copy() -> None:
        for _ in range(times):
            state.copy()

    return Row(
        what="copy of a state with 40 pieces",
        unit="µs",
        ours=median_seconds(copy, 51) / times * 1e6,
        aim=50.0,
    )


def measure() -> list[Row]:
    """All rows of this benchmark."""
    random.seed(1944)
    player = import_module("catanatron.models.player")
    search = import_module("catanatron.players.search")
    small, large, advanced = load_scenario(SCENARIO), field(LARGE), load_scenario(ADVANCED)
    street, gun = load_scenario(STREET), load_scenario(GUN)
    chance, points = player.RandomPlayer, search.VictoryPointPlayer
    return [
        compare_players(small, "random", chance, our_games=4, their_games=4),
        compare_players(large, "random", chance, our_games=1, their_games=4, limit=400),
        compare_players(advanced, "random", chance, our_games=1, their_games=4, limit=400),
        compare_players(small, "greedy", points, our_games=2, their_games=2),
        compare_players(large, "greedy", points, our_games=1, their_games=2, limit=60),
        compare_players(advanced, "greedy", points, our_games=1, their_games=2, limit=200),
        compare_players(street, "random", chance, our_games=2, their_games=4),
        compare_players(gun, "random", chance, our_games=1, their_games=4, limit=400),
        compare_players(street, "greedy", points, our_games=1, their_games=2, limit=200),
        compare_players(gun, "greedy", points, our_games=1, their_games=2, limit=200),
        *growth("random", turns=3, rounds=7),
        *growth("greedy", turns=1, rounds=1),
        odds_of_a_shot(),
        copy_of_a_state(),
    ]
