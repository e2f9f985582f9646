"""Whatever is changed in a journal, field by field and with good checksums, is found.

Of every line each field is left out, changed, or given a neighbour that does not exist, however
deep it lies. What may be changed without being found is listed, with the reason.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.battle import Amend, Announce, Battle, RollDice
from sandtable.dice import FairDice
from sandtable.dice.sealing import BegunAnew, Ceremony, SealedWord, seal_of
from sandtable.journal import JournalError, load, verify
from tests.conformance.toybook import MIRROR, TRENCH_RAID, Shoot
from tests.journal.kit import Record, find, forge, go_on, raid, records, saved

SECRET = bytes(range(32))
GOLDEN = Path(__file__).parents[1] / "golden" / "saint-aubin.jsonl"

FREE = {
    ("dice", "ceremony", "begun_anew"): "only those who were there know of it",
    ("dice", "ceremony", "begun_anew", "opening"): "the same",
    ("taken_over", "line"): "a line without dice is the same before and after",
    ("order", "because"): "what a referee says is no part of what he decides",
    ("order", "text"): "the same",
    ("order", "seats"): "the same: who hears it",
    ("to",): "what is said can be taken back, or not",
}
"""Fields that nothing else in a journal depends on, and why; none of them touches a die."""

Place = tuple[str, ...]


def sealed() -> FairDice:
    """Fair dice with two sealed words, after a ceremony that was broken off."""
    commitment = hashlib.sha256(SECRET).hexdigest()
    nonce = "ab" * 32
    words = tuple(
        SealedWord(
            seat=seat, seal=seal_of(commitment, "hill", seat, nonce, seat), nonce=nonce, word=seat
        )
        for seat in ("alice", "bob")
    )
    anew = BegunAnew(by="host", commitment="c" * 64, opening=True)
    return FairDice.sealed(SECRET, Ceremony(battle="hill", words=words, begun_anew=(anew,)))


def everything() -> Battle[Any]:
    """A battle with every kind of line, of which the second part was taken over."""
    battle = raid(10, referee=True)
    battle.rule(Amend(piece=next(iter(battle.state.pieces)), set={"x": 3.0}, because="so"))
    battle.rule(Announce(text="hello", seats=("alice",)))
    battle.rule(RollDice(dice="2d6+1", what="luck", because="why not"))
    battle.undo()
    go_on(battle, 6)
    battle = battle.take_over(dice=sealed(), referee=True)
    go_on(battle, 8)
    battle.rule(Amend(set={"turn": 2}))
    battle.undo()
    battle.reveal(SECRET)
    return battle


def forgeries(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Plain data with one thing changed at a time, and where that is."""
    match value:
        case dict():
            yield (*place, "forged"), {**value, "forged": 1}
            for name, part in value.items():
                yield (*place, name), {k: v for k, v in value.items() if k != name}
                for where, forged in forgeries(part, (*place, name)):
                    yield where, {**value, name: forged}
        case list():
            yield place, [*value, *(value[-1:] or ["x"])]
            if value:
                yield place, value[:-1]
            for at, part in enumerate(value):
                for where, forged in forgeries(part, place):
                    yield where, [*value[:at], forged, *value[at + 1 :]]
        case bool():
            yield place, not value
        case int() | float():
            yield place, value + 1
            yield place, value - 1
        case str():
            yield place, f"{value}x"


def overruled() -> Battle[Any]:
    """A shot that a referee has overruled, twice."""
    battle = find(lambda raid: raid.choices[0].ask == "shoot", referee=True, scenario=MIRROR)
    battle.play(Shoot())
    for decree in ("hit", "miss"):
        battle.overrule({"shot": decree})
    return go_on(battle, 2)


@pytest.mark.parametrize(
    ("battle", "kinds"),
    [(everything, {None, "ruling", "undo", "reveal"}), (overruled, {None, "overrule"})],
)
def test_every_forged_field_of_every_line_is_found(
    tmp_path: Path, battle: Callable[[], Battle[Any]], kinds: set[str | None]
) -> None:
    path = saved(tmp_path, battle())
    assert verify(path, rulebook=TRENCH_RAID).ok
    lines = records(path)
    assert {line.get("kind") for line in lines[1:]} == kinds
    passed, count = set(), 0
    for number, line in enumerate(lines):
        for place, forged in forgeries(line):
            forge(path, [*lines[:number], forged, *lines[number + 1 :]])
            result = verify(path, rulebook=TRENCH_RAID)
            count += 1
            if result.ok:
                passed.add(place)
                continue
            assert result.difference is not None
            if place[-1] == "forged" and place[0] not in ("order", "overruled"):
                assert result.difference.line == number + 1
                assert "unknown field `forged`" in result.difference.found
    assert count > 150
    assert passed <= FREE.keys()


def test_every_forged_field_of_a_first_line_is_found(tmp_path: Path) -> None:
    lines = records(GOLDEN)[:12]
    path = forge(tmp_path / "golden.jsonl", lines)
    assert verify(path).ok
    for place, forged in forgeries(lines[0]):
        result = verify(forge(path, [forged, *lines[1:]]))
        assert result.difference is not None or _is_told(result.notes, place), place


def _is_told(notes: tuple[str, ...], place: Place) -> bool:
    """An earlier revision may have given the same battle; that another plays it now is told."""
    return place == ("revision",) and "played by revision 1" in notes[0]


@pytest.mark.parametrize(
    ("number", "changes", "message"),
    [
        (0, {"revision": 0}, "revision: expected `int` >= 1"),
        (0, {"revision": 10**30}, "revision: expected `int` <= 10000"),
        (0, {"revision": 2}, "2; a newer Sandtable is needed, or there is no such revision"),
        (0, {"format": 10**300}, "a number of 301 digits"),
        (0, {"dice": {"kind": "seeded"}}, "seed is missing"),
        (0, {"dice": {"kind": "seeded", "seed": "1"}}, "seed_from is missing"),
        (0, {"dice": {"kind": "typed", "seed": "1"}}, "seed is there"),
        (0, {"seats": ["alice", "bob", "dave"]}, "alice, bob, dave"),
        (2, {"line": 10**300}, "line: expected `int` <= 10000000"),
        (2, {"state": ""}, "none"),
        (2, {"colour": "red"}, "unknown field `colour`"),
    ],
)
def test_what_is_forged_is_named(
    tmp_path: Path, number: int, changes: Record, message: str
) -> None:
    path = saved(tmp_path, raid(4))
    lines = records(path)
    lines[number] |= changes
    result = verify(forge(path, lines), rulebook=TRENCH_RAID)
    assert result.difference is not None
    assert result.difference.line == number + 1
    assert message in f"{result.difference.expected} {result.difference.found}"
    assert len(str(result)) < 1000


@pytest.mark.parametrize("digits", [400, 5000])
@pytest.mark.parametrize("place", ["line", "format", "revision"])
def test_numbers_of_many_digits_are_no_fault_of_the_program(
    tmp_path: Path, place: str, digits: int
) -> None:
    path = saved(tmp_path, raid(2))
    lines = path.read_bytes().splitlines(keepends=True)
    number = 1 if place == "line" else 0
    name = b'"%s":' % place.encode()
    before, _, after = lines[number].partition(name)
    lines[number] = before + name + b"9" * digits + after.lstrip(b"0123456789")
    path.write_bytes(b"".join(lines))
    with pytest.raises(JournalError) as error:
        load(path, rulebook=TRENCH_RAID)
    assert error.value.line == number + 1
    assert len(str(error.value)) < 1000


@pytest.mark.parametrize("depth", [30, 300, 700])
def test_an_order_that_is_nested_too_deeply_is_refused(tmp_path: Path, depth: int) -> None:
    path = saved(tmp_path, raid(2))
    lines = records(path)
    lines[1]["order"] = {"order": "plan", "moves": json.loads("[" * depth + "]" * depth)}
    result = verify(forge(path, lines), rulebook=TRENCH_RAID)
    assert result.difference is not None
    assert result.difference.line == 2
