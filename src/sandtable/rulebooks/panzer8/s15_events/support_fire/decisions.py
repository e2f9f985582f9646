"""Section 15.4: the decisions of a support fire mission."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.handling import Action, Trace
from sandtable.battle.overlays import Route
from sandtable.dice import Dice, exact
from sandtable.odds import Odds
from sandtable.table import Point, bearing, step

from ...s14_smoke.screens import shown
from ...state import Element, P8State, Shelled, SupportMission, slots
from ...state.case import Case
from ...state.decision import Asked, Ending, Step
from ...state.orders import Done, SupportOrder
from ...state.previewing import all_in_unit
from ...state.units import in_unit
from . import barrages
from . import missions as support
from .barrages import Creep
from .calling import Calling, LayingSmoke, about_zone, at_stage, centre_of, rounded, zone_shown
from .missions import DRIFT, Shift
from .odds import attack_odds
from .shelling import FACES


class KeepFiring(SupportOrder, frozen=True):
    """Roll whether the barrage of the turn before goes on (15.4.6)."""


class Shifting(Answer[P8State, Shift, SupportMission]):
    """Shift the enemy's support fire by 6, after a 1 on its attack die."""

    order: ClassVar[type[Order]] = Shift
    stages: ClassVar[tuple[str, ...]] = ("drift",)
    words: ClassVar[Words] = Words(
        label="Shift it",
        key="S",
        hint="Shifts the fire by 6 in.",
        typed="shift N",
        means="Shift the fire by 6 inches towards N degrees; done leaves it.",
    )

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: Shift, dice: Dice
    ) -> Iterator[Event]:
        """Shift it."""
        return support.shift(state, frame, order, dice)

    def offer(self, state: P8State, frame: SupportMission, seats: Sequence[str]) -> Iterator[Shift]:
        """Eight ways, and towards the owner's elements."""
        centre = _centre(frame)
        marked = _nearest(state.on_table(frame.side), centre)
        headings = [round(bearing(centre, (one.x, one.y)), 4) for one in marked]
        yield from (Shift(heading) for heading in dict.fromkeys((*ROSE, *headings)))

    def odds(self, state: P8State, order: Shift) -> Odds | None:
        """For everybody where it falls then."""
        frame = at_stage(state, "drift")
        if frame is None or frame.smoke:
            return None
        return attack_odds(state, support.shifted(frame, order.heading), attacks=FACES)

    def preview(self, state: P8State, order: Shift) -> Trace | None:
        """Where it would be shifted to."""
        frame = state.frame
        if not isinstance(frame, SupportMission) or (frame.at is None and frame.screen is None):
            return None
        moved = support.shifted(frame, order.heading)
        if frame.screen is not None and moved.screen is not None:
            return Trace(overlays=(shown(state, moved.screen),))
        zone = support.zone_at(state, moved)
        notes = all_in_unit(state, [*about_zone(state, frame, zone)])
        return Trace(overlays=(zone_shown(state, frame, zone),), notes=notes)

    def told(self, state: P8State, order: Shift) -> str:
        """Which way."""
        return f"6 in towards {order.heading:.0f} degrees"

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """Any way."""
        if piece is None:
            way = slots.facing("Which way?", name="heading", required=True, default=0.0)
            yield case.action(Shift, self.words, slots=(way,))


class KeepingOn(Answer[P8State, KeepFiring, SupportMission]):
    """Roll whether the barrage of the turn before goes on."""

    order: ClassVar[type[Order]] = KeepFiring
    stages: ClassVar[tuple[str, ...]] = ("continue",)
    words: ClassVar[Words] = Words(
        label="Keep firing",
        key="K",
        hint="Rolls for the barrage to go on.",
        typed="keep firing",
        means="Roll for the barrage to go on; done ceases fire.",
    )

    def check(
        self, state: P8State, frame: SupportMission, seat: str, order: KeepFiring
    ) -> Refusal | None:
        """Why it cannot go on."""
        return barrages.check_continue(state, frame)

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: KeepFiring, dice: Dice
    ) -> Iterator[Event]:
        """Roll."""
        return barrages.keep_firing(state, frame, dice)

    def offer(
        self, state: P8State, frame: SupportMission, seats: Sequence[str]
    ) -> Iterator[KeepFiring]:
        """If it can."""
        if barrages.check_continue(state, frame) is None:
            yield KeepFiring()

    def odds(self, state: P8State, order: KeepFiring) -> Odds | None:
        """Whether it goes on."""
        if at_stage(state, "continue") is None:
            return None
        chance = exact(lambda dice: barrages.roll_barrage(dice)[1])
        return Odds.of("Does the barrage go on?", chance, barrages.BARRAGES)

    def told(self, state: P8State, order: KeepFiring) -> str:
        """What is rolled for."""
        return "(goes on with 6 or more)"

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """For the seat."""
        return super().answers(case, piece) if piece is None else iter(())


class Creeping(Answer[P8State, Creep, SupportMission]):
    """Have a rolling barrage creep on to another point."""

    order: ClassVar[type[Order]] = Creep
    stages: ClassVar[tuple[str, ...]] = ("creep",)
    words: ClassVar[Words] = Words(
        label="Roll on",
        key="R",
        hint="The barrage moves by up to 6 in.",
        typed="creep to X,Y",
        means="Move the barrage by up to 6 inches; done leaves it.",
    )

    def check(
        self, state: P8State, frame: SupportMission, seat: str, order: Creep
    ) -> Refusal | None:
        """Why it cannot roll on so far."""
        return barrages.check_creep(frame, order)

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: Creep, dice: Dice
    ) -> Iterator[Event]:
        """Roll on."""
        return barrages.creep(state, frame, order, dice)

    def offer(self, state: P8State, frame: SupportMission, seats: Sequence[str]) -> Iterator[Creep]:
        """On to enemies within reach, or any of eight ways."""
        return creepings(state, frame)

    def odds(self, state: P8State, order: Creep) -> Odds | None:
        """For everybody where it falls then."""
        frame = at_stage(state, "creep")
        if frame is None or frame.smoke or barrages.check_creep(frame, order) is not None:
            return None
        return attack_odds(state, msgspec.structs.replace(frame, at=order.to))

    def preview(self, state: P8State, order: Creep) -> Trace | None:
        """Where it would roll on to."""
        frame = state.frame
        if not isinstance(frame, SupportMission) or frame.at is None:
            return None
        zone = support.zone_at(state, frame, order.to)
        used = round(math.dist(frame.at, order.to), 2)
        way = Route(points=(frame.at, order.to), side=frame.side)
        return Trace(
            used=used,
            allowed=support.DRIFT,
            label=in_unit(state.setting, f"{used:.1f} of {support.DRIFT:g} in"),
            overlays=(zone_shown(state, frame, zone), way),
            notes=all_in_unit(state, [*about_zone(state, frame, zone)]),
        )

    def told(self, state: P8State, order: Creep) -> str:
        """Where to."""
        return f"to {order.to[0]:g},{order.to[1]:g}"

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        """A point within reach."""
        if piece is None:
            far = f"within {support.DRIFT:g} of the old one"
            ask = f"Choose the new middle of the beaten zone, {far}"
            yield case.action(
                Creep, self.words, slots=(slots.spot("to", ask, centre_of(case.frame)),)
            )


class LeavingIt(Ending[SupportMission]):
    """Do not fire, leave the fire where it falls, or cease."""

    by_stage: ClassVar[Mapping[str, tuple[str, str]]] = {
        "call": ("Do not fire", ""),
        "drift": ("Leave it", "The fire falls where it was called."),
        "continue": ("Cease fire", ""),
        "creep": ("Leave it there", "The barrage goes on where it lies."),
    }

    stages: ClassVar[tuple[str, ...]] = tuple(by_stage)
    """But for smoke, which must lie somewhere."""

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: Done, dice: Dice
    ) -> Iterator[Event]:
        """Leave it."""
        if frame.stage == "drift":
            return support.leave(state, frame)
        if frame.stage == "creep":
            return barrages.fire_on(state, frame, dice)
        return barrages.cease_fire(state, frame)

    def odds(self, state: P8State, order: Done) -> Odds | None:
        """For everybody where it falls."""
        frame = state.frame
        if not isinstance(frame, SupportMission) or frame.smoke:
            return None
        if frame.stage == "drift":
            return attack_odds(state, frame, attacks=(1,))
        return attack_odds(state, frame) if frame.stage == "creep" else None


# -- the decisions --------------------------------------------------------------------------------


class CallingFire(Asked[SupportMission]):
    """Where support fire falls and what it fires; where the opponent shifts it; how it goes on."""

    acts: ClassVar[tuple[Answer[Any, Any, Any], ...]] = (
        Calling(),
        LayingSmoke(),
        Shifting(),
        KeepingOn(),
        Creeping(),
        LeavingIt(),
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


ROSE: Final = tuple(45.0 * eighth for eighth in range(8))


NEAREST: Final = 4
"""Fire is shifted or rolled on towards so many elements beside the points of the compass."""


def creepings(state: P8State, frame: SupportMission) -> Iterator[Creep]:
    """On to enemies within reach, or six inches or three any of eight ways."""
    assert frame.at is not None
    centre = frame.at
    enemies = state.on_table(state.other_side(frame.side))
    spots = [(one.x, one.y) for one in enemies if math.dist((one.x, one.y), centre) <= DRIFT]
    spots += [rounded(step(centre, way, far)) for far in (DRIFT, DRIFT / 2) for way in ROSE]
    yield from (Creep(spot) for spot in dict.fromkeys(spots) if math.dist(spot, centre) <= DRIFT)


def _centre(frame: SupportMission) -> Point:
    if frame.screen is not None:
        return frame.screen.x, frame.screen.y
    assert frame.at is not None
    return frame.at


def _nearest(elements: list[Element], centre: Point) -> list[Element]:
    """The elements that lie most nearly 6 away, none that lies in the middle itself."""
    off = [one for one in elements if math.dist((one.x, one.y), centre) > 0.1]
    return sorted(off, key=lambda one: abs(math.dist((one.x, one.y), centre) - DRIFT))[:NEAREST]
