"""Section 5.7: recovering and rallying; 9.6 and 9.8 where they bear on it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *

EXTRA = "p8.rally.result-extra-action"

ASSISTS = "p8.rally.commander-assists"


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
@pytest.mark.parametrize(
    ("die", "result"),
    [
        (1, "out"),
        (2, "none"),
        (5, "none"),
        (6, "unsuppressed"),
        (8, "unsuppressed"),
        (9, "extra-action"),
        (10, "extra-action"),
    ],
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
@pytest.mark.parametrize(("lost", "less"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (9, 3)])
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


@pytest.mark.rule("p8.rally.support-for-others", "p8.rally.mod-unsupported")
@pytest.mark.parametrize(("gap", "supported"), [(0.1, True), (4.0, True), (4.01, False)])
def test_troops_are_supported_by_a_combat_element_within_4(gap: float, supported: bool) -> None:
    assert is_supported(shaken(mate(at=(20 + 1.2 + gap, 10)))) is supported


@pytest.mark.rule("p8.rally.support-for-others")
@pytest.mark.parametrize(
    ("sheet", "supported"),
    [
        ("uk-cmd", True),
        ("uk-sherman-75", True),
        ("uk-17pdr", True),
        ("uk-truck", False),
        ("uk-apc", False),
        ("uk-foo", False),
    ],
)
def test_any_combat_element_gives_support_and_no_other(sheet: str, supported: bool) -> None:
    assert is_supported(shaken(mate(sheet=sheet))) is supported


@pytest.mark.rule("p8.rally.supporter-unsuppressed")
def test_a_suppressed_friend_gives_no_support() -> None:
    assert not is_supported(shaken(mate(suppressed=True)))
    assert is_supported(shaken(mate(suppressed=True), mate("c", (18, 10))))


@pytest.mark.rule("p8.rally.support-for-others")
def test_an_enemy_and_whoever_is_off_the_table_give_none() -> None:
    enemy = unit("e", "ge-rifle-44", at=(22, 10), facing=90)
    assert not is_supported(shaken(enemy))
    coming = unit("b", "uk-rifle-44", enters=Entry(edge="south", at=20, turn=5))
    assert not is_supported(shaken(coming))


def tank_supported(other: str, gap: float, sheet: str = "uk-sherman-75", **status: Any) -> bool:
    friend = mate(sheet=other, at=(20 + 1.2 + gap, 10), **status)
    return is_supported(shaken(friend, sheet=sheet))


@pytest.mark.rule("p8.rally.support-for-afv")
def test_an_afv_is_supported_by_any_afv_within_4_and_by_no_infantry() -> None:
    assert tank_supported("uk-churchill7", 4.0)
    assert not tank_supported("uk-churchill7", 4.01)
    assert tank_supported("uk-daimler", 3.0)
    assert not tank_supported("uk-rifle-44", 1.0)
    assert not tank_supported("uk-truck", 1.0)


@pytest.mark.rule("p8.rally.support-for-afv", "p8.sheet.flag-nr")
def test_by_radio_one_of_the_same_type_supports_it_within_8() -> None:
    assert tank_supported("uk-sherman-75", 8.0)
    assert not tank_supported("uk-sherman-75", 8.01)
    assert not tank_supported("uk-firefly", 8.0)
    assert not tank_supported("uk-sherman-75", 6.0, suppressed=True)


@pytest.mark.rule("p8.sheet.flag-nr")
def test_without_a_radio_support_reaches_4_only() -> None:
    assert not tank_supported("su-t26", 6.0, sheet="su-t26")
    assert tank_supported("su-t26", 4.0, sheet="su-t26")
    assert not tank_supported("uk-sherman-75", 6.0, flags=["NR"])  # it cannot give any
    silent = shaken(mate(sheet="uk-sherman-75", at=(27.2, 10)), sheet="uk-sherman-75", flags=["NR"])
    assert not is_supported(silent)  # nor receive any


# -- commanders -----------------------------------------------------------------------------------


@pytest.mark.rule(ASSISTS, "p8.rally.mod-commander")
def test_a_commander_within_4_rallies_and_uses_its_action() -> None:
    battle = shaken(mate(), commander(at=(20, 14.8)), dice=[5])  # 0.8 of bases, so 4.0 apart
    assert tried(battle, "cmd") == (6, "unsuppressed")
    assert modifiers(battle, "recover") == {"p8.rally.mod-commander": 1}
    assert element(battle, "cmd").acted
    assert why_not(battle, Move("cmd", ((20, 16),))) == "p8.action.one-per-element"
    assert last(battle, "recover").text == "a, rallied by cmd, tries to recover: 6, it recovers."


@pytest.mark.rule(ASSISTS)
def test_a_commander_4_and_a_hundredth_away_does_not() -> None:
    battle = shaken(mate(), commander(at=(20, 14.81)))
    assert refused(battle, Recover("a", "cmd")).rule == ASSISTS


@pytest.mark.rule("p8.cmd.no-bonus-when-suppressed")
def test_a_suppressed_commander_gives_no_bonus() -> None:
    battle = shaken(mate(), commander(suppressed=True))
    assert why_not(battle, Recover("a", "cmd")) == "p8.cmd.no-bonus-when-suppressed"


@pytest.mark.rule("p8.action.one-per-element", "p8.action.barred-after-reacting")
def test_nor_does_one_that_has_acted_or_reacted() -> None:
    acted = shaken(commander(acted=True))
    assert why_not(acted, Recover("a", "cmd")) == "p8.action.one-per-element"
    reacted = shaken(commander(reacted=True))
    assert why_not(reacted, Recover("a", "cmd")) == "p8.action.barred-after-reacting"


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


def mixed_losses(sheet: str) -> int:
    """What a third loss of each kind takes from the recovery of an element."""
    battle = situation(
        "mg ge-mg 20,20 S; hg1 uk-ldv-40 20,12; hg2 uk-ldv-40 22,12; hg3 uk-ldv-40 24,12",
        "mg2 ge-mg 22,20 S; mg3 ge-mg 24,20 S",
        unit("a", sheet, "british", at=(40, 5), suppressed=True),
        "b uk-rifle-40 42,5",
        losses={"british": 3},
        dice=[10, 1, 10, 1, 10, 1, 8],
    )
    play(battle, Fire("mg", "hg1"), Fire("mg2", "hg2"), Fire("mg3", "hg3"), Recover("a"))
    return int(last(battle, "recover").data["score"]) - 8


@pytest.mark.rule("p8.homeguard.regulars-ignore-losses")
def test_regulars_do_not_count_home_guard_losses() -> None:
    assert mixed_losses("uk-rifle-40") == -1


@pytest.mark.rule("p8.homeguard.counts-all-losses")
def test_home_guards_count_all_losses() -> None:
    assert mixed_losses("uk-ldv-40") == -2


FAR = unit("far", "ge-rifle-44", at=(50, 40))

UNSUPPORTED = "p8.rally.mod-unsupported"


@pytest.mark.rule("p8.rally.support-for-others")
@pytest.mark.parametrize(
    ("gap", "status", "supported"),
    [(4.0, {}, True), (4.1, {}, False), (4.0, {"suppressed": True}, False)],
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


@pytest.mark.rule("p8.rally.support-for-others", "p8.transport.not-combat-element")
def test_a_lorry_with_a_forward_observer_supports_nobody() -> None:
    battle = situation(
        "a uk-rifle-44 10,10 suppressed; lorry uk-lorry 12.2,10; load uk-foo in lorry",
        FAR,
        dice=[5],
    )
    play(battle, Recover("a"))
    assert UNSUPPORTED in modifiers(battle, "recover")


@pytest.mark.rule("p8.rally.support-for-afv")
def test_riders_do_not_support_the_tank_they_ride_on() -> None:
    battle = situation(
        "tank ge-panther 10,10 suppressed; riders ge-rifle-44 in tank; far uk-rifle-44 50,40",
        dice=[5],
    )
    play(battle, Recover("tank"))
    assert UNSUPPORTED in modifiers(battle, "recover")
