"""The orders that are open to a character: a finite and sensible set of them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.battle import Order, Refusal
from sandtable.rulebooks.whitebox.part1_personal.attack.checks import check_attack
from sandtable.rulebooks.whitebox.part1_personal.attack.melee import blades_of
from sandtable.rulebooks.whitebox.part1_personal.attack.missile import AREA_WEAPONS, multiples_of
from sandtable.rulebooks.whitebox.part1_personal.autofire.massed_rifles import areas, rifles_around
from sandtable.rulebooks.whitebox.part1_personal.autofire.suppressive_fire import may_suppress
from sandtable.rulebooks.whitebox.part1_personal.cover.cover import lean_outs, leans_on, may_duck
from sandtable.rulebooks.whitebox.part1_personal.explosives.blasts import TIMED
from sandtable.rulebooks.whitebox.part1_personal.explosives.static_charges import wired
from sandtable.rulebooks.whitebox.part1_personal.explosives.throwing import check_hands, throw_at
from sandtable.rulebooks.whitebox.part1_personal.line_of_sight.sight import direction
from sandtable.rulebooks.whitebox.part1_personal.movement.way import (
    check_leave,
    may_crawl,
    reachable,
)
from sandtable.rulebooks.whitebox.part1_personal.round.actions import check_action, items_near
from sandtable.rulebooks.whitebox.part3_combining.foot_candidates import (
    actions_at_vehicles,
    attacks_on_vehicles,
    vehicles_worth_attacking,
)
from sandtable.rulebooks.whitebox.part3_combining.from_foot import nearest_square
from sandtable.rulebooks.whitebox.state import OwbState
from sandtable.rulebooks.whitebox.state.orders import (
    Aid,
    Climb,
    Cook,
    CutWire,
    EndTurn,
    Extinguish,
    Flame,
    Launch,
    Leave,
    Mass,
    Move,
    Plunge,
    Repair,
    Rise,
    SetCharge,
    SetUp,
    Shoot,
    Strike,
    Sweep,
    TakeUp,
    Throw,
)
from sandtable.rulebooks.whitebox.state.people import Person
from sandtable.rulebooks.whitebox.state.tables import MISSILE
from sandtable.table import grid
from sandtable.table.grid import Square

FLAME_WITHIN = 4


def thrown_within(state: OwbState) -> int:
    """How far an explosive can be thrown, in squares as ranges count them."""
    grenade = MISSILE["grenade"]
    return grenade.range * multiples_of(state, grenade)[-1]


def _legal(state: OwbState, person: Person, order: Order, turning: bool) -> bool:
    return check_attack(state, person, order, turning=turning) is None  # type: ignore[arg-type]


def attacks_of(state: OwbState, person: Person, *, turning: bool = True) -> Iterator[Order]:
    """Every sensible attack that a character can make now."""
    for order in _attacks(state, person, turning):
        if _legal(state, person, order, turning):
            yield order


def attacks_in_between(state: OwbState, person: Person) -> Iterator[Order]:
    """Every sensible attack that a character who holds his back could make now, in his arc."""
    for order in attacks_of(state, person, turning=False):
        if not isinstance(order, Sweep):
            yield order


def _attacks(state: OwbState, person: Person, turning: bool) -> Iterator[Order]:
    enemies = state.enemies_of(person)
    own = state.square(person)
    if person.trained is not None and turning:
        yield Sweep(person=person.id)
        if person.trained.origin in lean_outs(state, person):
            yield Sweep(person=person.id, lean=state.setting.point(person.trained.origin))
        for friend in state.people(person.side):
            if friend.id != person.id and grid.distance(own, state.square(friend)) == 1:
                yield Sweep(person=person.id, helper=friend.id)
    for arm in person.arms:
        if arm.id in AREA_WEAPONS:
            continue
        for enemy in enemies:
            yield from _shots(person, arm.id, enemy.id, arm.weapon.burst, may_suppress(arm))
            if arm.weapon.rof == "2":
                for other in enemies:
                    yield _shot(person, enemy.id, arm.id, "single", second=other.id)
                if arm.id == "shotgun-double-barreled":
                    yield _shot(person, enemy.id, arm.id, "both-barrels")
    if turning and person.arms:
        yield from _leaning(state, person, enemies)
    blade = next(iter(blades_of(person)))
    for enemy in enemies:
        if grid.distance(own, state.square(enemy)) == 1:
            yield Strike(person=person.id, target=enemy.id, weapon=blade)  # type: ignore[arg-type]
    yield from _at_squares(state, person, enemies)
    yield from attacks_on_vehicles(state, person)
    if turning and state.option("massed_suppression") != "off":
        yield from _massed(state, person)


def _shots(person: Person, weapon: str, enemy: str, burst: bool, suppress: bool) -> Iterator[Order]:
    yield _shot(person, enemy, weapon, "single")
    if burst:
        yield _shot(person, enemy, weapon, "burst")
    if suppress:
        yield _shot(person, enemy, weapon, "suppress")


def _shot(person: Person, enemy: str, weapon: str, mode: str, second: str | None = None) -> Order:
    return Shoot(
        person=person.id,
        target=enemy,
        weapon=weapon,  # type: ignore[arg-type]
        mode=mode,  # type: ignore[arg-type]
        second=second,
    )


def _leaning(state: OwbState, person: Person, enemies: list[Person]) -> Iterator[Order]:
    """Shots around tall cover at those who cannot be shot at from one's own square."""
    squares = list(lean_outs(state, person))
    arm = next((arm for arm in person.arms if arm.id not in AREA_WEAPONS), None)
    if arm is None or not squares:
        return
    for enemy in enemies:
        mode = "burst" if arm.weapon.burst else "single"
        if _legal(state, person, _shot(person, enemy.id, arm.id, mode), True):
            continue
        for square in squares:
            yield Shoot(
                person=person.id,
                target=enemy.id,
                weapon=arm.id,  # type: ignore[arg-type]
                mode=mode,  # type: ignore[arg-type]
                lean=state.setting.point(square),
            )


def _at_squares(state: OwbState, person: Person, enemies: list[Person]) -> Iterator[Order]:
    own, within = state.square(person), thrown_within(state)
    for enemy in enemies:
        square = state.square(enemy)
        at = state.setting.point(square)
        for bomb, _ in person.bombs:
            if bomb != "charge" and grid.distance(own, square) <= within:
                yield Throw(person=person.id, bomb=bomb, at=at)  # type: ignore[arg-type]
        for arm in person.arms:
            if arm.id.startswith("rpg"):
                yield Launch(person=person.id, weapon=arm.id, at=at)  # type: ignore[arg-type]
            if arm.id == "mortar":
                yield Launch(person=person.id, weapon="mortar", at=at)
                for friend in state.persons():
                    if friend.side == person.side and friend.id != person.id:
                        yield Launch(person=person.id, weapon="mortar", at=at, helper=friend.id)
            if arm.id == "flamethrower" and grid.distance(own, square) <= FLAME_WITHIN:
                yield Flame(person=person.id, at=at)


def _massed(state: OwbState, person: Person) -> Iterator[Order]:
    others = tuple(friend.id for friend in rifles_around(state, person))
    for area in areas(state, person):
        yield Mass(person=person.id, at=state.setting.point(area), others=others)


def risings(state: OwbState, person: Person) -> Iterator[Order]:
    """Coming up from behind low cover, where one throws better at what one sees."""
    if person.ducked and any(easier_throws(state, person)):
        yield Rise(person=person.id)


def easier_throws(state: OwbState, person: Person) -> Iterator[Throw]:
    """The throws at enemies that would be easier for one who keeps down if he came up."""
    up = replace(person, ducked=False)
    for order in _at_squares(state, person, state.enemies_of(person)):
        if isinstance(order, Throw):
            square = state.setting.square(order.at)
            blind, seen = (throw_at(state, one, order.bomb, square) for one in (person, up))
            if isinstance(blind, Refusal) or isinstance(seen, Refusal):
                continue
            if seen.armor.total < blind.armor.total:
                yield order


def throws_of(state: OwbState, person: Person, bomb: str, *, turning: bool) -> Iterator[Throw]:
    """Where a character could throw a lit explosive: at enemies, or simply away."""
    own = state.square(person)
    targets = [state.square(enemy) for enemy in state.enemies_of(person)]
    targets += [nearest_square(state, own, v) for v in vehicles_worth_attacking(state, person.side)]
    away = [grid.step(own, person.facing, count) for count in (4, 3, 2, 1)]
    for square in dict.fromkeys([*targets, *away, own]):
        order = Throw(person=person.id, bomb=bomb, at=state.setting.point(square))  # type: ignore[arg-type]
        if grid.distance(own, square) <= thrown_within(state) and _legal(
            state, _holding(person, bomb), order, turning
        ):
            yield order


def _holding(person: Person, bomb: str) -> Person:
    return person if person.bombs_of(bomb) else person.with_bombs(bomb, 1)


def cookings(person: Person) -> Iterator[Order]:
    """The explosives that a character could light and hold."""
    if check_hands(person) is not None:
        return
    for bomb, _ in person.bombs:
        if bomb in TIMED:
            yield Cook(person=person.id, bomb=bomb)  # type: ignore[arg-type]


def actions_of(state: OwbState, person: Person) -> Iterator[Order]:
    """Every sensible Action that a character can take now."""
    for order in _actions(state, person):
        if check_action(state, person, order) is None:  # type: ignore[arg-type]
            yield order


def _actions(state: OwbState, person: Person) -> Iterator[Order]:
    own = state.square(person)
    name = person.id
    for other in state.persons():
        if not other.on_table or grid.distance(own, state.square(other)) > 1:
            continue
        if other.side == person.side:
            yield Aid(person=name, patient=other.id)
            yield Extinguish(person=name, burning=other.id)
            for arm in other.arms:
                if arm.jam:
                    owner = None if other.id == name else other.id
                    yield Repair(person=name, weapon=arm.id, owner=owner)  # type: ignore[arg-type]
        if other.out:
            for arm in other.arms:
                yield TakeUp(person=name, weapon=arm.id, owner=other.id)  # type: ignore[arg-type]
    for item in items_near(state, person):
        yield TakeUp(person=name, weapon=item.called)  # type: ignore[arg-type]
    for arm in person.arms:
        if arm.id in ("machinegun-medium", "mortar") and not arm.set_up:
            yield SetUp(person=name, weapon=arm.id)  # type: ignore[arg-type]
    if person.bombs_of("charge"):
        at = state.setting.point(own)
        yield SetCharge(person=name, at=at, fuse=2)
        yield SetCharge(person=name, at=at, fuse=0)
    if wired(state, person):
        yield Plunge(person=name)
    if person.climbing is not None:
        yield Climb(person=name, to=state.setting.point(person.climbing))
        return
    yield from actions_at_vehicles(state, person)
    grounds = state.grounds
    for square in grid.neighbours(own):
        edge = grounds.on_edge(own, square)
        named = {grounds.kind(square).name} | ({edge.name} if edge is not None else set())
        if "barbed-wire" in named:
            yield CutWire(person=name, at=state.setting.point(square))
        if edge is not None and edge.impassable:
            yield Climb(person=name, to=state.setting.point(square))


def moves_of(state: OwbState, person: Person) -> Iterator[Order]:
    """Every square that a character can move to, and leaving the map at its edge."""
    for path in reachable(state, person).values():
        yield move(state, person, path)
    if person.ducked and may_crawl(state, person):
        for path in reachable(state, person, crawl=True).values():
            yield move(state, person, path, crawl=True)
    if check_leave(state, person) is None:
        yield Leave(person=person.id)


def move(state: OwbState, person: Person, path: tuple[Square, ...], *, crawl: bool = False) -> Move:
    """The order to go along some squares."""
    return Move(
        person=person.id, path=tuple(state.setting.point(square) for square in path), crawl=crawl
    )


def facings_of(state: OwbState, person: Person) -> Iterator[int]:
    """Where it makes sense to face: as one does, and towards each enemy, the nearest first."""
    own = state.square(person)
    squares = sorted(
        (grid.distance(own, square), square)
        for enemy in state.enemies_of(person)
        if (square := state.square(enemy)) != own
    )
    for vehicle in vehicles_worth_attacking(state, person.side):
        square = nearest_square(state, own, vehicle)
        squares.append((grid.distance(own, square), square))
    squares.sort()
    facings = [person.facing, *(direction(own, square) for _, square in squares)]
    yield from dict.fromkeys(facings)


def endings_of(state: OwbState, person: Person, direct: bool) -> Iterator[Order]:
    """How a character can end his turn.

    Args:
        state: Where the fight stands.
        person: Whose turn it is.
        direct: Whether he has made a direct attack in it, and so is Up.
    """
    down = not direct and not person.withheld
    down = down and not person.cooking and not leans_on(person)
    down = down and may_duck(state, state.square(person))
    for facing in facings_of(state, person):
        yield EndTurn(person=person.id, facing=facing * 45.0)
        if down:
            yield EndTurn(person=person.id, facing=facing * 45.0, ducked=True)
        if person.lean is not None and not person.attacked:
            yield EndTurn(person=person.id, facing=facing * 45.0, lean=True)
