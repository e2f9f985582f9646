"""People from files: made in the lobby, brought to a battle, seen at the table, taken home again.

A seat sees all of its own side's people, and of others what the book makes public. The file of one
is given to whoever commands him, and to the referee; once a battle is over, to anybody who may
look at it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, HTTPException, Path, Response

from sandtable.battle import Battle, rulebook_for
from sandtable.battle.personal import (
    Card,
    PersonalFiles,
    cards_for,
    may_take_out,
    personal_files_for,
    take_out,
)
from sandtable.scenario import Scenario
from sandtable.server.http.battles import BattleId, may_look, row_of, sensible, with_people
from sandtable.server.http.callers import Admitted, InLobby, TheSite
from sandtable.server.http.looking import SeatWanted, sight_of
from sandtable.server.http.models import (
    CardInfo,
    CharacterBrought,
    CharacterShown,
    CharacterWanted,
    PersonalInfo,
    PlaceInfo,
    Problem,
    ReadyMadeInfo,
)
from sandtable.server.http.scenarios import find
from sandtable.server.rooms.mustering import MusterError, muster
from sandtable.server.rooms.record import ONLOOKER

router = APIRouter(
    prefix="/api",
    responses={code: {"model": Problem} for code in (401, 403, 404, 409, 422)},
)

FILE: Final[dict[str, Any]] = {"application/toml": {}}
PieceId = Annotated[str, Path(pattern=r"^[a-z0-9][a-z0-9_.-]{0,63}$", description="A unit.")]
BookCode = Annotated[str, Path(pattern=r"^[a-z0-9]{1,32}$", description="The code of a book.")]


# -- before a battle ------------------------------------------------------------------------------


@router.get("/scenarios/{scenario}/characters")
def places(scenario: str, _caller: Admitted) -> PersonalInfo:
    """In whose place people from files can be put, as far as everybody may know."""
    found = find(scenario)
    book = rulebook_for(found.book).personal_files()
    if book is None:
        return PersonalInfo()
    return PersonalInfo(
        noun=book.noun,
        places=_open_places(book, found),
        ready_made=[ReadyMadeInfo(id=each.id, text=each.text) for each in book.ready_made()],
    )


def _open_places(book: PersonalFiles[Any], scenario: Scenario) -> list[PlaceInfo]:
    units = {unit.id: unit for unit in scenario.units if not unit.hidden}
    return [
        PlaceInfo(id=name, side=units[name].side, name=units[name].name or name)
        for name in book.places(scenario)
        if name in units
    ]


@router.post("/scenarios/{scenario}/characters")
def look_at(scenario: str, wanted: CharacterBrought, _caller: Admitted) -> CardInfo:
    """Check whether somebody from a file can be put in the place of a unit; his card."""
    found = find(scenario)
    with sensible():
        with_people(found, {wanted.unit: wanted.text})
        return shown(personal_files_for(found.book).card_of_file(wanted.text))


@router.post(
    "/books/{code}/characters",
    response_class=Response,
    responses={200: {"content": FILE}},
)
def make(code: BookCode, wanted: CharacterWanted, _caller: InLobby) -> Response:
    """The file of somebody new, from a ready-made one."""
    with sensible():
        book = personal_files_for(code)
        text = book.new(wanted.kind, wanted.name)
        return as_file(text, book.name_of(text), "new")


# -- in a battle ----------------------------------------------------------------------------------


@router.get("/battles/{battle}/characters")
async def people(
    battle: BattleId, caller: Admitted, site: TheSite, seat: SeatWanted = None
) -> list[CharacterShown]:
    """The cards of all people that one may know of, as far as one may know."""
    sight = await sight_of(site, caller, battle, seat)
    return await site.hall.bounded(battle, "question", _people, sight.battle, sight.seat)


def _people(battle: Battle[Any], seat: str) -> list[CharacterShown]:
    eyes = None if seat == ONLOOKER else seat
    return [
        CharacterShown(
            piece=piece,
            side=battle.state.pieces[piece].side,
            mine=may_take_out(battle, eyes, piece),
            card=shown(card),
        )
        for piece, card in cards_for(battle, eyes).items()
    ]


@router.get(
    "/battles/{battle}/characters/{piece}",
    response_class=Response,
    responses={200: {"content": FILE}},
)
async def home(
    battle: BattleId, piece: PieceId, caller: Admitted, site: TheSite, seat: SeatWanted = None
) -> Response:
    """The file of somebody as he is now, for whoever commands him."""
    sight = await sight_of(site, caller, battle, seat)
    eyes = None if sight.seat == ONLOOKER else sight.seat
    if not may_take_out(sight.battle, eyes, piece):
        raise HTTPException(403, "Only whoever commands somebody can take his file home.")
    text = await site.hall.bounded(battle, "question", take_out, sight.battle, piece)
    if text is None:
        raise HTTPException(404, f"There is nobody {piece!r}.")
    with sensible():  # a referee may have made of him what no file can hold
        name = personal_files_for(sight.battle.scenario.book).name_of(text)
    return as_file(text, name, piece)


@router.put(
    "/battles/{battle}/characters", status_code=204, response_class=Response, responses={204: {}}
)
async def come(
    battle: BattleId, wanted: CharacterBrought, caller: Admitted, site: TheSite
) -> Response:
    """Put somebody of one's own in the place of a unit, before the battle has begun."""
    await row_of(site, battle)
    may_look(caller, battle)
    room = await site.hall.room(battle)
    seat = caller.seat_in(battle)
    if seat is None or seat not in room.seats:
        raise HTTPException(403, "Only who sits at the table can bring somebody.")
    try:
        with sensible():
            await muster(room, seat, wanted.unit, wanted.text)
    except MusterError as error:
        raise HTTPException(409, str(error)) from None
    return Response(status_code=204)


# -- both -----------------------------------------------------------------------------------------


def shown(card: Card) -> CardInfo:
    """A card as it goes over the wire."""
    return CardInfo.model_validate(msgspec.to_builtins(card))


def as_file(text: str, name: str, other: str) -> Response:
    """A file to be kept, called after the person."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or other
    headers = {
        "Content-Disposition": f'attachment; filename="{stem}.toml"',
        "Cache-Control": "no-store",
    }
    return Response(text, media_type="application/toml", headers=headers)
