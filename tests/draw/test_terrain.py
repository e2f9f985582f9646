"""Every kind of terrain draws, on its exact edge, and an unknown one draws plainly."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.draw import THEMES, Options, ThemeName, draw_scene
from sandtable.draw.features import Feature, called
from sandtable.draw.palette import contrast
from sandtable.draw.pieces import DIMMED
from sandtable.draw.svg import polyline
from sandtable.draw.terrain import AREAS, WAYS_AND_LINES, painter_of
from sandtable.draw.works import plain
from sandtable.rulebooks.panzer8.state.battlefield import AREAS as P8_AREAS
from sandtable.rulebooks.panzer8.state.battlefield import LINES as P8_LINES
from sandtable.scenario.ground import strip_outline
from tests.draw.kit import LINE, SQUARE, parsed, scene, texts, things

AREA = Feature(id="a", kind="", outline=SQUARE)
THREAD = Feature(id="l", kind="", line=LINE)
STRIP = Feature(id="s", kind="", line=LINE, width=1.5, outline=strip_outline(LINE, 1.5))
OF_THE_BOOK = [kind for kind in P8_AREAS if not kind.startswith("crested-")]


def of_kind(feature: Feature, kind: str) -> Feature:
    return msgspec.structs.replace(feature, kind=kind)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", OF_THE_BOOK)
@pytest.mark.parametrize("feature", [AREA, STRIP], ids=["area", "strip"])
def test_every_kind_of_area_in_panzer8_has_a_look(
    kind: str, feature: Feature, theme: ThemeName
) -> None:
    painted = of_kind(feature, kind)
    assert painter_of(painted) is not plain
    svg = draw_scene(scene(features=(painted,)), Options(theme=theme))
    assert painted.id in things(svg, "data-feature")
    assert called(kind) in texts(svg)


@pytest.mark.parametrize("kind", list(P8_LINES))
def test_every_kind_of_line_in_panzer8_has_a_look(kind: str) -> None:
    painted = of_kind(THREAD, kind)
    assert painter_of(painted) is not plain
    assert "l" in things(draw_scene(scene(features=(painted,))), "data-feature")


@pytest.mark.parametrize("kind", sorted({*AREAS, *WAYS_AND_LINES}))
@pytest.mark.parametrize("feature", [AREA, STRIP, THREAD], ids=["area", "strip", "line"])
def test_every_kind_draws_in_every_shape(kind: str, feature: Feature) -> None:
    svg = draw_scene(scene(features=(of_kind(feature, kind),)))
    assert feature.id in things(svg, "data-feature")


@pytest.mark.parametrize("feature", [AREA, STRIP, THREAD], ids=["area", "strip", "line"])
def test_an_unknown_kind_draws_plainly_and_says_what_it_is(feature: Feature) -> None:
    painted = of_kind(feature, "moon-dust")
    assert painter_of(painted) is plain
    assert "Moon dust" in texts(draw_scene(scene(features=(painted,))))


@pytest.mark.parametrize("kind", ["wood", "hill", "rough", "river", "high-crops", "marsh"])
def test_the_edge_drawn_is_the_edge_that_is_measured_by(kind: str) -> None:
    svg = draw_scene(scene(features=(of_kind(AREA, kind),)))
    assert polyline(SQUARE, closed=True) in things(svg, "d")


def test_a_road_is_as_wide_as_its_strip() -> None:
    svg = draw_scene(scene(features=(of_kind(STRIP, "road"),)), Options(legend=False))
    widths = [node.get("stroke-width") for node in parsed(svg).iter() if node.get("stroke-width")]
    assert "1.5" in widths


def test_roads_open_into_each_other() -> None:
    """The surfaces of all roads are drawn after the edges of all roads."""
    crossing = msgspec.structs.replace(
        STRIP, id="t", kind="road", line=((9.0, 2.0), (9.0, 18.0)), outline=SQUARE
    )
    svg = draw_scene(scene(features=(of_kind(STRIP, "road"), crossing)), Options(legend=False))
    assert things(svg, "data-feature") == ["s", "t", "s", "t"]


def test_a_tiny_area_and_a_vast_one_draw() -> None:
    tiny = Feature(id="tiny", kind="wood", outline=((1, 1), (1.1, 1), (1.1, 1.1)))
    vast = Feature(id="vast", kind="forest", outline=((0, 0), (240, 0), (240, 200), (0, 200)))
    svg = draw_scene(scene(features=(tiny, vast), width=240.0, depth=200.0))
    assert len(svg) < 400_000


@pytest.mark.parametrize("name", THEMES)
def test_words_and_sides_have_contrast(name: ThemeName) -> None:
    theme = THEMES[name]
    for paper in (theme.sheet, theme.paper):
        for ink in (theme.ink, theme.soft, theme.crest, theme.wood_name, theme.water_name):
            assert contrast(ink, paper) >= 4.5
        for side in theme.sides:
            assert contrast(side.ink, paper) >= 4.5
    for side in theme.sides:
        assert contrast(side.ink, side.fill) >= 4.5
        assert contrast(side.ink, theme.plate) >= 4.5
    assert contrast(theme.amber_ink, theme.amber) >= 4.5
    for ink in (theme.go, theme.stop, theme.focus):
        assert contrast(ink, theme.paper) >= 4.5
    assert contrast(theme.wood_name, theme.wood) >= 4.5
    assert contrast(theme.water_name, theme.water) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_a_dimmed_piece_can_still_be_read(name: ThemeName) -> None:
    theme = THEMES[name]

    def dimmed(colour: str) -> str:
        pairs = [(int(colour[i : i + 2], 16), int(theme.paper[i : i + 2], 16)) for i in (1, 3, 5)]
        return "#" + "".join(f"{round(a * DIMMED + b * (1 - DIMMED)):02x}" for a, b in pairs)

    for side in theme.sides:
        assert contrast(dimmed(side.ink), dimmed(side.fill)) >= 3.5
