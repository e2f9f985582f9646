"""Section 15.4.2 and 15.4.3: who may direct the fire of batteries, and on whom."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.battle import Refusal
from sandtable.catalogue import cite

from ...s02_terrain.ground_and_cover import is_fortified
from ...s02_terrain.line_of_sight import sees
from ...s09_troops.transport import carrier, is_recce
from ...s12_hidden.counters import is_hidden
from ...state import Element, P8State
from .signals import equipment


def is_foo(state: P8State, element: Element) -> bool:
    """Whether an element is a forward observation officer."""
    return state.sheet(element).type == "foo"


def check_observer(state: P8State, side: str, name: str) -> Refusal | None:
    """Why an element cannot direct support fire for a side now."""
    element = state.pieces.get(name)
    rule = "p8.support.method-choice"
    if element is None or element.side != side:
        return Refusal(rule, f"There is no element {name!r} of yours in play.")
    if not lookout(state, element).on_table and not is_hidden(state, element):
        return Refusal(rule, f"{element.name} is not on the table.")
    if is_foo(state, element):
        return _check_foo(state, element)
    if not (state.sheet(element).is_commander or is_recce(state, element)):
        return Refusal(
            rule,
            f"{element.name} cannot direct support fire; a FOO, a commander or a Recce element "
            "can.",
        )
    if element.suppressed:
        return Refusal(
            "p8.support.commander-controlled",
            f"{element.name} is suppressed and cannot direct support fire.",
        )
    return None


def _check_foo(state: P8State, foo: Element) -> Refusal | None:
    if foo.suppressed:
        return Refusal(
            "p8.foo.not-when-suppressed", f"{foo.name} is suppressed and cannot call artillery."
        )
    match equipment(state, foo):
        case "telephone":
            return _check_telephone(state, foo)
        case "radio":
            cite("p8.support.foo-radio")
    return None


def _check_telephone(state: P8State, foo: Element) -> Refusal | None:
    rule = "p8.support.foo-telephone"
    if not (foo.dug_in or foo.inside is not None or is_fortified(state, foo)):
        return Refusal(
            rule,
            f"{foo.name} has a telephone: he must be in a building, in works or dug in to use it.",
        )
    if foo.walked:
        return Refusal(
            rule, f"{foo.name} has a telephone and moved in your last Action Phase; he must stay."
        )
    cite(rule)
    return None


def lookout(state: P8State, observer: Element) -> Element:
    """From where an observer looks: his own base, or the vehicle that he rides in."""
    return carrier(state, observer) or observer


def observes(state: P8State, observer: Element, target: Element) -> bool:
    """Whether an observer has a line of sight to a target."""
    cite("p8.support.foo-los")
    return sees(state, lookout(state, observer), target)


def observers(state: P8State, side: str) -> Iterator[Element]:
    """Everybody who can direct support fire now, observation officers first."""
    able = [
        element
        for element in state.pieces.values()
        if element.side == side and check_observer(state, side, element.id) is None
    ]
    yield from (element for element in able if is_foo(state, element))
    yield from (element for element in able if not is_foo(state, element))


def remember_place(state: P8State, before: Element, fresh: Element) -> Element:
    """An observer at the start of his player turn; whether he has moved in the last one stays."""
    if not state.setting.options["support_fire"] or not is_foo(state, before):
        return fresh
    return msgspec.structs.replace(fresh, walked=before.shifted or before.boarded or before.landed)
