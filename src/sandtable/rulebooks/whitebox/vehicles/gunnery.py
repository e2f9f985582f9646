"""THE ATTACK ROLL: what gunners and passengers can do in their vehicle's turn."""

from __future__ import annotations

from typing import Any, Final

from sandtable.rulebooks.whitebox.vehicles.deeds import Deed

GUN_DEEDS: Final[tuple[Deed[Any], ...]] = ()
"""Everything that those aboard can do with weapons."""
