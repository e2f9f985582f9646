"""Section 8: decisions that follow from fire and loss."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.handling import Action, Kind, Trace
from sandtable.battle.overlays import Route
from sandtable.dice import Dice

from ..drawing.ghosts import placed, turned
from ..s05_actions.fall_back.action import DIRECTIONS
from ..s05_actions.fall_back.ways import Retire, check_retire, forced_ways, retire, standing_at
from ..state import Element, P8State, Replacing, Retiring, slots
from ..state.case import Case
from ..state.decision import Asked, Naming, owners
from ..state.units import in_unit
from .results import replace_commander, successors


class Replace(Order, frozen=True, kw_only=False):
    """Name the element whose place a lost commander's successor takes (9.8)."""

    element: str


class Retirement(Answer[P8State, Retire, Retiring]):
    """Which way an element goes that must fall back, and how it faces then."""

    order = Retire
    words = Words(
        label="Away from the enemy",
        key="A",
        hint="Falls back straight away from the enemy.",
        typed="retire away|home [facing N]",
        means="Say which way it falls back.",
        also=("back",),
    )
    homewards = Kind(
        label="Towards home", key="H", hint="Falls back straight towards its own edge of the table."
    )

    def check(self, state: P8State, frame: Retiring, seat: str, order: Retire) -> Refusal | None:
        return check_retire(state, frame, order)

    def apply(
        self, state: P8State, frame: Retiring, seat: str, order: Retire, dice: Dice
    ) -> Iterator[Event]:
        return retire(state, frame, order)

    def offer(self, state: P8State, frame: Retiring, seats: Sequence[str]) -> Iterator[Retire]:
        """The ways that are open, facing as before or turned about."""
        element = state.pieces[frame.element]
        about = (element.heading + 180.0) % 360.0
        for way in forced_ways(state, element, frame.away_from, keep_cover=frame.keep_cover):
            yield Retire(way)
            if check_retire(state, frame, Retire(way, about)) is None:
                yield Retire(way, about)

    def preview(self, state: P8State, order: Retire) -> Trace | None:
        """Where it ends."""
        frame = state.frame
        if not isinstance(frame, Retiring):
            return None
        element = state.pieces[frame.element]
        ways = forced_ways(state, element, frame.away_from, keep_cover=frame.keep_cover)
        way = ways.get(order.direction)
        if way is None:
            return Trace(notes=("There is no way out in that direction.",))
        label = in_unit(state.setting, f"{way.length:.1f} in")
        points = ((element.x, element.y), way.end)
        route = Route(points=points, side=element.side, label=label, piece=element.id)
        shown = placed(state, turned(standing_at(state, element, way), order.facing))
        return replace(shown, label=label, overlays=(route,))

    def told(self, state: P8State, order: Retire) -> str:
        """Which way."""
        turned = "" if order.facing is None else f", facing {order.facing:g}"
        return DIRECTIONS[order.direction] + turned

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Each way that is open."""
        frame: Retiring = case.frame
        if piece not in (None, frame.element):
            return
        element = case.state.pieces[frame.element]
        ways = forced_ways(case.state, element, frame.away_from, keep_cover=frame.keep_cover)
        for direction in ways:
            yield case.action(
                Retire,
                self.homewards if direction == "home" else self.words,
                piece=element.id,
                fixed={"direction": direction},
                slots=(slots.facing_back(case.state, element),),
            )


class FallingBack(Asked[Retiring]):
    """Which way an element goes that must fall back (8.1)."""

    acts = (Retirement(),)

    def choice(self, state: P8State, frame: Retiring) -> Choice:
        name = frame.element
        return Choice(
            seats=owners(state, (name,)),
            ask="fall back",
            rule="p8.fallback.direction",
            prompt=f"{state.pieces[name].name} must fall back. Which way?",
            about=(name,),
        )


class Succession(Naming[Replace, Replacing]):
    """Name the element whose place a lost commander's successor takes."""

    order = Replace
    words = Words(
        label="Takes command", key="C", hint="The new commander takes the place of this element."
    )
    ask = "Whose place does the new commander take?"

    def able(self, state: P8State, frame: Replacing) -> Sequence[Element]:
        return successors(state, frame.commander)

    def check(self, state: P8State, frame: Replacing, seat: str, order: Replace) -> Refusal | None:
        lost = frame.commander
        if order.element in slots.names(successors(state, lost)):
            return None
        return Refusal(
            "p8.cmd.replaced-when-lost",
            f"{order.element!r} is no combat element of {lost.name}'s formation out of enemy "
            "contact.",
        )

    def apply(
        self, state: P8State, frame: Replacing, seat: str, order: Replace, dice: Dice
    ) -> Iterator[Event]:
        return replace_commander(state, frame, order.element)


class NamingSuccessor(Asked[Replacing]):
    """Whose place the successor of a lost commander takes (9.8)."""

    acts = (Succession(),)

    def choice(self, state: P8State, frame: Replacing) -> Choice:
        lost = frame.commander
        seats = state.setting.seats_for(lost.side, lost.id) or state.setting.seats[lost.side]
        return Choice(
            seats=seats,
            ask="commander",
            rule="p8.cmd.replaced-when-lost",
            prompt=f"{lost.name} is lost. Whose place does the new commander take?",
        )
