"""A page whose server is killed again and again goes on by itself, and nothing is lost."""

from __future__ import annotations

import random
from pathlib import Path

from playwright.sync_api import Browser, expect

from sandtable.journal import read, verify
from tests.browser.conftest import coming, host_of
from tests.browser.people import Watch
from tests.browser.table import ADVICE, Table, link
from tests.server.robust.processes import Begun, Server

TIMES = 25
SEATS = [
    {"seat": "british", "side": "british", "kind": "me"},
    {"seat": "german", "side": "german", "kind": "computer", "level": "random"},
]
NETWORK_IS_BACK = "() => dispatchEvent(new Event('online'))"


class Survivor:
    """Somebody who plays on, by keys, while the server dies.

    Attributes:
        said: What was said and acknowledged.
        survived: How often the server had not yet answered when it died.
    """

    def __init__(self, table: Table, server: Server) -> None:
        self.table = table
        self.server = server
        self.chance = random.Random(1)
        self.said: list[str] = []
        self.survived = 0

    def live_through_a_death(self) -> None:
        """Give an order, and have the server killed before it comes, soon after, or when done."""
        self.make_ready()
        line = self.table.line
        done = len(line.done)
        match self.chance.choice(("before", "soon", "soon", "done")):
            case "before":
                self.server.kill()
                self.press("Enter")
            case "soon":
                self.press("Enter")
                self.table.page.wait_for_timeout(self.chance.choice((0, 1, 3, 6, 12, 25)))
                self.server.kill()
            case _:
                self.press("Enter")
                self.table.person.until(lambda: len(line.done) > done)
                self.server.kill()
        self.survived += len(line.done) == done
        self.come_back()
        self.table.person.until(lambda: len(line.done) > done)
        self.table.person.settle()

    def come_back(self) -> None:
        """Start the server again; the page comes back by itself, now and then sooner."""
        welcome = self.table.line.welcome
        self.server.start()
        if self.chance.random() < 0.8:
            self.table.page.evaluate(NETWORK_IS_BACK)
        self.table.person.until(lambda: self.table.line.welcome is not welcome)

    def make_ready(self) -> None:
        """Put an order together so that Enter gives it."""
        asked = self.table.asked()
        assert asked, "the battle ended too early"
        if asked == "action":
            self.act()
        elif self.table.actions.locator('[data-order="done"]').count():
            self.order("done")
        else:
            self.table.prompt.get_by_role("button", name=ADVICE).click()
            self.table.person.settle()
        expect(self.table.confirmation).not_to_have_attribute("aria-disabled", "true")

    def act(self) -> None:
        """Move the next piece by an inch; if it cannot, end the phase."""
        self.press("n", "Enter")
        if self.table.can("Move"):
            self.order("move")
            self.press("ArrowUp", "Enter")
            if self.table.is_ready():
                return
            self.press("Escape", "Escape")
        self.order("done")

    def order(self, kind: str) -> None:
        """Press the key that a button shows; of several for the same order, the first."""
        button = self.table.actions.locator(f'[data-order="{kind}"]').first
        self.press(button.get_attribute("aria-keyshortcuts") or "")

    def press(self, *keys: str) -> None:
        """Press some keys; the last one is not waited for."""
        for place, key in enumerate(keys):
            if place:
                self.table.person.settle()
            self.table.page.keyboard.press(key)

    def chat(self, text: str) -> None:
        """Say something."""
        self.table.page.get_by_label("Message").fill(text)
        self.table.given(lambda: self.table.page.keyboard.press("Enter"))
        self.said.append(text)
        self.table.page.keyboard.press("Escape")

    # -- in the end -------------------------------------------------------------------------------

    def check_journal(self, battle: Begun, folder: Path) -> None:
        """Every order that was acknowledged is in the record once, in its place."""
        file = folder / "battle.jsonl"
        file.write_bytes(self.server.journal(battle))
        assert verify(file).ok
        own = [line for line in read(file).lines if line.seat == "british" and line.order]
        recorded = [(line.order["order"], line.order.get("element")) for line in own if line.order]
        line = self.table.line
        given = [line.orders[key] for key in line.done if key in line.orders]
        assert recorded == [(order["order"], order.get("element")) for order in given]

    def check_page(self, fresh: Table) -> None:
        """The page knows what a page knows that was opened just now."""
        assert fresh.line.number == self.table.line.number
        assert fresh.sentences() == self.table.sentences()
        for piece in fresh.pieces():
            assert fresh.place(piece) == self.table.place(piece)
        told = [said["text"] for said in fresh.line.welcome["chat"]]
        assert told == self.said


# Sight lines are the dearest thing that a page asks for, and matter nothing here.
NO_SIGHTS = (
    """localStorage.setItem("sandtable.settings", JSON.stringify({ sights: false, pace: "off" }))"""
)


def test_nothing_acknowledged_is_lost_in_25_deaths(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        watch = Watch(host_of(server))
        watch.bear("WebSocket connection to .* failed|net::ERR_CONNECTION_REFUSED")
        battle = server.begin(scenario="saint-aubin", seats=SEATS, seed="1")
        with coming(browser, server, watch) as person, coming(browser, server, watch) as other:
            person.context.add_init_script(NO_SIGHTS)
            survivor = Survivor(Table.sit(person, link(battle, "british")), server)
            person.page.evaluate("() => { window.untouched = true; }")
            for death in range(TIMES):
                if death % 5 == 0:
                    survivor.chat(f"Still here after {death}.")
                survivor.live_through_a_death()
            assert person.page.evaluate("() => window.untouched"), "the page was loaded anew"
            survivor.table.asked()
            survivor.check_page(Table.sit(other, link(battle, "british")))
        survivor.check_journal(battle, tmp_path)
        assert 0 < survivor.survived < TIMES
        assert watch.faults == []
    assert "Traceback" not in server.log
