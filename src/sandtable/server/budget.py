"""Work that ends in time: each piece has a budget of seconds, and the whole process of memory.

Whatever a rulebook does for a battle is a piece of work in a thread of its lane. A watch looks at
all of them every few hundredths of a second. A piece that has used up its seconds of the
processor, or that has taken most of the memory when there is too much in use, is stopped: an
exception is raised in its thread, at the next step of Python code. It derives from
``BaseException``, since rules may catch whatever derives from ``Exception``.

That exception must reach the work and nothing else. So a piece can be stopped only between
entering and leaving, and it leaves under the lock under which it would be stopped; what was raised
before and has not arrived yet is taken back there. A thread whose work was stopped is not used
again.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future
from types import FrameType
from typing import Any, Final, Literal, TypeVar

from sandtable.server.memory import touched, used

T = TypeVar("T")

Why = Literal["time", "memory"]

SAMPLE: Final = 0.03
"""Seconds between two looks at what is being done."""

BLAME: Final = 1 / 32
"""Who has taken less than this part of the ceiling since he began is not blamed for too much."""

AGAIN: Final = 0.25
"""Seconds after which work that was told to end and goes on is told again."""

PAUSE: Final = 0.5
"""Seconds after stopping a piece of work in which memory may fall before the next is stopped."""

_UNTOUCHED: Final = ("<frozen importlib", f"{os.sep}logging{os.sep}__init__.py")
"""Where nothing is stopped, since it would leave locks behind that others wait for."""


class Stopped(BaseException):
    """Raised inside a piece of work that has to end."""


def _keep_quiet_where_nothing_can_be_raised() -> None:
    """Where Python drops exceptions, it drops this one without a word.

    It may arrive inside a finalizer or the callback of a weak reference, which Python ends with a
    notice; the work that was interrupted by those goes on, and is told again.
    """
    before = sys.unraisablehook
    if getattr(before, "drops_stopped", False):
        return

    def hook(unraisable: sys.UnraisableHookArgs) -> None:
        if not issubclass(unraisable.exc_type, Stopped):
            before(unraisable)

    hook.drops_stopped = True  # type: ignore[attr-defined]
    sys.unraisablehook = hook


class Exceeded(Exception):  # noqa: N818 - what has happened to a budget
    """A piece of work was stopped.

    Attributes:
        battle: The battle that it was for.
        lane: What sort of work it was.
        why: Whether it took too long, or too much memory.
    """

    def __init__(self, battle: str, lane: str, why: Why) -> None:
        super().__init__(battle, lane, why)
        self.battle = battle
        self.lane = lane
        self.why: Why = why

    def __str__(self) -> str:
        what = "too long" if self.why == "time" else "too much memory"
        return f"{self.lane} took {what}"


class Piece:
    """A piece of work, and how it fares.

    Attributes:
        battle: The battle that it is for.
        lane: What sort of work it is.
        seconds: How much of the processor's time it may use.
        future: What comes of it.
        stopped: Why it has to end, if it has.
        grown: How many bytes the process has grown by its doing, as far as can be told.
    """

    __slots__ = (
        "_began",
        "_clock",
        "_native",
        "_touched",
        "active",
        "battle",
        "do",
        "future",
        "grown",
        "lane",
        "seconds",
        "spared_until",
        "stopped",
        "thread",
        "used",
    )

    def __init__(self, battle: str, lane: str, seconds: float, do: Callable[[], Any]) -> None:
        self.battle = battle
        self.lane = lane
        self.seconds = seconds
        self.do: Callable[[], Any] | None = do
        self.future: Future[Any] = Future()
        self.stopped: Why | None = None
        self.spared_until = 0.0
        self.grown = 0.0
        self.used = 0.0
        self.active = False
        self.thread = 0
        self._clock: int | None = None
        self._began = 0.0
        self._native = 0
        self._touched = (0, 0)

    def enter(self) -> None:
        """Begin, in the thread that does it."""
        self.thread = threading.get_ident()
        if sys.platform != "win32" and hasattr(time, "pthread_getcpuclockid"):
            self._clock = time.pthread_getcpuclockid(self.thread)
        self._began = self._now()
        self._native = threading.get_native_id()
        self._touched = (touched(self._native) or 0,) * 2
        self.active = True

    def look(self) -> float:
        """How much time it has used since it was last looked at; only while it is active."""
        before, self.used = self.used, self._now() - self._began
        return self.used - before

    def pages(self) -> int | None:
        """How many pages it has touched since the look before the last, if that can be told.

        Pages are counted a moment after the memory, so some of what the memory has grown by at one
        look was counted at the look before.
        """
        now = touched(self._native)
        if now is None:
            return None
        last, before = self._touched
        self._touched = (now, last)
        return now - before

    def _now(self) -> float:
        return time.monotonic() if self._clock is None else time.clock_gettime(self._clock)


class Lane:
    """Threads for one sort of work. No battle has all of them to itself, and each has its turn.

    Args:
        crew: Who watches the work.
        name: What the work is called.
        threads: How many pieces of it are done at once.
    """

    def __init__(self, crew: Crew, name: str, threads: int) -> None:
        self.name = name
        self._crew = crew
        self._each = max(1, threads - 1)
        self._waiting: dict[str, deque[Piece]] = {}
        self._busy: Counter[str] = Counter()
        self._changed = threading.Condition()
        self._closed = False
        for _ in range(threads):
            self._start()

    def add(self, piece: Piece) -> None:
        """Have something done as soon as it is its turn."""
        with self._changed:
            self._waiting.setdefault(piece.battle, deque()).append(piece)
            self._changed.notify()

    def close(self) -> None:
        """Begin nothing any more."""
        with self._changed:
            self._closed = True
            for pieces in self._waiting.values():
                for piece in pieces:
                    piece.future.cancel()
            self._waiting.clear()
            self._changed.notify_all()

    def _start(self) -> None:
        name = f"sandtable-{self.name}"
        threading.Thread(target=self._run, name=name, daemon=True).start()

    def _run(self) -> None:
        while self._do_one():
            pass

    def _do_one(self) -> bool:
        """Do the next piece of work; whether this thread is of use for another."""
        piece = self._next()
        if piece is None:
            return False
        try:
            self._crew.carry_out(piece)
        except BaseException as error:  # must not be, but nobody shall wait for ever
            piece.stopped = piece.stopped or "time"
            if not piece.future.done():
                piece.future.set_exception(error)
        self._is_done(piece)
        if piece.stopped is None:
            return True
        self._start()  # who knows what it has left behind in this thread
        return False

    def _next(self) -> Piece | None:
        with self._changed:
            while True:
                if self._closed:
                    return None
                for battle, pieces in self._waiting.items():
                    if self._busy[battle] < self._each:
                        piece = pieces.popleft()
                        del self._waiting[battle]
                        if pieces:  # the others first
                            self._waiting[battle] = pieces
                        self._busy[battle] += 1
                        return piece
                self._changed.wait()

    def _is_done(self, piece: Piece) -> None:
        with self._changed:
            self._busy[piece.battle] -= 1
            if not self._busy[piece.battle]:
                del self._busy[piece.battle]
            self._changed.notify()


class Crew:
    """All lanes of a server, and the watch over them.

    Args:
        lanes: The sorts of work, and how many pieces of each are done at once.
        ceiling: How many bytes of memory the process may have; without any, no watch is kept
            over it.
        relieve: Called when there is too much memory in use and nobody to blame for it.
    """

    def __init__(
        self,
        lanes: dict[str, int],
        *,
        ceiling: int | None = None,
        relieve: Callable[[], None] = lambda: None,
    ) -> None:
        _keep_quiet_where_nothing_can_be_raised()
        self.ceiling = ceiling
        self._relieve = relieve
        self._lock = threading.RLock()
        self._active: set[Piece] = set()
        self._any = threading.Event()
        self._closed = False
        self._calm_until = 0.0
        self._last = 0
        self._lanes = {name: Lane(self, name, threads) for name, threads in lanes.items()}
        threading.Thread(target=self._watch, name="sandtable-watch", daemon=True).start()

    def submit(self, battle: str, lane: str, seconds: float, do: Callable[[], T]) -> Future[T]:
        """Have something done for a battle.

        The future fails with ``Exceeded`` if it was stopped.
        """
        piece = Piece(battle, lane, seconds, do)
        self._lanes[lane].add(piece)
        return piece.future

    def close(self) -> None:
        """Begin nothing any more, and stop what is being done."""
        for lane in self._lanes.values():
            lane.close()
        with self._lock:
            self._closed = True
            for piece in self._active:
                self._stop(piece, "time")
        self._any.set()

    # -- in the threads that work -----------------------------------------------------------------

    def carry_out(self, piece: Piece) -> None:
        """Do a piece of work, and say what came of it."""
        if not piece.future.set_running_or_notify_cancel():
            return
        result: Any = None
        error: BaseException | None = None
        try:
            try:
                result, error = self._done(piece)
            finally:
                self._leave(piece)
        except Stopped:
            # It arrived on the way out, and the next could come only after a while.
            self._leave(piece)
        piece.do = None  # what it refers to may be large
        if piece.stopped is not None:
            # A new exception, without the frames of the work and all that they hold.
            del result, error
            piece.future.set_exception(Exceeded(piece.battle, piece.lane, piece.stopped))
        elif error is not None:
            piece.future.set_exception(error)
        else:
            piece.future.set_result(result)

    def _done(self, piece: Piece) -> tuple[Any, BaseException | None]:
        try:
            self._enter(piece)
            assert piece.do is not None
            return piece.do(), None
        except Stopped:
            piece.stopped = piece.stopped or "time"
        except MemoryError:
            piece.stopped = piece.stopped or "memory"
        except BaseException as problem:
            return None, problem
        return None, None

    def _enter(self, piece: Piece) -> None:
        with self._lock:
            if self.ceiling and not self._active:
                self._last = used()  # what came before is nobody's doing
            self._active.add(piece)
        self._any.set()
        piece.enter()
        if self._closed:
            raise Stopped

    def _leave(self, piece: Piece) -> None:
        """Leave, so that nothing can be raised in this thread any more; more than once is no harm.

        Where it is interrupted, the lock may have been taken; so it is let go as often as it takes.
        """
        self._lock.acquire()
        piece.active = False
        _raise_in(piece.thread, None)
        self._active.discard(piece)
        while True:
            try:
                self._lock.release()
            except RuntimeError:  # not ours any more
                return

    # -- the watch --------------------------------------------------------------------------------

    def _watch(self) -> None:
        while not self._closed:
            if not self._active:
                self._any.clear()
                if not self._active:
                    self._any.wait()
            time.sleep(SAMPLE)
            self._look()

    def _look(self) -> None:
        memory = used() if self.ceiling else 0
        with self._lock:
            pieces = [piece for piece in self._active if piece.active]
            self._share_out(pieces, memory - self._last)
            self._last = memory
            for piece in pieces:
                if piece.stopped is not None:  # it may have swallowed it
                    self._stop(piece, piece.stopped)
                elif piece.used > piece.seconds:
                    self._stop(piece, "time")
        if self.ceiling and memory > self.ceiling:
            self._lessen(self.ceiling)

    def _share_out(self, pieces: list[Piece], growth: int) -> None:
        """Put down what the memory has grown by to those who were the first to touch it.

        Where the system does not tell who that was, it was those who have worked meanwhile.
        """
        worked = [piece.look() for piece in pieces]
        touched_by = [piece.pages() for piece in pieces] if self.ceiling else []
        told = [pages for pages in touched_by if pages is not None]
        parts: list[float] = [*told] if len(told) == len(pieces) else worked
        total = sum(parts)
        if growth > 0 and total > 0:
            for piece, part in zip(pieces, parts, strict=True):
                piece.grown += growth * part / total

    def _lessen(self, ceiling: int) -> None:
        """Stop who has taken most; look again after a while, and stop the next."""
        now = time.monotonic()
        with self._lock:
            pieces = [piece for piece in self._active if piece.active]
            if any(piece.stopped == "memory" for piece in pieces):
                self._calm_until = now + PAUSE
            if now < self._calm_until:
                return
            most = max(pieces, key=lambda piece: piece.grown, default=None)
            self._calm_until = now + PAUSE
            if most is not None and most.grown > ceiling * BLAME:
                self._stop(most, "memory")
                return
        self._relieve()

    def _stop(self, piece: Piece, why: Why) -> None:
        """Raise in the thread of a piece of work that it has to end; the lock is held."""
        if not piece.active:
            return
        piece.stopped = piece.stopped or why
        now = time.monotonic()
        if now < piece.spared_until or _is_untouchable(sys._current_frames().get(piece.thread)):
            return
        piece.spared_until = now + AGAIN
        _raise_in(piece.thread, Stopped)


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    """Have an exception raised in another thread; ``None`` takes back one that is under way."""
    thing = None if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), thing)


def _is_untouchable(frame: FrameType | None) -> bool:
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(_UNTOUCHED[0]) or name.endswith(_UNTOUCHED[1]):
            return True
        frame = frame.f_back
    return False
