"""How often things are tried at random: a tenth as often in `make check`."""

import os

QUICK = bool(os.environ.get("SANDTABLE_QUICK"))


def few(many: int) -> int:
    """As many as told; in a quick check only a tenth of them."""
    return max(1, many // 10) if QUICK else many
