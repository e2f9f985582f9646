"""Section 6: the decisions of the Close Combat Phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from sandtable.acts import Answer, Words
from sandtable.acts.act import between
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.handling import Action, Trace, Word
from sandtable.battle.overlays import Route
from sandtable.battle.phrases import PhraseError
from sandtable.dice import Dice
from sandtable.odds import Odds

from ..drawing.ghosts import ghost
from ..state import Combat, Element, P8State, slots
from ..state.case import Case
from ..state.decision import Asked, Ending, Naming, owners
from ..state.orders import Done
from .advance import advance, can_take, obliged, settle_advance, settle_failed, volunteers
from .blows import (
    enemy_spot,
    is_single,
    next_side,
    open_effects,
    roll,
    settle_blows,
    standing,
    strike,
)
from .choosing import odds_of
from .melee import WORST_FIRST
from .phase import Commit, check_commit, commit, commitments, helped_side, is_attackers_turn


class Apply(Order, frozen=True, kw_only=False):
    """Say which of several results against one element is applied next (6.1)."""

    effect: str


class Suffer(Order, frozen=True, kw_only=False):
    """Say which of several elements takes the result against them (6.1)."""

    element: str


class Advance(Order, frozen=True, kw_only=False):
    """Say who takes the ground that the defender held (6.3)."""

    element: str


# -- in a combat ----------------------------------------------------------------------------------


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


class Applying(Answer[P8State, Apply, Combat]):
    """Say which of several results against one element is applied next."""

    order = Apply
    words = Words(
        label="Choose the result",
        key="R",
        hint="This result strikes first.",
        typed="apply fall-back|suppressed|out",
        means="Say which result strikes first.",
    )
    effects: ClassVar[dict[str, str]] = {
        "fall-back": "falls back",
        "suppressed": "suppressed",
        "out": "out of action",
    }

    def is_asked(self, frame: Combat) -> bool:
        return frame.stage == "blows" and is_single(frame, next_side(frame))

    def check(self, state: P8State, frame: Combat, seat: str, order: Apply) -> Refusal | None:
        return None if order.effect in open_effects(frame) else _none_of_them()

    def apply(
        self, state: P8State, frame: Combat, seat: str, order: Apply, dice: Dice
    ) -> Iterator[Event]:
        there = standing(state, frame, next_side(frame))
        return strike(state, frame, there[0], order.effect)

    def offer(self, state: P8State, frame: Combat, seats: Sequence[str]) -> Iterator[Apply]:
        """Each of them."""
        for effect in open_effects(frame):
            yield Apply(effect)

    def read(self, state: P8State, words: list[str]) -> Apply:
        """A result of a combat, which is no name of a piece; "fall back" may be two words."""
        effect = "-".join(word.lower() for word in words)
        if effect not in WORST_FIRST:
            raise PhraseError(f"Type it like this: {self.words.typed}")
        return Apply(effect)

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """One of the results."""
        frame: Combat = case.frame
        if piece is None or piece in (*frame.attackers, *frame.defenders):
            effects = tuple(dict.fromkeys(open_effects(frame)))
            words = (Word(value=one, label=self.effects.get(one, one)) for one in effects)
            asked = slots.word("effect", "Which result strikes first?", words)
            yield case.action(Apply, self.words, piece=piece, slots=(asked,))


class Suffering(Naming[Suffer, Combat]):
    """Say which of several elements takes the result against them."""

    order = Suffer
    words = Words(label="Takes the result", key="T", hint="This element takes the result.")
    ask = "Who takes the result?"

    def is_asked(self, frame: Combat) -> bool:
        return frame.stage == "blows" and not is_single(frame, next_side(frame))

    def able(self, state: P8State, frame: Combat) -> Sequence[Element]:
        return standing(state, frame, next_side(frame))

    def check(self, state: P8State, frame: Combat, seat: str, order: Suffer) -> Refusal | None:
        there = slots.names(self.able(state, frame))
        return None if order.element in there else _none_of_them()

    def apply(
        self, state: P8State, frame: Combat, seat: str, order: Suffer, dice: Dice
    ) -> Iterator[Event]:
        return strike(state, frame, state.pieces[order.element], open_effects(frame)[0])


class Advancing(Naming[Advance, Combat]):
    """Say who takes the ground that the defender held."""

    order = Advance
    stages = ("advance",)
    words = Words(label="Take the ground", key="A", hint="Takes the place of the defender.")
    ask = "Who takes the ground?"

    def able(self, state: P8State, frame: Combat) -> Sequence[Element]:
        return to_advance(state, frame)

    def check(self, state: P8State, frame: Combat, seat: str, order: Advance) -> Refusal | None:
        if order.element in slots.names(to_advance(state, frame)):
            return None
        return Refusal("p8.advance.occupy-position", f"{order.element!r} cannot take that ground.")

    def apply(
        self, state: P8State, frame: Combat, seat: str, order: Advance, dice: Dice
    ) -> Iterator[Event]:
        return advance(state, frame, state.pieces[order.element])

    def preview(self, state: P8State, order: Advance) -> Trace | None:
        """The ground that it would take."""
        frame, element = state.frame, state.pieces.get(order.element)
        if not isinstance(frame, Combat) or not frame.stood or element is None:
            return None
        spot = enemy_spot(frame, "attacker")
        route = Route(points=((element.x, element.y), spot), side=element.side, piece=element.id)
        there = replace(element, x=spot[0], y=spot[1])
        return Trace(ghosts=(ghost(state, there),), overlays=(route,))


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


def _none_of_them() -> Refusal:
    return Refusal("p8.melee.several-attackers", "That is none of the results or elements.")


def to_advance(state: P8State, combat: Combat) -> list[Element]:
    """Who can take the ground: one of those who must try, or of those who may."""
    must = [one for one in obliged(state, combat) if can_take(state, combat, one)]
    return must or volunteers(state, combat)


class Fighting(Asked[Combat]):
    """What is to be decided in a combat: commanders, whom a result strikes, who advances."""

    acts = (
        Leading(),
        Applying(),
        Suffering(),
        Advancing(),
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
        elements = tuple(one.id for one in to_advance(state, frame))
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
