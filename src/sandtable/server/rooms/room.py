"""A room: one live battle and everybody who is there.

A room has one lock, and whatever changes the battle happens under it: a step is worked out in a
worker thread on a copy, recorded, and only then taken for the battle and told to everybody, to each
as far as his seat may know.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.battle import Battle, Divergence
from sandtable.battle.rulings import REFEREE
from sandtable.dice import RollRequest
from sandtable.journal import JournalError
from sandtable.server.messages import (
    DiceWanted,
    Done,
    Presence,
    Proposal,
    Refused,
    Reply,
    Said,
    SeatInfo,
    Standing,
    Update,
)
from sandtable.server.rooms.parts import (
    NOT_RECORDED,
    OUT_OF_STEP,
    REASONS,
    Asked,
    Member,
    Pending,
)
from sandtable.server.rooms.record import ONLOOKER, Told, entries_for
from sandtable.server.rooms.steps import Step, follow, load, set_up, take_up
from sandtable.server.rooms.telling import outlook, plain_outcome
from sandtable.server.storage import (
    BattleRow,
    ChatRow,
    ClashError,
    SeatRow,
    StorageError,
)

if TYPE_CHECKING:
    from sandtable.server.rooms.hall import Hall

log = logging.getLogger("sandtable.server")


class Room:
    """A live battle.

    Attributes:
        row: What is known of it beside its lines.
        seats: Who sits where.
        battle: The battle itself; ``None`` until it is set up.
        record: Every line of it, as it is told.
        members: Who is connected.
        pending: What waits for real dice, by seat.
        asked: A wish to take something back that waits for consent.
        lock: Held by whoever changes the battle.
    """

    def __init__(self, hall: Hall, row: BattleRow, seats: Iterable[SeatRow]) -> None:
        self.hall = hall
        self.row = row
        self.seats = {seat.seat: seat for seat in seats}
        self.battle: Battle[Any] | None = None
        self.record: tuple[Told, ...] = ()
        self.total = ""
        self.keys: dict[tuple[str, str], int] = {}
        self.chat: list[Said] = []
        self.chat_sides: dict[int, str | None] = {}
        self.members: set[Member] = set()
        self.pending: dict[str, Pending] = {}
        self.asked: Asked | None = None
        self.proposals = 0
        self.lock = asyncio.Lock()
        self.idle_since = time.monotonic()
        self.thinking: asyncio.Task[None] | None = None
        self.closed = False
        self._outlooks: dict[str, Standing] = {}

    @property
    def id(self) -> str:
        """The id of the battle."""
        return self.row.id

    @property
    def number(self) -> int:
        """The number of the last line."""
        return self.battle.number if self.battle else 0

    # -- loading ----------------------------------------------------------------------------------

    async def load(self) -> None:
        """Read the battle from the database and play it again.

        Raises:
            StorageError: If it cannot be read.
            JournalError: If it does not come out as recorded.
        """
        store = self.hall.store
        lines = await self.hall.work(store.lines, self.id)
        self.keys = await self.hall.work(store.keys, self.id)
        chat = await self.hall.work(
            store.chat, self.id, self.hall.settings.limits_in_force.chat_kept
        )
        for said in chat:
            self.remember(said)
        if lines:
            self.take(await self.hall.work(load, self.row, lines))

    async def look_for_more(self) -> None:
        """Take over lines that another server may have written."""
        async with self.lock:
            try:
                await self.catch_up()
            except (StorageError, JournalError, Divergence) as error:
                log.error("battle %s: %s", self.id, error, exc_info=error)
                self.hall.drop(self)

    async def catch_up(self) -> bool:
        """Take over lines that another server has written; whether there were any.

        The lock is held.
        """
        store = self.hall.store
        row = await self.hall.work(store.battle, self.id)
        lines = await self.hall.work(store.lines, self.id, self.number if self.battle else -1)
        if row is None or not lines:
            return False
        begun = self.battle is not None
        self.row = row
        if self.battle is None:
            self.take(await self.hall.work(load, row, lines))
        else:
            before = Step(battle=self.battle.fork(), rows=(), told=self.record, total=self.total)
            self.take(await self.hall.work(follow, before, self.id, lines))
        self.keys = await self.hall.work(store.keys, self.id)
        self.asked = None
        if begun:
            self.tell()
        else:
            self.welcome_again()
        self.hall.wake(self)
        return True

    def take(self, step: Step) -> None:
        """Take a step for the battle."""
        self.battle = step.battle
        self.total = step.total
        self.record = step.told if len(step.told) > step.battle.number else self.record + step.told
        self._outlooks.clear()

    async def set_up(self, faces: Sequence[int]) -> Step | RollRequest:
        """Set the battle up, or say which real dice that needs.

        Raises:
            Refusal: If it goes on from a line of another battle that does not count any more.
            NoBattleError: If that other battle is not there any more.
        """
        words = [seat.word for seat in self.seats.values() if seat.is_person and seat.word]
        if self.row.taken_over is None:
            return await self.hall.work(set_up, self.row, words, faces)
        source = await self.hall.room(self.row.taken_over["battle"])
        assert source.battle is not None
        return await self.hall.work(take_up, source.battle, source.record, self.row, words)

    # -- steps ------------------------------------------------------------------------------------

    async def adopt(
        self, step: Step, keys: Sequence[tuple[str, str]] = (), *, answered: str | None = None
    ) -> str | None:
        """Record a step; then take it for the battle and tell everybody.

        Args:
            step: The step.
            keys: The seats and the keys under which it was asked for.
            answered: The seat whose wish waited for dice and is carried out with this.

        Returns:
            Nothing, or the rule by which it could not be recorded; then nothing has changed.
        """
        row = self.row_after(step)
        try:
            await asyncio.wrap_future(self.hall.store.add_lines(row, step.rows, keys, answered))
        except StorageError as error:
            clash = isinstance(error, ClashError)
            if not clash:
                log.error("battle %s: %s", self.id, error, exc_info=error)
            await self._overtaken()
            # It may have been written after all, if the database was lost only then.
            if keys and keys[0] in self.keys:
                return None
            return OUT_OF_STEP if clash else NOT_RECORDED
        begun = self.battle is None
        self.row = row
        self.take(step)
        self.keys.update(dict.fromkeys(keys, self.number))
        self.asked = None
        if begun:
            self.welcome_again()
        else:
            self.tell()
        return None

    def row_after(self, step: Step) -> BattleRow:
        """What is kept of the battle beside its lines, after a step."""
        battle = step.battle
        return msgspec.structs.replace(
            self.row,
            changed=time.time(),
            status="running" if battle.outcome is None else "over",
            turn=battle.state.turn,
            waiting=battle.public_view().waiting,
            outcome=plain_outcome(battle.outcome),
        )

    async def _overtaken(self) -> None:
        try:
            if not await self.catch_up():
                self.keys = await self.hall.work(self.hall.store.keys, self.id)
        except (StorageError, JournalError, Divergence) as error:
            log.error("battle %s: %s", self.id, error, exc_info=error)
            self.hall.drop(self)

    # -- telling ----------------------------------------------------------------------------------

    def done(self, key: str) -> Done:
        """The acknowledgement of something that is recorded."""
        return Done(key=key, number=self.number)

    def done_before(self, seat: str, key: str) -> Done | None:
        """The acknowledgement that was given before under that key, if there was one."""
        number = self.keys.get((seat, key))
        return None if number is None else Done(key=key, number=number)

    def refused(self, key: str, rule: str, reason: str = "") -> Refused:
        """The answer to something that was not done."""
        reason = reason or REASONS[rule]
        return Refused(key=key, rule=rule, reason=reason, number=self.number)

    def standing(self, member_seat: str) -> Standing:
        """Where the battle stands for a seat."""
        if self.battle is None:
            return Standing(
                number=0,
                turn=self.row.turn,
                turns=self.row.scenario.turns,
                status="gathering",
                since=self.row.created,
                dice=self.dice_for(member_seat),
                words=tuple(seat.seat for seat in self.seats.values() if self.lacks_word(seat)),
            )
        found = self._outlooks.get(member_seat)
        if found is None:
            found = self._outlooks[member_seat] = outlook(self.battle, member_seat)
        return msgspec.structs.replace(
            found,
            since=self.record[-1].at,
            dice=self.dice_for(member_seat),
            proposal=self.proposal_for(member_seat),
        )

    def lacks_word(self, seat: SeatRow) -> bool:
        """Whether the fair dice wait for the word of a seat."""
        return self.row.dice == "fair" and seat.is_person and seat.word is None

    def dice_for(self, seat: str) -> DiceWanted | None:
        """The real dice that a seat has to throw now, or a referee may."""
        for pending in self.pending.values():
            request = pending.request
            if request is not None and self.throws(seat, pending):
                return DiceWanted(
                    seat=self.thrower(pending),
                    request=str(request),
                    what=request.what,
                    sides=request.sides,
                    count=request.count,
                    drawn=request.drawn,
                    mine=True,
                )
        return None

    def thrower(self, pending: Pending) -> str:
        """Who throws the dice for a wish: its own seat, or a person in its stead."""
        own = self.seats.get(pending.seat)
        if own is not None and own.is_person:
            return own.seat
        people = [seat.seat for seat in self.seats.values() if seat.is_person]
        return REFEREE if REFEREE in people else people[0] if people else ONLOOKER

    def throws(self, seat: str, pending: Pending) -> bool:
        """Whether a seat may throw the dice for a wish: whose it is to, or the referee."""
        return seat in self.seats and seat in (self.thrower(pending), REFEREE)

    def proposal_for(self, seat: str) -> Proposal | None:
        """The wish to take something back, as a seat is told of it."""
        asked = self.asked
        if asked is None:
            return None
        own = self.seats.get(seat)
        mine = own is not None and (
            own.seat == REFEREE or (own.seat != asked.seat and own.side in asked.sides)
        )
        return Proposal(
            proposal=asked.number, seat=asked.seat, to=asked.to, text=asked.text, mine=mine
        )

    def update_for(self, member: Member) -> Update:
        """What a member has not seen yet, and where the battle stands."""
        entries = entries_for(self.record, member.seat, member.seen)
        member.seen = len(self.record) - 1
        return Update(standing=self.standing(member.seat), entries=entries)

    def tell(self, seats: Collection[str] | None = None) -> None:
        """Tell everybody, or some, what he has not seen yet, and where the battle stands."""
        for member in tuple(self.members):
            if seats is None or member.seat in seats:
                member.send(self.update_for(member))

    def send_to(self, seat: str, reply: Reply) -> None:
        """Send something to everybody on a seat."""
        for member in tuple(self.members):
            if member.seat == seat:
                member.send(reply)

    def welcome_again(self) -> None:
        """Tell everybody everything, since the battle has just begun."""
        from sandtable.server.rooms.welcoming import welcome

        for member in tuple(self.members):
            member.send(welcome(self, member, -1))

    def seat_infos(self, for_seat: str) -> tuple[SeatInfo, ...]:
        """Who sits where, as a seat may know."""
        here = {member.seat for member in self.members}
        own = self.seats.get(for_seat)
        return tuple(
            SeatInfo(
                seat=seat.seat,
                side=seat.side,
                role=seat.role,
                kind=seat.kind,
                name=seat.name,
                here=seat.seat in here,
                pieces=seat.pieces if _may_know_pieces(own, seat) else None,
            )
            for seat in self.seats.values()
        )

    def tell_presence(self) -> None:
        """Tell everybody who is there."""
        onlookers = sum(member.seat == ONLOOKER for member in self.members)
        for member in tuple(self.members):
            member.send(Presence(seats=self.seat_infos(member.seat), onlookers=onlookers))

    # -- chat -------------------------------------------------------------------------------------

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
        self.chat.append(said)
        self.chat_sides[said.number] = row.side
        del self.chat[: -self.hall.settings.limits_in_force.chat_kept]
        return said

    def hears(self, seat: str, said: Said) -> bool:
        """Whether a seat may hear something that was said."""
        side = self.chat_sides[said.number]
        if side is None:
            return True
        own = self.seats.get(seat)
        return own is not None and (own.side or own.role) == side

    # -- coming and going -------------------------------------------------------------------------

    def join(self, member: Member) -> None:
        """Let somebody in."""
        self.members.add(member)

    def leave(self, member: Member) -> None:
        """Somebody has gone."""
        if member in self.members:
            self.members.discard(member)
            self.idle_since = time.monotonic()
            self.tell_presence()

    def expel(self, seats: Sequence[str] | None, code: int, reason: str) -> None:
        """End the connections of some seats, or of all."""
        for member in tuple(self.members):
            if seats is None or member.seat in seats:
                member.close(code, reason)


def _may_know_pieces(own: SeatRow | None, seat: SeatRow) -> bool:
    return own is not None and (own.role == "referee" or own.side == seat.side)
