"""Section 13.2: bunkers and pill boxes."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from sandtable.rulebooks.panzer8.s02_terrain.ground_and_cover import cover_of_place
from sandtable.rulebooks.panzer8.s06_close_combat.contact import (
    is_at_works_of,
    meets,
    obstacle_between,
    opponents,
)
from sandtable.rulebooks.panzer8.s10_buildings.occupation import outline_of
from sandtable.rulebooks.panzer8.s13_engineering.fortifications import gives_cover
from sandtable.table import touching
from tests.panzer8.kit import *

CAPACITY = "p8.fort.capacity"

WHO = "p8.fort.who-may-occupy"

IMMUNE = "p8.fort.immune-to-small-arms"

COVER = "p8.fort.hard-cover"

ASSAULT = "p8.fort.close-combat-only-infantry"

HARD = "p8.fire.mod-hard-cover-hull-down-smoke"

ON = {"field_engineering": True}

PILLBOX = area("pillbox", box(19, 29, 21, 31))

BUNKER = area("bunker", box(18, 29, 22, 32))

INSIDE = (20.0, 30.0)


def foe(x: float = 58, y: float = 46) -> Unit:
    return unit("foe", "uk-rifle-44", at=(x, y))


def held(*units: Placed, works: Terrain = PILLBOX, **rest: Any) -> P8Battle:
    """A situation with a fortification about (20, 30)."""
    rest.setdefault("options", ON)
    return situation(*units, terrain=[works, *rest.pop("more", ())], **rest)


def garrison(
    sheet: str = "ge-rifle-44", name: str = "garrison", x: float = 20.0, **status: Any
) -> Unit:
    return unit(name, sheet, "german", at=(x, 30), facing=180, **status)


# -- who is in ------------------------------------------------------------------------------------


@pytest.mark.rule(CAPACITY)
@cases(
    "works, room",
    (PILLBOX, 1),
    (BUNKER, 2),
    (area("pillbox", box(19, 29, 21, 31), "", "holds-2"), 2),
    (area("bunker", box(18, 29, 22, 32), "", "holds-1"), 1),
)
def test_a_pillbox_holds_one_and_a_bunker_two_unless_the_scenario_says_otherwise(
    works: Terrain, room: int
) -> None:
    men = [garrison(name=f"g{n}", x=19.8 + 0.2 * n) for n in range(room)]
    late = unit("late", "ge-rifle-44", at=(20, 33), facing=180)
    battle = held(late, *men, foe(), works=works)
    assert why_not(battle, Move("late", (INSIDE,))) == CAPACITY
    battle = held(late, *men[1:], foe(), works=works)
    assert why_not(battle, Move("late", (INSIDE,))) is None
    with pytest.raises(ScenarioError, match="full"):
        held(*men, garrison(name="one-more", x=20.4), foe(), works=works)


@pytest.mark.rule(CAPACITY, WHO)
def test_commanders_and_forward_observers_take_up_no_room() -> None:
    guests = [garrison("ge-cmd", "cmd", 19.6), garrison("ge-foo", "foo", 20.2)]
    battle = held("late ge-rifle-44 20,33", *guests, foe())
    assert why_not(battle, Move("late", (INSIDE,))) is None
    battle = held("late ge-cmd 20,33", garrison(), foe())
    assert why_not(battle, Move("late", (INSIDE,))) is None  # their bases may overlap in there


@pytest.mark.rule(WHO)
@cases(
    "sheet, may",
    ("ge-rifle-44", True),
    ("ge-eng", True),
    ("ge-mg", True),
    ("ge-pak40", True),
    ("ge-ig75", True),
    ("ge-fh105", True),
    ("ge-mortar-50", False),
    ("ge-mortar-81", False),
    ("ge-mortar-120", False),
    ("ge-flak20", False),
    ("ge-pz4-long", False),
    ("ge-lorry", False),
    ("ge-cav", False),
)
def test_infantry_machine_guns_and_guns_may_be_in_works(sheet: str, may: bool) -> None:
    if may:
        assert "garrison" in held(garrison(sheet), foe()).state.pieces
        return
    with pytest.raises(ScenarioError, match="may not occupy"):
        held(garrison(sheet), foe())


@pytest.mark.rule(WHO)
def test_a_tank_does_not_drive_through_a_bunker() -> None:
    battle = held("tank ge-panther 20,34 S", foe())
    assert why_not(battle, Move("tank", ((20, 27),))) == WHO
    assert why_not(battle, Move("tank", ((23, 32), (23, 28)))) is None
    foot = held("men ge-rifle-44 20,32 S", foe())
    assert why_not(foot, Move("men", ((20, 28.4),))) is None


@pytest.mark.rule(CAPACITY)
def test_setting_up_in_works() -> None:
    zone = Zone(id="line", side="german", outline=box(10, 25, 30, 40))
    battle = held(
        unit("gun", "ge-pak40", zone="line"),
        unit("men", "ge-rifle-44", zone="line"),
        unit("flak", "ge-flak20", zone="line"),
        foe(),
        zones=[zone],
        phase=None,
    )
    assert why_not(battle, Deploy("flak", INSIDE, 180)) == WHO
    battle.play(Deploy("gun", INSIDE, 180))
    assert why_not(battle, Deploy("men", (20.5, 30.0), 180)) == CAPACITY
    assert why_not(battle, Deploy("men", (25, 30), 180)) is None


@pytest.mark.rule(ASSAULT)
def test_nobody_walks_into_works_that_the_enemy_holds() -> None:
    battle = held("men uk-rifle-44 20,27.9", garrison())
    assert why_not(battle, Move("men", (INSIDE,))) == "p8.move.no-contact-without-charge"
    assert why_not(battle, Move("men", ((20, 28.6),))) == "p8.move.no-contact-without-charge"


@pytest.mark.rule(CAPACITY)
def test_falling_back_into_works() -> None:
    men = unit("men", "ge-rifle-44", at=(20, 28), facing=180)
    north = {"german": "north", "british": "south"}
    battle = held(men, foe(20, 5), homes=north)
    assert why_not(battle, FallBack("men", "home", 2.0)) is None
    battle = held(men, garrison(), foe(20, 5), homes=north)
    assert why_not(battle, FallBack("men", "home", 2.0)) == CAPACITY


def test_the_tags_of_works_are_checked() -> None:
    for tag in ("stone", "holds-many"):
        with pytest.raises(ScenarioError):
            held(foe(), garrison(x=40), works=area("bunker", box(18, 29, 22, 32), "", tag))


def test_without_field_engineering_works_hold_anybody_and_still_protect() -> None:
    crowd = [garrison("ge-mortar-81", "m1", 19.4), garrison("ge-mortar-81", "m2", 20.61)]
    battle = held("firer uk-rifle-44 20,24", *crowd, options={})
    assert barred(battle, "firer", "m1") == "p8.cover.fortification-class"


# -- protection -----------------------------------------------------------------------------------


def shooter(sheet: str, y: float = 26.0) -> Unit:
    return unit("firer", sheet, "british", at=(20, y))


@pytest.mark.rule(IMMUNE)
@cases("sheet", "uk-rifle-44", "uk-mg", "uk-eng", "uk-matilda2")
def test_small_arms_may_not_be_fired_at_those_in_works(sheet: str) -> None:
    battle = held(shooter(sheet), garrison())
    assert barred(battle, "firer", "garrison") == IMMUNE
    assert why_not(battle, Fire("firer", "garrison")) == IMMUNE
    outside = held(shooter(sheet), garrison(x=24))
    assert barred(outside, "firer", "garrison") is None


@pytest.mark.rule(IMMUNE, COVER)
@cases("sheet", "uk-sherman-75", "uk-25pdr", "uk-mortar-3in")
def test_high_explosive_works_against_hard_cover(sheet: str) -> None:
    battle = held(shooter(sheet), garrison("ge-mg"), dice=[6, 4])
    assert target_adds(shot(battle, "firer", "garrison"))[HARD] == 2
    battle.play(Fire("firer", "garrison"))
    assert modifiers(battle)[HARD] == 2


@pytest.mark.rule(COVER)
def test_engineers_flamethrowers_ignore_the_cover_of_works() -> None:
    flame = unit("firer", "su-eng-flame", at=(20, 27.2))
    battle = held(flame, garrison(), dice=[5, 5])
    assert HARD not in target_adds(shot(battle, "firer", "garrison"))
    crocodile = held("firer uk-crocodile 20,26.8", garrison())
    assert target_adds(shot(crocodile, "firer", "garrison"))[HARD] == 2  # no engineers


@pytest.mark.rule(COVER)
def test_what_else_covers_the_place_still_counts_against_engineers() -> None:
    flame = unit("firer", "su-eng-flame", at=(20, 27.2))
    wood = area("wood", box(18, 28, 22, 32))
    battle = held(flame, garrison(), more=[wood])
    assert shot(battle, "firer", "garrison").cover.value == 1
    dug = held(flame, garrison(dug_in=True))
    assert shot(dug, "firer", "garrison").cover.value == 2


@pytest.mark.rule(COVER)
def test_against_whom_works_give_cover() -> None:
    battle = held(garrison(), foe())
    state, inside = battle.state, element(battle, "garrison")
    assert gives_cover(state, inside)
    assert not gives_cover(state, inside, "engineers")
    assert not gives_cover(state, inside, "dive-bomber")
    assert cover_of_place(state, inside).value == 2
    assert cover_of_place(state, inside, against="dive-bomber").value == 0
    assert not gives_cover(state, element(battle, "foe"))


@pytest.mark.rule(COVER)
@cases("sheet, cover", ("uk-rifle-44", 2), ("uk-eng", 0))
def test_hand_to_hand_works_cover_against_all_but_engineers(sheet: str, cover: int) -> None:
    battle = held(
        unit("attacker", sheet, "british", at=(20, 28.6), charged=True),
        garrison(),
        phase="close-combat",
        dice=[5, 5],
    )
    battle.play(Fight(("attacker",), "garrison"))
    assert modifiers(battle, "melee").get("p8.melee.mod-defender-cover", 0) == cover


@pytest.mark.rule(COVER, "p8.result.fall-back-becomes-suppressed")
def test_those_in_works_do_not_fall_back() -> None:
    battle = held(shooter("uk-sherman-75", 20), garrison(), dice=[8, 5])
    battle.play(Fire("firer", "garrison"))
    assert last(battle, "fire").data["effect"] == "fall-back"
    assert element(battle, "garrison").suppressed


@pytest.mark.rule(ASSAULT)
def test_the_garrison_looks_and_fires_out_as_its_data_sheet_says() -> None:
    deep = area("bunker", box(14, 24, 26, 36))
    targets = [
        unit("ahead", "uk-rifle-44", at=(20, 20)),
        unit("behind", "uk-lorry", at=(20, 39)),
    ]
    battle = held(*targets, garrison("ge-pak40", "gun"), works=deep)  # 6 inches from the wall
    assert barred(battle, "gun", "ahead") is None
    assert barred(battle, "gun", "behind") == "p8.fire.field-90-restricted"
    battle = held(*targets, garrison("ge-rifle-44", "gun"), works=deep)
    assert barred(battle, "gun", "behind") is None  # infantry fires all round
    assert why_not(battle, Charge("ahead", "gun")) is None


# -- close combat ---------------------------------------------------------------------------------


@pytest.mark.rule(ASSAULT)
@cases(
    "sheet, may",
    ("uk-rifle-44", True),
    ("uk-eng", True),
    ("ge-cav", False),
    ("ge-mc", False),
    ("ge-pzgren-44", False),
    ("uk-cromwell", False),
)
def test_only_infantry_and_engineers_assault_works(sheet: str, may: bool) -> None:
    attacker = unit("attacker", sheet, "british", at=(20, 26))
    battle = held(attacker, garrison())
    assert why_not(battle, Charge("attacker", "garrison")) == (None if may else ASSAULT)
    open_ground = held(attacker, garrison(x=26), works=area("pillbox", box(39, 29, 41, 31)))
    assert why_not(open_ground, Charge("attacker", "garrison")) != ASSAULT


@pytest.mark.rule(ASSAULT)
def test_contact_with_the_outline_is_contact_with_those_inside() -> None:
    battle = held("attacker uk-rifle-44 20,26", garrison(suppressed=True), dice=[10, 1])
    play(battle, Charge("attacker", "garrison"))
    assert element(battle, "attacker").y == pytest.approx(28.6, abs=0.06)  # at the wall
    assert battle.state.phase == "close-combat"
    battle.play(Fight(("attacker",), "garrison"))
    assert "garrison" not in battle.state.pieces
    assert place(battle, "attacker") == INSIDE


@pytest.mark.rule(ASSAULT)
def test_an_attacker_falls_back_from_works_that_hold_out() -> None:
    battle = held("attacker uk-rifle-44 20,26", garrison(suppressed=True), dice=[6, 4])
    play(battle, Charge("attacker", "garrison"), Fight(("attacker",), "garrison"))
    assert last(battle, "repulsed").pieces == ("attacker",)


@pytest.mark.rule(ASSAULT, CAPACITY)
def test_a_bunker_is_not_taken_while_somebody_else_holds_it() -> None:
    battle = held(
        "attacker uk-rifle-44 20,26",
        garrison(suppressed=True, x=19.5),
        garrison(name="second", x=20.5, suppressed=True),
        works=BUNKER,
        dice=[10, 1],
    )
    play(battle, Charge("attacker", "garrison"), Fight(("attacker",), "garrison"))
    assert "garrison" not in battle.state.pieces
    assert "second" in battle.state.pieces
    assert last(battle, "repulsed").pieces == ("attacker",)


def test_friends_in_works_bar_no_shots() -> None:
    battle = held(
        "firer ge-mg 20,33 S",
        garrison(),
        "enemy uk-rifle-44 20,24",
        works=area("pillbox", box(19.4, 29.6, 20.6, 30.4)),
    )
    # The pill box hides what lies right behind it, but nobody in it is in the way.
    assert barred(battle, "firer", "enemy") != "p8.fire.not-through-friends"


@pytest.mark.rule("p8.fire.not-through-friends", "p8.fire.sa-needs-base-wide-path")
@pytest.mark.parametrize(
    ("house", "x"),
    [("pillbox", 20.95), ("bua", 20.7)],  # 0.05 clear of the walls, or past the middle of the path
)
def test_friends_in_works_or_houses_do_not_narrow_the_path_of_small_arms(
    house: str, x: float
) -> None:
    def past(*walls: Terrain) -> P8Battle:
        return situation(
            f"firer ge-rifle-44 {x},33 S; friend ge-rifle-44 20,30 S; target uk-rifle-44 {x},27",
            terrain=walls,
            options=ON,
            dice=[8, 6],
        )

    order = Fire("firer", "target")
    assert refused(past(), order).rule == "p8.fire.sa-needs-base-wide-path"
    battle = past(area(house, box(19.8, 29, 20.2, 31)))
    assert battle.state.base(element(battle, "friend")).centre == (20.0, 30.0)
    battle.play(order)
    assert last(battle, "fire").pieces == ("firer", "target")


def test_a_phase_can_be_ended_with_works_about() -> None:
    battle = held(garrison(), foe())
    play(battle, Done(), Done())
    assert battle.state.turn == 2


def test_the_quick_look_for_contact_leaves_nobody_out() -> None:
    def slowly(state: P8State, one: Element, two: Element) -> bool:
        if touching(outline_of(state, one), outline_of(state, two)):
            return True
        if obstacle_between(state, one, two) is not None:
            return True
        return is_at_works_of(state, one, two) or is_at_works_of(state, two, one)

    battle = held(garrison(), foe(), works=BUNKER)
    state, met = battle.state.copy(), 0
    spots = itertools.product((10.0, 17.4, 20.0, 22.6, 30.0), (20.0, 28.4, 28.6, 31.0, 32.5, 33.0))
    for (x, y), heading in itertools.product(spots, (0.0, 30.0, 90.0)):
        foe_there = msgspec.structs.replace(element(battle, "foe"), x=x, y=y, heading=heading)
        state.put(foe_there)
        for one, two in itertools.permutations(state.on_table(), 2):
            assert meets(state, one, two) == slowly(state, one, two)
        found = [enemy.id for enemy in opponents(state, foe_there)]
        assert found == (["garrison"] if slowly(state, *state.on_table()) else [])
        met += len(found)
    assert met > 10


ADVANCED = {"field_engineering": True, "smoke": True, "national_characteristics": True}


def field(*units: Placed, **rest: Any) -> P8Battle:
    options = {**ADVANCED, **rest.pop("options", {})}
    return situation(*units, options=options, **rest)


# -- works ----------------------------------------------------------------------------------------


@pytest.mark.rule("p8.fort.hard-cover", "p8.melee.several-attackers")
def test_works_cover_against_the_rifles_and_not_against_the_engineers_beside_them() -> None:
    battle = field(
        "rifles uk-rifle-44 28.9,27; sappers uk-eng 31.1,27; foe ge-mg 30,30.5 S suppressed",
        terrain="bunker 28,29 to 32,32",
        dice=[5, 5, 5],
    )
    let_pass(battle, Charge("rifles", "foe"), Charge("sappers", "foe"))
    battle.play(Fight(("rifles", "sappers"), "foe"))
    # One die for the garrison: 5 + 4 + 2 against the rifles' 10, and 5 + 4 against the sappers' 12.
    came = "-1 (attacker fall-back), +3 (defender out, suppressed again)"
    assert came in last(battle, "melee").text
    assert is_out(battle, "foe")


@pytest.mark.rule("p8.fort.hard-cover", "p8.melee.several-attackers")
def test_the_odds_know_that_works_are_no_cover_against_engineers() -> None:
    battle = field(
        "rifles uk-rifle-44 28.9,28.6 charged; sappers uk-eng 31.1,28.6 charged",
        "foe ge-mg 30,30.5 S",
        terrain="bunker 28,29 to 32,32",
        phase="close-combat",
    )
    odds = battle.odds(Fight(("rifles", "sappers"), "foe"))
    assert odds is not None
    both = sum(
        (a + 5 - d - 6 >= 5) and (b + 7 - d - 4 >= 5)
        for a in range(1, 11)
        for b in range(1, 11)
        for d in range(1, 11)
    )
    assert dict(odds.outcomes)["defender out, defender out"] == Fraction(both, 1000)


@pytest.mark.rule("p8.fort.immune-to-small-arms", "p8.react.option-fire")
def test_small_arms_are_not_fired_at_works_that_a_section_moves_into_either() -> None:
    battle = field(
        "men ge-rifle-44 30,32.6 S; foe uk-rifle-44 30,22", terrain="pillbox 29,29 to 31,31"
    )
    battle.play(Move("men", ((30, 30),)))
    if asked(battle) == "reaction":
        assert why_not(battle, ReactFire("foe", 2.6)) is not None
        no_reaction(battle)
    assert not told(battle, "fire")
    assert place(battle, "men") == (30, 30)
