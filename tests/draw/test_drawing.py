"""The whole drawing: well-formed, the same every time, safe, complete, and legible."""

from __future__ import annotations

import random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from sandtable.battle import Battle
from sandtable.battle.figures import Figure
from sandtable.dice import SeededDice
from sandtable.draw import (
    THEMES,
    Options,
    Scene,
    ThemeName,
    draw_battle,
    draw_scenario,
    draw_scene,
    draw_view,
    scene_of_battle,
    scene_of_scenario,
)
from sandtable.draw.easel import Easel
from sandtable.draw.features import Feature
from sandtable.draw.labels import overlap
from sandtable.draw.legend import columns_of
from sandtable.draw.naming import Namer
from sandtable.draw.pieces import boxes_of
from sandtable.draw.sheet import scale_of
from sandtable.scenario import Entry, Scenario, Unit, Zone, load_scenario, shipped
from tests.draw.kit import LINE, SQUARE, attributes, layer, parsed, scene, texts, things

NASTY = "<script>&\"'\x07]]> \u202e Ünïcode \ud800"


@pytest.fixture(scope="module")
def saint_aubin() -> Scenario:
    return load_scenario("saint-aubin")


@pytest.fixture(scope="module")
def drawn(saint_aubin: Scenario) -> str:
    return draw_scenario(saint_aubin)


def played(scenario: Scenario, orders: int) -> Battle[Any]:
    battle = Battle.start(scenario, dice=SeededDice(7))
    chance = random.Random(7)
    for _ in range(orders):
        if not battle.choices:
            break
        choice = battle.choices[0]
        view = battle.view(choice.seats[0])
        battle.play(view.pick(view.choices[0], chance), choice.seats[0])
    return battle


# -- well-formed and safe -------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("scenario", shipped(), ids=lambda s: s.id)
def test_every_scenario_that_is_shipped_draws(scenario: Scenario, theme: ThemeName) -> None:
    root = parsed(draw_scenario(scenario, theme=theme))
    assert root.get("role") == "img"
    assert scenario.title in (root.get("aria-label") or "")
    assert root.get("data-table-width") == f"{scenario.table.width:g}"


def test_the_same_state_gives_the_same_bytes(saint_aubin: Scenario) -> None:
    one, two = played(saint_aubin, 30), played(saint_aubin, 30)
    assert draw_view(one.view("german")) == draw_view(two.view("german"))
    assert draw_view(one.view("german")) == draw_view(one.view("german"))


def test_text_is_escaped_everywhere() -> None:
    figure = Figure(piece=NASTY, side="red", x=5, y=5, label=NASTY, kind=NASTY, marks=(NASTY,))
    feature = Feature(id=NASTY, kind=NASTY, name=NASTY, outline=SQUARE)
    line = Feature(id="l", kind=NASTY, name=NASTY, line=LINE)
    svg = draw_scene(
        scene(
            figure,
            features=(feature, line),
            title=NASTY,
            subtitle=NASTY,
            status=NASTY,
            note=NASTY,
            sides={"red": NASTY, "blue": NASTY},
        )
    )
    svg.encode("utf-8")
    root = parsed(svg)
    assert not [node for node in root.iter() if "script" in node.tag]
    assert any("<script>&\"'" in text for text in texts(svg))


def test_nothing_is_fetched_and_nothing_runs(drawn: str) -> None:
    allowed = {"svg", "g", "path", "rect", "circle", "text", "title", "defs", "clipPath", "pattern"}
    assert {node.tag.rpartition("}")[2] for node in parsed(drawn).iter()} <= allowed
    for name, value in attributes(drawn):
        assert not name.startswith("on")
        assert "href" not in name
        assert "url(" not in value or value.startswith("url(#st-")
        assert "http" not in value


def test_ids_are_unique_and_references_lead_somewhere(drawn: str) -> None:
    ids = things(drawn, "id")
    assert len(ids) == len(set(ids))
    for _, value in attributes(drawn):
        if value.startswith("url(#"):
            assert value[5:-1] in ids


def test_two_drawings_on_a_page_can_have_ids_of_their_own(saint_aubin: Scenario) -> None:
    one = things(draw_scenario(saint_aubin, prefix="one"), "id")
    two = things(draw_scenario(saint_aubin, prefix="two"), "id")
    assert not set(one) & set(two)


# -- what is on it --------------------------------------------------------------------------------


def test_every_piece_place_and_objective_is_there(saint_aubin: Scenario, drawn: str) -> None:
    assert sorted(set(things(drawn, "data-piece"))) == sorted(u.id for u in saint_aubin.units)
    assert set(things(drawn, "data-feature")) == {t.id for t in saint_aubin.terrain}
    assert things(drawn, "data-objective") == ["crossroads", "hill", "farm-track"]
    words = texts(drawn)
    for name in ("Bois Carré", "Route de Caen", "Standing wheat", "The crossroads · 2", "Firefly"):
        assert name in words
    assert "Normandy · 26 June 1944 · Panzer8" in words
    assert "10 in · 330 m" in words


def test_each_piece_has_a_title(drawn: str) -> None:
    for group in layer(drawn, "st-pieces"):
        assert group[0].tag.endswith("title")
        assert group[0].text


def test_a_turn_is_told(saint_aubin: Scenario) -> None:
    words = texts(draw_view(Battle.start(saint_aubin).view("german")))
    assert "Turn 1 of 10 · British to decide" in words
    assert "As the German side knows it" in words


def test_what_a_seat_may_not_know_is_absent(saint_aubin: Scenario) -> None:
    battle = Battle.start(saint_aubin)
    battle.state.pieces.pop("pak")
    svg = draw_view(battle.view("british"))
    assert "pak" not in things(svg, "data-piece")
    assert "Pak 40" not in svg
    assert "Anti-tank gun" not in svg


def test_without_a_seat_only_what_all_players_know_is_drawn(saint_aubin: Scenario) -> None:
    battle = Battle.start(saint_aubin)
    hiding = battle.rulebook

    class Hiding(type(hiding)):  # type: ignore[misc]
        def known_to(self, state: Any, seat: str) -> Any:
            known = state.copy()
            if seat == "british":
                known.pieces.pop("pak")
            return known

    battle.rulebook = Hiding()
    assert "Pak 40" not in draw_battle(battle)
    assert "Pak 40" not in draw_battle(battle, seat="british")
    assert "Pak 40" in draw_battle(battle, seat="german")
    assert "Pak 40" in draw_battle(battle, seat="referee")


def test_an_unknown_seat_is_refused(saint_aubin: Scenario) -> None:
    with pytest.raises(LookupError, match="no seat 'french'"):
        draw_scenario(saint_aubin, seat="french")


def test_a_scenario_of_a_book_that_is_not_there_still_draws(saint_aubin: Scenario) -> None:
    hidden = msgspec.structs.replace(saint_aubin.units[0], hidden=True)
    strange = msgspec.structs.replace(
        saint_aubin, book="no-such-book", units=(hidden, *saint_aubin.units[1:])
    )
    svg = draw_scenario(strange)
    assert set(things(svg, "data-piece")) == {unit.id for unit in strange.units[1:]}
    assert "10 in" in texts(svg)


def test_zones_and_entries_are_shown_before_the_battle(saint_aubin: Scenario) -> None:
    later = Unit(
        id="late", sheet="uk-cromwell", side="british", enters=Entry(edge="south", at=21, turn=3)
    )
    zone = Zone(id="south", outline=((0, 0), (44, 0), (44, 6), (0, 6)), side="british")
    svg = draw_scenario(
        msgspec.structs.replace(saint_aubin, units=(*saint_aubin.units, later), zones=(zone,))
    )
    assert "1 piece, turn 3" in texts(svg)
    assert "south" in things(svg, "data-patch")


def test_a_battle_draws_at_every_step(saint_aubin: Scenario) -> None:
    battle = played(saint_aubin, 60)
    for seat in ("british", "german", "referee"):
        ElementTree.fromstring(draw_view(battle.view(seat), legend=False))


# -- options --------------------------------------------------------------------------------------


def test_legend_grid_labels_and_sheet_can_be_left_out(saint_aubin: Scenario) -> None:
    bare = draw_scenario(saint_aubin, legend=False, grid=False, labels=False, sheet=False)
    ids = things(bare, "id")
    assert "st-legend" not in ids
    assert "st-grid" not in ids
    assert texts(bare) == ["HQ", "HQ"]
    assert parsed(bare).get("viewBox") == "0 0 44 34"


def test_a_place_of_the_table_is_where_the_page_expects_it(drawn: str) -> None:
    firefly = next(n for n in parsed(drawn).iter() if n.get("data-piece") == "firefly")
    assert (firefly.get("data-x"), firefly.get("data-y")) == ("28.5", "4")
    assert any("translate(28.5 30)" in (node.get("transform") or "") for node in firefly.iter())


def test_a_width_may_be_asked_for(saint_aubin: Scenario) -> None:
    root = parsed(draw_scenario(saint_aubin, width=1400))
    assert root.get("width") == "1400"
    assert int(root.get("height") or 0) > 1000


def test_the_legend_lists_all_that_is_on_the_map_and_nothing_else(
    saint_aubin: Scenario, drawn: str
) -> None:
    words = {node.text for node in layer(drawn, "st-legend").iter() if node.tag.endswith("text")}
    kinds = {t.kind.replace("-", " ").capitalize() for t in saint_aubin.terrain}
    pieces = {"Tank", "Assault gun", "Infantry", "Commander", "Machine-gun", "Anti-tank gun"}
    markers = {"Dug in", "Objective", "Held (German)"}
    headings = {"FORCES", "MARKERS", "GROUND", "HQ"}
    assert words == kinds | pieces | markers | headings | {"British", "German"}


def test_an_empty_table_has_an_empty_legend_but_for_the_sides() -> None:
    empty = scene()
    easel = Easel(THEMES["light"], empty.depth, empty.sides)
    assert [e.text for c in columns_of(empty, easel) for e in c.entries] == ["Red", "Blue"]


# -- legibility -----------------------------------------------------------------------------------


def named(whole: Scene) -> tuple[Namer, Easel]:
    easel = Easel(THEMES["light"], whole.depth, whole.sides)
    namer = Namer(easel, whole, scale_of(whole.width, whole.depth))
    namer.names()
    return namer, easel


@pytest.mark.parametrize("scenario", shipped(), ids=lambda s: s.id)
def test_names_overlap_neither_pieces_nor_each_other(scenario: Scenario) -> None:
    whole = scene_of_scenario(scenario)
    namer, easel = named(whole)
    pieces = [box for figure in whole.figures for box in boxes_of(easel, figure)]
    labels = [(name, box) for name, boxes in namer.placed.items() for box in boxes]
    for name, box in labels:
        assert not any(overlap(box, other) for other in pieces), name
        assert not any(overlap(box, other) for what, other in labels if what != name), name


@pytest.mark.parametrize("scenario", shipped(), ids=lambda s: s.id)
def test_every_piece_and_entrance_of_a_shipped_scenario_is_named(scenario: Scenario) -> None:
    whole = scene_of_scenario(scenario)
    namer, _ = named(whole)
    assert {f"piece-{figure.piece}" for figure in whole.figures} <= set(namer.placed)
    captions = [name for name in namer.placed if name.startswith("entrance-")]
    assert len(captions) == len(whole.entrances)


def test_in_a_crowd_a_name_is_left_out_rather_than_set_on_a_piece() -> None:
    crowd = tuple(
        Figure(piece=f"p{x}-{y}", side="red", x=x * 1.1 + 0.6, y=y * 1.1 + 0.6, label="Section")
        for x in range(21)
        for y in range(17)
    )
    whole = scene(*crowd)
    namer, easel = named(whole)
    pieces = [box for figure in whole.figures for box in boxes_of(easel, figure)]
    for boxes in namer.placed.values():
        assert not any(overlap(box, other) for box in boxes for other in pieces)
    assert len(things(draw_scene(whole, Options()), "data-piece")) == len(crowd)


def test_words_are_at_least_eleven_pixels_high_at_1400(drawn: str) -> None:
    root = parsed(drawn)
    across = float((root.get("viewBox") or "").split()[2])
    table = next(node for node in root.iter() if node.get("id") == "st-table")
    sizes = [
        float(node.get("font-size") or 0)
        for group in table
        if group.get("id") in ("st-labels", "st-places")
        for node in group.iter()
        if node.tag.endswith("text")
    ]
    assert sizes
    assert min(sizes) * 1400 / across >= 11


def test_turns_are_called_as_the_book_calls_them() -> None:
    scenario = load_scenario("jeep-chase")
    assert scene_of_scenario(scenario).status == "16 rounds"
    assert scene_of_battle(Battle.start(scenario)).status.startswith("Round 1 of 16 · ")
    assert scene_of_scenario(load_scenario("saint-aubin")).status == "10 turns"


def test_vehicles_that_are_told_apart_by_their_first_word_bear_it_on_the_map() -> None:
    named = [figure.name for figure in scene_of_scenario(load_scenario("jeep-chase")).figures]
    assert {"First motorcycle", "Second motorcycle"} <= set(named)


def test_a_book_on_squares_shows_every_square() -> None:
    def lines(scenario: Scenario) -> int:
        drawn = draw_scenario(scenario, legend=False)
        path = drawn.split('-grid"', 1)[1].split(' d="', 1)[1].split('"', 1)[0]
        return path.count("M")

    squares = load_scenario("pavlovs-street")
    assert lines(squares) == 29 + 25
    free = load_scenario("saint-aubin")
    assert lines(free) < free.table.width / 2 + free.table.depth / 2
