"""What is installed is pinned, hashed, and asked about."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
PINNED = sorted((ROOT / "requirements").glob("*.txt"))
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def pins(file: Path) -> dict[str, str]:
    """What stands after each name in a file of pins."""
    text = re.sub(r"#.*", "", file.read_text()).replace("\\\n", " ")
    found = [line.partition("==") for line in text.splitlines() if line.strip()]
    return {_plain(name): rest for name, _, rest in found}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name.strip()).lower()


@pytest.mark.parametrize("file", PINNED, ids=lambda file: file.stem)
def test_every_version_is_pinned_with_hashes_and_no_address(file: Path) -> None:
    assert "//" not in file.read_text()
    found = pins(file)
    assert found
    for name, rest in found.items():
        assert re.match(r"\d[\w.]*( |$)", rest), name
        assert HASH.search(rest), name


def test_all_that_we_ask_for_is_pinned_and_alike_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    dev, bench = (pins(ROOT / "requirements" / f"{name}.txt") for name in ("dev", "bench"))
    asked = [*project["dependencies"], *extras["dev"], *extras["png"], *extras["postgres"]]
    assert {_plain(re.split(r"[\[<>=!~ ]", each)[0]) for each in asked} <= set(dev)
    assert {_plain(re.split(r"[\[<>=!~ ]", each)[0]) for each in extras["bench"]} <= set(bench)
    assert all(bench[name] == dev[name] for name in bench.keys() & dev.keys())


def test_set_up_takes_nothing_without_its_hash() -> None:
    makefile = (ROOT / "Makefile").read_text()
    fetching = [line for line in makefile.splitlines() if re.search(r"PIP\).* install", line)]
    assert fetching
    assert all("--require-hashes" in line or "--no-index" in line for line in fetching)


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    """The script of `make audit`."""
    spec = importlib.util.spec_from_file_location("audit", ROOT / ".ci" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_known_vulnerability_is_a_failure_with_its_name(audit: ModuleType) -> None:
    fault = {"id": "PYSEC-2026-1", "aliases": ["CVE-2026-1"], "fix_versions": ["1.1"]}
    found = [
        {"name": "good", "version": "1.0", "vulns": []},
        {"name": "bad", "version": "1.0", "vulns": [fault]},
    ]
    said, code = audit.verdict(found)
    assert code == 1
    assert said[0] == "bad 1.0: PYSEC-2026-1, CVE-2026-1; mended in 1.1"
    assert audit.verdict(found[:1]) == (
        ["1 packages audited, 0 unknown to the service, 0 faults."],
        0,
    )


def test_where_nobody_can_be_asked_that_is_said(audit: ModuleType) -> None:
    assert audit.verdict(None)[1] == 0
    assert "Nothing was audited" in audit.verdict(None)[0][0]
    said, code = audit.verdict([{"name": "good", "skip_reason": "not found"}])
    assert "So nothing was audited" in said[-1]
    assert code == 0
