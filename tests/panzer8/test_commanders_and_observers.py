"""Sections 9.7 and 9.8: commanders and observers as targets."""

from __future__ import annotations

import pytest

from sandtable.players import GreedyPlayer
from sandtable.rulebooks.panzer8.s09_troops.commanders import Replace
from sandtable.rulebooks.panzer8.state.orders import Fire
from sandtable.scenario import Terrain, Unit
from tests.panzer8.situations import P8Battle, area, barred, box, line, refused, situation, unit

CMD, FOO, ON_FOOT = (
    "p8.cmd.target-protection",
    "p8.foo.target-protection",
    "p8.fire.foo-on-foot-only-within-4",
)


def shooting_at(
    target: str, y: float, *others: Unit, sheet: str = "uk-6pdr", terrain: tuple[Terrain, ...] = ()
) -> P8Battle:
    """A gun at (20, 5) (its front at 5.8) that shoots at a commander or an observer."""
    return situation(
        unit("firer", sheet, "british", at=(20, 5)),
        unit("target", target, "german", at=(20, y), facing=180),
        *others,
        terrain=terrain,
    )


def neighbour(x: float, y: float, sheet: str = "ge-rifle-40") -> Unit:
    return unit("neighbour", sheet, "german", at=(x, y), facing=180)


@pytest.mark.rule("p8.cmd.target-protection")
def test_a_commander_near_others_may_not_be_picked_out_from_afar() -> None:
    battle = shooting_at("ge-cmd", 15, neighbour(22, 15))
    refusal = refused(battle, Fire("firer", "target"))
    assert refusal.rule == CMD
    assert "neighbour" in refusal.reason
    assert battle.allows(Fire("firer", "neighbour"))


@pytest.mark.rule("p8.cmd.target-protection")
def test_a_commander_alone_may_be_shot_at() -> None:
    assert barred(shooting_at("ge-cmd", 15)) is None


@pytest.mark.rule("p8.cmd.target-protection")
@pytest.mark.parametrize(("y", "allowed"), [(10.2, True), (10.2005, True), (10.21, False)])
def test_within_4_a_commander_is_not_protected(y: float, allowed: bool) -> None:
    # The gun's front edge is at 5.8, the commander's at y - 0.4: 4.0 apart at y = 10.2.
    battle = shooting_at("ge-cmd", y, neighbour(22, y))
    assert barred(battle) == (None if allowed else CMD)
    assert barred(shooting_at("ge-cmd", 15, neighbour(22, 15))) == CMD


@pytest.mark.rule("p8.cmd.target-protection")
@pytest.mark.parametrize(("gap", "protected"), [(4.0, True), (4.01, False)])
def test_the_neighbour_must_be_within_4_of_the_commander(gap: float, protected: bool) -> None:
    battle = shooting_at("ge-cmd", 15, neighbour(20 + 0.4 + gap + 0.6, 15))
    assert barred(battle) == (CMD if protected else None)


@pytest.mark.rule("p8.cmd.target-protection")
def test_a_neighbour_out_of_sight_does_not_protect() -> None:
    wood = area("wood", box(21, 12, 30, 13))
    assert barred(shooting_at("ge-cmd", 15, neighbour(23, 15), terrain=(wood,))) is None
    assert barred(shooting_at("ge-cmd", 15, neighbour(23, 15))) == CMD


@pytest.mark.rule("p8.cmd.target-protection")
def test_a_neighbour_out_of_range_does_not_protect() -> None:
    # Range 30: the commander is 29.3 away, the rifles behind him 31.5.
    assert barred(shooting_at("ge-cmd", 35.5, neighbour(20, 37.7))) is None
    assert barred(shooting_at("ge-cmd", 35.5, neighbour(21.2, 35.5))) == CMD


@pytest.mark.rule("p8.cmd.target-protection")
def test_a_neighbour_out_of_the_field_of_fire_does_not_protect() -> None:
    def battle(facing: float) -> P8Battle:
        return situation(
            unit("firer", "uk-6pdr", "british", at=(20, 5), facing=facing),
            unit("target", "ge-cmd", "german", at=(20, 11), facing=180),
            unit("neighbour", "ge-rifle-40", "german", at=(15.5, 11), facing=180),
        )

    assert barred(battle(45), "firer", "neighbour") == "p8.fire.field-90-restricted"
    assert barred(battle(45)) is None
    assert barred(battle(0)) == CMD


@pytest.mark.rule("p8.cmd.target-protection")
def test_a_neighbour_that_the_weapon_cannot_hurt_does_not_protect() -> None:
    rifles = shooting_at("ge-cmd", 11, neighbour(22, 11, "ge-pz4-long"), sheet="uk-rifle-40")
    assert barred(rifles) is None
    gun = shooting_at("ge-cmd", 11, neighbour(22, 11, "ge-pz4-long"))
    assert barred(gun) == CMD


@pytest.mark.rule("p8.cmd.target-protection")
def test_two_commanders_do_not_protect_each_other() -> None:
    assert barred(shooting_at("ge-cmd", 15, neighbour(22, 15, "ge-cmd"))) is None
    assert barred(shooting_at("ge-cmd", 15, neighbour(22, 15, "ge-lorry"))) == CMD


@pytest.mark.rule("p8.cmd.target-protection")
def test_elements_of_the_firers_own_side_do_not_protect() -> None:
    friend = unit("friend", "uk-rifle-40", "british", at=(23, 15))
    assert barred(shooting_at("ge-cmd", 15, friend)) is None


@pytest.mark.rule("p8.cmd.target-protection")
def test_a_neighbour_behind_friends_of_the_firer_does_not_protect() -> None:
    wall = unit("friend", "uk-churchill7", "british", at=(22.9, 13), facing=90)
    assert barred(shooting_at("ge-cmd", 15, neighbour(23.2, 15), wall)) is None
    hedge = line("hedge", (40, 0), (40, 5))
    assert barred(shooting_at("ge-cmd", 15, neighbour(23.2, 15), terrain=(hedge,))) == CMD


@pytest.mark.rule("p8.fire.foo-on-foot-only-within-4")
@pytest.mark.parametrize(("y", "allowed"), [(10.2, True), (10.21, False), (15.0, False)])
def test_an_observer_on_foot_is_never_shot_at_beyond_4(y: float, allowed: bool) -> None:
    assert barred(shooting_at("ge-foo", y)) == (None if allowed else ON_FOOT)
    assert barred(shooting_at("ge-foo", 15)) == ON_FOOT


@pytest.mark.rule("p8.foo.target-protection")
def test_an_air_controller_in_his_car_is_protected_by_a_neighbour_only() -> None:
    assert barred(shooting_at("ge-fac", 15, neighbour(22, 15))) == FOO
    assert barred(shooting_at("ge-fac", 15)) is None
    assert barred(shooting_at("ge-fac", 10.6, neighbour(22, 10.6))) is None


@pytest.mark.rule("p8.foo.target-protection")
def test_an_observer_on_foot_does_not_protect_a_controller_or_commander() -> None:
    assert barred(shooting_at("ge-fac", 15, neighbour(22, 15, "ge-foo"))) is None
    assert barred(shooting_at("ge-cmd", 15, neighbour(22, 15, "ge-foo"))) is None
    assert barred(shooting_at("ge-fac", 15, neighbour(22, 15, "ge-mg"))) == FOO


@pytest.mark.rule("p8.cmd.target-protection")
def test_a_suppressed_firer_reaches_only_commanders_within_4_anyway() -> None:
    battle = situation(
        unit("firer", "uk-rifle-40", "british", at=(20, 5), suppressed=True),
        unit("target", "ge-cmd", "german", at=(20, 9.6), facing=180),
        unit("neighbour", "ge-rifle-40", "german", at=(21.5, 9.6), facing=180),
    )
    assert barred(battle) is None
    far = shooting_at("ge-cmd", 15, neighbour(22, 15))
    assert barred(far) == CMD


# -- the computer's choice ------------------------------------------------------------------------


@pytest.mark.rule("p8.cmd.replaced-when-lost")
@pytest.mark.parametrize(("shaken", "given_up"), [("rifles", "bren"), ("bren", "rifles")])
def test_the_computer_gives_up_its_cheapest_element(shaken: str, given_up: str) -> None:
    foot = [
        unit(name, "uk-rifle-44", "british", at=(20 + 4 * n, 4), suppressed=name == shaken)
        for n, name in enumerate(("rifles", "bren"))
    ]
    battle = situation(
        unit("mg", "ge-mg", "german", at=(14, 16), facing=180),
        unit("firefly", "uk-firefly", "british", at=(10, 4)),
        unit("hq", "uk-cmd", "british", at=(14, 10)),
        *foot,
        dice=[10, 1],
    )
    battle.play(Fire("mg", "hq"))
    view = battle.view("british")
    assert view.choices[0].ask == "commander"
    assert GreedyPlayer(1).decide(view, view.choices[0]) == Replace(given_up)
