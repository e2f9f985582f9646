"""The odds of an order against every way that its dice can fall."""

from collections.abc import Callable, Mapping

from sandtable.dice import DiceNeeded
from tests.whitebox.kit.basis import *

Read = Callable[[OwbBattle], str]


def every_end(battle: OwbBattle, order: Order) -> Iterator[tuple[OwbBattle, Fraction]]:
    """The battle after an order, for every way that the dice can fall, with its chance."""
    seat = battle.choices[0].seats[0]
    todo: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while todo:
        faces, chance = todo.pop()
        branch = battle.fork(dice=ScriptedDice(faces))
        try:
            branch.play(order, seat)
        except DiceNeeded as needed:
            ask_for = needed.request
            for more in product(range(1, ask_for.sides + 1), repeat=ask_for.count):
                part = chance / ask_for.sides**ask_for.count
                todo.append(((*faces, *more), part))
            continue
        yield branch, chance


def true_odds(battle: OwbBattle, order: Order, read: Read) -> dict[str, Fraction]:
    """How often each result comes out."""
    found: dict[str, Fraction] = {}
    for end, chance in every_end(battle, order):
        found[read(end)] = found.get(read(end), Fraction(0)) + chance
    return found


def lost_by(name: str, hp: int, none: str = "miss") -> Read:
    """What became of a character with so many hit points."""

    def read(battle: OwbBattle) -> str:
        lost = hp - person(battle, name).hp
        return none if not lost else "out" if lost >= hp else "wounded"

    return read


def odds_given(battle: OwbBattle, order: Order) -> dict[str, Fraction]:
    """The odds that a player is given, without what cannot happen."""
    odds = battle.odds(order, battle.choices[0].seats[0])
    assert odds is not None
    return {name: chance for name, chance in odds.outcomes if chance}


Word = Callable[[OwbState, Sequence[Event]], str]


def every_way(
    battle: OwbBattle, order: Order, word: Word, fixed: Mapping[str, int]
) -> dict[str, Fraction]:
    """How likely each end of an order is, found by throwing all the dice that it asks for.

    Args:
        fixed: Dice that change nothing in how it is called; only this face of them is tried.
    """
    seat = battle.choices[0].seats[0]
    found: dict[str, Fraction] = {}

    def throw(script: tuple[int, ...], weight: Fraction) -> None:
        draft = battle.state.copy()
        try:
            events = RULEBOOK.apply(draft, seat, order, ScriptedDice(script))
        except DiceNeeded as need:
            asked = need.request
            given = next((face for part, face in fixed.items() if part in asked.what), None)
            faces: Iterable[int] = range(1, asked.sides + 1) if given is None else (given,)
            ways = list(product(faces, repeat=asked.count))
            for way in ways:
                throw((*script, *way), weight / len(ways))
            return
        end = word(draft, events)
        found[end] = found.get(end, Fraction(0)) + weight

    throw((), Fraction(1))
    return found


def odds_told(battle: OwbBattle, order: Order) -> dict[str, Fraction]:
    """The odds that are told of an order, without what cannot be."""
    odds = battle.odds(order, battle.choices[0].seats[0])
    assert odds is not None
    assert sum(part for _, part in odds.outcomes) == 1
    return {word: Fraction(part) for word, part in odds.outcomes if part}
