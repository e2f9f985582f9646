"""Section 5: reacting to an enemy's movement, at any point of its path."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, Final

from msgspec.structs import replace

from sandtable.acts import Answer, Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle.page import Action as Listed
from sandtable.battle.page import Kind, Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.mechanics.mover import Incident, Mover
from sandtable.odds import Odds
from sandtable.table import Path

from ...drawing.ghosts import ghost
from ...s02_terrain.line_of_sight import sees
from ...s06_close_combat.contact import in_hand_to_hand
from ...s09_troops.transport import riders
from ...s12_hidden.counters import spotted_on_the_way
from ...s12_hidden.spotting import is_watched
from ...s15_events.support_fire.beaten_zones import under_barrage
from ...state import Element, Moving, P8State, StandingShot, slots
from ...state.case import Case
from ...state.decision import Step
from ...state.orders import Direction
from ...state.previewing import all_in_unit, is_somewhere
from ..charge.charging import is_in_contact
from ..fall_back.action import SHORTEST, farthest_back, stretched
from ..fall_back.by_choice import FallBack, check_fall_back_path, flee, plan_fall_back
from ..fall_back.ways import DIRECTIONS, headings
from ..fire.aiming import Shot, aim, is_armed
from ..fire.direct_fire import volley
from ..fire.fire import SeveralShots, about_shot, shot_line
from ..move.previewing import trace_frame
from ..move.rates import SLACK, is_to_front, path_length
from ..move.under_way import advance_to, arrive, is_stopped
from ..readiness import all_commanded, commanded
from .standing_orders import standing_shot
from .who_and_where import (
    SAME_POINT,
    aimed_at,
    anybody_can_react,
    is_open_at,
    is_there,
    mover_at,
    movers_at,
    points_from_first,
    reaction_refusal,
    reactors,
    who_could_react,
)


class Interrupted(Mover[P8State, Moving]):
    """Moves of Panzer8: what befalls a mover on its way, and how it goes on after a pause."""

    def incidents(self, state: P8State, frame: Moving) -> Iterator[Incident]:
        """Support fire, counters that are spotted, and shots by standing orders."""
        for find in (under_barrage, spotted_on_the_way, standing_shot):
            incident = find(state, frame)
            if incident is not None:
                yield incident

    def as_far_as(self, frame: Moving, at: float) -> Moving:
        if at >= path_length(frame.path) - SLACK:
            return frame
        path = tuple(Path(frame.path).cut(at)[0]) if at > SLACK else frame.path[:1]
        return replace(frame, path=path, facing=None, enters=None)

    def is_awaited(self, state: P8State, frame: Moving) -> bool:
        waiting = _not_passed(state, frame)
        if not waiting or is_watched(state, frame):
            return bool(waiting)
        enemies = all_commanded(state, waiting, who_could_react(state, frame))
        return anybody_can_react(state, frame, enemies)

    def brought_to(self, state: P8State, frame: Moving, at: float) -> None:
        # To scouts, who move before the battle, nobody reacts.
        passed = frame.passed if state.phase == "setup" else ()
        state.swap(replace(advance_to(state, frame, at), stage="again", passed=passed))

    def goes_on(self, state: P8State, frame: Moving) -> Iterator[Event]:
        """The mover decides, unless it can go no farther."""
        if is_stopped(state.pieces[frame.element], frame):
            state.drop(frame)
            return
        at_end = frame.at >= path_length(frame.path) - SAME_POINT
        if at_end and not (frame.action == "charge" and not is_in_contact(state, frame)):
            yield from self.arrives(state, frame)
        else:
            state.swap(replace(frame, stage="resume"))

    def arrives(self, state: P8State, frame: Moving) -> Iterator[Event]:
        """When a charger makes contact, others may first join the combat."""
        if frame.action == "charge":
            frame = advance_to(state, frame, path_length(frame.path))
            if is_in_contact(state, frame):
                state.swap(replace(frame, stage="join", passed=()))
                return
        yield from arrive(state, frame)


MOVER: Final = Interrupted()


def window(state: P8State, frame: Moving) -> Moving:
    """A move as far as its next incident: beyond that nobody can react to it yet."""
    found: Moving = MOVER.window(state, frame)
    return found


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
        if reactor.under is None:
            return Refusal("p8.react.who-may", f"{reactor.name} is not on the table.")
        why = f"{reactor.name} is hidden under a counter; show it first, and it can react."
        return Refusal("p8.hidden.revealed-by-firing", why)
    if reactor.suppressed:
        why = f"{reactor.name} is suppressed and cannot react."
        return Refusal("p8.result.suppressed-no-reaction", why)
    if reactor.reacted:
        why = f"{reactor.name} has reacted in this player turn."
        return Refusal("p8.react.once-per-player-turn", why)
    if reactor.carried_by is None and in_hand_to_hand(state, reactor, apart_from=mover.id):
        why = f"{reactor.name} is in hand-to-hand contact with another enemy."
        return Refusal("p8.react.who-may", why)
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
        why = f"The mover stands {frame.at:.2f} in along its path; decide on that point first."
        return Refusal(rule, why)
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
        why = f"{reactor.name} must be shown before it falls back."
        return Refusal("p8.hidden.revealed-by-moving", why)
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


def moment_told(at: float) -> str:
    """How far along its path a mover is then."""
    if at < 0.05:
        return "as it sets out" if at <= 0 else "just after it sets out"
    return f"after {at:.1f} in of its path"


def reactions_of(state: P8State, reactor: Element, frame: Moving) -> Iterator[Order]:
    """Fire at the first, the nearest and the last point where it is possible, or fall back."""
    points = points_from_first(state, reactor, frame)
    movers = movers_at(state, frame, points)

    def is_open(number: int) -> bool:
        return is_open_at(state, reactor, frame, points[number])

    for number in _telling(state, reactor, movers, is_open):
        yield ReactFire(reactor.id, points[number])
    for rider in riders(state, state.pieces[frame.element]):
        aboard = [aimed_at(state, mover, rider.id) for mover in movers]
        there = [target for target in aboard if isinstance(target, Element)]
        for number in _telling(state, reactor, there, is_open) if len(there) == len(points) else ():
            yield ReactFire(reactor.id, points[number], rider.id)
    if points and state.sheet(reactor).move_class != "0" and reactor.carried_by is None:
        yield from _flights(state, reactor, frame, points[0])


def _telling(
    state: P8State,
    reactor: Element,
    targets: Sequence[Element],
    is_open: Callable[[int], bool],
) -> list[int]:
    """Of targets in their order, by number: the first, the nearest and the last to fire at.

    Each is looked for by itself, so that not everything between them has to be aimed at.
    """

    def apart(number: int) -> float:
        target = targets[number]
        return math.dist((target.x, target.y), (reactor.x, reactor.y))

    @cache
    def fits(number: int) -> bool:
        return is_open(number) and reaction_refusal(state, reactor, targets[number]) is None

    numbers = range(len(targets))
    first = next(filter(fits, numbers), None)
    if first is None:
        return []
    last = next(filter(fits, reversed(numbers)))
    nearest = next(filter(fits, sorted(numbers, key=apart)))
    return sorted({first, nearest, last})


def _flights(state: P8State, reactor: Element, frame: Moving, at: float) -> Iterator[ReactFallBack]:
    mover = mover_at(state, frame, at)
    for direction, heading in headings(state, reactor, (mover.x, mover.y)).items():
        length = math.floor(farthest_back(state, reactor, heading) * 100) / 100
        order = ReactFallBack(reactor.id, at, direction, length)
        if length > 0.25 and check_reaction(state, frame, order) is None:
            yield order


# -- as answers -----------------------------------------------------------------------------------


def check_owner(state: P8State, seat: str, name: str) -> Refusal | None:
    """Why a seat cannot have an element react."""
    if name not in state.pieces:
        return Refusal("p8.react.who-may", f"There is no element {name!r} in play.")
    if not state.setting.commands(seat, name):
        return Refusal("p8.react.who-may", f"{state.pieces[name].name} is not yours to command.")
    return None


class ReactFiring(Answer[P8State, ReactFire, Moving]):
    """Stop a mover on its way and shoot at it, or at those who ride on it."""

    order = ReactFire
    stages = ("react", "again")
    words = Words(
        label="Fire",
        key="F",
        rule="p8.react.option-fire",
        hint="Stops the mover on its way and shoots at it.",
        typed="react ELEMENT [at N]",
        means="Fire at the mover N inches along its path, or where it is best.",
        also=("react",),
    )

    def check(self, state: P8State, frame: Moving, seat: str, order: ReactFire) -> Refusal | None:
        return check_owner(state, seat, order.element) or check_reaction(state, frame, order)

    def apply(
        self, state: P8State, frame: Moving, seat: str, order: ReactFire, dice: Dice
    ) -> Iterator[Event]:
        return react(state, frame, order, dice)

    def offer(self, state: P8State, frame: Moving, seats: Sequence[str]) -> Iterator[Any]:
        """What each reactor can do, fire or fall back, one after another."""
        frame = window(state, frame)
        for reactor in reactors(state, frame):
            if commanded(state, seats, reactor):
                yield from reactions_of(state, reactor, frame)

    def odds(self, state: P8State, order: ReactFire) -> Odds | None:
        frame, reactor = state.frame, state.pieces.get(order.element)
        if not isinstance(frame, Moving) or reactor is None:
            return None
        if check_point(window(state, frame), order.at) is not None:
            return None
        target = aimed_at(state, mover_at(state, frame, order.at), order.target)
        if isinstance(target, Refusal):
            return None
        guns = range(len(state.sheet(reactor).guns))
        aimed = [aim(state, reactor, target, gun, reaction=True) for gun in guns]
        shots = [shot for shot in aimed if isinstance(shot, Shot)]
        return SeveralShots(state, shots, reaction=True).odds() if shots else None

    def preview(self, state: P8State, order: ReactFire) -> Trace | None:
        """The mover where it is shot at, and the shot."""
        frame, reactor = state.frame, state.pieces.get(order.element)
        if not isinstance(frame, Moving) or reactor is None or not is_somewhere(state, reactor):
            return None
        mover = mover_at(state, frame, _ahead(frame, order.at))
        target = aimed_at(state, mover, order.target)
        if isinstance(target, Refusal):
            target = mover
        notes = [_gone(frame, order.at, mover)]
        notes += about_shot(state, reactor, target, 0, reaction=True)
        return Trace(
            ghosts=(ghost(state, mover),),
            overlays=(shot_line(state, reactor, target, reaction=True),),
            notes=all_in_unit(state, notes),
        )

    def told(self, state: P8State, order: ReactFire) -> str:
        """When."""
        return moment_told(order.at)

    def answers(self, case: Case, piece: str | None) -> Iterator[Listed]:
        """Who fires, whoever it is."""
        near = window(case.state, case.frame)
        ready = [one for one in reactors(case.state, near) if case.commands(one)]
        able = [one for one in ready if any(_shots(case, one, near))]
        if able:
            who = slots.one_of("element", "Who fires at it?", slots.names(able))
            yield case.action(ReactFire, self.words, slots=(who, *self._shot_at(case, None)))

    def listed(self, case: Case, element: Element) -> Iterator[Listed]:
        """Fire at a mover; the best moment is suggested."""
        state, frame = case.state, case.frame
        if _is_with(case, element) or not is_armed(state, element):
            return
        shots = _shots(case, element, window(state, frame)) if _may(case, element) else iter(())
        best = max(shots, key=lambda order: case.weigh(state, order), default=None)
        order = best or ReactFire(element.id, nearest_moment(case, element))
        fixed: dict[str, object] = {"element": element.id}
        if frame.stage == "again":
            fixed["at"] = frame.at
        yield case.action(
            ReactFire,
            self.words,
            piece=element.id,
            fixed=fixed,
            slots=self._shot_at(case, order.at),
            refusal=None if best else case.refusal(order),
        )

    def _shot_at(self, case: Case, at: float | None) -> Iterator[Slot]:
        """When a mover is shot at, and who: itself, or somebody who rides on it."""
        frame: Moving = case.frame
        if frame.stage != "again" or at is None:
            yield moment(case, "at", at)
        aboard = riders(case.state, case.state.pieces[frame.element])
        if aboard:
            yield slots.one_of(
                "target",
                "Fire at the mover, or at those who ride on it",
                (frame.element, *slots.names(aboard)),
                required=False,
                default=frame.element,
            )


class ReactFallingBack(Answer[P8State, ReactFallBack, Moving]):
    """Stop a mover on its way and fall back from it."""

    order = ReactFallBack
    stages = ("react", "again")
    words = Words(
        label="Fall back",
        key="B",
        rule="p8.react.option-fall-back",
        hint="Stops the mover on its way and goes straight away from it.",
        typed="react fall back ELEMENT at N away|home DISTANCE",
        means="Fall back from the mover N inches along its path.",
        also=("react fall back",),
    )
    homewards = Kind(
        label="Fall back home",
        key="L",
        rule="p8.react.option-fall-back",
        hint="Stops the mover on its way and goes straight towards its own edge.",
    )

    def check(
        self, state: P8State, frame: Moving, seat: str, order: ReactFallBack
    ) -> Refusal | None:
        return check_owner(state, seat, order.element) or check_reaction(state, frame, order)

    def apply(
        self, state: P8State, frame: Moving, seat: str, order: ReactFallBack, dice: Dice
    ) -> Iterator[Event]:
        return react(state, frame, order, dice)

    def offer(self, state: P8State, frame: Moving, seats: Sequence[str]) -> Iterator[ReactFallBack]:
        """Each reactor's is offered after its shots, see above."""
        return iter(())

    def preview(self, state: P8State, order: ReactFallBack) -> Trace | None:
        """The mover where it is seen, and how far the reactor falls back from it."""
        frame, reactor = state.frame, state.pieces.get(order.element)
        if not isinstance(frame, Moving) or reactor is None or not reactor.on_table:
            return None
        mover = mover_at(state, frame, _ahead(frame, order.at))
        wanted = FallBack(order.element, order.direction, order.distance, order.facing)
        plan = plan_fall_back(state, reactor, wanted, (mover.x, mover.y))
        if isinstance(plan, Refusal):
            return Trace(ghosts=(ghost(state, mover),), notes=all_in_unit(state, [plan.reason]))
        way = trace_frame(state, reactor, plan, is_reaction=True)
        notes = [_gone(frame, order.at, mover), *way.notes]
        return replace(
            way, ghosts=(*way.ghosts, ghost(state, mover)), notes=all_in_unit(state, notes)
        )

    def told(self, state: P8State, order: ReactFallBack) -> str:
        """Which way, how far and when."""
        way = f"{DIRECTIONS[order.direction]} {order.distance:.1f} in"
        return f"{way} {moment_told(order.at)}"

    def answers(self, case: Case, piece: str | None) -> Iterator[Listed]:
        """It is shown with those who can."""
        return iter(())

    def listed(self, case: Case, element: Element) -> Iterator[Listed]:
        """Away from the mover or homewards."""
        state, frame = case.state, case.frame
        if _is_with(case, element) or not element.on_table:
            return
        if state.sheet(element).move_class == "0":
            return
        near = window(state, frame)
        found = list(reactions_of(state, element, near)) if _may(case, element) else []
        flights = [one for one in found if isinstance(one, ReactFallBack)]
        longest = _longest_flight(case, element, near)
        flights = flights or [order for order in (longest,) if case.allows(order)]
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
                asked.insert(0, moment(case, "at", order.at))
            yield case.action(
                ReactFallBack,
                self.homewards if order.direction == "home" else self.words,
                piece=element.id,
                fixed=fixed,
                slots=asked,
            )
        if not flights:
            yield case.action(
                ReactFallBack,
                self.words,
                piece=element.id,
                fixed={"element": element.id},
                refusal=case.refusal(longest),
            )


def _is_with(case: Case, element: Element) -> bool:
    """Whether an element is on the side of the mover."""
    return element.side == case.state.pieces[case.frame.element].side


def _may(case: Case, element: Element) -> bool:
    return case.commands(element) and may_react(case.state, element, case.frame) is None


def _shots(case: Case, element: Element, near: Moving) -> Iterator[ReactFire]:
    """The shots at a mover that are worth a thought."""
    found = reactions_of(case.state, element, near)
    return (order for order in found if isinstance(order, ReactFire))


def _longest_flight(case: Case, element: Element, near: Moving) -> ReactFallBack:
    """The longest way to fall back from a mover where that comes nearest."""
    at = nearest_moment(case, element)
    mover = mover_at(case.state, near, at)
    ways = headings(case.state, element, (mover.x, mover.y))
    length, direction = max(
        (farthest_back(case.state, element, heading), direction)
        for direction, heading in ways.items()
    )
    return ReactFallBack(element.id, at, direction, max(math.floor(length * 100) / 100, SHORTEST))


# -- moments on the way of a mover ----------------------------------------------------------------

WHEN: Final = "How far along its way is the mover then?"


def moment(case: Case, name: str, at: float | None) -> Slot:
    """How far along its way a mover is when something happens."""
    frame: Moving = case.frame
    last = frame.at if frame.stage == "again" else _last_moment(case)
    return slots.number(name, WHEN, frame.at, max(last, frame.at), frame.at if at is None else at)


def _last_moment(case: Case) -> float:
    return round(path_length(window(case.state, case.frame).path), 4)


def nearest_moment(case: Case, element: Element) -> float:
    """When a mover comes nearest to an element, of a few points of its way."""
    frame: Moving = case.frame
    last = frame.at if frame.stage == "again" else max(frame.at, _last_moment(case))
    moments = [frame.at + (last - frame.at) * part / 8 for part in range(9)]

    def apart(at: float) -> float:
        mover = mover_at(case.state, frame, at)
        return math.dist((mover.x, mover.y), (element.x, element.y))

    return min(moments, key=apart)


def _ahead(frame: Moving, at: float) -> float:
    """A point of the way that is still ahead."""
    return min(max(at, frame.at), max(frame.at, path_length(frame.path)))


def _gone(frame: Moving, at: float, mover: Element) -> str:
    gone, whole = _ahead(frame, at), path_length(frame.path)
    return f"{mover.name} has then gone {gone:.1f} of {whole:.1f} in."


class FiringAsOrdered(Step[StandingShot]):
    """Nobody is asked: the reactor fires at the mover, or those who ride on it, where it stands."""

    def settle(self, state: P8State, frame: StandingShot, dice: Dice) -> Iterator[Event]:
        state.pop()
        moving = state.agenda[-1]
        assert isinstance(moving, Moving)
        yield from react(state, moving, ReactFire(frame.element, moving.at, frame.target), dice)
