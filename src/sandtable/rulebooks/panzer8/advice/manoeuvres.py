"""Where it is good to be, and the moves that lead there, as a computer player sees it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import attrgetter, mul, neg
from typing import Final

import msgspec

from sandtable.advice import Errand
from sandtable.table import bearing, overlap

from ..s05_actions.fire.aiming import is_armed
from ..s05_actions.move.move import entries, reaches, spot
from ..s05_actions.move.under_way import MoveAndFire, action_of, planned
from ..s09_troops.transport import is_empty_transport, rides_outside
from ..s10_buildings.going_in_and_out import destination
from ..s15_events.cards import haste
from ..state import Element, P8State
from ..state.built_up_areas import SIDE_BOUND
from ..state.nearby import in_box
from ..state.orders import Move
from ..state.sheets import worth
from .errands import errands, pull
from .prospects import SURELY, Stand, chances, may_reach, stand_of, threat, threat_at_most

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


class Picture:
    """All that is seen of the enemy and matters to where one goes and at whom one shoots.

    Attributes:
        enemies: Those on the table, standing still, each with what is lost with it.
        targets: They alone.
        stakes: What is lost with each.
        watching: Those among them who may react.
        armoured: Where those with armour stand, from west to east.
    """

    __slots__ = ("armoured", "enemies", "stakes", "targets", "watching")

    def __init__(
        self, enemies: tuple[tuple[Stand, float], ...], watching: tuple[Stand, ...]
    ) -> None:
        self.enemies = enemies
        self.targets = tuple(stand for stand, _ in enemies)
        self.stakes = tuple(stake for _, stake in enemies)
        self.watching = watching
        self.armoured = sorted(stand.spot for stand in self.targets if stand.sheet.armoured)


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

    @cached_property
    def picture(self) -> Picture:
        """What is seen of the enemy: the very same picture as long as that is the same.

        So the whole of it is compared once at a decision, and not once for every element.
        """
        memory = self.state.setting.memory("pictures")
        others = tuple([e for e in self.state.pieces.values() if e.side != self.side])
        return memory.once(others, lambda: self._seen(others))

    def _seen(self, others: tuple[Element, ...]) -> Picture:
        """The picture of these enemies, which may be one that was seen before."""
        there = [enemy for enemy in others if enemy.on_table]
        stands = [stand_of(self.state, enemy).still for enemy in there]
        enemies = tuple(zip(stands, map(self.stake, there), strict=True))
        watching = tuple(
            stand
            for stand, enemy in zip(stands, there, strict=True)
            if not enemy.suppressed and not enemy.reacted
        )
        memory = self.state.setting.memory("pictures by content")
        return memory.once((enemies, watching), lambda: Picture(enemies, watching))

    @cached_property
    def riders(self) -> list[tuple[Stand, float]]:
        """The enemies that ride on the outside of tanks, each with what is lost with it."""
        state = self.state
        return [
            (stand_of(state, other), self.stake(other))
            for other in state.pieces.values()
            if other.carried_by is not None
            and other.side != self.side
            and state.pieces[other.carried_by].on_table
            and rides_outside(state, other)
        ]

    @property
    def targets(self) -> tuple[Stand, ...]:
        """The enemies on the table, standing still."""
        return self.picture.targets

    @property
    def watching(self) -> tuple[Stand, ...]:
        """Those of them who may react."""
        return self.picture.watching

    @cached_property
    def pull(self) -> float:
        """What an inch on the way to an objective is worth."""
        return pull(self.state, self.side)

    @cached_property
    def _errands(self) -> dict[str, Errand]:
        return errands(self.state, self.side)

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
        total = threat(self.state, self.picture, stand)
        return total * self.stake(stand.element) if total else 0.0

    def best_shot(self, stand: Stand) -> float:
        """What the best shot from a spot would do, as far as one can tell."""
        found = chances(self.state, stand, self.targets)
        return max(map(mul, found, self.picture.stakes), default=0.0)

    def comfort(self, stand: Stand, errand: Errand) -> float:
        """How good a spot is in itself: in cover, and near to where the element is sent."""
        return COVER * stand.cover - self.pull * errand.distance(stand.spot)

    def place_worth(self, stand: Stand, errand: Errand) -> float:
        """How good a spot is, the enemy included."""
        return self.comfort(stand, errand) - EXPOSURE * self.exposure(stand)


# -- what moves are worth -------------------------------------------------------------------------


class Prospect:
    """A move with what it gains; the enemy's fire at its end is taken off little by little.

    What that fire would do takes the longest to find out, and only takes away from the gain. So it
    is asked for only as far as the move is still the best without the rest of it.

    Attributes:
        number: Its place among the moves of its element, in the order they are thought of.
        order: The move.
        gain: What it gains apart from the enemy's fire.
        end: Where it ends, if the enemy's fire there counts.
        most: The most that it gains in all, as far as known.
        is_sure: Whether it gains just that.
    """

    __slots__ = ("end", "gain", "is_sure", "most", "number", "order")

    def __init__(
        self, number: int, order: Move | MoveAndFire, gain: float, end: Stand | None = None
    ) -> None:
        self.number = number
        self.order = order
        self.gain = gain
        self.end = end if end is not None and end.element.on_table else None
        self.most = gain
        self.is_sure = self.end is None


_most = attrgetter("most")
_number = attrgetter("number")


def good_moves(outlook: Outlook, element: Element) -> Sequence[Prospect]:
    """The moves of an element that may gain something, the best first; not all may be allowed."""
    state = outlook.state
    if element.suppressed or element.carried_by is not None or element.landed:
        return ()
    if element.under is not None or is_empty_transport(state, element):
        return ()
    errand = outlook.errand(element)
    picture = outlook.picture, outlook.stake(element), outlook.pull
    known = state.setting.memories["good moves"].once(
        (element, errand, picture, *_bounds(state, element)),
        lambda: [*_good_moves(outlook, element, errand)],
    )
    if len(known) < 2:
        return known
    # The best goes first; of those that are as good, the one that was thought of first.
    ranked = zip(map(neg, map(_most, known)), map(_number, known), known, strict=True)
    return [move for _, _, move in sorted(ranked)]


def _good_moves(outlook: Outlook, element: Element, errand: Errand) -> Iterator[Prospect]:
    here = outlook.place_worth(stand_of(outlook.state, element), errand)
    number = 0
    for comfort, order, end in _comfortable(outlook, element, errand):
        gain = comfort - here - TROUBLE
        if isinstance(order, MoveAndFire):
            gain += outlook.best_shot(end)
        if gain > 0:
            yield Prospect(number, order, gain, end)
        number += 1
    for turn, end in _turns(outlook, element):
        gain = outlook.best_shot(end) - TROUBLE
        if gain > 0:
            yield Prospect(number, turn, gain)
        number += 1


def gain_under_fire(outlook: Outlook, move: Prospect, best: float = -math.inf) -> float:
    """What a move gains, the enemy's fire at its end included; if that is no more than the best
    that there is elsewhere, perhaps too little is taken off."""
    if move.is_sure or move.end is None or move.most <= best:
        return move.most
    state, stake = outlook.state, outlook.stake(move.end.element)
    most = (move.gain - best) / (EXPOSURE * stake) if stake else math.inf
    like = stand_of(state, state.pieces[move.end.element.id])
    total, move.is_sure = threat_at_most(state, outlook.picture, move.end, most, like)
    if not move.is_sure:
        move.most = min(move.most, move.gain - EXPOSURE * stake * (total - SURELY))
        return move.most
    move.most = move.gain - EXPOSURE * (total * stake if total else 0.0)
    return move.most


def ends_on_somebody(state: P8State, move: Prospect) -> bool:
    """Whether a move surely may not be made, as somebody is in the way where it ends."""
    end = move.end
    if end is None or end.element.inside is not None or state.setting.has_works:
        return False
    (x, y), far = end.base.centre, end.base.reach + state.setting.widest
    for other in in_box(state, state.setting.sides, (x - far, y - far, x + far, y + far)):
        if other.inside is not None or other.id == end.element.id:
            continue
        if overlap(end.base, state.base(other)):
            return True
    return False


def _comfortable(
    outlook: Outlook, element: Element, errand: Errand
) -> list[tuple[float, Move | MoveAndFire, Stand]]:
    """The moves of an element to where it is most comfortable, the best first."""
    state = outlook.state
    memory = state.setting.memories["comfortable"]
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
    return state.setting.memory("options").once(
        (element, errand, *_bounds(state, element)),
        lambda: [
            (order, end_of(state, element, order)) for order in _moves(state, element, errand)
        ],
    )


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
