"""Orders carried out with the computer's dice or with real ones, which are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.cli.terminal.screen import Gone
from sandtable.dice import DiceError, DiceNeeded, ScriptedDice
from sandtable.dice.scripted import check_faces

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.battle import Battle, Order
    from sandtable.cli.terminal.screen import Screen
    from sandtable.dice import RollRequest

BACK = ("back", "b", "oops")
LEAVE = ("quit", "exit", "q")
HELP = (
    "  Type what the dice show, 0 for a ten; back to type the roll before that again; "
    "or quit: nothing of this order has happened then."
)


def carry_out(screen: Screen, battle: Battle[Any], order: Order, seat: str) -> None:
    """Play an order; real dice are asked for, and only when all have been rolled does it count.

    Raises:
        Refusal: If the order is not allowed.
        Gone: If the person leaves in the middle; nothing has happened then.
    """
    if not isinstance(battle.dice, ScriptedDice):
        battle.play(order, seat)
        return
    refused = battle.refusal(order, seat)
    if refused is not None:
        raise refused
    rolled(screen, battle.dice, lambda: battle.fork().play(order, seat))
    battle.play(order, seat)


def rolled(screen: Screen, dice: ScriptedDice, attempt: Callable[[], object]) -> None:
    """Ask for dice until an attempt has all that it needs, and have them confirmed.

    Args:
        screen: Where they are asked for.
        dice: The dice to feed.
        attempt: What is tried; it must leave things as they are, whether it succeeds or not.
    """
    asked: list[RollRequest] = []
    fed: list[int] = []
    before = len(dice.remaining)
    try:
        while True:
            try:
                attempt()
            except DiceNeeded as needed:
                _ask(screen, dice, needed.request, asked, fed)
                continue
            if not asked or _confirmed(screen, dice, asked, fed):
                return
    except BaseException:
        dice.take_back(len(dice.remaining) - before)
        raise


def _ask(
    screen: Screen, dice: ScriptedDice, request: RollRequest, asked: list[Any], fed: list[int]
) -> None:
    while True:
        line = _heard(screen, f"  Roll {request}: ")
        if line in BACK:
            if not asked:
                screen.warn("  This is the first roll; there is none before it.")
                continue
            _forget(screen, dice, asked, fed)
            return
        try:
            faces = read_faces(line, request)
        except DiceError as error:
            screen.warn(f"  {str(error)[:1].upper()}{str(error)[1:]}. Type it again.")
            continue
        asked.append(request)
        fed.append(len(faces))
        dice.feed(*faces)
        return


def _heard(screen: Screen, prompt: str) -> str:
    """What was typed, in small letters; help and leaving are possible here as anywhere.

    Raises:
        Gone: If the person leaves.
    """
    while True:
        line = screen.ask(prompt).lower()
        if line in LEAVE:
            raise Gone
        if line not in ("?", "help", "h"):
            return line
        screen.note(HELP)


def read_faces(line: str, request: RollRequest) -> list[int]:
    """The faces that were typed; a ten-sided die that shows 0 has rolled a ten.

    >>> from sandtable.dice import RollRequest
    >>> read_faces("0", RollRequest("Pak 40", 10, 1))
    [10]

    Raises:
        DiceError: If these dice cannot show that.
    """
    try:
        faces = [int(word) for word in line.replace(",", " ").split()]
    except ValueError:
        raise DiceError(f"'{line}' is no roll of {request}; faces are numbers") from None
    if request.sides == 10 and not request.drawn:
        faces = [face or 10 for face in faces]
    if len(faces) != request.count:
        number = f"{request.count} number{'s' if request.count > 1 else ''}"
        raise DiceError(f"{request} needs {number}, not {len(faces)}")
    check_faces(faces, request)
    return faces


def _confirmed(screen: Screen, dice: ScriptedDice, asked: list[Any], fed: list[int]) -> bool:
    """Whether the dice stand as typed."""
    faces = dice.remaining[len(dice.remaining) - sum(fed) :]
    told = ", ".join(f"{roll.what} {shown}" for roll, shown in _by_roll(asked, fed, faces))
    while True:
        screen.note(f"  Rolled: {told}.")  # no part of the prompt, which would not be wrapped
        line = _heard(screen, "  Enter if that is right, or back: ")
        if line in ("", "y", "yes", "ok"):
            return True
        if line in (*BACK, "n", "no"):
            _forget(screen, dice, asked, fed)
            return False
        screen.warn("  Press Enter, or type back to roll the last one again.")


def _by_roll(asked: list[Any], fed: list[int], faces: tuple[int, ...]) -> list[tuple[Any, str]]:
    found = []
    start = 0
    for roll, count in zip(asked, fed, strict=True):
        found.append((roll, " ".join(map(str, faces[start : start + count]))))
        start += count
    return found


def _forget(screen: Screen, dice: ScriptedDice, asked: list[Any], fed: list[int]) -> None:
    dice.take_back(fed.pop())
    last = asked.pop()
    screen.note(f"  Taken back: {last}.")
