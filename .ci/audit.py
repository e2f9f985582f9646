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
    found = audited(arguments)
    if found is None:
        print("Nothing was audited: no service that knows of vulnerabilities answers from here.")
        return 0
    known = [each for each in found if "skip_reason" not in each]
    faults = [(each, fault) for each in known for fault in each.get("vulns", ())]
    for each, fault in faults:
        better = ", ".join(fault.get("fix_versions", ())) or "none yet"
        names = ", ".join([fault["id"], *fault.get("aliases", ())])
        print(f"{each['name']} {each['version']}: {names}; mended in: {better}")
    unknown = len(found) - len(known)
    print(f"{len(known)} packages audited, {unknown} unknown to the service, {len(faults)} faults.")
    if not known:
        print("So nothing was audited.")
    return 1 if faults else 0


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
            found: list[dict[str, Any]] = json.loads(report.read_text("utf-8"))["dependencies"]
        except subprocess.TimeoutExpired:
            print(f"pip-audit had not ended after {SECONDS} seconds.")
            return None
        except (OSError, ValueError, KeyError):
            print(f"pip-audit gave no report: {(ran.stderr.strip().splitlines() or [''])[-1][:300]}")
            return None
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
