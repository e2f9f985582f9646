"""Section 16: national characteristics, and the equipment of the French of 1944."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.rulebooks.panzer8 import RULEBOOK
from sandtable.rulebooks.panzer8.fire import effect_odds
from sandtable.rulebooks.panzer8.melee import margin_odds
from sandtable.rulebooks.panzer8.orders import (
    Charge,
    Done,
    Fight,
    Fire,
    GoOn,
    Hunt,
    Move,
    Overrun,
    ReactFire,
    Recover,
    StandFirm,
)
from sandtable.rulebooks.panzer8.tables import CLOSE_COMBAT, FIRE_EFFECTS, HUNT
from sandtable.rulebooks.panzer8.typing_orders import PHRASES
from sandtable.scenario import ScenarioError
from tests.panzer8.packs import CARDS, dealt
from tests.panzer8.situations import (
    P8Battle,
    area,
    box,
    effect,
    element,
    face_to_face,
    fire,
    firer_adds,
    is_out,
    last,
    modifiers,
    play,
    refused,
    score,
    seats,
    shot,
    situation,
    told,
    unit,
)

ON = {"national_characteristics": True}
FIRM = "p8.nation.russian-ignore-one-suppression"
PRESS = "p8.nation.russian-charge-ignores-suppression"
MELEE = "p8.nation.russian-melee-quality"
RESERVE = "p8.nation.french-reserve-quality"
RUSSIAN_AMMO = "p8.nation.russian-1941-ammo"
GERMAN_AMMO = "p8.nation.german-1944-ammo"


# -- Russians who ignore a suppression (16.1) -----------------------------------------------------


def shaken(*others: Any, dice: list[int], **rest: Any) -> P8Battle:
    """A German section that shoots at a suppressed Russian one, which has a friend."""
    rest.setdefault("options", ON)
    return situation(
        unit("g", "ge-rifle-40", "german", at=(20, 10)),
        unit("g2", "ge-rifle-40", "german", at=(24, 10)),
        unit("r", "su-rifle", "russian", at=(20, 18), facing=180, suppressed=True),
        unit("r2", "su-rifle", "russian", at=(24, 18), facing=180, suppressed=True),
        *others,
        dice=dice,
        **rest,
    )


@pytest.mark.rule("p8.nation.russian-ignore-one-suppression")
def test_the_owner_decides_whether_a_suppressed_element_stands_firm() -> None:
    battle = shaken(dice=[9, 5])
    play(battle, Fire("g", "r"))
    assert effect(battle) == "suppressed"
    assert battle.choices[0].ask == "stand firm"
    assert battle.choices[0].about == ("r",)
    assert seats(battle) == ("russian",)
    assert not is_out(battle, "r")
    play(battle, StandFirm())
    assert element(battle, "r").suppressed
    assert last(battle, "firm").rules == (FIRM,)
    assert battle.choices[0].ask == "action"


@pytest.mark.rule("p8.nation.russian-ignore-one-suppression")
def test_it_may_decline_and_is_out() -> None:
    battle = shaken(dice=[9, 5, 9, 5])
    play(battle, Fire("g", "r"), Done())
    assert is_out(battle, "r")
    play(battle, Fire("g2", "r2"))
    assert battle.choices[0].ask == "stand firm"  # declining has used nothing up


@pytest.mark.rule("p8.nation.russian-ignore-one-suppression")
def test_it_can_be_done_once_in_a_game_turn() -> None:
    battle = shaken(dice=[9, 5, 9, 5])
    play(battle, Fire("g", "r"), StandFirm(), Fire("g2", "r2"))
    assert is_out(battle, "r2")


@pytest.mark.rule("p8.nation.russian-ignore-one-suppression")
def test_both_player_turns_of_a_game_turn_count_together_and_the_next_begins_anew() -> None:
    battle = shaken(dice=[9, 5, 9, 5], side="german", first="russian")
    play(battle, Fire("g", "r"), StandFirm())
    assert battle.state.stood_firm == (("russian", 1),)
    play(battle, Done(), Done())
    assert (battle.state.active, battle.state.turn) == ("german", 2)
    play(battle, Fire("g", "r"))
    assert battle.choices[0].ask == "stand firm"
    play(battle, StandFirm())
    assert battle.state.stood_firm == (("russian", 2),)
    same = shaken(dice=[9, 5], side="german", first="german")
    play(same, Fire("g", "r"), StandFirm(), Done())
    assert (same.state.active, same.state.turn) == ("russian", 1)
    assert same.state.stood_firm == (("russian", 1),)


def test_an_unsuppressed_element_is_suppressed_and_out_of_action_is_out() -> None:
    fresh = situation(
        unit("g", "ge-rifle-40", "german", at=(20, 10)),
        unit("r", "su-rifle", "russian", at=(20, 18), facing=180),
        dice=[9, 5],
        options=ON,
    )
    play(fresh, Fire("g", "r"))
    assert element(fresh, "r").suppressed
    out = shaken(dice=[10, 1])
    play(out, Fire("g", "r"))
    assert is_out(out, "r")


def test_others_do_not_stand_firm_nor_do_russians_without_the_rules() -> None:
    plain = shaken(dice=[9, 5], options={})
    play(plain, Fire("g", "r"))
    assert is_out(plain, "r")
    german = situation(
        unit("r", "su-rifle", "russian", at=(20, 10)),
        unit("g", "ge-rifle-40", "german", at=(20, 18), facing=180, suppressed=True),
        dice=[9, 5],
        options=ON,
    )
    play(german, Fire("r", "g"))
    assert is_out(german, "g")


@pytest.mark.rule("p8.nation.russian-ignore-one-suppression")
def test_whatever_a_russian_side_is_equipped_with_is_russian() -> None:
    battle = situation(
        unit("g", "ge-rifle-40", "german", at=(20, 10)),
        unit("r", "us-rifle-41", "russian", at=(20, 18), facing=180, suppressed=True),
        dice=[9, 5],
        options=ON,
    )
    play(battle, Fire("g", "r"))
    assert battle.choices[0].ask == "stand firm"
    play(battle, StandFirm())
    assert element(battle, "r").suppressed


@pytest.mark.rule("p8.nation.russian-ignore-one-suppression")
def test_it_holds_in_hand_to_hand_combat_and_when_a_commander_shares_a_fate() -> None:
    battle = situation(
        unit("g", "ge-rifle-40", "german", at=(20, 10), charged=True),
        unit("r", "su-rifle", "russian", at=(20, 10.8), facing=180, suppressed=True),
        phase="close-combat",
        dice=[9, 5],
        options=ON,
    )
    play(battle, Fight(("g",), "r"))
    while battle.choices[0].ask not in ("stand firm", "action", "combat"):
        play(battle, Done())
    assert last(battle, "melee").data["effects"] == ["defender suppressed"]
    assert battle.choices[0].ask == "stand firm"
    play(battle, StandFirm())
    assert not is_out(battle, "r")


@pytest.mark.rule("p8.nation.russian-ignore-one-suppression")
def test_standing_firm_can_be_typed_and_a_thoughtful_player_does_it() -> None:
    battle = shaken(dice=[9, 5])
    play(battle, Fire("g", "r"))
    choice = battle.choices[0]
    assert PHRASES.read(battle.state, choice, "stand firm") == StandFirm()
    assert list(RULEBOOK.candidates(battle.state, choice)) == [StandFirm(), Done()]
    best = max(RULEBOOK.advise(battle.state, choice), key=lambda pair: pair[0])
    assert best[1] == StandFirm()
    assert refused(battle, Move("g", ((20, 9),)), "russian").rule == FIRM


@pytest.mark.rule("p8.nation.russian-ignore-one-suppression", "p8.card.four-flank-attacked")
def test_it_holds_against_an_attack_on_the_flank() -> None:
    battle = dealt(
        "4 of hearts",
        unit("r", "su-rifle", "russian", at=(10, 20), suppressed=True),
        unit("r2", "su-rifle", "russian", at=(30, 20)),
        unit("g", "ge-rifle-40", "german", at=(55, 44)),
        options=ON,
    )
    assert battle.choices[0].ask == "stand firm"
    play(battle, StandFirm())
    assert element(battle, "r").suppressed
    assert battle.choices[0].ask == "action"


# -- Russian charges (16.1) -----------------------------------------------------------------------


def onslaught(sheet: str = "su-rifle", by: str = "ge-rifle-40", **rest: Any) -> P8Battle:
    rest.setdefault("options", ON)
    return situation(
        unit("r", sheet, "russian", at=(20, 10)),
        unit("r2", "su-rifle", "russian", at=(40, 10)),
        unit("g", by, "german", at=(20, 13.6), facing=180),
        **rest,
    )


@pytest.mark.rule("p8.nation.russian-charge-ignores-suppression")
@pytest.mark.parametrize("sheet", ["su-rifle", "su-eng"])
def test_a_charge_goes_on_without_a_marker(sheet: str) -> None:
    battle = onslaught(sheet, dice=[8, 5])
    play(battle, Charge("r", "g"), ReactFire("g", 1.0))
    assert effect(battle) == "suppressed"
    assert not element(battle, "r").suppressed
    assert last(battle, "firm").rules == (PRESS,)
    play(battle, GoOn())
    assert told(battle, "charge")


def test_fall_back_and_out_of_action_count() -> None:
    back = onslaught(dice=[6, 5])
    play(back, Charge("r", "g"), ReactFire("g", 1.0))
    assert effect(back) == "fall-back"
    assert back.choices[0].ask == "fall back"
    out = onslaught(dice=[10, 1])
    play(out, Charge("r", "g"), ReactFire("g", 1.0))
    assert is_out(out, "r")


@pytest.mark.rule("p8.nation.russian-charge-ignores-suppression")
def test_a_fall_back_that_is_treated_as_suppressed_is_ignored_too() -> None:
    battle = situation(
        unit("r", "su-rifle", "russian", at=(20, 10)),
        unit("r2", "su-rifle", "russian", at=(40, 10)),
        unit("g", "ge-rifle-40", "german", at=(20, 13.6), facing=180),
        unit("m", "ge-mortar-81", "german", at=(20, 30), facing=180),
        options=ON,
        dice=[6, 6],
    )
    play(battle, Charge("r", "g"), ReactFire("m", 1.0))
    assert effect(battle) == "fall-back"
    assert not element(battle, "r").suppressed
    assert last(battle, "firm").rules == (PRESS,)


def test_only_charging_infantry_of_the_russians_does_so() -> None:
    plain = onslaught(dice=[8, 5], options={})
    play(plain, Charge("r", "g"), ReactFire("g", 1.0))
    assert element(plain, "r").suppressed
    moving = onslaught(dice=[8, 5])
    play(moving, Move("r", ((20, 11),)), ReactFire("g", 1.0))
    assert element(moving, "r").suppressed
    cavalry = onslaught("su-cav", dice=[7, 5])
    play(cavalry, Charge("r", "g"), ReactFire("g", 1.0))
    assert effect(cavalry) == "suppressed"
    assert element(cavalry, "r").suppressed


# -- Russians hand to hand (16.1) -----------------------------------------------------------------


def brawl(ours: str, theirs: str, sides: tuple[str, str], **rest: Any) -> P8Battle:
    """An attacker and a defender in contact, of the given sheets."""
    rest.setdefault("options", ON)
    mine, its = rest.pop("attacker", {}), rest.pop("defender", {})
    return situation(
        unit("a", ours, sides[0], at=(20, 10), charged=True, **mine),
        unit("d", theirs, sides[1], at=(20, 10.8), facing=180, **its),
        phase="close-combat",
        **rest,
    )


def fought(battle: P8Battle) -> dict[str, int]:
    play(battle, Fight(("a",), "d"))
    while not told(battle, "melee"):
        play(battle, Done())
    return modifiers(battle, "melee")


@pytest.mark.rule("p8.nation.russian-melee-quality")
@pytest.mark.parametrize("quality", ["poor", "average", "elite"])
def test_russian_infantry_always_counts_plus_1(quality: str) -> None:
    battle = brawl(
        "su-rifle", "ge-rifle-40", ("russian", "german"), attacker={"quality": quality}, dice=[5, 5]
    )
    added = fought(battle)
    assert added[MELEE] == 1
    assert "p8.melee.mod-quality" not in added
    assert last(battle, "melee").data["scores"] == [1]


@pytest.mark.rule("p8.nation.russian-melee-quality")
def test_engineers_and_defenders_too_but_no_crews() -> None:
    battle = brawl("ge-rifle-40", "su-eng", ("german", "russian"), dice=[5, 5])
    added = fought(battle)
    assert added[MELEE] == 1
    assert added["p8.melee.mod-engineers"] == 2
    crew = brawl(
        "ge-rifle-40", "su-mg", ("german", "russian"), defender={"quality": "poor"}, dice=[5, 5]
    )
    added = fought(crew)
    assert MELEE not in added
    assert added["p8.melee.mod-quality"] == -1


def test_not_without_the_rules_and_not_in_overruns() -> None:
    plain = brawl("su-rifle", "ge-rifle-40", ("russian", "german"), dice=[5, 5], options={})
    assert MELEE not in fought(plain)
    battle = situation(
        unit("tank", "ge-pz3-50", "german", at=(20, 10), charged=True),
        unit("d", "su-rifle", "russian", at=(20, 11.2), facing=180, quality="poor"),
        phase="close-combat",
        dice=[5, 5],
        options=ON,
    )
    play(battle, Overrun("tank", "d"))
    while not told(battle, "overrun"):
        play(battle, Done())
    assert MELEE not in modifiers(battle, "overrun")
    total = last(battle, "overrun").tallies[1].total
    assert total == 5 - 1


@pytest.mark.rule("p8.nation.russian-melee-quality")
def test_odds_reckon_with_it() -> None:
    battle = brawl("su-rifle", "ge-rifle-40", ("russian", "german"))
    odds = RULEBOOK.odds(battle.state, Fight(("a",), "d"))
    assert odds is not None
    assert dict(odds.outcomes) == {result: margin_odds(1)[result] for result, _ in odds.outcomes}


# -- French reserve divisions (16.2) --------------------------------------------------------------


def reserves(dice: list[int], **rest: Any) -> P8Battle:
    rest.setdefault("options", ON)
    return face_to_face(
        "fr-rifle-res", "ge-rifle-40", 5.0, sides=("french", "german"), dice=dice, **rest
    )


@pytest.mark.rule("p8.nation.french-reserve-quality")
@pytest.mark.parametrize(
    ("die", "other", "expected"), [(4, 3, 2), (5, 3, 1), (10, 10, 1), (1, 1, -1)]
)
def test_the_natural_die_decides_on_the_quality(die: int, other: int, expected: int) -> None:
    battle = reserves([die, other])
    event = fire(battle)
    assert score(battle) == expected
    assert modifiers(battle)[RESERVE] == (1 if die % 2 == 0 else -1)
    assert die + event.tallies[0].total - other - event.tallies[1].total == expected


@pytest.mark.rule("p8.nation.french-reserve-quality")
def test_it_replaces_the_quality_that_they_have_otherwise() -> None:
    battle = reserves([4, 3], firer={"quality": "poor"})
    fire(battle)
    assert score(battle) == 2
    assert effect(battle) == "fall-back"
    assert "p8.fire.mod-firer-quality" not in modifiers(battle)
    plain = reserves([4, 3], firer={"quality": "poor"}, options={})
    fire(plain)
    assert score(plain) == 0
    assert RESERVE not in modifiers(plain)


@pytest.mark.rule("p8.nation.french-reserve-quality")
@pytest.mark.parametrize(("die", "expected"), [(4, -1), (5, 0)])
def test_it_holds_for_the_target_of_fire(die: int, expected: int) -> None:
    battle = face_to_face(
        "ge-rifle-40",
        "fr-rifle-res",
        5.0,
        sides=("german", "french"),
        dice=[4, die],
        options=ON,
    )
    fire(battle)
    assert score(battle) == expected


@pytest.mark.rule("p8.nation.french-reserve-quality")
def test_the_flag_may_come_from_the_scenario() -> None:
    battle = face_to_face(
        "fr-mg",
        "ge-rifle-40",
        5.0,
        sides=("french", "german"),
        firer={"flags": ["RES"]},
        dice=[2, 2],
        options=ON,
    )
    fire(battle)
    assert modifiers(battle)[RESERVE] == 1


def brute_fire(margin: int, ours: bool, theirs: bool) -> dict[str, Fraction]:
    """All hundred pairs of dice, one after another."""
    found: dict[str, Fraction] = {}
    for a in range(1, 11):
        for b in range(1, 11):
            lead = margin + a - b
            lead += (1 if a % 2 == 0 else -1) if ours else 0
            lead -= (1 if b % 2 == 0 else -1) if theirs else 0
            result = FIRE_EFFECTS["HE/SA"].lookup(lead)
            found[result] = found.get(result, Fraction(0)) + Fraction(1, 100)
    return found


@pytest.mark.rule("p8.nation.french-reserve-quality")
@pytest.mark.parametrize("who", [(True, False), (False, True), (True, True)])
def test_exact_odds_depend_on_the_die(who: tuple[bool, bool]) -> None:
    for margin in (-2, 0, 3):
        assert dict(effect_odds(margin, "HE/SA", who)) == brute_fire(margin, *who)
    odds = RULEBOOK.odds(reserves([]).state, Fire("firer", "target"))
    assert odds is not None
    assert {r: c for r, c in odds.outcomes if c} == brute_fire(0, True, False)
    assert RESERVE in [modifier.rule for modifier in odds.tallies[0].modifiers]


@pytest.mark.rule("p8.nation.french-reserve-quality")
def test_the_odds_told_with_a_shot_are_those_before_the_dice_fell() -> None:
    battle = reserves([4, 3])
    event = fire(battle)
    told_odds = {r: Fraction(c) for r, c in event.data["odds"].items()}
    assert told_odds == brute_fire(0, True, False)


@pytest.mark.rule("p8.nation.french-reserve-quality")
def test_tank_hunters_and_their_prey() -> None:
    battle = situation(
        unit("a", "fr-rifle-res", "french", at=(20, 10)),
        unit("tank", "ge-pz2", "german", at=(20, 12.2), facing=180),
        terrain=[area("wood", box(10, 4, 30, 20))],
        dice=[6, 5],
        options=ON,
    )
    odds = RULEBOOK.odds(battle.state, Hunt("a", "tank"))
    assert odds is not None
    margin = sum(t.total * sign for t, sign in zip(odds.tallies, (1, -1), strict=True))
    expected: dict[str, Fraction] = {}
    for a in range(1, 11):
        for b in range(1, 11):
            result = HUNT.lookup(margin + a - b + (1 if a % 2 == 0 else -1))
            expected[result] = expected.get(result, Fraction(0)) + Fraction(1, 100)
    assert {r: c for r, c in odds.outcomes if c} == expected
    play(battle, Hunt("a", "tank"))
    assert modifiers(battle, "hunt")[RESERVE] == 1
    assert last(battle, "hunt").data["score"] == margin + 6 - 5 + 1


@pytest.mark.rule("p8.nation.french-reserve-quality")
def test_attackers_and_defenders_in_close_combat() -> None:
    battle = brawl(
        "fr-rifle-res",
        "ge-rifle-40",
        ("french", "german"),
        attacker={"quality": "elite"},
        dice=[3, 3],
    )
    odds = RULEBOOK.odds(battle.state, Fight(("a",), "d"))
    assert odds is not None
    expected: dict[str, Fraction] = {}
    for a in range(1, 11):
        for b in range(1, 11):
            result = CLOSE_COMBAT.lookup(a - b + (1 if a % 2 == 0 else -1))
            expected[result] = expected.get(result, Fraction(0)) + Fraction(1, 100)
    assert {r: c for r, c in odds.outcomes if c} == expected
    added = fought(battle)
    assert added[RESERVE] == -1
    assert last(battle, "melee").data["scores"] == [-1]
    defending = brawl("ge-rifle-40", "fr-rifle-res", ("german", "french"), dice=[3, 4])
    fought(defending)
    assert last(defending, "melee").data["scores"] == [3 - 4 - 1]


@pytest.mark.rule("p8.nation.french-reserve-quality")
def test_several_against_one() -> None:
    battle = situation(
        unit("a", "fr-rifle-res", "french", at=(19.4, 10), charged=True),
        unit("b", "fr-rifle", "french", at=(20.6, 10), charged=True),
        unit("d", "ge-rifle-40", "german", at=(20, 10.8), facing=180),
        phase="close-combat",
        dice=[4, 4, 4],
        options=ON,
    )
    play(battle, Fight(("a", "b"), "d"))
    while not told(battle, "melee"):
        play(battle, Done())
    assert last(battle, "melee").data["scores"] == [1, 0]


@pytest.mark.rule("p8.nation.french-reserve-quality")
def test_in_overruns_their_own_die_counts_too() -> None:
    battle = situation(
        unit("tank", "ge-pz3-50", "german", at=(20, 10), charged=True),
        unit("d", "fr-rifle-res", "french", at=(20, 11.2), facing=180),
        phase="close-combat",
        dice=[5, 6],
        options=ON,
    )
    play(battle, Overrun("tank", "d"))
    while not told(battle, "overrun"):
        play(battle, Done())
    assert last(battle, "overrun").data["scores"] == [8 + 5 - (5 + 6 + 1)]


@pytest.mark.rule("p8.nation.french-reserve-quality")
def test_they_recover_like_average_troops() -> None:
    battle = situation(
        unit("a", "fr-rifle-res", "french", at=(20, 10), suppressed=True, quality="poor"),
        unit("b", "fr-rifle", "french", at=(22, 10)),
        unit("g", "ge-rifle-40", "german", at=(50, 40)),
        dice=[6],
        options=ON,
    )
    play(battle, Recover("a"))
    assert last(battle, "recover").data["score"] == 6
    assert "p8.rally.mod-quality" not in modifiers(battle, "recover")


# -- shortages of ammunition that spread (16.1, 16.3) ---------------------------------------------


def shelling(card: str, drawer: str, date: str, *more: str, **rest: Any) -> P8Battle:
    """Mortars and sections of Germans and an ally, one side of which draws cards to begin with."""
    mortar = {"british": "uk-mortar-3in", "russian": "su-mortar-82", "german": "ge-mortar-81"}
    section = {"british": "uk-rifle-44", "russian": "su-rifle", "german": "ge-rifle-40"}
    other = "russian" if drawer == "german" else "german"
    units = [
        unit("m1", mortar[drawer], drawer, at=(20, 8)),
        unit("s1", section[drawer], drawer, at=(26, 8)),
        unit("m2", mortar[other], other, at=(20, 30), facing=180),
        unit("s2", section[other], other, at=(26, 30), facing=180),
    ]
    rest.setdefault("options", ON)
    return dealt(card, *units, dice=[CARDS[name] for name in more], date=date, **rest)


def adds(battle: P8Battle, firer: str, target: str, *, reaction: bool = False) -> dict[str, int]:
    return firer_adds(shot(battle, firer, target, reaction=reaction))


@pytest.mark.rule("p8.nation.russian-1941-ammo", "p8.card.ace-ammo-shortage")
def test_a_german_shortage_of_1941_strikes_the_russians_too() -> None:
    battle = shelling(
        "ace of spades", "german", "1941-07-01", "5 of spades", "6 of hearts", "5 of clubs"
    )
    assert adds(battle, "m1", "s2")["p8.card.ace-ammo-shortage"] == -1
    assert adds(battle, "m2", "s1", reaction=True)[RUSSIAN_AMMO] == -1
    play(battle, Done())
    assert battle.state.active == "russian"
    assert adds(battle, "m2", "s1")[RUSSIAN_AMMO] == -1
    assert "p8.card.ace-ammo-shortage" not in adds(battle, "m1", "s2", reaction=True)
    play(battle, Done())
    assert battle.state.active == "german"
    assert RUSSIAN_AMMO not in adds(battle, "m2", "s1", reaction=True)
    play(battle, Done())
    assert RUSSIAN_AMMO not in adds(battle, "m2", "s1")


@pytest.mark.rule("p8.nation.russian-1941-ammo")
def test_a_second_shortage_does_not_add_up() -> None:
    battle = shelling("ace of spades", "german", "1941", "ace of hearts")
    play(battle, Done())
    added = adds(battle, "m2", "s1")
    assert sum(value for value in added.values() if value < 0) == -1


@pytest.mark.rule("p8.card.colours")
@pytest.mark.parametrize(
    ("card", "drawer", "date", "options"),
    [
        ("ace of spades", "german", "1942", ON),
        ("ace of spades", "german", "1941", {}),
        ("ace of hearts", "german", "1941", ON),  # not their colour
        ("ace of hearts", "russian", "1941", ON),  # drawn by the Russian
    ],
)
def test_no_other_shortage_strikes_the_russians(
    card: str, drawer: str, date: str, options: dict[str, bool]
) -> None:
    battle = shelling(card, drawer, date, options=options)
    russian, target = ("m2", "s1") if drawer == "german" else ("m1", "s2")
    added = adds(battle, russian, target, reaction=drawer == "german")
    assert RUSSIAN_AMMO not in added
    assert battle.state.cards is not None
    assert not battle.state.cards.short_next


@pytest.mark.rule("p8.nation.german-1944-ammo")
@pytest.mark.parametrize("date", ["1944-06-06", "1945-01-01"])
@pytest.mark.parametrize("drawer", ["british", "russian"])
def test_an_allied_shortage_of_1944_strikes_the_germans_too(date: str, drawer: str) -> None:
    battle = shelling("ace of diamonds", drawer, date, "5 of hearts", "6 of hearts")
    assert adds(battle, "m1", "s2")["p8.card.ace-ammo-shortage"] == -1
    assert adds(battle, "m2", "s1", reaction=True)[GERMAN_AMMO] == -1
    play(battle, Done())
    assert battle.state.active == "german"
    assert adds(battle, "m2", "s1")[GERMAN_AMMO] == -1
    play(battle, Done())
    assert GERMAN_AMMO not in adds(battle, "m2", "s1", reaction=True)


@pytest.mark.parametrize("date", ["1943-12-31", "1941"])
def test_not_before_1944(date: str) -> None:
    battle = shelling("ace of diamonds", "british", date)
    assert GERMAN_AMMO not in adds(battle, "m2", "s1", reaction=True)


# -- the French of 1944 (11) ----------------------------------------------------------------------


def liberators(sheet: str, date: str | None) -> P8Battle:
    return situation(
        unit("a", sheet, "french", at=(20, 10)),
        unit("g", "ge-rifle-44", "german", at=(20, 30)),
        date=date,
    )


@pytest.mark.rule("p8.sheet.french-1944")
@pytest.mark.parametrize("date", ["1944-08-25", "1945"])
def test_the_french_of_1944_use_the_us_entries(date: str) -> None:
    assert element(liberators("us-rifle-44", date), "a").sheet == "us-rifle-44"
    with pytest.raises(ScenarioError, match=r"units\[0\].*sheet: .*US\s+entries"):
        liberators("fr-rifle", date)


@pytest.mark.rule("p8.sheet.french-1944")
def test_in_1940_they_have_their_own() -> None:
    assert element(liberators("fr-rifle", "1940-05-12"), "a").sheet == "fr-rifle"
    assert element(liberators("fr-rifle", None), "a").sheet == "fr-rifle"
    with pytest.raises(ScenarioError):
        liberators("fr-rifle", "1944")
    captured = situation(
        unit("g", "fr-b1", "german", at=(20, 10)),
        unit("b", "uk-rifle-44", "british", at=(20, 40)),
        date="1944",
    )
    assert element(captured, "g").sheet == "fr-b1"
