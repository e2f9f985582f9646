"""Small situations on the table, in a few lines, with the dice laid out beforehand.

    battle = situation(
        unit("rifles", "uk-rifle-44", "british", at=(10, 10)),
        unit("grenadiers", "ge-rifle-44", "german", at=(10, 14), facing=180),
        terrain=[area("wood", box(8, 13, 12, 18)), line("hedge", (0, 12), (20, 12))],
        dice=[7, 3],
    )
    fire(battle, "rifles", "grenadiers")
    assert score(battle) == 2

A situation begins in the Action Phase of the first unit's side, unless something else is asked for.
Nobody is ever beaten by losses in it, so a fight goes on however few take part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import pytest

from sandtable.battle import Battle, Event, Order, Refusal
from sandtable.dice import ScriptedDice
from sandtable.rulebooks.panzer8 import RULEBOOK
from sandtable.rulebooks.panzer8.s05_actions.fire.aiming import Shot, aim
from sandtable.rulebooks.panzer8.s05_actions.fire.direct_fire import tally_firer, tally_target
from sandtable.rulebooks.panzer8.state import Element, P8State
from sandtable.rulebooks.panzer8.state.orders import Fire
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

Point = tuple[float, float]
P8Battle = Battle[P8State]

NATIONS = {"british": "UK", "german": "GE", "russian": "SU", "american": "US", "french": "FR"}


# -- laying out -----------------------------------------------------------------------------------


def unit(
    name: str,
    sheet: str,
    side: str,
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

    ``unit("rifles", "uk-rifle-44", "british", at=(10, 10), suppressed=True)``
    """
    return Unit(
        id=name,
        sheet=sheet,
        side=side,
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
    *units: Unit,
    terrain: Iterable[Terrain] = (),
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
        units: The elements, see ``unit``; there are two sides, named by them.
        terrain: Areas and lines, see ``area`` and ``line``.
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
    sides = _sides(units)
    side = side or units[0].side
    scenario = Scenario(
        id="situation",
        title="Situation",
        book="p8",
        table=TableSize(width=table[0], depth=table[1], ground=ground),
        sides=tuple(
            Side(
                id=name,
                name=name.capitalize(),
                nation=NATIONS.get(name),
                aircraft=(aircraft or {}).get(name),
                smoke=(counters or {}).get(name),
                home=(homes or {}).get(name),
                unfriendly=(unfriendly or {}).get(name),
                role=(roles or {}).get(name),
                hidden=(hides or {}).get(name),
            )
            for name in sides
        ),
        units=units,
        dummies=tuple(
            Dummy(side=name, at=at) for name, spots in (dummies or {}).items() for at in spots
        ),
        terrain=_numbered(terrain),
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


# -- playing --------------------------------------------------------------------------------------


def play(battle: P8Battle, *orders: Order, seat: str | None = None) -> tuple[Event, ...]:
    """Give orders one after another and return what the last one brought."""
    events: tuple[Event, ...] = ()
    for order in orders:
        events = battle.play(order, seat)
    return events


def fire(
    battle: P8Battle, name: str = "firer", target: str | None = "target", *more: str | None
) -> Event:
    """Have an element fire, with further targets for its secondary guns; the (last) fire event."""
    battle.play(Fire(name, target, more))
    return last(battle, "fire")


def why_not(battle: P8Battle, order: Order, seat: str | None = None) -> str | None:
    """The rule by which an order is refused, or ``None`` if it is allowed."""
    refusal = battle.refusal(order, seat)
    if refusal is not None:
        assert refusal.reason.endswith((".", "?")), refusal.reason
    return refusal.rule if refusal else None


def refused(battle: P8Battle, order: Order, seat: str | None = None) -> Refusal:
    """The refusal of an order that must be refused, and that then changes nothing."""
    before = battle.state.digest()
    with pytest.raises(Refusal) as caught:
        battle.play(order, seat)
    assert battle.state.digest() == before
    return caught.value


# -- looking --------------------------------------------------------------------------------------


def element(battle: P8Battle, name: str) -> Element:
    """An element that is in play."""
    return battle.state.pieces[name]


def seats(battle: P8Battle) -> tuple[str, ...]:
    """The seats that the battle waits for."""
    return battle.choices[0].seats


def about(battle: P8Battle) -> tuple[str, ...]:
    """The elements that the decision is about."""
    return battle.choices[0].about


def is_out(battle: P8Battle, name: str) -> bool:
    """Whether an element is no longer in play."""
    return name not in battle.state.pieces


def kinds(battle: P8Battle) -> list[str]:
    """The kinds of the events of the last step, in their order."""
    return [event.kind for event in battle.last_events]


def told(battle: P8Battle, kind: str) -> list[Event]:
    """All events of a kind since the start."""
    return [event for event in battle.events if event.kind == kind]


def last(battle: P8Battle, kind: str) -> Event:
    """The latest event of a kind."""
    return told(battle, kind)[-1]


def score(battle: P8Battle) -> int:
    """The score of the latest shot."""
    return int(last(battle, "fire").data["score"])


def effect(battle: P8Battle) -> str:
    """The effect of the latest shot: ``none``, ``fall-back``, ``suppressed`` or ``out``."""
    return str(last(battle, "fire").data["effect"])


def modifiers(battle: P8Battle, kind: str = "fire") -> dict[str, int]:
    """What was added in the latest event of a kind: values by rule, both sides together."""
    return {
        modifier.rule: modifier.value
        for tally in last(battle, kind).tallies
        for modifier in tally.modifiers
    }


def shot(
    battle: P8Battle,
    name: str = "firer",
    target: str = "target",
    gun: int = 0,
    *,
    reaction: bool = False,
) -> Shot:
    """A shot that an element could fire now; it must be allowed."""
    pieces = battle.state.pieces
    aimed = aim(battle.state, pieces[name], pieces[target], gun, reaction=reaction)
    assert isinstance(aimed, Shot), aimed
    return aimed


def barred(
    battle: P8Battle,
    name: str = "firer",
    target: str = "target",
    gun: int = 0,
    *,
    reaction: bool = False,
) -> str | None:
    """The rule that bars a shot, or ``None`` if it may be fired."""
    pieces = battle.state.pieces
    aimed = aim(battle.state, pieces[name], pieces[target], gun, reaction=reaction)
    return aimed.rule if isinstance(aimed, Refusal) else None


def firer_adds(aimed: Shot) -> dict[str, int]:
    """What the firer of a shot adds to its die, by rule."""
    return {modifier.rule: modifier.value for modifier in tally_firer(aimed).modifiers}


def target_adds(aimed: Shot) -> dict[str, int]:
    """What the target of a shot adds to its die, by rule."""
    return {modifier.rule: modifier.value for modifier in tally_target(aimed).modifiers}
