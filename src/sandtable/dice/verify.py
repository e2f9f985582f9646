"""Check every roll of a battle played with fair dice.

This file stands alone: it needs Python and nothing else, so that you can read it, copy it to
another computer and run it there:

    python verify.py battle.jsonl          (or: python -m sandtable.dice.verify battle.jsonl)

What it checks:

1. Before the battle the server published a commitment: the SHA-256 of its secret. The secret
   revealed after the battle must give that commitment; so it was not changed in between.
2. The key of the battle is HMAC-SHA256(secret, words). The words came from the players after the
   commitment; so the server could not choose a secret that suits it. They are joined as
   length, colon, text: "2:ab1:c" is ab and c. CHECK THAT YOUR OWN WORD IS AMONG THEM.
3. Every die follows from the key, the number of the journal line it was rolled for (its place),
   and its own number within that line, counted from 0 over all rolls of the line (its index).

A battle may have been taken over from a line of another one ("taken_over" on the first line). The
dice of that past are not those of this battle; they are not checked here, and that is said.

The numbers of the journal's lines must follow on one another; the first line is number 0. By
leaving out numbers a server could choose among rolls. That each roll was due by the rules is shown
by replaying the journal with Sandtable.

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


class Mismatch(Exception):  # noqa: N818 - the thing that this program looks for
    """Something differs from what the secret and the words give."""


class Unusable(Exception):  # noqa: N818 - says what is missing or garbled
    """The journal cannot be checked: something is missing or garbled."""


class Checked(NamedTuple):
    """What was checked of a journal, and found in order."""

    faces: int
    lines: int  # those that have rolls
    past: int | None = None  # the line up to which the dice were others, and not checked


def commitment_of(secret: bytes) -> str:
    """The commitment that was to be published before the battle.

    >>> commitment_of(b"a secret of the server")[:8]
    '5a948606'
    """
    return hashlib.sha256(secret).hexdigest()


def key_of(secret: bytes, words: Sequence[str]) -> bytes:
    """The key of the battle, from the server's secret and the players' words.

    >>> key_of(b"secret", ["ab", "c"]) == key_of(b"secret", ["a", "bc"])
    False
    """
    message = b""
    for word in words:
        text = word.encode("utf-8")
        message += str(len(text)).encode("ascii") + b":" + text
    return hmac.new(secret, message, hashlib.sha256).digest()


def face_of(key: bytes, place: int, index: int, sides: int) -> int:
    """The face of one die, 1 to `sides`.

    HMAC-SHA256(key, "place/index/attempt") gives 32 bytes; the first 8, high byte first, are a
    number. The face is its remainder by `sides`, plus 1. To be fair to all faces, a number in
    the last incomplete round at the top is refused, and the attempt goes up by 1.

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
    key: bytes, place: int, index: int, count: int, sides: int, drawn: bool = False
) -> list[int]:
    """The faces of several dice, or of a draw, starting with die number `index` of the place.

    A draw takes numbers from the pile 1 to `sides` without putting them back: each die has as
    many sides as numbers are left in the pile, and its face says which of them is taken.
    """
    if not drawn:
        return [face_of(key, place, index + i, sides) for i in range(count)]
    pile = list(range(1, sides + 1))
    return [pile.pop(face_of(key, place, index + i, len(pile)) - 1) for i in range(count)]


def verify(
    secret: bytes,
    commitment: str,
    words: Sequence[str],
    lines: Iterable[tuple[int, Sequence[Mapping[str, Any]]]],
    *,
    again: Mapping[int, int] | None = None,
) -> int:
    """Check the secret against its commitment, and then every face.

    Args:
        secret: What the server revealed after the battle.
        commitment: What it published before.
        words: What the players added in between, in their order.
        lines: For each line of the journal that has rolls: its place and its rolls, each with
            `what`, `sides`, `faces`, and `drawn` for a draw.
        again: For lines in which a referee had an earlier order carried out again: the line for
            which the dice were thrown. Its dice count again, as they fell.

    Returns:
        How many faces were checked.

    Raises:
        Mismatch: Names the first thing that differs.
        Unusable: A roll is not one.
    """
    if commitment_of(secret) != commitment.lower():
        raise Mismatch(
            f"the secret does not fit the commitment: its SHA-256 is {commitment_of(secret)}, "
            f"but {commitment} was published"
        )
    key = key_of(secret, words)
    checked = 0
    last_place: int | None = None
    for place, rolls in lines:
        if last_place is not None and place <= last_place:
            raise Mismatch(f"line {place} comes after line {last_place}; line numbers must rise")
        last_place = place
        thrown_for = (again or {}).get(place, place)
        if thrown_for > place:
            raise Mismatch(f"line {place} uses the dice of line {thrown_for}, which comes later")
        index = 0
        for number, roll in enumerate(rolls, start=1):
            where = f"line {place}, roll {number}"
            what, sides, faces, drawn = _read_roll(roll, where)
            expected = faces_of(key, thrown_for, index, len(faces), sides, drawn)
            for i, (found, due) in enumerate(zip(faces, expected, strict=True), start=1):
                if found != due:
                    raise Mismatch(
                        f"{where} ({what}): die {i} of {len(faces)} (d{sides}) shows {found}, "
                        f"but {due} follows from the secret and the words"
                    )
            index += len(faces)
        checked += index
    return checked


def verify_journal(lines: Iterable[str]) -> Checked:
    """Check a journal given as lines of JSON.

    Raises:
        Mismatch: Names the first thing that differs.
        Unusable: Names what is missing or garbled.
    """
    header: dict[str, Any] | None = None
    secret: bytes | None = None
    steps: list[tuple[int, list[Any]]] = []
    again: dict[int, int] = {}
    numbers = [0]
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        record = _read_json(text, number)
        if header is None:
            header = record
            record.setdefault("line", 0)
        if record.get("secret") is not None:
            revealed = _read_secret(record["secret"], number)
            if secret is not None and revealed != secret:
                raise Unusable(f"line {number} of the file reveals a second, different secret")
            secret = revealed
        if record.get("rolls"):
            steps.append(_read_step(record, number))
            if record.get("kind") == "overrule" and type(record.get("dice_of")) is int:
                again[steps[-1][0]] = record["dice_of"]
        if type(record.get("line")) is int and record is not header:
            numbers.append(record["line"])
    if header is None:
        raise Unusable("the file is empty")
    commitment, words = _read_dice(header)
    if secret is None:
        raise Unusable("no line has a secret: it has not been revealed yet")
    past = _read_past(header)
    if past is not None:
        steps = [step for step in steps if step[0] > past]
    faces = verify(secret, commitment, words, steps, again=again)
    for before, after in itertools.pairwise(numbers):
        if after != before + 1:
            raise Mismatch(
                f"line {after} comes after line {before}; lines must be numbered without gaps"
            )
    return Checked(faces, len(steps), past)


def _read_json(text: str, number: int) -> dict[str, Any]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise Unusable(f"line {number} of the file is not JSON") from None
    if not isinstance(record, dict):
        raise Unusable(f"line {number} of the file is not a JSON object")
    return record


def _read_dice(header: Mapping[str, Any]) -> tuple[str, list[str]]:
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
    try:
        "".join(words).encode("utf-8")
    except UnicodeEncodeError:
        raise Unusable('one of the "words" is not proper text') from None
    return commitment, words


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


def _read_step(record: Mapping[str, Any], number: int) -> tuple[int, list[Any]]:
    place, rolls = record.get("line"), record["rolls"]
    if type(place) is not int:
        raise Unusable(f'line {number} of the file has rolls but no number in "line"')
    if not isinstance(rolls, list):
        raise Unusable(f'the "rolls" on line {number} of the file are not a list')
    return place, rolls


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
        with path.open(encoding="utf-8") as journal:
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
    if checked.past is not None:
        print(
            f"{path}: the battle was taken over; the dice up to line {checked.past} are others, "
            "and were not checked"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
