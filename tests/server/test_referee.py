"""The referee's seat: rulings, overruled results, and taking back at once."""

from __future__ import annotations

from tests.server.kit import FRIENDS, Data, Running, Sitter

WITH_REFEREE: Data = {**FRIENDS, "referee": "friend"}


def test_the_referee_sees_all_and_rules(server: Running) -> None:
    table = server.begin(**WITH_REFEREE)
    with table.sit("referee") as referee, table.sit("british") as british:
        assert referee.welcome["role"] == "referee"
        ruling = {"order": "amend", "piece": "firefly", "set": {"x": 30.0}, "because": "mud"}
        done = referee.do("decree", expect=0, ruling=ruling)
        assert (done["type"], done["number"]) == ("done", 1)
        british.until(lambda: british.number == 1)
        assert british.entries[1]["kind"] == "ruling"
        assert "The referee changes" in british.events[-1]["text"]
        piece = {p["piece"]: p for p in british.ask("drawing")["pieces"]}["firefly"]
        assert piece["x"] == 30.0


def test_rulings_are_for_the_referee_only(server: Running) -> None:
    with server.begin(**WITH_REFEREE).sit("british") as british:
        ruling = {"order": "remove", "piece": "firefly"}
        refused = british.do("decree", expect=0, ruling=ruling)
        assert refused["rule"] == "server.only-the-referee"
        refused = british.do("overrule", expect=0, results={"fire": "miss"})
        assert refused["rule"] == "server.only-the-referee"
        assert "Only the referee" in british.ask("fields", piece="firefly")["problem"]


def test_a_ruling_that_makes_no_sense_is_refused(server: Running) -> None:
    with server.begin(**WITH_REFEREE).sit("referee") as referee:
        for ruling in ({}, {"order": "smite"}, {"order": "remove", "piece": "nobody"}):
            refused = referee.do("decree", expect=0, ruling=ruling)
            assert (refused["type"], refused["rule"]) == ("refused", "referee.word-is-final")
        assert referee.do("decree", expect=4, ruling={})["rule"] == "server.out-of-step"


def test_the_referee_is_told_what_can_be_changed(server: Running) -> None:
    with server.begin(**WITH_REFEREE).sit("referee") as referee:
        fields = {
            field["name"]: field for field in referee.ask("fields", piece="firefly")["fields"]
        }
        assert fields["x"]["sort"] == "number"
        assert isinstance(fields["x"]["value"], float)
        assert fields["name"] == {"name": "name", "value": "Firefly", "sort": "text"}
        assert any(field["sort"] == "flag" for field in fields.values())
        battle = {field["name"]: field for field in referee.ask("fields")["fields"]}
        assert battle["turn"]["value"] == 1


def _fire(british: Sitter, german: Sitter) -> Data:
    """Let somebody fire, whose result can then be overruled."""
    for _ in range(80):
        for sitter in (british, german):
            sitter.drain(0.02)
        asked = british if british.standing.get("questions") else german
        orders = asked.offers()
        shots = [order for order in orders if order["order"] == "fire"]
        if shots:
            assert asked.give(shots[0])["type"] == "done"
            return shots[0]
        assert asked.give(orders[-1])["type"] == "done"
    raise AssertionError("nobody could fire")


def test_the_referee_overrules_a_result(server: Running) -> None:
    table = server.begin(**WITH_REFEREE)
    with (
        table.sit("referee") as referee,
        table.sit("british") as british,
        table.sit("german") as german,
    ):
        _fire(british, german)
        referee.drain()
        number = referee.number
        refused = referee.do("overrule", expect=number, results={"fire": "dead"})
        assert "it can be 'none', 'fall-back', 'suppressed', 'out'" in refused["reason"]
        assert referee.do("overrule", expect=number, results={"fire": "out"})["type"] == "done"
        british.until(lambda: british.number == number + 1)
        entry = british.entries[number + 1]
        assert entry["kind"] == "overrule"
        assert "The referee decrees" in entry["events"][0]["text"]
        refused = referee.do("overrule", expect=number + 1, results={"weather": "rain"})
        assert refused["rule"] == "referee.word-is-final"


def test_the_referee_takes_back_at_once_and_agrees_for_others(server: Running) -> None:
    table = server.begin(**WITH_REFEREE)
    with (
        table.sit("referee") as referee,
        table.sit("british") as british,
        table.sit("german") as german,
    ):
        british.give({"order": "done"})
        german.until(lambda: german.standing.get("questions"))
        german.give({"order": "done"})
        referee.until(lambda: referee.number == german.number)
        assert referee.standing["undo"] == ""
        assert referee.do("undo", expect=referee.number)["type"] == "done"
        number = referee.number
        for sitter in (british, german):
            sitter.reach(number)
        assert german.standing["questions"]
        assert german.give({"order": "done"})["type"] == "done"
        number = german.number
        for sitter in (british, referee):
            sitter.reach(number)
        british.do("undo", expect=number)
        referee.until(lambda: "proposal" in referee.standing)
        proposal = referee.standing["proposal"]
        assert proposal["mine"]
        assert referee.do("consent", proposal=proposal["proposal"], agree=True)["type"] == "done"
        british.until(lambda: british.number == number + 1)
        assert british.standing["questions"]


def test_an_announcement_reaches_those_it_is_for(server: Running) -> None:
    table = server.begin(**WITH_REFEREE)
    with (
        table.sit("referee") as referee,
        table.sit("british") as british,
        table.sit("german") as german,
        table.sit("onlooker") as onlooker,
    ):
        secret = {"order": "announce", "text": "Rain at dusk.", "seats": ["british"]}
        assert referee.do("decree", expect=0, ruling=secret)["type"] == "done"
        british.until(lambda: british.number == 1)
        assert british.events[-1]["text"] == "Rain at dusk."
        for other in (german, onlooker):
            other.reach(1)
            assert "Rain" not in "".join(other.raw)
