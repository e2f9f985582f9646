"""Look whether anything that we install has known vulnerabilities: `make audit`.

One that is found is a failure. Where the service that knows of them cannot be reached, or does not
know our versions, that is said, and no failure: nobody is kept from working by it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PINNED = [ROOT / "requirements" / "dev.txt", ROOT / "requirements" / "bench.txt"]

SECONDS = 60
"""How long the service may take in all."""


def main(arguments: list[str]) -> int:
    """Ask for all pinned versions; the exit code."""
    said, code = verdict(audited(arguments))
    print("\n".join(said))
    return code


def verdict(found: list[dict[str, Any]] | None) -> tuple[list[str], int]:
    """What is to be said of what was found out, and the exit code."""
    if found is None:
        return ["Nothing was audited: no service that knows of vulnerabilities answers here."], 0
    known = [each for each in found if "skip_reason" not in each]
    said = []
    for each in known:
        for fault in each.get("vulns", ()):
            better = ", ".join(fault.get("fix_versions", ())) or "nothing yet"
            names = ", ".join([fault["id"], *fault.get("aliases", ())])
            said.append(f"{each['name']} {each['version']}: {names}; mended in {better}")
    unknown = len(found) - len(known)
    count = f"{len(known)} packages audited, {unknown} unknown to the service, {len(said)} faults."
    code = 1 if said else 0
    if not known:
        count += " So nothing was audited."
    return [*said, count], code


def audited(arguments: list[str]) -> list[dict[str, Any]] | None:
    """What pip-audit finds out about each package; nothing if it cannot find out anything."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        files = [text for file in PINNED for text in ("--requirement", str(file))]
        command = [
            *(sys.executable, "-m", "pip_audit", "--disable-pip", "--progress-spinner", "off"),
            *("--timeout", "10", "--format", "json", "--output", str(report)),
            *files,
            *arguments,
        ]
        try:
            ran = subprocess.run(
                command, capture_output=True, text=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            print(f"pip-audit had not ended after {SECONDS} seconds.")
            return None
        try:
            found: list[dict[str, Any]] = json.loads(report.read_text("utf-8"))["dependencies"]
        except (OSError, ValueError, KeyError):
            last = (ran.stderr.strip().splitlines() or [""])[-1]
            print(f"pip-audit gave no report: {last[:300]}")
            return None
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
