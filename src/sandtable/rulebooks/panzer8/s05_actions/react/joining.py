"""Section 5: coming to the help of an element that is charged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.acts import Answer, Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle.overlays import Route
from sandtable.battle.page import Action as Listed
from sandtable.battle.page import Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.mechanics.contacts import Contacts, bends
from sandtable.table import Footprint, Point, gap, overlap

from ...drawing.ghosts import ghost
from ...s02_terrain.ground_and_cover import rate
from ...s06_close_combat.contact import TOUCH, meets
from ...s10_buildings.occupation import outdoors, outline_of, route
from ...s12_hidden.counters import pass_by
from ...s13_engineering.wire_ways import check_way
from ...state import Contact, Element, Moving, P8State, slots
from ...state.case import Case
from ...state.units import in_unit
from ..charge.charging import ASSAULT_TROOPS, rounded_off
from ..move.interpenetration import check_passage
from ..move.rates import check_path, path_length, whole_path
from ..move.under_way import arrive
from ..readiness import commanded
from .reaction import check_eligible, check_owner, may_react


class ReactJoin(Order, frozen=True, kw_only=False):
    """Come to the help of a charged element when the charger has reached it (5).

    Attributes:
        element: Who joins in.
        path: The points to pass, the last of them where to come into contact with the charger;
            without any it goes straight, and where it hinders its friends least.
        facing: The heading to end with; without one, as its place demands.
    """

    element: str
    path: tuple[Point, ...] = ()
    facing: float | None = None


RULE: Final = "p8.react.option-join-melee"

IN_THE_WAY: Final = (
    "p8.move.not-through-enemies",
    "p8.move.through-friends",
    "p8.terrain.zero-rate-is-impassable",
)
"""Rules by which a straight way may be barred while one round it is open."""

ROUGHLY: Final = 1.0
"""How far from a place that is named a joiner may come into contact."""


def check_join(state: P8State, frame: Moving, order: ReactJoin) -> Refusal | None:
    """Why an element cannot join the combat that a charge leads to."""
    joiner, charger = state.pieces[order.element], state.pieces[frame.element]
    refused = may_react(state, joiner, frame)
    if refused:
        return refused
    if state.sheet(charger).is_vehicle:
        return Refusal(RULE, f"{charger.name} is a vehicle; there is no combat to join.")
    if state.sheet(joiner).type not in ASSAULT_TROOPS:
        return Refusal(RULE, f"{joiner.name} cannot move into hand-to-hand combat.")
    if meets(state, joiner, charger):
        return Refusal(RULE, f"{joiner.name} is in contact with {charger.name} already.")
    refused = check_eligible(state, joiner, charger)
    way = refused or _first_way(state, joiner, charger, order)
    return way if isinstance(way, Refusal) else None


# -- the way --------------------------------------------------------------------------------------


class Way(Struct, frozen=True):
    """A way at half speed into contact with a charger, and how the joiner stands at its end."""

    path: tuple[Point, ...]
    end: Footprint


def way_to(state: P8State, frame: Moving, order: ReactJoin) -> Way | Refusal:
    """The way into contact with the charger, or why there is none.

    To a place that is named it goes as said. Otherwise, of all places that it can reach, it takes
    one that leaves the most of its friends able to join in as well.
    """
    joiner, charger = state.pieces[order.element], state.pieces[frame.element]
    first = _first_way(state, joiner, charger, order)
    if order.path or isinstance(first, Refusal):
        return first
    others = [one for one in joiners(state, frame) if one.id != joiner.id]
    if not others:
        return first
    best, most = first, -1
    for way in _ways(state, joiner, charger, order):
        if isinstance(way, Refusal):
            continue
        follow = _followers(state, joiner, charger, way, others)
        if follow > most:
            best, most = way, follow
        if most == len(others):
            break
    return best


def _followers(
    state: P8State, joiner: Element, charger: Element, way: Way, others: list[Element]
) -> int:
    """How many friends can still join in, one after another, once somebody stands there."""
    after = state.copy()
    after.put(joined_at(joiner, way))
    count = 0
    for other in others:
        found = _first_way(after, other, charger, ReactJoin(other.id))
        if isinstance(found, Way):
            after.put(joined_at(other, found))
            count += 1
    return count


def joined_at(joiner: Element, way: Way) -> Element:
    """A joiner at the end of its way."""
    end = way.end
    return replace(outdoors(joiner), x=end.x, y=end.y, heading=end.heading)


def _first_way(
    state: P8State, joiner: Element, charger: Element, order: ReactJoin
) -> Way | Refusal:
    """The first way that is open, or why the likeliest one is not."""
    first: Refusal | None = None
    for way in _ways(state, joiner, charger, order):
        if isinstance(way, Way):
            return way
        first = first or way
    why = first.reason if first else f"it would not come into contact with {charger.name} there."
    return Refusal(RULE, f"{joiner.name} cannot join in: {why}")


def _ways(
    state: P8State, joiner: Element, charger: Element, order: ReactJoin
) -> Iterator[Way | Refusal]:
    """A way to each place of contact, or why it cannot be taken."""
    goal = outline_of(state, charger)
    way = route(state, joiner, order.path or (goal.centre,))
    mover = outdoors(joiner)
    heading = joiner.heading if order.facing is None else order.facing % 360.0
    at = way.path[-1] if order.path else way.path[0]
    start = state.base(replace(mover, x=at[0], y=at[1], heading=heading))
    for end in _ends(state, charger, start, goal, mover, order):
        door = state.setting.buas[way.leaves].nearest(end.centre) if way.leaves else way.path[0]
        passed = way.path[1:-1] if order.path else ()
        path = whole_path(door, (*passed, end.centre))
        doors = int(way.leaves is not None)
        refused = _check_way(state, mover, path, end, doors)
        if refused is None or order.path or refused.rule not in IN_THE_WAY:
            yield refused or Way(path, end)
        else:
            yield _way_round(state, mover, path, end, doors) or refused


def _way_round(
    state: P8State, joiner: Element, path: tuple[Point, ...], end: Footprint, doors: int
) -> Way | None:
    """A way with one bend about what bars the straight one."""
    areas = state.setting.ground.areas_at(path[0])
    length = rate(state.setting, state.sheet(joiner), areas) / 2
    for bend in bends(path[0], path[-1], length):
        bent = whole_path(path[0], (bend, path[-1]))
        if _check_way(state, joiner, bent, end, doors) is None:
            return Way(bent, end)
    return None


def _ends(
    state: P8State,
    charger: Element,
    start: Footprint,
    goal: Footprint,
    mover: Element,
    order: ReactJoin,
) -> Iterator[Footprint]:
    """Where a joiner may come into contact, the likeliest place first.

    A place that is named may be given roughly: it closes up to the charger there.
    """
    free = order.facing is None
    contacts = Contacts(start, goal, TOUCH, rounded_off)
    found = contacts.anyhow() if free else contacts.as_it_faces()
    if not order.path:
        yield from found
        return
    there = replace(mover, x=start.x, y=start.y, heading=start.heading)
    if meets(state, there, charger) and not overlap(start, goal):
        yield start
        return
    for end in sorted(found, key=lambda end: gap(end.centre, start.centre)):
        if gap(end.centre, start.centre) <= ROUGHLY:
            yield end


def _check_way(
    state: P8State, joiner: Element, path: tuple[Point, ...], end: Footprint, doors: int
) -> Refusal | None:
    refused = check_path(state, joiner, "join", path, end.heading, "hold", doors)
    refused = refused or check_way(state, joiner, "join", path, end.heading, "hold")
    refused = refused or check_passage(state, joiner, path, end.heading, "hold")
    if refused:
        return refused
    for other in state.on_table():
        if other.id != joiner.id and overlap(end, state.base(other)):
            return Refusal("p8.geo.no-overlap", f"{other.name} stands there.")
    return None


# -- who joins ------------------------------------------------------------------------------------


def joiners(state: P8State, frame: Moving) -> Iterator[Element]:
    """The elements that can come to the help of the one that is charged."""
    charger = state.pieces[frame.element]
    for enemy in state.enemies_of(charger):
        if state.sheet(enemy).type not in ASSAULT_TROOPS or enemy.reacted or enemy.suppressed:
            continue
        if check_join(state, frame, ReactJoin(enemy.id)) is None:
            yield enemy


def seats_to_join(state: P8State, frame: Moving) -> tuple[str, ...]:
    """The seats that have still to say whether anybody joins in."""
    side = state.other_side(state.pieces[frame.element].side)
    ready = list(joiners(state, frame))
    return tuple(
        seat
        for seat in state.setting.seats[side]
        if seat not in frame.passed
        and any(state.setting.commands(seat, joiner.id) for joiner in ready)
    )


def end_charge(state: P8State, frame: Moving) -> Iterator[Event]:
    """The charge is over when nobody joins in any more."""
    if not seats_to_join(state, frame):
        yield from arrive(state, frame)


class Joining(Answer[P8State, ReactJoin, Moving]):
    """Come to the help of a charged element."""

    order = ReactJoin
    stages = ("join",)
    words = Words(
        label="Join in",
        key="J",
        rule="p8.react.option-join-melee",
        hint="Comes to the help of the element that is charged.",
        typed="join ELEMENT [to X,Y ...] [facing N]",
        means="Join in against the charger: where it hinders friends least, or there.",
        also=("join",),
    )

    def check(self, state: P8State, frame: Moving, seat: str, order: ReactJoin) -> Refusal | None:
        return check_owner(state, seat, order.element) or check_join(state, frame, order)

    def apply(
        self, state: P8State, frame: Moving, seat: str, order: ReactJoin, dice: Dice
    ) -> Iterator[Event]:
        cite("p8.react.any-number-against-one-mover")
        joiner, charger = state.pieces[order.element], state.pieces[frame.element]
        way = way_to(state, frame, order)
        assert not isinstance(way, Refusal)
        path = way.path
        state.put(replace(joined_at(joiner, way), reacted=True, dug_in=False, road_column=False))
        contact = Contact(charger=charger.id, enemy=joiner.id, joined=True)
        state.contacts = (*state.contacts, contact)
        yield Event(
            kind="join",
            text=f"{joiner.name} reacts and joins in against {charger.name}, "
            f"{path_length(path):.1f} in.",
            rules=(RULE, "p8.react.who-may"),
            pieces=(joiner.id, charger.id),
            data={"path": path},
        )
        pass_by(state, joiner.id, path)

    def offer(self, state: P8State, frame: Moving, seats: Sequence[str]) -> Iterator[ReactJoin]:
        """Everybody who can come to help."""
        for joiner in joiners(state, frame):
            if commanded(state, seats, joiner):
                yield ReactJoin(joiner.id)

    def preview(self, state: P8State, order: ReactJoin) -> Trace | None:
        """The way into the combat."""
        frame, joiner = state.frame, state.pieces.get(order.element)
        if not isinstance(frame, Moving) or joiner is None or not joiner.on_table:
            return None
        if joiner.id == frame.element:
            return None
        way = way_to(state, frame, order)
        if isinstance(way, Refusal):
            return Trace(notes=(in_unit(state.setting, way.reason),))
        route = Route(points=way.path, side=joiner.side, piece=joiner.id)
        return Trace(ghosts=(ghost(state, joined_at(joiner, way)),), overlays=(route,))

    def told(self, state: P8State, order: ReactJoin) -> str:
        """Where, if it matters."""
        turned = "" if order.facing is None else f", facing {order.facing:g}"
        path = order.path
        return (f"at {path[-1][0]:g},{path[-1][1]:g}" if path else "") + turned

    def answers(self, case: Case, piece: str | None) -> Iterator[Listed]:
        """Who joins in, whoever it is."""
        able = [one for one in joiners(case.state, case.frame) if case.commands(one)]
        who = slots.one_of("element", "Who joins in?", slots.names(able))
        yield case.action(ReactJoin, self.words, slots=(who, *PLACE))

    def listed(self, case: Case, element: Element) -> Iterator[Listed]:
        """Join in; by which way, and where, may be left open."""
        if element.side == case.state.pieces[case.frame.element].side:
            return
        yield case.action(
            ReactJoin,
            self.words,
            piece=element.id,
            fixed={"element": element.id},
            slots=PLACE,
            refusal=case.refusal(ReactJoin(element.id)),
        )


PLACE: tuple[Slot, ...] = (
    slots.path("Drag it to where it joins in, or leave it to take the best place", required=False),
    slots.facing("Turn it to face in the end"),
)
"""By which way, and where, an element comes into contact with a charger, if it matters."""
