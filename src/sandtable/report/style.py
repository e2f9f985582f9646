"""The look of a battle report: a printed page of the staff's, in the colours of the map."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from typing import Final

from sandtable.draw import DARK, LIGHT, Theme
from sandtable.draw.palette import SANS, SERIF

MONO: Final = "ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace"


def _colours(theme: Theme) -> str:
    """The colours of a theme as properties."""
    pairs = {
        "sheet": theme.sheet,
        "paper": theme.paper,
        "ink": theme.ink,
        "soft": theme.soft,
        "rule": theme.rule,
        "grid": theme.grid,
        "plate": theme.plate,
        "loss": theme.stop,
        "go": theme.go,
        "focus": theme.focus,
        "amber": theme.amber,
        "amber-ink": theme.amber_ink,
    }
    for number, side in enumerate(theme.sides):
        pairs[f"side-{number}"] = side.ink
        pairs[f"side-{number}-fill"] = side.fill
    return ";".join(f"--{name}:{colour}" for name, colour in pairs.items())


@cache
def style() -> str:
    """The one style sheet of every report."""
    light, dark = _colours(LIGHT), _colours(DARK)
    sides = "\n".join(
        f".side-{n}{{--own:var(--side-{n});--own-fill:var(--side-{n}-fill)}}"
        for n in range(len(LIGHT.sides))
    )
    return f"""
:root{{color-scheme:light dark;{light}}}
@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}
:root{{--serif:{SERIF};--sans:ui-sans-serif,system-ui,{SANS};--mono:{MONO}}}
{sides}
{PAGE}{PRINT}"""


PAGE: Final = """
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 var(--sans)}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:1rem;padding:.5rem 1rem;background:var(--sheet);z-index:1}
a{color:inherit;text-decoration-thickness:1px;text-underline-offset:.2em}
a:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:2px}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);
white-space:nowrap}
.report{max-width:66rem;margin:0 auto;padding:2.5rem clamp(1rem,4vw,3.5rem) 4rem;
background:var(--sheet);min-height:100vh;box-shadow:0 0 2rem rgb(60 45 10/.14)}
.masthead{border-bottom:3px double var(--ink);padding-bottom:1.1rem;margin-bottom:1.6rem}
.kicker{margin:0 0 .35rem;font:600 .8rem var(--sans);letter-spacing:.12em;
text-transform:uppercase;color:var(--soft)}
h1{margin:0;font:700 clamp(1.9rem,4.5vw,2.9rem)/1.12 var(--serif);text-wrap:balance}
h2{margin:2.6rem 0 .9rem;font:700 1.5rem/1.2 var(--serif);border-bottom:1px solid var(--rule);
padding-bottom:.3rem}
h3{margin:1.9rem 0 .6rem;font:600 .82rem var(--sans);letter-spacing:.08em;
text-transform:uppercase;color:var(--soft)}
p{margin:.5rem 0}
.where{margin:.5rem 0 0;font:italic 1.1rem var(--serif);color:var(--soft)}
.verdict{display:grid;grid-template-columns:auto 1fr;gap:.2rem 1rem;align-items:center;
margin:0 0 1.4rem;padding:1rem 1.2rem;border:1px solid var(--rule);
border-left:.45rem solid var(--own,var(--ink));background:var(--paper)}
.verdict svg{width:2.6rem;height:2.6rem;grid-row:span 2}
.verdict strong{font:700 1.35rem/1.2 var(--serif);color:var(--own,var(--ink))}
.verdict span{color:var(--soft)}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(10.5rem,1fr));gap:.7rem;
margin:0 0 1.6rem}
.facts div{padding:.6rem .8rem;border:1px solid var(--rule);background:var(--paper)}
.facts dt{font-size:.8rem;color:var(--soft)}
.facts dd{margin:.1rem 0 0;font:600 1.1rem/1.3 var(--serif)}
.contents ol{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;margin:0;padding:0;list-style:none;
font-size:.92rem}
.contents a{display:inline-block;padding:.25rem 0}
.briefing{font:1.08rem/1.6 var(--serif);max-width:44rem}
figure{margin:1.4rem 0}
figure>svg{display:block;width:100%;height:auto;border:1px solid var(--rule)}
figcaption{margin-top:.45rem;font:italic .95rem var(--serif);color:var(--soft)}
.events{margin:0;padding:0;list-style:none;columns:27rem 2;column-gap:2.4rem}
.events li{break-inside:avoid;padding:.42rem 0;border-bottom:1px dashed var(--grid)}
.events li::after{content:"";display:block;clear:both}
.dice{float:right;display:inline-flex;gap:.25rem;margin:.05rem 0 .2rem .7rem}
.die{display:inline-grid;place-items:center;min-width:1.55rem;height:1.55rem;padding:0 .3rem;
border:1.5px solid var(--own,var(--ink));border-radius:.3rem;background:var(--plate);
color:var(--own,var(--ink));font:700 .82rem var(--mono)}
.sums{margin:.15rem 0 0;font:.78rem/1.45 var(--mono);color:var(--soft)}
.sums b{color:var(--ink)}
.out{font-weight:600;color:var(--loss)}
.out::before{content:"\\2715\\00a0"}
.suppressed{font-weight:600}
.suppressed::before{content:"\\25B2\\00a0"}
.ruling,.announcement{font-style:italic}
.by{font-size:.78rem;color:var(--soft)}
.nothing{color:var(--soft)}
.tabular{overflow-x:auto}
.tabular:focus-visible{outline:3px solid var(--focus)}
table{width:100%;border-collapse:collapse;font-size:.95rem}
th,td{padding:.45rem .7rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--grid)}
thead th{font-size:.8rem;color:var(--soft);border-bottom:1.5px solid var(--ink)}
tbody th{font:600 1rem var(--serif);white-space:nowrap}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.badge{width:1.3em;height:1.1em;vertical-align:-.2em;margin-right:.45em}
.bars{width:100%;min-width:9rem;height:1.5rem}
.course{max-width:100%;border:0}
.key{display:flex;flex-wrap:wrap;gap:.3rem 1.6rem;margin:.2rem 0 0;padding:0;list-style:none;
font-size:.88rem;color:var(--soft)}
.key svg{width:2rem;height:.9rem;vertical-align:-.1em;margin-right:.4em}
.check{display:inline-block;padding:.25rem .8rem;border:1.5px solid currentColor;
border-radius:99rem;font-weight:600}
.check.good{color:var(--go)}
.check.bad{color:var(--loss)}
.check.open{color:var(--soft)}
.proof{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1.2rem;margin:1rem 0}
.proof dt{color:var(--soft)}
.proof dd{margin:0;overflow-wrap:anywhere;font:.92rem/1.5 var(--mono)}
.colophon{margin-top:3rem;padding-top:.8rem;border-top:1px solid var(--rule);font-size:.85rem;
color:var(--soft)}
@media (max-width:40rem){.proof{grid-template-columns:1fr}.proof dt{margin-top:.5rem}}
@media screen and (prefers-color-scheme:dark){
figure>svg.sandtable-drawing{filter:invert(.91) hue-rotate(180deg)}
.report{box-shadow:none}}
"""

PRINT: Final = """
@page{margin:15mm 14mm}
@media print{
:root{color-scheme:light;font-size:9.5pt}
body,.report{background:none;box-shadow:none}
body{line-height:1.4}
.report{max-width:none;padding:0;min-height:0}
.contents,.skip{display:none}
h1{font-size:25pt}h2{margin-top:18pt}
h2,h3,figcaption{break-after:avoid}
figure{break-inside:avoid;margin:8pt 0}
.events{columns:2;column-gap:16pt}
.facts{grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr))}
table,.facts,.verdict{break-inside:avoid}
figure,.die,.verdict,.facts div,.bars{print-color-adjust:exact;-webkit-print-color-adjust:exact}
a{text-decoration:none}}
"""


def report_style_hash() -> str:
    """What a page must be allowed to show a report: the hash of its style sheet.

    A server that sends a report names it among its sources of style::

        Content-Security-Policy: default-src 'none'; style-src 'sha256-...'

    >>> report_style_hash()[:8]
    "'sha256-"
    """
    digest = hashlib.sha256(style().encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"
