"""Standing orders in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, get_args

from sandtable.acts import Act, Words
from sandtable.battle.handling import Action, Kind, Slot, Word
from sandtable.battle.phrases import PhraseError, find_piece
from sandtable.battle.reading_orders import FILLERS

from ...state import P8State, Policy, Stance, slots
from ...state.case import Case
from .standing_orders import Standing, check_standing


def stance_told(stance: Stance) -> str:
    """How an element reacts by its standing order.

    >>> stance_told(Stance(policy="hold")), stance_told(Stance(policy="odds", chance=40))
    ('hold fire', 'fire from a chance of 40 % on')
    """
    if stance.policy == "odds":
        return f"fire from a chance of {stance.chance:g} % on"
    return next(word.label for word in POLICIES if word.value == stance.policy)


POLICIES: Final = (
    Word(value="ask", label="ask me each time"),
    Word(value="hold", label="hold fire"),
    Word(value="fire", label="fire as soon as possible"),
)
"""How elements may react by a standing order; that by odds has an action of its own."""


class StandingOrders(Act[P8State, Standing]):
    """Say beforehand how elements react to movers; that can be said at any time."""

    order = Standing
    words = Words(
        label="Standing order",
        key="O",
        rule="p8.react.who-may",
        hint="Says beforehand how it reacts to movers, until it is said otherwise.",
        typed="standing ask|hold|fire|odds [PERCENT] [ELEMENT ...]",
        means="How all or some of your elements react from now on without being asked, or with.",
    )
    by_odds = Kind(
        label="Fire at good odds",
        key="Q",
        rule="p8.react.who-may",
        hint="Fires at a mover by itself as soon as the chance of an effect is good enough.",
    )

    def read(self, state: P8State, words: list[str]) -> Standing:
        """A policy, a chance in percent with the policy ``odds``, and whom it is for."""
        policies: dict[str, Policy] = {name: name for name in get_args(Policy)}
        policy = words[0].lower() if words else ""
        rest = [word for word in words[1:] if word.lower() not in FILLERS]
        if policy not in policies:
            raise PhraseError(f"Say one of {', '.join(policies)}: {self.words.typed}.")
        chance = 0.0
        if policy == "odds":
            number = rest[0].rstrip("%") if rest else ""
            if not number.isascii() or not number.isdecimal():
                raise PhraseError("Say from which chance on, in percent: standing odds 40.")
            chance, rest = float(number[:9]), rest[1:]
        return Standing(policies[policy], tuple(find_piece(state, word) for word in rest), chance)

    def listed(self, case: Case, piece: str | None) -> Iterator[Action]:
        """For an element, or for everybody."""
        fixed: dict[str, Any] = {}
        who: tuple[Slot, ...] = ()
        refusal = None
        if piece is None:
            seen = [one for one in case.mine() if one.under is None]
            ask = "For whom? For all, hidden ones too, if you choose nobody"
            who = (slots.some_of("elements", ask, slots.names(seen), required=False),)
        elif piece in case.state.pieces:
            fixed["elements"] = [piece]
            refusal = check_standing(case.state, case.seat, Standing("ask", (piece,)))
        else:
            return
        stance = case.state.stances.get(piece or "")
        yield case.action(
            Standing,
            self.words,
            piece=piece,
            fixed=fixed,
            slots=(slots.word("policy", "How does it react to movers?", POLICIES), *who),
            refusal=refusal,
            hint=self.words.hint if stance is None else f"Now: {stance_told(stance)}.",
        )
        ask = "From which chance of an effect on, in percent?"
        yield case.action(
            Standing,
            self.by_odds,
            piece=piece,
            fixed={**fixed, "policy": "odds"},
            slots=(slots.number("chance", ask, 1, 100, 40), *who),
            refusal=refusal,
        )


STANDING = StandingOrders()
