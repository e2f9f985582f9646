"""No page has anything that axe objects to: by day and by night, on a desk and on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import WIDE, Invite
from tests.browser.lobby import set_up
from tests.browser.people import Person
from tests.browser.table import FRIENDS, Table, link
from tests.server.robust.processes import ROOT, Server

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 390, "height": 844}

SCREENS = [
    pytest.param({"viewport": WIDE, "color_scheme": "light"}, id="desk-by-day"),
    pytest.param({"viewport": WIDE, "color_scheme": "dark"}, id="desk-by-night"),
    pytest.param(
        {"viewport": PHONE, "color_scheme": "light", "has_touch": True}, id="phone-by-day"
    ),
    pytest.param(
        {"viewport": PHONE, "color_scheme": "dark", "has_touch": True}, id="phone-by-night"
    ),
]


def check(page: Page, what: str) -> list[str]:
    """What axe objects to on a page as it stands."""
    if not page.evaluate("() => 'axe' in window"):
        # Handed to the page by the browser itself, since its policy lets no other script in.
        page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run()")
    return [
        f"{what}: {fault['id']}: {node['target']} {node['html'][:200]} {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


@pytest.fixture(params=SCREENS)
def visitor(request: pytest.FixtureRequest, invite: Invite) -> Person:
    """Somebody with a screen of some size, by day or by night."""
    return invite(**request.param)


def test_the_lobby_is_accessible(visitor: Person) -> None:
    set_up(visitor, "A skirmish at the ford")
    faults = check(visitor.page, "the set-up")
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    faults += check(visitor.page, "the lobby")
    assert faults == []


def test_the_table_is_accessible(visitor: Person, server: Server) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS)
    table = Table.sit(visitor, link(battle, "german"))
    faults = check(visitor.page, "the table")
    table.select("panzer")
    faults += check(visitor.page, "the table with a piece selected")
    table.press("cromwell-1")
    visitor.settle()
    expect(table.card.get_by_role("img", name=re.compile(r"\d %")).last).to_be_visible()
    faults += check(visitor.page, "the table with odds")
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_role("button", name="Menu").click()
    visitor.page.get_by_role("button", name="Settings").click()
    expect(visitor.page.get_by_role("dialog", name="Settings")).to_be_visible()
    faults += check(visitor.page, "the settings")
    assert faults == []


def test_the_replay_is_accessible(visitor: Person, server: Server) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS)
    Table.sit(visitor, link(battle, "german")).end()
    visitor.page.goto(f"/battle/{battle.id}/replay")
    visitor.page.get_by_role("button", name="To the end").click()
    expect(visitor.page.locator("#where")).to_contain_text("step 2 of 2")
    assert check(visitor.page, "the replay") == []


def test_the_referees_place_is_accessible(visitor: Person, server: Server) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS, referee="me")
    table = Table.sit(visitor, link(battle, "referee"))
    faults = check(visitor.page, "the referee's place")
    table.select("panzer")
    visitor.page.get_by_role("button", name=re.compile("^Move")).click()
    visitor.settle()
    faults += check(visitor.page, "a ruling")
    assert faults == []
