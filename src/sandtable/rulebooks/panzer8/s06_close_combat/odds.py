"""The exact odds of a close combat before it is fought."""

from __future__ import annotations

import msgspec

from sandtable.odds import Odds
from sandtable.rulebooks.panzer8.s06_close_combat.melee import combat_odds
from sandtable.rulebooks.panzer8.s06_close_combat.phase import combat_of, is_attackers_turn
from sandtable.rulebooks.panzer8.state import Combat, P8State
from sandtable.rulebooks.panzer8.state.orders import Commit, Fight, Overrun

MOST = 5
"""With more than so many elements in a combat there are too many branches to walk."""


def close_combat_odds(state: P8State, order: Fight | Overrun | Commit) -> Odds | None:
    """The odds of a combat as it stands, or with the help of a commander."""
    combat = _combat(state, order)
    if combat is None or len(combat.attackers) + len(combat.defenders) > MOST:
        return None
    if any(name not in state.pieces for name in (*combat.attackers, *combat.defenders)):
        return None
    return combat_odds(state, combat)


def _combat(state: P8State, order: Fight | Overrun | Commit) -> Combat | None:
    if isinstance(order, Fight) and not order.attackers:
        return None
    if isinstance(order, Fight | Overrun):
        return combat_of(state, order) if _known(state, order) else None
    frame = state.frame
    if not isinstance(frame, Combat) or order.commander not in state.pieces:
        return None
    ours, theirs = frame.helpers
    helper = (order.commander, order.to)
    helpers = (helper, theirs) if is_attackers_turn(frame) else (ours, helper)
    return msgspec.structs.replace(frame, helpers=helpers)


def _known(state: P8State, order: Fight | Overrun) -> bool:
    names = order.attackers if isinstance(order, Fight) else (order.tank,)
    return all(name in state.pieces for name in (*names, order.defender))
