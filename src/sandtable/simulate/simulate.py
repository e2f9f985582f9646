"""The same battle, fought many times."""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from sandtable.battle import Battle
from sandtable.players import LIMIT, check_players
from sandtable.scenario import Scenario
from sandtable.simulate.game import Failure, Game, game_seed, play_game
from sandtable.simulate.result import Result

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

CHUNK = 25
"""At most so many games are handed to a worker at once."""

Played = Game | Failure


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """Some games for a worker; small and plain, so that it can be sent to another process."""

    scenario: bytes
    players: tuple[str, ...]
    seed: str
    games: tuple[int, ...]
    swap: bool
    verify: bool
    limit: int


def simulate(
    scenario: Scenario,
    games: int,
    players: Sequence[str],
    seed: str | int = 1,
    workers: int = 1,
    *,
    swap: bool = False,
    verify: bool = False,
    limit: int = LIMIT,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Fight a battle many times between computer players.

    The seed of each game follows from ``seed`` and the game's number, so the result does not
    depend on the number of workers. A game that breaks off is noted with its seed and does not
    stop the others.

    Args:
        scenario: What is fought.
        games: How many times.
        players: One name for each side, in the order of the scenario.
        seed: What every game's chance follows from.
        workers: How many processes share the work; with 1, everything is done in this one.
        swap: Whether the players change sides in every second game.
        verify: Whether every journal is played again and compared.
        limit: The number of decisions after which a game is given up.
        progress: Called with the number of games done, now and then.

    Raises:
        PlayerCountError: If there is not one name for each side.
        UnknownPlayerError: If there is no such player.
        ScenarioError: If the scenario cannot be set up.
        ValueError: If the number of games or workers is not positive.

    >>> from sandtable.scenario import load_scenario
    >>> result = simulate(load_scenario("saint-aubin"), 2, ["random", "random"])
    >>> result.finished, result.errors, sum(result.winners.values())
    (2, 0, 2)
    """
    check_players(scenario, players)
    for name, number in (("games", games), ("workers", workers)):
        if number < 1:
            raise ValueError(f"{name} must be 1 or more, not {number}")
    Battle.start(scenario)  # what cannot be set up at all is told at once, not game by game
    task = Task(
        scenario=msgspec.json.encode(scenario),
        players=tuple(players),
        seed=str(seed),
        games=tuple(range(1, games + 1)),
        swap=swap,
        verify=verify,
        limit=limit,
    )
    start = time.perf_counter()
    done: list[Played] = []
    parts = _parts(task, workers)
    for part in map(work, parts) if workers == 1 else _in_parallel(parts, workers):
        done += part
        if progress is not None:
            progress(len(done))
    done.sort(key=lambda game: game.game)
    return Result(
        scenario=scenario.id,
        book=scenario.book,
        sides=scenario.side_ids(),
        players=tuple(players),
        seed=str(seed),
        games=games,
        played=tuple(game for game in done if isinstance(game, Game)),
        failures=tuple(game for game in done if isinstance(game, Failure)),
        seconds=time.perf_counter() - start,
        workers=workers,
        swapped=swap,
        verified=verify,
    )


def work(task: Task) -> list[Played]:
    """Play the games of a task. This is what a worker runs."""
    scenario = msgspec.json.decode(task.scenario, type=Scenario)
    return [
        play_game(
            scenario,
            swapped(task.players, game) if task.swap else task.players,
            game_seed(task.seed, game),
            game=game,
            limit=task.limit,
            verify=task.verify,
        )
        for game in task.games
    ]


def swapped(players: tuple[str, ...], game: int) -> tuple[str, ...]:
    """The players of a game when they change sides after every game.

    >>> swapped(("greedy", "random"), 1), swapped(("greedy", "random"), 2)
    (('greedy', 'random'), ('random', 'greedy'))
    """
    by = (game - 1) % len(players)
    return players[by:] + players[:by]


def _parts(task: Task, workers: int) -> list[Task]:
    """Split a task into parts, small enough that no worker waits long for the last one."""
    games = task.games
    size = 1 if workers == 1 else max(1, min(CHUNK, len(games) // (workers * 8)))
    return [
        msgspec.structs.replace(task, games=games[first : first + size])
        for first in range(0, len(games), size)
    ]


def _in_parallel(parts: Sequence[Task], workers: int) -> Iterator[list[Played]]:
    """Have the parts played by several processes, each started afresh."""
    pool = ProcessPoolExecutor(
        max_workers=min(workers, len(parts)),
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_die_quietly,
    )
    try:
        with _uninterrupted():
            futures = [pool.submit(work, part) for part in parts]
        for future in as_completed(futures):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ignore interrupts for a moment; processes begun meanwhile ignore them while they start."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _die_quietly() -> None:
    """Let an interrupt end a worker without a word; the process that asked speaks for all."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
