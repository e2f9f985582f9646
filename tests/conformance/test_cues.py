"""Every kind of event that a book can tell of has cues, whether a test comes upon it or not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from sandtable.battle import rulebook_for
from sandtable.rulebooks import books


def kinds(folder: Path) -> Iterator[tuple[str, str]]:
    """The kinds of events that the modules of a book name, and where."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for kind in _kind_of(node):
                for text in ast.walk(kind):
                    if isinstance(text, ast.Constant) and isinstance(text.value, str):
                        yield text.value, f"{file.name}:{kind.lineno}"


def _kind_of(node: ast.AST) -> list[ast.expr]:
    """Where a call says of which kind an event is: by name, or first of all."""
    if not isinstance(node, ast.Call):
        return []
    called = getattr(node.func, "id", "")
    if called == "Event":
        return [word.value for word in node.keywords if word.arg == "kind"]
    return node.args[:1] if called == "happened" else []


@pytest.mark.parametrize("code", books())
def test_every_event_of_a_book_is_shown_somehow(code: str) -> None:
    book = rulebook_for(code)
    spec = find_spec(type(book).__module__.rpartition(".")[0])
    assert spec is not None
    assert spec.origin is not None
    named = dict(kinds(Path(spec.origin).parent))
    assert len(named) > 40
    assert {kind: where for kind, where in named.items() if kind not in book.cues()} == {}
