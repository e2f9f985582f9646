"""What a referee decrees: on record, seen by those who may know, and nowhere for the others."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Invite
from tests.browser.people import Data
from tests.browser.table import FRIENDS, Table, link, shoot
from tests.browser.test_together import announce, move, overrule
from tests.server.robust.processes import Begun, Server

SCOUTS: list[Data] = [
    {"seat": "patrol", "side": "patrol", "kind": "me"},
    {"seat": "partisans", "side": "partisans", "kind": "friend"},
]


HELD = "([battle, seat]) => JSON.parse(localStorage['sandtable.battles'])[battle].seats[seat]"
"""The token with which a browser holds a seat; that of its invitation is good for nothing more."""


@dataclass
class Company:
    """Both players, somebody who looks on, and the referee."""

    one: Table
    two: Table
    onlooker: Table
    referee: Table
    server: Server
    battle: Begun

    def all_know(self) -> None:
        """Wait until everybody knows of what the referee knows."""
        for table in (self.one, self.two, self.onlooker):
            table.reach(self.referee.line.number)

    def journal(self) -> list[Data]:
        """What the referee has decreed, as it is on record."""
        held = self.referee.page.evaluate(HELD, [self.battle.id, "referee"])
        record = self.server.http.get(
            f"/api/battles/{self.battle.id}/journal.jsonl",
            headers={"Authorization": f"Bearer {held}"},
        ).raise_for_status()
        lines = [json.loads(line) for line in record.text.splitlines()]
        return [line["order"] for line in lines if line.get("kind") == "ruling"]


def gather(invite: Invite, server: Server, scenario: str, seats: list[Data]) -> Company:
    """Everybody at a battle."""
    battle = server.begin(scenario=scenario, seats=seats, referee="friend", seed="a miss")
    one, two = (sit(invite, link(battle, seat["seat"])) for seat in seats)
    onlooker = sit(invite, f"/battle/{battle.id}#{battle.onlookers}")
    referee = Table.sit(invite(), link(battle, "referee"))
    return Company(one, two, onlooker, referee, server, battle)


def sit(invite: Invite, address: str) -> Table:
    """Sit down at a table on which there may be nothing to see yet."""
    table = Table(invite())
    table.page.goto(address)
    expect(table.board).to_be_visible()
    table.person.settle()
    return table


def heard(table: Table, word: str) -> bool:
    """Whether the page shows or was ever sent a word."""
    table.person.settle()
    bodies = [body for url, body in table.person.bodies().items() if "/static/" not in url]
    everything = [table.page.content(), *table.line.heard, *bodies]
    return any(word.lower() in text.lower() for text in everything)


# -- what the referee does ------------------------------------------------------------------------


def ruling(referee: Table) -> Locator:
    """The ruling that is being worded."""
    return referee.page.get_by_role("form", name="The ruling")


def hold(referee: Table, piece: str) -> None:
    """Take a piece in hand by the list of all pieces."""
    referee.page.get_by_label("Piece", exact=True).select_option(piece)
    referee.person.settle()


def use(referee: Table, tool: str) -> None:
    """Press one of the referee's tools."""
    tools = referee.page.get_by_role("group", name="Rulings")
    tools.get_by_role("button", name=re.compile(f"^{tool}")).click()
    referee.person.settle()


def decree(referee: Table, foretold: str, hearers: str) -> None:
    """Decree what is worded, after a look at what it says and who will hear it."""
    card = ruling(referee)
    expect(card).to_contain_text(foretold)
    expect(card).to_contain_text(hearers)
    referee.given(card.get_by_role("button", name="Decree").click)
    expect(card).to_be_hidden()


def place(
    referee: Table, model: str, name: str, at: tuple[float, float], *, hidden: bool = False
) -> None:
    """Word that a new piece is put on the table."""
    use(referee, "Place…")
    dialog = referee.page.get_by_role("dialog", name="Place a new piece")
    dialog.get_by_label("A copy of").select_option(model)
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label(re.compile("^Hidden")).set_checked(hidden, force=True)
    dialog.get_by_role("button", name="Choose its place").click()
    expect(dialog).to_be_hidden()
    referee.page.mouse.click(*referee.spot(*at))
    referee.person.settle()


def change(referee: Table, piece: str, field: str, value: str) -> None:
    """Word that something of a piece is another."""
    hold(referee, piece)
    use(referee, "Change…")
    dialog = referee.page.get_by_role("dialog", name=re.compile("^Change"))
    control = dialog.get_by_label(field, exact=True)
    if control.evaluate("(control) => control.tagName") == "SELECT":
        control.select_option(value)
    else:
        control.fill(value)
    dialog.get_by_role("button", name="Word the ruling").click()
    referee.person.settle()


def roll(referee: Table, dice: str, what: str, seer: str = "") -> None:
    """Roll dice in secret, or for somebody to see."""
    use(referee, "Roll…")
    dialog = referee.page.get_by_role("dialog", name="Roll")
    dialog.get_by_label(re.compile("^Dice")).fill(dice)
    dialog.get_by_label(re.compile("^What for")).fill(what)
    if seer:
        dialog.get_by_label(seer).check(force=True)
    referee.given(dialog.get_by_role("button", name="Roll").click)


def whisper(referee: Table, text: str, deaf: str) -> None:
    """Say something to everybody but one."""
    use(referee, "Announce…")
    dialog = referee.page.get_by_role("dialog", name="Announce")
    dialog.get_by_role("textbox").fill(text)
    dialog.get_by_label(deaf).uncheck(force=True)
    referee.given(dialog.get_by_role("button", name="Announce").click)


# -- what comes of it -----------------------------------------------------------------------------


def test_counters_are_turned_over_and_laid_by_decree(invite: Invite, server: Server) -> None:
    company = gather(invite, server, "ambush", FRIENDS)
    british, german, onlooker = company.one, company.two, company.onlooker
    referee = company.referee
    unknowing = (british, onlooker)
    assert not any(heard(table, "vogel") for table in unknowing)

    hold(referee, "vogel-squad")
    use(referee, "Reveal")
    decree(referee, "The referee brings Vogel's squad out of hiding", "Everybody hears of it.")
    company.all_know()
    for table in (british, german, onlooker):
        expect(table.piece("vogel-squad")).to_be_visible()
        expect(table.log).to_contain_text("The referee brings Vogel's squad out of hiding")

    place(referee, "grenadiers", "Kaminski", (9.0, 19.0), hidden=True)
    decree(referee, "The referee places Kaminski in hiding", "Only German")
    company.all_know()
    expect(german.log).to_contain_text("The referee places Kaminski in hiding")
    assert not any(heard(table, "kaminski") for table in unknowing)

    place(referee, "cromwell-1", "Reserve troop", (24.0, 3.0))
    decree(referee, "The referee places Reserve troop", "Everybody hears of it.")
    company.all_know()
    for table in (british, german, onlooker):
        expect(table.piece("cromwell-1-new-1")).to_be_visible()
    move(referee, "cromwell-1-new-1", (26.0, 4.0), "They took the other road.")
    change(referee, "cromwell-1-new-1", "Quality", "elite")
    decree(referee, "quality = elite", "Everybody hears of it.")
    company.all_know()
    assert british.place("cromwell-1-new-1") == (26.0, 4.0)
    expect(british.log).to_contain_text("quality = elite")

    hold(referee, "vogel-squad")
    use(referee, "Conceal")
    decree(referee, "The referee hides Vogel's squad under", "Only German")
    company.all_know()
    expect(german.log).to_contain_text("The referee hides Vogel's squad under")
    for table in unknowing:
        expect(table.piece("vogel-squad")).to_have_count(0)
        assert not heard(table, "hides Vogel")

    whisper(referee, "Kaminski waits for a flare.", "British (Harding)")
    roll(referee, "2d6+1", "does the flare go up")
    roll(referee, "d10", "morale of the reserve", "British (Harding)")
    announce(referee, "It begins to rain.")
    company.all_know()
    expect(referee.log).to_contain_text("The referee rolls 2d6+1 (does the flare go up)")
    expect(german.log).to_contain_text("Kaminski waits for a flare.")
    expect(british.log).to_contain_text("The referee rolls 1d10 (morale of the reserve)")
    for table in (british, german, onlooker):
        expect(table.log).to_contain_text("It begins to rain.")
        assert not heard(table, "does the flare go up")
    for table in (german, onlooker):
        assert not heard(table, "morale of the reserve")
    assert not any(heard(table, "kaminski") for table in unknowing)

    assert [order["order"] for order in company.journal()] == [
        *("reveal", "place", "place", "amend", "amend", "conceal"),
        *("announce", "roll-dice", "roll-dice", "announce"),
    ]
    assert british.line.refused == german.line.refused == referee.line.refused == []


def test_a_result_is_overruled_for_all(invite: Invite, server: Server) -> None:
    company = gather(invite, server, "skirmish", FRIENDS)
    shoot(company.two, "panzer", "cromwell-1")
    company.referee.reach(company.two.line.number)
    overrule(company.referee, "Out")
    company.all_know()
    for table in (company.one, company.two, company.onlooker):
        expect(table.piece("cromwell-1")).to_have_count(0)
        expect(table.log).to_contain_text("The referee decrees")


def test_an_ambush_is_laid_and_given_away_by_decree(invite: Invite, server: Server) -> None:
    """The battle says nothing of the referee's last word; with a referee, that stands."""
    company = gather(invite, server, "gully", SCOUTS)
    patrol, partisans, onlooker = company.one, company.two, company.onlooker
    referee = company.referee

    place(referee, "habicht", "Milan", (2.5, 9.5), hidden=True)
    decree(referee, "The referee places Milan in hiding", "Only Partisans")
    company.all_know()
    expect(partisans.piece("habicht-new-1")).to_be_visible()
    assert not any(heard(table, "milan") for table in (patrol, onlooker))

    change(referee, "habicht-new-1", "Hp", "1")
    decree(referee, "hp = 1", "Only Partisans")
    hold(referee, "sperber")
    use(referee, "Reveal")
    referee.page.mouse.click(*referee.spot(7.5, 8.5))
    referee.person.settle()
    expect(ruling(referee).get_by_label("Column", exact=True)).to_have_value("7")
    expect(ruling(referee).get_by_label("Row", exact=True)).to_have_value("3")
    decree(referee, "The referee brings Sperber out of hiding", "Everybody hears of it.")
    company.all_know()
    for table in (patrol, partisans, onlooker):
        expect(table.piece("sperber")).to_be_visible()
        assert table.place("sperber") == (7.5, 8.5)
    hold(referee, "sperber")
    use(referee, "Conceal")
    decree(referee, "The referee has Sperber lie in ambush", "Only Partisans")
    company.all_know()
    for table in (patrol, onlooker):
        expect(table.piece("sperber")).to_have_count(0)
        assert not heard(table, "habicht")
        assert not heard(table, "milan")

    roll(referee, "1d6", "who coughs")
    company.all_know()
    expect(referee.log).to_contain_text("The referee rolls 1d6 (who coughs)")
    assert not any(heard(table, "who coughs") for table in (patrol, partisans, onlooker))
    orders = [order["order"] for order in company.journal()]
    assert orders == ["place", "amend", "reveal", "conceal", "roll-dice"]
    assert patrol.line.refused == partisans.line.refused == referee.line.refused == []
