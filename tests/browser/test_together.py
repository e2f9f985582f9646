"""Two players and a referee, each at a browser of their own, on one battle."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.lobby import links, set_up
from tests.browser.table import Table, ask_to_undo, shoot

BATTLE = "A skirmish at the ford"


@dataclass
class Company:
    """Everybody at the table."""

    british: Table
    german: Table
    referee: Table

    def in_step(self) -> None:
        """Everybody knows of the same lines, and reads the same in the log."""
        tables = (self.british, self.german, self.referee)
        last = max(table.line.number for table in tables)
        for table in tables:
            table.reach(last)
        assert self.british.sentences() == self.german.sentences() == self.referee.sentences()
        for piece in self.referee.pieces():
            places = {table.place(piece) for table in tables}
            assert len(places) == 1


@pytest.fixture
def company(invite: Invite) -> Company:
    """Three people who came by the links of the lobby."""
    host = invite()
    form = set_up(host, BATTLE)
    form.seat("German", "A friend")
    form.referee("A friend")
    form.seed("a miss")
    form.begin()
    found = links(host)
    host.page.get_by_role("link", name="To the table").click()
    british = Table(host).begin()
    german = Table.sit(invite(), found["german"])
    referee = Table.sit(invite(), found["the referee"])
    return Company(british, german, referee)


def test_each_sees_at_once_what_the_others_do(company: Company) -> None:
    british, german, referee = company.british, company.german, company.referee
    expect(british.page.locator("#pills")).to_contain_text("German: here")
    shoot(german, "panzer", "cromwell-1")
    company.in_step()
    assert any("Panzer IV fires at Cromwell, 1 Troop" in text for text in british.sentences())

    overrule(referee, "Out")
    company.in_step()
    expect(british.log).to_contain_text("The referee decrees")
    expect(british.piece("cromwell-1")).to_have_count(0)
    expect(german.piece("cromwell-1")).to_have_count(0)

    move(referee, "rifles", (8.0, 5.0), "They were in the wood.")
    company.in_step()
    assert british.place("rifles") == german.place("rifles") == (8.0, 5.0)
    expect(german.log).to_contain_text("They were in the wood.")

    announce(referee, "Rain begins to fall.")
    company.in_step()
    expect(british.log).to_contain_text("Rain begins to fall.")

    ask_to_undo(german)
    answer = referee.page.get_by_role("alert").filter(has_text="asks to take back")
    referee.given(answer.get_by_role("button", name="Agree").click)
    company.in_step()
    assert not any("fires at" in text for text in british.sentences())
    assert british.place("rifles") == (15.0, 3.5)
    expect(british.piece("cromwell-1")).to_be_visible()


def overrule(referee: Table, result: str) -> None:
    """Put another result in place of the last one."""
    referee.page.get_by_role("button", name="Overrule…").click()
    dialog = referee.page.get_by_role("dialog", name="Overrule the last result")
    dialog.get_by_role("combobox").first.select_option(label=result)
    referee.given(dialog.get_by_role("button", name="Overrule").click)


def move(referee: Table, piece: str, to: tuple[float, float], reason: str) -> None:
    """Drag a piece somewhere else, and say why."""
    referee.drag(piece, to)
    ruling = referee.page.get_by_role("form", name="The ruling")
    for label, number in told(referee, to):
        ruling.get_by_label(label, exact=True).fill(f"{number:g}")
    ruling.get_by_label(re.compile("^Reason")).fill(reason)
    referee.person.settle()
    referee.given(ruling.get_by_role("button", name="Decree").click)


def told(referee: Table, at: tuple[float, float]) -> list[tuple[str, float]]:
    """A place as the page has it typed: in inches, or by column and row."""
    if referee.page.get_by_label("Column", exact=True).count():
        depth = float((referee.board.get_attribute("aria-label") or "").split()[4])
        return [("Column", at[0] - 0.5), ("Row", depth - at[1] - 0.5)]
    return [("Inches east", at[0]), ("Inches north", at[1])]


def announce(referee: Table, text: str) -> None:
    """Say something to everybody."""
    referee.page.get_by_role("button", name=re.compile("^Announce…")).click()
    dialog = referee.page.get_by_role("dialog", name="Announce")
    dialog.get_by_role("textbox").fill(text)
    referee.given(dialog.get_by_role("button", name="Announce").click)
