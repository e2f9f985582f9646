"""The verifier: passes what was rolled, names the first thing that was changed."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.dice import FairDice, Pool, verify

SECRET = bytes(range(32))
WORDS = ["Bocage", "Größe", ""]
Line = dict[str, Any]


def journal(secret: bytes = SECRET) -> list[Line]:
    dice = FairDice(secret, WORDS)
    header = {"kind": "fair", "commitment": dice.commitment, "words": WORDS}
    lines: list[Line] = [{"format": 1, "dice": header}]
    for place in (0, 1, 3, 5):
        dice.begin(place)
        dice.contest(10, "firer", "target")
        dice.opposed(Pool(place, 8, 4), Pool(3, 10, 4))
        dice.draw(range(20), place, "cards")
        dice.sum(2, 6, "damage")
        rolls = msgspec.to_builtins(dice.rolls, builtin_types=())
        if place == 0:
            lines[0]["rolls"] = json.loads(json.dumps(rolls))
            continue
        lines.append({"line": place, "order": "fire", "rolls": json.loads(json.dumps(rolls))})
        lines.append({"line": place + 1, "kind": "ruling", "secret": None})
    lines.append({"line": 7, "kind": "reveal", "secret": secret.hex()})
    return lines


def check(lines: list[Line]) -> verify.Checked:
    return verify.verify_journal(json.dumps(line) + "\n" for line in lines)


def test_an_honest_journal_passes() -> None:
    lines = journal()
    faces = sum(len(roll["faces"]) for line in lines for roll in line.get("rolls", []))
    assert faces > 30
    assert check(lines)[:2] == (faces, 4)


def test_without_words_they_may_be_left_out() -> None:
    dice = FairDice(SECRET, [])
    dice.begin(1)
    face = dice.die(10, "firer")
    lines: list[Line] = [
        {"dice": {"kind": "fair", "commitment": dice.commitment}},
        {"line": 1, "rolls": [{"what": "firer", "sides": 10, "faces": [face]}]},
        {"line": 2, "secret": SECRET.hex()},
    ]
    assert check(lines)[:2] == (1, 1)


@pytest.mark.parametrize(("left_out", "before"), [(1, 0), (2, 1), (4, 3), (6, 5)])
def test_line_numbers_left_out_are_found(left_out: int, before: int) -> None:
    lines = journal()
    del lines[left_out]
    with pytest.raises(verify.Mismatch) as found:
        check(lines)
    assert str(found.value) == (
        f"line {left_out + 1} comes after line {before}; lines must be numbered without gaps"
    )


@given(st.data())
def test_any_changed_face_is_found(data: st.DataObject) -> None:
    lines = journal()
    number = data.draw(st.sampled_from([n for n, line in enumerate(lines) if "rolls" in line]))
    step = lines[number]
    place = step.get("line", 0)
    number = data.draw(st.integers(0, len(step["rolls"]) - 1))
    roll = step["rolls"][number]
    die = data.draw(st.integers(0, len(roll["faces"]) - 1))
    was = roll["faces"][die]
    roll["faces"][die] = data.draw(st.integers(1, roll["sides"]).filter(lambda face: face != was))
    with pytest.raises(verify.Mismatch) as found:
        check(lines)
    assert str(found.value) == (
        f"line {place}, roll {number + 1} ({roll['what']}): die {die + 1} of "
        f"{len(roll['faces'])} (d{roll['sides']}) shows {roll['faces'][die]}, but {was} follows "
        "from the secret and the words"
    )


def test_the_first_of_several_differences_is_named() -> None:
    lines = journal()
    for line in lines[2:]:
        for roll in line.get("rolls", []):
            roll["faces"][0] = roll["faces"][0] % roll["sides"] + 1
    with pytest.raises(verify.Mismatch, match=r"line 3, roll 1 \(firer\): die 1 of 1"):
        check(lines)


@pytest.mark.parametrize("words", [["bocage", "Größe", ""], ["BocageG", "röße", ""], WORDS[:2]])
def test_changed_words_are_found(words: list[str]) -> None:
    lines = journal()
    lines[0]["dice"]["words"] = words
    with pytest.raises(verify.Mismatch, match="follows from the secret and the words"):
        check(lines)


def test_a_wrong_secret_is_found() -> None:
    lines = journal()
    lines[-1]["secret"] = bytes(32).hex()
    with pytest.raises(verify.Mismatch, match="the secret does not fit the commitment"):
        check(lines)


def test_a_roll_left_out_or_moved_to_another_line_is_found() -> None:
    left_out = journal()
    del left_out[1]["rolls"][0]
    with pytest.raises(verify.Mismatch, match="line 1, roll"):
        check(left_out)
    moved = journal()
    moved[1]["line"] = 2
    with pytest.raises(verify.Mismatch, match="line 2, roll"):
        check(moved)


def test_a_line_rolled_twice_is_found() -> None:
    lines = journal()
    lines.insert(2, lines[1])
    with pytest.raises(verify.Mismatch, match="line 1 comes after line 1; line numbers must rise"):
        check(lines)


def test_refused_numbers_are_thrown_again_as_in_play() -> None:
    sides = 2**63 + 1  # nearly every other number is refused
    dice = FairDice(SECRET, WORDS)
    for _ in range(20):
        dice.die(sides, "x")
    key = verify.key_of(SECRET, WORDS)
    found = [verify.face_of(key, 0, index, sides) for index in range(20)]
    assert [roll.faces[0] for roll in dice.rolls] == found


def spoil(lines: list[Line], **changes: Any) -> list[Line]:
    for place, value in changes.items():
        number, _, field = place.partition("_")
        lines[int(number[1:])][field] = value
    return lines


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "the file is empty"),
        ([{"line": 1}], 'the first line has no "dice"'),
        ([{"dice": {"kind": "seeded"}}], "the dice are 'seeded'; only \"fair\" ones"),
        ([{"dice": {"kind": "fair"}}], 'no "commitment"'),
        ([{"dice": {"kind": "fair", "commitment": "a", "words": "b"}}], 'no list of "words"'),
        (
            [{"dice": {"kind": "fair", "commitment": "a", "words": ["\ud800"]}}],
            'one of the "words" is not proper text',
        ),
        (journal()[:-1], "no line has a secret"),
        (spoil(journal(), l1_line="1"), 'line 2 of the file has rolls but no number in "line"'),
        (spoil(journal(), l1_line=True), 'line 2 of the file has rolls but no number in "line"'),
        (spoil(journal(), l1_rolls={"a": 1}), 'the "rolls" on line 2 of the file are not a list'),
        (spoil(journal(), l1_rolls=[7]), "line 1, roll 1 is not a roll"),
        (spoil(journal(), l1_rolls=[{"sides": 6}]), 'line 1, roll 1 has no "what"'),
        (
            spoil(journal(), l1_rolls=[{"what": "a", "sides": 0, "faces": [1]}]),
            'no proper number in "sides"',
        ),
        (
            spoil(journal(), l1_rolls=[{"what": "a", "sides": 6, "faces": ["1"]}]),
            'no list of numbers in "faces"',
        ),
        (
            spoil(journal(), l1_rolls=[{"what": "a", "sides": 10**9, "faces": [1], "drawn": True}]),
            "not a proper draw",
        ),
        (spoil(journal(), l7_secret="xyz"), "the secret on line 8 of the file is not in hex"),
        (spoil(journal(), l7_secret=12), "the secret on line 8 of the file is not in hex"),
        (spoil(journal(), l2_secret="00"), "reveals a second, different secret"),
    ],
)
def test_what_cannot_be_checked_is_said_in_one_line(lines: list[Line], message: str) -> None:
    with pytest.raises(verify.Unusable) as fault:
        check(lines)
    assert message in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize("text", ["{", "[1]", "null", "[" * 100_000])
def test_garbled_lines_are_named(text: str) -> None:
    with pytest.raises(verify.Unusable, match="line 2 of the file is not"):
        verify.verify_journal([json.dumps(journal()[0]), text])


def write(path: Path, lines: list[Line]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write(tmp_path / "good.jsonl", journal())
    assert verify.main([str(good)]) == 0
    assert "follow from the secret and the words" in capsys.readouterr().out
    lines = journal()
    lines[1]["rolls"][0]["faces"][0] = 11
    assert verify.main([str(write(tmp_path / "bad.jsonl", lines))]) == 1
    assert "NOT FAIR: line 1, roll 1 (firer)" in capsys.readouterr().err
    assert verify.main([str(write(tmp_path / "open.jsonl", journal()[:-1]))]) == 2
    assert "cannot be checked: no line has a secret" in capsys.readouterr().err
    assert verify.main([str(tmp_path / "absent.jsonl")]) == 2
    assert "cannot be checked: No such file" in capsys.readouterr().err
    (tmp_path / "binary.jsonl").write_bytes(b"\xff\xfe")
    assert verify.main([str(tmp_path / "binary.jsonl")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert verify.main([]) == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["-m", "sandtable.dice.verify"], ["-I", verify.__file__]])
def test_it_runs_as_a_module_and_as_a_lone_file(command: list[str], tmp_path: Path) -> None:
    good = write(tmp_path / "good.jsonl", journal())
    run = subprocess.run(
        [sys.executable, "-W", "error", *command, str(good)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_it_imports_nothing_but_the_standard_library() -> None:
    tree = ast.parse(Path(verify.__file__).read_text(encoding="utf-8"))
    modules = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or "."]
        )
    }
    assert modules <= sys.stdlib_module_names


def overruled(dice_of: int) -> list[Line]:
    """A battle in which a referee had line 1 carried out again, with one roll more."""
    dice = FairDice(SECRET, ["mud"])
    header = {"dice": {"kind": "fair", "commitment": dice.commitment, "words": ["mud"]}}
    dice.begin(1)
    dice.die(10, "check")
    first = msgspec.to_builtins(dice.rolls)
    dice.begin(1)
    dice.die(10, "check")
    dice.die(6, "mishap")
    second = msgspec.to_builtins(dice.rolls)
    return [
        header,
        {"line": 1, "kind": "order", "rolls": first},
        {"line": 2, "kind": "overrule", "dice_of": dice_of, "rolls": second},
        {"line": 3, "kind": "reveal", "secret": SECRET.hex()},
    ]


def test_an_overruled_order_keeps_the_dice_of_its_line() -> None:
    assert check(overruled(1)).faces == 3


@pytest.mark.parametrize("dice_of", [2, 3])
def test_an_overruled_order_with_other_dice_is_found(dice_of: int) -> None:
    with pytest.raises(verify.Mismatch, match="line 2"):
        check(overruled(dice_of))
