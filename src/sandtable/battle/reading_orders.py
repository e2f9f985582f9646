"""An order's fields, read from words and written as words."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, Final, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo

if TYPE_CHECKING:
    from sandtable.battle.orders import Order

FILLERS: Final = frozenset(["to", "at", "with", "and", "on", "by", "from", "in", "the", "then"])
"""Words that may stand between the fields of an order, for the sake of the sentence."""

HEADINGS: Final = frozenset(["facing", "heading"])
"""Fields in degrees: orders may turn full circle, but typed so it is a slip for something else."""

LIKE: Final = 0.6
"""How much like a word a piece's id must be to be meant by it; less suggests what is absurd."""

_POINT: Final = re.compile(r"^\(?(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)\)?$")
_NUMBER: Final = re.compile(r"^-?\d+(?:\.\d+)?(?:\"|in|°)?$")

Sort = Literal["name", "names", "number", "point", "points", "word", "flag", "data"]


class PhraseError(ValueError):
    """A line that means no order; the message says why in a sentence."""


class Slot(Struct, frozen=True, kw_only=True):
    """A field of an order: what kind of thing is typed for it."""

    name: str
    sort: Sort
    words: tuple[str, ...] = ()
    values: tuple[str | int, ...] = ()
    whole: bool = False
    required: bool = False


@cache
def slots_of(kind: type[Order]) -> tuple[Slot, ...]:
    """The fields of a kind of order."""
    return tuple(_slot(field.name, field.type, field.required) for field in _fields_of(kind))


@cache
def _fields_of(kind: type[Order]) -> tuple[FieldInfo, ...]:
    # The types of fields are written as text, and reading that takes longer than all the rest.
    return msgspec.structs.fields(kind)


def _slot(name: str, annotation: Any, required: bool) -> Slot:
    kind = _without_none(annotation)
    if get_origin(kind) is Literal:
        values = get_args(kind)
        words = tuple(str(word) for word in values)
        return Slot(name=name, sort="word", words=words, values=values, required=required)
    return Slot(name=name, sort=_sort(kind), whole=kind is int, required=required)


def _sort(kind: Any) -> Sort:
    if kind is bool:
        return "flag"
    if kind in (int, float):
        return "number"
    if get_origin(kind) is tuple:
        inner = _without_none(get_args(kind)[0])
        if inner is float:
            return "point"
        return "points" if get_origin(inner) is tuple else "names"
    return "name" if kind is str or get_origin(kind) is None else "data"


def _without_none(annotation: Any) -> Any:
    if get_origin(annotation) in (Union, UnionType):
        kinds = [kind for kind in get_args(annotation) if kind is not type(None)]
        return kinds[0] if len(kinds) == 1 else annotation
    return annotation


# -- reading --------------------------------------------------------------------------------------


def read_fields(
    kind: type[Order], tag: str, words: list[str], state: Any, how: str | None = None
) -> Order:
    """An order of a kind from the words after its name.

    Each word goes to the first field that it fits and that has nothing yet; ``facing 90`` and
    ``facing=90`` name their field. A list of names leaves its last ones to fields that need them.

    Args:
        kind: The kind of order.
        tag: Its name.
        words: What was typed after that.
        state: The battle as the person knows it.
        how: How it is typed, for whoever got it wrong; its fields if nothing is said.

    Raises:
        PhraseError: If a word fits nowhere, or a field is missing.
    """
    how = how or usage(kind, tag)
    slots = {slot.name: slot for slot in slots_of(kind)}
    found: dict[str, Any] = {}
    pending: Slot | None = None
    for raw in words:
        key, equals, value = raw.partition("=")
        if equals and _named(slots, key) is not None:
            _put(_named(slots, key), value, found, state)
            continue
        named = _named(slots, raw)
        if pending is None and named is not None and named.name not in found:
            if named.sort == "flag":
                found[named.name] = True
            else:
                pending = named
            continue
        if pending is not None:
            _put(pending, raw, found, state)
            pending = None
            continue
        slot = _fitting(slots.values(), raw, found)
        if slot is not None:
            _put(slot, raw, found, state)
        elif raw.lower() not in FILLERS:
            raise PhraseError(f"'{raw}' fits nowhere. Type it like this: {how}")
    _share_names(slots, found)
    missing = [slot for slot in slots.values() if slot.required and slot.name not in found]
    if pending is not None or missing:
        raise PhraseError(f"Something is missing. Type it like this: {how}")
    try:
        return msgspec.convert(found | {"order": tag}, kind)
    except msgspec.ValidationError as error:
        raise PhraseError(f"That cannot be read: {error}.") from None


def _named(slots: dict[str, Slot], word: str) -> Slot | None:
    return slots.get(word.lower().replace("-", "_"))


def _fitting(slots: Iterable[Slot], word: str, found: dict[str, Any]) -> Slot | None:
    """The first field that a word fits and that can still take it.

    A name that may be left out gives way to a field that has this very word.
    """
    fitting = [
        slot
        for slot in slots
        if (slot.name not in found or slot.sort in ("points", "names")) and _fits(slot, word)
    ]
    if fitting and fitting[0].sort == "name" and not fitting[0].required:
        return next((slot for slot in fitting if slot.sort == "word"), fitting[0])
    return fitting[0] if fitting else None


def _share_names(slots: dict[str, Slot], found: dict[str, Any]) -> None:
    """Give single names that are missing the last words of a list, which takes all it can get."""
    lists = [name for name, slot in slots.items() if slot.sort == "names"]
    for slot in reversed(slots.values()):
        if slot.sort != "name" or not slot.required or slot.name in found:
            continue
        rich = next((name for name in lists if len(found.get(name, ())) > 1), None)
        if rich is not None:
            *kept, found[slot.name] = found[rich]
            found[rich] = tuple(kept)


def _fits(slot: Slot, word: str) -> bool:
    match slot.sort:
        case "point" | "points":
            return bool(_POINT.match(word))
        case "number":
            return is_number(word)
        case "word":
            return _meant(slot, word) is not None
        case "data":
            return word.startswith(("{", "["))
        case "name" | "names":
            plain = word.lower() in FILLERS or _POINT.match(word) or is_number(word)
            return not plain
    return False


def _meant(slot: Slot, word: str) -> str | int | None:
    """The one of a field's words or numbers that a word means, however it is written."""
    return next((one for one in slot.values if str(one).lower() == word.lower()), None)


def _put(slot: Slot | None, word: str, found: dict[str, Any], state: Any) -> None:
    assert slot is not None
    match slot.sort:
        case "point":
            found[slot.name] = _point(word)
        case "points":
            found[slot.name] = (*found.get(slot.name, ()), _point(word))
        case "number":
            found[slot.name] = _number(slot, word)
        case "word":
            meant = _meant(slot, word)
            if meant is None:
                raise PhraseError(f"'{word}' is none of: {', '.join(slot.words)}.")
            found[slot.name] = meant
        case "data":
            found[slot.name] = _data(word)
        case "flag":
            found[slot.name] = word.lower() in ("yes", "true", "on", "1")
        case "names":
            found[slot.name] = (*found.get(slot.name, ()), _name(word, state))
        case "name":
            found[slot.name] = _name(word, state)


def _point(word: str) -> tuple[float, float]:
    match = _POINT.match(word)
    if match is None:
        raise PhraseError(f"'{word}' is no place on the table; type it as 17,9.")
    return float(match[1]), float(match[2])


def _data(word: str) -> Any:
    try:
        return msgspec.json.decode(word)
    except msgspec.DecodeError:
        raise PhraseError(f"'{word}' is no JSON.") from None


def is_number(word: str) -> bool:
    """Whether a word is a plain number, or one of inches or degrees."""
    return bool(_NUMBER.match(word))


def _number(slot: Slot, word: str) -> float | int:
    if not is_number(word):
        raise PhraseError(f"'{word}' is no number for {slot.name}.")
    value = float(re.sub(r"(\"|in|°)$", "", word))
    if slot.name in HEADINGS and not 0.0 <= value <= 360.0:
        raise PhraseError(f"'{word}' is no heading; type 0 to 360 degrees.")
    return int(value) if slot.whole and value == int(value) else value


def _name(word: str, state: Any) -> str | None:
    return None if word in ("-", "none", "nobody") else find_piece(state, word)


def find_piece(state: Any, word: str) -> str:
    """The id of the piece that a word means: its id, its name, or the beginning of one.

    Raises:
        PhraseError: If there is none, or more than one.
    """
    pieces = state.pieces
    if word in pieces:
        return word
    wanted = _squeezed(word)
    exact = [name for name, piece in pieces.items() if wanted in _names(name, piece)]
    begun = [
        name
        for name, piece in pieces.items()
        if any(known.startswith(wanted) for known in _names(name, piece))
    ]
    for found in (exact, begun):
        if len(found) == 1:
            return str(found[0])
        if found:
            raise PhraseError(f"'{word}' may be {' or '.join(found)}.")
    gone = [name for name in state.out_of_play() if _squeezed(name) == wanted]
    if gone:
        raise PhraseError(f"{gone[0]} is out of action.")
    near = difflib.get_close_matches(word.lower(), pieces, n=3, cutoff=LIKE)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    raise PhraseError(f"Nothing in play is called '{word}'.{hint}")


def _names(name: str, piece: Any) -> tuple[str, str]:
    return _squeezed(name), _squeezed(piece.name)


def _squeezed(name: str) -> str:
    return re.sub(r"[\s_-]", "", name.lower())


# -- writing --------------------------------------------------------------------------------------


def written(order: Order) -> list[str]:
    """The fields of an order as words that can be read back; defaults are left out."""
    words: list[str] = []
    for field, slot in zip(_fields_of(type(order)), slots_of(type(order)), strict=True):
        value = getattr(order, field.name)
        if not field.required and value == field.default:
            continue
        words += _words_for(slot, value)
    return words


def _words_for(slot: Slot, value: Any) -> list[str]:
    if value is None:
        return ["-"] if slot.sort in ("name", "names") else []
    match slot.sort:
        case "points":
            return [_written_point(point) for point in value]
        case "point":
            return [_written_point(value)]
        case "number":
            return [slot.name.replace("_", "-"), _written_number(value)]
        case "flag":
            return [slot.name if value else f"{slot.name}=no"]
        case "data":
            return [msgspec.json.encode(value).decode()]
        case "names":
            return ["-" if name is None else str(name) for name in value]
    return [str(value)]


def _written_point(point: tuple[float, float]) -> str:
    return f"{_written_number(point[0])},{_written_number(point[1])}"


def _written_number(value: float) -> str:
    """A number that reads back as the very same one, without an exponent."""
    return str(round(value)) if value == round(value) else format(Decimal(repr(value)), "f")


def usage(kind: type[Order], tag: str) -> str:
    """How an order of a kind is typed: ``fire ELEMENT TARGET [SECONDARY ...]``."""
    parts = [tag.replace("-", " ")]
    for slot in slots_of(kind):
        shown = _shown(slot)
        parts.append(shown if slot.required else f"[{shown}]")
    return " ".join(parts)


def _shown(slot: Slot) -> str:
    name = slot.name.replace("_", "-")
    match slot.sort:
        case "point":
            return "X,Y"
        case "points":
            return "X,Y ..."
        case "number":
            return f"{name} N"
        case "word":
            return "|".join(slot.words)
        case "flag":
            return name
        case "data":
            return f"{name.upper()} (JSON)"
        case "names":
            return f"{name.upper()} ..."
    return name.upper()
