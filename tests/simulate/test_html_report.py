"""The battle report as a page: complete, safe, and silent about what its reader may not know."""

from __future__ import annotations

import base64
import hashlib
import itertools
import random
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.battle import Announce, Battle, DiceRecord, Event
from sandtable.dice import FairDice, Roll, ScriptedDice, SeededDice
from sandtable.journal import Difference, Verification, verify_battle
from sandtable.odds import Tally
from sandtable.players import run_battle, seat_players
from sandtable.report import html_report, report_style_hash, text_log
from sandtable.report.eyes import ONLOOKER, Eyes
from sandtable.report.luck import luck_of
from sandtable.report.page import pictures_of
from sandtable.report.story import losses_of, tell
from sandtable.scenario import load_scenario
from tests.conformance.toybook import MIRROR, TRENCH_RAID
from tests.journal.kit import go_on, raid
from tests.panzer8.kit.hiding import copses

SECRET = bytes(range(32))
EMPTY = {"meta"}
LAID = ("ge-pak40", None, "ge-mg", None, "ge-rifle-44", "ge-mortar-81")
OTHERWISE = (None, "ge-mortar-81", None, "ge-rifle-44", "ge-mg", "ge-pak40")


class Page(HTMLParser):
    """What stands in a page; fails where elements are not closed as they were opened."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.elements: list[dict[str, str]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        assert self._open == []

    def handle_starttag(self, name: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(name)
        self.elements.append({key: value or "" for key, value in attrs})
        if name not in EMPTY:
            self._open.append(name)

    def handle_startendtag(self, name: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(name, attrs)
        self._open.pop()

    def handle_endtag(self, name: str) -> None:
        assert self._open.pop() == name

    def handle_data(self, words: str) -> None:
        self.words.append(words)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    @property
    def attributes(self) -> list[tuple[str, str]]:
        return [pair for each in self.elements for pair in each.items()]

    def all(self, attribute: str) -> list[str]:
        return [value for name, value in self.attributes if name == attribute]


@pytest.fixture(scope="module")
def battle() -> Battle[Any]:
    fought = Battle.start(load_scenario("saint-aubin"), dice=SeededDice(3))
    run_battle(fought, seat_players(fought, ["random", "random"], 3))
    return fought


@pytest.fixture(scope="module")
def source(battle: Battle[Any]) -> str:
    return html_report(battle)


@pytest.fixture(scope="module")
def page(source: str) -> Page:
    return Page(source)


# -- what is in it --------------------------------------------------------------------------------


def test_everything_that_happened_is_told(battle: Battle[Any], page: Page) -> None:
    for event in battle.events:
        if event.kind not in ("turn", "victory"):
            assert " ".join(event.text.split()) in page.text
        for tally in event.tallies:
            for modifier in tally.modifiers:
                assert f"{modifier.value:+d} {modifier.text}" in page.text
    assert battle.outcome is not None
    assert battle.outcome.reason in page.text
    assert battle.scenario.title in page.text


def test_every_die_is_shown(battle: Battle[Any], source: str) -> None:
    shown = re.findall(r'<span class="die[^"]*" aria-hidden="true">(\d+)</span>', source)
    thrown = [str(f) for e in battle.events for r in e.rolls for f in r.faces]
    assert shown == thrown
    assert 'class="die side-0"' in source
    assert 'class="die side-1"' in source


def test_the_table_is_drawn_at_the_start_at_turning_points_and_at_the_end(
    battle: Battle[Any], page: Page
) -> None:
    pictures = pictures_of(battle)
    maps = [c for c in page.all("class") if c.startswith("sandtable-drawing")]
    assert len(maps) == len(pictures) >= 2
    assert "The table before the battle" in page.text
    assert "The table at the end" in page.text


def test_losses_and_luck_are_in_tables_with_headings(battle: Battle[Any], page: Page) -> None:
    assert page.tags.count("table") == 2
    assert page.tags.count("caption") == 2
    assert page.all("scope").count("row") == 4
    for losses in losses_of(battle):
        assert f"{len(losses.lost)} of {losses.strength}" in page.text
        assert "; ".join(losses.lost) in page.text
    for luck in luck_of(battle):
        assert luck.verdict in page.text
    assert "course" in page.all("class")


def test_headings_links_and_pictures_can_be_followed_without_eyes(page: Page) -> None:
    levels = [int(name[1]) for name in page.tags if re.fullmatch(r"h[1-6]", name)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in itertools.pairwise(levels))
    ids = page.all("id")
    assert len(ids) == len(set(ids))
    for target in page.all("href"):
        assert target[1:] in ids
    assert page.all("lang") == ["en"]
    pictures = [each for each in page.elements if each.get("role") == "img"]
    assert len(pictures) > 2
    assert all(len(each["aria-label"]) > 20 for each in pictures)


# -- safe -----------------------------------------------------------------------------------------


def test_it_needs_nothing_else_and_runs_nothing(source: str, page: Page) -> None:
    assert not {"script", "link", "iframe", "object", "img", "form", "base"} & set(page.tags)
    for name, value in page.attributes:
        assert not name.startswith("on")
        assert name != "style"
        assert name in ("xmlns", "content") or "//" not in value
        assert "url(" not in value or value.startswith("url(#map")
    assert "@import" not in source
    assert "url(" not in source[source.index("<style>") : source.index("</style>")]


def test_its_style_can_be_allowed_by_its_hash(source: str) -> None:
    (style,) = re.findall(r"<style>(.*?)</style>", source, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert report_style_hash() == f"'sha256-{digest}'"
    assert "@media print" in style
    assert "prefers-color-scheme:dark" in style


def test_text_is_text() -> None:
    nasty = "<script>alert('x')</script> & \"quoted\""
    scenario = load_scenario("saint-aubin")
    units = (msgspec.structs.replace(scenario.units[0], name=nasty), *scenario.units[1:])
    battle = Battle.start(
        msgspec.structs.replace(scenario, title=nasty, briefing=nasty, units=units), referee=True
    )
    battle.rule(Announce(text=nasty))
    written = Page(html_report(battle))
    assert "script" not in written.tags
    assert written.text.count("alert('x')") >= 4


# -- who may know what ----------------------------------------------------------------------------


def hiding(under: tuple[str | None, ...]) -> Battle[Any]:
    battle = Battle.start(copses(under), dice=SeededDice(3))
    view = battle.view("british")
    battle.play(view.pick(view.choices[0], random.Random(3)), "british")
    return battle


@pytest.mark.parametrize("seat", ["british", ONLOOKER])
def test_what_lies_under_counters_makes_no_difference(seat: str) -> None:
    one, two = hiding(LAID), hiding(OTHERWISE)
    assert html_report(one, seat) == html_report(two, seat)
    assert html_report(one) != html_report(two)
    assert tell(one, seat=seat) == tell(two, seat=seat)


def test_the_hidden_count_neither_among_the_strong_nor_among_the_lost() -> None:
    battle = hiding(LAID)
    own, enemy = losses_of(battle, Eyes(battle, "british"))
    assert (own.strength, own.lost) == (6, ())
    assert (enemy.strength, enemy.lost) == (2, ())
    assert losses_of(battle)[1].strength == 6
    assert losses_of(battle, Eyes(battle, "german"))[1].strength == 6


def test_the_seed_is_not_told_while_dice_are_to_fall() -> None:
    dice = SeededDice("a-secret-seed", drawn=True)
    battle = Battle.start(load_scenario("saint-aubin"), dice=dice)
    for seat in ("british", "german", ONLOOKER):
        written = html_report(battle, seat)
        assert "a-secret-seed" not in written
        assert "not checked yet" in written
    assert "a-secret-seed" in html_report(battle)
    assert "The battle goes on" in html_report(battle)
    assert "It waits for british" in html_report(battle, ONLOOKER)


def test_a_seed_that_somebody_chose_is_told_to_all_as_such() -> None:
    battle = Battle.start(load_scenario("saint-aubin"), dice=SeededDice("marmalade"))
    for seat in ("british", "german", ONLOOKER):
        told = Page(html_report(battle, seat)).text
        assert "Seed marmalade" in told
        assert "The seed was chosen by the host; whoever knows it can work out every roll." in told


def test_an_unknown_reader_is_refused(battle: Battle[Any]) -> None:
    with pytest.raises(LookupError, match="no seat 'french'"):
        html_report(battle, "french")


# -- the dice -------------------------------------------------------------------------------------


def test_seeded_dice_are_checked(battle: Battle[Any], page: Page) -> None:
    found = verify_battle(battle)
    assert found.ok
    assert f"all {found.faces} faces" in page.text
    assert "✓ verified" in page.text
    assert "Seed 3" in page.text


def test_fair_dice_are_laid_open() -> None:
    dice = FairDice(SECRET, ("Bocage", "Größe"))
    battle = go_on(Battle(TRENCH_RAID, MIRROR, dice), 300)
    before = Page(html_report(battle)).text
    assert f"Commitment {dice.commitment} Words Bocage, Größe Secret not laid open yet" in before
    battle.reveal(SECRET)
    after = Page(html_report(battle)).text
    assert f"Secret {SECRET.hex()}" in after
    assert "✓ verified" in after
    assert "faces that could be checked" in after


def test_real_dice_have_the_record_for_their_only_witness() -> None:
    record = DiceRecord(kind="typed")
    battle: Battle[Any] = Battle(TRENCH_RAID, MIRROR, ScriptedDice(), dice_record=record)
    told = Page(html_report(battle)).text
    assert "Real dice. The dice were thrown at the table and typed in." in told
    assert "The dice are typed: the record is the only witness" in told


def test_a_battle_that_was_taken_over_names_both_sorts_of_dice() -> None:
    told = Page(html_report(raid(9).take_over(6, dice=SeededDice("new")))).text
    assert "Up to line 6, before it was taken over" in told
    assert "From line 7 on" in told
    assert "Seed 1" in told
    assert "Seed new" in told


def test_a_record_that_does_not_hold_is_shown_as_such(battle: Battle[Any]) -> None:
    wrong = Difference(line=4, fault="face", expected="1d10, firer: 4", found="1d10, firer: 9")
    found = Verification(file="x", lines=3, difference=wrong)
    told = Page(html_report(battle, verification=found)).text
    assert "✗ not verified" in told
    assert "In line 4 of the record the face is not as it should be" in told


# -- any book, any state --------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [0, 3, 300])
def test_any_book_has_a_report(steps: int) -> None:
    for seat in ("referee", "alice", ONLOOKER):
        Page(html_report(raid(steps), seat))


def test_shells_are_the_luck_of_those_who_fire_them() -> None:
    battle = Battle.start(load_scenario("saint-aubin"))
    shells = Event(
        kind="shelling",
        text="Pak 40 is under fire.",
        pieces=("pak",),
        data={"by": "british", "effect": "out", "odds": {"none": "1/2", "out": "1/2"}},
    )
    british, german = luck_of(battle, [shells])
    assert (british.rolls, german.rolls) == (1, 0)


# -- the log --------------------------------------------------------------------------------------


def test_a_log_is_told_turn_by_turn(battle: Battle[Any]) -> None:
    log = text_log(battle.events)
    flat = " ".join(log.split())
    for event in battle.events:
        if event.kind != "victory":
            assert " ".join(event.text.rstrip(".").split()) in flat
    assert log.startswith("Turn 1 of 10: British player turn --")
    assert max(map(len, log.splitlines())) <= 100
    assert len(text_log(battle.events, details=False)) < len(log)


def test_a_log_has_dice_and_modifiers_with_their_rules() -> None:
    tally = Tally("firer").add(5, "toy.fire.watch", "aimed")
    event = Event(
        kind="fire",
        text="A fires at B.",
        rolls=(Roll("A", 10, (7,)), Roll("B", 10, (2,))),
        tallies=(tally,),
        rules=("toy.fire.watch", "toy.end.victory"),
    )
    log = text_log([event])
    assert "A fires at B.  [d10: 7 against 2]" in log
    assert "+5  aimed  toy.fire.watch" in log
    assert "by toy.end.victory" in log
    assert "aimed" not in text_log([event], False)
    assert text_log([]) == "\n"


def test_pages_are_written_from_the_command_line(tmp_path: Path) -> None:
    from sandtable.journal import save
    from tests.cli.kit import run

    save(Battle.start(load_scenario("saint-aubin")), tmp_path / "battle.jsonl")
    target = tmp_path / "told" / "battle.HTML"
    run("report", str(tmp_path / "battle.jsonl"), "-o", str(target))
    assert target.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert [path.name for path in target.parent.iterdir()] == ["battle.HTML"]
