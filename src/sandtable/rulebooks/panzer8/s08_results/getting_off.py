"""Section 8.4: getting off a vehicle because of a combat result, and who is lost in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.page import Action, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import Footprint, Point, rectangle

from ..drawing import ghosts
from ..s05_actions.mount.placing import check_place, placed, places, set_down
from ..s09_troops.transport import inside
from ..s15_events.support_fire.signals import is_bound_to_lorry
from ..state import DrawingLots, Element, Landing, P8State, slots
from ..state.case import Case
from ..state.decision import Asked, Ending, Step, owners
from ..state.orders import Done
from . import results
from .passengers import share_suppression


class PutDown(Order, frozen=True, kw_only=False):
    """Place an element that had to get off, adjacent to its vehicle (8.4)."""

    at: Point
    facing: float | None = None


_RULE: Final = "p8.passengers.soft-must-dismount"


def beside(state: P8State, frame: Landing) -> Footprint:
    """The base next to which an element is placed: that of its vehicle, or where that stood."""
    vehicle = _vehicle(state, frame)
    if vehicle.inside is not None:
        return state.base(vehicle)
    sheet = state.setting.sheets[vehicle.sheet]
    return rectangle(vehicle.x, vehicle.y, vehicle.heading, sheet.width, sheet.depth)


def _vehicle(state: P8State, frame: Landing) -> Element:
    """The vehicle as it is now, or as it was if it is gone."""
    return state.pieces.get(frame.vehicle.id, frame.vehicle)


def is_gone(state: P8State, frame: Landing) -> bool:
    """Whether the vehicle has been removed."""
    return frame.vehicle.id not in state.pieces


def _there(state: P8State, frame: Landing, order: PutDown) -> Element:
    element = _carried(state, frame)
    facing = frame.vehicle.heading if order.facing is None else order.facing
    return set_down(state, element, _vehicle(state, frame), order.at, facing)


def _carried(state: P8State, frame: Landing) -> Element:
    """Who gets off; it has moved if its vehicle has in this player turn."""
    element, vehicle = state.pieces[frame.element], _vehicle(state, frame)
    if not vehicle.moved or vehicle.side != state.active:
        return element
    cite("p8.fire.mod-firer-moved")
    return replace(element, moved=True)


def landing_places(state: P8State, frame: Landing) -> Iterator[PutDown]:
    """Places for an element that gets off."""
    element, base = state.pieces[frame.element], beside(state, frame)
    vehicle, gone = _vehicle(state, frame), is_gone(state, frame)
    for spot, facing in places(state, element, vehicle, base, _RULE, on_spot=gone):
        yield PutDown(spot, facing)


def _told(element: Element, frame: Landing) -> Event:
    return Event(
        kind="dismount",
        text=f"{element.name} gets off {frame.vehicle.name}.",
        rules=(_RULE,),
        pieces=(element.id, frame.vehicle.id),
        data={"at": (element.x, element.y), "heading": element.heading},
    )


def stay_aboard(state: P8State, frame: Landing) -> Iterator[Event]:
    """Stay in an armoured carrier, suppressed."""
    state.pop()
    name = state.pieces[frame.element].name
    text = f"{name} stays aboard {frame.vehicle.name}."
    yield Event(kind="stays", text=text, rules=(_RULE,), pieces=(frame.element, frame.vehicle.id))


def _near_wreck(state: P8State, element: Element, frame: Landing) -> Point | None:
    """A free spot near the place of a lost vehicle, if all around it is taken."""
    for ring in range(1, 9):
        sheet, reach = state.sheet(frame.vehicle), 0.5 * ring
        base = rectangle(
            frame.vehicle.x,
            frame.vehicle.y,
            frame.vehicle.heading,
            sheet.width + reach,
            sheet.depth + reach,
        )
        found = next(places(state, element, frame.vehicle, base, _RULE), None)
        if found is not None:
            return found[0]
    return None


class PuttingDown(Answer[P8State, PutDown, Landing]):
    """Place an element that has to get off, adjacent to its vehicle."""

    order = PutDown
    words = Words(label="Place", key="P", hint="Is placed beside the vehicle.")

    def check(self, state: P8State, frame: Landing, seat: str, order: PutDown) -> Refusal | None:
        there = _there(state, frame, order)
        gone = is_gone(state, frame)
        return check_place(state, there, beside(state, frame), _RULE, on_spot=gone)

    def apply(
        self, state: P8State, frame: Landing, seat: str, order: PutDown, dice: Dice
    ) -> Iterator[Event]:
        state.pop()
        element = state.put(_there(state, frame, order))
        yield _told(element, frame)
        if frame.away_from is not None:
            yield from results.fall_back(
                state, element, away_from=frame.away_from, mortar=frame.mortar, hedge=frame.hedge
            )

    def offer(self, state: P8State, frame: Landing, seats: Sequence[str]) -> Iterator[PutDown]:
        """Places around the vehicle."""
        return landing_places(state, frame)

    def preview(self, state: P8State, order: PutDown) -> Trace | None:
        """Where it would stand."""
        frame = state.frame
        if not isinstance(frame, Landing) or frame.element not in state.pieces:
            return None
        return ghosts.placed(state, _there(state, frame, order))

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """A place beside the vehicle."""
        frame: Landing = case.frame
        if piece in (None, frame.element, frame.vehicle.id):
            place = next(landing_places(case.state, frame), None)
            asked = slots.placing("Choose a place beside the vehicle", place)
            yield case.action(PutDown, self.words, piece=frame.element, slots=asked)


class StayingAboard(Ending[Landing]):
    """Stay in an armoured carrier."""

    def check(self, state: P8State, frame: Landing, seat: str, order: Done) -> Refusal | None:
        if frame.optional:
            return None
        return Refusal(_RULE, f"{state.pieces[frame.element].name} must get off.")

    def apply(
        self, state: P8State, frame: Landing, seat: str, order: Done, dice: Dice
    ) -> Iterator[Event]:
        return stay_aboard(state, frame)

    def offer(self, state: P8State, frame: Landing, seats: Sequence[str]) -> Iterator[Done]:
        """If it may."""
        if frame.optional:
            yield Done()

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """If it may."""
        frame: Landing = case.frame
        if frame.optional and piece in (None, frame.element, frame.vehicle.id):
            yield case.done("Stay aboard")


class GettingOff(Asked[Landing]):
    """Where somebody is placed that gets off; or whether it stays in an armoured carrier."""

    acts = (PuttingDown(), StayingAboard())

    def choice(self, state: P8State, frame: Landing) -> Choice:
        name = state.pieces[frame.element].name
        may = "may" if frame.optional else "must"
        return Choice(
            seats=owners(state, (frame.element,)),
            ask="dismount",
            rule=_RULE,
            prompt=f"{name} {may} get off {frame.vehicle.name}. Where is it placed?",
            about=(frame.element,),
        )

    def settle(self, state: P8State, frame: Landing, dice: Dice) -> Iterator[Event]:
        element = state.pieces.get(frame.element)
        if element is None:
            state.pop()
            return
        if is_bound_to_lorry(state, element):
            state.pop()
            cite("p8.support.foo-soviet-guards-radio")
            yield from results.remove(state, element, why="he can never leave his lorry")
            return
        if frame.optional or any(landing_places(state, frame)):
            return
        if not is_gone(state, frame):
            yield from stay_aboard(state, frame)
            return
        state.pop()
        spot = _near_wreck(state, element, frame)
        if spot is None:
            yield from results.remove(state, element, why="nowhere to go")
            return
        there = placed(_carried(state, frame), spot, frame.vehicle.heading)
        yield _told(state.put(there), frame)


class Losing(Step[DrawingLots]):
    """Who of several in a transport is lost: nobody is asked, the die decides."""

    def settle(self, state: P8State, frame: DrawingLots, dice: Dice) -> Iterator[Event]:
        cite("p8.passengers.several-only-one-lost")
        state.pop()
        vehicle = state.pieces[frame.vehicle]
        aboard = inside(state, vehicle)
        lost = dice.pick(aboard, f"who is lost of those in {vehicle.name}", sides=10)
        yield Event(
            kind="lots",
            text=f"{vehicle.name} is hit: {lost.name} is lost, the others are suppressed.",
            rules=("p8.passengers.several-only-one-lost", "p8.dice.d10-is-one-to-ten"),
            pieces=(vehicle.id, lost.id),
            rolls=dice.take_rolls(),
        )
        yield from results.remove(state, lost, why=f"in {vehicle.name}", own=frame.own)
        if vehicle.suppressed:
            yield from share_suppression(state, vehicle)
        else:
            yield from results.suppress(state, state.pieces[vehicle.id])
