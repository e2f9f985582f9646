"""What is told on the screen: odds, rules, pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.padding import Padding
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from sandtable.battle import Phrasebook, View
    from sandtable.catalogue import Rule
    from sandtable.odds import Odds

NOTHING = "none"


def short_odds(odds: Odds) -> str:
    """The odds in a few words, the most telling result first.

    >>> from fractions import Fraction
    >>> from sandtable.odds import Odds
    >>> short_odds(Odds(title="", outcomes=(("none", Fraction(3, 4)), ("out", Fraction(1, 4)))))
    'out 25%, none 75%'
    """
    parts = [
        f"{result} {float(chance):.0%}"
        for result, chance in reversed(odds.outcomes)
        if chance and result != NOTHING
    ]
    nothing = odds.chance(NOTHING)
    if nothing:
        parts.append(f"{NOTHING} {float(nothing):.0%}")
    return ", ".join(parts)


def full_odds(odds: Odds) -> Iterator[RenderableType]:
    """The odds with every modifier and its rule."""
    yield Text(odds.title, style="bold")
    for tally in odds.tallies:
        yield Text(f"  {tally.side} {tally.total:+d}", style="dim")
        for modifier in tally.modifiers:
            yield Text.assemble(
                f"    {modifier.value:+3d}  {modifier.text}", (f"  {modifier.rule}", "dim cyan")
            )
    yield Text(f"  {short_odds(odds)}", style="yellow")


def rule_text(rule: Rule) -> Iterator[RenderableType]:
    """A rule as the catalogue has it."""
    yield Text.assemble((rule.id, "bold cyan"), f"  {rule.where}, {rule.kind}")
    yield Padding(Text(" ".join(rule.text.split())), (0, 0, 0, 2))
    if rule.ruling:
        yield Padding(Text("Ruling: " + " ".join(rule.ruling.split()), style="dim"), (0, 0, 0, 2))


def piece_text(view: View[Any], phrases: Phrasebook, name: str) -> Iterator[RenderableType]:
    """One piece in full."""
    from sandtable.report import place_of

    piece = view.state.pieces[name]
    side = view.state.setting.scenario.side(piece.side).name
    place = f"{place_of(piece)}, facing {piece.heading:.0f}"
    yield Text.assemble((f"{piece.name} ({piece.id})", "bold"), f"  {side}; {place}")
    for line in phrases.describe(view.state, piece):
        yield Text(f"  {line}")
