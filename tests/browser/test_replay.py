"""A battle again, from its beginning; and another way on from the middle of it."""

from __future__ import annotations

import re
from itertools import count

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lobby import SetUp
from tests.browser.people import Data, Person
from tests.browser.table import FRIENDS, Table
from tests.server.robust.clients import Client
from tests.server.robust.processes import Begun, Server

STEP: Data = {"order": "move", "element": "rifles", "path": [[12.0, 6.0]]}


@pytest.fixture(scope="module")
def finished(server: Server) -> Begun:
    """A battle that is over: the British took a step, and nobody did anything else."""
    battle = server.begin(scenario="ambush", seats=FRIENDS)
    british, german = (
        Client(server, battle.id, battle.tokens[seat], seat) for seat in ("british", "german")
    )
    keys = (f"order-{number}" for number in count(100))
    for client in (british, german):
        client.connect()
    give(british, STEP, next(keys))
    while not (british.is_over or german.is_over):
        last = max(british.number, german.number)
        british.catch_up(last)
        german.catch_up(last)
        give(british if british.is_asked else german, {"order": "done"}, next(keys))
    for client in (british, german):
        client.close()
    return battle


def give(client: Client, order: Data, key: str) -> None:
    """Give an order without a page."""
    message = {"type": "give", "key": key, "expect": client.number, "order": order}
    assert client.request(message)["type"] == "done"


class Replay:
    """The replay's page."""

    def __init__(self, page: Page, battle: Begun) -> None:
        self.page = page
        self.scrubber = page.get_by_label("Moment of the battle")
        self.where = page.locator("#where")
        self.log = page.get_by_role("region", name="What has happened")
        self.board = page.get_by_role("application")
        page.goto(f"/battle/{battle.id}/replay")
        expect(self.where).to_contain_text("step 1 of")

    def at(self, step: int) -> None:
        """It has come to a step, everywhere on the page."""
        expect(self.where).to_contain_text(f"step {step} of {self.steps}")
        expect(self.scrubber).to_have_value(str(step - 1))
        expect(self.shown).to_have_count(step)

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return int(self.scrubber.get_attribute("max") or 0) + 1

    @property
    def shown(self) -> Locator:
        """The steps that the log tells of."""
        return self.log.get_by_role("listitem")

    def pieces(self) -> set[str]:
        """The pieces that are drawn."""
        drawn = self.board.locator("[data-piece]").all()
        return {piece.get_attribute("data-piece") or "" for piece in drawn}


def test_a_replay_goes_to_any_moment(person: Person, finished: Begun) -> None:
    replay = Replay(person.page, finished)
    page, steps = person.page, replay.steps
    assert steps > 4
    replay.at(1)
    page.get_by_role("button", name="One step on").click()
    replay.at(2)
    page.keyboard.press("ArrowRight")
    replay.at(3)
    page.get_by_role("button", name="One step back").click()
    replay.at(2)
    page.get_by_role("button", name="To the end").click()
    replay.at(steps)
    expect(replay.log).to_contain_text(re.compile("wins|drawn"))
    replay.scrubber.focus()
    page.keyboard.press("Home")
    replay.at(1)
    replay.scrubber.fill(str(steps // 2))
    replay.at(steps // 2 + 1)
    page.get_by_label("Speed", exact=True).select_option("8")
    page.get_by_role("button", name="Play").click()
    replay.at(steps)


def test_a_battle_is_seen_through_the_eyes_of_a_seat(person: Person, finished: Begun) -> None:
    replay = Replay(person.page, finished)
    hidden = {"brandt-gun", "vogel-squad"}
    expect(replay.board.locator('[data-piece="brandt-gun"]')).to_be_visible()
    assert hidden <= replay.pieces()
    eyes = person.page.get_by_label("Through whose eyes")
    eyes.select_option("British")
    expect(replay.board.locator('[data-piece="brandt-gun"]')).to_have_count(0)
    assert not hidden & replay.pieces()
    eyes.select_option("German")
    expect(replay.board.locator('[data-piece="brandt-gun"]')).to_be_visible()


def test_a_battle_is_taken_over_from_a_turn(person: Person, finished: Begun) -> None:
    replay = Replay(person.page, finished)
    page = person.page
    page.get_by_role("button", name="Next turn").click()
    expect(replay.where).to_contain_text("Turn 2 of 2")
    page.get_by_role("button", name="Take over from here").click()
    form = SetUp(person, "Take over An ambush in the sunken lane")
    form.seat("British", "Me")
    form.begin("Take over")
    page.wait_for_url(re.compile(rf"/battle/(?!{finished.id})"))
    table = Table(person).begin()
    expect(page.locator("#pills")).to_contain_text("Turn 2 of 2")
    assert table.asked()
    told = len(table.sentences())
    table.answer()
    person.until(lambda: table.line.is_over or table.line.is_asked)
    assert len(table.sentences()) > told


def test_a_replay_counts_in_the_words_of_its_book(person: Person, server: Server) -> None:
    seats = [{"seat": side, "side": side, "kind": "me"} for side in ("british", "german")]
    battle = server.begin(scenario="coastal-battery", seats=seats, seed="4")
    replay = Replay(person.page, battle)
    page = person.page
    expect(replay.where).to_contain_text("Before round 1")
    expect(replay.log.get_by_role("heading")).to_have_text(["Before round 1"])
    expect(page.get_by_role("button", name="Next round")).to_be_visible()
    expect(page.get_by_role("combobox", name="Round").locator("option")).to_have_text(
        ["Before round 1"]
    )
    expect(page.locator("body")).not_to_contain_text(re.compile(r"\bturn\b", re.IGNORECASE))
