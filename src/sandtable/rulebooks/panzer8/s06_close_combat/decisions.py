"""Section 6: the decisions of the Close Combat Phase."""

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
from sandtable.table import within

from ..state import Combat, P8State, slots
from ..state.case import Case
from ..state.decision import Asked, Ending, owners
from ..state.orders import Done
from .advance import Advancing, obliged, settle_advance, settle_failed
from .blows import (
    Applying,
    Suffering,
    is_single,
    next_side,
    open_effects,
    roll,
    settle_blows,
    standing,
)
from .phase import odds_of

# -- commanders -----------------------------------------------------------------------------------


class Commit(Order, frozen=True, kw_only=False):
    """Have a commander help an element in the close combat that is about to be fought (6)."""

    commander: str
    to: str


NEAR: Final = 4.0
"""How near a commander must be to help."""


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


class Leading(Answer[P8State, Commit, Combat]):
    """Have a commander help in a close combat."""

    order = Commit
    stages = ("attackers", "defenders")
    words = Words(label="Lead in person", key="L", hint="A commander helps in this combat.")

    def check(self, state: P8State, frame: Combat, seat: str, order: Commit) -> Refusal | None:
        if not state.setting.commands(seat, order.commander):
            return Refusal("p8.melee.commander-bonus-one-combat", "It is not yours.")
        return check_commit(state, frame, order)

    def apply(
        self, state: P8State, frame: Combat, seat: str, order: Commit, dice: Dice
    ) -> Iterator[Event]:
        return commit(state, frame, order)

    def offer(self, state: P8State, frame: Combat, seats: Sequence[str]) -> Iterator[Commit]:
        """Everybody who can help."""
        for order in commitments(state, frame):
            if any(state.setting.commands(seat, order.commander) for seat in seats):
                yield order

    def odds(self, state: P8State, order: Commit) -> Odds | None:
        frame = state.frame
        if not isinstance(frame, Combat) or order.commander not in state.pieces:
            return None
        ours, theirs = frame.helpers
        helper = (order.commander, order.to)
        helpers = (helper, theirs) if is_attackers_turn(frame) else (ours, helper)
        return odds_of(state, replace(frame, helpers=helpers))

    def preview(self, state: P8State, order: Commit) -> Trace | None:
        """Who helps whom."""
        return between(state, [order.commander], [order.to])

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Any commander, or where he or whom he helps was picked."""
        mine = [*self.offer(case.state, case.frame, (case.seat,))]
        if piece is None and mine:
            leaders = tuple(dict.fromkeys(order.commander for order in mine))
            helped = tuple(dict.fromkeys(order.to for order in mine))
            yield case.action(
                Commit,
                self.words,
                slots=(
                    slots.one_of("commander", "Which commander?", leaders),
                    slots.one_of("to", "Whom does he help?", helped),
                ),
            )
        for order in mine:
            if piece in (order.commander, order.to):
                other = order.to if piece == order.commander else order.commander
                name = case.state.pieces[other].name
                yield case.action(
                    Commit,
                    self.words,
                    piece=piece,
                    fixed={"commander": order.commander, "to": order.to},
                    label=f"Lead {name}" if piece == order.commander else f"Led by {name}",
                )


ADVANCING: Final = Advancing()


class NoMore(Ending[Combat]):
    """No commander leads the combat; or nobody takes the ground."""

    def is_asked(self, frame: Combat) -> bool:
        return frame.stage != "blows"

    def check(self, state: P8State, frame: Combat, seat: str, order: Done) -> Refusal | None:
        if frame.stage == "advance" and obliged(state, frame):
            asked = FIGHTING.choice(state, frame)
            return Refusal(asked.rule, f"That does not answer the question: {asked.prompt}")
        return None

    def apply(
        self, state: P8State, frame: Combat, seat: str, order: Done, dice: Dice
    ) -> Iterator[Event]:
        if frame.stage == "advance":
            state.pop()
            return iter(())
        return commit(state, frame, None)

    def offer(self, state: P8State, frame: Combat, seats: Sequence[str]) -> Iterator[Done]:
        """Unless somebody must take the ground."""
        if frame.stage != "advance" or not obliged(state, frame):
            yield Done()

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """What it means depends on what is asked."""
        if piece is not None:
            return
        if case.frame.stage in ("attackers", "defenders"):
            yield case.done("No commander", "No commander leads this combat in person.")
        elif case.allows(Done()):
            yield case.done("Stay", "Nobody takes the ground.")


class Fighting(Asked[Combat]):
    """What is to be decided in a combat: commanders, whom a result strikes, who advances."""

    acts = (
        Leading(),
        Applying(),
        Suffering(),
        ADVANCING,
        NoMore(),
    )

    def choice(self, state: P8State, frame: Combat) -> Choice:
        match frame.stage:
            case "attackers" | "defenders":
                return self._about_commanders(state, frame)
            case "blows":
                return self._about_blows(state, frame)
        return self._about_advance(state, frame)

    def _about_commanders(self, state: P8State, frame: Combat) -> Choice:
        commanders = tuple(dict.fromkeys(order.commander for order in commitments(state, frame)))
        side = state.setting.scenario.side(helped_side(state, frame)).name
        return Choice(
            seats=owners(state, commanders),
            ask="commander",
            rule="p8.melee.commander-bonus-one-combat",
            prompt=f"{side}: does a commander lead this combat in person?",
            about=commanders,
        )

    def _about_blows(self, state: P8State, frame: Combat) -> Choice:
        side = next_side(frame)
        there = tuple(element.id for element in standing(state, frame, side))
        if is_single(frame, side):
            rolling = frame.defenders if side == "attacker" else frame.attackers
            deciding = tuple(name for name in rolling if name in state.pieces)
            prompt = f"Which result strikes {state.pieces[there[0]].name} first?"
        else:
            deciding = there
            prompt = f"Who takes the result: {open_effects(frame)[0].replace('-', ' ')}?"
        return Choice(
            seats=owners(state, deciding),
            ask="result",
            rule="p8.melee.several-attackers",
            prompt=prompt,
            about=there,
        )

    def _about_advance(self, state: P8State, frame: Combat) -> Choice:
        elements = tuple(one.id for one in ADVANCING.able(state, frame))
        return Choice(
            seats=owners(state, elements),
            ask="advance",
            rule="p8.advance.occupy-position",
            prompt="Who takes the ground that the enemy held?",
            about=elements,
        )

    def settle(self, state: P8State, frame: Combat, dice: Dice) -> Iterator[Event]:
        match frame.stage:
            case "attackers" | "defenders":
                if not any(commitments(state, frame)):
                    yield from commit(state, frame, None)
            case "dice":
                yield from roll(state, frame, dice)
            case "blows":
                yield from settle_blows(state, frame)
            case "advance":
                yield from settle_advance(state, frame)
            case "failed":
                yield from settle_failed(state, frame)


FIGHTING: Final = Fighting()
