"""Where it is good to be, and the moves that lead there, as a computer player sees it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import mul
from typing import Final, NamedTuple

import msgspec

from sandtable.rulebooks.panzer8.advice.appraisal import worth
from sandtable.rulebooks.panzer8.advice.errands import Errand, errands, pull
from sandtable.rulebooks.panzer8.advice.prospects import (
    Stand,
    chances,
    may_reach,
    stand_of,
    threat_at_most,
    threats,
)
from sandtable.rulebooks.panzer8.buildings import SIDE_BOUND
from sandtable.rulebooks.panzer8.candidates import entries, is_armed, reaches, spot
from sandtable.rulebooks.panzer8.doors import destination
from sandtable.rulebooks.panzer8.events.effects import haste
from sandtable.rulebooks.panzer8.moving import action_of, planned
from sandtable.rulebooks.panzer8.orders import Move, MoveAndFire
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.transport import is_empty_transport
from sandtable.table import bearing

EXPOSURE: Final = 0.35
"""The part of all that the enemy could do to somebody in a place that counts against it."""

COVER: Final = 0.05
"""What a point of cover is worth in itself."""

TROUBLE: Final = 0.02
"""What a move must gain to be worth the trouble."""

ABOARD: Final = 0.7
"""The part of their worth that passengers add to the vehicle that carries them."""

SWERVES: Final = (0.0, 40.0, -40.0, 80.0, -80.0, 180.0)
"""By how much the moves that are looked at lead away from the straight way to the goal."""

BACKING: Final = 4.0
"""So near to its goal an element also thinks of going back."""

AHEAD: Final = 60.0
"""Within this of the straight way half of the distance is looked at too."""

GOOD_ENOUGH: Final = 6
"""How many of the moves of an element that look good at a glance are looked at closely."""


class Outlook:
    """The table as one side sees it at one decision."""

    def __init__(self, state: P8State, side: str) -> None:
        self.state = state
        self.side = side
        self.aboard: dict[str, float] = {}
        for element in state.pieces.values():
            if element.carried_by is not None:
                value = worth(state.sheet(element))
                self.aboard[element.carried_by] = self.aboard.get(element.carried_by, 0.0) + value
        there = [e for e in state.pieces.values() if e.on_table and e.side != side]
        self.enemies = [(stand_of(state, enemy), self.stake(enemy)) for enemy in there]
        self.targets = tuple(stand for stand, _ in self.enemies)
        self._stakes = tuple(stake for _, stake in self.enemies)
        self.watching = tuple(
            stand
            for stand, _ in self.enemies
            if not stand.element.suppressed and not stand.element.reacted
        )

    @cached_property
    def pull(self) -> float:
        """What an inch on the way to an objective is worth."""
        return pull(self.state, self.side)

    @cached_property
    def _errands(self) -> dict[str, Errand]:
        return errands(self.state, self.side)

    @cached_property
    def picture(self) -> object:
        """Stands for all that is seen of the enemy: the very same one as long as that is the same.

        So the whole of it is compared once at a decision, and not once for every element.
        """
        memory = self.state.setting.memory("pictures")
        seen = tuple(self.enemies)
        known: object | None = memory.get(seen)
        return memory.keep(seen, object()) if known is None else known

    def stake(self, element: Element) -> float:
        """What is lost with an element: itself, and most of those whom it carries."""
        own = worth(self.state.sheet(element))
        return own + ABOARD * self.aboard.get(element.id, 0.0)

    def errand(self, element: Element) -> Errand:
        """Where an element is sent."""
        return self._errands[element.id]

    def exposure(self, stand: Stand) -> float:
        """What the enemies that could shoot at a spot would do to somebody there."""
        if not stand.element.on_table:
            return 0.0
        total = sum(threats(self.state, self.watching, stand))
        return total * self.stake(stand.element) if total else 0.0

    def best_shot(self, stand: Stand) -> float:
        """What the best shot from a spot would do, as far as one can tell."""
        found = chances(self.state, stand, self.targets)
        return max(map(mul, found, self._stakes), default=0.0)

    def comfort(self, stand: Stand, errand: Errand) -> float:
        """How good a spot is in itself: in cover, and near to where the element is sent."""
        return COVER * stand.cover - self.pull * errand.distance(stand.spot)

    def place_worth(self, stand: Stand, errand: Errand) -> float:
        """How good a spot is, the enemy included."""
        return self.comfort(stand, errand) - EXPOSURE * self.exposure(stand)


# -- what moves are worth -------------------------------------------------------------------------


class Prospect(NamedTuple):
    """A move with what it gains, and its end if the enemy's fire there is still to be taken off."""

    gain: float
    order: Move | MoveAndFire
    end: Stand | None = None


def good_moves(outlook: Outlook, element: Element) -> Sequence[Prospect]:
    """The moves of an element that may gain something; not all may be allowed.

    What the enemy would do to somebody at the end of a move takes the longest to find out, and
    only takes away from the gain. So that is left for `gain_under_fire`, to be asked only for
    moves that are still the best without it.
    """
    state = outlook.state
    if element.suppressed or element.carried_by is not None or element.landed:
        return ()
    if element.under is not None or is_empty_transport(state, element):
        return ()
    errand = outlook.errand(element)
    memory = state.setting.memory("good moves")
    picture = outlook.picture, outlook.stake(element), outlook.pull
    key = (element, errand, picture, *_bounds(state, element))
    known: Sequence[Prospect] | None = memory.get(key)
    if known is None:
        known = memory.keep(key, [*_good_moves(outlook, element, errand)])
    return known


def _good_moves(outlook: Outlook, element: Element, errand: Errand) -> Iterator[Prospect]:
    here = outlook.place_worth(stand_of(outlook.state, element), errand)
    for comfort, order, end in _comfortable(outlook, element, errand):
        gain = comfort - here - TROUBLE
        if isinstance(order, MoveAndFire):
            gain += outlook.best_shot(end)
        if gain > 0:
            yield Prospect(gain, order, end)
    for order, end in _turns(outlook, element):
        gain = outlook.best_shot(end) - TROUBLE
        if gain > 0:
            yield Prospect(gain, order)


def gain_under_fire(outlook: Outlook, move: Prospect, best: float = -math.inf) -> float:
    """What a move gains, the enemy's fire at its end included; if that is no more than the best
    that is known, perhaps too little is taken off."""
    end = move.end
    if end is None or not end.element.on_table:
        return move.gain
    stake = outlook.stake(end.element)
    most = (move.gain - best) / (EXPOSURE * stake) if stake else math.inf
    like = stand_of(outlook.state, outlook.state.pieces[end.element.id])
    total = threat_at_most(outlook.state, outlook.watching, end, most, like)
    if total is None:
        return best
    return move.gain - EXPOSURE * (total * stake if total else 0.0)


def _comfortable(
    outlook: Outlook, element: Element, errand: Errand
) -> list[tuple[float, Move | MoveAndFire, Stand]]:
    """The moves of an element to where it is most comfortable, the best first."""
    state = outlook.state
    memory = state.setting.memory("comfortable")
    key = (element, errand, outlook.pull, *_bounds(state, element))
    known: list[tuple[float, Move | MoveAndFire, Stand]] | None = memory.get(key)
    if known is None:
        options = [
            (outlook.comfort(end, errand), order, end)
            for order, end in _options(state, element, errand)
        ]
        options.sort(key=lambda option: -option[0])
        known = memory.keep(key, options[:GOOD_ENOUGH])
    return known


def _bounds(state: P8State, element: Element) -> tuple[object, ...]:
    """What says how far and where an element can go, apart from the ground."""
    return haste(state, element, "move"), state.gaps, state.tracks


def move_worth(outlook: Outlook, order: Move | MoveAndFire, end: Stand, errand: Errand) -> float:
    """How good it is to be where a move ends, a shot at its end included."""
    gain = outlook.place_worth(end, errand) - TROUBLE
    return gain + outlook.best_shot(end) if isinstance(order, MoveAndFire) else gain


def end_of(state: P8State, element: Element, order: Move | MoveAndFire) -> Stand:
    """The mover where its move will have ended."""
    frame = planned(state, element, action_of(order), order)
    end = destination(state, frame)
    stays = (end.x, end.y) == (element.x, element.y)
    return stand_of(
        state,
        msgspec.structs.replace(
            end, dug_in=element.dug_in and stays, moved=True, shifted=element.shifted or not stays
        ),
    )


# -- which moves there are ------------------------------------------------------------------------


def _options(
    state: P8State, element: Element, errand: Errand
) -> list[tuple[Move | MoveAndFire, Stand]]:
    """The moves that are looked at, each with its end."""
    memory = state.setting.memory("options")
    key = (element, errand, *_bounds(state, element))
    known: list[tuple[Move | MoveAndFire, Stand]] | None = memory.get(key)
    if known is None:
        orders = _moves(state, element, errand)
        known = memory.keep(key, [(order, end_of(state, element, order)) for order in orders])
    return known


def _moves(state: P8State, element: Element, errand: Errand) -> Iterator[Move | MoveAndFire]:
    """Straight to where the element is sent, and to either side of that; some with a shot."""
    if state.sheet(element).move_class == "0":
        return
    yield from entries(state, element)
    here = (element.x, element.y)
    far = math.dist(here, errand.at)
    towards = round(bearing(here, errand.at), 1) if far > 1e-6 else element.heading
    fires = element.on_table and is_armed(state, element) and not state.has(element, "NMF")
    there = errand.distance(here) < BACKING
    for swerve in SWERVES if there else SWERVES[:-1]:
        heading = (towards + swerve) % 360.0
        reach, slow = (*reaches(state, element, heading, (1.0, 0.5) if fires else (1.0,)), 0.0)[:2]
        if swerve == 0.0:
            reach = min(reach, max(far, 0.5))
        for part in (1.0, 0.5) if abs(swerve) < AHEAD else (1.0,):
            if reach * part > 0.25:
                yield Move(element.id, (spot(state, element, heading, reach * part),))
        if min(reach, slow) > 0.25:
            yield MoveAndFire(element.id, (spot(state, element, heading, min(reach, slow)),))


def _turns(outlook: Outlook, element: Element) -> Iterator[tuple[MoveAndFire, Stand]]:
    """Turn a gun that only fires forward towards an enemy, and fire."""
    state, sheet = outlook.state, outlook.state.sheet(element)
    bound = element.inside is not None and sheet.type in SIDE_BOUND
    if element.broken_down or not element.on_table or not (bound or "FF" in sheet.guns[0].flags):
        return
    here = stand_of(state, element)
    turned = state.setting.pairs("turns").ask(
        here, outlook.targets, lambda enemy: _turned_at(state, here, enemy)
    )
    facings: set[float] = set()
    for facing, bears, end in turned:
        if bears or facing in facings:
            continue
        facings.add(facing)
        if end is not None:
            yield MoveAndFire(element.id, (), facing), end


def _turned_at(state: P8State, here: Stand, enemy: Stand) -> tuple[float, bool, Stand | None]:
    """Where an enemy is, whether a gun bears on it, and the gun turned so that it does."""
    facing = round(bearing(here.spot, enemy.spot), 1)
    if not may_reach(here, enemy):
        return facing, False, None
    if chances(state, here, (enemy,))[0]:
        return facing, True, None
    end = stand_of(state, msgspec.structs.replace(here.element, heading=facing, moved=True))
    return facing, False, end if chances(state, end, (enemy,))[0] else None
