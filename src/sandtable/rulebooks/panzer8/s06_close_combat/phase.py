"""Section 6: the Close Combat Phase, which combats there are, and who takes part in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Event, Order, Refusal
from sandtable.catalogue import cite
from sandtable.table import within

from ..s05_actions.charge.charging import remember_contacts
from ..s08_results import results
from ..state import Combat, Element, P8State
from ..state.sheets import OBSERVERS
from .contact import enemies_met, fights_hand_to_hand, may_touch, meets, opponents
from .overrun import check_overrun


class Fight(Order, frozen=True, kw_only=False):
    """Fight a hand-to-hand combat: one or several attackers against one defender (6.1)."""

    attackers: tuple[str, ...]
    defender: str


class Overrun(Order, frozen=True, kw_only=False):
    """Overrun a defender with a tank (6.2)."""

    tank: str
    defender: str


class Commit(Order, frozen=True, kw_only=False):
    """Have a commander help an element in the close combat that is about to be fought (6)."""

    commander: str
    to: str


NEAR: Final = 4.0
"""How near a commander must be to help."""


# -- at the start of every phase ------------------------------------------------------------------


def look_at_contacts(state: P8State) -> Iterator[Event]:
    """Forget contacts that are broken, and remove observers that an enemy touches (9.7)."""
    cite("p8.turn.housekeeping")
    state.contacts = tuple(
        contact
        for contact in state.contacts
        if (one := state.pieces.get(contact.charger)) is not None
        and (two := state.pieces.get(contact.enemy)) is not None
        and one.on_table
        and two.on_table
        and meets(state, one, two)
    )
    for element in state.on_table():
        if state.sheet(element).type in OBSERVERS and _is_caught(state, element):
            yield Event(
                kind="contact",
                text=f"{element.name} is caught by the enemy.",
                rules=("p8.foo.removed-in-contact",),
                pieces=(element.id,),
            )
            yield from results.remove(state, element)


def _is_caught(state: P8State, observer: Element) -> bool:
    """Whether an enemy touches an observer; one in the next house does not."""
    return any(may_touch(state, observer, enemy) for enemy in enemies_met(state, observer))


def begin_close_combat(state: P8State) -> None:
    """Note who is in contact when the phase begins: these combats are fought."""
    cite("p8.melee.attacker-is-phasing")
    state.committed = ()
    state.stormed = ()
    for element in list(state.pieces.values()):
        if element.fought:
            state.put(replace(element, fought=False))
        if element.charged and element.side == state.active and element.on_table:
            met = [e for e in enemies_met(state, element) if e.inside is None]
            remember_contacts(state, element, met)
    state.engaged = tuple(
        (attacker.id, enemy.id)
        for attacker in state.on_table(state.active)
        for enemy in enemies_met(state, attacker)
    )


# -- which combats are open -----------------------------------------------------------------------


def _pairs(state: P8State) -> Iterator[tuple[Element, Element]]:
    """Who was in contact at the start of the phase, may still attack, and is in contact still."""
    for ours, theirs in state.engaged:
        attacker, defender = state.pieces.get(ours), state.pieces.get(theirs)
        if attacker is None or defender is None or attacker.fought:
            continue
        if attacker.on_table and defender.on_table and meets(state, attacker, defender):
            yield attacker, defender


def open_melees(state: P8State) -> list[tuple[Element, Element]]:
    """The hand-to-hand combats that are still to be fought, as (attacker, defender)."""
    cite("p8.melee.phase-scope")
    return [
        (attacker, defender)
        for attacker, defender in _pairs(state)
        if fights_hand_to_hand(state.sheet(attacker))
        and any(enemy.id == defender.id for enemy in opponents(state, attacker))
    ]


def open_overruns(state: P8State) -> list[tuple[Element, Element]]:
    """The overruns that are possible, as (tank, defender)."""
    return [
        (tank, defender)
        for tank, defender in _pairs(state)
        if state.sheet(tank).type == "tank" and check_overrun(state, tank, defender) is None
    ]


def seats_to_fight(state: P8State) -> tuple[str, ...]:
    """The seats of the phasing side that have a combat to fight, or may have one."""
    attackers = [one for one, _ in (*open_melees(state), *open_overruns(state))]
    return tuple(
        seat
        for seat in state.setting.seats[state.active]
        if seat not in state.done
        and any(state.setting.commands(seat, attacker.id) for attacker in attackers)
    )


def in_open_combats(state: P8State) -> tuple[str, ...]:
    """Everybody who waits for a combat of this phase, each next to the one to be fought."""
    pairs = (*open_melees(state), *open_overruns(state))
    return tuple(dict.fromkeys(one.id for pair in pairs for one in pair))


def check_done(state: P8State, seat: str) -> Refusal | None:
    """Why a seat cannot end the phase: combats that must be fought are left."""
    for attacker, defender in open_melees(state):
        if state.setting.commands(seat, attacker.id):
            return Refusal(
                "p8.melee.attacker-is-phasing",
                f"{attacker.name} must fight {defender.name} first.",
            )
    for tank, defender in open_overruns(state):
        if state.setting.commands(seat, tank.id) and tank.charged:
            return Refusal(
                "p8.overrun.contact-is-not-hand-to-hand",
                f"{tank.name} has charged and must overrun {defender.name} first.",
            )
    cite("p8.overrun.contact-is-not-hand-to-hand")
    return None


def check_fight(state: P8State, seat: str, order: Fight) -> Refusal | None:
    """Why a hand-to-hand combat cannot be fought like that."""
    cite("p8.melee.sequence")
    names = order.attackers
    if not names or len(set(names)) != len(names):
        return Refusal("p8.melee.sequence", "Name each attacker once, and at least one.")
    open_to = {(one.id, two.id) for one, two in open_melees(state)}
    for name in names:
        if not state.setting.commands(seat, name):
            return Refusal("p8.melee.sequence", f"{name!r} is not yours to command.")
        if (name, order.defender) not in open_to:
            return Refusal(
                "p8.melee.phase-scope",
                f"{name!r} has no hand-to-hand combat to fight with {order.defender!r}.",
            )
    if len(names) > 1 and any(joined_against(state, name) for name in names):
        return Refusal(
            "p8.melee.joined-defenders",
            "An attacker that is in contact with several joined defenders fights them alone.",
        )
    return None


def check_overrun_order(state: P8State, seat: str, order: Overrun) -> Refusal | None:
    """Why a tank cannot overrun that element now."""
    tank, target = state.pieces.get(order.tank), state.pieces.get(order.defender)
    if tank is None or target is None or not state.setting.commands(seat, order.tank):
        return Refusal("p8.overrun.when", "Name a tank of yours and an enemy that it touches.")
    if not any((one.id, two.id) == (tank.id, target.id) for one, two in _pairs(state)):
        return Refusal(
            "p8.overrun.when",
            f"{tank.name} has not been in contact with {target.name}, or has fought already.",
        )
    return check_overrun(state, tank, target)


def joined_against(state: P8State, attacker: str) -> tuple[str, ...]:
    """Those who have joined the combat against an attacker that charged, and are still there."""
    found = []
    for contact in state.contacts:
        if contact.charger != attacker or not contact.joined:
            continue
        joiner = state.pieces.get(contact.enemy)
        if joiner is not None and meets(state, state.pieces[attacker], joiner):
            found.append(joiner.id)
    return tuple(found)


def combat_of(state: P8State, order: Fight | Overrun) -> Combat:
    """The combat that an order asks for."""
    if isinstance(order, Overrun):
        if any(other.carried_by == order.tank for other in state.pieces.values()):
            cite("p8.melee.riders-and-passengers-out")
        return Combat(attackers=(order.tank,), defenders=(order.defender,), overrun=True)
    defenders = [order.defender]
    if len(order.attackers) == 1:
        joined = joined_against(state, order.attackers[0])
        if joined:
            cite("p8.melee.joined-defenders")
        defenders += [name for name in joined if name != order.defender]
    if len(order.attackers) > 1:
        cite("p8.melee.several-attackers")
    return Combat(attackers=order.attackers, defenders=tuple(defenders))


def begin_combat(state: P8State, combat: Combat) -> None:
    """Put a combat on the agenda; its attackers fight no other in this phase."""
    cite("p8.melee.phase-scope", "p8.melee.sequence")
    for name in combat.attackers:
        state.change(name, fought=True)
    state.push(combat)


# -- commanders -----------------------------------------------------------------------------------


def is_attackers_turn(combat: Combat) -> bool:
    """Whether the attackers' commander is asked for, not the defenders'."""
    return combat.stage == "attackers"


def helped_side(state: P8State, combat: Combat) -> str:
    """The side whose commander may commit itself now."""
    return state.active if is_attackers_turn(combat) else state.other_side(state.active)


def helped_elements(combat: Combat) -> tuple[str, ...]:
    """Those whom a commander may help now; tanks that overrun get no help."""
    if not is_attackers_turn(combat):
        return combat.defenders
    return () if combat.overrun else combat.attackers


def check_commit(state: P8State, combat: Combat, order: Commit) -> Refusal | None:
    """Why a commander cannot help an element in this combat."""
    rule = "p8.melee.commander-bonus-one-combat"
    commander, element = state.pieces.get(order.commander), state.pieces.get(order.to)
    if element is None or element.id not in helped_elements(combat):
        return Refusal(rule, f"{order.to!r} is not in this combat, or cannot be helped.")
    if commander is None or commander.side != element.side or not commander.on_table:
        return Refusal(rule, f"There is no friendly commander {order.commander!r}.")
    if not state.sheet(commander).is_commander:
        return Refusal(rule, f"{commander.name} is no commander.")
    if commander.id in (*combat.attackers, *combat.defenders):
        return Refusal(rule, f"{commander.name} fights in this combat itself.")
    if commander.suppressed:
        return Refusal("p8.cmd.no-bonus-when-suppressed", f"{commander.name} is suppressed.")
    if commander.id in state.committed:
        return Refusal(rule, f"{commander.name} has helped in a combat of this phase.")
    if not within(state.base(commander), state.base(element), NEAR):
        return Refusal(rule, f"{commander.name} is not within {NEAR:g} of {element.name}.")
    cite(rule)
    return None


def commitments(state: P8State, combat: Combat) -> Iterator[Commit]:
    """Every help that a commander can give now."""
    for commander in state.on_table(helped_side(state, combat)):
        if not state.sheet(commander).is_commander:
            continue
        for name in helped_elements(combat):
            order = Commit(commander.id, name)
            if check_commit(state, combat, order) is None:
                yield order


def commit(state: P8State, combat: Combat, order: Commit | None) -> Iterator[Event]:
    """A commander helps, or none of that side does; then it is the other side's choice."""
    ours, theirs = combat.helpers
    if order is not None:
        state.committed = (*state.committed, order.commander)
        helper = (order.commander, order.to)
        ours, theirs = (helper, theirs) if is_attackers_turn(combat) else (ours, helper)
        commander, element = state.pieces[order.commander], state.pieces[order.to]
        yield Event(
            kind="commit",
            text=f"{commander.name} leads {element.name} in person.",
            rules=("p8.melee.commander-bonus-one-combat",),
            pieces=(commander.id, element.id),
        )
    state.swap(
        replace(
            combat,
            helpers=(ours, theirs),
            stage="defenders" if is_attackers_turn(combat) else "dice",
        )
    )
