"""Section 15.4.4 and 15.4.6: barrages that go on, and movers who come under fire."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

import msgspec

from sandtable.acts import Words
from sandtable.acts.fields import Given
from sandtable.battle import Choice, Event, Refusal
from sandtable.battle.overlays import Route
from sandtable.battle.page import Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice, exact
from sandtable.odds import Odds
from sandtable.table import Point, rounded, step

from ...s14_smoke.lasting import move_screen, renew_support_screen
from ...s14_smoke.laying import can_place, is_pool_secret
from ...state import Firing, P8State, Shelled, SupportMission
from ...state.decision import Asked, Ending, SeatsOwn, Step
from ...state.orders import Done, SupportOrder
from ...state.tables import TOLERANCE
from ...state.units import in_unit
from ..cards import cancel_draw
from .beaten_zones import DRIFT, ROSE, is_beaten, with_riders, zone_of
from .calling import Calling, level_drawn
from .missions import (
    LayingSmoke,
    Shifting,
    attack_next,
    attack_odds,
    batteries,
    battery_of,
    centre_slot,
    leave,
    mission_of,
    smoke_lies,
    throw,
    zone_trace,
)
from .shelling import strike


class KeepFiring(SupportOrder, frozen=True):
    """Roll whether the barrage of the turn before goes on (15.4.6)."""


class Creep(SupportOrder, frozen=True, kw_only=False):
    """Have a rolling barrage creep on to another point (15.4.6)."""

    to: Point


GOES_ON: Final = 6
"""What the die must show for a barrage to go on."""

BARRAGES: Final = ("ends", "goes on")
"""What may become of a barrage in the next Event Phase of its owner."""


# -- barrages that go on (15.4.6) -----------------------------------------------------------------


def begin_barrages(state: P8State) -> None:
    """Ask for each barrage of the phasing side whether it goes on; until then it is silent."""
    mine = [barrage for barrage in state.barrages if barrage.side == state.active]
    state.barrages = tuple(b for b in state.barrages if b.side != state.active)
    for barrage in reversed(mine):
        cite("p8.support.barrage-continues")
        state.push(
            SupportMission(
                side=barrage.side,
                level=barrage.level,
                stage="continue",
                at=barrage.at,
                smoke=barrage.screen is not None,
                directed=barrage.directed,
                screen=barrage.screen,
            )
        )


def is_asked_about(state: P8State, frame: SupportMission) -> bool:
    """Whether its owner is asked about a barrage: smoke needs a screen to renew, and a counter.

    Whether there is one may be a secret, so he is asked then as if there were.
    """
    if not frame.smoke:
        return True
    could = can_place(state, frame.side) or is_pool_secret(state, frame.side)
    return could and frame.screen in state.screens


def cease_fire(state: P8State, frame: SupportMission) -> Iterator[Event]:
    """A barrage is not to go on."""
    state.pop()
    yield Event(
        kind="support",
        text=f"The {batteries(state, frame)} cease fire.",
        rules=("p8.support.barrage-continues",),
    )


def roll_barrage(dice: Dice) -> tuple[int, str]:
    """Roll whether a barrage goes on."""
    cite("p8.dice.d10-is-one-to-ten")
    die = dice.die(10, "does the barrage go on?")
    return die, dice.settle("barrage", BARRAGES[die >= GOES_ON], BARRAGES)


def may_creep(state: P8State, frame: SupportMission) -> bool:
    """Whether a side may have its barrages roll: the British do."""
    if state.setting.armies[frame.side] != "UK":
        return False
    cite("p8.support.british-rolling-barrage")
    return True


def fire_on(state: P8State, frame: SupportMission, dice: Dice) -> Iterator[Event]:
    """A barrage goes on: it attacks again, or renews its smoke."""
    state.swap(frame)
    if not frame.smoke:
        yield from throw(state, frame, dice)
        return
    assert frame.screen is not None
    yield from smoke_lies(state, frame, renew_support_screen(state, frame.screen))


class KeepingOn(SeatsOwn[KeepFiring, SupportMission]):
    """Roll whether the barrage of the turn before goes on."""

    order = KeepFiring
    stages = ("continue",)
    words = Words(
        label="Keep firing",
        key="K",
        hint="Rolls for the barrage to go on.",
        typed="keep firing",
        means="Roll for the barrage to go on; done ceases fire.",
    )

    def check(
        self, state: P8State, frame: SupportMission, seat: str, order: KeepFiring
    ) -> Refusal | None:
        if not frame.smoke or can_place(state, frame.side):
            return None
        return Refusal("p8.smoke.counter-spent", "There are no smoke counters left.")

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: KeepFiring, dice: Dice
    ) -> Iterator[Event]:
        """If it goes on, no card is drawn."""
        die, result = roll_barrage(dice)
        yield Event(
            kind="support",
            text=f"The fire of the {batteries(state, frame)} {result} ({die}).",
            rules=("p8.support.barrage-continues",),
            rolls=dice.take_rolls(),
            data={"die": die, "result": result},
        )
        if result == "ends":
            state.pop()
            return
        cancel_draw(state)
        if may_creep(state, frame):
            state.swap(frame, stage="creep")
        else:
            yield from fire_on(state, frame, dice)

    def odds(self, state: P8State, order: KeepFiring) -> Odds | None:
        if mission_of(state, "continue") is None:
            return None
        chance = exact(lambda dice: roll_barrage(dice)[1])
        return Odds.of("Does the barrage go on?", chance, BARRAGES)

    def told(self, state: P8State, order: KeepFiring) -> str:
        return "(goes on with 6 or more)"


class Creeping(SeatsOwn[Creep, SupportMission]):
    """Have a rolling barrage creep on to another point."""

    order = Creep
    stages = ("creep",)
    words = Words(
        label="Roll on",
        key="R",
        hint="The barrage moves by up to 6 in.",
        typed="creep to X,Y",
        means="Move the barrage by up to 6 inches; done leaves it.",
    )
    fields = (
        Given(
            "to",
            lambda state, _: centre_slot(
                state,
                "to",
                f"Choose the new middle of the beaten zone, within {DRIFT:g} of the old one",
            ),
            says="to {0[0]:g},{0[1]:g}",
        ),
    )

    def check(
        self, state: P8State, frame: SupportMission, seat: str, order: Creep
    ) -> Refusal | None:
        assert frame.at is not None
        gap = math.dist(frame.at, order.to)
        if gap <= DRIFT + TOLERANCE:
            return None
        return Refusal(
            "p8.support.british-rolling-barrage",
            f"That is {gap:.1f} away; a barrage creeps up to {DRIFT:g}.",
        )

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: Creep, dice: Dice
    ) -> Iterator[Event]:
        """Move it, with the smoke that it has laid."""
        assert frame.at is not None
        by = (order.to[0] - frame.at[0], order.to[1] - frame.at[1])
        moved = frame.screen
        if moved is not None:
            moved = move_screen(state, moved, (moved.x + by[0], moved.y + by[1]))
        to = rounded(order.to)
        yield Event(
            kind="support",
            text=f"The barrage rolls on {math.hypot(*by):.1f} in.",
            rules=("p8.support.british-rolling-barrage",),
            data={"at": to},
        )
        yield from fire_on(state, msgspec.structs.replace(frame, at=to, screen=moved), dice)

    def offer(self, state: P8State, frame: SupportMission, seats: Sequence[str]) -> Iterator[Creep]:
        """On to enemies within reach, or six inches or three any of eight ways."""
        assert frame.at is not None
        centre = frame.at
        enemies = state.on_table(state.other_side(frame.side))
        spots = [(one.x, one.y) for one in enemies if math.dist((one.x, one.y), centre) <= DRIFT]
        spots += [rounded(step(centre, way, far)) for far in (DRIFT, DRIFT / 2) for way in ROSE]
        near = (spot for spot in dict.fromkeys(spots) if math.dist(spot, centre) <= DRIFT)
        yield from (Creep(spot) for spot in near)

    def odds(self, state: P8State, order: Creep) -> Odds | None:
        frame = mission_of(state, "creep")
        if frame is None or frame.smoke or self.check(state, frame, "", order) is not None:
            return None
        return attack_odds(state, msgspec.structs.replace(frame, at=order.to))

    def preview(self, state: P8State, order: Creep) -> Trace | None:
        frame = mission_of(state)
        if frame is None or frame.at is None:
            return None
        used = round(math.dist(frame.at, order.to), 2)
        there = zone_trace(state, frame, order.to)
        return msgspec.structs.replace(
            there,
            used=used,
            allowed=DRIFT,
            label=in_unit(state.setting, f"{used:.1f} of {DRIFT:g} in"),
            overlays=(*there.overlays, Route(points=(frame.at, order.to), side=frame.side)),
        )


class LeavingIt(Ending[SupportMission]):
    """Do not fire, leave the fire where it falls, or cease."""

    by_stage: ClassVar[Mapping[str, tuple[str, str]]] = {
        "call": ("Do not fire", ""),
        "drift": ("Leave it", "The fire falls where it was called."),
        "continue": ("Cease fire", ""),
        "creep": ("Leave it there", "The barrage goes on where it lies."),
    }

    stages = tuple(by_stage)
    """But for smoke, which must lie somewhere."""

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: Done, dice: Dice
    ) -> Iterator[Event]:
        if frame.stage == "drift":
            return leave(state, frame)
        if frame.stage == "creep":
            return fire_on(state, frame, dice)
        return cease_fire(state, frame)

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

    acts = (
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
            yield from attack_next(state, frame, dice)
        elif frame.stage == "call":
            level = level_drawn(state, frame)
            if level != frame.level:
                state.swap(frame, level=level)
        elif frame.stage == "continue" and not is_asked_about(state, frame):
            yield from cease_fire(state, frame)


# -- movers (15.4.4) ------------------------------------------------------------------------------


class UnderFire(Step[Shelled]):
    """A mover that has come under support fire: nobody is asked."""

    def settle(self, state: P8State, frame: Shelled, dice: Dice) -> Iterator[Event]:
        """Attack it, and those who ride on it, once in a phase; a 1 shifts nothing here."""
        state.pop()
        mover = state.pieces.get(frame.element)
        if mover is None:
            return
        barrage = state.barrages[frame.barrage]
        struck = msgspec.structs.replace(barrage, struck=(*barrage.struck, mover.id))
        state.barrages = tuple(struck if b is barrage else b for b in state.barrages)
        attack = dice.die(10, f"{barrage.level}, attack")
        yield Event(
            kind="support",
            text=f"{mover.name} comes under the fire of the {batteries(state, barrage)}: {attack}.",
            rules=("p8.support.movers-affected",),
            pieces=(mover.id,),
            rolls=dice.take_rolls(),
            data={"die": attack, "at": (mover.x, mover.y)},
        )
        battery = battery_of(barrage)
        for target in tuple(with_riders(state, mover)):
            if target.id in state.pieces:
                yield from strike(state, battery, target.id, attack, dice)
        _go_on_under_fire(state, frame.element)


def _go_on_under_fire(state: P8State, name: str) -> None:
    """Another barrage may lie on the same spot; whoever is suppressed has lost its shot."""
    mover = state.pieces.get(name)
    if mover is None or mover.suppressed:
        state.agenda = tuple(
            f for f in state.agenda if not (isinstance(f, Firing) and f.element == name)
        )
    if mover is None or not mover.on_table:
        return
    for number, barrage in enumerate(state.barrages):
        zone = zone_of(state, barrage)
        if zone is not None and name not in barrage.struck and is_beaten(state, zone, mover):
            state.push(Shelled(element=name, barrage=number))
            return
