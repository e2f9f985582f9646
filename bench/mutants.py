"""Breaks the rules on purpose, and counts how many of the faults the tests notice.

    python bench/mutants.py sample --seed 7 --count 560 --out faults.json
    python bench/mutants.py run --faults faults.json --out before.json
    python bench/mutants.py compare before.json after.json

Faults are known by function and line of text, so that the same ones can be put into a tree whose
modules and tests have been moved: `--tree` names it, and its own Python must run this. A run that
was interrupted goes on where it stopped. The exit status of `compare` says whether fewer were
caught than before.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.fault_runs import Finding, Session, run  # noqa: E402
from bench.faults import Fault, Tree, sample  # noqa: E402

sys.path.remove(str(ROOT))

PATHS = ["tests/panzer8", "tests/whitebox", "tests/golden", "tests/conformance"]
NOTICED = ("caught", "timeout")


class Result(msgspec.Struct):
    """What became of all faults in one tree."""

    seconds: float
    findings: list[Finding]


def take_sample(asked: argparse.Namespace) -> int:
    """Write a sample of faults."""
    faults = sample(Tree(asked.tree), asked.seed, asked.count)
    asked.out.write_bytes(msgspec.json.format(msgspec.json.encode(faults)))
    print(f"{len(faults)} faults in {len({fault.chapter for fault in faults})} chapters")
    return 0


def run_all(asked: argparse.Namespace) -> int:
    """Put the faults into a tree and write what became of them."""
    os.nice(10)
    os.environ.setdefault("SANDTABLE_QUICK", "1")
    faults = msgspec.json.decode(asked.faults.read_bytes(), type=list[Fault])
    out: Path = asked.out.resolve()
    part = out.with_name(out.name + ".part")
    lines = part.read_bytes().splitlines() if part.exists() else []
    findings = [msgspec.json.decode(line, type=Finding) for line in lines]
    done = {finding.fault.key for finding in findings}
    kept = out.with_name(out.name + ".traces")
    session = Session(asked.tree, faults, done, asked.jobs, kept)
    start = time.monotonic()
    with part.open("ab", buffering=0) as file, tempfile.TemporaryDirectory() as folder:

        def note(finding: Finding) -> None:
            findings.append(finding)
            file.write(msgspec.json.encode(finding) + b"\n")
            print(
                f"{len(findings):4} {finding.fate:8} {finding.seconds:6.1f} s  {finding.fault.key}"
            )

        session.findings = note
        status = run(asked.tree, session, asked.tests, Path(folder) / "scratch")
    if status != 0:
        return status
    result = Result(round(time.monotonic() - start, 1), findings)
    out.write_bytes(msgspec.json.format(msgspec.json.encode(result)))
    part.unlink()
    kept.unlink()
    print_counts(result)
    return 0


def print_counts(result: Result) -> None:
    """Tell how many were caught, by chapter, and list those that survived."""
    chapters = sorted({(each.fault.book, each.fault.chapter) for each in result.findings})
    for chapter in [*chapters, None]:
        counts = Counter(
            each.fate
            for each in result.findings
            if chapter is None or (each.fault.book, each.fault.chapter) == chapter
        )
        told = ", ".join(f"{many} {fate}" for fate, many in sorted(counts.items()))
        print(f"{'  '.join(chapter) if chapter else 'all':40} {told}")
    for each in result.findings:
        if each.fate == "survived":
            print(f"survived {each.tests} tests: {each.fault.key}  ({each.where})")
    print(f"{result.seconds:.0f} s")


def compare(asked: argparse.Namespace) -> int:
    """Set two runs side by side, over the faults that are in both trees."""
    before, after = (
        {
            each.fault.key: each
            for each in msgspec.json.decode(file.read_bytes(), type=Result).findings
            if each.fate not in ("gone", "failed")
        }
        for file in (asked.before, asked.after)
    )
    both = [key for key in before if key in after]
    was = {key for key in both if before[key].fate in NOTICED}
    now = {key for key in both if after[key].fate in NOTICED}
    print(f"faults in both trees {len(both)}: caught before {len(was)}, after {len(now)}")
    for key in sorted(was - now):
        print(f"no longer caught: {key}  (by {before[key].by}; now at {after[key].where})")
    for key in sorted(now - was):
        print(f"now caught: {key}  (by {after[key].by})")
    for key in sorted(before.keys() - after.keys()):
        print(f"gone: {key}")
    return 0 if len(now) >= len(was) else 1


def main() -> int:
    """Read what is asked for and do it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    commands = parser.add_subparsers(required=True)
    sampling = commands.add_parser("sample", help="pick faults")
    sampling.add_argument("--seed", type=int, default=7)
    sampling.add_argument("--count", type=int, default=560)
    sampling.set_defaults(do=take_sample)
    running = commands.add_parser("run", help="put them in and run the tests")
    running.add_argument("--faults", type=Path, required=True)
    running.add_argument("--jobs", type=int, default=2, help="processes side by side")
    running.add_argument("--tests", nargs="+", default=PATHS)
    running.set_defaults(do=run_all)
    for each in (sampling, running):
        each.add_argument("--tree", type=lambda text: Path(text).resolve(), default=ROOT)
        each.add_argument("--out", type=Path, required=True)
    comparing = commands.add_parser("compare", help="set two runs side by side")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.set_defaults(do=compare)
    asked = parser.parse_args()
    status: int = asked.do(asked)
    return status


if __name__ == "__main__":
    sys.exit(main())
