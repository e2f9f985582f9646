"""The WebSocket of a battle."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sandtable.battle import Battle
from sandtable.journal import JournalError
from sandtable.server import asking
from sandtable.server.budget import Exceeded
from sandtable.server.limits import Bucket, Crowd
from sandtable.server.messages import (
    LARGEST,
    Answer,
    Ask,
    Hello,
    Incoming,
    Ping,
    Pong,
    Refused,
    Reply,
    Trouble,
)
from sandtable.server.rooms import Hall, Member, NoBattleError, Room
from sandtable.server.rooms.aside import NOT_DRAWN, ONLY_LOOKED_AT, TOO_LONG, TOO_LONG_TO_WORK_OUT
from sandtable.server.rooms.dispatch import Command, obey
from sandtable.server.rooms.holding import Entry, SeatError, entry_by
from sandtable.server.rooms.inviting import barred_by, not_recorded, take_up
from sandtable.server.rooms.parts import NOT_RECORDED
from sandtable.server.rooms.record import ONLOOKER
from sandtable.server.rooms.seating import call, look_at_seats
from sandtable.server.rooms.talking import printable
from sandtable.server.rooms.welcoming import welcome
from sandtable.server.storage import DoubtError, StorageError, TokenRow
from sandtable.server.tokens import HOST, digest_of, is_id

log = logging.getLogger("sandtable.server")

BAD_TOKEN: Final = 4401
NO_BATTLE: Final = 4404
NO_HELLO: Final = 4408
TOO_FAST: Final = 4409
TOO_LARGE: Final = 4413
TOO_MANY: Final = 4429
FAULT: Final = 1011
AGAIN: Final = 1012

_DECODER: Final = msgspec.json.Decoder(Incoming)
_ENCODER: Final = msgspec.json.Encoder()

WAITING: Final = 500
"""How many messages may wait for a client that does not read them."""


class HangUp(Exception):  # noqa: N818 - what is done, and why
    """The connection is to be ended."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class Connection(Member):
    """One client of a battle, from hello to the end."""

    def __init__(self, socket: WebSocket, hall: Hall) -> None:
        super().__init__("")
        limits = hall.settings.limits_in_force
        self.socket = socket
        self.hall = hall
        self.name = ""
        self._limits = limits
        self._out: asyncio.Queue[bytes | HangUp] = asyncio.Queue()
        self._bucket = Bucket(limits.messages, limits.message_burst)
        self._asking = asyncio.Semaphore(limits.asks)

    # -- outwards ---------------------------------------------------------------------------------

    def send(self, reply: Reply) -> None:
        """Send something, without waiting for it to arrive."""
        if self._out.qsize() > WAITING:
            self.close(TOO_FAST, "This client does not keep up.")
            return
        self._out.put_nowait(_ENCODER.encode(reply))

    def close(self, code: int, reason: str) -> None:
        """End the connection after what is on its way."""
        self._out.put_nowait(HangUp(code, reason))

    async def _write(self) -> None:
        while True:
            message = await self._out.get()
            if isinstance(message, HangUp):
                raise message
            await self.socket.send_text(message.decode())

    # -- inwards ----------------------------------------------------------------------------------

    async def serve(self, battle: str) -> None:
        """Serve the client until it leaves or is sent away."""
        await self.socket.accept()
        try:
            room = await self._enter(battle)
        except HangUp as end:
            await self._end(end)
            return
        except WebSocketDisconnect:
            return
        except Exception:
            log.exception("battle %s: nobody could be let in", battle)
            await self._end(HangUp(FAULT, "Something went wrong here."))
            return
        reading = asyncio.create_task(self._read(room))
        writing = asyncio.create_task(self._write())
        try:
            done, _ = await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
            await self._end(_reason(done))
        finally:
            for task in (reading, writing):
                task.cancel()
            room.leave(self)
            await asyncio.gather(reading, writing, return_exceptions=True)

    async def _end(self, end: HangUp | None) -> None:
        if end is not None and self.socket.client_state == WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
                await self.socket.close(end.code, end.reason)

    async def _enter(self, battle: str) -> Room:
        hello = await self._hello()
        try:
            token = await self._token(battle, hello.token)
            room = await self.hall.room(battle)
            await room.foresee(token.seat if token.seat in room.seats else ONLOOKER)
            if room.battle is not None and hello.since > room.number:
                await room.look_for_more()
            async with room.lock:
                if room.closed:
                    raise HangUp(AGAIN, "The battle is loaded again.")
                await self._sit(room, hello)
                room.join(self)
                self.send(welcome(room, self, hello.since))
        except NoBattleError:
            raise HangUp(NO_BATTLE, "There is no such battle.") from None
        except Exceeded:
            raise HangUp(AGAIN, "The battle is loaded again.") from None
        except (StorageError, JournalError) as error:
            log.error("battle %s: %s", battle, error, exc_info=error)
            raise HangUp(FAULT, "The battle cannot be loaded.") from None
        room.tell_presence()
        return room

    async def _token(self, battle: str, token: str) -> TokenRow:
        """What a token opens in a battle.

        Raises:
            HangUp: If it opens nothing.
        """
        found = await self.hall.work(self.hall.store.token, digest_of(token))
        if found is not None and found.battle != battle:
            forebear = await self.hall.work(self.hall.store.forebear, found.battle)
            if forebear == battle:  # its links are those of the battle as which it goes on
                return found
        if found is None or found.battle != battle:
            if await self.hall.work(self.hall.store.battle, battle) is None:
                raise HangUp(NO_BATTLE, "There is no such battle.")
            raise HangUp(BAD_TOKEN, "This link is not valid, or not any more.")
        return found

    async def _sit(self, room: Room, hello: Hello) -> None:
        """Find where the client sits by its token; the room's lock is held.

        The token is looked at again, since it may have been revoked while the battle was loaded.
        """
        if len(room.members) >= self._limits.battle_connections:
            raise HangUp(TOO_MANY, "There are too many people here.")
        name = printable(hello.name)
        await look_at_seats(room)
        entry = entry_by(await self._token(room.id, hello.token))
        if (entry.invited or entry.spent) and hello.claim is not None:
            if room.aside is None or room.aside.heir is None:
                entry = await self._claim(room, entry, hello.claim, name)
            else:
                entry = await self._claimed(entry, hello.claim)
        self.host = entry.seat == HOST
        self.seat = ONLOOKER if self.host else entry.seat
        self.digest, self.holds = entry.digest, entry.holds
        self.claimed = entry.digest != digest_of(hello.token)
        if self.barred is None:
            self.barred = barred_by(room, entry)
        seat = room.seats.get(self.seat)
        self.name = name or (seat.name if seat else "") or self.seat
        if name and seat is not None and seat.name != name:
            await call(room, self.seat, name)

    async def _claimed(self, entry: Entry, claim: str) -> Entry:
        """The seat that was taken by an invitation before, in a battle that goes on as another."""
        token = await self.hall.work(self.hall.store.token, digest_of(claim))
        spent = entry.spent
        mine = token is not None and spent is not None and spent.claim == token.digest
        return entry_by(token) if mine and token is not None else entry

    async def _claim(self, room: Room, entry: Entry, claim: str, name: str) -> Entry:
        """Take the seat of an invitation; if that cannot be recorded, look on for now."""
        try:
            return await take_up(room, entry, claim, name)
        except SeatError as error:
            raise HangUp(BAD_TOKEN, str(error)) from None
        except StorageError as error:
            log.error("battle %s: a seat cannot be taken: %s", room.id, error)
            self.barred = not_recorded(entry)
            return entry

    async def _hello(self) -> Hello:
        try:
            async with asyncio.timeout(self._limits.hello_seconds):
                message = await self._receive()
        except TimeoutError:
            raise HangUp(NO_HELLO, "No hello came.") from None
        if not isinstance(message, Hello):
            raise HangUp(BAD_TOKEN, "The first message must be hello, with a token.")
        return message

    async def _receive(self) -> Any:
        """The next message, or what is wrong with it."""
        packet = await self.socket.receive()
        if packet["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(packet.get("code", 1000))
        text = packet.get("text")
        raw = text.encode("utf-8", "replace") if text is not None else packet.get("bytes") or b""
        if len(raw) > LARGEST:
            raise HangUp(TOO_LARGE, f"A message may have {LARGEST} bytes.")
        if not self._bucket.take():
            raise HangUp(TOO_FAST, "Messages come too fast.")
        try:
            return _DECODER.decode(raw)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError) as error:
            return _trouble(raw, str(error))

    async def _read(self, room: Room) -> None:
        while True:
            message = await self._receive()
            match message:
                case Trouble():
                    self.send(message)
                case Hello():
                    self.send(Trouble(reason="You have said hello already."))
                case Ping():
                    self.send(Pong(number=room.number))
                case Ask():
                    await self._asking.acquire()
                    self.hall.spawn(self._answer(room, message))
                case _:
                    await asyncio.shield(self.hall.spawn(self._obey(room, message)))

    async def _obey(self, room: Room, message: Command) -> None:
        try:
            reply = await obey(room, self, self.name, message)
        except Exceeded:
            reply = Refused(
                key=message.key,
                rule=TOO_LONG,
                reason=f"{TOO_LONG_TO_WORK_OUT} Nothing has changed.",
                number=room.number,
            )
        except DoubtError as error:  # who sends it again, when the record can be read, learns
            log.error("battle %s: %s", room.id, error, exc_info=error)
            self.hall.drop(room)
            return
        except StorageError as error:
            log.error("battle %s: %s", room.id, error, exc_info=error)
            # It may be what followed from the message that could not be recorded.
            done = room.done_before(self.seat, message.key)
            reply = done or room.refused(message.key, NOT_RECORDED)
        except Exception:
            log.exception("battle %s: a message of %s failed", room.id, self.seat)
            reply = Refused(
                key=message.key,
                rule="server.fault",
                reason="Something went wrong here, and has been noted. Nothing has changed.",
                number=room.number,
            )
        if reply is not None:
            self.send(reply)

    async def _answer(self, room: Room, ask: Ask) -> None:
        """Answer a question; one that takes too long still counts among those worked on."""
        working = asyncio.ensure_future(self._answered(room, ask))
        working.add_done_callback(lambda _: self._asking.release())
        number = room.number
        try:
            async with asyncio.timeout(self._limits.ask_seconds):
                self.send(await asyncio.shield(working))
        except TimeoutError:
            problem = TOO_LONG_TO_WORK_OUT
            self.send(Answer(id=ask.id, number=number, problem=problem))

    async def _answered(self, room: Room, ask: Ask) -> Answer:
        try:
            if self not in room.members:
                return Answer(id=ask.id, number=room.number, problem="You are not here any more.")
            if room.aside is not None and ask.about != "drawing":
                return Answer(id=ask.id, number=room.number, problem=ONLY_LOOKED_AT)
            if room.battle is None:
                scenario = room.row.scenario
                return await self.hall.bounded(room.id, "question", asking.before, scenario, ask)
            battle, seat = room.battle, self.seat
            if room.aside is not None:
                return await self._drawn(room, battle, ask)
            return await self.hall.bounded(room.id, "question", asking.answer, battle, seat, ask)
        except Exceeded:
            return Answer(id=ask.id, number=room.number, problem=TOO_LONG_TO_WORK_OUT)
        except Exception:
            log.exception("battle %s: a question of %s failed", room.id, self.seat)
            problem = "Something went wrong here, and has been noted."
            return Answer(id=ask.id, number=room.number, problem=problem)

    async def _drawn(self, room: Room, battle: Battle[Any], ask: Ask) -> Answer:
        """The table of a battle that was set aside, if its rules can still draw it."""
        try:
            return await self.hall.bounded(
                room.id, "question", asking.answer, battle, self.seat, ask
            )
        except Exceeded:
            raise
        except Exception as error:
            log.warning("battle %s cannot be drawn: %s", room.id, error)
            return Answer(id=ask.id, number=room.number, problem=NOT_DRAWN)


def _reason(done: set[asyncio.Task[None]]) -> HangUp | None:
    for task in done:
        error = task.exception()
        if isinstance(error, HangUp):
            return error
        if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError):
            log.error("a connection failed", exc_info=error)
            return HangUp(FAULT, "Something went wrong here.")
    return None


def _trouble(raw: bytes, problem: str) -> Trouble:
    """What is wrong with a message, with its key or id if it had one."""
    try:
        plain = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError):
        plain = None
    key = plain.get("key") if isinstance(plain, dict) else None
    number = plain.get("id") if isinstance(plain, dict) else None
    return Trouble(
        reason=f"That message cannot be understood: {problem[:500]}.",
        key=key if isinstance(key, str) and len(key) <= 64 else "",
        id=number if isinstance(number, int) and 0 <= number <= 10_000_000 else None,
    )


async def live(socket: WebSocket, battle: str, hall: Hall, crowd: Crowd) -> None:
    """Serve a client of a battle."""
    client = socket.client.host if socket.client else ""
    if not is_id(battle):
        await socket.accept()
        await socket.close(NO_BATTLE, "There is no such battle.")
        return
    with crowd.one(client) as admitted:
        if not admitted:
            await socket.accept()
            await socket.close(TOO_MANY, "There are too many connections from here.")
            return
        await Connection(socket, hall).serve(battle)
