"""Sandtable plays WWII miniature wargames: five rulebooks, one table.

A battle starts from a scenario, waits for decisions and carries out orders:

>>> import sandtable
>>> battle = sandtable.Battle.start(
...     sandtable.load_scenario("saint-aubin"), dice=sandtable.SeededDice(1944)
... )
>>> choice = battle.choices[0]
>>> choice.seats, choice.ask
(('british',), 'action')

A player is handed the view of one seat and answers with an order; an order that the rules do not
allow is refused with the rule that forbids it, and changes nothing:

>>> view = battle.view("british")
>>> order = sandtable.player_for("greedy", 1).decide(view, view.choices[0])
>>> battle.allows(order)
True
>>> events = battle.play(order)
>>> try:
...     battle.play(order, "german")
... except sandtable.Refusal as refusal:
...     print(refusal.rule.startswith("p8."))
True

Two computer players finish it:

>>> players = sandtable.seat_players(battle, ["random", "random"], 1944)
>>> outcome = sandtable.run_battle(battle, players)
>>> battle.choices
()

``sandtable.simulate`` fights a battle many times. Names are loaded when they are first used, so
importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sandtable.battle import (
        Battle,
        Choice,
        Event,
        Order,
        Outcome,
        Refusal,
        View,
        rulebook_codes,
        rulebook_for,
    )
    from sandtable.dice import (
        Dice,
        DiceNeeded,
        Distribution,
        FairDice,
        Roll,
        ScriptedDice,
        SeededDice,
        exact,
    )
    from sandtable.journal import JournalError, JournalWriter, load, replay, save, verify
    from sandtable.odds import Modifier, Odds, Tally
    from sandtable.players import (
        GreedyPlayer,
        Player,
        RandomPlayer,
        player_for,
        player_names,
        run_battle,
        seat_players,
    )
    from sandtable.report import report_text
    from sandtable.scenario import (
        Scenario,
        ScenarioError,
        load_scenario,
        parse_scenario,
        shipped,
    )

__version__ = "0.1.0"

__all__ = [
    "Battle",
    "Choice",
    "Dice",
    "DiceNeeded",
    "Distribution",
    "Event",
    "FairDice",
    "GreedyPlayer",
    "JournalError",
    "JournalWriter",
    "Modifier",
    "Odds",
    "Order",
    "Outcome",
    "Player",
    "RandomPlayer",
    "Refusal",
    "Roll",
    "Scenario",
    "ScenarioError",
    "ScriptedDice",
    "SeededDice",
    "Tally",
    "View",
    "exact",
    "load",
    "load_scenario",
    "parse_scenario",
    "player_for",
    "player_names",
    "replay",
    "report_text",
    "rulebook_codes",
    "rulebook_for",
    "run_battle",
    "save",
    "seat_players",
    "shipped",
    "verify",
]

_HOMES: Final = {
    "battle": ("Battle Choice Event Order Outcome Refusal View rulebook_codes rulebook_for"),
    "dice": "Dice DiceNeeded Distribution FairDice Roll ScriptedDice SeededDice exact",
    "journal": "JournalError JournalWriter load replay save verify",
    "odds": "Modifier Odds Tally",
    "players": "GreedyPlayer Player RandomPlayer player_for player_names run_battle seat_players",
    "report": "report_text",
    "scenario": "Scenario ScenarioError load_scenario parse_scenario shipped",
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Load a public name from where it lives."""
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
