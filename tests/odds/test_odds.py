"""Tallies and odds."""

from __future__ import annotations

from fractions import Fraction

from sandtable.catalogue import recording
from sandtable.dice import Dice, exact
from sandtable.odds import Fate, Modifier, Odds, Tally


def shot(dice: Dice) -> str:
    return "hit" if dice.test(6, 5, "shot") else "miss"


def test_odds_list_results_in_the_given_order_and_impossible_ones_as_none() -> None:
    odds = Odds.of("shot", exact(shot), ("miss", "graze", "hit"))
    assert odds.outcomes == (
        ("miss", Fraction(2, 3)),
        ("graze", Fraction(0)),
        ("hit", Fraction(1, 3)),
    )
    assert odds.chance("hit") == Fraction(1, 3)
    assert odds.chance("no such result") == 0


def test_odds_as_plain_data() -> None:
    tally = Tally("firer").add(5, "toy.a", "rifle").add_if(False, 1, "toy.b", "close")
    odds = Odds.of("shot", exact(shot), ("miss", "hit"), (tally,))
    assert odds.to_builtins() == {
        "title": "shot",
        "outcomes": [
            {"result": "miss", "probability": "2/3"},
            {"result": "hit", "probability": "1/3"},
        ],
        "fates": [],
        "modifiers": [{"side": "firer", "value": 5, "rule": "toy.a", "text": "rifle"}],
    }


def test_odds_of_several_tell_names_and_results_apart() -> None:
    own = (("miss", Fraction(1, 2)), ("hit: in the wheel", Fraction(1, 4)))
    odds = Odds(
        title="shells",
        outcomes=(("drift", Fraction(1, 4)),),
        fates=(Fate(piece="flak-1", name="Flak: 88", outcomes=own),),
    )
    assert odds.fate_of("flak-1") == dict(own)
    assert odds.fate_of("flak-2") == {}
    assert odds.chance("drift") == Fraction(1, 4)
    assert odds.chance("miss") == 0
    assert odds.to_builtins()["fates"] == [
        {
            "piece": "flak-1",
            "name": "Flak: 88",
            "outcomes": [
                {"result": "miss", "probability": "1/2"},
                {"result": "hit: in the wheel", "probability": "1/4"},
            ],
        }
    ]


def test_a_tally_adds_up_cites_and_explains_itself() -> None:
    with recording() as record:
        tally = Tally("firer").add(5, "toy.a", "rifle").add(0, "toy.b", "open ground")
        tally.add_if(True, -2, "toy.c", "far").add_if(False, 9, "toy.d", "never")
    assert tally.total == 3
    assert tally.modifiers[2] == Modifier(-2, "toy.c", "far")
    assert str(tally) == "firer +3: +5 (rifle) +0 (open ground) -2 (far)"
    assert list(record) == ["toy.a", "toy.b", "toy.c"]
