"""The program as a whole, run as people run it."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sandtable
from tests.cli.kit import run

# These start programs of their own, which takes its time.
pytestmark = pytest.mark.slow

PROGRAM = [sys.executable, "-m", "sandtable"]


def program(*arguments: str, **more: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*PROGRAM, *arguments], capture_output=True, text=True, check=False, timeout=240
    )


def test_version() -> None:
    done = program("--version")
    assert (done.returncode, done.stdout) == (0, f"sandtable {sandtable.__version__}\n")


def test_help_names_every_command() -> None:
    done = program("--help")
    assert done.returncode == 0
    for command in ("serve", "play", "replay", "verify", "simulate", "scenarios", "odds", "rules"):
        assert f" {command} " in done.stdout


@pytest.mark.parametrize(
    "command",
    [
        "serve",
        "seats",
        "play",
        "replay",
        "verify",
        "simulate",
        "scenarios",
        "odds",
        "rules",
        "rules show",
        "odds p8 fire",
    ],
)
def test_every_command_has_help(command: str) -> None:
    assert "Usage: " in run(*command.split(), "--help").stdout


def test_an_unknown_command_is_told_in_one_line() -> None:
    done = program("paly")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("Error: No such command 'paly'")
    assert done.stderr.count("\n") == 1


def test_a_mistake_is_told_in_one_line() -> None:
    done = program("play", "saint-aubn")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "did you mean 'saint-aubin'" in done.stderr


def test_an_unreadable_file_is_told_in_one_line(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'title = "Caf\xe9"')
    assert "latin.toml: not UTF-8 text" in program("scenarios", str(latin)).stderr


@pytest.mark.skipif(os.name != "posix", reason="pipes of another kind")
def test_a_reader_that_stops_reading_is_no_error() -> None:
    with subprocess.Popen(
        [*PROGRAM, "rules", "show", "p8.table.datasheet"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        told = process.stderr.read()
        process.wait(timeout=240)
    assert told == b""


def wait_until_busy(group: int) -> None:
    """Wait until a group of processes is well past its start, however slow the machine is."""
    for _ in range(2400):
        time.sleep(0.1)
        if processor_time(group) > 3.5:
            return
    raise AssertionError("it does not get going")


def processor_time(group: int) -> float:
    """The seconds of processor time that a group of processes has had; many where none can tell."""
    processes = Path("/proc")
    if not (processes / "self" / "stat").exists():
        time.sleep(4.0)
        return 4.0
    ticks = 0
    for stat in processes.glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it may have ended just now
            fields = stat.read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12]) if int(fields[2]) == group else 0
    return ticks / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(os.name != "posix", reason="signals of another kind")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_ends_it_in_one_line(workers: str) -> None:
    with subprocess.Popen(
        [*PROGRAM, "simulate", "saint-aubin", "--games", "5000", "--workers", workers],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        wait_until_busy(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        try:
            out, told = process.communicate(timeout=240)
        finally:
            process.kill()  # or a program that goes on would be waited for
    assert (process.returncode, out, told) == (130, "", "Interrupted.\n")


def test_public_names_can_be_had() -> None:
    for name in sandtable.__all__:
        assert getattr(sandtable, name) is not None
        assert name in dir(sandtable)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        sandtable.nothing  # noqa: B018


def test_importing_it_loads_next_to_nothing() -> None:
    code = "import sandtable, sys; print([m for m in sys.modules if m.startswith('sandtable.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
