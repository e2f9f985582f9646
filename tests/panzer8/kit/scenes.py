"""Small situations on the table, in a line or two, with the dice laid out beforehand.

    battle = situation(
        "rifles uk-rifle-44 10,10; grenadiers ge-rifle-44 10,14 S suppressed",
        terrain="wood 8,13 to 12,18; hedge from 0,12 to 20,12",
        dice=[7, 3],
    )
    fire(battle, "rifles", "grenadiers")
    assert score(battle) == 2

An element is written as its id, its data sheet and its place; then, as far as they are needed,
where it looks (a point of the compass or degrees; north if nothing is said), ``elite`` or ``poor``,
and its statuses: ``dug-in``, ``hidden``, ``suppressed``, ``charged`` and so on, ``in lorry`` for
whoever is aboard, ``inside farm`` for whoever is in a built-up area. Its side follows from the
nation of its sheet. Where something has to be reckoned, ``unit`` says the same with arguments.

An area of terrain is written by two corners of a rectangle, with its tags after them, a line by its
points: ``church: bua 18,18 to 22,22 elevated`` or ``road from 20,0 to 20,48 wide 2``.

A situation begins in the Action Phase of the first unit's side, unless something else is asked for.
Nobody is ever beaten by losses in it, so a fight goes on however few take part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from sandtable.battle import Battle
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.panzer8 import RULEBOOK
from sandtable.rulebooks.panzer8.state import P8State
from sandtable.rulebooks.panzer8.state.sheets import SHEETS
from sandtable.scenario import (
    Dummy,
    Entry,
    NotedTarget,
    Objective,
    Scenario,
    Seat,
    Side,
    Situation,
    TableSize,
    Terrain,
    Unit,
    Victory,
    Zone,
)
from sandtable.scenario.validation import validate

__all__ = [
    "COMPASS",
    "NATION_OF",
    "SIDES",
    "P8Battle",
    "Placed",
    "Point",
    "area",
    "box",
    "face_to_face",
    "features",
    "line",
    "load",
    "placed",
    "situation",
    "smoke",
    "unit",
    "written",
]

Point = tuple[float, float]
P8Battle = Battle[P8State]
Placed = Unit | str
"""An element, or several that are written out."""

NATION_OF = {"british": "UK", "german": "GE", "russian": "SU", "american": "US", "french": "FR"}
SIDES = {nation.lower(): side for side, nation in NATION_OF.items()}
COMPASS = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}


# -- laying out -----------------------------------------------------------------------------------


def unit(
    name: str,
    sheet: str,
    side: str | None = None,
    at: Point | None = None,
    facing: float = 0.0,
    *,
    quality: str | None = None,
    dug_in: bool = False,
    hidden: bool = False,
    formation: str | None = None,
    zone: str | None = None,
    enters: Entry | None = None,
    **status: Any,
) -> Unit:
    """An element: its id, data sheet, side and place; further words are statuses.

    ``unit("rifles", "uk-rifle-44", at=(10, 10), suppressed=True)``
    """
    return Unit(
        id=name,
        sheet=sheet,
        side=side or SIDES[sheet[:2]],
        name=name,
        at=at,
        facing=facing,
        quality=quality,
        dug_in=dug_in,
        hidden=hidden,
        formation=formation,
        zone=zone,
        enters=enters,
        status=status,
    )


def written(text: str) -> Unit:
    """An element that is written out: ``"rifles uk-rifle-44 10,10 S suppressed"``."""
    name, sheet, *words = text.split()
    facts: dict[str, Any] = {}
    rest = iter(words)
    for word in rest:
        if "," in word:
            facts["at"] = _point(word)
        elif word in COMPASS or word[0].isdigit():
            facts["facing"] = COMPASS[word] if word in COMPASS else _number(word)
        elif word in ("elite", "poor"):
            facts["quality"] = word
        elif word == "in":
            facts |= {"carried_by": next(rest), "at": facts.get("at", (0, 0))}
        elif word == "inside":
            facts["inside"] = next(rest)
        else:
            facts[word.replace("-", "_")] = True
    return unit(name, sheet, **facts)


def placed(*pieces: Placed) -> tuple[Unit, ...]:
    """Elements, of which some are written out, with a semicolon between them."""
    return tuple(
        one
        for piece in pieces
        for one in (map(written, piece.split(";")) if isinstance(piece, str) else (piece,))
    )


def features(terrain: str | Iterable[Terrain | str]) -> tuple[Terrain, ...]:
    """Terrain, of which some is written out, with a semicolon between the features."""
    pieces = (terrain,) if isinstance(terrain, str) else terrain
    return tuple(
        one
        for piece in pieces
        for one in (map(_feature, piece.split(";")) if isinstance(piece, str) else (piece,))
    )


def _feature(text: str) -> Terrain:
    name, colon, shape = text.partition(":")
    kind, *words = (shape if colon else text).split()
    points = [_point(word) for word in words if "," in word]
    if words[0] == "from":
        width = _number(words[-1]) if words[-2] == "wide" else None
        return line(kind, *points, name=name.strip() if colon else "", width=width)
    tags = [word for word in words if "," not in word and word != "to"]
    corners = (*points[0], *points[1])
    return area(kind, box(*corners), name.strip() if colon else "", *tags)


def _point(word: str) -> Point:
    x, y = map(_number, word.split(","))
    return x, y


def _number(word: str) -> float:
    return float(word) if "." in word else int(word)


def load(vehicle: str, side: str, sheet: str = "ge-rifle-44", name: str = "load") -> Unit:
    """A section, or a weapon, that a vehicle carries or tows."""
    return unit(name, sheet, side, at=(0, 0), carried_by=vehicle)


def box(x0: float, y0: float, x1: float, y1: float) -> tuple[Point, ...]:
    """The outline of a rectangle between two corners."""
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def area(kind: str, outline: Iterable[Point], name: str = "", *tags: str) -> Terrain:
    """An area of terrain; ``tags`` may hold ``"elevated"``."""
    return Terrain(id=name or kind, kind=kind, outline=tuple(outline), tags=tags)


def line(kind: str, *points: Point, name: str = "", width: float | None = None) -> Terrain:
    """A line such as a hedge, or with a width a strip such as a road."""
    return Terrain(id=name or kind, kind=kind, line=points, width=width)


def smoke(
    x: float, y: float, heading: float = 0.0, width: float = 2.4, side: str = "british"
) -> Any:
    """A smoke screen, centred on a point; its width lies across its heading."""
    return {"side": side, "x": x, "y": y, "heading": heading, "width": width}


def situation(
    *units: Placed,
    terrain: str | Iterable[Terrain | str] = (),
    screens: Iterable[Mapping[str, Any]] = (),
    table: Point = (60.0, 48.0),
    ground: str | None = None,
    phase: str | None = "action",
    side: str | None = None,
    turn: int = 1,
    turns: int = 12,
    first: str | None = None,
    losses: Mapping[str, int] | None = None,
    homes: Mapping[str, Any] | None = None,
    unfriendly: Mapping[str, Any] | None = None,
    roles: Mapping[str, Any] | None = None,
    break_at: Mapping[str, float] | None = None,
    at_turn_limit: str = "objectives",
    objectives: Iterable[Objective] = (),
    zones: Iterable[Zone] = (),
    seats: Iterable[Seat] = (),
    dice: Iterable[int] = (),
    referee: bool = False,
    options: Mapping[str, Any] | None = None,
    date: str | None = None,
    planned: Iterable[NotedTarget] = (),
    aircraft: Mapping[str, str] | None = None,
    counters: Mapping[str, int] | None = None,
    dummies: Mapping[str, Iterable[Point]] | None = None,
    hides: Mapping[str, float] | None = None,
) -> P8Battle:
    """A battle that stands in a given situation, with dice that will fall as given.

    Args:
        units: The elements, written out or by ``unit``; there are two sides, named by them.
        terrain: Areas and lines, written out or by ``area`` and ``line``.
        screens: Smoke on the table, see ``smoke``.
        table: Width and depth in inches.
        ground: What lies between the features: ``open`` or ``steppe``.
        phase: The phase of the player turn; ``None`` to begin at the beginning.
        side: Whose player turn it is; the first unit's side if nothing is said.
        turn: The game turn.
        turns: The last game turn.
        first: The side that has the first player turn of a game turn; ``side`` if nothing is said.
        losses: Elements that each side has lost before.
        homes: The home edge of each side.
        unfriendly: The edges beyond which a side has enemies, if not all but its own.
        roles: ``attacker`` or ``defender`` by side; then nobody is ``first`` unless it is said.
        break_at: The lost fraction at which a side is beaten; otherwise never.
        at_turn_limit: What decides at the last turn.
        objectives: Places worth holding.
        zones: Where sides set up.
        seats: The seats, if not one for each side.
        dice: The faces that will be rolled, in their order.
        referee: Whether a referee sits at the table.
        options: Switches of the battle.
        date: The date of the battle, such as ``1943`` or ``1943-09-09``.
        planned: Targets noted before play.
        aircraft: The aircraft that Ground Attack cards bring each side.
        counters: The smoke counters of each side, if not by the size of its force.
        dummies: Where each side has counters with nothing under them.
        hides: The part of its elements that a side may hide.
    """
    there = placed(*units)
    sides = _sides(there)
    side = side or there[0].side
    scenario = Scenario(
        id="situation",
        title="Situation",
        book="p8",
        table=TableSize(width=table[0], depth=table[1], ground=ground),
        sides=tuple(
            Side(
                id=name,
                name=name.capitalize(),
                nation=NATION_OF.get(name),
                aircraft=(aircraft or {}).get(name),
                smoke=(counters or {}).get(name),
                home=(homes or {}).get(name),
                unfriendly=(unfriendly or {}).get(name),
                role=(roles or {}).get(name),
                hidden=(hides or {}).get(name),
            )
            for name in sides
        ),
        units=there,
        dummies=tuple(
            Dummy(side=name, at=at) for name, spots in (dummies or {}).items() for at in spots
        ),
        terrain=_numbered(features(terrain)),
        seats=tuple(seats),
        zones=tuple(zones),
        planned=tuple(planned),
        objectives=tuple(objectives),
        turns=turns,
        date=date,
        options=dict(options or {}),
        first=first or (None if roles else side),
        victory=Victory(
            break_at={name: (break_at or {}).get(name, 0.0) for name in sides},
            at_turn_limit=at_turn_limit,
        ),
        situation=Situation(
            turn=turn,
            side=side if phase else None,
            phase=phase,
            losses=dict(losses or {}),
            screens=tuple(dict(screen) for screen in screens),
        ),
    )
    validate(scenario)
    return Battle(RULEBOOK, scenario, ScriptedDice(dice), referee=referee)


def _sides(units: Iterable[Unit]) -> tuple[str, ...]:
    sides = list(dict.fromkeys(unit.side for unit in units))
    if len(sides) == 1:
        sides.append("german" if sides[0] != "german" else "british")
    return tuple(sides)


def _numbered(terrain: Iterable[Terrain]) -> tuple[Terrain, ...]:
    """Features of the same name are told apart by a number."""
    seen: dict[str, int] = {}
    features = []
    for feature in terrain:
        seen[feature.id] = seen.get(feature.id, 0) + 1
        number = seen[feature.id]
        name = feature.id if number == 1 else f"{feature.id}-{number}"
        features.append(msgspec.structs.replace(feature, id=name))
    return tuple(features)


def face_to_face(
    sheet: str,
    at_sheet: str,
    gap: float,
    *,
    firer: Mapping[str, Any] | None = None,
    target: Mapping[str, Any] | None = None,
    sides: tuple[str, str] = ("british", "german"),
    x: float = 20.0,
    y: float = 5.0,
    **rest: Any,
) -> P8Battle:
    """Two elements, ``firer`` and ``target``, that face each other, their bases ``gap`` apart.

    The firer stands in the south at (x, y) and looks north. ``firer`` and ``target`` take further
    words of ``unit``, ``rest`` those of ``situation``.
    """
    north = y + SHEETS[sheet].depth / 2 + gap + SHEETS[at_sheet].depth / 2
    mine, theirs = {"facing": 0.0, **(firer or {})}, {"facing": 180.0, **(target or {})}
    return situation(
        unit("firer", sheet, sides[0], at=(x, y), **mine),
        unit("target", at_sheet, sides[1], at=(x, north), **theirs),
        **rest,
    )
