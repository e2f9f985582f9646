"""What a shot, a blow or suppressive fire would do: lines, ranges, chances, and who is in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sandtable.battle import Refusal
from sandtable.battle.handling import Trace
from sandtable.battle.overlays import Overlay
from sandtable.battle.overlays import Shot as Line
from sandtable.dice import Dice, exact
from sandtable.table.grid import Square

from ...showing.places import SHELTERED, bands, line_to, may_turn, percent, shown, some
from ...state import OwbState
from ...state.orders import Mass, Shoot, Sweep
from ...state.people import Arm, Person
from ...state.tables import BULLETS
from ..autofire.massed_rifles import REACH, Massed, mass_centre, massed_fire, taking_part
from ..autofire.suppressive_fire import reach_of, swept_squares, victims_of
from ..cover.cover import target_line
from ..line_of_sight.sight import eye, leaning_out, range_between
from .attack_roll import KILLED, Blow, odds_at
from .missile import BANDS, range_band, shot_at

MOST_TOLD = 12
"""Of so many numbers it is told how likely each is."""


# -- single targets -------------------------------------------------------------------------------


def trace_shoot(state: OwbState, order: Shoot) -> Trace | None:
    """The line of a shot, its range, what protects the target, and what a hit does."""
    person = state.find_person(order.person)
    arm = person.arm(order.weapon) if person is not None else None
    if person is None or arm is None or not person.on_table:
        return None
    lean = None if order.lean is None else state.setting.square(order.lean)
    overlays: list[Overlay] = list(bands(state, person, arm.weapon))
    notes: list[str] = []
    for name in (order.target, order.second):
        target = state.find_person(name or "")
        if target is None or not target.on_table:
            continue
        blow = shot_at(state, person, arm, target, order.mode, lean=lean)
        if isinstance(blow, Refusal):
            overlays.append(line_to(state, person, target, turning=may_turn(state, person)))
            continue
        overlays.append(_line(state, person, target, arm, lean))
        notes += _about_shot(state, person, target, blow, lean)
    if order.mode == "suppress":
        aimed = state.find_person(order.target)
        if aimed is not None and aimed.on_table:
            origin, aim = lean or eye(state, person), state.square(aimed)
            overlays += _cone(state, origin, aim, reach_of(state, arm.id))
            notes += _about_area(state, person, origin, aim, reach_of(state, arm.id))
    return Trace(overlays=tuple(overlays), notes=tuple(notes))


def _line(
    state: OwbState, person: Person, target: Person, arm: Arm, lean: Square | None
) -> Overlay:
    origin = lean or eye(state, person)
    spot, _ = target_line(state, origin, target)
    distance = range_between(state, state.square(person), spot)
    band = range_band(state, arm.weapon, distance)
    told = f"{distance} squares" + ("" if band is None else f", {BANDS[band]}")
    return Line(
        start=state.setting.point(origin),
        end=state.setting.point(spot),
        side=person.side,
        label=told,
    )


def _about_shot(
    state: OwbState, person: Person, target: Person, blow: Blow, lean: Square | None
) -> Iterator[str]:
    origin = lean or eye(state, person)
    _, shelter = target_line(state, origin, target)
    yield f"{target.name} is {SHELTERED[shelter]}."
    yield from about_blow(blow, target)


def about_blow(blow: Blow, target: Person) -> Iterator[str]:
    """The number that hits, the damage of a hit, and what that does to the target."""
    odds = odds_at(blow, target, target.name)
    hit = 1 - odds.chance("miss")
    yield f"Hits on {needed_told(blow)}: {percent(hit)}."
    yield f"A hit does {dice_told(blow)}: {spread_told(damage_chances(blow))}."
    if hit:
        lost = (odds.chance("out") + odds.chance(KILLED)) / hit
        does = "kills him" if target.out else "puts him out"
        yield f"{target.name} has {target.hp} hit points; a hit {does} in {percent(lost)}."


def damage_chances(blow: Blow) -> dict[int, Fraction]:
    """The damage that a hit may do, and how likely each is."""
    found = exact(lambda dice: _damage(blow, dice))
    return {value: Fraction(chance) for value, chance in sorted(found.items())}


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


def _damage(blow: Blow, dice: Dice) -> int:
    return max(1, blow.damage.damage(dice, "damage", blow.more)) * blow.times


# -- suppressive fire -----------------------------------------------------------------------------


def trace_sweep(state: OwbState, order: Sweep) -> Trace | None:
    """The cone of suppressive fire, and who is in it."""
    person = state.find_person(order.person)
    if person is None or person.trained is None:
        return None
    trained = person.trained
    reach = reach_of(state, trained.arm)
    victims = victims_of(state, person, trained.origin, trained.aim, reach)
    return Trace(
        overlays=tuple(_cone(state, trained.origin, trained.aim, reach)),
        notes=(*_in_it(state, person, victims), bullets_told()),
    )


def trace_mass(state: OwbState, order: Mass) -> Trace | None:
    """The cone of many rifles, and the burst that it opens with."""
    people = taking_part(state, order)
    square = state.setting.square(order.at)
    if not people or not people[0].on_table or not state.grounds.holds(square):
        return None
    fire = massed_fire(state, order)
    if isinstance(fire, Massed):
        origin, square = fire.origin, fire.aim
    else:
        centre = mass_centre(state, people, order.centre)
        origin = eye(state, leaning_out(state, centre, order.lean))
    if origin == square:
        return None
    notes = [*_about_opening(state, fire), *_about_area(state, people[0], origin, square, REACH)]
    return Trace(overlays=tuple(_cone(state, origin, square, REACH)), notes=tuple(notes))


def _about_opening(state: OwbState, fire: Massed | Refusal) -> Iterator[str]:
    if isinstance(fire, Massed) and fire.blow is not None:
        yield "It opens with a burst."
        yield from about_blow(fire.blow, state.person(fire.blow.target))


def _cone(state: OwbState, origin: Square, aim: Square, reach: int) -> Iterator[Overlay]:
    if origin != aim:
        squares = swept_squares(state, origin, aim, reach)
        yield shown(state, squares, "danger", "Swept by suppressive fire")


def _about_area(
    state: OwbState, person: Person, origin: Square, aim: Square, reach: int
) -> Iterator[str]:
    if origin == aim:
        return
    yield "From the next round on the weapon is trained on the hatched squares."
    yield from _in_it(state, person, victims_of(state, person, origin, aim, reach))


def _in_it(state: OwbState, person: Person, victims: Sequence[str]) -> Iterator[str]:
    people = [state.pieces[name] for name in victims]
    enemies = [one.name for one in people if one.side != person.side]
    friends = [one.name for one in people if one.side == person.side]
    yield f"In it now: {some(enemies)}." if enemies else "No enemy is in it now."
    if friends:
        yield f"Friends in it: {some(friends)}!"


def bullets_told() -> str:
    """How many bullets strike each victim, in words."""
    counts: dict[int, int] = {}
    for bullets in BULLETS.values():
        counts[bullets] = counts.get(bullets, 0) + 1
    chances = {count: Fraction(faces, len(BULLETS)) for count, faces in sorted(counts.items())}
    return f"Bullets that strike each, without an Attack Roll: {spread_told(chances)}."
