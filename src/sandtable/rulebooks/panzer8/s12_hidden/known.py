"""What a seat may know of a game: everything but what the other side hides (12, 15.3.3, 15.4.1).

Decision 0011 says what is secret and what is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeVar

import msgspec

from sandtable.battle import Event
from sandtable.battle.agenda import Due

from ..s03_turn.setting_up import unplaced
from ..state import (
    Deploying,
    Element,
    ExtraActions,
    Frame,
    P8State,
    Planning,
    Revealing,
    Secret,
    unseen_of,
)
from .counters import PLACING, is_hidden
from .who_may_hide import may_hide

S = TypeVar("S", bound=msgspec.Struct)
DueOf = Callable[[P8State], Due | None]

NAMES: Final = frozenset(
    ("element", "elements", "vehicle", "commander", "target", "onto", "by", "was")
)
"""The fields of frames that say whom they are about.

Others hold the names of sides, seats, places and the like, by which a hidden element may be called
as well.
"""

LISTS: Final = frozenset(
    (
        "left",
        "seen",
        "flak",
        "aboard",
        "near",
        "attackers",
        "defenders",
        "failed",
        "struck",
        "led",
        "twice",
    )
)
"""The fields of frames, cards and barrages that list elements."""


# -- states ---------------------------------------------------------------------------------------


def known_to(state: P8State, seat: str, due: DueOf) -> P8State:
    """The state as a seat knows it; the state itself if nothing is hidden from that seat.

    Args:
        state: All there is.
        seat: Whose view it is.
        due: What is to be decided next, since others may know who decides it.
    """
    side = state.setting.side_of(seat)
    if side is None:
        return state
    setting = state.setting.known_to(side)
    enemy = state.other_side(side)
    secret = secrets_of(state, enemy)
    plain = not secret and setting is state.setting and not _hides_more(state, enemy)
    if plain:
        return state
    known = state.copy()
    known.setting = setting
    known.agenda = tuple(
        _known_frame(state, frame, enemy, secret, due)
        for frame in state.agenda
        if not _acts_unseen(frame, secret)
    )
    for name in secret:
        del known.pieces[name]
    for counter in state.counters.values():
        if counter.side == enemy:
            known.counters[counter.id] = msgspec.structs.replace(counter, under=None)
    for name in state.stances:
        if _is_of(state, name, enemy):
            del known.stances[name]
    known.planned = tuple(target for target in state.planned if target.side != enemy)
    if setting is not state.setting:
        # How many smoke counters a side has would tell of what it hides.
        known.pools = tuple(pool for pool in state.pools if pool[0] != enemy)
    if state.cards is not None:
        known.cards = _without(state.cards, secret)
    known.screens = tuple(
        screen if screen.layer in known.pieces else msgspec.structs.replace(screen, layer=None)
        for screen in state.screens
    )
    known.barrages = tuple(_without(barrage, secret) for barrage in state.barrages)
    return known


def secrets_of(state: P8State, side: str) -> frozenset[str]:
    """The elements of a side that the other side does not know where to look for.

    While a side sets up that may hide some, nobody can tell who is yet to come from who is hidden.
    """
    hidden = {
        element.id
        for element in state.pieces.values()
        # Most are neither hidden nor carried; they need not be asked about.
        if (element.under is not None or element.carried_by is not None)
        and element.side == side
        and is_hidden(state, element)
    }
    sets_up = any(isinstance(f, Deploying) and f.side == side for f in state.agenda)
    if sets_up and may_hide(state, side):
        waiting = {element.id for element in unplaced(state, side)}
        aboard = {e.id for e in state.pieces.values() if e.carried_by in waiting}
        hidden |= waiting | aboard
    return frozenset(hidden)


def _hides_more(state: P8State, side: str) -> bool:
    """Whether a side has secrets beside its elements: dummies, plans, or that it makes them."""
    return (
        any(counter.side == side for counter in state.counters.values())
        or any(target.side == side for target in state.planned)
        or any(_is_of(state, name, side) for name in state.stances)
        or any(_is_secret(state, frame, side) for frame in state.agenda)
    )


def _is_of(state: P8State, name: str, side: str) -> bool:
    """Whether a standing order is one of a side."""
    return name == unseen_of(side) or (name in state.pieces and state.pieces[name].side == side)


# -- frames ---------------------------------------------------------------------------------------


def _is_secret(state: P8State, frame: Frame, side: str) -> bool:
    """Whether a frame is of a kind that only its own side may look into."""
    match frame:
        case Revealing(counter=counter):
            return counter in state.counters and state.counters[counter].side == side
        case Deploying(side=owner):
            return owner == side and may_hide(state, side)
        case Planning(side=owner):
            return owner == side
    return False


def _acts_unseen(frame: Frame, secret: frozenset[str]) -> bool:
    """Whether a frame is about the further action of somebody hidden, as if there were none.

    That its recovery earned it one is not to be seen.
    """
    return isinstance(frame, ExtraActions) and any(one in secret for one in frame.elements)


def _known_frame(
    state: P8State, frame: Frame, side: str, secret: frozenset[str], due: DueOf
) -> Frame:
    """A frame as the enemies of a side know it."""
    if _is_secret(state, frame, side) or _names(frame, secret):
        return _veil(state, frame, due)
    return _without(frame, secret)


def _names(frame: Frame, secret: frozenset[str]) -> bool:
    """Whether a frame is about somebody who is hidden."""
    for name in NAMES.intersection(frame.__struct_fields__):
        value = getattr(frame, name)
        if isinstance(value, str) and value in secret:
            return True
        if isinstance(value, Element) and value.id in secret:
            return True
        if isinstance(value, tuple) and any(one in secret for one in value):
            return True
    return False


def _without(record: S, secret: frozenset[str]) -> S:
    """A record whose lists leave out those who are hidden."""
    changes: dict[str, Any] = {}
    for name in LISTS.intersection(record.__struct_fields__):
        value = getattr(record, name)
        if any(one in secret for one in value):
            changes[name] = tuple(one for one in value if one not in secret)
    return msgspec.structs.replace(record, **changes) if changes else record


def _veil(state: P8State, frame: Frame, due_of: DueOf) -> Secret:
    """What others see of a frame: who decides, if it is the one that is due."""
    rule, prompt = "p8.hidden.counters-and-dummies", "The enemy decides something out of sight."
    match frame:
        case Revealing():
            rule, prompt = PLACING, "The enemy places what was under a counter."
        case Deploying():
            rule, prompt = "p8.turn.setup-by-scenario", "The enemy sets up."
        case Planning(support=support):
            rule = "p8.air.preplanned" if support == "air" else "p8.support.preplanned"
            prompt = "The enemy notes targets down."
    seats: tuple[str, ...] = ()
    if state.agenda and frame is state.agenda[-1]:
        due = due_of(state)
        assert due is not None
        seats = due[0].choice(state, due[1]).seats
        side = state.setting.side_of(seats[0]) if seats else None
        if side is not None and not isinstance(frame, Deploying | Planning):
            # Which of several players commands somebody hidden is a secret, too.
            seats = state.setting.seats[side]
    return Secret(seats=seats, rule=rule, prompt=prompt)


# -- events ---------------------------------------------------------------------------------------


def veiled(state: P8State, events: Iterable[Event]) -> Iterator[Event]:
    """Events as they happen; those that name somebody hidden are for its own side alone."""
    for event in events:
        sides = {
            state.pieces[name].side
            for name in event.pieces
            if name in state.pieces and is_hidden(state, state.pieces[name])
        }
        if not sides or event.seen_by is not None:
            yield _uncounted(state, event)
            continue
        knowing = tuple(seat for side in sorted(sides) for seat in state.setting.seats[side])
        yield msgspec.structs.replace(event, seen_by=knowing)
        told = _told_to_others(state, event)
        if told is not None:
            others = tuple(
                seat
                for side in state.setting.sides
                if side not in sides
                for seat in state.setting.seats[side]
            )
            yield msgspec.structs.replace(told, seen_by=others)


def _uncounted(state: P8State, event: Event) -> Event:
    """An event without how many smoke counters are left, where that would tell of hidden units."""
    if event.kind != "smoke" or "left" not in event.data:
        return event
    if all(state.setting.known_to(side) is state.setting for side in state.setting.sides):
        return event
    data = {name: value for name, value in event.data.items() if name != "left"}
    return msgspec.structs.replace(event, data=data)


def _told_to_others(state: P8State, event: Event) -> Event | None:
    """What those hear of an event who may not know who did it: that a mortar fired."""
    known = [
        name
        for name in event.pieces
        if name not in state.pieces or not is_hidden(state, state.pieces[name])
    ]
    if event.kind == "smoke" and event.data.get("result") == "dissolved":
        return msgspec.structs.replace(event, text="The smoke dissolves.", pieces=())
    if event.kind == "smoke":
        return Event(
            kind="smoke",
            text="A mortar out of sight fires smoke.",
            rules=("p8.hidden.revealed-by-firing",),
            data={"result": event.data.get("result", "")},
        )
    target = state.pieces.get(known[0]) if known else None
    if target is None:
        return None
    rule = "p8.hidden.revealed-by-firing"
    if event.kind == "fire":
        return Event(
            kind="fire",
            text=f"A mortar out of sight fires at {target.name}.",
            rules=(rule,),
            pieces=(target.id,),
            data={"effect": event.data.get("effect", "none")},
        )
    if event.kind == "reaction":
        return Event(
            kind="reaction",
            text=f"Somebody out of sight reacts to {target.name}.",
            rules=(rule,),
            pieces=(target.id,),
        )
    return None
