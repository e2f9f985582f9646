"""Many games: counted rightly, the same for any number of workers, and never stopped by one."""

import json
from typing import Any

import pytest

from sandtable.battle import Battle
from sandtable.dice import SeededDice
from sandtable.players import PlayerCountError, UnknownPlayerError, run_battle, seat_players
from sandtable.scenario import load_scenario
from sandtable.simulate import Failure, Game, game_seed, play_game, simulate
from sandtable.simulate import game as games
from sandtable.simulate.simulate import Task, _parts

# Whole battles, many of them.
pytestmark = pytest.mark.slow

SCENARIO = load_scenario("saint-aubin")
RANDOM = ("random", "random")

# As many as the suite has time for; `sandtable simulate --games 500 --verify` plays more.
MANY_RANDOM = 30
MANY_GREEDY = 40


def test_what_is_counted_adds_up() -> None:
    result = simulate(SCENARIO, 3, RANDOM, seed=3)
    assert (result.games, result.finished, result.errors) == (3, 3, 0)
    assert sum(result.winners.values()) == 3
    assert result.decisions == sum(game.decisions for game in result.played) > 100
    assert [game.seed for game in result.played] == ["3/1", "3/2", "3/3"]


def test_the_shape_that_other_programs_rely_on() -> None:
    data = simulate(SCENARIO, 2, RANDOM).to_builtins()
    assert list(data)[:8] == [
        "scenario",
        "book",
        "games",
        "finished",
        "errors",
        "winners",
        "decisions",
        "seconds",
    ]
    assert list(data["winners"]) == ["british", "german", "draw"]
    assert (data["scenario"], data["book"], data["errors"]) == ("saint-aubin", "p8", 0)
    assert json.loads(json.dumps(data)) == data


def test_every_game_can_be_listed() -> None:
    data = simulate(SCENARIO, 2, RANDOM).to_builtins(every_game=True)
    assert [game["game"] for game in data["every_game"]] == [1, 2]


def test_the_number_of_workers_makes_no_difference() -> None:
    one = simulate(SCENARIO, 4, ("greedy", "random"), seed=5, workers=1, swap=True)
    two = simulate(SCENARIO, 4, ("greedy", "random"), seed=5, workers=2, swap=True)
    assert one.played == two.played
    assert one.winners == two.winners


def test_a_game_can_be_played_again_from_its_seed() -> None:
    game = simulate(SCENARIO, 2, RANDOM, seed=9).played[1]
    battle = Battle.start(SCENARIO, dice=SeededDice(game_seed(9, 2)))
    run_battle(battle, seat_players(battle, RANDOM, game_seed(9, 2)))
    assert battle.state.digest() == game.state


def test_players_swap_sides_in_every_second_game() -> None:
    result = simulate(SCENARIO, 4, ("greedy", "random"), seed=1, swap=True)
    assert [game.players[0] for game in result.played] == ["greedy", "random"] * 2
    assert sum(result.winning_players.values()) == 4


def test_progress_is_told() -> None:
    told: list[int] = []
    simulate(SCENARIO, 3, RANDOM, progress=told.append)
    assert told == [1, 2, 3]


def test_a_game_that_breaks_off_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    real = run_battle

    def fails_once(battle: Battle[Any], *args: Any, **named: Any) -> Any:
        if battle.header.dice.seed == "1/2":
            battle.play(next(battle.view("british").candidates(battle.choices[0])))
            raise RuntimeError("the umpire has left")
        return real(battle, *args, **named)

    monkeypatch.setattr(games, "run_battle", fails_once)
    result = simulate(SCENARIO, 3, RANDOM, seed=1)
    assert (result.finished, result.errors) == (2, 1)
    failure = result.failures[0]
    assert (failure.game, failure.seed, failure.players) == (2, "1/2", RANDOM)
    assert failure.error == "RuntimeError: the umpire has left"
    assert "fails_once" in failure.where
    assert failure.line >= 1
    data = result.to_builtins()
    assert data["errors"] == 1
    assert data["failures"][0]["seed"] == "1/2"


def test_a_game_over_the_limit_is_a_failure() -> None:
    failure = play_game(SCENARIO, RANDOM, "1", limit=3)
    assert isinstance(failure, Failure)
    assert failure.error.startswith("UnfinishedError: ")


def test_journals_are_verified_if_asked() -> None:
    assert isinstance(play_game(SCENARIO, RANDOM, "1", verify=True), Game)


def test_a_journal_that_differs_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    import sandtable.journal as journal

    real = journal.to_bytes
    monkeypatch.setattr(
        journal, "to_bytes", lambda battle: real(battle).replace(b'"faces":[', b'"faces":[ ', 1)
    )
    failure = play_game(SCENARIO, RANDOM, "1", verify=True)
    assert isinstance(failure, Failure)
    assert failure.error.startswith("VerificationError: line ")


@pytest.mark.parametrize(
    ("games", "players", "workers", "error"),
    [
        (0, RANDOM, 1, ValueError),
        (1, RANDOM, 0, ValueError),
        (1, ("random",), 1, PlayerCountError),
        (1, ("random", "nobody"), 1, UnknownPlayerError),
    ],
)
def test_what_cannot_be_simulated(
    games: int, players: tuple[str, ...], workers: int, error: type[Exception]
) -> None:
    with pytest.raises(error):
        simulate(SCENARIO, games, players, workers=workers)


@pytest.mark.parametrize("workers", [1, 2, 3, 8])
@pytest.mark.parametrize("number", [1, 2, 7, 100, 1000])
def test_parts_hold_every_game_once(number: int, workers: int) -> None:
    task = Task(
        scenario=b"",
        players=RANDOM,
        seed="1",
        games=tuple(range(1, number + 1)),
        swap=False,
        verify=False,
        limit=1,
    )
    parts = _parts(task, workers)
    assert [game for part in parts for game in part.games] == list(range(1, number + 1))


@pytest.mark.parametrize(("name", "number"), [("random", MANY_RANDOM), ("greedy", MANY_GREEDY)])
def test_many_battles_finish_and_every_journal_verifies(name: str, number: int) -> None:
    result = simulate(SCENARIO, number, (name, name), seed="many", workers=2, verify=True)
    assert result.failures == ()
    assert result.finished == number


def test_greedy_beats_random_on_either_side() -> None:
    result = simulate(SCENARIO, 40, ("greedy", "random"), seed="rivals", workers=2, swap=True)
    assert result.failures == ()
    assert result.winning_players["greedy"] >= 30
