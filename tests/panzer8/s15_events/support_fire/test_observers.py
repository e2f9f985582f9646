"""Section 15.4.2 and 15.4.3: who directs support fire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.panzer8.kit import *
from tests.panzer8.kit.batteries import (
    ANOTHER,
    BLANK,
    CALL,
    FOO,
    MEDIUM,
    TARGET,
    fired,
    mission,
    ours,
    scores,
)

# -- observers ------------------------------------------------------------------------------------


@pytest.mark.rule("p8.support.foo-los")
def test_the_observer_must_see_the_target() -> None:
    battle = mission(MEDIUM, FOO, TARGET, terrain="wood 10,18 to 30,22")
    refusal = refused(battle, CALL)
    assert refusal.rule == "p8.support.foo-los"
    assert "no line of sight" in refusal.reason


@pytest.mark.rule("p8.support.foo-los", "p8.support.zone-orientation")
def test_the_zone_is_centred_on_the_target_and_square_to_the_table() -> None:
    battle = fired(FOO, "target ge-rifle-40 20.3,30.1 137", dice=[5, 5])
    zone = told(battle, "support")[-1].data["zone"]
    assert sorted((round(x, 6), round(y, 6)) for x, y in zone) == [
        (18.3, 28.1),
        (18.3, 32.1),
        (22.3, 28.1),
        (22.3, 32.1),
    ]


@pytest.mark.rule("p8.support.foo-los")
def test_the_observer_uses_no_action_and_own_troops_are_no_target() -> None:
    battle = mission(MEDIUM, FOO, ours("own", (30, 10)), TARGET, dice=[5, 5])
    assert why_not(battle, CallFire("own", "foo")) == "p8.support.foo-los"
    assert why_not(battle, CallFire("nobody", "foo")) == "p8.support.foo-los"
    battle.play(CALL)
    assert not element(battle, "foo").acted


@pytest.mark.rule("p8.foo.not-when-suppressed")
def test_a_suppressed_observer_calls_no_artillery() -> None:
    battle = mission(MEDIUM, "foo uk-foo 20,10 suppressed", TARGET)
    assert why_not(battle, CALL) == "p8.foo.not-when-suppressed"


@pytest.mark.rule("p8.support.foo-telephone")
@cases(
    "more, allowed",
    ({}, False),
    ({"dug_in": True}, True),
    ({"dug_in": True, "shifted": True}, False),
    ({"dug_in": True, "moved": True}, True),
)
def test_a_telephone_is_used_where_one_is_dug_in_and_stays(
    more: dict[str, Any], allowed: bool
) -> None:
    foo = unit("foo", "uk-foo", at=(20, 10), flags=("TEL",), **more)
    battle = mission(MEDIUM, foo, TARGET)
    assert why_not(battle, CALL) == (None if allowed else "p8.support.foo-telephone")


@pytest.mark.rule("p8.support.foo-telephone")
def test_a_telephone_also_works_from_a_building() -> None:
    foo = unit("foo", "uk-foo", at=(20, 10), flags=("TEL",))
    battle = mission(MEDIUM, foo, TARGET, terrain="bua 18,8 to 22,12")
    assert element(battle, "foo").inside == "bua"
    assert why_not(battle, CALL) is None


@pytest.mark.rule("p8.support.foo-telephone", "p8.fort.who-may-occupy")
@cases("kind", "bunker", "pillbox", "fortification")
@cases("engineering", True, False)
@cases("x, inside", (20.0, True), (22.0, True), (22.01, False))
def test_a_telephone_also_works_from_permanent_works(
    kind: str, engineering: bool, x: float, inside: bool
) -> None:
    foo = unit("foo", "fr-foo", at=(x, 10))
    battle = mission(
        MEDIUM,
        foo,
        TARGET,
        date="1940",
        terrain=[area(kind, box(18, 8.5, 22, 11.5))],
        options={"field_engineering": engineering},
    )
    assert why_not(battle, CALL) == (None if inside else "p8.support.foo-telephone")


@pytest.mark.rule("p8.support.foo-telephone")
def test_whether_he_has_stayed_counts_for_the_last_own_action_phase() -> None:
    house = area("bua", box(18, 8, 22, 12))
    foo = unit("foo", "uk-foo", at=(20, 14), flags=("TEL",))
    battle = mission(
        MEDIUM,
        foo,
        TARGET,
        terrain=[house],
        dice=[BLANK, CARDS["8 of diamonds"], ANOTHER, CARDS["7 of diamonds"]],
    )
    battle.play(Done())
    battle.play(Move("foo", ((20, 10),)))
    if asked(battle) == "reaction":
        battle.play(Done())
    pass_until(battle, "support fire")
    assert (battle.state.turn, element(battle, "foo").inside) == (2, "bua")
    assert why_not(battle, CALL) == "p8.support.foo-telephone"
    battle.play(Done())
    pass_until(battle, "support fire")
    assert battle.state.turn == 3
    assert why_not(battle, CALL) is None


@pytest.mark.rule("p8.support.foo-radio")
@cases("vehicle", "uk-truck", "uk-apc", "uk-cromwell")
def test_with_a_radio_he_may_ride_in_any_vehicle(vehicle: str) -> None:
    battle = mission(
        MEDIUM,
        unit("car", vehicle, "british", at=(20, 10)),
        "foo uk-foo in car",
        TARGET,
        dice=[5, 5],
    )
    assert element(battle, "foo").carried_by == "car"
    assert why_not(battle, CALL) is None


@pytest.mark.rule("p8.support.foo-radio")
def test_with_a_radio_he_may_be_on_foot_in_the_open() -> None:
    battle = mission(MEDIUM, FOO, TARGET, date="1940")
    assert why_not(battle, CALL) is None


@pytest.mark.rule("p8.support.foo-french-soviet-telephone")
@cases(
    "side, date, needs_cover",
    ("french", "1940-05-12", True),
    ("french", "1943", True),
    ("french", None, True),
    ("russian", "1943", True),
    ("russian", "1944-01-10", True),
    ("russian", "1945", True),
    ("russian", None, True),
)
def test_french_and_soviet_observers_have_telephones(
    side: str, date: str | None, needs_cover: bool
) -> None:
    nation = {"french": "fr", "russian": "su"}[side]
    battle = mission(MEDIUM, unit("foo", f"{nation}-foo", side, at=(20, 10)), TARGET, date=date)
    assert why_not(battle, CALL) == ("p8.support.foo-telephone" if needs_cover else None)
    dug_in = unit("foo", f"{nation}-foo", side, at=(20, 10), dug_in=True)
    assert why_not(mission(MEDIUM, dug_in, TARGET, date=date), CALL) is None


@pytest.mark.rule("p8.support.foo-french-soviet-telephone")
def test_from_1944_french_observers_may_have_radios() -> None:
    foo = unit("foo", "us-foo", "french", at=(20, 10))
    assert why_not(mission(MEDIUM, foo, TARGET, date="1944"), CALL) is None
    assert why_not(mission(MEDIUM, foo, TARGET, date="1943"), CALL) == "p8.support.foo-telephone"
    wired = unit("foo", "us-foo", "french", at=(20, 10), flags=("TEL",))
    assert why_not(mission(MEDIUM, wired, TARGET, date="1944"), CALL) == "p8.support.foo-telephone"


def guards(**more: Any) -> tuple[Unit, Unit]:
    return (
        unit("lorry", "su-truck", at=(20, 10)),
        unit("foo", "su-foo", at=(0, 0), carried_by="lorry", flags=("GRD",), **more),
    )


@pytest.mark.rule("p8.support.foo-soviet-guards-radio")
def test_guards_tank_observers_have_a_radio_in_a_lorry_from_june_1944() -> None:
    battle = mission(MEDIUM, *guards(), TARGET, date="1944-06-22", dice=[5, 5])
    assert why_not(battle, CALL) is None
    for date in ("1944-05-31", "1943", None, "1944"):
        with pytest.raises(ScenarioError, match="1944-06"):
            mission(MEDIUM, *guards(), TARGET, date=date)
    on_foot = unit("foo", "su-foo", at=(20, 10), flags=("GRD",))
    with pytest.raises(ScenarioError, match="lorry"):
        mission(MEDIUM, on_foot, TARGET, date="1945")
    british = unit("foo", "uk-foo", at=(20, 10), flags=("GRD",))
    with pytest.raises(ScenarioError, match="Soviet"):
        mission(MEDIUM, british, TARGET, date="1945")


@pytest.mark.rule("p8.support.foo-soviet-guards-radio")
def test_he_never_leaves_the_lorry() -> None:
    battle = situation(*guards(), TARGET, date="1944-07")
    assert why_not(battle, Dismount("foo", (21.5, 10))) == "p8.support.foo-soviet-guards-radio"


@pytest.mark.rule("p8.support.foo-soviet-guards-radio")
def test_he_is_removed_when_he_would_have_to_get_off() -> None:
    battle = mission(MEDIUM, "ge-foo ge-foo 20,30", *guards(), date="1944-07", dice=[4, 5])
    battle.play(CallFire("lorry", "ge-foo"))
    assert scores(battle) == {"lorry": 4}
    assert element(battle, "lorry").suppressed
    assert is_out(battle, "foo")


@pytest.mark.rule("p8.support.commander-controlled")
def test_a_commander_directs_fire_with_minus_one() -> None:
    battle = mission(MEDIUM, "hq uk-cmd 20,10", TARGET, dice=[6, 5])
    battle.play(CallFire("target", "hq"))
    assert modifiers(battle, "shelling")["p8.support.commander-controlled"] == -1
    assert scores(battle) == {"target": 6 + 8 - 1 - 5 - 5}


@pytest.mark.rule("p8.support.commander-controlled")
def test_a_commander_must_be_unsuppressed_and_see_the_target() -> None:
    battle = mission(MEDIUM, "hq uk-cmd 20,10 suppressed", TARGET)
    assert why_not(battle, CallFire("target", "hq")) == "p8.support.commander-controlled"
    blind = mission(MEDIUM, "hq uk-cmd 20,10", TARGET, terrain="wood 10,18 to 30,22")
    assert why_not(blind, CallFire("target", "hq")) == "p8.support.commander-controlled"


@pytest.mark.rule("p8.recce.directs-support-fire")
def test_reconnaissance_troops_direct_fire_as_commanders_do() -> None:
    battle = mission(MEDIUM, "car uk-daimler 20,10", TARGET, dice=[6, 5])
    assert why_not(battle, CallFire("target", "car")) is None
    battle.play(CallFire("target", "car"))
    assert modifiers(battle, "shelling")["p8.support.commander-controlled"] == -1
    assert "p8.recce.directs-support-fire" in told(battle, "support")[0].rules
