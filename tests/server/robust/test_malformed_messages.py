"""20,000 messages that no client of ours would send: the server answers, and nothing changes."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sandtable.server.messages import LARGEST
from tests.server.kit import Running, Sitter, Table, running
from tests.server.postgres import Postgres
from tests.server.robust.hardening import BOUNDLESS, TRACES
from tests.server.robust.malformed import Message, Raw, Vandal
from tests.server.test_real_dice import order_dice, wanted

MESSAGES = 20_000
AT_ONCE = 40
ANSWERS = ("trouble", "refused", "answer", "pong")
UNASKED = ("update", "presence", "heard", "welcome")

PEOPLE = [
    {"seat": "british", "side": "british", "kind": "me"},
    {"seat": "german", "side": "german", "kind": "friend"},
]


@pytest.fixture(scope="module")
def hardened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that lets any number of messages come."""
    with running(tmp_path_factory.mktemp("server"), limits=BOUNDLESS) as found:
        yield found


# -- what could be changed ------------------------------------------------------------------------


def everything(table: Table, seats: list[str]) -> list[Any]:
    """All that anybody could see of a battle: its record, its table, what was said."""
    found: list[Any] = [table.get("/journal.jsonl", "referee").content]
    for seat in seats:
        with table.sit(seat) as sitter:
            welcome = {**sitter.welcome, "seats": None}
            found += [welcome, sitter.ask("drawing")["layers"]]
    return found


# -- what is sent ---------------------------------------------------------------------------------


def running_battle(server: Running) -> tuple[Table, int]:
    """A battle in its first turn, in which the British have moved and are to move again."""
    table = server.begin(seats=PEOPLE, referee="friend", seed="17")
    with table.sit("british") as british, table.sit("german") as german:
        for sitter in (british, german):
            sitter.give({"order": "standing", "policy": "hold"})
        for _ in range(2):
            british.drain(0.1)
            assert british.give(british.offered("move"))["type"] == "done"
        british.drain(0.1)
        assert british.standing["questions"]
        return table, british.number


def examples(order: Message, number: int) -> list[Message]:
    """Messages as they should be, one of each kind."""
    keyed = {"key": "example-key", "expect": number}
    return [
        {"type": "give", **keyed, "order": order},
        {"type": "undo", **keyed},
        {"type": "undo", **keyed, "to": 0},
        {"type": "consent", "key": "example-key", "proposal": 1, "agree": True},
        {"type": "throw", "key": "example-key", "faces": [3, 4]},
        {"type": "cancel-throw", "key": "example-key"},
        {"type": "seal", "key": "example-key", "commitment": "a" * 64, "seal": "b" * 64},
        {"type": "open", "key": "example-key", "nonce": "c" * 64, "word": "a word"},
        {"type": "begin-anew", "key": "example-key"},
        {"type": "ready", "key": "example-key", "ready": False},
        {"type": "decree", **keyed, "ruling": {"order": "announce", "text": "Hear!"}},
        {"type": "overrule", **keyed, "results": {"effect": "none"}},
        {"type": "lay-open", "key": "example-key"},
        {"type": "chat", "key": "example-key", "text": "Hello", "to": "side"},
        {"type": "hello", "token": "x" * 43, "since": 0, "name": "Somebody"},
        {"type": "ask", "id": 1, "about": "preview", "order": order},
        {"type": "ping"},
    ]


def nobodys(vandal: Vandal) -> Message:
    """A command that is refused from any seat: too late, too early, or about nothing."""
    key = vandal.key()
    late = vandal.chance.choice((vandal.number + 1, vandal.number + 1000, 10_000_000))
    return vandal.chance.choice(
        [
            {"type": "give", "key": key, "expect": late, "order": vandal.order()},
            {"type": "undo", "key": key, "expect": late},
            {"type": "undo", "key": key, "expect": vandal.number, "to": late},
            {"type": "undo", "key": key, "expect": vandal.number, "to": vandal.number},
            {"type": "consent", "key": key, "proposal": late, "agree": True},
            {"type": "throw", "key": key, "faces": [vandal.chance.choice((-1, 0, 7, 2**40))]},
            {"type": "cancel-throw", "key": key},
            {"type": "open", "key": key, "nonce": "0" * 64, "word": "late"},
            {"type": "lay-open", "key": key},
            {"type": "decree", "key": key, "expect": late, "ruling": vandal.ruling()},
            {"type": "overrule", "key": key, "expect": vandal.number, "results": {"no": "such"}},
        ]
    )


def players(vandal: Vandal) -> Message:
    """What is refused from a player: also orders out of turn and the referee's business."""
    key, number = vandal.key(), vandal.number
    ruling = vandal.ruling()
    stolen = {"order": "remove", "piece": vandal.name()}
    return vandal.chance.choice(
        [
            nobodys(vandal),
            {"type": "decree", "key": key, "expect": number, "ruling": ruling},
            {"type": "decree", "key": key, "expect": number, "ruling": stolen},
            {"type": "overrule", "key": key, "expect": number, "results": {"effect": "kill"}},
        ]
    )


def not_asked(vandal: Vandal) -> Message:
    """What is refused from the player who is not asked: any order, however good."""
    order = vandal.order()
    if order["order"] == "standing" or vandal.chance.random() < 0.5:
        return players(vandal)
    return {"type": "give", "key": vandal.key(), "expect": vandal.number, "order": order}


def asked(vandal: Vandal) -> Message:
    """What is refused from the player who is asked: orders of pieces that are not his."""
    order = vandal.order()
    acting = [name for name in ("element", "tank", "commander", "attackers") if name in order]
    if not acting or order["order"] == "standing":
        return players(vandal)
    strangers = [name for name in vandal.pieces if name.startswith("german ")]
    other = vandal.chance.choice((*strangers, "nobody", "", "x" * 64))
    order[acting[0]] = [other] if acting[0] == "attackers" else other
    return {"type": "give", "key": vandal.key(), "expect": vandal.number, "order": order}


def referees(vandal: Vandal) -> Message:
    """What is refused from the referee: orders, and rulings about what is not there."""
    ruling = vandal.ruling()
    if ruling["order"] in ("announce", "amend", "place"):
        bad: dict[str, Message] = {
            "announce": {"text": vandal.chance.choice((5, None, []))},
            "amend": {"piece": "nobody", "set": {"x": 1.0}},
            "place": {"piece": {"id": vandal.name(), "no such field": vandal.junk()}},
        }
        ruling = {"order": ruling["order"], **bad[ruling["order"]]}
    else:
        ruling["piece"] = vandal.chance.choice(("nobody", "", "british", "x" * 64))
    decree = {"type": "decree", "key": vandal.key(), "expect": vandal.number, "ruling": ruling}
    return vandal.chance.choice([decree, decree, not_asked_referee(vandal)])


def not_asked_referee(vandal: Vandal) -> Message:
    """A command of nobody's, or an order, which a referee cannot give."""
    order = vandal.order()
    give = {"type": "give", "key": vandal.key(), "expect": vandal.number, "order": order}
    return nobodys(vandal) if order["order"] == "standing" else give


# -- sending --------------------------------------------------------------------------------------


def bombard(sitter: Sitter, vandal: Vandal, count: int) -> None:
    """Send so many messages; each is answered once, and none with consent or with a fault."""
    while count > 0:
        batch = [vandal.message() for _ in range(min(count, AT_ONCE))]
        for message in batch:
            sitter.socket.send(message)
        for _ in batch:
            check(next_answer(sitter), batch)
        count -= len(batch)


def next_answer(sitter: Sitter) -> Message:
    while True:
        message = sitter.receive()
        if message["type"] not in UNASKED:
            return message


def check(answer: Message, batch: list[Raw]) -> None:
    context = f"{answer}\nafter one of: {[message[:300] for message in batch]!r}"
    assert answer["type"] in ANSWERS, context
    assert answer.get("rule") != "server.fault", context
    assert "went wrong" not in answer.get("problem", ""), context
    assert not TRACES.search(json.dumps(answer)), context


def attack(table: Table, number: int, count: int) -> None:
    """Send so many messages to a running battle, shared between all sorts of people."""
    with table.sit("british") as british:
        order = british.offered("move")
        pieces = [each["piece"] for each in british.ask("drawing")["pieces"]]
    for place, (seat, illegal) in enumerate(REFUSED.items()):
        vandal = Vandal(
            random.Random(place),
            number=number,
            pieces=pieces,
            examples=examples(order, number),
            illegal=illegal,
        )
        with table.sit(seat) as sitter:
            bombard(sitter, vandal, count // len(REFUSED))
            assert sitter.number == number


REFUSED: dict[str, Callable[[Vandal], Message]] = {
    "british": asked,
    "german": not_asked,
    "referee": referees,
    "onlooker": not_asked,
}
"""What is refused from whom."""


@pytest.mark.slow
def test_20000_malformed_messages_change_nothing(
    hardened: Running, caplog: pytest.LogCaptureFixture
) -> None:
    table, number = running_battle(hardened)
    before = everything(table, list(REFUSED))
    attack(table, number, MESSAGES)
    assert everything(table, list(REFUSED)) == before
    with table.sit("british") as british:
        assert british.give(british.offered("move"))["type"] == "done"
    assert not [record for record in caplog.records if record.exc_info]


def test_malformed_messages_change_nothing_with_postgresql(
    postgres: Postgres, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path, limits=BOUNDLESS, database_url=postgres.new_database()) as server:
        table, number = running_battle(server)
        before = everything(table, list(REFUSED))
        attack(table, number, 400)
        assert everything(table, list(REFUSED)) == before
    assert not [record for record in caplog.records if record.exc_info]


# -- while something else is wanted ---------------------------------------------------------------


def wrong_dice(vandal: Vandal) -> Message:
    """Faces that no such dice have, or not so many."""
    faces: list[Any] = vandal.chance.choice(
        [[], [0], [11], [-3], [2**70], [1.5], [True], ["6"], [None], [5] * 7, [5] * 201, [[5]]]
    )
    return {"type": "throw", "key": vandal.key(), "faces": faces}


def test_dice_that_are_wanted_are_not_to_be_had_by_nonsense(hardened: Running) -> None:
    table = hardened.begin(seats=PEOPLE, dice="real", referee="friend")
    with table.sit("british") as british, table.sit("german") as german:
        shooter, shot = wanted(british, german)
        order_dice(shooter, shot)
        number, dice = shooter.number, shooter.standing["dice"]
        vandal = Vandal(
            random.Random(5),
            number=number,
            pieces=[shot["element"]],
            examples=[{"type": "throw", "key": "example-key", "faces": [5]}],
            illegal=wrong_dice,
        )
        bombard(shooter, vandal, 300)
        assert (shooter.number, shooter.standing["dice"]) == (number, dice)
        while "dice" in shooter.standing:
            faces = [10] * shooter.standing["dice"]["count"]
            assert shooter.do("throw", faces=faces)["type"] == "done"
            shooter.drain(0.05)
        assert shooter.number == number + 1


def before_the_battle(vandal: Vandal) -> Message:
    """What is refused as long as words for fair dice are missing."""
    order = {"type": "give", "key": vandal.key(), "expect": 0, "order": vandal.order()}
    undo = {"type": "undo", "key": vandal.key(), "expect": 0}
    return vandal.chance.choice([order, undo, {"type": "lay-open", "key": vandal.key()}])


def test_a_battle_that_has_not_begun_is_not_begun_by_nonsense(hardened: Running) -> None:
    table = hardened.begin(seats=PEOPLE, dice="fair")
    with table.sit("german") as german:
        vandal = Vandal(
            random.Random(6),
            number=0,
            pieces=["cromwell-1"],
            examples=[
                {"type": "seal", "key": "example-key", "commitment": "a" * 64, "seal": "b" * 64}
            ],
            illegal=before_the_battle,
        )
        bombard(german, vandal, 300)
        assert german.standing["status"] == "gathering"
        assert german.standing["words"] == ["british", "german"]


# -- messages that end the connection -------------------------------------------------------------


ENDINGS: list[tuple[Raw, bool, int]] = [
    ("x" * (LARGEST + 1), True, 4413),
    (b"x" * (LARGEST + 1), False, 4413),
    ('{"type": "ping", "x": "' + "x" * 2_000_000, True, 1009),
    (b'{"type": "ping\xff\xfe"}', True, 1007),
]
"""Messages, whether they come in a frame of text, and with which code that ends."""


@pytest.mark.parametrize(("message", "text", "code"), ENDINGS)
def test_a_message_that_no_table_can_take_ends_the_connection(
    hardened: Running, message: Raw, text: bool, code: int
) -> None:
    table = hardened.begin(seats=PEOPLE)
    with table.sit("german") as german:
        with table.sit("british") as british:
            british.socket.send(message, text=text)
            assert british.closed() == code
        german.send({"type": "ping"})
        assert german.wait("pong")["number"] == 0


def test_no_nonsense_opens_a_seat(hardened: Running) -> None:
    table = hardened.begin(seats=PEOPLE)
    token = table.tokens["british"]
    vandal = Vandal(
        random.Random(7),
        number=0,
        pieces=["cromwell-1"],
        examples=[{"type": "hello", "token": f"{token[:-1]}~", "since": 0}, {"type": "ping"}],
    )
    address = f"ws://127.0.0.1:{hardened.port}/api/battles/{table.id}/live"
    for _ in range(200):
        with connect(address) as socket:
            socket.send(vandal.message())
            with pytest.raises(ConnectionClosed) as end:
                socket.recv(20)
        assert end.value.rcvd is not None
        assert end.value.rcvd.code == 4401
        assert not TRACES.search(end.value.rcvd.reason)
