"""What a battle showed: its story turn by turn, its losses, and how lucky each side was."""

from sandtable.report.facts import facts_of
from sandtable.report.html import html_report, plain_report
from sandtable.report.luck import Luck, luck_of
from sandtable.report.render import place_of, report, report_text, standing, text_log
from sandtable.report.story import Chapter, Losses, Story, tell
from sandtable.report.style import report_style_hash

__all__ = [
    "Chapter",
    "Losses",
    "Luck",
    "Story",
    "facts_of",
    "html_report",
    "luck_of",
    "place_of",
    "plain_report",
    "report",
    "report_style_hash",
    "report_text",
    "standing",
    "tell",
    "text_log",
]
