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
    from sandtable.odds import Odds, Outcomes

NOTHING = "none"


def short_odds(odds: Odds) -> str:
    """The odds in a few words, the most telling result first.

    >>> from fractions import Fraction
    >>> from sandtable.odds import Fate, Odds
    >>> short_odds(Odds(title="", outcomes=(("none", Fraction(3, 4)), ("out", Fraction(1, 4)))))
    'out 25%, none 75%'
    >>> own = (("none", Fraction(1, 2)), ("out", Fraction(1, 4)))
    >>> fates = (Fate(piece="flak", name="Flak", outcomes=own),)
    >>> short_odds(Odds(title="", outcomes=(("drift", Fraction(1, 4)),), fates=fates))
    'drift 25%; Flak: out 25%, none 50%'
    """
    each = (f"{fate.name}: {_in_short(fate.outcomes)}" for fate in odds.fates)
    return "; ".join(filter(None, (_in_short(odds.outcomes), *each)))


def _in_short(outcomes: Outcomes) -> str:
    nothing = [(result, chance) for result, chance in outcomes if result == NOTHING]
    others = [(result, chance) for result, chance in reversed(outcomes) if result != NOTHING]
    return ", ".join(
        f"{result} {float(chance):.0%}" for result, chance in (*others, *nothing) if chance
    )


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
    place = f"{place_of(view.state, piece)}, facing {piece.heading:.0f}"
    yield Text.assemble((f"{piece.name} ({piece.id})", "bold"), f"  {side}; {place}")
    for line in phrases.describe(view.state, piece):
        yield Text(f"  {line}")
