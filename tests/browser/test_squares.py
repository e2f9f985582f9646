"""A street of squares: some rounds of it by clicking, and by keys alone."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.people import Data, Person
from tests.browser.table import Table, link
from tests.browser.test_whole_battle import most_promising
from tests.server.robust.processes import Server

SEATS: list[Data] = [
    {"seat": "soviet", "side": "soviet", "kind": "me"},
    {"seat": "german", "side": "german", "kind": "computer", "level": "random"},
]
ROUNDS = 2
POINTS = re.compile(r"\d+ of \d+ points")
OTHERS = {
    "declare": "Nothing more to declare",
    "interrupt": "Let it pass",
    "another target": "No other target",
    "react": "Take cover",
    "dive": "Dive",
    "throw back": "Take cover",
}
"""What is answered to whatever is asked in between."""


class Player:
    """Somebody at a street in Stalingrad.

    Attributes:
        did: What was tried, so that everything is at least once.
    """

    def __init__(self, person: Person, server: Server, seed: str) -> None:
        battle = server.begin(scenario="pavlovs-street", seats=SEATS, seed=seed)
        self.table = Table.sit(person, link(battle, "soviet"))
        self.did: set[str] = set()
        self.man = ""

    def play(self) -> None:
        """Answer whatever is asked until some rounds are over."""
        while (asked := self.table.asked()) and self.table.line.standing["turn"] <= ROUNDS:
            match asked:
                case "who acts":
                    self.begin(self.table.line.standing["questions"][0]["about"])
                case "turn":
                    self.act()
                case _:
                    self.answer(OTHERS[asked])
        assert self.table.line.refused == []

    def begin(self, waiting: list[str]) -> None:
        """Begin the turn of the next man."""
        self.man = waiting[0]
        self.table.select(self.man)
        self.table.given(lambda: self.table.order("Take his turn"))

    def act(self) -> None:
        """Move first, then fire, then end the turn."""
        if self.table.can("Move") and ("moved", self.man) not in self.tried:
            self.tried.add(("moved", self.man))
            self.move()
        elif (mode := next(filter(self.table.can, ("Burst", "Fire")), None)) is not None:
            self.fire(mode)
        else:
            self.end()

    @property
    def tried(self) -> set[tuple[str, str]]:
        """What the men have done in this round."""
        now = self.table.line.standing["turn"]
        if getattr(self, "_round", None) != now:
            self._round = now
            self._tried: set[tuple[str, str]] = set()
        return self._tried

    def move(self) -> None:
        """Click two squares, one after the other; it is told what that costs."""
        x, y = self.table.place(self.man)
        self.table.order("Move")
        expect(self.table.board.locator(".tone-reach text").first).to_be_visible()
        for step in (1, 2):
            self.table.page.mouse.click(*self.table.spot(x + 0.2, y + step))
            self.table.person.settle()
            if not self.table.is_ready():
                break
        if self.table.is_ready():
            expect(self.table.card).to_contain_text(POINTS)
            self.table.confirm()
            self.did.add("moved")
        else:
            self.table.page.keyboard.press("Escape")
            self.table.page.keyboard.press("Escape")
            self.table.page.keyboard.press("Escape")
            self.table.person.settle()

    def fire(self, mode: str) -> None:
        """Choose the most promising target in the card, and see the chances."""
        self.table.order(mode)
        if not self.table.is_ready():
            most_promising(self.table).click()
            self.table.person.settle()
        expect(self.table.card).to_contain_text(re.compile(r"Hits on .*\d+ %"))
        expect(self.table.card.get_by_role("table", name="Modifiers")).to_be_visible()
        self.table.confirm()
        self.did.add("fired")

    def end(self) -> None:
        """Turn him by a click on the table, and end his turn."""
        x, y = self.table.place(self.man)
        self.table.order("End turn")
        self.table.page.mouse.click(*self.table.spot(x + 2, y + 2))
        self.table.person.settle()
        self.table.confirm()
        assert list(self.table.line.orders.values())[-1]["facing"] == 45
        self.did.add("ended")

    def answer(self, label: str) -> None:
        """Press an answer, and confirm it."""
        self.table.order(label)
        self.table.confirm()


class Typist(Player):
    """Somebody who plays with keys alone."""

    def press(self, *keys: str) -> None:
        """Press some keys, one after the other."""
        for key in keys:
            self.table.page.keyboard.press(key)
            self.table.person.settle()

    def key(self, label: str) -> None:
        """Press the key that a button shows."""
        self.press(self.table.button(label).get_attribute("aria-keyshortcuts") or "")

    def begin(self, waiting: list[str]) -> None:
        """Go through the men to one who can still act."""
        self.press("n", "Enter")
        self.man = (
            self.table.board.locator('[aria-pressed="true"]').get_attribute("data-piece") or ""
        )
        assert self.man in waiting
        self.table.given(lambda: self.key("Take his turn"))

    def move(self) -> None:
        """Go a square north by the cursor; if that is no way, step back."""
        self.key("Move")
        self.press("ArrowUp", "Enter")
        if self.table.is_ready():
            expect(self.table.card).to_contain_text(POINTS)
            self.table.given(lambda: self.press("Enter"))
            self.did.add("moved")
        else:
            self.press("Escape", "Escape")

    def fire(self, mode: str) -> None:
        """Pick a target; Enter, a second time, gives the order."""
        self.key(mode)
        if not self.table.is_ready():
            if not self.table.card.locator("button[data-piece]:focus").count():
                self.press("n")
            self.press("Enter")
        expect(self.table.card.get_by_role("table", name="Modifiers")).to_be_visible()
        self.table.given(lambda: self.press("Enter"))
        self.did.add("fired")

    def end(self) -> None:
        """Turn him by a key, and end his turn."""
        self.key("End turn")
        self.press(".")
        self.table.given(lambda: self.press("Enter"))
        self.did.add("ended")

    def answer(self, label: str) -> None:
        """Press the key of an answer, and confirm it."""
        self.key(label)
        self.table.given(lambda: self.press("Enter"))


def test_rounds_on_squares_are_played_by_clicking(person: Person, server: Server) -> None:
    player = Player(person, server, "5")
    player.play()
    assert player.did == {"moved", "fired", "ended"}


def test_rounds_on_squares_are_played_by_keys_alone(person: Person, server: Server) -> None:
    typist = Typist(person, server, "6")
    typist.play()
    assert typist.did == {"moved", "fired", "ended"}


def test_a_square_of_the_log_lights_up_on_the_table(person: Person, server: Server) -> None:
    player = Player(person, server, "5")
    while "moved" not in player.did:
        match player.table.asked():
            case "who acts":
                player.begin(player.table.line.standing["questions"][0]["about"])
            case "turn":
                player.act()
            case asked:
                player.answer(OTHERS[asked])
    light = player.table.board.locator(".square-light")
    expect(light).to_be_hidden()
    name = player.table.log.locator(".square-name").last
    name.hover()
    expect(light).to_be_visible()
    assert name.inner_text() == f"({light.get_attribute('x')}, {light.get_attribute('y')})"
