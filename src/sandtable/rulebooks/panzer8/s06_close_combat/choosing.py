"""Section 6: which close combat is fought next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sandtable.acts import Answer, Words
from sandtable.acts.act import between
from sandtable.battle import Choice, Event, Refusal
from sandtable.battle.handling import Action, Trace
from sandtable.dice import Dice
from sandtable.odds import Odds

from ..s03_turn import turn
from ..state import Combat, P8State, slots
from ..state.case import Case
from ..state.decision import Asked, Ending
from ..state.orders import Done
from .melee import combat_odds
from .phase import (
    Fight,
    Overrun,
    begin_combat,
    check_done,
    check_fight,
    check_overrun_order,
    combat_of,
    in_open_combats,
    open_melees,
    open_overruns,
    seats_to_fight,
)

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
        return check_fight(state, seat, order)

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
            if len(names) > 1 and check_fight(state, seats[0], together) is None:
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
        return check_overrun_order(state, seat, order)

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
        return check_done(state, seat)

    def apply(
        self, state: P8State, frame: None, seat: str, order: Done, dice: Dice
    ) -> Iterator[Event]:
        state.done = (*state.done, seat)
        return iter(())

    def offer(self, state: P8State, frame: None, seats: Sequence[str]) -> Iterator[Done]:
        """If that is allowed."""
        if check_done(state, seats[0]) is None:
            yield Done()


class ChoosingCombat(Asked[None]):
    """Which combat is fought next; or the end of the phase, when none is left that must be."""

    acts = (Fights(), Overruns(), EndingPhase())

    def choice(self, state: P8State, frame: None) -> Choice:
        return Choice(
            seats=seats_to_fight(state),
            ask="close combat",
            rule="p8.melee.phase-scope",
            prompt="Choose the next close combat, or end the phase.",
            about=in_open_combats(state),
        )

    def settle(self, state: P8State, frame: None, dice: Dice) -> Iterator[Event]:
        return turn.proceed(state)
