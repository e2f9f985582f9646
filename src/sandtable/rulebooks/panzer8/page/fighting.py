"""What can be decided in the Close Combat Phase, and about those who are driven back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.battle.handling import Action, Kind, Word
from sandtable.rulebooks.panzer8.page.words import EFFECTS
from sandtable.rulebooks.panzer8.s05_actions.fall_back.ways import forced_ways
from sandtable.rulebooks.panzer8.s06_close_combat.blows import (
    is_single,
    next_side,
    open_effects,
    standing,
)
from sandtable.rulebooks.panzer8.s06_close_combat.candidates import to_advance
from sandtable.rulebooks.panzer8.s06_close_combat.phase import (
    commitments,
    open_melees,
    open_overruns,
)
from sandtable.rulebooks.panzer8.s08_results.results import successors
from sandtable.rulebooks.panzer8.state import Combat, Replacing, Retiring, slots
from sandtable.rulebooks.panzer8.state.case import Case
from sandtable.rulebooks.panzer8.state.orders import (
    Advance,
    Apply,
    Commit,
    Done,
    Fight,
    Overrun,
    Replace,
    Retire,
    Suffer,
)

FIGHT: Final = Kind(
    label="Fight",
    key="F",
    rule="p8.melee.phase-scope",
    hint="Fights hand to hand: one or several attackers against one defender.",
)
OVERRUN: Final = Kind(
    label="Overrun", key="V", rule="p8.overrun.when", hint="Drives over an enemy with a tank."
)
COMMIT: Final = Kind(label="Lead in person", key="L", hint="A commander helps in this combat.")
APPLY: Final = Kind(label="Choose the result", key="R", hint="This result strikes first.")
SUFFER: Final = Kind(label="Takes the result", key="T", hint="This element takes the result.")
ADVANCE: Final = Kind(label="Take the ground", key="A", hint="Takes the place of the defender.")
AWAY: Final = Kind(
    label="Away from the enemy", key="A", hint="Falls back straight away from the enemy."
)
HOME: Final = Kind(
    label="Towards home", key="H", hint="Falls back straight towards its own edge of the table."
)
REPLACE: Final = Kind(
    label="Takes command", key="C", hint="The new commander takes the place of this element."
)

MUST_STAY: Final = "Ends the phase; combats that must be fought have to be fought first."


# -- which combat ---------------------------------------------------------------------------------


def combats(case: Case, piece: str | None) -> Iterator[Action]:
    """The combats that are open to a seat, or to one of its elements."""
    melees = [(a.id, d.id) for a, d in open_melees(case.state) if case.commands(a)]
    overruns = [(t.id, d.id) for t, d in open_overruns(case.state) if case.commands(t)]
    if piece is None:
        yield from _any_combat(case, melees, overruns)
        yield case.done("End close combat", MUST_STAY)
        return
    for attacker, defender in melees:
        if attacker == piece:
            yield from _combat_of(case, attacker, defender, melees)
    for tank, defender in overruns:
        if tank == piece:
            yield case.action(
                Overrun,
                OVERRUN,
                piece=tank,
                fixed={"tank": tank, "defender": defender},
                label=f"Overrun {case.state.pieces[defender].name}",
            )


def _any_combat(
    case: Case, melees: list[tuple[str, str]], overruns: list[tuple[str, str]]
) -> Iterator[Action]:
    if melees:
        attackers, defenders = (dict.fromkeys(names) for names in zip(*melees, strict=True))
        yield case.action(
            Fight,
            FIGHT,
            slots=(
                slots.some_of("attackers", "Who attacks? Choose one or several", attackers),
                slots.one_of("defender", "Whom do they attack?", defenders),
            ),
        )
    if overruns:
        tanks, prey = (dict.fromkeys(names) for names in zip(*overruns, strict=True))
        yield case.action(
            Overrun,
            OVERRUN,
            slots=(
                slots.one_of("tank", "Which tank?", tanks),
                slots.one_of("defender", "Whom does it overrun?", prey),
            ),
        )


def _combat_of(
    case: Case, attacker: str, defender: str, melees: list[tuple[str, str]]
) -> Iterator[Action]:
    """Fight a defender alone, or together with others."""
    name = case.state.pieces[defender].name
    alone = Fight((attacker,), defender)
    yield case.action(
        Fight,
        FIGHT,
        piece=attacker,
        fixed={"attackers": [attacker], "defender": defender},
        refusal=case.refusal(alone),
        label=f"Fight {name}",
    )
    together = [one for one, other in melees if other == defender]
    if len(together) > 1:
        yield case.action(
            Fight,
            FIGHT,
            piece=attacker,
            fixed={"defender": defender},
            slots=(slots.some_of("attackers", "Who attacks together?", together),),
            refusal=case.refusal(Fight(tuple(together), defender)),
            label=f"Fight {name} together",
            key="T",
        )


# -- in a combat ----------------------------------------------------------------------------------


def in_combat(case: Case, piece: str | None) -> Iterator[Action]:
    """What is to be decided in a combat that has begun."""
    frame: Combat = case.frame
    match frame.stage:
        case "attackers" | "defenders":
            yield from _commanders(case, piece)
        case "blows":
            yield from _blows(case, piece)
        case "advance":
            able = slots.names(to_advance(case.state, frame))
            yield from one_of_these(case, Advance, ADVANCE, "Who takes the ground?", able, piece)
            if piece is None and case.allows(Done()):
                yield case.done("Stay", "Nobody takes the ground.")


def _commanders(case: Case, piece: str | None) -> Iterator[Action]:
    mine = [
        order
        for order in commitments(case.state, case.frame)
        if case.state.setting.commands(case.seat, order.commander)
    ]
    leaders = tuple(dict.fromkeys(order.commander for order in mine))
    if piece is None:
        if mine:
            helped = tuple(dict.fromkeys(order.to for order in mine))
            yield case.action(
                Commit,
                COMMIT,
                slots=(
                    slots.one_of("commander", "Which commander?", leaders),
                    slots.one_of("to", "Whom does he help?", helped),
                ),
            )
        yield case.done("No commander", "No commander leads this combat in person.")
        return
    for order in mine:
        if piece in (order.commander, order.to):
            other = order.to if piece == order.commander else order.commander
            name = case.state.pieces[other].name
            yield case.action(
                Commit,
                COMMIT,
                piece=piece,
                fixed={"commander": order.commander, "to": order.to},
                label=f"Lead {name}" if piece == order.commander else f"Led by {name}",
            )


def _blows(case: Case, piece: str | None) -> Iterator[Action]:
    frame: Combat = case.frame
    side = next_side(frame)
    there = slots.names(standing(case.state, frame, side))
    if not is_single(frame, side):
        yield from one_of_these(case, Suffer, SUFFER, "Who takes the result?", there, piece)
    elif piece is None or piece in (*frame.attackers, *frame.defenders):
        effects = tuple(dict.fromkeys(open_effects(frame)))
        words = (Word(value=effect, label=EFFECTS.get(effect, effect)) for effect in effects)
        asked = slots.word("effect", "Which result strikes first?", words)
        yield case.action(Apply, APPLY, piece=piece, slots=(asked,))


def one_of_these(
    case: Case,
    kind: type[Advance] | type[Suffer] | type[Replace],
    words: Kind,
    ask: str,
    able: tuple[str, ...],
    piece: str | None,
) -> Iterator[Action]:
    """An order that names one of a few elements."""
    if piece is None and able:
        yield case.action(kind, words, slots=(slots.one_of("element", ask, able),))
    elif piece is not None and piece in able:
        yield case.action(kind, words, piece=piece, fixed={"element": piece})


# -- driven back, and lost ------------------------------------------------------------------------


def retiring(case: Case, piece: str | None) -> Iterator[Action]:
    """Which way an element goes that must fall back."""
    frame: Retiring = case.frame
    if piece not in (None, frame.element):
        return
    element = case.state.pieces[frame.element]
    ways = forced_ways(case.state, element, frame.away_from, keep_cover=frame.keep_cover)
    for direction in ways:
        yield case.action(
            Retire,
            HOME if direction == "home" else AWAY,
            piece=element.id,
            fixed={"direction": direction},
            slots=(slots.facing_back(case.state, element),),
        )


def succession(case: Case, piece: str | None) -> Iterator[Action]:
    """Whose place a new commander takes."""
    frame: Replacing = case.frame
    able = slots.names(successors(case.state, frame.commander))
    ask = "Whose place does the new commander take?"
    yield from one_of_these(case, Replace, REPLACE, ask, able, piece)
