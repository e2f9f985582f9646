"""Places in a function where it can be broken: a comparison, a sum, a number, a condition.

What is only read by people is left alone, and so is whatever decides nothing: types, defaults,
positions in a list.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator

import msgspec

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], str]] = {
    ast.LtE: (ast.Lt, "<= to <"),
    ast.Lt: (ast.LtE, "< to <="),
    ast.GtE: (ast.Gt, ">= to >"),
    ast.Gt: (ast.GtE, "> to >="),
    ast.Eq: (ast.NotEq, "== to !="),
    ast.NotEq: (ast.Eq, "!= to =="),
}
EXTREMES = {"min": "max", "max": "min"}

TEXTS = {"text", "texts", "words", "label", "hint", "note", "said", "reason"}
"""What is put under one of these names is only read by people."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Place(msgspec.Struct):
    """Where a fault can be put into a tree, and what puts it there."""

    node: ast.AST
    operator: str
    put: Callable[[], None]
    lines: tuple[int, int]
    """The lines of the statement: whoever runs one of them runs into the fault."""
    line: str = ""
    occurrence: int = 0
    target: int = 0

    @property
    def at(self) -> tuple[int, int]:
        """Line and column."""
        return self.node.lineno, self.node.col_offset  # type: ignore[attr-defined]

    @property
    def key(self) -> tuple[str, int, str, int]:
        """What it is known by within its function."""
        return self.line, self.occurrence, self.operator, self.target


def _set(node: ast.AST, name: str, value: object) -> Callable[[], None]:
    return lambda: setattr(node, name, value)


def _set_at(
    things: list[ast.cmpop] | list[ast.expr], at: int, value: ast.AST
) -> Callable[[], None]:
    def put() -> None:
        things[at] = value  # type: ignore[call-overload]

    return put


def _negated(test: ast.expr) -> ast.expr:
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def _is_turned_round_already(test: ast.expr) -> bool:
    """Say whether another operator makes the same fault of a condition."""
    if isinstance(test, ast.UnaryOp):
        return isinstance(test.op, ast.Not)
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq | ast.NotEq)


def _is_text(node: ast.expr) -> bool:
    listed = ast.JoinedStr | ast.Tuple | ast.List | ast.ListComp
    return isinstance(node, listed) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def is_number(node: ast.AST) -> bool:
    """Say whether a node is a number."""
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    )


def _changes(node: ast.AST) -> Iterator[tuple[ast.AST, str, Callable[[], None]]]:
    """The faults that can be made of one node itself."""
    match node:
        case ast.Compare():
            for at, each in enumerate(node.ops):
                if type(each) in COMPARED:
                    other, name = COMPARED[type(each)]
                    yield node, name, _set_at(node.ops, at, other())
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            if not (_is_text(node.left) or _is_text(node.right)):
                yield _turn_sum(node)
        case ast.AugAssign(op=ast.Add() | ast.Sub()):
            if not _is_text(node.value):
                yield _turn_sum(node)
        case ast.BoolOp():
            other_op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            name = "and to or" if isinstance(node.op, ast.And) else "or to and"
            yield node, name, _set(node, "op", other_op)
        case ast.Constant() if is_number(node):
            yield node, "number + 1", _set(node, "value", node.value + 1)  # type: ignore[operator]
            yield node, "number - 1", _set(node, "value", node.value - 1)  # type: ignore[operator]
        case ast.Return(value=ast.Constant(value=bool() as said) as answer):
            yield node, "other answer", _set(answer, "value", not said)
        case ast.If() | ast.IfExp() if not _is_turned_round_already(node.test):
            yield node.test, "if to if not", _set(node, "test", _negated(node.test))
        case ast.comprehension():
            for at, test in enumerate(node.ifs):
                if not _is_turned_round_already(test):
                    yield test, "if to if not", _set_at(node.ifs, at, _negated(test))
        case ast.Call(func=ast.Name(id="min" | "max" as name) as called):
            yield node, f"{name} to {EXTREMES[name]}", _set(called, "id", EXTREMES[name])


def _turn_sum(node: ast.BinOp | ast.AugAssign) -> tuple[ast.AST, str, Callable[[], None]]:
    if isinstance(node.op, ast.Add):
        return node, "+ to -", _set(node, "op", ast.Sub())
    return node, "- to +", _set(node, "op", ast.Add())


def _without_not(parent: ast.AST) -> Iterator[tuple[ast.AST, str, Callable[[], None]]]:
    """The faults that leave out a `not` below a node."""
    for name, value in ast.iter_fields(parent):
        if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not):
            yield value, "not left out", _set(parent, name, value.operand)
        if isinstance(value, list):
            for at, each in enumerate(value):
                if isinstance(each, ast.UnaryOp) and isinstance(each.op, ast.Not):
                    yield each, "not left out", _set_at(value, at, each.operand)


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """What is below a node and decides something: no texts, types, defaults or positions."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        if isinstance(node, Function) and name == "args":
            continue
        if isinstance(node, ast.Subscript) and name == "slice":
            continue
        for each in value if isinstance(value, list) else [value]:
            if (
                isinstance(each, ast.AST)
                and not isinstance(each, ast.JoinedStr | ast.Raise | ast.Assert | ast.ClassDef)
                and not _is_only_told(each)
            ):
                yield each


def _is_only_told(node: ast.AST) -> bool:
    """Say whether a node only makes a text for people."""
    match node:
        case ast.keyword(arg=str() as name) | ast.Assign(targets=[ast.Name(id=name)]):
            return name in TEXTS
        case ast.IfExp():
            return _is_text(node.body) and _is_text(node.orelse)
    return False


def span(statement: ast.stmt) -> tuple[int, int]:
    """The lines of a statement, without the block that may follow it."""
    body = getattr(statement, "body", None)
    if isinstance(statement, ast.Match):
        return statement.lineno, statement.lineno
    if body:
        return statement.lineno, max(statement.lineno, body[0].lineno - 1)
    return statement.lineno, statement.end_lineno or statement.lineno


def _walk(node: ast.AST, lines: tuple[int, int]) -> Iterator[Place]:
    for target, operator, put in (*_changes(node), *_without_not(node)):
        yield Place(target, operator, put, lines)
    for each in _parts(node):
        yield from _walk(each, span(each) if isinstance(each, ast.stmt) else lines)


def places(function: Function, source: list[str]) -> list[Place]:
    """All places of a function where a fault can be put in, with what they are known by."""
    found = list(_walk(function, span(function)))
    found.sort(key=lambda place: place.at)
    texts = [text.strip() for text in source[function.lineno - 1 : function.end_lineno]]
    seen: Counter[tuple[int, str]] = Counter()
    for place in found:
        number = place.at[0] - function.lineno
        place.line = texts[number]
        place.occurrence = texts[:number].count(place.line)
        place.target = seen[number, place.operator]
        seen[number, place.operator] += 1
    return found
