"""Section 6.1: rolling for a close combat and applying what comes of it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.acts import Answer, Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle.page import Action, Word
from sandtable.battle.phrases import PhraseError
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import Point

from ..s02_terrain.ground_and_cover import behind_hedge
from ..s08_results import results
from ..state import Combat, Element, P8State, Struck, slots
from ..state.case import Case
from ..state.decision import Naming
from .melee import WORST_FIRST, Scored, across_cover, fates_in, rolled, worst

# -- the dice -------------------------------------------------------------------------------------


def roll(state: P8State, combat: Combat, dice: Dice) -> Iterator[Event]:
    """Roll the dice of a combat and note the blows that are to fall."""
    scores, tallies = rolled(state, combat, dice)
    blows = _blows(combat, scores)
    kind = "overrun" if combat.overrun else "melee"
    table = "p8.overrun.result-table" if combat.overrun else "p8.melee.result-table"
    everybody = (*combat.attackers, *combat.defenders)
    yield Event(
        kind=kind,
        text=_told(state, combat, scores),
        rules=(*dict.fromkeys(m.rule for tally in tallies for m in tally.modifiers), table),
        pieces=everybody,
        rolls=dice.take_rolls(),
        tallies=tallies,
        data={
            "scores": [result.score for result in scores],
            "effects": [result.effect for result in scores],
        },
    )
    pieces = state.pieces
    state.swap(
        replace(
            combat,
            stage="blows",
            blows=blows,
            stood=tuple((name, (pieces[name].x, pieces[name].y)) for name in everybody),
            hedge=across_cover(state, combat),
        )
    )


def _blows(combat: Combat, scores: Sequence[Scored]) -> tuple[tuple[Struck, str, str], ...]:
    """The results that are applied: all against a single one, the worst against several."""
    pairs = list(itertools.product(combat.attackers, combat.defenders))
    blows: list[tuple[Struck, str, str]] = []
    sides: tuple[tuple[Struck, int], ...] = (
        ("defender", len(combat.defenders)),
        ("attacker", len(combat.attackers)),
    )
    for side, count in sorted(sides, key=lambda side: side[1]):
        dealt = [
            (side, result.effect.removeprefix(f"{side} "), theirs if side == "attacker" else ours)
            for result, (ours, theirs) in zip(scores, pairs, strict=True)
            if result.effect.startswith(side)
        ]
        if count > 1:
            cite("p8.melee.several-attackers")
            least = worst([effect for _, effect, _ in dealt])
            dealt = [blow for blow in dealt if blow[1] == least][:1]
        blows += dealt
    return tuple(blows)


def _told(state: P8State, combat: Combat, scores: Sequence[Scored]) -> str:
    ours = " and ".join(state.pieces[name].name for name in combat.attackers)
    theirs = " and ".join(state.pieces[name].name for name in combat.defenders)
    verb = "overrun" if combat.overrun else "attack"
    verb += "" if len(combat.attackers) > 1 else "s"
    fates = fates_in(state, combat)
    came = ", ".join(f"{result.score:+d} ({_words(result.effect, fates)})" for result in scores)
    return f"{ours} {verb} {theirs}: {came}."


def _words(effect: str, fates: Mapping[str, str]) -> str:
    """A result with what it comes to."""
    if effect == "none":
        return "no effect"
    side, _, plain = effect.partition(" ")
    fate = fates.get(effect, effect).removeprefix(f"{side} ")
    if fate == plain:
        return effect.replace("out", "out of action")
    return f"{side} {fate}".replace(" (", ", ").removesuffix(")")


# -- the blows ------------------------------------------------------------------------------------


def standing(state: P8State, combat: Combat, side: Struck) -> list[Element]:
    """Those of one side of a combat who are still where they stood."""
    names = combat.attackers if side == "attacker" else combat.defenders
    stood = dict(combat.stood)
    return [
        element
        for name in names
        if (element := state.pieces.get(name)) is not None
        and element.on_table
        and (element.x, element.y) == stood[name]
    ]


def next_side(combat: Combat) -> Struck:
    """The side that the next blow strikes."""
    return combat.blows[0][0]


def open_effects(combat: Combat) -> tuple[str, ...]:
    """The different results that could be applied next to the side that is struck, worst first."""
    side = next_side(combat)
    effects = {effect for struck, effect, _ in combat.blows if struck == side}
    return tuple(effect for effect in WORST_FIRST if effect in effects)


def is_single(combat: Combat, side: Struck) -> bool:
    """Whether one side of a combat is a single element."""
    return len(combat.attackers if side == "attacker" else combat.defenders) == 1


def settle_blows(state: P8State, combat: Combat) -> Iterator[Event]:
    """Apply what needs no decision: shared results, and blows where there is no choice."""
    if combat.shared:
        yield from _strike_commander(state, combat)
        return
    if not combat.blows:
        state.swap(replace(combat, stage="advance"))
        return
    side = next_side(combat)
    there = standing(state, combat, side)
    if not there:
        left = tuple(blow for blow in combat.blows if blow[0] != side)
        state.swap(replace(combat, blows=left))
    elif len(there) == 1 and len(open_effects(combat)) == 1:
        yield from strike(state, combat, there[0], open_effects(combat)[0])


def strike(state: P8State, combat: Combat, element: Element, effect: str) -> Iterator[Event]:
    """Apply a result to an element; the commander that helped its side shares it."""
    cite("p8.melee.sequence")
    side = next_side(combat)
    blows = list(combat.blows)
    blow = next(blow for blow in blows if blow[:2] == (side, effect))
    blows.remove(blow)
    helper = combat.helpers[0 if side == "attacker" else 1]
    shared = ((helper[0], effect),) if helper is not None else ()
    state.swap(replace(combat, blows=tuple(blows), shared=shared))
    cite("p8.fallback.direction")
    hedge = behind_cover(state, combat, element, side)
    yield from results.befall(state, element, effect, dict(combat.stood)[blow[2]], hedge=hedge)


def behind_cover(state: P8State, combat: Combat, element: Element, side: Struck) -> bool:
    """Whether a hedge or wall lies between an element and one of those whom its side fought.

    Of several attackers only some may have come up to it.
    """
    if not combat.hedge:
        return False
    enemies = combat.defenders if side == "attacker" else combat.attackers
    spots = dict(combat.stood)
    return any(behind_hedge(state, element, spots[name]) for name in enemies)


def enemy_spot(combat: Combat, side: Struck) -> Point:
    """Where the enemy stood from whom one side of a combat falls back."""
    names = combat.defenders if side == "attacker" else combat.attackers
    return dict(combat.stood)[names[0]]


def _strike_commander(state: P8State, combat: Combat) -> Iterator[Event]:
    """The commander that helped suffers what its side has suffered."""
    (name, effect), *rest = combat.shared
    state.swap(replace(combat, shared=tuple(rest)))
    commander = state.pieces.get(name)
    if commander is None or not commander.on_table:
        return
    ours = combat.helpers[0] is not None and combat.helpers[0][0] == name
    side: Struck = "attacker" if ours else "defender"
    yield Event(
        kind="shared",
        text=f"{commander.name} shares what befell the combat that it led.",
        rules=("p8.melee.commander-bonus-one-combat",),
        pieces=(commander.id,),
    )
    yield from results.befall(state, commander, effect, enemy_spot(combat, side))


# -- who is struck, and by what -------------------------------------------------------------------


class Apply(Order, frozen=True, kw_only=False):
    """Say which of several results against one element is applied next (6.1)."""

    effect: str


class Suffer(Order, frozen=True, kw_only=False):
    """Say which of several elements takes the result against them (6.1)."""

    element: str


class Applying(Answer[P8State, Apply, Combat]):
    """Say which of several results against one element is applied next."""

    order = Apply
    words = Words(
        label="Choose the result",
        key="R",
        hint="This result strikes first.",
        typed="apply fall-back|suppressed|out",
        means="Say which result strikes first.",
    )
    effects: ClassVar[dict[str, str]] = {
        "fall-back": "falls back",
        "suppressed": "suppressed",
        "out": "out of action",
    }

    def is_asked(self, frame: Combat) -> bool:
        return frame.stage == "blows" and is_single(frame, next_side(frame))

    def check(self, state: P8State, frame: Combat, seat: str, order: Apply) -> Refusal | None:
        return None if order.effect in open_effects(frame) else _none_of_them()

    def apply(
        self, state: P8State, frame: Combat, seat: str, order: Apply, dice: Dice
    ) -> Iterator[Event]:
        there = standing(state, frame, next_side(frame))
        return strike(state, frame, there[0], order.effect)

    def offer(self, state: P8State, frame: Combat, seats: Sequence[str]) -> Iterator[Apply]:
        """Each of them."""
        for effect in open_effects(frame):
            yield Apply(effect)

    def read(self, state: P8State, words: list[str]) -> Apply:
        """A result of a combat, which is no name of a piece; "fall back" may be two words."""
        effect = "-".join(word.lower() for word in words)
        if effect not in WORST_FIRST:
            raise PhraseError(f"Type it like this: {self.words.typed}")
        return Apply(effect)

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """One of the results."""
        frame: Combat = case.frame
        if piece is None or piece in (*frame.attackers, *frame.defenders):
            effects = tuple(dict.fromkeys(open_effects(frame)))
            words = (Word(value=one, label=self.effects.get(one, one)) for one in effects)
            asked = slots.word("effect", "Which result strikes first?", words)
            yield case.action(Apply, self.words, piece=piece, slots=(asked,))


class Suffering(Naming[Suffer, Combat]):
    """Say which of several elements takes the result against them."""

    order = Suffer
    words = Words(label="Takes the result", key="T", hint="This element takes the result.")
    ask = "Who takes the result?"

    def is_asked(self, frame: Combat) -> bool:
        return frame.stage == "blows" and not is_single(frame, next_side(frame))

    def able(self, state: P8State, frame: Combat) -> Sequence[Element]:
        return standing(state, frame, next_side(frame))

    def check(self, state: P8State, frame: Combat, seat: str, order: Suffer) -> Refusal | None:
        there = slots.names(self.able(state, frame))
        return None if order.element in there else _none_of_them()

    def apply(
        self, state: P8State, frame: Combat, seat: str, order: Suffer, dice: Dice
    ) -> Iterator[Event]:
        return strike(state, frame, state.pieces[order.element], open_effects(frame)[0])


def _none_of_them() -> Refusal:
    return Refusal("p8.melee.several-attackers", "That is none of the results or elements.")
