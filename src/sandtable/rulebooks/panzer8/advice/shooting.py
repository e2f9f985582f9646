"""What shots are worth, in one's own turn and at a mover, and how the best of them is found."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from sandtable.battle import Order, Refusal
from sandtable.table import Point, beyond_front

from ..s02_terrain.ground_and_cover import cover_of_place
from ..s05_actions.fire.aiming import Shot, aim
from ..s05_actions.fire.direct_fire import tally_firer, tally_target
from ..s05_actions.fire.line_of_fire import spotters
from ..s05_actions.move.rates import path_length
from ..s05_actions.move.under_way import MoveAndFire
from ..s05_actions.react.reaction import ReactFire, check_reaction, window
from ..s05_actions.react.who_and_where import aimed_at, mover_at
from ..s05_actions.readiness import all_commanded
from ..s09_troops.transport import cargo, riders, targets_of
from ..s12_hidden.ambush import Show, ambushes
from ..s12_hidden.counters import emerged
from ..state import Element, Moving, P8State, Revealing
from ..state.nearby import in_box
from ..state.orders import Done, Fire, Move
from ..state.sheets import worth
from .appraisal import REACTION_PRICE
from .manoeuvres import ABOARD, Outlook
from .prospects import (
    Stand,
    beyond_range,
    hurt_by,
    in_sight,
    likely_hurt,
    limits,
    may_reach,
    most_hurt,
    stand_of,
)

PLEASURE: Final = 0.05
"""What it is worth to fire at all: a shot costs nothing but the action."""


def shot_worth(state: P8State, shot: Shot) -> float:
    """The worth of a shot to its firer."""
    margin = tally_firer(shot).total - tally_target(shot).total
    hurt = hurt_by(margin, shot.fired, shot.target.suppressed, shot.reserves)
    aboard = sum(worth(state.sheet(one)) for one in cargo(state, shot.target))
    return hurt * (worth(state.sheet(shot.target)) + ABOARD * aboard)


def fire_worth(state: P8State, order: Fire) -> float:
    """The worth of firing all guns that have a target."""
    total = 0.0
    for number, name in enumerate((order.target, *order.secondary)):
        if name is not None:
            shot = aim(state, state.pieces[order.element], state.pieces[name], number)
            total += shot_worth(state, shot) if isinstance(shot, Shot) else 0.0
    return PLEASURE + total if total else 0.0


class Target(NamedTuple):
    """A target for one of ours, with the most that a shot at it can be worth if it is in sight."""

    promise: float
    number: int
    target: Stand


def targets_by_promise(outlook: Outlook, element: Element) -> Sequence[Target]:
    """At whom an element can shoot, in the order of what it promises.

    Of those that promise the same, the first on the table comes first.
    """
    state, picture = outlook.state, outlook.picture
    stand = stand_of(state, element)
    riders = outlook.riders
    if riders or element.carried_by is not None:  # they have new stands every time
        most = limits(state, stand, picture.targets)
        most += [most_hurt(state, stand, rider) for rider, _ in riders]
        return _sorted([*picture.enemies, *riders], most)
    return state.setting.memories["targets"].once(
        (stand, picture),
        lambda: _sorted(picture.enemies, limits(state, stand, picture.targets)),
    )


def _sorted(targets: Sequence[tuple[Stand, float]], most: Sequence[float]) -> list[Target]:
    found = [
        (-(PLEASURE + limit * stake), number, target)
        for number, ((target, stake), limit) in enumerate(zip(targets, most, strict=True))
        if limit
    ]
    found.sort()
    return [Target(-promise, number, target) for promise, number, target in found]


def is_seen(state: P8State, element: Element, target: Stand) -> bool:
    """Whether an element, or anybody from whom it may borrow its sight, sees a target."""
    stand = stand_of(state, element)
    eyes = _eyes(state, stand) if stand.is_mortar else (stand,)
    return any(in_sight(state, eye, target) for eye in eyes)


def is_known_unseen(sights: Mapping[Stand, bool], firer: Stand, target: Stand) -> bool:
    """Whether it is known already that neither a firer nor anybody for it sees a target."""
    return sights.get(target) is False and not firer.is_mortar


def _eyes(state: P8State, mortar: Stand) -> tuple[Stand, ...]:
    """A mortar and the friends from whom it may borrow its line of sight."""
    friends = spotters(state, mortar.element)
    return (mortar, *(stand_of(state, friend) for friend in friends))


def volley_at(state: P8State, element: Element, target: Element) -> tuple[float, Fire] | None:
    """All guns of an element that can be aimed at a target, and what they are worth."""
    total = 0.0
    fits: list[str | None] = []
    for number in range(len(state.sheet(element).guns)):
        shot = aim(state, element, target, number)
        aimed = isinstance(shot, Shot)
        fits.append(target.id if aimed else None)
        total += shot_worth(state, shot) if isinstance(shot, Shot) else 0.0
    if not any(fits):
        return None
    others = tuple(fits[1:])
    return PLEASURE + total, Fire(element.id, fits[0], others if any(others) else ())


def exposure(state: P8State, element: Element) -> float:
    """What the enemies that can shoot at an element would do to it, smoke included."""
    if not element.on_table:
        return 0.0
    watching = [e for e in state.enemies_of(element) if not e.suppressed and not e.reacted]
    shots = (aim(state, enemy, element, reaction=True) for enemy in watching)
    return sum(shot_worth(state, shot) for shot in shots if isinstance(shot, Shot))


NEAR: Final = 10.0
"""Nobody who is farther from the ends of a shot or a move than this matters to it."""


class Surroundings:
    """What can matter to the orders of one decision, to tell whether it has changed."""

    def __init__(self, state: P8State) -> None:
        self.state = state
        # Event cards may look at the whole table, and so may those who spot what is hidden.
        self._is_local = state.cards is None and not state.counters
        self._rest: object | None = None

    def _key(self, points: Sequence[Point]) -> tuple[object, ...]:
        """All that can matter to something that happens between some points."""
        state = self.state
        if self._rest is None:
            # Whoever is carried has no place of its own, so all of them are taken along.
            carried = [one for one in state.pieces.values() if one.carried_by is not None]
            rest = (state.circumstances(), tuple(carried), tuple(state.stances.items()))
            self._rest = state.setting.memory("unchanged").once(rest, object)
        xs, ys = zip(*points, strict=True)
        box = (min(xs) - NEAR, min(ys) - NEAR, max(xs) + NEAR, max(ys) + NEAR)
        return self._rest, tuple(in_box(state, state.setting.sides, box))

    def volley(self, element: Element, target: Element) -> tuple[float, Fire] | None:
        """All guns of an element that can be aimed at a target, and what they are worth."""
        if not self._is_local:
            return volley_at(self.state, element, target)
        ends = ((element.x, element.y), (target.x, target.y))
        key = (element, target, *self._key(ends))
        memory = self.state.setting.memory("volleys")
        return memory.once(key, lambda: volley_at(self.state, element, target))

    def was_refused(self, order: Move | MoveAndFire) -> bool:
        """Whether a move was refused before in the very same surroundings."""
        if not self._is_local:
            return False
        return self._move(order) in self.state.setting.memory("refused moves")

    def note_refused(self, order: Move | MoveAndFire) -> None:
        """Remember that a move was refused."""
        if self._is_local:
            self.state.setting.memory("refused moves").keep(self._move(order), True)

    def _move(self, order: Move | MoveAndFire) -> tuple[object, ...]:
        element = self.state.pieces[order.element]
        return (order, element, *self._key(((element.x, element.y), *order.path)))


PACE: Final = 1.5
"""How finely a path is looked at for the best moment to react."""

TRIES: Final = 4
"""How many of the reactions that promise most are looked at closely."""


def advise_reaction(
    state: P8State, seats: Sequence[str], frame: Moving
) -> Iterator[tuple[float, Order]]:
    """To let the mover pass, and the shots at it that are worth more than a turn's action."""
    yield 0.0, Done()
    frame = window(state, frame)
    promising = sorted(_promising(state, seats, frame), key=lambda each: -each[0])
    for _, order in promising[:TRIES]:
        value = reaction_worth(state, order)
        if value > 0 and check_reaction(state, frame, order) is None:
            yield value, order
            break
    for ambush in ambushes(state, seats, frame) if state.counters else ():
        yield show_worth(state, ambush), ambush


def _promising(
    state: P8State, seats: Sequence[str], frame: Moving
) -> Iterator[tuple[float, ReactFire]]:
    mover = state.pieces[frame.element]
    ours = [
        stand_of(state, enemy).still
        for enemy in all_commanded(state, seats, state.enemies_of(mover))
        if not enemy.suppressed and not enemy.reacted
    ]
    stake = Outlook(state, state.other_side(mover.side)).stake(mover)
    outside = riders(state, mover)
    moments = _moments(frame)
    places = [stand_of(state, mover_at(state, frame, at)).still for at in moments]
    if not outside:  # then whoever cannot reach it anywhere need not be thought of
        ours = _in_reach(ours, places, moments[-1] - moments[0])
    promises = [_promises(state, ours, there) for there in places]
    for reactor, promised in zip(ours, zip(*promises, strict=True), strict=True):
        best = max(
            ((promise * stake, at) for promise, at in zip(promised, moments, strict=True)),
            key=lambda each: each[0],
        )
        if best[0] > REACTION_PRICE:
            yield best[0], ReactFire(reactor.element.id, best[1])
        for rider in outside:
            yield 0.0, ReactFire(reactor.element.id, best[1], rider.id)


def _moments(frame: Moving) -> list[float]:
    """Points of the rest of a path, its ends among them."""
    length = round(path_length(frame.path), 4)
    if frame.stage == "again" or length <= frame.at:
        return [frame.at]
    steps = math.ceil((length - frame.at) / PACE)
    between = [round(frame.at + (length - frame.at) * n / steps, 4) for n in range(steps)]
    return [*between, length]


def _in_reach(ours: Sequence[Stand], places: Sequence[Stand], length: float) -> list[Stand]:
    """Of some those who may reach a mover on a way of that length, at a quick look."""
    x, y = places[0].base.centre
    far = length + max(there.base.reach for there in places)
    return [
        one
        for one in ours
        if math.hypot(one.base.x - x, one.base.y - y) <= one.range + one.base.reach + far
    ]


def _promises(state: P8State, ours: Sequence[Stand], there: Stand) -> list[float]:
    """What the shots of some at a mover would do, where it is then."""
    return state.setting.pairs("promises").ask(
        there,
        ours,
        lambda reactor: _promise(state, reactor, there),
        lambda others: beyond_range(there, others),
    )


def _promise(state: P8State, reactor: Stand, mover: Stand) -> float:
    """What a shot at a mover would do, which must be to the reactor's front."""
    if not may_reach(reactor, mover):
        return 0.0
    if not reactor.has_no_facing and not beyond_front(mover.base, of=reactor.base):
        return 0.0
    return likely_hurt(state, reactor, mover, reaction=True)


def reaction_worth(state: P8State, order: ReactFire) -> float:
    """What a shot at a mover is worth, by exact odds."""
    frame = state.agenda[-1]
    assert isinstance(frame, Moving)
    target = aimed_at(state, mover_at(state, frame, order.at), order.target)
    return _aimed_worth(state, state.pieces[order.element], target)


def _aimed_worth(state: P8State, reactor: Element, target: Element | Refusal) -> float:
    if isinstance(target, Refusal):
        return -1.0
    guns = range(len(state.sheet(reactor).guns))
    shots = (aim(state, reactor, target, gun, reaction=True) for gun in guns)
    found = [shot_worth(state, shot) for shot in shots if isinstance(shot, Shot)]
    return sum(found) - REACTION_PRICE if found else -1.0


# -- coming out of hiding (12) --------------------------------------------------------------------

SURPRISE: Final = 0.1
"""What it is worth to be hidden still."""


def show_worth(state: P8State, order: Show) -> float:
    """What the best shot is worth from there, at a mover or at anybody."""
    element = state.pieces[order.element]
    there = emerged(state, element, order.at, order.facing)
    frame = state.frame
    if isinstance(frame, Moving) and order.when is not None:
        mover = mover_at(state, frame, order.when)
        shot = aim(state, there, mover, reaction=True)
        gain = shot_worth(state, shot) if isinstance(shot, Shot) else -1.0
        return gain - REACTION_PRICE - SURPRISE
    found = [aim(state, there, enemy) for enemy in targets_of(state, there)]
    best = max((shot_worth(state, shot) for shot in found if isinstance(shot, Shot)), default=0.0)
    if isinstance(frame, Revealing):
        return 0.01 + best + 0.05 * cover_of_place(state, there).value
    return best - SURPRISE
