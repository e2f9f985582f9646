"""Losses to the fire of one's own side, which is no enemy action (5.7, 15.3.7, 15.4.5)."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.panzer8.s05_actions.rally.recovery import counted_losses
from sandtable.rulebooks.panzer8.s07_end.victory import lost_fraction
from tests.panzer8.kit import *
from tests.panzer8.kit.aircraft import attack
from tests.panzer8.kit.aircraft import mission as flight
from tests.panzer8.kit.batteries import FOO, MEDIUM, TARGET, fired, mission, ours

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
@pytest.mark.parametrize("stands", [True, False])
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
