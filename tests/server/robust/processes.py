"""A real server in a process of its own, which can be killed and started again."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct

from sandtable.server.settings import Settings
from tests.server.robust.forking import Forked, Nursery

ROOT = Path(__file__).resolve().parents[3]


class Begun(Struct, frozen=True, kw_only=True):
    """A battle that has been begun.

    Attributes:
        id: Its id.
        host: The token of whoever began it.
        tokens: The tokens of the seats where people sit.
        onlookers: The token of those who only look on.
    """

    id: str
    host: str
    tokens: dict[str, str]
    onlookers: str


class Server:
    """A server in a process of its own, always on the same port with the same data.

    Args:
        folder: Where its data lie.
        arguments: What is said to ``sandtable serve`` beside that.
        module: What is run instead of ``sandtable serve``.
        descriptors: How many descriptors the process may have at most.
    """

    def __init__(
        self, folder: Path, *arguments: str, module: str = "", descriptors: int | None = None
    ) -> None:
        self.folder = folder
        self.port = free_port()
        limited = ["sh", "-c", f'ulimit -n {descriptors}; exec "$@"', "sh"] if descriptors else []
        self._command = [
            *limited,
            sys.executable,
            "-m",
            *([module] if module else ["sandtable", "serve"]),
            "--no-browser",
            "--port",
            str(self.port),
            "--data-dir",
            str(folder),
            *arguments,
        ]
        self._process: subprocess.Popen[bytes] | Forked | None = None
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=30)

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()
        self.http.close()

    @property
    def log(self) -> str:
        """What it has said on its error output, in all its lives."""
        return (self.folder / "log").read_text("utf-8", "replace")

    @property
    def process(self) -> int:
        """The id of its process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._process = self._launched()
        self._wait()

    def _launched(self) -> subprocess.Popen[bytes] | Forked:
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=ROOT,
                env={**os.environ, "SANDTABLE_PACE": "0", "PYTHONUNBUFFERED": "1"},
            )

    def _wait(self, seconds: float = 60) -> None:
        assert self._process is not None
        until = time.monotonic() + seconds
        while True:
            try:
                self.http.get("/api/players").raise_for_status()
            except httpx.TransportError:
                assert self._process.poll() is None, f"the server has ended:\n{self.log}"
                assert time.monotonic() < until, f"the server does not answer:\n{self.log}"
                time.sleep(0.05)
            else:
                return

    def kill(self) -> None:
        """Kill it on the spot, as a failing machine would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """Stop it as a person would."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(60)
            except subprocess.TimeoutExpired:
                self.kill()
                raise

    def processor_seconds(self) -> float:
        """The time of the processor that it has used in this life, where the system tells."""
        assert self._process is not None
        try:
            stat = Path(f"/proc/{self._process.pid}/stat").read_text()
        except OSError:
            return 0.0
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))

    def memory(self) -> float:
        """The memory that it uses at the moment, in MiB."""
        for line in Path(f"/proc/{self.process}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise AssertionError("the system does not tell")

    def begin(self, **wanted: Any) -> Begun:
        """Begin a battle."""
        response = self.http.post("/api/battles", json=wanted)
        assert response.status_code == 201, response.text
        made = response.json()
        return Begun(
            id=made["id"],
            host=made["host"],
            tokens={seat["seat"]: token(seat["link"]) for seat in made["seats"] if seat["link"]},
            onlookers=token(made["onlookers"]),
        )

    def journal(self, battle: Begun) -> bytes:
        """The journal of a battle, as its host may take it away."""
        response = self.http.get(
            f"/api/battles/{battle.id}/journal.jsonl",
            headers={"Authorization": f"Bearer {battle.host}"},
        )
        assert response.status_code == 200, response.text
        return response.content


class LeanServer(Server):
    """A server that starts within milliseconds, and can be set up in any way.

    Args:
        nursery: What forks it.
        folder: Where its data lie.
        settings: How else it is set up.
    """

    def __init__(self, nursery: Nursery, folder: Path, **settings: Any) -> None:
        super().__init__(folder)
        self._nursery = nursery
        self.settings = Settings(data_dir=folder, port=self.port, pace=0.0, **settings)

    def _launched(self) -> Forked:
        return self._nursery.start(self.settings, self.folder / "log")

    def _wait(self, seconds: float = 60) -> None:
        """Wait until it takes connections; it answers them as soon as it can."""
        until = time.monotonic() + seconds
        while True:
            with contextlib.suppress(ConnectionError):
                socket.create_connection(("127.0.0.1", self.port), 30).close()
                return
            assert self._process is not None
            assert self._process.poll() is None, f"the server has ended:\n{self.log}"
            assert time.monotonic() < until, f"the server does not answer:\n{self.log}"
            time.sleep(0.002)


def token(link: str) -> str:
    """The token of a link.

    >>> token("/battle/abc#secret")
    'secret'
    """
    return link.partition("#")[2]


def free_port() -> int:
    """A port that nobody uses, and that no connection of a client will be given meanwhile."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as found, contextlib.suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port
