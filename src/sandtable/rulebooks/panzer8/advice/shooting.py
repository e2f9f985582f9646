"""What shots are worth, and how a computer player finds the best without aiming all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress
from typing import Final, NamedTuple

from sandtable.rulebooks.panzer8.advice.appraisal import worth
from sandtable.rulebooks.panzer8.advice.manoeuvres import ABOARD, Outlook
from sandtable.rulebooks.panzer8.advice.prospects import (
    Stand,
    hurt_by,
    in_sight,
    limits,
    most_hurt,
    stand_of,
)
from sandtable.rulebooks.panzer8.aiming import Shot, aim
from sandtable.rulebooks.panzer8.fire import tally_firer, tally_target
from sandtable.rulebooks.panzer8.fire_line import spotters
from sandtable.rulebooks.panzer8.orders import Fire
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.transport import cargo, rides_outside

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
    element: Element
    target: Stand
    eyes: tuple[Stand, ...]


def shots_by_promise(outlook: Outlook, elements: Iterable[Element]) -> Iterator[Target]:
    """Everybody's shots, with the most that each can be worth."""
    state = outlook.state
    riders = _riders(outlook)
    targets = [*outlook.enemies, *riders]
    for element in elements:
        stand = stand_of(state, element)
        most = limits(state, stand, outlook.targets)
        most += [most_hurt(state, stand, rider) for rider, _ in riders]
        if any(most):
            eyes = _eyes(state, stand) if stand.is_mortar else (stand,)
            for (target, stake), limit in compress(zip(targets, most, strict=True), most):
                yield Target(PLEASURE + limit * stake, element, target, eyes)


def promise_in_sight(state: P8State, shot: Target) -> float:
    """What a shot promises if anybody sees its target for the firer; otherwise nothing."""
    seen = any(in_sight(state, eye, shot.target) for eye in shot.eyes)
    return shot.promise if seen else 0.0


def _eyes(state: P8State, mortar: Stand) -> tuple[Stand, ...]:
    """A mortar and the friends from whom it may borrow its line of sight."""
    friends = spotters(state, mortar.element)
    return (mortar, *(stand_of(state, friend) for friend in friends))


def _riders(outlook: Outlook) -> list[tuple[Stand, float]]:
    """The enemies that ride on the outside of tanks."""
    state = outlook.state
    return [
        (stand_of(state, other), outlook.stake(other))
        for other in state.pieces.values()
        if other.carried_by is not None
        and other.side != outlook.side
        and state.pieces[other.carried_by].on_table
        and rides_outside(state, other)
    ]


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
