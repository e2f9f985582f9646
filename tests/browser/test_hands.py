"""What hands do on the table: quickly, by halves, and with second thoughts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.people import Data
from tests.browser.table import FRIENDS, Table, link
from tests.server.robust.processes import Server

PIECES = ("cromwell-1", "rifles-1", "vickers", "uk-hq")
AIRMEN: list[Data] = [
    {"seat": "german", "side": "german", "kind": "me"},
    {"seat": "british", "side": "british", "kind": "friend"},
]
SIZES = [(1440, 900), (1024, 768), (800, 1000), (390, 844)]
PHONE = {"width": 390, "height": 844}
PRESSED = "[data-piece][aria-pressed=true]"


@pytest.fixture
def table(invite: Invite, server: Server) -> Table:
    """The crossroads, as the British see them."""
    battle = server.begin(scenario="saint-aubin", seats=FRIENDS)
    return Table.sit(invite(), link(battle, "british"))


# -- the table stays where it is -------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES[:2], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_table_does_not_move_when_a_piece_is_selected(
    table: Table, size: tuple[int, int]
) -> None:
    """What can be ordered takes more room below it, or less."""
    table.resize(*size)
    table.select(PIECES[0])
    before = table.spot(20, 20)
    for piece in PIECES:
        table.select(piece)
        assert table.spot(20, 20) == pytest.approx(before, abs=0.5)
    table.page.keyboard.press("Escape")
    expect(table.board.locator(PRESSED)).to_have_count(0)
    table.person.settle()
    assert table.spot(20, 20) == pytest.approx(before, abs=0.5)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_whole_table_is_in_sight_at_first(
    invite: Invite, server: Server, size: tuple[int, int]
) -> None:
    battle = server.begin(scenario="villers-bocage", seats=AIRMEN, seed="1")
    person = invite(viewport={"width": size[0], "height": size[1]})
    table = Table.sit(person, link(battle, "german"))
    table.asked()
    width, depth = re.findall(r"[\d.]+", table.board.get_attribute("aria-label") or "")[:2]
    frame = table.page.locator(".board").bounding_box()
    assert frame is not None
    for corner in ((0.0, 0.0), (float(width), float(depth))):
        x, y = table.spot(*corner)
        assert frame["x"] <= x <= frame["x"] + frame["width"]
        assert frame["y"] <= y <= frame["y"] + frame["height"]


def test_a_double_click_selects_what_was_clicked(table: Table) -> None:
    for piece in PIECES:
        table.page.mouse.dblclick(*table.spot(*table.place(piece)))
        table.person.settle()
        expect(table.piece(piece)).to_have_attribute("aria-pressed", "true")


# -- dragging --------------------------------------------------------------------------------------


def test_a_way_drawn_in_a_moment_is_not_lost(table: Table) -> None:
    """The hand lets go before the page knows what the piece can do."""
    mouse = table.page.mouse
    x, y = table.spot(*table.place("cromwell-2"))
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 10, y - 20)
    mouse.move(x + 20, y - 50)
    mouse.up()
    expect(table.card).to_contain_text(re.compile(r"\d of 10 in"))
    expect(table.board.locator(".draft-bend")).not_to_have_count(0)
    table.person.settle()
    assert table.is_ready()


def test_escape_in_the_middle_of_a_drag_takes_it_back(table: Table) -> None:
    mouse = table.page.mouse
    x, y = table.spot(*table.place("cromwell-2"))
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 20, y - 50, steps=4)
    expect(table.card).to_contain_text("in")
    table.page.keyboard.press("Escape")
    expect(table.card).to_be_hidden()
    mouse.move(x + 40, y - 90, steps=4)
    mouse.up()
    table.person.settle()
    expect(table.card).to_be_hidden()


def test_a_way_that_is_drawn_anew_comes_back_by_escape(table: Table) -> None:
    """So does whatever else is dragged about."""
    x, y = table.place("cromwell-2")
    table.drag("cromwell-2", (x, y + 4))
    expect(table.card).to_contain_text(f"to {x:.1f}, {y + 4:.1f}")
    mouse = table.page.mouse
    mouse.move(*table.spot(x, y + 4))
    mouse.down()
    mouse.move(*table.spot(x + 2, y + 2), steps=4)
    expect(table.card).to_contain_text(f"to {x + 2:.1f}, {y + 2:.1f}")
    table.page.keyboard.press("Escape")
    mouse.up()
    expect(table.card).to_contain_text(f"to {x:.1f}, {y + 4:.1f}")


def test_a_way_that_is_too_far_is_shortened_by_one_request(table: Table) -> None:
    x, y = table.place("cromwell-2")
    table.drag("cromwell-2", (x, y + 14))
    assert not table.is_ready()
    known = len(table.line.asked)
    table.card.get_by_role("button", name="As far as it can").click()
    expect(table.card).not_to_contain_text(f"to {x:.1f}, {y + 14:.1f}")
    table.person.settle()
    assert table.is_ready()
    assert table.line.asked[known:] == ["farthest"]
    expect(table.card).to_contain_text(re.compile(r"\d of 10 in"))
    table.confirm()


def test_a_pinch_that_begins_at_a_piece_orders_nothing(invite: Invite, server: Server) -> None:
    battle = server.begin(scenario="saint-aubin", seats=FRIENDS)
    person = invite(viewport=PHONE, has_touch=True, is_mobile=True)
    table = Table.sit(person, link(battle, "british"))
    x, y = table.spot(*table.place("cromwell-2"))
    before = table.spot(0, 0)
    pinch(table.page, (x, y), (x - 60, y - 60))
    person.until(lambda: table.spot(0, 0) != pytest.approx(before, abs=5))
    person.settle()
    expect(table.card).to_be_hidden()
    expect(table.board.locator(PRESSED)).to_have_count(0)


def pinch(page: Page, one: tuple[float, float], two: tuple[float, float]) -> None:
    """Put one finger down, then another, and draw the second away."""
    session = page.context.new_cdp_session(page)

    def fingers(kind: str, *spots: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", one)
    fingers("touchStart", one, two)
    for step in (20, 40, 60):
        fingers("touchMove", one, (two[0] - step, two[1] - step))
    fingers("touchEnd")
    session.detach()


# -- typing ----------------------------------------------------------------------------------------


def test_what_is_typed_into_the_card_counts_at_once_and_enter_gives_it(table: Table) -> None:
    table.select("cromwell-1")
    table.order("Turn")
    table.card.get_by_role("spinbutton").first.fill("90")
    expect(table.card).to_contain_text("east")
    table.person.settle()
    assert table.is_ready()
    table.given(lambda: table.page.keyboard.press("Enter"))
    assert list(table.line.orders.values())[-1]["facing"] == 90


TYPED_IN_A_MOMENT = """(input) => {
  input.focus();
  input.value = "90";
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
}"""


def test_enter_that_comes_before_the_answer_gives_the_order_all_the_same(table: Table) -> None:
    table.select("cromwell-1")
    table.order("Turn")
    field = table.card.get_by_role("spinbutton").first
    table.given(lambda: field.evaluate(TYPED_IN_A_MOMENT))
    assert list(table.line.orders.values())[-1]["facing"] == 90
    expect(table.page.locator(".toast")).to_have_count(0)


def test_who_writes_beside_the_log_is_told_that_it_was_said(table: Table) -> None:
    table.page.get_by_label("Message").fill("Good morning")
    table.given(lambda: table.page.keyboard.press("Enter"))
    expect(table.page.locator(".toast")).to_have_text("Said to all.")


# -- the ground ------------------------------------------------------------------------------------


def test_features_of_the_ground_are_shown_and_picked_on_the_table(
    invite: Invite, server: Server
) -> None:
    """Also where a line of the grid lies over them."""
    battle = server.begin(scenario="villers-bocage", seats=AIRMEN)
    table = Table.sit(invite(), link(battle, "german"))
    table.order("Note features")
    outline = table.board.locator(".draft-feature")
    table.card.get_by_role("button", name="Bois de Montbrocq").hover()
    expect(outline).to_have_class("draft-feature looked")
    wood = table.card.get_by_role("button", name="wood (wood-3)")
    spot = table.spot(36, 37)
    table.page.mouse.move(*spot)
    expect(wood).to_have_class(re.compile("tried"))
    table.page.mouse.click(*spot)
    expect(wood).to_have_attribute("aria-pressed", "true")
    expect(table.card).to_contain_text("(1 of 3)")
    expect(outline).to_have_class("draft-feature picked")
    table.person.settle()
    table.confirm()


def test_what_is_said_unheard_shows_on_the_closed_drawer(invite: Invite, server: Server) -> None:
    battle = server.begin(scenario="saint-aubin", seats=FRIENDS)
    tablet = Table.sit(invite(viewport={"width": 800, "height": 1000}), link(battle, "british"))
    other = Table.sit(invite(), link(battle, "german"))
    page = tablet.page
    drawer = page.get_by_role("button", name="Log", exact=False).first
    drawer.click()
    page.get_by_role("tab", name="Chat").click()
    drawer.click()
    other.page.get_by_label("Message").fill("Good morning")
    other.given(lambda: other.page.keyboard.press("Enter"))
    expect(drawer).to_have_text("Log1")
    drawer.click()
    expect(page.get_by_role("log", name="What was said")).to_contain_text("Good morning")
    expect(drawer.locator(".badge")).to_be_hidden()


def test_no_more_features_are_picked_than_there_may_be_and_one_is_told(
    invite: Invite, server: Server
) -> None:
    battle = server.begin(scenario="villers-bocage", seats=AIRMEN)
    table = Table.sit(invite(), link(battle, "german"))
    table.order("Note features")
    for name in ("Route de Caen", "Tilly road", "Station", "Point 213"):
        table.card.get_by_role("button", name=name).click()
    expect(table.card).to_contain_text("(3 of 3)")
    expect(table.page.locator(".toast")).to_have_text("No more than 3 can be picked.")


def test_where_elements_can_be_hidden_and_dummies_laid_is_shown(
    invite: Invite, server: Server
) -> None:
    """Though none of them is the one that is placed."""
    battle = server.begin(scenario="hiding", seats=FRIENDS)
    table = Table.sit(invite(), link(battle, "german"))
    zone = table.board.locator('[data-channel="reach"] .overlay-reach')
    for order in ("Set up hidden", "Lay a dummy"):
        table.order(order)
        expect(zone).to_have_count(1)
        table.page.keyboard.press("Escape")
        expect(zone).to_have_count(0)


# -- what can be ordered ---------------------------------------------------------------------------


def test_what_lets_a_question_pass_is_listed_once(invite: Invite, server: Server) -> None:
    """Also when the piece that is asked about is selected, and could say the same."""
    battle = server.begin(scenario="saint-aubin", seats=FRIENDS)
    table = Table.sit(invite(), link(battle, "british"))
    enemy = Table.sit(invite(), link(battle, "german"))
    table.select("cromwell-1")
    table.order("Move and fire")
    x, y = table.place("cromwell-1")
    table.page.mouse.click(*table.spot(x, y + 3))
    table.person.settle()
    table.confirm()
    enemy.person.until(lambda: enemy.line.is_asked or table.line.is_asked)
    while enemy.line.is_asked:
        enemy.person.settle()
        enemy.end()
        enemy.person.until(lambda: enemy.line.is_asked or table.line.is_asked)
    assert table.asked() == "fire"
    expect(table.piece("cromwell-1")).to_have_attribute("aria-pressed", "true")
    expect(table.actions.get_by_role("button", name="Do not fire")).to_have_count(1)


CUT = """(buttons) => buttons
  .filter((button) => {
    const [label] = button.children;
    label.textContent = "Manoeuvre defensively";
    const [words, frame] = [label, button].map((each) => each.getBoundingClientRect());
    const within = frame.left <= words.left && words.right <= frame.right;
    return !within || label.scrollWidth > words.width + 1;
  }).length"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_word_on_a_button_is_cut(table: Table, size: tuple[int, int]) -> None:
    table.resize(*size)
    table.select("firefly")
    expect(table.button("Move")).to_be_visible()
    assert table.actions.locator(".action-list [data-order]").evaluate_all(CUT) == 0


UNDER = """(rings) => {
  const labels = document.querySelector('[data-layer="labels"]');
  const pieces = document.querySelector('[data-layer="pieces"]');
  const after = (one, two) =>
    Boolean(one.compareDocumentPosition(two) & Node.DOCUMENT_POSITION_FOLLOWING);
  return [after(pieces, rings), after(rings, labels)];
}"""


def test_rings_lie_over_pieces_but_not_over_their_names(table: Table) -> None:
    table.select("panzer")
    rings = table.board.locator(".rings")
    expect(rings.locator(".ring-selected")).to_be_attached()
    assert rings.evaluate(UNDER) == [True, True]


SMALLEST = """() => {
  const names = [...document.querySelectorAll('[data-layer="labels"] text')];
  const sizes = names.map((name) => Number(name.getAttribute("font-size")) * name.getScreenCTM().a);
  return sizes.length ? Math.min(...sizes) : 0;
}"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_names_can_be_read_however_small_the_table(
    invite: Invite, server: Server, size: tuple[int, int]
) -> None:
    battle = server.begin(scenario="saint-aubin", seats=FRIENDS)
    person = invite(viewport={"width": size[0], "height": size[1]})
    table = Table.sit(person, link(battle, "british"))
    page = table.page
    person.until(lambda: page.evaluate(SMALLEST) > 9)
    for _ in range(6):
        page.get_by_role("button", name="Zoom in").click()
    # Nearer, they need less of the table: they are as large as they were meant to be.
    own = table.board.locator('[data-piece-label="firefly"]')
    expect(own).to_have_attribute("font-size", "0.44")
    page.goto(f"/battle/{battle.id}/replay")
    person.until(lambda: page.evaluate(SMALLEST) > 9)


# -- what would come of it -------------------------------------------------------------------------

CHART = """async ([outcomes, fates]) => {
  const { oddsChart } = await import("/static/js/table/order/odds.js");
  const quarters = (results) => results.map((result) => ({ result, probability: "1/4" }));
  const chart = oddsChart({
    title: "",
    outcomes: quarters(outcomes),
    fates: fates.map(([name, own]) => ({ piece: name, name, outcomes: quarters(own) })),
    modifiers: [{ side: "firer", text: "AP", rule: "p8.fire.attack-roll", value: 5 }],
  });
  const texts = (found) => [...chart.querySelectorAll(found)].map((each) => each.textContent);
  return [texts(".odds-whom"), texts(".outcome")];
}"""


def test_odds_are_told_in_one_chart_or_in_one_for_each(table: Table) -> None:
    """Names and results are told apart by the server, so that both may have any signs in them."""
    results = ["none", "fall-back", "out: and gone", "out"]
    told = ["no effect 25 %", " · fall back 25 %", " · out: and gone 25 %", " · out of action 25 %"]
    assert table.page.evaluate(CHART, [results, []]) == [[], told]
    several = [["Flak: 88", results], ["Pak", ["none"]]]
    assert table.page.evaluate(CHART, [["none"], several]) == [
        ["Flak: 88", "Pak"],
        [*told, "no effect 25 %"],
    ]
