"""Dice whose faces are given: tests, real dice at the table, replays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.dice.rolled import RolledDice
from sandtable.dice.rolls import DiceError, DiceNeeded, Roll, RollRequest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class ScriptedDice(RolledDice):
    """Faces taken in order by whatever is asked: a pool of three takes the next three.

    For real dice, run the procedure; when it stops with `DiceNeeded`, have those dice thrown,
    `feed` them and run it again from the start. Running out uses up nothing: the dice go back
    by themselves to where the last `begin` was. Asked for a line of the journal a second time
    (a referee has a step carried out anew), they give the faces that were used there before.
    They are bound to lines only: whoever takes an order back and gives it again throws again.

    Examples:
        >>> dice = ScriptedDice([7])
        >>> dice.contest(10, "firer", "target")
        Traceback (most recent call last):
            ...
        sandtable.dice.rolls.DiceNeeded: dice needed: 1d10, target
        >>> dice.feed(4)
        >>> dice.contest(10, "firer", "target")
        3
    """

    def __init__(self, faces: Iterable[int] = ()) -> None:
        super().__init__()
        self._script = list(faces)
        self._next = 0
        self._start = 0
        self._used: dict[int, list[int]] = {}

    def begin(self, line: int, place: bytes | None = None) -> None:
        """Start a line of the journal; faces not yet used stay for it."""
        self._used[self._line] = self._script[self._start : self._next]
        if line != self._line:
            self._script[self._next : self._next] = self._used.get(line, [])
        else:
            self._next = self._start
        super().begin(line, place)
        self._start = self._next

    def feed(self, *faces: int) -> None:
        """Add faces at the end of the script."""
        self._script.extend(faces)

    def take_back(self, count: int = 1) -> tuple[int, ...]:
        """Remove the last faces of the script that are not used yet, as after a slip of the pen.

        >>> dice = ScriptedDice([3, 4, 66])
        >>> dice.take_back(), dice.remaining
        ((66,), (3, 4))
        """
        left = len(self._script) - self._next
        if not 0 <= count <= left:
            raise DiceError(f"{count} faces cannot be taken back; {left} are not used yet")
        first = len(self._script) - count
        taken = tuple(self._script[first:])
        del self._script[first:]
        return taken

    def rewind(self) -> None:
        """Go back to where the last `begin` was (or to the start), to run a procedure again."""
        self._next = self._start
        self._rolls.clear()
        self._taken = 0

    @property
    def remaining(self) -> tuple[int, ...]:
        """The faces not used yet."""
        return tuple(self._script[self._next :])

    def assert_spent(self) -> None:
        """Raise `DiceError` if faces are left over.

        >>> ScriptedDice([3, 4]).assert_spent()
        Traceback (most recent call last):
            ...
        sandtable.dice.rolls.DiceError: the script has 2 faces left over: 3 4
        """
        if left := self.remaining:
            faces = "1 face" if len(left) == 1 else f"{len(left)} faces"
            shown = " ".join(map(str, left))
            raise DiceError(f"the script has {faces} left over: {shown}")

    def _throw(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        return self._take(RollRequest(what, sides, count))

    def _deal(self, count: int, size: int, what: str) -> tuple[int, ...]:
        return self._take(RollRequest(what, size, count, drawn=True))

    def _take(self, request: RollRequest) -> tuple[int, ...]:
        faces = tuple(self._script[self._next : self._next + request.count])
        check_faces(faces, request)
        if len(faces) < request.count:
            missing = request.count - len(faces)
            self.rewind()
            raise DiceNeeded(RollRequest(request.what, request.sides, missing, drawn=request.drawn))
        self._next += request.count
        return faces


class RecordedDice(RolledDice):
    """Rolls of a journal, played back; each question must be the one that was recorded.

    Examples:
        >>> dice = RecordedDice([Roll("firer", 10, (7,)), Roll("damage", 6, (5, 2))])
        >>> dice.die(10, "firer")
        7
        >>> dice.sum(3, 6, "damage")
        Traceback (most recent call last):
            ...
        sandtable.dice.rolls.DiceError: recorded roll 2 is 2d6, damage; but 3d6, damage is asked for
    """

    def __init__(self, rolls: Sequence[Roll]) -> None:
        super().__init__()
        self._record = tuple(rolls)
        self._next = 0

    @property
    def remaining(self) -> tuple[Roll, ...]:
        """The recorded rolls not asked for yet."""
        return self._record[self._next :]

    def assert_spent(self) -> None:
        """Raise `DiceError` if recorded rolls were never asked for.

        >>> RecordedDice([Roll("firer", 10, (7,))]).assert_spent()
        Traceback (most recent call last):
            ...
        sandtable.dice.rolls.DiceError: recorded roll 1 (1d10, firer: 7) was never asked for
        """
        if left := self.remaining:
            raise DiceError(f"recorded roll {self._next + 1} ({left[0]}) was never asked for")

    def _throw(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        return self._replay(RollRequest(what, sides, count))

    def _deal(self, count: int, size: int, what: str) -> tuple[int, ...]:
        return self._replay(RollRequest(what, size, count, drawn=True))

    def _replay(self, request: RollRequest) -> tuple[int, ...]:
        number = self._next + 1
        if number > len(self._record):
            raise DiceError(
                f"the record ends after roll {len(self._record)}; but {request} is asked for"
            )
        roll = self._record[self._next]
        if roll.request != request:
            raise DiceError(f"recorded roll {number} is {roll.request}; but {request} is asked for")
        check_faces(roll.faces, request)
        self._next = number
        return roll.faces


def check_faces(faces: Sequence[int], request: RollRequest) -> None:
    """Refuse faces that the dice asked for cannot show.

    >>> check_faces([3, 7], RollRequest("grenade damage", 6, 2))
    Traceback (most recent call last):
        ...
    sandtable.dice.rolls.DiceError: 7 is not a face of 2d6, grenade damage; faces are 1 to 6
    """
    for number, face in enumerate(faces):
        if type(face) is not int or not 1 <= face <= request.sides:
            raise DiceError(f"{face!r} is not a face of {request}; faces are 1 to {request.sides}")
        if request.drawn and face in faces[:number]:
            raise DiceError(f"{face} comes twice in {request}; each can be drawn only once")
