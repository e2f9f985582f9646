"""Taking back on the table's page: freely, by the other side's consent, or against a computer."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.people import Person
from tests.browser.table import AGAINST_COMPUTER, FRIENDS, Table, ask_to_undo, link, shoot
from tests.server.robust.processes import Server

Pair = tuple[Table, Table]


@pytest.fixture
def pair(invite: Invite, server: Server) -> Pair:
    """The British and the German player at their browsers."""
    battle = server.begin(scenario="skirmish", seats=FRIENDS)
    british = Table.sit(invite(), link(battle, "british"))
    german = Table.sit(invite(), link(battle, "german"))
    return british, german


def hold_fire(table: Table) -> None:
    """Give the standing order that nobody reacts, so that moves are carried out at once."""
    table.prompt.get_by_role("button", name="Standing orders…").click()
    menu = table.page.get_by_role("dialog", name="Standing orders")
    menu.get_by_role("button").first.click()
    table.person.settle()
    table.card.get_by_role("button", name="Hold").click()
    table.person.settle()
    table.confirm()


def test_a_step_by_which_nothing_was_learnt_is_taken_back_freely(pair: Pair) -> None:
    british, german = pair
    hold_fire(british)
    start = german.place("grenadiers")
    german.drag("grenadiers", (start[0] + 2, start[1] - 2))
    german.given(lambda: german.page.keyboard.press("Enter"))
    british.person.until(lambda: british.place("grenadiers") != start)
    german.given(german.actions.get_by_role("button", name="Undo").click)
    assert german.place("grenadiers") == start
    british.person.until(lambda: british.place("grenadiers") == start)
    expect(german.page.get_by_role("dialog")).to_have_count(0)


def test_after_dice_the_other_side_may_decline_or_agree(pair: Pair) -> None:
    british, german = pair
    shoot(german, "panzer", "cromwell-1")
    number = german.line.number
    for answer in ("Decline", "Agree"):
        ask_to_undo(german)
        wish = british.prompt.get_by_role("alert")
        expect(wish).to_contain_text("Kessler asks to take back the last step.")
        expect(german.prompt.get_by_role("button", name="Withdraw")).to_be_visible()
        british.given(wish.get_by_role("button", name=answer).click)
        expect(german.prompt.get_by_role("alert")).to_have_count(0)
        german.person.settle()
        fired = any("fires at" in text for text in german.sentences())
        assert fired is (answer == "Decline")
        assert german.line.number == number + (answer == "Agree")
    assert british.sentences() == german.sentences()


def test_a_computer_agrees_to_anything(person: Person, server: Server) -> None:
    battle = server.begin(scenario="skirmish", seats=AGAINST_COMPUTER)
    table = Table.sit(person, link(battle, "german"))
    before = table.sentences()
    shoot(table, "panzer", "cromwell-1")
    assert table.sentences() != before
    table.actions.get_by_role("button", name="Undo").click()
    dialog = person.page.get_by_role("dialog", name="Take it back?")
    table.given(dialog.get_by_role("button", name="Take it back").click)
    assert not any("fires at" in text for text in table.sentences())
    assert table.asked() == "action"
