"""Dice are bound to what is decided: an undo leaves no trace, and trying again wins nothing."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.battle import (
    Amend,
    Announce,
    Battle,
    Place,
    Refusal,
    RollDice,
    Ruling,
    rulebook_for,
)
from sandtable.battle.binding import START, place_after, written
from sandtable.battle.legality import ruling_as_written
from sandtable.battle.rulings import Remove, Reveal
from sandtable.battle.state import encode
from sandtable.dice import Dice, FairDice, SeededDice
from sandtable.dice import verify as checker
from sandtable.journal import load, save, verify
from sandtable.scenario import load_scenario
from tests.conformance.toybook import MIRROR, TRENCH_RAID, Plan, Shoot
from tests.journal.kit import find, go_on, raid

SECRET = bytes(range(32))
KINDS: list[Callable[[], Dice]] = [lambda: SeededDice(7), lambda: FairDice(SECRET, ["mud", "sun"])]


def is_shot(battle: Battle[Any]) -> bool:
    return battle.choices[0].ask == "shoot"


def standing(battle: Battle[Any]) -> list[Any]:
    """The orders that stand, with their dice."""
    lines = [battle.lines[moment.line - 1] for moment in battle.moments[1:]]
    return [(line.seat, line.order, line.rolls) for line in lines]


def played(
    dice: Dice, seed: int, tries: bool, *, format: int = 2, referee: bool = False
) -> Battle[Any]:
    """A raid; with tries, other orders are given and taken back all the time."""
    battle: Battle[Any] = Battle(TRENCH_RAID, MIRROR, dice, referee=referee, format=format)
    chance, fancy = random.Random(seed), random.Random(seed + 1)
    while battle.outcome is None and battle.number < 400:
        for _ in range(fancy.randrange(3) if tries else 0):
            before = battle.moments[-1].line
            go_on(battle, fancy.randrange(1, 4), fancy.randrange(1000))
            if battle.moments[-1].line != before:
                battle.undo(to=before)
        view = battle.view(battle.choices[0].seats[0])
        battle.play(view.pick(view.choices[0], chance), view.seat)
    return battle


@pytest.mark.parametrize("dice", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_a_battle_with_many_tries_is_the_battle_without_them(
    dice: Callable[[], Dice], seed: int
) -> None:
    straight, tried = played(dice(), seed, tries=False), played(dice(), seed, tries=True)
    assert tried.number > straight.number
    assert standing(tried) == standing(straight)
    assert tried.state == straight.state
    assert any(rolls for _, _, rolls in standing(straight))


def test_another_order_rolls_other_dice() -> None:
    battle = raid(0, referee=True)
    seen = set()
    for plus in range(30):
        battle.rule(RollDice(dice=f"3d1000+{plus}"))
        seen.add(battle.lines[-1].rolls[0].faces)
        battle.undo()
    for _ in range(30):
        battle.rule(RollDice(dice="3d1000"))
        seen.add(battle.lines[-1].rolls[0].faces)
    assert len(seen) == 59  # the first of both is the same order in the same place


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (RollDice(dice="2d6"), RollDice(dice=" 2 D 6 + 0", what="rain", because="why not")),
        (RollDice(dice="d20"), RollDice(dice="1d20", seats=None)),
        (Remove(piece="e1"), Remove(piece="e1", because="he ran")),
        (Amend(piece="w1", set={"x": 2}), Amend(piece="w1", set={"x": 2.0}, because="wind")),
        (Amend(piece="w1", set={"y": 0.0}), Amend(piece="w1", set={"y": -0.0})),
        (
            Place(piece={"id": "w9", "side": "west", "name": "Nine", "x": 2.0, "y": 1.0}),
            Place(piece={"y": 1, "id": "w9", "side": "west", "name": "Nine", "x": 2}, hidden=False),
        ),
    ],
)
def test_the_same_ruling_in_other_words_leads_to_the_same_dice(one: Ruling, other: Ruling) -> None:
    found = []
    for ruling in (one, other):
        battle = raid(3, scenario=MIRROR, referee=True)
        battle.rule(ruling)
        battle.rule(RollDice(dice="5d1000"))
        faces = [[roll.faces for roll in line.rolls] for line in battle.lines[-2:]]
        found.append(faces)
    assert found[0] == found[1]


def test_announcements_do_not_move_the_dice_on() -> None:
    rolls = []
    for count in range(4):
        battle = raid(3, referee=True)
        for number in range(count):
            battle.rule(Announce(text=f"Rain, {number}."))
        battle.rule(RollDice(dice="5d1000"))
        rolls.append(battle.lines[-1].rolls)
    assert len(set(rolls)) == 1


def test_a_place_holds_what_stands_and_in_which_order() -> None:
    west, east = written(Plan(moves={"w1": 1})), written(Plan())
    one = place_after(place_after(START, "west", west), "east", east)
    assert one != place_after(place_after(START, "east", east), "west", west)
    assert place_after(START, "we", b"st") != place_after(START, "wes", b"t")
    assert place_after(START, "west", west) != place_after(START, "east", west)


@pytest.mark.parametrize("code", ["p8", "owb"])
def test_an_order_is_bound_as_it_stands_in_the_journal(code: str) -> None:
    scenario = {"p8": "saint-aubin", "owb": "pavlovs-street"}[code]
    battle = Battle.start(load_scenario(scenario), dice=SeededDice(3))
    go_on(battle, 40, 3)
    for line in battle.lines:
        order = rulebook_for(code).decode(encode(line.order))
        assert written(order) == encode(line.order)


def test_minus_nought_is_nought() -> None:
    one = ruling_as_written(Reveal(piece="x", at=(-0.0, 1)))
    assert written(one) == written(ruling_as_written(Reveal(piece="x", at=(0.0, 1.0))))


@pytest.mark.parametrize("decree", ["hit", "miss"])
def test_an_overruled_order_keeps_its_dice_and_so_do_all_after_it(decree: str) -> None:
    plain = find(is_shot, referee=True, scenario=MIRROR)
    plain.play(Shoot())
    thrown = plain.lines[-1].rolls
    ruled = plain.fork()
    for result in ("hit", "miss", decree):
        ruled.overrule({"shot": result})
        assert ruled.lines[-1].rolls[: len(thrown)] == thrown
    for battle in (plain, ruled):
        battle.rule(RollDice(dice="5d1000"))
    assert plain.lines[-1].rolls == ruled.lines[-1].rolls


# -- going on -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", KINDS)
def test_loaded_forked_and_cut_short_it_rolls_the_same(
    dice: Callable[[], Dice], tmp_path: Path
) -> None:
    battle = played(dice(), 3, tries=True)
    half = battle.moments[len(battle.moments) // 2].line
    save(battle, tmp_path / "battle.jsonl")
    loaded = load(tmp_path / "battle.jsonl", rulebook=TRENCH_RAID, dice=dice())
    rest = [(line.seat, line.order, line.rolls) for line in
            (battle.lines[m.line - 1] for m in battle.moments[1:] if m.line > half)]  # fmt: skip
    for past in (battle.as_of(half), loaded.as_of(half), battle.fork().as_of(half)):
        past.dice = dice()
        for seat, order, rolls in rest:
            past.play(TRENCH_RAID.decode(encode(order)), seat)
            assert past.lines[-1].rolls == rolls
        assert past.state == battle.state


def test_fair_dice_are_checked_from_the_bytes_of_the_file_alone(tmp_path: Path) -> None:
    battle = played(FairDice(SECRET, ["mud"]), 4, tries=True, referee=True)
    for ruling in (
        Announce(text="Rain", seats=("west",), because="so"),
        RollDice(dice="2d6+1", what="Größe, \u2028 \"rain\"", because="it's \\ wet"),
        Amend(piece="e1", set={"x": 1.5}, because="wind") if "e1" in battle.state.pieces
        else Announce(text="none"),
        RollDice(dice="9d1000"),
    ):  # fmt: skip
        battle.rule(ruling)
    battle.undo()
    battle.rule(RollDice(dice="9d999"))
    battle.reveal(SECRET)
    path = tmp_path / "battle.jsonl"
    save(battle, path)
    assert verify(path, rulebook=TRENCH_RAID).ok
    checked = checker.verify_journal(path.read_text(encoding="utf-8").split("\n"))
    assert checked.faces == sum(len(r.faces) for line in battle.lines for r in line.rolls) > 20


def test_a_battle_of_format_1_goes_on_with_dice_by_number(tmp_path: Path) -> None:
    battle = played(SeededDice(7), 3, tries=True, format=1)
    assert standing(battle) != standing(played(SeededDice(7), 3, tries=True))
    path = tmp_path / "old.jsonl"
    save(battle.as_of(battle.moments[9].line), path)
    old = load(path, rulebook=TRENCH_RAID)
    assert old.header.format == 1
    dice = SeededDice(7)
    for _ in range(3):
        go_on(old, 30)
        old.undo()
    for line in old.lines:
        dice.begin(line.line)
        for roll in line.rolls:
            due = dice.draw(range(1, roll.sides + 1), len(roll.faces), "") if roll.drawn else None
            if due is None:
                dice.pool(len(roll.faces), roll.sides, roll.what)
                due = dice.rolls[-1].faces
            assert roll.faces == due
    save(old, path, overwrite=True)
    assert verify(path, rulebook=TRENCH_RAID).ok


def test_a_battle_of_format_1_is_taken_over_into_format_2(tmp_path: Path) -> None:
    old = played(FairDice(SECRET, ["mud"]), 3, tries=True, format=1)
    line = old.moments[len(old.moments) // 2].line
    old.reveal(SECRET)
    new = old.take_over(line, dice=FairDice(SECRET[::-1], ["sun"]))
    go_on(new, 40)
    new.undo()
    go_on(new, 40)
    new.reveal(SECRET[::-1])
    assert [part.format for part in new.header.sections()] == [1, 2]
    path = tmp_path / "new.jsonl"
    save(new, path)
    result = verify(path, rulebook=TRENCH_RAID)
    assert result.ok, result
    assert result.faces == sum(len(r.faces) for each in new.lines for r in each.rolls)
    assert load(path, rulebook=TRENCH_RAID, dice=new.dice).state == new.state
    checked = checker.verify_journal(path.read_text(encoding="utf-8").split("\n"))
    assert checked.past == line
    again = msgspec.structs.replace(new.header, format=1)
    assert again.sections()[0].format == 1


def test_a_refused_order_moves_nothing_on() -> None:
    battle = find(is_shot, scenario=MIRROR)
    before = battle.moments[-1].place
    with pytest.raises(Refusal):
        battle.play(Plan())
    assert battle.moments[-1].place == before
