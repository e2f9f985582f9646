"""People of one's own: brought to a battle, seen at the table, saved, and brought to the next."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, Route, ViewportSize, expect

from sandtable.battle.personal import personal_files_for
from sandtable.rulebooks.whitebox.characters.files import read
from tests.browser.conftest import Invite
from tests.browser.lobby import SetUp, links, set_up
from tests.browser.people import Person
from tests.browser.table import Table, link
from tests.browser.test_accessibility import check
from tests.server.robust.processes import Server

STREET = "A street in Stalingrad"
PHONE: ViewportSize = {"width": 390, "height": 844}


def anna(folder: Path) -> Path:
    """A wounded medic of level 3."""
    text = personal_files_for("owb").new("medic", "Anna Petrowa").replace("level = 1", "level = 3")
    file = folder / "anna.toml"
    text += '\n[health]\nhit_points = 4\nwounds = ["limps"]\n'
    file.write_text(text, encoding="utf-8")
    return file


def bring(form: SetUp, unit: str, file: Path) -> None:
    """Put the person of a file in the place of a unit."""
    part = form.dialog.locator("details.people")
    if part.get_attribute("open") is None:
        part.get_by_role("heading", name="Characters").click()
    part.get_by_label("In the place of").select_option(unit)
    part.get_by_label("The file of a character").set_input_files(file)


def fits(page: Page) -> bool:
    """Whether nothing of the open sheet sticks out of the window."""
    found = page.locator("dialog[open]").last.evaluate(
        "(dialog) => dialog.scrollWidth <= dialog.clientWidth && dialog.clientWidth <= innerWidth"
    )
    return bool(found)


def test_a_character_goes_from_battle_to_battle(person: Person, tmp_path: Path) -> None:
    form = set_up(person, STREET)
    bring(form, "lena", anna(tmp_path))
    expect(form.dialog.get_by_label("Characters in this battle")).to_contain_text("Anna Petrowa")
    assert check(person, "the set-up") == []
    form.begin()
    table = Table(person).begin()
    person.page.set_viewport_size(PHONE)
    person.settle()
    table.select("lena")
    person.page.get_by_role("button", name="Character sheet").click()
    sheet = person.page.get_by_role("dialog", name="Anna Petrowa")
    for text in ("Medic, level 3", "wounded", "4 of 13", "Rifle (Small)", "12 or more"):
        expect(sheet).to_contain_text(text)
    assert fits(person.page)
    assert check(person, "the sheet") == []
    sheet.get_by_role("button", name="§").first.click()
    expect(person.page.get_by_text("Hit Dice are d6", exact=False)).to_be_visible()
    person.page.keyboard.press("Escape")
    with person.page.expect_download() as downloading:
        sheet.get_by_role("button", name="Save character Anna Petrowa").click()
    saved = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(saved)
    assert saved.name == "anna-petrowa.toml"
    assert read(saved.read_text(encoding="utf-8")).battles[-1].result == "unfinished"

    person.page.set_viewport_size({"width": 1440, "height": 900})
    form = set_up(person, STREET)
    bring(form, "boris", saved)
    form.begin()
    Table(person).begin()
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name="Characters").click()
    everybody = person.page.get_by_role("dialog", name="Characters")
    assert check(person, "the list") == []
    everybody.get_by_role("button", name="Anna Petrowa Soviet").click()
    sheet = person.page.get_by_role("dialog", name="Anna Petrowa")
    # The enemy may have fired already; what he came with stands among his battles.
    expect(sheet).to_contain_text("of 13")
    expect(sheet).to_contain_text("unfinished; wounded (4 hit points)")


def test_an_enemy_sees_only_what_is_public(invite: Invite, server: Server, tmp_path: Path) -> None:
    text = anna(tmp_path).read_text(encoding="utf-8")
    battle = server.begin(
        scenario="pavlovs-street",
        seats=[
            {"seat": "soviet", "side": "soviet", "kind": "me"},
            {"seat": "german", "side": "german", "kind": "friend"},
        ],
        characters={"lena": text},
    )
    table = Table.sit(invite(), link(battle, "german"))
    table.select("lena")
    table.page.get_by_role("button", name="Character sheet").click()
    sheet = table.page.get_by_role("dialog", name="Anna Petrowa")
    expect(sheet).to_contain_text("What everybody may know")
    expect(sheet).to_contain_text("4 of 13")
    expect(sheet).not_to_contain_text("limps")
    expect(sheet.get_by_role("button", name="Save")).to_have_count(0)


def test_a_file_that_is_wrong_is_told_in_the_lobby(person: Person, tmp_path: Path) -> None:
    person.watch.bear("422")
    file = tmp_path / "wrong.toml"
    text = anna(tmp_path).read_text(encoding="utf-8")
    file.write_text(text.replace("level = 3", "levle = 3"), encoding="utf-8")
    form = set_up(person, STREET)
    bring(form, "lena", file)
    expect(form.dialog).to_contain_text("wrong.toml cannot be used.")
    expect(form.dialog).to_contain_text("unknown field `levle`; did you mean 'level'?")
    file.write_bytes(text.replace("Anna", "Ännchen").encode("latin-1"))
    bring(form, "lena", file)
    expect(form.dialog).to_contain_text("wrong.toml is no text in UTF-8")
    expect(
        form.dialog.get_by_label("Characters in this battle").get_by_role("listitem")
    ).to_have_count(0)


def test_a_battle_begins_only_when_the_files_have_been_looked_at(
    person: Person, tmp_path: Path
) -> None:
    person.watch.bear("422")
    held: list[Route] = []
    person.page.route("**/api/scenarios/*/characters", lambda route: held.append(route))

    def let_through() -> None:
        person.until(lambda: bool(held))
        held.pop().continue_()

    wrong = tmp_path / "wrong.toml"
    text = anna(tmp_path).read_text(encoding="utf-8")
    wrong.write_text(text.replace("level = 3", "levle = 3"), encoding="utf-8")
    person.page.goto("/")
    person.page.get_by_role("button", name=re.compile(f"^Set up.*{STREET}")).click()
    let_through()
    form = SetUp(person, f"Set up {STREET}")
    for file in (wrong, anna(tmp_path)):
        bring(form, "boris", file)
        form.begin()
        let_through()
        if file is wrong:
            expect(form.dialog).to_contain_text("wrong.toml cannot be used.")
    Table(person).begin()
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name="Characters").click()
    expect(person.page.get_by_role("dialog", name="Characters")).to_contain_text("Anna Petrowa")


def test_friends_bring_their_own_before_the_battle(
    invite: Invite, server: Server, tmp_path: Path
) -> None:
    battle = server.begin(
        scenario="pavlovs-street",
        dice="fair",
        seats=[
            {"seat": "soviet", "side": "soviet", "kind": "me"},
            {"seat": "german", "side": "german", "kind": "friend"},
        ],
    )
    friend = invite(viewport=PHONE)
    friend.page.goto(link(battle, "german"))
    friend.page.get_by_role("button", name="Menu").click()
    friend.page.get_by_role("button", name="Characters", exact=True).click()
    dialog = friend.page.get_by_role("dialog", name="Bring your characters")
    dialog.get_by_label("In the place of").first.set_input_files(anna(tmp_path))
    expect(dialog).to_contain_text("He is in the battle.")
    assert fits(friend.page)


def test_the_menu_offers_characters_as_soon_as_it_is_known_that_there_are_any(
    person: Person, server: Server
) -> None:
    battle = server.begin(
        scenario="pavlovs-street",
        seats=[
            {"seat": "soviet", "side": "soviet", "kind": "me"},
            {"seat": "german", "side": "german", "kind": "computer", "level": "random"},
        ],
    )
    held: list[Route] = []
    person.page.route("**/characters", lambda route: held.append(route))
    person.page.goto(link(battle, "soviet"))
    person.page.get_by_role("button", name="Menu").click()
    offered = person.page.get_by_role("button", name="Characters", exact=True)
    expect(offered).to_be_hidden()
    person.until(lambda: bool(held))
    for route in held:
        route.continue_()
    expect(offered).to_be_visible()


def test_a_battle_waits_for_a_friend_and_his_character(
    person: Person, invite: Invite, tmp_path: Path
) -> None:
    form = set_up(person, STREET)
    waiting = form.dialog.get_by_label("Wait for the others")
    expect(waiting).to_be_hidden()
    form.seat("German", "A friend")
    expect(waiting).to_be_checked()
    form.dice("Fair dice")
    expect(waiting).to_be_hidden()
    form.dice("Computer dice")
    form.begin()
    address = links(person)["german"]
    person.page.get_by_role("link", name="To the table").click()
    asked = person.page.locator("#prompt")
    expect(asked).to_contain_text("The battle begins when everybody is ready")
    assert check(person, "the waiting room") == []

    friend = invite(viewport=PHONE)
    friend.page.goto(address)
    friend.page.get_by_role("button", name="Bring characters").click()
    dialog = friend.page.get_by_role("dialog", name="Bring your characters")
    dialog.get_by_label("In the place of").first.set_input_files(anna(tmp_path))
    expect(dialog).to_contain_text("He is in the battle.")
    friend.page.keyboard.press("Escape")
    friend.page.get_by_role("button", name="I am ready").click()
    expect(friend.page.locator("#prompt")).to_contain_text("Waiting until Soviet is ready.")
    expect(friend.page.get_by_role("button", name="Begin now")).to_have_count(0)
    expect(asked).to_contain_text("Everybody else is ready")
    person.page.get_by_role("button", name="I am ready").click()
    person.until(lambda: person.line.standing["status"] == "running")
    person.settle()
    person.page.get_by_role("tab", name="Pieces").click()
    expect(person.page.locator("#panel-pieces")).to_contain_text("Anna Petrowa")


def test_the_host_need_not_wait_for_ever(person: Person) -> None:
    form = set_up(person, "The crossroads at Saint-Aubin")
    form.seat("German", "A friend")
    expect(form.dialog.get_by_label("Wait for the others")).not_to_be_checked()
    form.wait(True)
    form.begin()
    links(person)
    person.page.get_by_role("link", name="To the table").click()
    person.page.get_by_role("button", name="Begin now").click()
    person.until(lambda: person.line.standing["status"] == "running")


def test_enter_after_the_name_of_somebody_new_saves_his_file(person: Person) -> None:
    form = set_up(person, "A street in Stalingrad")
    form.dialog.locator("summary", has_text="Characters").click()
    form.dialog.locator("summary", has_text="Make a new character").click()
    name = form.dialog.get_by_label("Name of the character")
    name.fill("Anna Petrowa")
    with person.page.expect_download() as saved:
        name.press("Enter")
    assert saved.value.suggested_filename.endswith(".toml")
    # The battle does not begin.
    expect(form.dialog).to_be_visible()
