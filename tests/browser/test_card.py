"""The card of an order steps aside for whatever is to be picked."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.conftest import Invite
from tests.browser.people import Data, Person
from tests.browser.table import ADVICE, FRIENDS, Table, link
from tests.server.robust.processes import Server

DRIVERS: list[Data] = [
    {"seat": "british", "side": "british", "kind": "me"},
    {"seat": "german", "side": "german", "kind": "friend"},
]
RIFLES: list[Data] = [
    {"seat": "soviet", "side": "soviet", "kind": "me"},
    {"seat": "german", "side": "german", "kind": "computer", "level": "random"},
]
SIZES = [(1440, 900), (1024, 768), (800, 700), (390, 844)]

UNCOVERED = """(ids) => ids.every((id) => {
  const piece = document.querySelector(`svg.table-drawing [data-piece="${id}"]`);
  const { x, y, width, height } = piece.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return top !== null && top.closest("svg.table-drawing") !== null;
})"""

# While the table is being zoomed, its drawing is larger than its window for a moment.
SCROLLED = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (let times = 0; times < 3; times++) {
    document.querySelector('.board-tools button[aria-label^="Zoom in"]').click();
    await frame();
    document.querySelector(".board").scrollTo(40, 60);
    await frame();
  }
}"""


def pickable(table: Table) -> list[str]:
    """The pieces that may be picked for the order."""
    buttons = table.card.locator("button[data-piece]:not([aria-disabled])").all()
    return [button.get_attribute("data-piece") or "" for button in buttons]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("closer", [0, 3])
def test_the_card_covers_nothing_that_may_be_picked(
    invite: Invite, server: Server, size: tuple[int, int], closer: int
) -> None:
    """Also when the table is so large in its window that only moving it helps."""
    person = invite(viewport={"width": size[0], "height": size[1]})
    battle = server.begin(scenario="saint-aubin", seats=FRIENDS)
    table = Table.sit(person, link(battle, "british"))
    for _ in range(closer):
        person.page.get_by_role("button", name="Zoom in").click()
    person.settle()
    for piece in ("firefly", "vickers", "cromwell-2"):
        table.piece(piece).focus()
        person.page.keyboard.press("Enter")
        expect(table.piece(piece)).to_have_attribute("aria-pressed", "true")
        person.settle()
        table.order("Fire")
        wanted = pickable(table)
        assert wanted
        assert all_uncovered(table, wanted), f"{piece}: {wanted}"
        person.page.keyboard.press("Escape")
        # A target that was the only one was not chosen by hand, so it is not taken back first.
        expect(table.card).to_be_hidden()


def all_uncovered(table: Table, pieces: list[str]) -> bool:
    """Whether pieces can be seen, once the table has come to rest."""
    for _ in range(40):
        if table.page.evaluate(UNCOVERED, pieces):
            return True
        table.page.wait_for_timeout(50)
    return False


def test_the_list_stays_under_the_pointer_that_goes_through_it(
    invite: Invite, server: Server
) -> None:
    """However different what would come of each: a card in a lower corner grows upwards."""
    person = invite(viewport={"width": 1440, "height": 1300})
    battle = server.begin(scenario="pavlovs-street", seats=RIFLES, seed="1")
    table = Table.sit(person, link(battle, "soviet"))
    assert table.asked() == "who acts"
    table.select("sergei")
    table.given(lambda: table.order("Take his turn"))
    shift(table, up=360)
    table.order("Fire")
    buttons = table.card.locator("button[data-piece]:not([aria-disabled])").all()
    places, heights = [], set()
    for button in buttons:
        button.hover()
        person.settle()
        places.append([each.bounding_box() for each in buttons])
        heights.add(box_of(table.card.locator(".odds"))["height"])
    assert box_of(table.card)["y"] > 200, "the card lies in an upper corner"
    assert len(heights) > 1, "what would come of each takes the same room"
    assert places[1:] == places[:-1]


def box_of(element: Locator) -> FloatRect:
    """Where something is in the window."""
    box = element.bounding_box()
    assert box is not None
    return box


def shift(table: Table, up: int) -> None:
    """Push the table upwards in its window."""
    box = box_of(table.board)
    x, y = box["x"] + 20, box["y"] + box["height"] - 20
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x, y - up, steps=4)
    table.page.mouse.up()
    table.person.settle()


def test_the_table_goes_back_when_the_order_is_dropped(invite: Invite, server: Server) -> None:
    person = invite(viewport={"width": 760, "height": 640})
    battle = server.begin(scenario="saint-aubin", seats=FRIENDS)
    table = Table.sit(person, link(battle, "british"))
    table.select("firefly")
    person.settle()  # with the buttons of the piece there is less room for the table
    before = table.board.get_attribute("viewBox")
    table.order("Fire")
    wanted = pickable(table)
    assert all_uncovered(table, wanted)
    person.page.keyboard.press("Escape")
    expect(table.card).to_be_hidden()
    expect(table.board).to_have_attribute("viewBox", before or "")


def test_advice_waits_for_a_yes_also_where_a_press_would_be_enough(
    person: Person, server: Server
) -> None:
    battle = server.begin(scenario="jeep-chase", seats=DRIVERS, seed="11")
    table = Table.sit(person, link(battle, "british"))
    assert table.asked() == "who acts"
    expect(table.actions).to_contain_text("Select one of the ringed pieces")
    table.prompt.get_by_role("button", name=ADVICE).click()
    expect(table.card).to_contain_text("Take its turn")
    person.settle()
    assert table.is_ready()
    assert table.line.orders == {}
    table.confirm()
    assert table.asked() == "vehicle turn"
    expect(table.actions).not_to_contain_text("ringed")


def test_whatever_is_focused_beyond_the_edge_the_table_is_not_scrolled(
    invite: Invite, server: Server
) -> None:
    """Else a screen reader that goes to a piece would shift the drawing from under the rest."""
    person = invite(viewport={"width": 800, "height": 700})
    battle = server.begin(scenario="saint-aubin", seats=FRIENDS)
    Table.sit(person, link(battle, "british"))
    person.page.evaluate(SCROLLED)
    person.settle()
    board = person.page.locator(".board")
    assert board.evaluate("(board) => [board.scrollLeft, board.scrollTop]") == [0, 0]
