"""Section 15.1, 15.2, 15.5 and 15.7: cards that change what elements can do for a player turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.table import within

from ..state import Element, ExtraActions, MoveAction, Moving, P8State
from ..state.sheets import MORTARS, Gun
from .cards import cards_of, change, in_force, short_of_ammunition

COMMAND: Final = 4.0
"""How near a commander must be to lead an element on."""

ARTILLERY: Final = MORTARS | {"igun", "fgun", "atgun", "aagun"}
"""Types whose HE suffers when ammunition is short."""

HURRIED: Final[frozenset[MoveAction]] = frozenset(("move", "move-and-fire", "charge", "fall-back"))
"""Movement that is made at double time."""


def is_led(state: P8State, element: Element) -> bool:
    """Whether another element near it is a commander of its side, suppressed or not.

    One who is hidden leads nobody: whoever he led would tell of him. Nor does one who has not
    entered the table yet; but whoever is about to enter is led where it does.
    """
    if not _is_there(state, state.pieces[element.carried_by] if element.carried_by else element):
        return False
    place = state.base(element)
    for friend in state.pieces.values():
        if friend.side != element.side or friend.id == element.id or not friend.on_table:
            continue
        if state.sheet(friend).is_commander and within(state.base(friend), place, COMMAND):
            if friend.suppressed:
                cite("p8.cmd.no-bonus-when-suppressed")
            return True
    return False


def _is_there(state: P8State, element: Element) -> bool:
    """Whether an element is on the table, hidden or not, or at its edge and due to enter."""
    if element.on_table or element.under is not None:
        return True
    if element.entry is None or element.entry > state.turn:
        return False
    cite("p8.enter.position")
    return True


# -- two actions (15.1) ---------------------------------------------------------------------------


def may_act_again(state: P8State, element: Element) -> bool:
    """Whether an element that has acted may be the one that acts twice."""
    if not in_force(state, "king", element.side):
        return False
    cite("p8.card.king-two-actions")
    cards = cards_of(state)
    return not cards.twice and element.id in cards.led


def check_second(state: P8State, names: Sequence[str], *, whole_turn: bool) -> Refusal | None:
    """Why those who spend an action on an order cannot do so for the second time."""
    if not in_force(state, "king"):
        return None
    again = [name for name in names if may_act_again(state, state.pieces[name])]
    again = [name for name in again if state.pieces[name].acted]
    if again and whole_turn:
        name = state.pieces[again[0]].name
        return Refusal(
            "p8.limber.takes-whole-turn", f"{name} has acted, and this takes a whole turn."
        )
    if len(again) < 2:
        return None
    listed = " and ".join(state.pieces[name].name for name in again)
    return Refusal("p8.card.king-two-actions", f"Only one element acts twice, not both {listed}.")


def note_actions(state: P8State, names: Sequence[str], *, whole_turn: bool) -> None:
    """Remember who begins its first action near a commander, and who acts for the second time."""
    if not in_force(state, "king"):
        return
    for name in names:
        element = state.pieces[name]
        if element.acted:
            cite("p8.card.king-two-actions")
            change(state, twice=(name,))
        elif not whole_turn and not _acts_extra(state, name) and is_led(state, element):
            change(state, led=(*cards_of(state).led, name))


def _acts_extra(state: P8State, name: str) -> bool:
    """Whether this is an action that a recovery has earned, not the first."""
    frame = state.frame
    return isinstance(frame, ExtraActions) and name in frame.elements


# -- double time (15.2) ---------------------------------------------------------------------------


def hurries(state: P8State, element: Element, action: MoveAction) -> bool:
    """Whether an element moves at double time: it was led when its action began."""
    if action not in HURRIED or not in_force(state, "queen", element.side):
        return False
    cite("p8.card.queen-double-time")
    known = state.pieces[element.id]
    under_way = any(isinstance(f, Moving) and f.element == element.id for f in state.agenda)
    return known.hurried if under_way else is_led(state, known)


def haste(state: P8State, element: Element, action: MoveAction) -> float:
    """What double time multiplies an element's rate by."""
    return 1.5 if hurries(state, element, action) else 1.0


# -- ammunition shortage (15.5) -------------------------------------------------------------------


def ammo_penalty(state: P8State, firer: Element, gun: Gun, fired: str) -> str | None:
    """The rule by which a shot suffers from a shortage of ammunition, or ``None``.

    HE of guns and mortars against unarmoured targets does; AP, small arms and vehicles do not.
    """
    rule = short_of_ammunition(state, firer.side)
    if rule is None or fired == "AP" or gun.kind != "HE":
        return None
    return rule if state.setting.sheets[firer.sheet].type in ARTILLERY else None


# -- no commander actions (15.7) ------------------------------------------------------------------


def check_commander(state: P8State, element: Element) -> Refusal | None:
    """Why a commander cannot act in this player turn."""
    if not in_force(state, "3", element.side) or not state.sheet(element).is_commander:
        return None
    return Refusal(
        "p8.card.three-no-commander-actions",
        f"{element.name} is a commander, and commanders do not act in this player turn.",
    )
