"""Choosing some legal order: any kind of them as likely as another, then any of its kind."""

from __future__ import annotations

import random
from collections.abc import Sequence

from sandtable.battle import Order
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.orders import Done, EndTurn, Leave
from sandtable.rulebooks.whitebox.state.vehicle_orders import Alight, ChangeSeat, EndVehicle

RARELY = (Done, Leave, Alight, ChangeSeat)
"""Orders that end much; they are picked only now and then."""

SELDOM = 0.03


def pick(state: OwbState, orders: Sequence[Order], chance: random.Random) -> Order:
    """Some order, without a thought, but not always the one that ends everything."""
    kinds: dict[type[Order], list[Order]] = {}
    for order in orders:
        kinds.setdefault(type(order), []).append(order)
    names = [kind for kind in kinds if kind not in RARELY]
    if not names or (len(names) < len(kinds) and chance.random() < SELDOM):
        names = list(kinds)
    if len(names) > 1 and state.agenda and chance.random() < 0.5:
        names = [kind for kind in names if kind not in (EndTurn, EndVehicle)] or names
    return chance.choice(kinds[chance.choice(names)])
