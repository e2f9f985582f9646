"""The barrels of mounted weapons that lay suppressive fire round after round."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.battle import Event
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part1_personal.autofire.suppressive_fire import overheats
from ...state import OwbState
from ...state.tables import weapon_called
from ...state.vehicles import Mount


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
    yield Event(
        kind="malfunction",
        text=f"The {weapon_called(mount.weapon)} of {vehicle.name} fails.",
        rules=("owb.suppress.malfunction",),
        pieces=(vehicle.id, gunner),
        rolls=dice.take_rolls(),
    )
