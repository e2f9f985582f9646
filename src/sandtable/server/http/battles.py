"""Battles: begun, listed, shared, handed over and deleted."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Annotated

import msgspec
from fastapi import APIRouter, HTTPException, Path, Request, Response

from sandtable.battle import Refusal, Rulebook
from sandtable.battle.personal import PersonalFileError, bring
from sandtable.battle.rulings import REFEREE
from sandtable.dice import DiceError
from sandtable.players import UnknownPlayerError, player_names
from sandtable.scenario import Scenario, ScenarioError
from sandtable.server.http.callers import Admitted, Caller, InLobby, TheSite
from sandtable.server.http.models import (
    BattleInfo,
    BattleMade,
    BattleWanted,
    Link,
    LinkWanted,
    Problem,
    SeatChanged,
    SeatLink,
    SeatShown,
    TableWanted,
)
from sandtable.server.http.scenarios import find
from sandtable.server.live import NO_BATTLE
from sandtable.server.rooms import Room
from sandtable.server.rooms.dicing import sentence
from sandtable.server.rooms.founding import Founded, Plan, PlanError, SeatPlan, found
from sandtable.server.rooms.gathering import begin_if_complete, begin_without_waiting, is_under_way
from sandtable.server.rooms.holding import SeatError, add_link, drop_links, hand_over, title_of
from sandtable.server.rooms.inheriting import go_on
from sandtable.server.rooms.record import ONLOOKER
from sandtable.server.rooms.sealing import begin_anew_for_host
from sandtable.server.rooms.seating import reseat
from sandtable.server.rooms.welcoming import book_of
from sandtable.server.site import Site
from sandtable.server.storage import BattleRow, SeatRow, Summary
from sandtable.server.tokens import digest_of, new_token

router = APIRouter(
    prefix="/api/battles",
    responses={
        401: {"model": Problem},
        403: {"model": Problem},
        404: {"model": Problem},
        409: {"model": Problem},
        422: {"model": Problem},
        429: {"model": Problem},
    },
)


PROBLEMS = (DiceError, PersonalFileError, PlanError, ScenarioError, UnknownPlayerError)

BattleId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,32}$", description="The id of a battle.")]
SeatId = Annotated[str, Path(pattern=r"^[a-z0-9][a-z0-9_.-]{0,63}$", description="A seat.")]


# -- beginning ------------------------------------------------------------------------------------


@router.post("", status_code=201)
async def begin(
    wanted: BattleWanted, request: Request, _caller: InLobby, site: TheSite
) -> BattleMade:
    """Begin a battle."""
    scenario = find(wanted.scenario)
    options = {**scenario.options, **wanted.options}
    scenario = msgspec.structs.replace(scenario, options=options)
    check_speed(site, request)
    with sensible():
        scenario = await asyncio.to_thread(with_people, scenario, wanted.characters)
        return made(await found(site.hall, plan_of(scenario, wanted)))


def with_people(scenario: Scenario, files: dict[str, str]) -> Scenario:
    """A scenario with people from files; nobody learns from it which units are hidden.

    Raises:
        PersonalFileError: If that cannot be.
    """
    for unit in files:
        if any(each.id == unit and each.hidden for each in scenario.units):
            raise PersonalFileError("", f"there is no unit {unit!r}")
    return bring(scenario, files)


@contextlib.contextmanager
def sensible() -> Iterator[None]:
    """Tell those who ask for what makes no sense why it does not.

    Raises:
        HTTPException: With the reason.
    """
    try:
        yield
    except Refusal as refusal:
        raise HTTPException(422, refusal.reason) from None
    except PROBLEMS as error:
        raise HTTPException(422, sentence(str(error))) from None


def check_speed(site: Site, request: Request) -> None:
    """Let nobody begin battles faster than is allowed.

    Raises:
        HTTPException: If somebody does.
    """
    client = request.client.host if request.client else ""
    if not site.foundings.take(client):
        raise HTTPException(429, "Too many battles were begun from here. Wait a while.")


def check_heavy(site: Site, request: Request) -> None:
    """Let nobody ask for what takes long more often than is allowed.

    Raises:
        HTTPException: If somebody does.
    """
    client = request.client.host if request.client else ""
    if not site.heavy.take(client):
        raise HTTPException(429, "This takes long to work out. Wait a moment.")


def plan_of(scenario: Scenario, wanted: TableWanted) -> Plan:
    """A plan from what was asked for.

    Raises:
        PlanError: If a word for fair dice is among it.
    """
    if wanted.word is not None:
        raise PlanError(
            "No word is given with a battle. The commitment to the dice's secret is shown first; "
            "then every person seals a word at the table."
        )
    return Plan(
        scenario=scenario,
        seats=tuple(
            SeatPlan(
                seat=seat.seat,
                side=seat.side,
                kind=seat.kind,
                level=seat.level,
                name=seat.name,
                pieces=None if seat.pieces is None else tuple(seat.pieces),
            )
            for seat in wanted.seats
        ),
        referee=wanted.referee,
        dice=wanted.dice,
        seed=wanted.seed,
        wait=wanted.wait,
    )


@router.post("/{battle}/start", status_code=204, response_class=Response)
async def start(battle: BattleId, caller: Admitted, site: TheSite) -> Response:
    """Begin a battle that waits for somebody who is not ready."""
    room = await hosted(site, caller, battle)
    async with room.lock:
        if is_under_way(room) or not room.row.waits:
            raise HTTPException(409, "The battle does not wait for anybody to be ready.")
        await begin_without_waiting(room)
    return Response(status_code=204)


@router.post("/{battle}/anew", status_code=204, response_class=Response)
async def anew(battle: BattleId, caller: Admitted, site: TheSite) -> Response:
    """Have the words for fair dice sealed anew, since somebody cannot open his any more."""
    room = await hosted(site, caller, battle)
    async with room.lock:
        problem = await begin_anew_for_host(room)
    if problem is not None:
        raise HTTPException(409, problem)
    return Response(status_code=204)


def made(founded: Founded) -> BattleMade:
    """What whoever began a battle is told: the links, this once."""
    room = founded.room
    return BattleMade(
        id=room.id,
        host=founded.host,
        seats=[
            SeatLink(
                seat=seat.seat,
                kind=_kind(seat),
                link=link_to(room.id, founded.tokens.get(seat.seat)),
            )
            for seat in room.seats.values()
        ],
        onlookers=link_to(room.id, founded.tokens[ONLOOKER]) or "",
    )


def _kind(seat: SeatRow) -> str:
    if not seat.is_person:
        return "computer"
    return "me" if seat.own else "friend"


def link_to(battle: str, token: str | None) -> str | None:
    """The address of a seat; the token stands where no server and no log sees it."""
    return None if token is None else f"/battle/{battle}#{token}"


# -- looking --------------------------------------------------------------------------------------


@router.get("")
async def battles(caller: InLobby, site: TheSite) -> list[BattleInfo]:
    """Running and finished battles, the last played first."""
    rows = await site.hall.work(site.store.battles)
    seats = await site.hall.work(site.store.all_seats)
    return [info(site, row, seats.get(row.id, []), caller) for row in rows]


@router.get("/{battle}")
async def battle_info(battle: BattleId, caller: Admitted, site: TheSite) -> BattleInfo:
    """A battle, as everybody may know it."""
    row = await row_of(site, battle)
    may_look(caller, battle)
    return info(site, row, await site.hall.work(site.store.seats, battle), caller)


def may_look(caller: Caller, battle: str) -> None:
    """Let nobody see a battle who has neither said the passphrase nor a link to it.

    Raises:
        HTTPException: If he has not.
    """
    if not caller.has_session and caller.seat_in(battle) is None:
        raise HTTPException(403, "This link is for another battle.")


async def row_of(site: Site, battle: str) -> BattleRow:
    """A battle by its id.

    Raises:
        HTTPException: If there is none.
    """
    row = await site.hall.work(site.store.battle, battle)
    if row is None:
        raise HTTPException(404, "There is no such battle.")
    return row


def info(site: Site, row: Summary, seats: list[SeatRow], caller: Caller) -> BattleInfo:
    """What everybody may know of a battle."""
    room = site.hall.open_room(row.id)
    here = {member.seat for member in room.members} if room else set()
    book = book_of(row.book)
    aside = room.aside if room else row.aside
    return BattleInfo(
        id=row.id,
        title=row.title,
        scenario=row.scenario_id,
        book=row.book,
        turn=row.turn,
        turns=row.turns,
        turn_name=book.turn_name if book else Rulebook.turn_name,
        status=row.status,
        waiting=list(row.waiting),
        created=row.created,
        changed=row.changed,
        seats=[
            SeatShown(
                seat=seat.seat,
                side=seat.side,
                role=seat.role,
                kind=seat.kind,
                name=seat.name,
                here=seat.seat in here,
                own=seat.own,
                taken=seat.taken,
                asked=seat.asked is not None,
            )
            for seat in seats
        ],
        outcome=row.outcome,
        dice=row.dice,
        seed_from=row.seed_from,
        number=room.number if room else None,
        hosted=caller.is_host_of(row.id),
        aside=aside.text if aside else None,
    )


@router.post("/{battle}/try-again")
async def try_again(
    battle: BattleId, request: Request, caller: Admitted, site: TheSite
) -> BattleInfo:
    """Try once more to load a battle that was set aside."""
    row = await row_of(site, battle)
    if not caller.is_host_of(battle):
        raise HTTPException(403, "Only whoever began the battle can do that.")
    if row.aside is None:
        raise HTTPException(409, "The battle was not set aside.")
    check_heavy(site, request)
    room = await site.hall.try_again(battle)
    return info(site, room.row, list(room.seats.values()), caller)


@router.post("/{battle}/go-on", status_code=201)
async def go_on_with_it(
    battle: BattleId, request: Request, caller: Admitted, site: TheSite
) -> BattleInfo:
    """Go on from the last line that agrees as a new battle, with the same people in their seats."""
    room = await hosted(site, caller, battle)
    check_heavy(site, request)
    with sensible():
        new = await go_on(site.hall, room)
    return info(site, new.row, list(new.seats.values()), caller)


# -- sharing --------------------------------------------------------------------------------------


@router.post("/{battle}/links")
async def invite(battle: BattleId, wanted: LinkWanted, caller: Admitted, site: TheSite) -> Link:
    """A fresh link: to whoever holds the seat a further one, else an invitation to a free one."""
    seat = wanted.seat
    room, holder = await held(site, caller, battle, seat)
    token = new_token()
    host = caller.is_host_of(battle)
    async with room.lock:
        with settled():
            await reseat(
                room,
                lambda seating: add_link(seating, seat, digest_of(token), host=host, holder=holder),
            )
    return Link(link=link_to(battle, token) or "")


@router.delete("/{battle}/links/{seat}", status_code=204, response_class=Response)
async def revoke(battle: BattleId, seat: SeatId, caller: Admitted, site: TheSite) -> Response:
    """Make links to a seat invalid, and end the connections that came by them.

    For whoever holds the seat these are the further links that he has made.
    """
    room, holder = await held(site, caller, battle, seat)
    async with room.lock:
        with settled():
            await reseat(room, lambda seating: drop_links(seating, seat, holder=holder))
        room.tell_presence()
    return Response(status_code=204)


@router.patch(
    "/{battle}/seats/{seat}",
    status_code=204,
    response_class=Response,
    responses={202: {"description": "Whoever holds the seat is asked whether he agrees."}},
)
async def change_hands(
    battle: BattleId, seat: SeatId, wanted: SeatChanged, caller: Admitted, site: TheSite
) -> Response:
    """Hand a seat to a computer player, to a person, to a friend who is invited, or to oneself.

    Whoever holds a seat can have a computer play there and play again himself. To give it to
    somebody else needs his consent, for which he is asked then.
    """
    room, holder = await held(site, caller, battle, seat)
    if seat == ONLOOKER or (seat == REFEREE and wanted.kind in ("computer", "me")):
        raise HTTPException(404, f"There is no player's seat {seat!r}.")
    if wanted.kind == "computer" and wanted.level not in player_names():
        names = ", ".join(player_names())
        raise HTTPException(422, f"There is no computer player {wanted.level!r}: {names}.")
    async with room.lock:
        if wanted.kind == "computer":
            _check_hands(room, seat)
        title = title_of(room.row.scenario, list(room.seats.values()), seat)
        with settled():
            done = await reseat(
                room,
                lambda seating: hand_over(
                    seating, seat, wanted.kind, wanted.level, title, by_holder=holder
                ),
            )
        room.tell_presence()
        await begin_if_complete(room)
        room.tell()
    site.hall.wake(room)
    return Response(status_code=204 if done else 202)


@contextlib.contextmanager
def settled() -> Iterator[None]:
    """Tell those who want what a seat does not allow why it does not.

    Raises:
        HTTPException: With the reason.
    """
    try:
        yield
    except SeatError as error:
        raise HTTPException(409, sentence(str(error))) from None


def _check_hands(room: Room, seat: str) -> None:
    people = [row for row in room.seats.values() if row.is_person and row.seat != seat]
    if room.row.dice == "real" and not people:
        raise HTTPException(422, "Somebody must be left to throw the dice.")


async def held(site: Site, caller: Caller, battle: str, seat: str) -> tuple[Room, bool]:
    """The room of a battle, for its host or for whoever holds a seat; whether he does.

    Raises:
        HTTPException: If there is none, or the caller may not do that.
    """
    await row_of(site, battle)
    holder = caller.is_holder_of(battle, seat)
    if not holder and not caller.is_host_of(battle):
        raise HTTPException(403, "Only whoever began the battle, or holds the seat, can do that.")
    room = await site.hall.room(battle)
    if seat not in room.seats and seat != ONLOOKER:
        raise HTTPException(404, f"There is no seat {seat!r}.")
    return room, holder


@router.delete("/{battle}", status_code=204, response_class=Response)
async def delete(battle: BattleId, caller: Admitted, site: TheSite) -> Response:
    """Delete a battle for good."""
    await row_of(site, battle)
    if not caller.is_host_of(battle):
        raise HTTPException(403, "Only whoever began the battle can do that.")
    room = site.hall.open_room(battle)
    await asyncio.wrap_future(site.store.delete(battle))
    await asyncio.to_thread(site.gallery.forget, battle)
    if room is not None:
        room.expel(None, NO_BATTLE, "The battle has been deleted.")
        site.hall.drop(room)
    return Response(status_code=204)


async def hosted(site: Site, caller: Caller, battle: str) -> Room:
    """The room of a battle, for its host.

    Raises:
        HTTPException: If there is none, or the caller may not do that.
    """
    await row_of(site, battle)
    if not caller.is_host_of(battle):
        raise HTTPException(403, "Only whoever began the battle can do that.")
    return await site.hall.room(battle)
