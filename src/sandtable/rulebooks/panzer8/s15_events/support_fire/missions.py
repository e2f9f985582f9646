"""Section 15.4.4 and 15.4.5: support fire falls, is shifted, and lays smoke."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from sandtable.acts import Words
from sandtable.acts.fields import Given
from sandtable.battle import Event, Refusal, Tally
from sandtable.battle.overlays import Reach
from sandtable.battle.page import Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.odds import Fate, Odds, Outcomes
from sandtable.table import Footprint, Point, bearing, overlap, rounded, step, touching

from ...drawing.ghosts import some
from ...s05_actions.react.who_and_where import mover_at
from ...s08_results.in_effect import all_fates, together
from ...s14_smoke.laying import place_support_screen, support_screen
from ...s14_smoke.screens import DEPTH, shown
from ...state import Barrage, Element, Moving, P8State, Screen, Shelled, SupportMission, slots
from ...state.decision import SeatsOwn
from ...state.orders import SupportOrder
from ...state.previewing import all_in_unit
from ...state.tables import EFFECTS
from ...state.units import in_unit
from .beaten_zones import (
    DRIFT,
    ROSE,
    beaten,
    beaten_zone,
    level_of,
    under_barrage,
    with_riders,
)
from .shelling import FACES, STANDING, Battery, chances, strike, strike_at


class LayScreen(SupportOrder, frozen=True, kw_only=False):
    """Say where the smoke of support fire lies: its middle, and the way across it (15.4.4)."""

    at: Point
    facing: float = 0.0


class Shift(SupportOrder, frozen=True, kw_only=False):
    """Shift the enemy's support fire by 6 that way, after a 1 on its attack die (15.4.5)."""

    heading: float


def mission_of(state: P8State, stage: str = "") -> SupportMission | None:
    """The mission that is under way, if it has come so far."""
    frame = state.frame
    there = isinstance(frame, SupportMission) and stage in ("", frame.stage)
    return frame if there else None


def zone_at(state: P8State, frame: SupportMission, at: Point | None = None) -> Footprint:
    """The beaten zone of a mission, or what it would be elsewhere."""
    centre = at or frame.at
    assert centre is not None
    return beaten_zone(state.setting, frame.side, frame.level, centre)


def battery_of(fired: SupportMission | Barrage) -> Battery:
    """The batteries that fire a mission or have fired a barrage."""
    assert fired.at is not None
    return Battery(side=fired.side, level=fired.level, at=fired.at, directed=fired.directed)


def batteries(state: P8State, frame: SupportMission | Barrage) -> str:
    """What a log calls those who fire."""
    side = state.setting.scenario.side(frame.side).name
    return f"{side} batteries ({frame.level.lower()})"


# -- HE: the attack die, drift and the attacks (15.4.4, 15.4.5) -----------------------------------


def throw(
    state: P8State, frame: SupportMission, dice: Dice, *, again: bool = False
) -> Iterator[Event]:
    """Throw the attack die for everybody in the zone; a 1 lets the opponent shift the zone."""
    cite("p8.dice.d10-is-one-to-ten")
    frame = msgspec.structs.replace(frame, die=dice.die(10, f"{frame.level}, attack"))
    yield Event(
        kind="support",
        text=f"The attack die of the {batteries(state, frame)} shows {frame.die}.",
        rules=("p8.support.drift-on-one",) if frame.die == 1 else ("p8.support.levels",),
        rolls=dice.take_rolls(),
        data={"die": frame.die, "at": frame.at, "zone": zone_at(state, frame).corners},
    )
    if frame.die == 1 and not again:
        state.swap(frame, stage="drift")
    else:
        _open_fire(state, frame)


def _open_fire(state: P8State, frame: SupportMission) -> None:
    """Attack everybody in the zone, which stays dangerous until the owner's next Event Phase."""
    left = tuple(element.id for element in beaten(state, zone_at(state, frame)))
    state.swap(frame, stage="attack", left=left)
    _note_barrage(state, frame)


def _note_barrage(state: P8State, frame: SupportMission, screen: Screen | None = None) -> None:
    assert frame.at is not None
    barrage = Barrage(
        side=frame.side, level=frame.level, at=frame.at, directed=frame.directed, screen=screen
    )
    state.barrages = (*state.barrages, barrage)


def attack_next(state: P8State, frame: SupportMission, dice: Dice) -> Iterator[Event]:
    """Attack the next element of those that were in the zone when the fire fell."""
    if not frame.left:
        state.pop()
        return
    name, *rest = frame.left
    state.swap(frame, left=tuple(rest))
    if name in state.pieces:
        yield from strike(state, battery_of(frame), name, frame.die, dice)


def shifted(frame: SupportMission, heading: float) -> SupportMission:
    """A mission after its opponent has shifted it: the whole zone, or the smoke alone."""
    at = rounded(step(_centre(frame), heading, DRIFT))
    if frame.screen is None:
        return msgspec.structs.replace(frame, at=at)
    moved = msgspec.structs.replace(frame.screen, x=at[0], y=at[1])
    return msgspec.structs.replace(frame, screen=moved)


def _centre(frame: SupportMission) -> Point:
    """What is shifted: the middle of the smoke, or of the beaten zone."""
    if frame.screen is not None:
        return frame.screen.x, frame.screen.y
    assert frame.at is not None
    return frame.at


NEAREST: Final = 4
"""Fire is shifted towards so many elements beside the points of the compass."""


class Shifting(SeatsOwn[Shift, SupportMission]):
    """Shift the enemy's support fire by 6, after a 1 on its attack die."""

    order = Shift
    stages = ("drift",)
    words = Words(
        label="Shift it",
        key="S",
        hint="Shifts the fire by 6 in.",
        typed="shift N",
        means="Shift the fire by 6 inches towards N degrees; done leaves it.",
    )
    fields = (
        Given(
            "heading",
            slots.facing("Which way?", name="heading", required=True, default=0.0),
            says="6 in towards {:.0f} degrees",
        ),
    )

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: Shift, dice: Dice
    ) -> Iterator[Event]:
        """HE is thrown for once more, and that stands."""
        frame = shifted(frame, order.heading)
        state.swap(frame)
        what = "smoke" if frame.smoke else "beaten zone"
        rule = "p8.support.smoke-drift-on-one" if frame.smoke else "p8.support.drift-on-one"
        yield Event(
            kind="support",
            text=f"The {what} is shifted {DRIFT:g} in towards {order.heading % 360:.0f} degrees.",
            rules=(rule,),
            data={"heading": order.heading % 360.0, "at": frame.at},
        )
        if frame.smoke:
            yield from lay(state, frame)
        else:
            yield from throw(state, frame, dice, again=True)

    def offer(self, state: P8State, frame: SupportMission, seats: Sequence[str]) -> Iterator[Shift]:
        """Eight ways, and towards the owner's elements that lie most nearly 6 away."""
        centre = _centre(frame)
        spots = [(one.x, one.y) for one in state.on_table(frame.side)]
        off = [spot for spot in spots if math.dist(spot, centre) > 0.1]
        nearest = sorted(off, key=lambda spot: abs(math.dist(spot, centre) - DRIFT))[:NEAREST]
        headings = [round(bearing(centre, spot), 4) for spot in nearest]
        yield from (Shift(heading) for heading in dict.fromkeys((*ROSE, *headings)))

    def odds(self, state: P8State, order: Shift) -> Odds | None:
        frame = mission_of(state, "drift")
        if frame is None or frame.smoke:
            return None
        return attack_odds(state, shifted(frame, order.heading), attacks=FACES)

    def preview(self, state: P8State, order: Shift) -> Trace | None:
        frame = mission_of(state)
        if frame is None or (frame.at is None and frame.screen is None):
            return None
        moved = shifted(frame, order.heading)
        if moved.screen is not None:
            return Trace(overlays=(shown(state, moved.screen),))
        return zone_trace(state, moved)


def leave(state: P8State, frame: SupportMission) -> Iterator[Event]:
    """The opponent leaves the fire where it is; the 1 stands."""
    if frame.smoke:
        yield from lay(state, frame)
        return
    cite("p8.support.drift-on-one")
    _open_fire(state, frame)


# -- smoke (14, 15.4.4) ---------------------------------------------------------------------------


class LayingSmoke(SeatsOwn[LayScreen, SupportMission]):
    """Say where the smoke of support fire lies: its middle, and the way across it."""

    order = LayScreen
    stages = ("screen",)
    words = Words(
        label="Lay the smoke",
        key="K",
        hint="It lies in the beaten zone, or touches it.",
        typed="lay screen at X,Y [facing N]",
        means="Say where the smoke lies, and across what.",
    )
    fields = (
        Given("at", lambda state, _: centre_slot(state, "at", "Choose the middle of the screen")),
        Given("facing", slots.facing("Turn the way across it", default=0.0)),
    )

    def check(
        self, state: P8State, frame: SupportMission, seat: str, order: LayScreen
    ) -> Refusal | None:
        screen = support_screen(state, frame.side, order.at, order.facing).base
        zone = zone_at(state, frame)
        cite("p8.geo.contact-tolerance")
        if overlap(screen, zone) or touching(screen, zone):
            return None
        return Refusal(
            "p8.support.smoke-mission", "The screen must lie in the beaten zone or touch it."
        )

    def apply(
        self, state: P8State, frame: SupportMission, seat: str, order: LayScreen, dice: Dice
    ) -> Iterator[Event]:
        """Lay the smoke, unless the attack die is a 1, after which the opponent may shift it."""
        screen = support_screen(state, frame.side, order.at, order.facing)
        die = dice.die(10, f"{frame.level}, attack")
        frame = msgspec.structs.replace(frame, screen=screen, die=die)
        yield Event(
            kind="support",
            text=f"The attack die of the {batteries(state, frame)} shows {frame.die}.",
            rules=("p8.support.smoke-mission", "p8.support.smoke-drift-on-one"),
            rolls=dice.take_rolls(),
            data={"die": frame.die, "outline": screen.base.corners},
        )
        if frame.die == 1:
            state.swap(frame, stage="drift")
        else:
            yield from lay(state, frame)

    def offer(
        self, state: P8State, frame: SupportMission, seats: Sequence[str]
    ) -> Iterator[LayScreen]:
        """Across the middle of the zone, and along each of its sides."""
        assert frame.at is not None
        reach = level_of(state.setting, frame.side, frame.level).size / 2 + DEPTH / 2
        orders = [LayScreen(frame.at, across) for across in ROSE[:4:2]]
        orders += [LayScreen(rounded(step(frame.at, side, reach)), side) for side in ROSE[::2]]
        yield from (order for order in orders if self.check(state, frame, "", order) is None)

    def odds(self, state: P8State, order: LayScreen) -> Odds | None:
        """Whether the opponent may shift it."""
        if mission_of(state, "screen") is None:
            return None
        return Odds(
            title="Where the smoke lies",
            outcomes=(("as ordered", Fraction(9, 10)), (SHIFTED, Fraction(1, 10))),
        )

    def preview(self, state: P8State, order: LayScreen) -> Trace | None:
        frame = mission_of(state)
        if frame is None or frame.at is None:
            return None
        screen = support_screen(state, frame.side, order.at, order.facing)
        zone = zone_shown(state, frame, zone_at(state, frame))
        return Trace(overlays=(zone, shown(state, screen)))

    def told(self, state: P8State, order: LayScreen) -> str:
        return f"at {order.at[0]:g},{order.at[1]:g}, across {order.facing:g}"


def lay(state: P8State, frame: SupportMission) -> Iterator[Event]:
    """Put the smoke on the table where it has been ordered, or shifted to."""
    assert frame.screen is not None
    spot = (frame.screen.x, frame.screen.y)
    screen = place_support_screen(state, frame.side, spot, frame.screen.heading)
    yield from smoke_lies(state, frame, screen)


def smoke_lies(state: P8State, frame: SupportMission, screen: Screen) -> Iterator[Event]:
    """The mission is over; it may go on in its owner's next Event Phase."""
    state.pop()
    _note_barrage(state, frame, screen)
    yield Event(
        kind="smoke",
        text=f"The {batteries(state, frame)} lay smoke.",
        rules=("p8.support.smoke-mission", "p8.smoke.support-fire"),
        data={"outline": screen.base.corners},
    )


# -- odds and previews ----------------------------------------------------------------------------

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
            fated = all_fates(state, target, away_from=battery.at, mortar=True)
            outcomes = together(
                (fated[effect], chance * share)
                for effect, chance in zip(EFFECTS, found, strict=True)
            )
            tallies += aimed.tallies if not tallies else aimed.tallies[1:]
        fates.append(Fate(piece=target.id, name=target.name, outcomes=outcomes))
    return tuple(fates), tuple(tallies)


def move_odds(state: P8State, frame: Moving | Refusal) -> Odds | None:
    """The odds of a move that leads through a beaten zone, for the first attack on it."""
    incident = under_barrage(state, frame) if isinstance(frame, Moving) else None
    if incident is None or isinstance(frame, Refusal) or not isinstance(incident.frame, Shelled):
        return None
    battery = battery_of(state.barrages[incident.frame.barrage])
    mover = mover_at(state, frame, incident.at)
    there = [mover if one.id == mover.id else one for one in with_riders(state, mover)]
    fates, tallies = _told(state, battery, there, FACES, Fraction(1))
    title = f"{mover.name} comes under fire after {incident.at:.1f} in"
    return Odds(title=title, outcomes=(), tallies=tallies, fates=fates)


def centre_slot(state: P8State, name: str, ask: str) -> Slot:
    """A place that is asked for; where the fire falls so far is one that would do."""
    frame = mission_of(state)
    at = None if frame is None else frame.at
    return slots.spot(name, ask, None if at is None else list(at))


def zone_shown(state: P8State, frame: SupportMission, zone: Footprint) -> Reach:
    """A beaten zone as it is shown on the table."""
    size = zone.box[2] - zone.box[0]
    told = f"Beaten zone, {frame.level.lower()}, {size:g} by {size:g} in"
    return Reach(outline=zone.corners, side=frame.side, label=in_unit(state.setting, told))


def zone_trace(state: P8State, frame: SupportMission, at: Point | None = None) -> Trace:
    """A beaten zone on the table, and who would be attacked in it."""
    zone = zone_at(state, frame, at)
    notes = all_in_unit(state, [*_about_zone(state, frame, zone)])
    return Trace(overlays=(zone_shown(state, frame, zone),), notes=notes)


def _about_zone(state: P8State, frame: SupportMission, zone: Footprint) -> Iterator[str]:
    there = list(beaten(state, zone))
    for side in (state.other_side(frame.side), frame.side):
        names = [one.name for one in there if one.side == side]
        if names:
            yield f"{state.setting.scenario.side(side).name} in the zone: {some(names)}."
    counters = [one for one in state.counters.values() if overlap(one.base, zone)]
    if any(one.under is None for one in counters):
        yield "A counter lies in the zone; who is under it would be hit."
    if not there and not counters:
        yield "Nobody known is in the zone."
