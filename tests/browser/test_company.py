"""Being at one table: who is there, what is said, and one screen for two players."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.lobby import links, set_up
from tests.browser.people import Data, Person
from tests.browser.table import FRIENDS, Table, link
from tests.server.robust.processes import Server

BOTH: list[Data] = [
    {"seat": "british", "side": "british", "kind": "me"},
    {"seat": "german", "side": "german", "kind": "me"},
]
"""One browser for both sides."""


def say(table: Table, text: str, to: str = "to all") -> None:
    """Say something to all, or to one's own side."""
    table.page.get_by_label("To whom").select_option(to)
    table.page.get_by_label("Message", exact=True).fill(text)
    table.given(lambda: table.page.keyboard.press("Enter"))


def test_people_see_who_is_there_and_hear_what_is_said(invite: Invite, server: Server) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS)
    british = Table.sit(invite(), link(battle, "british"))
    pills = british.page.locator("#pills")
    expect(pills).to_contain_text("German: Kessler, not connected")
    german = Table.sit(invite(), link(battle, "german"))
    expect(pills).not_to_contain_text("not connected")
    onlooker = Table.sit(invite(), f"/battle/{battle.id}#{battle.onlookers}")
    expect(pills).to_contain_text("1 looking on")

    say(german, "Cold morning.")
    say(german, "They come by the road.", "to my side")
    expect(british.page.get_by_role("tab", name=re.compile("Chat"))).to_contain_text("2")
    british.page.get_by_role("tab", name=re.compile("Chat")).click()
    heard = british.page.get_by_role("log", name="What was said")
    expect(heard).to_contain_text("Kessler")
    expect(heard).to_contain_text("Cold morning.")
    say(british, "<b>Not bold</b>")
    german.page.get_by_role("tab", name=re.compile("Chat")).click()
    expect(german.page.get_by_text("<b>Not bold</b>", exact=True)).to_be_visible()
    for table in (british, onlooker):
        assert "by the road" not in "".join(table.line.heard)

    german.page.close()
    expect(pills).to_contain_text("German: Kessler, not connected")


def test_an_onlooker_can_do_nothing(person: Person, server: Server) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS)
    table = Table.sit(person, f"/battle/{battle.id}#{battle.onlookers}")
    table.select("panzer")
    expect(person.page.get_by_role("region", name="Selected piece")).to_contain_text("Panzer IV")
    expect(table.actions.get_by_role("button")).to_have_count(0)
    x, y = table.place("panzer")
    table.drag("panzer", (x, y - 3))
    expect(table.card).to_be_hidden()
    assert table.line.orders == {}


def test_two_players_at_one_screen_hand_it_over_behind_a_curtain(person: Person) -> None:
    form = set_up(person, "An ambush in the sunken lane")
    form.seat("German", "Me")
    form.begin()
    table = Table(person).begin()
    hidden = table.board.locator('[data-piece="brandt-gun"]')
    expect(hidden).to_have_count(0)
    hand_over(table, "German")
    expect(hidden).to_be_visible()
    hand_over(table, "British")
    expect(hidden).to_have_count(0)
    assert "Brandt" not in person.page.content()


def test_two_windows_of_one_browser_need_no_curtain(invite: Invite, server: Server) -> None:
    battle = server.begin(scenario="ambush", seats=BOTH)
    one = invite()
    british = Table.sit(one, link(battle, "british"))
    curtain = british.page.locator("#curtain")
    two = one.beside()
    german = Table.sit(two, link(battle, "german"))
    expect(german.page.locator("#pills")).to_contain_text("British: here")

    british.drag("rifles", (12.0, 5.5))
    british.confirm()
    assert german.asked() == "reaction"
    expect(curtain).to_be_hidden()
    expect(british.prompt).to_contain_text("Waiting for German")
    german.end()
    assert british.asked() == "action"
    expect(curtain).to_be_hidden()
    expect(german.page.locator("#curtain")).to_be_hidden()

    # The curtain falls when the other window is gone, and rises when it is back.
    british.drag("cromwell-1", (18.0, 5.0))
    british.confirm()
    assert german.asked() == "reaction"
    german.page.close()
    expect(curtain).to_be_visible()
    german = Table.sit(one.beside(), link(battle, "german"))
    assert german.asked() == "reaction"
    expect(curtain).to_be_hidden()
    expect(british.page.locator("main")).not_to_have_attribute("inert", "")
    british.select("cromwell-1")


def hand_over(table: Table, side: str) -> None:
    """End the phase, so that the other side is to decide, and take the table over."""
    table.asked()
    table.end()
    curtain = table.page.get_by_role("dialog", name=f"Hand the table to the {side} player")
    expect(curtain).to_be_visible()
    expect(table.page.locator("main")).to_have_attribute("inert", "")
    with table.page.expect_navigation():
        curtain.get_by_role("button", name=f"I am the {side} player").click()
    expect(curtain).to_be_hidden()
    table.begin()
    expect(table.page.locator("#pills")).to_contain_text(f"Your decision: action · {side}")


def test_commanders_of_one_side_are_told_apart_in_words(person: Person, server: Server) -> None:
    seats = [
        {"seat": "british", "side": "british", "kind": "me"},
        {"seat": "german-1", "side": "german", "kind": "friend", "pieces": ["panzer"]},
        {"seat": "german-2", "side": "german", "kind": "friend", "pieces": ["grenadiers"]},
    ]
    battle = server.begin(scenario="skirmish", seats=seats, wait=True)
    person.page.goto(link(battle, "british"))
    expect(person.page.locator("#prompt")).to_contain_text(
        "you, and German commander 1 and German commander 2."
    )


def test_a_side_in_hiding_is_shared_without_a_word_of_its_pieces(
    person: Person, server: Server
) -> None:
    form = set_up(person, "Ambush in the sunken lane")
    american = form.dialog.get_by_role("region", name="American")
    expect(american.get_by_role("heading")).to_contain_text("in hiding")
    expect(person.page.locator(".forces li", has_text="American").last).to_contain_text("in hiding")
    american.get_by_role("button", name="Share the Americans among several people").click()
    expect(american).to_contain_text("dealt out evenly, unseen")
    expect(american.get_by_role("group", name=re.compile("^Commander"))).to_have_count(2)
    expect(american.get_by_role("group", name="Miller")).to_have_count(0)
    form.begin()
    found = links(person)
    person.page.goto(next(there for label, there in found.items() if "american" in label))
    table = Table(person).begin()
    assert {"miller", "kowalski", "olsen"} <= table.pieces()
