"""``sandtable serve``, with the small battles of these tests on its shelf beside its own.

It takes the same arguments: ``python -m tests.browser.serving --port 8000``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sandtable.cli import main
from sandtable.scenario import files

SHELF = Path(__file__).parent / "shelf"


def lay_out() -> None:
    """Put the battles of the tests beside those that come with the program."""
    # The shelf is read once, so what is added to it stays.
    shelf = files._shelf()
    for file in sorted(SHELF.glob("*.toml")):
        shelf[file.stem] = file.read_text(encoding="utf-8")


if __name__ == "__main__":
    lay_out()
    sys.argv[1:1] = ["serve"]
    main()
