"""A battle in figures, for programs."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.battle import Battle
from sandtable.battle.state import encode
from sandtable.report.luck import luck_of
from sandtable.report.story import losses_of


def facts_of(battle: Battle[Any]) -> dict[str, Any]:
    """A battle as plain data for JSON: how it stands, what it cost, and all that happened.

    >>> from sandtable.scenario import load_scenario
    >>> facts = facts_of(Battle.start(load_scenario("saint-aubin")))
    >>> facts["scenario"], facts["turn"], facts["outcome"]
    ('saint-aubin', 1, None)
    """
    dice = battle.header.dice
    return {
        "scenario": battle.scenario.id,
        "title": battle.scenario.title,
        "book": battle.scenario.book,
        "seed": dice.seed,
        "seed_from": dice.seed_from,
        "dice": dice.kind,
        "turn": battle.state.turn,
        "lines": battle.number,
        "outcome": _plain(battle.outcome),
        "losses": {
            losses.side: {"strength": losses.strength, "lost": list(losses.lost)}
            for losses in losses_of(battle)
        },
        "luck": [luck.to_builtins() for luck in luck_of(battle)],
        "waiting": [
            {"seats": list(choice.seats), "ask": choice.ask, "prompt": choice.prompt}
            for choice in battle.choices
        ],
        "pieces": _plain(list(battle.state.pieces.values())),
        "events": _plain(battle.events),
        "state": battle.state.digest(),
    }


def _plain(thing: Any) -> Any:
    return msgspec.json.decode(encode(thing))
