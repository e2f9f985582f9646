"""Beginning a battle: who sits where, with which dice, and the links to the seats."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from msgspec import Struct

from sandtable.battle import rulebook_for
from sandtable.battle.battle import seats_of
from sandtable.battle.rulings import REFEREE
from sandtable.dice import FairDice
from sandtable.players.registry import check_name
from sandtable.scenario import Scenario, ScenarioError, Seat
from sandtable.scenario.validation import validate
from sandtable.server.rooms.gathering import begin_if_complete, is_word
from sandtable.server.rooms.hall import Hall
from sandtable.server.rooms.loading import battle_up_to
from sandtable.server.rooms.record import ONLOOKER
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.seating import reseat
from sandtable.server.rooms.steps import Step, set_up, take_up
from sandtable.server.rooms.talking import printable
from sandtable.server.storage import BattleRow, SeatRow
from sandtable.server.tokens import HOST, digest_of, new_id, new_token

PERSON = "person"

KNOWN_BEFORE: Final = (
    "This battle goes on from a moment of another one. Whoever began it could see the whole record "
    "of that, with all that was hidden then."
)


class PlanError(ValueError):
    """A battle that cannot be begun like that: why, in a sentence."""


class SeatPlan(Struct, frozen=True, kw_only=True):
    """A seat as it is wanted.

    Attributes:
        seat: Its id.
        side: Its side.
        kind: Whoever begins the battle, a computer player, or somebody who is invited.
        level: The name of the computer player.
        name: What the person is called.
        pieces: Its pieces, where a side is shared.
    """

    seat: str
    side: str
    kind: Literal["me", "computer", "friend"]
    level: str = "greedy"
    name: str = ""
    pieces: tuple[str, ...] | None = None


class Plan(Struct, frozen=True, kw_only=True):
    """A battle as it is wanted.

    Attributes:
        scenario: What is fought, with its options.
        seats: Who plays; without any, whoever begins it plays the first side against computers.
        referee: Who sits in the referee's seat.
        dice: Which dice are used.
        seed: The seed of the computer's dice.
        wait: Whether it begins only when everybody is ready. Fair dice wait for words in any case,
            and whoever seals a word is ready.
    """

    scenario: Scenario
    seats: tuple[SeatPlan, ...] = ()
    referee: Literal["none", "me", "friend"] = "none"
    dice: Literal["computer", "fair", "real"] = "computer"
    seed: str | None = None
    wait: bool = False


class Founded(Struct, frozen=True, kw_only=True):
    """A battle that has been begun.

    Attributes:
        room: Its room.
        host: The token that may invite and revoke.
        tokens: The tokens of the seats where people sit, and of the onlookers.
    """

    room: Room
    host: str
    tokens: dict[str, str]


async def found(hall: Hall, plan: Plan) -> Founded:
    """Begin a battle.

    Raises:
        PlanError: If the plan makes no sense.
        ScenarioError: If the book cannot set the battle up.
        StorageError: If it cannot be recorded.
    """
    plan = _commanded(plan)
    scenario = scenario_of(plan)
    row = _battle_row(plan, scenario)
    seats = _rows(plan)
    first = await _try_out(hall, row)
    return await _founded(hall, row, seats, first)


async def take_over(hall: Hall, source: Room, line: int, plan: Plan) -> Founded:
    """Begin a battle that goes on from a line of another, with the same seats.

    Whoever does so may know all of that, so those whom he invites are told.

    Raises:
        PlanError: If the plan makes no sense.
        Refusal: If that line does not count any more.
        StorageError: If it cannot be recorded.
    """
    past = await battle_up_to(source, line)
    scenario = past.battle.scenario
    plan = msgspec.structs.replace(plan, scenario=scenario, seats=_same_seats(source, plan))
    row = _battle_row(plan, scenario)
    row.taken_over = {"battle": source.id, "line": line}
    row.opened = row.created
    seats = _rows(plan)
    trial = msgspec.structs.replace(row, dice="computer", seed=row.seed or "trial")
    first = await hall.bounded(row.id, "order", take_up, past.battle, past.told, trial)
    founded = await _founded(hall, row, seats, first if _begins_at_once(row) else None)
    if any(seat.is_person and not seat.own for seat in seats):
        async with founded.room.lock:  # nobody has a link yet
            await reseat(founded.room, lambda seating: seating.tell(KNOWN_BEFORE, row.created))
    return founded


def _same_seats(source: Room, plan: Plan) -> tuple[SeatPlan, ...]:
    """The seats of a battle that is taken over: those that it had."""
    had = {seat.seat: seat for seat in source.seats.values() if seat.role == "player"}
    given = {seat.seat: seat for seat in plan.seats}
    if not plan.seats:
        first = next(iter(had))
        return tuple(
            SeatPlan(
                seat=name,
                side=row.side or "",
                kind="me" if name == first else "computer",
                pieces=row.pieces,
            )
            for name, row in had.items()
        )
    if {name: row.side for name, row in had.items()} != {n: s.side for n, s in given.items()}:
        names = ", ".join(f"{name} ({row.side})" for name, row in had.items())
        raise PlanError(f"A battle that is taken over keeps its seats: {names}.")
    return tuple(
        msgspec.structs.replace(given[name], pieces=row.pieces) for name, row in had.items()
    )


def _battle_row(plan: Plan, scenario: Scenario) -> BattleRow:
    now = time.time()
    return BattleRow(
        id=new_id(),
        created=now,
        changed=now,
        title=scenario.title,
        scenario_id=scenario.id,
        turns=rulebook_for(scenario.book).last_turn(scenario),
        scenario=scenario,
        book=scenario.book,
        dice=plan.dice,
        seed=_seed(plan),
        seed_from=None if plan.dice != "computer" else "chosen" if plan.seed else "drawn",
        secret=FairDice.new_secret().hex() if plan.dice == "fair" else None,
        referee=plan.referee != "none",
        status="gathering",
        waits=plan.wait and plan.dice != "fair",
    )


async def _founded(hall: Hall, row: BattleRow, seats: list[SeatRow], first: Step | None) -> Founded:
    """Record a battle with its links, and open its room."""
    tokens = {name: new_token() for name in _wanted(seats)}
    host = new_token()
    digests = [(digest_of(token), name) for name, token in tokens.items()]
    digests.append((digest_of(host), HOST))
    room = Room(hall, row, seats)
    if first is not None:
        room.row = row = room.row_after(first)
        room.take(first)
    lines, tellings = (first.rows, first.tellings) if first else ((), ())
    await asyncio.wrap_future(hall.store.add_battle(row, seats, digests, lines, tellings))
    hall.add(room)
    await _open(room)
    return Founded(room=room, host=host, tokens=tokens)


async def _try_out(hall: Hall, row: BattleRow) -> Step | None:
    """Set the battle up, to see that its book can; the step, if nothing more is needed for it."""
    trial = row
    if row.dice != "computer":
        trial = msgspec.structs.replace(row, dice="computer", seed="trial")
    step = await hall.bounded(row.id, "order", set_up, trial)
    assert isinstance(step, Step)
    return step if _begins_at_once(row) else None


def _begins_at_once(row: BattleRow) -> bool:
    return row.dice == "computer" and not row.waits


async def _open(room: Room) -> None:
    """Begin what can begin at once: real dice may be wanted, or no word be missing."""
    if room.battle is not None:
        return
    async with room.lock:
        await begin_if_complete(room)


# -- from a plan to rows --------------------------------------------------------------------------


def scenario_of(plan: Plan) -> Scenario:
    """The scenario of a plan, with its seats.

    Raises:
        PlanError: If the seats make no sense.
    """
    scenario = plan.scenario
    book = rulebook_for(scenario.book)
    if plan.referee != "none":
        options = {**book.with_referee, **scenario.options}
        scenario = msgspec.structs.replace(scenario, options=options)
    plain = [seat.seat for seat in plan.seats] == list(scenario.side_ids()) and all(
        seat.seat == seat.side and seat.pieces is None for seat in plan.seats
    )
    if plan.seats and not plain:
        seats = tuple(Seat(id=seat.seat, side=seat.side, pieces=seat.pieces) for seat in plan.seats)
        if plan.referee != "none":
            seats = (*seats, Seat(id=REFEREE, role="referee"))
        scenario = msgspec.structs.replace(scenario, seats=seats)
    elif plan.seats:
        scenario = msgspec.structs.replace(scenario, seats=())
    try:
        scenario = msgspec.convert(msgspec.to_builtins(scenario), Scenario)
        validate(scenario)
    except msgspec.ValidationError as error:
        raise PlanError(str(error)) from None
    except ScenarioError as error:
        raise PlanError(str(error)) from None
    return book.laid_out(scenario)


def _rows(plan: Plan) -> list[SeatRow]:
    seats = plan.seats or _usual(plan.scenario)
    names = [seat.seat for seat in seats]
    sides = plan.scenario.side_ids()
    if len(set(names)) < len(names):
        raise PlanError("Two seats have the same name.")
    for seat in seats:
        if seat.seat in (REFEREE, ONLOOKER, HOST, ""):
            raise PlanError(f"No player's seat can be called {seat.seat!r}.")
        if seat.side not in sides:
            raise PlanError(f"There is no side {seat.side!r}; there are: {', '.join(sides)}.")
        if seat.kind == "computer":
            check_name(seat.level)
    for side in sides:
        if side not in {seat.side for seat in seats}:
            raise PlanError(f"Nobody plays the side {side!r}.")
    rows = [_row(seat, place) for place, seat in enumerate(seats)]
    if plan.referee != "none":
        own = plan.referee == "me"
        rows.append(SeatRow(seat=REFEREE, place=len(rows), role="referee", own=own))
    _check_dice(plan, rows)
    return rows


def _row(seat: SeatPlan, place: int) -> SeatRow:
    own = seat.kind == "me"
    return SeatRow(
        seat=seat.seat,
        place=place,
        side=seat.side,
        kind=seat.level if seat.kind == "computer" else PERSON,
        name=printable(seat.name),
        pieces=seat.pieces,
        own=own,
    )


def _commanded(plan: Plan) -> Plan:
    """The plan with units that no seat names given to the seats of their side.

    Whoever shares a side out is not shown what is hidden, and so cannot name it. The first seat
    has it then; or all of them, in equal parts, if they have nothing else.

    Raises:
        PlanError: If there is too little to share.
    """
    named = {name for seat in plan.seats for name in seat.pieces or ()}
    seats = list(plan.seats)
    for side in plan.scenario.side_ids():
        own = [place for place, seat in enumerate(seats) if seat.side == side]
        if not own or any(seats[place].pieces is None for place in own):
            continue
        units = [unit.id for unit in plan.scenario.units if unit.side == side]
        left = [name for name in units if name not in named]
        shares = _dealt(left, len(own)) if left == units else [left]
        if left == units and not all(shares):
            raise PlanError(f"The side {side!r} has too few pieces for {len(own)} commanders.")
        for place, share in zip(own, shares, strict=False):
            pieces = (*(seats[place].pieces or ()), *share)
            seats[place] = msgspec.structs.replace(seats[place], pieces=pieces)
    return msgspec.structs.replace(plan, seats=tuple(seats))


def _dealt(names: Sequence[str], among: int) -> list[Sequence[str]]:
    """Names in equal parts, in their order, so that neighbours stay together."""
    cuts = [len(names) * place // among for place in range(among + 1)]
    return [names[start:end] for start, end in itertools.pairwise(cuts)]


def _usual(scenario: Scenario) -> tuple[SeatPlan, ...]:
    """The first side for whoever begins the battle, and computers against him."""
    first = scenario.side_ids()[0]
    return tuple(
        SeatPlan(
            seat=seat.id,
            side=seat.side,
            kind="me" if seat.side == first else "computer",
            pieces=seat.pieces,
        )
        for seat in seats_of(scenario)
        if seat.side is not None
    )


def _check_dice(plan: Plan, rows: Sequence[SeatRow]) -> None:
    people = any(row.is_person for row in rows)
    if plan.dice == "real" and not people:
        raise PlanError("Real dice need somebody to throw them, but only computers play.")
    if plan.seed is not None and not is_word(plan.seed):
        raise PlanError("A seed is a text of signs that can be shown.")


def _wanted(seats: Sequence[SeatRow]) -> list[str]:
    return [*(seat.seat for seat in seats if seat.is_person), ONLOOKER]


def _seed(plan: Plan) -> str | None:
    if plan.dice != "computer":
        return None
    return plan.seed or secrets.token_hex(16)
