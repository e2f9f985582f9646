"""The referee's word, which beats the program's.

Rulings are journaled like orders. They work on plain data, so they are the same for every book,
except for hiding and showing, which is done as the book does it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import msgspec

from sandtable.battle.bounds import check_id, check_piece, check_record
from sandtable.battle.orders import Order
from sandtable.battle.refusal import Refusal
from sandtable.battle.state import Piece, State

if TYPE_CHECKING:
    from sandtable.battle.rulebook import Rulebook
    from sandtable.dice import Dice

T = TypeVar("T")

REFEREE = "referee"
"""The seat of the referee, in every battle."""

RULE_ZERO = "referee.word-is-final"
"""Cited where the referee, not the book, decided."""


class Ruling(Order, frozen=True, kw_only=True):
    """What a referee decrees; ``because`` is for the log."""

    because: str = ""


class Amend(Ruling, frozen=True, kw_only=True):
    """Change any fields of a piece (move it, turn it, mark it), or of the battle itself."""

    piece: str | None = None
    set: dict[str, Any]


class Place(Ruling, frozen=True, kw_only=True):
    """Put a new piece on the table, given with all its fields; ``hidden`` if it is concealed."""

    piece: dict[str, Any]
    hidden: bool = False


class Remove(Ruling, frozen=True, kw_only=True):
    """Take a piece off the table, as no loss to anybody."""

    piece: str


class Conceal(Ruling, frozen=True, kw_only=True):
    """Hide a piece where it stands, as far as the book knows of hiding."""

    piece: str


class Reveal(Ruling, frozen=True, kw_only=True):
    """Show a piece that is hidden, or what hides it, by the name that the book gives it.

    Without a place it stands where the book would have it.
    """

    piece: str
    at: tuple[float, float] | None = None


class Announce(Ruling, frozen=True, kw_only=True):
    """Say something in the log, to some seats or to everybody. Nothing changes on the table."""

    text: str
    seats: tuple[str, ...] | None = None


class RollDice(Ruling, frozen=True, kw_only=True):
    """Roll dice for whatever the referee has in mind, seen by some seats or by nobody else.

    They come from the dice of the battle and stand in its journal, so that they can be checked
    afterwards like all others.
    """

    dice: str
    what: str = ""
    seats: tuple[str, ...] | None = ()


RULINGS: tuple[type[Ruling], ...] = (Amend, Place, Remove, Conceal, Reveal, Announce, RollDice)

_decoder: msgspec.json.Decoder[Ruling] = msgspec.json.Decoder(
    Amend | Place | Remove | Conceal | Reveal | Announce | RollDice
)

_DICE = re.compile(r"\s*(\d{0,2})\s*[dD]\s*(\d{1,4})\s*(?:([+-])\s*(\d{1,4}))?\s*")
_MOST_DICE = 50
_MOST_SIDES = 1000


def decode_ruling(data: bytes | str) -> Ruling:
    """Read a ruling from a line of JSON.

    Raises:
        msgspec.ValidationError: Naming the field that is wrong.

    >>> decode_ruling('{"order": "remove", "piece": "tiger-1"}')
    Remove(because='', piece='tiger-1')
    """
    return _decoder.decode(data)


def enact(rulebook: Rulebook[Any], state: State, ruling: Ruling, dice: Dice) -> str:
    """Carry out a ruling on a state and say in a sentence what it did.

    Raises:
        Refusal: If it names a piece or a field that does not exist, a value of the wrong kind, or
            one that is out of all bounds; or if the book cannot hide or show it. The state may be
            half changed then.
    """
    check_record(state, ruling, RULE_ZERO)
    match ruling:
        case Amend(piece=None, set=changes):
            return _amend_battle(state, changes)
        case Amend(piece=str(name), set=changes):
            old = _piece(state, name)
            state.pieces[name] = _changed(state, old, changes)
            if changes.keys() == {"x", "y"}:
                place = state.setting.told_at(float(changes["x"]), float(changes["y"]))
                return f"The referee moves {old.name} to {place}."
            return f"The referee changes {old.name}: {_told(changes)}."
        case Place(piece=fields, hidden=hidden):
            new = _made(state, fields)
            state.pieces[new.id] = new
            if hidden:
                rulebook.conceal(state, new.id)
            return f"The referee places {new.name}{' in hiding' if hidden else ''}."
        case Remove(piece=name):
            gone = state.pieces.pop(_piece(state, name).id)
            return f"The referee takes {gone.name} off the table."
        case Conceal(piece=name):
            return rulebook.conceal(state, _piece(state, name).id)
        case Reveal(piece=name, at=at):
            return rulebook.reveal(state, name, at)
        case Announce(text=text):
            return " ".join(text.split())
        case RollDice():
            return _rolled(ruling, dice)
    raise Refusal(RULE_ZERO, f"There is no ruling of the kind {type(ruling).__name__}.")


def _rolled(roll: RollDice, dice: Dice) -> str:
    """Roll what the referee wants, and say what came of it."""
    count, sides, plus = read_dice(roll.dice)
    what = " ".join(roll.what.split())
    total = dice.sum(count, sides, what or "the referee's roll", plus=plus)
    written = written_dice(count, sides, plus)
    return f"The referee rolls {written}{f' ({what})' if what else ''}: {total}."


def read_dice(text: str) -> tuple[int, int, int]:
    """How many dice of how many sides, and what is added.

    >>> read_dice("2d6+1"), read_dice("d20")
    ((2, 6, 1), (1, 20, 0))

    Raises:
        Refusal: If it is not written like that, or is more than anybody would roll.
    """
    found = _DICE.fullmatch(text)
    if found is None:
        raise Refusal(RULE_ZERO, f"{text!r} are no dice; write them like 2d6+1 or d20.")
    count, sides = int(found[1] or 1), int(found[2])
    if not 1 <= count <= _MOST_DICE or not 2 <= sides <= _MOST_SIDES:
        limits = f"1 to {_MOST_DICE} dice of 2 to {_MOST_SIDES} sides"
        raise Refusal(RULE_ZERO, f"{text!r} cannot be rolled; roll {limits}.")
    return count, sides, int((found[3] or "+") + (found[4] or "0"))


def written_dice(count: int, sides: int, plus: int) -> str:
    """Dice as they are written.

    >>> written_dice(*read_dice("D20 + 0")), written_dice(2, 6, -1)
    ('1d20', '2d6-1')
    """
    return f"{count}d{sides}{f'{plus:+d}' if plus else ''}"


def audience(
    ruling: Ruling, state: State, known: Mapping[str, tuple[State, State]]
) -> tuple[str, ...] | None:
    """The seats that may hear of a ruling: those who can see all that it changed.

    Args:
        ruling: What was decreed.
        state: The state after it.
        known: For each seat, the states before and after it, as that seat knows them.

    Returns:
        The seats, or ``None`` for everybody.
    """
    if isinstance(ruling, Announce | RollDice):
        hearing = _addressed(ruling, known)
    else:
        hearing = tuple(
            seat for seat, (before, after) in known.items() if _sees(ruling, state, before, after)
        )
    return None if len(hearing) == len(known) else hearing


def _addressed(said: Announce | RollDice, known: Mapping[str, object]) -> tuple[str, ...]:
    """Who is meant by an announcement, or sees a roll."""
    if isinstance(said, Announce) and not said.text.strip():
        raise Refusal(RULE_ZERO, "There is nothing to announce.")
    for seat in said.seats or ():
        if seat not in known and seat != REFEREE:
            raise Refusal(RULE_ZERO, f"There is no seat {seat!r}; there are: {', '.join(known)}.")
    wanted = known if said.seats is None else said.seats
    return tuple(seat for seat in known if seat in wanted)


def _sees(ruling: Ruling, state: State, before: State, after: State) -> bool:
    match ruling:
        case Conceal(piece=name):
            return name in after.pieces
        case Reveal(piece=name):
            return name in after.pieces or name not in state.pieces
        case Remove(piece=name):
            return name in before.pieces
        case Place(piece=fields):
            name = fields.get("id", "")
            return name in after.pieces and after.pieces[name] == state.pieces[name]
        case Amend(piece=None, set=changes):
            return _agree(after, state, changes)
        case Amend(piece=str(name), set=changes):
            seen = after.pieces.get(name)
            return seen is not None and _agree(seen, state.pieces[name], changes)
    return False


def _agree(one: Any, two: Any, names: Iterable[str]) -> bool:
    return all(getattr(one, name) == getattr(two, name) for name in names)


def _told(changes: dict[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in changes.items()) or "nothing"


def _piece(state: State, name: str) -> Piece:
    piece = state.pieces.get(name)
    if not isinstance(piece, Piece):
        known = ", ".join(state.pieces) or "none"
        raise Refusal(RULE_ZERO, f"There is no piece {name!r}; there are: {known}.")
    return piece


def _changed(state: State, piece: Piece, changes: dict[str, Any]) -> Piece:
    _known_fields(piece, changes, f"piece {piece.id!r}")
    if "id" in changes and changes["id"] != piece.id:
        raise Refusal(RULE_ZERO, "A piece keeps its id; place a new one instead.")
    fields = msgspec.to_builtins(piece) | changes
    changed = _converted(fields, type(piece), f"piece {piece.id!r}")
    check_piece(state, changed, RULE_ZERO)
    return changed


def _made(state: State, fields: dict[str, Any]) -> Piece:
    new: Piece = _converted(fields, _piece_type(state), "the new piece")
    if new.id in state.pieces:
        raise Refusal(RULE_ZERO, f"There is a piece {new.id!r} already.")
    check_id(state, new.id, RULE_ZERO)
    check_piece(state, new, RULE_ZERO)
    return new


def _piece_type(state: State) -> Any:
    """What this book's pieces are, one kind or several, from the annotation of its state."""
    for field in msgspec.structs.fields(state):
        if field.name == "pieces":
            _, kind = get_args(field.type)
            if kind is not Any:
                return kind
    raise TypeError(f"{type(state).__name__}.pieces does not say what its pieces are")


def _amend_battle(state: State, changes: dict[str, Any]) -> str:
    _known_fields(state, changes, "the battle")
    for name in changes:
        if name in ("setting", "pieces"):
            raise Refusal(RULE_ZERO, f"The battle's {name} cannot be amended as a whole.")
    hints = {field.name: field.type for field in msgspec.structs.fields(state)}
    for name, value in changes.items():
        new = _converted(value, hints[name], f"the battle's {name}")
        check_record(state, new, RULE_ZERO, where=name)
        setattr(state, name, new)
    return f"The referee changes the battle: {_told(changes)}."


def _known_fields(thing: Any, changes: dict[str, Any], what: str) -> None:
    for name in changes:
        if name not in thing.__struct_fields__:
            fields = ", ".join(thing.__struct_fields__)
            raise Refusal(RULE_ZERO, f"There is no field {name!r} of {what}; there are: {fields}.")


def _converted(value: Any, kind: type[T], what: str) -> T:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise Refusal(RULE_ZERO, f"That does not fit {what}: {error}.") from None
