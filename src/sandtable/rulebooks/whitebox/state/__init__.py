"""Where a fight stands: people, vehicles, the map, the agenda, and what can be ordered."""

from sandtable.rulebooks.whitebox.state.state import OwbState, Phase

__all__ = ["OwbState", "Phase"]
