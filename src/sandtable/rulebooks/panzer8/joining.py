"""Section 5: coming to the help of an element that is charged."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.rulebooks.panzer8.charge import ASSAULT_TROOPS, contact_places
from sandtable.rulebooks.panzer8.contact import meets
from sandtable.rulebooks.panzer8.engineering.wire_ways import check_way
from sandtable.rulebooks.panzer8.hidden.counters import pass_by
from sandtable.rulebooks.panzer8.movement import check_path, path_length, whole_path
from sandtable.rulebooks.panzer8.moving import arrive
from sandtable.rulebooks.panzer8.occupation import outdoors, route
from sandtable.rulebooks.panzer8.orders import ReactJoin
from sandtable.rulebooks.panzer8.passage import check_passage
from sandtable.rulebooks.panzer8.reaction import check_eligible, may_react
from sandtable.rulebooks.panzer8.state import Contact, Element, Moving, P8State
from sandtable.table import Footprint, Point, overlap

RULE = "p8.react.option-join-melee"


def check_join(state: P8State, frame: Moving, order: ReactJoin) -> Refusal | None:
    """Why an element cannot join the combat that a charge leads to."""
    joiner, charger = state.pieces[order.element], state.pieces[frame.element]
    refused = may_react(state, joiner, frame) or _check_type(state, joiner, charger)
    if refused:
        return refused
    refused = check_eligible(state, joiner, charger)
    if refused:
        return refused
    way = way_to(state, joiner, charger)
    return way if isinstance(way, Refusal) else None


def _check_type(state: P8State, joiner: Element, charger: Element) -> Refusal | None:
    if state.sheet(charger).is_vehicle:
        return Refusal(RULE, f"{charger.name} is a vehicle; there is no combat to join.")
    if state.sheet(joiner).type not in ASSAULT_TROOPS:
        return Refusal(RULE, f"{joiner.name} cannot move into hand-to-hand combat.")
    if meets(state, joiner, charger):
        return Refusal(RULE, f"{joiner.name} is in contact with {charger.name} already.")
    return None


def way_to(
    state: P8State, joiner: Element, charger: Element
) -> tuple[tuple[Point, ...], Footprint] | Refusal:
    """The straight way at half speed into contact with the charger, or why there is none."""
    goal = state.base(charger)
    way = route(state, joiner, (goal.centre,))
    mover = outdoors(joiner)
    start = state.base(msgspec.structs.replace(mover, x=way.path[0][0], y=way.path[0][1]))
    first: Refusal | None = None
    for end in contact_places(start, goal):
        path = whole_path(way.path[0], (end.centre,))
        refused = _check_way(state, mover, path, end, doors=int(way.leaves is not None))
        if refused is None:
            return path, end
        first = first or refused
    assert first is not None, "there is always some place of contact"
    return Refusal(RULE, f"{joiner.name} cannot join in: {first.reason}")


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


def join(state: P8State, frame: Moving, order: ReactJoin) -> Iterator[Event]:
    """Move an element into contact with the charger."""
    cite("p8.react.any-number-against-one-mover")
    joiner, charger = state.pieces[order.element], state.pieces[frame.element]
    way = way_to(state, joiner, charger)
    assert not isinstance(way, Refusal)
    path, end = way
    state.put(
        msgspec.structs.replace(
            outdoors(joiner),
            x=end.x,
            y=end.y,
            heading=end.heading,
            reacted=True,
            dug_in=False,
            road_column=False,
        )
    )
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


def end_charge(state: P8State, frame: Moving) -> Iterator[Event]:
    """The charge is over when nobody joins in any more."""
    if not seats_to_join(state, frame):
        yield from arrive(state, frame)
