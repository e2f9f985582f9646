"""What everybody may fetch of a battle with hidden pieces, before and after seats change hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import httpx
import pytest

from sandtable.server.tokens import new_token
from tests.server.kit import Data, Running, Sitter, Table
from tests.server.test_secrets import SCENARIO, SEATS, hidden

SECRET = hidden("german")

FILES = (
    "",
    "/log.txt",
    "/report.html",
    "/replay",
    "/layers",
    "/drawing.svg",
    "/luck",
    "/verify",
    "/characters",
)
"""What everybody may fetch, as far as he may know."""

CLOSED = ("/journal.jsonl",)
"""What nobody may fetch but the referee."""

KNOWING = ("german", "phone", "referee")
IGNORANT = ("owner", "host", "french", "spent", "onlooker")


class Company:
    """A battle with everybody who may ask for something of it."""

    def __init__(self, server: Running) -> None:
        self.table = table = server.begin(SCENARIO, **SEATS)
        table.come()
        own = table.tokens["german"]
        phone = table.call("POST", "/links", own, json={"seat": "german"})
        self.tokens: dict[str, str | None] = {
            "owner": None,
            "host": table.host,
            "french": table.tokens["french"],
            "german": own,
            "phone": phone.json()["link"].partition("#")[2],
            "referee": table.tokens["referee"],
            "spent": table.invitations["german"],
            "onlooker": table.tokens["onlooker"],
        }

    def get(self, who: str, path: str, **params: Any) -> httpx.Response:
        with self.table.server.http(self.tokens[who]) as http:
            return http.get(f"/api/battles/{self.table.id}{path}", params=params)

    def call(self, who: str, method: str, path: str, wish: Data | None = None) -> int:
        more = {} if wish is None else {"json": wish}
        return self.table.call(method, path, self.tokens[who], **more).status_code


@pytest.fixture(scope="module")
def company(server: Running) -> Company:
    return Company(server)


def named(text: str) -> set[str]:
    """The hidden units that a text names."""
    return {name for name in SECRET if f'"{name}"' in text}


def look_around(company: Company, whose: Sequence[str], files: Sequence[str]) -> None:
    """Fetch all that can be; who may not know the secret, does not see it."""
    for who in whose:
        for path in files:
            found = company.get(who, path)
            assert found.status_code == 200, (who, path, found.text)
            assert named(found.text) == set(), (who, path)
            for seat in ("german", "referee"):
                peeped = company.get(who, path, seat=seat)
                assert named(peeped.text) == set(), (who, path, seat)
        for path in CLOSED:
            assert company.get(who, path).status_code == 403, (who, path)
        assert company.call(who, "POST", "/take-over", {"line": 0}) == 403, who
        with Sitter(company.table, company.tokens[who] or company.table.host) as sitter:
            sitter.ask("drawing")
            assert named("".join(sitter.raw)) == set(), who
    for who in KNOWING:
        assert named(company.get(who, "/layers").text) == SECRET, who
    assert company.get("referee", "/journal.jsonl").status_code == 200
    for who in ("german", "phone"):
        assert company.get(who, "/journal.jsonl").status_code == 403, who


def to_computer(company: Company) -> None:
    assert company.call("host", "PATCH", "/seats/german", {"kind": "computer"}) == 204


def back_by_the_host(company: Company) -> None:
    assert company.call("host", "PATCH", "/seats/german", {"kind": "person"}) == 409


def to_the_host(company: Company) -> None:
    assert company.call("host", "PATCH", "/seats/german", {"kind": "me"}) == 409


def a_second_link(company: Company) -> None:
    assert company.call("host", "POST", "/links", {"seat": "german"}) == 409


def the_referees_link(company: Company) -> None:
    assert company.call("host", "POST", "/links", {"seat": "referee"}) == 409
    assert company.call("host", "PATCH", "/seats/referee", {"kind": "me"}) == 404


def revoked(company: Company) -> None:
    assert company.call("host", "DELETE", "/links/german") == 409
    assert company.call("host", "DELETE", "/links/referee") == 409


def his_own_claim(company: Company) -> None:
    table = company.table
    with Sitter(table, table.invitations["german"], claim=new_token()) as sitter:
        assert sitter.welcome["barred"]["why"] == "taken"


def asked_for(company: Company) -> None:
    assert company.call("host", "PATCH", "/seats/german", {"kind": "friend"}) == 202


def taken_back(company: Company) -> None:
    assert company.call("german", "PATCH", "/seats/german", {"kind": "person"}) == 204


TRICKS: list[Callable[[Company], None]] = [
    to_computer,
    back_by_the_host,
    to_the_host,
    a_second_link,
    the_referees_link,
    revoked,
    his_own_claim,
    asked_for,
    taken_back,
]


def test_nobody_sees_more_than_he_may(company: Company) -> None:
    look_around(company, IGNORANT, FILES)


def test_nor_after_any_trick(company: Company) -> None:
    for trick in TRICKS:
        trick(company)
        look_around(company, ("owner", "host"), ("", "/log.txt", "/replay", "/layers", "/verify"))
    look_around(company, IGNORANT, FILES)


def test_nor_through_an_invitation_that_is_not_taken_up(server: Running) -> None:
    table: Table = server.begin(SCENARIO, **SEATS)
    for seat in ("german", "referee"):
        invitation = table.invitations[seat]
        for path in FILES:
            found = table.call("GET", path, invitation)
            assert named(found.text) == set(), (seat, path)
            assert table.call("GET", f"{path}?seat={seat}", invitation).status_code in (200, 403)
        assert table.call("GET", "/journal.jsonl", invitation).status_code == 403
        with Sitter(table, invitation) as sitter:
            sitter.ask("drawing")
            assert named("".join(sitter.raw)) == set()
