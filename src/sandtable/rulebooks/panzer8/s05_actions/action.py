"""What every action can be asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final, TypeVar

from msgspec.structs import replace

from sandtable.acts import Act, Among
from sandtable.battle import Event, Refusal, page
from sandtable.dice import Dice
from sandtable.table import within

from ..s09_troops.transport import cargo
from ..state import Element, P8State
from ..state.case import Case, nearest_first
from ..state.orders import ActionOrder
from ..state.units import refusal_in_unit

O = TypeVar("O", bound=ActionOrder)  # noqa: E741 - an order


class Action(Act[P8State, O], ABC):
    """One of the actions that an element may perform in its Action Phase."""

    enters: ClassVar[bool] = False
    """Whether an element that is still off the table can perform it."""

    in_combat: ClassVar[bool] = False
    """Whether an element in hand-to-hand combat can perform it."""

    aboard: ClassVar[bool] = False
    """Whether an element that is carried by a vehicle can perform it."""

    unseen: ClassVar[bool] = False
    """Whether a hidden element can perform it without being on the table."""

    gets_off: ClassVar[bool] = False
    """Whether those aboard are always shown with it, whether they can do it now or not."""

    free: ClassVar[bool] = False
    """Whether it takes no action, so that those who have acted can perform it too."""

    @abstractmethod
    def check(self, state: P8State, element: Element, order: O) -> Refusal | None:
        """Why the element, which is able to act, cannot do that."""

    @abstractmethod
    def act(self, state: P8State, element: Element, order: O, dice: Dice) -> Iterator[Event]:
        """Do it; the element's action is spent."""

    @abstractmethod
    def offer(self, state: P8State, element: Element) -> Iterator[O]:
        """Orders of this kind that are worth a thought; some may turn out not to be legal."""

    def helpers(self, order: O) -> tuple[str, ...]:
        """Other elements that spend their own action on this one."""
        return ()

    # -- why nothing that could be filled in would do ---------------------------------------------

    def is_general(self, case: Case, element: Element, order: O, why: Refusal) -> bool:
        """Whether an order is refused for what is asked of every action, not for what it wants."""
        return not is_same(case, why, self.check(case.state, element, order))

    def unless_elsewhere(self, case: Case, element: Element, order: O) -> Refusal | None:
        """Why an order is refused, unless it is for its place alone."""
        why = case.refusal(order)
        if why is None or self.is_general(case, element, order, why):
            return why
        return None if why.rule in WHERE else why


def is_same(case: Case, why: Refusal, other: Refusal | None) -> bool:
    """Whether two refusals say the same, the one in the unit of the battle."""
    told_alike = refusal_in_unit(case.state.setting, other)
    return told_alike is not None and told_alike.args == why.args


def waits_outside(element: Element) -> bool:
    """Whether an element is off the table and nobody carries it, so that it can only enter."""
    return not element.on_table and element.carried_by is None and element.under is None


def helper(name: str, says: str = "", empty: str = "") -> Among:
    """The field for a commander who spends his own action to help, the nearest first."""

    def nearest(state: P8State, element: Element) -> list[Element]:
        friends = state.friends_of(element)
        return nearest_first(state, [f for f in friends if state.sheet(f).is_commander], element)

    ask = "Choose the commander who helps"
    return Among(name, ask, nearest, optional=True, says=says, empty=empty)


def check_helper(
    state: P8State, element: Element, name: str, rule: str, helps: str = "help"
) -> Refusal | None:
    """Why a commander cannot help an element: he must be near, unsuppressed and another."""
    commander = state.pieces.get(name)
    if commander is None or commander.side != element.side or not commander.on_table:
        return Refusal(rule, f"There is no friendly commander {name!r}.")
    if not state.sheet(commander).is_commander:
        return Refusal(rule, f"{commander.name} is not a commander.")
    if commander.id == element.id:
        return Refusal(rule, f"{commander.name} cannot {helps} itself.")
    if commander.suppressed:
        why = f"{commander.name} is suppressed and cannot {helps}."
        return Refusal("p8.cmd.no-bonus-when-suppressed", why)
    if not within(state.base(commander), state.base(element), COMMAND):
        return Refusal(rule, f"{commander.name} is not within {COMMAND:g} of {element.name}.")
    return None


COMMAND: Final = 4.0
"""How near a commander must be who helps."""

WHERE: Final = frozenset(
    (
        "p8.bua.capacity",
        "p8.card.two-no-advance",
        "p8.fort.capacity",
        "p8.fort.who-may-occupy",
        "p8.geo.no-overlap",
        "p8.hidden.not-in-fortifications",
        "p8.hidden.placement-on-reveal",
        "p8.hidden.reveal-timing",
        "p8.limber.placement",
        "p8.smoke.dischargers",
        "p8.smoke.grenades",
        "p8.smoke.light-mortar",
        "p8.smoke.medium-heavy-mortar",
        "p8.smoke.screen-shape",
        "p8.terrain.zero-rate-is-impassable",
        "p8.wire.others-stop",
    )
)
"""Rules that speak against a place: another one may do."""


# -- those who act where a piece is picked --------------------------------------------------------


def doers(state: P8State, piece: str) -> list[Element]:
    """Those who act where a piece is picked: itself and whom it carries, or who is under it."""
    counter = state.counters.get(piece)
    if counter is not None:
        return [state.pieces[name] for name in counter.under or ()]
    element = state.pieces[piece]
    riders = [one for one in state.pieces.values() if one.mounts == piece]
    return [*(riders or [element]), *cargo(state, element)]


def listed_with(case: Case, piece: str, acts: Iterable[Act[P8State, Any]]) -> Iterator[page.Action]:
    """What all can do who act where a piece is picked; those of another bear its name."""
    acts = tuple(acts)
    for element in doers(case.state, piece):
        for act in acts:
            gets_off = isinstance(act, Action) and act.gets_off
            for action in act.listed(case, element):
                if element.id == piece:
                    yield action
                elif not action.refusal or gets_off or element.carried_by is None:
                    yield replace(action, label=f"{action.label}: {element.name}")
