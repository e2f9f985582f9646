"""A room: one live battle and everybody who is there.

A room has one lock, and whatever changes the battle happens under it: a step is worked out in a
worker thread on a copy, recorded, and only then taken for the battle and told to everybody, to each
as far as his seat may know.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.battle import Battle
from sandtable.dice import FairDice, RollRequest
from sandtable.server.budget import Exceeded
from sandtable.server.messages import Done, Presence, Refused, Reply, Standing, Update
from sandtable.server.rooms.aside import UnplayableError
from sandtable.server.rooms.conversation import Conversation
from sandtable.server.rooms.loading import battle_up_to, load_room, played
from sandtable.server.rooms.parts import (
    NOT_RECORDED,
    OUT_OF_STEP,
    REASONS,
    Member,
    NoBattleError,
    Pending,
)
from sandtable.server.rooms.recalling import Recalled
from sandtable.server.rooms.record import ONLOOKER, Told, entries_for
from sandtable.server.rooms.seating import tell_of_reopening
from sandtable.server.rooms.standing import seat_infos, standing_for
from sandtable.server.rooms.steps import Step, follow, load, set_up, take_up
from sandtable.server.rooms.telling import outlook, plain_outcome
from sandtable.server.rooms.tellings import Last
from sandtable.server.storage import (
    BattleRow,
    CeremonyRow,
    ClashError,
    DoubtError,
    SeatRow,
    StorageError,
    WishRow,
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
        chat: What was said.
        members: Who is connected.
        pending: What waits for real dice, by seat.
        aside: Why it does not go on, if it was set aside.
        asked: A wish to take something back that waits for consent.
        seating: How often it had changed who sits where when that was last looked at.
        unstored: Names that could not be recorded yet, by seat.
        ceremony: The words for fair dice, while the battle gathers.
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
        self.chat = Conversation(hall.settings.limits_in_force.chat_kept)
        self.members: set[Member] = set()
        self.pending: dict[str, Pending] = {}
        self.asked: WishRow | None = None
        self.seating = row.seating
        self.unstored: dict[str, str] = {}
        self.ceremony = CeremonyRow()
        self.lock = asyncio.Lock()
        self.idle_since = time.monotonic()
        self.aside = row.aside
        self.thinking: asyncio.Task[None] | None = None
        self.closed = False
        self._outlooks: dict[str, Standing] = {}
        self._upon: Last | None = None
        self._last = 0

    @property
    def id(self) -> str:
        """The id of the battle."""
        return self.row.id

    @property
    def number(self) -> int:
        """The number of the last line."""
        if self.aside is not None:
            return self._last
        return self.battle.number if self.battle else 0

    @property
    def people(self) -> frozenset[str]:
        """The seats at which people play."""
        return frozenset(seat.seat for seat in self.seats.values() if seat.is_person)

    @property
    def commitment(self) -> str:
        """The commitment to the secret of fair dice."""
        return FairDice.commit(bytes.fromhex(self.row.secret or ""))

    # -- loading ----------------------------------------------------------------------------------

    async def load(self) -> None:
        """Read the battle from the database, and play it again or recall it.

        Raises:
            StorageError: If it cannot be read.
            Exceeded: If that takes too long, or too much memory.
        """
        await load_room(self)

    def recalled(self, found: Recalled, last: int) -> None:
        """Have the battle looked at as it was told, up to its last line."""
        self.battle = found.battle
        self.record = found.record
        self._last = last

    @property
    def seats_here(self) -> frozenset[str]:
        """The seats of those who are connected."""
        return frozenset(member.seat for member in self.members)

    async def recall_wish(self) -> None:
        """Take up the wish to take something back that waits, if nothing has happened since."""
        wish = await self.hall.work(self.hall.store.wish, self.id)
        waits = wish is not None and wish.sides and wish.line == self.number
        self.asked = wish if waits else None

    async def look_for_more(self) -> None:
        """Take over lines that another server may have written."""
        async with self.lock:
            try:
                await self.catch_up()
            except Exceeded:
                pass  # it has left the memory
            except (StorageError, UnplayableError) as error:
                log.error("battle %s: %s", self.id, error, exc_info=error)
                self.hall.drop(self)

    async def catch_up(self) -> bool:
        """Take over lines that another server has written; whether there were any.

        The lock is held.
        """
        store = self.hall.store
        row = await self.hall.work(store.battle, self.id)
        if self.aside is not None or (row is not None and row.aside is not None):
            if (row.aside if row else None) != self.aside:  # elsewhere, it was set aside or tried
                self.hall.drop(self)
            return False
        lines = await self.hall.work(store.lines, self.id, self.number if self.battle else -1)
        if row is None or not lines:
            return False
        begun = self.battle is not None
        self.row = row
        if self.battle is None:
            self.take(await played(self, lines, functools.partial(load, row, lines)))
        else:
            before = Step(battle=self.battle.fork(), rows=(), told=self.record, total=self.total)
            self.take(await played(self, lines, functools.partial(follow, before, self.id, lines)))
        self.keys = await self.hall.work(store.keys, self.id)
        await self.recall_wish()
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
        self._outlooks = dict(step.outlooks)
        self._upon = step.last

    @property
    def upon(self) -> Last | None:
        """What was told of the last line, upon which the next one is packed."""
        return self._upon

    async def set_up(self, faces: Sequence[int]) -> Step | RollRequest:
        """Set the battle up, or say which real dice that needs.

        Raises:
            Refusal: If it goes on from a line of another battle that does not count any more.
            NoBattleError: If that other battle is not there any more.
        """
        from sandtable.server.rooms.sealing import ceremony_of

        words = ceremony_of(self)
        if self.row.taken_over is None:
            return await self.hall.bounded(self.id, "order", set_up, self.row, words, faces)
        source = await self.hall.room(self.row.taken_over["battle"])
        if source.battle is None and source.aside is None:
            raise NoBattleError(source.id)
        past = await battle_up_to(source, int(self.row.taken_over["line"]))
        return await self.hall.bounded(
            self.id, "order", take_up, past.battle, past.told, self.row, words
        )

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

        Raises:
            DoubtError: If the database was lost, and nobody can tell what it has recorded.
        """
        row = self.row_after(step)
        try:
            words = self.ceremony.number if self.battle is None and row.dice == "fair" else None
            future = self.hall.store.add_lines(row, step.rows, keys, answered, words, step.tellings)
            await asyncio.wrap_future(future)
        except (StorageError, DoubtError) as error:
            clash = isinstance(error, ClashError)
            if not clash:
                log.error("battle %s: %s", self.id, error, exc_info=error)
            known = await self._overtaken()
            # It may have been written after all, if the database was lost only then.
            if known and keys and keys[0] in self.keys:
                return None
            if not known and isinstance(error, DoubtError):
                raise
            return OUT_OF_STEP if clash else NOT_RECORDED
        begun = self.battle is None
        if self.row.status == "over" and row.status != "over":
            self.hall.spawn(tell_of_reopening(self))
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
            waiting=battle.public_view().waiting if step.waiting is None else step.waiting,
            outcome=plain_outcome(battle.outcome),
        )

    async def _overtaken(self) -> bool:
        """Take over what was recorded meanwhile; whether that could be read."""
        try:
            if not await self.catch_up():
                self.keys = await self.hall.work(self.hall.store.keys, self.id)
        except Exceeded:
            pass  # it has left the memory
        except (StorageError, UnplayableError) as error:
            log.error("battle %s: %s", self.id, error, exc_info=error)
            self.hall.drop(self)
            return False
        return True

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

    def update_for(self, member: Member) -> Update:
        """What a member has not seen yet, and where the battle stands."""
        entries = entries_for(self.record, member.seat, member.seen)
        member.seen = len(self.record) - 1
        return Update(standing=standing_for(self, member.seat), entries=entries)

    def outlook(self, seat: str) -> Standing:
        """Where the battle stands for a seat, as far as the battle itself tells."""
        assert self.battle is not None
        found = self._outlooks.get(seat)
        if found is None:
            found = self._outlooks[seat] = outlook(self.battle, seat)
        return found

    async def foresee(self, seat: str) -> None:
        """Work out beforehand where the battle stands for a seat.

        Raises:
            Exceeded: If that takes too long, or too much memory; then the battle was set aside.
        """
        battle = self.battle
        if battle is None or self.aside is not None or seat in self._outlooks:
            return
        do = functools.partial(outlook, battle, seat)
        found = await self.hall.within(self.hall.settings.budget.load, self.id, "load", do)
        if self.battle is battle:
            self._outlooks[seat] = found

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

    def tell_presence(self) -> None:
        """Tell everybody who is there."""
        onlookers = sum(member.seat == ONLOOKER for member in self.members)
        for member in tuple(self.members):
            member.send(Presence(seats=seat_infos(self, member.seat), onlookers=onlookers))

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
