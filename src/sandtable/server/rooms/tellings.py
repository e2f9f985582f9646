"""What each line brought, as it was told: packed to be kept, and read again.

A telling holds the events of a line with who may know of them, and the state after it, so that a
battle can be read and drawn when its rules have changed. Two of them that follow each other are
nearly the same, so each is packed upon the one before: a fifth of a kilobyte for a line, in a
sixth of a millisecond.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from sandtable.battle import Battle
from sandtable.battle.state import encode
from sandtable.server.rooms.record import Audience, Told
from sandtable.server.storage import LineRow, TellingRow

WINDOW: Final = 32768
"""How much of the telling before helps to pack the next one."""

NOTHING: Final = Raw(b"null")
"""What is kept of a state that nobody knows."""

Last = tuple[int, bytes]
"""The number of a line, and its telling as it was before it was packed."""


class Telling(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a line brought.

    Attributes:
        kind: What sort of line it is.
        turn: The turn in which the battle stood after it.
        events: What happened: who may know of it, and what it was.
        to: For an undo or an overruling: everything after this line no longer counts.
        secret: For a reveal: the secret of the dice.
        state: The state after it, where it led to another.
    """

    kind: str
    turn: int
    events: tuple[tuple[Audience, dict[str, Any]], ...] = ()
    to: int | None = None
    secret: str | None = None
    state: Raw = NOTHING

    def told(self, line: int, at: float) -> Told:
        """The line as it is told."""
        return Told(
            line=line,
            kind=self.kind,
            at=at,
            turn=self.turn,
            events=self.events,
            to=self.to,
            secret=self.secret,
        )


_DECODER: Final = msgspec.json.Decoder(Telling)


def states_of(battle: Battle[Any], lines: Collection[int]) -> dict[int, bytes]:
    """The states after lines that stand, as they are written."""
    return {
        moment.line: moment.state.to_json() for moment in battle.moments if moment.line in lines
    }


def packed_tellings(
    record: Iterable[Told], states: Mapping[int, bytes], last: Last | None = None
) -> tuple[tuple[TellingRow, ...], Last | None]:
    """Lines as they are kept, and what the next can be packed upon.

    Args:
        record: The lines as they are told.
        states: The states after them, where they are known.
        last: The telling before them, exactly as it was packed.
    """
    rows = []
    for line in record:
        state = states.get(line.line)
        raw = encode(
            Telling(
                kind=line.kind,
                turn=line.turn,
                events=line.events,
                to=line.to,
                secret=line.secret,
                state=NOTHING if state is None else Raw(state),
            )
        )
        rows.append(TellingRow(line.line, None if last is None else last[0], _packed(raw, last)))
        last = (line.line, raw)
    return tuple(rows), last


def _packed(raw: bytes, last: Last | None) -> bytes:
    packer = zlib.compressobj(zdict=last[1][-WINDOW:]) if last else zlib.compressobj()
    return packer.compress(raw) + packer.flush()


def unpacked_tellings(rows: Iterable[TellingRow]) -> dict[int, Telling]:
    """What lines brought; those that cannot be read are left out."""
    raws: dict[int, bytes] = {}
    found: dict[int, Telling] = {}
    for row in rows:
        try:
            if row.after is None:
                raw = zlib.decompress(row.data)
            else:
                unpacker = zlib.decompressobj(zdict=raws[row.after][-WINDOW:])
                raw = unpacker.decompress(row.data) + unpacker.flush()
            found[row.number] = _DECODER.decode(raw)
        except (KeyError, zlib.error, msgspec.MsgspecError):
            continue
        raws[row.number] = raw
        raws.pop(row.number - 100, None)  # only neighbours are packed upon each other
    return found


def record_of(lines: Sequence[LineRow], tellings: Mapping[int, Telling]) -> tuple[Told, ...]:
    """A battle line by line as it was told; of lines that nobody has kept, only that they are."""
    record: list[Told] = []
    turn = 1
    for line in lines:
        telling = tellings.get(line.number)
        if telling is None:
            kind = "order" if line.number else "start"
            record.append(Told(line=line.number, kind=kind, at=line.at, turn=turn))
        else:
            turn = telling.turn
            record.append(telling.told(line.number, line.at))
    return tuple(record)


def standing_lines(record: Iterable[Told]) -> tuple[int, ...]:
    """The lines that were not taken back, of those that led to another state."""
    standing: list[int] = []
    for line in record:
        if line.to is not None:
            standing = [number for number in standing if number <= line.to]
        if line.kind not in ("undo", "reveal"):
            standing.append(line.line)
    return tuple(standing)
