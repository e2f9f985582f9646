"""Section 15.4: the odds of support fire, computer players, words and drawings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.battle.figures import Patch
from sandtable.draw import draw_battle
from tests.panzer8.kit import *
from tests.panzer8.kit.batteries import (
    CALL,
    FOO,
    MEDIUM,
    NOTED,
    TARGET,
    effects,
    fired,
    mission,
    ours,
    rifles,
    under_fire,
)

INSTEAD = "suppressed (does not fall back)"

# -- odds, players and seats ----------------------------------------------------------------------


@pytest.mark.rule("p8.support.affects-all-partly-inside")
def test_exact_odds_for_each_element_before_the_dice() -> None:
    battle = mission(MEDIUM, FOO, TARGET, "tank ge-panther 21.5,31", dice=[5, 5])
    odds = battle.odds(CALL)
    assert odds is not None
    assert odds.outcomes == (("opponent may shift it", Fraction(1, 10)),)
    assert [(fate.piece, fate.name) for fate in odds.fates] == [
        ("target", "target"),
        ("tank", "tank"),
    ]
    assert odds.fate_of("tank") == {"none": Fraction(9, 10)}
    count = {"none": 0, INSTEAD: 0, "suppressed": 0, "out": 0}
    for attack in range(2, 11):
        for defence in range(1, 11):
            score = attack + 8 - 5 - defence
            effect = "none" if score <= 0 else INSTEAD if score <= 2 else "suppressed"
            count["out" if score >= 5 else effect] += 1
    for effect, number in count.items():
        assert odds.fate_of("target")[effect] == Fraction(number, 100)


@pytest.mark.rule("p8.support.drift-on-one")
def test_where_nobody_is_shells_do_nothing_or_drift() -> None:
    battle = mission(MEDIUM, FOO, rifles("far", (40, 40)), dice=[5, 5], planned=NOTED)
    empty = battle.odds(CallFire(at=(20, 30)))
    assert empty is not None
    assert empty.fates == ()
    assert empty.outcomes == (("opponent may shift it", Fraction(1, 10)), ("none", Fraction(9, 10)))


@pytest.mark.rule("p8.support.drift-on-one")
def test_odds_of_shifting_and_of_leaving_it() -> None:
    battle = fired(FOO, TARGET, ours("own", (26, 30)), dice=[1, 6, 1])
    shifted = battle.odds(Shift(90))
    left = battle.odds(Done())
    assert shifted is not None
    assert left is not None
    assert [sum(dict(fate.outcomes).values()) for fate in shifted.fates] == [1]
    assert left.outcomes == ()
    assert left.fate_of("target")["suppressed"] == Fraction(1, 10)
    assert left.fate_of("target")[INSTEAD] == Fraction(2, 10)


def test_a_greedy_player_fires_where_most_enemies_are_and_shifts_on_to_the_owner() -> None:
    battle = mission(
        MEDIUM,
        FOO,
        ours("own", (34, 30)),
        TARGET,
        rifles("a", (28, 30)),
        rifles("b", (29.5, 31)),
        dice=[1, 6, 1, 6, 6],
    )
    best = max(battle.view("british").advise(battle.choices[0]), key=lambda pair: pair[0])[1]
    assert isinstance(best, CallFire)
    assert best.target in ("a", "b")
    battle.play(CallFire("a", "foo"))
    answer = max(battle.view("german").advise(battle.choices[0]), key=lambda pair: pair[0])[1]
    assert answer == Shift(90)


def test_any_seat_of_the_side_may_call_the_fire() -> None:
    battle = mission(
        MEDIUM,
        FOO,
        ours("own", (5, 5)),
        TARGET,
        seats=(
            Seat(id="one", side="british", pieces=("foo",)),
            Seat(id="two", side="british", pieces=("own",)),
            Seat(id="german", side="german"),
        ),
        dice=[5, 5],
    )
    assert seats(battle) == ("one", "two")
    battle.play(CALL, "two")
    assert under_fire(battle) == ["target"]


def test_a_referee_may_overrule_an_attack() -> None:
    battle = fired(FOO, TARGET, dice=[5, 5], referee=True)
    assert effects(battle) == {"target": "suppressed"}
    battle.overrule({"fire": "none"})
    assert effects(battle) == {"target": "none"}
    assert not element(battle, "target").suppressed


def test_orders_are_typed_and_told() -> None:
    battle = mission(MEDIUM, FOO, rifles("pak", (20, 30)), dice=[1, 5, 5], planned=NOTED)
    phrases = battle.rulebook.phrasebook()
    state, choice, call = battle.state, battle.choices[0], CallFire("pak", "foo")
    assert phrases.read(state, choice, "call fire pak") == call
    assert phrases.read(state, choice, "call fire on pak with foo") == call
    assert phrases.read(state, choice, "call fire at 20,30") == CallFire(at=(20, 30))
    smoked = CallFire("pak", "foo", smoke=True)
    assert phrases.read(state, choice, "call fire pak smoke") == smoked
    assert phrases.tell(state, call).text == "HE on pak (pak), seen by foo"
    battle.play(call)
    assert phrases.read(battle.state, battle.choices[0], "shift 90") == Shift(90)


def test_the_zone_is_drawn_and_the_legend_says_so() -> None:
    battle = fired(FOO, TARGET, dice=[5, 5])
    drawn = battle.rulebook.figures(battle.state)
    zones = [thing for thing in drawn if isinstance(thing, Patch) and thing.kind == "beaten"]
    assert [zone.label for zone in zones] == ["Beaten zone, medium artillery"]
    assert zones[0].side == "british"
    assert "Under fire" in draw_battle(battle)
