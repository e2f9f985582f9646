"""Section 16: national characteristics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle import Event, Tally
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.scenario import ScenarioError, Unit

from ..state import Element, Moving, P8State
from ..state.battlefield import Setting
from ..state.sheets import SHEETS
from ..state.tables import QUALITY

RUSSIAN: Final = "SU"
FRENCH: Final = "FR"
GERMAN: Final = "GE"

Reserves = tuple[bool, bool]
"""Whether either of two who throw dice against each other belongs to a reserve division."""

NO_RESERVES: Final[Reserves] = (False, False)
FREE_FRENCH: Final = 1944
"""From this year on the French are equipped by the Americans."""


def _apply(setting: Setting) -> bool:
    return bool(setting.options["national_characteristics"])


def nation_of(state: P8State, element: Element) -> str:
    """The nation that an element fights for: its side's, or else that of its data sheet."""
    return state.setting.nations[element.side] or state.sheet(element).nation


def _is_russian(state: P8State, element: Element) -> bool:
    return _apply(state.setting) and nation_of(state, element) == RUSSIAN


# -- Russians (16.1) ------------------------------------------------------------------------------


def may_stand_firm(state: P8State, element: Element) -> bool:
    """Whether a suppressed element may ignore that it is suppressed again."""
    if not _is_russian(state, element):
        return False
    cite("p8.nation.russian-ignore-one-suppression")
    return (element.side, state.turn) not in state.stood_firm


def stand_firm(state: P8State, name: str) -> Iterator[Event]:
    """An element ignores a suppression, as one of its side may in each game turn."""
    element = state.pieces[name]
    state.stood_firm = (
        *(stood for stood in state.stood_firm if stood[1] == state.turn),
        (element.side, state.turn),
    )
    yield Event(
        kind="firm",
        text=f"{element.name} stands firm: it stays suppressed, and nothing worse befalls it.",
        rules=("p8.nation.russian-ignore-one-suppression",),
        pieces=(element.id,),
    )


def presses_on(state: P8State, element: Element) -> bool:
    """Whether an element is Russian infantry on its way in a charge."""
    if not _is_russian(state, element) or not state.sheet(element).is_infantry:
        return False
    return any(
        isinstance(frame, Moving) and frame.element == element.id and frame.action == "charge"
        for frame in state.agenda
    )


def press_on(element: Element) -> Event:
    """What is told of a charge that goes on under fire."""
    return Event(
        kind="firm",
        text=f"{element.name} presses on with its charge and is not suppressed.",
        rules=("p8.nation.russian-charge-ignores-suppression",),
        pieces=(element.id,),
    )


def add_melee_quality(state: P8State, tally: Tally, element: Element) -> Tally:
    """Add the quality of an element in hand-to-hand combat."""
    cite("p8.quality.only-where-listed")
    if is_reserve(state, element):
        return tally
    if _is_russian(state, element) and state.sheet(element).is_infantry:
        return tally.add(1, "p8.nation.russian-melee-quality", "Russian infantry hand to hand")
    value = QUALITY[element.quality]
    return tally.add_if(value != 0, value, "p8.melee.mod-quality", f"{element.quality} troops")


# -- French reserve divisions (16.2) --------------------------------------------------------------


def is_reserve(state: P8State, element: Element) -> bool:
    """Whether an element belongs to a French reserve division, whose quality is up to the die."""
    return _apply(state.setting) and state.has(element, "RES")


def reserves_of(state: P8State, one: Element, two: Element) -> Reserves:
    """Which of two who throw dice against each other belong to reserve divisions."""
    return is_reserve(state, one), is_reserve(state, two)


def steady_quality(state: P8State, element: Element) -> str:
    """The quality of an element where no combat die is thrown; reserves count as average."""
    if is_reserve(state, element):
        cite("p8.nation.french-reserve-quality")
        return "average"
    return element.quality


def swing(face: int) -> int:
    """What the quality of a reserve division is worth with a natural face of the die.

    >>> [swing(face) for face in (1, 2, 9, 10)]
    [-1, 1, -1, 1]
    """
    return 1 if face % 2 == 0 else -1


def contest(
    dice: Dice, first: str, second: str, reserves: Reserves = NO_RESERVES
) -> tuple[int, tuple[int, int]]:
    """Two dice against each other: the first less the second, and the qualities they gave."""
    if not any(reserves):
        return dice.contest(10, first, second), (0, 0)
    one, two = dice.die(10, first), dice.die(10, second)
    swings = (swing(one) if reserves[0] else 0, swing(two) if reserves[1] else 0)
    return one - two + swings[0] - swings[1], swings


def add_swing(tally: Tally, value: int) -> Tally:
    """Add the quality that the die has given a reserve division."""
    text = f"reserve division, {'even' if value > 0 else 'odd'} die"
    return tally.add_if(value != 0, value, "p8.nation.french-reserve-quality", text)


def foretell_swing(tally: Tally, reserve: bool) -> Tally:
    """Note on a total, before the dice are thrown, that the die will decide on the quality."""
    return tally.add_if(
        reserve,
        0,
        "p8.nation.french-reserve-quality",
        "reserve division: +1 with an even die, -1 with an odd one",
    )


# -- shortages that spread (16.1, 16.3) -----------------------------------------------------------


def shares_shortage(setting: Setting, drawer: str, other: str) -> str | None:
    """The rule by which an ammunition shortage also strikes the drawer's opponent, or ``None``."""
    if not _apply(setting):
        return None
    nations = setting.armies
    if nations[other] == RUSSIAN and nations[drawer] == GERMAN and setting.year == 1941:
        return "p8.nation.russian-1941-ammo"
    if nations[other] == GERMAN and nations[drawer] != GERMAN and setting.year in (1944, 1945):
        return "p8.nation.german-1944-ammo"
    return None


# -- equipment (11) -------------------------------------------------------------------------------


def check_equipment(setting: Setting, unit: Unit, where: str) -> None:
    """Make sure that the French of 1944 come with American equipment.

    Raises:
        ScenarioError: If they come with what they had in 1940.
    """
    if setting.nations[unit.side] != FRENCH or (setting.year or 0) < FREE_FRENCH:
        return
    cite("p8.sheet.french-1944")
    if SHEETS[unit.sheet].nation == FRENCH:
        raise ScenarioError(
            f"{where}.sheet",
            f"{unit.sheet!r} is French equipment of 1940; in {setting.year} the French use the US "
            "entries of the data sheets (us-...)",
        )
