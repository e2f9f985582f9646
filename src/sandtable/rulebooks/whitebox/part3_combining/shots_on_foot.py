"""COMBINING THE RULES: hand weapons against vehicles and those aboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Order, Refusal, happened
from sandtable.battle import slots as asking
from sandtable.battle.overlays import Shot as Line
from sandtable.battle.page import Action, Kind, Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Odds
from sandtable.table import grid
from sandtable.table.grid import Square

from ..part1_personal.attack.attack import (
    BOMBS,
    LEANS,
    MODES,
    Attack,
    Leans,
    check_opening_helper,
    committed,
    hulls,
    leaning_told,
    leans_to,
    mode_of_fire,
    opening_helper,
    struck_at,
    usable_first,
    usable_modes,
)
from ..part1_personal.attack.attack_roll import Blow, bonuses
from ..part1_personal.attack.melee import blades_of
from ..part1_personal.attack.missile import rolls_allowed
from ..part1_personal.autofire.suppressive_fire import may_suppress
from ..part1_personal.autofire.sweeping import opened_fire
from ..part1_personal.cover.cover import check_lean, lean_outs
from ..part1_personal.explosives.blasts import IMPACT
from ..part1_personal.explosives.lobbing import lobbed
from ..part1_personal.explosives.throwing import NEAR_MISS, Lob, check_hands, scatter
from ..part1_personal.line_of_sight.sight import eye, leaning_out
from ..part1_personal.weapons.ammunition import shot_off
from ..part2_vehicles.attack.attack_roll import (
    ShotResult,
    VehicleShot,
    face_hit,
    put_on_guard,
    shoot_vehicle,
)
from ..part2_vehicles.attack.bearing import enemy_hulls, vehicles_worth_attacking
from ..part2_vehicles.attack.ordered_shots import about_vehicle_shot, odds_of_gun_order, rolls_of
from ..part2_vehicles.damage.hull import BURST, hull_level, share
from ..part2_vehicles.damage.walls_worn import stray_at_vehicle
from ..state import Arm, OwbState, Person, Vehicle
from ..state.decision import Case, named
from ..state.frames import Item, Landing
from ..state.orders import AttackOrder, Flame, Strike, Throw
from ..state.tables import MISSILE, weapon_called
from ..state.vehicle_orders import Point, ShootAboard
from .exposed import exposed
from .from_foot import (
    INDIRECT,
    aim,
    aim_at_vehicle,
    aim_under,
    area_of_fire,
    check_shoot_aboard,
    nearest_square,
    squares_in_reach,
    stray_rocket,
    strike_vehicle,
)

PIERCING = ("rifle-anti-tank", "rpg-light", "rpg-medium", "rpg-heavy")
"""Weapons that are meant for vehicles."""

REACH = 4
"""How far explosives are thrown and flames go."""


def attacks_on_vehicles(state: OwbState, person: Person) -> Iterator[Order]:
    """Shots at vehicles that they could harm, and at those aboard; blows, explosives, flames."""
    for vehicle in vehicles_worth_attacking(state, person.side):
        for arm in person.arms:
            if arm.id not in INDIRECT:
                yield from _shots_at(state, person, arm, vehicle)
            if arm.id in PIERCING:
                yield from _around_cover(state, person, arm, vehicle)
        yield from _blows(state, person, vehicle)
        yield from _near_attacks(state, person, vehicle)


def _blows(state: OwbState, person: Person, vehicle: Vehicle) -> Iterator[Order]:
    """Blows by hand at a vehicle that they could harm, and at those aboard within reach."""
    if not squares_in_reach(state, person, vehicle):
        return
    blade = next(iter(blades_of(person)))
    blow = strike_vehicle(state, person, vehicle, blade)
    if isinstance(blow, VehicleShot) and blow.share:
        yield Strike(person=person.id, target=vehicle.id, weapon=blade)  # type: ignore[arg-type]
    for occupant in state.occupants(vehicle.id):
        if occupant.able and exposed(state, occupant, state.square(person)):
            yield Strike(person=person.id, target=occupant.id, weapon=blade)  # type: ignore[arg-type]


def _shots_at(state: OwbState, person: Person, arm: Arm, vehicle: Vehicle) -> Iterator[Order]:
    mode = "burst" if arm.weapon.burst else "single"
    # Most hand weapons do nothing to a hull, so that comes before lines are drawn to it.
    harms = share(arm.id, hull_level(vehicle, face_hit(state, eye(state, person), vehicle)))
    if harms and isinstance(aim_at_vehicle(state, person, arm, vehicle, mode), VehicleShot):
        yield _shot(person, vehicle, arm, mode)
        if may_suppress(arm):
            yield _shot(person, vehicle, arm, "suppress")
        if rolls_allowed(arm.weapon) > 1:
            yield replace(_shot(person, vehicle, arm, "single"), twice=True)
        if arm.id == "shotgun-double-barreled":
            yield _shot(person, vehicle, arm, "both-barrels")
    for occupant in state.occupants(vehicle.id):
        if occupant.able and exposed(state, occupant, eye(state, person)):
            yield _shot(person, vehicle, arm, mode, occupant.id)


def _around_cover(state: OwbState, person: Person, arm: Arm, vehicle: Vehicle) -> Iterator[Order]:
    """Shots around tall cover at a vehicle that cannot be shot at from one's own square."""
    spots = list(lean_outs(state, person))
    if not spots or isinstance(aim_at_vehicle(state, person, arm, vehicle, "single"), VehicleShot):
        return
    for spot in spots:
        yield replace(_shot(person, vehicle, arm, "single"), lean=state.setting.point(spot))


def _shot(
    person: Person, vehicle: Vehicle, arm: Arm, mode: str, occupant: str | None = None
) -> ShootAboard:
    return ShootAboard(
        person=person.id,
        vehicle=vehicle.id,
        weapon=arm.id,
        occupant=occupant,
        mode=mode,  # type: ignore[arg-type]
    )


def _near_attacks(state: OwbState, person: Person, vehicle: Vehicle) -> Iterator[Order]:
    own = state.square(person)
    square = nearest_square(state, own, vehicle)
    if grid.distance(own, square) > REACH:
        return
    at = state.setting.point(square)
    if share(BURST, hull_level(vehicle, "top")):
        for bomb, _ in person.bombs:
            if bomb in IMPACT:
                yield ShootAboard(person=person.id, vehicle=vehicle.id, weapon=bomb, underside=True)
            if bomb != "charge":
                yield Throw(person=person.id, bomb=bomb, at=at)  # type: ignore[arg-type]
    if person.arm("flamethrower") is not None:
        yield Flame(person=person.id, at=at)


def _shoot_once(
    state: OwbState, person: Person, order: ShootAboard, own: Square, spot: Square, dice: Dice
) -> Iterator[Event]:
    """One attack roll; the second of two may have become impossible."""
    arm = person.arm(order.weapon)
    shot = None if arm is None else aim(state, person, arm, order)
    if arm is None or shot is None or isinstance(shot, Refusal):
        return
    state.put(person.with_arm(shot_off(state, arm, order.mode)))
    if isinstance(shot, Blow):
        yield from struck_at(state, shot, dice)
    else:
        result = yield from shoot_vehicle(state, shot, dice)
        yield from stray_at_vehicle(state, shot, result, own, dice)
        if arm.id.startswith("rpg") and not result.hit:
            yield from _rocket_goes_wide(state, shot, result, own, dice)
    if arm.weapon.thrown and state.person(person.id).arm(arm.id) is not None:
        state.put(state.person(person.id).without_arm(arm.id))
        state.items = (*state.items, Item(spot, arm))


def _rocket_goes_wide(
    state: OwbState, shot: VehicleShot, result: ShotResult, own: Square, dice: Dice
) -> Iterator[Event]:
    """A rocket that misses a vehicle narrowly bursts somewhere near it."""
    cite("owb.weapon.rpg-against-vehicles", "owb.scatter.near-miss-threshold")
    if result.die + bonuses(shot.tally) < NEAR_MISS:
        return
    lob = stray_rocket(state, shot, own)
    square = scatter(lob, state.grounds_without(shot.vehicle), dice)
    where = "off the map" if square is None else f"at {state.setting.told(square)}"
    text = f"The rocket bursts {where}."
    yield happened(
        "explosive",
        text,
        "owb.weapon.rpg-against-vehicles",
        shot.attacker,
        dice=dice,
        aim=lob.square,
        lands=square,
    )
    if square is not None:
        state.push(Landing(kind=shot.weapon, square=square))


def _throw_under(
    state: OwbState, person: Person, order: ShootAboard, spot: Square, dice: Dice
) -> Iterator[Event]:
    lob = aim_under(state, person, order.weapon, state.vehicle(order.vehicle))
    assert isinstance(lob, Lob)
    committed(state, person, towards=spot)
    put_on_guard(state, order.vehicle)
    state.put(state.person(person.id).with_bombs(order.weapon, -1))
    yield from lobbed(state, person, order.weapon, lob, dice, under=order.vehicle)


def _shots_listed(case: Case, person: Person, arm: Arm) -> Iterator[Action]:
    """Shots with a weapon at vehicles, or at those aboard."""
    state = case.state
    vehicles = list(enemy_hulls(state, person.side))
    modes: tuple[str, ...] = ("burst", "single") if arm.weapon.burst else ("single",)
    if arm.weapon.suppressive:
        modes = (*modes, "suppress")
    if arm.id == "shotgun-double-barreled":
        modes = (*modes, "both-barrels")
    modes = usable_first(case, person, arm, modes)
    twice = asking.flag("twice", "Both of its shots at the same target?")
    base: dict[str, Any] = {"person": person.id, "weapon": arm.id}
    living = [man for v in vehicles for man in state.occupants(v.id) if man.out != "dead"]
    aboard = [(man.aboard, man.id) for man in sorted(living, key=lambda man: not man.able)]
    orders: dict[tuple[str, str | None, Point | None], ShootAboard] = {
        (name, man, lean): ShootAboard(
            **base,
            vehicle=name,
            occupant=man,
            mode=modes[0],  # type: ignore[arg-type]
            lean=lean,
        )
        for lean in (None, *leans_to(case, person))
        for name, man in (*((v.id, None) for v in vehicles), *aboard)
    }
    able = [key for key, order in orders.items() if case.allows(order)]
    if not vehicles:
        return
    seen = dict.fromkeys(man for _, man, _ in able if man is not None)
    names = dict.fromkeys([*(name for name, _, _ in able), *(v.id for v in vehicles)])
    mode = mode_of_fire(modes)
    opening = [replace(orders[key], mode="suppress") for key in able[:1]]
    helper = [slot for one in opening for slot in opening_helper(case, person, arm, one)]
    occupant = asking.one_of("occupant", "At somebody aboard?", seen, required=False)
    yield case.action(
        ShootAboard,
        ShootingAboard.words,
        piece=person.id,
        fixed=base,
        slots=(
            asking.one_of("vehicle", "Choose a vehicle", names),
            *((occupant,) if seen else ()),
            mode,
            *((twice,) if rolls_allowed(arm.weapon) > 1 else ()),
            *_lean_slot(case, person, [lean for _, _, lean in able]),
            *helper,
        ),
        refusal=None if able else case.first_refusal(orders.values()),
        label=ShootingAboard.words.label
        if arm is person.arms[0]
        else f"{ShootingAboard.words.label}, {arm.weapon.name.partition(' (')[0].lower()}",
    )


def _lean_slot(case: Case, person: Person, able: list[Point | None]) -> Iterator[Slot]:
    """The square that he leans out into; one is proposed where nothing else would do."""
    if leans_to(case, person):
        usual = None if None in able or not able else list(able[0] or ())
        yield asking.spot_or_none("lean", LEANS, usual)


class ShootingAboard(Attack[ShootAboard]):
    """A hand weapon fired at a vehicle or at somebody aboard, or a bomb thrown under it."""

    order = ShootAboard
    words = Words(
        label="Fire at vehicle",
        key="V",
        rule="owb.combined.personal-weapons-vs-vehicles",
        hint="At a vehicle, or at somebody aboard who can be seen.",
        typed="shoot-aboard MAN VEHICLE WEAPON [OCCUPANT] [single|burst|suppress|both-barrels]"
        " [twice] [underside]",
        means="Shoot a hand weapon at a vehicle, or at somebody aboard who can be seen.",
    )
    under = Kind(
        label="Throw under it",
        key="Y",
        rule="owb.hull.personal-explosive-position",
        hint="An impact explosive, aimed under a vehicle.",
    )

    def check(
        self, state: OwbState, person: Person, order: ShootAboard, *, turning: bool
    ) -> Refusal | None:
        return (
            check_lean(state, person, order.lean, turning=turning)
            or check_shoot_aboard(state, person, order, turning=turning)
            or check_opening_helper(
                state, person, order.weapon, order.helper, order.mode, turning=turning
            )
        )

    def carry_out(
        self, state: OwbState, person: Person, order: ShootAboard, dice: Dice, only: str | None
    ) -> Iterator[Event]:
        """Shoot at a vehicle or at somebody aboard, or throw something under it."""
        own = person.lean or state.square(person)
        vehicle = state.vehicle(order.vehicle)
        spot = nearest_square(state, own, vehicle)
        if order.underside:
            yield from _throw_under(state, person, order, spot, dice)
            return
        if order.mode == "suppress":
            spot = area_of_fire(state, own, vehicle)
        committed(state, person, towards=spot, direct=True)
        state.change(person.id, fired=True)
        for _ in range(2 if order.twice else 1):
            yield from _shoot_once(state, state.person(person.id), order, own, spot, dice)
        if order.mode == "suppress":
            yield from opened_fire(state, person.id, order.weapon, spot, order.helper, dice)

    def weapon(self, person: Person, order: ShootAboard) -> str:
        return order.weapon if order.weapon in MISSILE else ""

    def odds(self, state: OwbState, order: ShootAboard) -> Odds | None:
        return odds_of_gun_order(state, order)

    def preview(self, state: OwbState, order: ShootAboard) -> Trace | None:
        person, vehicle = state.find_person(order.person), state.find_vehicle(order.vehicle)
        if person is None or vehicle is None or not person.on_table:
            return None
        person = leaning_out(state, person, order.lean)
        origin = eye(state, person)
        start = state.setting.point(origin)
        line = Line(start=start, end=(vehicle.x, vehicle.y), side=person.side)
        arm = person.arm(order.weapon)
        if arm is None or order.occupant is not None:
            return Trace(overlays=(line,))
        shot = aim_at_vehicle(state, person, arm, vehicle, order.mode)
        if not isinstance(shot, VehicleShot):
            return Trace(overlays=(line,))
        face = face_hit(state, origin, vehicle)
        notes = about_vehicle_shot(state, shot, face, rolls_of(order))
        return Trace(overlays=(line,), notes=tuple(notes))

    def told(self, state: OwbState, order: ShootAboard) -> str:
        whom = named(state, order.vehicle)
        if order.occupant is not None:
            whom = f"{named(state, order.occupant)} in {whom}"
        how = "under it" if order.underside else "twice" if order.twice else order.mode
        return f"at {whom}, {weapon_called(order.weapon)}, {how}{leaning_told(order)}"

    def listed(self, case: Case, person: Person) -> Iterator[Action]:
        """Shots at vehicles and at those aboard, and explosives thrown under them."""
        if not person.on_table:
            return
        for arm in person.arms:
            if arm.id not in INDIRECT:
                yield from _shots_listed(case, person, arm)
        enemies = [vehicle.id for vehicle in enemy_hulls(case.state, person.side)]
        for bomb, _ in person.bombs:
            if bomb in IMPACT and enemies:
                base: dict[str, Any] = {"person": person.id, "weapon": bomb, "underside": True}
                orders = {
                    (name, lean): ShootAboard(**base, vehicle=name, lean=lean)
                    for lean in (None, *leans_to(case, person))
                    for name in enemies
                }
                able = [key for key, order in orders.items() if case.allows(order)]
                names = dict.fromkeys([name for name, _ in able] or enemies)
                yield case.action(
                    ShootAboard,
                    self.under,
                    piece=person.id,
                    fixed=base,
                    slots=(
                        asking.one_of("vehicle", "Under which vehicle?", names),
                        *_lean_slot(case, person, [lean for _, lean in able]),
                    ),
                    refusal=None if able else case.first_refusal(orders.values()),
                    label=f"{BOMBS[bomb].capitalize()} under a vehicle",
                )

    def conceivable(
        self, state: OwbState, person: Person, leans: Leans, like: AttackOrder | None
    ) -> Iterator[ShootAboard]:
        """Every weapon at every vehicle and everybody aboard, and bombs under them."""
        for vehicle in hulls(state, person.side):
            aimed: list[tuple[str, dict[str, Any]]] = [
                (arm.id, {"mode": mode, "occupant": name})
                for arm in person.arms
                if arm.id not in INDIRECT
                for mode in usable_modes(state, person, arm, like)
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
