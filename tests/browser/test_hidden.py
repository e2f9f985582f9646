"""What a player may not know is nowhere in the page: not on it, and not in what it was sent."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.table import FRIENDS, Table, link
from tests.server.robust.processes import Server

SECRET = re.compile("brandt|vogel", re.IGNORECASE)
"""Stands in the ids and names of the hidden pieces, and nowhere else."""


@dataclass
class Company:
    """The attacker, who knows nothing, the defender, who knows all, and somebody who looks on."""

    british: Table
    german: Table
    onlooker: Table


@pytest.fixture
def company(invite: Invite, server: Server) -> Company:
    """Everybody at the ambush."""
    battle = server.begin(scenario="ambush", seats=FRIENDS)
    return Company(
        british=Table.sit(invite(), link(battle, "british")),
        german=Table.sit(invite(), link(battle, "german")),
        onlooker=Table.sit(invite(), f"/battle/{battle.id}#{battle.onlookers}"),
    )


def knows(table: Table) -> bool:
    """Whether the page shows or was ever sent anything of what is hidden."""
    table.person.settle()
    everything = [
        table.page.content(),
        *table.line.heard,
        *(body for address, body in table.person.bodies().items() if "/static/" not in address),
    ]
    return any(SECRET.search(text) for text in everything)


def look_at_the_replay(table: Table) -> None:
    """Go to the replay, where nothing more is told, and come back."""
    seat = table.page.url
    table.page.goto(f"{seat.partition('#')[0]}/replay")
    table.page.get_by_role("button", name="To the end").click()
    expect(table.page.locator("#where")).to_contain_text(re.compile(r"step (\d+) of \1$"))
    assert not knows(table)
    table.page.goto(seat)
    table.begin()


def test_hidden_pieces_are_nowhere_until_they_show_themselves(company: Company) -> None:
    british, german, onlooker = company.british, company.german, company.onlooker
    assert {"brandt-gun", "vogel-squad"} <= german.pieces()
    assert knows(german)
    assert len(british.pieces() - german.pieces()) == 0

    british.select("cromwell-1")
    british.prompt.get_by_role("button", name="Suggestions…").click()
    expect(british.page.get_by_role("dialog", name="Suggestions")).to_contain_text("Cromwell")
    british.page.keyboard.press("Escape")
    british.drag("rifles", (12.0, 5.5))
    british.confirm()
    assert german.asked() == "reaction"
    german.end()
    british.asked()
    for table in (british, onlooker):
        table.page.get_by_role("tab", name="Pieces").click()
        assert not knows(table)
    look_at_the_replay(british)

    british.drag("cromwell-1", (18.0, 5.0))
    british.confirm()
    assert german.asked() == "reaction"
    german.select("brandt-gun")
    german.order("Show")
    german.card.get_by_role("button", name=re.compile("Facing")).click()
    german.card.get_by_label(re.compile("face")).fill("180")
    german.given(lambda: german.page.keyboard.press("Enter"))
    for table in (british, onlooker):
        expect(table.piece("brandt-gun")).to_be_visible()
        assert "Vogel" not in "".join(table.line.heard)
