"""What the orders of Panzer8 are called on a button, the keys that stand for them, their rules."""

from __future__ import annotations

from typing import Final

from sandtable.battle.handling import Kind

# -- actions of elements --------------------------------------------------------------------------

# -- reactions, and going on ----------------------------------------------------------------------

REACT_FIRE: Final = Kind(
    label="Fire",
    key="F",
    rule="p8.react.option-fire",
    hint="Stops the mover on its way and shoots at it.",
)
REACT_FALL_BACK: Final = Kind(
    label="Fall back",
    key="B",
    rule="p8.react.option-fall-back",
    hint="Stops the mover on its way and goes straight away from it.",
)
REACT_FALL_BACK_HOME: Final = Kind(
    label="Fall back home",
    key="L",
    rule="p8.react.option-fall-back",
    hint="Stops the mover on its way and goes straight towards its own edge.",
)
JOIN: Final = Kind(
    label="Join in",
    key="J",
    rule="p8.react.option-join-melee",
    hint="Comes to the help of the element that is charged.",
)
GO_ON: Final = Kind(
    label="Go on",
    key="G",
    rule="p8.react.interrupts-at-any-point",
    hint="Goes on as it was ordered.",
)
ANOTHER_WAY: Final = Kind(
    label="Another way",
    key="M",
    rule="p8.react.interrupts-at-any-point",
    hint="Goes on by another way, with what is left of its move.",
)
ANOTHER_TARGET: Final = Kind(
    label="Another target",
    key="C",
    rule="p8.charge.contact-placement",
    hint="Charges another enemy to the front that it had at the start.",
)
HALT: Final = Kind(
    label="Halt", key="H", rule="p8.react.interrupts-at-any-point", hint="Stops where it is."
)

STANDING: Final = Kind(
    label="Standing order",
    key="O",
    rule="p8.react.who-may",
    hint="Says beforehand how it reacts to movers, until it is said otherwise.",
)
STANDING_ODDS: Final = Kind(
    label="Fire at good odds",
    key="Q",
    rule="p8.react.who-may",
    hint="Fires at a mover by itself as soon as the chance of an effect is good enough.",
)

# -- words to choose from -------------------------------------------------------------------------

EFFECTS: Final = {
    "fall-back": "falls back",
    "suppressed": "suppressed",
    "out": "out of action",
}
"""What the results of a combat are called."""
