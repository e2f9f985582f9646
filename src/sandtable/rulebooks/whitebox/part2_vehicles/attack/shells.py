"""OPTIONAL RULE: TANK GUN AMMUNITION; and what rounds do where they burst."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Event, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...part1_personal.explosives.blasts import AP_SHELL, SHELL
from ...state import OwbState
from ...state.frames import Landing
from ...state.options import area_reach
from ...state.tables import rows_of
from ...state.vehicle_orders import RoundKind
from ...state.vehicles import Mount

AREAS: Final[dict[str, str]] = {row["round"]: row["area"] for row in rows_of("vehicle-ammunition")}
"""What each kind of round covers."""

SMOKE_REACH: Final = area_reach(AREAS["smoke"].split()[0])
_STOCKED: Final = {"AP": "owb.vammo.ap-is-rare", "smoke": "owb.vammo.smoke"}


def check_round(state: OwbState, mount: Mount, kind: RoundKind) -> Refusal | None:
    """Why a weapon cannot fire a kind of round, or ``None`` if it can."""
    if kind == "HE":
        cite("owb.vammo.he")
        return None
    rule = "owb.vammo.types-are-optional"
    cite(rule)
    if not state.on("tank_gun_ammunition"):
        return Refusal(rule, "Every round is high-explosive in this battle.")
    if not mount.weapon.startswith("tank-gun"):
        return Refusal(rule, "Only tank guns have other rounds.")
    if not rounds_left(mount, kind):
        return Refusal(_STOCKED[kind], f"There is no {kind} round left.")
    return None


def rounds_left(mount: Mount, kind: RoundKind) -> int:
    """How many rounds of a rare kind a gun has."""
    cite(_STOCKED[kind])
    return mount.ap if kind == "AP" else mount.smoke


def round_fired(mount: Mount, kind: RoundKind) -> Mount:
    """A weapon that has fired a round of a kind."""
    match kind:
        case "AP":
            return replace(mount, ap=mount.ap - 1)
        case "smoke":
            return replace(mount, smoke=mount.smoke - 1)
        case _:
            return mount


def bursts(state: OwbState, kind: RoundKind, square: Square, dice: Dice) -> Iterator[Event]:
    """A round bursts in a square: an explosion, or smoke."""
    match kind:
        case "smoke":
            yield from _smoke_spreads(state, square, dice)
        case "AP":
            cite("owb.vammo.ap-against-characters")
            state.push(Landing(kind=AP_SHELL, square=square))
        case _:
            cite("owb.vammo.he")
            state.push(Landing(kind=SHELL, square=square))


def _smoke_spreads(state: OwbState, square: Square, dice: Dice) -> Iterator[Event]:
    rule = "owb.vammo.smoke"
    cite(rule)
    rounds = dice.die(3, "rounds of smoke")
    last = state.turn + rounds
    filled = [s for s in grid.blast(square, SMOKE_REACH) if state.grounds.holds(s)]
    lasting = dict(state.smoke)
    for each in filled:
        lasting[each] = max(last, lasting.get(each, last))
    state.smoke = tuple(lasting.items())
    yield Event(
        kind="smoke",
        text=f"Smoke spreads; it lasts {rounds} round{'s' if rounds != 1 else ''} after this one.",
        rules=(rule,),
        rolls=dice.take_rolls(),
        data={"at": square, "until": last},
    )
