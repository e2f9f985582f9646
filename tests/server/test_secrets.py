"""What a seat may not know is nowhere in what it is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from sandtable.scenario import load_scenario
from tests.server.kit import Data, Running, Sitter, Table

pytestmark = pytest.mark.slow

SCENARIO = "stonne"
SEATS: Data = {
    "seats": [
        {"seat": "french", "side": "french", "kind": "me"},
        {"seat": "german", "side": "german", "kind": "friend"},
    ],
    "referee": "friend",
}


def hidden(side: str) -> set[str]:
    """The ids of the units that a side hides."""
    return {unit.id for unit in load_scenario(SCENARIO).units if unit.hidden and unit.side == side}


@pytest.fixture(scope="module")
def table(server: Running) -> Table:
    return server.begin(SCENARIO, **SEATS)


@pytest.fixture(scope="module")
def played(table: Table) -> Iterator[dict[str, Sitter]]:
    """Some steps of a battle, with everybody there who asks all that can be asked."""
    names = ("french", "german", "referee", "onlooker")
    sitters = {name: table.sit(name) for name in names}
    players = [sitters["french"], sitters["german"]]
    for _ in range(14):
        asked = next(s for s in sitters.values() if s.standing.get("questions"))
        done = asked.give(some_order(asked))
        assert done["type"] == "done"
        for sitter in sitters.values():
            sitter.reach(done["number"])
    for sitter in sitters.values():
        sitter.drain(0.1)
        sitter.ask("drawing")
    for player in players:
        player.ask("actions")
        for piece in player.ask("drawing")["pieces"][::8]:
            for about in ("sheet", "sights", "actions"):
                player.ask(about, piece=piece["piece"])
    yield sitters
    for sitter in sitters.values():
        sitter.leave()


def seed_of(table: Table) -> str:
    """The seed of the dice, as the database has it."""
    row = table.server.store.battle(table.id)
    assert row is not None
    assert row.seed
    return row.seed


def some_order(asked: Sitter) -> Data:
    """The book's own answer to a question to the referee; else a move or shot, if there is one."""
    default: Data | None = asked.standing["questions"][0].get("default")
    if default is not None:
        return default
    orders = asked.offers()
    return next((o for o in orders if o["order"] in ("move", "fire")), orders[-1])


def named(text: str) -> set[str]:
    """The hidden units that a text names."""
    return {name for name in hidden("german") if f'"{name}"' in text}


def test_the_owner_and_the_referee_know_what_is_hidden(played: dict[str, Sitter]) -> None:
    assert hidden("german")
    for name in ("german", "referee"):
        assert named("".join(played[name].raw)) == hidden("german")


@pytest.mark.parametrize("name", ["french", "onlooker"])
def test_nobody_else_is_sent_a_word_of_it(played: dict[str, Sitter], name: str) -> None:
    assert named("".join(played[name].raw)) == set()


def test_a_question_about_a_hidden_piece_is_answered_as_one_about_no_piece(
    played: dict[str, Sitter],
) -> None:
    french = played["french"]
    for about in ("sheet", "sights", "actions"):
        real, made_up = (
            french.ask(about, piece=piece) for piece in (min(hidden("german")), "no-such-piece")
        )
        for answer in (real, made_up):
            answer.pop("id")
        shown = json.dumps(real).replace(min(hidden("german")), "no-such-piece")
        assert json.loads(shown) == made_up


def test_both_seats_are_told_of_every_line_but_not_the_same(played: dict[str, Sitter]) -> None:
    french, german = played["french"], played["german"]
    assert french.entries.keys() == german.entries.keys()
    for entry in (*french.entries.values(), *german.entries.values()):
        for event in entry.get("events", ()):
            assert "seen_by" not in event


@pytest.mark.parametrize("seat", ["french", "onlooker", None])
@pytest.mark.parametrize("path", ["", "/log.txt", "/replay", "/layers", "/drawing.svg", "/verify"])
def test_nor_does_anybody_fetch_it(
    played: dict[str, Sitter], table: Table, path: str, seat: str | None
) -> None:
    response = table.get(path, seat)
    assert response.status_code == 200
    assert named(response.text) == set()
    assert seed_of(table) not in response.text


@pytest.mark.parametrize("name", ["french", "german", "onlooker"])
def test_nobody_is_sent_a_seed_that_was_drawn(
    played: dict[str, Sitter], table: Table, name: str
) -> None:
    sent = "".join(played[name].raw)
    assert '"seed_from":"drawn"' in sent
    assert seed_of(table) not in sent


@pytest.mark.parametrize("seat", ["french", "german", "onlooker", None])
def test_a_seed_that_was_chosen_is_told_to_all(server: Running, seat: str | None) -> None:
    table = server.begin(SCENARIO, **SEATS, seed="chestnut").come()
    assert seed_of(table) == "chestnut"
    dice = table.get("/verify", seat).json()["dice"]
    assert (dice["seed_from"], dice["seed"]) == ("chosen", "chestnut")
    if seat is not None:
        with table.sit(seat) as sitter:
            assert sitter.welcome["dice"]["seed"] == "chestnut"


def test_the_owner_can_fetch_it(played: dict[str, Sitter], table: Table) -> None:
    assert named(table.get("/layers", "german").text) == hidden("german")


def test_nobody_looks_through_the_eyes_of_another(played: dict[str, Sitter], table: Table) -> None:
    for path in ("/layers", "/replay", "/log.txt"):
        assert table.get(path, "french", seat="german").status_code == 403
        assert table.get(path, "onlooker", seat="referee").status_code == 403
        assert table.get(path, "french", seat="onlooker").status_code == 200
        assert table.get(path, "french", seat="nobody").status_code == 404


def test_the_journal_is_for_the_referee_until_the_end(
    played: dict[str, Sitter], table: Table
) -> None:
    assert table.get("/journal.jsonl", "referee").status_code == 200
    for seat in ("french", "german", "onlooker", None):
        assert table.get("/journal.jsonl", seat).status_code == 403
    take_over = table.call("POST", "/take-over", table.tokens["french"], json={"line": 1})
    assert take_over.status_code == 403


def test_earlier_lines_are_shown_as_they_were_known_then(
    played: dict[str, Sitter], table: Table
) -> None:
    for line in (0, 1, 2):
        response = table.get("/layers", "french", line=line)
        if response.status_code == 200:
            assert named(response.text) == set()


LANE = ["miller", "kowalski", "ross", "dubois", "hill", "perez", "olsen"]
"""The Americans in the sunken lane, all of whom hide."""


def ambushers(many: int) -> list[Data]:
    """Seats for some commanders of a side whose pieces cannot be named, and one against them."""
    seats: list[Data] = [
        {"seat": f"american-{place}", "side": "american", "kind": "friend", "pieces": []}
        for place in range(1, many + 1)
    ]
    return [*seats, {"seat": "german", "side": "german", "kind": "me"}]


def test_a_side_that_is_all_hidden_is_shared_out_evenly(server: Running) -> None:
    table = server.begin("sunken-lane", seats=ambushers(3))
    with table.sit("american-2") as american, table.sit("german") as german:
        shares = [seat.get("pieces") for seat in american.welcome["seats"]]
        assert shares == [LANE[:2], LANE[2:4], LANE[4:], None]
        assert not any(f'"{name}"' in "".join(german.raw) for name in LANE)


def test_nobody_commands_nothing_of_a_hidden_side(server: Running) -> None:
    with server.http() as http:
        wanted = {"scenario": "sunken-lane", "seats": ambushers(8)}
        made = http.post("/api/battles", json=wanted)
    assert made.status_code == 422
    assert made.json()["detail"] == "The side 'american' has too few pieces for 8 commanders."
