"""What a battle showed: its story turn by turn, its losses, and how lucky each side was."""

from sandtable.report.facts import facts_of
from sandtable.report.luck import Luck, luck_of
from sandtable.report.render import report, report_text, standing
from sandtable.report.story import Chapter, Losses, Story, tell

__all__ = [
    "Chapter",
    "Losses",
    "Luck",
    "Story",
    "facts_of",
    "luck_of",
    "report",
    "report_text",
    "standing",
    "tell",
]
