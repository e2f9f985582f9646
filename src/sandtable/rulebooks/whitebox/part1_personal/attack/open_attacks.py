"""Whether somebody on foot can attack at all: asked of every order, not only of sensible ones.

Whether a decision is due follows from what is legal. So this goes through everything that could be
ordered: everybody and every vehicle that is known, every square in reach, every weapon, explosive
and mode, whoever could load a mortar, and every square to lean out into. What can only make an
order illegal is left out: second targets, second rolls, those who change barrels, and further modes
of a weapon that can be fired in one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final, get_args

from msgspec.structs import replace

from sandtable.battle import Order
from sandtable.rulebooks.whitebox.part1_personal.attack.checks import check_attack
from sandtable.rulebooks.whitebox.part1_personal.attack.melee import blades_of, check_blade
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import (
    AREA_WEAPONS,
    Ranged,
    check_weapon,
    multiples_of,
)
from sandtable.rulebooks.whitebox.part1_personal.autofire.massed_rifles import (
    around_middle,
    rifles_around,
)
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import lean_outs
from sandtable.rulebooks.whitebox.part1_personal.explosives.blasts import IMPACT
from sandtable.rulebooks.whitebox.part1_personal.explosives.mortars import check_crew, minimum_range
from sandtable.rulebooks.whitebox.part1_personal.explosives.throwing import (
    Lob,
    check_hands,
    throw_at,
)
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import eye
from sandtable.rulebooks.whitebox.part1_personal.weapons.flamethrower import FLAMETHROWER, LENGTH
from sandtable.rulebooks.whitebox.part3_combining.from_foot import INDIRECT
from sandtable.rulebooks.whitebox.part3_combining.hand_to_hand import squares_in_reach
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.orders import (
    AttackOrder,
    BombId,
    Flame,
    Launch,
    Mass,
    Mode,
    Point,
    Shoot,
    Strike,
    Sweep,
    Throw,
)
from sandtable.rulebooks.whitebox.state.people import Arm, Person
from sandtable.rulebooks.whitebox.state.tables import MISSILE
from sandtable.rulebooks.whitebox.state.vehicle_orders import ShootAboard
from sandtable.rulebooks.whitebox.state.vehicles import Vehicle
from sandtable.table import grid
from sandtable.table.grid import Square

Leans = tuple[Point | None, ...]
"""How somebody can stand for an attack: where he is, or leaning out to one of some points."""

Alike = Callable[[Order], bool]

MODES: Final[tuple[Mode, ...]] = get_args(Mode)
BOMBS: Final[tuple[BombId, ...]] = get_args(BombId)
AHEAD: Final = (4, 3, 2, 1)
"""How far ahead squares are tried before all others: most often one of them will do."""


# -- is there any? --------------------------------------------------------------------------------


def open_attack(state: OwbState, person: Person, *, turning: bool) -> AttackOrder | None:
    """An attack that somebody on foot could make now, if there is any.

    To keep up suppressive fire is none of those that can be withheld.
    """

    def find() -> AttackOrder | None:
        return _first(state, person, turning=turning)

    return state.once(("open", person.id, turning), find)


def open_attack_like(
    state: OwbState, person: Person, attack: AttackOrder, alike: Alike, *, turning: bool
) -> AttackOrder | None:
    """An attack that could be made in the place of one that was declared, if there is any.

    Args:
        state: Where the fight stands.
        person: Who attacks.
        attack: What he declared; the other attack is of the same kind.
        alike: Whether an attack of that kind is made with the same means.
        turning: Whether he may turn freely, as on his own turn.
    """
    return _first(state, person, attack, alike, turning=turning)


def open_throw(state: OwbState, person: Person, bomb: str, *, turning: bool) -> Square | None:
    """A square that somebody could throw at what he holds in his hand, if there is any."""
    if check_hands(person) is not None:
        return None
    for square in squares_about(state, person, reach(state, MISSILE["grenade"])):
        if isinstance(throw_at(state, person, bomb, square, turning=turning), Lob):
            return square
    return None


def _first(
    state: OwbState,
    person: Person,
    like: AttackOrder | None = None,
    alike: Alike | None = None,
    *,
    turning: bool,
) -> AttackOrder | None:
    leans: Leans = (None,)
    if turning and person.on_table:
        leans += tuple(state.setting.point(square) for square in lean_outs(state, person))
    for each, orders in _KINDS.items():
        if each is Sweep if like is None else each is not type(like):
            continue
        for order in orders(state, person, leans, like):
            if alike is not None and not alike(order):
                continue
            if check_attack(state, person, order, turning=turning) is None:
                return order
    return None


# -- at whom, and where ---------------------------------------------------------------------------


def targets(state: OwbState, side: str) -> list[Person]:
    """Those of other sides on the map who are known and live, the incapacitated included."""

    def find() -> list[Person]:
        return [
            one
            for one in state.persons()
            if one.side != side and one.on_table and one.out != "dead" and not one.hidden
        ]

    return state.once(("targets", side), find)


def hulls(state: OwbState, side: str) -> list[Vehicle]:
    """The vehicles of other sides on the map that are known."""
    return [one for one in state.vehicles() if one.side != side and one.on_table and not one.hidden]


def reach(state: OwbState, weapon: Ranged) -> int:
    """Farther than so many squares nothing is shot or thrown at."""
    return weapon.range * multiples_of(state, weapon)[-1]


def squares_about(state: OwbState, person: Person, far: int) -> Iterator[Square]:
    """Every square of the map within so many of a character: some ahead, then the nearest first."""
    origin = eye(state, person)
    for count in AHEAD:
        square = grid.step(origin, person.facing, count)
        if count <= far and state.grounds.holds(square):
            yield square
    yield from rings(state, state.square(person), 0, far)


def rings(state: OwbState, centre: Square, near: int, far: int) -> Iterator[Square]:
    """The squares of the map between two distances from one of them, the nearest first."""
    width, rows = state.setting.width, state.setting.rows
    (x, y), most = centre, max(width, rows) + max(map(abs, centre))
    for away in range(near, min(far, most) + 1):
        for row in range(max(0, y - away), min(rows - 1, y + away) + 1):
            whole = abs(row - y) == away
            for column in range(x - away, x + away + 1, 1 if whole else 2 * away):
                if 0 <= column < width:
                    yield (column, row)


# -- the attacks, kind by kind --------------------------------------------------------------------


def _throws(
    state: OwbState, person: Person, leans: Leans, _like: AttackOrder | None
) -> Iterator[AttackOrder]:
    bombs = [bomb for bomb in BOMBS if person.bombs_of(bomb)]
    if not bombs or check_hands(person) is not None:
        return
    for square in squares_about(state, person, reach(state, MISSILE["grenade"])):
        at = state.setting.point(square)
        for bomb in bombs:
            for lean in leans:
                yield Throw(person=person.id, bomb=bomb, at=at, lean=lean)


def _shots(
    state: OwbState, person: Person, leans: Leans, like: AttackOrder | None
) -> Iterator[AttackOrder]:
    for arm in person.arms:
        if arm.id in AREA_WEAPONS:
            continue
        for mode in _modes(state, person, arm, like):
            for enemy in targets(state, person.side):
                for lean in leans:
                    yield Shoot(
                        person=person.id,
                        target=enemy.id,
                        weapon=arm.id,  # type: ignore[arg-type]
                        mode=mode,
                        lean=lean,
                    )


def _modes(state: OwbState, person: Person, arm: Arm, like: AttackOrder | None) -> list[Mode]:
    """How a weapon can be fired as it is: not at all if it is empty, jammed or not set up.

    Any one mode will do where none was declared: what can be hit in another can be hit in that.
    """
    wanted: tuple[Mode, ...] = MODES if like is None else (getattr(like, "mode", MODES[0]),)
    usable = (mode for mode in wanted if check_weapon(state, person, arm, mode) is None)
    return list(islice(usable, 1))


def _blows(
    state: OwbState, person: Person, _leans: Leans, _like: AttackOrder | None
) -> Iterator[AttackOrder]:
    own = state.square(person)
    near = [
        enemy.id
        for enemy in targets(state, person.side)
        if grid.distance(own, state.square(enemy)) == 1
    ]
    for vehicle in hulls(state, person.side):
        if squares_in_reach(state, person, vehicle):
            near += [vehicle.id, *(one.id for one in state.occupants(vehicle.id))]
    for name in near:
        for blade in blades_of(person):
            if check_blade(person, blade) is None:
                yield Strike(person=person.id, target=name, weapon=blade)  # type: ignore[arg-type]


def _at_vehicles(
    state: OwbState, person: Person, leans: Leans, like: AttackOrder | None
) -> Iterator[AttackOrder]:
    for vehicle in hulls(state, person.side):
        aimed: list[tuple[str, dict[str, Any]]] = [
            (arm.id, {"mode": mode, "occupant": name})
            for arm in person.arms
            if arm.id not in INDIRECT
            for mode in _modes(state, person, arm, like)
            for name in (None, *(one.id for one in state.occupants(vehicle.id)))
        ]
        if check_hands(person) is None:
            thrown = [bomb for bomb in IMPACT if person.bombs_of(bomb)]
            mode = getattr(like, "mode", MODES[0])
            aimed += [(bomb, {"mode": mode, "underside": True}) for bomb in thrown]
        for weapon, how in aimed:
            for lean in leans:
                yield ShootAboard(
                    person=person.id, vehicle=vehicle.id, weapon=weapon, lean=lean, **how
                )


def _flames(
    state: OwbState, person: Person, leans: Leans, _like: AttackOrder | None
) -> Iterator[AttackOrder]:
    """A flame goes off the map as well, if somebody stands at its edge."""
    arm = person.arm(FLAMETHROWER)
    if arm is None or not arm.fuel or check_weapon(state, person, arm, "single") is not None:
        return
    own = state.square(person)
    near = grid.blast(own, LENGTH)
    beyond = rings(state, own, LENGTH + 1, max(state.setting.width, state.setting.rows))
    for square in (*(grid.step(own, person.facing, n) for n in AHEAD), *near, *beyond):
        for lean in leans:
            yield Flame(person=person.id, at=state.setting.point(square), lean=lean)


def _launches(
    state: OwbState, person: Person, leans: Leans, _like: AttackOrder | None
) -> Iterator[AttackOrder]:
    for arm in person.arms:
        if arm.id == "mortar":
            yield from _shells(state, person, arm)
        elif arm.id in AREA_WEAPONS and arm.id != FLAMETHROWER:
            if check_weapon(state, person, arm, "single") is not None:
                continue
            for square in squares_about(state, person, reach(state, arm.weapon)):
                for lean in leans:
                    yield Launch(
                        person=person.id,
                        weapon=arm.id,  # type: ignore[arg-type]
                        at=state.setting.point(square),
                        lean=lean,
                    )


def _shells(state: OwbState, person: Person, arm: Arm) -> Iterator[AttackOrder]:
    """Mortar shells, by one man or two, at whatever is not too near.

    Where diagonals count alternately, a square is half as far again as it is here at most.
    """
    if not arm.set_up:
        return
    loaded = check_weapon(state, person, replace(arm, fired_in=None), "single") is None
    friends = [one for one in state.persons() if one.side == person.side and one.id != person.id]
    crews = [one for one in (None, *friends) if check_crew(state, person, arm, one) is None]
    if not loaded or not crews:
        return
    near = 0 if person.off_map else 2 * minimum_range() // 3
    for square in rings(state, state.square(person), near, 10**6):
        for helper in crews:
            name = None if helper is None else helper.id
            at = state.setting.point(square)
            yield Launch(person=person.id, weapon="mortar", at=at, helper=name)


def _massed(
    state: OwbState, person: Person, _leans: Leans, _like: AttackOrder | None
) -> Iterator[AttackOrder]:
    """Many rifles together, whoever of those around is in their middle and leans out for it."""
    if state.option("massed_suppression") == "off":
        return
    squares = [] if person.trained is None else [person.trained.aim]
    for enemy in targets(state, person.side):
        squares += (
            [state.square(enemy)] if enemy.lean is None else [state.square(enemy), enemy.lean]
        )
    for centre in (person, *rifles_around(state, person)):
        others = around_middle(state, person, centre)
        if others is None:
            continue
        around: Leans = (None, *(state.setting.point(at) for at in lean_outs(state, centre)))
        for square in dict.fromkeys(squares):
            for lean in around:
                yield Mass(
                    person=person.id,
                    at=state.setting.point(square),
                    others=tuple(one.id for one in others),
                    lean=lean,
                    centre=centre.id,
                )


def _sweeps(
    _state: OwbState, person: Person, _leans: Leans, _like: AttackOrder | None
) -> Iterator[AttackOrder]:
    yield Sweep(person=person.id)


Listing = Callable[[OwbState, Person, Leans, AttackOrder | None], Iterator[AttackOrder]]

_KINDS: Final[dict[type[Order], Listing]] = {
    Throw: _throws,
    Strike: _blows,
    Shoot: _shots,
    Flame: _flames,
    ShootAboard: _at_vehicles,
    Launch: _launches,
    Mass: _massed,
    Sweep: _sweeps,
}
"""What could be ordered of each kind of attack; those first that are most often possible."""
