"""Section 9.8: who takes the place of a commander who is lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.acts import Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ..s06_close_combat.contact import adjoins, may_touch
from ..s08_results.passengers import set_afoot
from ..state import Element, P8State, Replacing, slots
from ..state.decision import Asked, Naming
from .transport import cargo


class Replace(Order, frozen=True, kw_only=False):
    """Name the element whose place a lost commander's successor takes (9.8)."""

    element: str


def successors(state: P8State, commander: Element) -> list[Element]:
    """The elements of its chain of command that can give their place to a new commander."""
    cite("p8.cmd.chain-of-command-field")
    return [
        element
        for element in state.friends_of(commander)
        if element.formation == commander.formation
        and state.sheet(element).is_combat
        and not state.sheet(element).is_commander
        and not in_enemy_contact(state, element)
    ]


def in_enemy_contact(state: P8State, element: Element) -> bool:
    """Whether an element touches an enemy."""
    cite("p8.geo.contact-tolerance")
    base = state.base(element)
    far = base.reach + state.setting.widest + 1.0
    return any(
        adjoins(state, element, enemy) and may_touch(state, element, enemy)
        for enemy in state.enemies_of(element)
        # whoever is out of doors and plainly far away need not be measured
        if enemy.inside is not None or (abs(enemy.x - base.x) < far and abs(enemy.y - base.y) < far)
    )


def call_successor(state: P8State, commander: Element, available: bool) -> Iterator[Event]:
    """Have a lost commander replaced, if anybody can make room for another."""
    if available:
        if commander.under is not None:
            commander = _shown(commander)
        state.push(Replacing(commander=commander))
        return
    yield Event(
        kind="commander",
        text=f"Nobody can take the place of {commander.name}.",
        rules=("p8.cmd.no-replacement-available",),
        pieces=(commander.id,),
    )


def _shown(commander: Element) -> Element:
    """A lost commander who was hidden, as everybody may know him.

    He is not succeeded under the counter, but where the successor stands; and in which state he
    was stays a secret.
    """
    return replace(
        commander,
        under=None,
        on_table=True,
        suppressed=False,
        dug_in=False,
        acted=False,
        reacted=False,
    )


class Succession(Naming[Replace, Replacing]):
    """Name the element whose place a lost commander's successor takes."""

    order = Replace
    words = Words(
        label="Takes command", key="C", hint="The new commander takes the place of this element."
    )
    ask = "Whose place does the new commander take?"

    def able(self, state: P8State, frame: Replacing) -> Sequence[Element]:
        return successors(state, frame.commander)

    def check(self, state: P8State, frame: Replacing, seat: str, order: Replace) -> Refusal | None:
        lost = frame.commander
        if order.element in slots.names(successors(state, lost)):
            return None
        return Refusal(
            "p8.cmd.replaced-when-lost",
            f"{order.element!r} is no combat element of {lost.name}'s formation out of enemy "
            "contact.",
        )

    def apply(
        self, state: P8State, frame: Replacing, seat: str, order: Replace, dice: Dice
    ) -> Iterator[Event]:
        state.pop()
        for rider in cargo(state, state.pieces[order.element]):
            set_afoot(state, rider, state.pieces[order.element])
        given_up = state.pieces.pop(order.element)
        if given_up.mounts is not None:
            state.pieces.pop(given_up.mounts, None)
        lost = frame.commander
        state.put(
            replace(
                lost,
                x=given_up.x,
                y=given_up.y,
                heading=given_up.heading,
                inside=given_up.inside,
                aloft=given_up.aloft,
                suppressed=given_up.suppressed,
                reacted=False,
                dug_in=given_up.dug_in,
                road_column=False,
            )
        )
        yield Event(
            kind="commander",
            text=f"A new {lost.name} takes command in the place of {given_up.name}.",
            rules=("p8.cmd.replaced-when-lost",),
            pieces=(lost.id, given_up.id),
        )


class NamingSuccessor(Asked[Replacing]):
    """Whose place the successor of a lost commander takes (9.8)."""

    acts = (Succession(),)

    def choice(self, state: P8State, frame: Replacing) -> Choice:
        lost = frame.commander
        seats = state.setting.seats_for(lost.side, lost.id) or state.setting.seats[lost.side]
        return Choice(
            seats=seats,
            ask="commander",
            rule="p8.cmd.replaced-when-lost",
            prompt=f"{lost.name} is lost. Whose place does the new commander take?",
        )
