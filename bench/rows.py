"""What every benchmark returns: rows of one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from time import process_time
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Row:
    """One measurement.

    Attributes:
        what: What was measured.
        unit: In what; a unit that ends in ``/s`` is the better the more, all others the less.
        ours: Our number.
        theirs: The same of another program, in the same run.
        rival: Which program.
        aim: Our number should be at most this (at least, for ``/s``).
        aim_ratio: We should be so many times as good as the rival.
        note: Anything one must know to read it.
    """

    what: str
    unit: str
    ours: float
    theirs: float | None = None
    rival: str = ""
    aim: float | None = None
    aim_ratio: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times as good as the rival we are."""
        if not self.theirs or not self.ours:
            return None
        return self.ours / self.theirs if self.unit.endswith("/s") else self.theirs / self.ours

    @property
    def met(self) -> bool | None:
        """Whether the aim is met; ``None`` where there is none."""
        if self.aim is not None:
            return self.ours >= self.aim if self.unit.endswith("/s") else self.ours <= self.aim
        if self.aim_ratio is not None and self.ratio is not None:
            return self.ratio >= self.aim_ratio
        return None

    @property
    def aim_shown(self) -> str:
        """The aim in a few characters."""
        if self.aim is not None:
            return f"{'>=' if self.unit.endswith('/s') else '<='} {self.aim:,g} {self.unit}"
        return f">= {self.aim_ratio:g} x" if self.aim_ratio is not None else "-"

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data for JSON."""
        return {**asdict(self), "ratio": self.ratio, "met": self.met}


def median_seconds(work: Callable[[], object], repeats: int) -> float:
    """The median time of one run: time of the processor, whatever else the machine does."""
    times = []
    for _ in range(repeats):
        start = process_time()
        work()
        times.append(process_time() - start)
    return median(times)


def median_rate(work: Callable[[], int], repeats: int) -> float:
    """The median number of things done in a second, where ``work`` returns how many it did.

    Seconds are those of the processor, so that other work on the machine counts for little.
    """
    rates = []
    for _ in range(repeats):
        start = process_time()
        done = work()
        rates.append(done / (process_time() - start))
    return median(rates)
