"""Which rules a book's code cites: a scan of its source, without running it.

A rule counts as cited where its id reaches a call inside a function: `cite("p8.fire.x")`,
`tally.add(1, "p8.fire.x")`, `Event(rules=("p8.fire.x",))`. The id may stand there itself or under
a name (a constant of a module or class of the package, a local variable), or come back from a
function of the package. Docstrings, comments, keys, comparisons, constants that no call uses, and
code that can never run do not count; nor do calls outside functions, which only declare.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import msgspec

from sandtable.catalogue.constants import Module, Scope, ids_in
from sandtable.catalogue.errors import CatalogueError, suggest
from sandtable.catalogue.reachable import live_branches, truth

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sandtable.catalogue.model import Catalogue

__all__ = ["Citation", "Scan", "UnknownId", "scan_package", "scan_source"]

#: Calls that look at an id, or show it, but apply nothing.
_LOOKING = frozenset(
    {"print", "len", "repr", "str", "hash", "isinstance", "startswith", "endswith", "format"}
)
_ENDINGS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Citation(msgspec.Struct, frozen=True, order=True):
    """One place where code cites a rule."""

    rule: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.rule}"


class UnknownId(msgspec.Struct, frozen=True, order=True):
    """One place where code names a rule or table that the catalogue does not have."""

    name: str
    file: str
    line: int
    matches: tuple[str, ...] = ()

    def __str__(self) -> str:
        hint = f"; did you mean {', '.join(self.matches)}?" if self.matches else ""
        return f"{self.file}:{self.line}: unknown id {self.name!r}{hint}"


class Scan(msgspec.Struct, frozen=True):
    """What a scan found.

    Attributes:
        citations: Every citation, sorted by rule, file and line.
        unknown: Every id-like string that is in no catalogue; each is an error to be mended.
    """

    citations: tuple[Citation, ...]
    unknown: tuple[UnknownId, ...]

    @property
    def ids(self) -> frozenset[str]:
        """The rules that are cited at least once."""
        return frozenset(citation.rule for citation in self.citations)

    def places(self, rule_id: str) -> tuple[str, ...]:
        """Return where one rule is cited, as `file:line`."""
        return tuple(f"{it.file}:{it.line}" for it in self.citations if it.rule == rule_id)

    def check(self) -> None:
        """Raise an error that lists every unknown id, if there are any."""
        if self.unknown:
            raise CatalogueError(*(str(unknown) for unknown in self.unknown))


def scan_package(folder: Path, catalogue: Catalogue) -> Scan:
    """Scan every module under a book's folder.

    >>> from sandtable.catalogue.books import find_book
    >>> book = find_book("p8")
    >>> scan = scan_package(book.folder / "s14_smoke", book.catalogue)
    >>> "p8.smoke.grenades" in scan.ids
    True
    """
    sources = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.py"))
    }
    return scan_source(sources, catalogue, package=folder.name)


def scan_source(sources: dict[str, str], catalogue: Catalogue, package: str = "book") -> Scan:
    """Scan modules given as text, by their paths in the package.

    >>> from sandtable.catalogue import Book, Catalogue, Rule
    >>> book = Book("p8", "Panzer8", "K. Barker", "2.1", "-", "-")
    >>> rule = Rule("p8.fire.close-range", "4.2", "core", "Within 4 inches the firer adds 1.")
    >>> text = 'def close(tally):' + chr(10) + '    tally.add(1, "p8.fire.close-range")'
    >>> scan_source({"fire.py": text}, Catalogue(book, (rule,), ())).places(rule.id)
    ('fire.py:2',)
    """
    modules: dict[str, Module] = {}
    for path, text in sources.items():
        try:
            module = Module.parse(path, text)
        except SyntaxError as error:
            raise CatalogueError(f"{path}:{error.lineno}: not valid Python: {error.msg}") from None
        modules[module.name] = module
    pattern = re.compile(rf"{re.escape(catalogue.code)}(\.[a-z0-9-]+){{2,}}")
    found: set[tuple[str, str, int]] = set()
    named: set[tuple[str, str, int]] = set()
    for module in modules.values():
        scanner = _Scanner(Scope(module, modules, package), pattern)
        scanner.block(module.tree.body)
        found |= {(name, module.path, line) for name, line in scanner.cited}
        named |= {(name, module.path, line) for name, line in scanner.named}
    known = catalogue.rule_ids | catalogue.table_ids
    return Scan(
        citations=tuple(sorted(Citation(*it) for it in found if it[0] in catalogue.rule_ids)),
        unknown=tuple(
            sorted(
                UnknownId(name, path, line, suggest(name, known))
                for name, path, line in named | found
                if name not in known
            )
        ),
    )


class _Scanner:
    """Walks one module, minding what can run and whether it is inside a function."""

    def __init__(self, scope: Scope, pattern: re.Pattern[str], inside: bool = False) -> None:
        self.scope = scope
        self.pattern = pattern
        self.inside = inside
        self.cited: set[tuple[str, int]] = set()
        self.named: set[tuple[str, int]] = set()

    def block(self, body: list[ast.stmt]) -> bool:
        """Walk statements until one that nothing can follow; say whether there was one."""
        return any(self.statement(statement) for statement in body)

    def statement(self, node: ast.stmt) -> bool:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return False
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self.function(node, node.body)
            return False
        if isinstance(node, ast.If | ast.While):
            self.expression(node.test)
            ends = [self.block(branch) for branch in live_branches(node)]
            return isinstance(node, ast.If) and bool(ends) and all(ends)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.expression(child)
        for inner in _blocks(node):
            self.block(inner)
        for part in (*getattr(node, "items", ()), *getattr(node, "cases", ())):
            self.part(part)
        if isinstance(node, ast.ClassDef):
            for keyword in node.keywords:
                self.expression(keyword.value)
        return isinstance(node, _ENDINGS)

    def part(self, part: ast.AST) -> None:
        """Walk one `with` item or `match` case."""
        if isinstance(part, ast.withitem):
            self.expression(part.context_expr)
        elif isinstance(part, ast.match_case):
            if part.guard is not None:
                self.expression(part.guard)
            self.block(part.body)

    def function(self, node: _Function, body: list[ast.stmt]) -> None:
        if not isinstance(node, ast.Lambda):
            for decorator in node.decorator_list:
                self.expression(decorator)
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.expression(default)
        inner = _Scanner(self.scope.function(node), self.pattern, inside=True)
        inner.block(body)
        self.cited |= inner.cited
        self.named |= inner.named

    def expression(self, node: ast.expr) -> None:
        if isinstance(node, ast.Constant):
            if self.is_id(node.value):
                self.named.add((str(node.value), node.lineno))
            return
        if isinstance(node, ast.JoinedStr):
            for value in node.values:
                if isinstance(value, ast.FormattedValue):
                    self.expression(value.value)
            return
        if isinstance(node, ast.Lambda):
            self.function(node, [ast.Expr(node.body, lineno=node.lineno, col_offset=0)])
            return
        if isinstance(node, ast.Call):
            self.call(node)
        for child in _live_parts(node):
            self.expression(child)

    def call(self, node: ast.Call) -> None:
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if not self.inside or name in _LOOKING:
            return
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            for value, line in ids_in(argument, self.scope):
                if self.is_id(value):
                    self.cited.add((value, line))

    def is_id(self, value: object) -> bool:
        return isinstance(value, str) and self.pattern.fullmatch(value) is not None


def _blocks(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Give the blocks of a statement: bodies, else and finally parts, exception handlers."""
    for name in ("body", "orelse", "finalbody"):
        if block := getattr(node, name, None):
            yield block
    for handler in getattr(node, "handlers", ()):
        yield handler.body


def _live_parts(node: ast.expr) -> Iterator[ast.expr]:
    """Give the parts of an expression that can be evaluated."""
    if isinstance(node, ast.IfExp):
        yield node.test
        known = truth(node.test)
        if known is not False:
            yield node.body
        if known is not True:
            yield node.orelse
        return
    if isinstance(node, ast.BoolOp):
        stopper = isinstance(node.op, ast.Or)
        for value in node.values:
            yield value
            if truth(value) is stopper:
                return
        return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield child
        elif isinstance(child, ast.keyword):
            yield child.value
        elif isinstance(child, ast.comprehension):
            yield child.iter
            yield from child.ifs
