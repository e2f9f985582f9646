"""THE ATTACK: every kind of it that men on foot can make, and what is asked of all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sandtable.battle import Event, Order, Refusal
from sandtable.battle.page import Action
from sandtable.catalogue import cite
from sandtable.dice import Dice

from ...part3_combining.shots_on_foot import ShootingAboard, attacks_on_vehicles
from ...state import OwbState, Person
from ...state.decision import Case
from ...state.orders import AttackOrder, Launch, Mass, Sweep
from ..autofire.massed_rifles import Massing
from ..autofire.sweeping import KeepingUp
from ..cover.cover import lean_outs
from ..explosives.lobbing import THROWING, Launching, at_squares
from ..line_of_sight.sight import leaning_out
from ..weapons.flamethrower import FiringFlames
from .attack import Alike, Attack, Leans
from .shooting import Shooting
from .striking import Striking

SHOOTING: Final = Shooting()
STRIKING: Final = Striking()
KEEPING_UP: Final = KeepingUp()
MASSING: Final = Massing()
FLAMES: Final = FiringFlames()
LAUNCHING: Final = Launching()
ABOARD: Final = ShootingAboard()

ATTACK_ACTS: Final[tuple[Attack[Any], ...]] = (
    THROWING,
    STRIKING,
    SHOOTING,
    FLAMES,
    ABOARD,
    LAUNCHING,
    MASSING,
    KEEPING_UP,
)
"""Every kind of attack; those first that are most often possible."""

_BY_ORDER: Final[dict[type[Order], Attack[Any]]] = {act.order: act for act in ATTACK_ACTS}


def check_attack(
    state: OwbState, person: Person, order: AttackOrder, *, turning: bool = True
) -> Refusal | None:
    """Why an attack cannot be made now, or ``None`` if it can."""
    if person.off_map and not isinstance(order, Launch):
        return Refusal("owb.mortar.minimum-range", "He is not on the map.")
    return _BY_ORDER[type(order)].check(state, person, order, turning=turning)


def weapon_of(person: Person, order: Order) -> str:
    """The weapon of a direct attack; none of any other order."""
    act = _BY_ORDER.get(type(order))
    return "" if act is None else act.weapon(person, order)


def carry_out_attack(
    state: OwbState, order: AttackOrder, dice: Dice, *, only: str | None = None
) -> Iterator[Event]:
    """Carry a legal attack out.

    Args:
        state: Where the fight stands.
        order: The attack.
        dice: The dice.
        only: The one who has just shown himself, if a Trained weapon fires in between.
    """
    cite("owb.time.one-attack-per-round")
    person, lean = state.person(order.person), getattr(order, "lean", None)
    if lean is not None and not isinstance(order, Mass):
        person = state.put(leaning_out(state, person, lean))
    yield from _BY_ORDER[type(order)].carry_out(state, person, order, dice, only)


# -- what there is to choose from -----------------------------------------------------------------


def attacks_of(state: OwbState, person: Person, *, turning: bool = True) -> Iterator[Order]:
    """Every sensible attack that a character can make now."""
    for order in _sensible(state, person, turning):
        if check_attack(state, person, order, turning=turning) is None:
            yield order


def attacks_in_between(state: OwbState, person: Person) -> Iterator[Order]:
    """Every sensible attack that a character who holds his back could make now, in his arc."""
    found = attacks_of(state, person, turning=False)
    return (order for order in found if not isinstance(order, Sweep))


def _sensible(state: OwbState, person: Person, turning: bool) -> Iterator[Any]:
    yield from KEEPING_UP.offer(state, person, turning=turning)
    yield from SHOOTING.offer(state, person, turning=turning)
    yield from STRIKING.offer(state, person, turning=turning)
    yield from at_squares(state, person, state.enemies_of(person))
    yield from attacks_on_vehicles(state, person)
    yield from MASSING.offer(state, person, turning=turning)


def attacks_listed(case: Case, person: Person) -> Iterator[Action]:
    """Everything that a character could attack with, and what speaks against each."""
    listed = (SHOOTING, KEEPING_UP, STRIKING, THROWING, FLAMES, LAUNCHING, MASSING, ABOARD)
    for act in listed:
        yield from act.listed(case, person)


# -- is there any? --------------------------------------------------------------------------------


def open_attack(state: OwbState, person: Person, *, turning: bool) -> AttackOrder | None:
    """An attack that somebody on foot could make now, if there is any.

    To keep up suppressive fire is none of those that can be withheld.
    """

    def find() -> AttackOrder | None:
        return _first(state, person, turning=turning)

    return state.once(("open", person.id, turning), find)


def open_attack_like(
    state: OwbState, person: Person, attack: AttackOrder, alike: Alike, *, turning: bool
) -> AttackOrder | None:
    """An attack that could be made in the place of one that was declared, if there is any.

    Args:
        state: Where the fight stands.
        person: Who attacks.
        attack: What he declared; the other attack is of the same kind.
        alike: Whether an attack of that kind is made with the same means.
        turning: Whether he may turn freely, as on his own turn.
    """
    return _first(state, person, attack, alike, turning=turning)


def _first(
    state: OwbState,
    person: Person,
    like: AttackOrder | None = None,
    alike: Alike | None = None,
    *,
    turning: bool,
) -> AttackOrder | None:
    leans: Leans = (None,)
    if turning and person.on_table:
        leans += tuple(state.setting.point(square) for square in lean_outs(state, person))
    for act in ATTACK_ACTS:
        if act is KEEPING_UP if like is None else act.order is not type(like):
            continue
        for order in act.conceivable(state, person, leans, like):
            if alike is not None and not alike(order):
                continue
            if check_attack(state, person, order, turning=turning) is None:
                found: AttackOrder = order
                return found
    return None
