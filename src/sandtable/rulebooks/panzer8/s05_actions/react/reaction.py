"""Section 5: reacting to an enemy's movement, at any point of its path."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...s02_terrain.line_of_sight import sees
from ...s06_close_combat.contact import in_hand_to_hand
from ...s12_hidden.spotting import is_watched
from ...state import Element, Moving, P8State
from ...state.frames import Incident
from ...state.orders import Direction
from ..charge.charging import is_in_contact
from ..fall_back.by_choice import FallBack, check_fall_back_path, flee, plan_fall_back
from ..fire.aiming import aim
from ..fire.direct_fire import volley
from ..move.rates import is_to_front, path_length
from ..move.stops import next_incident, window
from ..move.under_way import advance_to, arrive, is_stopped
from ..readiness import all_commanded
from .standing_orders import standing_shot
from .who_and_where import (
    SAME_POINT,
    aimed_at,
    anybody_can_react,
    is_there,
    mover_at,
    reaction_refusal,
    reactors,
    who_could_react,
)


class ReactFire(Order, frozen=True, kw_only=False):
    """Stop a mover ``at`` inches along its path and shoot at it, or at its riders (5)."""

    element: str
    at: float
    target: str | None = None


class ReactFallBack(Order, frozen=True, kw_only=False):
    """Stop a mover ``at`` inches along its path and fall back from it (5)."""

    element: str
    at: float
    direction: Direction
    distance: float
    facing: float | None = None


# -- who may react, and where ---------------------------------------------------------------------


def may_react(state: P8State, reactor: Element, frame: Moving) -> Refusal | None:
    """Why an element may not react to this mover at all."""
    mover = state.pieces[frame.element]
    if reactor.side == mover.side:
        return Refusal("p8.react.who-may", f"{reactor.name} is no enemy of {mover.name}.")
    if not is_there(state, reactor):
        return _not_there(reactor)
    if reactor.suppressed:
        return Refusal(
            "p8.result.suppressed-no-reaction", f"{reactor.name} is suppressed and cannot react."
        )
    if reactor.reacted:
        return Refusal(
            "p8.react.once-per-player-turn", f"{reactor.name} has reacted in this player turn."
        )
    if reactor.carried_by is None and in_hand_to_hand(state, reactor, apart_from=mover.id):
        return Refusal(
            "p8.react.who-may", f"{reactor.name} is in hand-to-hand contact with another enemy."
        )
    return None


def _not_there(reactor: Element) -> Refusal:
    """That an element does not stand on the table for all to see."""
    if reactor.under is None:
        return Refusal("p8.react.who-may", f"{reactor.name} is not on the table.")
    return Refusal(
        "p8.hidden.revealed-by-firing",
        f"{reactor.name} is hidden under a counter; show it first, and it can react.",
    )


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
    refused = may_react(state, reactor, frame) or check_point(window(state, frame), order.at)
    if refused:
        return refused
    mover = mover_at(state, frame, order.at)
    refused = check_eligible(state, reactor, mover)
    if refused:
        return refused
    if isinstance(order, ReactFire):
        target = aimed_at(state, mover, order.target)
        if isinstance(target, Refusal):
            return target
        return reaction_refusal(state, reactor, target)
    if reactor.carried_by is not None:
        return Refusal("p8.react.who-may", f"{reactor.name} is aboard a vehicle; it can only fire.")
    if reactor.under is not None:
        return Refusal(
            "p8.hidden.revealed-by-moving", f"{reactor.name} must be shown before it falls back."
        )
    plan = _plan_flight(state, reactor, order, mover)
    if isinstance(plan, Refusal):
        return plan
    paused = state.copy()
    paused.put(mover)
    return check_fall_back_path(paused, reactor, plan)


def _plan_flight(
    state: P8State, reactor: Element, order: ReactFallBack, mover: Element
) -> Moving | Refusal:
    wanted = FallBack(order.element, order.direction, order.distance, order.facing)
    return plan_fall_back(state, reactor, wanted, (mover.x, mover.y))


def seats_to_react(state: P8State, frame: Moving) -> tuple[str, ...]:
    """The seats that have still to say whether anybody of theirs reacts."""
    waiting = _not_passed(state, frame)
    if len(waiting) < 2 or is_watched(state, window(state, frame)):
        return waiting
    ready = list(reactors(state, window(state, frame)))
    return tuple(seat for seat in waiting if any(state.setting.commands(seat, r.id) for r in ready))


def _not_passed(state: P8State, frame: Moving) -> tuple[str, ...]:
    side = state.other_side(state.pieces[frame.element].side)
    return tuple(seat for seat in state.setting.seats[side] if seat not in frame.passed)


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
    there = replace(there, stage="again", passed=())
    state.swap(there)
    reactor, mover = state.pieces[order.element], state.pieces[frame.element]
    yield Event(
        kind="reaction",
        text=f"{reactor.name} reacts to {mover.name} {_told_point(frame, order.at)}.",
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
    target = aimed_at(state, mover, order.target)
    assert isinstance(target, Element)
    able = [not isinstance(aim(state, reactor, target, n, reaction=True), Refusal) for n in guns]
    targets = tuple(target.id if fires else None for fires in able)
    state.put(replace(reactor, reacted=True))
    state.push(volley(reactor.id, targets, reaction=True))


def _told_point(frame: Moving, at: float) -> str:
    if len(frame.path) < 2:
        return _ON_THE_SPOT.get(frame.action, "as it turns")
    return "as it sets out" if at < 0.05 else f"after {at:.1f} in"


_ON_THE_SPOT: Final = {
    "mount": "as it mounts",
    "remount": "as it mounts",
    "dismount": "as it dismounts",
    "charge": "as it charges",
}
"""What is told of movers that do not leave their place."""


def let_pass(state: P8State, frame: Moving, seat: str) -> None:
    """A seat does not react, or not any more, while nothing else happens."""
    state.swap(replace(frame, passed=(*frame.passed, seat)))


def carry_on(state: P8State, frame: Moving) -> Iterator[Event]:
    """Move on as far as nobody has a decision to make."""
    if frame.stage == "react":
        if _anybody(state, window(state, frame)):
            return
        incident = next_incident(state, frame)
        if incident is None:
            yield from reach_end(state, frame)
        else:
            _meet(state, frame, incident)
    elif frame.stage == "again":
        eager = standing_shot(state, frame)
        if eager is not None:
            state.push(eager.frame)
        elif not _anybody(state, frame):
            yield from after_pause(state, frame)


def _meet(state: P8State, frame: Moving, incident: Incident) -> None:
    """Bring a mover to where something befalls it; others may then react at that very point."""
    there = advance_to(state, frame, incident.at)
    # To scouts, who move before the battle, nobody reacts.
    passed = frame.passed if state.phase == "setup" else ()
    state.swap(replace(there, stage="again", passed=passed))
    state.push(incident.frame)


def after_pause(state: P8State, frame: Moving) -> Iterator[Event]:
    """Nobody reacts at this point any more: the mover decides, unless it can go no farther."""
    if is_stopped(state.pieces[frame.element], frame):
        state.drop(frame)
        return
    at_end = frame.at >= path_length(frame.path) - SAME_POINT
    if at_end and not (frame.action == "charge" and not is_in_contact(state, frame)):
        yield from reach_end(state, frame)
    else:
        state.swap(replace(frame, stage="resume"))


def reach_end(state: P8State, frame: Moving) -> Iterator[Event]:
    """The mover arrives; when a charger makes contact, others may first join the combat."""
    if frame.action == "charge":
        there = advance_to(state, frame, path_length(frame.path))
        if is_in_contact(state, there):
            state.swap(replace(there, stage="join", passed=()))
            return
        frame = there
    yield from arrive(state, frame)


def _anybody(state: P8State, frame: Moving) -> bool:
    """Whether anybody has a reaction open who has not passed it up."""
    waiting = _not_passed(state, frame)
    if not waiting:
        return False
    if is_watched(state, frame):
        return True
    enemies = all_commanded(state, waiting, who_could_react(state, frame))
    return anybody_can_react(state, frame, enemies)


def moment_told(at: float) -> str:
    """How far along its path a mover is then."""
    if at < 0.05:
        return "as it sets out" if at <= 0 else "just after it sets out"
    return f"after {at:.1f} in of its path"
