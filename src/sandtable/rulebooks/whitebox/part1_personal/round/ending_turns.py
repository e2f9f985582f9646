"""The end of a turn: facing, down or up, leaning out or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal, happened
from sandtable.battle import slots as asking
from sandtable.battle.page import Action, Kind, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid

from ...part2_vehicles.attack.bearing import vehicles_worth_attacking
from ...part3_combining.from_foot import nearest_square
from ...showing.places import HEADINGS, ghost, seen_by, seen_squares, some
from ...state import OwbState, Person
from ...state.decision import Case
from ...state.frames import Interrupt, Turn
from ...state.orders import EndTurn
from ...state.tables import MISSILE
from ..autofire.suppressive_fire import steps_allowed
from ..cover.cover import leans_on, may_duck
from ..line_of_sight.sight import direction, eye, sees_square
from .turn_checks import ON_MOUNTS, TurnAct, is_direct

TURN: Final = "owb.round.character-turn"


def over(person: Person) -> Person:
    """A character whose turn is over; fire that was not kept up in it ends, and so does a climb.

    Whoever has fired in between has not kept it up by that.
    """
    kept = person.trained if person.attacked else None
    if kept is not None and person.steps > _steps_with(person, kept.arm):
        cite("owb.suppress.movement-limit")
        kept = None
    climbing = person.climbing if person.acted else None
    return replace(person, done=True, trained=kept, climbing=climbing)


def _steps_with(person: Person, weapon: str) -> int:
    """How many squares one may move in a round and keep a weapon trained."""
    return 0 if weapon in ON_MOUNTS else steps_allowed(person)


def _with_cone_from(state: OwbState, person: Person) -> Person:
    """A gunner whose cone is drawn anew from where he is now, if he has moved after firing.

    The fire of many rifles comes from where it came from.
    """
    trained = person.trained
    if trained is None or not MISSILE[trained.arm].suppressive:
        return person
    cite("owb.suppress.movement-limit")
    return replace(person, trained=replace(trained, origin=eye(state, person)))


def facings_of(state: OwbState, person: Person) -> Iterator[int]:
    """Where it makes sense to face: as one does, and towards each enemy, the nearest first."""
    own = state.square(person)
    squares = sorted(
        (grid.distance(own, square), square)
        for enemy in state.enemies_of(person)
        if (square := state.square(enemy)) != own
    )
    for vehicle in vehicles_worth_attacking(state, person.side):
        square = nearest_square(state, own, vehicle)
        squares.append((grid.distance(own, square), square))
    squares.sort()
    facings = [person.facing, *(direction(own, square) for _, square in squares)]
    yield from dict.fromkeys(facings)


def endings_of(state: OwbState, person: Person, direct: bool) -> Iterator[Order]:
    """How a character can end his turn.

    Args:
        state: Where the fight stands.
        person: Whose turn it is.
        direct: Whether he has made a direct attack in it, and so is Up.
    """
    down = not direct and not person.withheld
    down = down and not person.cooking and not leans_on(person)
    down = down and may_duck(state, state.square(person))
    for facing in facings_of(state, person):
        yield EndTurn(person=person.id, facing=facing * 45.0)
        if down:
            yield EndTurn(person=person.id, facing=facing * 45.0, ducked=True)
        if person.lean is not None and not person.attacked:
            yield EndTurn(person=person.id, facing=facing * 45.0, lean=True)


COMPASS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


class EndingTurn(TurnAct[EndTurn]):
    """The final facing, down or up, leaning out or not."""

    order = EndTurn
    words = Words(
        label="End turn",
        key="E",
        rule=TURN,
        hint="He stays up, facing as you turn him: that way he can see and fire.",
        typed="end MAN [facing N] [ducked] [lean]",
        means="End the turn, facing N degrees, down behind cover or up.",
        also=("end", "end turn"),
    )
    down = Kind(
        label="End, keep down",
        key="D",
        rule="owb.cover.ducked-or-up",
        hint="He keeps down behind low cover: hidden and safe from that side, but sees nothing"
        " there.",
    )

    def check(self, state: OwbState, frame: Turn, person: Person, order: EndTurn) -> Refusal | None:
        """Why a turn cannot be ended like that, or ``None`` if it can."""
        if order.facing is not None and order.facing % 45.0:
            return Refusal("owb.grid.facings", "There are eight facings, 45 degrees apart.")
        if order.lean and person.lean is None:
            return Refusal("owb.cover.lean-out", "He does not lean out.")
        if not order.ducked:
            return None
        rule = "owb.cover.ducked-or-up"
        if is_direct(frame, person):
            return Refusal(rule, "Who attacks is Up.")
        if person.cooking:
            return Refusal("owb.timed.cook", "He has to throw what he has lit.")
        if leans_on(person):
            return Refusal("owb.cover.lean-out", "He leans out until his next turn.")
        if not may_duck(state, state.square(person)):
            return Refusal(rule, "There is no low cover to duck behind.")
        return None

    def apply(self, state: OwbState, frame: Turn, order: EndTurn, dice: Dice) -> Iterator[Event]:
        """End a turn: the final facing, down or up, leaning out or not."""
        cite("owb.grid.facing-change-free", "owb.cover.ducked-or-up")
        state.pop()
        person = state.person(order.person)
        heading = person.heading if order.facing is None else order.facing % 360.0
        changed = replace(
            person,
            heading=heading,
            ducked=order.ducked,
            lean=person.lean if order.lean or person.attacked else None,
        )
        if order.ducked:
            cite("owb.withhold.carries-over")
            changed = replace(changed, withheld=False, trained=None, lean=None)
        if person.trained is not None and not person.attacked:
            cite("owb.suppress.continue")
        state.put(over(_with_cone_from(state, changed)))
        if person.ducked and not order.ducked:
            state.push(Interrupt(about=person.id, moment="up"))
        yield happened("turn-over", f"{person.name} has had his turn.", TURN, person.id)

    def preview(self, state: OwbState, order: EndTurn) -> Trace | None:
        """How a character would face, what he would see so, and who would see him."""
        person = state.find_person(order.person)
        if person is None or not person.on_table:
            return None
        heading = person.heading if order.facing is None else order.facing
        lean = person.lean if order.lean else None
        there = replace(person, heading=heading % 360.0, ducked=order.ducked, lean=lean)
        return Trace(
            ghosts=(ghost(there),),
            overlays=(seen_squares(state, there),),
            notes=tuple(_about_end(state, person, there)),
        )

    def told(self, state: OwbState, order: EndTurn) -> str:
        where = "" if order.facing is None else f"facing {COMPASS[round(order.facing / 45) % 8]}"
        return f"{where}{', down' if order.ducked else ''}{', leaning out' if order.lean else ''}"

    def listed(self, case: Case, person: Person) -> Iterator[Action]:
        """The end of a turn: up or down, which way he faces, leaning out or not."""
        fixed: dict[str, Any] = {"person": person.id}
        ask = "Turn him to face, by a click on the table or with , and ."
        facing = asking.facing(ask, default=person.heading, headings=HEADINGS)
        asked = (facing,) if person.on_table else ()
        leans = (
            (asking.flag("lean", "Does he keep leaning out?"),) if person.lean is not None else ()
        )
        yield case.action(
            EndTurn,
            EndingTurn.words,
            piece=person.id,
            fixed=fixed,
            slots=(*asked, *leans),
            refusal=case.refusal(EndTurn(person=person.id)),
            ends=True,
        )
        if person.on_table:
            yield case.action(
                EndTurn,
                EndingTurn.down,
                piece=person.id,
                fixed={**fixed, "ducked": True},
                slots=asked,
                refusal=case.refusal(EndTurn(person=person.id, ducked=True)),
                ends=True,
            )


def _about_end(state: OwbState, person: Person, there: Person) -> Iterator[str]:
    names = [
        enemy.name
        for enemy in state.enemies_of(there)
        if sees_square(state, there, state.square(enemy))
    ]
    yield f"Looks at {some(names)}." if names else "Looks at no enemy."
    yield seen_by(state, there)
    if person.trained is not None and not person.attacked:
        yield "He has not kept up his suppressive fire, so it ends."
    if person.withheld:
        yield "He may fire at whoever moves or acts where he looks."
