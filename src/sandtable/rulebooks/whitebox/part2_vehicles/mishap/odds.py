"""The exact odds of collisions, rams, sideswipes and mishaps before they happen."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import Final, TypeVar

from msgspec.structs import replace

from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds

from ...part1_personal.core_rulebook.persons import fate, fraction, plain_save, save_succeeds
from ...state import OwbState, Person, Vehicle
from ...state.footprint import moved
from ..collision.impacts import blow_of, clash_of, going, person_damage
from ..collision.ramming import swipe_damage
from ..maneuvers.driving_check import check_chance, mishap_table, save_chance
from ..movement.straight import BOGS_ON, way_ahead
from ..round.crew import operator_of
from .tables import MISHAPS

T = TypeVar("T", bound=Hashable)

MISHAP: Final = "own mishap"
STUCK: Final = "stuck on the way"
"""How a ram can end before it strikes anybody."""

AGAINST_VEHICLE: Final = (
    MISHAP,
    "unharmed",
    "damaged",
    "out of control",
    "driver lost",
    "inoperable",
)
AGAINST_PERSON: Final = (MISHAP, "unhurt", "wounded", "out")
"""How a ram or a sideswipe can end for the one that is struck."""


# -- collisions -----------------------------------------------------------------------------------


def collision_damage(
    state: OwbState, name: str, direction: int, other: str
) -> Distribution[tuple[int, int]]:
    """What both may take if a vehicle steps into another: the attacking vehicle, the defending."""
    clash = clash_of(state, blow_of(state, name, direction), state.vehicle(other))
    return exact(clash.roll)


def run_over_damage(
    state: OwbState, name: str, direction: int, person: Person
) -> Distribution[int]:
    """What a character may lose whom a vehicle strikes."""
    blow = blow_of(state, name, direction)

    def loss(dice: Dice) -> int:
        saved = person.able and save_succeeds(person, plain_save(person), dice, "leap aside")
        return fraction(person_damage(state, blow, person, dice), 2 if saved else 1)

    return exact(loss)


def driver_lost(state: OwbState, driver: Person, points: int) -> Fraction:
    """The chance that a collision of so many points puts the driver of a vehicle out of action.

    What nobody drives stops, and has no mishap. In a tied segment he falls only when that ends.
    """

    def falls(dice: Dice) -> bool:
        if state.tied or not fraction(points, 2):
            return False
        saved = save_succeeds(driver, plain_save(driver), dice, "collision")
        left = driver.hp - fraction(points, 4 if saved else 2)
        return bool(fate(state, replace(driver, hp=left)))

    return Fraction(exact(falls).get(True, 0))


# -- mishaps --------------------------------------------------------------------------------------


def mishap_results(vehicle: Vehicle) -> Odds:
    """How likely each line of a vehicle's mishap table is, the mildest first."""
    table = MISHAPS[mishap_table(vehicle)]
    names = tuple(dict.fromkeys(table[face].name for face in sorted(table, reverse=True)))
    found = exact(lambda dice: str(table[dice.die(6, "mishap")].name))
    return Odds.of(f"mishap of {vehicle.name}", found, names)


def mishap_damage(vehicle: Vehicle) -> Distribution[int]:
    """The damage that a mishap may do to a vehicle, without what it runs into."""
    table = MISHAPS[mishap_table(vehicle)]
    return exact(lambda dice: table[dice.die(6, "mishap")].damage.total(dice, "damage"))


# -- orders ---------------------------------------------------------------------------------------


def bogging_chance(state: OwbState, vehicle: Vehicle, *, bogs: bool) -> Fraction:
    """The chance of getting stuck on a way, by whether one can bog down anywhere on it."""
    rolls = bogs and state.on("bogging") and not vehicle.bogged
    return Fraction(BOGS_ON, 6) if rolls else Fraction(0)


def stuck_before_last(state: OwbState, vehicle: Vehicle, squares: int) -> Fraction:
    """The chance that a vehicle bogs down before the last of so many steps."""
    steps = way_ahead(state, vehicle, squares - 1)
    return bogging_chance(state, vehicle, bogs=any(step.bogs for step in steps))


def ram_odds(state: OwbState, name: str, squares: int, target: str) -> Odds | None:
    """The exact odds of a ram."""
    vehicle = state.find_vehicle(name)
    if vehicle is None or not vehicle.on_table or target not in state.pieces:
        return None
    direction = going(vehicle)
    then = state.copy()
    then.place(name, moved(state.footprint(vehicle), direction, squares - 1))
    then.alter(name, travel=vehicle.travel + squares)
    title = f"{vehicle.name} rams {state.pieces[target].name}"
    chance, stuck = check_chance(state, vehicle), stuck_before_last(state, vehicle, squares)
    person = state.find_person(target)
    if person is not None:
        losses = run_over_damage(then, name, direction, person)
        return _odds(title, chance, losses, _hurt(person), AGAINST_PERSON, stuck)
    other = state.vehicle(target)
    taken = collision_damage(then, name, direction, target)
    return _struck_odds(state, title, chance, other, taken, stuck)


def sideswipe_odds(state: OwbState, name: str, target: str) -> Odds | None:
    """The exact odds of a sideswipe."""
    vehicle, other = state.find_vehicle(name), state.find_vehicle(target)
    if vehicle is None or other is None:
        return None
    taken = exact(lambda dice: swipe_damage(vehicle, other, dice))
    title = f"{vehicle.name} sideswipes {other.name}"
    return _struck_odds(state, title, check_chance(state, vehicle), other, taken)


def _struck_odds(
    state: OwbState,
    title: str,
    chance: Fraction,
    other: Vehicle,
    taken: Distribution[tuple[int, int]],
    stuck: Fraction = Fraction(0),
) -> Odds:
    driver = None if other.wreck else operator_of(state, other)
    kept = save_chance(state, other) if driver is not None else Fraction(1)

    def results(loss: tuple[int, int]) -> Iterator[tuple[str, Fraction]]:
        if loss[1] >= max(1, other.hp):
            yield "inoperable", Fraction(1)
            return
        gone = Fraction(0) if driver is None else driver_lost(state, driver, loss[1])
        yield "driver lost", gone
        yield "damaged" if loss[1] else "unharmed", (1 - gone) * kept
        yield "out of control", (1 - gone) * (1 - kept)

    return _odds(title, chance, taken, results, AGAINST_VEHICLE, stuck)


def _hurt(person: Person) -> Callable[[int], Iterator[tuple[str, Fraction]]]:
    def results(loss: int) -> Iterator[tuple[str, Fraction]]:
        word = "out" if loss >= max(1, person.hp) else "wounded" if loss else "unhurt"
        yield word, Fraction(1)

    return results


def _odds(
    title: str,
    chance: Fraction,
    losses: Distribution[T],
    results: Callable[[T], Iterator[tuple[str, Fraction]]],
    names: tuple[str, ...],
    stuck: Fraction = Fraction(0),
) -> Odds:
    """The odds of a Driving Check, and of what follows if it is made.

    Args:
        stuck: The chance that it never comes to that, because the vehicle bogs down before.
    """
    found = dict.fromkeys((STUCK, *names) if stuck else names, Fraction(0))
    comes, found[MISHAP] = 1 - stuck, (1 - stuck) * (1 - chance)
    if stuck:
        found[STUCK] = stuck
    for loss, part in losses.items():
        for word, share in results(loss):
            found[word] += comes * chance * part * share
    return Odds(title=title, outcomes=tuple(found.items()))
