"""THE ATTACK ROLL: 1d20, everything that is added to it, and what a hit does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds, Tally, percent

from ...state import OwbState, Person
from ...state.tables import MELEE, DiceSum
from ..core_rulebook.persons import LOWEST

Fumble = Literal["", "dropped", "jammed", "fell"]


RESULTS: Final = ("miss", "hit")
"""How an Attack Roll can end."""


KILLED: Final = "dead"
"""What becomes of somebody who was incapacitated before."""


class Blow(Struct, frozen=True, kw_only=True):
    """An attack on one target, ready to be rolled.

    Attributes:
        attacker: Who makes it.
        target: Whom it is aimed at.
        weapon: What it is made with.
        tally: Everything that is added to the die.
        armor: The target's Armor Class.
        damage: The dice of a hit.
        more: What is added to them (Strength).
        times: What a hit is multiplied by (both barrels).
        naturals: Whether a natural 20 or 1 is special.
        sure: Whether it hits without fail.
        melee: Whether it is struck by hand.
        mounted: Whether it is fired with a weapon of a vehicle, whose gunner does not fumble.
    """

    attacker: str
    target: str
    weapon: str
    tally: Tally
    armor: Tally
    damage: DiceSum
    more: int = 0
    times: int = 1
    naturals: bool = False
    sure: bool = False
    melee: bool = False
    mounted: bool = False

    @property
    def needed(self) -> int:
        """The face of the die that hits."""
        return self.armor.total - self.tally.total

    def hits_with(self, face: int) -> bool:
        """Whether a face of the die would hit."""
        if self.sure:
            return True
        if self.naturals and face == 20:
            return True
        fumbled = self.naturals and not self.mounted and face == 1
        return face >= self.needed and not fumbled


class Hit(Struct, frozen=True):
    """What came of an attack.

    Attributes:
        hit: Whether it hit.
        damage: What it did.
        fumble: What went wrong with the weapon.
        die: The face of the d20, where it matters.
    """

    hit: bool
    damage: int = 0
    fumble: Fumble = ""
    die: int = 0


def bonuses(tally: Tally) -> int:
    """What is added to the die before any penalties."""
    cite("owb.attack.modifier-order")
    return sum(m.value for m in tally.modifiers if m.value > 0)


def resolve_blow(blow: Blow, dice: Dice) -> Hit:
    """Roll an attack: 1d20 and the modifiers must reach the Armor Class; then its damage."""
    cite("owb.attack.roll", "owb.attack.modifier-order")
    face, double = 0, 1
    if blow.sure:
        hit = True
    elif blow.naturals or blow.mounted:
        face = dice.die(20, "attack")
        hit = blow.hits_with(face)
        if blow.naturals:
            cite("owb.attack.natural-20-and-1")
            if face == 1 and not blow.mounted:
                return Hit(False, fumble=fumbles(dice, melee=blow.melee or blow.weapon in MELEE))
            double = 2 if face == 20 else 1
    else:
        hit = dice.test(20, blow.needed, "attack")
    if dice.settle("attack", "hit" if hit else "miss", RESULTS) == "miss":
        return Hit(False, die=face)
    rolled = blow.damage.damage(dice, "damage", blow.more)
    return Hit(True, rolled * blow.times * double, die=face)


def told_for_luck(hit: bool, hits_with: Callable[[int], bool]) -> dict[str, Any]:
    """What an attack brought and what it should bring on average, as reports of luck read it."""
    chance = Fraction(sum(map(hits_with, range(1, 21))), 20)
    odds = {"none": str(1 - chance), "hit": str(chance)}
    return {"odds": odds, "effect": "hit" if hit else "none"}


def fumbles(dice: Dice, *, melee: bool) -> Fumble:
    """What a natural 1 with a weapon in hand leads to."""
    face = dice.die(6, "fumble")
    if face <= 2:
        return "dropped"
    if face <= 4:
        return "dropped" if melee else "jammed"
    return "fell"


def odds_at(blow: Blow, target: Person, title: str) -> Odds:
    """The exact odds of an attack on somebody; whoever is out already can only be killed."""
    if not target.out:
        return odds_of(blow, max(1, target.hp), title)
    cite("owb.base.damage-and-zero-hp")
    odds = odds_of(blow, max(1, target.hp - LOWEST), title)
    named = tuple((KILLED if word == "out" else word, chance) for word, chance in odds.outcomes)
    return replace(odds, outcomes=named)


def odds_of(blow: Blow, hp: int, title: str) -> Odds:
    """The exact odds of an attack: missed, wounded, or put out of action."""

    def outcome(dice: Dice) -> str:
        result = resolve_blow(blow, dice)
        if not result.hit:
            return "miss"
        return "out" if result.damage >= hp else "wounded"

    found: Distribution[str] = exact(outcome)
    return Odds.of(title, found, ("miss", "wounded", "out"), (blow.tally, blow.armor))


def blow_odds(state: OwbState, target: Person, blow: Any) -> Odds | None:
    """The odds of an attack on somebody; none if it cannot be made."""
    if isinstance(blow, Refusal):
        return None
    title = f"{state.person(blow.attacker).name} attacks {target.name}"
    return odds_at(blow, target, title)


MOST_TOLD = 12
"""Of so many numbers it is told how likely each is."""


def about_blow(blow: Blow, target: Person) -> Iterator[str]:
    """The number that hits, the damage of a hit, and what that does to the target."""
    odds = odds_at(blow, target, target.name)
    hit = 1 - odds.chance("miss")
    yield f"Hits on {needed_told(blow)}: {percent(hit)}."
    found = exact(lambda dice: max(1, blow.damage.damage(dice, "damage", blow.more)) * blow.times)
    chances = {value: Fraction(chance) for value, chance in sorted(found.items())}
    yield f"A hit does {dice_told(blow)}: {spread_told(chances)}."
    if hit:
        lost = (odds.chance("out") + odds.chance(KILLED)) / hit
        does = "kills him" if target.out else "puts him out"
        yield f"{target.name} has {target.hp} hit points; a hit {does} in {percent(lost)}."


def spread_told(chances: dict[int, Fraction]) -> str:
    """How likely each of some numbers is, in words.

    >>> spread_told({2: Fraction(1, 2), 3: Fraction(1, 2)})
    '2 to 3, each with 50 %'
    >>> spread_told({1: Fraction(3, 4), 2: Fraction(1, 4)})
    '1 with 75 %, 2 with 25 %'
    >>> spread_told({2: Fraction(1, 2), 4: Fraction(1, 2)})
    '2 with 50 %, 4 with 50 %'
    """
    no_gaps = max(chances) - min(chances) == len(chances) - 1
    if len(set(chances.values())) == 1 and len(chances) > 1 and no_gaps:
        each = percent(next(iter(chances.values())))
        return f"{min(chances)} to {max(chances)}, each with {each}"
    if len(chances) > MOST_TOLD:
        whole = sum(chances.values())
        mean = sum(value * chance for value, chance in chances.items()) / whole
        return f"{min(chances)} to {max(chances)}, on average {float(mean):.1f}"
    return ", ".join(f"{value} with {percent(chance)}" for value, chance in chances.items())


def needed_told(blow: Blow) -> str:
    """The faces of a d20 that hit."""
    if blow.sure:
        return "every throw"
    if blow.needed <= 1:
        return "every face of 1d20"
    return f"{blow.needed} or more on 1d20" if blow.needed <= 20 else "no face of 1d20"


def dice_told(blow: Blow) -> str:
    """The dice of a hit as they are written."""
    more = f"{blow.more:+d}" if blow.more else ""
    times = f", times {blow.times}" if blow.times != 1 else ""
    return f"{blow.damage}{more}{times}"
