"""Pieces: every data sheet draws, sides differ in form, marks have shapes."""

from __future__ import annotations

import re

import msgspec
import pytest

from sandtable.battle import Piece
from sandtable.battle.figures import Figure, Flag, Patch, plain_figure
from sandtable.draw import Arc, Options, Overlay, Reach, Route, Shot, SightLine, draw_scene
from sandtable.draw.easel import Easel
from sandtable.draw.palette import LIGHT
from sandtable.draw.pieces import base_of, boxes_of, piece
from sandtable.draw.silhouettes import SILHOUETTES
from sandtable.draw.symbols import BADGES, FRAME_PATHS, symbol
from sandtable.rulebooks.panzer8.drawing import figures as p8
from sandtable.rulebooks.panzer8.state import Element
from sandtable.rulebooks.panzer8.state.sheets import SHEETS
from sandtable.table import rectangle
from tests.draw.kit import layer, parsed, scene, texts, things

EASEL = Easel(LIGHT, 20.0, {"red": "Red", "blue": "Blue", "third": "Third", "fourth": "Fourth"})
TANK = Figure(
    piece="tank",
    side="red",
    x=6.0,
    y=6.0,
    heading=30.0,
    width=1.2,
    depth=1.6,
    look="vehicle",
    silhouette="tank",
    label="Tank, 1st platoon",
    kind="Tank",
)
STAND = Figure(
    piece="rifles",
    side="blue",
    x=15.0,
    y=12.0,
    width=1.2,
    depth=0.8,
    look="stand",
    symbol="10031000001211000000",
    label="Rifles",
    kind="Infantry",
)


def sheet_figure(name: str) -> Figure:
    """A figure of a data sheet, made by the book from a state that knows no more than that."""

    class Bare:
        def sheet(self, element: Element) -> object:
            return SHEETS[element.sheet]

    element = Element(id=name, side="red", name=SHEETS[name].name, x=6.0, y=6.0, sheet=name)
    return p8.figure(Bare(), element)  # type: ignore[arg-type]


def test_there_are_as_many_data_sheets_as_the_book_has() -> None:
    assert len(SHEETS) == 194


@pytest.mark.parametrize("name", SHEETS)
def test_every_data_sheet_has_a_look_of_its_own(name: str) -> None:
    figure = sheet_figure(name)
    assert figure.look in ("stand", "vehicle")
    assert figure.kind
    assert figure.look != "vehicle" or figure.silhouette in SILHOUETTES
    for side in ("red", "blue"):
        drawn = piece(EASEL, msgspec.structs.replace(figure, side=side))
        assert parsed(drawn).get("data-piece") == name


@pytest.mark.parametrize("code", sorted(set(p8.SYMBOLS.values())))
@pytest.mark.parametrize("index", range(4))
def test_every_symbol_has_an_icon_in_every_frame(code: str, index: int) -> None:
    drawn = parsed(symbol(code, index, LIGHT.side(index)))
    shapes = [node for node in drawn.iter() if node.tag in ("path", "circle", "text")]
    assert shapes[0].get("d") == FRAME_PATHS[index]
    assert len(shapes) > 1
    assert "INK" not in symbol(code, index, LIGHT.side(index))


def test_sides_differ_in_form_and_not_by_colour_alone() -> None:
    def forms(figure: Figure) -> set[str]:
        drawn = [
            re.sub(r"#[0-9a-f]{6}", "", piece(EASEL, msgspec.structs.replace(figure, side=side)))
            for side in ("red", "blue", "third", "fourth")
        ]
        return {re.sub(r"<title>.*?</title>|side-\d|data-side=\"\w+\"", "", text) for text in drawn}

    assert len(forms(TANK)) == 4
    assert len(forms(STAND)) == 4
    assert len(set(FRAME_PATHS)) == len(set(BADGES)) == 4


def test_a_base_is_drawn_where_the_rules_have_it() -> None:
    corners = rectangle(TANK.x, TANK.y, TANK.heading, TANK.width, TANK.depth).corners
    for (x, y), (px, py) in zip(corners, base_of(EASEL, TANK), strict=True):
        assert (x, 20.0 - y) == pytest.approx((px, py))


def test_a_piece_is_named_for_those_who_cannot_see_it() -> None:
    suppressed = msgspec.structs.replace(TANK, marks=("suppressed", "dug-in"))
    words = piece(EASEL, suppressed)
    assert "<title>Tank, 1st platoon (Red), tank, suppressed, dug in</title>" in words


@pytest.mark.parametrize("mark", ["suppressed", "reacted", "acted", "dug-in", "hidden", "lost"])
def test_every_mark_changes_the_drawing_and_stands_in_the_legend(mark: str) -> None:
    marked = msgspec.structs.replace(STAND, marks=(mark,))
    assert piece(EASEL, marked) != piece(EASEL, STAND)
    plain_legend = set(texts(draw_scene(scene(STAND))))
    assert len(set(texts(draw_scene(scene(marked)))) - plain_legend) >= 1


def test_any_piece_can_be_drawn_as_a_plain_counter() -> None:
    figure = plain_figure(Piece(id="x", side="red", name="Some unit", x=3.0, y=4.0))
    assert "SU" in texts(draw_scene(scene(figure)))


def test_an_outline_takes_the_place_of_a_rectangle() -> None:
    ring = msgspec.structs.replace(STAND, outline=((14, 11), (16, 11), (15, 14)), look="counter")
    assert base_of(EASEL, ring) == [(14, 9.0), (16, 9.0), (15, 6.0)]
    assert boxes_of(EASEL, ring)[0][0] < 14


def test_a_turret_turns_apart_from_the_hull() -> None:
    turned = msgspec.structs.replace(TANK, turret=120.0)
    assert "rotate(90 0" in piece(EASEL, turned)


def test_a_highlighted_piece_is_ringed_and_lies_on_top() -> None:
    svg = draw_scene(scene(TANK, STAND), Options(highlight=("tank",)))
    assert things(svg, "class").count("highlight") == 1
    pieces = [node.get("data-piece") for node in layer(svg, "st-pieces")]
    assert pieces == ["rifles", "tank"]


@pytest.mark.parametrize(
    "overlay",
    [
        Route(points=((1, 1), (4, 5)), side="red", label="5.9 / 10 in", piece="tank"),
        SightLine(start=(1, 1), end=(9, 9)),
        SightLine(start=(1, 1), end=(9, 9), blocked_at=(5, 5)),
        Shot(start=(1, 1), end=(9, 9), side="blue", label="suppressed"),
        Arc(at=(5, 5), heading=45, spread=45, range=8, side="red"),
        Arc(at=(5, 5), heading=45, spread=180, range=8),
        Reach(outline=((1, 1), (9, 1), (5, 8))),
    ],
    ids=lambda overlay: type(overlay).__name__,
)
def test_overlays_lie_in_groups_of_their_own(overlay: Overlay) -> None:
    svg = draw_scene(scene(TANK), Options(overlays=(overlay,)))
    groups = [*layer(svg, "st-under"), *layer(svg, "st-over")]
    assert len(groups) == 1
    assert (groups[0].get("class") or "").startswith("overlay overlay-")


def test_smoke_zones_and_fire_are_drawn_and_explained() -> None:
    outline = ((2.0, 2.0), (6.0, 2.0), (6.0, 3.0), (2.0, 3.0))
    patches = tuple(
        Patch(id=kind, kind=kind, outline=outline, side="red")
        for kind in ("smoke", "beaten", "zone", "fire", "gas")
    )
    svg = draw_scene(scene(patches=patches))
    assert things(svg, "data-patch")[:5] == [each.id for each in patches]
    assert {"Smoke", "Under fire", "Set-up zone", "Fire", "Gas"} <= set(texts(svg))


def test_a_flag_says_who_holds_it() -> None:
    held = Flag(id="mill", x=5, y=5, label="The mill", value=2, holder="blue", radius=2.0)
    svg = draw_scene(scene(flags=(held,)))
    assert "<title>Objective: The mill, worth 2, held by Blue</title>" in svg
    assert things(svg, "data-holder")[0] == "blue"
