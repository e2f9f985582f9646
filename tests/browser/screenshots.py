"""The pictures of the README: ``python -m tests.browser.screenshots FOLDER``.

The battles in them have fixed seeds and computer players, so the same program makes the same
pictures.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

from sandtable.battle import Battle
from sandtable.battle.record import Line
from sandtable.dice import SeededDice
from sandtable.players import run_battle, seat_players
from sandtable.scenario import load_scenario
from tests.browser.browsers import launch
from tests.browser.people import PATIENCE, Data, Person, Watch
from tests.browser.table import Table, link
from tests.server.robust.clients import Client
from tests.server.robust.processes import Begun, Server

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
LARGEST = 600_000
"""The most bytes that a picture may have."""

SHOOTER = "cromwell-2"


class Studio:
    """A server with some battles on it, and a browser to look at them."""

    def __init__(self, server: Server, browser: Browser, folder: Path) -> None:
        self.server = server
        self.browser = browser
        self.folder = folder

    @contextmanager
    def visitor(self, **wanted: Any) -> Iterator[Person]:
        """Somebody with a screen of some kind."""
        context = self.browser.new_context(
            base_url=str(self.server.http.base_url),
            reduced_motion="reduce",
            locale="en-GB",
            timezone_id="UTC",
            **wanted,
        )
        context.set_default_timeout(PATIENCE)
        yield Person(context, Watch(""))
        context.close()

    def take(self, person: Person, name: str) -> None:
        """Take a picture of a page."""
        person.settle()
        file = self.folder / f"{name}.png"
        person.page.screenshot(path=file)
        size = file.stat().st_size
        assert size < LARGEST, f"{file} has {size:,} bytes"
        print(f"{file}: {size // 1000} kB")

    # -- battles ----------------------------------------------------------------------------------

    def fight(self, scenario: str, seed: str, turn: int | None = None) -> Begun:
        """A battle as computer players fight it: to its end, or until a turn begins."""
        lines = fought(scenario, seed)
        seats = {line.seat: people(line.seat) for line in lines}
        sides = self.server.http.get(f"/api/scenarios/{scenario}").json()["sides"]
        wanted = [seats[side["id"]] for side in sides]
        battle = self.server.begin(scenario=scenario, seats=wanted, seed=seed)
        clients = {
            seat: Client(self.server, battle.id, token, seat)
            for seat, token in battle.tokens.items()
        }
        for client in clients.values():
            client.connect()
        for line in lines:
            client = clients[line.seat]
            client.catch_up(line.line - 1)
            if client.standing["turn"] == turn:
                break
            give(client, line)
        for client in clients.values():
            client.close()
        return battle

    def hand_over(self, battle: Begun, seat: str) -> None:
        """Give a seat to a computer player."""
        self.server.http.patch(
            f"/api/battles/{battle.id}/seats/{seat}",
            json={"kind": "computer", "level": "greedy"},
            headers={"Authorization": f"Bearer {battle.host}"},
        ).raise_for_status()


def fought(scenario: str, seed: str) -> list[Line]:
    """What computer players order in a battle; the same every time."""
    battle: Battle[Any] = Battle.start(load_scenario(scenario), dice=SeededDice(seed))
    run_battle(battle, seat_players(battle, ["greedy", "greedy"], seed))
    return battle.lines


def people(side: str) -> Data:
    """A person for a side."""
    return {"seat": side, "side": side, "kind": "me"}


def give(client: Client, line: Line) -> None:
    """Give an order without a page."""
    key = f"line-{line.line:06}"
    order = {"type": "give", "key": key, "expect": client.number, "order": line.order}
    assert client.request(order)["type"] == "done"


# -- the pictures ----------------------------------------------------------------------------------


def table(studio: Studio, battle: Begun) -> None:
    """A tank, and what would come of its fire at the best target."""
    with studio.visitor(viewport=WIDE, color_scheme="light") as person:
        aim(Table.sit(person, link(battle, "british")), "gren-2")
        studio.take(person, "table")


def phone(studio: Studio, battle: Begun) -> None:
    """The same tank on a phone, at night."""
    with studio.visitor(viewport=PHONE, color_scheme="dark", has_touch=True) as person:
        aim(Table.sit(person, link(battle, "british")), "stug")
        studio.take(person, "phone")


def aim(table: Table, at: str) -> None:
    """Have a tank aim at a target."""
    table.select(SHOOTER)
    table.order("Fire")
    target = table.card.locator(f'button[data-piece="{at}"]:not([aria-disabled])')
    assert target.count(), "it cannot be fired at; choose another seed or turn"
    target.click()
    table.page.mouse.move(0, 0)
    table.person.settle()


def lobby(studio: Studio, battle: Begun) -> None:
    """The lobby, with battles under way."""
    with studio.visitor(viewport=WIDE, color_scheme="light") as person:
        Table.sit(person, link(battle, "british"))
        person.page.goto("/")
        expect(person.page.locator("#running li")).not_to_have_count(0)
        expect(person.page.locator("li[data-scenario]").first).to_be_visible()
        person.page.wait_for_load_state("networkidle")
        studio.take(person, "lobby")


def replay(studio: Studio, battle: Begun) -> None:
    """A large battle again, when more than half of it is over."""
    with studio.visitor(viewport=WIDE, color_scheme="light") as person:
        page = person.page
        page.goto(f"/battle/{battle.id}/replay")
        scrubber = page.get_by_label("Moment of the battle")
        expect(page.locator("#where")).to_contain_text("step 1 of")
        moment = int(scrubber.get_attribute("max") or 0) * 3 // 5
        scrubber.fill(str(moment))
        scrubber.blur()
        expect(page.locator("#where")).to_contain_text(f"step {moment + 1} of")
        page.wait_for_load_state("networkidle")
        studio.take(person, "replay")


def main(folder: Path) -> None:
    """Make all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        studio = Studio(server, browser, folder)
        crossroads = studio.fight("saint-aubin", seed="10", turn=3)
        studio.hand_over(crossroads, "german")
        villers = studio.fight("villers-bocage", seed="7")
        table(studio, crossroads)
        phone(studio, crossroads)
        lobby(studio, crossroads)
        replay(studio, villers)
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("python -m tests.browser.screenshots FOLDER")
    main(Path(sys.argv[1]))
