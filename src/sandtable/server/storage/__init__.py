"""Where battles are kept: tables, what is read from them, and the one thread that writes."""

from sandtable.server.storage.ceremony import CeremonyRow, Opened
from sandtable.server.storage.errors import ClashError, DoubtError, StorageError
from sandtable.server.storage.holding import Hold
from sandtable.server.storage.private import private_folder, private_tree
from sandtable.server.storage.rows import (
    NOBODY,
    Aside,
    BattleRow,
    ChatRow,
    LineRow,
    PendingRow,
    SeatRow,
    Summary,
    TellingRow,
    TokenKind,
    TokenRow,
    WishRow,
)
from sandtable.server.storage.seating import Seated, Seating
from sandtable.server.storage.store import Store

__all__ = [
    "NOBODY",
    "Aside",
    "BattleRow",
    "CeremonyRow",
    "ChatRow",
    "ClashError",
    "DoubtError",
    "Hold",
    "LineRow",
    "Opened",
    "PendingRow",
    "SeatRow",
    "Seated",
    "Seating",
    "StorageError",
    "Store",
    "Summary",
    "TellingRow",
    "TokenKind",
    "TokenRow",
    "WishRow",
    "private_folder",
    "private_tree",
]
