"""Taking steps back: freely while nobody has learnt anything by them, else by agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.battle import Refusal

if TYPE_CHECKING:
    from collections.abc import Collection

    from sandtable.battle import Battle
    from sandtable.cli.terminal.screen import Screen


def undo(screen: Screen, battle: Battle[Any], seat: str, people: Collection[str]) -> bool:
    """Take back the last order of a seat, if that may be; whether it was.

    Args:
        screen: Where the other side is asked.
        battle: The battle.
        seat: Who wants it.
        people: The seats at which people sit.
    """
    steps = battle.steps
    mine = [number for number, (_, line) in enumerate(steps) if line.seat == seat]
    if not mine:
        screen.warn("You have given no order yet that could be taken back.")
        return False
    back = mine[-1]
    since = [line for _, line in steps[back:]]
    rolled = any(line.rolls for line in since)
    others = {line.seat for line in since} - {seat}
    if (rolled or others) and not _agreed(screen, battle, seat, people, rolled=rolled):
        return False
    try:
        battle.undo(to=steps[back][0], seat=seat)
    except Refusal as refusal:
        screen.warn(str(refusal))
        return False
    screen.note("Taken back.")
    return True


def _agreed(
    screen: Screen, battle: Battle[Any], seat: str, people: Collection[str], *, rolled: bool
) -> bool:
    why = "Dice have been rolled" if rolled else "Somebody else has acted"
    side = battle.seats[seat].side
    opponents = [s.id for s in battle.seats.values() if s.side not in (side, None)]
    asked = [name for name in opponents if name in people]
    if not asked:
        screen.warn(f"{why} since then, and the computer does not take that back.")
        return False
    for name in asked:
        if not screen.agrees(f"{why} since then. {name}, do you agree to take it back?"):
            screen.warn("It stands.")
            return False
    return True
