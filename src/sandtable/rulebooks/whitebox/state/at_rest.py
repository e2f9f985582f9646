"""A state that nobody changes: what follows from it is worked out once.

Whoever lists what can be done, or weighs it, asks hundreds of times who is where and what the map
looks like, and none of that changes meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import attrgetter
from typing import Any, Final, NoReturn, TypeVar

from msgspec import field

from sandtable.table import grid
from sandtable.table.grid import Square

from . import OwbState
from .footprint import Footprint
from .people import Person
from .squares_and_edges import Grounds
from .vehicles import Vehicle

T = TypeVar("T")

_FIELDS: Final = tuple(name for name in OwbState.__struct_fields__ if name != "setting")
_values = attrgetter(*_FIELDS)


def at_rest(state: OwbState) -> Still:
    """A state to be looked at; whoever wants to try something out does it on a copy.

    A decision is asked for, weighed, checked and carried out from the same state. As long as that
    has not changed, what was found out about it holds.
    """
    if isinstance(state, Still):
        return state
    last = state.setting.rest
    if last is not None and last[0] == _values(state):
        found: Still = last[1]
        return found
    still = Still(setting=state.setting, **dict(zip(_FIELDS, _values(state), strict=True)))
    still.pieces = state.pieces.copy()
    state.setting.rest = (_values(still), still)
    return still


class Still(OwbState, kw_only=True):
    """A state at rest, with what has been found out about it.

    The lists that it gives are shared: they are to be read only.
    """

    found: dict[Hashable, Any] = field(default_factory=dict)

    def copy(self) -> OwbState:  # type: ignore[override]  # a copy is made to be changed
        """A copy that can be changed."""
        twin = OwbState(setting=self.setting, **dict(zip(_FIELDS, _values(self), strict=True)))
        twin.pieces = self.pieces.copy()
        return twin

    def put(self, piece: Any) -> NoReturn:
        """Nothing changes here."""
        raise AssertionError(f"{piece.id} is changed in a state at rest")

    def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """Work something out, unless it is known."""
        if key not in self.found:
            self.found[key] = work()
        answer: T = self.found[key]
        return answer

    @property
    def bare_grounds(self) -> Grounds:
        """The map as if no vehicle stood on it."""
        return self.once("bare", lambda: super(Still, self).bare_grounds)

    @property
    def grounds(self) -> Grounds:
        """The map with the vehicles as features of it."""
        known: Grounds | None = self.found.get(())
        return self.grounds_without() if known is None else known

    def grounds_without(self, *names: str) -> Grounds:
        """The map as if some of the vehicles were not there."""
        return self.once(names, lambda: super(Still, self).grounds_without(*names))

    def persons(self) -> list[Person]:
        """Every character, those aboard vehicles included."""
        return self.once("persons", super().persons)

    def vehicles(self) -> list[Vehicle]:
        """Every vehicle, wrecks included."""
        return self.once("vehicles", super().vehicles)

    def occupants(self, vehicle: str) -> list[Person]:
        """Everybody aboard a vehicle, the dead included, by seat."""
        return self.once(("in", vehicle), lambda: super(Still, self).occupants(vehicle))

    def footprint(self, vehicle: Vehicle) -> Footprint:
        """Where a vehicle stands."""
        if self.pieces.get(vehicle.id) is not vehicle:
            return super().footprint(vehicle)
        return self.once(("footprint", vehicle.id), lambda: super(Still, self).footprint(vehicle))

    def in_seat(self, vehicle: str, seat: str) -> Person | None:
        """Who sits in a seat and can act."""
        return self.once("seats", self._seats).get((vehicle, seat))

    def people(self, side: str | None = None) -> list[Person]:
        """The characters on the map who are able to act, of one side or of all."""
        return self.once(("of", side), lambda: super(Still, self).people(side))

    def enemies_of(self, person: Person) -> list[Person]:
        """Those of other sides on the map who are able to act."""
        return self.once(("to", person.side), lambda: super(Still, self).enemies_of(person))

    def at(self, square: Square) -> Person | None:
        """Who holds a square."""
        return self.once("holders", self._holders).get(grid.to_table(square, self.setting.rows))

    def body_at(self, square: Square) -> bool:
        """Whether somebody lies in a square who is out of action."""
        return grid.to_table(square, self.setting.rows) in self.once("bodies", self._bodies)

    def _seats(self) -> dict[tuple[str, str], Person]:
        able = (person for person in reversed(self.persons()) if person.able)
        return {(person.aboard, person.seat): person for person in able}

    def _holders(self) -> dict[tuple[float, float], Person]:
        return {(person.x, person.y): person for person in reversed(self.people())}

    def _bodies(self) -> set[tuple[float, float]]:
        return {(one.x, one.y) for one in self.persons() if one.out and one.on_table}
