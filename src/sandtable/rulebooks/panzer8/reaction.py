"""Section 5: reacting to an enemy's movement, at any point of its path."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import msgspec

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.aiming import Shot, aim
from sandtable.rulebooks.panzer8.fire import volley
from sandtable.rulebooks.panzer8.movement import is_to_front, path_length, pose
from sandtable.rulebooks.panzer8.moving import (
    advance_to,
    arrive,
    check_fall_back_path,
    flee,
    plan_fall_back,
)
from sandtable.rulebooks.panzer8.orders import FallBack, ReactFallBack, ReactFire
from sandtable.rulebooks.panzer8.sight import sees
from sandtable.rulebooks.panzer8.state import Element, Moving, P8State

STEP: Final = 0.5
"""How finely the program looks along a path for somebody who could react."""

SAME_POINT: Final = 1e-3


# -- who may react, and where ---------------------------------------------------------------------


def may_react(state: P8State, reactor: Element, frame: Moving) -> Refusal | None:
    """Why an element may not react to this mover at all."""
    mover = state.pieces[frame.element]
    if reactor.side == mover.side or not reactor.on_table:
        return Refusal("p8.react.who-may", f"{reactor.name} is no enemy of {mover.name}.")
    if reactor.suppressed:
        return Refusal(
            "p8.result.suppressed-no-reaction", f"{reactor.name} is suppressed and cannot react."
        )
    if reactor.reacted:
        return Refusal(
            "p8.react.once-per-player-turn", f"{reactor.name} has reacted in this player turn."
        )
    return None


def check_point(frame: Moving, at: float) -> Refusal | None:
    """Why a reaction cannot happen at that point of the path."""
    length = path_length(frame.path)
    rule = "p8.react.interrupts-at-any-point"
    if not math.isfinite(at) or at > length + SAME_POINT or at < 0:
        return Refusal(rule, f"The path is {length:.1f} in long; {at:g} is no point of it.")
    if at < frame.at - SAME_POINT:
        return Refusal(rule, f"The mover has already come {frame.at:.2f} in; {at:g} is past.")
    if frame.stage == "again" and at > frame.at + SAME_POINT:
        return Refusal(
            rule, f"The mover stands {frame.at:.2f} in along its path; decide on that point first."
        )
    return None


def check_eligible(state: P8State, reactor: Element, mover: Element) -> Refusal | None:
    """Why an element cannot react to a mover that stands there."""
    cite("p8.react.who-may")
    if not is_to_front(state, mover, of=reactor):
        return Refusal("p8.react.who-may", f"{mover.name} is not to the front of {reactor.name}.")
    if not sees(state, reactor, mover):
        return Refusal("p8.react.who-may", f"{reactor.name} does not see {mover.name} there.")
    return None


def check_reaction(
    state: P8State, frame: Moving, order: ReactFire | ReactFallBack
) -> Refusal | None:
    """Why a reaction may not be made."""
    reactor = state.pieces[order.element]
    refused = may_react(state, reactor, frame) or check_point(frame, order.at)
    if refused:
        return refused
    mover = mover_at(state, frame, order.at)
    refused = check_eligible(state, reactor, mover)
    if refused:
        return refused
    if isinstance(order, ReactFire):
        return reaction_refusal(state, reactor, mover)
    plan = _plan_flight(state, reactor, order, mover)
    return plan if isinstance(plan, Refusal) else check_fall_back_path(state, reactor, plan)


def mover_at(state: P8State, frame: Moving, at: float) -> Element:
    """The mover at a point of its path, as reactors find it there."""
    mover = pose(state, frame, at)
    return msgspec.structs.replace(mover, dug_in=False) if at > SAME_POINT else mover


def reaction_refusal(state: P8State, reactor: Element, mover: Element) -> Refusal | None:
    """Why no gun of the reactor can fire at the mover there."""
    first: Refusal | None = None
    for gun in range(len(state.sheet(reactor).guns)):
        shot = aim(state, reactor, mover, gun, reaction=True)
        if isinstance(shot, Shot):
            return None
        first = first or shot
    return first


def _plan_flight(
    state: P8State, reactor: Element, order: ReactFallBack, mover: Element
) -> Moving | Refusal:
    wanted = FallBack(order.element, order.direction, order.distance, order.facing)
    return plan_fall_back(state, reactor, wanted, (mover.x, mover.y))


def points_of(frame: Moving) -> list[float]:
    """Points of the rest of a path at which the program looks for reactions."""
    if frame.stage == "again":
        return [frame.at]
    length = path_length(frame.path)
    points = {round(frame.at, 4), round(length, 4)}
    walked = 0.0
    for a, b in zip(frame.path, frame.path[1:], strict=False):
        walked += math.dist(a, b)
        points.add(round(walked, 4))
    count = int((length - frame.at) / STEP)
    points.update(round(frame.at + STEP * n, 4) for n in range(1, count + 1))
    return sorted(p for p in points if frame.at - 1e-9 <= p <= length + 1e-9)


def can_react_somewhere(state: P8State, reactor: Element, frame: Moving) -> bool:
    """Whether an element has a reaction open to it on the rest of a path."""
    points = points_of(frame)
    # The ends first: they settle most cases.
    for at in (points[0], points[-1], *points[1:-1]):
        mover = mover_at(state, frame, at)
        if not is_to_front(state, mover, of=reactor) or not sees(state, reactor, mover):
            continue
        can_flee = state.sheet(reactor).move_class != "0"
        if can_flee or reaction_refusal(state, reactor, mover) is None:
            return True
    return False


def reactors(state: P8State, frame: Moving) -> Iterator[Element]:
    """The elements that have a reaction open to them on the rest of a path."""
    mover = state.pieces[frame.element]
    for enemy in state.enemies_of(mover):
        if not enemy.suppressed and not enemy.reacted and can_react_somewhere(state, enemy, frame):
            yield enemy


# -- reacting -------------------------------------------------------------------------------------


def react(
    state: P8State,
    frame: Moving,
    order: ReactFire | ReactFallBack,
    dice: Dice,  # noqa: ARG001 - the shots are fired from the agenda
) -> Iterator[Event]:
    """Pause the mover at the chosen point and carry the reaction out."""
    cite("p8.react.any-number-against-one-mover", "p8.react.trigger-is-movement-action")
    there = advance_to(state, frame, order.at)
    there = msgspec.structs.replace(there, stage="again")
    state.swap(there)
    reactor, mover = state.pieces[order.element], state.pieces[frame.element]
    yield Event(
        kind="reaction",
        text=f"{reactor.name} reacts to {mover.name} after {order.at:.1f} in.",
        rules=("p8.react.who-may", "p8.react.interrupts-at-any-point"),
        pieces=(reactor.id, mover.id),
        data={"at": order.at, "mover": (mover.x, mover.y)},
    )
    if isinstance(order, ReactFallBack):
        plan = _plan_flight(state, reactor, order, mover)
        assert isinstance(plan, Moving)
        yield from flee(state, reactor, order.direction, plan)
        return
    cite("p8.react.option-fire", "p8.markers.basic-three")
    guns = range(len(state.sheet(reactor).guns))
    able = [not isinstance(aim(state, reactor, mover, n, reaction=True), Refusal) for n in guns]
    targets = tuple(mover.id if fires else None for fires in able)
    state.put(msgspec.structs.replace(reactor, reacted=True))
    state.push(volley(reactor.id, targets, reaction=True))


def carry_on(state: P8State, frame: Moving) -> Iterator[Event]:
    """Move on as far as nobody has a decision to make."""
    if frame.stage == "react":
        if not _anybody(state, frame):
            yield from arrive(state, frame)
    elif frame.stage == "again" and not _anybody(state, frame):
        yield from after_pause(state, frame)


def after_pause(state: P8State, frame: Moving) -> Iterator[Event]:
    """Nobody reacts at this point any more: the mover decides, unless it has arrived."""
    if frame.at >= path_length(frame.path) - SAME_POINT:
        yield from arrive(state, frame)
    else:
        state.swap(msgspec.structs.replace(frame, stage="resume"))


def _anybody(state: P8State, frame: Moving) -> bool:
    return next(reactors(state, frame), None) is not None
