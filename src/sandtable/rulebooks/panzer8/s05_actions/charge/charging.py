"""Section 5.4: the charge, the only movement that leads into close combat."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.table import (
    Footprint,
    Path,
    Point,
    bearing,
    beyond_front,
    contact_poses,
    first_touch,
    hull,
    overlap,
    polygon,
    segment_meets,
    step,
    swept,
)

from ...s06_close_combat.contact import (
    enemies_met,
    fights_hand_to_hand,
    may_touch,
    meets,
    meets_with_front,
)
from ...s06_close_combat.overrun import check_prey
from ...s10_buildings.occupation import check_frontage, has_no_facing, outdoors, outline_of, route
from ...s13_engineering import fortifications
from ...s13_engineering.fortifications import works_of
from ...s13_engineering.wire_ways import check_way
from ...s14_smoke.screens import check_advance
from ...s15_events.no_advance import check_no_charge
from ...state import Contact, Element, Moving, P8State
from ...state.built_up_areas import SIDE_BOUND
from ...state.orders import ActionOrder, GoOn
from ...state.sheets import INFANTRY, OBSERVERS
from ..move.interpenetration import check_passage, is_friend_indoors
from ..move.rates import (
    SLACK,
    base_at,
    check_path,
    leaves_front,
    path_length,
    pose,
    settled,
    whole_path,
)


class Charge(ActionOrder, frozen=True, kw_only=False):
    """Move so as to come into contact with an enemy (5.4).

    Attributes:
        target: Whom to charge.
        path: Points to pass through on the way to it.
        facing: How to face at the last of these points, if contact is made there.
    """

    target: str
    path: tuple[Point, ...] = ()
    facing: float | None = None


ASSAULT_TROOPS: Final = INFANTRY | {"cav", "mc", "armdinf"}
"""Types that move into hand-to-hand combat."""

_BACK: Final = 2e-4
"""By how much a base is drawn back that would overlap its target by a rounded digit."""


# -- who may charge whom --------------------------------------------------------------------------


def check_charger(state: P8State, element: Element, target: Element | None) -> Refusal | None:
    """Why an element may not charge that target, wherever it stands."""
    refused = _check_type(state, element)
    if refused:
        return refused
    if element.suppressed:
        why = f"{element.name} is suppressed: it can only fall back."
        return Refusal("p8.result.suppressed-only-falls-back", why)
    if target is None or target.side == element.side or not target.on_table:
        return Refusal("p8.charge.required-for-melee", "Name an enemy on the table to charge.")
    refused = check_no_charge(state, element)
    if refused:
        return refused
    refused = fortifications.check_assault(state, element, target)
    if refused:
        return refused
    if state.sheet(element).type == "tank":
        return check_prey(state, target)
    if not fights_hand_to_hand(state.sheet(target)):
        cite("p8.melee.riders-and-passengers-out")
        why = f"{target.name} cannot be charged on foot: fire at it, or hunt it."
        return Refusal("p8.charge.required-for-melee", why)
    return check_frontage(state, element, target)


def _check_type(state: P8State, element: Element) -> Refusal | None:
    sheet = state.sheet(element)
    if sheet.is_crew_served or sheet.is_commander:
        if sheet.is_commander:
            cite("p8.cmd.no-contact")
        why = f"{element.name} never moves into hand-to-hand combat."
        return Refusal("p8.melee.csw-and-commander-cannot-initiate", why)
    if sheet.type in OBSERVERS:
        return Refusal("p8.foo.no-contact", f"{element.name} may never move into contact.")
    if sheet.type != "tank" and sheet.type not in ASSAULT_TROOPS:
        why = f"{element.name} cannot charge: only troops and tanks."
        return Refusal("p8.charge.required-for-melee", why)
    return None


# -- the way to the target ------------------------------------------------------------------------


def plan_charge(state: P8State, element: Element, order: Charge) -> Moving | Refusal:
    """The way of a charge as far as contact, or why it cannot be made."""
    target = state.pieces.get(order.target)
    refused = check_charger(state, element, target)
    if refused:
        return refused
    assert target is not None
    if meets_with_front(state, element, target):
        if may_touch(state, element, target):
            why = f"{element.name} and {target.name} are in contact."
            return Refusal("p8.charge.required-for-melee", why)
        if target.inside is not None:
            return _on_the_spot(element, target)
    way = route(state, element, order.path or (state.base(target).centre,))
    points = way.path[1:] if order.path else ()
    no_facing = has_no_facing(state, element)
    towards = (*points, state.base(target).centre)[0]
    start = Moving(
        element=element.id,
        action="charge",
        path=whole_path(way.path[0], points),
        start=bearing(way.path[0], towards) if no_facing else element.heading,
        bearing="forward",
        facing=order.facing,
        leaves=way.leaves,
        target=target.id,
    )
    return into_contact(state, start, target)


def _on_the_spot(element: Element, target: Element) -> Moving:
    """A charge into the house that one stands at, or next door to, wall to wall."""
    cite("p8.bua.melee-frontage")
    return Moving(
        element=element.id,
        action="charge",
        path=((element.x, element.y),),
        start=element.heading,
        bearing="forward",
        facing=None,
        target=target.id,
    )


def into_contact(state: P8State, frame: Moving, target: Element) -> Moving | Refusal:
    """A charge led on from the end of its path into contact with a target, if that is allowed.

    Of the places where it can end, squarely against an edge if possible, it takes the nearest to
    which the way is open.
    """
    cite("p8.charge.contact-placement")
    first: Refusal | None = None
    for end in _ends(state, frame, target):
        path = whole_path(_door(state, frame, end), (*frame.path[1:], end.centre))
        way = replace(frame, path=path, facing=round(end.heading % 360.0, 4), target=target.id)
        refused = check_charge_path(state, way)
        if refused is None and would_meet_target(state, way):
            return way
        first = first or refused
    return first or Refusal(
        "p8.charge.contact-placement", f"There is no way to bring {target.name} into contact."
    )


def _door(state: P8State, frame: Moving, end: Footprint) -> Point:
    """Where a charge sets out; one out of a house, whose way is open, comes out nearest its end."""
    if frame.leaves is None or len(frame.path) > 1:
        return frame.path[0]
    cite("p8.bua.enter-or-leave-half-move")
    return state.setting.buas[frame.leaves].nearest(end.centre)


def _on_leaving(state: P8State, frame: Moving) -> Element:
    """The charger at the end of its path so far, out of doors if it comes out of a house."""
    last = pose(state, frame, path_length(frame.path))
    if frame.leaves is None or last.inside is None:
        return last
    x, y = frame.path[-1]
    return replace(outdoors(last), x=x, y=y, heading=frame.start)


def _ends(state: P8State, frame: Moving, target: Element) -> Iterator[Footprint]:
    """Where a charge can end: as ordered, squarely against an edge, or straight at the target."""
    place = outline_of(state, target)
    last = _on_leaving(state, frame)
    if len(frame.path) > 1 and meets_with_front(state, last, target):
        yield state.base(last)
    works = works_of(state, target)
    if works is not None and (frame.leaves is not None or works != works_of(state, last)):
        yield from contact_places(state.base(last), polygon(hull(works.outline)))
    yield from contact_places(state.base(last), place)


def contact_places(base: Footprint, place: Footprint) -> Iterator[Footprint]:
    """Where a base touches another with its front: squarely, or else coming straight at it."""
    for end in contact_poses(base, place):
        yield rounded_off(end, place)
    if base.centre == place.centre:
        return
    straight = base.at(*base.centre, bearing(base.centre, place.centre))
    meeting = first_touch(straight, (base.centre, place.centre), (place,))
    if meeting is not None:
        yield rounded_off(straight.at(*step(base.centre, straight.heading, meeting.at)), place)


def rounded_off(end: Footprint, place: Footprint, away: float | None = None) -> Footprint:
    """A place of contact in kept coordinates, with no overlap: drawn back, or ``away``."""
    heading = round(end.heading % 360.0, 4)
    back = heading + 180.0 if away is None else away
    kept = end.at(settled(end.x), settled(end.y), heading)
    while overlap(kept, place):
        x, y = step(kept.centre, back, _BACK)
        kept = end.at(settled(x), settled(y), heading)
    return kept


def check_charge_path(state: P8State, frame: Moving) -> Refusal | None:
    """Why a charge cannot go along its path, of which a part may be done."""
    element = state.pieces[frame.element]
    mover = outdoors(element) if frame.leaves is not None else element
    doors = int(frame.leaves is not None)
    refused = (
        check_path(state, mover, "charge", frame.path, frame.start, "forward", doors)
        or check_way(state, mover, "charge", frame.path, frame.start, "forward", frame.facing)
        or check_advance(state, mover, frame.path, frame.start, "forward")
    )
    if refused:
        return refused
    end = pose(state, frame, path_length(frame.path))
    if _leaves_front(state, frame, end):
        why = f"{element.name} must stay within its front as it was when the charge began."
        return Refusal("p8.charge.front-only", why)
    ahead = frame.path if frame.at <= SLACK else tuple(Path(frame.path).cut(frame.at)[1])
    target = state.pieces.get(frame.target or "")
    if target is not None and _passes_through(state, ahead, end, target):
        return Refusal("p8.move.not-through-enemies", f"{target.name} itself is in the way.")
    return check_passage(
        state, mover, ahead, frame.start, "forward", charged=frame.target
    ) or _check_room(state, end)


def _leaves_front(state: P8State, frame: Moving, end: Element) -> bool:
    """Whether any leg, or the final contact, lies wholly behind the front line of the start."""
    cite("p8.charge.front-only")
    if frame.leaves is not None and state.sheet(end).type not in SIDE_BOUND:
        return False  # inside, every direction was its front
    sheet = state.sheet(end)
    if leaves_front(sheet, frame.path, frame.start, "forward"):
        return True
    return not beyond_front(state.base(end), of=base_at(sheet, frame.path[0], frame.start))


def _passes_through(state: P8State, path: Sequence[Point], end: Element, target: Element) -> bool:
    """Whether the way leads over the target; on the last leg the base is aligned already."""
    sheet, place = state.sheet(end), outline_of(state, target)
    legs = list(itertools.pairwise(path))
    for number, (a, b) in enumerate(legs):
        heading = end.heading if number == len(legs) - 1 else bearing(a, b)
        if overlap(swept(base_at(sheet, a, heading), base_at(sheet, b, heading)), place):
            return True
    return False


def _check_room(state: P8State, end: Element) -> Refusal | None:
    base = state.base(end)
    for other in state.on_table():
        if is_friend_indoors(end, other):
            continue
        if other.id != end.id and overlap(base, outline_of(state, other)):
            return Refusal("p8.geo.no-overlap", f"{end.name} would end on top of {other.name}.")
    return None


# -- contact --------------------------------------------------------------------------------------


def is_in_contact(state: P8State, frame: Moving) -> bool:
    """Whether a charger, where it stands now, has reached an enemy."""
    return bool(enemies_met(state, state.pieces[frame.element]))


def would_meet_target(state: P8State, frame: Moving) -> bool:
    """Whether the path of a charge still leads into contact with its target."""
    target = state.pieces.get(frame.target or "")
    return target is not None and meets(state, pose(state, frame, path_length(frame.path)), target)


def strike_home(state: P8State, frame: Moving) -> Iterator[Event]:
    """A charge that has brought its enemy into contact."""
    element = state.pieces[frame.element]
    smoke = element.through_smoke or crossed_smoke(state, frame.path)
    charger = state.put(replace(element, charged=True, through_smoke=smoke))
    reached = _reached(state, frame, charger)
    remember_contacts(state, charger, reached)
    names = " and ".join(enemy.name for enemy in reached)
    yield Event(
        kind="charge",
        text=f"{charger.name} charges {names}, {path_length(frame.path):.1f} in.",
        rules=("p8.charge.required-for-melee", "p8.charge.contact-placement"),
        pieces=(charger.id, *(enemy.id for enemy in reached)),
        data={"path": frame.path, "heading": charger.heading, "action": "charge"},
    )


def _reached(state: P8State, frame: Moving, charger: Element) -> list[Element]:
    """Whom a charge has brought into contact; of those in a built-up area only its target.

    Those who have come up by themselves, to help, are not among them.
    """
    joined = {c.enemy for c in state.contacts if c.charger == charger.id and c.joined}
    return [
        enemy
        for enemy in enemies_met(state, charger)
        if enemy.id not in joined and (enemy.inside is None or enemy.id == frame.target)
    ]


def remember_contacts(state: P8State, charger: Element, reached: Sequence[Element]) -> None:
    """Keep in mind whom a charge has brought into contact."""
    known = {(contact.charger, contact.enemy) for contact in state.contacts}
    new = tuple(
        Contact(charger=charger.id, enemy=enemy.id)
        for enemy in reached
        if (charger.id, enemy.id) not in known
    )
    state.contacts = (*state.contacts, *new)


def charge_on(
    state: P8State, frame: Moving, order: GoOn, done: tuple[Point, ...]
) -> Moving | Refusal:
    """A charge that goes on by another way, or at another enemy to its original front."""
    element = state.pieces[frame.element]
    target = state.pieces.get(order.target or frame.target or "")
    path = (*done, *whole_path(done[-1], order.path or ())[1:])
    rest = replace(frame, path=path, facing=order.facing, stage="react", passed=())
    if order.target is None:
        return check_charge_path(state, rest) or rest
    refused = check_charger(state, element, target)
    if refused or target is None:
        return refused or Refusal("p8.charge.required-for-melee", "There is no such enemy.")
    return into_contact(state, rest, target)


def crossed_smoke(state: P8State, path: Sequence[Point]) -> bool:
    """Whether a path leads through a smoke screen."""
    return any(
        segment_meets(a, b, screen.base)
        for screen in state.screens
        for a, b in itertools.pairwise(path)
    )
