"""What can be fought, by which rules, and against whom."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from fastapi import APIRouter, HTTPException, Response

from sandtable.battle import Battle, Rulebook, rulebook_for
from sandtable.battle.peoples import people_of
from sandtable.draw import draw_scenario
from sandtable.players import player_names
from sandtable.scenario import Scenario, Side, load_scenario, shipped
from sandtable.server.http.callers import Admitted
from sandtable.server.http.models import (
    ForceInfo,
    OptionInfo,
    PlayerInfo,
    Problem,
    ScenarioDetails,
    ScenarioInfo,
    SideInfo,
    Theme,
    UnitInfo,
)
from sandtable.server.rooms.welcoming import options_of

router = APIRouter(prefix="/api", responses={401: {"model": Problem}, 404: {"model": Problem}})

SECONDS: Final = 30
"""How long a piece takes in a turn, roughly."""

LEVELS: Final = {
    "random": "Does anything that is allowed, without a thought: to learn the rules by.",
    "greedy": "Does what the exact odds say is best, one step ahead.",
}


@router.get("/scenarios")
def scenarios(_caller: Admitted) -> list[ScenarioInfo]:
    """The battles that can be fought, the smallest first."""
    return [ScenarioInfo(**_facts(scenario)) for scenario in _shipped().values()]


@router.get("/scenarios/{scenario}")
def scenario_details(scenario: str, _caller: Admitted) -> ScenarioDetails:
    """A battle that can be fought, with its forces and all that is to be chosen."""
    found = find(scenario)
    book: Rulebook[Any] = rulebook_for(found.book)
    return ScenarioDetails(
        **_facts(found),
        forces=_forces(found),
        options=[OptionInfo(**option) for option in options_of(found, book)],
    )


@router.get(
    "/scenarios/{scenario}/drawing.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
def scenario_drawing(
    scenario: str, _caller: Admitted, theme: Theme = "light", names: bool = True
) -> Response:
    """The table of a scenario before the first decision, as far as everybody may know."""
    find(scenario)
    return Response(
        _picture(scenario, theme, names),
        media_type="image/svg+xml",
        headers={"Cache-Control": "private, max-age=3600"},
    )


@router.get("/players")
def players(_caller: Admitted) -> list[PlayerInfo]:
    """The computer players."""
    return [PlayerInfo(name=name, text=LEVELS.get(name, "")) for name in player_names()]


@cache
def _shipped() -> dict[str, Scenario]:
    return {scenario.id: scenario for scenario in shipped()}


def find(name: str) -> Scenario:
    """A scenario that comes with the program.

    Raises:
        HTTPException: If there is none of that name.
    """
    found = _shipped().get(name)
    if found is None:
        raise HTTPException(404, f"There is no scenario {name!r}.")
    return found


@cache
def _picture(name: str, theme: Theme, names: bool) -> str:
    scenario = load_scenario(name)
    return draw_scenario(scenario, theme=theme, sheet=False, labels=names, prefix=f"sc-{name}")


def _facts(scenario: Scenario) -> dict[str, Any]:
    book: Rulebook[Any] = rulebook_for(scenario.book)
    return {
        "id": scenario.id,
        "title": scenario.title,
        "book": scenario.book,
        "book_title": book.title,
        "squares": book.on_squares,
        "date": scenario.date,
        "place": scenario.place,
        "briefing": scenario.briefing,
        "turns": book.last_turn(scenario),
        "turn_name": book.turn_name,
        "sides": [SideInfo(**_side_facts(scenario, side)) for side in scenario.sides],
        "advanced": _is_advanced(scenario, book),
        "balance": _balance(scenario.briefing),
        "length": _length(scenario),
    }


def _is_advanced(scenario: Scenario, book: Rulebook[Any]) -> bool | None:
    """Whether it adds to the basic game; nothing, if the book has no sections to add."""
    if not any(isinstance(option.default, bool) for option in book.options):
        return None
    return any(
        value not in (False, "none") and value != _default(book, name)
        for name, value in scenario.options.items()
    )


def _default(book: Rulebook[Any], name: str) -> Any:
    return next((option.default for option in book.options if option.id == name), None)


def _side_facts(scenario: Scenario, side: Side) -> dict[str, Any]:
    return {
        "id": side.id,
        "name": side.name,
        "people": people_of(side.name).text,
        "strength": sum(unit.side == side.id and not unit.hidden for unit in scenario.units),
        "hides": any(unit.side == side.id and unit.hidden for unit in scenario.units),
    }


def _balance(briefing: str) -> str | None:
    """The sentence of a briefing that speaks of the balance, if one does."""
    for part in briefing.replace("\n", " ").split(". "):
        if "between computers" in part.lower():
            return part.strip().rstrip(".") + "."
    return None


def _length(scenario: Scenario) -> str:
    minutes = scenario.turns * len(scenario.units) * SECONDS / 60 / 2
    if minutes < 75:
        return f"about {max(15, round(minutes / 15) * 15)} minutes"
    hours = round(minutes / 30) / 2
    return f"about {hours:g} hours"


def _forces(scenario: Scenario) -> list[ForceInfo]:
    battle: Battle[Any] = Battle.start(scenario)
    names = {piece.id: piece.name for piece in battle.state.pieces.values()}
    return [
        ForceInfo(
            **_side_facts(scenario, side),
            units=[
                UnitInfo(id=unit.id, name=unit.name or names.get(unit.id, unit.id), kind=unit.sheet)
                for unit in scenario.units
                if unit.side == side.id and not unit.hidden
            ],
        )
        for side in scenario.sides
    ]
