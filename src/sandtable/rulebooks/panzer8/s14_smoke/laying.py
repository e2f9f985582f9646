"""Section 14: laying smoke, and the counters that it costs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from sandtable.battle import Event, Refusal, Tally
from sandtable.catalogue import cite
from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds
from sandtable.table import (
    Footprint,
    Point,
    distance,
    distance_to_polyline,
    in_field_of_fire,
    overlap,
    rectangle,
    touching,
)

from ..s02_terrain.line_of_sight import clear, is_elevated, visible_distance
from ..s05_actions.fire.line_of_fire import spotters
from ..s08_results.passengers import check_ready_to_fire, note_shot
from ..s10_buildings.streets import hidden_in_town
from ..s16_nations.nations import steady_quality
from ..state import Element, P8State, Screen, SmokeSource
from ..state.orders import ActionOrder
from ..state.sheets import INFANTRY, SHEETS, Sheet
from ..state.tables import QUALITY, TOLERANCE
from .screens import screen_of


class LaySmoke(ActionOrder, frozen=True, kw_only=False):
    """Lay a smoke screen, centred on a point (14).

    Attributes:
        at: Where the middle of the screen is to be.
        heading: The way across it, its width being at right angles to that; as the layer faces, if
            nothing is said.
    """

    at: Point
    heading: float | None = None


NEEDED: Final = 3
"""What a mortar needs on its die to lay smoke."""

TOUCH: Final = 0.05

SOURCES: Final[dict[str, SmokeSource]] = {
    "H": "discharger",
    "T": "discharger",
    "G": "grenades",
    "L": "mortar",
    "M": "mortar",
}
"""What each smoke code of the data sheets stands for."""

MORTAR_WIDTHS: Final = {"L": 2, "M": 3}
"""How many base widths wide the screens of mortars are, by their code."""

FOOT: Final = INFANTRY | {"cav", "mc", "armdinf"}
"""Types that are counted as infantry for the pool."""

Laid = Literal["laid", "failed"]
OUTCOMES: Final[tuple[Laid, ...]] = ("failed", "laid")

_RULES: Final = {
    "H": "p8.smoke.dischargers",
    "T": "p8.smoke.dischargers",
    "G": "p8.smoke.grenades",
    "L": "p8.smoke.light-mortar",
    "M": "p8.smoke.medium-heavy-mortar",
}


# -- the pool -------------------------------------------------------------------------------------


def count_pools(state: P8State) -> None:
    """Give each side its smoke counters, as the scenario says or by the size of its force."""
    if state.setting.options["smoke"]:
        state.pools = tuple((side, _counted(state, side)) for side in state.setting.sides)


def _counted(state: P8State, side: str) -> int:
    """One for every armoured vehicle or every infantry element, whichever are more."""
    cite("p8.smoke.pool-size")
    scenario = state.setting.scenario
    given = scenario.side(side).smoke
    if given is not None:
        return given
    force = [SHEETS[unit.sheet] for unit in scenario.units if unit.side == side]
    vehicles = sum(sheet.is_afv for sheet in force)
    count = max(vehicles, sum(sheet.type in FOOT for sheet in force))
    if (state.setting.armies[side], state.setting.year) in (("GE", 1945), ("SU", 1941)):
        cite("p8.smoke.pool-halved")
        return count // 2
    return count


def pool(state: P8State, side: str) -> int:
    """The smoke counters that a side has left."""
    return dict(state.pools).get(side, 0)


def is_pool_secret(state: P8State, side: str) -> bool:
    """Whether the enemy of a side may not know how many smoke counters it has left.

    They were counted over units that the scenario hides.
    """
    return state.setting.known_to(state.other_side(side)) is not state.setting


def can_place(state: P8State, side: str) -> bool:
    """Whether a side may place any smoke: the rules are in use and its pool is not empty."""
    return bool(state.setting.options["smoke"]) and pool(state, side) > 0


def spend(state: P8State, side: str) -> None:
    """Take a counter from the pool, however large the screen is."""
    cite("p8.smoke.counter-spent")
    state.pools = tuple((s, n - 1 if s == side else n) for s, n in state.pools)


def check_pool(state: P8State, side: str) -> Refusal | None:
    """Why a side cannot place any smoke."""
    if not state.setting.options["smoke"]:
        return Refusal("p8.smoke.is-an-action", "This battle is fought without smoke.")
    if pool(state, side) <= 0:
        return Refusal("p8.smoke.counter-spent", "There are no smoke counters left.")
    return None


# -- whether it may be laid -----------------------------------------------------------------------


def smoke_code(sheet: Sheet) -> str | None:
    """The smoke code of a data sheet, or ``None``; German light mortars have no smoke."""
    cite("p8.sheet.smoke-codes")
    if sheet.smoke not in SOURCES or (sheet.smoke == "L" and sheet.nation == "GE"):
        return None
    return sheet.smoke


def check_smoke(state: P8State, element: Element, order: LaySmoke) -> Refusal | None:
    """Why an element cannot lay smoke there."""
    code = smoke_code(state.sheet(element))
    refused = check_pool(state, element.side)
    if refused:
        return refused
    if code is None:
        return _has_none(state, element)
    if element.suppressed:
        return Refusal(
            "p8.action.allowed-when-suppressed",
            f"{element.name} is suppressed: it cannot lay smoke.",
        )
    numbers = (*order.at, order.heading or 0.0)
    ground = state.setting.ground
    on_table = 0 <= order.at[0] <= ground.width and 0 <= order.at[1] <= ground.depth
    if not all(math.isfinite(number) for number in numbers) or not on_table:
        return Refusal(
            "p8.smoke.screen-shape", "The middle of a smoke screen must lie on the table."
        )
    screen = planned_screen(state, element, order)
    if SOURCES[code] == "mortar":
        return _check_mortar(state, element, screen.base, _RULES[code])
    return _check_touch(state, element, screen.base, code)


def _has_none(state: P8State, element: Element) -> Refusal:
    sheet = state.sheet(element)
    if sheet.type == "mortar-l" and sheet.nation == "GE":
        return Refusal("p8.smoke.light-mortar", "German light mortars have no smoke rounds.")
    return Refusal("p8.sheet.smoke-codes", f"{element.name} has no means of laying smoke.")


def planned_screen(state: P8State, element: Element, order: LaySmoke) -> Screen:
    """The screen that an order asks for; without a heading it faces as its layer does."""
    code = smoke_code(state.sheet(element))
    assert code is not None
    return screen_of(
        element.side,
        order.at,
        element.heading if order.heading is None else order.heading,
        SOURCES[code],
        base_widths=MORTAR_WIDTHS.get(code),
        layer=element.id,
        ends=state.turn + 1,
    )


def _check_touch(state: P8State, element: Element, screen: Footprint, code: str) -> Refusal | None:
    """Dischargers and grenades lay smoke in contact with the layer, which does not stand in it."""
    rule = _RULES[code]
    cite("p8.geo.contact-tolerance")
    base = state.base(element)
    if _stands_in(base, screen):
        return Refusal(
            rule, f"The smoke is laid touching {element.name}, which itself stays outside it."
        )
    if not touching(base, screen):
        return Refusal(rule, f"The smoke must touch {element.name}.")
    front = base.front_edge
    if code == "H" and front is not None:
        at_front = distance_to_polyline(screen, front) <= TOUCH + 1e-6
        if not at_front or not _is_ahead(screen.centre, front):
            return Refusal(
                rule, f"The dischargers of {element.name} are on its hull: its smoke lies in front."
            )
    return None


def _stands_in(base: Footprint, screen: Footprint) -> bool:
    """Whether a base lies in smoke by more than the tolerance of contact."""
    if base.kind != "rectangle":
        return overlap(base, screen)
    width, depth = (max(0.01, length - 2 * TOUCH) for length in (base.width, base.depth))
    return overlap(rectangle(base.x, base.y, base.heading, width, depth), screen)


def _is_ahead(point: Point, front: tuple[Point, Point]) -> bool:
    """Whether a point lies beyond the line of a front edge (from its left to its right corner)."""
    (ax, ay), (bx, by) = front
    return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) > 0


def _check_mortar(state: P8State, mortar: Element, screen: Footprint, rule: str) -> Refusal | None:
    """Mortars need range, field of fire and sight to any part of the screen."""
    refused = check_ready_to_fire(state, mortar, reaction=False)
    if refused:
        return refused
    gun = state.sheet(mortar).guns[0]
    if mortar.shifted and "NMF" in gun.flags:
        return Refusal(
            "p8.fire.nmf-cannot-fire-and-move",
            f"{gun.name} has moved and cannot fire in the same player turn.",
        )
    base = state.base(mortar)
    gap = distance(base, screen)
    if gap > gun.hesa_range + TOLERANCE:
        return Refusal(rule, f"That is {gap:.1f} away; the range is {gun.hesa_range:g}.")
    cite("p8.geo.field-of-fire-90")
    faces = mortar.under is None  # under a counter it may face anywhere
    if faces and "FF" in gun.flags and not in_field_of_fire(screen, base):
        return Refusal(rule, f"That is outside the field of fire of {mortar.name}.")
    observers = (mortar, *spotters(state, mortar))
    if not any(_sees_spot(state, observer, screen) for observer in observers):
        return Refusal(rule, f"{mortar.name} has no line of sight to any part of that.")
    return None


def _sees_spot(state: P8State, observer: Element, spot: Footprint) -> bool:
    """Whether an element sees any part of a piece of ground."""
    base = state.base(observer)
    if not visible_distance(base, spot):
        return False
    there = msgspec.structs.replace(observer, x=spot.x, y=spot.y, inside=None, aloft=False)
    if hidden_in_town(state, observer, there):
        return False
    past = state.setting.touched(base)
    if observer.inside is not None:
        past |= {observer.inside}
    if is_elevated(state, observer):
        past |= state.setting.overlooked
    return clear(state, base, spot, past)


# -- laying it ------------------------------------------------------------------------------------


def tally_smoke(state: P8State, element: Element) -> Tally:
    """What is added to a mortar's die: its quality."""
    cite("p8.quality.only-where-listed")
    grade = steady_quality(state, element)
    quality = QUALITY[grade]
    rule = "p8.quality.modifier-values"
    return Tally("mortar").add_if(quality != 0, quality, rule, f"{grade} troops")


def resolve_smoke(tally: Tally, dice: Dice, name: str = "smoke") -> tuple[int, str]:
    """Roll for the smoke of a mortar: it needs 3 or more."""
    cite("p8.dice.d10-is-one-to-ten")
    score = dice.die(10, name) + tally.total
    return score, dice.settle("smoke", "laid" if score >= NEEDED else "failed", OUTCOMES)


def smoke_odds(state: P8State, element: Element) -> Odds:
    """The exact odds that an element's smoke is laid; only mortars can fail."""
    title = f"{element.name} lays smoke"
    if SOURCES.get(state.sheet(element).smoke) != "mortar":
        return Odds.of(title, exact(lambda _: "laid"), OUTCOMES, ())
    tally = tally_smoke(state, element)
    chances: Distribution[str] = exact(lambda dice: resolve_smoke(tally, dice)[1])
    return Odds.of(title, chances, OUTCOMES, (tally,))


def lay_smoke(state: P8State, element: Element, order: LaySmoke, dice: Dice) -> Iterator[Event]:
    """Lay a smoke screen as an action; a mortar that fails has used its action for nothing."""
    element = state.put(msgspec.structs.replace(element, acted=True))
    code = smoke_code(state.sheet(element))
    assert code is not None
    screen = planned_screen(state, element, order)
    tallies: tuple[Tally, ...] = ()
    text, result = f"{element.name} lays smoke.", "laid"
    if SOURCES[code] == "mortar":
        tally = tally_smoke(state, element)
        score, result = resolve_smoke(tally, dice, element.name)
        tallies = (tally,)
        note_shot(state, element, state.sheet(element).guns[0])
        told = "the screen is laid" if result == "laid" else "no smoke comes of it"
        text = f"{element.name} fires smoke: {score}, {told}."
    if result == "laid":
        _place(state, screen)
    yield Event(
        kind="smoke",
        text=text,
        rules=("p8.smoke.is-an-action", "p8.smoke.screen-shape", _RULES[code]),
        pieces=(element.id,),
        rolls=dice.take_rolls(),
        tallies=tallies,
        data={"result": result, "outline": screen.base.corners, "left": pool(state, element.side)},
    )


def _place(state: P8State, screen: Screen) -> None:
    cite("p8.smoke.lasts-until-next-action-phase", "p8.markers.advanced-extra")
    spend(state, screen.side)
    state.screens = (*state.screens, screen)


# -- support fire (15.4) --------------------------------------------------------------------------


def support_screen(state: P8State, side: str, at: Point, heading: float) -> Screen:
    """The screen that support fire of a side would lay now: four base widths wide."""
    cite("p8.smoke.support-fire")
    return screen_of(side, at, heading, "support", ends=state.turn + 1)


def place_support_screen(state: P8State, side: str, at: Point, heading: float) -> Screen:
    """Lay a support fire screen in the Event Phase: it takes a counter, but nobody's action.

    It lasts until the Action Phase of its owner's next player turn. `can_place` must be asked
    before.
    """
    screen = support_screen(state, side, at, heading)
    _place(state, screen)
    return screen
