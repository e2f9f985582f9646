"""Players at a table: whom to ask, and how a battle is played to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.players.registry import check_name, player_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sandtable.battle import Battle, Outcome
    from sandtable.players.player import Player
    from sandtable.scenario import Scenario

LIMIT = 20_000
"""After so many decisions a battle is taken to be stuck."""


class UnfinishedError(RuntimeError):
    """A battle that did not come to an end."""


class PlayerCountError(ValueError):
    """Not one player for each side."""


def check_players(scenario: Scenario, names: Sequence[str]) -> None:
    """Check that there is one player for each side and that all of them exist.

    Raises:
        PlayerCountError: Naming the sides that need a player.
        UnknownPlayerError: Naming the players that there are.
    """
    for name in names:
        check_name(name)
    sides = scenario.side_ids()
    if len(names) != len(sides):
        need = ", ".join(sides)
        raise PlayerCountError(
            f"{len(names)} player{'' if len(names) == 1 else 's'} given ({', '.join(names)}), but "
            f"{scenario.id} has {len(sides)} sides and needs one for each, in this order: {need}"
        )


def seat_players(battle: Battle[Any], names: Sequence[str], seed: str | int) -> dict[str, Player]:
    """Seat a computer player on every seat of each side.

    Args:
        battle: The battle to be played.
        names: One name for each side, in the order of the scenario.
        seed: The seed of the battle; each seat's chance follows from it and the seat.

    Raises:
        PlayerCountError: If there is not one name for each side.
        UnknownPlayerError: If there is no such player.
    """
    check_players(battle.scenario, names)
    by_side = dict(zip(battle.scenario.side_ids(), names, strict=True))
    return {
        seat.id: player_for(by_side[seat.side], f"{seed}/{seat.id}")
        for seat in battle.seats.values()
        if seat.side is not None
    }


def run_battle(
    battle: Battle[Any], players: Mapping[str, Player], *, limit: int = LIMIT
) -> Outcome:
    """Play a battle to its end.

    Where several choices are open at once, they are answered one after another; each player sees
    only what its seat may know, so it makes no difference who is asked first.

    Args:
        battle: The battle, wherever it stands.
        players: Who answers for each seat.
        limit: The number of decisions after which the battle is given up.

    Raises:
        UnfinishedError: If it did not end within the limit, or waits for an empty seat.

    >>> from sandtable.battle import Battle
    >>> from sandtable.scenario import load_scenario
    >>> battle = Battle.start(load_scenario("saint-aubin"))
    >>> outcome = run_battle(battle, seat_players(battle, ["random", "random"], 1944))
    >>> outcome == battle.outcome
    True
    """
    for _ in range(limit):
        if battle.outcome is not None:
            return battle.outcome
        _step(battle, players)
    if battle.outcome is not None:
        return battle.outcome
    raise UnfinishedError(
        f"{battle.scenario.id} did not end within {limit} decisions; "
        f"it stands at turn {battle.state.turn}"
    )


def _step(battle: Battle[Any], players: Mapping[str, Player]) -> None:
    """Have the first open choice answered that somebody is there to answer."""
    for choice in battle.choices:
        for seat in choice.seats:
            player = players.get(seat)
            if player is not None:
                view = battle.view(seat)
                # Earlier choices are for empty seats, so this one is the first that it sees.
                battle.play(player.decide(view, view.choices[0]), seat)
                return
    waiting = " or ".join(seat for choice in battle.choices for seat in choice.seats)
    raise UnfinishedError(f"{battle.scenario.id} waits for {waiting or 'nobody'}; no player there")
