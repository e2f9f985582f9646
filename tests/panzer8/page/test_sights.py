"""Lines of sight and fields of fire as they are shown, and the cards of elements."""

from __future__ import annotations

import random

import pytest

from sandtable.battle.overlays import Arc, SightLine
from sandtable.rulebooks.panzer8.drawing.ghosts import line_to
from sandtable.rulebooks.panzer8.page.cards import CLASSES, NATIONS, SMOKE
from sandtable.rulebooks.panzer8.s02_terrain.line_of_sight import looked_past, sees
from sandtable.rulebooks.panzer8.s14_smoke.laying import SOURCES
from sandtable.rulebooks.panzer8.state import Loss
from sandtable.rulebooks.panzer8.state.sheets import NATIONS as ALL_NATIONS
from sandtable.rulebooks.panzer8.state.tables import RATES
from tests.panzer8.kit import *
from tests.panzer8.kit.hiding import lurking

TANK = unit("tank", "uk-cromwell", at=(20, 10))


def lines(battle: P8Battle, piece: str = "tank") -> dict[str, SightLine]:
    """The lines of sight of a piece, by the name that their labels begin with."""
    found = RULEBOOK.sights(battle.view("british").state, piece)
    return {o.label.partition(",")[0]: o for o in found if isinstance(o, SightLine)}


def arcs(battle: P8Battle, piece: str) -> list[Arc]:
    """The fields of fire of a piece."""
    found = RULEBOOK.sights(battle.view("british").state, piece)
    return [one for one in found if isinstance(one, Arc)]


# -- lines of sight -------------------------------------------------------------------------------


def test_a_line_is_clear_or_ends_where_something_blocks_it() -> None:
    wood = Terrain(id="w1", kind="wood", outline=box(28, 8, 34, 12), name="Bois Carré")
    battle = situation(TANK, "seen ge-tiger1 20,31 S; unseen ge-rifle-44 40,10 W", terrain=[wood])
    seen, unseen = lines(battle)["seen"], lines(battle)["unseen"]
    assert (seen.label, seen.blocked_at) == ("seen, 19.2 in, clear", None)
    assert unseen.label == "unseen, 19.0 in, blocked by Bois Carré"
    assert unseen.blocked_at == pytest.approx((30.0, 10.0))  # one looks 2 in into a wood


def test_how_far_two_are_apart_is_measured_from_base_to_base() -> None:
    battle = situation(
        TANK,
        "seen ge-tiger1 20,31 S",
        unit("late", "ge-tiger1", enters=Entry(edge="north", at=20, turn=3)),
    )
    state = battle.view("british").state
    assert RULEBOOK.apart(state, "tank", "seen") == pytest.approx(19.2, abs=0.05)
    assert RULEBOOK.apart(state, "tank", "late") is None
    assert RULEBOOK.apart(state, "tank", "nobody") is None


def test_hedges_block_where_they_are_crossed_unless_they_are_touched() -> None:
    enemy = unit("enemy", "ge-rifle-44", at=(20, 30), facing=180)
    battle = situation(TANK, enemy, terrain="hedge from 0,20 to 40,20")
    sight = lines(battle)["enemy"]
    assert sight.blocked_at == pytest.approx((20.0, 20.0))
    assert sight.label.endswith("blocked by hedge")
    near = situation(TANK, enemy, terrain="hedge from 0,29.6 to 40,29.6")
    assert lines(near)["enemy"].blocked_at is None


def test_where_the_middle_is_hidden_another_line_may_be_clear() -> None:
    battle = situation(TANK, "enemy ge-rifle-44 20,30 S", terrain="wood 19.7,18 to 25,21")
    sight = lines(battle)["enemy"]
    assert sight.blocked_at is None
    assert sight.start != (20.0, 10.0)


def test_what_is_too_far_or_beyond_a_crest_says_so() -> None:
    far = unit("far", "ge-rifle-44", at=(90, 10), facing=180)
    battle = situation(TANK, far, table=(100, 48))
    assert lines(battle)["far"].label.endswith("beyond 60 in, too far to be seen")
    slope = situation(
        "tank uk-cromwell 20,19.2; enemy ge-rifle-44 20,26 S",
        terrain="hill 10,10 to 30,30; crest from 10,20 to 30,20",
    )
    sight = lines(slope)["enemy"]
    assert sight.label.endswith("behind the crest, on the far slope")
    assert sight.blocked_at == pytest.approx((20.0, 20.0))


def test_in_a_real_battle_lines_agree_with_the_book() -> None:
    battle = Battle(RULEBOOK, load_scenario("villers-bocage"), SeededDice(2))
    chance = random.Random(2)
    while battle.number < 40 or asked(battle) != "action":
        view = battle.view(battle.choices[0].seats[0])
        battle.play(view.pick(view.choices[0], chance), view.seat)
    state, tried = battle.state, 0
    for one in state.on_table()[::3]:
        for two in state.enemies_of(one):
            sight = line_to(state, one, two)
            assert (sight.blocked_at is None) == sees(state, one, two)
            past = looked_past(state, one, two)
            clear = state.setting.sight.clear(sight.start, sight.end, past)
            assert clear or sight.blocked_at is not None
            tried += 1
    assert tried > 100


def test_counters_are_looked_at_and_whoever_is_off_the_table_sees_nothing() -> None:
    battle = lurking(
        TANK,
        "late uk-rifle-44 in tank; gun ge-pak40 20,30 hidden; seen ge-rifle-44 30,30 S",
        options={"tank_riders": True},
    )
    assert set(lines(battle)) == {"Counter", "seen"}
    assert set(lines(battle, "late")) == {"Counter", "seen"}
    assert RULEBOOK.sights(battle.view("british").state, "gun") == ()


# -- fields of fire -------------------------------------------------------------------------------


def test_ranges_and_fields_of_fire() -> None:
    battle = situation(
        TANK, "gun uk-6pdr 30,10; down uk-rifle-44 40,10 suppressed; enemy ge-rifle-44 20,40 S"
    )
    he, ap = arcs(battle, "tank")
    assert (he.spread, he.range, he.at) == (180.0, 40.6, (20.0, 10.0))
    assert he.label == "Cromwell IV (75 mm), HE 6 to 40 in"
    assert ap.label == "Cromwell IV (75 mm), AP 5 to 40 in"
    gun = arcs(battle, "gun")[0]
    assert (gun.spread, gun.heading, gun.at) == (45.0, 0.0, (30.0, 10.8))
    assert {arc.range for arc in arcs(battle, "down")} <= {3.0, 4.0}
    assert {arc.spread for arc in arcs(battle, "down")} == {45.0}


def test_in_houses_weapons_fire_out_of_one_side() -> None:
    battle = situation(
        "mg uk-mg 20,20 E; rifles uk-rifle-44 21,20; enemy ge-rifle-44 20,40 S",
        terrain="houses: bua 18,18 to 23,23",
    )
    mg, rifles = arcs(battle, "mg")[0], arcs(battle, "rifles")[0]
    assert (mg.spread, round(mg.heading), mg.at) == (45.0, 90, (23.0, 20.5))
    assert rifles.spread == 180.0


# -- cards ----------------------------------------------------------------------------------------


def test_the_card_of_a_tank() -> None:
    battle = situation(
        "tank uk-cromwell 20,10 suppressed; enemy ge-tiger1 20,40 S",
        terrain="wood 18,8 to 22,12",
        options={"smoke": True},
    )
    sheet = RULEBOOK.sheet(battle.view("british").state, "tank")
    assert sheet.title == "tank"
    assert sheet.subtitle == "British tank, average, suppressed, not yet acted"
    figures = [(stat.value, stat.label) for stat in sheet.stats]
    assert figures[:4] == [("10", "fast"), ("6/40", "HE"), ("5/40", "AP"), ("5", "Def")]
    assert figures[4][1] == "smoke"
    assert sheet.lines[0] == "Soft cover: wood (+1)."
    assert sheet.lines[-1] == "Cromwell IV (75 mm), base 1.2 x 1.6 in."
    enemy = RULEBOOK.sheet(battle.view("british").state, "enemy")
    assert enemy.subtitle == "German tank, average"


def test_the_card_of_a_lorry_and_its_load() -> None:
    battle = situation("lorry uk-truck 10,20; load uk-rifle-44 in lorry; enemy ge-rifle-44 20,40 S")
    state = battle.view("british").state
    assert "With it: load." in RULEBOOK.sheet(state, "lorry").lines
    assert RULEBOOK.sheet(state, "load").subtitle.endswith("with lorry")


def test_the_card_of_a_counter_says_what_one_may_know() -> None:
    battle = lurking(TANK, "gun ge-pak40 20,30 hidden", dummies={"german": [(30, 30)]})
    real, dummy = sorted(battle.state.counters, key=lambda n: not battle.state.counters[n].under)
    for name in (real, dummy):
        card = RULEBOOK.sheet(battle.view("british").state, name)
        assert card.title == "Hidden troops, or nothing"
        assert card.lines == ("Nobody can fire at it; who comes near enough spots it.",)
    own = battle.view("german").state
    assert RULEBOOK.sheet(own, real).lines == ("Under it: gun.",)
    assert RULEBOOK.sheet(own, dummy).lines == ("A dummy: nobody is under it.",)
    assert RULEBOOK.sheet(battle.view("british").state, "gun").subtitle.startswith("not in play")


def test_a_card_can_be_written_for_every_data_sheet() -> None:
    for sheet in SHEETS.values():
        side = {"GE": "german", "UK": "british", "US": "american", "SU": "russian", "FR": "french"}
        battle = situation(
            unit("one", sheet.id, side[sheet.nation], at=(20, 20)),
            date="1940" if sheet.nation == "FR" else None,
            options={"smoke": True},
        )
        card = RULEBOOK.sheet(battle.state, "one")
        assert card.stats
        assert all(stat.hint.endswith(".") for stat in card.stats)
        assert all(line.endswith(".") for line in card.lines)
    assert CLASSES.keys() == RATES.keys()
    assert NATIONS.keys() == ALL_NATIONS
    assert SMOKE.keys() == SOURCES.keys()


def test_whoever_is_out_of_action_still_has_a_name() -> None:
    battle = situation(TANK, "enemy ge-rifle-44 20,40")
    state = battle.state.copy()
    state.lost = (Loss(side="german", element="gone"),)
    assert RULEBOOK.sheet(state, "gone").subtitle == "out of action"
    assert RULEBOOK.sheet(state, "tank").stats
