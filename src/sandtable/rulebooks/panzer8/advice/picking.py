"""Some legal order at random, found without listing them all."""

from __future__ import annotations

import math
import random
from typing import Final

from sandtable.battle import Choice, Order

from ..decisions_due import decision_due
from ..s05_actions.actions import check_action, offered
from ..s05_actions.charge.action import charges
from ..s05_actions.fall_back.action import farthest_back
from ..s05_actions.fall_back.by_choice import FallBack, enemy_to_flee
from ..s05_actions.fall_back.ways import headings
from ..s05_actions.fire.fire import shots
from ..s05_actions.hunt.tank_hunting import HUNTING
from ..s05_actions.move.move import ROSE, entries, farthest, spot
from ..s05_actions.move.under_way import MoveAndFire
from ..s05_actions.rally.recovery import RECOVERING
from ..s05_actions.react.reaction import reactions_of, window
from ..s05_actions.react.who_and_where import can_react_somewhere, who_could_react
from ..s05_actions.readiness import able, all_commanded
from ..s09_troops.transport import targets_of
from ..s12_hidden.ambush import ambushes
from ..s13_engineering.clearing_wire import clearings
from ..s14_smoke.laying import smokes
from ..state import Element, Moving, P8State
from ..state.orders import Done, Fire, Move
from .transport import changes

TRIES: Final = 6
"""How often a random order is drawn for an element before all of its orders are listed."""


def pick(state: P8State, choice: Choice, chance: random.Random) -> Order:
    """Some legal answer to a choice, found without listing them all."""
    frame = state.frame
    if frame is None and state.phase == "action":
        return _pick_action(state, choice, chance)
    if isinstance(frame, Moving) and frame.stage in ("react", "again"):
        return _pick_reaction(state, choice, frame, chance)
    due = decision_due(state)
    assert due is not None
    return chance.choice(list(due[0].candidates(state, due[1], choice.seats)))


def _pick_action(state: P8State, choice: Choice, chance: random.Random) -> Order:
    ours = [element for element in state.pieces.values() if element.side == state.active]
    ready = [e for e in all_commanded(state, choice.seats, ours) if able(state, e)]
    chance.shuffle(ready)
    for element in ready:
        if element.under is not None:
            hidden = _pick_unseen(state, choice.seats[0], element, chance)
            if hidden is not None:
                return hidden
            continue
        changed = _change(state, choice.seats[0], element, chance)
        if changed is not None:
            return changed
        if element.carried_by is not None:
            continue
        worked = _field_work(state, choice.seats[0], element, chance)
        if worked is not None:
            return worked
        hunted = _hunts(state, choice.seats[0], element)
        if hunted and chance.random() < 0.5:
            return chance.choice(hunted)
        for _ in range(TRIES):
            drawn = _draw(state, element, chance)
            if drawn is not None and check_action(state, choice.seats[0], drawn) is None:
                return drawn
        listed = list(offered(state, choice.seats[0], element))
        if listed:
            return chance.choice(listed)
    return Done()


FIELD_WORK: Final = 0.2
"""How often somebody who can lay smoke or clear wire does so."""

MIND_TO_SHOW: Final = 0.3
"""How often a hidden element thinks of doing anything in its own turn."""


def _pick_unseen(
    state: P8State, seat: str, element: Element, chance: random.Random
) -> Order | None:
    if chance.random() >= MIND_TO_SHOW:
        return None
    listed = list(offered(state, seat, element))
    return chance.choice(listed) if listed else None


MIND_TO_CHANGE: Final = 0.15
"""How often an element thinks of mounting, getting off, limbering and the like."""


def _change(state: P8State, seat: str, element: Element, chance: random.Random) -> Order | None:
    """Mount, get off, limber or dismount now and then; passengers may also fire or recover."""
    aboard = element.carried_by is not None
    if chance.random() >= (3 * MIND_TO_CHANGE if aboard else MIND_TO_CHANGE):
        return None
    listed = list(changes(state, element))
    if aboard:
        listed += [*RECOVERING.offer(state, element), *shots(state, element)]
    legal = [order for order in listed if check_action(state, seat, order) is None]
    return chance.choice(legal) if legal else None


def _field_work(state: P8State, seat: str, element: Element, chance: random.Random) -> Order | None:
    """Lay smoke or clear wire now and then."""
    listed: list[Order] = [*smokes(state, element), *clearings(state, element)]
    legal = [order for order in listed if check_action(state, seat, order) is None]
    return chance.choice(legal) if legal and chance.random() < FIELD_WORK else None


def _hunts(state: P8State, seat: str, element: Element) -> list[Order]:
    if not element.on_table or element.suppressed:
        return []
    return [
        order for order in HUNTING.offer(state, element) if check_action(state, seat, order) is None
    ]


def _draw(state: P8State, element: Element, chance: random.Random) -> Order | None:
    """Some order for an element that may be legal."""
    if not element.on_table:
        kinds = ["move"]
    elif element.suppressed:
        kinds = ["recover", "recover", "fire", "fall back"]
    else:
        kinds = ["fire", "fire", "fire", "move", "move", "move", "move and fire", "fall back"]
        kinds += ["charge", "charge"]
    match chance.choice(kinds):
        case "fire":
            enemies = targets_of(state, element)
            return Fire(element.id, chance.choice(enemies).id) if enemies else None
        case "charge":
            listed = list(charges(state, element))
            return chance.choice(listed) if listed else None
        case "recover":
            return chance.choice(list(RECOVERING.offer(state, element)))
        case "move":
            doors = list(entries(state, element)) if state.setting.buas else []
            if doors and chance.random() < 0.3:
                return chance.choice(doors)
            heading = chance.choice(ROSE)
            reach = farthest(state, element, heading, 1.0) * chance.choice((0.5, 1.0))
            if reach > 0.25:
                return Move(element.id, (spot(state, element, heading, reach),))
        case "move and fire":
            heading = chance.choice(ROSE)
            reach = farthest(state, element, heading, 0.5)
            if reach > 0.25:
                return MoveAndFire(element.id, (spot(state, element, heading, reach),))
        case "fall back":
            enemy = enemy_to_flee(state, element)
            direction, heading = chance.choice(list(headings(state, element, enemy).items()))
            reach = math.floor(farthest_back(state, element, heading) * 100) / 100
            return FallBack(element.id, direction, reach) if reach > 0.25 else None
    return None


def _pick_reaction(state: P8State, choice: Choice, frame: Moving, chance: random.Random) -> Order:
    """Somebody's reaction, or none; half of the time nobody reacts."""
    if chance.random() < 0.5:
        return Done()
    if state.counters and chance.random() < MIND_TO_SHOW:
        shown = list(ambushes(state, choice.seats, frame))
        if shown:
            return chance.choice(shown)
    frame = window(state, frame)
    enemies = all_commanded(state, choice.seats, who_could_react(state, frame))
    chance.shuffle(enemies)
    for enemy in enemies:
        if can_react_somewhere(state, enemy, frame):
            listed = list(reactions_of(state, enemy, frame))
            return chance.choice(listed) if listed else Done()
    return Done()
