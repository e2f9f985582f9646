"""What a battle keeps of itself: its lines, the moments it can be taken back to, and who is told.

A line is handed to every sink before it counts. Whatever goes wrong on the way, nothing is
half-done.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable
from typing import Any, Final, Generic

from sandtable.battle.events import Event
from sandtable.battle.record import Header, Line, LineKind
from sandtable.battle.refusal import Refusal
from sandtable.battle.rulebook import S
from sandtable.battle.rulings import REFEREE
from sandtable.battle.view import Moment

Sink = Callable[[Line], None]
"""Takes each line before it counts; if it fails, the step has not happened."""

NOTHING_TO_UNDO: Final = "undo.nothing-to-take-back"
UNDO_NOT_FREE: Final = "undo.free-until-dice-or-another-act"
LAID_OPEN: Final = "dice.secret-is-laid-open"


class Ledger(Generic[S]):
    """The record of a battle.

    Attributes:
        header: The first line of its journal.
        lines: All further lines, undone ones included.
        state: Where the battle stands.
    """

    header: Header
    lines: list[Line]
    state: S
    _history: list[Moment[S]]
    _sinks: list[Sink]
    _keep_digests: bool
    _ahead: tuple[Header, ...] = ()
    """The headers under which later lines stand, while a battle that was taken over is replayed."""

    @property
    def number(self) -> int:
        """The number of the last line; the header is line 0."""
        return len(self.lines)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened and was not undone, secrets included."""
        return tuple(event for moment in self._history for event in moment.events)

    @property
    def public_events(self) -> tuple[Event, ...]:
        """What of it is no secret, from any seat."""
        return tuple(event for event in self.events if event.seen_by is None)

    @property
    def moments(self) -> tuple[Moment[S], ...]:
        """The steps that stand, the start first: line, state after it, and what it brought."""
        return tuple(self._history)

    @property
    def last_events(self) -> tuple[Event, ...]:
        """What the last step brought."""
        return self._history[-1].events

    @property
    def steps(self) -> tuple[tuple[int, Line], ...]:
        """The steps in effect: the line to go back to in order to undo each, and its own line.

        Of a battle that was taken over, these are its own steps.
        """
        return tuple((before.line, line) for before, line in self._steps())

    def attach(self, sink: Sink) -> None:
        """Hand every further line to ``sink`` before it counts (a journal file, a network).

        A sink that has a method ``take_over`` is handed the battle first, to record its past.
        """
        take_over = getattr(sink, "take_over", None)
        if take_over is not None:
            take_over(self)
        self._sinks.append(sink)

    def detach(self, sink: Sink) -> None:
        """Hand no more lines to ``sink``."""
        self._sinks = [other for other in self._sinks if other is not sink]

    @property
    def is_laid_open(self) -> bool:
        """Whether the secret of fair dice has been revealed, which closes the record."""
        return bool(self.lines) and self.lines[-1].kind == "reveal"

    def reveal(self, secret: bytes) -> None:
        """Lay open the secret of fair dice, so that every roll can be checked.

        Nothing can be done in the battle afterwards: whoever knows the secret knows the dice.

        Raises:
            Refusal: If the dice are not fair ones, or that is not their secret.
        """
        if self.header.dice.kind != "fair":
            raise Refusal(LAID_OPEN, f"{self.header.dice.kind} dice have no secret.")
        if self.is_laid_open:
            raise Refusal(LAID_OPEN, "The secret of the dice has been laid open already.")
        found = hashlib.sha256(secret).hexdigest()
        if found != self.header.dice.commitment:
            raise Refusal(LAID_OPEN, "That secret does not fit the commitment to it.")
        state = self.state.digest() if self._keep_digests else ""
        number = self.number + 1
        self._write(
            Line(line=number, kind="reveal", seat=REFEREE, secret=secret.hex(), state=state)
        )

    def _commit(
        self,
        draft: S,
        events: tuple[Event, ...],
        *,
        kind: LineKind,
        seat: str,
        place: bytes,
        position: int | None = None,
        **facts: Any,
    ) -> tuple[Event, ...]:
        digest = draft.digest() if self._keep_digests else ""
        self._write(Line(line=self.number + 1, kind=kind, seat=seat, state=digest, **facts))
        moment = Moment(self.number, draft, events, place)
        if position is None or position == len(self._history) - 1:
            self._history.append(moment)
        else:
            # A new list, not a changed one: views that were handed out keep the past they saw.
            self._history = [*self._history[: position + 1], moment]
        self._stand(draft)
        return events

    def _write(self, line: Line) -> None:
        for sink in self._sinks:
            sink(line)
        self.lines.append(line)

    def _stand(self, state: S) -> None:
        """Take a state for the one in which the battle stands."""
        self.state = state

    @property
    def _seam(self) -> int:
        """The line before which nothing can be taken back: where the battle was taken over."""
        return self.header.seam or 0

    def _pairs(self) -> list[tuple[Moment[S], Moment[S]]]:
        """The moments before and after each step in effect that is this battle's own."""
        pairs = itertools.pairwise(self._history)
        return [(before, after) for before, after in pairs if after.line > self._seam]

    def _steps(self) -> list[tuple[Moment[S], Line]]:
        """The steps in effect: the moment before each, and its line."""
        return [(before, self.lines[after.line - 1]) for before, after in self._pairs()]

    def _position(self, line: int | None) -> int:
        """Where in the past the moment after a line is, unless that is now."""
        open_ones = [
            (position, moment.line)
            for position, moment in enumerate(self._history[:-1])
            if moment.line >= self._seam
        ]
        for position, number in open_ones:
            if number == line:
                return position
        standing = ", ".join(str(number) for _, number in open_ones) or "none"
        parted = f" It was taken over at line {self._seam}." if self.header.seam else ""
        raise Refusal(
            NOTHING_TO_UNDO, f"Line {line} cannot be gone back to; these can: {standing}.{parted}"
        )
