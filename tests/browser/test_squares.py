"""A street of squares: a round of it by clicking, and by keys alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.people import Data, Person
from tests.browser.table import Table, link
from tests.browser.test_whole_battle import most_promising
from tests.server.robust.processes import Server

SEATS: list[Data] = [
    {"seat": "soviet", "side": "soviet", "kind": "me"},
    {"seat": "german", "side": "german", "kind": "computer", "level": "random"},
]
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
        """Answer whatever is asked until the first round is over."""
        while (asked := self.table.asked()) and self.table.line.standing["turn"] == 1:
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


def test_a_round_on_squares_is_played_by_clicking(person: Person, server: Server) -> None:
    player = Player(person, server, "5")
    player.play()
    assert player.did == {"moved", "fired", "ended"}


def test_a_round_on_squares_is_played_by_keys_alone(person: Person, server: Server) -> None:
    typist = Typist(person, server, "6")
    typist.play()
    assert typist.did == {"moved", "fired", "ended"}


ROWS = """(boxes) => new Set(boxes.map((box) => box.getBoundingClientRect().top)).size"""


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_what_counts_of_a_man_stands_in_one_row(invite: Invite, server: Server, width: int) -> None:
    seats = [{"seat": side, "side": side, "kind": "me"} for side in ("british", "german")]
    battle = server.begin(scenario="coastal-battery", seats=seats, seed="4")
    person = invite(viewport={"width": width, "height": 844})
    table = Table.sit(person, link(battle, "british"))
    table.select("reid")
    stats = person.page.locator(".stats > div")
    expect(stats).to_have_count(5)
    assert stats.evaluate_all(ROWS) == 1


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


# -- vehicles --------------------------------------------------------------------------------------

FOES: list[Data] = [
    {"seat": "soviet", "side": "soviet", "kind": "me"},
    {"seat": "german", "side": "german", "kind": "me"},
]


def asked_one(tables: list[Table]) -> Table:
    """Whoever of some people is asked now."""
    for table in tables:
        table.person.settle()
    tables[0].person.until(lambda: any(table.line.is_asked for table in tables))
    return next(table for table in tables if table.line.is_asked)


def test_a_tank_drives_and_fires_with_its_risks_told(invite: Invite, server: Server) -> None:
    battle = server.begin(scenario="convoy", seats=FOES, seed="7")
    tables = [Table.sit(invite(), link(battle, seat)) for seat in ("soviet", "german")]
    table = tables[0]
    while asked_one(tables) is not table:
        tables[1].end()
    table.select("t34")
    table.given(lambda: table.order("Take its turn"))
    table.order("Normal pace")
    expect(table.board.locator(".tone-reach text").first).to_be_visible()
    table.confirm()
    x, y = table.place("t34")
    table.order("Drive")
    number = table.card.get_by_role("spinbutton")
    number.fill("4")
    number.press("Tab")
    table.person.settle()
    expect(table.card).to_contain_text("4 of 9 Movement")
    expect(table.board.locator('[data-ghost="t34"]')).to_have_count(1)
    table.confirm()
    assert table.place("t34") == (x, y + 4)
    table.order("Drive defensively")
    expect(table.card).to_contain_text(re.compile(r"Driving Check: made with \d+ %"))
    expect(table.card).to_contain_text("Otherwise a mishap")
    table.card.get_by_role("button", name="Cancel").click()
    table.order("Fire tank gun")
    if not table.is_ready():
        table.card.locator('button[data-piece="marder"]').click()
        table.person.settle()
    expect(table.card).to_contain_text(re.compile("Strikes the front, hull level 1"))
    table.confirm()
    given = [order["order"] for order in table.line.orders.values()]
    assert given == ["start-vehicle", "set-pace", "drive", "fire-gun"]
    assert table.line.refused == []


# -- the referee -----------------------------------------------------------------------------------

NEIGHBOURS: list[Data] = [
    {"seat": "south", "side": "south", "kind": "me"},
    {"seat": "north", "side": "north", "kind": "me"},
]


def test_a_referee_says_whether_there_is_time_to_react(invite: Invite, server: Server) -> None:
    battle = server.begin(scenario="grenade", seats=NEIGHBOURS, seed="3", referee="me")
    south, north, referee = (
        Table.sit(invite(), link(battle, seat)) for seat in ("south", "north", "referee")
    )
    men = {id(south): "adam", id(north): "bert"}
    thrown = False
    while (table := asked_one([south, north, referee])) is not referee:
        match table.asked():
            case "who acts":
                table.select(men[id(table)])
                table.given(lambda table=table: table.order("Take his turn"))  # type: ignore[misc]
            case "turn" if not thrown:
                thrown = True
                table.order("Throw grenade")
                other = "bert" if table is south else "adam"
                table.press(other)
                table.person.settle()
                expect(table.card).to_contain_text("Caught in the blast")
                table.confirm()
            case "turn":
                table.order("End turn")
                table.confirm()
            case "throw back":
                table.order("Take cover")
                table.confirm()
            case _:
                table.end()
    questions = referee.page.get_by_role("region", name="Questions to the referee")
    default = questions.get_by_role("button", name="As the book has it: they have time, and save")
    expect(default).to_be_visible()
    questions.get_by_role("button", name="Other answers").click()
    expect(questions.get_by_role("button", name="nobody has time to save")).to_be_visible()
    referee.given(default.click)
    expect(referee.log).to_contain_text("goes off")


def test_a_stretch_of_wall_is_picked_by_pressing_near_it(invite: Invite, server: Server) -> None:
    battle = server.begin(scenario="convoy", seats=FOES, seed="7")
    tables = [Table.sit(invite(), link(battle, seat)) for seat in ("soviet", "german")]
    table = tables[0]
    while asked_one(tables) is not table:
        tables[1].end()
    table.select("t34")
    table.given(lambda: table.order("Take its turn"))
    table.order("Stand still")
    table.confirm()
    table.order("Traverse")
    table.confirm()
    table.order("Fire at cover, tank gun")
    expect(table.board.locator(".draft-spot")).to_have_count(5)
    table.page.mouse.click(*table.spot(20.3, 14.2))
    table.person.settle()
    column, row = table.card.get_by_role("spinbutton").all()
    assert (column.input_value(), row.input_value()) == ("20.0", "11.5")
    expect(table.card).to_contain_text("Bursts there")
    column.fill("17")
    column.press("Tab")
    table.person.settle()
    table.confirm()
    assert list(table.line.orders.values())[-1]["at"] == [17.5, 14]


def test_the_numbers_of_rows_and_columns_stand_beside_the_whole_table(
    invite: Invite, server: Server
) -> None:
    seats = [{"seat": side, "side": side, "kind": "me"} for side in ("british", "german")]
    battle = server.begin(scenario="jeep-chase", seats=seats, seed="7")
    person = invite(viewport={"width": 1024, "height": 768})
    table = Table.sit(person, link(battle, "british"))
    across, _ = table.spot(0, 0)
    _, down = table.spot(0, 24)
    rows = table.page.locator(".ruler.rows span:visible").first.bounding_box()
    columns = table.page.locator(".ruler.columns span:visible").first.bounding_box()
    assert rows is not None
    assert columns is not None
    assert rows["x"] + rows["width"] <= across
    assert columns["y"] + columns["height"] <= down


def test_the_roll_call_names_squares_as_the_table_does(person: Person, server: Server) -> None:
    battle = server.begin(scenario="pavlovs-street", seats=SEATS, seed="5")
    table = Table.sit(person, link(battle, "soviet"))
    x, y = table.place("pyotr")
    table.page.get_by_role("tab", name="Pieces").click()
    pyotr = table.page.locator('button.called[data-piece="pyotr"]')
    expect(pyotr).to_contain_text(f"({int(x)}, {25 - int(y)})")
