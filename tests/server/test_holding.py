"""One server for each SQLite file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.server.settings import Settings
from sandtable.server.site import Site
from sandtable.server.storage import Hold, StorageError
from tests.cli.kit import run
from tests.server.kit import FRIENDS
from tests.server.robust.processes import Server


def second(*arguments: str) -> str:
    """What a second server says when it is started; it must end by itself."""
    command = [sys.executable, "-m", "sandtable", "serve", "--no-browser", "--port", "0"]
    ended = subprocess.run(
        [*command, *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 2, ended
    assert "Traceback" not in ended.stderr
    return " ".join(ended.stderr.split())


def test_a_second_server_on_the_same_folder_does_not_start(tmp_path: Path) -> None:
    link = tmp_path / "link"
    folder = tmp_path / "data"
    with Server(folder) as server:
        link.symlink_to(folder)
        for same in (
            ("--data-dir", str(folder)),
            ("--data-dir", str(link)),
            ("--database-url", f"sqlite:///{folder / 'battles.sqlite3'}"),
            ("--database-url", f"sqlite+pysqlite:///{folder / 'battles.sqlite3'}?timeout=5"),
        ):
            problem = second(*same)
            assert f"process {server.process}" in problem
            assert f"http://127.0.0.1:{server.port}/" in problem
            assert "would not hear each other" in problem
        assert server.http.get("/api/players").status_code == 200


def test_a_database_in_a_file_of_its_own_is_held_too(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'mine.db'}"
    with Server(tmp_path / "a", "--database-url", url) as server:
        problem = second("--data-dir", str(tmp_path / "b"), "--database-url", url)
        assert f"process {server.process}" in problem


def test_after_a_sudden_death_the_next_server_starts(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    server.kill()
    assert (tmp_path / "battles.sqlite3.lock").exists()
    server.start()
    assert server.http.get("/api/players").status_code == 200
    server.stop()
    server.http.close()


def test_links_are_made_beside_a_running_server(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        begun = server.begin(scenario="saint-aubin", **FRIENDS)
        assert begun.id in run("seats", "--data-dir", str(tmp_path)).stdout
        assert "german" in run("seats", begun.id, "--data-dir", str(tmp_path)).stdout
        assert server.http.get(f"/api/battles/{begun.id}").status_code == 200


def test_a_lock_is_let_go_with_the_server_and_if_the_database_is_no_good(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'battles.sqlite3'}"
    one = Hold(url)
    with pytest.raises(StorageError, match=rf"\(process {os.getpid()}\) uses the database"):
        Hold(url)
    one.release()
    one.release()
    (tmp_path / "battles.sqlite3").write_text("Dear diary, " * 100)
    for _ in range(2):
        with pytest.raises(StorageError, match="cannot be opened"):
            Site(Settings(data_dir=tmp_path))
    again = Hold(url)
    (tmp_path / "battles.sqlite3.lock").write_text("scribbles")
    with pytest.raises(StorageError, match="another Sandtable server uses the database"):
        Hold(url)
    again.release()


def test_servers_may_share_a_database_that_is_no_file() -> None:
    url = "postgresql+psycopg://me@localhost/sandtable"
    Hold(url).release()
    Hold(url)
    with pytest.raises(StorageError, match="name a file"):
        Hold("sqlite:///file:x?mode=memory&uri=true")
