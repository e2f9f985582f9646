"""Section 5.7: losses that weigh on those who recover, commanders who help, the further action."""

from __future__ import annotations

import pytest

from tests.panzer8.kit import *


@pytest.mark.rule("p8.rally.mod-losses", "p8.homeguard.counts-all-losses")
@pytest.mark.parametrize(
    ("sheet", "less"), [("uk-rifle-40", -1), ("uk-ldv-40", -2), ("uk-a13", -1)]
)
def test_losses_in_the_battle_weigh_on_those_who_recover(sheet: str, less: int) -> None:
    """Three regular and three Home Guard sections are shot one after another."""
    sections = [
        unit(
            f"lost{n}",
            "uk-ldv-40" if n % 2 else "uk-rifle-40",
            "british",
            at=(8 + 4 * n, 20),
            facing=0,
        )
        for n in range(6)
    ]
    guns = [unit(f"mg{n}", "ge-mg", at=(8 + 4 * n, 28), facing=180) for n in range(6)]
    battle = situation(
        *guns,
        *sections,
        unit("a", sheet, "british", at=(50, 5), suppressed=True),
        unit("b", sheet, "british", at=(52, 5), facing=270),
        side="german",
        dice=(10, 1) * 6 + (8,),
    )
    play(battle, *(Fire(f"mg{n}", f"lost{n}") for n in range(6)))
    assert len(told(battle, "out")) == 6
    play(battle, Recover("a"))
    assert modifiers(battle, "recover") == {"p8.rally.mod-losses": less}
    assert last(battle, "recover").data["score"] == 8 + less


@pytest.mark.rule("p8.rally.result-extra-action")
@pytest.mark.parametrize("die", [9, 10])
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
@pytest.mark.parametrize(("gap", "helps"), [(4.0, True), (4.02, False)])
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
