"""Where a fight stands: characters on squares, the round, and what must be settled first."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable
from typing import Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from sandtable.battle import Outcome
from sandtable.battle.agenda import AgendaState
from sandtable.catalogue import cite
from sandtable.mechanics import crews
from sandtable.table import grid
from sandtable.table.grid import Square

from .battlefield import Setting, Standing
from .footprint import Footprint
from .frames import Explosive, Frame, Item, Segment, Turn
from .people import Person
from .squares_and_edges import Change, Grounds
from .vehicles import Vehicle

P = TypeVar("P", Person, Vehicle)
T = TypeVar("T")

Phase = Literal["setup", "free-attack", "free-turn", "declarations", "turns", "end", "over"]


def _standing(v: Vehicle) -> Standing:
    return (v.length, v.width, v.heading, v.x, v.y, v.armor > 0)


class OwbState(AgendaState, kw_only=True):
    """The state of a fight.

    Attributes:
        setting: The map, the scenario and the switches.
        turn: The round; 0 for the free turn of Surprise.
        pieces: The characters, dead ones included, and the vehicles, wrecks included, by id.
        phase: The part of the round.
        agenda: What must be settled first, the most urgent last.
        segment: Whose turns it is.
        queue: The segments still to come.
        order: The parties in the order in which they acted in the last round.
        winners: The groups that win the next Initiative automatically.
        wary: Those who searched for an ambush, and roll against the winners.
        explosives: What lies on the map and will go off, in the order in which it was laid.
        items: Weapons that lie on the map.
        changes: Features that have been opened or destroyed.
        worn: The damage that sections of walls have taken; a square is named twice, as an edge.
        wire: Barbed wire that is being opened, by edge or square, with the Actions spent and the
            round of the last one.
        smoke: Squares in smoke from shells and wrecks, each with the last round that it lasts.
        struck: Who has been struck by which gun this round, as (gunner, victim).
        harmed: Who has been injured in this tied segment, and what follows from it waits.
        pending: What waits for vehicles until a tied segment ends, as (vehicle, what).
        left: Those who have left the map.
        exited: The living characters among them, as (side, name, edge of the map).
        strength: How many each group began with.
        tested: The groups that have checked their morale.
        quiet: The rounds in a row in which nobody lost a hit point.
        hurt: Whether somebody lost one in this round.
        deployed: The sides in the order in which they set up.
        outcome: How the battle ended.
    """

    setting: Setting
    pieces: dict[str, Person | Vehicle]
    phase: Phase = "setup"
    agenda: tuple[Frame, ...] = ()
    segment: Segment | None = None
    queue: tuple[Segment, ...] = ()
    order: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    wary: tuple[str, ...] = ()
    explosives: tuple[Explosive, ...] = ()
    items: tuple[Item, ...] = ()
    changes: tuple[Change, ...] = ()
    worn: tuple[tuple[tuple[Square, Square], int], ...] = ()
    wire: tuple[tuple[Square, Square | None, int, int], ...] = ()
    smoke: tuple[tuple[Square, int], ...] = ()
    struck: tuple[tuple[str, str], ...] = ()
    harmed: tuple[str, ...] = ()
    pending: tuple[tuple[str, str], ...] = ()
    left: tuple[str, ...] = ()
    exited: tuple[tuple[str, str, str], ...] = ()
    strength: tuple[tuple[str, int], ...] = ()
    tested: tuple[str, ...] = ()
    quiet: int = 0
    hurt: bool = False
    deployed: tuple[str, ...] = ()
    outcome: Outcome | None = None

    # -- asking -----------------------------------------------------------------------------------

    def stands_at(self) -> tuple[Any, ...]:
        """The agenda, and how far the round has come."""
        return self.agenda, self.phase, self.turn, self.segment, self.queue

    def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """Work something out that follows from the state and a key; one at rest does it once."""
        return work()

    @property
    def bare_grounds(self) -> Grounds:
        """The map as it is now, as if no vehicle stood on it."""
        return self.setting.grounds_with(self.changes, (), self._smoky())

    @property
    def grounds(self) -> Grounds:
        """The map as it is now, with the vehicles as features of it."""
        return self.grounds_without()

    def grounds_without(self, *names: str) -> Grounds:
        """The map as it is now, as if some of the vehicles were not there."""
        vehicles = [
            piece
            for piece in self.pieces.values()
            if type(piece) is Vehicle and piece.on_table and piece.id not in names
        ]
        if vehicles:
            cite("owb.los.vehicles-as-features")
        # This is asked hundreds of times while nothing moves: the same records, the same map.
        now = (self.changes, self.smoke, vehicles)
        last = self.setting.latest.get(names)
        if last is None or last[0] != now:
            standing = tuple([_standing(vehicle) for vehicle in vehicles])
            found = self.setting.grounds_with(self.changes, standing, self._smoky())
            last = self.setting.latest[names] = (now, found)
        return last[1]

    def grounds_clear_of(self, square: Square, *vehicles: str) -> Grounds:
        """The map without some vehicles, nor the one that fills a square which is aimed at."""
        target = self.vehicle_at(square)
        return self.grounds_without(*vehicles, *(() if target is None else (target.id,)))

    def _smoky(self) -> tuple[Square, ...]:
        return tuple(dict.fromkeys(square for square, _ in self.smoke)) if self.smoke else ()

    def person(self, name: str) -> Person:
        """The character of a name."""
        found = self.pieces[name]
        assert isinstance(found, Person), f"{name} is no character"
        return found

    def find_person(self, name: str) -> Person | None:
        """The character of a name, if there is one."""
        found = self.pieces.get(name)
        return found if isinstance(found, Person) else None

    def persons(self) -> list[Person]:
        """Every character, those aboard vehicles included."""
        return [piece for piece in self.pieces.values() if type(piece) is Person]

    def vehicle(self, name: str) -> Vehicle:
        """The vehicle of a name."""
        found = self.pieces[name]
        assert isinstance(found, Vehicle), f"{name} is no vehicle"
        return found

    def find_vehicle(self, name: str) -> Vehicle | None:
        """The vehicle of a name, if there is one."""
        found = self.pieces.get(name)
        return found if isinstance(found, Vehicle) else None

    def vehicles(self) -> list[Vehicle]:
        """Every vehicle, wrecks included."""
        return [piece for piece in self.pieces.values() if type(piece) is Vehicle]

    def footprint(self, vehicle: Vehicle) -> Footprint:
        """Where a vehicle stands."""
        return self.setting.footprint(_standing(vehicle))

    def vehicle_at(self, square: Square) -> Vehicle | None:
        """The vehicle, or the wreck, that fills a square."""
        for vehicle in self.vehicles():
            if vehicle.on_table and square in self.footprint(vehicle).squares:
                return vehicle
        return None

    def occupants(self, vehicle: str) -> list[Person]:
        """Everybody aboard a vehicle, the dead included, by seat."""
        return crews.by_seat(self.aboard(vehicle), self.vehicle(vehicle).all_seats)

    def in_seat(self, vehicle: str, seat: str) -> Person | None:
        """Who sits in a seat and can act."""
        return crews.holder(self.aboard(vehicle), seat)

    def aboard(self, vehicle: str) -> list[Person]:
        """Everybody in a vehicle, as they come."""
        pieces = self.pieces.values()
        return [one for one in pieces if type(one) is Person and one.aboard == vehicle]

    def option(self, name: str) -> str:
        """How a switch of the battle is set."""
        return self.setting.options[name]

    def on(self, name: str) -> bool:
        """Whether a switch of the battle is on."""
        return self.setting.options[name] == "on"

    def square(self, person: Person) -> Square:
        """The square that a character is in."""
        return self.setting.square((person.x, person.y))

    def people(self, side: str | None = None) -> list[Person]:
        """The characters on the map who are able to act, of one side or of all."""
        return [
            person
            for person in self.persons()
            if person.able and person.on_table and (side is None or person.side == side)
        ]

    def enemies_of(self, person: Person) -> list[Person]:
        """Those of other sides on the map who are able to act."""
        return [
            other
            for other in self.persons()
            if other.side != person.side and other.able and other.on_table
        ]

    def at(self, square: Square) -> Person | None:
        """Who holds a square: the character in it who is able to act."""
        x, y = grid.to_table(square, self.setting.rows)
        for person in self.persons():
            if person.x == x and person.y == y and person.able and person.on_table:
                return person
        return None

    def body_at(self, square: Square) -> bool:
        """Whether somebody lies in a square who is out of action."""
        x, y = grid.to_table(square, self.setting.rows)
        return any(
            person.x == x and person.y == y and person.out and person.on_table
            for person in self.persons()
        )

    @property
    def tied(self) -> bool:
        """Whether the turns of this segment are simultaneous."""
        return self.segment is not None and self.segment.tied

    def turn_frame(self) -> Turn | None:
        """The turn that is being taken."""
        return next((f for f in reversed(self.agenda) if isinstance(f, Turn)), None)

    def out_of_play(self) -> tuple[str, ...]:
        """Those who have left the map."""
        return self.left

    def out_of_action(self) -> tuple[str, ...]:
        """Those who are dead or incapacitated, and the wrecks."""
        return tuple(
            piece.id
            for piece in self.pieces.values()
            if (piece.out if isinstance(piece, Person) else piece.wreck)
        )

    # -- changing ---------------------------------------------------------------------------------

    def put(self, piece: P) -> P:
        """Put a changed character or vehicle in the place of the old one."""
        self.pieces[piece.id] = piece
        return piece

    def change(self, name: str, **fields: Any) -> Person:
        """Change some fields of a character."""
        return self.put(replace(self.person(name), **fields))

    def alter(self, name: str, **fields: Any) -> Vehicle:
        """Change some fields of a vehicle."""
        return self.put(replace(self.vehicle(name), **fields))

    def place(self, name: str, print_: Footprint) -> Vehicle:
        """Put a vehicle, with all aboard, where a footprint is."""
        vehicle = self.vehicle(name)
        before = self.footprint(vehicle).squares
        shifts = set(before) != set(print_.squares)
        if shifts:
            self.forget_ranging(before)
        x, y = grid.to_table(print_.centre, self.setting.rows)
        for person in self.occupants(name):
            self.change(person.id, x=x, y=y)
        heading = print_.facing * 45.0
        return self.alter(name, x=x, y=y, heading=heading, moving=vehicle.moving or shifts)

    def forget_ranging(self, squares: Container[Square]) -> None:
        """What was in these squares has moved: mortars that ranged in on it begin anew."""
        for person in self.persons():
            arm = person.arm("mortar")
            if arm is not None and arm.ranged is not None and arm.ranged[0] in squares:
                self.put(person.with_arm(replace(arm, ranged=None)))

    def move_to(self, name: str, square: Square) -> Person:
        """Put a character into another square."""
        x, y = grid.to_table(square, self.setting.rows)
        return self.change(name, x=x, y=y, moving=True)

    def swap_turn(self, **fields: Any) -> None:
        """Change some fields of the turn that is being taken, wherever it is on the agenda."""
        for at in range(len(self.agenda) - 1, -1, -1):
            frame = self.agenda[at]
            if isinstance(frame, Turn):
                changed = msgspec.structs.replace(frame, **fields)
                self.agenda = (*self.agenda[:at], changed, *self.agenda[at + 1 :])
                return
