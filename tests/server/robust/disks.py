"""A disk that is full, or that nothing can be written to: the server says so, and goes on after it.

The full disk is a small one in memory, and files are made read-only under the server's hands, both
of which only an administrator can do. Anybody can allow a server files of their present size and
no more, which is nearly the same for it.
"""

from __future__ import annotations

import contextlib
import resource
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from sandtable.journal import verify
from tests.server.robust.clients import Client, Message
from tests.server.robust.forking import Nursery
from tests.server.robust.processes import LeanServer

SEATS = [{"seat": side, "side": side, "kind": "me"} for side in ("british", "german")]
NOT_RECORDED = "server.not-recorded"


class NoDiskError(Exception):
    """This machine lets us make no disk."""


class Disk:
    """A small disk in memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Leave no room on it."""
        with self._filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"\0" * 4096)

    def clear(self) -> None:
        """Have room again."""
        self._filler.unlink()


def _run(*command: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoDiskError(str(error)) from None


@contextlib.contextmanager
def small_disk(size: str = "24m") -> Iterator[Disk]:
    """A disk of its own.

    Raises:
        NoDiskError: If only an administrator could make one.
    """
    with tempfile.TemporaryDirectory(prefix="sandtable-disk-") as folder:
        _run("mount", "-t", "tmpfs", "-o", f"size={size}", "sandtable", folder)
        try:
            yield Disk(Path(folder))
        finally:
            _run("umount", "--lazy", folder)


class Sufferer:
    """A player at a server whose disk fails."""

    def __init__(self, server: LeanServer) -> None:
        self.server = server
        self.begun = server.begin(scenario="saint-aubin", seats=SEATS, seed="disk")
        self.clients = [
            Client(server, self.begun.id, token, seat) for seat, token in self.begun.tokens.items()
        ]
        self._keys = 0

    def __enter__(self) -> Sufferer:
        for client in self.clients:
            client.connect()
        return self

    def __exit__(self, *_: object) -> None:
        for client in self.clients:
            client.close()

    def give(self) -> tuple[Client, Message, Message]:
        """Give some order: who, what, and the reply."""
        number = max(client.number for client in self.clients)
        for client in self.clients:
            client.catch_up(number)
        client = next(client for client in self.clients if client.is_asked)
        self._keys += 1
        key, order = f"order-{self._keys:04}", client.idea()
        message = {"type": "give", "key": key, "expect": client.number, "order": order}
        return client, message, client.request(message)

    def play(self, orders: int) -> None:
        """Give orders, all of which are recorded."""
        for _ in range(orders):
            _, message, reply = self.give()
            assert reply["type"] == "done", (message, reply)

    def is_in_order(self) -> bool:
        """Whether the journal is right."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "battle.jsonl"
            file.write_bytes(self.server.journal(self.begun))
            return verify(file).ok


def fail(server: LeanServer, spoil: Callable[[], None], mend: Callable[[], None]) -> int:
    """Play on a server whose disk fails in between; how many orders it then refused."""
    refused = 0
    with server, Sufferer(server) as sufferer:
        sufferer.play(10)
        number = sufferer.clients[0].number
        spoil()
        try:
            for _ in range(5000):
                client, message, reply = sufferer.give()
                if reply["type"] == "done":  # there was a little room yet
                    number = reply["number"]
                    continue
                assert reply["rule"] == NOT_RECORDED, reply
                assert (reply["number"], client.number) == (number, number)
                said = client.request({"type": "chat", "key": f"chat-{refused:05}", "text": "Hm."})
                assert said["type"] == "done" or said["rule"] == NOT_RECORDED, said
                refused += 1
                if refused == 5:
                    break
        finally:
            mend()
        again = client.request(message)  # the same, under the same key
        assert again["type"] == "done", again
        sufferer.play(10)
        assert sufferer.is_in_order()
        server.kill()
        server.start()
        for client in sufferer.clients:
            client.last_words()
            client.connect()
        sufferer.play(3)
        assert sufferer.is_in_order()
    return refused


def on_a_full_disk(nursery: Nursery) -> int:
    """Play on a disk that is filled up in between; how many orders were refused."""
    with small_disk() as disk:
        server = LeanServer(nursery, disk.folder / "data")
        return fail(server, disk.fill, disk.clear)


def with_files_that_cannot_be_written(nursery: Nursery, folder: Path) -> int:
    """Play with a database whose files become read-only in between; how many orders were refused.

    Raises:
        NoDiskError: If only an administrator could make them so.
    """
    server = LeanServer(nursery, folder / "data")

    def lock(sign: str) -> None:
        files = map(str, server.folder.glob("battles.sqlite3*"))
        _run("chattr", f"{sign}i", *(file for file in files if not file.endswith("-shm")))

    return fail(server, lambda: lock("+"), lambda: lock("-"))


def with_files_that_cannot_grow(nursery: Nursery, folder: Path) -> int:
    """Play with a database whose files cannot grow for a while; how many orders were refused."""
    server = LeanServer(nursery, folder / "data")

    def spoil() -> None:
        sizes = [file.stat().st_size for file in server.folder.glob("battles.sqlite3*")]
        resource.prlimit(server.process, resource.RLIMIT_FSIZE, (max(sizes), -1))

    def mend() -> None:
        resource.prlimit(server.process, resource.RLIMIT_FSIZE, (-1, -1))

    return fail(server, spoil, mend)
