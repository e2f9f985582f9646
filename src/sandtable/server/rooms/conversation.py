"""What was said in a room, and who may hear it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.server.messages import Said
from sandtable.server.storage import ChatRow, SeatRow


class Conversation:
    """The last things that were said.

    Attributes:
        most: How many of them are kept.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._said: list[Said] = []
        self._sides: dict[int, str | None] = {}

    @property
    def last(self) -> int:
        """The number of what was said last."""
        return self._said[-1].number if self._said else 0

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
        self._said.append(said)
        self._sides[said.number] = row.side
        del self._said[: -self.most]
        return said

    def hears(self, seat: SeatRow | None, said: Said) -> bool:
        """Whether a seat, or an onlooker, may hear something that was said."""
        side = self._sides[said.number]
        return side is None or (seat is not None and (seat.side or seat.role) == side)

    def heard_by(self, seat: SeatRow | None) -> Iterator[Said]:
        """What a seat, or an onlooker, may hear of it."""
        return (said for said in self._said if self.hears(seat, said))
