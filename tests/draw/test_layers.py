"""The table in layers: together they are the drawing, and only what changed differs."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from sandtable.battle import Battle
from sandtable.battle.figures import Figure
from sandtable.battle.overlays import Arc, Overlay, Reach, Route, Shot, SightLine
from sandtable.draw import (
    LAYERS,
    THEMES,
    Options,
    Scene,
    ThemeName,
    draw_layers,
    draw_overlays,
    draw_scene,
    roll_call,
    scene_of_battle,
    scene_of_scenario,
)
from sandtable.draw.easel import Easel
from sandtable.draw.labels import overlap
from sandtable.draw.naming import Namer, lettering
from sandtable.draw.roll_call import facing
from sandtable.draw.sheet import scale_of
from sandtable.scenario import Scenario, load_scenario, shipped
from tests.draw.kit import SVG, attributes, parsed, scene, things

BARE = Options(sheet=False)
TANK = Figure(
    piece="tank", side="red", x=6.0, y=6.0, look="vehicle", silhouette="tank", label="Tank"
)


@pytest.fixture(scope="module")
def bocage() -> Battle[Any]:
    return Battle.start(load_scenario("villers-bocage"))


def wrapped(layers: dict[str, str]) -> str:
    return f'<svg xmlns="{SVG[1:-1]}">{"".join(layers.values())}</svg>'


def content(node: ElementTree.Element) -> list[tuple[str, dict[str, str], str]]:
    """Every element with its attributes and its words, in the order of the drawing."""
    return [(each.tag, each.attrib, (each.text or "").strip()) for each in node.iter()]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("scenario", shipped(), ids=lambda s: s.id)
def test_layers_together_are_the_drawing_without_a_sheet(
    scenario: Scenario, theme: ThemeName
) -> None:
    whole = scene_of_scenario(scenario)
    overlays = (Reach(outline=((1, 1), (5, 1), (5, 4))), SightLine(start=(1, 1), end=(9, 9)))
    options = Options(
        sheet=False,
        theme=theme,
        overlays=overlays,
        prefix="one",
        highlight=(whole.figures[0].piece,),
    )
    drawing = content(parsed(draw_scene(whole, options)))
    table = next(place for place, each in enumerate(drawing) if each[1].get("id") == "one-table")
    layers = draw_layers(whole, options)
    assert tuple(layers) == LAYERS
    # The drawing has beside them: itself, its title, and one group around all but definitions.
    assert drawing[2:table] + drawing[table + 1 :] == content(parsed(wrapped(layers)))[1:]


def test_each_layer_is_one_group_with_its_name(bocage: Battle[Any]) -> None:
    for name, drawn in draw_layers(scene_of_battle(bocage), Options(prefix="x")).items():
        node = parsed(drawn)
        assert node.tag == ("defs" if name == "defs" else "g")
        assert node.get("id") == f"x-{name}"
        assert name == "defs" or (node.get("class") or "").split() == ["layer", name]


def test_a_move_changes_the_pieces_and_their_names_only(bocage: Battle[Any]) -> None:
    whole = scene_of_battle(bocage)
    first, *rest = whole.figures
    moved = msgspec.structs.replace(first, x=first.x + 2.0, marks=("suppressed",))
    before = draw_layers(whole, BARE)
    after = draw_layers(msgspec.structs.replace(whole, figures=(moved, *rest)), BARE)
    assert {name for name in LAYERS if before[name] != after[name]} <= {"pieces", "labels"}
    assert before["pieces"] != after["pieces"]


def test_who_holds_a_place_does_not_move_its_name(bocage: Battle[Any]) -> None:
    whole = scene_of_battle(bocage)
    held = tuple(msgspec.structs.replace(flag, holder="german") for flag in whole.flags)
    before = draw_layers(whole, BARE)
    after = draw_layers(msgspec.structs.replace(whole, flags=held), BARE)
    assert before["places"] == after["places"]
    assert before["flags"] != after["flags"]


def test_what_is_remembered_depends_on_everything_that_is_drawn(bocage: Battle[Any]) -> None:
    whole = scene_of_battle(bocage)
    other_sides = msgspec.structs.replace(whole, sides=dict(reversed(whole.sides.items())))
    fewer = msgspec.structs.replace(whole, features=whole.features[1:])
    usual = draw_layers(whole, BARE)
    assert draw_layers(whole, BARE) == usual
    assert draw_layers(other_sides, BARE)["pieces"] != usual["pieces"]
    assert draw_layers(fewer, BARE)["ground"] != usual["ground"]
    for option in ({"theme": "dark"}, {"prefix": "other"}, {"grid": False}):
        changed = draw_layers(whole, msgspec.structs.replace(BARE, **option))
        assert changed["ground"] != usual["ground"]


@pytest.mark.parametrize("scenario", shipped(), ids=lambda s: s.id)
def test_names_of_pieces_keep_clear_of_names_of_places(scenario: Scenario) -> None:
    whole = scene_of_scenario(scenario)
    scale = scale_of(whole.width, whole.depth)
    fixed = lettering(whole, "light", scale)
    namer = Namer(Easel(THEMES["light"], whole.depth, whole.sides), whole, scale, fixed)
    namer.names_of_pieces()
    for boxes in namer.placed.values():
        assert not any(overlap(box, other) for box in boxes for other in fixed.boxes)


@pytest.mark.parametrize("scenario", shipped(), ids=lambda s: s.id)
def test_where_a_map_is_shown_small_names_are_large(scenario: Scenario) -> None:
    """As many as there is room for, and the pieces as they are."""
    whole = scene_of_scenario(scenario)
    usual = draw_layers(whole, BARE)
    large = draw_layers(whole, msgspec.structs.replace(BARE, words=1.2))
    written = (*things(large["labels"], "font-size"), *things(large["places"], "font-size"))
    sizes = [float(size) for size in written]
    assert sizes
    assert min(sizes) >= 1.2 * 0.9  # along a line they are a little smaller
    names = things(large["labels"], "data-piece-label")
    assert set(names) <= set(things(usual["labels"], "data-piece-label"))
    assert len(names) * 3 >= len(whole.figures)
    assert large["pieces"] == usual["pieces"]
    assert large["ground"] == usual["ground"]


def test_names_of_places_keep_clear_of_where_pieces_stand_at_first() -> None:
    def covered(*, minding: bool) -> float:
        whole = scene_of_scenario(load_scenario("villers-bocage"))
        free = whole if minding else msgspec.structs.replace(whole, starts=())
        names = lettering(free, "light", scale_of(whole.width, whole.depth)).boxes
        places = [(x, whole.depth - y) for x, y in whole.starts]
        return sum(
            overlap(name, (x - 0.6, y - 0.5, x + 0.6, y + 0.5)) for name in names for x, y in places
        )

    assert covered(minding=True) < covered(minding=False)


def test_hidden_pieces_do_not_move_the_names_of_places() -> None:
    scenario = load_scenario("saint-aubin")
    shown = scene_of_scenario(scenario)
    first, *rest = scenario.units
    hidden = msgspec.structs.replace(first, hidden=True)
    other = msgspec.structs.replace(
        scenario, units=(hidden, *rest), options={"hidden_placement": True}
    )
    assert first.at in shown.starts
    assert first.at not in scene_of_scenario(other).starts


def test_no_element_has_a_style_of_its_own(bocage: Battle[Any]) -> None:
    whole = scene_of_battle(bocage, "referee")
    hidden = msgspec.structs.replace(whole.figures[0], marks=("hidden", "dug-in", "acted"))
    overlays: list[Overlay] = [
        Route(points=((1, 1), (4, 4)), label="4.2 of 10 in"),
        Arc(at=(5, 5), heading=45, spread=45, range=8),
        SightLine(start=(1, 1), end=(9, 9), blocked_at=(5, 5)),
    ]
    layers = draw_layers(msgspec.structs.replace(whole, figures=(hidden,)), BARE)
    drawn = draw_overlays(whole, BARE, overlays, ghosts=(hidden,))
    for svg in (wrapped(layers), wrapped(drawn), draw_scene(whole)):
        assert not [value for name, value in attributes(svg) if name == "style"]
        assert not [node for node in parsed(svg).iter() if node.tag.endswith("style")]


def test_pieces_have_ids_that_stay(bocage: Battle[Any]) -> None:
    whole = scene_of_battle(bocage)
    drawn = parsed(draw_layers(whole, BARE)["pieces"])
    for figure, node in zip(whole.figures, drawn, strict=True):
        assert node.get("id") == f"st-piece-{figure.piece}"
        assert "piece" in (node.get("class") or "").split()
        assert node.get("data-piece") == figure.piece
        assert node.get("data-side") == figure.side
        assert float(node.get("data-x") or "nan") == pytest.approx(figure.x, abs=1e-3)
        assert node[0].tag == "title"


# -- overlays -------------------------------------------------------------------------------------


def test_the_part_of_a_way_that_is_too_far_looks_different() -> None:
    route = Route(points=((6, 6), (6, 9)), beyond=((6, 9), (6, 14)), side="red", label="too far")
    drawn = draw_overlays(scene(TANK), BARE, (route,))
    (group,) = parsed(drawn["over"])
    assert group.get("class") == "overlay overlay-route too-far"
    paths = [node for node in group if node.tag.endswith("path")]
    # The way, its rest, the arrow at the end of it, and a bar between the two.
    assert len(paths) == 4
    assert len({node.get("stroke") for node in paths if node.get("stroke")}) == 2


def test_where_a_map_is_shown_small_tags_are_large() -> None:
    shot = Shot(start=(6, 6), end=(6, 14), side="red", label="75 mm, 8.0 in")
    usual = draw_overlays(scene(TANK), BARE, (shot,))["over"]
    large = draw_overlays(scene(TANK), msgspec.structs.replace(BARE, words=1.0), (shot,))["over"]
    assert "scale(" not in usual
    assert "scale(1.6)" in large
    assert "75 mm, 8.0 in</text>" in large


def test_overlays_and_ghosts_lie_in_two_layers() -> None:
    table = scene(TANK)
    arc = Arc(at=(6, 6), heading=0, spread=45, range=8, side="red")
    route = Route(points=((6, 6), (9, 9)), side="red", piece="tank")
    there = msgspec.structs.replace(TANK, x=9.0, y=9.0)
    sight = SightLine(start=(6, 6), end=(9, 9))
    drawn = draw_overlays(table, BARE, (arc, sight, route), (there,))
    under, over = parsed(drawn["under"]), parsed(drawn["over"])
    assert under.get("id") == "st-under"
    assert [node.get("class") for node in under] == [
        "overlay overlay-arc",
        "overlay overlay-sight clear",
    ]
    assert (over[0].get("class") or "").startswith("ghost ")
    assert over[1].get("class") == "overlay overlay-route"


def test_a_ghost_is_no_piece() -> None:
    drawn = draw_overlays(scene(TANK), BARE, (), (TANK,))["over"]
    assert things(drawn, "data-ghost") == ["tank"]
    assert things(drawn, "data-piece") == []
    assert things(drawn, "id") == ["st-over"]


def test_hidden_pieces_are_hatched_for_those_who_see_them() -> None:
    hidden = msgspec.structs.replace(TANK, marks=("hidden",))
    assert "url(#st-hidden)" in draw_layers(scene(hidden), BARE)["pieces"]
    assert "url(#st-hidden)" not in draw_layers(scene(TANK), BARE)["pieces"]
    assert "st-hidden" in things(draw_layers(scene(TANK), BARE)["defs"], "id")


# -- in words -------------------------------------------------------------------------------------


def called(table: Scene) -> list[str]:
    return [each["text"] for each in roll_call(table)]


def test_everything_on_the_table_is_called_side_by_side() -> None:
    other = Figure(piece="a", side="blue", x=1, y=2.25, look="stand", label="Rifles", kind="Inf")
    marked = msgspec.structs.replace(TANK, marks=("suppressed", "dug-in"), heading=224, kind="Tank")
    table = scene(other, marked)
    assert called(table) == [
        "Tank, Red, at 6.0, 6.0, facing south-west, suppressed, dug in",
        "Rifles, inf, Blue, at 1.0, 2.2, facing north",
    ]
    first = roll_call(table)[0]
    assert first["piece"] == "tank"
    assert first["side_name"] == "Red"
    assert first["marks"] == ["suppressed", "dug-in"]
    assert set(first) == {
        *("piece", "side", "side_name", "label", "kind", "look"),
        *("x", "y", "heading", "marks", "text"),
    }
    assert first["look"] == TANK.look


def test_a_counter_that_hides_something_faces_nowhere() -> None:
    counter = Figure(piece="c", side="red", x=3, y=3, label="Hidden troops", kind="Hidden troops")
    assert called(scene(counter)) == ["Hidden troops, Red, at 3.0, 3.0"]


@pytest.mark.parametrize(
    ("heading", "word"), [(0, "north"), (44, "north-east"), (181, "south"), (359.9, "north")]
)
def test_where_a_piece_faces(heading: float, word: str) -> None:
    assert facing(heading) == word


def test_the_roll_call_names_the_square_where_there_are_squares() -> None:
    street = called(scene_of_scenario(load_scenario("pavlovs-street")))
    assert "Pyotr, submachine-gunner, Soviet, in square (12, 18)" in {
        text.partition(", facing")[0] for text in street
    }


def test_whoever_lies_somewhere_is_drawn_below_whoever_stands_there() -> None:
    body = msgspec.structs.replace(TANK, piece="body", look="marker")
    for figures in ((TANK, body), (body, TANK)):
        pieces = draw_layers(scene(*figures), BARE)["pieces"]
        assert pieces.index('data-piece="body"') < pieces.index('data-piece="tank"')


def test_the_roll_call_leaves_out_what_a_seat_does_not_see(bocage: Battle[Any]) -> None:
    for seat in bocage.seats:
        known = {figure.piece for figure in scene_of_battle(bocage, seat).figures}
        assert {each["piece"] for each in roll_call(scene_of_battle(bocage, seat))} == known
