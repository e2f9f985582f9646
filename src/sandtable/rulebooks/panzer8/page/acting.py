"""What an element can do in its Action Phase: shoot, move, charge, fall back, recover, hunt.

An action is listed as impossible only if nothing that could be filled in would make it possible.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from sandtable.battle import Order, Refusal
from sandtable.battle.handling import Action, Slot
from sandtable.rulebooks.panzer8.page import slots
from sandtable.rulebooks.panzer8.page import words as told
from sandtable.rulebooks.panzer8.s05_actions.action import waits_outside
from sandtable.rulebooks.panzer8.s05_actions.actions import ACTIONS
from sandtable.rulebooks.panzer8.s05_actions.candidates import farthest_back, is_armed
from sandtable.rulebooks.panzer8.s05_actions.charge.charging import ASSAULT_TROOPS, check_charger
from sandtable.rulebooks.panzer8.s05_actions.fall_back.by_choice import enemy_to_flee
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import headings
from sandtable.rulebooks.panzer8.s05_actions.hunt.tank_hunting import Hunt
from sandtable.rulebooks.panzer8.s05_actions.mount.mounting import check_not_landed
from sandtable.rulebooks.panzer8.s05_actions.move.interpenetration import check_end
from sandtable.rulebooks.panzer8.s05_actions.move.rates import ROAD_BONUS
from sandtable.rulebooks.panzer8.s05_actions.rally.recovery import Recover
from sandtable.rulebooks.panzer8.s05_actions.readiness import able
from sandtable.rulebooks.panzer8.s09_troops.transport import targets_of
from sandtable.rulebooks.panzer8.s15_events.effects import haste
from sandtable.rulebooks.panzer8.state import Element
from sandtable.rulebooks.panzer8.state.case import Case
from sandtable.rulebooks.panzer8.state.orders import (
    ActionOrder,
    Charge,
    FallBack,
    Fire,
    Move,
    MoveAndFire,
)
from sandtable.rulebooks.panzer8.state.tables import RATES
from sandtable.rulebooks.panzer8.state.units import refusal_in_unit
from sandtable.table import distance

SHORTEST: Final = 0.1
"""The least that anybody is offered to fall back."""

STEP: Final = 0.5
"""How finely it is looked for a distance that an element can fall back."""

HAIRS: Final = (0.05, 0.04, 0.03, 0.02, 0.01)
"""By so much a length may be too short that was found by halving."""

Lister = Callable[[Case, Element], Iterator[Action]]


# -- shooting -------------------------------------------------------------------------------------


def fire(case: Case, element: Element) -> Iterator[Action]:
    """Shoot; a second gun may have a target of its own."""
    state = case.state
    if not is_armed(state, element) or waits_outside(element):
        return
    enemies = case.nearest_first(targets_of(state, element), element)
    refused = [case.refusal(Fire(element.id, enemy.id)) for enemy in enemies]
    fixed: dict[str, object] = {"element": element.id}
    guns = state.sheet(element).guns
    main = f"Choose the target of {guns[0].name}" if len(guns) > 1 else "Choose a target"
    asked = [slots.one_of("target", main, _allowed_first(enemies, refused))]
    others: list[Refusal | None] = []
    if len(guns) > 1:
        others = [case.refusal(Fire(element.id, None, (enemy.id,))) for enemy in enemies]
        fixed["target"] = None
        asked = [
            slots.one_of("target", main, _allowed_first(enemies, refused), required=False),
            slots.some_of(
                "secondary",
                f"Choose the target of its {guns[1].name}",
                _allowed_first(enemies, others),
                required=False,
                most=1,
            ),
        ]
    why = None
    if all(one is not None for one in (*refused, *others)):
        why = refused[0] if refused else case.refusal(Fire(element.id, None))
    yield case.action(
        Fire, told.FIRE, piece=element.id, fixed=fixed, slots=asked if enemies else (), refusal=why
    )


def _allowed_first(elements: list[Element], refused: list[Refusal | None]) -> tuple[str, ...]:
    """Ids, of those against whom nothing speaks first."""
    pairs = sorted(zip(refused, elements, strict=True), key=lambda pair: pair[0] is not None)
    return slots.names(element for _, element in pairs)


# -- moving ---------------------------------------------------------------------------------------


def move(case: Case, element: Element) -> Iterator[Action]:
    """Move, turn in place, or go up and down in a building."""
    state = case.state
    why = barred(case, Move(element.id, (), element.heading), element)
    fixed: dict[str, object] = {"element": element.id}
    if state.sheet(element).move_class != "0":
        words = told.ENTER if waits_outside(element) else told.MOVE
        yield case.action(
            Move,
            words,
            piece=element.id,
            fixed=fixed,
            slots=_way(case, element, climbs=True),
            refusal=why,
            key=told.MOVE.key,
        )
    if element.on_table:
        turned = slots.facing("Turn it to face", required=True, default=element.heading)
        yield case.action(
            Move, told.TURN, piece=element.id, fixed=fixed, slots=(turned,), refusal=why
        )
    bua = state.setting.buas.get(element.inside or "")
    if bua is not None and bua.elevated:
        yield case.action(
            Move,
            told.CLIMB,
            piece=element.id,
            fixed={**fixed, "path": [], "aloft": not element.aloft},
            refusal=why,
            label="Come down" if element.aloft else "Go up",
        )


def _way(case: Case, element: Element, *, climbs: bool) -> Iterator[Slot]:
    """A path, how it is gone, and how the element faces in the end."""
    yield slots.path("Drag it along its way, or click one point of it after another")
    yield slots.facing("Turn it to face, or leave it facing as it arrives")
    yield slots.bearing_of(case.state, element)
    if climbs and any(bua.elevated for bua in case.state.setting.buas.values()):
        yield slots.flag("aloft", "Does it go up to the high part of the building?")


def move_and_fire(case: Case, element: Element) -> Iterator[Action]:
    """Move at half speed, or turn in place, and then shoot."""
    state = case.state
    if not is_armed(state, element):
        return
    why = barred(case, MoveAndFire(element.id, (), element.heading), element)
    fixed: dict[str, object] = {"element": element.id}
    if not state.has(element, "NMF") and state.sheet(element).move_class != "0":
        yield case.action(
            MoveAndFire,
            told.MOVE_AND_FIRE,
            piece=element.id,
            fixed=fixed,
            slots=_way(case, element, climbs=False),
            refusal=why,
        )
    if element.on_table:
        turned = slots.facing("Turn it to face", required=True, default=element.heading)
        yield case.action(
            MoveAndFire,
            told.TURN_AND_FIRE,
            piece=element.id,
            fixed=fixed,
            slots=(turned,),
            refusal=why,
        )


def barred(case: Case, turn: Move | MoveAndFire, element: Element) -> Refusal | None:
    """Why an element cannot move at all: it cannot even turn to face as it does.

    Whoever is about to enter cannot turn before it is on the table, and whoever stands where nobody
    may stay can still leave; that says nothing about moves.
    """
    why = case.refusal(turn)
    if why is None:
        return None
    state = case.state
    if not element.on_table and able(state, element) and why.rule == told.ENTER.rule:
        return None
    stays = check_end(state, element, element) if element.on_table else None
    return None if is_same(case, why, stays) else why


def is_general(case: Case, element: Element, order: ActionOrder, why: Refusal) -> bool:
    """Whether an order is refused for what is asked of every action, not for what it wants."""
    return not is_same(case, why, ACTIONS[type(order)].check(case.state, element, order))


def is_same(case: Case, why: Refusal, other: Refusal | None) -> bool:
    """Whether two refusals say the same, the one in the unit of the battle."""
    told_alike = refusal_in_unit(case.state.setting, other)
    return told_alike is not None and told_alike.args == why.args


# -- charging -------------------------------------------------------------------------------------


def charge(case: Case, element: Element) -> Iterator[Action]:
    """Charge an enemy; whoever is too far away for the straight way is out of reach."""
    state = case.state
    kind = state.sheet(element).type
    if (kind != "tank" and kind not in ASSAULT_TROOPS) or waits_outside(element):
        return
    enemies = case.nearest_first(state.enemies_of(element), element)
    fit = [enemy for enemy in enemies if check_charger(state, element, enemy) is None]
    reach = max(RATES[state.sheet(element).move_class].values()) + ROAD_BONUS
    reach *= haste(state, element, "charge")
    here = state.base(element)
    near = [enemy for enemy in fit if distance(here, state.base(enemy)) <= reach]
    if near:
        why = _unless_about_the_way(case, Charge(element.id, near[0].id), element)
    else:
        first = next(iter(slots.names(fit or enemies)), "")
        why = case.refusal(Charge(element.id, first))
    asked = (
        slots.one_of("target", "Choose whom to charge", slots.names(near or fit or enemies)),
        slots.path("Click points to pass on the way to it", required=False),
        slots.facing("Turn it to face at the last of these points"),
    )
    yield case.action(
        Charge,
        told.CHARGE,
        piece=element.id,
        fixed={"element": element.id},
        slots=asked,
        refusal=why,
    )


def _unless_about_the_way(case: Case, order: Charge, element: Element) -> Refusal | None:
    """Why an element cannot charge whatever way it takes."""
    why = case.refusal(order)
    if why is None or is_general(case, element, order, why):
        return why
    return check_not_landed(element)


# -- falling back ---------------------------------------------------------------------------------


def fall_back(case: Case, element: Element) -> Iterator[Action]:
    """Fall back, away from the enemy or homewards, so far as there is a way."""
    state = case.state
    if state.sheet(element).move_class == "0" or not element.on_table:
        return
    listed = 0
    first: Refusal | None = None
    for direction, heading in headings(state, element, enemy_to_flee(state, element)).items():
        most = math.floor(farthest_back(state, element, heading) * 100) / 100
        lengths = [most, *(STEP * n for n in range(int(most / STEP), 0, -1)), SHORTEST]
        refused = None
        for length in lengths:
            order = FallBack(element.id, direction, max(length, SHORTEST))
            refused = case.refusal(order)
            if refused is None or is_general(case, element, order, refused):
                break
        first = first or refused
        if refused is not None:
            continue
        listed += 1
        way = partial(FallBack, element.id, direction)
        farthest = stretched(case, way, max(length, SHORTEST))
        yield case.action(
            FallBack,
            told.FALL_BACK_HOME if direction == "home" else told.FALL_BACK,
            piece=element.id,
            fixed={"element": element.id, "direction": direction},
            slots=(
                slots.number("distance", "How far?", SHORTEST, max(most, farthest), farthest),
                slots.facing_back(state, element),
            ),
        )
    if not listed:
        yield case.action(
            FallBack,
            told.FALL_BACK,
            piece=element.id,
            fixed={"element": element.id},
            refusal=first,
        )


def stretched(case: Case, way: Callable[[float], Order], length: float) -> float:
    """A length to fall back that is allowed, with the hair that was lost when it was looked for."""
    for hair in HAIRS:
        if case.allows(way(round(length + hair, 2))):
            return round(length + hair, 2)
    return length


LISTERS: Final[tuple[Lister, ...]] = (
    fire,
    move,
    move_and_fire,
    charge,
    fall_back,
    ACTIONS[Recover].listed,
    ACTIONS[Hunt].listed,
)
"""Everything here, in the order in which it is listed."""
