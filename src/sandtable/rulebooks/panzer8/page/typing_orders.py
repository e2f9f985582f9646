"""How the orders of Panzer8 are typed, and how they and the elements are told in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from sandtable.acts.book import ActPhrases
from sandtable.battle import Choice, Order, Phrase, PhraseError
from sandtable.battle.phrases import find_piece, tag_of
from sandtable.battle.reading_orders import FILLERS

from ..advice.advising import order_worth
from ..book import Panzer8Rules
from ..decisions_due import decision_due
from ..s02_terrain.ground_and_cover import cover_of_place
from ..s05_actions.react.reaction import ReactFire, reactions_of
from ..s05_actions.react.standing_orders import Standing
from ..state import Element, Moving, P8State
from ..state.sheets import Gun
from ..state.units import in_unit


class Panzer8Phrases(ActPhrases):
    """The words of Panzer8: those of its acts, and what goes without saying."""

    def read(self, state: P8State, choice: Choice, line: str) -> Order:
        """The order that a line means."""
        tag, words = self.split(line)
        if tag == tag_of(ReactFire):
            line = " ".join([tag, *_reaction(state, words)])
        return super().read(state, choice, line)

    def question(self, state: P8State, choice: Choice, line: str) -> Order:
        """The order whose odds are asked for; two elements alone stand for fire."""
        try:
            return self.read(state, choice, line)
        except PhraseError:
            words = [word for word in line.split() if word.lower() not in FILLERS]
            if len(words) != 2:
                raise
            return self.read(state, choice, f"fire {words[0]} {words[1]}")

    def tell(self, state: P8State, order: Order) -> Phrase:
        """How an order is named in a list, in the unit of the battle."""
        told = super().tell(state, order)
        return msgspec.structs.replace(told, text=in_unit(state.setting, told.text))

    def help(self, state: P8State, choice: Choice) -> Iterable[tuple[str, str]]:
        """What answers the decision that is due; and standing orders, at any time."""
        due = decision_due(state)
        kinds: list[type[Order]] = [*(due.decision.answers_to(due.frame) if due else ()), Standing]
        return map(self.how, kinds)

    def describe(self, state: P8State, piece: Element) -> Iterable[str]:
        """What is on an element's data sheet, and what is the matter with it."""
        return (in_unit(state.setting, line) for line in describe(state, piece))


PHRASES: Final = Panzer8Phrases(Panzer8Rules())


# -- what goes without saying ---------------------------------------------------------------------


def _reaction(state: P8State, words: list[str]) -> list[str]:
    """Without a point of the path, the best one for the reactor is taken."""
    frame = state.frame
    named = [word for word in words if word.lower() not in FILLERS]
    if len(named) != 1 or not isinstance(frame, Moving):
        return words
    reactor = state.pieces[find_piece(state, named[0])]
    shots = [o for o in reactions_of(state, reactor, frame) if isinstance(o, ReactFire)]
    if not shots:
        return [reactor.id, "at", str(frame.at)]
    best = max(shots, key=lambda order: order_worth(state, order))
    return [reactor.id, "at", str(best.at)]


def describe(state: P8State, element: Element) -> Iterator[str]:
    """Lines on one element: its sheet, its weapons, its markers, its cover."""
    sheet = state.sheet(element)
    armour = "armoured" if sheet.armoured else "unarmoured"
    flags = " ".join(sorted({*sheet.flags, *element.flags})) or "none"
    yield f"{sheet.name} ({sheet.id}), {element.quality}; Def {sheet.defence}, {armour}"
    yield f"moves as {sheet.move_class}; flags: {flags}; base {sheet.width:g} x {sheet.depth:g} in"
    for gun in sheet.guns:
        yield _weapon(gun)
    marks = [mark for mark in _MARKS if getattr(element, mark)]
    yield "markers: " + (", ".join(mark.replace("_", " ") for mark in marks) or "none")
    if element.on_table:
        cover = cover_of_place(state, element)
        yield "cover of its place: " + (f"{cover.text} (+{cover.value})" if cover.value else "none")
    elif element.entry is not None:
        yield f"enters from turn {element.entry} on"


_MARKS: Final = ("suppressed", "reacted", "acted", "moved", "dug_in", "road_column", "broken_down")


def _weapon(gun: Gun) -> str:
    hesa = f"HE/SA {gun.hesa} to {gun.hesa_range:g} in" if gun.hesa else "no HE/SA"
    ap = "no AP" if gun.ap is None else f"AP {gun.ap}{gun.ap_mark} to {gun.ap_range:g} in"
    return f"{gun.name}: {hesa}, {ap}"
