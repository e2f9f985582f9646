"""No page has anything that axe objects to: by day and by night, on a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import WIDE, Invite
from tests.browser.lobby import set_up
from tests.browser.people import Person
from tests.browser.table import FRIENDS, Table, link
from tests.server.robust.processes import ROOT, Server

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 390, "height": 844}
TIMES: dict[str, Literal["light", "dark"]] = {"day": "light", "night": "dark"}

SCREENS = [
    pytest.param({"viewport": WIDE}, id="desk"),
    pytest.param({"viewport": PHONE, "has_touch": True}, id="phone"),
]


@pytest.fixture(params=SCREENS)
def visitor(request: pytest.FixtureRequest, invite: Invite) -> Person:
    """Somebody with a screen of some size."""
    return invite(**request.param)


def check(person: Person, what: str) -> list[str]:
    """What axe objects to on a page as it stands, by day and by night."""
    return [
        f"{what} by {time}: {fault}"
        for time, scheme in TIMES.items()
        for fault in faults_of(person, scheme)
    ]


def faults_of(person: Person, scheme: Literal["light", "dark"]) -> Iterator[str]:
    """What axe objects to on a page in some colours."""
    page = person.page
    page.emulate_media(color_scheme=scheme)
    person.settle()
    if not page.evaluate("() => 'axe' in window"):
        # Handed to the page by the browser itself, since its policy lets no other script in.
        page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run()")
    for fault in found["violations"]:
        for node in fault["nodes"]:
            yield f"{fault['id']}: {node['target']}: {node['failureSummary']}"


def test_the_lobby_is_accessible(visitor: Person) -> None:
    set_up(visitor, "A skirmish at the ford")
    faults = check(visitor, "the set-up")
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    faults += check(visitor, "the lobby")
    assert faults == []


def test_the_table_is_accessible(visitor: Person, server: Server) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS)
    table = Table.sit(visitor, link(battle, "german"))
    faults = check(visitor, "the table")
    table.select("panzer")
    faults += check(visitor, "the table with a piece selected")
    table.press("cromwell-1")
    visitor.settle()
    expect(table.card.get_by_role("img", name=re.compile(r"\d %")).last).to_be_visible()
    faults += check(visitor, "the table with odds")
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_role("button", name="Menu").click()
    visitor.page.get_by_role("button", name="Settings").click()
    expect(visitor.page.get_by_role("dialog", name="Settings")).to_be_visible()
    faults += check(visitor, "the settings")
    assert faults == []


def test_the_replay_is_accessible(visitor: Person, server: Server) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS)
    Table.sit(visitor, link(battle, "german")).end()
    visitor.page.goto(f"/battle/{battle.id}/replay")
    visitor.page.get_by_role("button", name="To the end").click()
    expect(visitor.page.locator("#where")).to_contain_text("step 2 of 2")
    assert check(visitor, "the replay") == []


def test_the_referees_place_is_accessible(visitor: Person, server: Server) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS, referee="me")
    table = Table.sit(visitor, link(battle, "referee"))
    faults = check(visitor, "the referee's place")
    table.select("panzer")
    visitor.page.get_by_role("button", name=re.compile("^Move")).click()
    visitor.settle()
    faults += check(visitor, "a ruling")
    assert faults == []


def test_less_motion_means_none_at_all(person: Person) -> None:
    """Not even a short one: colours and places would be wrong for a moment."""
    person.page.goto("/")
    expect(person.page.get_by_role("button", name=re.compile("^Set up")).first).to_be_visible()
    person.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    person.settle()
    person.page.emulate_media(color_scheme="light")
    moving = """() => {
      document.documentElement.style.colorScheme = "dark";
      getComputedStyle(document.querySelector("button")).color;
      return document.getAnimations().length;
    }"""
    assert person.page.evaluate(moving) == 0


def test_axe_finds_what_is_wrong(person: Person) -> None:
    person.page.goto("/")
    expect(person.page.get_by_role("button", name=re.compile("^Set up")).first).to_be_visible()
    person.page.evaluate("() => document.querySelector('main').append(new Image())")
    assert [fault for fault in check(person, "the lobby") if "image-alt" in fault]
