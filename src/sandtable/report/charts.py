"""Small charts of luck, as SVG in the colours of the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from sandtable.draw.svg import element, number, polyline, title, words
from sandtable.draw.symbols import BADGES
from sandtable.report.luck import Throw

WIDE: Final = 640.0
HIGH: Final = 190.0
LEFT: Final = 34.0
FOOT: Final = 24.0
LINES: Final = ("", "7 4", "2 4", "9 3 2 3")
"""How the line of each side is dashed, so that lines differ without their colours."""


def badge(side: int) -> str:
    """The badge of a side, of the form of its frame on the map."""
    shape = element(
        "path",
        d=BADGES[side % len(BADGES)],
        fill="var(--own-fill)",
        stroke="var(--own)",
        stroke_width=0.18,
    )
    return element(
        "svg",
        shape,
        viewBox="-1.3 -1.3 2.6 2.6",
        class_=f"badge side-{side % len(BADGES)}",
        aria_hidden="true",
    )


def bars(expected: Fraction, actual: int, most: float, side: int) -> str:
    """A bar for what came about, and a mark where it was to be expected."""
    scale = 200 / most if most else 0.0
    mark = float(expected) * scale
    return element(
        "svg",
        element("path", d="M0 12H200", stroke="var(--grid)", stroke_width=1),
        element(
            "rect",
            y=5,
            width=actual * scale,
            height=14,
            fill="var(--own-fill)",
            stroke="var(--own)",
            stroke_width=1.2,
        ),
        element("path", d=f"M{number(mark)} 0V24", stroke="var(--ink)", stroke_width=2.4),
        viewBox="-2 0 206 24",
        preserveAspectRatio="none",
        class_=f"bars side-{side % len(BADGES)}",
        aria_hidden="true",
    )


def course(throws: Sequence[Throw], sides: Mapping[str, str], turn_name: str = "turn") -> str:
    """How luck went: for each side, how far what its dice had brought was ahead of its due.

    Args:
        throws: All rolls, in their order.
        sides: The names of the sides by id, in their order.
        turn_name: What the book calls a turn.
    """
    lines = {side: _steps(throws, side) for side in sides}
    top = max(1.0, *(abs(value) for line in lines.values() for _, value in line))
    across = (WIDE - LEFT - 8) / max(1, len(throws))
    middle = (HIGH - FOOT) / 2
    up = (middle - 10) / top

    def at(place: float, value: float) -> tuple[float, float]:
        return LEFT + place * across, middle - value * up

    parts = [title(described(throws, sides)), *_axes(throws, top, at)]
    parts.append(_label(turn_name, LEFT - 6, HIGH - FOOT + 16, "end"))
    for index, (side, line) in enumerate(lines.items()):
        points = [at(place, value) for place, value in line]
        parts.append(
            element(
                "path",
                d=polyline(points, places=1),
                class_=f"side-{index % len(BADGES)}",
                fill="none",
                stroke="var(--own)",
                stroke_width=2.4,
                stroke_linejoin="round",
                stroke_dasharray=LINES[index % len(LINES)] or None,
                data_side=side,
            )
        )
    return element(
        "svg",
        *parts,
        viewBox=f"0 0 {number(WIDE)} {number(HIGH)}",
        class_="course",
        role="img",
        aria_label=described(throws, sides),
    )


def _steps(throws: Sequence[Throw], side: str) -> list[tuple[float, float]]:
    """After which roll a side stood how far ahead."""
    ahead = Fraction(0)
    line = [(0.0, 0.0)]
    for place, throw in enumerate(throws, 1):
        if throw.side == side:
            ahead += throw.brought - throw.chance
            line.append((float(place), float(ahead)))
    return [*line, (float(len(throws)), float(ahead))]


def _axes(
    throws: Sequence[Throw], top: float, at: Callable[[float, float], tuple[float, float]]
) -> list[str]:
    """Even luck as a line, and where turns begin."""
    step = next(each for each in (1, 2, 5, 10, 20, 50, 100) if top / each <= 3.2)
    parts = []
    for value in range(-int(top // step) * step, int(top // step) * step + 1, step):
        (x, y), (end, _) = at(0, value), at(len(throws), value)
        parts.append(
            element(
                "path",
                d=f"M{number(x)} {number(y)}H{number(end)}",
                stroke="var(--ink)" if value == 0 else "var(--grid)",
                stroke_width=1,
            )
        )
        parts.append(_label(signed(value, places=0), x - 6, y + 4, "end"))
    last = 0
    for place, throw in enumerate(throws):
        if throw.turn != last:
            last = throw.turn
            x, _ = at(place, 0)
            foot = HIGH - FOOT
            parts.append(
                element(
                    "path",
                    d=f"M{number(x)} {number(foot - 4)}v8",
                    stroke="var(--soft)",
                    stroke_width=1,
                )
            )
            parts.append(_label(str(last), x + 3, foot + 16, "start"))
    return parts


def _label(text: str, x: float, y: float, anchor: str) -> str:
    return words(text, x=x, y=y, text_anchor=anchor, font_size=12, fill="var(--soft)")


def signed(value: float, places: int = 1) -> str:
    """A number with its sign, as it is printed.

    >>> signed(-1.25), signed(0.5), signed(0, places=0)
    ('−1.2', '+0.5', '0')
    """
    if not round(value, places):
        return "0"
    return f"{value:+.{places}f}".replace("-", "−")


def described(throws: Sequence[Throw], sides: Mapping[str, str]) -> str:
    """The course of luck in words."""
    ends = [
        f"{name} {signed(_steps(throws, side)[-1][1])} at the end" for side, name in sides.items()
    ]
    return f"How far each side's dice were ahead of what was to be expected: {', '.join(ends)}"
