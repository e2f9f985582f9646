"""What the tests of a server under attack share."""

from __future__ import annotations

import re

from sandtable.server.settings import Limits

BOUNDLESS = Limits(
    requests=1e6,
    request_burst=10**6,
    messages=1e6,
    message_burst=10**6,
    connections=10**6,
    battle_connections=10**6,
    ask_seconds=60.0,
    guesses=10**6,
    heavy=10**6,
    battles=10**6,
    lines=10**6,
)
"""Limits that let any number of messages and requests come."""

TRACES = re.compile(r"Traceback|File \\?\"|\.py\b|line \d+, in |object at 0x|sqlalchemy|Error\(")
"""What would tell of the inside of the program."""
