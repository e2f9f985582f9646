"""Section 14: laying smoke, and the counters that it costs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

import msgspec

from sandtable.acts import Words
from sandtable.battle import Event, Refusal, Tally
from sandtable.battle.page import Slot, Trace
from sandtable.catalogue import cite
from sandtable.dice import Dice, Distribution, exact
from sandtable.odds import Odds
from sandtable.table import (
    Footprint,
    Point,
    bearing,
    between,
    distance,
    distance_to_polyline,
    in_field_of_fire,
    overlap,
    rectangle,
    step,
    touching,
)

from ..s02_terrain.line_of_sight import clear, is_elevated, visible_distance
from ..s05_actions.action import Action
from ..s05_actions.fire.line_of_fire import spotters
from ..s08_results.passengers import check_ready_to_fire, note_shot
from ..s10_buildings.streets import hidden_in_town
from ..s16_nations.nations import steady_quality
from ..state import Element, P8State, Screen, SmokeSource, slots
from ..state.case import Case
from ..state.orders import ActionOrder
from ..state.sheets import INFANTRY, SHEETS, Sheet
from ..state.tables import QUALITY, TOLERANCE
from .screens import DEPTH, screen_of, shown


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


# -- the action ------------------------------------------------------------------------------------


class SmokeAction(Action[LaySmoke]):
    """Lay a smoke screen from dischargers, with grenades or with a mortar."""

    order = LaySmoke
    words = Words(
        label="Smoke",
        key="K",
        rule="p8.smoke.is-an-action",
        hint="Lays a smoke screen.",
        typed="smoke ELEMENT at X,Y [heading N]",
        means="Lay a smoke screen about that point; N is the way across it.",
        also=("smoke", "lay smoke"),
    )

    def concerns(self, state: P8State, element: Element) -> bool:
        """Those who have smoke, where it is played with."""
        if not state.setting.options["smoke"] or smoke_code(state.sheet(element)) is None:
            return False
        return element.on_table or element.under is not None

    def check(self, state: P8State, element: Element, order: LaySmoke) -> Refusal | None:
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

    def act(self, state: P8State, element: Element, order: LaySmoke, dice: Dice) -> Iterator[Event]:
        """A mortar that fails has used its action for nothing."""
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
            data={
                "result": result,
                "outline": screen.base.corners,
                "left": pool(state, element.side),
            },
        )

    def offer(self, state: P8State, element: Element) -> Iterator[LaySmoke]:
        """Screens before the layer, and between an enemy and a friend."""
        return smokes(state, element)

    def asked(
        self, case: Case, element: Element, fixed: Mapping[str, Any]
    ) -> tuple[Iterable[Slot], Refusal | None]:
        """The middle of the screen, and the way across it."""
        place = next((one for one in smokes(case.state, element) if case.allows(one)), None)
        order = place or LaySmoke(element.id, (element.x, element.y))
        across = element.heading if place is None else place.heading
        return (
            slots.spot("at", "Choose the middle of the screen", place and list(place.at)),
            slots.facing("Turn the way across it", name="heading", default=across),
        ), self.unless_elsewhere(case, element, order)

    def odds(self, state: P8State, order: LaySmoke) -> Odds | None:
        """Whether it lies as it is wanted."""
        element = state.pieces.get(order.element)
        if element is None or self.check(state, element, order) is not None:
            return None
        return smoke_odds(state, element)

    def preview(self, state: P8State, order: LaySmoke) -> Trace | None:
        """Where the screen would lie."""
        element = state.pieces.get(order.element)
        if element is None or smoke_code(state.sheet(element)) is None:
            return None
        screen = planned_screen(state, element, order)
        left = pool(state, element.side)
        note = f"{left} smoke counter{'s' * (left != 1)} left."
        return Trace(overlays=(shown(state, screen),), notes=(note,))

    def told(self, state: P8State, order: LaySmoke) -> str:
        """Where, and across which way."""
        across = "" if order.heading is None else f", across {order.heading:g}"
        return f"smoke at {order.at[0]:g},{order.at[1]:g}{across}"


DANGERS: Final = 2
"""How many of the enemies that threaten somebody smoke is thought of against."""


BEFORE_ENEMY: Final = 0.6
"""Where on the line from a friend to an enemy a mortar's screen is put."""


def smokes(state: P8State, element: Element) -> Iterator[LaySmoke]:
    """Screens worth a thought: before the layer, and between enemies and the friends near them."""
    if not can_place(state, element.side) or element.suppressed or element.inside is not None:
        return
    if not (element.on_table or element.under is not None) or element.broken_down:
        return
    code = smoke_code(state.sheet(element))
    if code is None:
        return
    if code in ("L", "M"):
        yield from _between(state, element)
        return
    edges = {0.0} if code == "H" else {0.0, *_edges_in_danger(state, element)}
    for edge in sorted(edges):
        yield _against_edge(state, element, edge)


def _nearest_enemies(state: P8State, element: Element) -> list[Element]:
    spot = (element.x, element.y)
    by_distance = sorted(
        state.enemies_of(element), key=lambda enemy: (math.dist(spot, (enemy.x, enemy.y)), enemy.id)
    )
    return by_distance[:DANGERS]


def _edges_in_danger(state: P8State, element: Element) -> Iterator[float]:
    """The edges of a base, by the quarter turn, that look towards the nearest enemies."""
    for enemy in _nearest_enemies(state, element):
        towards = bearing((element.x, element.y), (enemy.x, enemy.y)) - element.heading
        yield 90.0 * (round((towards % 360.0) / 90.0) % 4)


def _against_edge(state: P8State, element: Element, edge: float) -> LaySmoke:
    """A screen that lies squarely against an edge of its layer's base."""
    sheet = state.sheet(element)
    reach = (sheet.depth if edge in (0.0, 180.0) else sheet.width) / 2
    heading = (element.heading + edge) % 360.0
    x, y = step((element.x, element.y), heading, reach + DEPTH / 2 + 0.01)
    return LaySmoke(element.id, (round(x, 3), round(y, 3)), round(heading, 1))


def _between(state: P8State, element: Element) -> Iterator[LaySmoke]:
    """Screens on the lines between the nearest enemies and whichever friends are nearest to those.

    Friends on the move need smoke most, so weapons that stand and shoot are not thought of.
    """
    friends = [f for f in state.friends_of(element) if not state.sheet(f).is_crew_served]
    for enemy in _nearest_enemies(state, element):
        there = (enemy.x, enemy.y)
        friend = min(friends, key=lambda f: (math.dist((f.x, f.y), there), f.id), default=element)
        spot = between((friend.x, friend.y), there, BEFORE_ENEMY)
        if math.dist((friend.x, friend.y), there) > 1e-6:
            heading = round(bearing((friend.x, friend.y), there), 1)
            yield LaySmoke(element.id, (round(spot[0], 3), round(spot[1], 3)), heading)
