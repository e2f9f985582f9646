"""A battle for a village: computer players find their way in and out of its houses."""

from __future__ import annotations

import pytest

from sandtable.draw import draw_battle
from sandtable.players.run import run_battle, seat_players
from sandtable.rulebooks.panzer8.drawing.figures import figure
from sandtable.rulebooks.panzer8.s10_buildings.occupation import occupants, taking_room
from sandtable.table import place_in
from tests.panzer8.kit import *

PLACES: tuple[Terrain, ...] = (
    area("bua", box(20, 18, 24, 22), "inn"),
    area("bua", box(25.5, 18, 29.5, 22), "church", "ruined", "elevated"),
    area("bua", box(20, 23.5, 24, 27.5), "barn", "wooden"),
    area("bua", box(25.5, 23.5, 29.5, 27.5), "school", "holds-2"),
    area("bua", [(34, 20), (38, 20), (36, 24)], "mill", "elevated"),
    line("street", (24.75, 16), (24.75, 30), width=1.5, name="high street"),
    line("hedge", (15, 25), (19, 25)),
    area("wood", box(10, 14, 16, 19)),
    area("fortification", box(30, 30, 33, 32)),
)


def attackers() -> list[Unit]:
    sheets = ["uk-rifle-44"] * 5 + ["uk-cmd", "uk-foo", "uk-mg", "uk-cromwell", "uk-carrier-44"]
    return [
        unit(f"b{n}", sheet, "british", at=(13 + 2.5 * n, 13)) for n, sheet in enumerate(sheets)
    ]


def defenders() -> list[Unit]:
    housed = [("ge-rifle-44", "barn"), ("ge-mg", "barn"), ("ge-cmd", "school")]
    middle = {"barn": (22.0, 25.0), "school": (27.0, 25.0)}
    units = [
        unit(f"g{n}", sheet, "german", at=middle[name], facing=180, inside=name)
        for n, (sheet, name) in enumerate(housed)
    ]
    sheets = ["ge-rifle-44", "ge-pz2", "ge-pak40", "ge-pzgren-44", "ge-foo", "ge-cav"]
    units += [
        unit(f"h{n}", sheet, "german", at=(16 + 2.5 * n, 33), facing=180)
        for n, sheet in enumerate(sheets)
    ]
    return units


def village(turns: int = 5) -> Scenario:
    goals = [Objective(id="square", at=(24.75, 22.75))]
    battle = situation(
        *attackers(),
        *defenders(),
        terrain=PLACES,
        table=(48, 40),
        turns=turns,
        phase=None,
        objectives=goals,
        homes={"british": "south", "german": "north"},
    )
    return battle.scenario


def check_houses(battle: P8Battle) -> None:
    """Nobody shares a house with the enemy, and no house holds more than it can."""
    state = battle.state
    for name, bua in state.setting.buas.items():
        inside = occupants(state, name)
        assert len({element.side for element in inside}) < 2
        assert len(taking_room(state, name)) <= bua.capacity
        assert all((element.x, element.y) == bua.centre for element in inside)
    assert all(e.rides is None for e in state.on_table() if e.inside is None)


@cases("players, seed", ("random", 1), ("random", 2), ("random", 3), ("greedy", 1))
@pytest.mark.slow
def test_a_battle_for_a_village_is_played_to_its_end(players: str, seed: int) -> None:
    battle: P8Battle = Battle(RULEBOOK, village(), SeededDice(f"village/{seed}"))
    seated = seat_players(battle, [players, players], seed)
    outcome = run_battle(battle, seated)
    assert outcome is not None
    check_houses(battle)
    if players == "greedy":
        assert any(event.kind == "occupy" for event in battle.events)


def test_those_inside_are_drawn_side_by_side_in_the_outline() -> None:
    battle: P8Battle = Battle(RULEBOOK, village(), SeededDice("drawn"))
    state = battle.state
    spots = set()
    for element in state.on_table():
        drawn = figure(state, element)
        spots.add((drawn.x, drawn.y))
        if element.inside is not None:
            outline = state.setting.buas[element.inside].place.core
            assert place_in((drawn.x, drawn.y), outline) >= 0
    assert len(spots) == len(state.on_table())


def test_the_village_can_be_drawn() -> None:
    battle: P8Battle = Battle(RULEBOOK, village(), SeededDice("drawn"))
    picture = draw_battle(battle)
    for kind in ("bua", "street", "fortification"):
        assert f"kind-{kind}" in picture
