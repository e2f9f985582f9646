"""Section 1.1: the table and what distances are measured in."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import journal
from sandtable.draw import draw_battle
from sandtable.scenario import parse_scenario
from tests.panzer8.kit import *

SIX_MM = "p8.scale.six-mm-may-use-cm"
TABLE = "p8.scale.table-60-long"

WITHOUT_TABLE = """
id = "plain"
title = "A plain"
book = "p8"
first = "red"
{table}
[[sides]]
id = "red"
name = "Red"
[[sides]]
id = "blue"
name = "Blue"
[[units]]
id = "a"
sheet = "uk-rifle-44"
side = "red"
at = [{x}, 6]
[[units]]
id = "b"
sheet = "ge-rifle-44"
side = "blue"
at = [12, 40]
facing = 180
"""


def plain(table: str = "", x: float = 12) -> Battle[Any]:
    return Battle.start(parse_scenario(WITHOUT_TABLE.format(table=table, x=x)))


@pytest.mark.rule(TABLE)
@cases(
    "table, size",
    ("", (60, 48)),
    ("table = {ground = 'steppe'}", (60, 48)),
    ("table = {width = 72}", (72, 48)),
    ("table = {depth = 44}", (60, 44)),
)
def test_a_table_without_a_size_is_60_by_48(table: str, size: tuple[float, float]) -> None:
    battle = plain(table)
    ground = battle.state.setting.ground
    assert (ground.width, ground.depth) == size
    assert (battle.scenario.table.width, battle.scenario.table.depth) == size


@pytest.mark.rule(TABLE)
def test_a_scenario_may_set_any_other_size() -> None:
    plain()  # the book's own
    battle = plain("table = {width = 90, depth = 44}")
    assert battle.scenario.table.width == 90


@pytest.mark.rule(TABLE)
def test_whoever_stands_beside_it_is_told(tmp_path: Any) -> None:
    with pytest.raises(ScenarioError, match="not on the table of 60 x 48"):
        plain(x=61)
    battle = plain(x=59)
    journal.save(battle, tmp_path / "b.jsonl")
    assert journal.load(tmp_path / "b.jsonl").scenario.table.width == 60


def duel(unit_name: str | None) -> P8Battle:
    return situation(
        "a uk-rifle-44 20,5; b ge-rifle-44 20,13 S",
        options={"unit": unit_name} if unit_name else {},
        dice=[5, 5],
    )


@pytest.mark.rule(SIX_MM)
@cases("name, label", (None, "in"), ("inch", "in"), ("cm", "cm"))
def test_distances_are_told_in_inches_or_centimetres(name: str | None, label: str) -> None:
    duel("cm").odds(Fire("a", "b"))
    battle = duel(name)
    odds = battle.odds(Fire("a", "b"))
    assert odds is not None
    assert odds.title == f"a at b, HE/SA at 7.2 {label} (240 m)"
    battle.play(Fire("a", "b"))
    assert f"7.2 {label}:" in last(battle, "fire").text
    assert f"10 {label} " in draw_battle(battle)
    phrase = battle.rulebook.phrasebook().tell(duel(name).state, Move("a", ((20, 8),)))
    assert phrase.text == f"N 3.0 {label} to 20,8"


@pytest.mark.rule(SIX_MM)
def test_no_number_changes() -> None:
    told = []
    for name in ("inch", "cm"):
        battle = duel(name)
        battle.play(Fire("a", "b"))
        told.append((last(battle, "fire").data, battle.state.pieces))
    assert told[0] == told[1]


@pytest.mark.rule(SIX_MM)
def test_prompts_and_refusals_are_told_so_as_well() -> None:
    battle = duel("cm")
    reason = refused(battle, Move("a", ((30, 5),))).reason
    assert "10.0 cm" in reason
    assert " in " not in reason.replace("in the", "")


@pytest.mark.rule(SIX_MM)
def test_there_is_no_third_unit() -> None:
    duel("cm").odds(Fire("a", "b"))
    with pytest.raises(ScenarioError, match=r"options\.unit: 'yard' is none of: inch, cm"):
        duel("yard")
