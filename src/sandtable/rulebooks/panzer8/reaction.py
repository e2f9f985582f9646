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
from sandtable.rulebooks.panzer8.buildings import TOWN
from sandtable.rulebooks.panzer8.charge import is_in_contact
from sandtable.rulebooks.panzer8.contact import in_hand_to_hand
from sandtable.rulebooks.panzer8.fire import volley
from sandtable.rulebooks.panzer8.movement import (
    base_at,
    heading_on_leg,
    is_to_front,
    path_length,
    pose,
)
from sandtable.rulebooks.panzer8.moving import (
    advance_to,
    arrive,
    check_fall_back_path,
    flee,
    plan_fall_back,
)
from sandtable.rulebooks.panzer8.occupation import has_no_facing, outdoors
from sandtable.rulebooks.panzer8.orders import FallBack, ReactFallBack, ReactFire
from sandtable.rulebooks.panzer8.sight import sees
from sandtable.rulebooks.panzer8.state import Element, Moving, P8State
from sandtable.rulebooks.panzer8.transport import carrier, riders
from sandtable.table import Footprint, Leg, Path, midpoint, rectangle, step, swept, unit

STEP: Final = 0.5
"""How finely the program looks along a path for somebody who could react."""

FINE: Final = 0.25
"""How finely it looks once more before it says that somebody cannot."""

INSIDE: Final = 0.01
"""A point that lies just inside a leg is so far from its end."""

SAME_POINT: Final = 1e-3


# -- who may react, and where ---------------------------------------------------------------------


def may_react(state: P8State, reactor: Element, frame: Moving) -> Refusal | None:
    """Why an element may not react to this mover at all."""
    mover = state.pieces[frame.element]
    if reactor.side == mover.side or not _is_there(state, reactor):
        return Refusal("p8.react.who-may", f"{reactor.name} is no enemy of {mover.name}.")
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


def _is_there(state: P8State, reactor: Element) -> bool:
    """Whether an element is on the table, or aboard a vehicle that is."""
    vehicle = carrier(state, reactor)
    return vehicle.on_table if vehicle else reactor.on_table


def aimed_at(state: P8State, mover: Element, name: str | None) -> Element | Refusal:
    """The mover, or somebody who rides on it, where the mover is then."""
    if name is None or name == mover.id:
        return mover
    rider = state.pieces.get(name)
    if rider is None or rider.carried_by != mover.id:
        return Refusal("p8.react.option-fire", f"{name!r} is neither the mover nor a rider of it.")
    return msgspec.structs.replace(rider, x=mover.x, y=mover.y, heading=mover.heading)


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
        target = aimed_at(state, mover, order.target)
        if isinstance(target, Refusal):
            return target
        return reaction_refusal(state, reactor, target)
    if reactor.carried_by is not None:
        return Refusal("p8.react.who-may", f"{reactor.name} is aboard a vehicle; it can only fire.")
    plan = _plan_flight(state, reactor, order, mover)
    if isinstance(plan, Refusal):
        return plan
    paused = state.copy()
    paused.put(mover)
    return check_fall_back_path(paused, reactor, plan)


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


def points_for(
    state: P8State, reactor: Element, frame: Moving, spacing: float = STEP
) -> Iterator[float]:
    """Points of the rest of a path at which the program looks for a reaction of one element.

    These are the start and the end of it, and on every leg the ends of the stretch that lies to
    the element's front, the point nearest to the element, and points so far apart between them
    wherever terrain does not surely hide the mover. What is most telling comes first.
    """
    yield frame.at
    if frame.stage == "again":
        return
    yield round(path_length(frame.path), 4)
    for leg in Path(frame.path).legs if len(frame.path) > 1 else ():
        base = _base_on(state, frame, leg)
        ahead = _stretch_to_front(state, reactor, base, leg)
        first = max(frame.at, leg.start + ahead[0])
        last = leg.start + ahead[1]
        if first <= last:
            yield _nearest_on(leg, reactor, first, last)
            yield from _points_on(state, reactor, base, leg, (first, last), spacing)


def _points_on(
    state: P8State,
    reactor: Element,
    base: Footprint,
    leg: Leg,
    stretch: tuple[float, float],
    spacing: float,
) -> Iterator[float]:
    """Points of a stretch of a leg, on those parts where terrain does not surely hide the mover.

    The stretch is halved again and again; a part on which one feature lies across all lines of
    sight is left out as a whole.
    """
    sight, place = state.setting.sight, state.base(reactor)
    past = _looked_past_on(state, reactor, base, leg)
    first, last = stretch
    pending = [stretch]
    while pending:
        start, end = pending.pop()
        if sight.surely_hidden(_trail(base, leg, start, end), place, past):
            continue
        if end - start > spacing:
            middle = (start + end) / 2
            pending += [(middle, end), (start, middle)]
            continue
        yield round(start, 4)
        # At the ends of a leg the mover may face another way than just inside them.
        if start == first:
            yield round(min(first + INSIDE, last), 4)
        if end == last:
            yield round(max(last - INSIDE, first), 4)
            yield round(last, 4)


def _stretch_to_front(
    state: P8State, reactor: Element, base: Footprint, leg: Leg
) -> tuple[float, float]:
    """From where to where on a leg, in inches, some part of the mover is to the reactor's front."""
    if has_no_facing(state, reactor):
        return 0.0, leg.length
    place = state.base(reactor)
    dx, dy = place.forward
    front = place.x * dx + place.y * dy + place.depth / 2
    lead = max(x * dx + y * dy for x, y in base.corners) - front
    ux, uy = unit(leg.heading)
    gain = ux * dx + uy * dy
    if abs(gain) < 1e-6:
        return (0.0, leg.length) if lead > 0 else (1.0, 0.0)
    crossing = -lead / gain
    # A hair past the line, so that the kept coordinates are certainly beyond it.
    hair = 1e-3 + 2e-4 / abs(gain)
    if gain > 0:
        return (0.0 if crossing < 0 else crossing + hair), leg.length
    return 0.0, (leg.length if crossing > leg.length else crossing - hair)


def _base_on(state: P8State, frame: Moving, leg: Leg) -> Footprint:
    """The mover's base as it sets out on a leg."""
    sheet = state.sheet(outdoors(state.pieces[frame.element]))
    return base_at(sheet, leg.a, heading_on_leg(frame.start, leg.heading, frame.bearing))


def _trail(base: Footprint, leg: Leg, start: float, end: float) -> Footprint:
    """The ground that a base covers from one point of a leg to another."""
    a = step(leg.a, leg.heading, start - leg.start)
    b = step(leg.a, leg.heading, end - leg.start)
    if (base.heading - leg.heading) % 180.0 == 0.0:
        return rectangle(*midpoint(a, b), leg.heading, base.width, base.depth + end - start)
    return swept(base.at(*a), base.at(*b))


def _nearest_on(leg: Leg, reactor: Element, first: float, last: float) -> float:
    ux, uy = unit(leg.heading)
    along = (reactor.x - leg.a[0]) * ux + (reactor.y - leg.a[1]) * uy
    return round(min(max(leg.start + along, first), last), 4)


def _looked_past_on(state: P8State, reactor: Element, base: Footprint, leg: Leg) -> frozenset[str]:
    """All features that may not hide the mover from the reactor somewhere on a leg."""
    setting = state.setting
    trail = _trail(base, leg, leg.start, leg.start + leg.length)
    past = setting.touched(trail) | setting.touched(state.base(reactor))
    if setting.buas:
        past |= setting.buas.keys() | {f"{name}/{TOWN}" for name in setting.streets}
    return past | setting.overlooked if setting.elevated else past


def open_points(state: P8State, reactor: Element, frame: Moving) -> list[float]:
    """The points of the rest of a path at which an element could react, of those looked at."""
    length = path_length(frame.path)
    for spacing in (STEP, FINE):
        points = {min(at, length) for at in points_for(state, reactor, frame, spacing)}
        found = sorted(at for at in points if _is_open(state, reactor, mover_at(state, frame, at)))
        if found:
            return found
    return []


def can_react_somewhere(state: P8State, reactor: Element, frame: Moving) -> bool:
    """Whether an element has a reaction open to it on the rest of a path."""
    points = points_for(state, reactor, frame, FINE)
    return any(_is_open(state, reactor, mover_at(state, frame, at)) for at in points)


def _is_open(state: P8State, reactor: Element, mover: Element) -> bool:
    """Whether an element could react to a mover that stands there."""
    if not is_to_front(state, mover, of=reactor) or not sees(state, reactor, mover):
        return False
    can_flee = state.sheet(reactor).move_class != "0" and reactor.carried_by is None
    return can_flee or any(
        reaction_refusal(state, reactor, one) is None for one in reaction_targets(state, mover)
    )


def reaction_targets(state: P8State, mover: Element) -> list[Element]:
    """Whom a reaction can be aimed at: the mover, and those who ride on the outside of it."""
    there = [aimed_at(state, mover, rider.id) for rider in riders(state, mover)]
    return [mover, *(target for target in there if isinstance(target, Element))]


def who_could_react(state: P8State, frame: Moving) -> list[Element]:
    """The enemies of the mover that are in a state to react at all, those aboard included."""
    mover = state.pieces[frame.element]
    aboard = [
        other
        for other in state.pieces.values()
        if other.carried_by is not None and other.side != mover.side and _is_there(state, other)
    ]
    return [
        enemy
        for enemy in (*state.enemies_of(mover), *aboard)
        if not enemy.suppressed
        and not enemy.reacted
        and (
            enemy.carried_by is not None
            or not in_hand_to_hand(state, enemy, apart_from=frame.element)
        )
    ]


def reactors(state: P8State, frame: Moving) -> Iterator[Element]:
    """The elements that have a reaction open to them on the rest of a path."""
    for enemy in who_could_react(state, frame):
        if can_react_somewhere(state, enemy, frame):
            yield enemy


def seats_to_react(state: P8State, frame: Moving) -> tuple[str, ...]:
    """The seats that have still to say whether anybody of theirs reacts."""
    waiting = _not_passed(state, frame)
    if len(waiting) < 2:
        return waiting
    ready = list(reactors(state, frame))
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
    there = msgspec.structs.replace(there, stage="again", passed=())
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
    state.put(msgspec.structs.replace(reactor, reacted=True))
    state.push(volley(reactor.id, targets, reaction=True))


def _told_point(frame: Moving, at: float) -> str:
    if len(frame.path) < 2:
        return "as it turns"
    return "as it sets out" if at < 0.05 else f"after {at:.1f} in"


def let_pass(state: P8State, frame: Moving, seat: str) -> None:
    """A seat does not react, or not any more, while nothing else happens."""
    state.swap(msgspec.structs.replace(frame, passed=(*frame.passed, seat)))


def carry_on(state: P8State, frame: Moving) -> Iterator[Event]:
    """Move on as far as nobody has a decision to make."""
    if frame.stage == "react":
        if not _anybody(state, frame):
            yield from reach_end(state, frame)
    elif frame.stage == "again" and not _anybody(state, frame):
        yield from after_pause(state, frame)


def after_pause(state: P8State, frame: Moving) -> Iterator[Event]:
    """Nobody reacts at this point any more: the mover decides, unless it has arrived."""
    at_end = frame.at >= path_length(frame.path) - SAME_POINT
    if at_end and not (frame.action == "charge" and not is_in_contact(state, frame)):
        yield from reach_end(state, frame)
    else:
        state.swap(msgspec.structs.replace(frame, stage="resume"))


def reach_end(state: P8State, frame: Moving) -> Iterator[Event]:
    """The mover arrives; when a charger makes contact, others may first join the combat."""
    if frame.action == "charge":
        there = advance_to(state, frame, path_length(frame.path))
        if is_in_contact(state, there):
            state.swap(msgspec.structs.replace(there, stage="join", passed=()))
            return
        frame = there
    yield from arrive(state, frame)


def _anybody(state: P8State, frame: Moving) -> bool:
    """Whether anybody has a reaction open who has not passed it up."""
    waiting = _not_passed(state, frame)
    enemies = [
        enemy
        for enemy in who_could_react(state, frame)
        if any(state.setting.commands(seat, enemy.id) for seat in waiting)
    ]
    # Whoever sees the mover where it stands or where it ends settles the question at once.
    for at in dict.fromkeys((frame.at, path_length(frame.path))):
        if frame.stage == "again" and at > frame.at:
            break
        mover = mover_at(state, frame, at)
        if any(_is_open(state, enemy, mover) for enemy in enemies):
            return True
    return frame.stage != "again" and any(
        can_react_somewhere(state, enemy, frame) for enemy in enemies
    )
