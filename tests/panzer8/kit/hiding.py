"""Battles with something hidden, for the tests of section 12."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.rulebooks.panzer8.state import Counter
from sandtable.scenario import Scenario, Unit, Zone
from tests.panzer8.kit.scenes import P8Battle, Point, area, box, line, situation, unit

HIDDEN = {"hidden_placement": True}


def lurking(*units: Any, options: dict[str, Any] | None = None, **rest: Any) -> P8Battle:
    """A situation in which hidden placement is played."""
    return situation(*units, options={**HIDDEN, **(options or {})}, **rest)


def as_read(scenario: Scenario) -> Scenario:
    """A scenario as it is read from a file."""
    return msgspec.json.decode(msgspec.json.encode(scenario), type=Scenario)


def unnamed(one: Unit) -> Unit:
    """A unit that is called after its data sheet, with a number if there are several."""
    return msgspec.structs.replace(one, name=None)


def counter_at(battle: P8Battle, spot: Point) -> Counter:
    """The counter that lies at a spot."""
    return next(c for c in battle.state.counters.values() if (c.x, c.y) == spot)


SPOTS: tuple[Point, ...] = ((8, 26), (16, 24), (23, 27), (31, 25), (37, 28), (27, 20))
"""Where counters lie in the battle of the copses: all of them in cover."""


def copses(
    under: Sequence[str | None], *, dug_in: bool = False, turns: int = 4, **rest: Any
) -> Scenario:
    """A battle in which six counters lie in woods: who is under each, ``None`` for a dummy."""
    hidden = [
        unit(f"lurker-{number}", sheet, "german", at=spot, hidden=True, dug_in=dug_in)
        for number, (sheet, spot) in enumerate(zip(under, SPOTS, strict=True))
        if sheet is not None
    ]
    dummies = [spot for sheet, spot in zip(under, SPOTS, strict=True) if sheet is None]
    battle = lurking(
        unit("tank-1", "uk-cromwell", "british", at=(10, 3)),
        unit("tank-2", "uk-cromwell", "british", at=(30, 3)),
        unit("scouts", "uk-daimler", "british", at=(20, 3)),
        unit("rifles-1", "uk-rifle-44", "british", at=(14, 4)),
        unit("rifles-2", "uk-rifle-44", "british", at=(26, 4)),
        unit("mortar", "uk-mortar-3in", "british", at=(20, 1)),
        unnamed(unit("seen-1", "ge-rifle-44", "german", at=(12, 31), facing=180, dug_in=True)),
        unnamed(unit("seen-2", "ge-mg", "german", at=(34, 31), facing=180, dug_in=True)),
        *map(unnamed, hidden),
        terrain=[
            *(
                area("wood", box(x - 2, y - 2, x + 2, y + 2), f"wood-{n}")
                for n, (x, y) in enumerate(SPOTS)
            ),
            line("hedge", (4, 15), (20, 15)),
        ],
        table=(44, 34),
        dummies={"german": dummies} if dummies else None,
        side="british",
        turns=turns,
        phase=None,
        **rest,
    )
    return as_read(battle.scenario)


def village(*, turns: int = 3, hides: float | None = None, **rest: Any) -> Scenario:
    """A battle in which the defender sets up in a zone with houses, and may hide half."""
    battle = lurking(
        unit("tank", "uk-cromwell", "british", at=(10, 3)),
        unit("rifles", "uk-rifle-44", "british", at=(20, 4)),
        unit("scouts", "uk-daimler", "british", at=(28, 3)),
        unit("gun", "ge-pak40", "german", zone="north", dug_in=True),
        unit("mg", "ge-mg", "german", zone="north"),
        unit("mortar", "ge-mortar-81", "german", zone="north"),
        unit("section-1", "ge-rifle-44", "german", zone="north"),
        unit("section-2", "ge-rifle-44", "german", zone="north"),
        unit("leader", "ge-cmd", "german", zone="north"),
        terrain=[
            area("bua", box(14, 20, 18, 24), "houses"),
            area("wood", box(24, 18, 32, 26), "wood"),
        ],
        table=(36, 30),
        zones=[Zone(id="north", outline=box(2, 16, 34, 29), side="german")],
        roles={"british": "attacker", "german": "defender"},
        hides=None if hides is None else {"german": hides},
        side="british",
        turns=turns,
        phase=None,
        **rest,
    )
    return as_read(battle.scenario)


def everything(*hidden: Unit, dummies: Sequence[Point] = (), **rest: Any) -> Scenario:
    """A battle with all optional sections, in which a few Germans are seen and others are not."""
    battle = lurking(
        unit("tank", "uk-cromwell", "british", at=(10, 3)),
        unit("scouts", "uk-daimler", "british", at=(20, 3)),
        unit("rifles", "uk-rifle-44", "british", at=(26, 4)),
        unit("mortar", "uk-mortar-3in", "british", at=(20, 1)),
        unit("foo", "uk-foo", "british", at=(22, 2)),
        unit("leader", "uk-cmd", "british", at=(24, 2)),
        unit("bofors", "uk-bofors", "british", at=(34, 4)),
        unit("seen-1", "ge-mg", "german", at=(34, 31), facing=180, dug_in=True),
        unit("seen-2", "ge-rifle-44", "german", at=(20, 23), facing=180),
        unit("seen-3", "ge-panther", "german", at=(24, 30), facing=180),
        unit("seen-4", "ge-flak20", "german", at=(28, 30), facing=180),
        unit("seen-5", "ge-cmd", "german", at=(22, 31), facing=180),
        *hidden,
        terrain=[
            area(
                "field" if number % 2 else "wood",
                box(x - 2, y - 2, x + 2, y + 2),
                f"cover-{number}",
            )
            for number, (x, y) in enumerate(SPOTS)
        ],
        table=(44, 34),
        dummies={"german": dummies} if dummies else None,
        side="british",
        turns=3,
        phase=None,
        date="1944-07",
        options={"game": "advanced"},
        **rest,
    )
    return as_read(battle.scenario)
