"""Computer players, and battles played to their end."""

from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.battle import Battle, Choice, Order, View
from sandtable.dice import SeededDice
from sandtable.players import (
    GreedyPlayer,
    PlayerCountError,
    RandomPlayer,
    UnfinishedError,
    UnknownPlayerError,
    check_players,
    player_for,
    player_names,
    run_battle,
    seat_players,
)
from sandtable.scenario import load_scenario

SCENARIO = load_scenario("saint-aubin")


def battle(seed: int = 1) -> Battle[Any]:
    return Battle.start(SCENARIO, dice=SeededDice(seed))


def played(seed: int, *names: str) -> Battle[Any]:
    fought = battle(seed)
    run_battle(fought, seat_players(fought, names, seed))
    return fought


def test_every_player_can_be_had_by_its_name() -> None:
    assert player_names() == ("random", "greedy")
    assert isinstance(player_for("random", 1), RandomPlayer)
    assert isinstance(player_for("greedy", 1), GreedyPlayer)


def test_an_unknown_player_is_told_with_those_that_there_are() -> None:
    with pytest.raises(UnknownPlayerError, match=r"'gredy'.*'greedy'.*random, greedy"):
        player_for("gredy", 1)


def test_every_side_needs_a_player() -> None:
    with pytest.raises(PlayerCountError, match=r"3 players given .* 2 sides .* british, german"):
        check_players(SCENARIO, ["random"] * 3)
    with pytest.raises(UnknownPlayerError):
        check_players(SCENARIO, ["random", "nobody"])


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_the_same_seed_plays_the_same_battle(name: str) -> None:
    one, two = played(7, name, name), played(7, name, name)
    assert one.lines == two.lines
    assert one.outcome == two.outcome is not None
    assert one.choices == ()


def test_another_seed_plays_another_battle() -> None:
    assert played(7, "random", "random").lines != played(8, "random", "random").lines


def test_a_greedy_player_takes_what_is_worth_most() -> None:
    fought = battle()
    view = fought.view("british")
    choice = view.choices[0]
    worth = {order: value for value, order in view.advise(choice)}
    assert worth[GreedyPlayer(3).decide(view, choice)] == max(worth.values())


class Advised:
    """A view whose advice is given."""

    def __init__(self, *advice: tuple[float, str]) -> None:
        self.advice = advice

    def advise(self, choice: object) -> Iterator[tuple[float, str]]:
        return iter(self.advice)

    def pick(self, choice: object, chance: Any) -> str:
        return str(chance.choice(["picked"]))


def decide(player: Any, view: Any) -> Any:
    return player.decide(view, None)


def test_orders_of_the_same_worth_are_drawn_for() -> None:
    view = Advised((1.0, "a"), (2.0, "b"), (2.0, "c"), (0.0, "d"))
    drawn = {decide(GreedyPlayer(seed), view) for seed in range(20)}
    assert drawn == {"b", "c"}


def test_without_advice_a_greedy_player_gives_any_order() -> None:
    assert decide(GreedyPlayer(1), Advised()) == "picked"


class Watching:
    """A random player that notes what it was handed."""

    def __init__(self) -> None:
        self.player = RandomPlayer(1)
        self.handed: list[object] = []

    def decide(self, view: View[Any], choice: Choice) -> Order:
        self.handed.append(view)
        assert choice in view.choices
        assert view.seat in choice.seats
        return self.player.decide(view, choice)


def test_players_are_handed_views_of_their_own_seat_only() -> None:
    players = {"british": Watching(), "german": Watching()}
    run_battle(battle(), players)
    for seat, player in players.items():
        assert player.handed
        assert all(isinstance(view, View) and view.seat == seat for view in player.handed)


def test_a_battle_that_does_not_end_is_given_up() -> None:
    fought = battle()
    with pytest.raises(UnfinishedError, match="saint-aubin did not end within 5 decisions"):
        run_battle(fought, seat_players(fought, ["random", "random"], 1), limit=5)
    assert sum(not line.by_default for line in fought.lines) == 5


def test_a_battle_that_ends_with_the_last_allowed_decision_has_ended() -> None:
    whole = played(7, "random", "random")
    again = battle(7)
    players = seat_players(again, ["random", "random"], 7)
    assert run_battle(again, players, limit=whole.number) == whole.outcome


def test_an_empty_seat_is_named() -> None:
    with pytest.raises(UnfinishedError, match="waits for british; no player there"):
        run_battle(battle(), {"german": RandomPlayer(1)})


def test_seats_that_share_a_side_each_have_a_player() -> None:
    import msgspec

    from sandtable.scenario import Seat

    british = [unit.id for unit in SCENARIO.units if unit.side == "british"]
    seats = (
        Seat(id="tanks", side="british", pieces=tuple(british[:4])),
        Seat(id="foot", side="british", pieces=tuple(british[4:])),
        Seat(id="german", side="german"),
    )
    fought = Battle.start(msgspec.structs.replace(SCENARIO, seats=seats), dice=SeededDice(2))
    players = seat_players(fought, ["random", "random"], 2)
    assert set(players) == {"tanks", "foot", "german"}
    run_battle(fought, players)
    assert {"tanks", "foot", "german"} <= {line.seat for line in fought.lines}
