"""Totals that explain themselves, and the exact odds that follow from them."""

from sandtable.odds.odds import Odds
from sandtable.odds.questions import Field, Question, QuestionError
from sandtable.odds.tally import Modifier, Tally

__all__ = ["Field", "Modifier", "Odds", "Question", "QuestionError", "Tally"]
