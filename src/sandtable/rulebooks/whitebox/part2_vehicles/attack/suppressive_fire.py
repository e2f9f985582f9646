"""SUPPRESSIVE FIRE from vehicles: the cone from a firing point, and keeping it up."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Final, cast

from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part1_personal.autofire.suppressive_fire import WIDTHS, reach_from
from ...part1_personal.core_rulebook.harm import lend_a_hand
from ...part1_personal.cover.cover import shelter_from
from ...part1_personal.line_of_sight.sight import open_line
from ...part3_combining.swept import Rank, struck_with, vehicles_swept
from ...state import OwbState
from ...state.footprint import nearest_to, squares_between
from ...state.frames import Sweeping
from ...state.people import Person, Trained
from ...state.tables import MISSILE, Throw, weapon_called
from ...state.vehicle_stats import GUNS
from ...state.vehicles import Vehicle
from .barrels import gun_overheated, heated
from .bearing import Manned, manned
from .cover import open_squares
from .firing_arcs import covers_square, squares_in_arc

RULE: Final = "owb.vattack.suppressive-fire-procedure"
SLOW: Final = "owb.vattack.suppressive-fire-needs-slow-vehicle"


def is_slow(vehicle: Vehicle) -> bool:
    """Whether a vehicle is slow enough for its weapons to lay suppressive fire."""
    cite(SLOW)
    return vehicle.pace != "normal"


def reach_of_gun(state: OwbState, gun: Manned) -> int:
    """How far the suppressive fire of a mounted weapon reaches."""
    cite(RULE)
    return reach_from(state, gun.weapon)


def bullet_of(gun: Manned) -> Throw:
    """What each bullet of a mounted weapon does."""
    weapon = gun.mount.weapon
    return GUNS[weapon].damage if gun.big else MISSILE[weapon].damage


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
    cite(RULE)
    print_ = state.footprint(vehicle)
    seen = open_squares(state, gun.source, vehicle)
    borne = squares_in_arc(gun.vehicle, gun.print_, gun.mount, seen)
    return nearest_to(print_, gun.source.point, borne) if borne else None


# -- the area -------------------------------------------------------------------------------------


class Cone(Container[Square]):
    """The squares of the cone of a mounted weapon: by its reach, its width and its arc."""

    def __init__(self, state: OwbState, gun: Manned, aim: Square) -> None:
        cite(RULE, "owb.suppress.cone-shape")
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
        return Refusal(RULE, "The area is no longer in the weapon's arc.")
    return gun


def out_of_arc(state: OwbState, person: Person) -> bool:
    """Whether the area that somebody's mounted weapon is trained on has left its arc."""
    vehicle, trained = state.find_vehicle(person.aboard), person.trained
    mount = vehicle.mount(trained.arm) if vehicle is not None and trained is not None else None
    if vehicle is None or trained is None or mount is None:
        return False
    cite(RULE)
    return not covers_square(vehicle, state.footprint(vehicle), mount, trained.aim)


def check_helper(state: OwbState, gun: Manned, name: str | None) -> Refusal | None:
    """Why somebody cannot change the barrels of a weapon, or ``None`` if he can."""
    if name is None:
        return None
    cite(RULE)
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
    cite("owb.suppress.opening-burst", RULE)
    vehicle = state.vehicle(state.person(person).aboard)
    mount = vehicle.mount(name)
    if mount is None or mount.lost or vehicle.wreck:
        return
    state.put(vehicle.with_mount(heated(state, mount)))
    state.change(person, trained=Trained(name, aim, state.turn, aim))
    if helper is not None:
        lend_a_hand(state, helper)
    yield from gun_overheated(state, person, name, helper is not None, dice)


def sweep_gun(
    state: OwbState, gun: Manned, helper: str | None, only: str | None
) -> Iterator[Event]:
    """Keep suppressive fire up; between turns only the one who showed himself is struck."""
    trained = gun.person.trained
    assert trained is not None
    cite("owb.suppress.continue", RULE)
    if only is None:
        state.change(gun.person.id, attacked=True, withheld=False)
        victims = gun_victims(state, gun, trained.aim)
    else:
        victims = struck_with(state, gun.person.id, gun.source, only, aboard=not gun.big)
    state.change(gun.person.id, swept=True, fired=True)
    if helper is not None:
        lend_a_hand(state, helper)
    due = gun.mount.hot_in != state.turn and bool(victims)
    mount = replace(gun.mount, fired_in=state.turn)
    state.put(state.vehicle(gun.vehicle.id).with_mount(heated(state, mount) if victims else mount))
    yield Event(
        kind="sweep",
        text=f"{gun.person.name} sweeps the area ({weapon_called(gun.mount.weapon)}).",
        rules=("owb.suppress.continue",),
        pieces=(gun.person.id, gun.vehicle.id),
        data={"aim": trained.aim, "victims": list(victims)},
    )
    if victims:
        state.push(
            Sweeping(
                gunner=gun.person.id,
                origin=gun.source,
                victims=victims,
                damage=bullet_of(gun),
                arm=gun.mount.id,
                weapon=gun.mount.weapon,
                due=due,
                helped=helper is not None,
            )
        )
