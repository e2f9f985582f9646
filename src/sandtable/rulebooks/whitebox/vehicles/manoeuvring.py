"""COMMON VEHICLE MANEUVERS: what the operator can do in his vehicle's turn."""

from __future__ import annotations

from typing import Any, Final

from sandtable.rulebooks.whitebox.vehicles.deeds import Deed

DRIVING_DEEDS: Final[tuple[Deed[Any], ...]] = ()
"""Everything that an operator can order of his vehicle, but for sideswipes."""
