"""What the source alone tells about which branch can run."""

from __future__ import annotations

import ast

__all__ = ["live_branches", "truth"]


def truth(test: ast.expr) -> bool | None:
    """Say whether a condition is always true or always false, or None if it depends.

    >>> [truth(ast.parse(text, mode="eval").body) for text in ("0", "not 0", "TYPE_CHECKING", "x")]
    [False, True, False, None]
    """
    if isinstance(test, ast.Constant):
        return bool(test.value)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = truth(test.operand)
        return None if inner is None else not inner
    if isinstance(test, ast.BoolOp):
        stopper = isinstance(test.op, ast.Or)
        known = [truth(value) for value in test.values]
        if stopper in known:
            return stopper
        return None if None in known else not stopper
    name = getattr(test, "attr", getattr(test, "id", ""))
    return False if name == "TYPE_CHECKING" else None


def live_branches(node: ast.If | ast.While) -> list[list[ast.stmt]]:
    """Return the branches of a statement that can run.

    An `if` without `else` has an empty second branch, so that it is seen not to end its block.
    """
    known = truth(node.test)
    if known is True:
        return [node.body]
    if known is False:
        return [node.orelse]
    return [node.body, node.orelse]
