"""Section 15: the pack of event cards, and what those in force change for a player turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.mechanics import cards
from sandtable.mechanics.cards import RANKS, Card, Colour, Rank, full_pack
from sandtable.table import within

from ..state import Cards, Element, EventPhase, ExtraActions, MoveAction, Moving, P8State
from ..state.battlefield import Setting
from ..state.sheets import MORTARS, Gun
from ..state.tables import CATALOGUE

PACK: Final[tuple[Card, ...]] = full_pack(jokers=2)
"""All 54 cards; the number of a card is its place here, counted from 1."""

WHOLE: Final[tuple[str, ...]] = tuple(card.id for card in PACK)
EVENTS: Final[dict[Rank, str]] = {
    rank: str(row["effect"])
    for rank, row in zip(RANKS, CATALOGUE.table("p8.table.cards").dicts(), strict=False)
}
"""What each rank brings, in the words of the table."""

ASKED: Final = (
    "event card by number (spades 1-13 from the ace, clubs 14-26, hearts 27-39, diamonds 40-52, "
    "jokers 53-54)"
)
"""What the dice are asked for. With real cards one draws from the pack and says the number."""


# -- the pack -------------------------------------------------------------------------------------


def new_pack(setting: Setting) -> Cards | None:
    """A full pack, if the battle is fought with event cards."""
    return Cards(undrawn=WHOLE) if setting.options["event_cards"] else None


def draw(undrawn: Sequence[str], dice: Dice) -> Card:
    """One of the cards in the pack, all equally likely."""
    cite("p8.card.deck")
    return cards.draw(PACK, undrawn, dice, ASKED)


def colour_of(setting: Setting, side: str) -> Colour:
    """A side's colour: the Germans are black, unless the scenario says otherwise."""
    return "black" if side == _black(setting) else "red"


def _black(setting: Setting) -> str:
    cite("p8.card.colours")
    named = setting.options["black"]
    if named in setting.sides:
        return str(named)
    german = [side for side in setting.sides if setting.armies[side] == "GE"]
    return german[0] if len(german) == 1 else setting.sides[0]


def on_offer(state: P8State, side: str) -> tuple[Rank, ...]:
    """The ranks of its colour that a side can still take out of the pack with a joker."""
    pack, colour = cards_of(state).undrawn, colour_of(state.setting, side)
    there = {card.rank for card in PACK if card.id in pack and card.colour == colour}
    return tuple(rank for rank in RANKS if rank in there)


# -- what is in force -----------------------------------------------------------------------------


def cards_of(state: P8State) -> Cards:
    """The cards of a battle that is fought with them."""
    assert state.cards is not None, "this battle is fought without event cards"
    return state.cards


def change(state: P8State, **changes: object) -> None:
    """Put changed cards in the place of the old ones."""
    state.cards = msgspec.structs.replace(cards_of(state), **changes)


def in_force(state: P8State, rank: Rank, side: str | None = None) -> bool:
    """Whether the effect of a rank lasts for the current player turn, on that side if one is named.

    Whatever lasts concerns the phasing player alone.
    """
    if state.cards is None or rank not in state.cards.in_force:
        return False
    return side is None or side == state.active


def short_of_ammunition(state: P8State, side: str) -> str | None:
    """The rule by which a side is short of ammunition in this player turn, or ``None``."""
    if state.cards is None:
        return None
    return next((rule for short, rule in state.cards.short if short == side), None)


# -- the Event Phase ------------------------------------------------------------------------------


def begin_event_phase(state: P8State) -> None:
    """Begin a player turn: what lasted for the last one is over, and a card is to be drawn."""
    if state.cards is None:
        return
    cite("p8.event.draw-only-advanced", "p8.card.use-at-once")
    due = state.cards.short_next
    change(
        state,
        in_force=(),
        led=(),
        twice=(),
        short=tuple(short for short in due if short[0] == state.active),
        short_next=tuple(short for short in due if short[0] != state.active),
    )
    state.push(EventPhase())


def cancel_draw(state: P8State) -> None:
    """No card is drawn in this Event Phase: a barrage goes on, or aircraft come back."""
    state.agenda = tuple(
        msgspec.structs.replace(frame, no_card=True) if isinstance(frame, EventPhase) else frame
        for frame in state.agenda
    )


# -- who is led by a commander ---------------------------------------------------------------------


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
    drawn = cards_of(state)
    return not drawn.twice and element.id in drawn.led


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
    frame = state.frame  # an action that a recovery has earned is not the first
    extra = frame.elements if isinstance(frame, ExtraActions) else ()
    for name in names:
        element = state.pieces[name]
        if element.acted:
            cite("p8.card.king-two-actions")
            change(state, twice=(name,))
        elif not whole_turn and name not in extra and is_led(state, element):
            change(state, led=(*cards_of(state).led, name))


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
