"""An order declared once, in the chapter of the book that describes it.

A class for each kind of order says what it is called, what is filled in, why it may be refused,
what it does, and, only where the usual answer will not do, its odds and what it would look like.
What a page offers, what can be typed, what is greyed and why, and what programs choose from is
found out from that; nobody lists twice what is possible.
"""

from sandtable.acts.act import Act, Answer, Variant, Words
from sandtable.acts.asked import Asked
from sandtable.acts.book import ActBook, ActPhrases
from sandtable.acts.fields import Among, Field, Given
from sandtable.acts.registry import Acts

__all__ = [
    "Act",
    "ActBook",
    "ActPhrases",
    "Acts",
    "Among",
    "Answer",
    "Asked",
    "Field",
    "Given",
    "Variant",
    "Words",
]
