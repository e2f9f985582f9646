"""Playing on when nobody wants anything more, for situations in which several rules meet."""

from __future__ import annotations

from sandtable.rulebooks.panzer8.state.orders import Done, GoOn
from tests.panzer8.situations import P8Battle

HOMES = {"british": "south", "russian": "south", "french": "south", "german": "north"}


def asked(battle: P8Battle) -> str:
    """What kind of decision the battle waits for."""
    return battle.choices[0].ask


def nobody_reacts(battle: P8Battle) -> None:
    """Let the mover go its whole way, without any (further) reaction."""
    while asked(battle) in ("reaction", "join", "resume"):
        order = GoOn() if asked(battle) == "resume" else Done()
        battle.play(order, battle.choices[0].seats[0])


def until(battle: P8Battle, side: str) -> None:
    """Have the others finish, until this side's Action Phase has begun."""
    nobody_reacts(battle)
    while not (battle.state.active == side and battle.state.phase == "action"):
        battle.play(Done(), battle.choices[0].seats[0])
        nobody_reacts(battle)
