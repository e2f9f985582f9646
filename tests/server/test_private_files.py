"""What the server keeps is for nobody else on the machine."""

from __future__ import annotations

import contextlib
import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.server.storage.private import private_file, private_folder
from tests.server.kit import FRIENDS, running
from tests.server.robust.processes import Server

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")

OWN = {"battles.sqlite3", "battles.sqlite3-wal", "battles.sqlite3-shm", "battles.sqlite3.lock"}


@contextlib.contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def modes(folder: Path) -> dict[str, int]:
    """The modes of all that is in a folder, but for the log of the test."""
    return {
        str(path.relative_to(folder)): mode(path)
        for path in folder.rglob("*")
        if path.name != "log" and path.is_file()
    }


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o777])
def test_all_that_is_created_is_private_whatever_the_umask(tmp_path: Path, mask: int) -> None:
    folder = tmp_path / "above" / "data"
    with umask(mask), running(folder) as server:
        table = server.begin(**FRIENDS)
        assert table.get("/drawing.svg", seat="onlooker").status_code == 200
        found = modes(folder)
        assert set(found) >= OWN
        assert any(name.startswith("pictures/") for name in found)
        assert set(found.values()) == {0o600}, found
        for each in (folder.parent, folder, folder / "pictures"):
            assert mode(each) == 0o700


def test_what_others_could_read_is_mended_at_the_start(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    pictures = folder / "pictures"
    with umask(0o022), Server(folder) as server:
        begun = server.begin(scenario="saint-aubin", **FRIENDS)
        drawing = f"/api/battles/{begun.id}/drawing.svg?seat=onlooker"
        assert server.http.get(drawing).status_code == 200
        server.kill()
        for each in (folder, pictures):
            each.chmod(0o755)
        for each in [*folder.glob("battles*"), *pictures.iterdir()]:
            each.chmod(0o664)
        server.start()
        found = modes(folder)
        assert set(found) >= OWN
        assert set(found.values()) == {0o600}, found
        assert (mode(folder), mode(pictures)) == (0o700, 0o700)
        assert server.http.get(f"/api/battles/{begun.id}").status_code == 200


def test_a_database_elsewhere_is_private_and_its_folder_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir(mode=0o755)
    file = tmp_path / "mine" / "table.db"
    file.touch(0o644)
    with running(tmp_path / "data", database_url=f"sqlite:///{file}") as server:
        server.begin(**FRIENDS)
        assert set(modes(file.parent).values()) == {0o600}
        assert mode(file.parent) == 0o755


def test_a_folder_for_everybody_is_not_taken_from_them(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    with running(tmp_path) as server:
        server.begin(**FRIENDS)
        assert mode(tmp_path) == 0o1777
        assert set(modes(tmp_path).values()) == {0o600}


def test_what_cannot_be_mended_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "battles.sqlite3"
    file.touch(0o644)

    def refuse(_path: Path, _mode: int) -> None:  # as for a file of somebody else
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refuse)
    with caplog.at_level(logging.WARNING):
        private_file(file)
    assert "cannot be mended: Operation not permitted" in caplog.text
    monkeypatch.setattr(Path, "chmod", lambda *_: None)  # as on a stick without modes
    with caplog.at_level(logging.WARNING):
        private_file(file)
    assert "its file system keeps no modes" in caplog.text


def test_a_folder_to_which_others_write_is_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tmp_path.chmod(0o777)
    private_folder(tmp_path, ours=False)
    assert "others may write to" in caplog.text
    assert mode(tmp_path) == 0o777
    private_folder(tmp_path)
    assert mode(tmp_path) == 0o700
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        private_folder(tmp_path / "file")
