"""Standing orders: how elements react without their owner being asked each time."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import PhraseError
from sandtable.players import run_battle, seat_players
from sandtable.rulebooks.panzer8.page.typing_orders import PHRASES
from tests.panzer8.kit import *
from tests.panzer8.kit.reacting import NORTH, WHO, tank_and_guns

GERMAN = "german"


def say(battle: P8Battle, policy: str, *elements: str, chance: float = 0.0) -> None:
    battle.play(Standing(policy, elements, chance), GERMAN)  # type: ignore[arg-type]


def fired(battle: P8Battle) -> list[str]:
    return [event.pieces[0] for event in told(battle, "fire")]


@pytest.mark.rule(WHO)
def test_whoever_holds_fire_is_not_asked() -> None:
    battle = tank_and_guns([])
    say(battle, "hold")
    play(battle, NORTH)
    assert place(battle, "tank") == (30, 20)
    assert asked(battle) == "action"
    assert not element(battle, "gun0").reacted


@pytest.mark.rule(WHO)
def test_others_are_still_asked_and_even_those_who_hold_may_then_react() -> None:
    battle = tank_and_guns([1, 10], guns=2)
    say(battle, "hold", "gun0")
    play(battle, NORTH)
    assert asked(battle) == "reaction"
    listed = {o.element for o in battle.view(GERMAN).candidates(battle.choices[0]) if o != Done()}  # type: ignore[attr-defined]
    assert listed == {"gun1"}
    play(battle, ReactFire("gun0", 5.0))
    assert fired(battle) == ["gun0"]


@pytest.mark.rule("p8.react.any-number-against-one-mover")
def test_fire_at_anything_fires_at_the_first_point_by_itself() -> None:
    battle = tank_and_guns([1, 10, 2, 10], guns=2)
    say(battle, "fire")
    play(battle, NORTH)
    assert fired(battle) == ["gun0", "gun1"]
    assert place(battle, "tank") == (30, 10)
    assert asked(battle) == "resume"
    assert all(element(battle, name).reacted for name in ("gun0", "gun1"))


def test_a_mover_that_is_suppressed_stops_and_the_next_one_fires_at_it_there() -> None:
    battle = tank_and_guns([8, 5, 1, 10], guns=2)
    say(battle, "fire")
    play(battle, NORTH)
    assert fired(battle) == ["gun0", "gun1"]
    assert element(battle, "tank").suppressed
    assert element(battle, "tank").y == told(battle, "reaction")[-1].data["mover"][1]


def test_nobody_fires_at_a_mover_that_is_out_of_action() -> None:
    battle = tank_and_guns([10, 1], guns=2)
    say(battle, "fire")
    play(battle, NORTH)
    assert fired(battle) == ["gun0"]
    assert not element(battle, "gun1").reacted


def test_good_odds_are_waited_for() -> None:
    # AP 5 against Def 5: over half of 36 in the target has +1, and within 18 in it has not.
    far = situation("tank uk-sherman-75 30,4; gun ge-pak38 30,29 S", dice=[1, 10])
    chances = {}
    play(far, Move("tank", ((30, 14),)))
    for at in (0.0, 9.9):
        odds = far.view(GERMAN).odds(ReactFire("gun", at))
        assert odds is not None
        chances[at] = float(100 * (1 - dict(odds.outcomes)["none"]))
    assert chances[0.0] < chances[9.9]
    far.undo()
    say(far, "odds", chance=(chances[0.0] + chances[9.9]) / 2)
    play(far, Move("tank", ((30, 14),)))
    assert fired(far) == ["gun"]
    stopped = element(far, "tank").y - 4
    # The rear of its range begins where 18 in lie between the bases.
    gap = 29 - 4 - stopped - 0.5 * (1.2 + far.state.sheet(element(far, "tank")).depth)
    assert gap <= 18.5
    assert stopped > 0


def test_odds_that_are_never_reached_mean_no_shot_and_no_question() -> None:
    battle = tank_and_guns([])
    say(battle, "odds", chance=100)
    play(battle, NORTH)
    assert place(battle, "tank") == (30, 20)


def test_ask_takes_a_standing_order_back() -> None:
    battle = tank_and_guns([])
    say(battle, "hold")
    say(battle, "ask")
    assert not battle.state.stances
    play(battle, NORTH)
    assert asked(battle) == "reaction"


def test_it_may_be_given_while_the_other_side_decides_and_in_the_middle_of_a_question() -> None:
    battle = tank_and_guns([])
    assert battle.choices[0].seats == ("british",)
    say(battle, "hold", "gun0")
    say(battle, "ask", "gun0")
    play(battle, NORTH)
    say(battle, "hold")
    assert place(battle, "tank") == (30, 20)


@cases(
    "order, words",
    (Standing("odds"), "from 1 to 100"),
    (Standing("odds", (), 101.0), "from 1 to 100"),
    (Standing("hold", (), 40.0), "goes with the policy"),
    (Standing("hold", ("tank",)), "no element 'tank' of yours"),
    (Standing("hold", ("nobody",)), "no element 'nobody' of yours"),
)
def test_wrong_standing_orders_are_refused_in_words(order: Standing, words: str) -> None:
    battle = tank_and_guns([])
    with pytest.raises(Refusal, match=words):
        battle.play(order, GERMAN)
    assert not battle.state.stances


def test_the_enemy_does_not_learn_of_them() -> None:
    battle, silent = tank_and_guns([]), tank_and_guns([])
    say(battle, "hold")
    say(silent, "ask")
    assert battle.view("british").to_json() == silent.view("british").to_json()
    assert battle.view(GERMAN).to_json() != silent.view(GERMAN).to_json()


def test_they_are_typed_in_plain_words() -> None:
    battle = tank_and_guns([])
    choice = battle.choices[0]

    def read(line: str) -> object:
        return PHRASES.read(battle.state, choice, line)

    assert read("standing hold") == Standing("hold")
    assert read("standing fire gun0") == Standing("fire", ("gun0",))
    assert read("standing odds 40% gun0") == Standing("odds", ("gun0",), 40.0)
    for slip in ("standing", "standing still", "standing odds", "standing odds gun0"):
        with pytest.raises(PhraseError):
            read(slip)


@pytest.mark.slow
@cases("policy", "hold", "fire", "odds")
def test_battles_under_standing_orders_finish(policy: str) -> None:
    for seed in range(3):
        battle: P8Battle = Battle.start(load_scenario("saint-aubin"), dice=SeededDice(seed))
        for seat in ("british", "german"):
            order = Standing(policy, (), 30.0 if policy == "odds" else 0.0)  # type: ignore[arg-type]
            battle.play(order, seat)
        run_battle(battle, seat_players(battle, ["random", "greedy"], seed))
        assert battle.outcome is not None


def test_a_greedy_player_does_not_want_to_be_asked_about_the_unarmed() -> None:
    battle = situation("lorry uk-lorry 10,10; rifles uk-rifle-44 20,10; foe ge-rifle-44 20,40 S")
    best = max(RULEBOOK.advise(battle.state, battle.choices[0]), key=lambda pair: pair[0])
    assert best[1] == Standing("hold", ("lorry",))


NATIONS = {"national_characteristics": True}

# -- ammunition -----------------------------------------------------------------------------------


def shortage(*units: Placed, date: str, dice: list[int], card: str, **rest: Any) -> P8Battle:
    return dealt(
        card, *units, dice=dice, date=date, options={**NATIONS, "support_fire": True}, **rest
    )


# -- standing orders ------------------------------------------------------------------------------


@pytest.mark.rule("p8.react.option-fire", "p8.card.ace-ammo-shortage")
def test_the_odds_of_a_standing_order_reckon_with_a_shortage() -> None:
    def moved(chance: float, card: str) -> P8Battle:
        battle = shortage(
            "men uk-rifle-44 30,10; idle uk-rifle-44 5,10; gun ge-ig75 30,25 S",
            date="1944",
            card=card,
            dice=[1, 10],
        )
        battle.play(Standing("odds", ("gun",), chance), "german")
        battle.play(Move("men", ((30, 11),)))
        return battle

    # HE 6 against Def 5: an effect (+1 or better) with 55 of 100; short of shells with 45.
    assert told(moved(55, "5 of hearts"), "fire")
    assert not told(moved(55, "ace of hearts"), "fire")
    assert told(moved(45, "ace of hearts"), "fire")


@pytest.mark.rule("p8.react.option-fire", "p8.smoke.effect")
def test_the_odds_of_a_standing_order_reckon_with_smoke() -> None:
    battle = situation(
        "men uk-rifle-44 30,10; idle uk-rifle-44 5,10; gun ge-ig75 30,25 S",
        screens=[smoke(30, 17, width=4.8)],
        options={"smoke": True},
        dice=[1, 10],
    )
    battle.play(Standing("odds", ("gun",), 37), "german")
    battle.play(Move("men", ((30, 11),)))
    assert not told(battle, "fire")


def with_riders(order: Standing, sheet: str = "uk-mg") -> P8Battle:
    """A tank with riders drives up to somebody who has a standing order."""
    battle = situation(
        "tank ge-pz4-long 30,30 S; load ge-rifle-44 in tank; idle ge-rifle-44 5,40",
        unit("firer", sheet, "british", at=(30, 10)),
        dice=[1, 10],
    )
    battle.play(order, "british")
    battle.play(Move("tank", ((30, 27),)))
    return battle


@pytest.mark.rule("p8.react.option-fire", "p8.fire.tank-riders-are-targets")
def test_whoever_cannot_hurt_the_tank_fires_at_its_riders_by_standing_order() -> None:
    battle = with_riders(Standing("fire"))
    assert last(battle, "fire").pieces[:2] == ("firer", "load")
    assert element(battle, "firer").reacted


@pytest.mark.rule("p8.react.option-fire", "p8.fire.tank-riders-are-targets")
def test_whoever_can_hurt_the_tank_fires_at_the_tank() -> None:
    assert last(with_riders(Standing("fire"), "uk-17pdr"), "fire").pieces[:2] == ("firer", "tank")


@pytest.mark.rule("p8.react.option-fire", "p8.fire.tank-riders-are-targets")
def test_a_standing_order_with_odds_weighs_the_riders_too() -> None:
    # HE/SA 6 against Def 5: an effect with 55 of 100.
    assert told(with_riders(Standing("odds", chance=55)), "fire")
    assert not told(with_riders(Standing("odds", chance=56)), "fire")
