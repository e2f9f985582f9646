"""A battle report for people: on a terminal with colours, or as plain text."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from sandtable.battle import Battle, Event, State
from sandtable.report.luck import NOTHING, Luck
from sandtable.report.story import Chapter, Story, chapters_of, dice_shown, tell

STYLES: Final = {
    "fire": "yellow",
    "out": "bold red",
    "suppressed": "magenta",
    "recover": "cyan",
    "ruling": "bold blue",
}
"""How events of some kinds are set off; all others are plain."""


def report(
    battle: Battle[Any], *, details: bool = False, seat: str | None = None
) -> RenderableType:
    """A battle report, to be printed on a rich console.

    Args:
        battle: The battle, ended or not.
        details: Whether every modifier is listed with its rule.
        seat: Tell only what this seat may know.
    """
    return Group(*_parts(tell(battle, seat=seat), details))


def report_text(
    battle: Battle[Any], *, details: bool = False, seat: str | None = None, width: int = 100
) -> str:
    """A battle report as plain text.

    >>> from sandtable.scenario import load_scenario
    >>> text = report_text(Battle.start(load_scenario("saint-aubin")))
    >>> text.splitlines()[0]
    'The crossroads at Saint-Aubin'
    """
    return _plain(report(battle, details=details, seat=seat), width)


def text_log(events: Iterable[Event], details: bool = True, *, width: int = 100) -> str:
    """What happened, as plain text: sentences with their dice, turn by turn.

    Args:
        events: What happened, as far as whoever reads it may know.
        details: Whether every modifier is listed with its rule.
        width: How many letters a line has at most.

    >>> print(text_log([Event(kind="turn", text="Turn 1.", data={"turn": 1})], width=20))
    Turn 1 -------------
      Nothing happens.
    <BLANKLINE>
    """
    parts: list[RenderableType] = []
    for chapter in chapters_of(events):
        parts += [*([Text()] if parts else []), *_chapter(chapter, details)]
    return _plain(Group(*parts), width)


def _plain(thing: RenderableType, width: int) -> str:
    """Something for a console as plain text."""
    out = io.StringIO()
    console = Console(file=out, width=width, no_color=True, highlight=False, legacy_windows=False)
    console.print(thing)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def standing(state: State) -> RenderableType:
    """Where every piece stands, and what is the matter with it."""
    sides = {side.id: side.name for side in state.setting.scenario.sides}
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for column in ("", "who", "name", "at", "facing", "state"):
        grid.add_column(column)
    last = None
    for piece in sorted(state.pieces.values(), key=lambda one: list(sides).index(one.side)):
        grid.add_row(
            Text(sides[piece.side] if piece.side != last else "", style="bold"),
            piece.id,
            Text(piece.name),
            place_of(state, piece),
            f"{piece.heading:.0f}",
            ", ".join(_marks(piece)),
        )
        last = piece.side
    return grid


def place_of(state: State, piece: Any) -> str:
    """Where a piece is, in a few words."""
    if piece.borne_by:
        return f"with {piece.borne_by}"
    if not getattr(piece, "on_table", True):
        return "off the table"
    return state.setting.told_at(piece.x, piece.y)


def _marks(piece: Any) -> list[str]:
    return [
        name.replace("_", " ")
        for name in piece.__struct_fields__
        if getattr(piece, name) is True and name not in piece.internal
    ]


def opening(battle: Battle[Any]) -> Iterator[RenderableType]:
    """What a battle is about: its title, when and where, and the briefing."""
    return _opening(tell(battle))


def conclusion(battle: Battle[Any]) -> Iterator[RenderableType]:
    """What a battle has cost so far, how lucky each side was, and how it ended."""
    return _conclusion(tell(battle))


def _parts(story: Story, details: bool) -> Iterator[RenderableType]:
    yield from _opening(story)
    for chapter in story.chapters:
        yield Text()
        yield from _chapter(chapter, details)
    yield Text()
    yield from _conclusion(story)


def _opening(story: Story) -> Iterator[RenderableType]:
    yield Text(story.title, style="bold")
    yield Text(", ".join(part for part in (story.when_and_where, story.book) if part), style="dim")
    if story.briefing:
        yield Text()
        yield from _paragraphs(story.briefing)


def _conclusion(story: Story) -> Iterator[RenderableType]:
    yield _losses(story)
    if any(luck.rolls for luck in story.luck):
        yield Text()
        yield _luck(story)
    yield Text()
    yield from _ending(story)


def _paragraphs(text: str) -> Iterator[RenderableType]:
    """Paragraphs of running text: line breaks of the file are not kept, blank lines are."""
    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            yield Text()
        yield Text(" ".join(paragraph.split()))


def _chapter(chapter: Chapter, details: bool) -> Iterator[RenderableType]:
    yield Rule(Text(chapter.title, style="bold"), align="left", characters="-", style="dim")
    if not chapter.events:
        yield Text("  Nothing happens.", style="dim")
    for event in chapter.events:
        yield Padding(_sentence(event), (0, 0, 0, 2))
        if details:
            yield from _reasons(event)


def told(event: Event, *, details: bool = True) -> Iterator[RenderableType]:
    """One event as it happens: its sentence, its dice, and every modifier with its rule."""
    if event.kind == "turn" and "turn" in event.data:
        yield Text()
        yield Rule(Text(event.text, style="bold"), align="left", characters="-", style="dim")
        return
    yield Padding(_sentence(event), (0, 0, 0, 2))
    if details:
        yield from _reasons(event)


def _sentence(event: Event) -> Text:
    text = Text(event.text, style=STYLES.get(event.kind, ""))
    if event.rolls:
        text.append(f"  [{dice_shown(event.rolls, event.text)}]", style="dim")
    return text


def _reasons(event: Event) -> Iterator[RenderableType]:
    """Every modifier on a line of its own with its rule, then the other rules."""
    shown = set()
    for tally in event.tallies:
        yield Padding(Text(f"{tally.side} {tally.total:+d}", style="dim"), (0, 0, 0, 6))
        for modifier in tally.modifiers:
            shown.add(modifier.rule)
            line = Text.assemble(
                f"{modifier.value:+3d}  {modifier.text}", (f"  {modifier.rule}", "dim cyan")
            )
            yield Padding(line, (0, 0, 0, 8))
    others = [rule for rule in dict.fromkeys(event.rules) if rule not in shown]
    if others:
        yield Padding(Text(f"by {', '.join(others)}", style="dim cyan"), (0, 0, 0, 6))


def _losses(story: Story) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_row(Text("No longer in play", style="bold"))
    for losses in story.losses:
        grid.add_row(
            f"  {losses.name}",
            f"{len(losses.lost)} of {losses.strength}",
            ", ".join(losses.lost) or "none",
        )
    return grid


def _luck(story: Story) -> RenderableType:
    results = dict.fromkeys(
        result for luck in story.luck for result in luck.expected if result != NOTHING
    )
    table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False, header_style="bold")
    table.add_column(Text("Luck: actual (expected)"))
    table.add_column("rolls", justify="right")
    for result in results:
        table.add_column(result, justify="right")
    table.add_column("all in all")
    for luck in story.luck:
        table.add_row(*_luck_row(story, luck, list(results)))
    return table


def _luck_row(story: Story, luck: Luck, results: list[str]) -> Iterator[str]:
    yield f"  {story.side_names[luck.side]}"
    yield str(luck.rolls)
    for result in results:
        expected = float(luck.expected.get(result, 0))
        yield f"{luck.actual.get(result, 0)} ({expected:.1f})"
    yield luck.verdict


def _ending(story: Story) -> Iterator[RenderableType]:
    outcome = story.outcome
    if outcome is None:
        yield Text(f"The battle goes on: {story.where}.", style="bold")
        for waiting in story.waiting:
            yield Text(f"  It waits for {waiting}")
        return
    if outcome.winner is None:
        verdict = "A draw."
    else:
        verdict = f"{story.side_names.get(outcome.winner, outcome.winner)} victory."
    yield Text.assemble(
        (verdict, "bold green"), f" {outcome.reason}", (f"  [{outcome.rule}]", "dim")
    )
