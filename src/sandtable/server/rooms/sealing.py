"""The words for fair dice: sealed by every person, and opened when all seals are in.

The commitment to the secret is shown first. A seal contains it, and binds a word without showing
it. When the seals of all persons are in they are shown to all, and only then are they opened; the
last opening begins the battle. From the moment that all are in, seals and persons are settled:
whatever changes them begins the ceremony anew, with another secret, and everybody is told.
"""

from __future__ import annotations

import asyncio

import msgspec

from sandtable.dice import DiceError, FairDice
from sandtable.dice.sealing import Ceremony, SealedWord, check_opening
from sandtable.server.messages import BeginAnew, Done, Open, Refused, Seal
from sandtable.server.rooms.dicing import sentence
from sandtable.server.rooms.gathering import begin_if_complete, begun_anew, is_under_way, is_word
from sandtable.server.rooms.parts import NOT_RECORDED
from sandtable.server.rooms.room import Room
from sandtable.server.storage import CeremonyRow, ClashError, Opened, StorageError

NO_SEAL = "server.no-seal-wanted"
NOT_OPENED = "server.seal-not-opened"
NOT_ANEW = "server.not-begun-anew"


class NotNow(Exception):  # noqa: N818 - says why not
    """That cannot be done with the words as they are: why, in a sentence."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(reason)
        self.rule = rule


async def seal(room: Room, seat: str, message: Seal) -> Done | Refused:
    """Take a person's seal; the last one has all of them published. The room's lock is held."""
    unwanted = _unwanted(room, seat, message.key)
    if unwanted is not None:
        return unwanted
    people = room.people

    def change(row: CeremonyRow) -> CeremonyRow:
        if row.opening:
            raise NotNow(NO_SEAL, "All seals are in, and none can be changed any more.")
        seals = {name: row.seals[name] for name in people if name in row.seals}
        seals[seat] = message.seal
        return msgspec.structs.replace(row, seals=seals, opening=seals.keys() == people)

    if message.commitment != room.commitment:
        reason = "The words are asked for anew, under another commitment. Seal yours again."
        return room.refused(message.key, NO_SEAL, reason)
    return await _say(room, seat, message.key, change)


async def open_seal(room: Room, seat: str, message: Open) -> Done | Refused:
    """Take what a person opens; the last one begins the battle. The room's lock is held."""
    unwanted = _unwanted(room, seat, message.key)
    if unwanted is not None:
        return unwanted
    opened = Opened(message.nonce, message.word)

    def change(row: CeremonyRow) -> CeremonyRow:
        if not row.opening or seat not in row.seals:
            raise NotNow(NOT_OPENED, "Nothing is opened before all seals are in.")
        if not is_word(message.word):
            raise NotNow(NOT_OPENED, "A word is a text of signs that can be shown.")
        word = SealedWord(seat=seat, seal=row.seals[seat], nonce=message.nonce, word=message.word)
        try:
            check_opening(room.commitment, room.id, word)
        except DiceError as error:
            raise NotNow(NOT_OPENED, sentence(str(error))) from None
        return msgspec.structs.replace(row, opened={**row.opened, seat: opened})

    return await _say(room, seat, message.key, change)


async def begin_anew(room: Room, seat: str, message: BeginAnew) -> Done | Refused:
    """Begin the ceremony anew for somebody who cannot open his seal. The room's lock is held."""
    if seat in room.ceremony.opened:
        reason = "Your own seal is open. The host, or who cannot open, can begin anew."
        return room.refused(message.key, NOT_ANEW, reason)
    return await _anew(room, seat, message.key)


async def begin_anew_for_host(room: Room) -> str | None:
    """Begin the ceremony anew for the host; why not, in a sentence. The room's lock is held."""
    result = await _anew(room, "host", None)
    return result.reason if isinstance(result, Refused) else None


async def _anew(room: Room, by: str, key: str | None) -> Done | Refused:
    seat = by if key is not None else ""
    unwanted = _unwanted(room, seat, key)
    if unwanted is not None:
        return unwanted
    number, broken_off = room.ceremony.number, room.commitment
    fresh = FairDice.new_secret().hex()

    def change(row: CeremonyRow) -> CeremonyRow:
        if not row.opening:
            reason = "Not all seals are in, so each can still be sealed again."
            raise NotNow(NOT_ANEW, reason)
        if row.number != number:
            raise NotNow(NOT_ANEW, "Something has changed in the meantime. Look again.")
        return begun_anew(row, by, broken_off)

    return await _say(room, seat, key, change, secret=fresh)


def _unwanted(room: Room, seat: str, key: str | None) -> Refused | None:
    """Why nothing is said about words now: other dice have no secret, and so no commitment."""
    if room.row.dice != "fair" or is_under_way(room) or (key and seat not in room.people):
        return room.refused(key or "", NO_SEAL, "No word of yours is wanted.")
    return None


async def _say(
    room: Room, seat: str, key: str | None, change: object, *, secret: str | None = None
) -> Done | Refused:
    """Record what a person has said, tell the others, and begin if that was the last."""
    answer = key or ""
    try:
        future = room.hall.store.change_ceremony(
            room.id,
            change,  # type: ignore[arg-type]
            key=(seat, key) if key else None,
            secret=secret,
        )
        room.ceremony = await asyncio.wrap_future(future)
    except NotNow as reason:
        await begin_if_complete(room)
        return room.refused(answer, reason.rule, str(reason))
    except ClashError:
        await begin_if_complete(room)
        room.keys = await room.hall.work(room.hall.store.keys, room.id)
        done = room.done_before(seat, answer)
        return done or room.refused(answer, NOT_RECORDED)
    except StorageError:
        return room.refused(answer, NOT_RECORDED)
    if secret is not None:
        room.row = msgspec.structs.replace(room.row, secret=secret)
    if key:
        room.keys[seat, key] = 0
    room.tell()
    await begin_if_complete(room)
    return room.done(answer)


def ceremony_of(room: Room) -> Ceremony | None:
    """The words that were opened, as the journal has them."""
    if room.row.dice != "fair":
        return None
    row = room.ceremony
    return Ceremony(
        battle=room.id,
        words=tuple(
            SealedWord(seat=seat, seal=row.seals[seat], nonce=opened.nonce, word=opened.word)
            for seat, opened in sorted(row.opened.items())
        ),
        begun_anew=row.begun_anew,
    )
