"""Those aboard vehicles, where a rule asks who is near."""

from __future__ import annotations

import pytest

from sandtable.rulebooks.panzer8.s05_actions.rally.recovery import Recover
from sandtable.rulebooks.panzer8.s08_results.getting_off import PutDown
from sandtable.rulebooks.panzer8.s09_troops.commanders import Replace
from sandtable.rulebooks.panzer8.state.orders import Fire
from tests.panzer8.situations import element, load, modifiers, play, situation, unit, why_not

FAR = unit("far", "ge-rifle-44", "german", at=(50, 40))
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
        unit("a", "uk-rifle-44", "british", at=(10, 10), suppressed=True),
        unit("lorry", "uk-lorry", "british", at=(11.2 + gap, 10)),
        unit("b", "uk-rifle-44", "british", at=(0, 0), carried_by="lorry", **status),  # type: ignore[arg-type]
        FAR,
        dice=[5],
    )
    play(battle, Recover("a"))
    assert (UNSUPPORTED not in modifiers(battle, "recover")) is supported


@pytest.mark.rule("p8.rally.support-for-others", "p8.transport.not-combat-element")
def test_a_lorry_with_a_forward_observer_supports_nobody() -> None:
    battle = situation(
        unit("a", "uk-rifle-44", "british", at=(10, 10), suppressed=True),
        unit("lorry", "uk-lorry", "british", at=(12.2, 10)),
        load("lorry", "british", "uk-foo"),
        FAR,
        dice=[5],
    )
    play(battle, Recover("a"))
    assert UNSUPPORTED in modifiers(battle, "recover")


@pytest.mark.rule("p8.rally.support-for-afv")
def test_riders_do_not_support_the_tank_they_ride_on() -> None:
    battle = situation(
        unit("tank", "ge-panther", "german", at=(10, 10), suppressed=True),
        unit("riders", "ge-rifle-44", "german", at=(0, 0), carried_by="tank"),
        unit("far", "uk-rifle-44", "british", at=(50, 40)),
        dice=[5],
    )
    play(battle, Recover("tank"))
    assert UNSUPPORTED in modifiers(battle, "recover")


@pytest.mark.rule("p8.cmd.target-protection", "p8.fire.tank-riders-are-targets")
@pytest.mark.parametrize("riders", [True, False])
def test_riders_on_a_tank_near_a_commander_must_be_shot_at_instead(riders: bool) -> None:
    # A rifle section cannot fire at the tank itself.
    aboard = (load("tank", "german", "ge-rifle-44", "riders"),) if riders else ()
    battle = situation(
        unit("rifles", "uk-rifle-40", "british", at=(20, 10)),
        unit("cmd", "ge-cmd", "german", at=(20, 18), facing=180),
        unit("tank", "ge-panther", "german", at=(22, 18), facing=180),
        *aboard,
    )
    assert why_not(battle, Fire("rifles", "cmd")) == (
        "p8.cmd.target-protection" if riders else None
    )
    assert (why_not(battle, Fire("rifles", "riders")) is None) is riders


@pytest.mark.rule("p8.cmd.replaced-when-lost", "p8.cmd.no-replacement-available")
def test_a_tank_with_riders_can_give_its_place_to_a_new_commander() -> None:
    battle = situation(
        unit("mg", "uk-mg", "british", at=(20, 10)),
        unit("cmd", "ge-cmd", "german", at=(20, 20), facing=180),
        unit("tank", "ge-panther", "german", at=(40, 30), facing=180),
        load("tank", "german", "ge-rifle-44", "riders"),
        dice=[10, 1],
    )
    play(battle, Fire("mg", "cmd"))
    assert battle.choices[0].ask == "commander"
    play(battle, Replace("tank"))
    assert (element(battle, "cmd").x, element(battle, "cmd").y) == (40, 30)
    assert battle.choices[0].ask == "dismount"
    play(battle, PutDown((40, 31.4), 180))
    riders = element(battle, "riders")
    assert (riders.on_table, riders.suppressed, riders.carried_by) == (True, False, None)
    assert len(battle.state.lost) == 1  # the commander alone; the tank is no loss to the enemy
