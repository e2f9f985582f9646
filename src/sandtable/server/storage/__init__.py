"""Where battles are kept: tables, what is read from them, and the one thread that writes."""

from sandtable.server.storage.errors import ClashError, StorageError
from sandtable.server.storage.rows import (
    Aside,
    BattleRow,
    ChatRow,
    LineRow,
    PendingRow,
    SeatRow,
    Summary,
    WishRow,
)
from sandtable.server.storage.store import Store

__all__ = [
    "Aside",
    "BattleRow",
    "ChatRow",
    "ClashError",
    "LineRow",
    "PendingRow",
    "SeatRow",
    "StorageError",
    "Store",
    "Summary",
    "WishRow",
]
