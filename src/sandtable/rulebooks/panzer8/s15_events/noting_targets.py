"""Sections 15.3.3 and 15.4.1: what each side notes down before play."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from sandtable.acts import Answer, Words
from sandtable.battle import Choice, Event, Order, Refusal
from sandtable.battle.overlays import Overlay, Reach, Route
from sandtable.battle.page import Action, Slot, Trace, Word
from sandtable.battle.reading_orders import FILLERS
from sandtable.dice import Dice
from sandtable.scenario.errors import not_among
from sandtable.table import Point, circle, rounded

from ..drawing.ghosts import is_on_table
from ..s02_terrain.place_names import name_of_feature
from ..s03_turn import turn
from ..state import P8State, Planned, Planning
from ..state.battlefield import Setting
from ..state.case import Case
from ..state.decision import Asked, Ending
from ..state.orders import Done
from ..state.sheets import worth
from .air_support.targets import NEAR, distance_to_feature
from .noted_targets import (
    MOST,
    RULE,
    PlanAir,
    PlanFire,
    features,
    note,
)
from .support_fire.beaten_zones import DRIFT, MEDIUM, beaten_zone

O = TypeVar("O", bound=Order)  # noqa: E741 - an order


class Noting(Answer[P8State, O, Planning]):
    """What noting has in common: when all have noted theirs, the battle begins."""

    def apply(
        self, state: P8State, frame: Planning, seat: str, order: O, dice: Dice
    ) -> Iterator[Event]:
        yield from self.note(state, frame, order)
        if not state.agenda:
            yield from turn.begin_first_turn(state)

    @abstractmethod
    def note(self, state: P8State, frame: Planning, order: O) -> Iterator[Event]:
        """Write them down."""


class NotingFeatures(Noting[PlanAir]):
    """Note down up to three features of the ground as targets of the aircraft."""

    order = PlanAir
    words = Words(
        label="Note features",
        key="N",
        hint="Notes features down near which aircraft may attack later.",
        typed="plan air FEATURE [FEATURE ...]",
        means="Note up to three features of the ground as targets of your aircraft; "
        "done notes none.",
        also=("note",),
    )

    def is_asked(self, frame: Planning) -> bool:
        return frame.support == "air"

    def check(self, state: P8State, frame: Planning, seat: str, order: PlanAir) -> Refusal | None:
        rule, known = "p8.air.preplanned", features(state.setting)
        if len(order.features) > MOST:
            return Refusal(rule, f"At most {MOST} targets may be noted, not {len(order.features)}.")
        if len(set(order.features)) != len(order.features):
            return Refusal(rule, "Each feature is noted once.")
        for name in order.features:
            if name not in known:
                return Refusal(rule, f"There is {not_among(name, known, 'feature of the ground')}.")
        return None

    def note(self, state: P8State, frame: Planning, order: PlanAir) -> Iterator[Event]:
        noted = (Planned(side=frame.side, support="air", feature=one) for one in order.features)
        return note(state, frame, tuple(noted))

    def offer(self, state: P8State, frame: Planning, seats: Sequence[str]) -> Iterator[PlanAir]:
        """The three most promising features together, and a few other threesomes."""
        ranked = sorted(features(state.setting), key=lambda name: -promise(state, frame.side, name))
        for start in range(max(1, min(PLANS, len(ranked) - MOST + 1))):
            yield PlanAir(tuple(ranked[start : start + MOST]))

    def preview(self, state: P8State, order: PlanAir) -> Trace | None:
        """The features that are noted."""
        frame = state.frame
        if not isinstance(frame, Planning):
            return None
        overlays = (_feature(state.setting, frame.side, name) for name in order.features)
        return Trace(overlays=tuple(one for one in overlays if one is not None))

    def told(self, state: P8State, order: PlanAir) -> str:
        return ", ".join(order.features)

    def read(self, state: P8State, words: list[str]) -> PlanAir:
        return PlanAir(tuple(word.lower() for word in words if word.lower() not in FILLERS))

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        if piece is not None:
            return
        setting = case.state.setting
        asked = Slot(
            name="features",
            sort="feature",
            ask=f"Choose up to {MOST} features of the ground",
            several=True,
            words=tuple(
                Word(value=name, label=name_of_feature(setting, name)) for name in features(setting)
            ),
            least=1,
            most=MOST,
        )
        yield case.action(PlanAir, self.words, slots=(asked,))


def _feature(setting: Setting, side: str, name: str) -> Overlay | None:
    told = name_of_feature(setting, name)
    for area in setting.ground.areas:
        if area.id == name:
            return Reach(outline=area.outline, side=side, label=told)
    for line in setting.ground.lines:
        if line.id == name:
            return Route(points=line.points, side=side, label=told)
    return None


PLANS: Final = 6
"""Of so many threesomes of features computer players choose."""


def promise(state: P8State, side: str, feature: str) -> float:
    """What may be found near a feature: enemies that stand there, or an objective to defend."""
    enemies = [e for e in state.on_table() if e.side != side]
    found = sum(
        worth(state.sheet(enemy))
        for enemy in enemies
        if distance_to_feature(state, state.base(enemy), feature) <= NEAR
    )
    goals = state.setting.scenario.objectives
    near = sum(distance_to_feature(state, circle(*goal.at, 0.1), feature) <= NEAR for goal in goals)
    return found + 0.5 * near


class NotingPoints(Noting[PlanFire]):
    """Note down up to three points for the batteries before play."""

    order = PlanFire
    words = Words(
        label="Note points",
        key="N",
        hint="Notes points down where the batteries may fire later.",
        typed="plan fire X,Y [X,Y ...]",
        means="Note up to three points for your batteries.",
    )

    def is_asked(self, frame: Planning) -> bool:
        return frame.support == "fire"

    def check(self, state: P8State, frame: Planning, seat: str, order: PlanFire) -> Refusal | None:
        if len(order.points) > MOST:
            return Refusal(RULE, f"At most {MOST} points may be noted, not {len(order.points)}.")
        ground = state.setting.ground
        size = f"{ground.width:g} x {ground.depth:g}"
        for x, y in order.points:
            if not (0 <= x <= ground.width and 0 <= y <= ground.depth):
                return Refusal(RULE, f"({x:g}, {y:g}) is not on the table of {size}.")
        return None

    def note(self, state: P8State, frame: Planning, order: PlanFire) -> Iterator[Event]:
        points = (rounded(point) for point in order.points)
        noted = (Planned(side=frame.side, support="fire", at=at) for at in points)
        return note(state, frame, tuple(noted))

    def offer(self, state: P8State, frame: Planning, seats: Sequence[str]) -> Iterator[PlanFire]:
        """Places where enemies stand close together, objectives, and built-up areas."""
        setting = state.setting
        enemies = [(one.x, one.y) for one in state.on_table(state.other_side(frame.side))]
        crowded = sorted(
            enemies, key=lambda spot: -sum(math.dist(spot, other) <= DRIFT / 2 for other in enemies)
        )
        goals = [objective.at for objective in setting.scenario.objectives]
        towns = [bua.centre for bua in setting.buas.values()]
        middle = (setting.ground.width / 2, setting.ground.depth / 2)
        for spots in (_apart(crowded), _apart([*goals, *towns]), [middle]):
            if spots:
                yield PlanFire(tuple(rounded(spot) for spot in spots))

    def preview(self, state: P8State, order: PlanFire) -> Trace | None:
        """Where medium artillery would fall on the points that are noted."""
        frame = state.frame
        if not isinstance(frame, Planning):
            return None
        zones = [
            Reach(
                outline=beaten_zone(state.setting, frame.side, MEDIUM, at).corners,
                side=frame.side,
                label=f"Point {number}, beaten zone of medium artillery",
            )
            for number, at in enumerate(order.points, 1)
            if is_on_table(state, at)
        ]
        return Trace(overlays=tuple(zones))

    def answers(self, case: Case, piece: str | None) -> Iterator[Action]:
        if piece is None:
            asked = Slot(
                name="points",
                sort="point",
                ask=f"Choose up to {MOST} points",
                several=True,
                least=1,
                most=MOST,
            )
            yield case.action(PlanFire, self.words, slots=(asked,))


class NotingNothing(Noting[Done], Ending[Planning]):
    """Note none."""

    label_here = "Note nothing"

    def note(self, state: P8State, frame: Planning, order: Done) -> Iterator[Event]:
        return note(state, frame, ())


class NotingTargets(Asked[Planning]):
    """Which targets a side notes for its aircraft or its batteries; or that it notes none."""

    acts = (
        NotingFeatures(),
        NotingPoints(),
        NotingNothing(),
    )

    def choice(self, state: P8State, frame: Planning) -> Choice:
        if frame.support == "fire":
            return Choice(
                seats=state.setting.seats[frame.side],
                ask="plan fire",
                rule="p8.support.preplanned",
                prompt=f"Note up to {MOST} points of the table as targets of your batteries.",
            )
        return Choice(
            seats=state.setting.seats[frame.side],
            ask="plan air",
            rule="p8.air.preplanned",
            prompt=f"Note up to {MOST} features of the ground as targets of your aircraft.",
        )


def _apart(spots: list[Point]) -> list[Point]:
    """The first three of some points that do not lie close together."""
    chosen: list[Point] = []
    for spot in spots:
        if len(chosen) < MOST and all(math.dist(spot, other) > DRIFT / 2 for other in chosen):
            chosen.append(spot)
    return chosen
