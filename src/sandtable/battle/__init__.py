"""A battle in progress: orders in, events out, and what each seat may know of it.

Nothing here knows which rulebook is played.
"""

from sandtable.battle.battle import Battle
from sandtable.battle.choices import Choice
from sandtable.battle.events import Event, Everyone, happened
from sandtable.battle.orders import Order
from sandtable.battle.outcome import Outcome
from sandtable.battle.phrases import Phrase, Phrasebook, PhraseError
from sandtable.battle.public import PublicView
from sandtable.battle.record import DiceRecord, Header, Line, TakenOver
from sandtable.battle.refusal import Refusal
from sandtable.battle.registry import UnknownRulebookError, rulebook_codes, rulebook_for
from sandtable.battle.replaying import Divergence, repeat
from sandtable.battle.rulebook import Option, Rulebook
from sandtable.battle.rulings import (
    Amend,
    Announce,
    Conceal,
    Place,
    Remove,
    Reveal,
    RollDice,
    Ruling,
)
from sandtable.battle.state import Piece, Setting, State
from sandtable.battle.view import View
from sandtable.odds import Modifier, Tally

__all__ = [
    "Amend",
    "Announce",
    "Battle",
    "Choice",
    "Conceal",
    "DiceRecord",
    "Divergence",
    "Event",
    "Everyone",
    "Header",
    "Line",
    "Modifier",
    "Option",
    "Order",
    "Outcome",
    "Phrase",
    "PhraseError",
    "Phrasebook",
    "Piece",
    "Place",
    "PublicView",
    "Refusal",
    "Remove",
    "Reveal",
    "RollDice",
    "Rulebook",
    "Ruling",
    "Setting",
    "State",
    "TakenOver",
    "Tally",
    "UnknownRulebookError",
    "View",
    "happened",
    "repeat",
    "rulebook_codes",
    "rulebook_for",
]
