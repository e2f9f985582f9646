"""SUPPRESSIVE FIRE from vehicles: the cone, the barrels, and keeping it up."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Final, cast

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Event, Refusal, happened
from sandtable.battle.overlays import Overlay
from sandtable.battle.page import Action, Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part1_personal.attack.attack import barrels
from ...part1_personal.autofire.suppressive_fire import WIDTHS, bullets_told, overheats, reach_from
from ...part1_personal.core_rulebook.harm import lend_a_hand
from ...part1_personal.cover.cover import shelter_from
from ...part1_personal.line_of_sight.sight import open_line
from ...part3_combining.exposed import Rank, struck_with, vehicles_swept
from ...showing.places import all_squares, shown, some
from ...state import Mount, OwbState, Person, Vehicle
from ...state.decision import Case
from ...state.footprint import nearest_to, squares_between
from ...state.frames import Sweeping
from ...state.people import Trained
from ...state.tables import MISSILE, weapon_called
from ...state.vehicle_orders import FireGun, SweepGun
from ...state.vehicle_stats import GUNS
from ..round.crew import by_whom
from .bearing import Manned, guns_of, manned
from .gun_attack import GunAttacking, gun_name
from .line_of_fire import covers_square, open_squares, squares_in_arc


def heated(state: OwbState, mount: Mount) -> Mount:
    """A mounted weapon that has laid suppressive fire in this round; it needs no reload."""
    cite("owb.vattack.suppressive-fire-procedure")
    if mount.hot_in == state.turn:
        return mount
    in_a_row = mount.hot_in is not None and mount.hot_in == state.turn - 1
    return replace(mount, heat=mount.heat + 1 if in_a_row else 1, hot_in=state.turn)


def gun_overheated(
    state: OwbState, gunner: str, name: str, helped: bool, dice: Dice
) -> Iterator[Event]:
    """Whether a mounted weapon fails, after the fire of this round."""
    person = state.person(gunner)
    vehicle = state.vehicle(person.aboard)
    mount = vehicle.mount(name)
    if mount is None or not overheats(mount.heat, mount.weapon, helped=helped, dice=dice):
        return
    state.put(vehicle.with_mount(replace(mount, jam=-1)))
    state.change(gunner, trained=None)
    text = f"The {weapon_called(mount.weapon)} of {vehicle.name} fails."
    yield happened("malfunction", text, "owb.suppress.malfunction", vehicle.id, gunner, dice=dice)


SWEEPING: Final = "owb.vattack.suppressive-fire-procedure"
SLOW: Final = "owb.vattack.suppressive-fire-needs-slow-vehicle"


def is_slow(vehicle: Vehicle) -> bool:
    """Whether a vehicle is slow enough for its weapons to lay suppressive fire."""
    cite(SLOW)
    return vehicle.pace != "normal"


def reach_of_gun(state: OwbState, gun: Manned) -> int:
    """How far the suppressive fire of a mounted weapon reaches."""
    cite(SWEEPING)
    return reach_from(state, gun.weapon)


def area_at(state: OwbState, gun: Manned, name: str) -> Square | None:
    """The square that suppressive fire at somebody is laid on.

    Of a vehicle it is the nearest square that the weapon bears on, not one beside its arc, from
    which the fire could not be kept up.
    """
    person = state.find_person(name)
    if person is not None and not person.aboard:
        return state.square(person)
    vehicle = state.find_vehicle(person.aboard if person is not None else name)
    if vehicle is None:
        return None
    cite(SWEEPING)
    print_ = state.footprint(vehicle)
    seen = open_squares(state, gun.source, vehicle)
    borne = squares_in_arc(gun.vehicle, gun.print_, gun.mount, seen)
    return nearest_to(print_, gun.source.point, borne) if borne else None


# -- the area -------------------------------------------------------------------------------------


class Cone(Container[Square]):
    """The squares of the cone of a mounted weapon: by its reach, its width and its arc."""

    def __init__(self, state: OwbState, gun: Manned, aim: Square) -> None:
        cite(SWEEPING, "owb.suppress.cone-shape")
        self.gun, self.aim = gun, aim
        self.reach = reach_of_gun(state, gun)

    def __contains__(self, square: object) -> bool:
        gun, at = self.gun, cast("Square", square)
        far = squares_between(gun.source, at)
        if not 1 <= far <= self.reach:
            return False
        width = max(wide for start, wide in WIDTHS if start <= far)
        if not grid.in_lane(gun.source.point, self.aim, at, width):
            return False
        return covers_square(gun.vehicle, gun.print_, gun.mount, at)


def sweeps_person(state: OwbState, gun: Manned, cone: Cone, person: Person) -> bool:
    """Whether a character on foot is in the line of fire, and not behind full cover.

    One who leans out of cover is, if the square that he leans into is swept.
    """
    if gun.big or not person.on_table or person.out == "dead":
        return False
    swept = _is_open(state, gun, cone, state.square(person))
    if swept and shelter_from(state, gun.source, person) != "full":
        return True
    if person.lean is None or not _is_open(state, gun, cone, person.lean):
        return False
    cite("owb.cover.lean-out")
    return True


def _is_open(state: OwbState, gun: Manned, cone: Cone, square: Square) -> bool:
    """Whether a square is swept: it is in the cone, and the gunner sees it."""
    return square in cone and open_line(state, gun.source, square)


def gun_victims(state: OwbState, gun: Manned, aim: Square) -> tuple[str, ...]:
    """Everybody in the line of fire whom this gun has not struck this round, nearest first.

    Autocannons strike only vehicles.
    """
    cite("owb.suppress.order-of-victims")
    cone = Cone(state, gun, aim)
    struck = {victim for gunner, victim in state.struck if gunner == gun.person.id}
    found = [
        (_rank(gun, state.square(person)), person.id)
        for person in state.persons()
        if sweeps_person(state, gun, cone, person)
    ]
    found += vehicles_swept(state, gun.source, cone, aboard=not gun.big)
    return tuple(name for _, name in sorted(found) if name not in struck)


def _rank(gun: Manned, square: Square) -> Rank:
    return (squares_between(gun.source, square), square[1], square[0], 0)


# -- may it be kept up? ---------------------------------------------------------------------------


def kept_gun(state: OwbState, person: Person, name: str) -> Manned | Refusal:
    """The weapon that somebody keeps trained on an area, or why he does not."""
    gun = manned(state, person, name)
    if isinstance(gun, Refusal):
        return gun
    trained, rule = person.trained, "owb.suppress.continue"
    if trained is None or trained.arm != name:
        return Refusal(rule, "It is trained on nothing.")
    if trained.since >= state.turn:
        return Refusal("owb.suppress.opening-burst", "He is only getting his bearings.")
    fired = gun.mount.fired_in
    if fired is None or fired < state.turn - 1 or (fired < state.turn and person.done):
        return Refusal(rule, "The fire was not kept up.")
    if not is_slow(gun.vehicle):
        return Refusal(SLOW, f"{gun.vehicle.name} is too fast for more than bursts.")
    if not covers_square(gun.vehicle, gun.print_, gun.mount, trained.aim):
        return Refusal(SWEEPING, "The area is no longer in the weapon's arc.")
    return gun


def out_of_arc(state: OwbState, person: Person) -> bool:
    """Whether the area that somebody's mounted weapon is trained on has left its arc."""
    vehicle, trained = state.find_vehicle(person.aboard), person.trained
    mount = vehicle.mount(trained.arm) if vehicle is not None and trained is not None else None
    if vehicle is None or trained is None or mount is None:
        return False
    cite(SWEEPING)
    return not covers_square(vehicle, state.footprint(vehicle), mount, trained.aim)


def check_helper(state: OwbState, gun: Manned, name: str | None) -> Refusal | None:
    """Why somebody cannot change the barrels of a weapon, or ``None`` if he can."""
    if name is None:
        return None
    cite(SWEEPING)
    helper = state.find_person(name)
    rule = "owb.suppress.barrel-change"
    if helper is None or helper.aboard != gun.vehicle.id or helper.id == gun.person.id:
        return Refusal(rule, "There is nobody else of that name aboard.")
    busy = helper.acted or helper.attacked or helper.swept or helper.routed
    if busy or not helper.able:
        return Refusal(rule, f"{helper.name} cannot help.")
    return None


# -- fire -----------------------------------------------------------------------------------------


def opened(
    state: OwbState, person: str, name: str, aim: Square, helper: str | None, dice: Dice
) -> Iterator[Event]:
    """Suppressive fire has been opened: the weapon is Trained, whether the burst hit or not."""
    cite("owb.suppress.opening-burst", SWEEPING)
    vehicle = state.vehicle(state.person(person).aboard)
    mount = vehicle.mount(name)
    if mount is None or mount.lost or vehicle.wreck:
        return
    state.put(vehicle.with_mount(heated(state, mount)))
    state.change(person, trained=Trained(name, aim, state.turn, aim))
    if helper is not None:
        lend_a_hand(state, helper)
    yield from gun_overheated(state, person, name, helper is not None, dice)


def shown_cone(state: OwbState, gun: Manned, aim: Square) -> Overlay:
    """The squares that suppressive fire sweeps."""
    cone = Cone(state, gun, aim)
    squares = [square for square in all_squares(state) if square in cone]
    return shown(state, squares, "danger", "Swept by suppressive fire")


def told_in_cone(state: OwbState, gun: Manned, aim: Square) -> Iterator[str]:
    """Who is among them now, in words."""
    pieces = [state.pieces[name] for name in gun_victims(state, gun, aim)]
    enemies = [one.name for one in pieces if one.side != gun.vehicle.side]
    friends = [one.name for one in pieces if one.side == gun.vehicle.side]
    yield f"In it now: {some(enemies)}." if enemies else "No enemy is in it now."
    if friends:
        yield f"Friends in it: {some(friends)}!"


def swept_on(state: OwbState, gun: Manned) -> Iterator[SweepGun]:
    """The fire that a gunner may keep up: alone, or with the first who has nothing else to do."""
    trained = gun.person.trained
    if trained is not None and trained.arm == gun.mount.id:
        yield SweepGun(person=gun.person.id, mount=gun.mount.id)
        idle = [
            other.id
            for other in state.occupants(gun.vehicle.id)
            if other.id != gun.person.id and gun.vehicle.mount(other.seat) is None and other.able
        ]
        for name in idle[-1:]:
            yield SweepGun(person=gun.person.id, mount=gun.mount.id, helper=name)


def barrels_aboard(case: Case, vehicle: Vehicle, order: FireGun | SweepGun) -> list[Slot]:
    """Who changes the barrels while suppressive fire is opened or kept up."""
    crew = case.state.occupants(vehicle.id)
    return barrels(case, {one.id: replace(order, helper=one.id) for one in crew})


class SweepingOn(GunAttacking[SweepGun]):
    """The suppressive fire of a mounted weapon is kept up."""

    order = SweepGun
    words = Words(
        label="Keep firing",
        key="S",
        rule="owb.suppress.continue",
        hint="Bullets strike everybody in the cone who is not behind full cover.",
    )

    def refusal(self, state: OwbState, person: Person, order: SweepGun) -> Refusal | None:
        gun = kept_gun(state, person, order.mount)
        return gun if isinstance(gun, Refusal) else check_helper(state, gun, order.helper)

    def carry_out(
        self, state: OwbState, person: Person, order: SweepGun, dice: Dice, only: str | None
    ) -> Iterator[Event]:
        """Sweep the area; between turns only the one who showed himself is struck."""
        gun, trained = kept_gun(state, person, order.mount), person.trained
        assert isinstance(gun, Manned)
        assert trained is not None
        cite(SWEEPING)
        if only is None:
            state.change(person.id, attacked=True, withheld=False)
            victims = gun_victims(state, gun, trained.aim)
        else:
            victims = struck_with(state, person.id, gun.source, only, aboard=not gun.big)
        state.change(person.id, swept=True, fired=True)
        if order.helper is not None:
            lend_a_hand(state, order.helper)
        mount = replace(gun.mount, fired_in=state.turn)
        mount = heated(state, mount) if victims else mount
        state.put(state.vehicle(gun.vehicle.id).with_mount(mount))
        yield happened(
            "sweep",
            f"{person.name} sweeps the area ({weapon_called(mount.weapon)}).",
            "owb.suppress.continue",
            person.id,
            gun.vehicle.id,
            aim=trained.aim,
            victims=list(victims),
        )
        if victims:
            table = GUNS if gun.big else MISSILE
            state.push(
                Sweeping(
                    gunner=person.id,
                    origin=gun.source,
                    victims=victims,
                    damage=table[mount.weapon].damage,
                    arm=mount.id,
                    weapon=mount.weapon,
                    due=gun.mount.hot_in != state.turn,
                    helped=order.helper is not None,
                )
            )

    def conceivable(
        self, state: OwbState, person: Person, like: SweepGun | None
    ) -> Iterator[SweepGun]:
        if like is not None:
            yield SweepGun(person=person.id, mount=like.mount)

    def preview(self, state: OwbState, order: SweepGun) -> Trace | None:
        """The cone of a mounted weapon that keeps firing, and who is in it."""
        person = state.find_person(order.person)
        gun = manned(state, person, order.mount) if person is not None else None
        if person is None or person.trained is None or not isinstance(gun, Manned):
            return None
        aim = person.trained.aim
        return Trace(
            overlays=(shown_cone(state, gun, aim),),
            notes=(*told_in_cone(state, gun, aim), bullets_told()),
        )

    def attacks(self, state: OwbState, person: Person) -> Iterator[SweepGun]:
        for gun in guns_of(state, person):
            yield from swept_on(state, gun)

    def by(self, case: Case, vehicle: Vehicle, mount: Mount, person: Person) -> Iterator[Action]:
        """The fire that he keeps trained."""
        if person.trained is None or person.trained.arm != mount.id:
            return
        helper = barrels_aboard(case, vehicle, SweepGun(person=person.id, mount=mount.id))
        yield case.action(
            SweepGun,
            self.words,
            piece=vehicle.id,
            fixed={"person": person.id, "mount": mount.id},
            slots=helper,
            refusal=case.refusal(SweepGun(person=person.id, mount=mount.id)),
            label=f"Keep up {gun_name(vehicle, mount)}",
            hint=f"{self.words.hint} {by_whom(person)}",
        )
