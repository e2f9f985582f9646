"""A thing that befalls a mover on its way."""

from __future__ import annotations

from msgspec import Struct

from sandtable.rulebooks.panzer8.state import Frame


class Incident(Struct, frozen=True):
    """Something that befalls a mover ``at`` inches along its path, and what must then be settled.

    Attributes:
        at: How far along the path.
        frame: What goes on the agenda there, on top of the move itself.
    """

    at: float
    frame: Frame
