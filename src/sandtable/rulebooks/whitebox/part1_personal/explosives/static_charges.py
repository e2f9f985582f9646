"""STATIC EXPLOSIVES: setting charges, and setting them off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.acts import Given, Words
from sandtable.battle import Event, Refusal, happened
from sandtable.battle import slots as asking
from sandtable.battle.page import Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.table import grid
from sandtable.table.grid import Square

from ...showing.places import square_shown
from ...state import OwbState, Person, Vehicle
from ...state.frames import Explosive, Landing
from ...state.orders import Plunge, SetCharge
from ..round.actions import PersonalAction
from .explosions import is_structure, where_it_is

LONGEST_FUSE = 10


WIRE_WITHIN = 20


def _out_of_hand(state: OwbState, person: Person, square: Square, feature: Square) -> bool:
    """Whether what a charge in a square is fixed to is not next to whoever sets it.

    An edge of that square always is, for the square is his own or the next.
    """
    kind = state.bare_grounds.squares.get(feature)
    fills = state.vehicle_at(feature) is not None or (kind is not None and is_structure(kind))
    on_edge = state.bare_grounds.on_edge(square, feature) is not None and not fills
    return not on_edge and grid.distance(state.square(person), feature) > 1


def _fixed_to(state: OwbState, order: SetCharge) -> Vehicle | None:
    """The vehicle that a charge is fixed to, if there is one in that square."""
    return state.vehicle_at(state.setting.square(order.attach or order.at))


def wired(state: OwbState, person: Person) -> list[Explosive]:
    """The charges that a character can set off by wire."""
    own = state.square(person)
    return [
        charge
        for charge in state.explosives
        if charge.kind == "charge"
        and charge.due is None
        and charge.side == person.side
        and grid.distance(own, where_it_is(state, charge)) <= WIRE_WITHIN
    ]


AGAIN: Final = 1000
"""The longest fuse that anybody can cut."""


def _where(state: OwbState, person: Person) -> Slot:
    at = state.setting.point(state.square(person))
    return asking.spot("at", "Choose his square or the next", list(at))


def _how_long(_: OwbState, person: Person) -> Slot:
    longest = AGAIN if person.profession == "combat-engineer" else LONGEST_FUSE
    ask = "How many rounds does the fuse burn? 0 is a wire, to be set off by hand"
    return asking.number("fuse", ask, 0, longest, 2, required=False, step=1)


FIXED_TO: Final = asking.spot_or_none("attach", "Choose the feature that it is fixed to")


class SettingCharge(PersonalAction[SetCharge]):
    """A demolition charge, here or in the next square."""

    order = SetCharge
    words = Words(
        label="Set a charge",
        key="D",
        rule="owb.static.handling",
        hint="Lays a demolition charge here or in the next square.",
    )
    fields = (Given("at", _where), Given("fuse", _how_long), Given("attach", FIXED_TO))

    def check(self, state: OwbState, person: Person, order: SetCharge) -> Refusal | None:
        """Why a charge cannot be set, or ``None`` if it can."""
        rule = "owb.static.handling"
        square = state.setting.square(order.at)
        if not person.bombs_of("charge"):
            return Refusal(rule, "He has no charge.")
        if not state.grounds.holds(square) or grid.distance(state.square(person), square) > 1:
            return Refusal(rule, "A charge is placed in one's own square or the next.")
        any_length = person.profession == "combat-engineer"
        if order.fuse < 0 or (order.fuse > LONGEST_FUSE and not any_length) or order.fuse > 1000:
            return Refusal(rule, f"A fuse burns 1 to {LONGEST_FUSE} rounds; 0 is a wire.")
        vehicle = _fixed_to(state, order)
        if vehicle is not None and vehicle.pace != "stopped":
            rule = "owb.static.structures-and-vehicles"
            return Refusal(rule, f"{vehicle.name} does not stand still.")
        if order.attach is not None:
            feature = state.setting.square(order.attach)
            if not state.grounds.holds(feature) or grid.distance(square, feature) > 1:
                return Refusal(rule, "There is nothing to fix it to.")
            if _out_of_hand(state, person, square, feature):
                rule = "owb.static.structures-and-vehicles"
                return Refusal(rule, "He is not next to what it is to be fixed to.")
        return None

    def carry_out(
        self, state: OwbState, person: Person, order: SetCharge, dice: Dice
    ) -> Iterator[Event]:
        cite("owb.static.handling")
        vehicle = _fixed_to(state, order)
        attached = None if order.attach is None else state.setting.square(order.attach)
        charge = Explosive(
            kind="charge",
            square=state.setting.square(order.at),
            owner=person.id,
            side=person.side,
            cooked=True,
            due=state.turn + order.fuse if order.fuse else None,
            attached=attached if vehicle is None else None,
            vehicle=vehicle.id if vehicle is not None else "",
        )
        state.explosives = (*state.explosives, charge)
        state.put(person.with_bombs("charge", -1))
        how = f"with a fuse of {order.fuse} rounds" if order.fuse else "on a wire"
        text = f"{person.name} sets a charge {how}."
        yield happened("charge", text, "owb.static.handling", person.id)

    def concerns(self, state: OwbState, person: Person) -> bool:
        return bool(person.bombs_of("charge"))

    def preview(self, state: OwbState, order: SetCharge) -> Trace | None:
        return square_shown(state, order.at)


class Plunging(PersonalAction[Plunge]):
    """All of his charges on the wire go off."""

    order = Plunge
    words = Words(
        label="Set the charges off",
        key="O",
        rule="owb.static.handling",
        hint="All of his charges on the wire go off.",
    )

    def concerns(self, state: OwbState, person: Person) -> bool:
        return bool(wired(state, person))

    def check(self, state: OwbState, person: Person, order: Plunge) -> Refusal | None:
        if not wired(state, person):
            return Refusal("owb.static.handling", "There is no charge on the wire.")
        return None

    def carry_out(
        self, state: OwbState, person: Person, order: Plunge, dice: Dice
    ) -> Iterator[Event]:
        """Set off the charges on the wire, at once."""
        cite("owb.static.handling")
        text = f"{person.name} pushes the plunger."
        yield happened("plunge", text, "owb.static.handling", person.id)
        charges = wired(state, person)
        state.explosives = tuple(e for e in state.explosives if e not in charges)
        for charge in reversed(charges):
            state.push(
                Landing(
                    kind="charge",
                    square=charge.square,
                    attached=charge.attached,
                    vehicle=charge.vehicle,
                )
            )
