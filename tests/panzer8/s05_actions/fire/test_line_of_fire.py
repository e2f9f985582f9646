"""Section 5.1: firing through and over friends, and the path of small arms."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from sandtable.rulebooks.panzer8.s05_actions.fire.line_of_fire import about_line
from sandtable.table import point_to_segment
from tests.panzer8.kit import *

THROUGH = "p8.fire.not-through-friends"

PATH = "p8.fire.sa-needs-base-wide-path"

FOOT = "p8.fire.sa-not-through-enemy-foot"


def firing_past(
    *others: Placed, sheet: str = "uk-6pdr", target: str = "ge-rifle-40", y: float = 15.0
) -> P8Battle:
    """A firer at (20, 5), a target at (20, y), and others about."""
    return situation(
        unit("firer", sheet, "british", at=(20, 5)),
        unit("target", target, "german", at=(20, y), facing=180),
        *others,
    )


def friend(x: float, y: float = 10.0, facing: float = 0.0, sheet: str = "uk-rifle-40") -> Unit:
    return unit("friend", sheet, "british", at=(x, y), facing=facing)


def enemy(x: float, y: float = 10.0, sheet: str = "ge-rifle-40", **status: object) -> Unit:
    return unit("enemy", sheet, "german", at=(x, y), facing=180, **status)  # type: ignore[arg-type]


# -- through friends ------------------------------------------------------------------------------


ACROSS = friend(20, facing=90, sheet="uk-churchill7")
"""A friend that lies across the whole way to the target."""


@pytest.mark.rule("p8.fire.not-through-friends")
@cases(
    "other, rule",
    (ACROSS, THROUGH),
    (friend(20.5), None),  # one free line past it is enough for a gun
    (friend(20, 18, 90, "uk-churchill7"), None),
    (friend(24, 10), None),
    ids=["across", "half in the way", "beyond", "beside"],
)
def test_nobody_fires_through_a_friend(other: Unit, rule: str | None) -> None:
    assert barred(firing_past(other)) == rule
    assert "through friends" in refused(firing_past(ACROSS), Fire("firer", "target")).reason


@pytest.mark.rule("p8.fire.not-through-friends")
def test_the_line_past_a_friend_may_be_one_with_more_cover() -> None:
    # The friend hides the left half of the target, the smoke lies before the right half.
    battle = situation(
        "firer uk-6pdr 20,5; target ge-rifle-40 20,15 S; friend uk-churchill7 19.2,12 E",
        screens=[smoke(21.6, 13.5, width=2.4)],
    )
    assert shot(battle).cover.value == 2
    without = situation(
        "firer uk-6pdr 20,5; target ge-rifle-40 20,15 S", screens=[smoke(21.6, 13.5, width=2.4)]
    )
    assert shot(without).cover.value == 0


# -- over friends ---------------------------------------------------------------------------------


@pytest.mark.rule("p8.fire.over-friends-elevated-or-mortar")
@cases(
    "y, target, allowed",
    (9.9, 15.0, True),  # nearer to the mortar
    (10.0, 15.0, False),  # equally near to both
    (10.1, 15.0, False),
    (13.0, 15.0, False),
    (10.0, 15.8, True),  # 4 from the mortar, 4.8 from the target, which is 10 from the mortar
    (10.39, 15.8, True),
    (10.4, 15.8, False),
)
def test_a_mortar_fires_over_friends_that_are_nearer_to_it_than_to_the_target(
    y: float, target: float, allowed: bool
) -> None:
    tank = friend(20, y, 90, "uk-churchill7")
    battle = firing_past(tank, sheet="uk-mortar-3in", y=target)
    assert barred(battle) == (None if allowed else THROUGH)
    assert why_not(battle, Fire("firer", "target")) == barred(battle)
    assert barred(firing_past(tank, y=target)) == THROUGH  # a gun never does


@pytest.mark.rule("p8.fire.over-friends-elevated-or-mortar")
@cases("y, allowed", (8.0, True), (11.0, False))
@cases("sheet", "uk-6pdr", "uk-mg")
def test_an_elevated_firer_fires_over_friends_nearer_to_it(
    y: float, allowed: bool, sheet: str
) -> None:
    def battle(*tags: str) -> P8Battle:
        return situation(
            unit("firer", sheet, "british", at=(20, 5)),
            "target ge-rifle-40 20,15 S",
            friend(20, y, 90, "uk-churchill7"),
            terrain=[area("hill", box(10, 2, 30, 6), "hill", *tags)],
        )

    assert barred(battle("elevated")) == (None if allowed else THROUGH)
    assert barred(battle()) == THROUGH


# -- a path one base wide -------------------------------------------------------------------------


@pytest.mark.rule("p8.fire.sa-needs-base-wide-path", "p8.sheet.fire-kind")
@cases(
    "x, allowed",
    (21.2, True),  # the friend's edge at 20.6 just touches the strip
    (21.19, False),
    (18.8, True),
    (18.81, False),
)
def test_small_arms_need_a_path_one_base_wide(x: float, allowed: bool) -> None:
    battle = firing_past(friend(x), sheet="uk-rifle-40")
    assert barred(battle) == (None if allowed else PATH)


@pytest.mark.rule("p8.sheet.fire-kind", "p8.fire.sa-needs-base-wide-path")
def test_he_and_ap_need_no_such_path() -> None:
    assert barred(firing_past(friend(21.0), sheet="uk-6pdr")) is None
    assert barred(firing_past(friend(21.0), sheet="uk-rifle-atr-40", target="ge-pz2", y=12)) is None
    assert barred(firing_past(friend(21.0), sheet="uk-rifle-40")) == PATH


@pytest.mark.rule("p8.fire.sa-needs-base-wide-path")
def test_the_path_runs_at_the_slant_of_the_shot() -> None:
    def battle(x: float, y: float) -> P8Battle:
        return situation(
            "firer uk-rifle-40 10,10; target ge-rifle-40 17,17 SW",
            unit("friend", "uk-cmd", at=(x, y), facing=45),
        )

    # The strip reaches 0.6 to either side of the diagonal; a commander's base another 0.4.
    aside = 1.0 / 2**0.5
    assert barred(battle(13.5 + aside + 0.001, 13.5 - aside - 0.001)) is None
    assert barred(battle(13.5 + aside - 0.01, 13.5 - aside + 0.01)) == PATH


@pytest.mark.rule("p8.fire.sa-needs-base-wide-path")
def test_enemy_vehicles_do_not_narrow_the_path() -> None:
    battle = firing_past(enemy(20, sheet="ge-tiger1"), friend(24), sheet="uk-rifle-40")
    assert barred(battle) is None


# -- past enemies on foot -------------------------------------------------------------------------


@pytest.mark.rule("p8.fire.sa-not-through-enemy-foot", PATH)
@cases(
    "sheets, rule",
    ("ge-rifle-40 ge-eng ge-mg ge-pak36 ge-pzgren-40", FOOT),
    ("ge-pz2 ge-lorry ge-cav ge-mc", None),
    ids=["on foot", "mounted"],
)
def test_small_arms_are_not_fired_past_enemies_on_foot(sheets: str, rule: str | None) -> None:
    for sheet in sheets.split():
        battle = firing_past(enemy(20, sheet=sheet), sheet="uk-mg")
        assert why_not(battle, Fire("firer", "target")) == rule, sheet
        if rule:
            assert "enemy" in refused(battle, Fire("firer", "target")).reason


@pytest.mark.rule("p8.fire.sa-not-through-enemy-foot")
@cases("x, allowed", (21.2, True), (21.19, False))
def test_the_enemy_must_stand_in_the_path(x: float, allowed: bool) -> None:
    battle = firing_past(enemy(x), sheet="uk-rifle-40")
    assert barred(battle) == (None if allowed else FOOT)
    assert barred(firing_past(enemy(20), sheet="uk-rifle-40")) == FOOT


@pytest.mark.rule("p8.fire.sa-not-through-enemy-foot")
def test_a_vehicle_may_be_shot_at_past_enemy_foot() -> None:
    assert barred(firing_past(enemy(20), sheet="uk-mg", target="ge-lorry")) is None
    assert barred(firing_past(enemy(20), sheet="uk-mg", target="ge-cav")) == FOOT


@pytest.mark.rule("p8.fire.sa-not-through-enemy-foot", "p8.cover.behind-afv")
@cases(
    "terrain, tank, rule",
    ((), "", None),
    ("wood 10,14.8 to 30,20", "", FOOT),
    ("hedge from 10,15 to 30,15", "", FOOT),
    ("rough 10,14.8 to 30,20", "", None),
    ((), "tank ge-pz3-50 20,14.2 S", FOOT),  # it moves in the lee of a tank (2.2)
    ids=["open", "wood", "hedge", "rough", "behind a tank"],
)
def test_a_mover_in_the_open_may_be_shot_at_past_enemy_foot(
    terrain: Any, tank: str, rule: str | None
) -> None:
    battle = situation(
        "firer uk-mg 20,5; target ge-rifle-40 20,15.4 S",
        enemy(20),
        *([tank] if tank else []),
        terrain=terrain,
    )
    assert barred(battle, reaction=True) == rule
    assert barred(battle) == FOOT


@pytest.mark.rule("p8.fire.sa-not-through-enemy-foot")
def test_an_enemy_that_cannot_be_shot_at_is_not_in_the_way() -> None:
    def battle(*terrain: Terrain) -> P8Battle:
        return situation(
            "firer uk-mg 20,5; target ge-rifle-40 20,15 S", enemy(21.15), terrain=terrain
        )

    # A hedge hides the enemy at the edge of the path, but not the target's left half.
    hidden = battle(line("hedge", (19.9, 8), (25, 8)))
    assert barred(hidden, "firer", "enemy") == "p8.fire.needs-field-of-fire-and-los"
    assert barred(hidden) is None
    assert barred(battle()) == FOOT


@pytest.mark.rule("p8.fire.sa-not-through-enemy-foot")
def test_a_protected_commander_is_not_in_the_way_but_one_within_4_is() -> None:
    far = firing_past(enemy(20, 11, "ge-cmd"), sheet="uk-rifle-40")
    assert barred(far, "firer", "enemy") == "p8.cmd.target-protection"
    assert barred(far) is None
    near = firing_past(enemy(20, 8, "ge-cmd"), sheet="uk-rifle-40")
    assert barred(near) == FOOT


@pytest.mark.rule("p8.sheet.fire-kind")
def test_high_explosive_is_fired_past_enemy_foot() -> None:
    assert barred(firing_past(enemy(20), sheet="uk-6pdr")) is None
    battle = situation("firer uk-rifle-40 20,5; target ge-rifle-40 20,15 S", enemy(26), dice=[7, 4])
    fire(battle)
    assert score(battle) == 7 + 5 - (4 + 5 + 1)
    assert element(battle, "enemy").suppressed is False


def test_whoever_is_left_out_by_the_box_of_a_line_is_far_from_it() -> None:
    chance = random.Random(13)
    battle = firing_past()
    somebody = element(battle, "firer")
    crowd = [
        msgspec.structs.replace(
            somebody, id=f"e{n}", x=chance.uniform(0, 40), y=chance.uniform(0, 30)
        )
        for n in range(60)
    ]
    state = battle.state.copy()
    state.pieces = {one.id: one for one in crowd}
    for _ in range(60):
        a = (chance.uniform(0, 40), chance.uniform(0, 30))
        b = a if chance.random() < 0.1 else (chance.uniform(0, 40), chance.uniform(0, 30))
        far = chance.uniform(0.1, 4)
        kept = {one.id for one in about_line(state, somebody.side, a, b, far)}
        near = {one.id for one in crowd if point_to_segment((one.x, one.y), a, b) <= far}
        assert near <= kept


FIRE = Fire("firer", "target")


@pytest.mark.rule("p8.geo.field-of-fire-90", "p8.fire.field-90-restricted", "p8.sheet.flag-ff")
@cases("slip, rule", (0.0, None), (0.02, "p8.fire.field-90-restricted"))
@cases("sheet", "uk-mg", "uk-6pdr", "ge-stug-g")
@cases("side", -1, 1)
def test_a_target_on_the_ray_may_be_fired_at(
    slip: float, rule: str | None, sheet: str, side: int
) -> None:
    # Front corners at (29.4, 20) and (30.6, 20): the ray runs through the point 5 out and 5 up.
    foe = "uk-rifle-40" if sheet.startswith("ge") else "ge-rifle-40"
    depth = 0.8 if sheet == "uk-mg" else 1.6
    corner = 30 + side * (0.6 + 5.0 + slip)
    battle = situation(
        unit("firer", sheet, at=(30, 20 - depth / 2)),
        unit("target", foe, at=(corner + side * 0.6, 24.6)),
        dice=[5, 5],
    )
    assert why_not(battle, FIRE) == rule
    if rule is None:
        counts(battle)


@pytest.mark.rule("p8.fire.sa-not-through-enemy-foot", "p8.fire.melee-not-targetable")
@cases("fights", False, True)
def test_small_arms_go_past_enemy_foot_that_is_in_hand_to_hand_combat(fights: bool) -> None:
    charger = unit("charger", "uk-rifle-44", at=(21.7, 15), facing=270)
    battle = situation(
        "firer uk-mg 20,5; between ge-rifle-44 20.9,15 E; target ge-rifle-44 20,20 S",
        *((charger,) if fights else ()),
    )
    # Looking east, the one between is 0.8 wide, from 20.5 to 21.3, and the charger touches it.
    expected = None if fights else "p8.fire.sa-not-through-enemy-foot"
    assert barred(battle, "firer", "target") == expected


# -- moving in the lee of a tank (2.2, 5.1) -------------------------------------------------------
