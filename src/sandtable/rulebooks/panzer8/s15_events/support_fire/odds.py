"""The exact odds of support fire, for everybody in the beaten zone."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from sandtable.battle import Refusal, Tally
from sandtable.odds import Fate, Odds, Outcomes

from ...s05_actions.react.who_and_where import mover_at
from ...s08_results.in_effect import all_fates, together
from ...state import Element, Moving, P8State, Shelled, SupportMission
from ...state.tables import EFFECTS
from .beaten_zones import beaten, under_barrage, with_riders
from .missions import battery_of, zone_at
from .shelling import FACES, STANDING, Battery, chances, strike_at

SHIFTED: Final = "opponent may shift it"


def attack_odds(state: P8State, frame: SupportMission, attacks: tuple[int, ...] = STANDING) -> Odds:
    """The odds for each element in the zone; first of all, that of a 1 that lets the zone drift.

    Args:
        state: Where the game stands, as far as it is known.
        frame: The mission, with its place.
        attacks: The faces of the attack die that stand as they fall.
    """
    targets = list(beaten(state, zone_at(state, frame)))
    drift = Fraction(1, 10) if attacks == STANDING else Fraction(0)
    fates, tallies = _told(state, battery_of(frame), targets, attacks, 1 - drift)
    shifted_at_first = ((SHIFTED, drift),) if drift else ()
    nobody = () if fates else (("none", 1 - drift),)
    return Odds(
        title=f"{frame.level} on the beaten zone",
        outcomes=(*shifted_at_first, *nobody),
        tallies=tallies,
        fates=fates,
    )


def _told(
    state: P8State,
    battery: Battery,
    targets: list[Element],
    attacks: tuple[int, ...],
    share: Fraction,
) -> tuple[tuple[Fate, ...], tuple[Tally, ...]]:
    """The results for each element with their chances, and the totals behind them."""
    fates: list[Fate] = []
    tallies: list[Tally] = []
    for target in targets:
        aimed = strike_at(state, battery, target)
        if isinstance(aimed, Refusal):
            outcomes: Outcomes = (("none", share),)
        else:
            found = chances(aimed.margin, aimed.fired, attacks)
            named = all_fates(state, target, away_from=battery.at, mortar=True)
            outcomes = together(
                (named[effect], chance * share)
                for effect, chance in zip(EFFECTS, found, strict=True)
            )
            tallies += aimed.tallies if not tallies else aimed.tallies[1:]
        fates.append(Fate(piece=target.id, name=target.name, outcomes=outcomes))
    return tuple(fates), tuple(tallies)


# -- movers ---------------------------------------------------------------------------------------


def move_odds(state: P8State, frame: Moving | Refusal) -> Odds | None:
    """The odds of a move that leads through a beaten zone, for the first attack on it."""
    incident = under_barrage(state, frame) if isinstance(frame, Moving) else None
    if incident is None or isinstance(frame, Refusal) or not isinstance(incident.frame, Shelled):
        return None
    barrage = state.barrages[incident.frame.barrage]
    mover = mover_at(state, frame, incident.at)
    battery = Battery(
        side=barrage.side, level=barrage.level, at=barrage.at, directed=barrage.directed
    )
    there = [mover if one.id == mover.id else one for one in with_riders(state, mover)]
    fates, tallies = _told(state, battery, there, FACES, Fraction(1))
    title = f"{mover.name} comes under fire after {incident.at:.1f} in"
    return Odds(title=title, outcomes=(), tallies=tallies, fates=fates)
