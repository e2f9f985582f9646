"""Odds and data sheets that can be asked for without a battle."""

import pytest

from tests.cli.kit import data, error, run
from tests.whitebox.kit import *


def question(*words: str) -> dict[str, Fraction]:
    found: Any = data("odds", "owb", *words)
    return {one["result"]: Fraction(one["probability"]) for one in found["outcomes"]}


def shares(odds: dict[str, Fraction]) -> dict[str, str]:
    return {result: str(chance) for result, chance in odds.items() if chance}


def test_data_sheets_of_several_sorts_are_listed_and_shown() -> None:
    from tests.cli.kit import run

    listed = run("data", "owb").stdout
    assert "veteran" in listed
    shown = run("data", "owb", "flamethrower-operator").stdout
    assert "weapons: Flamethrower" in shown
    assert "weight: 85" in shown


def test_odds_of_a_shot_can_be_asked_without_a_battle() -> None:
    from tests.cli.kit import data

    asked = ("--weapon", "submachinegun", "--range", "12", "--mode", "burst", "--cover", "partial")
    odds = data("odds", "owb", "shoot", *asked)
    chances = {each["result"]: each["probability"] for each in odds["outcomes"]}
    # AAC 11 and -2 in all: 13 or more of 20 hits; 4 hit points need 4, 5 or 6
    assert chances == {"miss": "3/5", "wounded": "1/5", "out": "1/5"}


@pytest.mark.parametrize(
    ("weapon", "squares", "refused"),
    [
        ("rifle-large", "10", "owb.suppress.capable-weapons"),
        ("submachinegun", "16", "owb.suppress.cone-reach"),
    ],
)
def test_nor_without_a_battle(weapon: str, squares: str, refused: str) -> None:
    words = ("odds", "owb", "shoot", "--weapon", weapon, "--mode", "suppress", "--range", squares)
    assert refused in run(*words, code=1).output


def test_a_bayonet_in_a_veterans_hands() -> None:
    # 1d20+1 against 11; 1d6 as a spear does, and the soldier has 4 hit points.
    odds = question("strike", "--weapon", "bayonet", "--attacker", "veteran")
    assert shares(odds) == {"miss": "9/20", "wounded": "11/40", "out": "11/40"}
    assert question("strike", "--weapon", "bayonet", "--attacker", "veteran", "--hp", "1") == {
        "miss": Fraction(9, 20),
        "wounded": 0,
        "out": Fraction(11, 20),
    }


def test_a_grenade_reaches_four_squares_and_lands_the_worse_the_farther() -> None:
    # 10 for a square in the open; 0, -2, -4 and -6 for the ranges of 1, 2, 3 and 4 squares.
    landed = [question("throw", "--range", str(squares))["on target"] for squares in (1, 2, 3, 4)]
    assert landed == [Fraction(11 - step, 20) for step in (0, 2, 4, 6)]
    assert "4 squares" not in run("odds", "owb", "throw", "--range", "4").output
    refused = run("odds", "owb", "throw", "--range", "5", code=1).output
    assert "too far for a throw" in refused
    assert "owb.range.bands" in refused


def test_cover_makes_a_square_harder_to_hit() -> None:
    # 14 instead of 10, and -2 for the range; a natural 14 or 15 that misses may still land near.
    odds = question("throw", "--range", "2", "--cover", "partial")
    assert odds["on target"] == Fraction(5, 20)
    assert 0 < odds["near miss"] <= Fraction(2, 20)
    # Whoever is behind the sandbags himself throws over them.
    assert question("throw", "--range", "1", "--cover", "partial")["on target"] == Fraction(11, 20)


@pytest.mark.parametrize(
    ("more", "out"),
    [
        # 2d6+2 against 8 hit points; he saves with 17 or more, with his helmet 16.
        (["--place", "centre"], Fraction(3, 4) * Fraction(26, 36)),
        (["--place", "off-centre"], Fraction(13, 20) * Fraction(26, 36)),
        (["--place", "centre", "--helpless"], Fraction(26, 36)),
        (["--place", "centre", "--near-cover"], Fraction(0)),
    ],
)
def test_a_mortar_shell_and_a_veteran(more: list[str], out: Fraction) -> None:
    assert question("blast", "--bomb", "mortar", "--target", "veteran", *more)["out"] == out


def test_who_dives_behind_cover_in_time_is_unhurt() -> None:
    odds = question("blast", "--bomb", "grenade", "--near-cover", "--target", "veteran")
    assert odds["unhurt"] == Fraction(7, 20)


def test_a_piercing_round_into_the_side_of_a_heavy_tank() -> None:
    # 16 to hit. The hull of 3 counts 2 at the side and 1 against this round: 9d6 against 50.
    gun = ["vehicle", "--weapon", "tank-gun-medium", "--target", "tank-heavy", "--range", "30"]
    odds = question(*gun, "--side", "side", "--round", "AP")
    assert odds["inoperable"] == Fraction(1, 4) * Fraction(715, 6**9)
    assert odds["damaged"] == Fraction(1, 4) * (1 - Fraction(715, 6**9))
    assert odds["no effect"] == 0
    # In front the same gun with an ordinary round does nothing at all.
    assert question(*gun)["no effect"] == Fraction(1, 4)


@pytest.mark.parametrize(("range_", "hits"), [(120, 10), (121, 8), (480, 4)])
def test_the_ranges_of_a_heavy_tank_gun(range_: int, hits: int) -> None:
    odds = question(
        "vehicle", "--weapon", "tank-gun-heavy", "--target", "car", "--range", str(range_)
    )
    assert odds["miss"] + odds["near miss"] == 1 - Fraction(hits, 20)


def test_rockets_rifles_and_hulls() -> None:
    def harm(weapon: str, side: str) -> Fraction:
        target = ["--target", "tank-medium", "--side", side, "--range", "10"]
        odds = question("vehicle", "--weapon", weapon, *target)
        return 1 - odds["miss"] - odds["near miss"] - odds["no effect"]

    # Hull 2 in front, 1 elsewhere; 15 to hit.
    assert harm("rpg-light", "front") == 0
    assert harm("rpg-light", "rear") == harm("rpg-medium", "front") == Fraction(3, 10)
    assert harm("rifle-large", "rear") == 0


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ("vehicle --weapon cannon --target car --range 481", "1 to 480"),
        ("vehicle --weapon cannon --target cat --range 9", "car"),
        ("vehicle --weapon rpg-light --target car --range 9 --round AP", "no choice of rounds"),
        ("strike --weapon spoon", "spoon"),
        ("throw --range 0", "1 to 480"),
    ],
)
def test_mistakes_are_told(asked: str, complaint: str) -> None:
    assert complaint in error("odds", "owb", *asked.split())
