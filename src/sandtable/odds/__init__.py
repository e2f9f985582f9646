"""Totals that explain themselves, and the exact odds that follow from them."""

from sandtable.odds.odds import Fate, Odds, Outcomes, percent
from sandtable.odds.questions import Field, Question, QuestionError
from sandtable.odds.tally import Modifier, Tally

__all__ = [
    "Fate",
    "Field",
    "Modifier",
    "Odds",
    "Outcomes",
    "Question",
    "QuestionError",
    "Tally",
    "percent",
]
