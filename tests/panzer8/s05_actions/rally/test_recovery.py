"""Section 5.7: recovering and rallying; 9.6 and 9.8 where they bear on it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *

EXTRA = "p8.rally.result-extra-action"

ASSISTS = "p8.rally.commander-assists"
UNSUPPORTED = "p8.rally.mod-unsupported"
BARRED = "p8.action.barred-after-reacting"


def shaken(
    *others: Placed, dice: list[int] | None = None, sheet: str = "uk-rifle-44", **rest: Any
) -> P8Battle:
    """A suppressed section at (20, 10), and whoever else is there."""
    own = {key: rest.pop(key) for key in ("quality", "flags") if key in rest}
    return situation(
        unit("a", sheet, "british", at=(20, 10), suppressed=True, **own),
        *others,
        dice=dice or [],
        **rest,
    )


def mate(name: str = "b", at: tuple[float, float] = (22, 10), **more: Any) -> Unit:
    """A friend near enough to give support."""
    return unit(name, more.pop("sheet", "uk-rifle-44"), "british", at=at, **more)


def commander(at: tuple[float, float] = (20, 12), **status: Any) -> Unit:
    return unit("cmd", "uk-cmd", at=at, **status)


def tried(battle: P8Battle, rally: str | None = None) -> tuple[int, str]:
    """The score and the result of an attempt."""
    play(battle, Recover("a", rally))
    event = last(battle, "recover")
    return event.data["score"], event.data["result"]


# -- the roll -------------------------------------------------------------------------------------


@pytest.mark.rule("p8.rally.recover-action")
def test_only_the_suppressed_recover() -> None:
    battle = shaken(mate(), dice=[6])
    assert why_not(battle, Recover("b")) == "p8.rally.recover-action"
    assert tried(battle) == (6, "unsuppressed")
    assert not element(battle, "a").suppressed
    assert last(battle, "recover").text == "a tries to recover: 6, it recovers."


@pytest.mark.rule(
    "p8.rally.roll",
    "p8.rally.result-out",
    "p8.rally.result-none",
    "p8.rally.result-unsuppressed",
    EXTRA,
)
@cases(
    "die, result",
    (1, "out"),
    (2, "none"),
    (5, "none"),
    (6, "unsuppressed"),
    (8, "unsuppressed"),
    (9, "extra-action"),
    (10, "extra-action"),
)
def test_the_table_is_read_as_printed(die: int, result: str) -> None:
    seen = set()
    for other in (1, 2, 6, 9):  # every row is rolled once, so that each is shown to differ
        battle = shaken(mate(), dice=[other])
        seen.add(tried(battle)[1])
    battle = shaken(mate(), dice=[die])
    assert tried(battle) == (die, result)
    assert len(seen) == 4
    assert is_out(battle, "a") == (result == "out")
    if result != "out":
        assert element(battle, "a").suppressed == (result == "none")


@pytest.mark.rule("p8.rally.result-out")
def test_an_element_that_breaks_counts_as_lost_to_the_enemy() -> None:
    third = mate("c", (24, 10), suppressed=True)
    battle = shaken(mate(), third, losses={"british": 2}, dice=[1, 7])
    tried(battle)
    assert is_out(battle, "a")
    assert [loss.element for loss in battle.state.lost] == ["", "", "a"]
    play(battle, Recover("c"))
    assert modifiers(battle, "recover") == {"p8.rally.mod-losses": -1}


@pytest.mark.rule("p8.rally.mod-quality", "p8.rally.mod-losses", "p8.rally.mod-unsupported")
def test_poor_unsupported_three_losses_die_9_is_6() -> None:
    battle = shaken(quality="poor", losses={"british": 3}, dice=[9])
    assert tried(battle) == (6, "unsuppressed")
    assert modifiers(battle, "recover") == {
        "p8.rally.mod-losses": -1,
        "p8.rally.mod-unsupported": -1,
        "p8.rally.mod-quality": -1,
    }
    assert not element(battle, "a").suppressed
    assert all(choice.about == () for choice in battle.choices)  # no extra action


@pytest.mark.rule("p8.rally.mod-quality")
def test_elite_troops_add_one() -> None:
    battle = shaken(mate(), quality="elite", dice=[5])
    assert tried(battle) == (6, "unsuppressed")
    assert modifiers(battle, "recover") == {"p8.rally.mod-quality": 1}


@pytest.mark.rule("p8.rally.mod-losses")
@cases("lost, less", (0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (9, 3))
def test_every_three_whole_losses_take_one(lost: int, less: int) -> None:
    battle = shaken(mate(), losses={"british": lost, "german": 7}, dice=[8])
    assert tried(battle)[0] == 8 - less


@pytest.mark.rule("p8.rally.mod-losses", "p8.cmd.replaced-when-lost")
def test_a_lost_commander_counts_and_the_element_that_replaces_it_does_not() -> None:
    battle = situation(
        "mg ge-mg 20,20 S; cmd uk-cmd 20,17; a uk-rifle-44 30,5 suppressed; b uk-rifle-44 33,5",
        "c uk-rifle-44 36,5",
        losses={"british": 2},
        dice=[10, 1, 8],
    )
    play(battle, Fire("mg", "cmd"), Replace("c"), Recover("a"))
    assert [loss.element for loss in battle.state.lost] == ["", "", "cmd"]
    assert last(battle, "recover").data["score"] == 7


# -- support --------------------------------------------------------------------------------------


def is_supported(battle: P8Battle) -> bool:
    battle.dice.feed(6)  # type: ignore[attr-defined]
    tried(battle)
    return "p8.rally.mod-unsupported" not in modifiers(battle, "recover")


@pytest.mark.rule(
    "p8.rally.support-for-others", "p8.rally.mod-unsupported", "p8.rally.supporter-unsuppressed"
)
@cases(
    "friend, supported",
    (mate(at=(20 + 1.2 + 0.1, 10)), True),
    (mate(at=(20 + 1.2 + 4.0, 10)), True),
    (mate(at=(20 + 1.2 + 4.01, 10)), False),
    (mate(sheet="uk-cmd"), True),
    (mate(sheet="uk-sherman-75"), True),
    (mate(sheet="uk-17pdr"), True),
    (mate(sheet="uk-truck"), False),
    (mate(sheet="uk-apc"), False),
    (mate(sheet="uk-foo"), False),
    (mate(suppressed=True), False),
    (unit("e", "ge-rifle-44", at=(22, 10), facing=90), False),
    (unit("b", "uk-rifle-44", enters=Entry(edge="south", at=20, turn=5)), False),
    ids=[
        *("near", "4 away", "farther", "commander", "tank", "gun", "truck", "carrier", "observer"),
        *("suppressed", "enemy", "off the table"),
    ],
)
def test_troops_are_supported_by_a_combat_element_within_4(friend: Unit, supported: bool) -> None:
    assert is_supported(shaken(friend)) is supported
    assert is_supported(shaken(friend, mate("c", (18, 10))))


@pytest.mark.rule("p8.rally.support-for-afv", "p8.sheet.flag-nr")
@cases(
    "sheet, other, gap, status, supported",
    ("uk-sherman-75", "uk-churchill7", 4.0, {}, True),
    ("uk-sherman-75", "uk-churchill7", 4.01, {}, False),
    ("uk-sherman-75", "uk-daimler", 3.0, {}, True),
    ("uk-sherman-75", "uk-rifle-44", 1.0, {}, False),  # by no infantry
    ("uk-sherman-75", "uk-truck", 1.0, {}, False),
    ("uk-sherman-75", "uk-sherman-75", 8.0, {}, True),  # by radio, of the same type
    ("uk-sherman-75", "uk-sherman-75", 8.01, {}, False),
    ("uk-sherman-75", "uk-firefly", 8.0, {}, False),
    ("uk-sherman-75", "uk-sherman-75", 6.0, {"suppressed": True}, False),
    ("uk-sherman-75", "uk-sherman-75", 6.0, {"flags": ["NR"]}, False),  # it cannot give any
    ("su-t26", "su-t26", 6.0, {}, False),  # without a radio
    ("su-t26", "su-t26", 4.0, {}, True),
)
def test_an_afv_is_supported_by_afvs(
    sheet: str, other: str, gap: float, status: dict[str, Any], supported: bool
) -> None:
    friend = mate(sheet=other, at=(20 + 1.2 + gap, 10), **status)
    assert is_supported(shaken(friend, sheet=sheet)) is supported


@pytest.mark.rule("p8.sheet.flag-nr")
def test_without_a_radio_no_support_is_received_beyond_4() -> None:
    silent = shaken(mate(sheet="uk-sherman-75", at=(27.2, 10)), sheet="uk-sherman-75", flags=["NR"])
    assert not is_supported(silent)


# -- commanders -----------------------------------------------------------------------------------


@pytest.mark.rule(ASSISTS, "p8.rally.mod-commander")
def test_a_commander_within_4_rallies_and_uses_its_action() -> None:
    battle = shaken(mate(), commander(at=(20, 14.8)), dice=[5])  # 0.8 of bases, so 4.0 apart
    assert tried(battle, "cmd") == (6, "unsuppressed")
    assert modifiers(battle, "recover") == {"p8.rally.mod-commander": 1}
    assert element(battle, "cmd").acted
    assert why_not(battle, Move("cmd", ((20, 16),))) == "p8.action.one-per-element"
    assert last(battle, "recover").text == "a, rallied by cmd, tries to recover: 6, it recovers."


@pytest.mark.rule(ASSISTS, "p8.cmd.no-bonus-when-suppressed", "p8.action.one-per-element", BARRED)
@cases(
    "boss, rule",
    (commander(at=(20, 14.8)), None),
    (commander(at=(20, 14.81)), ASSISTS),  # 4 and a hundredth away
    (commander(suppressed=True), "p8.cmd.no-bonus-when-suppressed"),
    (commander(acted=True), "p8.action.one-per-element"),
    (commander(reacted=True), BARRED),
    ids=["4 away", "farther", "suppressed", "has acted", "has reacted"],
)
def test_which_commander_can_help(boss: Unit, rule: str | None) -> None:
    assert why_not(shaken(mate(), boss), Recover("a", "cmd")) == rule


@pytest.mark.rule(ASSISTS)
def test_only_a_friendly_commander_that_is_there_rallies_and_not_itself() -> None:
    enemy = unit("foe", "ge-cmd", at=(18, 13), facing=0)
    battle = shaken(mate(), commander(suppressed=True), enemy)
    for name in ("b", "foe", "nobody"):
        assert why_not(battle, Recover("a", name)) == ASSISTS
    assert why_not(battle, Recover("cmd", "cmd")) == ASSISTS
    assert why_not(battle, Recover("cmd")) is None


@pytest.mark.rule(ASSISTS)
def test_a_commander_helps_one_element_only() -> None:
    battle = shaken(commander(), mate(suppressed=True), dice=[3])
    tried(battle, "cmd")
    assert why_not(battle, Recover("b", "cmd")) == "p8.action.one-per-element"
    assert why_not(battle, Recover("b")) is None


# -- extra actions --------------------------------------------------------------------------------


@pytest.mark.rule(EXTRA)
def test_at_9_the_element_and_its_commander_may_each_act_again_at_once() -> None:
    battle = shaken(commander(), mate(), dice=[8])
    assert tried(battle, "cmd") == (9, "extra-action")
    choice = battle.choices[0]
    assert choice.rule == EXTRA
    assert choice.about == ("a", "cmd")
    assert choice.prompt == "a and cmd may act again at once."
    assert why_not(battle, Move("b", ((22, 12),))) == EXTRA  # the others must wait
    other = battle.fork()
    play(battle, Move("a", ((20, 7),)), Move("cmd", ((20, 15),)))
    assert (element(battle, "a").y, element(battle, "cmd").y) == (7, 15)
    play(other, Move("cmd", ((20, 15),)), Move("a", ((20, 7),)))  # in whichever order
    assert (element(other, "a").y, element(other, "cmd").y) == (7, 15)
    for done in (battle, other):
        assert done.choices[0].rule == "p8.action.one-per-element"
        assert why_not(done, Move("a", ((20, 6),))) == "p8.action.one-per-element"
        assert why_not(done, Move("cmd", ((20, 16),))) == "p8.action.one-per-element"


@pytest.mark.rule(EXTRA)
def test_an_extra_action_not_taken_at_once_is_lost() -> None:
    battle = shaken(commander(), mate(), dice=[8])
    tried(battle, "cmd")
    play(battle, Move("cmd", ((20, 15),)), Done())
    assert element(battle, "a").acted
    assert why_not(battle, Move("a", ((20, 7),))) == "p8.action.one-per-element"
    assert why_not(battle, Move("b", ((22, 12),))) is None


@pytest.mark.rule(EXTRA)
def test_alone_at_9_only_the_element_acts_again() -> None:
    battle = shaken(commander(), mate(), dice=[9])
    tried(battle)
    assert about(battle) == ("a",)
    assert why_not(battle, Move("cmd", ((20, 15),))) == EXTRA


@pytest.mark.rule(EXTRA, ASSISTS)
def test_a_commanders_extra_action_may_rally_another_and_so_on() -> None:
    battle = shaken(
        commander(),
        mate(suppressed=True),
        mate("c", (18, 10), suppressed=True),
        mate("d", (22, 12)),
        dice=[8, 8, 4],
    )
    tried(battle, "cmd")
    assert why_not(battle, Recover("b")) == EXTRA  # not without the commander's extra action
    play(battle, Recover("b", "cmd"))
    assert about(battle) == ("b", "cmd")
    play(battle, Recover("c", "cmd"))
    assert element(battle, "c").suppressed  # 5 is not enough
    assert about(battle) == ("b",)
    play(battle, Move("b", ((22, 8),)))
    assert about(battle) == ("a",)  # whose extra action is still open
    play(battle, Done())
    assert why_not(battle, Move("a", ((20, 8),))) == "p8.action.one-per-element"
    assert why_not(battle, Move("d", ((22, 13),))) is None


@pytest.mark.rule(EXTRA, "p8.fire.mod-firer-moved")
def test_an_element_that_recovered_may_fire_in_its_extra_action() -> None:
    battle = shaken(mate(), "e ge-rifle-44 20,15", dice=[9, 1, 10])
    tried(battle)
    play(battle, Fire("a", "e"))
    assert "p8.fire.mod-firer-moved" not in modifiers(battle)
    assert element(battle, "a").acted


@pytest.mark.rule(EXTRA)
def test_each_player_declines_only_the_extra_actions_of_his_own_elements() -> None:
    battle = shaken(
        commander(),
        mate(),
        dice=[8],
        seats=[
            Seat(id="one", side="british"),
            Seat(id="two", side="british", pieces=("a",)),
            Seat(id="foe", side="german"),
        ],
    )
    play(battle, Recover("a", "cmd"), seat="one")
    play(battle, Done(), seat="two")
    assert about(battle) == ("cmd",)
    assert element(battle, "a").acted
    assert not element(battle, "cmd").acted


# -- home guards ----------------------------------------------------------------------------------


FAR = unit("far", "ge-rifle-44", at=(50, 40))


@pytest.mark.rule("p8.rally.support-for-others")
@cases(
    "gap, status, supported", (4.0, {}, True), (4.1, {}, False), (4.0, {"suppressed": True}, False)
)
def test_a_section_aboard_a_lorry_supports_those_within_4_of_it(
    gap: float, status: dict[str, bool], supported: bool
) -> None:
    battle = situation(
        unit("a", "uk-rifle-44", at=(10, 10), suppressed=True),
        unit("lorry", "uk-lorry", at=(11.2 + gap, 10)),
        unit("b", "uk-rifle-44", at=(0, 0), carried_by="lorry", **status),  # type: ignore[arg-type]
        FAR,
        dice=[5],
    )
    play(battle, Recover("a"))
    assert (UNSUPPORTED not in modifiers(battle, "recover")) is supported


@pytest.mark.rule(
    "p8.rally.support-for-others",
    "p8.rally.support-for-afv",
    "p8.transport.not-combat-element",
)
@cases(
    "scene",
    "a uk-rifle-44 10,10 suppressed; v uk-lorry 12.2,10; load uk-foo in v; e ge-mg 50,40",
    "a ge-panther 10,10 suppressed; riders ge-rifle-44 in a; e uk-mg 50,40",
    ids=["observer in a lorry", "riders on the tank itself"],
)
def test_these_give_no_support(scene: str) -> None:
    battle = situation(scene, dice=[5])
    play(battle, Recover("a"))
    assert UNSUPPORTED in modifiers(battle, "recover")
