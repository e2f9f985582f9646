"""Set golden journals and perft counts anew. Do it on purpose only, and look at what changed.

python -m tests.golden.regenerate             both
python -m tests.golden.regenerate journals    the journals of all shipped scenarios
python -m tests.golden.regenerate perft       the counts in perft.toml
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from sandtable.journal import save
from sandtable.scenario import shipped
from tests.golden import counting, journals


def regenerate_journals() -> None:
    """Play every shipped scenario and keep its journal; drop those of scenarios that are gone."""
    kept = {journals.file_of(scenario) for scenario in shipped()}
    for file in journals.FOLDER.glob("*.jsonl"):
        if file not in kept:
            file.unlink()
    for scenario in shipped():
        battle = journals.play(scenario)
        save(battle, journals.file_of(scenario), overwrite=True)
        print(f"{scenario.id}: {battle.number} lines, {battle.outcome}")


def regenerate_perft() -> None:
    """Count all positions again, to the depths that they have."""
    counts = []
    for position in counting.positions():
        battle = position.battle()
        found = [counting.count(battle, depth) for depth in range(1, len(position.counts) + 1)]
        print(f"{position.name}: {found}")
        counts.append(f"counts = {found}")
    fresh = iter(counts)
    text = counting.FILE.read_text(encoding="utf-8")
    text = re.sub(r"^counts = .*$", lambda _: next(fresh), text, flags=re.MULTILINE)
    counting.FILE.write_text(text, encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Do what is asked for; returns the exit status."""
    unknown = set(arguments) - {"journals", "perft"}
    if unknown:
        print(__doc__)
        return 2
    if not arguments or "journals" in arguments:
        regenerate_journals()
    if not arguments or "perft" in arguments:
        regenerate_perft()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
