"""Names that stand for rule ids: constants, local variables, arguments, results of functions."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sandtable.catalogue.reachable import live_branches, truth

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Module", "Scope", "ids_in"]

_Function = ast.FunctionDef | ast.AsyncFunctionDef

_DEPTH = 8


@dataclass(frozen=True)
class Module:
    """One parsed module of a book's package.

    Attributes:
        path: Its file, relative to the package.
        name: Its dotted name in the package; the package itself is the empty string.
        tree: Its syntax tree.
        constants: What its names are bound to at module level; `Class.NAME` for class bodies.
        functions: Its functions and methods, by the same kind of names.
        imports: What its imported names stand for: the number of dots, and the dotted name.
    """

    path: str
    name: str
    tree: ast.Module
    constants: dict[str, list[ast.expr]] = field(default_factory=dict)
    functions: dict[str, _Function] = field(default_factory=dict)
    imports: dict[str, tuple[int, str]] = field(default_factory=dict)

    @classmethod
    def parse(cls, path: str, text: str) -> Module:
        """Parse the text of a module and note what its names are bound to."""
        name = path.removesuffix(".py").replace("/", ".")
        name = "" if name == "__init__" else name.removesuffix(".__init__")
        module = cls(path, name, ast.parse(text, filename=path))
        module._collect(module.tree.body, "")
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    target = f"{node.module}.{alias.name}" if node.module else alias.name
                    module.imports[alias.asname or alias.name] = (node.level, target)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.asname:
                        module.imports[alias.asname] = (0, alias.name)
        return module

    def home(self, level: int) -> str:
        """Return the package that `level` dots mean in this module, relative to the book."""
        parts = self.name.split(".") if self.name else []
        drop = level - 1 if self.path.endswith("__init__.py") else level
        return ".".join(parts[: len(parts) - drop] if drop else parts)

    def _collect(self, body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                self._collect(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self.functions[prefix + node.name] = node
            elif isinstance(node, ast.If):
                for branch in live_branches(node):
                    self._collect(branch, prefix)
            else:
                for name, value in _bindings(node):
                    self.constants.setdefault(prefix + name, []).append(value)


class Scope:
    """What names mean at one place: locals first, then enclosing functions, then the module."""

    def __init__(
        self,
        module: Module,
        modules: dict[str, Module],
        package: str,
        names: dict[str, list[ast.expr]] | None = None,
        outer: Scope | None = None,
    ) -> None:
        self.module = module
        self.modules = modules
        self.package = package
        self.names = names or {}
        self.outer = outer

    def function(self, node: _Function | ast.Lambda) -> Scope:
        """Return the scope inside a function."""
        names: dict[str, list[ast.expr]] = {}
        arguments = node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        for argument in (*positional, *arguments.kwonlyargs):
            names[argument.arg] = []
        late = positional[len(positional) - len(arguments.defaults) :]
        for argument, default in zip(late, arguments.defaults, strict=True):
            names[argument.arg].append(default)
        for argument, given in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            if given is not None:
                names[argument.arg].append(given)
        if not isinstance(node, ast.Lambda):
            for statement in _own_statements(node.body):
                for name, value in _bindings(statement):
                    names.setdefault(name, []).append(value)
        return Scope(self.module, self.modules, self.package, names, self)

    def lookup(self, name: str) -> Iterator[tuple[ast.expr, Scope]]:
        """Give everything that a plain or dotted name may be bound to, with where to read it."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                yield from ((value, scope) for value in scope.names[name])
                return
            scope = scope.outer
        module, local = self._find(self.module, name, _DEPTH)
        there = Scope(module, self.modules, self.package)
        yield from ((value, there) for value in module.constants.get(local, ()))

    def results(self, name: str) -> Iterator[tuple[ast.expr, Scope]]:
        """Give what the function of that name may return, with where to read it."""
        head, _, method = name.partition(".")
        if head in {"self", "cls"}:
            module = self.module
            found = [it for key, it in module.functions.items() if key.endswith(f".{method}")]
        else:
            module, local = self._find(self.module, name, _DEPTH)
            found = [module.functions[local]] if local in module.functions else []
        for node in found:
            inside = Scope(module, self.modules, self.package).function(node)
            for statement in _own_statements(node.body):
                if isinstance(statement, ast.Return) and statement.value is not None:
                    yield statement.value, inside

    def _find(self, module: Module, name: str, depth: int) -> tuple[Module, str]:
        """Follow imports to the module of the package that defines a name, as far as they lead."""
        head, _, tail = name.partition(".")
        if name in module.constants or head not in module.imports or not depth:
            return module, name
        level, target = module.imports[head]
        full = f"{target}.{tail}" if tail else target
        if level:
            home = module.home(level)
            full = f"{home}.{full}" if home else full
        else:
            parts = full.split(".")
            if self.package not in parts:
                return module, name
            full = ".".join(parts[parts.index(self.package) + 1 :])
        pieces = full.split(".")
        for cut in range(len(pieces) - 1, -1, -1):
            other = self.modules.get(".".join(pieces[:cut]))
            if other is not None:
                return self._find(other, ".".join(pieces[cut:]), depth - 1)
        return module, name


def ids_in(node: ast.expr, scope: Scope, depth: int = _DEPTH) -> Iterator[tuple[str, int]]:
    """Give the strings that an argument can hand over, with the line of the argument."""
    for text in _strings(node, scope, depth):
        yield text, node.lineno


def _strings(node: ast.expr, scope: Scope, depth: int) -> Iterator[str]:
    if not depth:
        return
    parts: list[ast.expr] = []
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Tuple() | ast.List() | ast.Set():
            parts = node.elts
        case ast.Starred() | ast.NamedExpr():
            parts = [node.value]
        case ast.Dict():
            parts = node.values
        case ast.BoolOp():
            parts = node.values
        case ast.BinOp(op=ast.Add() | ast.BitOr()):
            parts = [node.left, node.right]
        case ast.IfExp():
            known = truth(node.test)
            parts = [] if known is False else [node.body]
            parts += [] if known is True else [node.orelse]
        case ast.Name() | ast.Attribute():
            for value, there in scope.lookup(_dotted(node)):
                yield from _strings(value, there, depth - 1)
        case ast.Call(func=ast.Name() | ast.Attribute()):
            for value, there in scope.results(_dotted(node.func)):
                yield from _strings(value, there, depth - 1)
        case ast.Subscript():
            yield from _subscript(node, scope, depth)
    for part in parts:
        yield from _strings(part, scope, depth - 1)


def _subscript(node: ast.Subscript, scope: Scope, depth: int) -> Iterator[str]:
    """Take one entry of a dict of ids where the key is plain, or else any of them."""
    if not isinstance(node.value, ast.Name | ast.Attribute):
        return
    for value, there in scope.lookup(_dotted(node.value)):
        if isinstance(value, ast.Dict) and isinstance(node.slice, ast.Constant):
            for key, entry in zip(value.keys, value.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == node.slice.value:
                    yield from _strings(entry, there, depth - 1)
        else:
            yield from _strings(value, there, depth - 1)


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        head = _dotted(node.value)
        return f"{head}.{node.attr}" if head else ""
    return node.id if isinstance(node, ast.Name) else ""


def _bindings(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """Give the names that a statement binds, with what it binds them to."""
    match node:
        case ast.Assign():
            targets, value = node.targets, node.value
        case ast.AnnAssign(value=ast.expr() as value):
            targets = [node.target]
        case ast.For() | ast.AsyncFor():
            targets, value = [node.target], node.iter
        case _:
            return
    for target in targets:
        names = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
        paired = isinstance(value, ast.Tuple) and len(value.elts) == len(names)
        for number, name in enumerate(names):
            if isinstance(name, ast.Name):
                one = isinstance(value, ast.Tuple) and paired and len(names) > 1
                yield name.id, value.elts[number] if one else value  # type: ignore[attr-defined]


def _own_statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Give the statements of a function that can run, without those of functions inside it."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        yield node
        if isinstance(node, ast.If | ast.While):
            for branch in live_branches(node):
                yield from _own_statements(branch)
            continue
        for name in ("body", "orelse", "finalbody"):
            yield from _own_statements(getattr(node, name, []))
        for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            yield from _own_statements(part.body)
