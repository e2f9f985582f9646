"""`sandtable draw`: the map of a scenario or of a saved battle, as SVG or PNG."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.common import say, stop

if TYPE_CHECKING:
    from sandtable.draw import Options, ThemeName

__all__ = ["draw"]

PICTURES = (".svg", ".png")
THEMES = ("light", "dark")


def draw(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO|JOURNAL",
            help="The id of a scenario, a scenario file (.toml), or a journal.",
            show_default=False,
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Where to draw it: .svg or .png."),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT",
            help="Through whose eyes; referee sees all. Without it, what every player knows.",
        ),
    ] = None,
    step: Annotated[
        int | None,
        typer.Option(metavar="N", help="After which line of a journal; without it, the last."),
    ] = None,
    theme: Annotated[str, typer.Option(help="light or dark.")] = "light",
    width: Annotated[
        int, typer.Option(min=100, max=20000, metavar="PIXELS", help="For PNG.")
    ] = 1400,
    legend: Annotated[bool, typer.Option(help="Explain what is on the map.")] = True,
    grid: Annotated[bool, typer.Option(help="Draw a grid of four inches.")] = True,
    labels: Annotated[bool, typer.Option(help="Write names beside pieces and places.")] = True,
) -> None:
    """Draw the map of a scenario, or of a recorded battle at any step.

    Examples:

    * sandtable draw saint-aubin -o map.svg

    * sandtable draw battle.jsonl --step 20 --seat german -o german.png
    """
    from sandtable.draw import Options, PngUnavailableError, png_of

    if theme not in THEMES:
        stop(f"there is no theme {theme!r}; there are: {', '.join(THEMES)}")
    chosen: ThemeName = "dark" if theme == "dark" else "light"
    target = output or Path(f"{Path(source).stem}.svg")
    if target.suffix.lower() not in PICTURES:
        stop(f"{target} is neither a .svg nor a .png file")
    options = Options(theme=chosen, legend=legend, grid=grid, labels=labels)
    svg = _drawn(source, seat, step, options)
    if target.suffix.lower() == ".svg":
        target.write_text(svg, encoding="utf-8")
    else:
        try:
            target.write_bytes(png_of(svg, width))
        except PngUnavailableError as error:
            stop(str(error))
    say(f"Drawn: {target}")


def _drawn(source: str, seat: str | None, step: int | None, options: Options) -> str:
    from sandtable.battle import UnknownRulebookError
    from sandtable.draw import draw_battle, draw_scenario

    try:
        if _is_journal(source):
            from sandtable.journal import replay

            return draw_battle(replay(source, step), options, seat=seat)
        if step is not None:
            stop("a scenario has no steps; give a journal to draw one")
        from sandtable.scenario import load_scenario

        return draw_scenario(load_scenario(source), options, seat=seat)
    except UnknownRulebookError:
        raise
    except LookupError as error:
        stop(str(error.args[0] if error.args else error))


def _is_journal(source: str) -> bool:
    """Whether a file is a journal; anything else is a scenario.

    >>> _is_journal("saint-aubin"), _is_journal("mine.toml"), _is_journal("battle.jsonl")
    (False, False, True)
    """
    path = Path(source)
    return path.suffix.lower() != ".toml" and (bool(path.suffix) or path.is_file())
