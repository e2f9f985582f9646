"""Section 6: the Close Combat Phase: which combats there are, and which is fought next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from sandtable.acts import Answer, Words
from sandtable.acts.act import between
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.page import Action, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Odds

from ..s05_actions.charge.charging import remember_contacts
from ..s08_results import results
from ..state import Combat, Element, P8State, slots
from ..state.case import Case
from ..state.decision import Asked, Ending
from ..state.orders import Done
from ..state.sheets import OBSERVERS
from .contact import enemies_met, fights_hand_to_hand, may_touch, meets, opponents
from .melee import combat_odds
from .overrun import check_overrun


class Fight(Order, frozen=True, kw_only=False):
    """Fight a hand-to-hand combat: one or several attackers against one defender (6.1)."""

    attackers: tuple[str, ...]
    defender: str


class Overrun(Order, frozen=True, kw_only=False):
    """Overrun a defender with a tank (6.2)."""

    tank: str
    defender: str


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
        # An enemy in the next house does not touch an observer.
        met = enemies_met(state, element) if state.sheet(element).type in OBSERVERS else []
        if any(may_touch(state, element, enemy) for enemy in met):
            yield Event(
                kind="contact",
                text=f"{element.name} is caught by the enemy.",
                rules=("p8.foo.removed-in-contact",),
                pieces=(element.id,),
            )
            yield from results.remove(state, element)


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


# -- which is fought next -------------------------------------------------------------------------

MOST: Final = 5
"""With more than so many elements in a combat there are too many branches to walk."""


def odds_of(state: P8State, combat: Combat | None) -> Odds | None:
    """The odds of a combat that is about to be fought."""
    if combat is None or len(combat.attackers) + len(combat.defenders) > MOST:
        return None
    if any(name not in state.pieces for name in (*combat.attackers, *combat.defenders)):
        return None
    return combat_odds(state, combat)


class Fights(Answer[P8State, Fight, None]):
    """Fight hand to hand."""

    order = Fight
    words = Words(
        label="Fight",
        key="F",
        rule="p8.melee.phase-scope",
        hint="Fights hand to hand: one or several attackers against one defender.",
        typed="fight ATTACKER [ATTACKER ...] DEFENDER",
        means="Fight hand to hand; name the enemy last.",
    )

    def check(self, state: P8State, frame: None, seat: str, order: Fight) -> Refusal | None:
        cite("p8.melee.sequence")
        names = order.attackers
        if not names or len(set(names)) != len(names):
            return Refusal("p8.melee.sequence", "Name each attacker once, and at least one.")
        open_to = {(one.id, two.id) for one, two in open_melees(state)}
        for name in names:
            if not state.setting.commands(seat, name):
                return Refusal("p8.melee.sequence", f"{name!r} is not yours to command.")
            if (name, order.defender) not in open_to:
                why = f"{name!r} has no hand-to-hand combat to fight with {order.defender!r}."
                return Refusal("p8.melee.phase-scope", why)
        if len(names) > 1 and any(joined_against(state, name) for name in names):
            why = "An attacker that is in contact with several joined defenders fights them alone."
            return Refusal("p8.melee.joined-defenders", why)
        return None

    def apply(
        self, state: P8State, frame: None, seat: str, order: Fight, dice: Dice
    ) -> Iterator[Event]:
        begin_combat(state, combat_of(state, order))
        return iter(())

    def offer(self, state: P8State, frame: None, seats: Sequence[str]) -> Iterator[Fight]:
        """Every combat of one against one, and everybody together against each."""
        attackers: dict[str, list[str]] = {}
        for attacker, defender in open_melees(state):
            if state.setting.commands(seats[0], attacker.id):
                attackers.setdefault(defender.id, []).append(attacker.id)
        for defender_id, names in attackers.items():
            together = Fight(tuple(names), defender_id)
            if len(names) > 1 and self.check(state, None, seats[0], together) is None:
                yield together
            for name in names:
                yield Fight((name,), defender_id)

    def odds(self, state: P8State, order: Fight) -> Odds | None:
        known = all(name in state.pieces for name in (*order.attackers, order.defender))
        return odds_of(state, combat_of(state, order)) if known and order.attackers else None

    def preview(self, state: P8State, order: Fight) -> Trace | None:
        """Who attacks whom."""
        return between(state, order.attackers, [order.defender])

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Any combat, or those of an attacker: alone, or together with others."""
        melees = [(a.id, d.id) for a, d in open_melees(case.state) if case.commands(a)]
        if piece is None and melees:
            attackers, defenders = (dict.fromkeys(names) for names in zip(*melees, strict=True))
            yield case.action(
                Fight,
                self.words,
                slots=(
                    slots.some_of("attackers", "Who attacks? Choose one or several", attackers),
                    slots.one_of("defender", "Whom do they attack?", defenders),
                ),
            )
        for attacker, defender in melees:
            if attacker == piece:
                yield from self._of(case, attacker, defender, melees)

    def _of(
        self, case: Case, attacker: str, defender: str, melees: list[tuple[str, str]]
    ) -> Iterator[Action]:
        name = case.state.pieces[defender].name
        yield case.action(
            Fight,
            self.words,
            piece=attacker,
            fixed={"attackers": [attacker], "defender": defender},
            refusal=case.refusal(Fight((attacker,), defender)),
            label=f"Fight {name}",
        )
        together = [one for one, other in melees if other == defender]
        if len(together) > 1:
            yield case.action(
                Fight,
                self.words,
                piece=attacker,
                fixed={"defender": defender},
                slots=(slots.some_of("attackers", "Who attacks together?", together),),
                refusal=case.refusal(Fight(tuple(together), defender)),
                label=f"Fight {name} together",
                key="T",
            )


class Overruns(Answer[P8State, Overrun, None]):
    """Drive over an enemy with a tank."""

    order = Overrun
    words = Words(
        label="Overrun", key="V", rule="p8.overrun.when", hint="Drives over an enemy with a tank."
    )

    def check(self, state: P8State, frame: None, seat: str, order: Overrun) -> Refusal | None:
        tank, target = state.pieces.get(order.tank), state.pieces.get(order.defender)
        if tank is None or target is None or not state.setting.commands(seat, order.tank):
            return Refusal("p8.overrun.when", "Name a tank of yours and an enemy that it touches.")
        if not any((one.id, two.id) == (tank.id, target.id) for one, two in _pairs(state)):
            why = f"{tank.name} has not been in contact with {target.name}, or has fought already."
            return Refusal("p8.overrun.when", why)
        return check_overrun(state, tank, target)

    def apply(
        self, state: P8State, frame: None, seat: str, order: Overrun, dice: Dice
    ) -> Iterator[Event]:
        begin_combat(state, combat_of(state, order))
        return iter(())

    def offer(self, state: P8State, frame: None, seats: Sequence[str]) -> Iterator[Overrun]:
        """Every one."""
        for tank, defender in open_overruns(state):
            if state.setting.commands(seats[0], tank.id):
                yield Overrun(tank.id, defender.id)

    def odds(self, state: P8State, order: Overrun) -> Odds | None:
        known = order.tank in state.pieces and order.defender in state.pieces
        return odds_of(state, combat_of(state, order)) if known else None

    def preview(self, state: P8State, order: Overrun) -> Trace | None:
        """Who drives over whom."""
        return between(state, [order.tank], [order.defender])

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Any overrun, or those of a tank."""
        overruns = [(t.id, d.id) for t, d in open_overruns(case.state) if case.commands(t)]
        if piece is None and overruns:
            tanks, prey = (dict.fromkeys(names) for names in zip(*overruns, strict=True))
            yield case.action(
                Overrun,
                self.words,
                slots=(
                    slots.one_of("tank", "Which tank?", tanks),
                    slots.one_of("defender", "Whom does it overrun?", prey),
                ),
            )
        for tank, defender in overruns:
            if tank == piece:
                yield case.action(
                    Overrun,
                    self.words,
                    piece=tank,
                    fixed={"tank": tank, "defender": defender},
                    label=f"Overrun {case.state.pieces[defender].name}",
                )


class EndingPhase(Ending[None]):
    """Fight no more."""

    label_here = "End close combat"
    hint_here = "Ends the phase; combats that must be fought have to be fought first."

    def check(self, state: P8State, frame: None, seat: str, order: Done) -> Refusal | None:
        for attacker, defender in open_melees(state):
            if state.setting.commands(seat, attacker.id):
                why = f"{attacker.name} must fight {defender.name} first."
                return Refusal("p8.melee.attacker-is-phasing", why)
        for tank, defender in open_overruns(state):
            if state.setting.commands(seat, tank.id) and tank.charged:
                why = f"{tank.name} has charged and must overrun {defender.name} first."
                return Refusal("p8.overrun.contact-is-not-hand-to-hand", why)
        cite("p8.overrun.contact-is-not-hand-to-hand")
        return None

    def apply(
        self, state: P8State, frame: None, seat: str, order: Done, dice: Dice
    ) -> Iterator[Event]:
        state.done = (*state.done, seat)
        return iter(())

    def offer(self, state: P8State, frame: None, seats: Sequence[str]) -> Iterator[Done]:
        """If that is allowed."""
        if self.check(state, None, seats[0], Done()) is None:
            yield Done()


class ChoosingCombat(Asked[None]):
    """Which combat is fought next; or the end of the phase, when none is left that must be."""

    of_phase = True
    acts = (Fights(), Overruns(), EndingPhase())

    def choice(self, state: P8State, frame: None) -> Choice:
        pairs = (*open_melees(state), *open_overruns(state))
        return Choice(
            seats=seats_to_fight(state),
            ask="close combat",
            rule="p8.melee.phase-scope",
            prompt="Choose the next close combat, or end the phase.",
            about=tuple(dict.fromkeys(one.id for pair in pairs for one in pair)),
        )
