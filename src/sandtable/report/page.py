"""A battle as a page with pictures of the table at its turning points, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from sandtable.battle import Battle, Event
from sandtable.draw import draw_scene
from sandtable.journal import replay
from sandtable.report.eyes import Eyes
from sandtable.report.luck import Luck
from sandtable.report.story import Chapter, Story, dice_shown, tell

TURNING_POINTS: Final = 2
"""After how many turns a picture is drawn, beside those of the start and of the end."""

NAME: Final = "report.md"


class Picture(Struct, frozen=True, kw_only=True):
    """A picture of the table: after which chapter, after which line of the journal, its file."""

    chapter: int
    line: int
    file: str


def write_page(journal: Path | Battle[Any], folder: Path, seat: str = "referee") -> Path:
    """Write the report of a recorded battle with its pictures into a folder.

    Args:
        journal: The battle, or its journal.
        folder: Where to; it is made if it is not there.
        seat: Through whose eyes the table is drawn.

    Returns:
        The page.
    """
    battle = journal if isinstance(journal, Battle) else replay(journal)
    eyes = Eyes(battle, seat)
    pictures = pictures_of(battle, eyes)
    folder.mkdir(parents=True, exist_ok=True)
    for picture in pictures:
        (folder / picture.file).write_text(draw_scene(eyes.scene(picture.line)), encoding="utf-8")
    page = folder / NAME
    page.write_text(page_of(tell(battle, seat=seat), pictures), encoding="utf-8")
    return page


def pictures_of(battle: Battle[Any], eyes: Eyes | None = None) -> tuple[Picture, ...]:
    """The start, the end, and the turns between in which most was lost.

    Args:
        battle: The battle.
        eyes: Whose knowledge of it; without any, all that is true.
    """
    ends, losses = _turns(eyes or Eyes(battle))
    last = len(ends) - 1
    between = sorted(range(1, last), key=lambda turn: (-losses[turn], turn))
    telling = sorted(turn for turn in between[:TURNING_POINTS] if losses[turn])
    return tuple(
        Picture(chapter=turn, line=ends[turn], file=f"table-{number}.svg")
        for number, turn in enumerate(dict.fromkeys((0, *telling, last)), 1)
    )


def _turns(eyes: Eyes) -> tuple[list[int], list[int]]:
    """For the time before the first turn and for each turn: its last line, and the losses in it."""
    ends, losses = [0], [0]
    for moment in eyes.battle.moments:
        for place, event in enumerate(eyes.events_of(moment)):
            if event.kind == "turn" and "turn" in event.data:
                if place:  # the last step of one turn leads into the next
                    ends[-1] = moment.line
                ends.append(moment.line)
                losses.append(0)
            losses[-1] += event.kind == "out"
        ends[-1] = moment.line
    return ends, losses


def page_of(story: Story, pictures: tuple[Picture, ...] = ()) -> str:
    """The report as Markdown."""
    return "\n".join(_lines(story, {picture.chapter: picture for picture in pictures})) + "\n"


def _lines(story: Story, pictures: dict[int, Picture]) -> Iterator[str]:
    yield f"# {story.title}\n"
    yield f"*{story.when_and_where}. {story.book}.*\n"
    yield f"{story.briefing}\n"
    yield from _shown(pictures.get(0), "The table before the battle")
    first = 0 if story.chapters and story.chapters[0].turn else -1
    for number, chapter in enumerate(story.chapters, first + 1):
        yield from _chapter(chapter)
        if number > 0:
            yield from _shown(pictures.get(number), f"After it: {chapter.title}")
    yield from _ending(story)


def _shown(picture: Picture | None, title: str) -> Iterator[str]:
    if picture is not None:
        yield f"![{title}]({picture.file})\n"


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield f"## {chapter.title}\n"
    for event in chapter.events:
        yield f"- {_sentence(event)}"
    yield ""


def _sentence(event: Event) -> str:
    dice = f" *[{dice_shown(event.rolls, event.text)}]*" if event.rolls else ""
    return event.text + dice


def _ending(story: Story) -> Iterator[str]:
    yield "## How it ended\n"
    if story.outcome is None:
        yield f"The battle goes on: {story.where}.\n"
    else:
        winner = story.outcome.winner
        verdict = f"{story.side_names[winner]} victory." if winner else "A draw."
        yield f"**{verdict}** {story.outcome.reason} `{story.outcome.rule}`\n"
    yield "| side | lost | |\n| --- | --- | --- |"
    for losses in story.losses:
        lost = ", ".join(losses.lost) or "nothing"
        yield f"| {losses.name} | {len(losses.lost)} of {losses.strength} | {lost} |"
    yield ""
    yield from (_luck(story, luck) for luck in story.luck)


def _luck(story: Story, luck: Luck) -> str:
    return f"The dice of the {story.side_names[luck.side]} side: {luck.verdict}.\n"
