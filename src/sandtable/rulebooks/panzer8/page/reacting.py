"""What can be done about a mover: react to it, join in, or go on after a pause."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import Final

from sandtable.battle.handling import Action, Slot
from sandtable.rulebooks.panzer8.advice.advising import order_worth
from sandtable.rulebooks.panzer8.page import words as told
from sandtable.rulebooks.panzer8.s05_actions.action import WHERE
from sandtable.rulebooks.panzer8.s05_actions.actions import SHOW
from sandtable.rulebooks.panzer8.s05_actions.charge.charging import check_charger
from sandtable.rulebooks.panzer8.s05_actions.fall_back.action import (
    SHORTEST,
    farthest_back,
    stretched,
)
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import headings
from sandtable.rulebooks.panzer8.s05_actions.fire.aiming import is_armed
from sandtable.rulebooks.panzer8.s05_actions.move.rates import path_length
from sandtable.rulebooks.panzer8.s05_actions.move.stops import window
from sandtable.rulebooks.panzer8.s05_actions.react.joining import joiners
from sandtable.rulebooks.panzer8.s05_actions.react.offered import reactions_of
from sandtable.rulebooks.panzer8.s05_actions.react.reaction import may_react
from sandtable.rulebooks.panzer8.s05_actions.react.who_and_where import mover_at, reactors
from sandtable.rulebooks.panzer8.s09_troops.transport import riders
from sandtable.rulebooks.panzer8.s12_hidden.ambush import ambushes
from sandtable.rulebooks.panzer8.state import Element, Moving, slots
from sandtable.rulebooks.panzer8.state.case import Case
from sandtable.rulebooks.panzer8.state.orders import (
    GoOn,
    Halt,
    ReactFallBack,
    ReactFire,
    ReactJoin,
    Show,
)
from sandtable.rulebooks.panzer8.state.slots import names

WHEN: Final = "How far along its way is the mover then?"


# -- for the whole seat ---------------------------------------------------------------------------


def about_mover(case: Case) -> Iterator[Action]:
    """What a seat can do about a mover, whoever it is who does it."""
    frame: Moving = case.frame
    if frame.stage == "resume":
        yield from resumptions(case)
    elif frame.stage == "join":
        able = [one for one in joiners(case.state, frame) if case.commands(one)]
        who = slots.one_of("element", "Who joins in?", names(able))
        yield case.action(ReactJoin, told.JOIN, slots=(who, *_place_to_join()))
        yield case.done("Nobody joins in")
    else:
        near = window(case.state, frame)
        ready = [one for one in reactors(case.state, near) if case.commands(one)]
        able = [one for one in ready if any(_shots(case, one, near))]
        if able:
            who = slots.one_of("element", "Who fires at it?", names(able))
            yield case.action(ReactFire, told.REACT_FIRE, slots=(who, *_shot_at(case, None)))
        yield case.done("Let it pass", "Nobody reacts to this move, as far as it goes now.")


def _shots(case: Case, element: Element, near: Moving) -> Iterator[ReactFire]:
    """The shots at a mover that are worth a thought."""
    found = reactions_of(case.state, element, near)
    return (order for order in found if isinstance(order, ReactFire))


# -- for one element ------------------------------------------------------------------------------


def reactions(case: Case, element: Element) -> Iterator[Action]:
    """What an element can do about a mover."""
    frame: Moving = case.frame
    if frame.stage == "resume":
        if element.id == frame.element:
            yield from resumptions(case)
        return
    if element.side == case.state.pieces[frame.element].side:
        return
    if frame.stage == "join":
        yield case.action(
            ReactJoin,
            told.JOIN,
            piece=element.id,
            fixed={"element": element.id},
            slots=_place_to_join(),
            refusal=case.refusal(ReactJoin(element.id)),
        )
        return
    near = window(case.state, frame)
    able = case.commands(element) and may_react(case.state, element, frame) is None
    found = list(reactions_of(case.state, element, near)) if able else []
    if is_armed(case.state, element):
        yield _fire(case, element, [one for one in found if isinstance(one, ReactFire)])
    if element.on_table and case.state.sheet(element).move_class != "0":
        flights = [one for one in found if isinstance(one, ReactFallBack)]
        yield from _fall_back(case, element, near, flights)
    if element.under is not None:
        yield _show(case, element, near)


def _place_to_join() -> tuple[Slot, ...]:
    """By which way, and where, an element comes into contact with a charger, if it matters."""
    return (
        slots.path(
            "Drag it to where it joins in, or leave it to take the best place", required=False
        ),
        slots.facing("Turn it to face in the end"),
    )


def _fire(case: Case, element: Element, shots: list[ReactFire]) -> Action:
    """Fire at a mover; the best moment is suggested."""
    state, frame = case.state, case.frame
    best = max(shots, key=lambda order: order_worth(state, order), default=None)
    order = best or ReactFire(element.id, _nearest_moment(case, element))
    fixed: dict[str, object] = {"element": element.id}
    if frame.stage == "again":
        fixed["at"] = frame.at
    return case.action(
        ReactFire,
        told.REACT_FIRE,
        piece=element.id,
        fixed=fixed,
        slots=_shot_at(case, order.at),
        refusal=None if best else case.refusal(order),
    )


def _shot_at(case: Case, at: float | None) -> Iterator[Slot]:
    """When a mover is shot at, and who: itself, or somebody who rides on it."""
    frame: Moving = case.frame
    if frame.stage != "again" or at is None:
        yield _moment(case, "at", at)
    aboard = riders(case.state, case.state.pieces[frame.element])
    if aboard:
        yield slots.one_of(
            "target",
            "Fire at the mover, or at those who ride on it",
            (frame.element, *names(aboard)),
            required=False,
            default=frame.element,
        )


def _moment(case: Case, name: str, at: float | None) -> Slot:
    """How far along its way a mover is when something happens."""
    frame: Moving = case.frame
    last = frame.at if frame.stage == "again" else _last_moment(case)
    return slots.number(name, WHEN, frame.at, max(last, frame.at), frame.at if at is None else at)


def _last_moment(case: Case) -> float:
    return round(path_length(window(case.state, case.frame).path), 4)


def _nearest_moment(case: Case, element: Element) -> float:
    """When a mover comes nearest to an element, of a few points of its way."""
    frame: Moving = case.frame
    last = frame.at if frame.stage == "again" else max(frame.at, _last_moment(case))
    moments = [frame.at + (last - frame.at) * part / 8 for part in range(9)]

    def apart(at: float) -> float:
        mover = mover_at(case.state, frame, at)
        return math.dist((mover.x, mover.y), (element.x, element.y))

    return min(moments, key=apart)


def _fall_back(
    case: Case, element: Element, near: Moving, found: list[ReactFallBack]
) -> Iterator[Action]:
    """Fall back from a mover, away from it or homewards."""
    state, frame = case.state, case.frame
    longest = _longest_flight(case, element, near)
    flights = found or [order for order in (longest,) if case.allows(order)]
    for order in flights:
        fixed: dict[str, object] = {"element": element.id, "direction": order.direction}
        way = partial(ReactFallBack, element.id, order.at, order.direction)
        farthest = stretched(case, way, order.distance)
        asked = [
            slots.number("distance", "How far?", SHORTEST, farthest, farthest),
            slots.facing_back(state, element),
        ]
        if frame.stage == "again":
            fixed["at"] = frame.at
        else:
            asked.insert(0, _moment(case, "at", order.at))
        home = order.direction == "home"
        yield case.action(
            ReactFallBack,
            told.REACT_FALL_BACK_HOME if home else told.REACT_FALL_BACK,
            piece=element.id,
            fixed=fixed,
            slots=asked,
        )
    if not flights:
        yield case.action(
            ReactFallBack,
            told.REACT_FALL_BACK,
            piece=element.id,
            fixed={"element": element.id},
            refusal=case.refusal(longest),
        )


def _longest_flight(case: Case, element: Element, near: Moving) -> ReactFallBack:
    """The longest way to fall back from a mover where that comes nearest."""
    at = _nearest_moment(case, element)
    mover = mover_at(case.state, near, at)
    ways = headings(case.state, element, (mover.x, mover.y))
    length, direction = max(
        (farthest_back(case.state, element, heading), direction)
        for direction, heading in ways.items()
    )
    return ReactFallBack(element.id, at, direction, max(math.floor(length * 100) / 100, SHORTEST))


def _show(case: Case, element: Element, near: Moving) -> Action:
    """Come out from under a counter to react."""
    places = (o for o in ambushes(case.state, (case.seat,), near) if o.element == element.id)
    found = next(places, None)
    at = _nearest_moment(case, element) if found is None else found.when
    order = found or Show(element.id, (element.x, element.y), 0.0, at)
    why = case.refusal(order)
    if why is not None and why.rule in WHERE:
        why = None
    fixed: dict[str, object] = {"element": element.id}
    asked = [
        slots.spot("at", "Choose a place that touches its counter", list(order.at)),
        slots.facing("Turn it to face", default=order.facing),
    ]
    if case.frame.stage == "again":
        fixed["when"] = case.frame.at
    else:
        asked.append(_moment(case, "when", at))
    return case.action(Show, SHOW.words, piece=element.id, fixed=fixed, slots=asked, refusal=why)


# -- after a pause --------------------------------------------------------------------------------


def resumptions(case: Case) -> Iterator[Action]:
    """Go on as planned, by another way or at another enemy; or halt."""
    frame: Moving = case.frame
    state = case.state
    mover = state.pieces[frame.element]
    turned = slots.facing("Turn it to face in the end")
    bound = slots.facing_back(state, mover) if frame.action == "fall-back" else turned
    yield case.action(
        GoOn, told.GO_ON, piece=mover.id, slots=(bound,), refusal=case.refusal(GoOn())
    )
    if frame.action in ("move", "move-and-fire", "charge"):
        asked = [slots.path("Drag it along the rest of its way, or click points of it"), turned]
        if frame.action != "charge":
            asked.append(slots.bearing_of(state, mover))
        yield case.action(GoOn, told.ANOTHER_WAY, piece=mover.id, slots=asked)
    if frame.action == "charge":
        fit = [e for e in state.enemies_of(mover) if check_charger(state, mover, e) is None]
        prey = case.nearest_first(fit, mover)
        if prey:
            yield case.action(
                GoOn,
                told.ANOTHER_TARGET,
                piece=mover.id,
                slots=(
                    slots.one_of("target", "Choose whom to charge", names(prey)),
                    slots.path("Click points to pass on the way to it", required=False),
                    turned,
                ),
            )
    yield case.action(Halt, told.HALT, piece=mover.id, slots=(bound,), refusal=case.refusal(Halt()))
