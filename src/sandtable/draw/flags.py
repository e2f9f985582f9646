"""How objectives are drawn, and what lies over the ground."""

from __future__ import annotations

from sandtable.battle.figures import Flag, Patch
from sandtable.draw.easel import Easel
from sandtable.draw.shapes import (
    area_of,
    scatter,
    seed_of,
)
from sandtable.draw.svg import dots, element, number, polyline, title
from sandtable.draw.symbols import badge


def flag(easel: Easel, marker: Flag, scale: float = 1.0) -> str:
    """An objective: a flag in a dotted ring; in the colours and form of whoever holds it."""
    theme = easel.theme
    x, y = easel.at(marker.x, marker.y)
    held = marker.holder is not None
    ink = easel.colours(marker.holder).ink if held else theme.ink
    fill = easel.colours(marker.holder).fill if held else theme.ink
    text = marker.label or marker.id
    if marker.value != 1:
        text += f", worth {marker.value}"
    text += f", held by {easel.names.get(marker.holder or '', '')}" if held else ", held by nobody"
    ring = element(
        "circle",
        r=marker.radius if marker.radius is not None else 1.5,
        fill="none",
        stroke=ink,
        stroke_width=0.09 * scale,
        stroke_linecap="round",
        stroke_dasharray=f"0 {number(0.3 * scale)}",
    )
    pennant = [
        element(
            "path",
            d="M0-1.25L1.05-.93 0-.6z",
            fill=fill,
            stroke=ink,
            stroke_width=0.09,
            stroke_linejoin="round",
        ),
        element("path", d="M0 .12V-1.3", stroke=ink, stroke_width=0.12, stroke_linecap="round"),
        element("circle", cy=0.12, r=0.12, fill=ink),
    ]
    if held:
        small = badge(easel.index(marker.holder), 0.15, ink)
        pennant.append(element("g", small, transform="translate(.36 -.93)"))
    return element(
        "g",
        title(f"Objective: {text}"),
        ring,
        element("g", *pennant, transform=f"scale({number(scale)})" if scale != 1 else None),
        class_="objective",
        data_objective=marker.id,
        data_holder=marker.holder,
        transform=f"translate({number(x)} {number(y)})",
    )


def patch(easel: Easel, thing: Patch) -> str:
    """Something that lies over the ground: smoke, fire, a beaten zone, a zone of deployment."""
    theme = easel.theme
    path = polyline([easel.at(x, y) for x, y in thing.outline], closed=True)
    text = title(thing.label or thing.kind.replace("-", " "))
    facts = {"class_": f"patch patch-{thing.kind}", "data_patch": thing.id}
    if thing.kind == "smoke":
        return element("g", text, _smoke(easel, thing, path), **facts)
    if thing.kind == "zone":
        ink = easel.colours(thing.side).ink if thing.side else theme.soft
        drawn = element(
            "path",
            d=path,
            fill=ink,
            fill_opacity=0.07,
            stroke=ink,
            stroke_width=0.1,
            stroke_dasharray=".6 .3",
        )
        return element("g", text, drawn, **facts)
    ink = theme.stop if thing.kind in ("beaten", "fire") else theme.soft
    drawn = element(
        "path",
        d=path,
        fill=f"url(#{easel.prefix}-beaten)" if thing.kind == "beaten" else ink,
        fill_opacity=None if thing.kind == "beaten" else 0.2,
        stroke=ink,
        stroke_width=0.1,
        stroke_dasharray=".25 .2",
    )
    return element("g", text, drawn, **facts)


def _smoke(easel: Easel, thing: Patch, path: str) -> str:
    """A soft grey screen of puffs; its edge is dotted exactly where the rules have it."""
    theme = easel.theme
    outline = [easel.at(x, y) for x, y in thing.outline]
    seed = seed_of(thing.id)
    size = max(0.2, min(0.6, abs(area_of(outline)) ** 0.5 * 0.28))
    puffs = [(x, y, size) for x, y in scatter(outline, size * 1.1, seed, loose=0.4)]
    inner = [(x - size * 0.2, y - size * 0.2, size * 0.55) for x, y, _ in puffs]
    return (
        element("path", d=path, fill=theme.smoke, fill_opacity=0.5)
        + element("path", d=dots(puffs), fill=theme.smoke, fill_opacity=0.42)
        + element("path", d=dots(inner), fill=theme.sheet, fill_opacity=0.3)
        + element(
            "path",
            d=path,
            fill="none",
            stroke=theme.soft,
            stroke_width=0.06,
            stroke_linecap="round",
            stroke_dasharray="0 .16",
        )
    )
