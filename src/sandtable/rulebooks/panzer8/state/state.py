"""Where a game of Panzer8 stands."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, ClassVar, Literal

import msgspec

from sandtable.battle import Outcome
from sandtable.battle.agenda import AgendaState
from sandtable.table import Footprint, rectangle

from .battlefield import Setting
from .elements import Element, Loss
from .frames import Frame
from .markers import Barrage, Cards, Contact, Counter, Flight, Gap, Planned, Screen, Stance, Track
from .sheets import Sheet

POINT_SIZE = 1e-6
"""The sides of a base that stands for a point."""

Phase = Literal["setup", "event", "action", "close-combat", "end"]

PHASES: tuple[Phase, ...] = ("event", "action", "close-combat", "end")
"""The phases of a player turn, in their order."""


class P8State(AgendaState, kw_only=True):
    """The state of a game of Panzer8.

    Attributes:
        setting: The ground, the scenario and the data sheets.
        pieces: The elements still in play, by id.
        first: The side that has the first player turn of every game turn.
        active: The side whose player turn it is.
        phase: The phase of that player turn.
        agenda: What must be settled before the phase goes on, the most urgent last.
        done: The seats that have ended their part of the phase.
        lost: The elements that are out of action.
        screens: The smoke on the table.
        rifled: Targets shot at by anti-tank rifles in this Action Phase, as (side, target).
        contacts: Who has charged whom, of those still in contact.
        engaged: Who was in contact at the start of the Close Combat Phase, as (attacker, defender).
        stormed: Who has fought for built-up areas in it, as (place, attacker, defender).
        committed: The commanders that have helped in a combat of this Close Combat Phase.
        outcome: How the battle ended.
        patrols: The sides that have a combat air patrol up, once for each.
        flights: The aircraft that may come back for a second pass.
        planned: The targets of aircraft and batteries that were noted down before play.
        barrages: The support fire that lies on the table.
        cards: The event cards, in a battle with them.
        stood_firm: Who has ignored a suppression, as (side, game turn).
        pools: The smoke counters that each side has left.
        gaps: The gaps in barbed wire.
        tracks: Where tracked vehicles have crossed barbed wire in this Action Phase.
        counters: The counters on the table, by id.
        stances: The standing orders for reactions, by element.
    """

    setting: Setting
    pieces: dict[str, Element]
    first: str
    active: str
    phase: Phase = "event"
    agenda: tuple[Frame, ...] = ()
    done: tuple[str, ...] = ()
    lost: tuple[Loss, ...] = ()
    screens: tuple[Screen, ...] = ()
    rifled: tuple[tuple[str, str], ...] = ()
    contacts: tuple[Contact, ...] = ()
    engaged: tuple[tuple[str, str], ...] = ()
    stormed: tuple[tuple[str, str, str], ...] = ()
    committed: tuple[str, ...] = ()
    outcome: Outcome | None = None
    patrols: tuple[str, ...] = ()
    flights: tuple[Flight, ...] = ()
    planned: tuple[Planned, ...] = ()
    barrages: tuple[Barrage, ...] = ()
    cards: Cards | None = None
    stood_firm: tuple[tuple[str, int], ...] = ()
    pools: tuple[tuple[str, int], ...] = ()
    gaps: tuple[Gap, ...] = ()
    tracks: tuple[Track, ...] = ()
    counters: dict[str, Counter] = msgspec.field(default_factory=dict)
    stances: dict[str, Stance] = msgspec.field(default_factory=dict)

    containers: ClassVar[tuple[str, ...]] = ("pieces", "counters", "stances")
    optional: ClassVar[tuple[str, ...]] = (
        "patrols",
        "flights",
        "planned",
        "barrages",
        "cards",
        "stood_firm",
        "pools",
        "gaps",
        "tracks",
        "counters",
        "stances",
    )
    """Fields of the optional sections: left out where they all have their defaults, so that a
    basic game is written as if there were none."""

    def circumstances(self) -> tuple[Any, ...]:
        """All that it says apart from what lies on the table, for comparing within one setting."""
        found: tuple[Any, ...] = _circumstances(self)
        return found

    # -- asking -----------------------------------------------------------------------------------

    def stands_at(self) -> tuple[Any, ...]:
        """The agenda, and the phase of the player turn."""
        return self.agenda, self.phase, self.active, self.turn

    def sheet(self, element: Element) -> Sheet:
        """The data sheet of an element; a weapon that is taken apart moves like infantry."""
        if element.broken_down:
            return self.setting.packed(element.sheet)
        return self.setting.sheets[element.sheet]

    def base(self, element: Element) -> Footprint:
        """The base of an element where it stands; that of its vehicle if it is carried.

        The centre of its counter stands for one that is hidden.
        """
        sheet = self.setting.sheets[element.sheet]
        if element.inside is not None:
            return self.setting.buas[element.inside].base_of(sheet, element.heading)
        if element.under is not None:
            return rectangle(element.x, element.y, element.heading, POINT_SIZE, POINT_SIZE)
        if element.carried_by is not None:
            vehicle = self.pieces[element.carried_by]
            if vehicle.under is not None:
                return self.base(vehicle)
            sheet = self.setting.sheets[vehicle.sheet]
            if vehicle.inside is not None:
                return self.setting.buas[vehicle.inside].base_of(sheet, element.heading)
        return rectangle(element.x, element.y, element.heading, sheet.width, sheet.depth)

    def houses(self, element: Element) -> str | None:
        """The built-up area that an element is in, on foot or aboard a vehicle."""
        if element.inside is not None or element.carried_by is None:
            return element.inside
        return self.pieces[element.carried_by].inside

    def has(self, element: Element, flag: str) -> bool:
        """Whether an element has a flag, from its data sheet or from the scenario."""
        return flag in self.setting.sheets[element.sheet].flags or flag in element.flags

    def on_table(self, side: str | None = None) -> list[Element]:
        """The elements on the table, of one side or of all."""
        return [
            element
            for element in self.pieces.values()
            if element.on_table and (side is None or element.side == side)
        ]

    def enemies_of(self, element: Element) -> list[Element]:
        """The elements of the other side that are on the table."""
        return [
            other for other in self.pieces.values() if other.on_table and other.side != element.side
        ]

    def friends_of(self, element: Element) -> list[Element]:
        """The other elements of its side that are on the table."""
        return [
            other
            for other in self.pieces.values()
            if other.on_table and other.side == element.side and other.id != element.id
        ]

    def other_side(self, side: str) -> str:
        """The opponent of a side."""
        one, two = self.setting.sides
        return two if side == one else one

    def out_of_play(self) -> tuple[str, ...]:
        """The elements that have been put out of action."""
        return tuple(loss.element for loss in self.lost if loss.element)

    # -- changing ---------------------------------------------------------------------------------

    def change(self, name: str, **fields: Any) -> Element:
        """Change some fields of an element."""
        return self.put(msgspec.structs.replace(self.pieces[name], **fields))

    def put(self, element: Element) -> Element:
        """Put a changed element in the place of the old one; those it carries go with it."""
        if element.lay is not None and element.lay[0] != (element.x, element.y):
            element = msgspec.structs.replace(element, lay=None)
        if element.wire_turns and _leaves_wire(self.pieces.get(element.id), element):
            element = msgspec.structs.replace(element, wire_turns=0)
        self.pieces[element.id] = element
        for other in self.pieces.values():
            if other.carried_by == element.id:
                self.pieces[other.id] = msgspec.structs.replace(
                    other, x=element.x, y=element.y, heading=element.heading
                )
        return element


_circumstances = attrgetter(
    *(f for f in P8State.__struct_fields__ if f not in (*P8State.containers, "setting"))
)


def _leaves_wire(before: Element | None, now: Element) -> bool:
    """Whether engineers have to begin their work at the wire anew: moved, turned or suppressed."""
    if before is None or now.suppressed or not now.on_table:
        return True
    return (before.x, before.y, before.heading) != (now.x, now.y, now.heading)
