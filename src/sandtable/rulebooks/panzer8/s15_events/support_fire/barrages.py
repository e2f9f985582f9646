"""Section 15.4.4 and 15.4.6: barrages that go on, and movers who come under fire."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import msgspec

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import Point

from ...s14_smoke.lasting import move_screen, renew_support_screen
from ...s14_smoke.laying import can_place, is_pool_secret
from ...state import Firing, P8State, Shelled, SupportMission
from ...state.orders import SupportOrder
from ...state.tables import TOLERANCE
from ..phase import cancel_draw
from .beaten_zones import is_beaten, with_riders, zone_of
from .missions import DRIFT, batteries, smoke_lies, throw
from .shelling import Battery, strike


class Creep(SupportOrder, frozen=True, kw_only=False):
    """Have a rolling barrage creep on to another point (15.4.6)."""

    to: Point


GOES_ON: Final = 6
"""What the die must show for a barrage to go on."""

BARRAGES: Final = ("ends", "goes on")
"""What may become of a barrage in the next Event Phase of its owner."""


# -- barrages that go on (15.4.6) -----------------------------------------------------------------


def begin_barrages(state: P8State) -> None:
    """Ask for each barrage of the phasing side whether it goes on; until then it is silent."""
    mine = [barrage for barrage in state.barrages if barrage.side == state.active]
    state.barrages = tuple(b for b in state.barrages if b.side != state.active)
    for barrage in reversed(mine):
        cite("p8.support.barrage-continues")
        state.push(
            SupportMission(
                side=barrage.side,
                level=barrage.level,
                stage="continue",
                at=barrage.at,
                smoke=barrage.screen is not None,
                directed=barrage.directed,
                screen=barrage.screen,
            )
        )


def is_asked_about(state: P8State, frame: SupportMission) -> bool:
    """Whether its owner is asked about a barrage: smoke needs a screen to renew, and a counter.

    Whether there is one may be a secret, so he is asked then as if there were.
    """
    if not frame.smoke:
        return True
    could = can_place(state, frame.side) or is_pool_secret(state, frame.side)
    return could and frame.screen in state.screens


def check_continue(state: P8State, frame: SupportMission) -> Refusal | None:
    """Why a barrage cannot go on."""
    if not frame.smoke or can_place(state, frame.side):
        return None
    return Refusal("p8.smoke.counter-spent", "There are no smoke counters left.")


def cease_fire(state: P8State, frame: SupportMission) -> Iterator[Event]:
    """A barrage is not to go on."""
    state.pop()
    yield Event(
        kind="support",
        text=f"The {batteries(state, frame)} cease fire.",
        rules=("p8.support.barrage-continues",),
    )


def roll_barrage(dice: Dice) -> tuple[int, str]:
    """Roll whether a barrage goes on."""
    cite("p8.dice.d10-is-one-to-ten")
    die = dice.die(10, "does the barrage go on?")
    return die, dice.settle("barrage", BARRAGES[die >= GOES_ON], BARRAGES)


def keep_firing(state: P8State, frame: SupportMission, dice: Dice) -> Iterator[Event]:
    """Roll whether a barrage goes on; if it does, no card is drawn."""
    die, result = roll_barrage(dice)
    yield Event(
        kind="support",
        text=f"The fire of the {batteries(state, frame)} {result} ({die}).",
        rules=("p8.support.barrage-continues",),
        rolls=dice.take_rolls(),
        data={"die": die, "result": result},
    )
    if result == "ends":
        state.pop()
        return
    cancel_draw(state)
    if may_creep(state, frame):
        state.swap(msgspec.structs.replace(frame, stage="creep"))
    else:
        yield from fire_on(state, frame, dice)


def may_creep(state: P8State, frame: SupportMission) -> bool:
    """Whether a side may have its barrages roll: the British do."""
    if state.setting.armies[frame.side] != "UK":
        return False
    cite("p8.support.british-rolling-barrage")
    return True


def check_creep(frame: SupportMission, order: Creep) -> Refusal | None:
    """Why a rolling barrage cannot go there."""
    assert frame.at is not None
    rule = "p8.support.british-rolling-barrage"
    gap = math.dist(frame.at, order.to)
    if gap > DRIFT + TOLERANCE:
        return Refusal(rule, f"That is {gap:.1f} away; a barrage creeps up to {DRIFT:g}.")
    return None


def creep(state: P8State, frame: SupportMission, order: Creep, dice: Dice) -> Iterator[Event]:
    """Move a barrage that goes on, with the smoke that it has laid."""
    assert frame.at is not None
    by = (order.to[0] - frame.at[0], order.to[1] - frame.at[1])
    moved = frame.screen
    if moved is not None:
        moved = move_screen(state, moved, (moved.x + by[0], moved.y + by[1]))
    to = (round(order.to[0], 4), round(order.to[1], 4))
    frame = msgspec.structs.replace(frame, at=to, screen=moved)
    yield Event(
        kind="support",
        text=f"The barrage rolls on {math.hypot(*by):.1f} in.",
        rules=("p8.support.british-rolling-barrage",),
        data={"at": to},
    )
    yield from fire_on(state, frame, dice)


def fire_on(state: P8State, frame: SupportMission, dice: Dice) -> Iterator[Event]:
    """A barrage goes on: it attacks again, or renews its smoke."""
    state.swap(frame)
    if not frame.smoke:
        yield from throw(state, frame, dice)
        return
    assert frame.screen is not None
    yield from smoke_lies(state, frame, renew_support_screen(state, frame.screen))


# -- movers (15.4.4) ------------------------------------------------------------------------------


def shell_mover(state: P8State, frame: Shelled, dice: Dice) -> Iterator[Event]:
    """Attack a mover, and those who ride on it, once in a phase; a 1 shifts nothing here."""
    state.pop()
    mover = state.pieces.get(frame.element)
    if mover is None:
        return
    barrage = state.barrages[frame.barrage]
    struck = msgspec.structs.replace(barrage, struck=(*barrage.struck, mover.id))
    state.barrages = tuple(struck if b is barrage else b for b in state.barrages)
    attack = dice.die(10, f"{barrage.level}, attack")
    yield Event(
        kind="support",
        text=f"{mover.name} comes under the fire of the {batteries(state, barrage)}: {attack}.",
        rules=("p8.support.movers-affected",),
        pieces=(mover.id,),
        rolls=dice.take_rolls(),
        data={"die": attack, "at": (mover.x, mover.y)},
    )
    battery = Battery(
        side=barrage.side, level=barrage.level, at=barrage.at, directed=barrage.directed
    )
    for target in tuple(with_riders(state, mover)):
        if target.id in state.pieces:
            yield from strike(state, battery, target.id, attack, dice)
    _go_on_under_fire(state, frame.element)


def _go_on_under_fire(state: P8State, name: str) -> None:
    """Another barrage may lie on the same spot; whoever is suppressed has lost its shot."""
    mover = state.pieces.get(name)
    if mover is None or mover.suppressed:
        state.agenda = tuple(
            f for f in state.agenda if not (isinstance(f, Firing) and f.element == name)
        )
    if mover is None or not mover.on_table:
        return
    for number, barrage in enumerate(state.barrages):
        zone = zone_of(state, barrage)
        if zone is not None and name not in barrage.struck and is_beaten(state, zone, mover):
            state.push(Shelled(element=name, barrage=number))
            return
