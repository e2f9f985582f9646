"""A tiny project with one rulebook, to try the coverage tool on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from textwrap import dedent
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

CATALOGUE = """
[book]
code = "zz"
title = "Tiny"
author = "A. Nobody"
edition = "1"
scale = "none"
summary = "Four rules."
""" + "".join(
    f"""
[[rule]]
id = "zz.move.{name}"
where = "1"
kind = "core"
text = "Rule {name}."
"""
    for name in ("one", "two", "three", "four")
)

CODE = '''
"""A book of rules; this mentions zz.move.four but does not apply it."""
from sandtable.catalogue import cite

TWO = "zz.move.two"
FOUR = "zz.move.four"


class Event:
    def __init__(self, *rules):
        cite(*rules)


def one():
    cite("zz.move.one")
    return 1


def two():
    return Event(TWO)


def three():
    if False:
        cite("zz.move.three")
    return 3
'''

SETTINGS = """
[pytest]
enable_assertion_pass_hook = true
rule_books = tinybook
pythonpath = .
"""


class Project:
    """The project on disk, and the commands that are run in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("pytest.ini", SETTINGS)
        self.write("tinybook/__init__.py", CODE)
        self.write("tinybook/rules.toml", CATALOGUE)

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text), encoding="utf-8")

    def tests(self, text: str, name: str = "test_tiny.py") -> None:
        self.write(f"tests/{name}", "import pytest, tinybook\n" + dedent(text))

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        plugins = ["-p", "sandtable.catalogue.pytest_plugin", "-p", "no:cacheprovider"]
        if "-n2" in arguments:
            plugins += ["-p", "xdist"]
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *plugins, *(arguments or ("tests",))],
            cwd=self.root,
            env={
                **{name: value for name, value in os.environ.items() if "PYTEST" not in name},
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            capture_output=True,
            text=True,
            check=False,
        )

    def record(self) -> dict[str, Any]:
        text = (self.root / ".rule-record.json").read_text(encoding="utf-8")
        book: dict[str, Any] = json.loads(text)["books"]["zz"]
        return book
