"""An assault on a fortified line: computer players lay smoke, cross wire and storm bunkers."""

from __future__ import annotations

import pytest

from sandtable.draw import draw_battle
from sandtable.players.run import run_battle, seat_players
from sandtable.rulebooks.panzer8.s13_engineering.fortifications import occupants, works_of
from sandtable.rulebooks.panzer8.s14_smoke.laying import pool
from sandtable.rulebooks.panzer8.state.works import capacity_of, is_works
from tests.panzer8.kit import *

LINE = (
    line("wire", (4, 16), (20, 17), (36, 16), name="wire"),
    line("wire", (10, 20), (26, 20.5), name="second wire"),
    area("pillbox", box(14, 22, 16, 24), "west box"),
    area("bunker", box(22, 23, 25, 26), "bunker"),
    area("wood", box(28, 18, 33, 23)),
    area("bua", box(6, 24, 10, 28), "farm"),
)


def attackers() -> list[Unit]:
    sheets = ["uk-rifle-44"] * 4 + ["uk-eng"] * 2
    sheets += ["uk-churchill7", "uk-cromwell", "uk-mortar-2in", "uk-mortar-3in", "uk-cmd"]
    ready = unit("sappers", "uk-eng", at=(18, 16.45), wire_turns=1)
    return [ready] + [
        unit(f"b{n}", sheet, "british", at=(6 + 2.6 * n, 12)) for n, sheet in enumerate(sheets)
    ]


def defenders() -> list[Unit]:
    spots = [
        ("ge-mg", (15, 23)),
        ("ge-pak40", (23, 24.5)),
        ("ge-rifle-44", (24, 24.5)),
        ("ge-rifle-44", (30, 22)),
        ("ge-eng", (18, 28)),
        ("ge-stug-g", (26, 30)),
        ("ge-mortar-81", (20, 33)),
        ("ge-cmd", (22, 31)),
        ("ge-cav", (33, 30)),
    ]
    return [
        unit(f"g{n}", sheet, "german", at=at, facing=180) for n, (sheet, at) in enumerate(spots)
    ]


def assault(turns: int = 4) -> Scenario:
    battle = situation(
        *attackers(),
        *defenders(),
        terrain=LINE,
        table=(40, 36),
        turns=turns,
        phase=None,
        objectives=[Objective(id="bunker", at=(23.5, 27.5))],
        homes={"british": "south", "german": "north"},
        options={"smoke": True, "field_engineering": True},
    )
    return battle.scenario


def check_line(battle: P8Battle) -> None:
    """Nobody shares works with the enemy or crowds them, and counters are never overdrawn."""
    state = battle.state
    for works in filter(is_works, state.setting.ground.areas):
        inside = occupants(state, works)
        assert len({element.side for element in inside}) < 2
        counted = [e for e in inside if state.sheet(e).type not in ("cmd", "foo")]
        capacity = capacity_of(works)
        assert capacity is None or len(counted) <= capacity
        assert all(not state.sheet(e).is_vehicle for e in inside)
    assert all(pool(state, side) >= 0 for side in state.setting.sides)


def fought(players: str, seed: int) -> P8Battle:
    battle: P8Battle = Battle(RULEBOOK, assault(), SeededDice(f"line/{seed}"))
    outcome = run_battle(battle, seat_players(battle, [players, players], seed))
    assert outcome is not None
    check_line(battle)
    return battle


@pytest.mark.slow
def test_assaults_are_played_to_their_ends_at_random() -> None:
    kinds = {event.kind for seed in (0, 5) for event in fought("random", seed).events}
    assert {"smoke", "wire"} <= kinds


@pytest.mark.slow
def test_an_assault_is_played_to_its_end_with_a_little_thought() -> None:
    assert fought("greedy", 1).outcome is not None


def test_a_fortified_line_can_be_drawn() -> None:
    battle: P8Battle = Battle(RULEBOOK, assault(), SeededDice("drawn"))
    picture = draw_battle(battle)
    for kind in ("wire", "pillbox", "bunker"):
        assert f"kind-{kind}" in picture
    gun = battle.state.pieces["g1"]
    works = works_of(battle.state, gun)
    assert works is not None
    assert works.id == "bunker"
