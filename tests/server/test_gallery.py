"""Pictures of battles for the lobby: kept while nothing happens, and never an old one shown."""

from __future__ import annotations

from pathlib import Path

from tests.server.kit import FRIENDS, running


def pictures(folder: Path) -> list[Path]:
    return sorted((folder / "pictures").glob("*.svg"))


def test_a_battle_is_not_loaded_for_a_picture_that_is_there(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = server.begin(**FRIENDS)
        first = table.get("/drawing.svg", seat="onlooker").text
        assert len(pictures(tmp_path)) == 1
    with running(tmp_path) as again:
        twin = table.at(again)
        assert twin.get("/drawing.svg", seat="onlooker").text == first
        assert twin.get("").json()["number"] is None, "the battle is in memory"


def test_a_battle_that_has_gone_on_is_drawn_anew(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = server.begin(**FRIENDS)
        first = table.get("/drawing.svg", seat="onlooker").text
        with table.sit("british") as british:
            british.give(british.offered("move"))
        second = table.get("/drawing.svg", seat="onlooker").text
        assert second != first
        assert [each.read_text("utf-8") for each in pictures(tmp_path)] == [second]
        assert table.call("DELETE", "").status_code == 204
        assert pictures(tmp_path) == []


def test_without_a_place_for_them_pictures_are_drawn_each_time(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("in the way")
    with running(tmp_path) as server:
        table = server.begin(**FRIENDS)
        assert table.get("/drawing.svg", seat="onlooker").text.startswith("<svg")
