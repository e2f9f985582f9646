"""Run the benchmarks and show one table.

    python bench/run.py                 all of them
    python bench/run.py play dice       some of them
    python bench/run.py --json          for programs

Every `bench/bench_*.py` has a function `measure()` that returns rows (see `bench/rows.py`). All
numbers are medians, and rivals are measured in the same run.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.rows import Row  # noqa: E402 - only now can it be found


def names() -> list[str]:
    """All benchmarks, by name."""
    return sorted(path.stem.removeprefix("bench_") for path in ROOT.glob("bench/bench_*.py"))


def number(value: float | None) -> str:
    """A number in at least three figures.

    >>> number(1234.5), number(12.345), number(0.01234), number(None)
    ('1,234', '12.3', '0.0123', '-')
    """
    if value is None:
        return "-"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def show(rows: list[Row]) -> None:
    """Show the rows as one table."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("what")
    for column in ("ours", "theirs"):
        table.add_column(column, justify="right")
    table.add_column("rival")
    table.add_column("ratio", justify="right")
    table.add_column("aim", justify="right")
    table.add_column("met?")
    for row in rows:
        table.add_row(
            row.what,
            f"{number(row.ours)} {row.unit}",
            f"{number(row.theirs)} {row.unit}" if row.theirs is not None else "",
            row.rival,
            f"{number(row.ratio)} x" if row.ratio is not None else "",
            row.aim_shown,
            {True: "yes", False: "NO", None: ""}[row.met],
        )
    out = Console() if sys.stdout.isatty() else Console(width=160)
    out.print(table)
    for row in rows:
        if row.note:
            out.print(f"{row.what}: {row.note}", style="dim", highlight=False)


def main() -> int:
    """Run what was asked for; 1 if an aim was missed and ``--strict`` was given."""
    parser = argparse.ArgumentParser(description="Measure how fast Sandtable is.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"among: {', '.join(names())}")
    parser.add_argument("--json", action="store_true", help="write JSON, for programs")
    parser.add_argument("--strict", action="store_true", help="end with 1 if an aim is missed")
    asked = parser.parse_args()
    for name in asked.names:
        if name not in names():
            parser.error(f"no benchmark is called {name!r} (there are: {', '.join(names())})")
    rows: list[Row] = []
    for name in asked.names or names():
        print(f"measuring {name} ...", file=sys.stderr)
        rows += import_module(f"bench.bench_{name}").measure()
    if asked.json:
        facts = {"python": platform.python_version(), "machine": platform.machine()}
        print(json.dumps({**facts, "rows": [row.to_dict() for row in rows]}, indent=2))
    else:
        show(rows)
    return int(asked.strict and any(row.met is False for row in rows))


if __name__ == "__main__":
    sys.exit(main())
