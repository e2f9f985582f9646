"""Where a fight stands: people, vehicles, the map, the agenda, and what can be ordered."""

from .state import OwbState, Phase

__all__ = ["OwbState", "Phase"]
