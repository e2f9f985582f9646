"""Section 8: what becomes of an element that is hit; 9.8 for a lost commander."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *

BECOMES = "p8.result.fall-back-becomes-suppressed"
IN_COVER = "p8.result.fall-back-in-cover"
SECOND = "p8.result.second-suppression-is-out"


def hit(
    *others: Placed,
    dice: tuple[int, ...],
    firer: str = "uk-rifle-44",
    sheet: str = "ge-rifle-44",
    at: tuple[float, float] = (30, 20),
    **rest: Any,
) -> P8Battle:
    """A target at (30, 20) that was shot at from (30, 14.5), within half range."""
    status = {k: rest.pop(k) for k in ("suppressed", "dug_in", "reacted", "acted") if k in rest}
    battle = situation(
        unit("firer", firer, "british", at=(30, 14.5)),
        unit("a", sheet, "german", at=at, facing=180, **status),
        *others,
        dice=dice,
        **rest,
    )
    play(battle, Fire("firer", "a"))
    return battle


# -- suppression ----------------------------------------------------------------------------------


@pytest.mark.rule("p8.result.suppressed-marker")
def test_a_suppressed_result_puts_a_marker_on_the_element() -> None:
    battle = hit(dice=(8, 5))
    assert element(battle, "a").suppressed
    assert last(battle, "suppressed").text == "a is suppressed."
    assert kinds(battle)[:2] == ["fire", "suppressed"]


@pytest.mark.rule(SECOND)
def test_a_second_suppression_is_out_of_action() -> None:
    battle = hit(dice=(8, 5), suppressed=True)
    assert effect(battle) == "suppressed"
    assert is_out(battle, "a")
    assert last(battle, "out").text == "a is out of action (suppressed a second time)."
    assert last(battle, "out").rules == (SECOND, "p8.result.out-of-action-removed")


@pytest.mark.rule("p8.result.out-of-action-removed")
def test_an_element_out_of_action_is_removed_for_good() -> None:
    battle = hit("b ge-rifle-44 40,20", dice=(10, 5))
    assert is_out(battle, "a")
    assert [(loss.side, loss.element, loss.combat) for loss in battle.state.lost] == [
        ("german", "a", True)
    ]
    assert why_not(battle, Fire("firer", "a")) is not None
    assert why_not(battle, Fire("a", "firer"), "german") is not None
    # Nothing is left in its place.
    assert why_not(battle, Move("b", ((30, 20),)), "german") != "p8.geo.no-overlap"


@pytest.mark.rule("p8.result.suppressed-only-falls-back", "p8.action.allowed-when-suppressed")
def test_a_suppressed_element_may_fire_recover_or_fall_back_only() -> None:
    battle = situation("a uk-rifle-44 30,10 suppressed; e ge-rifle-44 30,14.5", dice=[1, 10])
    falls_back = "p8.result.suppressed-only-falls-back"
    assert why_not(battle, Move("a", ((30, 9),))) == falls_back
    assert why_not(battle, MoveAndFire("a", ((30, 9),))) == falls_back
    assert why_not(battle, MoveAndFire("a", (), 90)) == falls_back
    assert why_not(battle, FallBack("a", "away", 2.0)) is None
    assert why_not(battle, Recover("a")) is None
    play(battle, Fire("a", "e"))
    assert len(told(battle, "fire")) == 1


@pytest.mark.rule("p8.result.suppressed-fire-limits")
def test_its_range_is_4_and_its_field_of_fire_90_degrees() -> None:
    def may_fire(at: tuple[float, float], facing: float = 0.0) -> str | None:
        battle = situation(
            unit("a", "uk-rifle-44", at=(30, 10), facing=facing, suppressed=True),
            unit("e", "ge-rifle-44", at=at, facing=0),
        )
        return why_not(battle, Fire("a", "e"))

    assert may_fire((30, 14.8)) is None  # 4.0
    assert may_fire((30, 14.81)) == "p8.fire.suppressed-limits"
    assert may_fire((30, 13), facing=180) == "p8.fire.suppressed-limits"


# -- falling back ---------------------------------------------------------------------------------


@pytest.mark.rule("p8.result.fall-back-move-4")
def test_whoever_stands_in_the_open_falls_back() -> None:
    battle = hit(dice=(6, 5))
    assert asked(battle) == "fall back"
    assert battle.choices[0].seats == ("german",)
    play(battle, Retire("away"))
    assert element(battle, "a").y == 24
    assert not element(battle, "a").suppressed


@pytest.mark.rule(BECOMES, IN_COVER)
@cases(
    "facts, dice, rule",
    ({"sheet": "ge-mg"}, (6, 5), BECOMES),
    ({"sheet": "ge-pak38"}, (6, 5), BECOMES),
    ({"sheet": "ge-pak40"}, (6, 5), BECOMES),
    ({"sheet": "ge-mortar-81"}, (6, 5), BECOMES),
    ({"dug_in": True}, (8, 5), BECOMES),  # 8 + 5 against 5 + 5 + 2
    ({"firer": "uk-mortar-3in"}, (6, 6), BECOMES),
    ({"terrain": "wood 28,19 to 32,22"}, (7, 5), IN_COVER),
    ({"terrain": "hedge from 0,19.6 to 60,19.6"}, (7, 5), IN_COVER),
    ids=[
        *("machine-gun", "light gun", "heavy gun", "mortar", "dug in", "under mortar fire"),
        *("would leave a wood", "would leave a hedge"),
    ],
)
def test_these_do_not_fall_back_and_are_suppressed_instead(
    facts: dict[str, Any], dice: tuple[int, int], rule: str
) -> None:
    battle = hit(dice=dice, **facts)
    assert effect(battle) == "fall-back"
    a = element(battle, "a")
    assert (a.suppressed, a.y, a.dug_in) == (True, 20, facts.get("dug_in", False))
    assert last(battle, "suppressed").rules == (rule,)
    assert last(battle, "suppressed").text == "a does not fall back; it is suppressed."


@pytest.mark.rule(IN_COVER)
def test_nor_does_whoever_would_leave_the_lee_of_a_tank() -> None:
    # The tank looks at the firer; the section follows behind its rear edge.
    battle = hit("panzer ge-pz4-long 30,18.8 S", dice=(7, 5), firer="uk-17pdr")
    assert effect(battle) == "fall-back"
    assert element(battle, "a").suppressed
    assert last(battle, "suppressed").rules == (IN_COVER,)


@pytest.mark.rule(IN_COVER, "p8.cover.best-only", "p8.cover.behind-afv")
@cases(
    "y, others, terrain, stays",
    (16.2, "tank ge-pz3-50 20,15 S", (), True),
    (16.2, "tank ge-pz3-50 30,15 S", (), False),
    (16, "tank ge-pz3-50 30,15 S", "hedge from 10,15.6 to 30,15.6", True),
    (16, "tank ge-pz3-50 30,15 S", (), False),
    ids=["behind a tank", "beside it", "at a hedge", "in the open"],
)
def test_smoke_does_not_drive_infantry_from_its_cover(
    y: float, others: str, terrain: Any, stays: bool
) -> None:
    battle = situation(
        "mg uk-mg 20,5",
        unit("rifles", "ge-rifle-44", at=(20, y), facing=180),
        others,
        terrain=terrain,
        screens=[smoke(20, 10, width=4.8)],
        homes=HOMES,
        dice=[8, 5],
    )
    play(battle, Fire("mg", "rifles"))  # 14 against 5 + 5 + 2
    assert last(battle, "fire").data["score"] == 2
    assert element(battle, "rifles").suppressed is stays
    assert (asked(battle) == "fall back") is not stays


@pytest.mark.rule(BECOMES)
def test_a_suppressed_dug_in_section_hit_for_2_suffers_nothing() -> None:
    battle = hit(dice=(9, 5), dug_in=True, suppressed=True)
    assert last(battle, "fire").data["score"] == 2
    a = element(battle, "a")
    assert (a.x, a.y, a.suppressed, a.dug_in) == (30, 20, True, True)
    assert last(battle, "stands").text == (
        "a stands fast; being suppressed already, it suffers nothing more."
    )
    assert not told(battle, "out")


@pytest.mark.rule(IN_COVER)
@cases(
    "terrain",
    "wood 28,19 to 32,24",
    "wood 28,19 to 32,22; shell-holes 28,23 to 32,26",
    ids=["to the edge of the same wood", "to cover of another kind"],
)
def test_whoever_stays_in_cover_falls_back(terrain: str) -> None:
    battle = hit(dice=(7, 5), terrain=terrain)
    play(battle, Retire("away"))
    assert element(battle, "a").y == 24
    assert not element(battle, "a").suppressed


@pytest.mark.rule(IN_COVER)
def test_the_owner_must_choose_the_way_that_keeps_it_in_cover() -> None:
    battle = hit(dice=(7, 5), terrain="wood 28,19 to 36,22", homes={"german": "east"})
    assert why_not(battle, Retire("away")) == IN_COVER
    play(battle, Retire("home"))
    assert place(battle, "a") == (34, 20)


@pytest.mark.rule(SECOND)
def test_a_fall_back_treated_as_suppressed_never_removes_anybody() -> None:
    assert not is_out(hit(dice=(6, 5), sheet="ge-mg", suppressed=True), "a")
    assert not is_out(hit(dice=(8, 5), dug_in=True, suppressed=True), "a")
    assert is_out(hit(dice=(8, 5), suppressed=True), "a")


# -- commanders -----------------------------------------------------------------------------------


def commander_lost(*others: Placed, **rest: Any) -> P8Battle:
    """A commander within 4 of the enemy is shot out of action."""
    status = {k: rest.pop(k) for k in ("reacted", "formation") if k in rest}
    battle = situation(
        "firer uk-rifle-44 30,14.5",
        unit("cmd", "ge-cmd", at=(30, 19), facing=180, **status),
        *others,
        dice=[10, 1],
        **rest,
    )
    play(battle, Fire("firer", "cmd"))
    return battle


@pytest.mark.rule("p8.cmd.replaced-when-lost")
def test_a_lost_commander_takes_the_place_of_a_combat_element_of_its_owners_choice() -> None:
    battle = commander_lost("a ge-rifle-44 40,30 70 suppressed; b ge-rifle-44 44,30", reacted=True)
    assert asked(battle) == "commander"
    assert battle.choices[0].seats == ("german",)
    play(battle, Replace("a"))
    cmd = element(battle, "cmd")
    assert (cmd.x, cmd.y, cmd.heading) == (40, 30, 70)
    assert cmd.suppressed
    assert not cmd.reacted
    assert is_out(battle, "a")
    assert [loss.element for loss in battle.state.lost] == ["cmd"]
    assert last(battle, "commander").text == "A new cmd takes command in the place of a."


@pytest.mark.rule("p8.cmd.replaced-when-lost")
def test_a_new_commander_is_unsuppressed_if_the_element_was() -> None:
    battle = commander_lost("b ge-rifle-44 44,30")
    play(battle, Replace("b"))
    assert not element(battle, "cmd").suppressed


@pytest.mark.rule("p8.cmd.no-replacement-available")
@cases(
    "others",
    [],
    [unit("truck", "ge-truck", at=(44, 30))],
    [unit("foo", "ge-foo", at=(44, 30))],
    [unit("other", "ge-cmd", at=(44, 30))],
    [
        unit("a", "ge-rifle-44", at=(44, 30)),
        unit("foe", "uk-rifle-44", at=(44, 30.85)),
    ],
)
def test_without_a_combat_element_out_of_contact_it_is_not_replaced(others: list[Unit]) -> None:
    battle = commander_lost(*others)
    assert is_out(battle, "cmd")
    assert last(battle, "commander").text == "Nobody can take the place of cmd."
    assert last(battle, "commander").rules == ("p8.cmd.no-replacement-available",)
    assert asked(battle) == "action"


@pytest.mark.rule("p8.cmd.chain-of-command-field", "p8.cmd.replaced-when-lost")
def test_only_its_own_formation_replaces_a_commander() -> None:
    battle = commander_lost(
        unit("a", "ge-rifle-44", at=(40, 30), formation="first"),
        unit("b", "ge-rifle-44", at=(44, 30), formation="second"),
        formation="first",
    )
    assert refused(battle, Replace("b")).rule == "p8.cmd.replaced-when-lost"
    assert refused(battle, Replace("firer")).rule == "p8.cmd.replaced-when-lost"
    play(battle, Replace("a"))
    assert element(battle, "cmd").x == 40


@pytest.mark.rule("p8.cmd.chain-of-command-field")
def test_without_formations_the_whole_side_is_one() -> None:
    battle = commander_lost("a ge-rifle-44 40,30; b ge-pz4-long 44,30")
    assert why_not(battle, Replace("a")) is None
    assert why_not(battle, Replace("b")) is None


@pytest.mark.rule("p8.cmd.replaced-when-lost")
def test_a_second_gun_does_not_follow_a_commander_to_its_new_place() -> None:
    # A tank with two guns shoots at a commander: the first shot is enough.
    battle = situation(
        "firer fr-b1 30,14.5; cmd ge-cmd 30,19 S; a ge-rifle-44 30,22 S", dice=[10, 1]
    )
    play(battle, Fire("firer", "cmd", ("cmd",)), Replace("a"))
    assert len(told(battle, "fire")) == 1
    assert element(battle, "cmd").y == 22
