"""What was said in a room, and who may hear it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.server.messages import Said
from sandtable.server.storage import NOBODY, ChatRow, SeatRow


class Conversation:
    """The last things that were said, and all notices of the table.

    Attributes:
        most: How many of them are kept; of notices, all are.
        last: The number of what was said last.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.last = 0
        self._said: list[Said] = []
        self._notices: list[Said] = []
        self._sides: dict[int, str | None] = {}

    def knows(self, number: int) -> bool:
        """Whether something that was said is among what is kept."""
        return number in self._sides

    def remember(self, row: ChatRow) -> Said:
        """Keep something that was said."""
        said = Said(
            number=row.number,
            seat=row.seat,
            name=row.name,
            text=row.text,
            at=row.at,
            to="all" if row.side is None else "side",
        )
        kept = self._notices if row.seat == NOBODY else self._said
        kept.append(said)
        self.last = max(self.last, said.number)
        self._sides[said.number] = row.side
        del self._said[: -self.most]
        return said

    def hears(self, seat: SeatRow | None, said: Said) -> bool:
        """Whether a seat, or an onlooker, may hear something that was said.

        What was said to a side before a seat of it changed hands is not for whoever came then.
        """
        side = self._sides[said.number]
        if side is None:
            return True
        if seat is None or (seat.side or seat.role) != side:
            return False
        return seat.freed is None or said.at > seat.freed

    def heard_by(self, seat: SeatRow | None) -> Iterator[Said]:
        """What a seat, or an onlooker, may hear of it."""
        kept = sorted([*self._notices, *self._said], key=lambda said: said.number)
        return (said for said in kept if self.hears(seat, said))
