"""Where a battle stands for a seat, with what waits for dice, for words or for consent."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import msgspec

from sandtable.battle.rulings import REFEREE
from sandtable.dice import RollRequest
from sandtable.server.messages import (
    CeremonyInfo,
    DiceWanted,
    OutcomeInfo,
    Proposal,
    SeatInfo,
    SetAside,
    Standing,
)
from sandtable.server.rooms.parts import Pending
from sandtable.server.rooms.record import ONLOOKER
from sandtable.server.storage import SeatRow

if TYPE_CHECKING:
    from sandtable.server.rooms.room import Room


def standing_for(room: Room, seat: str) -> Standing:
    """Where the battle stands for a seat."""
    if room.aside is not None:
        return Standing(
            number=room.number,
            turn=room.row.turn,
            turns=room.row.turns,
            status=room.row.status,
            since=room.row.changed,
            outcome=cast("OutcomeInfo | None", room.row.outcome),
            aside=set_aside_for(room, seat),
        )
    if room.battle is None:
        return Standing(
            number=0,
            turn=room.row.turn,
            turns=room.row.turns,
            status="gathering",
            since=room.row.created,
            dice=dice_for(room, seat),
            words=tuple(one.seat for one in room.seats.values() if lacks_word(room, one)),
            ceremony=ceremony_info(room),
            unready=tuple(one.seat for one in room.seats.values() if is_unready(room, one)),
        )
    return msgspec.structs.replace(
        room.outlook(seat),
        since=room.record[-1].at,
        dice=dice_for(room, seat),
        proposal=proposal_for(room, seat),
    )


def set_aside_for(room: Room, seat: str) -> SetAside | None:
    """Why a battle does not go on, as a seat may know."""
    aside = room.aside
    if aside is None:
        return None
    alone = all(each.own for each in room.seats.values() if each.is_person)
    knows_all = seat == REFEREE or room.row.status == "over" or (alone and seat in room.seats)
    return SetAside(
        why=aside.why,
        text=aside.text,
        agrees=aside.agrees,
        changes=aside.changes,
        fact=aside.fact if knows_all else "",
        heir=aside.heir,
    )


def lacks_word(room: Room, seat: SeatRow) -> bool:
    """Whether the fair dice wait for a seat: to seal its word, or to open it."""
    if room.row.dice != "fair" or not seat.is_person:
        return False
    said = room.ceremony.opened if room.ceremony.opening else room.ceremony.seals
    return seat.seat not in said


def is_unready(room: Room, seat: SeatRow) -> bool:
    """Whether a battle that waits for everybody waits for a seat."""
    return room.row.waits and seat.is_person and not seat.ready


def is_complete(room: Room) -> bool:
    """Whether nobody's word is missing, nor anybody whom the battle waits for."""
    if room.row.dice == "fair" and room.people and not room.ceremony.opening:
        return False
    return not any(lacks_word(room, seat) or is_unready(room, seat) for seat in room.seats.values())


def ceremony_info(room: Room) -> CeremonyInfo | None:
    """How far the words for fair dice have come; the seals only when all of them are in."""
    if room.row.dice != "fair":
        return None
    row = room.ceremony
    return CeremonyInfo(
        phase="opening" if row.opening else "sealing",
        commitment=room.commitment,
        sealed=tuple(row.seals),
        seals=row.seals if row.opening else {},
        opened=tuple(row.opened),
        begun_anew=row.begun_anew,
    )


def dice_for(room: Room, seat: str) -> DiceWanted | None:
    """The real dice that a seat has to throw now, or a referee may."""
    for pending in room.pending.values():
        request = request_for(room, seat, pending)
        if request is not None and throws(room, seat, pending):
            return DiceWanted(
                seat=thrower(room, pending),
                request=str(request),
                what=request.what,
                sides=request.sides,
                count=request.count,
                drawn=request.drawn,
                mine=True,
            )
    return None


def request_for(room: Room, seat: str, pending: Pending) -> RollRequest | None:
    """The dice that a wish needs, as a seat may know that throws them."""
    request = pending.request
    if request is None or not is_anothers(room, seat, pending):
        return request
    return msgspec.structs.replace(request, what="for another seat")


def is_anothers(room: Room, seat: str, pending: Pending) -> bool:
    """Whether a wish is that of a seat whose secrets are another person's."""
    owner = room.seats.get(pending.seat)
    return owner is not None and owner.held and seat not in (owner.seat, REFEREE)


def thrower(room: Room, pending: Pending) -> str:
    """Who throws the dice for a wish: its own seat, or a person in its stead."""
    own = room.seats.get(pending.seat)
    if own is not None and own.is_person:
        return own.seat
    people = [seat.seat for seat in room.seats.values() if seat.is_person]
    return REFEREE if REFEREE in people else people[0] if people else ONLOOKER


def throws(room: Room, seat: str, pending: Pending) -> bool:
    """Whether a seat may throw the dice for a wish: whose it is to, or the referee."""
    return seat in room.seats and seat in (thrower(room, pending), REFEREE)


def proposal_for(room: Room, seat: str) -> Proposal | None:
    """The wish to take something back, as a seat is told of it."""
    asked = room.asked
    if asked is None:
        return None
    own = room.seats.get(seat)
    mine = own is not None and (
        own.seat == REFEREE or (own.seat != asked.seat and own.side in asked.sides)
    )
    return Proposal(proposal=asked.number, seat=asked.seat, to=asked.to, text=asked.text, mine=mine)


def seat_infos(room: Room, for_seat: str) -> tuple[SeatInfo, ...]:
    """Who sits where, as a seat may know."""
    here = {member.seat for member in room.members}
    own = room.seats.get(for_seat)
    return tuple(
        SeatInfo(
            seat=seat.seat,
            side=seat.side,
            role=seat.role,
            kind=seat.kind,
            name=seat.name,
            here=seat.seat in here,
            pieces=seat.pieces if _may_know_pieces(own, seat) else None,
            own=seat.own,
            taken=seat.taken,
            asked=seat.asked is not None,
        )
        for seat in room.seats.values()
    )


def _may_know_pieces(own: SeatRow | None, seat: SeatRow) -> bool:
    return own is not None and (own.role == "referee" or own.side == seat.side)
