"""Keys mean what they mean, wherever the pointer rests; and what rests there means nothing."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.table import FRIENDS, Table, link
from tests.server.robust.processes import Server


def test_the_text_of_a_rule_under_the_pointer_swallows_no_key(
    invite: Invite, server: Server
) -> None:
    battle = server.begin(scenario="saint-aubin", seats=FRIENDS)
    table = Table.sit(invite(), link(battle, "british"))
    page = table.page
    text = page.locator(".rule-text")
    message = page.get_by_label("Message")
    message.fill("Hello")
    table.given(lambda: page.keyboard.press("Enter"))
    table.prompt.locator(".rule").first.hover()
    expect(text).to_be_visible()
    page.keyboard.press("Escape")
    expect(text).to_have_count(0)
    page.keyboard.press("n")
    expect(message).to_have_value("")
    expect(table.board.locator("[data-piece]:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(table.board.locator("[data-piece][aria-pressed=true]")).to_have_count(1)


def test_the_text_of_a_rule_stays_when_it_was_asked_for(invite: Invite, server: Server) -> None:
    battle = server.begin(scenario="saint-aubin", seats=FRIENDS)
    table = Table.sit(invite(), link(battle, "british"))
    text = table.page.locator(".rule-text")
    table.prompt.locator(".rule").first.hover()
    expect(text).to_be_visible()
    table.page.mouse.move(300, 300)
    expect(text).to_have_count(0)
    table.prompt.locator(".rule").first.click()
    table.page.mouse.move(300, 300)
    table.page.wait_for_timeout(600)
    expect(text).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(text).to_have_count(0)


COVERED_LINK = """() => {
  const link = document.querySelector("#prompt .rule").cloneNode(true);
  link.style.cssText = "position: fixed; z-index: 8; left: 280px; top: 290px";
  const cover = document.createElement("button");
  cover.id = "cover";
  cover.textContent = "What covers it";
  cover.style.cssText = "position: fixed; z-index: 9; left: 260px; top: 280px; height: 40px";
  document.body.append(link, cover);
}"""


def test_a_rule_that_comes_under_a_pointer_at_rest_is_not_told(
    invite: Invite, server: Server
) -> None:
    """What lies under a pointer goes, and something else comes, whenever anything happens."""
    battle = server.begin(scenario="saint-aubin", seats=FRIENDS)
    table = Table.sit(invite(), link(battle, "british"))
    text = table.page.locator(".rule-text")
    table.page.evaluate(COVERED_LINK)
    table.page.mouse.move(300, 300)
    table.person.settle()
    table.page.evaluate("() => document.querySelector('#cover').remove()")
    table.page.wait_for_timeout(800)
    expect(text).to_have_count(0)
    table.page.mouse.move(302, 301)
    expect(text).to_be_visible()
