"""From the fields of an act to what is offered: slots for people, orders for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from sandtable.acts.fields import Among, Field, Given, domain
from sandtable.battle import Order, Refusal
from sandtable.battle.case import Case
from sandtable.battle.page import Slot

if TYPE_CHECKING:
    from sandtable.acts.act import Act

TRIED: Final = 3
"""With so many of the likeliest targets it is tried whether a helper could help."""

ENOUGH: Final = 64
"""Of so many ways to fill an order in, one is looked for that is allowed."""

Filled = Mapping[str, Any]


def made(act: Act[Any, Any], doer: Any, filled: Filled) -> Order:
    """The order of an act with some of its fields filled in; ``doer`` is nobody for a seat's."""
    return act.order(**({} if doer is None else {act.doer: doer.id}), **filled)


# -- for programs ---------------------------------------------------------------------------------


def combinations(act: Act[Any, Any], state: Any, doer: Any) -> Iterator[Any]:
    """An order with everything that its lists hold: first without, then with what is optional."""
    for variant in act.ways(state, doer):
        left = [field for field in act.fields if field.name not in variant.fixed]
        needed = [field for field in left if _needed(field, state, doer)]
        extra = [one for one in left if isinstance(one, Among) and one.optional]
        for values in product(*(_values(field, state, doer) for field in needed)):
            names = (field.name for field in needed)
            filled = {**variant.fixed, **dict(zip(names, values, strict=True))}
            yield made(act, doer, filled)
            for field in extra:
                for value in field.values(state, doer):
                    yield made(act, doer, {**filled, field.name: value})


def _needed(field: Field, state: Any, doer: Any) -> bool:
    if isinstance(field, Among):
        return not field.optional
    slot = field.slot_for(state, doer)
    return slot is not None and slot.required


def _values(field: Field, state: Any, doer: Any) -> list[Any]:
    if isinstance(field, Among):
        return field.values(state, doer)
    slot = field.slot_for(state, doer)
    return [] if slot is None else list(domain(slot))


# -- for people -----------------------------------------------------------------------------------


def slots_and_refusal(
    act: Act[Any, Any], case: Case[Any], doer: Any, fixed: Filled
) -> tuple[list[Slot], Refusal | None]:
    """The fields that are left to fill in, and why nothing that could be filled in would do.

    Of several targets those come first against whom nothing speaks. Who may be left out is asked
    for only if somebody could be named; he must be, where nothing is allowed without him.
    """
    left = [field for field in act.fields if field.name not in fixed]
    slots = _given(left, case, doer)
    fillings, open_ended = _fillings(slots, fixed)
    alone: Refusal | None = None
    needed = [one for one in left if isinstance(one, Among) and not one.optional]
    if not needed and not open_ended:
        alone = case.first_refusal(made(act, doer, filled) for filled in fillings)
    for field in needed:
        picked, alone = _picked(act, case, doer, field, fillings)
        slots[field.name] = field.slot(picked, must=True)
        fillings = [{**fillings[0], field.name: one} for one in picked] or fillings
    helped = False
    for extra in (one for one in left if isinstance(one, Among) and one.optional):
        able = _able(act, case, doer, extra, fillings[:TRIED])
        helped |= bool(able)
        if able:
            slots[extra.name] = extra.slot(able, must=alone is not None)
    listed = [slots[field.name] for field in left if field.name in slots]
    return listed, None if helped else alone


def _given(fields: list[Field], case: Case[Any], doer: Any) -> dict[str, Slot]:
    """The slots of those fields that are given as they are asked for."""
    given = (field for field in fields if isinstance(field, Given))
    asked = ((field.name, field.slot_for(case.state, doer)) for field in given)
    return {name: slot for name, slot in asked if slot is not None}


def _fillings(slots: Mapping[str, Slot], fixed: Filled) -> tuple[list[dict[str, Any]], bool]:
    """Ways to fill in what has to be given, and whether something of that has no list.

    What has no list and no default is a way or a place; an act with such a field says itself why
    it is refused, since nobody can try all of them.
    """
    needed = {name: slot for name, slot in slots.items() if slot.required}
    lists = {name: _likely(slot) for name, slot in needed.items()}
    if not all(lists.values()):
        return [dict(fixed)], True
    filled = product(*lists.values())
    found = ({**fixed, **dict(zip(lists, values, strict=True))} for values in filled)
    return [one for one, _ in zip(found, range(ENOUGH), strict=False)], False


def _likely(slot: Slot) -> list[Any]:
    values = list(domain(slot))
    return values if slot.default is None else [slot.default, *values]


def _picked(
    act: Act[Any, Any], case: Case[Any], doer: Any, field: Among, fillings: list[dict[str, Any]]
) -> tuple[tuple[str, ...], Refusal | None]:
    """Those whom a field may name, sorted by the first way to fill in the rest that will do."""
    best: tuple[tuple[str, ...], Refusal | None] = ((), None)
    for number, filled in enumerate(fillings):
        orders = {
            one: made(act, doer, {**filled, field.name: one})
            for one in field.values(case.state, doer)
        }
        found = case.sifted(orders, narrow=field.narrow)
        if number == 0 or found[1] is None:
            best = found
        if found[1] is None:
            break
    return best


def _able(
    act: Act[Any, Any], case: Case[Any], doer: Any, field: Among, fillings: list[dict[str, Any]]
) -> list[str]:
    """Those with whom an order would be allowed, whatever else is filled in."""
    return [
        one
        for one in field.values(case.state, doer)
        if any(case.allows(made(act, doer, {**filled, field.name: one})) for filled in fillings)
    ]
