"""Section 5.1: the exact odds of fire, whichever guns of an element are fired, and at whom."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from sandtable.battle import Refusal, Tally
from sandtable.catalogue import cite
from sandtable.odds import Fate, Odds
from sandtable.table import bearing

from ...s02_terrain.ground_and_cover import cover_of_place
from ...s08_results.in_effect import (
    FALL_BACK,
    MILDEST_FIRST,
    NOTHING,
    ONE_ABOARD,
    OUT,
    SUPPRESSED,
    SUPPRESSED_AGAIN,
    SUPPRESSED_INSTEAD,
    UNLESS_FIRM,
)
from ...state import Element, Moving, P8State
from ...state.orders import Fire
from ..fall_back.ways import forced_ways, standing_at
from ..move.stops import window
from ..react.reaction import ReactFire, check_point
from ..react.who_and_where import aimed_at, mover_at
from .aiming import Shot, aim
from .direct_fire import effect_odds, fates_of, odds_of, tally_firer, tally_target

Chances = dict[str, Fraction]


def fire_odds(state: P8State, order: Fire) -> Odds | None:
    """The odds of the shots that an order names, if all of them may be fired."""
    firer, shots = state.pieces[order.element], []
    for gun, name in enumerate((order.target, *order.secondary)):
        if name is None:
            continue
        target = state.pieces.get(name)
        if target is None or target.side == firer.side:
            return None
        shot = aim(state, firer, target, gun)
        if isinstance(shot, Refusal):
            return None
        shots.append(shot)
    return _Volley(state, shots).odds() if shots else None


def reaction_odds(state: P8State, order: ReactFire) -> Odds | None:
    """The odds of all guns of a reactor that can be aimed at the mover, where it is then."""
    frame = state.frame
    if not isinstance(frame, Moving) or check_point(window(state, frame), order.at) is not None:
        return None
    target = aimed_at(state, mover_at(state, frame, order.at), order.target)
    if isinstance(target, Refusal):
        return None
    reactor = state.pieces[order.element]
    guns = range(len(state.sheet(reactor).guns))
    aimed = [aim(state, reactor, target, gun, reaction=True) for gun in guns]
    shots = [shot for shot in aimed if isinstance(shot, Shot)]
    return _Volley(state, shots, reaction=True).odds() if shots else None


class _Volley:
    """Shots of one action or reaction, which are fired one after another."""

    def __init__(self, state: P8State, shots: Sequence[Shot], *, reaction: bool = False) -> None:
        self.state = state
        self.shots = shots
        self.reaction = reaction

    def odds(self) -> Odds:
        """What becomes of the target; of several targets, of each of them."""
        if len(self.shots) == 1:
            return odds_of(self.state, self.shots[0], reaction=self.reaction)
        cite("p8.fire.secondary-guns")
        by_target: dict[str, list[Shot]] = {}
        for shot in self.shots:
            by_target.setdefault(shot.target.id, []).append(shot)
        if len(by_target) == 1:
            return self._against(self.shots)
        fates = tuple(self._fate(shots) for shots in by_target.values())
        names = " and ".join(fate.name for fate in fates)
        return Odds(title=self._title(names), outcomes=(), tallies=self._tallies(), fates=fates)

    def _fate(self, shots: Sequence[Shot]) -> Fate:
        target = shots[0].target
        return Fate(piece=target.id, name=target.name, outcomes=self._against(shots).outcomes)

    def _against(self, shots: Sequence[Shot]) -> Odds:
        target = shots[0].target
        chances = self._chances(shots, NOTHING, suppressed=target.suppressed)
        likely = set(fates_of(self.state, shots[0], reaction=self.reaction).values())
        listed = [fate for fate in MILDEST_FIRST if fate in likely or fate in chances]
        return Odds(
            title=self._title(target.name),
            outcomes=tuple((fate, chances.get(fate, Fraction(0))) for fate in listed),
            tallies=self._tallies(),
        )

    def _title(self, whom: str) -> str:
        return f"{self.shots[0].firer.name} at {whom} with {len(self.shots)} guns"

    def _tallies(self) -> tuple[Tally, ...]:
        """What counts for each gun and against it, told apart by the name of the gun."""
        found = []
        for shot in self.shots:
            for tally in odds_of(self.state, shot).tallies:
                side = f"{tally.side}, {shot.gun.name}"
                found.append(replace(tally, side=side))
        return tuple(found)

    def _chances(self, shots: Sequence[Shot], worst: str, *, suppressed: bool) -> Chances:
        """The chances of the worst that befalls a target at which some shots are still fired."""
        if not shots:
            return {worst: Fraction(1)}
        shot, rest = shots[0], shots[1:]
        margin = tally_firer(shot).total - tally_target(shot).total
        found: Chances = {}
        for effect, chance in effect_odds(margin, shot.fired, shot.reserves).items():
            for fate, share in self._after(shot, effect, rest, worst, suppressed).items():
                found[fate] = found.get(fate, Fraction(0)) + Fraction(chance) * share
        return found

    def _after(
        self, shot: Shot, effect: str, rest: Sequence[Shot], worst: str, suppressed: bool
    ) -> Chances:
        """The chances after a shot had that effect: a second suppression is the end (8.2)."""
        struck = replace(shot.target, suppressed=suppressed)
        now = replace(shot, target=struck)
        fate = fates_of(self.state, now, reaction=self.reaction)[effect]
        if fate in _THE_END:
            cite("p8.result.second-suppression-is-out")
            by_itself = fate == SUPPRESSED_AGAIN and not shot.target.suppressed
            return {OUT if by_itself else fate: Fraction(1)}
        worst = max(worst, fate, key=MILDEST_FIRST.index)
        if fate == FALL_BACK:
            return self._moved_on(shot, rest, worst, suppressed)
        marked = fate in (SUPPRESSED, SUPPRESSED_INSTEAD)
        return self._chances(rest, worst, suppressed=suppressed or marked)

    def _moved_on(self, shot: Shot, rest: Sequence[Shot], worst: str, suppressed: bool) -> Chances:
        """The chances after a fall back, by the way on which its owner has the least to fear."""
        state, target = self.state, shot.target
        in_cover = shot.screened or cover_of_place(state, target).value > 0
        ways = forced_ways(state, target, (shot.firer.x, shot.firer.y), keep_cover=in_cover)
        ends = [standing_at(state, target, way) for way in ways.values()]
        found = [
            self._chances(self._aimed_again(rest, end), worst, suppressed=suppressed)
            for end in ends
        ]
        return min(found, key=_gravity)

    def _aimed_again(self, shots: Sequence[Shot], target: Element) -> list[Shot]:
        """Shots that can still be fired at a target where it has gone; all but vehicles face us."""
        firer = shots[0].firer if shots else self.shots[0].firer
        if not self.state.sheet(target).is_vehicle:
            facing = bearing((target.x, target.y), (firer.x, firer.y))
            target = replace(target, heading=facing)
        guns = self.state.sheet(firer).guns
        aimed = [
            aim(self.state, firer, target, guns.index(shot.gun), reaction=self.reaction)
            for shot in shots
        ]
        return [shot for shot in aimed if isinstance(shot, Shot)]


_THE_END: Final = (OUT, ONE_ABOARD, SUPPRESSED_AGAIN, UNLESS_FIRM)
"""What becomes of a target at which no more shots are reckoned with."""

_WEIGHT: Final = {
    FALL_BACK: 1,
    SUPPRESSED: 3,
    SUPPRESSED_INSTEAD: 3,
    **dict.fromkeys(_THE_END, 5),
}


def _gravity(chances: Chances) -> Fraction:
    """How much there is to fear."""
    return sum((_WEIGHT.get(fate, 0) * chance for fate, chance in chances.items()), Fraction(0))
