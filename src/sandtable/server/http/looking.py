"""What a battle was: its log, report and journal, step by step, as far as one may know.

A seat sees what it knew at each moment, onlookers what every player knew. Once a battle is over,
anybody who may look at it at all may see all of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, HTTPException, Query, Request, Response
from msgspec import Struct

from sandtable.battle import Battle, Event, Refusal
from sandtable.battle.rulings import REFEREE
from sandtable.draw import draw_scene
from sandtable.journal import Verification, verify
from sandtable.report import html_report, luck_of, plain_report, report_style_hash, text_log
from sandtable.server import drawing
from sandtable.server.gallery import Subject
from sandtable.server.http.battles import (
    BattleId,
    check_heavy,
    check_speed,
    made,
    may_look,
    plan_of,
    row_of,
    sensible,
)
from sandtable.server.http.callers import Admitted, Caller, TheSite
from sandtable.server.http.models import (
    BattleMade,
    Drawn,
    LuckShown,
    Moment,
    Problem,
    Replay,
    TakeOver,
    Theme,
    TurnMark,
    Verified,
)
from sandtable.server.rooms import Room, founding
from sandtable.server.rooms.aside import NOT_DRAWN
from sandtable.server.rooms.holding import is_alone, open_record
from sandtable.server.rooms.record import ONLOOKER, Told, is_told
from sandtable.server.rooms.tellings import standing_lines
from sandtable.server.site import Site
from sandtable.server.storage import BattleRow, LineRow, Seated, StorageError
from sandtable.server.tokens import HOST

router = APIRouter(
    prefix="/api/battles/{battle}",
    responses={code: {"model": Problem} for code in (401, 403, 404, 409, 422, 429, 503)},
)

Line = Annotated[int, Query(ge=0, le=10_000_000, description="A line; without one, the last.")]
Words = Annotated[
    float, Query(ge=0, le=2, allow_inf_nan=False, description="The least size of names, in inches.")
]
SeatWanted = Annotated[
    str | None, Query(max_length=64, description="Through whose eyes, where one may choose.")
]


class Look(Struct, frozen=True, kw_only=True):
    """A battle that has begun, and through whose eyes it is looked at: ``referee`` sees all."""

    room: Room
    seat: str

    @property
    def standing(self) -> tuple[int, ...]:
        """The lines that were not taken back."""
        if self.room.battle is not None and self.room.aside is None:
            return tuple(moment.line for moment in self.room.battle.moments)
        return standing_lines(self.room.record)

    @property
    def events(self) -> list[Event]:
        """What has happened, as far as one may know of it."""
        if self.room.battle is not None and self.room.aside is None:
            everything: Iterable[Event] = self.room.battle.events
        else:
            lines = set(self.standing)
            everything = (
                msgspec.convert({**plain, "seen_by": seen_by}, Event)
                for line in self.room.record
                if line.line in lines
                for seen_by, plain in line.events
            )
        return [event for event in everything if is_told(self.seat, event.seen_by)]


class Sight(Look, frozen=True, kw_only=True):
    """A battle whose table can be seen, too."""

    battle: Battle[Any]


async def look_of(site: Site, caller: Caller, battle: str, wanted: str | None) -> Look:
    """How somebody may read of a battle.

    Raises:
        HTTPException: If he may not, or it has not begun.
    """
    await row_of(site, battle)
    may_look(caller, battle)
    room = await site.hall.room(battle)
    if room.battle is None and (room.aside is None or not room.record):
        reason = "The battle has not begun yet." if room.aside is None else room.aside.text
        raise HTTPException(409, reason)
    return Look(room=room, seat=_eyes(caller, room, wanted))


async def sight_of(site: Site, caller: Caller, battle: str, wanted: str | None) -> Sight:
    """How somebody may look at a battle.

    Raises:
        HTTPException: If he may not, it has not begun, or its table cannot be drawn any more.
    """
    look = await look_of(site, caller, battle, wanted)
    if look.room.battle is None:
        raise HTTPException(409, NOT_DRAWN)
    return Sight(room=look.room, battle=look.room.battle, seat=look.seat)


def _eyes(caller: Caller, room: Room, wanted: str | None) -> str:
    own = caller.seat_in(room.id)
    own = ONLOOKER if own in (None, HOST) else own
    if room.row.status == "over":
        own = REFEREE
    if wanted is None or wanted == own:
        return own or ONLOOKER
    if wanted not in (*room.seats, ONLOOKER):
        raise HTTPException(404, f"There is no seat {wanted!r}.")
    if own != REFEREE and wanted != ONLOOKER:
        raise HTTPException(403, "This link is for another seat.")
    return wanted


async def may_know_all(site: Site, caller: Caller, row: BattleRow) -> bool:
    """Whether somebody may have the whole record: at the end, as referee, or if he was ever alone.

    Who is there is read anew, since another server may have let somebody in.
    """
    if row.status == "over" or caller.seat_in(row.id) == REFEREE:
        return True
    if not caller.is_host_of(row.id):
        return False
    seats = await site.hall.work(site.store.seats, row.id)
    tokens = await site.hall.work(site.store.tokens, row.id)
    return is_alone(seats, tokens)


async def give_out(site: Site, caller: Caller, row: BattleRow, refusal: str) -> None:
    """Let somebody have the whole record, if he may; whoever comes later will be told that he had.

    Raises:
        HTTPException: If he may not.
    """
    if not await may_know_all(site, caller, row):
        raise HTTPException(403, refusal)
    if row.status == "over" or caller.seat_in(row.id) == REFEREE:
        return

    def record() -> Future[tuple[bool, Seated]]:
        return site.store.reseat(row.id, open_record)

    try:
        alone, _ = await asyncio.wrap_future(record())
    except StorageError:  # as on a full disk; it is recorded as soon as that can be
        site.hall.spawn(site.hall.insist(record))
        return
    if not alone:
        raise HTTPException(403, refusal)


# -- files ----------------------------------------------------------------------------------------


@router.get(
    "/log.txt",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}},
)
async def log(
    battle: BattleId, caller: Admitted, site: TheSite, seat: SeatWanted = None
) -> Response:
    """What happened, as text."""
    sight = await look_of(site, caller, battle, seat)
    text = await site.hall.bounded(battle, "question", _log, sight)
    return Response(
        text, media_type="text/plain; charset=utf-8", headers=_named(sight.room.row, "txt")
    )


def _log(look: Look) -> str:
    return text_log(look.events)


@router.get(
    "/report.html",
    response_class=Response,
    responses={200: {"content": {"text/html": {}}}},
)
async def report(
    battle: BattleId,
    request: Request,
    caller: Admitted,
    site: TheSite,
    seat: SeatWanted = None,
) -> Response:
    """The report of a battle as a page of its own, with pictures."""
    check_heavy(site, request)
    sight = await look_of(site, caller, battle, seat)
    text = await site.hall.bounded(battle, "report", _report, sight)
    headers = {**_named(sight.room.row, "html"), "Content-Security-Policy": _policy()}
    return Response(text, media_type="text/html; charset=utf-8", headers=headers)


def _report(look: Look) -> str:
    battle, aside = look.room.battle, look.room.aside
    if aside is None:
        assert battle is not None
        return html_report(battle, look.seat)
    if battle is not None:
        # What checking it has shown is known already; it is not tried again for a report.
        lines = len(look.room.record)
        unchecked = Verification(file=look.room.id, lines=lines, notes=(aside.text,))
        with contextlib.suppress(Exception):
            return html_report(battle, look.seat, verification=unchecked)
    return plain_report(look.room.row.title, aside.text, look.events)


def _policy() -> str:
    """A page that may do nothing, and bring only the one style sheet of all reports."""
    return (
        f"default-src 'none'; style-src {report_style_hash()}; img-src data:; sandbox; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


@router.get(
    "/journal.jsonl",
    response_class=Response,
    responses={200: {"content": {"application/jsonl": {}}}},
)
async def journal(battle: BattleId, caller: Admitted, site: TheSite) -> Response:
    """The whole record, byte for byte, to be kept, checked or gone on with elsewhere."""
    row = await row_of(site, battle)
    may_look(caller, battle)
    rows = await site.hall.work(site.store.lines, battle)
    if not rows:
        raise HTTPException(409, "The battle has not begun yet.")
    refusal = "The journal holds what is hidden; it is given out at the end."
    await give_out(site, caller, row, refusal)
    text = b"".join(row.raw for row in rows)
    return Response(text, media_type="application/jsonl", headers=_named(row, "jsonl"))


def _named(row: BattleRow, ending: str) -> dict[str, str]:
    name = f"{row.scenario_id}-{row.id}.{ending}"
    return {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "no-store"}


# -- checking -------------------------------------------------------------------------------------


@router.get("/verify")
async def check(battle: BattleId, request: Request, caller: Admitted, site: TheSite) -> Verified:
    """Check every line of a battle, and every die as far as that can be."""
    check_heavy(site, request)
    sight = await look_of(site, caller, battle, None)
    rows = await site.hall.work(site.store.lines, battle)
    found = await site.hall.bounded(battle, "report", verified, rows)
    knows_all = await may_know_all(site, caller, sight.room.row)
    faces = found.faces if knows_all else await site.hall.bounded(battle, "report", _faces, sight)
    dice: dict[str, Any] = {"kind": sight.room.row.dice, "faces": faces}
    played = sight.room.battle
    record = None if played is None else played.header.dice
    if played is not None and record is not None and record.kind == "seeded":
        known = record.seed_from == "chosen" or played.outcome is not None
        dice |= {"seed_from": record.seed_from, "seed": record.seed if known else None}
    if played is not None and record is not None and record.kind == "fair":
        dice |= {"commitment": record.commitment, "words": list(record.spoken)}
        if record.ceremony is not None:
            dice["ceremony"] = msgspec.to_builtins(record.ceremony)
        dice["secret"] = played.lines[-1].secret if played.is_laid_open else None
    dice["notes"] = list(found.notes)
    problem = _problem(found, knows_all=knows_all)
    return Verified(ok=found.ok, lines=found.lines, dice=dice, problem=problem)


def _faces(sight: Look) -> int:
    """How many faces there were in the rolls that one was told of."""
    return sum(len(roll.faces) for event in sight.events for roll in event.rolls)


def verified(rows: Sequence[LineRow]) -> Verification:
    """What checking the lines of a battle shows."""
    with tempfile.TemporaryDirectory(prefix="sandtable-") as folder:
        file = Path(folder) / "battle.jsonl"
        file.write_bytes(b"".join(row.raw for row in rows))
        return verify(file)


def _problem(found: Verification, *, knows_all: bool) -> str | None:
    difference = found.difference
    if difference is None:
        return None
    if not knows_all:  # what was expected may be what is hidden
        return f"Line {difference.line} does not come out as recorded."
    return (
        f"Line {difference.line}, {difference.fault}: expected {difference.expected}; "
        f"found {difference.found}."
    )


@router.get("/luck")
async def luck(
    battle: BattleId, caller: Admitted, site: TheSite, seat: SeatWanted = None
) -> list[LuckShown]:
    """How lucky each side was, by the rolls that one may know of."""
    sight = await sight_of(site, caller, battle, seat)
    return await site.hall.bounded(battle, "report", _luck, sight)


def _luck(sight: Sight) -> list[LuckShown]:
    return [LuckShown(**each.to_builtins()) for each in luck_of(sight.battle, sight.events)]


# -- again ----------------------------------------------------------------------------------------


@router.get("/replay")
async def replay(
    battle: BattleId, caller: Admitted, site: TheSite, seat: SeatWanted = None
) -> Replay:
    """A battle step by step, as far as one may know; what was taken back is left out."""
    sight = await look_of(site, caller, battle, seat)
    return await site.hall.bounded(battle, "report", _replay, sight)


def _replay(sight: Look) -> Replay:
    standing = set(sight.standing)
    battle = sight.room.battle
    scenario = sight.room.row.scenario if battle is None else battle.scenario
    sides = {unit.id: unit.side for unit in scenario.units}
    lost: Counter[str] = Counter()
    moments = []
    last: dict[int, int] = {}
    for told in sight.room.record:
        if told.line in standing:
            events = _seen(told, sight.seat)
            lost.update(
                sides[event["pieces"][0]]
                for event in events
                if event["kind"] == "out" and event.get("pieces", [""])[0] in sides
            )
            moments.append(_moment(told, events, dict(lost)))
            last[told.turn] = told.line
    turns = [TurnMark(turn=turn, line=line) for turn, line in sorted(last.items())]
    return Replay(moments=moments, turns=turns, turning=_turning(sight))


def _turning(sight: Look) -> list[int]:
    """The lines at which the battle turned, as its report shows them."""
    from sandtable.report.eyes import Eyes
    from sandtable.report.page import pictures_of

    battle = sight.room.battle
    if battle is None:
        return []
    try:
        pictures = pictures_of(battle, Eyes(battle, sight.seat))
    except Exception:
        if sight.room.aside is None:
            raise
        return []
    return [picture.line for picture in pictures[1:-1]]


def _seen(told: Told, seat: str) -> list[dict[str, Any]]:
    return [plain for seen_by, plain in told.events if is_told(seat, seen_by)]


def _moment(told: Told, events: list[dict[str, Any]], lost: dict[str, int]) -> Moment:
    return Moment(
        line=told.line,
        turn=told.turn,
        text=" ".join(event["text"] for event in events),
        kind=told.kind,
        losses=lost,
        events=events,
    )


@router.get(
    "/drawing.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def picture(
    battle: BattleId,
    caller: Admitted,
    site: TheSite,
    line: Line | None = None,
    theme: Theme = "light",
    seat: SeatWanted = None,
) -> Response:
    """The table after a line, as one knew it then."""
    if seat == ONLOOKER and line is None:
        svg = await _public_picture(site, caller, battle, theme)
    else:
        sight = await _sight_at(site, caller, battle, seat, line)
        svg = await site.hall.bounded(battle, "question", _picture, sight, theme)
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


async def _public_picture(site: Site, caller: Caller, battle: str, theme: Theme) -> str:
    """The table as everybody knows it: the one that is kept, if the battle has not gone on."""
    row = await row_of(site, battle)
    may_look(caller, battle)
    kept = await asyncio.to_thread(site.gallery.find, Subject(battle, row.changed, theme))
    if kept is not None:
        return kept
    sight = await sight_of(site, caller, battle, ONLOOKER)
    subject = Subject(battle, sight.room.row.changed, theme)
    svg = await site.hall.bounded(battle, "question", _picture, sight, theme)
    await asyncio.to_thread(site.gallery.keep, subject, svg)
    return svg


def _picture(sight: Sight, theme: Theme) -> str:
    return draw_scene(drawing.scene_for(sight.battle, sight.seat), drawing.options_for(theme))


@router.get("/layers")
async def layers(
    battle: BattleId,
    caller: Admitted,
    site: TheSite,
    line: Line | None = None,
    theme: Theme = "light",
    seat: SeatWanted = None,
    words: Words = 0.0,
) -> Drawn:
    """The table after a line in layers, as one knew it then."""
    sight = await _sight_at(site, caller, battle, seat, line)
    return await site.hall.bounded(battle, "question", _layers, sight, theme, words)


def _layers(sight: Sight, theme: Theme, words: float) -> Drawn:
    scene = drawing.scene_for(sight.battle, sight.seat)
    return Drawn.model_validate(
        {
            "line": sight.battle.moments[-1].line,
            "layers": drawing.layers_of(scene, theme, words),
            "pieces": drawing.roll_call(scene),
        }
    )


async def _sight_at(
    site: Site, caller: Caller, battle: str, seat: str | None, line: int | None
) -> Sight:
    sight = await sight_of(site, caller, battle, seat)
    if line is None:
        return sight
    try:
        then = sight.battle.as_of(line)
    except Refusal:
        if sight.room.aside is not None and line in sight.standing:
            raise HTTPException(409, NOT_DRAWN) from None
        raise HTTPException(404, f"There is no line {line} that still counts.") from None
    return Sight(room=sight.room, battle=then, seat=sight.seat)


@router.post("/take-over", status_code=201)
async def take_over(
    battle: BattleId, wanted: TakeOver, request: Request, caller: Admitted, site: TheSite
) -> BattleMade:
    """Go on from a line as a new battle, for whoever may know all that the old one holds."""
    sight = await look_of(site, caller, battle, None)
    refusal = "A battle with other people is taken over when it is over."
    if not caller.has_session:
        raise HTTPException(403, refusal)
    check_speed(site, request)
    await give_out(site, caller, sight.room.row, refusal)
    with sensible():
        plan = plan_of(sight.room.row.scenario, wanted)
        return made(await founding.take_over(site.hall, sight.room, wanted.line, plan))
