"""What shots are worth, and how a computer player finds the best without aiming all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ..s05_actions.fire.aiming import Shot, aim
from ..s05_actions.fire.direct_fire import tally_firer, tally_target
from ..s05_actions.fire.line_of_fire import spotters
from ..s09_troops.transport import cargo
from ..state import Element, P8State
from ..state.orders import Fire
from ..state.worth import worth
from .manoeuvres import ABOARD, Outlook
from .prospects import Stand, hurt_by, in_sight, limits, most_hurt, stand_of

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
    memory = state.setting.memories["targets"]
    known: Sequence[Target] | None = memory.get((stand, picture))
    if known is None:
        most = limits(state, stand, picture.targets)
        known = memory.keep((stand, picture), _sorted(picture.enemies, most))
    return known


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
