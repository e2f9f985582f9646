"""From the fields of an act to what is offered: slots for people, orders for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from sandtable.acts.fields import Among
from sandtable.battle import Order, Refusal
from sandtable.battle.case import Case
from sandtable.battle.handling import Slot

if TYPE_CHECKING:
    from sandtable.acts.act import Act

TRIED: Final = 3
"""With so many of the likeliest targets it is tried whether a helper could help."""


def combinations(act: Act[Any, Any], state: Any, doer: Any) -> Iterator[Any]:
    """An order with everything that its lists hold: first without, then with what is optional."""
    lists = [field for field in act.fields if isinstance(field, Among)]
    needed = [field for field in lists if not field.optional]
    extra = [field for field in lists if field.optional]
    for values in product(*(field.values(state, doer) for field in needed)):
        filled = {field.name: value for field, value in zip(needed, values, strict=True)}
        yield made(act, doer, filled)
        for field in extra:
            for value in field.values(state, doer):
                yield made(act, doer, {**filled, field.name: value})


def made(act: Act[Any, Any], doer: Any, filled: Mapping[str, Any]) -> Order:
    """The order of an act with some of its fields filled in."""
    return act.order(**{act.doer: doer.id}, **filled)


def slots_and_refusal(
    act: Act[Any, Any], case: Case[Any], doer: Any
) -> tuple[list[Slot], Refusal | None]:
    """The fields that are left to fill in, and why nothing that could be filled in would do.

    Of several targets those come first against whom nothing speaks. Who may be left out is asked
    for only if somebody could be named; he must be, where nothing is allowed without him.
    """
    needed = [one for one in act.fields if isinstance(one, Among) and not one.optional]
    extra = [one for one in act.fields if isinstance(one, Among) and one.optional]
    fillings: list[dict[str, Any]] = [{}]
    slots: dict[str, Slot] = {}
    alone = None if needed else case.refusal(made(act, doer, {}))
    for field in needed:
        first = fillings[0]
        orders = {
            one: made(act, doer, {**first, field.name: one})
            for one in field.values(case.state, doer)
        }
        picked, alone = case.sifted(orders, narrow=field.narrow)
        slots[field.name] = field.slot(picked, must=True)
        fillings = [{**first, field.name: one} for one in picked] or fillings
    for field in extra:
        able = _able(act, case, doer, field, fillings[:TRIED])
        if able:
            slots[field.name] = field.slot(able, must=alone is not None)
    helped = any(field.name in slots for field in extra)
    for other in act.fields:
        slot = None if isinstance(other, Among) else other.ask(case.state, doer)
        if slot is not None:
            slots[other.name] = slot
    listed = [slots[field.name] for field in act.fields if field.name in slots]
    return listed, None if helped else alone


def _able(
    act: Act[Any, Any], case: Case[Any], doer: Any, field: Among, fillings: list[dict[str, Any]]
) -> list[str]:
    """Those with whom an order would be allowed, whatever else is filled in."""
    return [
        one
        for one in field.values(case.state, doer)
        if any(case.allows(made(act, doer, {**filled, field.name: one})) for filled in fillings)
    ]
