"""Computer players by name."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Final

from sandtable.players.player import GreedyPlayer, RandomPlayer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sandtable.players.player import Player

_PLAYERS: Final[Mapping[str, Callable[[str | int], Player]]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}


class UnknownPlayerError(LookupError):
    """No computer player has that name."""


def player_names() -> tuple[str, ...]:
    """The names of all computer players.

    >>> player_names()
    ('random', 'greedy')
    """
    return tuple(_PLAYERS)


def player_for(name: str, seed: str | int) -> Player:
    """A computer player by its name.

    Args:
        name: One of `player_names`.
        seed: Where its own chance comes from; the same seed makes the same decisions.

    Raises:
        UnknownPlayerError: Naming the players that there are.

    >>> player_for("greddy", 1)
    Traceback (most recent call last):
        ...
    sandtable.players.registry.UnknownPlayerError: no player is called 'greddy'; \
did you mean 'greedy'? (there are: random, greedy)
    """
    check_name(name)
    return _PLAYERS[name](seed)


def check_name(name: str) -> None:
    """Refuse a name that no computer player has.

    Raises:
        UnknownPlayerError: Naming the players that there are.
    """
    if name in _PLAYERS:
        return
    near = difflib.get_close_matches(name, _PLAYERS, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    known = ", ".join(_PLAYERS)
    raise UnknownPlayerError(f"no player is called {name!r}{hint} (there are: {known})")
