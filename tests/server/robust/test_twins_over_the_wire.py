"""Two battles that differ only in what one side hides: the other side is sent the very same bytes.

Each battle is on a server of its own, under the same id and with the same tokens, so that nothing
but the time may differ.
"""

from __future__ import annotations

import contextlib
import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from sandtable.battle import Battle as Fight
from sandtable.battle import Order, rulebook_for
from sandtable.battle.record import BY_NUMBER
from sandtable.battle.state import encode
from sandtable.dice import SeededDice
from sandtable.journal.lines import packed
from sandtable.rulebooks.panzer8.orders import Deploy, Done, Dummy, Hide
from sandtable.scenario import Scenario
from sandtable.server.settings import Settings
from sandtable.server.storage import BattleRow, LineRow, SeatRow, Store
from sandtable.server.tokens import digest_of
from tests.panzer8.ambushes import copses, village
from tests.panzer8.test_hidden_secrets import TWINS
from tests.server.kit import Data, Running, Sitter, Table, running
from tests.server.robust.hardening import BOUNDLESS

TOKENS = {seat: f"{seat}-{'0' * 30}" for seat in ("british", "german", "onlooker", "host")}
FILES = ("/log.txt", "/replay", "/layers", "/drawing.svg?theme=dark", "/report.html", "")
TIMES = re.compile(rb'"(since|created|changed)":\s*[\d.]+')
STEPS = 10

Battle = dict[str, Sitter]
"""The people at one of the two tables, by seat."""


# -- two tables -----------------------------------------------------------------------------------


def record(folder: Path, scenario: Scenario, friend: str | None = None) -> None:
    """Put a battle into the database of a server that is not started yet.

    Both sides are the host's own, but for a friend's, to which the token is an invitation.
    """
    row = BattleRow(
        id="twin",
        created=1.0,
        changed=1.0,
        title="Twins",
        scenario=scenario,
        scenario_id=scenario.id,
        turns=scenario.turns,
        book=scenario.book,
        dice="computer",
        seed="5",
    )
    seats = [
        SeatRow(seat=side, place=place, side=side, own=side != friend)
        for place, side in enumerate(scenario.side_ids())
    ]
    # The same dice in both, whatever is hidden: bound to numbers, as in format 1.
    dice = SeededDice("5")
    battle = Fight(rulebook_for(row.book), scenario, dice, referee=False, format=BY_NUMBER)
    raw, total = packed(battle.header, "")
    rows = [LineRow(0, 1.0, raw)]
    for line in battle.lines:
        raw, total = packed(line, total)
        rows.append(LineRow(line.line, 1.0, raw))
    store = Store(Settings(data_dir=folder).url)
    digests = [(digest_of(token), seat) for seat, token in TOKENS.items()]
    store.add_battle(row, seats, digests, rows).result()
    store.close()


@contextlib.contextmanager
def seated(folder: Path, scenario: Scenario) -> Iterator[tuple[Running, Battle]]:
    """A server with a battle, and everybody at the table."""
    record(folder, scenario)
    with running(folder, limits=BOUNDLESS) as server, contextlib.ExitStack() as stack:
        links = {seat: f"#{token}" for seat, token in TOKENS.items()}
        seats = [{"seat": seat, "link": links[seat]} for seat in ("british", "german")]
        made = {"id": "twin", "host": "", "seats": seats, "onlookers": links["onlooker"]}
        table = Table(server, made)
        names = ("british", "german", "onlooker")
        yield server, {name: stack.enter_context(table.sit(name)) for name in names}


# -- what is asked --------------------------------------------------------------------------------


def questions(british: Sitter, step: int) -> Iterator[tuple[str, Data]]:
    """Everything that a player may ask, of all pieces that he knows of and of some others."""
    drawn = british.ask("drawing")
    own = [each["piece"] for each in drawn["pieces"] if each["side"] == "british"]
    others = [each["piece"] for each in drawn["pieces"] if each["side"] != "british"]
    offers = british.ask("offers").get("offers", [])
    yield "drawing", {"theme": "dark"}
    yield "actions", {}
    yield "fields", {}
    yield "hint", {"level": "greedy"}
    for piece in (*own, *others, "lurker-0", "gun", "nobody"):
        for about in ("sheet", "sights", "actions"):
            yield about, {"piece": piece}
    for piece in own[step % 3 :: 3]:
        yield "reach", {"piece": piece, "order": {"order": "move"}}
        yield "targets", {"order": {"order": "fire", "element": piece}, "slot": "target"}
        for target in ("lurker-0", "gun", *others[:1]):
            yield "preview", {"order": {"order": "fire", "element": piece, "target": target}}
    for offer in offers[:: max(1, len(offers) // 12)]:
        yield "preview", {"order": offer["order"]}


def inquire(battle: Battle, step: int) -> None:
    """Ask everything, and order some things that are refused."""
    british = battle["british"]
    for about, more in list(questions(british, step)):
        british.ask(about, **more)
    battle["onlooker"].ask("drawing")
    for target in ("lurker-0", "gun", "german-counter-1"):
        order = {"order": "fire", "element": british.ask("drawing")["pieces"][0]["piece"]}
        order["target"] = target
        british.give(order, key=f"probe-{step}-{target}")


def fetched(server: Running) -> dict[str, bytes]:
    """Everything that a player and an onlooker may fetch."""
    found = {}
    for seat in ("british", "onlooker"):
        with server.http(TOKENS[seat]) as http:
            for file in FILES:
                response = http.get(f"/api/battles/twin{file}")
                assert response.status_code == 200, response.text
                found[f"{seat} {file}"] = TIMES.sub(b"", response.content)
    return found


def sent(battle: Battle) -> dict[str, list[bytes]]:
    """All that was sent to those who do not know the secret, but for the time."""
    return {
        seat: [TIMES.sub(b"", raw.encode()) for raw in battle[seat].raw]
        for seat in ("british", "onlooker")
    }


# -- how they are played --------------------------------------------------------------------------


def next_order(battles: Sequence[Battle], chance: random.Random) -> tuple[str, Data] | None:
    """Who is asked, and an order that he can give in both battles without telling the secret."""
    asked = {s: battles[0][s].standing.get("questions", ()) for s in ("british", "german")}
    seat = next((seat for seat, questions in asked.items() if questions), None)
    if seat is None or (seat == "german" and asked[seat][0]["ask"] in ("reveal", "recce")):
        return None
    one, two = (battle[seat].offers() for battle in battles)
    orders = [order for order in one if order in two and order["order"] != "show"]
    if seat == "british":  # who ends his phase soon, so that the others get their turn
        orders = [order for order in orders if order["order"] == "done"] or orders
    return (seat, chance.choice(orders)) if orders else None


def is_out(battle: Battle) -> bool:
    """Whether a secret is out, so that the battles may differ from now on."""
    return any(
        event["kind"] in ("spotted", "revealed", "dummy", "out")
        for event in battle["british"].events
    )


def give(battle: Battle, seat: str, order: Data, step: int) -> None:
    """Give an order, and have everybody hear of it."""
    done = battle[seat].give(order, key=f"order-{step:03}")
    assert done["type"] == "done", done
    for sitter in battle.values():
        sitter.until(lambda sitter=sitter: sitter.number >= done["number"])  # type: ignore[misc]


def compare(pairs: Sequence[tuple[Running, Battle]], step: int) -> None:
    """Ask everything in both battles; whoever does not know the secret is sent the same."""
    for _, battle in pairs:
        inquire(battle, step)
    one, two = (sent(battle) for _, battle in pairs)
    assert one == two
    if step == 3:
        first, second = (fetched(server) for server, _ in pairs)
        assert first == second


def play_on(pairs: Sequence[tuple[Running, Battle]], first: int) -> int:
    """Play both battles alike until the secret is out, and compare them; at which step that was."""
    chance = random.Random(1)
    battles = [battle for _, battle in pairs]
    for step in range(first, first + STEPS):
        compare(pairs, step)
        found = next_order(battles, chance)
        if found is None or any(map(is_out, battles)):
            return step
        for battle in battles:
            give(battle, *found, step)
    return step


def check_they_differ(pairs: Sequence[tuple[Running, Battle]]) -> None:
    """The secret is one: its owner sees different things."""
    one, two = (battle["german"].ask("drawing")["layers"] for _, battle in pairs)
    assert one != two, "they are the same battle"


@pytest.mark.slow
@pytest.mark.parametrize("case", TWINS)
def test_what_lies_under_the_counters_makes_no_byte_of_difference(
    case: str, tmp_path: Path
) -> None:
    under, other, dug_in = TWINS[case]
    one, two = copses(under, turns=3), copses(other, turns=3, dug_in=dug_in)
    with seated(tmp_path / "one", one) as first, seated(tmp_path / "two", two) as second:
        pairs = [first, second]
        assert play_on(pairs, 0) > 3
        check_they_differ(pairs)


def plain(*orders: Order) -> list[Data]:
    return [json.loads(encode(order)) for order in orders]


FIRST = plain(Hide(("gun",), (26, 20)), Dummy((28, 24)), Hide(("mortar",), (30, 21)))
SECOND = plain(Dummy((26, 20)), Hide(("mortar",), (28, 24)), Hide(("gun",), (30, 21)))
SEEN = plain(
    Deploy("mg", (10, 26), 180.0),
    Deploy("section-1", (6, 26), 180.0),
    Deploy("section-2", (20, 27), 180.0),
    Deploy("leader", (12, 28), 180.0),
    Done(),
)


@pytest.mark.slow
def test_nor_does_who_is_hidden_where_in_the_first_place(tmp_path: Path) -> None:
    with seated(tmp_path / "one", village()) as first, seated(tmp_path / "two", village()) as other:
        pairs = [first, other]
        orders = [FIRST + SEEN, SECOND + SEEN]
        for step in range(len(orders[0])):
            compare(pairs, step)
            for (_, battle), own in zip(pairs, orders, strict=True):
                give(battle, "german", own[step], step)
        assert play_on(pairs, len(orders[0])) > len(orders[0])
        check_they_differ(pairs)
        ours, theirs = (battle["german"].events for _, battle in pairs)
        assert ours != theirs, "nothing was told to the owner alone"
