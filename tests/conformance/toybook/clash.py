"""Rules 5 and 6: enemies who meet fight, and the referee says whether they met in the dark."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.acts import Answer as AnswerAct
from sandtable.acts import Asked, Given, Words
from sandtable.battle import Choice, Event, Order
from sandtable.battle.agenda import Step
from sandtable.battle.page import Slot
from sandtable.battle.rulings import REFEREE
from sandtable.dice import Dice

from .state import Clash, Passing, ToyState


class Answer(Order, frozen=True):
    """The referee's word on two soldiers that passed each other in the dark."""

    met: bool


class Ruling(AnswerAct[ToyState, Answer, Passing]):
    """Say whether they have met."""

    order = Answer
    words = Words(label="Answer", key="A", rule="toy.clash.passing")
    fields = (Given("met", Slot(name="met", sort="flag", ask="Have they met?", default=True)),)

    def apply(
        self, state: ToyState, frame: Passing, seat: str, order: Answer, dice: Dice
    ) -> Iterator[Event]:
        """If they have, they fight."""
        state.pop()
        if order.met:
            state.push(Clash(one=frame.one, two=frame.two))
        return iter(())

    def offer(self, state: ToyState, frame: Passing, seats: object) -> Iterator[Answer]:
        """What usually holds comes first."""
        yield Answer(met=True)
        yield Answer(met=False)


class PassingInTheDark(Asked[ToyState, Passing]):
    """Whether two who changed places have met."""

    acts = (Ruling(),)

    def choice(self, state: ToyState, frame: Passing) -> Choice:
        """The referee says so; without one, they have."""
        return Choice(
            seats=(REFEREE,),
            ask="met",
            rule="toy.clash.passing",
            prompt="They change places in the dark. Have they met?",
            about=(frame.one, frame.two),
            default=Answer(met=True),
        )


class Fighting(Step[ToyState, Clash]):
    """Two enemies in one square: a die each."""

    def settle(self, state: ToyState, frame: Clash, dice: Dice) -> Iterator[Event]:
        """The lower one is lost; equal ones fall back."""
        state.pop()
        one, two = frame.one, frame.two
        first, second = state.pieces[one], state.pieces[two]
        margin = dice.contest(6, f"clash, {first.name}", f"clash, {second.name}")
        names = (one, two, "both back")
        result = dice.settle("clash", names[0 if margin > 0 else 1 if margin < 0 else 2], names)
        for name in (one, two):
            soldier = replace(state.pieces[name], hidden=False)
            if result == "both back":
                x = soldier.x - state.setting.forward[soldier.side]
                state.pieces[name] = replace(soldier, x=min(max(x, 1.0), float(state.setting.last)))
            elif result == name:
                state.pieces[name] = soldier
            else:
                del state.pieces[name]
        yield Event(
            kind="clash",
            text=f"{first.name} meets {second.name}: {result}.",
            rules=("toy.clash.opposed",),
            pieces=(one, two),
            rolls=dice.take_rolls(),
        )
