"""The odds of an Attack that is rolled twice at one target."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import lcm

from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds
from sandtable.rulebooks.whitebox.part1_personal.attack.attack_roll import KILLED, Blow
from sandtable.rulebooks.whitebox.part1_personal.attack.carrying_out import shoot_once, take_aim
from sandtable.rulebooks.whitebox.part1_personal.core_rulebook.persons import LOWEST
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import leaning_out
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.orders import Shoot
from sandtable.rulebooks.whitebox.state.people import Person

OUTCOMES = ("miss", "wounded", "out")

After = tuple[Person, Person]
"""The shooter and the target once a shot has been rolled."""


def odds_of_both(state: OwbState, order: Shoot, target: Person, blow: Blow) -> Odds:
    """The odds of two rolls; the first may spoil the second, so both are played.

    Most rolls lead to one of a few states, and the second is played once from each of these.
    """
    ready = state.copy()
    shooter = ready.put(leaning_out(ready, ready.person(order.person), order.lean))
    take_aim(ready, shooter, order)
    reached: dict[After, OwbState] = {}
    first = exact(lambda dice: _shot(ready, order, reached, dice))
    words = ("miss", "wounded", KILLED) if target.out else OUTCOMES
    found = dict.fromkeys(words, Fraction(0))
    for after, chance in first.items():
        for hp, part in _left(reached[after], order, target).items():
            found[_word(target, target.hp - hp)] += chance * part
    title = f"{shooter.name} attacks {target.name} twice"
    return Odds.of(title, _distribution(found), words, (blow.tally, blow.armor))


def _shot(before: OwbState, order: Shoot, reached: dict[After, OwbState], dice: Dice) -> After:
    trial = before.copy()
    for _ in shoot_once(trial, order, order.target, dice):
        pass
    after = trial.person(order.person), trial.person(order.target)
    reached.setdefault(after, trial)
    return after


def _left(state: OwbState, order: Shoot, before: Person) -> Distribution[int]:
    """The hit points that the second roll leaves; there is none at one whom the first put out."""
    now = state.person(before.id)
    if now.out and not before.out:
        return Distribution({now.hp: 1})
    return exact(partial(_shot, state, order, {})).map(lambda after: after[1].hp)


def _word(target: Person, lost: int) -> str:
    if not lost:
        return "miss"
    if lost < max(1, target.hp - LOWEST if target.out else target.hp):
        return "wounded"
    return KILLED if target.out else "out"


def _distribution(found: dict[str, Fraction]) -> Distribution[str]:
    whole = lcm(*(chance.denominator for chance in found.values()))
    return Distribution({word: int(chance * whole) for word, chance in found.items() if chance})
