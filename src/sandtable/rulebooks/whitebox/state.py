"""Where a fight stands: characters on squares, the round, and what must be settled first."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from sandtable.battle import Outcome
from sandtable.battle.decisions import AgendaState
from sandtable.rulebooks.whitebox.frames import Explosive, Frame, Item, Segment, Turn
from sandtable.rulebooks.whitebox.ground import Change, Grounds
from sandtable.rulebooks.whitebox.pieces import Person
from sandtable.rulebooks.whitebox.setting import Setting
from sandtable.table import grid
from sandtable.table.grid import Square

Phase = Literal["setup", "free-attack", "free-turn", "declarations", "turns", "end", "over"]


class OwbState(AgendaState, kw_only=True):
    """The state of a fight.

    Attributes:
        setting: The map, the scenario and the switches.
        turn: The round; 0 for the free turn of Surprise.
        pieces: The characters, dead ones included, by id.
        phase: The part of the round.
        agenda: What must be settled first, the most urgent last.
        segment: Whose turns it is.
        queue: The segments still to come.
        order: The parties in the order in which they acted in the last round.
        winners: The groups that win the next Initiative automatically.
        explosives: What lies on the map and will go off, in the order in which it was laid.
        items: Weapons that lie on the map.
        changes: Features that have been opened or destroyed.
        wire: Barbed wire that is being opened, by edge or square, with the Actions spent.
        struck: Who has been struck by which gun this round, as (gunner, victim).
        harmed: Who has been injured in this tied segment, and what follows from it waits.
        left: Those who have left the map.
        strength: How many each group began with.
        tested: The groups that have checked their morale.
        quiet: The rounds in a row in which nobody lost a hit point.
        hurt: Whether somebody lost one in this round.
        deployed: The sides in the order in which they set up.
        outcome: How the battle ended.
    """

    setting: Setting
    pieces: dict[str, Person]
    phase: Phase = "setup"
    agenda: tuple[Frame, ...] = ()
    segment: Segment | None = None
    queue: tuple[Segment, ...] = ()
    order: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    explosives: tuple[Explosive, ...] = ()
    items: tuple[Item, ...] = ()
    changes: tuple[Change, ...] = ()
    wire: tuple[tuple[Square, Square | None, int], ...] = ()
    struck: tuple[tuple[str, str], ...] = ()
    harmed: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    strength: tuple[tuple[str, int], ...] = ()
    tested: tuple[str, ...] = ()
    quiet: int = 0
    hurt: bool = False
    deployed: tuple[str, ...] = ()
    outcome: Outcome | None = None

    # -- asking -----------------------------------------------------------------------------------

    @property
    def grounds(self) -> Grounds:
        """The map as it is now."""
        return self.setting.grounds_with(self.changes)

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
            for person in self.pieces.values()
            if person.able and person.on_table and (side is None or person.side == side)
        ]

    def enemies_of(self, person: Person) -> list[Person]:
        """Those of other sides on the map who are able to act."""
        return [
            other
            for other in self.pieces.values()
            if other.side != person.side and other.able and other.on_table
        ]

    def at(self, square: Square) -> Person | None:
        """Who holds a square: the character in it who is able to act."""
        x, y = grid.to_table(square, self.setting.rows)
        for person in self.pieces.values():
            if person.x == x and person.y == y and person.able and person.on_table:
                return person
        return None

    def body_at(self, square: Square) -> bool:
        """Whether somebody lies in a square who is out of action."""
        x, y = grid.to_table(square, self.setting.rows)
        return any(
            person.x == x and person.y == y and person.out and person.on_table
            for person in self.pieces.values()
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

    # -- changing ---------------------------------------------------------------------------------

    def put(self, person: Person) -> Person:
        """Put a changed character in the place of the old one."""
        self.pieces[person.id] = person
        return person

    def change(self, name: str, **fields: Any) -> Person:
        """Change some fields of a character."""
        return self.put(replace(self.pieces[name], **fields))

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
