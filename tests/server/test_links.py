"""Links to seats: long, separate, revocable, and good for one seat of one battle."""

from __future__ import annotations

import pytest
from sqlalchemy import create_engine
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sandtable.server.storage.tables import tokens
from sandtable.server.tokens import digest_of
from tests.server.kit import FRIENDS, PATIENCE, Running, Sitter, Table, code_of


def sent_away(table: Table, token: str) -> int:
    """The code with which somebody with a token is sent away."""
    with pytest.raises(ConnectionClosed) as end:
        Sitter(table, token)
    return code_of(end.value)


def test_every_seat_has_a_long_link_of_its_own(server: Running) -> None:
    table = server.begin(**FRIENDS, referee="friend")
    tokens = [*table.tokens.values(), table.host]
    assert set(table.tokens) == {"british", "german", "referee", "onlooker"}
    assert len(set(tokens)) == 5
    assert all(len(token) == 43 for token in tokens)


def test_only_digests_of_tokens_are_kept(server: Running) -> None:
    table = server.begin(**FRIENDS).come()
    engine = create_engine(server.settings.url)
    with engine.connect() as connection:
        rows = connection.execute(tokens.select()).all()
    engine.dispose()
    stored = {cell for row in rows for cell in row}
    for token in (*table.tokens.values(), *table.invitations.values(), table.host):
        assert token not in stored
        assert digest_of(token) in stored


def test_a_bad_token_opens_nothing(server: Running) -> None:
    table, other = server.begin(**FRIENDS), server.begin(**FRIENDS)
    assert sent_away(table, "x" * 43) == 4401
    assert sent_away(table, other.tokens["british"]) == 4401
    assert sent_away(table, digest_of(table.tokens["british"])) == 4401


def test_there_may_be_no_such_battle(server: Running) -> None:
    table = server.begin(**FRIENDS)
    token = table.tokens["british"]
    for name in ("nosuchbattle", "%00", "A" * 40):
        table.id = name
        assert sent_away(table, token) == 4404


def test_the_first_message_must_be_hello(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british:
        british.send({"type": "hello", "token": british.token})
        assert british.wait("trouble")["reason"] == "You have said hello already."
    address = f"ws://127.0.0.1:{server.port}/api/battles/{table.id}/live"
    with connect(address) as socket:
        socket.send('{"type": "ping"}')
        with pytest.raises(ConnectionClosed) as end:
            socket.recv(timeout=PATIENCE)
    assert code_of(end.value) == 4401


def test_a_fresh_link_is_made_and_old_ones_stay_valid(server: Running) -> None:
    table = server.begin(**FRIENDS)
    response = table.call("POST", "/links", table.host, json={"seat": "british"})
    assert response.status_code == 200
    token = response.json()["link"].partition("#")[2]
    with Sitter(table, token) as british, table.sit("british") as old:
        assert british.welcome["seat"] == old.welcome["seat"] == "british"


def test_revoked_links_end_their_connections(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british, table.sit("onlooker") as onlooker:
        assert table.call("DELETE", "/links/onlooker", table.host).status_code == 204
        assert onlooker.closed() == 4403
        british.send({"type": "ping"})
        assert british.wait("pong")
        assert table.call("DELETE", "/links/british", table.host).status_code == 204
        assert british.closed() == 4403
    assert sent_away(table, table.tokens["british"]) == 4401
    fresh = table.call("POST", "/links", table.host, json={"seat": "british"})
    with Sitter(table, fresh.json()["link"].partition("#")[2]) as british:
        assert british.welcome["seat"] == "british"


def test_the_host_looks_on_with_his_own_token(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with Sitter(table, table.host) as host:
        assert host.welcome["host"]
        assert host.welcome["role"] == "onlooker"


def test_a_deleted_battle_is_gone(server: Running) -> None:
    table = server.begin(**FRIENDS)
    with table.sit("british") as british:
        assert table.call("DELETE", "", table.host).status_code == 204
        assert british.closed() == 4404
    assert table.get("").status_code == 404
    assert sent_away(table, table.tokens["british"]) == 4404


def test_an_unknown_seat_has_no_link(server: Running) -> None:
    table = server.begin(**FRIENDS)
    assert table.call("POST", "/links", table.host, json={"seat": "polish"}).status_code == 404
    assert table.call("DELETE", "/links/polish", table.host).status_code == 404
    wish = {"kind": "computer"}
    assert table.call("PATCH", "/seats/polish", table.host, json=wish).status_code == 404
    wish = {"kind": "computer", "level": "genius"}
    assert table.call("PATCH", "/seats/german", table.host, json=wish).status_code == 422
