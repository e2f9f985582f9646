"""Keys mean what they mean, wherever the pointer happens to rest."""

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
