"""The worked examples of the catalogue on close combat and recovery, from the charge onwards."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.charge.charging import Charge
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import Retire
from sandtable.rulebooks.panzer8.s05_actions.hunt.tank_hunting import Hunt
from sandtable.rulebooks.panzer8.s05_actions.rally.recovery import Recover
from sandtable.rulebooks.panzer8.s06_close_combat.blows import Suffer
from sandtable.rulebooks.panzer8.s06_close_combat.phase import Fight, Overrun
from sandtable.rulebooks.panzer8.state.orders import Done, Fire
from sandtable.scenario import Unit
from tests.panzer8.gunners import let_pass
from tests.panzer8.situations import (
    P8Battle,
    area,
    box,
    element,
    is_out,
    last,
    line,
    modifiers,
    play,
    situation,
    told,
    unit,
    why_not,
)

RETREAT = "p8.advance.defender-retreats"
CANNOT = "p8.advance.cannot-advance-falls-back"
IDLE = (
    unit("idle", "uk-rifle-44", "british", at=(5, 5), facing=270),
    unit("watch", "ge-rifle-44", "german", at=(55, 45), facing=0),
)


def charged(
    *more: Unit, sheet: str = "ge-rifle-44", dice: tuple[int, ...], **rest: Any
) -> P8Battle:
    """A British section at (20, 17) has charged an enemy at (20, 20), and is about to fight."""
    theirs = {"facing": 180.0, **rest.pop("theirs", {})}
    battle = situation(
        unit("foot", "uk-rifle-44", "british", at=(20, 17)),
        unit("foe", sheet, "german", at=(20, 20), **theirs),
        *more,
        *IDLE,
        dice=dice,
        **rest,
    )
    let_pass(battle, Charge("foot", "foe"))
    return battle


def place(battle: P8Battle, name: str) -> tuple[float, float]:
    return round(element(battle, name).x, 3), round(element(battle, name).y, 3)


@pytest.mark.rule(RETREAT, "p8.advance.occupy-position")
@pytest.mark.parametrize(
    ("status", "terrain", "bonus"),
    [
        ({}, [], 0),
        ({"suppressed": True}, [], 0),
        ({"reacted": True}, [], 0),
        ({}, [area("wood", box(10, 19.2, 30, 40))], 1),
    ],
)
def test_a_defender_who_withstands_a_charge_gives_way_by_1_6(
    status: dict[str, Any], terrain: list[Any], bonus: int
) -> None:
    battle = charged(theirs=status, terrain=terrain, dice=(5 + bonus, 5))
    play(battle, Done(), Fight(("foot",), "foe"))
    assert last(battle, "melee").data["scores"] == [0]
    assert place(battle, "foe") == (20, 21.6)
    assert place(battle, "foot") == (20, 20)
    assert element(battle, "foe").suppressed is status.get("suppressed", False)
    assert RETREAT in last(battle, "retreat").rules


@pytest.mark.rule(RETREAT, "p8.melee.mod-defender-cover")
def test_so_it_does_across_a_hedge() -> None:
    hedge = line("hedge", (0, 19.58), (60, 19.58))
    battle = charged(terrain=[hedge], dice=(6, 5))  # 6 + 5 against 5 + 5 + 1
    play(battle, Done(), Fight(("foot",), "foe"))
    assert modifiers(battle, "melee")["p8.melee.mod-defender-cover"] == 1
    assert place(battle, "foe") == (20, 21.6)
    assert place(battle, "foot") == (20, 20)


@pytest.mark.rule(CANNOT)
@pytest.mark.parametrize("terrain", [[], [area("shell-holes", box(15, 19.5, 25, 22))]])
def test_an_attacker_falls_back_4_from_dug_in_infantry(terrain: list[Any]) -> None:
    battle = charged(theirs={"dug_in": True}, terrain=terrain, dice=(7, 5))  # 12 against 5 + 5 + 2
    before = place(battle, "foot")
    play(battle, Done(), Fight(("foot",), "foe"))
    assert last(battle, "melee").data["scores"] == [0]
    assert CANNOT in last(battle, "repulsed").rules
    play(battle, Retire("away"))
    assert place(battle, "foot") == (before[0], round(before[1] - 4, 3))
    assert (place(battle, "foe"), element(battle, "foe").dug_in) == ((20, 20), True)
    assert not element(battle, "foot").suppressed


@pytest.mark.rule("p8.melee.result-table", "p8.melee.csw-and-commander-count-4")
@pytest.mark.parametrize(
    ("dice", "effect"),
    [
        ((7, 8), "attacker fall-back"),  # 12 against 8 + 4 + 2
        ((8, 8), "attacker fall-back"),
        ((9, 8), "none"),
        ((10, 8), "defender fall-back"),
        ((7, 9), "attacker suppressed"),
        ((5, 9), "attacker out"),
    ],
)
def test_infantry_charges_a_machine_gun_in_hard_cover(dice: tuple[int, int], effect: str) -> None:
    battle = charged(sheet="ge-mg", theirs={"dug_in": True}, dice=dice)
    play(battle, Done())
    odds = battle.view("british").odds(Fight(("foot",), "foe"))
    assert odds is not None
    assert [tally.total for tally in odds.tallies] == [5, 6]
    play(battle, Fight(("foot",), "foe"))
    event = last(battle, "melee")
    assert event.data["scores"] == [dice[0] + 5 - dice[1] - 6]
    assert event.data["effects"] == [effect]
    stood = "defender suppressed (does not fall back)"
    assert odds.chance(stood if effect == "defender fall-back" else effect) > 0
    assert odds.chance("defender fall-back") == 0


@pytest.mark.rule("p8.melee.several-attackers")
@pytest.mark.parametrize("struck", ["foot", "east"])
@pytest.mark.parametrize("first", ["foot", "east"])
def test_two_who_have_charged_one_roll_8_and_3_against_6(struck: str, first: str) -> None:
    east = unit("east", "uk-rifle-44", "british", at=(23, 20), facing=270)
    battle = charged(east, dice=(8, 3, 6))
    let_pass(battle, Charge("east", "foe"))
    other = "east" if first == "foot" else "foot"
    play(battle, Done(), Fight((first, other), "foe"))
    assert last(battle, "melee").data["scores"] == [2, -3]
    play(battle, Retire("away"))
    assert why_not(battle, Suffer("foe")) is not None
    play(battle, Suffer(struck))
    spared = "east" if struck == "foot" else "foot"
    assert (element(battle, struck).suppressed, element(battle, spared).suppressed) == (True, False)
    assert not is_out(battle, "foe")


@pytest.mark.rule("p8.overrun.contact-is-not-hand-to-hand")
@pytest.mark.parametrize(("gap", "rule"), [(2.0, None), (2.01, "p8.hunt.unsuppressed-within-2")])
def test_a_tank_suppressed_in_its_own_overrun_is_hunted_in_the_open(
    gap: float, rule: str | None
) -> None:
    battle = situation(
        unit("tank", "uk-sherman-75", "british", at=(20, 12)),
        unit("foe", "ge-rifle-44", "german", at=(20, 20), facing=180),
        unit("near", "ge-rifle-44", "german", at=(20.6 + gap + 0.4, 18.8), facing=270),
        *IDLE,
        dice=(1, 7),  # 9 against 12
    )
    let_pass(battle, Charge("tank", "foe"))
    play(battle, Done(), Overrun("tank", "foe"))
    assert last(battle, "overrun").data["effects"] == ["attacker suppressed"]
    assert battle.state.active == "german"
    assert why_not(battle, Hunt("foe", "tank")) is None
    assert why_not(battle, Hunt("near", "tank")) == rule
    assert why_not(battle, Fire("foe", "tank")) is None  # nor are they in hand-to-hand combat


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
    guns = [unit(f"mg{n}", "ge-mg", "german", at=(8 + 4 * n, 28), facing=180) for n in range(6)]
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
        unit("a", "uk-rifle-44", "british", at=(20, 20), suppressed=True, quality="poor"),
        unit("b", "uk-rifle-44", "british", at=(50, 5), facing=270),
        unit("watch", "ge-rifle-44", "german", at=(55, 45), facing=0),
        losses={"british": 3},
        dice=[die],
    )
    play(battle, Recover("a"))
    event = last(battle, "recover")
    assert (event.data["score"], element(battle, "a").suppressed) == (die - 3, False)
    assert battle.choices[0].about == ()
    assert why_not(battle, Fire("a", "watch")) == "p8.action.one-per-element"
