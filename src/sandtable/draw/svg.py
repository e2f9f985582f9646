"""Writing SVG: numbers, text and elements, always the same bytes for the same things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

Point = tuple[float, float]
Value = str | float | int | None

_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_UNSAFE = re.compile('[&<>"\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]')
"""What must be written otherwise, and what XML cannot hold."""


def number(value: float, places: int = 3) -> str:
    """A number, rounded, as short as it can be written.

    >>> number(2.50004), number(-0.0001), number(7)
    ('2.5', '0', '7')
    """
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escape(text: str) -> str:
    """Text that is safe inside an element or an attribute; what XML cannot hold is left out.

    >>> escape('<b> & "c"' + chr(7))
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    return _UNSAFE.sub(lambda found: _ESCAPES.get(found[0], ""), text)


def element(tag: str, *inside: str, **attributes: Value) -> str:
    """An element; underscores in names of attributes are hyphens, and ``None`` is left out.

    >>> element("g", element("circle", r=1.0), class_="piece", data_piece="a&b", fill=None)
    '<g class="piece" data-piece="a&amp;b"><circle r="1"/></g>'
    """
    parts = [tag]
    for name, value in attributes.items():
        if value is None:
            continue
        written = escape(value) if isinstance(value, str) else number(value)
        parts.append(f'{name.rstrip("_").replace("_", "-")}="{written}"')
    body = "".join(inside)
    opening = " ".join(parts)
    return f"<{opening}>{body}</{tag}>" if body else f"<{opening}/>"


def group(children: Iterable[str], **attributes: Value) -> str:
    """A group of elements, one to a line."""
    body = "\n".join(child for child in children if child)
    return element("g", f"\n{body}\n" if body else "", **attributes)


def words(text: str, **attributes: Value) -> str:
    """A line of text.

    >>> words("Route de Caen", x=1, y=2)
    '<text x="1" y="2">Route de Caen</text>'
    """
    return element("text", escape(text), **attributes)


def title(text: str) -> str:
    """What a screen reader says and a pointer shows."""
    return element("title", escape(text))


def polyline(points: Sequence[Point], *, closed: bool = False, places: int = 3) -> str:
    """The path through some points.

    >>> polyline([(0, 0), (2, 0), (2, 1)], closed=True)
    'M0 0L2 0L2 1Z'
    """
    path = "L".join(f"{number(x, places)} {number(y, places)}" for x, y in points)
    return f"M{path}{'Z' if closed else ''}"


def segments(pairs: Iterable[tuple[Point, Point]], places: int = 2) -> str:
    """The path of many short strokes."""
    return "".join(polyline(pair, places=places) for pair in pairs)


def dots(centres: Iterable[tuple[float, float, float]]) -> str:
    """The path of many small discs, given as (x, y, radius)."""
    path = []
    for x, y, r in centres:
        r = round(r, 2)
        half, full = number(r, 2), number(2 * r, 2)
        path.append(
            f"M{number(x - r, 2)} {number(y, 2)}a{half} {half} 0 1 0 {full} 0"
            f"a{half} {half} 0 1 0 -{full} 0"
        )
    return "".join(path)


def arrow(tip: Point, along: Point, size: float) -> str:
    """The path of an arrow-head with its tip at a point; ``along`` is the unit step it points."""
    (x, y), (dx, dy) = tip, along
    back = (x - dx * size, y - dy * size)
    half = size * 0.5
    left = (back[0] - dy * half, back[1] + dx * half)
    right = (back[0] + dy * half, back[1] - dx * half)
    return polyline([left, tip, right], closed=True)
