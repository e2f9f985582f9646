"""Checking a journal: whatever was tampered with, the first line of it is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable.battle import Amend
from sandtable.dice import FairDice
from sandtable.dice import verify as dice_verifier
from sandtable.journal import Verification, verify
from tests.conformance.toybook import MIRROR, TRENCH_RAID, Plan, Shoot
from tests.journal.kit import Record, find, forge, go_on, raid, records, saved
from tests.quick import few

SECRET = bytes(range(32))


def check(path: Path) -> Verification:
    return verify(path, rulebook=TRENCH_RAID)


def full_raid(**facts: Any) -> Any:
    return raid(60, scenario=MIRROR, **facts)


def test_an_honest_journal_passes(tmp_path: Path) -> None:
    battle = full_raid()
    path = saved(tmp_path, battle)
    result = check(path)
    assert result.ok
    assert result.lines == battle.number + 1
    assert result.faces == sum(len(r.faces) for line in battle.lines for r in line.rolls) > 0
    assert str(result) == f"{path}: all {result.lines} lines are good"


def test_a_battle_of_panzer8_passes_without_being_told_the_book(tmp_path: Path) -> None:
    from sandtable.battle import Battle
    from sandtable.scenario import load_scenario

    battle = go_on(Battle.start(load_scenario("saint-aubin")), 30)
    path = saved(tmp_path, battle)
    assert verify(path).ok


WHOLE = full_raid()


@settings(max_examples=few(150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_change_of_a_byte_is_found(tmp_path: Path, data: st.DataObject) -> None:
    path = saved(tmp_path, WHOLE)
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    was = content[place]
    content[place] = data.draw(st.integers(0, 255).filter(lambda byte: byte != was))
    path.write_bytes(content)
    result = check(path)
    assert not result.ok
    assert result.difference is not None
    line = bytes(content[:place]).count(b"\n") + 1
    assert result.difference.line in (line, 0)


@settings(max_examples=few(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_file_cut_short_is_found_or_ends_with_a_whole_line(
    tmp_path: Path, data: st.DataObject
) -> None:
    path = saved(tmp_path, WHOLE)
    content = path.read_bytes()
    length = data.draw(st.integers(0, len(content) - 1))
    path.write_bytes(content[:length])
    result = check(path)
    whole = length > 0 and content[length - 1 : length] == b"\n"
    assert result.ok == whole
    if not whole:
        assert result.difference is not None
        assert result.difference.fault == "torn"
        assert result.lines == content[:length].count(b"\n")


def tampered(tmp_path: Path, battle: Any, number: int, **changes: Any) -> Verification:
    """Change fields of a line, mend all checksums, and check."""
    path = saved(tmp_path, battle)
    lines = records(path)
    lines[number] |= changes
    return check(forge(path, lines))


def first_with_rolls(battle: Any) -> Any:
    return next(line for line in battle.lines if line.rolls)


def test_a_die_that_the_seed_does_not_give(tmp_path: Path) -> None:
    battle = find(lambda b: b.choices[0].ask == "shoot", scenario=MIRROR)
    battle.play(Shoot())
    number = battle.number
    (roll,) = battle.lines[-1].rolls
    for face in range(1, 7):
        rolls = [{"what": "shot", "sides": 6, "faces": [face]}]
        result = tampered(tmp_path, battle, number, rolls=rolls)
        assert result.ok == (face == roll.faces[0])
        if not result.ok:
            assert result.difference is not None
            assert result.difference.line == number + 1
            assert result.difference.fault == "face"
            assert result.difference.expected == f"roll 1: 1d6, shot: {roll.faces[0]}"
            assert result.difference.found == f"1d6, shot: {face}"
            assert result.lines == number
            assert f"line {number + 1}: face: expected roll 1" in str(result)


@pytest.mark.parametrize(
    "rolls",
    [
        [],
        [{"what": "shot", "sides": 8, "faces": [1]}],
        [{"what": "shot", "sides": 6, "faces": [1, 1]}],
        [{"what": "luck", "sides": 6, "faces": [1]}],
    ],
)
def test_dice_that_the_rules_do_not_ask_for(tmp_path: Path, rolls: list[Record]) -> None:
    battle = find(lambda b: b.choices[0].ask == "shoot", scenario=MIRROR)
    battle.play(Shoot())
    result = tampered(tmp_path, battle, battle.number, rolls=rolls)
    assert result.difference is not None
    assert (result.difference.line, result.difference.fault) == (battle.number + 1, "dice")
    assert "1d6, shot" in result.difference.expected


def test_one_roll_too_many(tmp_path: Path) -> None:
    battle = raid(1)
    extra = [{"what": "luck", "sides": 6, "faces": [6]}]
    result = tampered(tmp_path, battle, 1, rolls=extra)
    assert result.difference is not None
    assert result.difference.fault == "dice"
    assert result.difference.expected == "roll 1: no more dice"


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"order": {"order": "plan", "moves": {"e1": 1}}}, "'e1' is not yours to command"),
        ({"order": {"order": "plan", "moves": {"w1": 5}}}, "not 5"),
        ({"order": {"order": "shoot"}}, "does not answer the question"),
        ({"order": {"order": "dance"}}, "Invalid value 'dance'"),
        ({"order": None}, "Expected `object`, got `null`"),
        ({"seat": "nobody"}, "there is no seat 'nobody'"),
        ({"by_default": True}, "a default answer"),
        ({"kind": "ruling"}, "Invalid value 'plan'"),
        ({"kind": "undo", "to": 7}, "Line 7 cannot be gone back to"),
        ({"kind": "overrule"}, "There is no referee"),
        ({"kind": "reveal", "secret": "00"}, "seeded dice have no secret"),
        ({"kind": "reveal", "secret": "xyz"}, "ValueError"),
    ],
)
def test_orders_that_are_not_legal(tmp_path: Path, changes: Record, found: str) -> None:
    result = tampered(tmp_path, raid(6), 1, **changes)
    assert result.difference is not None
    assert (result.difference.line, result.difference.fault) == (2, "order")
    assert found in result.difference.found
    assert result.lines == 1


def test_a_ruling_that_no_referee_made(tmp_path: Path) -> None:
    battle = raid(2, referee=True)
    battle.rule(Amend(piece="w1", set={"x": 3.0}))
    path = saved(tmp_path, battle)
    lines = records(path)
    lines[0]["seats"].remove("referee")
    result = check(forge(path, lines))
    assert result.difference is not None
    assert result.difference.line == 4
    assert "There is no referee in this battle" in result.difference.found


def test_a_state_that_does_not_follow(tmp_path: Path) -> None:
    result = tampered(tmp_path, raid(6), 3, state="f" * 32)
    assert result.difference is not None
    assert (result.difference.line, result.difference.fault) == (4, "state")
    assert result.difference.found == "f" * 32


def test_another_legal_order_is_found_by_the_state(tmp_path: Path) -> None:
    battle = raid(6)
    line = battle.lines[0]
    assert line.order is not None
    order = {"order": "plan"} if line.order.get("moves") else {"moves": {"w1": 1}, "order": "plan"}
    result = tampered(tmp_path, battle, 1, order=order)
    assert result.difference is not None
    assert (result.difference.line, result.difference.fault) == (2, "state")


@pytest.mark.parametrize(
    ("order", "otherwise"),
    [
        (Plan(), {"moves": {}, "order": "plan"}),
        (Plan(moves={"w1": 1}), {"moves": {"w1": 1.0}, "order": "plan"}),
    ],
)
def test_an_order_written_in_another_way_is_found(
    tmp_path: Path, order: Plan, otherwise: dict[str, Any]
) -> None:
    battle = raid(0)
    battle.play(order, battle.choices[0].seats[0])
    result = tampered(tmp_path, battle, 1, order=otherwise)
    assert result.difference is not None
    assert (result.difference.line, result.difference.fault) == (2, "order")


def test_a_line_written_in_another_way_is_found(tmp_path: Path) -> None:
    path = saved(tmp_path, raid(2))
    lines = records(path)
    lines[1] = dict(reversed(lines[1].items()))
    result = check(forge(path, lines))
    assert result.difference is not None
    assert (result.difference.line, result.difference.fault) == (2, "content")


def test_a_header_that_does_not_fit(tmp_path: Path) -> None:
    result = tampered(tmp_path, raid(2), 0, state="f" * 32)
    assert result.difference is not None
    assert (result.difference.line, result.difference.fault) == (1, "state")
    result = tampered(tmp_path, raid(2), 0, rolls=[{"what": "x", "sides": 6, "faces": [1]}])
    assert result.difference is not None
    assert (result.difference.line, result.difference.fault) == (1, "dice")
    result = tampered(tmp_path, raid(2), 0, seats=["alice"])
    assert result.difference is not None
    assert result.difference.line == 1


def test_another_seed_is_found_at_the_first_roll(tmp_path: Path) -> None:
    battle = full_raid()
    result = tampered(
        tmp_path, battle, 0, dice={"kind": "seeded", "seed": "8", "seed_from": "chosen"}
    )
    assert result.difference is not None
    assert result.difference.fault == "face"
    assert result.difference.line >= first_with_rolls(battle).line + 1


def fair_raid() -> Any:
    battle = full_raid(dice=FairDice(SECRET, ["x", "y"]))
    battle.reveal(SECRET)
    return battle


def test_fair_dice_are_checked_once_the_secret_is_known(tmp_path: Path) -> None:
    battle = fair_raid()
    path = saved(tmp_path, battle)
    result = check(path)
    assert result.ok
    assert result.faces > 0
    lines = path.read_text(encoding="utf-8").splitlines()
    assert dice_verifier.verify_journal(lines).faces == result.faces
    closed = check(forge(path, records(path)[:-1]))
    assert closed.ok
    assert closed.faces == 0
    assert closed.notes == (
        "the secret of the dice has not been revealed, so no face could be checked",
    )


def test_a_fair_die_that_was_turned_over(tmp_path: Path) -> None:
    battle = fair_raid()
    line = next(x for x in battle.lines for r in x.rolls if not r.drawn)
    rolls = records(saved(tmp_path, battle))[line.line]["rolls"]
    number = next(i for i, roll in enumerate(rolls) if "drawn" not in roll)
    rolls[number]["faces"][0] = rolls[number]["faces"][0] % 6 + 1
    result = tampered(tmp_path, battle, line.line, rolls=rolls)
    assert result.difference is not None
    assert (result.difference.line, result.difference.fault) == (line.line + 1, "face")


def test_words_that_were_changed(tmp_path: Path) -> None:
    battle = fair_raid()
    dice = records(saved(tmp_path, battle))[0]["dice"] | {"words": ["x", "z"]}
    result = tampered(tmp_path, battle, 0, dice=dice)
    assert result.difference is not None
    assert result.difference.fault in ("face", "dice")


def test_files_that_are_no_journals(tmp_path: Path) -> None:
    result = check(tmp_path / "absent.jsonl")
    assert not result.ok
    assert str(result).startswith(f"{tmp_path / 'absent.jsonl'}: file: expected a journal")
    (tmp_path / "x").write_bytes(b"hello\n")
    result = check(tmp_path / "x")
    assert result.difference is not None
    assert (result.difference.line, result.difference.fault) == (1, "content")
    path = saved(tmp_path)
    result = verify(path)
    assert result.difference is not None
    assert "no rulebook has the code 'toy'" in result.difference.found
