"""The commands `serve`, `seats` and `verify`."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from sandtable.cli.serve import listen
from sandtable.server.tokens import new_token
from tests.cli.kit import data, error, run
from tests.server.kit import FRIENDS, Sitter, running, wait_until

GOLDEN = Path(__file__).parents[1] / "golden" / "saint-aubin.jsonl"


@contextmanager
def started(folder: Path, *arguments: str) -> Iterator[str]:
    """The program in a process of its own, with its own data; its address."""
    environment = {
        **os.environ,
        "XDG_DATA_HOME": str(folder),
        "HOME": str(folder),
        "BROWSER": "true",
        "PYTHONUNBUFFERED": "1",
    }
    environment.pop("DISPLAY", None)
    command = [sys.executable, "-m", "sandtable", *arguments]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            found = re.search(r"http://\S+/", line)
            assert found, line + process.stdout.read()
            yield found[0]
        finally:
            process.terminate()
            process.wait(20)


def test_without_a_command_the_table_is_served_from_the_data_folder(tmp_path: Path) -> None:
    with started(tmp_path) as address:
        assert address.startswith("http://127.0.0.1:")
        wait_until(lambda: _answers(address))
        assert (tmp_path / "sandtable" / "battles.sqlite3").exists()


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}api/players").status_code == 200
    except httpx.HTTPError:
        return False


def test_beyond_loopback_a_passphrase_is_required(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SANDTABLE_PASSPHRASE", raising=False)
    for host in ("0.0.0.0", "::", "192.168.1.7"):
        problem = error("serve", "--host", host)
        assert "a passphrase is needed" in problem
        assert "SANDTABLE_PASSPHRASE" in problem


def test_a_database_that_cannot_be_opened_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "battles.sqlite3").write_text("Dear diary, " * 100)
    assert "cannot be opened" in error("serve", "--data-dir", str(tmp_path))
    assert "cannot be opened" in error("seats", "--data-dir", str(tmp_path))
    assert "name a file" in error("seats", "--database-url", "sqlite://")


def test_a_free_port_near_a_taken_one_is_used() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with listen("127.0.0.1", port) as found:
            assert port < found.getsockname()[1] < port + 50


def test_an_address_of_another_machine_cannot_be_listened_on() -> None:
    problem = error("serve", "--host", "192.0.2.1", "--passphrase", "x")
    assert "192.0.2.1:8000 cannot be listened on" in problem


def test_fresh_links_for_who_has_lost_his(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = server.begin(**FRIENDS)
        listed = run("seats", "--data-dir", str(tmp_path)).stdout
        assert table.id in listed
        links = data("seats", table.id, "--data-dir", str(tmp_path))
        assert set(links) == {"british", "german", "onlooker"}
        token, claim = links["german"].partition("#")[2], new_token()
        with Sitter(table, token, claim=claim) as german:
            assert german.welcome["seat"] == "german"
        only = run("seats", table.id, "--seat", "host", "--data-dir", str(tmp_path)).stdout
        with Sitter(table, only.split()[1]) as host:
            assert host.welcome["host"]
    folder = ("--data-dir", str(tmp_path))
    assert "there is no battle" in error("seats", "nosuch", *folder)
    assert "there is no seat 'polish'" in error("seats", table.id, "--seat", "polish", *folder)


def test_a_journal_is_verified_with_every_die() -> None:
    found = run("verify", str(GOLDEN))
    assert "verifies: " in found.stdout
    assert re.search(r"dice: all \d+ faces follow from the seed", found.stdout)
    assert data("verify", str(GOLDEN))["ok"]


def test_fair_dice_are_verified_against_their_commitment(tmp_path: Path) -> None:
    seats = [
        {"seat": side, "side": side, "kind": "computer", "level": "random"}
        for side in ("british", "german")
    ]
    with running(tmp_path) as server:
        table = server.begin(seats=seats, dice="fair")
        wait_until(lambda: table.get("").json()["status"] == "over")
        text = table.get("/journal.jsonl").text
    file = tmp_path / "battle.jsonl"
    file.write_text(text)
    found = run("verify", str(file))
    assert "faces follow from the secret and the words" in found.stdout
    assert "Commitment: " in found.stderr
    secret = re.search(r'"secret":"([0-9a-f]{64})"', text)
    assert secret
    file.write_text(text.replace(secret[1], "00" * 32))
    assert "checksum" in run("verify", str(file), code=1).stderr


def test_a_file_that_is_no_journal_is_told_of(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Dear diary\n")
    assert "this is no journal" in error("verify", str(file))
