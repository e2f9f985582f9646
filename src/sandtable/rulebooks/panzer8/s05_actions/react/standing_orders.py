"""Section 5: standing orders, by which elements react without being asked each time.

The book lets every element react at every inch of every move. A player says beforehand whom he
wants to be asked about, who holds fire, and who fires by itself as soon as it can, or as soon as
its chances are good enough.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final, get_args

from sandtable.acts import Act, Words
from sandtable.battle import Event, Order, Refusal
from sandtable.battle.page import Action, Kind, Slot, Word
from sandtable.battle.phrases import PhraseError, find_piece
from sandtable.battle.reading_orders import FILLERS
from sandtable.mechanics.mover import Incident

from ...s08_results.in_effect import is_nothing
from ...state import ASK, Element, Moving, P8State, Policy, Stance, StandingShot, slots, unseen_of
from ...state.case import Case
from ..fire.aiming import Shot, aim
from ..fire.direct_fire import odds_of
from .who_and_where import mover_at, open_points, reaction_targets, ready_to_react


class Standing(Order, frozen=True, kw_only=False):
    """Say beforehand how elements react to movers, at any time and until it is said otherwise (5).

    Attributes:
        policy: Be asked each time, hold fire, fire as soon as possible, or as soon as the chance
            of an effect is good enough.
        elements: Who; without any, all elements of the seat, hidden ones included.
        chance: With the policy ``odds``: the least chance of an effect, in percent.
    """

    policy: Policy
    elements: tuple[str, ...] = ()
    chance: float = 0.0


RULE = "p8.react.who-may"


# -- giving them ----------------------------------------------------------------------------------


def check_standing(state: P8State, seat: str, order: Standing) -> Refusal | None:
    """Why a standing order cannot be given; it may be given at any time."""
    side = state.setting.side_of(seat)
    if side is None:
        return Refusal(RULE, "Only players give standing orders.")
    if order.policy == "odds" and not 0 < order.chance <= 100:
        return Refusal(RULE, f"A chance is given in percent, from 1 to 100, not {order.chance:g}.")
    if order.policy != "odds" and order.chance:
        return Refusal(RULE, f"A chance goes with the policy 'odds', not with {order.policy!r}.")
    for name in order.elements:
        element = state.pieces.get(name)
        if element is None or element.side != side:
            return Refusal(RULE, f"There is no element {name!r} of yours in play.")
        if not state.setting.commands(seat, name):
            return Refusal(RULE, f"{element.name} is not yours to command.")
        if element.under is not None:
            why = f"{element.name} is hidden; only an order to all holds hidden elements back."
            return Refusal("p8.hidden.revealed-by-firing", why)
    return None


def give_standing(state: P8State, seat: str, order: Standing) -> Iterator[Event]:
    """Note how some elements of a seat, or all of them, react from now on."""
    side = state.setting.side_of(seat)
    assert side is not None
    stance = Stance(policy=order.policy, chance=order.chance)
    names = order.elements or tuple(
        name
        for name, element in state.pieces.items()
        if element.side == side and state.setting.commands(seat, name)
    )
    for name in names:
        _note(state, name, stance)
    if not order.elements:
        # Those under counters are only ever asked about or not: to fire they must be placed.
        _note(state, unseen_of(side), stance if stance.policy == "hold" else ASK)
    who = ", ".join(state.pieces[name].name for name in order.elements) or "Everybody"
    yield Event(
        kind="standing",
        text=f"Standing order, {who}: {_WORDS[order.policy].format(order.chance)}.",
        rules=(RULE, "p8.react.any-number-against-one-mover"),
        pieces=order.elements,
        seen_by=state.setting.seats[side],
    )


_WORDS = {
    "ask": "ask before each reaction",
    "hold": "hold fire",
    "fire": "fire at any mover as soon as possible",
    "odds": "fire at a mover as soon as the chance of an effect is {:g} % or better",
}


def _note(state: P8State, name: str, stance: Stance) -> None:
    if stance == ASK:
        state.stances.pop(name, None)
    else:
        state.stances[name] = stance


# -- following them -------------------------------------------------------------------------------


def standing_shot(state: P8State, frame: Moving) -> Incident | None:
    """The first point at which somebody fires at a mover by a standing order."""
    if not state.stances or state.phase == "setup" or frame.stage not in ("react", "again"):
        return None
    first: Incident | None = None
    for enemy in ready_to_react(state, frame):
        stance = state.stances.get(enemy.id, ASK)
        if stance.policy not in ("fire", "odds") or enemy.under is not None:
            continue
        shot = _first_shot(state, enemy, frame, stance)
        if shot is not None and (first is None or shot.at < first.at):
            first = shot
    return first


def _first_shot(state: P8State, enemy: Element, frame: Moving, stance: Stance) -> Incident | None:
    wanted = stance.chance / 100.0 if stance.policy == "odds" else 0.0
    for at in open_points(state, enemy, frame):
        # It fires at the mover, or else at those who ride on it.
        for target in reaction_targets(state, mover_at(state, frame, at)):
            chance = _chance(state, enemy, target)
            if chance is not None and chance >= wanted - 1e-9:
                return Incident(at, StandingShot(element=enemy.id, target=target.id))
    return None


def _chance(state: P8State, enemy: Element, target: Element) -> float | None:
    """The chance that any gun of a reactor has an effect on a target; none if it cannot fire."""
    guns = range(len(state.sheet(enemy).guns))
    shots = [aim(state, enemy, target, gun, reaction=True) for gun in guns]
    failures = [_failure(state, shot) for shot in shots if isinstance(shot, Shot)]
    return 1.0 - math.prod(failures) if failures else None


def _failure(state: P8State, shot: Shot) -> float:
    """The chance that a target suffers nothing, even if a result is read off the table."""
    found = odds_of(state, shot, reaction=True).outcomes
    return float(sum(chance for fate, chance in found if is_nothing(fate)))


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
