"""From the lobby to the end of a small battle: by clicking, and by keys alone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.people import Person
from tests.browser.table import ADVICE, Table

OWN = ("rifles", "cromwell-1", "cromwell-2")
FORD = (15.0, 11.0)
SEED = "1"
"""Dice with which nobody wins before everything has been done that there is to do."""
BATTLE = re.compile(r"Play against the computer\W+A skirmish at the ford")


def most_promising(table: Table) -> Locator:
    """What promises most among the pieces that the order's card offers."""
    offered = table.card.locator("button[data-piece]:not([aria-disabled])").all()

    def promise(button: Locator) -> int:
        found = re.search(r"(\d+) % effect", button.inner_text())
        return int(found[1]) if found else 0

    return max(offered, key=promise)


class Clicker:
    """Somebody who plays with a mouse."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.did: list[str] = []

    def play(self) -> None:
        """Answer whatever is asked until the battle is over."""
        while asked := self.table.asked():
            match asked:
                case "action":
                    self.act()
                case "reaction":
                    self.react()
                case _:
                    self.table.answer()

    def react(self) -> None:
        """Fire at what moves, once; let the rest pass."""
        if "reacted" not in self.did and self.table.can("Fire"):
            self.table.order("Fire")
            self.choose_in_card()
            self.did.append("reacted")
        else:
            self.table.end()

    def act(self) -> None:
        """One drives to the ford, one fires, and then the phase is ended; later, all fire."""
        early = {"moved", "fired by the card"} <= set(self.did) and "ended" not in self.did
        if early or not any(self.use(piece) for piece in OWN if self.table.piece(piece).count()):
            self.table.end()
            self.did.append("ended")

    def use(self, piece: str) -> bool:
        """Have a piece do something, if it can."""
        self.table.select(piece)
        if "moved" not in self.did and self.table.can("Move"):
            self.drive(piece)
        elif self.table.can("Fire"):
            self.fire()
        else:
            return False
        return True

    def drive(self, piece: str) -> None:
        """Drag a piece towards the ford, with a bend in its way."""
        x, y = self.table.place(piece)
        self.table.drag(piece, (x, y + 2), (FORD[0], y + 4))
        expect(self.table.card).to_contain_text(re.compile(r"[\d.]+ of [\d.]+ in"))
        self.table.confirm()
        given = list(self.table.line.orders.values())[-1]
        assert (given["order"], given["element"]) == ("move", piece)
        self.did.append("moved")

    def fire(self) -> None:
        """Fire at the most promising target, or at the tank by pressing it on the table."""
        if "fired by the card" in self.did and self.table.piece("panzer").count():
            self.table.press("panzer")
            self.table.person.settle()
            self.see_odds()
            self.table.confirm()
            self.did.append("fired by the table")
        else:
            self.table.order("Fire")
            self.choose_in_card()
            self.did.append("fired by the card")

    def choose_in_card(self) -> None:
        """Choose in the card, look at the odds, and confirm."""
        most_promising(self.table).click()
        self.table.person.settle()
        self.see_odds()
        self.table.confirm()

    def see_odds(self) -> None:
        """The card shows the odds as a chart, and the modifiers with their rules."""
        card = self.table.card
        expect(card.get_by_role("img", name=re.compile(r"\d %")).last).to_be_visible()
        expect(
            card.get_by_role("table", name="Modifiers").get_by_role("button").first
        ).to_be_visible()


class Typist:
    """Somebody who plays with keys alone."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.did: list[str] = []

    def press(self, *keys: str) -> None:
        """Press some keys, one after the other."""
        for key in keys:
            self.table.page.keyboard.press(key)
            self.table.person.settle()

    def order(self, label: str) -> None:
        """Press the key that a button shows."""
        self.press(self.table.button(label).get_attribute("aria-keyshortcuts") or "")

    def end(self) -> None:
        """End the phase, or let something pass, and confirm it."""
        button = self.table.actions.locator('[data-order="done"]')
        self.press(button.get_attribute("aria-keyshortcuts") or "")
        self.table.given(lambda: self.press("Enter"))

    def play(self) -> None:
        """Answer whatever is asked until the battle is over."""
        while asked := self.table.asked():
            match asked:
                case "action":
                    self.act()
                case "reaction":
                    self.react()
                case _:
                    tab_to(self.table.person, ADVICE)
                    self.press("Enter")
                    self.table.given(lambda: self.press("Enter"))

    def react(self) -> None:
        """Fire at what moves, once; let the rest pass."""
        if "reacted" not in self.did and self.table.can("Fire"):
            self.order("Fire")
            self.pick()
            self.did.append("reacted")
        else:
            self.end()

    def act(self) -> None:
        """One goes north, one fires, and then the phase is ended; later, all fire."""
        early = {"moved", "fired"} <= set(self.did) and "ended" not in self.did
        if early or not any(self.use_next() for _ in OWN):
            self.end()
            self.did.append("ended")

    def use_next(self) -> bool:
        """Go to the next piece, and have it do something if it can."""
        self.press("n", "Enter")
        if "moved" not in self.did and self.table.can("Move"):
            self.drive()
        elif self.table.can("Fire"):
            self.order("Fire")
            self.pick()
            self.did.append("fired")
        else:
            return False
        return True

    def drive(self) -> None:
        """Go two inches north and one east, point by point."""
        self.order("Move")
        self.press("ArrowUp", "ArrowUp", "Enter", "ArrowRight", "Enter")
        expect(self.table.card).to_contain_text(re.compile(r"[\d.]+ of [\d.]+ in"))
        self.table.given(lambda: self.press("Enter"))
        self.did.append("moved")

    def pick(self) -> None:
        """Pick somebody, in the card or on the table; Enter, a second time, gives the order."""
        card = self.table.card
        if not self.table.is_ready():
            if not card.locator("button[data-piece]:focus").count():
                self.press("n")
            self.press("Enter")
        expect(card.get_by_role("table", name="Modifiers")).to_be_visible()
        self.table.given(lambda: self.press("Enter"))


def tab_to(person: Person, name: str | re.Pattern[str]) -> None:
    """Press Tab until the focus is where it is wanted."""
    wanted = person.page.get_by_role("button", name=name)
    expect(wanted).to_be_visible()
    for _ in range(80):
        person.page.keyboard.press("Tab")
        if wanted.evaluate("(button) => button === document.activeElement"):
            return
    raise AssertionError(f"Tab does not lead to {name}")


def outcome(person: Person) -> Locator:
    """The card that says how it ended."""
    return person.page.get_by_role("dialog", name=re.compile("victory$|^A draw$"))


def test_a_whole_battle_is_played_by_clicking(person: Person) -> None:
    person.sow(SEED)
    person.page.goto("/")
    person.page.get_by_role("button", name=BATTLE).click()
    clicker = Clicker(Table(person).begin())
    clicker.play()
    expect(outcome(person)).to_be_visible()
    expect(outcome(person).get_by_role("link", name="Replay")).to_be_visible()
    assert {"reacted", "moved", "fired by the card", "ended"} <= set(clicker.did)
    assert person.line.refused == []


def test_a_whole_battle_is_played_by_keys_alone(person: Person) -> None:
    person.sow(SEED)
    person.page.goto("/")
    tab_to(person, BATTLE)
    person.page.keyboard.press("Enter")
    typist = Typist(Table(person).begin())
    typist.play()
    expect(outcome(person)).to_be_visible()
    assert {"reacted", "moved", "fired", "ended"} <= set(typist.did)
    assert person.line.refused == []
    person.page.keyboard.press("Escape")
    expect(outcome(person)).to_be_hidden()
