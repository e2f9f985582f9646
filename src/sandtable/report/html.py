"""A battle report as one page of HTML, to be read, kept and printed.

The page needs nothing beside itself: pictures are part of it, and its one style sheet stands in its
head. There is no script in it, and no element has a style of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from sandtable.battle import Battle, Event, Outcome
from sandtable.battle.rulings import REFEREE
from sandtable.dice import Roll
from sandtable.draw import Options, draw_scene
from sandtable.draw.scene import written_date
from sandtable.journal import Verification, replay, verify_battle
from sandtable.report.charts import LINES, badge, bars, course, signed
from sandtable.report.dice_check import dice_check
from sandtable.report.eyes import ONLOOKER, Eyes
from sandtable.report.luck import NOTHING, Luck, throws_of
from sandtable.report.markup import tag, text
from sandtable.report.page import Picture, pictures_of
from sandtable.report.render import text_log
from sandtable.report.story import Chapter, Story, dice_shown, tell
from sandtable.report.style import style

PLAIN: Final = ("out", "suppressed", "ruling", "announcement")
"""Kinds of event that are set off from others."""


def write_html(journal: Path | Battle[Any], file: Path, seat: str = REFEREE) -> Path:
    """Write the report of a battle, or of a recorded one, to a file, and return that."""
    battle = journal if isinstance(journal, Battle) else replay(journal)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(html_report(battle, seat), encoding="utf-8")
    return file


def html_report(
    battle: Battle[Any], seat: str = REFEREE, *, verification: Verification | None = None
) -> str:
    """A battle as a page to print: the table, the story, losses, luck, and a check of the dice.

    Args:
        battle: The battle, ended or not.
        seat: Who will read it: only what that seat may know is told. The referee knows all; an
            ``onlooker`` knows what every player knows.
        verification: What checking its journal has shown, if that was done already. Otherwise the
            whole battle is checked, unless its reader may not know of its dice yet.

    Raises:
        LookupError: If there is no such seat.
    """
    return _Page(battle, seat, verification).written()


def plain_report(title: str, note: str, events: Iterable[Event]) -> str:
    """What happened, as a page without pictures: for a battle whose rules cannot be asked any more.

    Args:
        title: What was fought.
        note: What is to be said before it.
        events: What happened, as far as whoever reads it may know.
    """
    head = tag(
        "head",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        tag("title", text(f"{title}: battle report")),
        tag("style", style()),
    )
    told = tag("pre", text(text_log(events, details=False)))
    page = tag("div", tag("h1", text(title)), tag("p", text(note)), told, class_="report")
    body = tag("body", page)
    return f'<!doctype html>\n<html lang="en">\n{head}\n{body}\n</html>\n'


class _Page:
    """The parts of a report."""

    def __init__(self, battle: Battle[Any], seat: str, verification: Verification | None) -> None:
        self.battle = battle
        self.eyes = Eyes(battle, seat)
        self.story: Story = tell(battle, seat=seat)
        self.pictures = {
            picture.chapter: (number, picture)
            for number, picture in enumerate(pictures_of(battle, self.eyes), 1)
        }
        self.order = {side: place for place, side in enumerate(self.story.side_names)}
        self.owners = self._owners()
        # Whoever knows the seed knows all dice to come, so it is told only when none will.
        self.dice_are_known = self.eyes.sees_all or battle.outcome is not None
        if verification is None and self.dice_are_known:
            verification = verify_battle(battle)
        self.verification = verification

    def _owners(self) -> dict[str, int]:
        """The number of the side of whoever is called by a name."""
        units = [unit for unit in self.battle.scenario.units if self.eyes.knows(unit)]
        pieces = [piece for state in self.eyes.states for piece in state.pieces.values()]
        named: dict[str, set[str]] = {}
        for each in (*units, *pieces):
            if each.name:
                named.setdefault(each.name, set()).add(each.side)
        return {name: self.order[next(iter(s))] for name, s in named.items() if len(s) == 1}

    # -- the page ---------------------------------------------------------------------------------

    def written(self) -> str:
        """The whole page."""
        title = f"{self.story.title}: battle report"
        head = tag(
            "head",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            tag("title", text(title)),
            tag("style", style()),
        )
        body = tag(
            "body",
            tag("a", "Skip to the story", class_="skip", href="#story"),
            tag("div", *self._parts(), class_="report"),
        )
        return f'<!doctype html>\n<html lang="en">\n{head}\n{body}\n</html>\n'

    def _parts(self) -> Iterator[str]:
        yield self._masthead()
        yield tag(
            "main",
            self._verdict(),
            self._facts(),
            self._contents(),
            self._briefing(),
            self._telling(),
            self._losses(),
            self._luck(),
            dice_check(self.battle, self.verification, known=self.dice_are_known),
        )
        yield tag("footer", text(self._colophon()), class_="colophon")

    def _masthead(self) -> str:
        scenario = self.battle.scenario
        facts = (scenario.place, written_date(scenario.date), self.story.book)
        return tag(
            "header",
            tag("p", "Battle report", class_="kicker"),
            tag("h1", text(self.story.title)),
            tag("p", text(" · ".join(fact for fact in facts if fact)), class_="where"),
            class_="masthead",
        )

    def _verdict(self) -> str:
        outcome = self.story.outcome
        if outcome is None:
            goes_on = f"{_capital(self.story.where)}."
            waiting = f" It waits for {'; '.join(self.story.waiting)}" if self.story.waiting else ""
            return tag(
                "div",
                tag("strong", "The battle goes on"),
                tag("span", text(goes_on + waiting)),
                class_="verdict",
            )
        return tag(
            "div",
            badge(self.order[outcome.winner]) if outcome.winner else "",
            tag("strong", text(self._victory(outcome))),
            tag("span", text(outcome.reason)),
            class_=f"verdict side-{self.order[outcome.winner]}" if outcome.winner else "verdict",
        )

    def _victory(self, outcome: Outcome) -> str:
        winner = outcome.winner
        return f"{self.story.side_names.get(winner, winner)} victory" if winner else "A draw"

    def _facts(self) -> str:
        story = self.story
        came = f"{story.turn} of {story.turns}" if story.turns else str(story.turn)
        facts = [(_capital(f"{story.turn_name}s"), came)]
        facts += [
            (f"{losses.name} losses", f"{len(losses.lost)} of {losses.strength}")
            for losses in story.losses
        ]
        facts += [
            (f"{story.side_names[luck.side]} dice", luck.verdict)
            for luck in story.luck
            if luck.rolls
        ]
        return tag(
            "dl",
            *(tag("div", tag("dt", text(name)), tag("dd", text(value))) for name, value in facts),
            class_="facts",
        )

    def _contents(self) -> str:
        links = [("briefing", "Briefing"), ("story", "Story")]
        links += [
            (f"chapter-{number}", _capital(_short(chapter.title)))
            for number, chapter in enumerate(self.story.chapters, 1)
        ]
        links += [("losses", "Losses"), ("luck", "Luck"), ("dice", "Dice")]
        items = (tag("li", tag("a", text(words), href=f"#{place}")) for place, words in links)
        return tag("nav", tag("ol", *items), class_="contents", aria_label="Contents")

    def _briefing(self) -> str:
        paragraphs = [" ".join(part.split()) for part in self.story.briefing.split("\n\n")]
        return tag(
            "section",
            tag("h2", "Briefing", id="briefing"),
            tag("div", *(tag("p", text(p)) for p in paragraphs if p), class_="briefing"),
            self._figure(0, "The table before the battle"),
        )

    # -- the story --------------------------------------------------------------------------------

    def _telling(self) -> str:
        parts = [tag("h2", "The story", id="story")]
        chapters = self.story.chapters
        first = 1 if chapters and chapters[0].turn else 0
        for place, chapter in enumerate(chapters):
            parts.append(self._chapter(place + 1, chapter))
            if place + first > 0:
                is_last = place + 1 == len(chapters)
                when = "at the end" if is_last else f"after {_short(chapter.title)}"
                parts.append(self._figure(place + first, f"The table {when}"))
        return tag("section", *parts)

    def _chapter(self, number: int, chapter: Chapter) -> str:
        heading = tag("h3", text(chapter.title.replace(": ", " · ")), id=f"chapter-{number}")
        if not chapter.events:
            return heading + tag("p", "Nothing happens.", class_="nothing")
        return heading + tag("ul", *map(self._event, chapter.events), class_="events")

    def _event(self, event: Event) -> str:
        dice = self._dice(event)
        kind = event.kind if event.kind in PLAIN else None
        sums = "".join(
            tag(
                "p",
                tag("b", text(f"{tally.side} {tally.total:+d}")),
                text(" = " + ", ".join(f"{m.value:+d} {m.text}" for m in tally.modifiers)),
                class_="sums",
            )
            for tally in event.tallies
            if tally.modifiers
        )
        return tag("li", dice, tag("span", text(event.text), class_=kind), sums)

    def _dice(self, event: Event) -> str:
        if not event.rolls:
            return ""
        faces = [
            tag("span", text(face), class_=self._die_class(roll), aria_hidden="true")
            for roll in event.rolls
            for face in roll.faces
        ]
        spoken = tag("span", text(f" ({dice_shown(event.rolls, event.text)}) "), class_="unseen")
        return tag("span", *faces, spoken, class_="dice")

    def _die_class(self, roll: Roll) -> str:
        name = roll.what.removesuffix(", defence")
        return f"die side-{self.owners[name]}" if name in self.owners else "die"

    def _figure(self, chapter: int, caption: str) -> str:
        if chapter not in self.pictures:
            return ""
        number, picture = self.pictures[chapter]
        return tag("figure", self._map(number, picture), tag("figcaption", text(caption)))

    def _map(self, number: int, picture: Picture) -> str:
        # The first picture explains the symbols of all of them.
        options = Options(prefix=f"map{number}", legend=number == 1)
        return draw_scene(self.eyes.scene(picture.line), options)

    # -- what it cost, and how lucky it was -------------------------------------------------------

    def _losses(self) -> str:
        rows = [
            tag(
                "tr",
                self._side_cell(losses.side),
                tag("td", text(f"{len(losses.lost)} of {losses.strength}"), class_="number"),
                tag("td", text("; ".join(losses.lost) or "nothing")),
            )
            for losses in self.story.losses
        ]
        head = ("Side", "Lost", "No longer in play")
        return tag("section", tag("h2", "Losses", id="losses"), _table(head, rows, "Losses"))

    def _side_cell(self, side: str, rows: int | None = None) -> str:
        name = text(self.story.side_names[side])
        return tag("th", badge(self.order[side]), name, scope="row", rowspan=rows)

    def _luck(self) -> str:
        heading = tag("h2", "Luck", id="luck")
        counted = [luck for luck in self.story.luck if luck.rolls]
        if not counted:
            return tag("section", heading, tag("p", "No dice have fallen that could be counted."))
        most = max(
            max(float(expected), actual)
            for luck in counted
            for result, expected, actual in luck.results()
            if result != NOTHING
        )
        rows = [row for luck in counted for row in self._luck_rows(luck, most)]
        head = ("Side", "Result", "Expected", "Actual", "Actual (bar), expected (mark)")
        verdicts = [
            tag("p", tag("b", text(self.story.side_names[luck.side])), text(_in_words(luck)))
            for luck in counted
        ]
        return tag("section", heading, *verdicts, self._course(), _table(head, rows, "Luck"))

    def _luck_rows(self, luck: Luck, most: float) -> Iterator[str]:
        results = [each for each in luck.results() if each[0] != NOTHING]
        results.sort(key=lambda each: each[0])  # the same order for every side
        for place, (result, expected, actual) in enumerate(results):
            yield tag(
                "tr",
                self._side_cell(luck.side, len(results)) if place == 0 else "",
                tag("td", text(result.replace("-", " "))),
                tag("td", text(f"{float(expected):.1f}"), class_="number"),
                tag("td", text(actual), class_="number"),
                tag("td", bars(expected, actual, most, self.order[luck.side])),
            )

    def _course(self) -> str:
        throws = throws_of(self.battle, self.eyes.events)
        drawn = course(throws, self.story.side_names, self.story.turn_name)
        key = [
            tag("li", _sample(place), text(name))
            for place, name in enumerate(self.story.side_names.values())
        ]
        caption = (
            "How many more (or fewer) hits each side’s dice had brought than was to be expected, "
            "roll by roll"
        )
        return tag(
            "figure",
            drawn,
            tag("figcaption", text(caption)),
            tag("ul", *key, class_="key", aria_hidden="true"),
        )

    def _colophon(self) -> str:
        told = {REFEREE: "everything", ONLOOKER: "what every player knows"}.get(
            self.eyes.seat, f"what {self.eyes.seat} knows"
        )
        return (
            f"Written by Sandtable from the record of the battle, {self.battle.number} lines. "
            f"It tells {told}."
        )


def _short(title: str) -> str:
    """The title of a chapter, short enough for a list.

    >>> _short("Turn 3 of 12: German player turn"), _short("Before the first round")
    ('turn 3, German', 'before the first round')
    """
    turn, colon, whose = title.partition(": ")
    if not colon:
        return title[:1].lower() + title[1:]
    return f"{turn.partition(' of ')[0].lower()}, {whose.removesuffix(' player turn')}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _in_words(luck: Luck) -> str:
    hits = sum(n for result, n in luck.actual.items() if result != NOTHING)
    due = sum(float(n) for result, n in luck.expected.items() if result != NOTHING)
    return (
        f": {luck.verdict}. {luck.rolls} rolls should have brought about {due:.1f} hits, and "
        f"brought {hits} ({signed(luck.deviations)} standard deviations)."
    )


def _sample(side: int) -> str:
    """A stroke of the line of a side, for the key of a chart."""
    dash = LINES[side % len(LINES)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    stroke = f'<path d="M0 8H36" stroke="var(--own)" stroke-width="3"{dashed}/>'
    return f'<svg viewBox="0 0 36 16" class="side-{side % len(LINES)}">{stroke}</svg>'


def _table(head: tuple[str, ...], rows: list[str], caption: str) -> str:
    heads = "".join(tag("th", text(name), scope="col") for name in head)
    table = tag(
        "table",
        tag("caption", text(caption), class_="unseen"),
        tag("thead", tag("tr", heads)),
        tag("tbody", *rows),
    )
    # It can be moved sideways by keyboard where it does not fit.
    return tag("div", table, class_="tabular", role="region", aria_label=caption, tabindex=0)
