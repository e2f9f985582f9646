"""What can be looked up: combatants, loadouts, weapons and vehicles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..state.tables import ARMOR, COMBATANTS, LOADOUTS, MELEE, MISSILE
from ..state.vehicle_stats import BLOCKS, GUNS, StatBlock

Card = Mapping[str, Any]


def data_sheets() -> tuple[Card, ...]:
    """Every card of the book."""
    return (*_combatants(), *_kits(), *_weapons(), *_vehicles(), *_guns())


def _combatants() -> Iterator[Card]:
    for row in COMBATANTS.values():
        yield {
            "id": row.id,
            "name": row.name,
            "type": "combatant",
            "hit_points": row.hp_fixed,
            "bhb": row.bhb,
            "saving_throw": row.saving_throw,
            "aac": row.natural_aac,
            "movement": row.movement,
        }


def _kits() -> Iterator[Card]:
    for row in LOADOUTS.values():
        yield {
            "id": row.id,
            "name": row.id.replace("-", " ").capitalize(),
            "type": "loadout",
            "weapons": [MISSILE[w].name if w in MISSILE else MELEE[w].name for w in row.weapons],
            "armor": [ARMOR[name].name for name in row.armor],
            "grenades": row.grenades,
            "weight": row.weight,
        }


def _weapons() -> Iterator[Card]:
    for row in MISSILE.values():
        yield {
            "id": row.id,
            "name": row.name,
            "type": "weapon",
            "damage": str(row.damage),
            "rof": row.rof,
            "range": row.range,
            "weight": row.weight,
        }


def _vehicles() -> Iterator[Card]:
    for block in BLOCKS.values():
        yield {
            "id": block.id,
            "name": block.name,
            "type": "vehicle",
            "aac": block.aac,
            "hit_points": block.hp,
            "hit_dice": block.hit_dice,
            "movement": block.movement,
            "length": block.length,
            "width": block.width,
            "hull": " or ".join(map(str, block.hulls)),
            "weapons": list(_choices(block)),
            "modifications": [name.replace("-", " ") for name in block.modifications],
            "passengers": block.passengers + block.bed,
        }


def _choices(block: StatBlock) -> Iterator[str]:
    """The weapons that each mount may have, in words."""
    for kind, allowed in block.choices.items():
        words = " or ".join(name.replace("-", " ") for name in allowed)
        count = sum(mount == kind for _, mount in block.fittings)
        many = f" ({count})" if count > 1 else ""
        yield f"[{kind}] {words}{many}{', or none' if block.and_or else ''}"


def _guns() -> Iterator[Card]:
    for gun in GUNS.values():
        yield {
            "id": gun.id,
            "name": gun.name.capitalize(),
            "type": "vehicle weapon",
            "damage": str(gun.damage),
            "range": gun.range,
        }
