"""What happens is shown on the table, one thing after another, and never in the way."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ON_A_PAGE, Invite
from tests.browser.people import Person
from tests.browser.table import FRIENDS, Table, link, shoot
from tests.server.robust.processes import Begun, Server

KEEPING = """
window.shown = [];
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) {
    if (!(node instanceof SVGElement) || !node.closest(".theatre, .theatre-tracks")) continue;
    if (/^theatre/.test(node.getAttribute("class") ?? "")) continue;
    window.shown.push(`${node.getAttribute("class") ?? ""}: ${node.textContent}`);
  }
}).observe(document, { childList: true, subtree: true });
"""
"""Keeps everything that was ever shown."""


def paced(person: Person, pace: str, **more: Any) -> Person:
    """Somebody who has chosen how fast things are shown."""
    chosen = {"pace": pace, **more}
    script = f"localStorage.setItem('sandtable.settings', JSON.stringify({json.dumps(chosen)}));"
    person.context.add_init_script(ON_A_PAGE % script)
    person.context.add_init_script(KEEPING)
    return person


@pytest.fixture
def battle(server: Server) -> Begun:
    """A skirmish at the ford, with dice that miss."""
    return server.begin(scenario="skirmish", seats=FRIENDS, seed="a miss")


def shown(table: Table) -> list[str]:
    """What has been shown so far."""
    found: list[str] = table.page.evaluate("window.shown")
    return found


def until_over(table: Table) -> None:
    """Wait until everything has been shown."""
    expect(table.page.locator(".theatre > *")).to_have_count(0)
    table.person.settle()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_shot_of_the_enemy_is_seen_with_its_dice_and_its_result(
    invite: Invite, battle: Begun, motion: str
) -> None:
    british = Table.sit(paced(invite(reduced_motion=motion), "fast"), link(battle, "british"))
    german = Table.sit(invite(), link(battle, "german"))
    shoot(german, "panzer", "cromwell-1")
    british.reach(german.line.number)
    expect(british.log).to_contain_text("Panzer IV fires at Cromwell, 1 Troop")
    british.person.until(lambda: any(one.startswith("result") for one in shown(british)))
    until_over(british)
    seen = shown(british)
    faces = british.log.locator(".kind-fire .die").all_inner_texts()
    cubes = next(one for one in seen if one.startswith("cubes"))
    assert all(face.strip() in cubes for face in faces)
    assert any(one.startswith("shot") for one in seen)
    said = british.log.locator(".kind-fire .sentence").last.inner_text()
    words = [one.removeprefix("result fades: ") for one in seen if one.startswith("result")]
    assert any(word in said.replace("fall back", "falls back") for word in words), (words, said)


def test_a_mover_leaves_its_track_and_stands_where_it_came_to(
    invite: Invite, battle: Begun
) -> None:
    british = Table.sit(
        paced(invite(reduced_motion="no-preference"), "normal"), link(battle, "british")
    )
    german = Table.sit(invite(), link(battle, "german"))
    x, y = german.place("panzer")
    german.drag("panzer", (x, y - 2.0))
    german.confirm()
    british.reach(german.line.number)
    british.end()
    british.person.until(lambda: any(one.startswith("track") for one in shown(british)))
    until_over(british)
    expect(british.piece("panzer")).to_have_attribute(
        "data-y", german.piece("panzer").get_attribute("data-y") or ""
    )


def test_space_goes_on_and_whoever_acts_is_at_the_end_at_once(
    invite: Invite, battle: Begun
) -> None:
    german = Table.sit(
        paced(invite(reduced_motion="no-preference"), "slow"), link(battle, "german")
    )
    shoot(german, "panzer", "cromwell-1")
    german.person.until(lambda: bool(shown(german)))
    german.page.keyboard.press("Space")
    german.page.keyboard.press("Space")
    until_over(german)
    # What can be done next was never withheld.
    expect(german.actions.locator('[data-order="done"]')).to_be_visible()
    german.end()
    assert german.line.number > 1


def test_what_happened_is_shown_again_by_a_key_and_from_the_log(
    invite: Invite, battle: Begun
) -> None:
    british = Table.sit(paced(invite(), "fast"), link(battle, "british"))
    german = Table.sit(invite(), link(battle, "german"))
    shoot(german, "panzer", "cromwell-1")
    british.reach(german.line.number)
    british.person.until(lambda: any(one.startswith("shot") for one in shown(british)))
    until_over(british)
    before = sum(one.startswith("shot") for one in shown(british))
    british.page.keyboard.press("w")
    british.person.until(lambda: sum(one.startswith("shot") for one in shown(british)) > before)
    until_over(british)
    again = sum(one.startswith("shot") for one in shown(british))
    british.log.locator(".kind-fire").last.get_by_role(
        "button", name="Show it on the table"
    ).click()
    british.person.until(lambda: sum(one.startswith("shot") for one in shown(british)) > again)
    until_over(british)


def test_nothing_is_shown_to_who_wants_nothing_shown(invite: Invite, battle: Begun) -> None:
    british = Table.sit(paced(invite(), "off"), link(battle, "british"))
    german = Table.sit(invite(), link(battle, "german"))
    shoot(german, "panzer", "cromwell-1")
    british.reach(german.line.number)
    assert shown(british) == []
