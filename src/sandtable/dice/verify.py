"""Check every roll of a battle played with fair dice.

This file stands alone: it needs Python and nothing else, so that you can read it, copy it to
another computer and run it there:

    python verify.py battle.jsonl          (or: python -m sandtable.dice.verify battle.jsonl)

What it checks:

1. Before the battle the server published a commitment: the SHA-256 of its secret. The secret
   revealed after the battle must give that commitment; so it was not changed in between.
2. Then every person sealed a word: a SHA-256 over the commitment, the battle, the seat, a random
   nonce and the word. Each seal must fit what was opened. Since it contains the commitment, it came
   after it; since it binds the word, nobody could choose his word by those of the others. That all
   seals were in before any was opened no file can show: YOUR OWN PAGE HAS SEEN IT, AND CHECKS AT
   THE END THAT THE SEALS IN THE JOURNAL ARE THOSE IT SAW. Check that your own word is among them.
3. The key of the battle is HMAC-SHA256(secret, seats, nonces and words in the order of the seats).
   If a ceremony was broken off and begun anew, the journal says how often and by whom.
4. Every die follows from the key, the place of the step it was rolled in, and its own number within
   that step, counted from 0 (its index). The place follows from the decisions that stand: it is
   SHA-256(place before, kind, seat, order), worked out here from the bytes of the file. A step that
   was undone leaves no trace in it.

Texts are joined as length in bytes, colon, text: "2:ab1:c" is ab and c.

Journals of format 1 are checked as they were written: their words were not sealed, and their dice
are bound to the number of the line.

A battle may have been taken over from a line of another one ("taken_over" on the first line). The
dice of that past are not those of this battle; they are not checked here, and that is said.

The numbers of the journal's lines must follow on one another; the first line is number 0. That
each order and each roll was due by the rules, and each order written in the one way that there is,
is shown by replaying the journal with Sandtable.

Exit status: 0 all is well, 1 something differs, 2 the file cannot be checked.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

LARGEST_PILE = 1_000_000  # no game draws from more, and a garbled number must not fill the memory
START = hashlib.sha256(b"sandtable: the dice of a battle, format 2").digest()
SAID = {"announce": {"because", "text", "seats"}, "roll-dice": {"because", "what", "seats"}}


class Mismatch(Exception):  # noqa: N818 - the thing that this program looks for
    """Something differs from what the secret and the words give."""


class Unusable(Exception):  # noqa: N818 - says what is missing or garbled
    """The journal cannot be checked: something is missing or garbled."""


class Checked(NamedTuple):
    """What was checked of a journal, and found in order."""

    faces: int
    lines: int  # those that have rolls
    past: int | None = None  # the line up to which the dice were others, and not checked
    notes: tuple[str, ...] = ()  # what everybody should know of these dice


class Words(NamedTuple):
    """What the first line says of the dice: the players' words, and how they came in."""

    commitment: str
    words: list[str]
    battle: str | None = None  # named if the words were sealed
    sealed: Sequence[Mapping[str, str]] = ()
    anew: Sequence[Mapping[str, Any]] = ()


# -- the dice -------------------------------------------------------------------------------------


def commitment_of(secret: bytes) -> str:
    """The commitment that was to be published before the battle.

    >>> commitment_of(b"a secret of the server")[:8]
    '5a948606'
    """
    return hashlib.sha256(secret).hexdigest()


def joined(texts: Iterable[str | bytes]) -> bytes:
    """Texts as bytes, in one way only.

    >>> joined(["ab", "c"])
    b'2:ab1:c'
    """
    raw = [text.encode("utf-8") if isinstance(text, str) else text for text in texts]
    return b"".join(str(len(text)).encode("ascii") + b":" + text for text in raw)


def key_of(secret: bytes, words: Sequence[str]) -> bytes:
    """The key of a battle whose words were not sealed.

    >>> key_of(b"secret", ["ab", "c"]) == key_of(b"secret", ["a", "bc"])
    False
    """
    return hmac.new(secret, joined(words), hashlib.sha256).digest()


def sealed_key_of(secret: bytes, sealed: Iterable[Mapping[str, str]]) -> bytes:
    """The key of a battle whose words were sealed."""
    texts = ["sandtable fair dice: key"]
    for one in sealed:
        texts += [one["seat"], one["nonce"], one["word"]]
    return hmac.new(secret, joined(texts), hashlib.sha256).digest()


def seal_of(commitment: str, battle: str, seat: str, nonce: str, word: str) -> str:
    """The seal of a word."""
    texts = ["sandtable fair dice: seal", commitment, battle, seat, nonce, word]
    return hashlib.sha256(joined(texts)).hexdigest()


def face_of(key: bytes, place: int | str, index: int, sides: int) -> int:
    """The face of one die, 1 to `sides`.

    HMAC-SHA256(key, "place/index/attempt") gives 32 bytes; the first 8, high byte first, are a
    number. The face is its remainder by `sides`, plus 1. To be fair to all faces, a number in
    the last incomplete round at the top is refused, and the attempt goes up by 1. The place is
    written in hex; in format 1 it is the number of the line.

    >>> face_of(key_of(b"secret", ["word"]), place=12, index=0, sides=6)
    1
    """
    attempt = 0
    while True:
        message = f"{place}/{index}/{attempt}".encode("ascii")
        number = int.from_bytes(hmac.new(key, message, hashlib.sha256).digest()[:8], "big")
        if number < 2**64 - 2**64 % sides:
            return number % sides + 1
        attempt += 1


def faces_of(
    key: bytes, place: int | str, index: int, count: int, sides: int, drawn: bool = False
) -> list[int]:
    """The faces of several dice, or of a draw, starting with die number `index` of the place.

    A draw takes numbers from the pile 1 to `sides` without putting them back: each die has as
    many sides as numbers are left in the pile, and its face says which of them is taken.
    """
    if not drawn:
        return [face_of(key, place, index + i, sides) for i in range(count)]
    pile = list(range(1, sides + 1))
    return [pile.pop(face_of(key, place, index + i, len(pile)) - 1) for i in range(count)]


def place_of(before: bytes, kind: str, seat: str, order: str) -> bytes:
    """The place of a step: what was decided, after all that stands."""
    return hashlib.sha256(before + joined([kind, seat, order])).digest()


def check_rolls(key: bytes, line: int, place: int | str, rolls: Sequence[object]) -> int:
    """Check all rolls of a line; returns the number of faces.

    Raises:
        Mismatch: Names the first die that differs.
        Unusable: A roll is not one.
    """
    index = 0
    for number, roll in enumerate(rolls, start=1):
        where = f"line {line}, roll {number}"
        what, sides, faces, drawn = _read_roll(roll, where)
        expected = faces_of(key, place, index, len(faces), sides, drawn)
        for i, (found, due) in enumerate(zip(faces, expected, strict=True), start=1):
            if found != due:
                raise Mismatch(
                    f"{where} ({what}): die {i} of {len(faces)} (d{sides}) shows {found}, "
                    f"but {due} follows from the secret and the words"
                )
        index += len(faces)
    return index


# -- the journal ----------------------------------------------------------------------------------


def verify_journal(lines: Iterable[str]) -> Checked:
    """Check a journal given as lines of JSON.

    Raises:
        Mismatch: Names the first thing that differs.
        Unusable: Names what is missing or garbled.
    """
    texts: list[str] = []
    records: list[dict[str, Any]] = []
    secret: bytes | None = None
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        record = _read_json(text, number)
        if not records:
            record.setdefault("line", 0)
        texts.append(text)
        records.append(record)
        if record.get("secret") is not None:
            revealed = _read_secret(record["secret"], number)
            if secret is not None and revealed != secret:
                raise Unusable(f"line {number} of the file reveals a second, different secret")
            secret = revealed
        if record.get("rolls"):
            _check_step(record, number)
    if not records:
        raise Unusable("the file is empty")
    dice = _read_dice(records[0])
    if secret is None:
        raise Unusable("no line has a secret: it has not been revealed yet")
    past = _read_past(records[0])
    if commitment_of(secret) != dice.commitment.lower():
        raise Mismatch(
            f"the secret does not fit the commitment: its SHA-256 is {commitment_of(secret)}, "
            f"but {dice.commitment} was published"
        )
    if dice.battle is None:
        key = key_of(secret, dice.words)
    else:
        _check_seals(dice, records[0])
        key = sealed_key_of(secret, dice.sealed)
    places = _numbers(records) if records[0].get("format", 1) == 1 else _places(records, texts)
    faces = steps = 0
    for record, place in zip(records, places, strict=True):
        if record.get("rolls") and (past is None or record["line"] > past):
            faces += check_rolls(key, record["line"], place, record["rolls"])
            steps += 1
    numbers = [record["line"] for record in records if type(record.get("line")) is int]
    for before, after in itertools.pairwise(numbers):
        if after != before + 1:
            raise Mismatch(
                f"line {after} comes after line {before}; lines must be numbered without gaps"
            )
    return Checked(faces, steps, past, _notes(dice))


def _numbers(records: Sequence[Mapping[str, Any]]) -> list[int | str]:
    """The places of format 1: numbers of lines. A referee's new results keep their dice."""
    places: list[int | str] = []
    last = -1
    for record in records:
        line = record.get("line")
        place = line if type(line) is int else 0
        if record.get("rolls"):
            if place <= last:
                raise Mismatch(f"line {place} comes after line {last}; line numbers must rise")
            last = place
        if record.get("kind") == "overrule" and type(record.get("dice_of")) is int:
            if record["dice_of"] > place:
                raise Mismatch(
                    f"line {place} uses the dice of line {record['dice_of']}, which comes later"
                )
            place = record["dice_of"]
        places.append(place)
    return places


def _places(records: Sequence[Mapping[str, Any]], texts: Sequence[str]) -> list[int | str]:
    """The places of all lines, from what stands before each of them."""
    standing = [(0, START)]
    places: list[int | str] = [START.hex()]
    for record, text in zip(records[1:], texts[1:], strict=True):
        line, kind = record.get("line"), record.get("kind", "order")
        if type(line) is not int:
            raise Unusable('a line has no number in "line"')
        if kind in ("undo", "overrule"):  # go back to the line that stands again
            to = record.get("to")
            while standing and standing[-1][0] != to:
                standing.pop()
            if not standing:
                raise Unusable(f'line {line} goes back to a line that does not stand, in "to"')
        before = standing[-1][1]
        place = before
        if kind in ("order", "overrule"):
            place = place_of(before, "order", _seat(record), cut(text, line)["order"])
            standing.append((line, place))
        elif kind == "ruling":
            parts = cut(cut(text, line)["order"], line)
            name = json.loads(parts.get("order", '""'))
            left_out = SAID.get(name, {"because"})
            kept = (f"{json.dumps(k)}:{v}" for k, v in parts.items() if k not in left_out)
            place = place_of(before, "ruling", _seat(record), "{" + ",".join(kept) + "}")
            standing.append((line, before if name == "announce" else place))
        elif kind not in ("undo", "reveal"):
            raise Unusable(f"line {line} is of a kind that is not known: {kind!r}")
        places.append(place.hex())
    return places


def cut(text: str, line: int) -> dict[str, str]:
    """The fields of a JSON object, each as the very text that stands there.

    >>> cut('{"seat":"west","order":{"to":[1.0, 2]}}', 1)
    {'seat': '"west"', 'order': '{"to":[1.0, 2]}'}

    Raises:
        Unusable: It is no object, or has a field twice.
    """
    decoder = json.JSONDecoder()
    fields: dict[str, str] = {}
    rest = text.strip()
    try:
        if not rest.startswith("{"):
            raise ValueError
        rest = rest[1:].lstrip()
        while not rest.startswith("}"):
            name, end = decoder.raw_decode(rest)
            rest = rest[end:].lstrip()
            if not isinstance(name, str) or not rest.startswith(":") or name in fields:
                raise ValueError
            rest = rest[1:].lstrip()
            _, end = decoder.raw_decode(rest)
            fields[name], rest = rest[:end], rest[end:].lstrip()
            if rest.startswith(","):
                rest = rest[1:].lstrip()
            elif not rest.startswith("}"):
                raise ValueError
    except (ValueError, RecursionError):
        raise Unusable(f"line {line} holds what is no proper object, or a field twice") from None
    return fields


def _seat(record: Mapping[str, Any]) -> str:
    seat = record.get("seat")
    if not isinstance(seat, str) or not isinstance(record.get("order"), dict):
        raise Unusable(f'line {record.get("line")} has no "seat", or no "order"')
    return seat


def _check_seals(dice: Words, header: Mapping[str, Any]) -> None:
    seats = [one["seat"] for one in dice.sealed]
    if seats != sorted(set(seats)):
        raise Mismatch("the sealed words are not in the order of their seats' names, each once")
    for one in dice.sealed:
        if one["seat"] not in header.get("seats", []):
            raise Mismatch(f"a word was sealed for {one['seat']}, which is no seat of this battle")
        due = seal_of(dice.commitment, dice.battle or "", one["seat"], one["nonce"], one["word"])
        if due != one["seal"]:
            raise Mismatch(
                f"the word of {one['seat']} does not fit its seal: with the commitment, the battle "
                f"and the nonce it gives {due}, but {one['seal']} was published"
            )


def _notes(dice: Words) -> tuple[str, ...]:
    if dice.battle is None:
        return ("the words were not sealed: whoever knew the secret could choose the last one",)
    seats = ", ".join(one["seat"] for one in dice.sealed)
    notes = [
        f"words were sealed by {seats}: whoever played a seat that is missing here was left out"
        if seats
        else "no person sealed a word, so the server alone made these dice"
    ]
    if dice.anew:
        told = ", ".join(
            f"by {one['by']}{' when all seals were in' if one.get('opening') else ''}"
            for one in dice.anew
        )
        times = "once" if len(dice.anew) == 1 else f"{len(dice.anew)} times"
        notes.append(f"the ceremony was begun anew {times}: {told}")
    return tuple(notes)


# -- reading --------------------------------------------------------------------------------------


def _read_json(text: str, number: int) -> dict[str, Any]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise Unusable(f"line {number} of the file is not JSON") from None
    if not isinstance(record, dict):
        raise Unusable(f"line {number} of the file is not a JSON object")
    return record


def _read_dice(header: Mapping[str, Any]) -> Words:
    dice = header.get("dice")
    if not isinstance(dice, dict):
        raise Unusable('the first line has no "dice": this is not the start of a journal')
    if dice.get("kind") != "fair":
        raise Unusable(f'the dice are {dice.get("kind")!r}; only "fair" ones can be checked')
    commitment = dice.get("commitment")
    if not isinstance(commitment, str) or not commitment:
        raise Unusable('the dice on the first line have no "commitment"')
    words = dice.get("words", [])
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise Unusable('the dice on the first line have no list of "words"')
    read = _read_ceremony(commitment, dice.get("ceremony")) or Words(commitment, words)
    try:
        joined([*read.words, read.battle or ""])
    except UnicodeEncodeError:
        raise Unusable('one of the "words" is not proper text') from None
    return read


def _read_ceremony(commitment: str, ceremony: object) -> Words | None:
    if ceremony is None:
        return None
    if not isinstance(ceremony, dict) or not isinstance(ceremony.get("battle"), str):
        raise Unusable('"ceremony" on the first line does not name its "battle"')
    sealed, anew = ceremony.get("words", []), ceremony.get("begun_anew", [])
    names = ("seat", "seal", "nonce", "word")
    if not _all_have(sealed, names):
        raise Unusable('"ceremony" on the first line has no proper list of "words"')
    if not _all_have(anew, ("by", "commitment")):
        raise Unusable('"ceremony" on the first line has no proper list of "begun_anew"')
    words = [one["word"] for one in sealed]
    return Words(commitment, words, ceremony["battle"], sealed, anew)


def _all_have(things: object, names: Sequence[str]) -> bool:
    return isinstance(things, list) and all(
        isinstance(one, dict) and all(isinstance(one.get(name), str) for name in names)
        for one in things
    )


def _read_past(header: Mapping[str, Any]) -> int | None:
    past = header.get("taken_over")
    if past is None:
        return None
    line = past.get("line") if isinstance(past, dict) else None
    if type(line) is not int or line < 0:
        raise Unusable('"taken_over" on the first line has no proper number in "line"')
    return line


def _read_secret(value: object, number: int) -> bytes:
    try:
        return bytes.fromhex(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise Unusable(f"the secret on line {number} of the file is not in hex") from None


def _check_step(record: Mapping[str, Any], number: int) -> None:
    if type(record.get("line")) is not int:
        raise Unusable(f'line {number} of the file has rolls but no number in "line"')
    if not isinstance(record["rolls"], list):
        raise Unusable(f'the "rolls" on line {number} of the file are not a list')


def _read_roll(roll: object, where: str) -> tuple[str, int, Sequence[int], bool]:
    if not isinstance(roll, Mapping):
        raise Unusable(f"{where} is not a roll")
    what, sides, faces = roll.get("what"), roll.get("sides"), roll.get("faces")
    drawn = roll.get("drawn", False)
    if not isinstance(what, str):
        raise Unusable(f'{where} has no "what"')
    if type(sides) is not int or not 1 <= sides < 2**64:
        raise Unusable(f'{where} ({what}) has no proper number in "sides"')
    if not isinstance(faces, list | tuple) or not all(type(face) is int for face in faces):
        raise Unusable(f'{where} ({what}) has no list of numbers in "faces"')
    if type(drawn) is not bool or (drawn and not len(faces) <= sides <= LARGEST_PILE):
        raise Unusable(f"{where} ({what}) is not a proper draw")
    return what, sides, faces, drawn


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the journal named on the command line; returns the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if len(arguments) != 1:
        print("usage: python -m sandtable.dice.verify JOURNAL", file=sys.stderr)
        return 2
    path = Path(arguments[0])
    try:
        with path.open(encoding="utf-8", newline="\n") as journal:
            checked = verify_journal(journal)
    except Mismatch as difference:
        print(f"{path}: NOT FAIR: {difference}", file=sys.stderr)
        return 1
    except (Unusable, OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else fault
        print(f"{path}: cannot be checked: {reason}", file=sys.stderr)
        return 2
    print(
        f"{path}: all {checked.faces} faces in {checked.lines} lines follow from the secret "
        "and the words"
    )
    for note in checked.notes:
        print(f"{path}: {note}")
    if checked.past is not None:
        print(
            f"{path}: the battle was taken over; the dice up to line {checked.past} are others, "
            "and were not checked"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
