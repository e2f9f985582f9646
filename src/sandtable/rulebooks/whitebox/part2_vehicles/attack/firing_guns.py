"""THE ATTACK ROLL: mounted weapons, fired and kept up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Refusal
from sandtable.battle import slots as asking
from sandtable.battle.page import Action, Kind, Slot, Trace, Word
from sandtable.dice import Dice
from sandtable.odds import Odds
from sandtable.table.grid import Square

from ...part1_personal.attack.attack import reach, rings, struck_at
from ...part1_personal.attack.attack_roll import Blow
from ...part3_combining.exposed import exposed
from ...showing.places import all_squares
from ...state import Mount, OwbState, Person, Vehicle
from ...state.decision import Case, named
from ...state.footprint import nearest_to
from ...state.vehicle_orders import FireGun, Point, RoundKind
from ..damage.damage import natural_1
from ..damage.hull import share
from ..damage.walls_worn import stray_at_vehicle, stray_shot
from ..round.crew import by_whom
from .at_squares import SquareShot, cover_at, fire_at_square
from .attack_roll import VehicleShot, shoot_vehicle
from .bearing import (
    Manned,
    check_once,
    ends_at_square,
    enemy_hulls,
    gun_of,
    guns_of,
    manned,
    middle_of,
)
from .gun_attack import (
    NOBODY,
    GunAttacking,
    bears,
    committed_aboard,
    gun_name,
    gun_targets,
    gun_told,
    has_swept,
    named_targets,
)
from .line_of_fire import bearing, covering, covers_square, ends_at, grounds_between
from .misses_and_bursts import aftermath, check_round, round_fired, what_follows
from .ordered_shots import odds_of_gun_order, ready, target_squares, trace_gun
from .suppressive_fire import area_at, check_helper, is_slow, opened
from .suppressive_fire import barrels_aboard as _barrels


def shots_of(state: OwbState, gun: Manned) -> Iterator[FireGun]:
    """The shots of a weapon at whatever is in its arc."""
    if gun.mount.fired_in == state.turn:
        return
    for vehicle in enemy_hulls(state, gun.vehicle.side):
        yield from _at_vehicle(state, gun, vehicle)
    for enemy in state.enemies_of(gun.person):
        yield from _at_man(state, gun, enemy)


def _at_vehicle(state: OwbState, gun: Manned, target: Vehicle) -> Iterator[FireGun]:
    """Shots at a vehicle, at those aboard who can be seen, at its cover, and smoke."""
    print_ = state.footprint(target)
    if not bears(gun, print_.squares):
        return
    base = FireGun(person=gun.person.id, mount=gun.mount.id, target=target.id)
    if gun.big or share(gun.mount.weapon, target.armor):
        yield from _modes_offered(gun, base)
    if gun.mount.ap and target.armor:
        yield replace(base, round="AP")
    near = nearest_to(print_, gun.source.point)
    if gun.mount.smoke:
        yield replace(base, target=None, at=state.setting.point(near), round="smoke")
    if gun.big:
        grounds = grounds_between(state, gun.source, target)
        ends = ends_at(state, gun.source, target, near)
        walls = [c.squares for c in covering(grounds, ends) if c.kind.blocks and not c.at_corner]
        for squares in walls[:1]:
            yield replace(base, target=None, at=middle_of(state, squares))
        return
    for person in state.occupants(target.id):
        if person.able and exposed(state, person, gun.source):
            yield replace(base, target=person.id, mode="burst")


def _at_man(state: OwbState, gun: Manned, enemy: Person) -> Iterator[FireGun]:
    """Shots at a character on foot: at his square, at himself, or at the cover before him."""
    square = state.square(enemy)
    if not bears(gun, (square,)):
        return
    base = FireGun(person=gun.person.id, mount=gun.mount.id, target=enemy.id)
    if not gun.big:
        yield from _modes_offered(gun, base)
        return
    yield replace(base, target=None, at=state.setting.point(square))
    if state.on("direct_hits_on_characters"):
        yield base
    cover = covering(state.grounds_without(gun.vehicle.id), ends_at_square(gun.source, square))
    walls = [crossed.squares for crossed in cover if crossed.kind.blocks and not crossed.at_corner]
    if enemy.ducked:
        walls += [crossed.squares for crossed in cover[-1:]]
    for squares in walls[:1]:
        yield replace(base, target=None, at=middle_of(state, squares))


def _modes_offered(gun: Manned, base: FireGun) -> Iterator[FireGun]:
    """The ways in which a weapon is fired at somebody; a burst is never worse than a shot."""
    if not gun.automatic:
        yield base
        return
    yield replace(base, mode="burst")
    if is_slow(gun.vehicle):
        yield replace(base, mode="suppress")


def _aimed_at(state: OwbState, gun: Manned, shot: VehicleShot | Blow) -> Square:
    """The square that is fired at: of a vehicle, the nearest to the firing point."""
    name = shot.vehicle if isinstance(shot, VehicleShot) else state.person(shot.target).aboard
    if name:
        return nearest_to(state.footprint(state.vehicle(name)), gun.source.point)
    assert isinstance(shot, Blow)
    return target_squares(state, shot.target)[0]


ROUNDS: Final[tuple[RoundKind, ...]] = get_args(RoundKind)


def conceivable_shots(
    state: OwbState, person: Person, mount: Mount, like: FireGun | None = None
) -> Iterator[FireGun]:
    """The shots of a weapon: at everybody, and those of a gun at every square."""
    gun = manned(state, person, mount.id)
    if isinstance(gun, Refusal) or check_once(state, gun) is not None:
        return
    base = FireGun(person=person.id, mount=mount.id) if like is None else like
    kinds = ROUNDS if like is None else (like.round,)
    rounds = [kind for kind in kinds if check_round(state, gun.mount, kind) is None]
    if gun.big and base.mode == "single":
        for point in _points(state, gun):
            for kind in rounds:
                yield FireGun(person=person.id, mount=mount.id, at=point, round=kind)
    for name in gun_targets(state, person.side):
        for kind in rounds[:1]:
            yield FireGun(person=person.id, mount=mount.id, target=name, mode=base.mode, round=kind)


def _points(state: OwbState, gun: Manned) -> Iterator[Point]:
    """Where a gun can be aimed: every square in its arc, the nearest first, and cover on edges.

    Smoke may be aimed at a square of a vehicle of which another one is in the arc.
    """
    x, y = gun.print_.centre
    far = reach(state, gun.weapon) + max(gun.print_.size)
    for square in rings(state, (round(x), round(y)), 0, far):
        there = covers_square(gun.vehicle, gun.print_, gun.mount, square)
        if there or state.vehicle_at(square) is not None:
            yield state.setting.point(square)
    for one, two in state.grounds.edges:
        yield state.setting.point_of(((one[0] + two[0]) / 2, (one[1] + two[1]) / 2))


def mounts_of(state: OwbState, person: Person) -> tuple[Mount, ...]:
    """The weapons of the vehicle that somebody is in."""
    vehicle = state.find_vehicle(person.aboard)
    return () if vehicle is None else vehicle.mounts


class FiringGun(GunAttacking[FireGun]):
    """A mounted weapon is fired."""

    order = FireGun
    words = Words(
        label="Fire",
        key="F",
        rule="owb.vattack.roll",
        typed="gun MAN MOUNT [at TARGET | at X,Y] [single|burst|suppress] [HE|AP|smoke]",
        means="Fire a mounted weapon at a vehicle, a character, or a square.",
        also=("gun",),
    )

    def refusal(self, state: OwbState, person: Person, order: FireGun) -> Refusal | None:
        """Whether there is a shot, and who changes the barrels."""
        shot = ready(state, person, order)
        if isinstance(shot, Refusal):
            return shot
        if order.helper is None:
            return has_swept(person)
        gun = manned(state, person, order.mount)
        assert isinstance(gun, Manned)
        if order.mode != "suppress" or not is_slow(gun.vehicle):
            return Refusal("owb.suppress.barrel-change", "No barrels are changed for that.")
        return check_helper(state, gun, order.helper) or has_swept(person)

    def carry_out(
        self, state: OwbState, person: Person, order: FireGun, dice: Dice, only: str | None
    ) -> Iterator[Event]:
        """A pintle is swung there, a rare round is gone; what misses may strike elsewhere."""
        gun, shot = manned(state, person, order.mount), ready(state, person, order)
        assert isinstance(gun, Manned)
        assert not isinstance(shot, Refusal)
        committed_aboard(state, person.id)
        sweeps = order.mode == "suppress" and is_slow(gun.vehicle)
        area = area_at(state, gun, order.target or "") if sweeps else None
        aim = shot.square if isinstance(shot, SquareShot) else _aimed_at(state, gun, shot)
        mount = replace(round_fired(gun.mount, order.round), fired_in=state.turn)
        if mount.kind == "PIN":
            mount = replace(mount, aimed=bearing(gun.print_.centre, aim))
        state.put(state.vehicle(gun.vehicle.id).with_mount(mount))
        if isinstance(shot, SquareShot):
            yield from fire_at_square(state, shot, dice)
            return
        after = aftermath(state, order, gun, shot, aim) if gun.big else None
        if isinstance(shot, VehicleShot):
            result = yield from shoot_vehicle(state, shot, dice)
            hit, die = result.hit, result.die
            yield from stray_at_vehicle(state, shot, result, gun.source, dice)
        else:
            struck = yield from struck_at(state, shot, dice)
            hit, die = struck.hit, struck.die
            yield from natural_1(state, gun.vehicle.id, die, dice)
            if not gun.big:
                yield from stray_shot(state, shot, struck, gun.source, dice)
        if after is not None:
            yield from what_follows(state, after, die, hit, dice)
        if area is not None:
            yield from opened(state, person.id, gun.mount.id, area, order.helper, dice)

    def conceivable(
        self, state: OwbState, person: Person, like: FireGun | None
    ) -> Iterator[FireGun]:
        for mount in mounts_of(state, person):
            yield from conceivable_shots(state, person, mount, like)

    def odds(self, state: OwbState, order: FireGun) -> Odds | None:
        return odds_of_gun_order(state, order)

    def preview(self, state: OwbState, order: FireGun) -> Trace | None:
        return trace_gun(state, order)

    def told(self, state: OwbState, order: FireGun) -> str:
        aim = named(state, order.target or "nothing")
        if order.at is not None:
            aim = state.setting.told_at(*order.at)
        more = "" if order.round == "HE" else f", {order.round}"
        return f"{gun_told(state, order)} at {aim}, {order.mode}{more}"

    def attacks(self, state: OwbState, person: Person) -> Iterator[FireGun]:
        for gun in guns_of(state, person):
            yield from shots_of(state, gun)

    def by(self, case: Case, vehicle: Vehicle, mount: Mount, person: Person) -> Iterator[Action]:
        """Shots of a mounted weapon in every mode, and at a square.

        A burst comes first, as it is never worse than a single shot. Suppressive fire out of a
        vehicle at normal pace is a burst, and goes by that name.
        """
        gun = gun_of(case.state, vehicle, person, mount)
        names = named_targets(case, vehicle, person)
        kinds = case.state.on("tank_gun_ammunition") and gun.big
        modes = ("burst", "single", "suppress") if is_slow(vehicle) else ("burst", "single")
        for mode in modes if gun.automatic else ("single",):
            base: dict[str, Any] = {"person": person.id, "mount": mount.id, "mode": mode}
            orders = {name: FireGun(**base, target=name) for name in names}
            listed, refusal = case.sifted(orders)
            words = EACH_MODE[mode]
            yield case.action(
                FireGun,
                words,
                piece=vehicle.id,
                fixed=base,
                slots=(
                    asking.one_of("target", "Choose a target", listed),
                    *((_round(mount, smoke=False),) if kinds else ()),
                    *_barrels(case, vehicle, FireGun(**base, target=listed[0])),
                )
                if listed
                else (),
                refusal=refusal or (None if listed else NOBODY),
                label=f"{words.label} {gun_name(vehicle, mount)}",
                hint=f"{words.hint} {by_whom(person)}",
            )
        if gun.big:
            yield from self._at_points(case, vehicle, mount, person, kinds=kinds)

    def _at_points(
        self, case: Case, vehicle: Vehicle, mount: Mount, person: Person, *, kinds: bool
    ) -> Iterator[Action]:
        """Shots at any square, and at the cover on edges, before somebody or not."""
        state, base = case.state, FireGun(person=person.id, mount=mount.id)

        def action(words: Kind, label: str, spot: Slot, why: Refusal | None) -> Action:
            return case.action(
                FireGun,
                words,
                piece=vehicle.id,
                fixed={"person": person.id, "mount": mount.id},
                slots=(spot, *((_round(mount, smoke=words is AT_SQUARE),) if kinds else ())),
                refusal=why,
                label=f"{label}, {gun_name(vehicle, mount)}",
                hint=f"{words.hint} {by_whom(person)}",
            )

        likely = [state.square(enemy) for enemy in state.enemies_of(person)]
        squares = dict.fromkeys([*likely, *all_squares(state)])
        orders = (replace(base, at=state.setting.point(square)) for square in squares)
        spot = asking.spot("at", "Choose a square")
        yield action(AT_SQUARE, "Shell a square", spot, case.first_refusal(orders))
        middles = ((middle_of(state, edge), edge) for edge in sorted(state.bare_grounds.edges))
        walls = [middle for middle, edge in middles if cover_at(state, middle) == edge]
        spots = [middle for middle in walls if case.allows(replace(base, at=middle))]
        if spots:
            before = (shot.at for shot in self.attacks(state, person))
            usual = next((list(at) for at in before if at in spots), None)
            ask = "Choose a stretch of wall or other cover"
            yield action(AT_COVER, "Fire at cover", asking.spot("at", ask, usual, spots), None)


def _round(mount: Mount, *, smoke: bool) -> Slot:
    left = {"HE": "", "AP": f" ({mount.ap})", "smoke": f" ({mount.smoke})"}
    return Slot(
        name="round",
        sort="word",
        ask="Which round?",
        words=tuple(
            Word(value=word.value, label=word.label + left[word.value])
            for word in ROUND_WORDS
            if smoke or word.value != "smoke"
        ),
        default="HE",
        required=False,
    )


ROUND_WORDS: Final = (
    Word(value="HE", label="high explosive"),
    Word(value="AP", label="armor piercing"),
    Word(value="smoke", label="smoke"),
)


EACH_MODE: Final[Mapping[str, Kind]] = {
    "single": Kind(
        label="Fire", key="F", rule="owb.vattack.roll", hint="At a vehicle or a man in its arc."
    ),
    "burst": Kind(
        label="Burst", key="B", rule="owb.burst.bonus", hint="Several rounds at one target: +2."
    ),
    "suppress": Kind(
        label="Suppress",
        key="S",
        rule="owb.suppress.opening-burst",
        hint="Opens with a burst, and is then trained on the area.",
    ),
}
AT_SQUARE: Final = Kind(
    label="Fire at a square",
    key="Q",
    rule="owb.vweapon.against-characters-is-an-explosive",
    hint="The shell bursts there, as an explosive.",
)
AT_COVER: Final = Kind(
    label="Fire at cover",
    key="K",
    rule="owb.vcover.hit-turns-full-into-partial",
    hint="A hit wears the cover down.",
)
