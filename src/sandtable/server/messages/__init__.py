"""What goes over the WebSocket of a battle, in both directions: typed, and all of it is here.

A client says ``hello`` with its token and the number of the last line that it has seen. The server
answers with ``welcome``, which brings it up to date, and from then on sends ``update`` for every
step. Whatever changes the battle carries a key of the client's own making and the number of the
line that the client takes for the last one: sent twice, it is done once; sent too late, it is
refused and nothing changes.

All of it is worked out from the view of the seat, so nothing in it depends on what that seat may
not know.
"""

from sandtable.server.messages.replies import (
    PROTOCOL,
    Answer,
    Barred,
    DiceWanted,
    Done,
    Entry,
    Heard,
    Offer,
    Outgoing,
    Pong,
    Presence,
    Proposal,
    Question,
    Refused,
    Reply,
    Said,
    SeatInfo,
    Standing,
    Target,
    Trouble,
    Update,
    Welcome,
)
from sandtable.server.messages.requests import (
    LARGEST,
    Ask,
    CancelThrow,
    Chat,
    Consent,
    Decree,
    Give,
    Hello,
    Incoming,
    LayOpen,
    Overrule,
    Ping,
    Ready,
    Release,
    Request,
    Throw,
    Undo,
    Word,
)

__all__ = [
    "LARGEST",
    "PROTOCOL",
    "Answer",
    "Ask",
    "Barred",
    "CancelThrow",
    "Chat",
    "Consent",
    "Decree",
    "DiceWanted",
    "Done",
    "Entry",
    "Give",
    "Heard",
    "Hello",
    "Incoming",
    "LayOpen",
    "Offer",
    "Outgoing",
    "Overrule",
    "Ping",
    "Pong",
    "Presence",
    "Proposal",
    "Question",
    "Ready",
    "Refused",
    "Release",
    "Reply",
    "Request",
    "Said",
    "SeatInfo",
    "Standing",
    "Target",
    "Throw",
    "Trouble",
    "Undo",
    "Update",
    "Welcome",
    "Word",
]
