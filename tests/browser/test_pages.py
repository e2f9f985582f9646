"""Odds and ends of the pages: help, links that lead nowhere, small windows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.lobby import set_up
from tests.browser.people import Person
from tests.browser.table import FRIENDS, Table, link
from tests.server.robust.processes import Server

TWICE_AS_LARGE = {"viewport": {"width": 720, "height": 450}, "device_scale_factor": 2}
"""A window of 1440 by 900 at 200 %."""

OVERHANG = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_the_keys_are_explained(person: Person, server: Server) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS)
    Table.sit(person, link(battle, "german"))
    person.page.keyboard.press("?")
    keys = person.page.get_by_role("dialog", name="Keys and help").get_by_role("table", name="Keys")
    expect(keys.get_by_role("row")).not_to_have_count(0)
    expect(keys).to_contain_text("Undo")


def test_a_rule_opens_beside_what_it_is_behind(person: Person, server: Server) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS)
    table = Table.sit(person, link(battle, "german"))
    table.prompt.get_by_role("button", name="one per element").click()
    expect(person.page.get_by_text("p8.action.one-per-element")).to_be_visible()


def test_a_link_that_is_not_valid_says_so(person: Person, server: Server) -> None:
    person.watch.bear("WebSocket connection to .* failed")
    battle = server.begin(scenario="skirmish", seats=FRIENDS)
    person.page.goto(f"/battle/{battle.id}#{'x' * 43}")
    expect(person.page.get_by_text("This table is closed to you")).to_be_visible()
    expect(person.page.get_by_role("link", name="To the lobby")).to_be_visible()


def test_an_address_that_leads_nowhere_leads_back_to_the_lobby(
    person: Person, server: Server
) -> None:
    person.watch.bear("404")
    person.page.goto("/batle/x")
    expect(person.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    person.page.get_by_role("link", name="To the lobby").click()
    expect(person.page.get_by_role("heading", name="Battles to fight")).to_be_visible()
    program = server.http.get("/batle/x")
    assert (program.status_code, program.json()) == (404, {"detail": "Not Found"})


def test_the_briefing_can_be_read_at_the_table(person: Person, server: Server) -> None:
    battle = server.begin(scenario="ambush", seats=FRIENDS)
    Table.sit(person, link(battle, "german"))
    person.page.get_by_role("button", name="Read the briefing").click()
    briefing = person.page.get_by_role("dialog", name="An ambush in the sunken lane")
    expect(briefing).to_contain_text("Normandy · 18 July 1944 · Panzer8")
    expect(briefing).to_contain_text("not under every counter there is somebody")


def test_the_lobby_says_whom_one_would_lead(person: Person) -> None:
    person.page.goto("/")
    card = person.page.get_by_role("article").filter(has_text="A skirmish at the ford")
    expect(card).to_contain_text("You lead the British, the computer the Germans.")


def test_on_a_phone_one_hears_what_happened(invite: Invite, server: Server) -> None:
    person = invite(viewport={"width": 390, "height": 844}, has_touch=True)
    battle = server.begin(scenario="skirmish", seats=FRIENDS)
    table = Table.sit(person, link(battle, "german"))
    table.select("panzer")
    table.order("Fire")
    table.card.locator("button[data-piece]:not([aria-disabled])").first.click()
    person.settle()
    table.confirm()
    expect(person.page.locator(".toast").filter(has_text="Panzer IV fires at")).to_be_visible()


def test_on_a_phone_one_sees_that_one_is_asked(invite: Invite, server: Server) -> None:
    """Also while another panel than that of the orders is open, and only then."""
    battle = server.begin(scenario="skirmish", seats=FRIENDS)
    person = invite(viewport={"width": 390, "height": 844}, has_touch=True)
    british = Table.sit(person, link(battle, "british"))
    german = Table.sit(invite(), link(battle, "german"))
    orders = person.page.get_by_role("tab", name="Orders")
    marked = person.page.get_by_role("tab", name="Orders you are asked", exact=True)
    person.page.get_by_role("tab", name="Log").tap()
    expect(orders).to_be_visible()
    expect(marked).to_have_count(0)
    while not british.line.is_asked:
        german.asked()
        german.answer()
        person.until(lambda: british.line.is_asked or german.line.is_asked)
    expect(marked).to_be_visible()
    expect(person.page).to_have_title(re.compile("^● "))
    marked.tap()
    expect(marked).to_have_count(0)
    expect(orders).to_be_visible()


@pytest.mark.parametrize("size", [TWICE_AS_LARGE, {"viewport": {"width": 390, "height": 844}}])
def test_no_page_is_wider_than_its_window(invite: Invite, server: Server, size: object) -> None:
    assert isinstance(size, dict)
    person = invite(**size)
    page = person.page
    set_up(person, "A skirmish at the ford")
    assert page.evaluate(OVERHANG) <= 0
    battle = server.begin(scenario="skirmish", seats=FRIENDS)
    table = Table.sit(person, link(battle, "german"))
    assert page.evaluate(OVERHANG) <= 0
    table.select("panzer")
    table.order("Fire")
    assert page.evaluate(OVERHANG) <= 0
    page.keyboard.press("Escape")
    table.end()
    page.goto(f"/battle/{battle.id}/replay")
    expect(page.locator("#where")).to_contain_text("step 1 of 2")
    assert page.evaluate(OVERHANG) <= 0


def test_a_phone_is_played_by_touch(invite: Invite, server: Server) -> None:
    battle = server.begin(scenario="skirmish", seats=FRIENDS)
    person = invite(viewport={"width": 390, "height": 844}, has_touch=True)
    table = Table.sit(person, link(battle, "german"))
    person.page.touchscreen.tap(*table.spot(*table.place("panzer")))
    expect(table.piece("panzer")).to_have_attribute("aria-pressed", "true")
    table.button("Fire").tap()
    table.card.locator('button[data-piece="cromwell-1"]').tap()
    person.settle()
    table.given(table.confirmation.tap)
    person.page.get_by_role("tab", name="Log").tap()
    expect(table.log).to_contain_text("Panzer IV fires at Cromwell, 1 Troop")


INTRUDERS = """() => {
  const script = Object.assign(document.createElement("script"), { textContent: "1" });
  const image = Object.assign(document.createElement("img"), { src: "https://other.invalid/x" });
  document.body.append(script, image);
}"""


def test_scripts_and_hosts_that_do_not_belong_here_are_shut_out(person: Person) -> None:
    watch = person.watch
    person.page.goto("/")
    person.page.evaluate(INTRUDERS)
    said = ("script-src", "img-src", "a request to another host")
    person.until(lambda: all(any(words in fault for fault in watch.faults) for words in said))
    watch.faults.clear()


def test_a_number_of_ones_own_is_typed_where_a_switch_takes_one(person: Person) -> None:
    form = set_up(person, "A street in Stalingrad")
    rules = form.dialog.locator("summary", has_text="Rules of OWB")
    rules.click()
    limit = form.dialog.get_by_label("Round limit.")
    # The scenario's own.
    expect(limit).to_have_value("number")
    number = form.dialog.get_by_label("Round limit: a number")
    expect(number).to_have_value("16")
    limit.select_option("none")
    expect(number).to_be_hidden()
    limit.select_option("number")
    number.fill("")
    rules.click()
    form.begin()
    # What is missing is pointed out, though it was folded away.
    expect(number).to_be_focused()
    number.fill("3")
    with person.page.expect_request("**/api/battles") as begun:
        form.begin()
    assert (begun.value.post_data_json or {})["options"] == {"round_limit": "3"}
    expect(person.page.locator(".pill").first).to_have_text("Round 1 of 3")


def test_what_comes_before_the_first_round_is_no_round(person: Person, server: Server) -> None:
    seats = [{"seat": side, "side": side, "kind": "me"} for side in ("british", "german")]
    battle = server.begin(scenario="coastal-battery", seats=seats, seed="4")
    Table.sit(person, link(battle, "british"))
    expect(person.page.locator(".pill").first).to_have_text("Before round 1")
    person.page.goto("/")
    row = person.page.locator(f'[data-battle="{battle.id}"] .state')
    expect(row).to_contain_text("Before round 1")
    facts = person.page.get_by_role("list", name="In short")
    expect(facts.filter(has_text="OWB").first).to_contain_text(re.compile(r"\d rounds"))
    expect(facts.filter(has_text="Panzer8").first).to_contain_text(re.compile(r"\d turns"))


def test_who_won_between_equal_computers_is_drawn_wherever_it_was_measured(
    person: Person, server: Server
) -> None:
    """Also in tenths of a per cent."""
    measured = [each for each in server.http.get("/api/scenarios").json() if each.get("balance")]
    assert any("." in each["balance"].partition(" won ")[2].split("%")[0] for each in measured)
    person.page.goto("/")
    expect(person.page.locator(".forces .balance")).to_have_count(len(measured))
