"""What a room is made of: who is there, and what waits for dice."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

import msgspec
from msgspec import Struct

from sandtable.dice import RollRequest
from sandtable.server.messages import Barred, Reply
from sandtable.server.rooms.steps import AnyWish
from sandtable.server.storage import PendingRow

TABLE: Final = ""
"""Whose wish it is when the battle itself needs dice: to be set up, or for an absent referee."""

OUT_OF_STEP: Final = "server.out-of-step"
NOT_RECORDED: Final = "server.not-recorded"

REASONS: Final = {
    OUT_OF_STEP: "Something has happened in the meantime. Look at the table, and decide anew.",
    NOT_RECORDED: "That could not be recorded, so nothing has changed. Try it again.",
}


class NoBattleError(LookupError):
    """There is no battle with that id."""


class Member(ABC):
    """Somebody who is in a room: a connection with a seat.

    Attributes:
        seat: Where it sits.
        host: Whether its token may invite and revoke.
        holds: Whether its token is that of whoever holds the seat.
        digest: The digest of its token.
        claimed: Whether it came with an invitation, and that token is the one that took the seat.
        barred: Why somebody who was invited only looks on.
        seen: The last line that it was told of.
    """

    def __init__(self, seat: str, *, host: bool = False) -> None:
        self.seat = seat
        self.host = host
        self.holds = False
        self.digest = ""
        self.claimed = False
        self.barred: Barred | None = None
        self.seen = -1

    @abstractmethod
    def send(self, reply: Reply) -> None:
        """Send something, without waiting for it to arrive."""

    @abstractmethod
    def close(self, code: int, reason: str) -> None:
        """End the connection."""


class Pending(Struct, kw_only=True):
    """A wish that waits for real dice.

    Attributes:
        seat: Whose wish it is; ``TABLE`` if it is nobody's.
        key: Its key.
        wish: What is wanted.
        request: The dice that are wanted next.
        faces: The faces typed so far.
    """

    seat: str
    key: str
    wish: AnyWish
    request: RollRequest | None = None
    faces: tuple[int, ...] = ()

    def row(self) -> PendingRow:
        """How it is recorded."""
        wish = msgspec.to_builtins(self.wish)
        return PendingRow(seat=self.seat, key=self.key, wish=wish, faces=self.faces)
