"""Section 5.1: direct fire as an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from sandtable.battle import Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s05_actions.action import Action
from sandtable.rulebooks.panzer8.s05_actions.candidates import shots
from sandtable.rulebooks.panzer8.s05_actions.fire.aiming import Shot, aim, in_range
from sandtable.rulebooks.panzer8.s05_actions.fire.direct_fire import volley
from sandtable.rulebooks.panzer8.s09_troops.transport import riders_on_tanks
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.orders import Fire


class FireAction(Action[Fire]):
    """Shoot at a target."""

    order: ClassVar[type[Order]] = Fire
    aboard: ClassVar[bool] = True

    def check(self, state: P8State, element: Element, order: Fire) -> Refusal | None:
        """Why an element cannot fire like that."""
        return check_fire(state, element, order)

    def act(self, state: P8State, element: Element, order: Fire, dice: Dice) -> Iterator[Event]:
        """Fire the guns one after another."""
        state.put(msgspec.structs.replace(element, acted=True))
        state.push(volley(element.id, (order.target, *order.secondary)))
        return iter(())

    def offer(self, state: P8State, element: Element) -> Iterator[Fire]:
        """Every target in reach."""
        return shots(state, element)


def can_fire(state: P8State, element: Element) -> bool:
    """Whether any gun of an element can be aimed at anybody at all."""
    guns = range(len(state.sheet(element).guns))
    return any(
        isinstance(aim(state, element, enemy, gun), Shot)
        for enemy in (*in_range(state, element), *riders_on_tanks(state, element))
        for gun in guns
    )


def check_fire(state: P8State, element: Element, order: Fire) -> Refusal | None:
    """Why an element cannot fire like that."""
    targets = (order.target, *order.secondary)
    if not any(targets):
        return Refusal("p8.fire.needs-field-of-fire-and-los", "Name a target to fire at.")
    guns = len(state.sheet(element).guns)
    if len(targets) > guns:
        counted = "one gun" if guns == 1 else f"{guns} guns"
        return Refusal("p8.fire.secondary-guns", f"{element.name} has {counted} only.")
    for gun, name in enumerate(targets):
        if name is None:
            continue
        if name in state.counters:
            return Refusal(
                "p8.hidden.not-fired-at",
                f"Nobody can fire at what may be hidden under {name!r}, only at what is seen.",
            )
        target = state.pieces.get(name)
        seen = target is not None and (target.on_table or target.carried_by is not None)
        if target is None or target.side == element.side or not seen:
            return Refusal(
                "p8.fire.needs-field-of-fire-and-los", f"There is no enemy {name!r} on the table."
            )
        shot = aim(state, element, target, gun)
        if not isinstance(shot, Shot):
            return shot
    return None
