"""The lobby: what can be fought, by which rules, and what is being fought."""

from __future__ import annotations

import pytest

from sandtable.scenario import shipped
from tests.server.kit import FRIENDS, Running


def test_every_shipped_scenario_is_listed(server: Running) -> None:
    with server.http() as http:
        listed = http.get("/api/scenarios").json()
    assert [each["id"] for each in listed] == [scenario.id for scenario in shipped()]
    by_id = {each["id"]: each for each in listed}
    small = by_id["saint-aubin"]
    assert small["book_title"] == "Panzer8"
    assert [side["name"] for side in small["sides"]] == ["British", "German"]
    assert [side["people"] for side in small["sides"]] == ["the British", "the Germans"]
    assert small["length"] == "about 45 minutes"
    assert not small["advanced"]
    assert by_id["stonne"]["advanced"]
    assert by_id["last-gun"]["book_title"] == "OWB: Tactical Combat"
    assert by_id["last-gun"]["advanced"] is None
    assert (small["turns"], small["turn_name"]) == (10, "turn")
    assert (by_id["last-gun"]["turns"], by_id["last-gun"]["turn_name"]) == (16, "round")
    lane = [(side["strength"], side["hides"]) for side in by_id["sunken-lane"]["sides"]]
    assert lane == [(0, True), (13, False)]


def test_a_scenario_is_told_in_detail_but_for_what_is_hidden(server: Running) -> None:
    with server.http() as http:
        found = http.get("/api/scenarios/stonne").json()
        assert http.get("/api/scenarios/nowhere").status_code == 404
    units = [unit["id"] for force in found["forces"] for unit in force["units"]]
    assert "pak-1" not in units
    assert found["forces"][0]["strength"] == len(found["forces"][0]["units"])
    options = {option["id"]: option for option in found["options"]}
    assert options["unit"]["allowed"] == ["inch", "cm"]
    assert options["smoke"]["follows"] == "game"
    assert options["game"]["value"] == "advanced"
    assert options["smoke"]["value"] is True


def test_a_switch_that_takes_anything_of_a_kind_says_so(server: Running) -> None:
    with server.http() as http:
        found = http.get("/api/scenarios/last-gun").json()
    options = {option["id"]: option for option in found["options"]}
    assert options["round_limit"]["typed"] == "number"
    assert options["static_damage"]["words"]["dice"] == "Other dice"
    assert options["ac_display"]["words"] == {"aac": "Ascending (AAC)", "ac": "Descending (AC)"}
    for option in options.values():
        assert set(option["words"]) <= set(option["allowed"])
        assert "`" not in option["text"]


def test_a_scenario_is_drawn_small_without_names(server: Running) -> None:
    address = "/api/scenarios/saint-aubin/drawing.svg"
    with server.http() as http:
        large, small = http.get(address).text, http.get(address, params={"names": False}).text
    assert "Grenadiers</text>" in large
    assert "Grenadiers</text>" not in small


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_scenario_is_drawn(server: Running, theme: str) -> None:
    with server.http() as http:
        found = http.get(f"/api/scenarios/stonne/drawing.svg?theme={theme}")
        assert http.get("/api/scenarios/stonne/drawing.svg?theme=pink").status_code == 422
    assert found.headers["content-type"] == "image/svg+xml"
    assert f"theme-{theme}" in found.text
    assert "pak-1" not in found.text


def test_computer_players_are_listed(server: Running) -> None:
    with server.http() as http:
        players = http.get("/api/players").json()
    assert [player["name"] for player in players] == ["random", "greedy"]
    assert all(player["text"] for player in players)


def test_rules_are_found_by_their_ids(server: Running) -> None:
    with server.http() as http:
        rule = http.get("/api/rules/p8.fire.mod-within-4").json()
        assert rule == http.get("/api/books/p8/rules/p8.fire.mod-within-4").json()
        assert rule["book_title"] == "Panzer8"
        assert rule["text"]
        assert rule["where"]
        for name in ("undo.free-until-dice-or-another-act", "referee.word-is-final"):
            assert http.get(f"/api/rules/{name}").json()["book_title"] == "The table"
        for path in ("rules/nothing", "rules/p8.nothing", "books/p9/rules/p8.turn.order"):
            response = http.get(f"/api/{path}")
            assert response.status_code == 404
            assert response.json()["detail"].endswith((".", "?"))


def test_every_rule_of_the_server_has_a_text(server: Running) -> None:
    import re
    from pathlib import Path

    import sandtable.server

    cited = set()
    for file in Path(next(iter(sandtable.server.__path__))).rglob("*.py"):
        cited |= set(re.findall(r'"((?:server|undo|take-over)\.[a-z-]+)"', file.read_text()))
    assert len(cited) > 10
    with server.http() as http:
        for name in sorted(cited):
            assert http.get(f"/api/rules/{name}").status_code == 200, name


def test_battles_are_listed_the_last_played_first(server: Running) -> None:
    one, two = server.begin(**FRIENDS), server.begin("stonne")
    with one.sit("british") as british:
        british.give(british.offered("move"))
        with server.http() as http:
            listed = http.get("/api/battles").json()
        assert [each["id"] for each in listed[:2]] == [one.id, two.id]
        found = listed[0]
        assert found == one.get("").json()
    assert found["title"] == "The crossroads at Saint-Aubin"
    assert (found["scenario"], found["book"], found["status"]) == ("saint-aubin", "p8", "running")
    assert (found["turn"], found["turns"]) == (1, 10)
    assert found["waiting"]
    assert found["seats"][0]["here"]
    assert found["seats"][0]["own"]
    assert found["outcome"] is None


def test_options_of_the_book_can_be_chosen(server: Running) -> None:
    table = server.begin(options={"smoke": True, "unit": "cm"})
    with table.sit("british") as british:
        options = {option["id"]: option for option in british.welcome["book"]["options"]}
        assert options["smoke"]["value"] is True
        assert british.welcome["scenario"]["unit"] == "cm"


def test_the_last_turn_is_that_of_the_battle_not_of_the_scenario(server: Running) -> None:
    seats = [{"seat": side, "side": side, "kind": "me"} for side in ("soviet", "german")]
    for limit, last in (("3", 3), ("none", 0)):
        table = server.begin(scenario="last-gun", seats=seats, options={"round_limit": limit})
        with table.sit("soviet") as soviet:
            assert soviet.welcome["standing"]["turns"] == last
            assert soviet.welcome["scenario"]["turns"] == last


def test_the_pages_are_there(server: Running) -> None:
    with server.http() as http:
        for path in ("/", "/enter", "/battle/abc", "/battle/abc/replay"):
            response = http.get(path)
            assert response.status_code == 200, path
            assert response.headers["content-type"].startswith("text/html")
        css = http.get("/static/css/base.css")
        assert css.headers["cache-control"] == "no-cache"
        again = http.get("/static/css/base.css", headers={"If-None-Match": css.headers["etag"]})
        assert again.status_code == 304
