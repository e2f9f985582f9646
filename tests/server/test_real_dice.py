"""Real dice: the page asks for the exact roll, and takes the faces."""

from __future__ import annotations

from pathlib import Path

from tests.server.kit import FRIENDS, Data, Running, Sitter, new_key, running

REAL: Data = {**FRIENDS, "dice": "real"}


def wanted(*sitters: Sitter) -> tuple[Sitter, Data]:
    """Play until somebody's order needs dice; whose, and which order."""
    for _ in range(120):
        for sitter in sitters:
            sitter.drain(0.02)
        asked = next(s for s in sitters if s.standing.get("questions"))
        orders = asked.offers()
        shots = [order for order in orders if order["order"] == "fire"]
        if shots:
            return asked, shots[0]
        assert asked.give(orders[-1])["type"] == "done"
    raise AssertionError("no dice were wanted")


def order_dice(sitter: Sitter, order: Data) -> str:
    """Give an order that waits for dice; its key."""
    key = new_key()
    sitter.send({"type": "give", "key": key, "expect": sitter.number, "order": order})
    sitter.until(lambda: "dice" in sitter.standing)
    return key


def test_the_dice_are_asked_for_and_typed(server: Running) -> None:
    table = server.begin(**REAL)
    with table.sit("british") as british, table.sit("german") as german:
        shooter, shot = wanted(british, german)
        other = german if shooter is british else british
        number = shooter.number
        key = order_dice(shooter, shot)
        dice = shooter.standing["dice"]
        assert (dice["seat"], dice["sides"], dice["mine"]) == (
            shooter.welcome["seat"],
            10,
            True,
        )
        assert dice["request"] == f"{dice['count']}d10, {dice['what']}"
        other.drain(0.1)
        assert "dice" not in other.standing
        assert other.do("throw", faces=[5])["rule"] == "server.no-dice-wanted"
        for faces, reason in (
            ([11], "11 is not a face of"),
            ([0], "0 is not a face of"),
            ([4] * (dice["count"] + 1), f"needs {dice['count']} number"),
        ):
            refused = shooter.do("throw", faces=faces)
            assert refused["rule"] == "server.wrong-dice"
            assert reason in refused["reason"]
        assert shooter.number == number
        while "dice" in shooter.standing:
            faces = [10] * shooter.standing["dice"]["count"]
            assert shooter.do("throw", faces=faces)["type"] == "done"
            shooter.drain(0.05)
        done = next(m for m in shooter.heard if m["type"] == "done" and m["key"] == key)
        assert done["number"] == number + 1
        rolls = [roll for event in shooter.events for roll in event.get("rolls", ())]
        assert rolls[-1]["faces"] == [10]
    assert table.get("/verify").json()["ok"]


def test_an_order_may_be_given_up_while_its_dice_are_wanted(server: Running) -> None:
    table = server.begin(**REAL)
    with table.sit("british") as british, table.sit("german") as german:
        shooter, shot = wanted(british, german)
        number = shooter.number
        key = order_dice(shooter, shot)
        refused = shooter.give({"order": "done"})
        assert refused["rule"] == "server.dice-wanted"
        # Sent again under the same key, it still waits.
        shooter.send({"type": "give", "key": key, "expect": number, "order": shot})
        assert shooter.do("cancel-throw")["type"] == "done"
        assert "dice" not in shooter.standing
        assert shooter.number == number
        assert shooter.do("cancel-throw")["rule"] == "server.no-dice-wanted"


def test_dice_that_were_typed_survive_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = server.begin(**REAL)
        with table.sit("british") as british, table.sit("german") as german:
            shooter, shot = wanted(british, german)
            seat, number = shooter.welcome["seat"], shooter.number
            key = order_dice(shooter, shot)
            assert shooter.standing["dice"]["count"] == 1
            first_throw = new_key()
            assert shooter.do("throw", faces=[9], key=first_throw)["type"] == "done"
            shooter.until(lambda: shooter.heard[-1]["type"] in ("done", "update"))
            second = shooter.standing.get("dice")
    assert second is not None
    with running(tmp_path) as again, table.at(again).sit(seat) as shooter:
        assert shooter.standing["dice"] == second
        # The throw that was acknowledged is not taken twice.
        assert shooter.do("throw", faces=[9], key=first_throw)["type"] == "done"
        assert shooter.standing["dice"] == second
        assert shooter.do("throw", faces=[1])["type"] == "done"
        shooter.until(lambda: shooter.number == number + 1)
        rolls = [r for e in shooter.entries[number + 1]["events"] for r in e.get("rolls", ())]
        assert [roll["faces"] for roll in rolls[:2]] == [[9], [1]]
        assert shooter.give(shot, key=key)["number"] == number + 1


def test_somebody_throws_for_a_computer_player(server: Running) -> None:
    seats = [
        {"seat": "british", "side": "british", "kind": "me"},
        {"seat": "german", "side": "german", "kind": "computer"},
    ]
    table = server.begin(seats=seats, dice="real")
    with table.sit("british") as british:
        for _ in range(30):
            british.until(lambda: british.standing.get("questions") or "dice" in british.standing)
            if "dice" in british.standing:
                break
            british.give(british.offers()[-1])
        dice = british.standing["dice"]
        assert dice["seat"] == "british"
        assert british.do("cancel-throw")["rule"] == "server.no-dice-wanted"
        assert british.do("throw", faces=[1] * dice["count"])["type"] == "done"


def test_real_dice_need_a_person(server: Running) -> None:
    seats = [{"seat": s, "side": s, "kind": "computer"} for s in ("british", "german")]
    with server.http() as http:
        wish = {"scenario": "saint-aubin", "seats": seats, "dice": "real"}
        refused = http.post("/api/battles", json=wish)
    assert refused.status_code == 422
    assert "need somebody to throw them" in refused.json()["detail"]


def test_a_battle_may_need_dice_to_begin(tmp_path: Path) -> None:
    """Event cards are drawn at the start of the first turn, before anybody decides anything."""
    with running(tmp_path) as server:
        table = server.begin(**REAL, options={"event_cards": True})
        with table.sit("british") as british, table.sit("german") as german:
            assert british.standing["status"] == "gathering"
            dice = british.standing["dice"]
            assert dice["mine"]
            assert "dice" not in german.standing
            assert british.do("throw", faces=[dice["sides"] + 1] * dice["count"])["rule"] == (
                "server.wrong-dice"
            )
    with running(tmp_path) as again:
        table = table.at(again)
        with table.sit("british") as british, table.sit("german") as german:
            while british.standing["status"] == "gathering":
                dice = british.standing["dice"]
                faces = list(range(2, 2 + dice["count"]))
                assert british.do("throw", faces=faces)["type"] == "done"
                british.drain(0.05)
            assert british.standing["status"] == "running"
            german.until(lambda: german.standing["status"] == "running")
            assert german.entries[0]["kind"] == "start"
        assert table.get("/verify").json()["ok"]
