"""How the tests of the command line run it."""

import json
from functools import cache
from typing import Any

from typer import testing
from typer.testing import CliRunner, Result

from sandtable.cli.app import app

# The commands take longer to put together than most of them to run; once is enough.
testing._get_command = cache(testing._get_command)  # type: ignore[attr-defined]

FIELD = """
id = "hill"
title = "The hill"
book = "p8"
turns = {turns}
first = "red"
table = {{width = 24, depth = 24}}
[[sides]]
id = "red"
name = "Red"
[[sides]]
id = "blue"
name = "Blue"
"""
"""A small table between two sides, for as many turns as a test needs; it puts the units on it."""


def run(*arguments: str, code: int = 0) -> Result:
    """Run a command in this process; it must end with ``code`` and never with a traceback."""
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "120"})
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.output
    return result


def data(*arguments: str, code: int = 0) -> Any:
    """What a command writes for programs."""
    return json.loads(run(*arguments, "--json", code=code).stdout)


def error(*arguments: str, code: int = 2) -> str:
    """The one line that a mistake is told in."""
    result = run(*arguments, code=code)
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1, result.stderr
    return result.stderr.strip()
