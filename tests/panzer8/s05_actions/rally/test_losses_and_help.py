"""Section 5.7: losses that weigh on those who recover, commanders who help, the further action."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.panzer8.s05_actions.rally.recovery import counted_losses
from sandtable.rulebooks.panzer8.s07_end.victory import lost_fraction
from tests.panzer8.kit import *
from tests.panzer8.kit.aircraft import attack
from tests.panzer8.kit.aircraft import mission as flight
from tests.panzer8.kit.batteries import FOO, MEDIUM, TARGET, fired, mission, ours


@pytest.mark.rule(
    "p8.rally.mod-losses", "p8.homeguard.counts-all-losses", "p8.homeguard.regulars-ignore-losses"
)
@cases("sheet, less", ("uk-rifle-40", -1), ("uk-ldv-40", -2), ("uk-a13", -1))
def test_regulars_do_not_mind_the_losses_of_home_guards(sheet: str, less: int) -> None:
    """Three regular and three Home Guard sections are shot one after another."""
    sections = [
        unit(f"lost{n}", "uk-ldv-40" if n % 2 else "uk-rifle-40", at=(8 + 4 * n, 20))
        for n in range(6)
    ]
    guns = [unit(f"mg{n}", "ge-mg", at=(8 + 4 * n, 28), facing=180) for n in range(6)]
    battle = situation(
        *guns,
        *sections,
        unit("a", sheet, at=(50, 5), suppressed=True),
        unit("b", sheet, at=(52, 5), facing=270),
        side="german",
        dice=(10, 1) * 6 + (8,),
    )
    play(battle, *(Fire(f"mg{n}", f"lost{n}") for n in range(6)))
    assert len(told(battle, "out")) == 6
    play(battle, Recover("a"))
    assert modifiers(battle, "recover") == {"p8.rally.mod-losses": less}
    assert last(battle, "recover").data["score"] == 8 + less


@pytest.mark.rule("p8.rally.result-extra-action")
@cases("die", 9, 10)
def test_poor_infantry_alone_with_3_losses_has_no_extra_action_whatever_the_die(die: int) -> None:
    battle = situation(
        "a uk-rifle-44 20,20 poor suppressed; b uk-rifle-44 50,5 W; watch ge-rifle-44 55,45",
        losses={"british": 3},
        dice=[die],
    )
    play(battle, Recover("a"))
    event = last(battle, "recover")
    assert (event.data["score"], element(battle, "a").suppressed) == (die - 3, False)
    assert battle.choices[0].about == ()
    assert why_not(battle, Fire("a", "watch")) == "p8.action.one-per-element"


@pytest.mark.rule("p8.rally.mod-losses", "p8.passengers.share-fate")
def test_a_lorry_and_its_load_are_two_losses_for_those_who_recover() -> None:
    battle = situation(
        "mg uk-mg 20,5; lorry ge-lorry 20,20 S; load ge-rifle-44 in lorry",
        "b ge-rifle-44 50,30 suppressed; c ge-rifle-44 52,30",
        losses={"german": 1},
        dice=[10, 5, 6],
    )
    play(battle, Fire("mg", "lorry"))
    assert is_out(battle, "load")
    until(battle, "german")
    play(battle, Recover("b"))
    assert modifiers(battle, "recover") == {"p8.rally.mod-losses": -1}
    assert element(battle, "b").suppressed


@pytest.mark.rule("p8.advance.suppressed-attacker-stays", "p8.rally.commander-assists")
def test_a_commander_in_hand_to_hand_contact_rallies_nobody() -> None:
    battle = situation(
        "cmd uk-cmd 20,10; a uk-rifle-44 18,9 suppressed; d ge-rifle-44 20,10.8 S suppressed",
        dice=[7],
    )
    assert why_not(battle, Recover("a", "cmd")) is not None
    assert why_not(battle, FallBack("cmd", "away", 3)) is None
    assert why_not(battle, Move("cmd", ((20, 6),))) is not None


@pytest.mark.rule("p8.overrun.contact-is-not-hand-to-hand", "p8.rally.commander-assists")
def test_a_commander_in_contact_with_a_tank_does_rally() -> None:
    battle = situation(
        "cmd uk-cmd 20,10; a uk-rifle-44 18,9 suppressed; d ge-pz3-50 20,11.2 S suppressed",
        dice=[7],
    )
    assert why_not(battle, Recover("a", "cmd")) is None


@pytest.mark.rule("p8.rally.result-extra-action", "p8.advance.suppressed-attacker-stays")
def test_a_further_action_in_hand_to_hand_contact_is_to_fall_back_or_nothing() -> None:
    battle = situation(
        "a uk-rifle-44 20,10 suppressed; d ge-rifle-44 20,10.8 S suppressed",
        "e ge-rifle-44 20,18 S suppressed",
        homes=HOMES,
        dice=[10],
    )
    play(battle, Recover("a"))
    assert not element(battle, "a").suppressed
    assert why_not(battle, Fire("a", "e")) == "p8.advance.suppressed-attacker-stays"
    assert why_not(battle, Move("a", ((20, 8),))) is not None
    assert why_not(battle, FallBack("a", "home", 4)) is None


FARM = area("bua", box(20, 20, 24, 24), "farm")

FAR = unit("far", "ge-rifle-44", at=(55, 44))


@pytest.mark.rule("p8.rally.commander-assists", "p8.bua.measure-any-part")
@cases("gap, helps", (4.0, True), (4.02, False))
def test_a_commander_in_a_house_rallies_within_4_of_its_wall(gap: float, helps: bool) -> None:
    battle = situation(
        unit("a", "uk-rifle-44", at=(20 - 0.6 - gap, 22), suppressed=True),
        "cmd uk-cmd 22,22 inside farm",
        FAR,
        terrain=[FARM],
    )
    assert (why_not(battle, Recover("a", "cmd")) is None) is helps


@pytest.mark.rule("p8.rally.result-extra-action", "p8.charge.required-for-melee")
def test_whoever_recovers_at_9_may_charge_and_fights_in_the_same_turn() -> None:
    battle = situation(
        "a uk-rifle-44 20,10 suppressed; d ge-rifle-44 20,13 S suppressed", dice=[10, 5, 5]
    )
    play(battle, Recover("a"), Charge("a", "d"))
    nobody_reacts(battle)
    play(battle, Fight(("a",), "d"))
    assert told(battle, "melee")


LOSSES = "p8.rally.mod-losses"


def weighed(battle: P8Battle, name: str = "foo") -> int:
    """How many losses weigh on an element that tries to recover."""
    element: Element = battle.state.pieces[name]
    return counted_losses(battle.state, element)


@pytest.mark.rule(LOSSES, "p8.support.friendly-fire")
def test_a_loss_to_ones_own_shells_does_not_weigh_on_recovery() -> None:
    # The attack die of 10 and 8 of the guns against 1 + 5: both are out of action.
    battle = fired(FOO, TARGET, ours("near", (21.5, 30)), dice=[10, 1, 1])
    assert is_out(battle, "near")
    assert is_out(battle, "target")
    assert weighed(battle) == 0
    assert "near" in battle.state.out_of_play()


@pytest.mark.rule(LOSSES, "p8.support.affects-all-partly-inside", "p8.end.victory-default")
def test_the_enemys_loss_to_the_same_shells_counts() -> None:
    battle = fired(FOO, TARGET, ours("near", (21.5, 30)), dice=[10, 1, 1])
    assert [loss.side for loss in battle.state.lost] == ["german", ""]
    assert lost_fraction(battle.state, "german") == 1.0
    assert lost_fraction(battle.state, "british") == 0.0


@pytest.mark.rule(LOSSES, "p8.result.second-suppression-is-out")
def test_nor_does_a_second_suppression_by_ones_own_shells() -> None:
    # 6 + 8 against 5 + 5 is +4, and the target is not hurt: 6 + 8 against 10 + 5.
    near = ours("near", (21.5, 30), suppressed=True)
    battle = fired(FOO, TARGET, near, dice=[6, 10, 5])
    assert is_out(battle, "near")
    assert weighed(battle) == 0


@pytest.mark.rule(LOSSES, "p8.passengers.several-only-one-lost")
def test_nor_do_passengers_whom_ones_own_shells_have_struck() -> None:
    lorry = (
        unit("lorry", "uk-lorry", at=(22.4, 30)),
        load("lorry", "british", "uk-rifle-40", "one"),
        load("lorry", "british", "uk-rifle-40", "two"),
    )
    battle = fired(FOO, TARGET, *lorry, dice=[10, 10, 1, 1])
    assert is_out(battle, "one")
    assert weighed(battle) == 0


@pytest.mark.rule(LOSSES, "p8.nation.russian-ignore-one-suppression")
@cases("stands", True, False)
def test_nor_do_russians_who_do_not_stand_firm_under_their_own_shells(stands: bool) -> None:
    battle = mission(
        MEDIUM,
        unit("cmd", "su-cmd", at=(20, 10)),
        TARGET,
        unit("near", "su-rifle", at=(21.5, 30), suppressed=True),
        dice=[6, 10, 5],  # 6 + 9 - 1 against 5 + 5: +4
        options={"national_characteristics": True},
    )
    play(battle, CallFire("target", "cmd"))
    assert asked(battle) == "stand firm"
    play(battle, StandFirm() if stands else Done())
    assert is_out(battle, "near") is not stands
    assert weighed(battle, "cmd") == 0


@pytest.mark.rule(LOSSES, "p8.air.friendly-fire-on-one")
def test_nor_does_a_loss_to_ones_own_aircraft() -> None:
    battle = flight(
        "ours uk-rifle-44 30,12; cmd uk-cmd 5,5; target ge-lorry 30,30", dice=[5, 1, 10, 10, 1]
    )
    attack(battle)
    assert is_out(battle, "ours")
    assert weighed(battle, "cmd") == 0
