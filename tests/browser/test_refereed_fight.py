"""A referee and two players, each with somebody of their own, real dice, and an ambush."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import expect

from sandtable.battle.personal import personal_files_for
from tests.browser.conftest import Invite
from tests.browser.people import Data, Person
from tests.browser.table import Table, link
from tests.browser.test_together import move
from tests.server.robust.processes import Begun, Server

SCOUTS: list[Data] = [
    {"seat": "one", "side": "patrol", "kind": "me", "name": "Maria", "pieces": ["first"]},
    {"seat": "two", "side": "patrol", "kind": "friend", "name": "Tom", "pieces": ["second"]},
    {"seat": "partisans", "side": "partisans", "kind": "friend"},
]
FOES: list[Data] = [
    {"seat": "one", "side": "patrol", "kind": "me", "name": "Maria"},
    {"seat": "two", "side": "sentries", "kind": "friend", "name": "Tom"},
]
SECRET = re.compile("habicht|sperber", re.IGNORECASE)
"""Stands in the ids and names of those who lie in ambush, and nowhere else."""


def ready(person: Person) -> None:
    """Say that one is ready."""
    button = person.page.get_by_role("button", name="I am ready")
    button.click()
    expect(button).to_have_count(0)


def bring(person: Person, folder: Path, kind: str, name: str) -> None:
    """Bring somebody of a file to a battle that has not begun, and be ready."""
    file = folder / f"{kind}.toml"
    text = personal_files_for("owb").new(kind, name).replace("level = 1", "level = 3")
    file.write_text(text, encoding="utf-8")
    person.page.get_by_role("button", name="Bring characters").click()
    dialog = person.page.get_by_role("dialog", name="Bring your characters")
    dialog.get_by_label("In the place of").first.set_input_files(file)
    expect(dialog).to_contain_text("He is in the battle.")
    person.page.keyboard.press("Escape")
    ready(person)


Throw = tuple[str, tuple[int, ...]]
"""What is to be thrown, as the page has it, and the faces that fall."""


def fall(person: Person, *throws: Throw) -> None:
    """Type the faces of real dice, throw by throw, as this person is asked for them."""
    for what, faces in throws:
        tray = person.page.get_by_role("form", name=f"Throw {what}", exact=True)
        expect(tray).to_be_visible()
        for place, face in enumerate(faces, 1):
            die = tray.get_by_role("group", name=f"Die {place}", exact=True)
            die.get_by_role("button", name=str(face), exact=True).click()
        tray.get_by_role("button", name="These fell").click()
        expect(tray).to_have_count(0)
    person.settle()


@dataclass
class Company:
    """Two players, each with a character of their own, and the referee."""

    one: Table
    two: Table
    referee: Table

    def come_to(self, number: int) -> None:
        """Wait until everybody knows of a line."""
        for table in (self.one, self.two, self.referee):
            table.reach(number)


def take_over(table: Table, name: str) -> None:
    """Take another seat of this browser as soon as it is asked."""
    curtain = table.page.get_by_role("dialog", name=f"Hand the table to {name}")
    with table.page.expect_navigation():
        curtain.get_by_role("button", name=f"I am {name}").click()
    expect(curtain).to_be_hidden()
    table.begin()


def gather(invite: Invite, battle: Begun, folder: Path) -> Company:
    """Everybody comes to a battle that waits for them; the players bring their people."""
    tables = {seat: Table(invite()) for seat in ("one", "two", "referee")}
    for seat, table in tables.items():
        table.page.goto(link(battle, seat))
    bring(tables["one"].person, folder, "medic", "Anna Petrowa")
    bring(tables["two"].person, folder, "soldier", "Boris Lukin")
    return Company(**tables)


def knows(table: Table) -> bool:
    """Whether the page shows or was ever sent anything of those who lie in ambush."""
    table.person.settle()
    everything = [
        table.page.content(),
        *table.line.heard,
        *(body for address, body in table.person.bodies().items() if "/static/" not in address),
    ]
    return any(SECRET.search(text) for text in everything)


def place(table: Table, at: tuple[float, float]) -> None:
    """Place the only man that one has to place."""
    table.order("Place")
    table.page.mouse.click(*table.spot(*at))
    table.person.settle()
    table.confirm()


def test_an_ambush_is_nowhere_until_it_is_sprung_and_its_grenade_comes_back(
    invite: Invite, server: Server, tmp_path: Path
) -> None:
    battle = server.begin(scenario="gully", seats=SCOUTS, referee="me", dice="real", wait=True)
    company = gather(invite, battle, tmp_path)
    one, two, referee = company.one, company.two, company.referee
    # The referee leads the ambush, too.
    ready(referee.person)
    referee.page.goto("/")
    referee.page.goto(link(battle, "partisans"))
    ready(referee.person)
    referee.page.goto("/")
    referee.page.goto(link(battle, "referee"))
    referee.begin()

    for table in (one, two):
        assert table.asked() == "deploy"
        assert not knows(table)
    place(one, (4.5, 3.5))
    assert one.pieces() == {"first"}
    company.come_to(one.line.number)
    assert referee.pieces() == {"first", "habicht", "sperber"}
    move(referee, "habicht", (4.5, 7.5), "He has heard steps.")
    company.come_to(referee.line.number)
    expect(referee.log).to_contain_text("The referee moves Habicht")
    assert referee.place("habicht") == (4.5, 7.5)
    for table in (one, two):
        assert not knows(table)
        assert "heard steps" not in "".join(table.line.heard)

    place(two, (9.5, 1.5))
    take_over(referee, "the Partisans player")
    assert referee.asked() == "free attack"
    for table in (one, two):
        expect(table.piece("habicht")).to_be_visible()
        expect(table.log).to_contain_text("An ambush.")
        assert knows(table)

    referee.select("habicht")
    referee.order("Throw grenade")
    referee.press("first")
    referee.person.settle()
    expect(referee.card).to_contain_text("Caught in the blast")
    referee.confirmation.click()
    fall(referee.person, ("1d20, attack", (20,)))
    referee.asked()
    referee.end()

    assert one.asked() == "throw back"
    expect(one.prompt).to_contain_text("A grenade lies at the feet of Anna Petrowa.")
    one.order("Throw it back")
    one.confirmation.click()
    fall(
        one.person,
        ("1d20, throw it back, Anna Petrowa", (20,)),
        ("1d20, attack", (20,)),
        ("2d6, damage, grenade", (6, 6)),
    )
    expect(two.log).to_contain_text("Anna Petrowa throws it back.")

    take_over(referee, "the referee")
    questions = referee.page.get_by_role("region", name="Questions to the referee")
    expect(questions).to_contain_text("Have they time to react to the explosion: Habicht?")
    questions.get_by_role("button", name="Other answers").click()
    questions.get_by_role("button", name="nobody has time to save").click()
    fall(referee.person, ("1d6, initiative, patrol", (4,)))
    company.come_to(referee.line.number)
    for table in (one, two):
        expect(table.log).to_contain_text("Nobody has time to react.")
        expect(table.log).to_contain_text("Habicht is dead.")
        expect(table.log).to_contain_text("Round 2: Partisans (7), then Patrol (4).")
    assert one.sentences() == two.sentences()
    assert one.line.refused == two.line.refused == referee.line.refused == []


def test_a_surprise_gives_a_jeep_a_free_turn_that_ends_in_a_mishap(
    invite: Invite, server: Server, tmp_path: Path
) -> None:
    battle = server.begin(scenario="jeep", seats=FOES, referee="me", dice="real", wait=True)
    company = gather(invite, battle, tmp_path)
    one, two, referee = company.one, company.two, company.referee
    ready(referee.person)
    fall(
        referee.person,
        ("1d6, surprise, patrol", (5,)),
        ("1d6, surprise, sentries", (1,)),
    )
    for table in (one, two, referee):
        table.begin()
        expect(table.log).to_contain_text("The Sentries are surprised. Patrol may act before")
    assert one.asked() == "who acts"
    assert not two.line.is_asked

    one.select("jeep")
    one.given(lambda: one.order("Take its turn"))
    one.order("Normal pace")
    one.confirm()
    one.order("Drive")
    number = one.card.get_by_role("spinbutton")
    number.fill("3")
    number.press("Tab")
    one.person.settle()
    one.confirm()
    x, y = one.place("jeep")
    one.order("Drive defensively")
    expect(one.card).to_contain_text("Driving Check: made with 5 %")
    one.confirmation.click()
    fall(
        one.person,
        ("1d20, zigzags, Driving Check of Jeep's driver", (15,)),
        ("1d6, mishap, Jeep", (4,)),
        ("1d3, direction of skid, Jeep", (2,)),
        ("1d3, skid, Jeep", (2,)),
    )
    company.come_to(one.line.number)
    for table in (one, two, referee):
        expect(table.log).to_contain_text("Jeep has a mishap: skid.")
        expect(table.log).to_contain_text("The operator of Jeep must regain control of it.")
        assert table.place("jeep") == (x, y + 1)

    move(referee, "jeep", (x - 3, y), "It has gone into the ditch.")
    company.come_to(referee.line.number)
    for table in (one, two):
        expect(table.log).to_contain_text("The referee moves Jeep")
        expect(table.log).to_contain_text("It has gone into the ditch.")
        assert table.place("jeep") == (x - 3, y)
    assert one.line.refused == two.line.refused == referee.line.refused == []
