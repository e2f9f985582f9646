"""Who can sit at the table: anything that answers a choice with an order."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from sandtable.battle import Choice, Order, View


class Player(Protocol):
    """Answers the choices of one seat. It is handed that seat's view and nothing else."""

    def decide(self, view: View[Any], choice: Choice) -> Order:
        """The order that this player gives.

        Args:
            view: The battle as the player's seat may know it.
            choice: The decision that is open, one of ``view.choices``.
        """
        ...


class RandomPlayer:
    """Gives any order that is allowed, without a thought.

    >>> from sandtable.battle import Battle
    >>> from sandtable.scenario import load_scenario
    >>> battle = Battle.start(load_scenario("saint-aubin"))
    >>> view = battle.view("british")
    >>> order = RandomPlayer(1944).decide(view, view.choices[0])
    >>> battle.allows(order, "british")
    True
    """

    def __init__(self, seed: str | int) -> None:
        self._chance = random.Random(str(seed))

    def decide(self, view: View[Any], choice: Choice) -> Order:
        """Some legal order."""
        return view.pick(choice, self._chance)


class GreedyPlayer:
    """Gives the order that is worth most by the exact odds, looking one step ahead.

    Orders that are worth the same are drawn for.

    >>> from sandtable.battle import Battle
    >>> from sandtable.scenario import load_scenario
    >>> battle = Battle.start(load_scenario("saint-aubin"))
    >>> view = battle.view("british")
    >>> order = GreedyPlayer(1944).decide(view, view.choices[0])
    >>> battle.allows(order, "british")
    True
    """

    def __init__(self, seed: str | int) -> None:
        self._chance = random.Random(str(seed))

    def decide(self, view: View[Any], choice: Choice) -> Order:
        """The best order, as far as one step shows."""
        best: list[Order] = []
        most = float("-inf")
        for worth, order in view.advise(choice):
            if worth > most:
                most = worth
                best = [order]
            elif worth == most:
                best.append(order)
        if not best:
            return view.pick(choice, self._chance)
        return best[0] if len(best) == 1 else self._chance.choice(best)
