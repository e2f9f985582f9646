"""The weapons of a vehicle, as its stat block offers them or as a scenario customises it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

from msgspec.structs import replace

from sandtable.catalogue import cite
from sandtable.scenario import ScenarioError

from ..state import Mount, OwbState
from ..state.vehicle_stats import GUNS, Fitting, MountKind, StatBlock
from .checking import flag, whole, word

NONE: Final = "none"
"""What a scenario writes for a mount that is left empty."""

MACHINEGUNS: Final = ("machinegun-light", "machinegun-medium", "machinegun-heavy")
MOUNTABLE: Final = (*GUNS, *MACHINEGUNS)
"""Whatever can be mounted on a vehicle."""

MOUNT_KINDS: Final[tuple[MountKind, ...]] = get_args(MountKind)
FIXED: Final = ("F", "R", "L", "A")
TURRETS: Final = ("TR1", "TR2", "TR3")
SHIELDED: Final = ("armored-car", "armored-personnel-carrier")
"""The vehicles whose pintles have shields."""

DESTROYER: Final = "tank-destroyer"
STOCK: Final = 3
"""Armor piercing and smoke rounds of each tank gun."""


def mounts_of(
    state: OwbState, block: StatBlock, status: Mapping[str, Any], where: str
) -> tuple[Mount, ...]:
    """The weapons of a vehicle.

    Raises:
        ScenarioError: For a weapon or a mount that it cannot have.
    """
    if "mounts" in status:
        cite("owb.vstat.broad-categories")
        bare = tuple(_customised(status["mounts"], f"{where}.mounts"))
    else:
        cite("owb.vstat.weapon-options")
        fittings = tuple(_chosen(block, dict(status.get("weapons", {})), f"{where}.weapons"))
        kind_of_gun = _destroyer_gun(state, block, status, where)
        bare = tuple(
            Mount(id=f"gun-{number}", weapon=weapon, kind=kind_of_gun.get(kind, kind))
            for number, (weapon, kind) in enumerate(fittings, start=1)
        )
    shield = flag(status, "shield", where, default=block.id in SHIELDED)
    return tuple(_equipped(state, mount, status, where, shield) for mount in bare)


def _chosen(block: StatBlock, chosen: dict[str, Any], where: str) -> Iterator[Fitting]:
    """The weapons of a stat block, with what the scenario chooses for its mounts."""
    for kind in chosen:
        word(kind, tuple(block.choices), where, "mount of this vehicle")
    armed = False
    for kind, allowed in block.choices.items():
        usual = [weapon for weapon, mount in block.fittings if mount == kind]
        picked = chosen.get(kind)
        if picked is not None:
            listed = (*allowed, NONE) if block.and_or else allowed
            word(picked, listed, f"{where}.{kind}", "weapon for this mount")
            usual = [] if picked == NONE else [picked] * max(1, len(usual))
        for weapon in usual:
            armed = True
            yield weapon, kind
    if block.choices and not armed:
        raise ScenarioError(where, f"a vehicle of this kind ({block.id}) has at least one weapon")


def _destroyer_gun(
    state: OwbState, block: StatBlock, status: Mapping[str, Any], where: str
) -> dict[MountKind, MountKind]:
    """How the gun of a tank destroyer is mounted: in the turret that is printed, or fixed."""
    if block.id != DESTROYER:
        if "td_gun" in status:
            raise ScenarioError(f"{where}.td_gun", "only a tank-destroyer has that choice")
        return {}
    cite("owb.vstat.tank-destroyer")
    wanted = status.get("td_gun", state.option("td_gun"))
    word(wanted, ("TR2", "F"), f"{where}.td_gun", "mount")
    return {"TR2": "F"} if wanted == "F" else {}


def _customised(listed: Any, where: str) -> Iterator[Mount]:
    """Weapons and mounts that a scenario gives a vehicle in place of the printed ones."""
    if not isinstance(listed, list | tuple):
        raise ScenarioError(where, "give a list of weapons, each with weapon and kind")
    kinds: list[MountKind] = []
    for number, each in enumerate(listed, start=1):
        here = f"{where}[{number - 1}]"
        if not isinstance(each, dict):
            raise ScenarioError(here, "give a weapon and its kind of mount")
        for name in each:
            word(name, ("weapon", "kind", "linked", "shield"), here, "property of a mount")
        weapon = word(each.get("weapon"), MOUNTABLE, f"{here}.weapon", "weapon")
        kind = word(each.get("kind"), MOUNT_KINDS, f"{here}.kind", "kind of mount")
        linked = flag(each, "linked", here)
        if linked and kind not in FIXED:
            raise ScenarioError(f"{here}.linked", "an operator-linked weapon is fixed")
        if kind == "CXL" and not any(earlier in TURRETS for earlier in kinds):
            raise ScenarioError(f"{here}.kind", "a coaxial weapon needs a turret listed before it")
        kinds.append(kind)
        yield Mount(
            id=f"gun-{number}",
            weapon=weapon,
            kind=kind,
            linked=linked,
            shield=kind == "PIN" and flag(each, "shield", here),
        )


def _equipped(
    state: OwbState, mount: Mount, status: Mapping[str, Any], where: str, shield: bool
) -> Mount:
    """A mount with its shield and its rounds."""
    changes: dict[str, Any] = {}
    if mount.kind == "PIN" and shield:
        changes["shield"] = True
    if mount.weapon.startswith("tank-gun") and state.on("tank_gun_ammunition"):
        changes["ap"] = whole(status, "ap", where, default=STOCK)
        changes["smoke"] = whole(status, "smoke", where, default=STOCK)
    return replace(mount, **changes)
