"""The lobby's page, as people use it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.people import Person


class SetUp:
    """The form that sets a battle up."""

    def __init__(self, person: Person, title: str) -> None:
        self.page = person.page
        self.dialog = self.page.get_by_role("dialog", name=title)
        expect(self.dialog).to_be_visible()

    def seat(self, side: str, who: str) -> None:
        """Say who leads a side: "Me", "Computer" or "A friend"."""
        self._choose(self.dialog.get_by_role("region", name=side), who)

    def referee(self, who: str) -> None:
        """Say who is the referee: "None", "Me" or "A friend"."""
        self._choose(self.dialog.get_by_role("group", name="Referee"), who)

    def dice(self, kind: str) -> None:
        """Say where the dice come from, such as "Fair dice"."""
        self._choose(self.dialog.get_by_role("group", name="Dice"), kind)

    def seed(self, seed: str) -> None:
        """Give the seed of the computer's dice."""
        self.dialog.get_by_label("Seed (if you like)").fill(seed)

    def _choose(self, part: Locator, label: str) -> None:
        part.get_by_role("radio", name=re.compile(f"^{label}")).check(force=True)

    def wait(self, wanted: bool) -> None:
        """Say whether the battle waits until everybody is ready."""
        self.dialog.get_by_label("Wait for the others").set_checked(wanted, force=True)

    def begin(self, label: str = "Begin the battle") -> None:
        """Begin the battle."""
        self.dialog.get_by_role("button", name=label).click()


def set_up(person: Person, battle: str) -> SetUp:
    """Open the lobby, and the form of a battle."""
    person.page.goto("/")
    person.page.get_by_role("button", name=re.compile(f"^Set up.*{battle}")).click()
    return SetUp(person, f"Set up {battle}")


def links(person: Person) -> dict[str, str]:
    """The links that the lobby shows for the others after a battle was set up."""
    dialog = person.page.get_by_role("dialog", name=re.compile("is ready$"))
    expect(dialog).to_be_visible()
    found = {}
    for field in dialog.get_by_role("textbox").all():
        label = field.evaluate("(input) => input.labels[0].textContent")
        found[label.lower()] = field.input_value()
    return found
