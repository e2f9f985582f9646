"""Steps of a battle, tried on a copy of it.

A step is worked out on a copy, recorded, and only then taken for the battle. So nothing has to be
put right when a step fails, when dice are missing, or when it cannot be recorded.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.battle import Battle, DiceRecord, Divergence, Line, Refusal, rulebook_for
from sandtable.battle.legality import read_order
from sandtable.battle.orders import Order
from sandtable.battle.record import Header, plain
from sandtable.battle.replaying import repeat
from sandtable.battle.rulings import RULE_ZERO, Ruling, decode_ruling
from sandtable.battle.state import encode
from sandtable.dice import (
    Dice,
    DiceNeeded,
    FairDice,
    RecordedDice,
    RollRequest,
    ScriptedDice,
    SeededDice,
)
from sandtable.dice.sealing import Ceremony
from sandtable.journal import JournalError
from sandtable.journal.lines import packed, unpacked
from sandtable.journal.parting import parting_at, repeat_noting
from sandtable.journal.reading import Journal
from sandtable.journal.replaying import begin, fair_dice
from sandtable.server.messages import Standing
from sandtable.server.rooms.aside import UnplayableError, parted, unreadable
from sandtable.server.rooms.record import Told, told, told_since
from sandtable.server.rooms.tellings import Last, packed_tellings, states_of
from sandtable.server.storage import Aside, BattleRow, LineRow, TellingRow


class Step(Struct, frozen=True, kw_only=True):
    """A battle with further lines: not recorded yet, and so not true yet.

    Attributes:
        battle: The battle as it would stand.
        rows: The new lines, as they are to be recorded.
        told: The same, as they will be told.
        total: The checksum of the last line.
        outlooks: Where it stands then for those who are there, by seat.
        waiting: Whom it waits for then, as far as every player knows.
        tellings: What the new lines brought, as it is kept.
        last: The last of these before it was packed, upon which the next one is.
    """

    battle: Battle[Any]
    rows: tuple[LineRow, ...]
    told: tuple[Told, ...]
    total: str
    outlooks: Mapping[str, Standing] = {}
    waiting: tuple[str, ...] | None = None
    tellings: tuple[TellingRow, ...] = ()
    last: Last | None = None


# -- what may be wished for -----------------------------------------------------------------------


class Wish(Struct, frozen=True, kw_only=True, tag=True):
    """Something that somebody wants done in a battle."""


class Given(Wish, frozen=True):
    """An order of a seat."""

    order: dict[str, Any]


class Decreed(Wish, frozen=True):
    """A ruling of the referee."""

    ruling: dict[str, Any]


class Overruled(Wish, frozen=True):
    """New results for the last order."""

    results: dict[str, str]


class TakenBack(Wish, frozen=True):
    """Everything after a line is taken back."""

    to: int


class Settled(Wish, frozen=True):
    """The book's answers to questions for which no referee is there."""


class LaidOpen(Wish, frozen=True):
    """The secret of fair dice is laid open."""


class Begun(Wish, frozen=True):
    """The battle is set up."""


AnyWish = Given | Decreed | Overruled | TakenBack | Settled | LaidOpen | Begun


def read_ruling(data: dict[str, Any]) -> Ruling:
    """A ruling from plain data.

    Raises:
        Refusal: If it cannot be read, naming what is wrong.
    """
    try:
        return decode_ruling(encode(data))
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise Refusal(RULE_ZERO, f"That ruling cannot be read: {error}.") from None


def carry_out(battle: Battle[Any], seat: str, wish: AnyWish, secret: str | None) -> None:
    """Do in a battle what is wished for.

    Raises:
        Refusal: If it may not be done.
        DiceNeeded: If real dice must be thrown first.
    """
    match wish:
        case Given(order=order):
            battle.play(read_order(battle.rulebook, order), seat, is_read=True)
        case Decreed(ruling=ruling):
            battle.rule(read_ruling(ruling))
            battle.settle()
        case Overruled(results=results):
            battle.overrule(results)
            battle.settle()
        case TakenBack(to=to):
            battle.undo(to=to, seat=seat)
        case Settled():
            battle.settle()
        case LaidOpen():
            battle.reveal(bytes.fromhex(secret or ""))
    if (
        battle.header.dice.kind == "fair"
        and battle.outcome is not None
        and not battle.referee_seated
        and not battle.is_laid_open
    ):
        battle.reveal(bytes.fromhex(secret or ""))


# -- trying ---------------------------------------------------------------------------------------


def attempt(
    battle: Battle[Any],
    total: str,
    seat: str,
    wish: AnyWish,
    *,
    faces: Sequence[int] = (),
    secret: str | None = None,
    upon: Last | None = None,
) -> Step | RollRequest:
    """Try a wish on a copy of a battle.

    Args:
        battle: The battle, which stays as it is.
        total: The checksum of its last line.
        seat: Whose wish it is.
        wish: What is wanted.
        faces: Real dice that were thrown for it.
        secret: The secret of fair dice.
        upon: What was told of the last line, upon which the next is packed.

    Returns:
        The step, or the dice that it needs first.

    Raises:
        Refusal: If it may not be done.
        DiceError: If the dice that were thrown cannot be.
    """
    twin = battle.fork()
    if isinstance(twin.dice, ScriptedDice):
        twin.dice.take_back(len(twin.dice.remaining))
        twin.dice.feed(*faces)
    try:
        carry_out(twin, seat, wish, secret)
    except DiceNeeded as needed:
        return needed.request
    return _step(twin, battle.number, total, upon)


def _step(battle: Battle[Any], before: int, total: str, upon: Last | None = None) -> Step:
    at = time.time()
    rows = []
    for line in battle.lines[before:]:
        raw, total = packed(line, total)
        rows.append(LineRow(line.line, at, raw))
    told = told_since(battle, before, at)
    tellings, last = packed_tellings(told, _states(battle, told), upon)
    return Step(
        battle=battle, rows=tuple(rows), told=told, total=total, tellings=tellings, last=last
    )


def _states(battle: Battle[Any], told: Sequence[Told]) -> dict[int, bytes]:
    return states_of(battle, {line.line for line in told})


# -- beginning and loading ------------------------------------------------------------------------


def set_up(
    row: BattleRow, words: Ceremony | None = None, faces: Sequence[int] = ()
) -> Step | RollRequest:
    """Begin a battle, or say which real dice it needs for that.

    Raises:
        ScenarioError: If the book cannot set it up.
    """
    dice = _first_dice(row, words)
    if isinstance(dice, ScriptedDice):
        dice.feed(*faces)
    kind = DiceRecord(kind="typed") if row.dice == "real" else None
    try:
        battle: Battle[Any] = Battle(
            rulebook_for(row.book),
            row.scenario,
            dice,
            referee=row.referee,
            dice_record=kind,
        )
    except DiceNeeded as needed:
        return needed.request
    raw, total = packed(battle.header, "")
    at = time.time()
    first = told(None, battle.moments[0].events, battle.moments[0].state.turn, at)
    rest = _step(battle, 0, total)
    record = (first, *rest.told)
    tellings, last = packed_tellings(record, _states(battle, record))
    return Step(
        battle=battle,
        rows=(LineRow(0, at, raw), *rest.rows),
        told=record,
        total=rest.total,
        tellings=tellings,
        last=last,
    )


def take_up(
    source: Battle[Any],
    record: Sequence[Told],
    row: BattleRow,
    words: Ceremony | None = None,
    _faces: Sequence[int] = (),
) -> Step:
    """Begin a battle that goes on from a line of another.

    Args:
        source: The other battle.
        record: Its lines, as they are told.
        row: The new battle.
        words: The words for fair dice, sealed and opened.

    Raises:
        Refusal: If that line does not count any more.
    """
    line = int((row.taken_over or {})["line"])
    kind = DiceRecord(kind="typed") if row.dice == "real" else None
    dice = _first_dice(row, words)
    battle = source.take_over(line, dice=dice, referee=row.referee, dice_record=kind)
    at = time.time()
    raw, total = packed(battle.header, "")
    rows = [LineRow(0, record[0].at, raw)]
    for each in battle.lines:
        raw, total = packed(each, total)
        rows.append(LineRow(each.line, record[each.line].at if each.line <= line else at, raw))
    told = (*record[: line + 1], *told_since(battle, line, at))
    tellings, last = packed_tellings(told, _states(battle, told))
    return Step(
        battle=battle, rows=tuple(rows), told=told, total=total, tellings=tellings, last=last
    )


def _first_dice(row: BattleRow, words: Ceremony | None) -> Dice:
    match row.dice:
        case "fair":
            ceremony = words or Ceremony(battle=row.id)
            return FairDice.sealed(bytes.fromhex(row.secret or ""), ceremony)
        case "real":
            return ScriptedDice()
        case _:
            return SeededDice(row.seed or row.id, drawn=row.seed_from == "drawn")


def load(row: BattleRow, lines: Sequence[LineRow]) -> Step:
    """A battle from its recorded lines, played again.

    Raises:
        UnplayableError: If they are damaged, or do not come out as recorded.
    """
    try:
        header, total = unpacked(lines[0].raw.rstrip(b"\n"), "", row.id, 1)
        journal = Journal(file=row.id, header=header, lines=(), sums=(total,), size=0)  # type: ignore[arg-type]
        battle = begin(journal, None, RecordedDice(journal.header.rolls))
    except JournalError as error:
        raise UnplayableError(_not_set_up(row, error)) from error
    record = [told(None, battle.moments[0].events, battle.moments[0].state.turn, lines[0].at)]
    step = Step(battle=battle, rows=(), told=tuple(record), total=total)
    step = follow(step, row.id, lines[1:])
    battle.dice = _dice_to_go_on(row, battle)
    return step


def _not_set_up(row: BattleRow, error: JournalError) -> Aside:
    """Why a battle cannot even be set up as recorded."""
    difference = error.__cause__
    if not isinstance(difference, Divergence):
        return unreadable(error, row.book, 0)
    header = Header(
        book=row.book, revision=0, scenario=row.scenario, seats=(), dice=DiceRecord(kind="typed")
    )
    if error.revision is not None:
        header = msgspec.structs.replace(header, revision=error.revision)
    return parted(parting_at(header, rulebook_for(row.book), 0, 1, difference), row.book)


def follow(step: Step, name: str, lines: Sequence[LineRow]) -> Step:
    """A battle with further lines that were recorded by somebody else.

    Raises:
        UnplayableError: If they are damaged, or do not come out as recorded.
    """
    battle, total = step.battle, step.total
    record = list(step.told)

    def so_far() -> Step:
        return Step(battle=battle, rows=(), told=tuple(record), total=total)

    for row in lines:
        book = battle.header.book
        try:
            line, total = unpacked(row.raw.rstrip(b"\n"), total, name, row.number + 1)
        except JournalError as error:
            raise UnplayableError(unreadable(error, book, row.number), so_far()) from error
        assert isinstance(line, Line)
        try:
            events = repeat(battle, line)
        except Divergence as difference:
            _, parting = repeat_noting(battle, line)
            if parting is None:
                raise
            raise UnplayableError(parted(parting, book), so_far()) from difference
        record.append(told(line, events, battle.state.turn, row.at))
    return so_far()


def _dice_to_go_on(row: BattleRow, battle: Battle[Any]) -> Dice:
    if row.dice == "real":
        return _thrown_again(battle)
    if row.dice == "fair":
        return fair_dice(bytes.fromhex(row.secret or ""), battle.header.dice)
    return _first_dice(row, None)


def _thrown_again(battle: Battle[Any]) -> ScriptedDice:
    """Real dice that remember how they fell in the last order, which a referee may yet overrule."""
    dice = ScriptedDice()
    last = battle.lines[battle.moments[-1].line - 1] if battle.moments[-1].line else None
    if last is not None:
        dice.begin(last.line if last.dice_of is None else last.dice_of)
        for roll in last.rolls:
            dice.feed(*roll.faces)
            if roll.drawn:
                dice.draw(range(roll.sides), len(roll.faces), roll.what)
            else:
                dice.pool(len(roll.faces), roll.sides, roll.what)
    dice.begin(0)
    return dice


def plain_order(order: Order) -> dict[str, Any]:
    """An order as plain data."""
    return plain(order)
