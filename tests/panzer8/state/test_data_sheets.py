"""Section 11: the data sheets."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from sandtable.rulebooks.panzer8.s05_actions.fire.direct_fire import effect_odds
from sandtable.rulebooks.panzer8.state.sheets import (
    CREW_SERVED,
    FLAGS,
    INFANTRY,
    NATIONS,
    NOT_COMBAT,
    TYPES,
    VEHICLES,
    read_sheet,
)
from sandtable.rulebooks.panzer8.state.tables import BASES, CATALOGUE, RATES
from tests.panzer8.kit import *


def row(name: str, **changes: Any) -> dict[str, Any]:
    """An entry as it stands in the table, with some cells changed."""
    rows = CATALOGUE.table("p8.table.datasheet").dicts()
    return {**next(entry for entry in rows if entry["id"] == name), **changes}


# -- format ---------------------------------------------------------------------------------------


@pytest.mark.rule("p8.sheet.format")
def test_all_194_entries_are_read_and_complete() -> None:
    rows = CATALOGUE.table("p8.table.datasheet").dicts()
    assert len(rows) == len(SHEETS) == 194
    for entry in rows:
        sheet = read_sheet(entry)
        assert (sheet.width, sheet.depth) == BASES[str(entry["base"])]
        assert sheet.nation in NATIONS
        assert sheet.move_class in RATES
        assert sheet.guns[0] == SHEETS[sheet.id].guns[0]
        assert sheet.dismounts_as is None or sheet.dismounts_as in SHEETS


@pytest.mark.rule("p8.sheet.format")
def test_an_entry_is_read_cell_by_cell() -> None:
    rifles, tank = read_sheet(row("uk-rifle-44")), read_sheet(row("ge-panther"))
    gun = rifles.guns[0]
    assert (gun.hesa, gun.hesa_range, gun.kind) == (5, 12, "SA")
    assert (gun.ap, gun.ap_mark, gun.ap_range) == (4, "+", 3)
    assert (rifles.defence, rifles.armoured, rifles.move_class) == (5, False, "Inf")
    assert (tank.guns[0].ap, tank.guns[0].ap_mark, tank.guns[0].ap_range) == (8, "", 60)
    assert (tank.defence, tank.armoured, tank.width, tank.depth) == (7, True, 1.2, 2.0)
    assert read_sheet(row("uk-rifle-40")).guns[0].ap is None


@pytest.mark.rule("p8.sheet.format", "p8.sheet.type-list", "p8.sheet.extra-flags")
@cases(
    "changes, fault",
    ({"type": "dinosaur"}, "no type 'dinosaur'"),
    ({"nation": "XX"}, "no nation 'XX'"),
    ({"class": "Hover"}, "no movement class 'Hover'"),
    ({"flags": "ATR QQ"}, "no flag 'QQ'"),
    ({"def": 6}, "Def 6 is not in 5 to 5"),
    ({"ap": "3*"}, "AP 3\\* is off the scale"),
    ({"ap": "11"}, "AP 11 is off the scale"),
)
def test_an_entry_that_does_not_fit_is_refused(changes: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        read_sheet(row("uk-rifle-atr-40", **changes))
    sheet = read_sheet(row("uk-rifle-atr-40"))
    assert sheet.flags == {"ATR"}


def test_an_unknown_entry_in_a_scenario_is_refused_with_a_hint() -> None:
    with pytest.raises(ScenarioError, match="uk-rifle-4"):
        situation("rifles uk-rifle-45 10,10")


@pytest.mark.rule("p8.sheet.type-list")
def test_the_types_are_those_of_the_list_and_each_is_used() -> None:
    read_sheet(row("uk-cmd"))
    listed = (
        "inf eng cmd foo fac mg mortar-l mortar-m mortar-h atgun igun fgun aagun cav mc armdinf "
        "truck wagon apc ac tank agun td spg spaa portee"
    )
    assert set(listed.split()) == TYPES
    assert Counter(sheet.type for sheet in SHEETS.values()).keys() == TYPES


@pytest.mark.rule("p8.sheet.extra-flags")
def test_there_are_the_six_flags_of_the_book_and_eleven_of_the_project() -> None:
    read_sheet(row("ge-pz2"))
    book = {"NR", "NMG", "OT", "NMF", "FF", "RD"}
    project = {"AA", "ATR", "REC", "MP", "FT", "HG", "RES", "BIC", "ARM", "TEL", "GRD"}
    assert book | project == FLAGS


@pytest.mark.rule("p8.sheet.movement-class-zero")
def test_class_0_only_turns_and_class_csw_is_manhandled_an_inch() -> None:
    heavy, light = read_sheet(row("ge-pak40")), read_sheet(row("ge-pak36"))
    assert (heavy.move_class, light.move_class) == ("0", "CSW")
    assert set(RATES["0"].values()) == {0}
    assert RATES["CSW"]["Open"] == 1


# -- categories -----------------------------------------------------------------------------------


@pytest.mark.rule("p8.sheet.category-vehicle")
def test_vehicles_afvs_and_soft_vehicles() -> None:
    for sheet in SHEETS.values():
        assert sheet.is_vehicle == (sheet.type in VEHICLES)
        assert sheet.is_afv == (sheet.type in VEHICLES and sheet.armoured)
        assert sheet.is_soft_vehicle == (sheet.type in VEHICLES and not sheet.armoured)
    listed = "truck wagon apc ac tank agun td spg spaa portee"
    assert set(listed.split()) == VEHICLES
    assert SHEETS["uk-portee"].is_soft_vehicle
    assert SHEETS["ge-apc"].is_afv
    assert not SHEETS["ge-pzgren-44"].is_vehicle


@pytest.mark.rule("p8.sheet.category-crew-served")
def test_crew_served_weapons_always_fire_forward_and_never_on_the_move() -> None:
    served = [sheet for sheet in SHEETS.values() if sheet.is_crew_served]
    assert {sheet.type for sheet in served} == CREW_SERVED
    assert all({"FF", "NMF"} <= sheet.flags for sheet in served)
    with pytest.raises(ValueError, match="always has FF and NMF"):
        read_sheet(row("uk-mg", flags="MP"))


@pytest.mark.rule("p8.sheet.category-infantry")
def test_infantry_means_infantry_and_engineer_sections() -> None:
    found = {sheet.type for sheet in SHEETS.values() if sheet.is_infantry}
    assert found == INFANTRY == {"inf", "eng"}


@pytest.mark.rule("p8.sheet.category-combat-element")
def test_transports_and_observers_are_no_combat_elements_but_commanders_are() -> None:
    others = {sheet.type for sheet in SHEETS.values() if not sheet.is_combat}
    assert others == {"truck", "wagon", "apc", "foo", "fac"} == NOT_COMBAT - {"mounts"}
    assert SHEETS["uk-cmd"].is_combat


@pytest.mark.rule("p8.sheet.category-crew-served", "p8.fire.field-90-restricted")
def test_a_british_light_mortar_moves_as_infantry_but_is_crew_served() -> None:
    mortar = SHEETS["uk-mortar-2in"]
    assert (mortar.is_crew_served, mortar.move_class) == (True, "Inf")
    battle = situation("firer uk-mortar-2in 20,20; target ge-rifle-40 20,12")
    assert barred(battle) == "p8.fire.field-90-restricted"


@pytest.mark.rule("p8.sheet.fire-kind")
def test_rifles_and_machine_guns_fire_small_arms_and_flame_throwers_do_not() -> None:
    assert SHEETS["uk-mg"].guns[0].kind == SHEETS["ge-flak20"].guns[0].kind == "SA"
    assert SHEETS["uk-matilda2"].guns[0].kind == "SA"
    assert SHEETS["ge-eng-flame"].guns[0].kind == SHEETS["uk-crocodile"].guns[1].kind == "HE"
    assert all(gun.kind in ("SA", "HE") for s in SHEETS.values() for gun in s.guns if gun.hesa > 0)
    battle = situation(
        "firer uk-rifle-40 20,5; friend uk-rifle-40 21,8; target ge-rifle-40 20,12 S"
    )
    assert barred(battle) == "p8.fire.sa-needs-base-wide-path"


def test_secondary_guns_belong_to_their_tanks() -> None:
    several = {sheet.id: len(sheet.guns) for sheet in SHEETS.values() if len(sheet.guns) > 1}
    assert several == {"fr-b1": 2, "uk-crocodile": 2, "su-t28": 2, "uk-a9": 2}
    hull = SHEETS["fr-b1"].guns[1]
    assert (hull.hesa, hull.hesa_range, hull.ap, hull.ap_range) == (6, 30, 3, 16)
    assert hull.flags == {"FF", "NMF"}


def test_turreted_means_armoured_and_not_firing_forward() -> None:
    assert SHEETS["ge-tiger1"].is_turreted
    assert SHEETS["ge-222"].is_turreted
    assert SHEETS["us-m10"].is_turreted
    assert not SHEETS["ge-stug-g"].is_turreted
    assert not SHEETS["ge-lorry"].is_turreted
    assert not SHEETS["ge-pak40"].is_turreted


# -- flags in play --------------------------------------------------------------------------------


@pytest.mark.rule("p8.sheet.flag-ot")
def test_open_topped_vehicles_are_open_to_asterisk_ap() -> None:
    assert barred(face_to_face("su-atr", "ge-wirbelwind", 6.0, sides=("russian", "german"))) is None
    closed = face_to_face("su-atr", "ge-pz38t", 6.0, sides=("russian", "german"))
    assert barred(closed) == "p8.fire.ap-asterisk"


@pytest.mark.rule("p8.sheet.flag-ff")
def test_ff_vehicles_fire_forward() -> None:
    def behind(sheet: str) -> str | None:
        battle = situation(
            unit("firer", sheet, "german", at=(20, 20)), "target uk-sherman-75 20,10"
        )
        return barred(battle)

    assert behind("ge-stug-g") == "p8.fire.field-90-restricted"
    assert behind("ge-pz4-long") is None


@pytest.mark.rule("p8.sheet.flag-nmf")
def test_nmf_vehicles_do_not_fire_after_moving() -> None:
    moved = {"moved": True, "shifted": True}
    slow = face_to_face("fr-r35", "ge-pz2", 6.0, firer=moved, sides=("french", "german"))
    assert barred(slow) == "p8.fire.nmf-cannot-fire-and-move"
    somua = face_to_face("fr-s35", "ge-pz2", 6.0, firer=moved, sides=("french", "german"))
    assert target_adds(shot(somua))["p8.fire.mod-firer-moved"] == 1


# -- calibration ----------------------------------------------------------------------------------


@pytest.mark.rule("p8.sheet.calibration")
def test_every_value_is_on_the_scale() -> None:
    for name in SHEETS:
        sheet = read_sheet(row(name))
        if sheet.armoured:
            assert 1 <= sheet.defence <= 9
        elif sheet.is_vehicle:
            assert sheet.defence == 3
        elif sheet.is_infantry or sheet.type in ("cmd", "foo", "mg", "armdinf"):
            assert sheet.defence == 5


@cases(
    "margin, percent",
    (-4, 1),
    (-3, 3),
    (-2, 6),
    (-1, 10),
    (0, 15),
    (1, 21),
    (2, 28),
    (3, 36),
    (4, 45),
    (5, 55),
)
def test_the_chance_of_out_of_action_by_ap_minus_def(margin: int, percent: int) -> None:
    assert effect_odds(margin, "AP")["out"] == Fraction(percent, 100)
    assert effect_odds(margin, "HE/SA")["out"] == Fraction(percent, 100)


@pytest.mark.rule("p8.sheet.calibration")
@cases(
    "firer, target, dice, difference, result",
    ("ge-panther", "uk-sherman-75", (7, 5), 5, "out"),
    ("uk-sherman-75", "ge-panther", (10, 3), 5, "out"),
    ("uk-sherman-75", "ge-panther", (10, 4), 4, "suppressed"),
)
def test_panther_against_sherman(
    firer: str, target: str, dice: tuple[int, int], difference: int, result: str
) -> None:
    sides = ("german", "british") if firer.startswith("ge") else ("british", "german")
    assert read_sheet(row(firer)).armoured
    battle = face_to_face(firer, target, 12.0, sides=sides, dice=dice)
    fire(battle)
    assert (score(battle), effect(battle)) == (difference, result)
