"""Servers that start within milliseconds: all is imported once, and each server is a fork of that.

Killing a server a thousand times would else mean to import everything a thousand times. Whatever a
server opens (its socket, its database, its threads) it opens after the fork, as always: the fork
calls the very function that `sandtable serve` calls.

    python -m tests.server.robust.forking

reads requests from its input, a line of JSON each, and answers each with a line: how a server is
to be set up is answered with its process, ``{"wait": PROCESS}`` with how that has ended. When its
input ends, it kills the servers that are left, and ends itself.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from pathlib import Path
from typing import Any

import msgspec

from sandtable.server.settings import Settings

ROOT = Path(__file__).resolve().parents[3]


class Nursery:
    """The process that forks servers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )

    def __enter__(self) -> Nursery:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(60)
        self._process.stdout.close()

    def start(self, settings: Settings, log: Path) -> Forked:
        """Start a server."""
        plain = msgspec.to_builtins(settings, enc_hook=str)
        return Forked(self, self.ask({"settings": plain, "log": str(log)}))

    def ask(self, request: dict[str, Any]) -> int:
        """Have something done; the number that is the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
            return int(self._process.stdout.readline())


class Forked:
    """A server that was forked, to be handled as other processes are.

    Attributes:
        pid: Its number.
    """

    def __init__(self, nursery: Nursery, pid: int) -> None:
        self._nursery = nursery
        self._code: int | None = None
        self.pid = pid

    def poll(self) -> int | None:
        """How it has ended, if it has."""
        if self._code is None:
            status = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0]
            if status == "Z":
                self.wait()
        return self._code

    def wait(self, _seconds: float | None = None) -> int:
        """Wait for its end."""
        if self._code is None:
            self._code = self._nursery.ask({"wait": self.pid})
        return self._code

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended and been buried."""
        if self._code is None:
            os.kill(self.pid, number)


# -- in the process that forks --------------------------------------------------------------------


def _settings(plain: dict[str, Any]) -> Settings:
    return msgspec.convert(plain, Settings, dec_hook=lambda kind, value: kind(value))


def _import_everything() -> None:
    """Do once what every server does when it starts and when its first battle is begun."""
    import psycopg  # noqa: F401

    from sandtable.server.app import create_app

    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data_dir=Path(folder)))
        with TestClient(app, base_url="http://localhost") as client:
            for scenario in ("saint-aubin", "sunken-lane"):
                made = client.post("/api/battles", json={"scenario": scenario})
                assert made.status_code == 201, made.text
    gc.collect()
    gc.freeze()


def _serve(request: dict[str, Any]) -> None:
    from sandtable.cli.serve import run

    log = os.open(request["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for ours, its in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(ours, its)
    os.setpgid(0, 0)
    run(_settings(request["settings"]), browser=False)


def _fork(request: dict[str, Any]) -> int:
    process = os.fork()
    if process:
        return process
    code = 1
    try:
        _serve(request)
        code = 0
    except KeyboardInterrupt:
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stderr.flush()
        os._exit(code)


def main() -> None:
    """Fork servers for as long as somebody asks for them."""
    answers = os.dup(1)
    os.dup2(2, 1)  # nothing else may be said where the answers go
    _import_everything()
    living: set[int] = set()
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if "wait" in request:
            living.discard(request["wait"])
            answer = os.waitstatus_to_exitcode(os.waitpid(request["wait"], 0)[1])
        else:
            answer = _fork(request)
            living.add(answer)
        os.write(answers, f"{answer}\n".encode())
    for process in living:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


if __name__ == "__main__":
    main()
