"""Sections 9.7 and 9.8: commanders and observers as targets."""

from __future__ import annotations

import pytest

from sandtable.players import GreedyPlayer
from tests.panzer8.kit import *

CMD, FOO, ON_FOOT = (
    "p8.cmd.target-protection",
    "p8.foo.target-protection",
    "p8.fire.foo-on-foot-only-within-4",
)


def shooting_at(
    target: str,
    y: float,
    *others: Placed,
    sheet: str = "uk-6pdr",
    terrain: tuple[Terrain, ...] = (),
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


@pytest.mark.rule(CMD, FOO)
@cases(
    "target, y, others, sheet, rule",
    ("ge-cmd", 15, (), "uk-6pdr", None),
    # The gun's front edge is at 5.8, the commander's at y - 0.4: 4.0 apart at y = 10.2.
    ("ge-cmd", 10.2, (neighbour(22, 10.2),), "uk-6pdr", None),
    ("ge-cmd", 10.2005, (neighbour(22, 10.2005),), "uk-6pdr", None),
    ("ge-cmd", 10.21, (neighbour(22, 10.21),), "uk-6pdr", CMD),
    ("ge-cmd", 15, (neighbour(20 + 0.4 + 4.0 + 0.6, 15),), "uk-6pdr", CMD),
    ("ge-cmd", 15, (neighbour(20 + 0.4 + 4.01 + 0.6, 15),), "uk-6pdr", None),
    # Range 30: the commander is 29.3 away, the rifles behind him 31.5.
    ("ge-cmd", 35.5, (neighbour(20, 37.7),), "uk-6pdr", None),
    ("ge-cmd", 35.5, (neighbour(21.2, 35.5),), "uk-6pdr", CMD),
    ("ge-cmd", 11, (neighbour(22, 11, "ge-pz4-long"),), "uk-rifle-40", None),
    ("ge-cmd", 11, (neighbour(22, 11, "ge-pz4-long"),), "uk-6pdr", CMD),
    ("ge-cmd", 15, (neighbour(22, 15, "ge-cmd"),), "uk-6pdr", None),
    ("ge-cmd", 15, (neighbour(22, 15, "ge-lorry"),), "uk-6pdr", CMD),
    ("ge-cmd", 15, (neighbour(22, 15, "ge-foo"),), "uk-6pdr", None),
    ("ge-cmd", 15, ("friend uk-rifle-40 23,15",), "uk-6pdr", None),
    ("ge-fac", 15, (), "uk-6pdr", None),
    ("ge-fac", 15, (neighbour(22, 15),), "uk-6pdr", FOO),
    ("ge-fac", 15, (neighbour(22, 15, "ge-mg"),), "uk-6pdr", FOO),
    ("ge-fac", 15, (neighbour(22, 15, "ge-foo"),), "uk-6pdr", None),
    ("ge-fac", 10.6, (neighbour(22, 10.6),), "uk-6pdr", None),
    ids=[
        *("alone", "4 from the firer", "just within", "farther", "4 from a section"),
        *("section farther off", "section out of range", "section in range"),
        *("tank that rifles cannot hurt", "tank that a gun can", "other commander", "lorry"),
        *("observer", "friend of the firer", "controller alone", "with a section"),
        *("with a machine-gun", "with an observer", "controller near the firer"),
    ],
)
def test_who_shields_a_commander_or_a_controller(
    target: str, y: float, others: tuple[Placed, ...], sheet: str, rule: str | None
) -> None:
    assert barred(shooting_at(target, y, *others, sheet=sheet)) == rule


@pytest.mark.rule("p8.cmd.target-protection")
def test_a_neighbour_out_of_sight_does_not_protect() -> None:
    wood = area("wood", box(21, 12, 30, 13))
    assert barred(shooting_at("ge-cmd", 15, neighbour(23, 15), terrain=(wood,))) is None
    assert barred(shooting_at("ge-cmd", 15, neighbour(23, 15))) == CMD


@pytest.mark.rule("p8.cmd.target-protection")
def test_a_neighbour_out_of_the_field_of_fire_does_not_protect() -> None:
    def battle(facing: float) -> P8Battle:
        return situation(
            unit("firer", "uk-6pdr", at=(20, 5), facing=facing),
            "target ge-cmd 20,11 S; neighbour ge-rifle-40 15.5,11 S",
        )

    assert barred(battle(45), "firer", "neighbour") == "p8.fire.field-90-restricted"
    assert barred(battle(45)) is None
    assert barred(battle(0)) == CMD


@pytest.mark.rule("p8.cmd.target-protection")
def test_a_neighbour_behind_friends_of_the_firer_does_not_protect() -> None:
    wall = unit("friend", "uk-churchill7", at=(22.9, 13), facing=90)
    assert barred(shooting_at("ge-cmd", 15, neighbour(23.2, 15), wall)) is None
    hedge = line("hedge", (40, 0), (40, 5))
    assert barred(shooting_at("ge-cmd", 15, neighbour(23.2, 15), terrain=(hedge,))) == CMD


@pytest.mark.rule("p8.fire.foo-on-foot-only-within-4")
@cases("y, allowed", (10.2, True), (10.21, False), (15.0, False))
def test_an_observer_on_foot_is_never_shot_at_beyond_4(y: float, allowed: bool) -> None:
    assert barred(shooting_at("ge-foo", y)) == (None if allowed else ON_FOOT)
    assert barred(shooting_at("ge-foo", 15)) == ON_FOOT


@pytest.mark.rule("p8.cmd.target-protection")
def test_a_suppressed_firer_reaches_only_commanders_within_4_anyway() -> None:
    battle = situation(
        "firer uk-rifle-40 20,5 suppressed; target ge-cmd 20,9.6 S",
        "neighbour ge-rifle-40 21.5,9.6 S",
    )
    assert barred(battle) is None
    far = shooting_at("ge-cmd", 15, neighbour(22, 15))
    assert barred(far) == CMD


# -- the computer's choice ------------------------------------------------------------------------


@pytest.mark.rule("p8.cmd.replaced-when-lost")
@cases("shaken, given_up", ("rifles", "bren"), ("bren", "rifles"))
def test_the_computer_gives_up_its_cheapest_element(shaken: str, given_up: str) -> None:
    foot = [
        unit(name, "uk-rifle-44", at=(20 + 4 * n, 4), suppressed=name == shaken)
        for n, name in enumerate(("rifles", "bren"))
    ]
    battle = situation(
        "mg ge-mg 14,16 S; firefly uk-firefly 10,4; hq uk-cmd 14,10", *foot, dice=[10, 1]
    )
    battle.play(Fire("mg", "hq"))
    view = battle.view("british")
    assert asked(view) == "commander"
    assert GreedyPlayer(1).decide(view, view.choices[0]) == Replace(given_up)


@pytest.mark.rule("p8.cmd.target-protection", "p8.fire.tank-riders-are-targets")
@cases("riders", True, False)
def test_riders_on_a_tank_near_a_commander_must_be_shot_at_instead(riders: bool) -> None:
    # A rifle section cannot fire at the tank itself.
    aboard = (load("tank", "german", "ge-rifle-44", "riders"),) if riders else ()
    battle = situation(
        "rifles uk-rifle-40 20,10; cmd ge-cmd 20,18 S; tank ge-panther 22,18 S", *aboard
    )
    assert why_not(battle, Fire("rifles", "cmd")) == (
        "p8.cmd.target-protection" if riders else None
    )
    assert (why_not(battle, Fire("rifles", "riders")) is None) is riders


@pytest.mark.rule("p8.cmd.replaced-when-lost", "p8.cmd.no-replacement-available")
def test_a_tank_with_riders_can_give_its_place_to_a_new_commander() -> None:
    battle = situation(
        "mg uk-mg 20,10; cmd ge-cmd 20,20 S; tank ge-panther 40,30 S",
        "riders ge-rifle-44 in tank",
        dice=[10, 1],
    )
    play(battle, Fire("mg", "cmd"))
    assert asked(battle) == "commander"
    play(battle, Replace("tank"))
    assert place(battle, "cmd") == (40, 30)
    assert asked(battle) == "dismount"
    play(battle, PutDown((40, 31.4), 180))
    riders = element(battle, "riders")
    assert (riders.on_table, riders.suppressed, riders.carried_by) == (True, False, None)
    assert len(battle.state.lost) == 1  # the commander alone; the tank is no loss to the enemy


SHIELDED = "p8.cmd.target-protection"

# -- who shields a commander (9.8) ----------------------------------------------------------------


def staff(*others: Placed, firer: str = "uk-mg", **rest: object) -> P8Battle:
    """A machine-gun, and 14 inches away a German commander with a section 0.8 beside him."""
    return situation(
        unit("firer", firer, "british", at=(20, 5)),
        unit("cmd", "ge-cmd", at=(20, 20), facing=180),
        unit("section", "ge-rifle-44", at=(21.8, 20), facing=180),
        *others,
        **rest,  # type: ignore[arg-type]
    )


@pytest.mark.rule(SHIELDED, "p8.fire.melee-not-targetable")
def test_a_section_in_hand_to_hand_combat_cannot_be_shot_at_instead_of_a_commander() -> None:
    battle = staff("charger uk-rifle-44 21.8,20.8 S")
    assert barred(battle, "firer", "section") == "p8.fire.melee-not-targetable"
    assert barred(battle, "firer", "cmd") is None


@pytest.mark.rule(SHIELDED, "p8.fort.immune-to-small-arms")
@cases("firer, rule", ("uk-mg", None), ("uk-25pdr", SHIELDED))
def test_a_section_in_a_pillbox_shields_a_commander_only_from_what_can_hurt_it(
    firer: str, rule: str | None
) -> None:
    battle = staff(
        firer=firer, terrain="pillbox 21,19 to 22.6,21", options={"field_engineering": True}
    )
    assert barred(battle, "firer", "cmd") == rule


@pytest.mark.rule("p8.cmd.replaced-when-lost", "p8.action.one-per-element")
def test_a_commander_shot_on_the_move_is_replaced_and_has_had_his_action() -> None:
    battle = situation(
        "cmd uk-cmd 20,10; a uk-rifle-44 40,10 dug-in; b uk-rifle-44 44,10; mg ge-mg 20,22 S",
        dice=[10, 1],
    )
    play(battle, Move("cmd", ((20, 12),)), ReactFire("mg", 1.0), Replace("a"))
    cmd = element(battle, "cmd")
    assert ((cmd.x, cmd.y), cmd.dug_in, cmd.reacted) == ((40, 10), True, False)
    assert why_not(battle, Move("cmd", ((40, 12),))) == "p8.action.one-per-element"
    assert len(battle.state.lost) == 1
