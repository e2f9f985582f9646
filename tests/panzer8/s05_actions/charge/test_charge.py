"""Section 5.4: charging into contact."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.charge.charging import plan_charge
from sandtable.rulebooks.panzer8.state import Moving
from sandtable.table import distance
from tests.panzer8.kit import *

CHARGE = "p8.charge.required-for-melee"

FRONT = "p8.charge.front-only"

CONTACT = "p8.charge.contact-placement"

NEVER = "p8.melee.csw-and-commander-cannot-initiate"

JOIN = "p8.react.option-join-melee"


def charger(sheet: str = "uk-rifle-44", at: tuple[float, float] = (20, 10), **more: Any) -> Unit:
    return unit("charger", sheet, "british", at=at, **more)


def target(sheet: str = "ge-rifle-44", at: tuple[float, float] = (20, 14), **more: Any) -> Unit:
    return unit("target", sheet, "german", at=at, **{"facing": 180.0, **more})


def duel(
    sheet: str = "uk-rifle-44", at_sheet: str = "ge-rifle-44", gap: float = 3.0, **rest: Any
) -> P8Battle:
    """A charger at (20, 10) that faces north, and its target so far in front of it."""
    battle = situation(charger(sheet), target(at_sheet, at=(20, 30)))
    one, two = (battle.state.sheet(element(battle, name)) for name in ("charger", "target"))
    north = 10 + one.depth / 2 + gap + two.depth / 2
    mine, theirs = rest.pop("mine", {}), rest.pop("theirs", {})
    return situation(
        charger(sheet, **mine), target(at_sheet, at=(20, round(north, 4)), **theirs), **rest
    )


CHARGES = Charge("charger", "target")


def gap_between(battle: P8Battle, one: str = "charger", two: str = "target") -> float:
    return distance(
        battle.state.base(element(battle, one)), battle.state.base(element(battle, two))
    )


def charge_home(battle: P8Battle) -> P8Battle:
    """Charge, and nobody reacts."""
    battle.play(CHARGES)
    while battle.choices and asked(battle) in ("reaction", "join"):
        battle.play(Done())
    return battle


# -- who and whom ---------------------------------------------------------------------------------


@pytest.mark.rule(
    CHARGE,
    NEVER,
    "p8.foo.no-contact",
    "p8.melee.riders-and-passengers-out",
    "p8.overrun.motorcycles-are-vehicles",
)
@cases(
    "sheets, targets, rule",
    ("uk-rifle-44 uk-eng fr-cav uk-mc-40 uk-carrier-44 uk-cromwell", "ge-rifle-44", None),
    ("uk-rifle-44", "ge-mg ge-cmd ge-foo", None),
    ("uk-rifle-44", "ge-tiger1 ge-tractor ge-231", CHARGE),
    ("us-m10 uk-apc uk-daimler", "ge-rifle-44", CHARGE),
    ("uk-cmd uk-mg", "ge-rifle-44", NEVER),
    ("uk-foo", "ge-rifle-44", "p8.foo.no-contact"),
    ("uk-cromwell", "ge-cav", None),
    ("uk-cromwell", "ge-mc ge-truck", "p8.overrun.motorcycles-are-vehicles"),
)
def test_who_charges_whom(sheets: str, targets: str, rule: str | None) -> None:
    for sheet, at_sheet in product(sheets.split(), targets.split()):
        assert why_not(duel(sheet, at_sheet, gap=2.0), CHARGES) == rule, (sheet, at_sheet)


@pytest.mark.rule("p8.overrun.open-terrain-only")
def test_tanks_charge_only_where_they_can_overrun() -> None:
    battle = duel("uk-cromwell", terrain="wood 15,12 to 25,20")
    assert why_not(battle, CHARGES) == "p8.overrun.open-terrain-only"


@pytest.mark.rule("p8.cmd.no-contact")
def test_a_commander_neither_moves_nor_charges_into_contact() -> None:
    battle = duel("uk-cmd", gap=3.0)
    assert why_not(battle, Move("charger", ((20, 13.0),))) == "p8.cmd.no-contact"
    assert why_not(battle, CHARGES) == NEVER


@pytest.mark.rule(CHARGE)
def test_nobody_charges_a_friend_or_one_that_is_not_there() -> None:
    battle = situation(charger(), "friend uk-rifle-44 20,13", target())
    assert why_not(battle, Charge("charger", "friend")) == CHARGE
    assert why_not(battle, Charge("charger", "nobody")) == CHARGE


@pytest.mark.rule("p8.result.suppressed-only-falls-back")
def test_a_suppressed_element_does_not_charge() -> None:
    battle = duel(mine={"suppressed": True})
    assert why_not(battle, CHARGES) == "p8.result.suppressed-only-falls-back"


@pytest.mark.rule(CHARGE)
def test_no_line_of_sight_is_needed() -> None:
    battle = situation(charger(), target(at=(20, 13.5)), terrain="wood 15,11 to 25,12.5")
    charge_home(battle)
    assert last(battle, "charge").pieces == ("charger", "target")


# -- the way --------------------------------------------------------------------------------------


@pytest.mark.rule(CHARGE, CONTACT)
def test_a_charge_ends_in_exact_contact_with_the_front_edge() -> None:
    battle = charge_home(duel(gap=3.0))
    assert place(battle, "charger") == (20.0, 13.0)
    assert gap_between(battle) == pytest.approx(0, abs=1e-9)
    assert element(battle, "charger").heading == 0
    assert element(battle, "charger").charged


@pytest.mark.rule(CONTACT)
def test_a_charger_aligns_with_the_edge_that_it_touches() -> None:
    battle = charge_home(situation(charger(), target(at=(20.5, 13), facing=150)))
    assert element(battle, "charger").heading in (60.0, 330.0)
    assert gap_between(battle) < 1e-3


@pytest.mark.rule(CHARGE, "p8.move.linear-obstacle-half")
@cases(
    "gap, terrain, rule",
    (4.0, (), None),
    (4.02, (), "p8.move.up-to-rate"),
    (2.0, "hedge from 0,11 to 40,11", None),
    (2.1, "hedge from 0,11 to 40,11", "p8.move.linear-obstacle-half"),
)
def test_a_charge_may_take_the_whole_rate_and_no_more(
    gap: float, terrain: Any, rule: str | None
) -> None:
    assert why_not(duel(gap=gap, terrain=terrain), CHARGES) == rule


@pytest.mark.rule(FRONT)
@cases("sheet", "uk-rifle-44", "uk-mc-40", "uk-cromwell")
def test_nobody_charges_to_the_rear(sheet: str) -> None:
    battle = situation(charger(sheet), target(at=(20, 7)))
    assert why_not(battle, CHARGES) == FRONT


@pytest.mark.rule(FRONT)
def test_the_front_is_a_line_without_end_and_some_part_must_lie_beyond_it() -> None:
    # The charger's front line runs along y = 10.4. Beside it, contact lies just beyond or not.
    assert why_not(situation(charger(), target(at=(23.0, 10.9), facing=270)), CHARGES) is None
    assert why_not(situation(charger(), target(at=(23.0, 9.0), facing=270)), CHARGES) == FRONT


@pytest.mark.rule(FRONT)
def test_every_leg_must_stay_in_front() -> None:
    battle = situation(charger(), target(at=(20, 12.5)))
    assert why_not(battle, Charge("charger", "target", ((20, 9.2),))) == FRONT
    assert why_not(battle, Charge("charger", "target", ((20.5, 10.6),))) is None


@pytest.mark.rule("p8.move.not-through-enemies")
def test_a_charge_does_not_lead_through_other_enemies() -> None:
    battle = situation(charger(), "other ge-mg 20,12", target())
    assert why_not(battle, CHARGES) == "p8.move.not-through-enemies"


@pytest.mark.rule(CONTACT)
def test_a_charge_may_bring_several_enemies_into_contact() -> None:
    battle = situation(charger(), target(at=(19.4, 13)), "other ge-rifle-44 20.6,13 S")
    charge_home_at(battle, Charge("charger", "target", ((20, 12.2),), 0.0))
    assert {contact.enemy for contact in battle.state.contacts} == {"target", "other"}


def charge_home_at(battle: P8Battle, order: Charge) -> None:
    battle.play(order)
    while battle.choices and asked(battle) in ("reaction", "join"):
        battle.play(Done())


@pytest.mark.rule(CHARGE, CONTACT)
def test_a_charge_may_end_across_a_hedge_from_its_target() -> None:
    battle = situation(charger(), target(at=(20, 13.44)), terrain="hedge from 0,13 to 40,13")
    charge_home_at(battle, Charge("charger", "target", ((20, 12.57),), 0.0))
    assert element(battle, "charger").y == 12.57
    assert gap_between(battle) == pytest.approx(0.07)
    assert element(battle, "charger").charged
    assert asked(battle) == "close combat"


@pytest.mark.rule("p8.geo.contact-tolerance")
@cases("gap, contact", (0.05, True), (0.0502, False))
def test_within_a_twentieth_of_an_inch_is_contact(gap: float, contact: bool) -> None:
    battle = duel(gap=gap)
    assert (why_not(battle, Fire("charger", "target")) is not None) == contact


@pytest.mark.rule("p8.move.no-contact-without-charge")
def test_no_other_movement_makes_contact() -> None:
    battle = duel(gap=3.0)
    assert why_not(battle, Move("charger", ((20, 13),))) == "p8.move.no-contact-without-charge"


# -- on the way -----------------------------------------------------------------------------------


@pytest.mark.rule("p8.react.result-stops-mover")
def test_fire_that_suppresses_the_charger_on_its_way_stops_it_there() -> None:
    battle = duel(gap=3.0, dice=[8, 6])
    play(battle, CHARGES, ReactFire("target", 1.0))
    assert element(battle, "charger").suppressed
    assert element(battle, "charger").y == 11.0
    assert not element(battle, "charger").charged
    assert not told(battle, "charge")


@pytest.mark.rule("p8.melee.charged-may-fire-before-contact")
def test_a_charged_gun_fires_at_the_last_moment_at_range_0() -> None:
    battle = duel(at_sheet="ge-pak40", gap=3.0, dice=[3, 7])
    play(battle, CHARGES, ReactFire("target", 3.0))
    assert last(battle, "fire").data["range"] == 0
    assert modifiers(battle)["p8.fire.mod-within-4"] == 1
    assert score(battle) == -3  # 3 + 5 + 1 against 7 + 5
    assert element(battle, "charger").charged
    assert element(battle, "target").reacted


@pytest.mark.rule("p8.melee.charged-may-fire-before-contact")
def test_one_that_is_suppressed_just_before_contact_does_not_make_it() -> None:
    battle = duel(at_sheet="ge-pak40", gap=3.0, dice=[7, 5])
    play(battle, CHARGES, ReactFire("target", 3.0))
    assert score(battle) == 3
    assert element(battle, "charger").suppressed
    assert gap_between(battle) > 0.05
    assert not battle.state.contacts


@pytest.mark.rule("p8.melee.charged-may-fire-before-contact")
def test_a_suppressed_target_does_not_fire_before_contact() -> None:
    battle = duel(theirs={"suppressed": True})
    battle.play(CHARGES)
    assert last(battle, "charge").pieces == ("charger", "target")
    assert not told(battle, "reaction")


@pytest.mark.rule(CHARGE)
def test_a_charge_whose_target_has_fallen_back_may_go_on_to_another() -> None:
    battle = situation(
        charger(),
        target(at=(20, 13)),
        "other ge-mg 22,13 S suppressed; behind ge-mg 20,8 suppressed",
    )
    play(battle, CHARGES, ReactFallBack("target", 1.0, "home", 4.0))
    assert asked(battle) == "resume"
    assert why_not(battle, GoOn(target="behind")) == FRONT
    assert why_not(battle, GoOn(target="target")) == "p8.move.up-to-rate"
    battle.play(GoOn(target="other"))
    assert last(battle, "charge").pieces == ("charger", "other")


@pytest.mark.rule(CHARGE)
def test_a_charge_whose_target_flees_at_the_last_moment_may_still_go_on_or_stop() -> None:
    battle = duel(gap=2.0)
    play(battle, CHARGES, ReactFallBack("target", 2.0, "home", 1.5))
    assert asked(battle) == "resume"
    battle.play(GoOn(target="target"))
    assert element(battle, "charger").y == pytest.approx(13.5)
    assert last(battle, "charge").pieces == ("charger", "target")


@pytest.mark.rule(CHARGE)
def test_a_charge_that_contacts_nobody_is_an_ordinary_move() -> None:
    battle = duel(gap=3.0)
    play(battle, CHARGES, ReactFallBack("target", 1.0, "home", 4.0), Halt())
    assert last(battle, "move").data["action"] == "charge"
    assert not element(battle, "charger").charged
    assert not battle.state.contacts


# -- coming to help -------------------------------------------------------------------------------


def with_friend(at: tuple[float, float] = (22, 14), sheet: str = "ge-rifle-44", **more: Any) -> Any:
    friend = unit("friend", sheet, "german", at=at, **{"facing": 180.0, **more})
    return situation(charger(), target(suppressed=True), friend, dice=[5, 5, 5])


def reach(battle: P8Battle) -> P8Battle:
    """Charge as far as the moment when others may join in."""
    battle.play(CHARGES)
    no_reaction(battle)
    return battle


@pytest.mark.rule(JOIN)
@cases("sheet", "ge-mg", "ge-cmd", "ge-foo", "ge-pz2")
def test_crews_commanders_observers_and_vehicles_do_not_join(sheet: str) -> None:
    battle = with_friend(sheet=sheet)
    battle.play(CHARGES)
    no_reaction(battle)
    assert asked(battle) != "join"
    assert last(battle, "charge").pieces[:2] == ("charger", "target")


@pytest.mark.rule(JOIN)
def test_nobody_joins_against_a_tank_nor_before_the_charger_is_there() -> None:
    friend = unit("friend", "ge-rifle-44", at=(22, 14), facing=180)
    battle = situation(charger("uk-cromwell"), target(suppressed=True), friend)
    battle.play(CHARGES)
    assert asked(battle) == "reaction"
    assert why_not(battle, ReactJoin("friend")) is not None
    battle.play(Done())
    assert asked(battle) == "close combat"


# -- in hand-to-hand combat -----------------------------------------------------------------------


def locked(**more: Any) -> P8Battle:
    """The British in their Action Phase, suppressed and in contact; a tank looks on."""
    return situation(
        charger(at=(20, 10), suppressed=True),
        "tank uk-cromwell 30,10",
        target(at=(20, 10.8)),
        "gun ge-pak40 30,30 S",
        **more,
    )


@pytest.mark.rule("p8.fire.melee-not-targetable", "p8.melee.no-fire-no-target")
def test_whoever_is_in_hand_to_hand_combat_is_not_fired_at_and_does_not_fire() -> None:
    battle = locked()
    assert barred(battle, "tank", "target") == "p8.fire.melee-not-targetable"
    assert barred(battle, "gun", "charger") == "p8.fire.melee-not-targetable"
    assert barred(battle, "target", "charger") == "p8.melee.no-fire-no-target"
    assert why_not(battle, Fire("charger", "target")) == "p8.advance.suppressed-attacker-stays"


@pytest.mark.rule("p8.advance.suppressed-attacker-stays")
def test_in_its_action_phase_it_only_falls_back_recovers_or_stays() -> None:
    battle = locked(dice=[6])
    assert why_not(battle, Move("charger", ((20, 8),))) == "p8.advance.suppressed-attacker-stays"
    assert why_not(battle, FallBack("charger", "away", 2.0)) is None
    assert why_not(battle, Recover("charger")) is None
    battle.play(FallBack("charger", "away", 2.0))
    while asked(battle) in ("reaction", "resume"):
        battle.play(Done())
    assert gap_between(battle) == pytest.approx(2.0)


@pytest.mark.rule("p8.melee.hand-to-hand-definition")
@cases("gap, fights", (0.5, True), (0.51, False))
def test_across_an_obstacle_half_an_inch_is_contact(gap: float, fights: bool) -> None:
    # The wall has a step; each touches its own part of it from its own side.
    wall = line("wall", (0, 10.4), (20.0, 10.4), (20.0, 10.4 + gap), (40, 10.4 + gap))
    battle = situation(
        charger(at=(19.4, 10.0)),
        target(at=(20.6, round(10.8 + gap, 4))),
        terrain=[wall],
    )
    assert gap_between(battle) == pytest.approx(gap)
    assert (why_not(battle, Fire("charger", "target")) is not None) == fights


@pytest.mark.rule("p8.melee.hand-to-hand-definition", CHARGE)
def test_a_charge_may_end_at_the_wall_of_a_fortification() -> None:
    battle = situation(charger(), target(at=(20, 15)), terrain="fortification 18,13.5 to 22,17")
    charge_home(battle)
    assert element(battle, "charger").y == pytest.approx(13.1)
    assert asked(battle) == "close combat"
    assert why_not(battle, Fight(("charger",), "target")) is None


@pytest.mark.rule(CHARGE)
def test_an_element_in_contact_already_does_not_charge_again() -> None:
    battle = situation(charger("uk-cromwell"), target(at=(20, 11.2)))
    assert refused(battle, CHARGES).rule == CHARGE


def test_the_plan_of_a_charge_is_a_move_with_a_target() -> None:
    battle = duel(gap=3.0)
    plan = plan_charge(battle.state, element(battle, "charger"), CHARGES)
    assert isinstance(plan, Moving)
    assert (plan.action, plan.target, plan.facing) == ("charge", "target", 0.0)
    assert not is_out(battle, "charger")


@pytest.mark.rule("p8.move.no-contact-without-charge")
def test_nobody_moves_up_to_the_wall_of_an_occupied_fortification_without_charging() -> None:
    battle = situation(charger(), target(at=(20, 15)), terrain="fortification 18,13.5 to 22,17")
    assert why_not(battle, Move("charger", ((20, 13.1),))) == "p8.move.no-contact-without-charge"
    assert why_not(battle, Move("charger", ((20, 12.9),))) is None
