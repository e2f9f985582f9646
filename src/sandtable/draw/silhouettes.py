"""Vehicles and guns from above: hull, turret and gun, so that one sees where they face.

Each silhouette is drawn on a base of 1.2 by 1.6 inches, its front at the top, its centre at the
origin, and is fitted to the base that a piece really has. Where the turret turns, it turns about
its own pivot.
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.draw.palette import SideColours
from sandtable.draw.svg import Value, element, number
from sandtable.draw.symbols import badge

THIN = 0.055
LINE = 0.075


class Pen:
    """The colours that a silhouette is drawn with, and the side that it belongs to."""

    def __init__(self, index: int, colours: SideColours, plate: str, heading: float = 0.0) -> None:
        self.index = index
        self.heading = heading
        self.ink = colours.ink
        self.fill = colours.fill
        self.plate = plate

    def shape(self, d: str, fill: str | None = None, width: float = LINE) -> str:
        """A closed form."""
        return element(
            "path",
            d=d,
            fill=fill or self.fill,
            stroke=self.ink,
            stroke_width=width,
            stroke_linejoin="round",
        )

    def line(self, d: str, width: float = LINE, **more: Value) -> str:
        """An open line."""
        return element("path", d=d, fill="none", stroke=self.ink, stroke_width=width, **more)

    def solid(self, d: str) -> str:
        """A form filled with ink."""
        return element("path", d=d, fill=self.ink)

    def badge(self, y: float, size: float, x: float = 0.0) -> str:
        """The badge of the side; it stays upright, so that a diamond never looks like a square."""
        where = f"translate({x:g} {y:g})"
        if self.heading:
            where += f" rotate({number(-self.heading)})"
        return element("g", badge(self.index, size, self.ink), transform=where)

    def turned(self, pivot: float, degrees: float, *parts: str) -> str:
        """What turns with the turret, about a point on the middle line."""
        turn = f"rotate({degrees:g} 0 {pivot:g})" if degrees else None
        return element("g", *parts, class_="turret", transform=turn)


Silhouette = Callable[[Pen, float], str]

_TRACKS = "M-.53-.7h.2V.72h-.2zM.33-.7h.2V.72h-.2z"
_LINKS = "".join(
    f"M-.53 {y:.2f}h.2M.33 {y:.2f}h.2" for y in (-0.55, -0.35, -0.15, 0.05, 0.25, 0.45, 0.6)
)


def _tracked(pen: Pen, hull: str) -> str:
    """Tracks with their links, and a hull between them."""
    return (
        pen.shape(_TRACKS, pen.ink, THIN)
        + element("path", d=_LINKS, stroke=pen.fill, stroke_width=0.03, fill="none")
        + pen.shape(hull)
    )


_HULL = "M-.36-.66L-.28-.76H.28L.36-.66V.68H-.36z"
_GRILLE = "M-.22 .46H.22M-.22 .56H.22"


def _gun(pen: Pen, start: float, end: float, width: float = 0.1) -> str:
    brake = pen.line(f"M0 {end:g}v.11", width + 0.09)
    return pen.line(f"M0 {start:g}V{end:g}", width) + brake


def _tank(pen: Pen, turret: float) -> str:
    dome = pen.shape("M-.17-.4H.17L.31-.2V.16Q.31 .34 0 .34Q-.31 .34-.31 .16V-.2z", pen.plate)
    return (
        _tracked(pen, _HULL)
        + pen.line(_GRILLE, 0.05)
        + pen.turned(-0.02, turret, _gun(pen, -0.38, -1.0, 0.115), dome)
        + pen.badge(-0.02, 0.17)
    )


def _heavy_tank(pen: Pen, turret: float) -> str:
    dome = pen.shape("M-.26-.44H.26L.36-.28V.3L.26 .42H-.26L-.36 .3V-.28z", pen.plate)
    return (
        _tracked(pen, _HULL)
        + pen.line(_GRILLE, 0.05)
        + pen.turned(0, turret, _gun(pen, -0.42, -1.02, 0.13), dome)
        + pen.badge(0, 0.2)
    )


def _light_tank(pen: Pen, turret: float) -> str:
    dome = pen.shape("M0-.3a.27 .27 0 1 0 .001 0z", pen.plate)
    return (
        _tracked(pen, _HULL)
        + pen.line(_GRILLE, 0.05)
        + pen.turned(-0.03, turret, pen.line("M0-.28V-.84", 0.075), dome)
        + pen.badge(-0.03, 0.15)
    )


def _assault_gun(pen: Pen, _: float) -> str:
    house = pen.shape("M-.34-.34L-.2-.48H.2L.34-.34V.3H-.34z", pen.plate)
    return (
        _tracked(pen, _HULL)
        + pen.line(_GRILLE, 0.05)
        + _gun(pen, -0.46, -0.98, 0.11)
        + house
        + pen.solid("M-.1-.56H.1V-.42H-.1z")
        + pen.badge(-0.04, 0.17)
    )


def _open_gun(pen: Pen, _: float) -> str:
    """A gun in an open fighting compartment at the rear."""
    tub = pen.shape("M-.36-.1L-.26-.22H.26L.36-.1V.64H-.36z", pen.plate)
    shield = pen.line("M-.36-.1L-.26-.22H.26L.36-.1", 0.12)
    return (
        _tracked(pen, _HULL)
        + _gun(pen, 0.12, -0.94, 0.1)
        + tub
        + _gun(pen, 0.12, -0.94, 0.1)
        + shield
        + pen.badge(0.38, 0.16)
    )


def _open_turret(pen: Pen, turret: float) -> str:
    """A tank destroyer whose turret has no roof."""
    dome = pen.shape("M-.2-.42H.2L.33-.22V.28L.2 .38H-.2L-.33 .28V-.22z", pen.plate)
    rim = pen.line("M-.2-.3L.2-.3", 0.05)
    return (
        _tracked(pen, _HULL)
        + pen.line(_GRILLE, 0.05)
        + pen.turned(-0.02, turret, _gun(pen, -0.4, -1.0), dome, rim)
        + pen.badge(-0.02, 0.17)
    )


def _anti_air_tank(pen: Pen, turret: float) -> str:
    ring = pen.shape("M-.18-.36H.18L.34-.14V.14L.18 .34H-.18L-.34 .14V-.14z", pen.plate)
    barrels = pen.line("M-.2-.1V-.72M-.08-.1V-.78M.08-.1V-.78M.2-.1V-.72", 0.055)
    return _tracked(pen, _HULL) + pen.turned(0, turret, ring, barrels) + pen.badge(0, 0.13)


_WHEELS = "M-.5{0}h.14v.3h-.14zM.36{0}h.14v.3h-.14z"


def _wheels(pen: Pen, *places: float) -> str:
    return "".join(pen.shape(_WHEELS.format(f" {y:g}"), pen.ink, 0.03) for y in places)


def _halftrack(pen: Pen, _: float) -> str:
    return (
        _wheels(pen, -0.62)
        + pen.shape("M-.52-.12h.16V.68h-.16zM.36-.12h.16V.68h-.16z", pen.ink, 0.03)
        + pen.shape("M-.2-.78H.2L.28-.3 .38-.2V.72H-.38V-.2L-.28-.3z")
        + pen.line("M-.28-.3H.28M-.34-.12H.34", 0.055)
        + pen.shape("M-.28-.02H.28V.62H-.28z", pen.plate, THIN)
        + pen.badge(0.3, 0.17)
    )


def _halftrack_aa(pen: Pen, turret: float) -> str:
    mount = pen.shape("M0 .06a.25 .25 0 1 0 .001 0z", pen.plate)
    barrels = pen.line("M-.16 .2V-.42M-.06 .2V-.46M.06 .2V-.46M.16 .2V-.42", 0.05)
    return (
        _wheels(pen, -0.62)
        + pen.shape("M-.52-.12h.16V.68h-.16zM.36-.12h.16V.68h-.16z", pen.ink, 0.03)
        + pen.shape("M-.2-.78H.2L.28-.3 .38-.2V.72H-.38V-.2L-.28-.3z")
        + pen.turned(0.3, turret, mount, barrels)
        + pen.badge(0.3, 0.11)
    )


def _carrier(pen: Pen, _: float) -> str:
    return (
        _tracked(pen, "M-.36-.6L-.24-.74H.24L.36-.6V.68H-.36z")
        + pen.shape("M-.24-.36H.24V.56H-.24z", pen.plate, THIN)
        + pen.line("M-.24-.08H.24M-.14-.36V-.62", 0.06)
        + pen.badge(0.24, 0.16)
    )


def _armoured_car(pen: Pen, turret: float) -> str:
    dome = pen.shape("M-.14-.3H.14L.26-.12V.12L.14 .24H-.14L-.26 .12V-.12z", pen.plate)
    return (
        _wheels(pen, -0.58, 0.3)
        + pen.shape("M-.18-.78H.18L.36-.42V.5L.24 .72H-.24L-.36 .5V-.42z")
        + pen.turned(-0.04, turret, pen.line("M0-.26V-.86", 0.075), dome)
        + pen.badge(-0.04, 0.14)
    )


def _eight_wheeler(pen: Pen, turret: float) -> str:
    dome = pen.shape("M-.16-.34H.16L.28-.14V.14L.16 .28H-.16L-.28 .14V-.14z", pen.plate)
    return (
        "".join(
            pen.shape(f"M-.5 {y:g}h.14v.24h-.14zM.36 {y:g}h.14v.24h-.14z", pen.ink, 0.03)
            for y in (-0.66, -0.34, 0.08, 0.4)
        )
        + pen.shape("M-.2-.8H.2L.36-.5V.56L.22 .78H-.22L-.36 .56V-.5z")
        + pen.turned(-0.03, turret, _gun(pen, -0.3, -0.92, 0.08), dome)
        + pen.badge(-0.03, 0.15)
    )


def _truck(pen: Pen, _: float) -> str:
    return (
        _wheels(pen, -0.6, 0.32)
        + pen.shape("M-.26-.76H.26L.32-.4V-.12H-.32V-.4z")
        + pen.shape("M-.24-.38H.24V-.22H-.24z", pen.plate, THIN)
        + pen.shape("M-.38-.1H.38V.74H-.38z", pen.plate)
        + pen.line("M-.38 .1H.38M-.38 .53H.38", 0.045, stroke_opacity=0.6)
        + pen.badge(0.32, 0.16)
    )


def _car(pen: Pen, _: float) -> str:
    return (
        _wheels(pen, -0.5, 0.26)
        + pen.shape("M-.24-.66H.24L.34-.5V.6H-.34V-.5z")
        + pen.line("M-.3-.14H.3", 0.08)
        + pen.shape("M-.24-.06H.24V.5H-.24z", pen.plate, THIN)
        + pen.badge(0.22, 0.15)
    )


def _motorcycle(pen: Pen, _: float) -> str:
    wheel = "M-.09 {0}q.09-.12 .18 0v.3q-.09 .12-.18 0z"
    return (
        pen.shape(wheel.format("-.66") + wheel.format(".38"), pen.ink, 0.03)
        + pen.line("M0-.5V.5M-.36-.24Q0-.5 .36-.24", 0.08)
        + pen.shape("M-.15-.22Q0-.34 .15-.22V.06H-.15z")
        + pen.shape("M-.2 .02Q0-.08 .2 .02V.34Q0 .44-.2 .34z", pen.plate, THIN)
        + pen.badge(0.19, 0.13)
    )


def _portee(pen: Pen, _: float) -> str:
    return (
        _wheels(pen, -0.6, 0.32)
        + pen.shape("M-.26-.76H.26L.32-.4V-.12H-.32V-.4z")
        + pen.shape("M-.38-.1H.38V.74H-.38z", pen.plate)
        + _gun(pen, 0.5, -0.5, 0.08)
        + pen.line("M-.26 .14H.26", 0.1)
        + pen.badge(0.52, 0.13)
    )


def _wagon(pen: Pen, _: float) -> str:
    horse = "M{0}-.78q.09 .04 .09 .2V-.2q0 .06-.09 .06q-.09 0-.09-.06V-.58q0-.16 .09-.2z"
    spokes = pen.shape("M-.46 .12h.1v.5h-.1zM.36 .12h.1v.5h-.1z", pen.ink, 0.03)
    return (
        pen.shape(horse.format("-.16") + horse.format(".16"), pen.ink, 0.03)
        + pen.line("M0-.62V.06M-.16-.16L0 .04 .16-.16", 0.05)
        + spokes
        + pen.shape("M-.34 .04H.34V.72H-.34z", pen.plate)
        + pen.badge(0.38, 0.16)
    )


def _anti_tank_gun(pen: Pen, _: float) -> str:
    return (
        pen.line("M-.04 .02L-.34 .74M.04 .02L.34 .74", 0.08)
        + pen.shape("M-.44-.2h.12v.36h-.12zM.32-.2h.12v.36h-.12z", pen.ink, 0.03)
        + _gun(pen, 0.1, -0.86, 0.085)
        + pen.shape("M-.42-.18L-.3-.27H.3L.42-.18 .4-.1 .28-.17H-.28L-.4-.1z", pen.fill, THIN)
        + pen.badge(0.36, 0.15)
    )


def _field_gun(pen: Pen, _: float) -> str:
    return (
        pen.line("M-.1 .06V.5L0 .76 .1 .5V.06", 0.08)
        + pen.shape("M-.46-.28h.14v.5h-.14zM.32-.28h.14v.5h-.14z", pen.ink, 0.03)
        + pen.line("M-.4-.04H.4", 0.06)
        + pen.line("M0 .2V-.62", 0.15)
        + pen.shape("M-.3-.16H.3V-.08H-.3z", pen.fill, THIN)
        + pen.badge(0.36, 0.15)
    )


def _anti_air_gun(pen: Pen, _: float) -> str:
    return (
        pen.line("M0-.34V.76M-.46 .18H.46", 0.07)
        + pen.line("M-.1 .74H.1M-.46 .08v.2M.46 .08v.2", 0.07)
        + pen.shape("M0-.18a.34 .34 0 1 0 .001 0z", pen.plate)
        + _gun(pen, 0.1, -0.88, 0.085)
        + pen.badge(0.26, 0.13)
    )


def _dot(pen: Pen, _: float) -> str:
    return pen.shape("M0-.5L.3-.1H.16V.5H-.16V-.1H-.3z", pen.plate) + pen.badge(0.1, 0.13)


SILHOUETTES: dict[str, Silhouette] = {
    "tank": _tank,
    "heavy-tank": _heavy_tank,
    "light-tank": _light_tank,
    "assault-gun": _assault_gun,
    "open-gun": _open_gun,
    "open-turret": _open_turret,
    "anti-air-tank": _anti_air_tank,
    "halftrack": _halftrack,
    "anti-air-halftrack": _halftrack_aa,
    "carrier": _carrier,
    "armoured-car": _armoured_car,
    "eight-wheeler": _eight_wheeler,
    "truck": _truck,
    "car": _car,
    "motorcycle": _motorcycle,
    "portee": _portee,
    "wagon": _wagon,
    "gun": _anti_tank_gun,
    "field-gun": _field_gun,
    "anti-air-gun": _anti_air_gun,
}
"""The silhouettes that can be drawn; anything else is an arrow that shows the facing."""


def silhouette(name: str | None, pen: Pen, width: float, depth: float, turret: float = 0.0) -> str:
    """A silhouette, fitted to a base; ``turret`` is how far its turret is turned from the hull."""
    drawn = SILHOUETTES.get(name or "", _dot)(pen, turret)
    scale = min(width / 1.2, depth / 1.6)
    stretch = min(depth / 1.6, scale * 1.25)
    return element("g", drawn, transform=f"scale({scale:.4g} {stretch:.4g})")
