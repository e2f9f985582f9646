"""What those aboard can do beside driving and shooting: change seats, get out, work."""

from __future__ import annotations

from typing import Any, Final

from sandtable.rulebooks.whitebox.vehicles.deeds import Deed

CREW_DEEDS: Final[tuple[Deed[Any], ...]] = ()
"""Everything that those aboard can do with their Actions."""
