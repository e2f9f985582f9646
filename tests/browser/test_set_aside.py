"""A battle that does not go on says why, can be looked at, and leads where it goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from sandtable.catalogue import Change, Revision
from sandtable.rulebooks.panzer8.rulebook import Panzer8
from tests.server.kit import FRIENDS, Table, hold_fire, running

CHANGES = (
    Change(("p8.los.mutual",), "Who sees an element is seen by it, through smoke, too."),
    Change(("p8.fire.mod-within-4",), "A target exactly 4 inches away is within 4."),
)


@pytest.fixture
def parted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A battle between two people whose rules have changed since they moved."""
    with running(tmp_path) as server:
        table = server.begin(**FRIENDS)
        with table.sit("british") as british, table.sit("german") as german:
            hold_fire(british, german)
            for _ in range(2):
                british.give(british.offered("move"))
    apply, now = Panzer8.apply, Panzer8.revision

    def applied(self: Panzer8, state: Any, seat: str, order: Any, dice: Any) -> Any:
        events = apply(self, state, seat, order, dice)
        if type(order).__name__ == "Move":
            name, piece = next(iter(state.pieces.items()))
            state.pieces[name] = msgspec.structs.replace(piece, x=piece.x + 0.25)
        return events

    revisions = (Revision(now, REVISED), Revision(now + 1, REVISED, CHANGES))
    monkeypatch.setattr(Panzer8, "apply", applied)
    monkeypatch.setattr(Panzer8, "revision", now + 1)
    monkeypatch.setattr(Panzer8, "revisions", revisions)
    with running(tmp_path) as server:
        yield table.at(server)


REVISED = Panzer8().revisions[0].date


@pytest.fixture
def context(browser: Browser, parted: Table) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=parted.server.url, reduced_motion="reduce")
    yield context
    context.close()


def at_table(context: BrowserContext, table: Table, seat: str = "british") -> Page:
    page = context.new_page()
    page.goto(f"/battle/{table.id}#{table.tokens[seat]}")
    return page


def test_it_says_why_and_can_be_looked_at(context: BrowserContext, parted: Table) -> None:
    page = at_table(context, parted)
    note = page.get_by_role("region", name="Why this battle does not go on")
    expect(note).to_contain_text("The rules have changed since this battle was played")
    expect(note).to_contain_text("from line 3 (turn 1) on")
    expect(note.get_by_role("listitem")).to_have_count(2)
    expect(page.locator("#prompt")).to_contain_text("does not go on")
    expect(page.locator("[data-piece]").first).to_be_visible()
    expect(page.locator("#panel-log")).to_contain_text("moves")
    note.get_by_role("link", name="Replay").click()
    expect(page.locator("#set-aside")).to_contain_text("The rules have changed")
    expect(page.locator("#where")).to_contain_text("step")
    page.goto("/")
    row = page.locator(f"li[data-battle='{parted.id}']")
    expect(row).to_contain_text("Set aside")
    expect(row.get_by_text("Look at it")).to_be_visible()


def test_it_goes_on_for_everybody(context: BrowserContext, parted: Table) -> None:
    british, german = at_table(context, parted), at_table(context, parted, "german")
    note = german.get_by_role("region", name="Why this battle does not go on")
    expect(note).to_contain_text("The rules have changed")
    british.get_by_role("button", name="Go on from line 2").click()
    british.wait_for_url(lambda url: parted.id not in url)
    expect(british.locator("#set-aside")).to_be_hidden()
    german.wait_for_url(lambda url: parted.id not in url)
    expect(german.locator("#prompt")).to_contain_text("Waiting for")
    assert british.url.partition("#")[0] == german.url.partition("#")[0]
