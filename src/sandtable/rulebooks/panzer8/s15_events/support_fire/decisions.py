"""Section 15.4: the decisions of a support fire mission."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import msgspec

from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.dice import Dice
from sandtable.rulebooks.panzer8.s15_events.support_fire import barrages
from sandtable.rulebooks.panzer8.s15_events.support_fire import candidates as listing
from sandtable.rulebooks.panzer8.s15_events.support_fire import missions as support
from sandtable.rulebooks.panzer8.state import P8State, Shelled, SupportMission
from sandtable.rulebooks.panzer8.state.decision import Decision, Step
from sandtable.rulebooks.panzer8.state.orders import (
    CallFire,
    Creep,
    Done,
    KeepFiring,
    LayScreen,
    Shift,
)


class CallingFire(Decision[SupportMission]):
    """Where support fire falls and what it fires; where the opponent shifts it; how it goes on."""

    answers: ClassVar[tuple[type[Order], ...]] = (
        CallFire,
        LayScreen,
        Shift,
        KeepFiring,
        Creep,
        Done,
    )

    def choice(self, state: P8State, frame: SupportMission) -> Choice:
        """The owner of the batteries; the opponent, after a 1."""
        asks = {
            "call": (
                "support fire",
                "p8.support.method-choice",
                f"{frame.level}: what do the batteries fire at, and who observes?",
            ),
            "screen": (
                "smoke",
                "p8.support.smoke-mission",
                "Where in the beaten zone, or touching it, does the smoke lie?",
            ),
            "drift": (
                "drift",
                "p8.support.smoke-drift-on-one" if frame.smoke else "p8.support.drift-on-one",
                f"The attack die is a 1. Shift the {'smoke' if frame.smoke else 'beaten zone'} "
                "by 6, or leave it?",
            ),
            "continue": (
                "barrage",
                "p8.support.barrage-continues",
                "Roll for the barrage to go on, or cease fire?",
            ),
            "creep": (
                "rolling barrage",
                "p8.support.british-rolling-barrage",
                "The barrage goes on. Move it by up to 6, or leave it?",
            ),
        }
        side = state.other_side(frame.side) if frame.stage == "drift" else frame.side
        ask, rule, prompt = asks[frame.stage]
        return Choice(seats=state.setting.seats[side], ask=ask, rule=rule, prompt=prompt)

    def check(
        self, state: P8State, frame: SupportMission, seat: str, order: Order
    ) -> Refusal | None:
        """Why that is not possible at this stage."""
        match frame.stage, order:
            case "call", CallFire():
                return support.check_call(state, frame, order)
            case "screen", LayScreen():
                return support.check_screen(state, frame, order)
            case "creep", Creep():
                return barrages.check_creep(frame, order)
            case "continue", KeepFiring():
                return barrages.check_continue(state, frame)
            case "drift", Shift():
                return None
            case (("call" | "drift" | "continue" | "creep"), Done()):
                return None
        return self.mismatch(state, frame)

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: Order, dice: Dice
    ) -> Iterator[Event]:
        """Fire, shift, creep on or cease."""
        match order:
            case CallFire():
                yield from support.call(state, frame, order, dice)
            case LayScreen():
                yield from support.lay_screen(state, frame, order, dice)
            case Shift():
                yield from support.shift(state, frame, order, dice)
            case KeepFiring():
                yield from barrages.keep_firing(state, frame, dice)
            case Creep():
                yield from barrages.creep(state, frame, order, dice)
            case _ if frame.stage == "drift":
                yield from support.leave(state, frame)
            case _ if frame.stage == "creep":
                yield from barrages.fire_on(state, frame, dice)
            case _:
                yield from barrages.cease_fire(state, frame)

    def candidates(
        self, state: P8State, frame: SupportMission, seats: Sequence[str]
    ) -> Iterator[Order]:
        """A few sensible answers at each stage."""
        match frame.stage:
            case "call":
                yield from listing.calls(state, frame)
            case "screen":
                yield from listing.screens(state, frame)
                return
            case "drift":
                yield from listing.shifts(state, frame)
            case "continue" if barrages.check_continue(state, frame) is None:
                yield KeepFiring()
            case "creep":
                yield from listing.creepings(state, frame)
        yield Done()

    def settle(self, state: P8State, frame: SupportMission, dice: Dice) -> Iterator[Event]:
        """Attack one element after another; rockets may fire instead of heavy guns."""
        if frame.stage == "attack":
            yield from support.attack_next(state, frame, dice)
        elif frame.stage == "call":
            level = support.level_drawn(state, frame)
            if level != frame.level:
                state.swap(msgspec.structs.replace(frame, level=level))
        elif frame.stage == "continue" and not barrages.is_asked_about(state, frame):
            yield from barrages.cease_fire(state, frame)


class UnderFire(Step[Shelled]):
    """A mover that has come under support fire: nobody is asked."""

    def settle(self, state: P8State, frame: Shelled, dice: Dice) -> Iterator[Event]:
        """Attack the mover where it is."""
        return barrages.shell_mover(state, frame, dice)
