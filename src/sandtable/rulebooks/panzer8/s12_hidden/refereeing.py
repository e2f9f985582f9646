"""Section 12 by the referee's word: elements that he hides during the battle, or brings out."""

from __future__ import annotations

from typing import Final

from sandtable.battle import Refusal
from sandtable.battle.rulings import RULE_ZERO
from sandtable.table import Point, touching

from ..s02_terrain.ground_and_cover import is_fortified
from ..s09_troops.transport import cargo
from ..state import Element, Frame, P8State
from .counters import PLACING, check_emerge, facings, free_spot, is_hidden, place, places
from .known import LISTS, NAMES
from .spotting import sightings
from .who_may_hide import lay_counter, put_under

_COUNTERS: Final = "p8.hidden.counters-and-dummies"


# -- hiding ---------------------------------------------------------------------------------------


def conceal(state: P8State, name: str) -> str:
    """Put an element, with everybody aboard, under a counter where it stands.

    Raises:
        Refusal: If it cannot be hidden there.
    """
    element = state.pieces[name]
    refused = _check_conceal(state, element)
    if refused is not None:
        raise refused
    counter = lay_counter(state, element.side, (element.x, element.y))
    _forget(state, frozenset((name, *(other.id for other in cargo(state, element)))))
    put_under(state, counter, [element])
    for enemy, sighting in sightings(state):
        if sighting.counter == counter.id:
            raise Refusal(sighting.rule, f"{enemy.name} would spot {element.name} there at once.")
    return f"The referee hides {element.name} under {counter.id}."


def _check_conceal(state: P8State, element: Element) -> Refusal | None:
    if not state.setting.options["hidden_placement"]:
        return Refusal(
            "p8.hidden.half-of-defender", "This battle is played without hidden placement."
        )
    if is_hidden(state, element):
        return Refusal(_COUNTERS, f"{element.name} is hidden already.")
    if element.carried_by is not None:
        vehicle = state.pieces[element.carried_by]
        return Refusal(_COUNTERS, f"{element.name} is aboard {vehicle.name}; hide that.")
    if not element.on_table:
        return Refusal(_COUNTERS, f"{element.name} is not on the table.")
    if is_fortified(state, element):
        return Refusal(
            "p8.hidden.not-in-fortifications",
            f"{element.name} is in a fortification, where nobody is hidden.",
        )
    if any(_concerns(frame, element.id) for frame in state.agenda):
        return Refusal(
            RULE_ZERO, f"{element.name} is in the middle of something that must be settled first."
        )
    base = state.base(element)
    for enemy in state.enemies_of(element):
        if touching(base, state.base(enemy)):
            return Refusal(RULE_ZERO, f"{element.name} is in contact with {enemy.name}.")
    return None


def _concerns(frame: Frame, name: str) -> bool:
    """Whether something on the agenda is about an element."""
    for field in (NAMES | LISTS).intersection(frame.__struct_fields__):
        value = getattr(frame, field)
        if value == name or (isinstance(value, tuple) and name in value):
            return True
        if isinstance(value, Element) and value.id == name:
            return True
    return False


def _forget(state: P8State, names: frozenset[str]) -> None:
    """Drop what the battle remembers of elements that were in sight so far."""
    state.contacts = tuple(c for c in state.contacts if not names & {c.charger, c.enemy})
    state.engaged = tuple(pair for pair in state.engaged if not names & {*pair})
    state.stormed = tuple(fight for fight in state.stormed if not names & {*fight[1:]})
    state.rifled = tuple(shot for shot in state.rifled if shot[1] not in names)
    state.committed = tuple(one for one in state.committed if one not in names)


# -- bringing out ---------------------------------------------------------------------------------


def bring_out(state: P8State, name: str, at: Point | None = None) -> str:
    """Put a hidden element on the table, or all that are under a counter; a dummy is taken away.

    Raises:
        Refusal: If it is not hidden, or cannot stand there.
    """
    counter = state.counters.get(name)
    if counter is None:
        return f"The referee brings {_brought_out(state, name, at)} out of hiding."
    names = [_brought_out(state, one, at) for one in counter.under or ()]
    state.counters.pop(name, None)
    found = " and ".join(names) or "a dummy"
    return f"The referee turns {name} over: {found}."


def _brought_out(state: P8State, name: str, at: Point | None) -> str:
    """Put a hidden element on the table, and say who it is."""
    element = state.pieces.get(name)
    if element is None:
        known = ", ".join((*state.counters, *state.pieces))
        raise Refusal(RULE_ZERO, f"There is no element or counter {name!r}; there are: {known}.")
    if not is_hidden(state, element):
        raise Refusal(PLACING, f"{element.name} is not hidden.")
    if element.under is None:
        assert element.carried_by is not None
        vehicle = state.pieces[element.carried_by]
        raise Refusal(PLACING, f"{element.name} is aboard {vehicle.name}; bring that out.")
    spot, facing = _where(state, element, at)
    list(place(state, element, spot, facing))  # the ruling itself tells of it
    return element.name


def _where(state: P8State, element: Element, at: Point | None) -> tuple[Point, float]:
    facing = facings(state, element)[0]
    if at is None:
        return next(places(state, element), None) or (free_spot(state, element), facing)
    refused = check_emerge(state, element, at, facing)
    if refused is not None:
        raise refused
    return at, facing
