"""Invitations in the browser: taken up once, kept, opened elsewhere, and asked back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Invite
from tests.browser.lobby import links, set_up
from tests.browser.people import Data, Person
from tests.browser.table import Table
from tests.server.robust.processes import Server

BATTLE = "A skirmish at the ford"
MINE: list[Data] = [
    {"seat": "british", "side": "british", "kind": "computer", "level": "random"},
    {"seat": "german", "side": "german", "kind": "me"},
]
"""The seats of a battle that waits for whoever began it."""

SHOWN_AT_FIRST = 4
"""So many battles the lobby shows without being asked, those first that wait for oneself."""


def founded(host: Person) -> str:
    """Begin a battle against a friend; the invitation."""
    form = set_up(host, BATTLE)
    form.seat("German", "A friend")
    form.wait(False)
    form.begin()
    return links(host)["german"]


def chat(table: Table) -> Locator:
    """What was said, opened."""
    table.page.get_by_role("tab", name=re.compile("Chat")).click()
    return table.page.get_by_role("log", name="What was said")


def manage(host: Person, link: str) -> Locator:
    """The Germans on the desk of whoever began the battle to which a link leads."""
    battle = link.partition("#")[0].rpartition("/")[2]
    host.page.goto("/")
    host.page.get_by_role("button", name=re.compile("^Show all")).click()
    row = host.page.locator(f'[data-battle="{battle}"]')
    row.get_by_role("button", name=re.compile("^Manage")).click()
    dialog = host.page.get_by_role("dialog", name=f"Manage {BATTLE}")
    return dialog.get_by_role("region", name="German")


def test_an_invitation_is_taken_up_once_and_kept(invite: Invite) -> None:
    link = founded(invite())
    anna = invite()
    german = Table.sit(anna, link)
    expect(german.page).not_to_have_url(re.compile(re.escape(link.partition("#")[2])))
    german.page.reload()
    Table(anna).begin()
    german.page.goto("/")
    Table.sit(anna, link)  # the first link again, in the same browser
    expect(german.page.get_by_role("button", name=re.compile("^Undo"))).to_be_visible()

    late = Table.sit(invite(), link)
    notice = late.page.get_by_role("alert").filter(has_text="You look on")
    expect(notice).to_contain_text("An invitation is good for one person")
    notice.get_by_role("button", name="Understood").click()
    expect(notice).to_have_count(0)
    expect(chat(late)).to_contain_text("has taken the seat “German”")


def test_a_seat_is_opened_on_another_device(invite: Invite) -> None:
    german = Table.sit(invite(), founded(invite()))
    german.page.get_by_role("button", name="Menu").click()
    german.page.get_by_role("button", name="Your seat, other devices").click()
    dialog = german.page.get_by_role("dialog", name="Your seat")
    dialog.get_by_role("button", name="Open on another device").click()
    link = dialog.get_by_role("textbox").input_value()
    phone = Table.sit(invite(), link)
    expect(phone.page.get_by_role("button", name=re.compile("^Undo"))).to_be_visible()
    dialog.get_by_role("button", name="Revoke further links").click()
    expect(phone.page.get_by_role("heading", name="This table is closed to you")).to_be_visible()


@pytest.mark.parametrize("agree", [False, True])
def test_a_seat_is_handed_to_a_computer_and_asked_for(
    invite: Invite, server: Server, agree: bool
) -> None:
    for _ in range(SHOWN_AT_FIRST):
        server.begin(scenario="skirmish", seats=MINE)
    host = invite()
    link = founded(host)
    german = Table.sit(invite(), link)
    seat = manage(host, link)
    expect(seat).to_contain_text("taken by")
    seat.get_by_role("button", name=re.compile("^Hand to the computer")).click()
    back = german.page.get_by_role("button", name="Play it myself again")
    back.click()
    expect(back).to_have_count(0)

    seat = manage(host, link)
    seat.get_by_role("button", name=re.compile("^Ask for the seat")).click()
    expect(seat).to_contain_text("asked to give it up")
    question = german.page.get_by_role("alert").filter(has_text="asks you to give up your seat")
    expect(question).to_be_visible()
    if agree:
        question.get_by_role("button", name="Give it up…").click()
        german.page.get_by_role("button", name="Give it up", exact=True).click()
        expect(german.page.get_by_text("You have given up this seat.")).to_be_visible()
        return
    question.get_by_role("button", name="Keep my seat").click()
    expect(question).to_have_count(0)
    said = chat(german)
    for words in ("handed", "plays the seat “German” again", "asks", "keeps"):
        expect(said).to_contain_text(words)
