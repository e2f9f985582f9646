"""SUPPRESSIVE FIRE: the cone, the bullets, the saves, reloads and malfunctions."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.battle import Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Tally
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part3_combining.exposed import vehicles_swept
from ...state import Arm, OwbState, Person
from ...state.tables import BULLETS, MISSILE, DiceSum
from ..attack.attack_roll import spread_told
from ..attack.missile import Ranged, check_weapon, multiples_of
from ..core_rulebook.persons import fraction, save_succeeds
from ..cover.cover import Shelter, shelter_from
from ..line_of_sight.sight import direction, in_arc, open_line
from ..movement.way import normal_movement

WIDTHS: Final = ((1, 3), (11, 5))
"""How wide the cone is, from which distance on."""


ROUNDS_BEFORE_FAILURE: Final = 3


# -- the area -------------------------------------------------------------------------------------


def reach_of(state: OwbState, weapon: str) -> int:
    """How far suppressive fire reaches: to Short range, or to Extreme if so decided."""
    return reach_from(state, MISSILE[weapon])


def reach_from(state: OwbState, weapon: Ranged) -> int:
    """How far suppressive fire reaches with a weapon of any table."""
    cite("owb.suppress.cone-reach")
    massed = weapon.id in MISSILE and not MISSILE[weapon.id].suppressive
    if massed or state.option("suppressive_reach") != "extreme":
        return weapon.range
    return weapon.range * multiples_of(state, weapon)[-1]


def cone(origin: Square, aim: Square, reach: int) -> tuple[Square, ...]:
    """The squares of the cone of fire, nearest first."""
    cite("owb.suppress.cone-shape")
    return _cone(origin, aim, reach)


@lru_cache(maxsize=256)
def _cone(origin: Square, aim: Square, reach: int) -> tuple[Square, ...]:
    return grid.cone(origin, aim, reach, WIDTHS)


def swept_squares(state: OwbState, origin: Square, aim: Square, reach: int) -> tuple[Square, ...]:
    """The squares that are really swept: those in the cone that the gunner sees."""
    cite("owb.suppress.cone-sight")
    facing = direction(origin, aim)
    return tuple(
        square
        for square in cone(origin, aim, reach)
        if state.grounds.holds(square)
        and in_arc(origin, facing, square)
        and open_line(state, origin, square)
    )


def is_swept(state: OwbState, origin: Square, aim: Square, reach: int, person: Person) -> bool:
    """Whether a character is in the line of fire, and not behind full cover."""
    square = state.square(person)
    if square == origin or not person.on_table:
        return False
    squares = swept_squares(state, origin, aim, reach)
    shelter = shelter_from(state, origin, person) if square in squares else "full"
    if shelter == "full":
        if person.lean is not None and person.lean in squares:
            cite("owb.cover.lean-out")
            return True
        cite("owb.suppress.full-cover")
        return False
    if shelter == "concealed":
        cite("owb.suppress.concealment-no-help")
    return True


def victims_of(
    state: OwbState, gunner: Person, origin: Square, aim: Square, reach: int
) -> tuple[str, ...]:
    """Everybody in the line of fire whom this gun has not struck this round, nearest first."""
    cite("owb.suppress.order-of-victims")
    struck = {victim for gun, victim in state.struck if gun == gunner.id}
    found = vehicles_swept(state, origin, area_of(origin, aim, reach))
    for person in state.persons():
        square = state.square(person)
        near = grid.distance(origin, square) <= reach + 1
        if not near or person.id == gunner.id or person.out == "dead":
            continue
        if is_swept(state, origin, aim, reach, person):
            found.append(((grid.distance(origin, square), square[1], square[0], 0), person.id))
    return tuple(name for _, name in sorted(found) if name not in struck)


def area_of(origin: Square, aim: Square, reach: int) -> frozenset[Square]:
    """The squares of the cone that lie in the arc of a gunner on foot who faces his aim."""
    facing = direction(origin, aim)
    return frozenset(s for s in cone(origin, aim, reach) if in_arc(origin, facing, s))


# -- may he? --------------------------------------------------------------------------------------


def may_suppress(arm: Arm) -> bool:
    """Whether a weapon is capable of suppressive fire."""
    cite("owb.suppress.capable-weapons")
    return arm.weapon.suppressive


def steps_allowed(person: Person) -> int:
    """How many squares one may move in a round of suppressive fire."""
    cite("owb.suppress.movement-limit")
    return max(1, normal_movement(person.movement) // 3)


def check_suppress(state: OwbState, person: Person, arm: Arm) -> Refusal | None:
    """Why a character cannot lay suppressive fire with a weapon now, or ``None`` if he can."""
    if not may_suppress(arm):
        return Refusal("owb.suppress.capable-weapons", "It cannot lay suppressive fire.")
    if person.steps > steps_allowed(person):
        return Refusal("owb.suppress.movement-limit", "He has moved too far for more than a burst.")
    if arm.id == "machinegun-light" and person.steps:
        return Refusal("owb.weapon.machinegun-light", "Unmounted it can only fire bursts.")
    return check_weapon(state, person, arm, "suppress")


def check_opening(state: OwbState, person: Person, arm: Arm, square: Square) -> Refusal | None:
    """Why suppressive fire cannot be opened on a square, or ``None`` if it can."""
    refusal = check_suppress(state, person, arm)
    if refusal is None and grid.distance(state.square(person), square) > reach_of(state, arm.id):
        return Refusal("owb.suppress.cone-reach", "That is beyond the reach of the cone.")
    return refusal


def check_sweep(state: OwbState, person: Person) -> Refusal | None:
    """Why a character cannot keep up his suppressive fire, or ``None`` if he can."""
    trained = person.trained
    if trained is None:
        return Refusal("owb.suppress.continue", "His weapon is trained on nothing.")
    arm = person.arm(trained.arm)
    if arm is None:
        return Refusal("owb.suppress.continue", "He has lost the weapon.")
    if trained.since >= state.turn:
        return Refusal("owb.suppress.opening-burst", "He is only getting his bearings.")
    if state.square(person) == trained.aim:
        return Refusal("owb.suppress.continue", "He stands in the area himself.")
    if grid.distance(state.square(person), trained.aim) > reach_of(state, arm.id):
        return Refusal("owb.suppress.cone-reach", "The area is beyond the reach of the cone.")
    return check_suppress(state, person, arm)


# -- bullets --------------------------------------------------------------------------------------


class Toll(Struct, frozen=True):
    """What suppressive fire does to one victim.

    Attributes:
        damage: The hit points he loses.
        dives: Whether he throws himself behind cover.
        ducks: Whether he keeps down where he is.
        down: Whether he hits the deck in the open.
    """

    damage: int
    dives: bool = False
    ducks: bool = False
    down: bool = False


def bullets_that_strike(dice: Dice, name: str) -> int:
    """How many bullets strike a victim, without an Attack Roll."""
    cite("owb.suppress.automatic-bullets", "owb.suppress.no-other-effect")
    return BULLETS[dice.die(6, f"bullets, {name}")]


def save_against_bullets(person: Person) -> Tally:
    """The bonuses of a Saving DiceSum against suppressive fire: Dexterity alone."""
    tally = Tally(person.name)
    tally.add_if(
        person.dexterity != 0, person.dexterity, "owb.suppress.save-in-the-open", "Dexterity"
    )
    return tally


def bullet_damage(bullets: int, damage: DiceSum, dice: Dice) -> int:
    """The damage of so many bullets, each rolled for itself and all added up."""
    return sum(damage.damage(dice, f"damage, bullet {n + 1}") for n in range(bullets))


def resolve_struck(
    person: Person,
    shelter: Shelter,
    near_cover: bool,
    bullets: int,
    damage: DiceSum,
    reacts: bool,
    dice: Dice,
) -> Toll:
    """What so many bullets do to a victim who reacts or not: the save, then the damage."""
    partial = shelter == "partial"
    if not reacts:
        cite("owb.suppress.decline")
        total = bullet_damage(bullets, damage, dice)
        if partial:
            cite("owb.suppress.partial-cover")
        return Toll(fraction(total, 2) if partial else total)
    saved = save_succeeds(person, save_against_bullets(person), dice, "save")
    if partial:
        cite("owb.suppress.partial-cover")
        if saved:
            return Toll(0, ducks=True)
        return Toll(fraction(bullet_damage(bullets, damage, dice), 2))
    if near_cover:
        cite("owb.suppress.save-near-cover")
        if saved:
            return Toll(0, dives=True)
        return Toll(fraction(bullet_damage(bullets, damage, dice), 2))
    cite("owb.suppress.save-in-the-open")
    total = bullet_damage(bullets, damage, dice)
    return Toll(fraction(total, 2), down=True) if saved else Toll(total)


# -- the weapon -----------------------------------------------------------------------------------


def after_shots(state: OwbState, arm: Arm) -> Arm:
    """A weapon that has laid suppressive fire in this round: its magazine, and its heat."""
    if arm.hot_in == state.turn:
        return arm
    if not arm.weapon.suppressive:
        cite("owb.suppress.massed-rifles")
        return replace(arm, fired_in=state.turn)
    in_a_row = arm.hot_in is not None and arm.hot_in == state.turn - 1
    used = replace(
        arm,
        heat=arm.heat + 1 if in_a_row else 1,
        hot_in=state.turn,
        fired_in=state.turn,
    )
    if arm.weapon.feed == "magazine":
        cite("owb.suppress.reload")
        used = replace(used, swept_in=state.turn, rounds=None if arm.rounds is None else 0)
    return used


def malfunctions(arm: Arm, helped: bool, dice: Dice) -> bool:
    """Whether a weapon fails after this round of suppressive fire."""
    belt = arm.weapon.feed == "belt"
    return overheats(arm.heat, arm.weapon.name, helped=helped and belt, dice=dice)


def overheats(heat: int, name: str, *, helped: bool, dice: Dice) -> bool:
    """Whether a weapon fails that has laid suppressive fire for so many rounds in a row."""
    if heat <= ROUNDS_BEFORE_FAILURE:
        return False
    if helped:
        cite("owb.suppress.barrel-change")
        return False
    cite("owb.suppress.malfunction")
    return not dice.test(6, 2, f"{name} holds out")


def ready_to_strike(state: OwbState, gunner: Person) -> Arm | None:
    """The Trained weapon that can fire between its gunner's turns, if there is one."""
    trained = gunner.trained
    if trained is None or trained.since >= state.turn or gunner.acted:
        return None
    if gunner.attacked and not gunner.swept:
        return None
    arm = gunner.arm(trained.arm)
    if arm is None or check_weapon(state, gunner, arm, "suppress") is not None:
        return None
    cite("owb.suppress.fire-on-those-who-show-themselves")
    return arm


def bullets_told() -> str:
    """How many bullets strike each victim, in words."""
    counts: dict[int, int] = {}
    for bullets in BULLETS.values():
        counts[bullets] = counts.get(bullets, 0) + 1
    chances = {count: Fraction(faces, len(BULLETS)) for count, faces in sorted(counts.items())}
    return f"Bullets that strike each, without an Attack Roll: {spread_told(chances)}."
