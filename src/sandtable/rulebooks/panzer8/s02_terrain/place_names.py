"""What the features of the ground are called."""

from __future__ import annotations

from ..state.battlefield import Setting
from ..state.built_up_areas import TOWN


def name_of_feature(setting: Setting, feature: str) -> str:
    """The name of a feature on the map: ``Bois Carré``; or what it is: ``hedge``.

    Where others are of the same kind, its id tells it from those: ``hedge (hedge-west)``.
    """
    plain = feature.removesuffix(f"/{TOWN}")
    terrain = next((one for one in setting.scenario.terrain if one.id == plain), None)
    if terrain is None:
        return plain
    if terrain.name:
        return terrain.name
    kind = "built-up area" if terrain.kind == "bua" else terrain.kind.replace("-", " ")
    alike = sum(one.kind == terrain.kind for one in setting.scenario.terrain)
    return kind if alike == 1 else f"{kind} ({plain})"
