"""Section 14: smoke screens on the table, as they lie and whom they stop."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from sandtable.battle import Refusal
from sandtable.battle.overlays import Reach
from sandtable.catalogue import cite
from sandtable.table import Footprint, Point, bearing, overlap, segment_meets, swept

from ..s05_actions.move.rates import base_at, heading_on_leg
from ..state import Bearing, Element, P8State, Screen, SmokeSource
from ..state.tables import BASE_WIDTH
from ..state.units import in_unit

DEPTH: Final = 0.8
"""How deep every screen is."""

WIDTHS: Final[dict[SmokeSource, int]] = {"discharger": 2, "grenades": 2, "support": 4}
"""How many base widths wide a screen is, by what it comes from; mortars differ in size."""


def screen_of(
    side: str,
    at: Point,
    heading: float,
    source: SmokeSource,
    *,
    base_widths: int | None = None,
    layer: str | None = None,
    ends: int | None = None,
) -> Screen:
    """A screen centred on a point, so many base widths wide and 0.8 deep."""
    cite("p8.smoke.screen-shape")
    widths = WIDTHS[source] if base_widths is None else base_widths
    return Screen(
        side=side,
        x=round(at[0], 4),
        y=round(at[1], 4),
        heading=round(heading % 360.0, 4),
        width=round(widths * BASE_WIDTH, 4),
        depth=DEPTH,
        layer=layer,
        source=source,
        ends=ends,
    )


def barring(state: P8State, element: Element, here: Footprint) -> list[Footprint]:
    """Where an element may not advance: into smoke that dischargers of its own side have laid.

    It stops armoured vehicles only, and none that stands in it already.
    """
    if not state.screens or not state.setting.options["smoke"] or not state.sheet(element).is_afv:
        return []
    cite("p8.smoke.afv-not-through-own-discharger-smoke")
    own = [s.base for s in state.screens if s.side == element.side and s.source == "discharger"]
    return [place for place in own if not overlap(here, place)]


def check_advance(
    state: P8State, element: Element, path: Sequence[Point], start: float, style: Bearing
) -> Refusal | None:
    """Why an armoured vehicle cannot go that way: its own side's dischargers have smoked it off.

    Whoever stands in such smoke when the move begins may drive out of it.
    """
    if not state.screens or len(path) < 2:
        return None
    sheet = state.sheet(element)
    for place in barring(state, element, base_at(sheet, path[0], start)):
        for a, b in itertools.pairwise(path):
            heading = heading_on_leg(start, bearing(a, b), style)
            if _enters(base_at(sheet, a, heading), base_at(sheet, b, heading), place):
                return Refusal(
                    "p8.smoke.afv-not-through-own-discharger-smoke",
                    f"{element.name} may not advance into the smoke of its own side's "
                    "dischargers; it may go round it or fall back.",
                )
    return None


def _enters(start: Footprint, end: Footprint, place: Footprint) -> bool:
    """Whether a leg leads into smoke; a corner that swings through it as the base turns does not.

    The base has turned before it sets out on the leg, so it may overlap the smoke at once.
    """
    if not overlap(swept(start, end), place):
        return False
    swings = overlap(start, place) and not overlap(end, place)
    return not swings or segment_meets(start.centre, end.centre, place)


def shown(state: P8State, screen: Screen) -> Reach:
    """A screen as it is shown on the table."""
    told = in_unit(state.setting, f"Smoke, {screen.width:g} by {screen.depth:g} in")
    return Reach(outline=screen.base.corners, side=screen.side, label=told)
