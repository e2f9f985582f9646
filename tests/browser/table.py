"""The table's page, as hands and keys use it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.people import Data, Person
from tests.server.robust.processes import Begun

ADVICE = "What would the computer do?"
SPOT = """(svg, [x, y]) => {
  const depth = Number(svg.getAttribute("aria-label").match(/ by ([\\d.]+)/)[1]);
  const spot = new DOMPoint(x, depth - y).matrixTransform(svg.querySelector("g").getScreenCTM());
  return [spot.x, spot.y];
}"""


class Table:
    """The table as one person sees it."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.line = person.line
        self.board = self.page.get_by_role("application")
        self.actions = self.page.locator("#actions")
        self.card = self.page.get_by_role("region", name="Order", exact=True)
        self.confirmation = self.card.locator("footer").get_by_role("button").last
        self.log = self.page.get_by_role("log", name="What happened")
        self.prompt = self.page.locator("#prompt")

    @classmethod
    def sit(cls, person: Person, link: str) -> Table:
        """Sit down by a link."""
        person.page.goto(link)
        return cls(person).begin()

    def begin(self) -> Table:
        """Wait until the table is there."""
        expect(self.board.locator("[data-piece]").first).to_be_visible()
        self.person.settle()
        return self

    # -- what is seen -----------------------------------------------------------------------------

    def piece(self, name: str) -> Locator:
        """A piece on the table."""
        return self.board.locator(f'[data-piece="{name}"]')

    def place(self, name: str) -> tuple[float, float]:
        """Where a piece stands on the table."""
        piece = self.piece(name)
        return float(piece.get_attribute("data-x") or 0), float(piece.get_attribute("data-y") or 0)

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the table is in the window."""
        across, down = self.board.evaluate(SPOT, [x, y])
        return across, down

    def pieces(self) -> set[str]:
        """The pieces that are drawn."""
        drawn = self.board.locator("[data-piece]").all()
        return {piece.get_attribute("data-piece") or "" for piece in drawn}

    def sentences(self) -> list[str]:
        """What the log says."""
        return [
            " ".join(text.split()) for text in self.log.locator(".sentence, h3").all_inner_texts()
        ]

    def button(self, label: str) -> Locator:
        """One of the things that can be ordered; what cannot be now says so after a comma."""
        return self.actions.get_by_role("button", name=re.compile(rf"^{re.escape(label)}( ,|$)"))

    def can(self, label: str) -> bool:
        """Whether something can be ordered now."""
        button = self.button(label)
        return bool(button.count()) and button.get_attribute("aria-disabled") != "true"

    def is_ready(self) -> bool:
        """Whether the order in the card can be given as it stands."""
        return self.confirmation.get_attribute("aria-disabled") != "true"

    def resize(self, width: int, height: int) -> None:
        """Make the window larger or smaller, and wait until the table has taken its place in it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.person.settle()

    # -- what hands do ----------------------------------------------------------------------------

    def select(self, name: str) -> None:
        """Press a piece."""
        self.press(name)
        expect(self.piece(name)).to_have_attribute("aria-pressed", "true")
        self.person.settle()

    def press(self, name: str) -> None:
        """Press where a piece stands."""
        self.page.mouse.click(*self.spot(*self.place(name)))

    def drag(self, name: str, *way: tuple[float, float]) -> None:
        """Drag a piece along some places of the table."""
        self.page.mouse.move(*self.spot(*self.place(name)))
        self.page.mouse.down()
        for place in way:
            self.page.mouse.move(*self.spot(*place), steps=5)
            self.person.settle()
        self.page.mouse.up()
        self.person.settle()

    def order(self, label: str) -> None:
        """Press what can be ordered."""
        self.button(label).click()
        self.person.settle()

    def confirm(self) -> None:
        """Press the button of the card that gives the order, and wait until it is done."""
        expect(self.confirmation).not_to_have_attribute("aria-disabled", "true")
        self.given(self.confirmation.click)

    def given(self, give: Callable[[], object]) -> None:
        """Do what gives an order, and wait until it is done and shown."""
        known = len(self.line.done)
        give()
        self.person.until(lambda: len(self.line.done) > known)
        self.person.settle()

    def end(self) -> None:
        """Press the button that ends the phase, or lets something pass, and confirm it."""
        self.actions.locator('[data-order="done"]').click()
        self.confirm()

    def answer(self) -> None:
        """Let something pass, or end the phase; where that is no answer, do as is advised."""
        if self.actions.locator('[data-order="done"]').count():
            self.end()
            return
        self.prompt.get_by_role("button", name=ADVICE).click()
        self.person.settle()
        self.confirm()

    def reach(self, number: int) -> None:
        """Wait until the page knows of a line, and shows it."""
        self.person.until(lambda: self.line.number >= number)
        self.person.settle()

    # -- what is asked ----------------------------------------------------------------------------

    def asked(self) -> str:
        """Wait until this seat is asked; what, or nothing if the battle is over."""
        self.person.until(lambda: self.line.is_asked or self.line.is_over)
        self.person.settle()
        questions: list[Data] = self.line.standing.get("questions", [])
        return questions[0]["ask"] if questions else ""


def shoot(table: Table, piece: str, target: str) -> None:
    """Fire by pressing the target on the table."""
    table.select(piece)
    table.press(target)
    table.person.settle()
    table.confirm()


def link(battle: Begun, seat: str) -> str:
    """The link to a seat of a battle."""
    return f"/battle/{battle.id}#{battle.tokens[seat]}"


def ask_to_undo(table: Table) -> None:
    """Ask to take the last step back, where that is not free."""
    table.actions.get_by_role("button", name="Ask to undo").click()
    dialog = table.page.get_by_role("dialog", name="Take it back?")
    table.given(dialog.get_by_role("button", name="Ask the other side").click)


FRIENDS: list[Data] = [
    {"seat": "british", "side": "british", "kind": "me", "name": "Harding"},
    {"seat": "german", "side": "german", "kind": "friend", "name": "Kessler"},
]
"""Two people at the ford."""

AGAINST_COMPUTER: list[Data] = [
    {"seat": "british", "side": "british", "kind": "computer", "level": "random"},
    {"seat": "german", "side": "german", "kind": "me"},
]
"""One person, who moves first, and a computer player that hardly thinks."""
