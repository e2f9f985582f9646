"""Totals that explain themselves, and the exact odds that follow from them."""

from sandtable.odds.odds import Odds
from sandtable.odds.tally import Modifier, Tally

__all__ = ["Modifier", "Odds", "Tally"]
