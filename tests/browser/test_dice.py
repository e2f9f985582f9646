"""Dice on the pages: real ones that are typed in, and fair ones that everybody can check."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.lobby import set_up
from tests.browser.people import Person
from tests.browser.table import FRIENDS, Table, link
from tests.server.robust.processes import Server

BATTLE = "A skirmish at the ford"


def test_real_dice_are_asked_for_exactly_and_shown_as_they_fell(
    invite: Invite, server: Server
) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS, dice="real")
    german = Table.sit(invite(), link(battle, "german"))
    british = Table.sit(invite(), link(battle, "british"))
    german.select("panzer")
    german.press("cromwell-1")
    german.person.settle()
    german.confirmation.click()

    tray = german.page.get_by_role("form", name="Throw 1d10, Panzer IV")
    expect(tray).to_be_visible()
    faces = tray.get_by_role("group", name="Die 1").get_by_role("button")
    assert faces.all_inner_texts() == [str(face) for face in range(1, 11)]
    number = german.line.number
    tray.get_by_role("button", name="These fell").click(force=True)
    expect(german.page.get_by_text("Some faces are still missing.")).to_be_visible()
    assert german.line.number == number

    faces.nth(6).click()
    tray.get_by_role("button", name="These fell").click()
    tray = german.page.get_by_role("form", name="Throw 1d10, Cromwell, 1 Troop")
    tray.get_by_role("button", name="4", exact=True).click()
    german.given(tray.get_by_role("button", name="These fell").click)

    british.person.until(lambda: british.line.number == german.line.number == number + 1)
    for table in (german, british):
        shot = table.log.get_by_role("article").filter(has_text="Panzer IV fires at")
        fallen = shot.get_by_role("img", name=re.compile("on a die with 10 sides"))
        expect(fallen).to_have_text(["7", "4"])


def test_real_dice_are_typed_in_by_their_digits(person: Person, server: Server) -> None:
    """A nought is a ten; and nothing but the digits and Enter is needed."""
    battle = server.begin(scenario="skirmish", seats=FRIENDS, dice="real")
    table = Table.sit(person, link(battle, "german"))
    table.select("panzer")
    table.press("cromwell-1")
    person.settle()
    table.confirmation.click()
    keyboard = person.page.keyboard
    face = person.page.locator(".face[aria-pressed=true]")
    for name, key, fallen in (("Panzer IV", "0", "10"), ("Cromwell, 1 Troop", "4", "4")):
        tray = person.page.get_by_role("form", name=f"Throw 1d10, {name}")
        expect(tray.locator(".face").first).to_be_focused()
        keyboard.press(key)
        expect(face).to_have_text(fallen)
        expect(tray.get_by_role("button", name="These fell")).to_be_focused()
        keyboard.press("Enter")
    shot = table.log.get_by_role("article").filter(has_text="Panzer IV fires at")
    expect(shot.get_by_role("img", name=re.compile("on a die"))).to_have_text(["10", "4"])


def test_an_order_may_be_given_up_while_its_dice_are_wanted(person: Person, server: Server) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS, dice="real")
    table = Table.sit(person, link(battle, "german"))
    table.select("panzer")
    table.press("cromwell-1")
    person.settle()
    table.confirmation.click()
    number = table.line.number
    table.given(person.page.get_by_role("button", name="Give the order up").click)
    expect(table.prompt).to_contain_text("Choose an element")
    expect(table.card).to_contain_text("The order was given up.")
    assert table.line.number == number


def test_fair_dice_are_bound_before_and_checked_after(person: Person, tmp_path: Path) -> None:
    form = set_up(person, BATTLE)
    form.dice("Fair dice")
    form.begin()
    page = person.page
    commitment = page.get_by_text(re.compile("^The server is bound to its secret by [0-9a-f]{64}"))
    expect(commitment).to_be_visible()
    bound = commitment.inner_text().split()[-1]
    page.get_by_label("Your word for the dice").fill("marmalade")
    page.get_by_role("button", name="Seal it").click()
    table = Table(person).begin()
    while table.asked():
        table.answer()

    outcome = page.get_by_role("dialog", name=re.compile("victory$|^A draw$"))
    expect(outcome).to_contain_text("Your word “marmalade” is among them")
    outcome.get_by_role("button", name="Verify").click()
    proof = page.get_by_role("dialog", name="Verify the battle")
    expect(proof).to_contain_text("All is in order")
    for fact in (bound, "marmalade", "Secret"):
        expect(proof).to_contain_text(fact)
    proof.get_by_role("button", name="Close").click()
    with page.expect_download() as download:
        outcome.get_by_role("button", name="Journal").click()
    journal = tmp_path / download.value.suggested_filename
    download.value.save_as(journal)
    check = subprocess.run(
        [sys.executable, "-m", "sandtable", "verify", str(journal)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert check.returncode == 0, check.stdout + check.stderr
    assert "faces follow from the secret and the words" in check.stdout
    assert bound in check.stderr


def test_words_are_opened_when_all_seals_are_in(invite: Invite, server: Server) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS, dice="fair")
    here, there = invite(), invite()
    for person, seat in ((here, "british"), (there, "german")):
        person.page.goto(link(battle, seat))
    here.page.get_by_label("Your word for the dice").fill("marmalade")
    here.page.get_by_role("button", name="Seal it").click()
    expect(here.page.get_by_text(re.compile("has sealed a word, and all seals"))).to_be_visible()
    here.page.reload()
    expect(here.page.get_by_text(re.compile("has sealed a word, and all seals"))).to_be_visible()
    there.page.get_by_label("Your word for the dice").fill("Größe")
    there.page.get_by_role("button", name="Seal it").click()
    for person, word in ((here, "marmalade"), (there, "Größe")):
        pill = person.page.get_by_role("button", name=re.compile("^Fair dice"))
        expect(person.page.get_by_text("Before the battle")).to_be_hidden()
        pill.click()
        facts = person.page.get_by_role("dialog", name="The dice")
        expect(facts).to_contain_text(f"Your word “{word}” is among them")


def test_who_has_lost_his_word_has_all_sealed_anew(invite: Invite, server: Server) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS, dice="fair")
    here, there = invite(), invite()
    for person, seat in ((here, "british"), (there, "german")):
        person.page.goto(link(battle, seat))
    here.page.get_by_label("Your word for the dice").fill("marmalade")
    here.page.get_by_role("button", name="Seal it").click()
    expect(here.page.get_by_text(re.compile("has sealed a word, and all seals"))).to_be_visible()
    here.page.evaluate(
        "Object.keys(localStorage).filter((key) => key.startsWith('sandtable.seals.'))"
        ".forEach((key) => localStorage.removeItem(key))"
    )
    here.page.reload()
    there.page.get_by_label("Your word for the dice").fill("jam")
    there.page.get_by_role("button", name="Seal it").click()
    expect(here.page.get_by_text(re.compile("^Your seal cannot be opened here"))).to_be_visible()
    here.page.get_by_role("button", name="Seal all words anew").click()
    for person in (here, there):
        expect(person.page.get_by_text(re.compile("asked for anew once"))).to_be_visible()
        expect(person.page.get_by_label("Your word for the dice")).to_be_visible()


def test_a_word_that_is_being_typed_stays_when_somebody_comes(
    invite: Invite, server: Server
) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS, dice="fair")
    here = invite()
    here.page.goto(link(battle, "british"))
    word = here.page.get_by_label("Your word for the dice")
    word.fill("marmalade")
    there = invite()
    there.page.goto(link(battle, "german"))
    expect(there.page.get_by_label("Your word for the dice")).to_be_visible()
    expect(here.page.get_by_text("Kessler").first).to_be_visible()
    expect(word).to_have_value("marmalade")
    expect(word).to_be_focused()


def test_real_dice_of_a_referee_are_thrown_at_the_table(person: Person, server: Server) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS, dice="real", referee="me")
    table = Table.sit(person, link(battle, "referee"))
    table.page.get_by_role("button", name=re.compile("^Roll…")).click()
    dialog = table.page.get_by_role("dialog", name="Roll")
    dialog.get_by_label(re.compile("^Dice")).fill("three dice")
    dialog.get_by_role("button", name="Roll").click()
    expect(dialog).to_contain_text("'three dice' are no dice; write them like 2d6+1 or d20.")
    dialog.get_by_label(re.compile("^Dice")).fill("1d6")
    dialog.get_by_label(re.compile("^What for")).fill("rain")
    dialog.get_by_role("button", name="Roll").click()
    expect(dialog).to_be_hidden()
    tray = table.page.get_by_role("form", name="Throw 1d6, rain")
    tray.get_by_role("button", name="5", exact=True).click()
    table.given(tray.get_by_role("button", name="These fell").click)
    expect(table.log).to_contain_text("The referee rolls 1d6 (rain): 5.")
