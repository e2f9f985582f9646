"""From a question to its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sandtable.battle import Battle, Refusal, View
from sandtable.battle.rulings import REFEREE
from sandtable.draw import Scene, scene_of_scenario
from sandtable.scenario import Scenario
from sandtable.scenario.bounds import OutOfBoundsError, check_plain
from sandtable.server import drawing
from sandtable.server.asking.fields import fields
from sandtable.server.asking.orders import actions, hint, offers, preview, targets
from sandtable.server.asking.pieces import reach, sheet, sights
from sandtable.server.asking.problems import UnanswerableError
from sandtable.server.asking.refereeing import answer_referee
from sandtable.server.asking.seeking import farthest, fitting
from sandtable.server.asking.telling import telling
from sandtable.server.messages import Answer, Ask
from sandtable.server.rooms.record import ONLOOKER

_ANSWERS: Final[dict[str, Callable[[View[Any], Ask], Answer]]] = {
    "actions": actions,
    "sheet": sheet,
    "preview": preview,
    "targets": targets,
    "farthest": farthest,
    "fitting": fitting,
    "reach": reach,
    "sights": sights,
    "offers": offers,
    "hint": hint,
    "fields": fields,
}


def answer(battle: Battle[Any], seat: str, ask: Ask) -> Answer:
    """The answer to a question of a seat, worked out from the view of that seat."""
    try:
        if ask.about == "drawing":
            return _drawn(drawing.scene_for(battle, seat), ask, battle.number)
        if ask.about == "telling":
            return telling(battle, seat, ask)
        if seat == ONLOOKER:
            raise UnanswerableError("Onlookers see the table, and nothing more.")
        if seat == REFEREE and (found := answer_referee(battle, ask)) is not None:
            return found
        check_plain(ask.order)
        return _ANSWERS[ask.about](battle.view(seat), ask)
    except Refusal as refusal:
        return Answer(id=ask.id, number=battle.number, problem=refusal.reason)
    except OutOfBoundsError as problem:
        text = f"That cannot be: {problem}."
        return Answer(id=ask.id, number=battle.number, problem=text)
    except UnanswerableError as problem:
        return Answer(id=ask.id, number=battle.number, problem=str(problem))
    except RecursionError:
        text = "That order is nested too deeply to be one."
        return Answer(id=ask.id, number=battle.number, problem=text)
    except LookupError as error:
        what = str(error.args[0]) if error.args else ""
        text = f"There is no {what!r} that you know of."
        return Answer(id=ask.id, number=battle.number, problem=text)


def before(scenario: Scenario, ask: Ask) -> Answer:
    """The answer to a question before the battle has begun: only what lies on the table."""
    if ask.about != "drawing":
        return Answer(id=ask.id, number=0, problem="The battle has not begun yet.")
    return _drawn(scene_of_scenario(scenario), ask, 0)


def _drawn(scene: Scene, ask: Ask, number: int) -> Answer:
    layers = drawing.layers_of(scene, ask.theme, ask.words)
    return Answer(
        id=ask.id,
        number=number,
        layers=drawing.changed(layers, ask.have),
        pieces=drawing.roll_call(scene),
    )
