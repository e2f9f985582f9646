"""The turn of a character: his moves, his Actions, and how he ends it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sandtable.battle import Order, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.handling import Action
from sandtable.rulebooks.whitebox.page import words as told
from sandtable.rulebooks.whitebox.page.attacking import attacks, holding_back, short_name
from sandtable.rulebooks.whitebox.page.case import Case
from sandtable.rulebooks.whitebox.page.crewing import at_vehicles, beside_vehicles
from sandtable.rulebooks.whitebox.part1_personal.explosives.static_charges import (
    LONGEST_FUSE,
    wired,
)
from sandtable.rulebooks.whitebox.part1_personal.movement.obstacles import check_climb
from sandtable.rulebooks.whitebox.part1_personal.movement.way import may_crawl, reachable
from sandtable.rulebooks.whitebox.part1_personal.round.actions import MOUNTED, items_near
from sandtable.rulebooks.whitebox.state.frames import Turn
from sandtable.rulebooks.whitebox.state.orders import (
    Aid,
    Climb,
    CutWire,
    EndTurn,
    Extinguish,
    Leave,
    Move,
    Plunge,
    Repair,
    Rise,
    SetCharge,
    SetUp,
    StopSearching,
    TakeUp,
)
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.tables import MELEE, MISSILE
from sandtable.table import grid

HEADINGS: Final = tuple(45.0 * eighth for eighth in range(8))
"""The eight facings, in degrees."""

AGAIN: Final = 1000
"""The longest fuse that anybody can cut."""


def taking_turn(case: Case, piece: str | None) -> Iterator[Action]:
    """All that the character whose turn it is may do, and how he ends it."""
    frame: Turn = case.frame
    person = case.state.find_person(frame.person)
    if person is None or not case.commands(person.id) or piece not in (None, person.id):
        return
    if piece is None:
        yield from endings(case, person)
        return
    yield from moves(case, person)
    yield from attacks(case, person)
    yield from at_vehicles(case, person)
    yield from holding_back(case, person)
    yield from deeds(case, person)
    yield from beside_vehicles(case, person)


# -- moving ---------------------------------------------------------------------------------------


def moves(case: Case, person: Person) -> Iterator[Action]:
    """Move, crawl, come up from behind cover, stop searching, or leave the map."""
    yield _move(case, person, crawl=False)
    if may_crawl(case.state, person):
        yield _move(case, person, crawl=True)
    if person.ducked:
        yield case.action(Rise, told.RISE, piece=person.id, fixed={"person": person.id})
    if person.searching:
        order = StopSearching(person=person.id)
        yield case.action(
            StopSearching,
            told.STOP_SEARCHING,
            piece=person.id,
            fixed={"person": person.id},
            refusal=case.refusal(order),
        )
    leaving = Leave(person=person.id)
    if case.allows(leaving):
        yield case.action(Leave, told.LEAVE, piece=person.id, fixed={"person": person.id})


def _move(case: Case, person: Person, *, crawl: bool) -> Action:
    ask = "Click squares of his way one after another, or drag him along it"
    return case.action(
        Move,
        told.CRAWL if crawl else told.MOVE,
        piece=person.id,
        fixed={"person": person.id, "crawl": True} if crawl else {"person": person.id},
        slots=(asking.path(ask),),
        refusal=_stays(case, person, crawl=crawl),
    )


def _stays(case: Case, person: Person, *, crawl: bool) -> Refusal | None:
    """Why a character cannot take a single step."""
    state = case.state
    ways = reachable(state, person, crawl=crawl).values() if person.on_table else ()
    steps = [way for way in ways if len(way) == 1] or list(ways)[:1]
    if not steps:
        steps = [(square,) for square in grid.neighbours(state.square(person))]
    orders = (
        Move(person.id, tuple(state.setting.point(square) for square in way), crawl)
        for way in steps
    )
    return case.first_refusal(orders)


# -- Actions --------------------------------------------------------------------------------------


def deeds(case: Case, person: Person) -> Iterator[Action]:
    """The Actions that a character could take where he is."""
    yield from _helping(case, person)
    yield from _weapons(case, person)
    yield from _charges(case, person)
    yield from _obstacles(case, person)


def _near(case: Case, person: Person) -> list[Person]:
    """Everybody on the map within a square of a character, himself among them."""
    own = case.state.square(person)
    there = (one for one in case.state.persons() if one.on_table)
    return [one for one in there if grid.distance(own, case.state.square(one)) <= 1]


def _helping(case: Case, person: Person) -> Iterator[Action]:
    fixed = {"person": person.id}
    friends = [one for one in _near(case, person) if one.side == person.side]
    aid = {one.id: case.refusal(Aid(person.id, one.id)) for one in friends}
    able = [name for name, refused in aid.items() if refused is None]
    hurt = [one for one in friends if one.hp < one.most_hp or one.out]
    why = Refusal(told.AID.rule, "Nobody beside him is wounded.") if not hurt else None
    yield case.action(
        Aid,
        told.AID,
        piece=person.id,
        fixed=fixed,
        slots=(asking.one_of("patient", "Choose whom to treat", able or aid),),
        refusal=None if able else why or next(iter(aid.values()), None),
    )
    burning = [one.id for one in friends if one.burning]
    if burning:
        orders = (Extinguish(person.id, name) for name in burning)
        yield case.action(
            Extinguish,
            told.EXTINGUISH,
            piece=person.id,
            fixed=fixed,
            slots=(asking.one_of("burning", "Choose who burns", burning),),
            refusal=case.first_refusal(orders),
        )


def _weapons(case: Case, person: Person) -> Iterator[Action]:
    for arm in person.arms:
        if arm.id in MOUNTED:
            words = told.TAKE_DOWN if arm.set_up else told.SET_UP
            order = SetUp(person.id, arm.id, arm.set_up)  # type: ignore[arg-type]
            yield _settled(case, person, order, words, f"{words.label} {short_name(arm)}")
    for other in _near(case, person):
        owner = None if other.id == person.id else other.id
        for arm in other.arms:
            if arm.jam and other.side == person.side:
                mend = Repair(person.id, arm.id, owner)  # type: ignore[arg-type]
                yield _settled(case, person, mend, told.REPAIR, f"Repair {short_name(arm)}")
            if other.out:
                take = TakeUp(person.id, arm.id, other.id)  # type: ignore[arg-type]
                label = f"Take {short_name(arm)} of {other.name}"
                yield _settled(case, person, take, told.TAKE_UP, label)
    for name in sorted({item.called for item in items_near(case.state, person)}):
        called = MISSILE[name].name if name in MISSILE else MELEE[name].name
        take = TakeUp(person.id, name)  # type: ignore[arg-type]
        yield _settled(case, person, take, told.TAKE_UP, f"Take {called}")


def _settled(case: Case, person: Person, order: Order, words: Any, label: str) -> Action:
    """An Action of which nothing is left to say."""
    fixed = {name: getattr(order, name) for name in order.__struct_fields__}
    return case.action(
        type(order),
        words,
        piece=person.id,
        fixed={name: value for name, value in fixed.items() if value not in (None, False)},
        refusal=case.refusal(order),
        label=label,
    )


def _charges(case: Case, person: Person) -> Iterator[Action]:
    state = case.state
    if person.bombs_of("charge"):
        at = state.setting.point(state.square(person))
        longest = AGAIN if person.profession == "combat-engineer" else LONGEST_FUSE
        fuse = "How many rounds does the fuse burn? 0 is a wire, to be set off by hand"
        yield case.action(
            SetCharge,
            told.CHARGE,
            piece=person.id,
            fixed={"person": person.id},
            slots=(
                asking.spot("at", "Choose his square or the next", list(at)),
                asking.number("fuse", fuse, 0, longest, 2, required=False, step=1),
                asking.spot_or_none("attach", "Choose the feature that it is fixed to"),
            ),
            refusal=case.refusal(SetCharge(person.id, at, 2)),
        )
    if wired(state, person):
        yield _settled(case, person, Plunge(person.id), told.PLUNGE, told.PLUNGE.label)


def _obstacles(case: Case, person: Person) -> Iterator[Action]:
    """Wire to be cut and walls to be climbed, where there are any beside him."""
    state = case.state
    if not person.on_table:
        return
    own = state.square(person)
    around = [*grid.neighbours(own), *(grid.step(own, facing, 2) for facing in (0, 2, 4, 6))]
    points = [state.setting.point(square) for square in around if state.grounds.holds(square)]
    if any(_is_wired(case, person, point) for point in points):
        yield _at_square(case, person, CutWire, told.CUT_WIRE, "at", points)
    walls = [point for point in points if _is_walled(case, person, point)]
    if walls or person.climbing is not None:
        yield _at_square(case, person, Climb, told.CLIMB, "to", walls or points)


def _is_wired(case: Case, person: Person, point: tuple[float, float]) -> bool:
    grounds, own = case.state.grounds, case.state.square(person)
    square = case.state.setting.square(point)
    edge = grounds.on_edge(own, square)
    named = {grounds.kind(square).name, edge.name if edge is not None else ""}
    return "barbed-wire" in named


def _is_walled(case: Case, person: Person, point: tuple[float, float]) -> bool:
    """Whether there is something to climb on the way to a point, be it his turn for it or not."""
    return check_climb(case.state, person, case.state.setting.square(point)) is None


def _at_square(
    case: Case,
    person: Person,
    kind: type[CutWire] | type[Climb],
    words: Any,
    name: str,
    points: list[tuple[float, float]],
) -> Action:
    orders = {point: kind(person.id, point) for point in points}
    able = [point for point, order in orders.items() if case.allows(order)]
    default = list(able[0]) if len(able) == 1 else None
    return case.action(
        kind,
        words,
        piece=person.id,
        fixed={"person": person.id},
        slots=(asking.spot(name, "Choose the square", default),),
        refusal=None if able else case.first_refusal(orders.values()),
    )


# -- the end --------------------------------------------------------------------------------------


def endings(case: Case, person: Person) -> Iterator[Action]:
    """The end of a turn: up or down, which way he faces, leaning out or not."""
    fixed: dict[str, Any] = {"person": person.id}
    ask = "Turn him to face, by a click on the table or with , and ."
    facing = asking.facing(ask, default=person.heading, headings=HEADINGS)
    asked = (facing,) if person.on_table else ()
    leans = (asking.flag("lean", "Does he keep leaning out?"),) if person.lean is not None else ()
    yield case.action(
        EndTurn,
        told.END_UP,
        piece=person.id,
        fixed=fixed,
        slots=(*asked, *leans),
        refusal=case.refusal(EndTurn(person=person.id)),
        ends=True,
    )
    if person.on_table:
        yield case.action(
            EndTurn,
            told.END_DOWN,
            piece=person.id,
            fixed={**fixed, "ducked": True},
            slots=asked,
            refusal=case.refusal(EndTurn(person=person.id, ducked=True)),
            ends=True,
        )
