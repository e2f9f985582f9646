"""Where a fight stands: people, vehicles, the map, the agenda, and what can be ordered."""

from .footprint import Footprint
from .people import Arm, Person
from .squares_and_edges import Grounds
from .state import OwbState, Phase
from .vehicles import Mount, Vehicle

__all__ = ["Arm", "Footprint", "Grounds", "Mount", "OwbState", "Person", "Phase", "Vehicle"]
