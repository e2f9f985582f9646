"""What the orders of Panzer8 are called on a button, the keys that stand for them, their rules."""

from __future__ import annotations

from typing import Final

from sandtable.battle.handling import Kind, Word

# -- actions of elements --------------------------------------------------------------------------

FIRE: Final = Kind(
    label="Fire",
    key="F",
    rule="p8.fire.needs-field-of-fire-and-los",
    hint="Shoots at a target in sight, in range and in its field of fire.",
)
MOVE: Final = Kind(
    label="Move",
    key="M",
    rule="p8.move.up-to-rate",
    hint="Moves along a path; enemies who see it on its way may react.",
)
TURN: Final = Kind(
    label="Turn",
    key="T",
    rule="p8.move.up-to-rate",
    hint="Turns where it stands, which counts as a move.",
)
CLIMB: Final = Kind(
    label="Go up",
    key="V",
    rule="p8.los.changing-elevation-is-movement",
    hint="Goes up to the high part of the building, or comes down from it.",
)
ENTER: Final = Kind(
    label="Bring on",
    key="B",
    rule="p8.enter.position",
    hint="Brings an element on to the table that is due to enter.",
)
MOVE_AND_FIRE: Final = Kind(
    label="Move and fire",
    key="G",
    rule="p8.movefire.half-speed-then-fire",
    hint="Moves at half speed and then shoots.",
)
TURN_AND_FIRE: Final = Kind(
    label="Turn and fire",
    key="N",
    rule="p8.movefire.half-speed-then-fire",
    hint="Turns where it stands and then shoots.",
)
CHARGE: Final = Kind(
    label="Charge",
    key="C",
    rule="p8.charge.required-for-melee",
    hint="Moves into contact with an enemy to its front; the combat follows.",
)
FALL_BACK: Final = Kind(
    label="Fall back",
    key="B",
    rule="p8.fallback.voluntary-distance",
    hint="Goes straight away from the nearest enemy, facing as before.",
)
FALL_BACK_HOME: Final = Kind(
    label="Fall back home",
    key="L",
    rule="p8.fallback.voluntary-distance",
    hint="Goes straight towards its own edge of the table, facing as before.",
)
SMOKE: Final = Kind(
    label="Smoke", key="K", rule="p8.smoke.is-an-action", hint="Lays a smoke screen."
)
CLEAR_WIRE: Final = Kind(
    label="Clear wire",
    key="W",
    rule="p8.wire.engineers-clear",
    hint="Tries to clear a gap in the barbed wire.",
)
MOUNT: Final = Kind(
    label="Mount",
    key="I",
    rule="p8.mount.infantry-start-adjacent",
    hint="Gets into a transport, or on to a tank.",
)
DISMOUNT: Final = Kind(
    label="Dismount",
    key="D",
    rule="p8.mount.dismount-at-end-of-vehicle-move",
    hint="Gets off; this takes no action.",
)
LIMBER: Final = Kind(
    label="Limber",
    key="I",
    rule="p8.limber.takes-whole-turn",
    hint="Is coupled to its tractor, or loaded; that takes the turn of both.",
)
UNLIMBER: Final = Kind(
    label="Unlimber",
    key="D",
    rule="p8.limber.placement",
    hint="Is uncoupled or unloaded; that takes the turn of both.",
)
TAKE_APART: Final = Kind(
    label="Take apart",
    key="P",
    rule="p8.limber.break-down-and-set-up",
    hint="Is taken apart for carrying; that takes its turn.",
)
SET_UP: Final = Kind(
    label="Set up",
    key="P",
    rule="p8.limber.break-down-and-set-up",
    hint="Is set up for firing; that takes its turn.",
)
LEAVE_MOUNTS: Final = Kind(
    label="Dismount",
    key="D",
    rule="p8.dismount.mounted-troops-action",
    hint="Fights on foot from now on.",
)
REMOUNT: Final = Kind(
    label="Mount again",
    key="I",
    rule="p8.dismount.remount",
    hint="Mounts again from its base of mounts.",
)
SHOW: Final = Kind(
    label="Show",
    key="S",
    rule="p8.hidden.placement-on-reveal",
    hint="Comes out from under its counter, so that it can act or react.",
)

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

BEARINGS: Final = (
    Word(value="forward", label="forwards"),
    Word(value="backward", label="backing up"),
    Word(value="hold", label="facing as it stands"),
)
"""How an element faces on its way."""

POLICIES: Final = (
    Word(value="ask", label="ask me each time"),
    Word(value="hold", label="hold fire"),
    Word(value="fire", label="fire as soon as possible"),
)
"""How elements may react by a standing order; that by odds has an action of its own."""

EFFECTS: Final = {
    "fall-back": "falls back",
    "suppressed": "suppressed",
    "out": "out of action",
}
"""What the results of a combat are called."""
