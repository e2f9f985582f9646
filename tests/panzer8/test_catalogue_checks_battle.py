"""The worked examples of the catalogue that run over several steps or turns, played from the start.

Nothing is laid out that could be brought about by orders: guns are charged, aircraft are shot at,
barrages go on, and the turns are played one after another.
"""

from __future__ import annotations

import pytest

from sandtable.rulebooks.panzer8.s05_actions.charge.charging import Charge
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import Retire
from sandtable.rulebooks.panzer8.s05_actions.move.under_way import MoveAndFire
from sandtable.rulebooks.panzer8.s06_close_combat.phase import Fight, Overrun
from sandtable.rulebooks.panzer8.s08_results.getting_off import PutDown
from sandtable.rulebooks.panzer8.s13_engineering.clearing_wire import ClearWire
from sandtable.rulebooks.panzer8.s14_smoke.laying import LaySmoke, pool
from sandtable.rulebooks.panzer8.s15_events.air_support.missions import FireFlak, Strike
from sandtable.rulebooks.panzer8.s15_events.support_fire.barrages import KeepFiring
from sandtable.rulebooks.panzer8.s15_events.support_fire.missions import CallFire, LayScreen
from sandtable.rulebooks.panzer8.state.orders import Done, Fire, Move
from tests.panzer8.airmen import mission as flown
from tests.panzer8.airmen import noted
from tests.panzer8.gunners import BLANK, FOO, let_pass
from tests.panzer8.packs import CARDS, FAR_AWAY, dealt
from tests.panzer8.situations import (
    P8Battle,
    area,
    box,
    effect,
    element,
    fire,
    is_out,
    last,
    line,
    load,
    play,
    situation,
    told,
    unit,
    why_not,
)


def idle_to(battle: P8Battle, turn: int, side: str, ask: str = "action") -> None:
    """Let everybody pass until a side is asked for something in a game turn."""
    for _ in range(40):
        here = battle.state
        if (here.turn, here.active, battle.choices[0].ask) == (turn, side, ask):
            return
        battle.play(Done(), battle.choices[0].seats[0])
    raise AssertionError(f"{side} are never asked for {ask} in turn {turn}")


# -- moves ----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.move.factor-order", "p8.card.queen-double-time")
@pytest.mark.parametrize(("gap", "reach"), [(4.0, 3.0), (4.01, 2.0)])
def test_double_time_is_for_those_within_4_of_a_commander(gap: float, reach: float) -> None:
    battle = dealt(
        "queen of hearts",
        unit("a", "uk-rifle-44", "british", at=(20, 20)),
        unit("cmd", "uk-cmd", "british", at=(20.6 + gap + 0.4, 20)),
        FAR_AWAY,
    )
    assert why_not(battle, MoveAndFire("a", ((20, 20 + reach),))) is None
    assert why_not(battle, MoveAndFire("a", ((20, 20 + reach + 0.01),))) == "p8.move.up-to-rate"


@pytest.mark.rule("p8.move.split-into-halves")
@pytest.mark.parametrize(
    ("wood", "reach"),
    [
        (5.0, 7.0),  # 5/10 and 2/4
        (5.01, 7.0),  # the split lies at 5, and the slow half begins in the open
        (4.99, 6.99),
        (-10.0, 4.0),  # woods all the way
    ],
)
def test_a_fast_tank_goes_5_in_the_open_and_2_in_woods(wood: float, reach: float) -> None:
    battle = situation(
        unit("a", "ge-pz4-long", "german", at=(20, 10)),
        terrain=[area("wood", box(0, 10 + wood, 60, 48))],
    )
    assert why_not(battle, Move("a", ((20, 10 + reach),))) is None
    assert why_not(battle, Move("a", ((20, 10 + reach + 0.02),))) == "p8.move.up-to-rate"


# -- close combat ---------------------------------------------------------------------------------


@pytest.mark.rule("p8.advance.only-the-side-that-charged", "p8.advance.suppressed-attacker-stays")
def test_a_pak_40_and_the_suppressed_section_that_charged_it_stay_in_contact() -> None:
    # It charges from behind: 2 + 5 against 6 + 4 is -3; in the gun's own turn 5 + 4 against 4 + 5.
    battle = situation(
        unit("foot", "uk-rifle-44", "british", at=(20, 10)),
        unit("pak", "ge-pak40", "german", at=(20, 14), facing=0),
        unit("mate", "uk-rifle-44", "british", at=(50, 5)),
        unit("idle", "ge-rifle-44", "german", at=(5, 45)),
        dice=[2, 6, 5, 4],
    )
    let_pass(battle, Charge("foot", "pak"))
    battle.play(Done())
    play(battle, Fight(("foot",), "pak"))
    assert last(battle, "melee").data["scores"] == [-3]
    assert element(battle, "foot").suppressed
    spots = {name: (element(battle, name).x, element(battle, name).y) for name in ("foot", "pak")}
    idle_to(battle, 1, "german", "close combat")
    play(battle, Fight(("pak",), "foot"))
    assert last(battle, "melee").data["scores"] == [0]
    assert {n: (element(battle, n).x, element(battle, n).y) for n in spots} == spots
    assert element(battle, "foot").suppressed
    assert not element(battle, "pak").suppressed
    assert not told(battle, "retreat")
    assert not told(battle, "repulsed")


@pytest.mark.rule("p8.passengers.several-only-one-lost", "p8.passengers.soft-must-dismount")
@pytest.mark.parametrize(("die", "lost", "other"), [(4, "a", "b"), (5, "a", "b"), (6, "b", "a")])
def test_of_two_in_a_lorry_a_d10_takes_one(die: int, lost: str, other: str) -> None:
    battle = situation(
        unit("mg", "uk-mg", "british", at=(20, 5)),
        unit("lorry", "ge-lorry", "german", at=(20, 20), facing=180),
        load("lorry", "german", "ge-rifle-44", "a"),
        load("lorry", "german", "ge-rifle-44", "b"),
        dice=[9, 6, die],
    )
    event = fire(battle, "mg", "lorry")
    assert event.data["score"] == 6
    assert is_out(battle, lost)
    assert [element(battle, name).suppressed for name in ("lorry", other)] == [True, True]
    assert not is_out(battle, "lorry")
    assert battle.choices[0].seats == ("german",)
    assert why_not(battle, Done(), "german") is not None
    battle.play(PutDown((20, 21.4), 0.0), "german")
    assert element(battle, other).carried_by is None


@pytest.mark.rule("p8.overrun.result-table")
@pytest.mark.parametrize(("dice", "effects"), [((3, 10), "suppressed"), ((4, 10), "fall-back")])
def test_a_tank_charges_a_dug_in_pak_in_a_field(dice: tuple[int, int], effects: str) -> None:
    battle = situation(
        unit("tank", "uk-sherman-75", "british", at=(20, 10)),
        unit("pak", "ge-pak38", "german", at=(20, 16), facing=0, dug_in=True),
        unit("mate", "uk-rifle-44", "british", at=(50, 5)),
        terrain=[area("field", box(15, 12, 25, 25))],
        dice=dice,
    )
    let_pass(battle, Charge("tank", "pak"))
    battle.play(Done())
    play(battle, Overrun("tank", "pak"))
    assert last(battle, "overrun").data["scores"] == [dice[0] + 8 - dice[1] - 4]
    assert last(battle, "overrun").data["effects"] == [f"attacker {effects}"]


# -- aircraft -------------------------------------------------------------------------------------

FAR = unit("far", "ge-rifle-40", "german", at=(58, 1))


@pytest.mark.rule("p8.air.aa-roll", "p8.air.aa-result", "p8.air.attack-roll")
def test_two_weapons_against_fighters_give_the_target_3() -> None:
    battle = flown(
        FAR,
        unit("truck", "uk-truck", "british", at=(30, 30)),
        unit("one", "uk-bofors", "british", at=(26, 20)),
        unit("two", "uk-bofors", "british", at=(34, 20)),
        rank="jack",
        terrain=[area("marsh", box(29, 34, 31, 36))],
        planned=noted("german", "marsh"),
        dice=[8, 3, 6, 4],
    )
    play(battle, Strike("planned", "truck"), FireFlak(("one", "two")))
    flak = last(battle, "flak")
    assert (flak.data["score"], flak.data["shaken"]) == (6, 3)
    assert "p8.air.aa-roll" in flak.rules
    # The truck: 6 + 7 against 4 + 3 + 3.
    assert last(battle, "air-attack").data["score"] == 3
    assert element(battle, "truck").suppressed


@pytest.mark.rule("p8.air.attack-roll")
@pytest.mark.parametrize(("die", "result"), [(9, "suppressed"), (8, "none")])
@pytest.mark.parametrize("quality", ["elite", "poor"])
def test_a_tank_buster_shaken_by_2_on_a_kv_1(die: int, result: str, quality: str) -> None:
    # Anti-aircraft fire: 6 + 1 against 3 + 1 is +3, which gives the tank +2.
    battle = flown(
        FAR,
        unit("kv", "su-kv1", "russian", at=(30, 30), quality=quality),
        unit("flak", "su-37aa", "russian", at=(26, 20)),
        date="1944",
        terrain=[area("marsh", box(29, 34, 31, 36))],
        planned=noted("german", "marsh"),
        dice=[6, 3, die, 4],
    )
    play(battle, Strike("planned", "kv"), FireFlak(("flak",)))
    event = last(battle, "air-attack")
    assert [tally.total for tally in event.tallies] == [7, 9]
    assert event.data["score"] == die + 7 - 13
    assert event.data["effect"] == result
    assert element(battle, "kv").suppressed is (result == "suppressed")


@pytest.mark.rule("p8.air.opportunity-roll")
def test_of_two_trucks_the_one_on_the_road_is_attacked_with_5_against_8() -> None:
    battle = flown(
        FAR,
        unit("a", "uk-truck", "british", at=(20, 30)),
        unit("b", "uk-truck", "british", at=(40, 30)),
        rank="jack",
        terrain=[line("dirt-road", (20, 0), (20, 48), width=2)],
        dice=[5, 8, 10, 1],
    )
    play(battle, Strike("opportunity"))
    assert last(battle, "air-attack").pieces[0] == "a"
    assert is_out(battle, "a")


@pytest.mark.rule("p8.air.second-pass")
@pytest.mark.parametrize(("die", "back"), [(8, True), (7, False)])
def test_aircraft_shaken_by_2_come_back_on_an_8(die: int, back: bool) -> None:
    dice = [6, 3, 2, 10, 31, 5, 44, die, *([] if back else [18])]
    battle = flown(
        FAR,
        unit("kv", "su-kv1", "russian", at=(30, 30)),
        unit("flak", "su-37aa", "russian", at=(26, 20)),
        terrain=[area("marsh", box(29, 34, 31, 36))],
        planned=noted("german", "marsh"),
        dice=dice,
    )
    play(battle, Strike("planned", "kv"), FireFlak(("flak",)))
    assert last(battle, "flak").data["shaken"] == 2
    for _ in range(4):
        battle.play(Done(), battle.choices[0].seats[0])
    assert (battle.state.turn, battle.state.active) == (3, "german")
    assert (battle.choices[0].ask != "action") is back
    if back:
        assert why_not(battle, Strike("planned", "kv")) is None


# -- shells and smoke -----------------------------------------------------------------------------


@pytest.mark.rule("p8.smoke.lasts-until-next-action-phase", "p8.support.barrage-continues")
@pytest.mark.parametrize("goes_on", [True, False])
def test_support_smoke_of_turn_2_stands_until_turn_3_unless_the_barrage_goes_on(
    goes_on: bool,
) -> None:
    cards = [BLANK, CARDS["5 of diamonds"], CARDS["7 of hearts"], 5, CARDS["6 of diamonds"]]
    dice = [*cards, 6] if goes_on else [*cards, 5, CARDS["6 of hearts"]]
    battle = dealt(
        None,
        FOO,
        unit("idle", "uk-rifle-40", "british", at=(5, 5)),
        unit("target", "ge-rifle-40", "german", at=(20, 30), facing=0),
        dice=dice,
        options={"support_fire": True, "smoke": True, "recce_moves": False},
        counters={"british": 5},
    )
    idle_to(battle, 2, "british", "support fire")
    play(battle, CallFire("target", "foo", smoke=True), LayScreen((20, 28.1)))
    assert len(battle.state.screens) == 1
    assert (battle.state.turn, battle.state.phase) == (2, "action")
    battle.play(Done())
    assert (battle.state.active, len(battle.state.screens)) == ("german", 1)
    battle.play(Done())
    assert (battle.state.turn, battle.state.active, battle.state.phase) == (3, "british", "event")
    assert len(battle.state.screens) == 1
    battle.play(KeepFiring())
    if goes_on:
        battle.play(Done())  # the barrage of the British may roll on, and does not
    assert (battle.state.turn, battle.state.phase) == (3, "action")
    assert len(battle.state.screens) == int(goes_on)


@pytest.mark.rule("p8.smoke.light-mortar")
@pytest.mark.parametrize(
    ("quality", "die", "laid"), [("poor", 3, 0), ("poor", 4, 1), (None, 3, 1), ("elite", 2, 1)]
)
def test_a_poor_two_inch_mortar_fails_with_a_3(quality: str | None, die: int, laid: int) -> None:
    battle = situation(
        unit("m", "uk-mortar-2in", "british", at=(20, 10), quality=quality),
        unit("foe", "ge-rifle-44", "german", at=(58, 46)),
        options={"smoke": True},
        counters={"british": 1},
        dice=[die],
    )
    battle.play(LaySmoke("m", (20, 20)))
    assert len(battle.state.screens) == laid


@pytest.mark.rule("p8.smoke.pool-halved")
@pytest.mark.parametrize(
    ("date", "counters"), [("1941", 4), ("1941-12", 4), ("1942", 9), ("1940", 9), (None, 9)]
)
def test_soviets_of_1941_with_9_tanks_and_5_sections_have_4_counters(
    date: str | None, counters: int
) -> None:
    tanks = [unit(f"t{n}", "su-t34-41", "russian", at=(3 + 3 * n, 10)) for n in range(9)]
    foot = [unit(f"i{n}", "su-rifle", "russian", at=(3 + 3 * n, 5)) for n in range(5)]
    battle = situation(
        *tanks,
        *foot,
        unit("foe", "ge-rifle-44", "german", at=(58, 46)),
        options={"smoke": True},
        date=date,
    )
    assert pool(battle.state, "russian") == counters


@pytest.mark.rule("p8.support.only-cover-modifies")
def test_british_medium_artillery_on_dug_in_infantry() -> None:
    battle = dealt(
        "8 of hearts",
        FOO,
        unit("target", "ge-rifle-40", "german", at=(20, 30), dug_in=True, quality="elite"),
        dice=[6, 6],
        options={"support_fire": True},
    )
    battle.play(CallFire("target", "foo"))
    event = last(battle, "shelling")
    assert [tally.total for tally in event.tallies] == [8, 7]
    assert (event.data["score"], event.data["effect"]) == (1, "fall-back")
    assert element(battle, "target").suppressed


@pytest.mark.rule("p8.card.ace-ammo-shortage")
def test_an_81_mm_mortar_short_of_ammunition_adds_5() -> None:
    battle = dealt(
        "ace of hearts",
        unit("firer", "us-mortar-81", "american", at=(20, 5)),
        unit("idle", "us-rifle-41", "american", at=(40, 5)),
        unit("target", "ge-rifle-40", "german", at=(20, 15), facing=180),
        dice=[7, 5],
    )
    odds = battle.view("american").odds(Fire("firer", "target"))
    assert odds is not None
    assert odds.tallies[0].total == 5
    event = fire(battle)
    assert 7 + event.tallies[0].total == 12
    assert (event.data["score"], effect(battle)) == (2, "fall-back")
    assert element(battle, "target").suppressed  # nobody falls back from mortars


@pytest.mark.rule("p8.quality.only-where-listed", "p8.wire.engineers-clear")
@pytest.mark.parametrize(("quality", "die", "gaps"), [("elite", 5, 0), ("poor", 6, 1)])
def test_elite_engineers_come_up_to_wire_and_fail_with_a_5(
    quality: str, die: int, gaps: int
) -> None:
    battle = situation(
        unit("eng", "uk-eng", "british", at=(20, 17), quality=quality),
        unit("foe", "ge-rifle-44", "german", at=(58, 46)),
        terrain=[line("wire", (0, 20), (60, 20))],
        options={"field_engineering": True},
        turn=3,
        dice=[die, 6],
    )
    battle.play(Move("eng", ((20, 19.6),)))
    idle_to(battle, 4, "british")
    assert why_not(battle, ClearWire("eng")) == "p8.wire.engineers-clear"
    idle_to(battle, 5, "british")
    battle.play(ClearWire("eng"))
    assert len(battle.state.gaps) == gaps


@pytest.mark.rule("p8.nation.french-reserve-quality")
@pytest.mark.parametrize(("dice", "expected"), [((4, 3), 2), ((5, 3), 1)])
def test_french_reserves_are_elite_with_an_even_die(dice: tuple[int, int], expected: int) -> None:
    battle = situation(
        unit("firer", "fr-rifle-res", "french", at=(20, 5)),
        unit("target", "ge-rifle-40", "german", at=(20, 11.8), facing=180),
        options={"national_characteristics": True},
        dice=dice,
    )
    event = fire(battle)
    assert event.data["score"] == expected
    assert event.data["effect"] == "fall-back"
    battle.play(Retire("away"), "german")
    assert element(battle, "target").y == pytest.approx(15.8)
