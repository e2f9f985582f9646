"""Writing journal files, so that a crash loses nothing that counted."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from sandtable.battle import Battle
from sandtable.battle.record import Header, Line
from sandtable.journal.errors import JournalError
from sandtable.journal.lines import packed
from sandtable.journal.reading import read

try:
    import fcntl
except ImportError:  # not on every system; there, nobody else is kept out
    fcntl = None  # type: ignore[assignment]


class JournalWriter:
    """Keeps a battle's journal on disk while it is played.

    Every line is written, flushed and forced to the disk before the battle takes it for done. If
    the program or the machine stops in the middle, at most the step is lost that nobody had been
    told of.

    If the file exists and holds the battle's own journal so far (as after ``load``), it is
    continued, and a torn line at its end is cut off. A file that holds anything else is refused.

    Args:
        path: The file.
        overwrite: Write over whatever the file holds.
        fsync: Force every line to the disk. Without it, a journal survives a crash of the program,
            but not of the machine, and is written much faster.

    Examples:
        >>> import tempfile
        >>> from sandtable.dice import SeededDice
        >>> from sandtable.journal import load
        >>> from sandtable.scenario import load_scenario
        >>> battle = Battle.start(load_scenario("saint-aubin"), dice=SeededDice(1))
        >>> path = Path(tempfile.mkdtemp()) / "battle.jsonl"
        >>> with JournalWriter(path) as journal:
        ...     battle.attach(journal)
        ...     view = battle.view("british")
        ...     _ = battle.play(next(view.candidates(view.choices[0])))
        >>> load(path).number
        1
    """

    def __init__(self, path: str | Path, *, overwrite: bool = False, fsync: bool = True) -> None:
        self.path = Path(path)
        self._overwrite = overwrite
        self._fsync = fsync
        self._file: IO[bytes] | None = None
        self._ends: list[tuple[int, str]] = []

    # -- taking over a battle ---------------------------------------------------------------------

    def attach(self, battle: Battle[Any]) -> None:
        """Write down a battle's past, and from now on every further line of it.

        Raises:
            JournalError: If the file cannot be written, or holds something else.
        """
        battle.attach(self)

    def take_over(self, battle: Battle[Any]) -> None:
        """Write down a battle's past; what ``Battle.attach`` calls first."""
        if self._file is not None:
            raise JournalError(self.path, "this writer keeps the journal of a battle already")
        past = _past(battle)
        kept = 0 if self._overwrite else self._kept(past)
        self._open()
        self._ends = [(end, total) for _, end, total in past[:kept]]
        try:
            self._write(b"".join(raw for raw, _, _ in past[kept:]))
        except BaseException:
            self.close()
            raise
        self._ends = [(end, total) for _, end, total in past]

    def _kept(self, past: list[tuple[bytes, int, str]]) -> int:
        """How many lines of the battle the file holds already, if it holds nothing else."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return 0
        except IsADirectoryError:
            raise JournalError(self.path, "this is a folder, not a journal") from None
        except OSError as error:
            raise self._failed("cannot be read", error) from None
        if past[0][0].startswith(data):
            return 1 if data == past[0][0] else 0  # nothing yet, or a torn first line
        try:
            journal = read(self.path)
        except JournalError as error:
            problem = f"the file exists already, and cannot be continued: {error.problem}"
            raise JournalError(self.path, problem, line=error.line, damage=error.damage) from None
        sums = [total for _, _, total in past]
        held = len(journal.sums)
        if journal.sums[0] != sums[0] or journal.sums != tuple(sums[:held]):
            if sums == list(journal.sums[: len(sums)]):
                problem = f"the file goes on for {held - len(sums)} lines after this battle's last"
            else:
                problem = "the file exists already, and holds another battle"
            raise JournalError(self.path, f"{problem}; choose another name, or overwrite it")
        return held

    def _open(self) -> None:
        try:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
            descriptor = os.open(self.path, flags, mode=0o666)  # os.open's own is executable
            self._file = os.fdopen(descriptor, "r+b", buffering=0)
        except IsADirectoryError:
            raise JournalError(self.path, "this is a folder, not a journal") from None
        except OSError as error:
            raise self._failed("cannot be written", error) from None
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self.close()
                raise JournalError(self.path, "another program is writing this journal") from None
        if self._fsync:
            _sync_folder(self.path.parent)

    # -- writing ----------------------------------------------------------------------------------

    def __call__(self, line: Line) -> None:
        """Write a line, so that it survives whatever happens next.

        Raises:
            JournalError: If that fails. The line does not count then.
        """
        if self._file is None:
            raise JournalError(self.path, "the journal is closed, or was never attached")
        if not 1 <= line.line <= len(self._ends):
            problem = f"line {line.line} cannot follow on line {len(self._ends) - 1}"
            raise JournalError(self.path, problem)
        # A line written before that another sink then refused never counted: it is replaced.
        del self._ends[line.line :]
        end, before = self._ends[-1]
        raw, total = packed(line, before)
        self._write(raw)
        self._ends.append((end + len(raw), total))

    def _write(self, raw: bytes) -> None:
        assert self._file is not None
        end = self._ends[-1][0] if self._ends else 0
        try:
            self._file.truncate(end)
            self._file.seek(end)
            left = memoryview(raw)
            while left:
                left = left[self._file.write(left) :]
            if self._fsync:
                os.fsync(self._file.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):
                self._file.truncate(end)
            raise self._failed("cannot be written", error) from None

    def close(self) -> None:
        """Close the file. A battle that is still attached cannot go on."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _failed(self, what: str, error: OSError) -> JournalError:
        return JournalError(self.path, f"{what}: {error.strerror or error}")


def save(battle: Battle[Any], path: str | Path, *, overwrite: bool = False) -> None:
    """Write a battle's whole journal to a file, all or nothing.

    It is written beside the file and then put in its place, so the file is never half-written.

    Raises:
        JournalError: If the file exists (unless told to overwrite it) or cannot be written.
    """
    file = Path(path)
    if file.is_dir():
        raise JournalError(file, "this is a folder, not a journal")
    if file.exists() and not overwrite:
        raise JournalError(file, "the file exists already; choose another name, or overwrite it")
    try:
        descriptor, name = tempfile.mkstemp(
            dir=file.parent, prefix=f".{file.name}.", suffix=".part"
        )
    except OSError as error:
        raise JournalError(file, f"cannot be written: {error.strerror or error}") from None
    part = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(to_bytes(battle))
            out.flush()
            os.fsync(out.fileno())
        _put(part, file, overwrite=overwrite)
        _sync_folder(file.parent)
    except OSError as error:
        raise JournalError(file, f"cannot be written: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)


def to_bytes(battle: Battle[Any]) -> bytes:
    """A battle's journal as the bytes of its file."""
    return b"".join(raw for raw, _, _ in _past(battle))


def _past(battle: Battle[Any]) -> list[tuple[bytes, int, str]]:
    """Each line of a battle so far: its bytes, where they end, and its checksum."""
    lines: list[tuple[bytes, int, str]] = []
    end, total = 0, ""
    records: list[Header | Line] = [battle.header, *battle.lines]
    for record in records:
        raw, total = packed(record, total)
        end += len(raw)
        lines.append((raw, end, total))
    return lines


def _put(part: Path, file: Path, *, overwrite: bool) -> None:
    """Give a finished file its name, without taking it from another one."""
    umask = os.umask(0)
    os.umask(umask)
    part.chmod(0o666 & ~umask)  # temporary files are private, journals are like any other file
    if overwrite:
        part.replace(file)
        return
    try:
        os.link(part, file)
    except FileExistsError:
        problem = "the file exists already; choose another name, or overwrite it"
        raise JournalError(file, problem) from None
    except OSError:  # a file system without links
        part.replace(file)


def _sync_folder(folder: Path) -> None:
    """Have a new name in a folder survive a crash of the machine, where folders can be synced."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
