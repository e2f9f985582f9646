"""Faults that can be put into the rules on purpose: where, which, and how to find them again.

A fault is known by the function and the text of the line that it stands in, not by its file, so
that the same one can be put into a tree whose modules have been moved about. Only the chapters of
a book are broken, and there only what decides something: no texts, no odds, nothing for the page.
"""

from __future__ import annotations

import ast
import hashlib
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import msgspec
from bench.fault_places import Function, Place, is_number, places, span

BOOKS = ("panzer8", "whitebox")
CHAPTERS = re.compile(r"(s\d\d|part\d)_")
NO_RULES = re.compile(r"odds|preview|showing|drawing|names|words")
"""Modules of a chapter that show or name things."""
NO_RULINGS = re.compile(
    r"\w*(odds|chance|preview|candidate)|_*(offer|listed|asked|sensible|text|words)"
)
"""Functions that show, offer or name things."""
BLURRED = {"<= to <", "< to <=", ">= to >", "> to >=", "+ to -", "- to +"}
HAIRS = re.compile(r"TOLERANCE|HAIR|TOUCH|\b0\.0\d*[1-9]|1e-\d")
"""Where something is compared but for a hair, these faults change nothing that could be seen."""


class Fault(msgspec.Struct, frozen=True):
    """One fault; module, body and lone only help to tell apart what is called the same."""

    book: str
    function: str
    """Its qualified name, or "" for a number at the top of a module."""
    line: str
    occurrence: int
    """Which of the lines with this text within the function."""
    operator: str
    target: int
    """Which of the places in the line where this operator could be put in."""
    chapter: str
    module: str
    body: str
    lone: bool
    """Whether no other line of the book has this text."""

    @property
    def key(self) -> str:
        """What it is known by, in one line."""
        return " | ".join(
            [
                f"{self.book}:{self.function or '(module)'}",
                f"{self.line} #{self.occurrence}",
                f"{self.operator} #{self.target}",
            ]
        )


# -- the functions of a tree ----------------------------------------------------------------------


class Module:
    """A module, as it is written."""

    def __init__(self, file: Path, source_folder: Path) -> None:
        self.file = file
        parts = file.relative_to(source_folder).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.text = file.read_text(encoding="utf-8")
        self.lines = self.text.splitlines()
        self.tree = ast.parse(self.text)

    def fresh(self) -> Module:
        """The same once more, to be broken."""
        return Module(self.file, self.file.parents[len(self.name.split(".")) - 1])

    @property
    def book(self) -> str:
        """The book that it belongs to, or "" if it is shared."""
        parts = self.name.split(".")
        return parts[2] if parts[1:2] == ["rulebooks"] and len(parts) > 2 else ""

    @property
    def chapter(self) -> str:
        """The chapter with its folder; "" if it is not of a chapter or has no rules."""
        parts = self.name.split(".")[3:]
        if not parts or not CHAPTERS.match(parts[0]) or any(map(NO_RULES.search, parts[1:])):
            return ""
        return "/".join(parts[:-1])

    @cached_property
    def functions(self) -> list[tuple[str, Function]]:
        """Functions and methods with their qualified names; nested ones are part of theirs."""
        return list(_functions(self.tree, ""))

    @cached_property
    def numbers(self) -> dict[str, ast.Constant]:
        """Numbers with names at the top of the module."""
        found = {}
        for each in self.tree.body:
            match each:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant() as value):
                    found[name] = value
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant() as value):
                    found[name] = value
        return {name: value for name, value in found.items() if is_number(value)}

    @cached_property
    def uses(self) -> dict[str, set[tuple[int, int]]]:
        """For every name the statements within functions that read it, by their lines."""
        found: dict[str, set[tuple[int, int]]] = defaultdict(set)
        for _name, function in self.functions:
            for each in ast.walk(function):
                if isinstance(each, ast.stmt):
                    for name in _read(each):
                        found[name].add(span(each))
        return found

    @cached_property
    def read_at_once(self) -> set[str]:
        """The names that are read when the module is loaded: to break them later is too late."""
        return {name for each in _at_once(self.tree) for name in _read(each)}


def _functions(node: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[str, Function]]:
    for each in node.body:
        if isinstance(each, Function):
            yield prefix + each.name, each
        elif isinstance(each, ast.ClassDef):
            yield from _functions(each, f"{prefix}{each.name}.")


def _read(node: ast.stmt) -> Iterator[str]:
    """The names that a statement reads, without the block that belongs to it."""
    for field, value in ast.iter_fields(node):
        if field in ("body", "orelse", "finalbody", "handlers", "cases"):
            continue
        for part in value if isinstance(value, list) else [value]:
            for each in ast.walk(part) if isinstance(part, ast.AST) else ():
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
                    yield each.id
                elif isinstance(each, ast.Attribute):
                    yield each.attr


def _at_once(node: ast.Module | ast.ClassDef) -> Iterator[ast.stmt]:
    """What runs when a module is loaded: statements, defaults, decorators."""
    for each in node.body:
        yield each
        if isinstance(each, ast.ClassDef):
            yield from _at_once(each)


def body_of(function: Function) -> str:
    """A fingerprint of what a function does, whatever it is called and says of itself."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    told = "\n".join(ast.dump(each) for each in body)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


class Spot(msgspec.Struct):
    """Where a fault stands in a tree."""

    module: Module
    name: str
    """Of the function as it is called here, or of the number."""
    function: Function | None
    runs: list[tuple[Path, int, int]]
    """Lines; whoever runs one of them runs into the fault."""


class Tree:
    """All modules of a checkout."""

    def __init__(self, root: Path) -> None:
        folder = root / "src"
        files = sorted((folder / "sandtable").rglob("*.py"))
        self.modules = [Module(file, folder) for file in files]

    def of(self, book: str) -> list[Module]:
        """The modules of a book."""
        return [each for each in self.modules if each.book == book]

    # -- all faults

    def faults(self, book: str) -> list[Fault]:
        """All faults that can be put into the chapters of a book."""
        texts = Counter(line.strip() for each in self.of(book) for line in each.lines)
        found: list[Fault] = []
        for module in self.of(book):
            if module.chapter:
                found += self._in_functions(module, texts)
                found += self._in_numbers(module)
        return found

    def _in_functions(self, module: Module, texts: Counter[str]) -> Iterator[Fault]:
        for name, function in module.functions:
            if NO_RULINGS.match(function.name) or _speaks(function):
                continue
            for place in places(function, module.lines):
                if place.operator in BLURRED and HAIRS.search(place.line):
                    continue
                yield Fault(
                    module.book,
                    name,
                    *place.key,
                    chapter=module.chapter,
                    module=module.name,
                    body=body_of(function),
                    lone=texts[place.line] == 1,
                )

    def _in_numbers(self, module: Module) -> Iterator[Fault]:
        for name, value in module.numbers.items():
            where = self._number(module.book, name)
            if where is None or not where.runs:
                continue
            line = module.lines[value.lineno - 1].strip()
            for operator in ("number + 1", "number - 1"):
                yield Fault(
                    module.book,
                    "",
                    line,
                    0,
                    operator,
                    0,
                    chapter=module.chapter,
                    module=module.name,
                    body=name,
                    lone=True,
                )

    def _number(self, book: str, name: str) -> Spot | None:
        """Where a number of a book stands, if just one has the name and only functions read it."""
        modules = self.of(book)
        owners = [each for each in modules if name in each.numbers]
        if len(owners) != 1 or any(name in each.read_at_once for each in modules):
            return None
        runs = [(each.file, *lines) for each in modules for lines in each.uses.get(name, ())]
        return Spot(owners[0], name, None, runs)

    # -- one fault

    def find(self, fault: Fault) -> Spot | None:
        """Where a fault stands in this tree; `None` if it is gone, or could be in two places."""
        if not fault.function:
            spot = self._number(fault.book, fault.body)
            if spot is None:
                return None
            value = spot.module.numbers[spot.name]
            same = spot.module.lines[value.lineno - 1].strip() == fault.line
            return spot if same else None
        here = self._by_line.get((fault.book, fault.line), [])
        same_name = [each for each in here if each[1] == fault.function]
        same_body = [each for each in here if body_of(each[2]) == fault.body]
        both = [each for each in same_name if each in same_body]
        same_module = [each for each in same_name if each[0].name == fault.module]
        shared = self._by_line.get(("", fault.line), [])
        alone = [*here, *shared] if fault.lone else []
        for found in (same_module, both, same_name, same_body, alone):
            spots = [spot for each in found if (spot := self._spot(fault, *each)) is not None]
            if len(spots) == 1:
                return spots[0]
        return None

    @cached_property
    def _by_line(self) -> dict[tuple[str, str], list[tuple[Module, str, Function]]]:
        found: dict[tuple[str, str], list[tuple[Module, str, Function]]] = defaultdict(list)
        for module in self.modules:
            for name, function in module.functions:
                lines = module.lines[function.lineno - 1 : function.end_lineno]
                for line in {line.strip() for line in lines}:
                    found[module.book, line].append((module, name, function))
        return found

    def _spot(self, fault: Fault, module: Module, name: str, function: Function) -> Spot | None:
        place = place_of(fault, function, module.lines)
        if place is None:
            return None
        return Spot(module, name, function, [(module.file, *place.lines)])


def place_of(fault: Fault, function: Function, source: list[str]) -> Place | None:
    """The place of a fault within a function."""
    key = (fault.line, fault.occurrence, fault.operator, fault.target)
    found = places(function, source)
    return next((place for place in found if place.key == key), None)


def _speaks(function: Function) -> bool:
    """Say whether a function returns only words."""
    said = ast.unparse(function.returns) if function.returns else ""
    return bool(re.fullmatch(r"(str|tuple\[str, \.\.\.\]|list\[str\])( \| None)?", said))


# -- a sample -------------------------------------------------------------------------------------


def sample(tree: Tree, seed: int, count: int) -> list[Fault]:
    """Pick faults, spread over the books, their chapters and the kinds of faults."""
    dice = random.Random(seed)
    picked = []
    for at, book in enumerate(BOOKS):
        share = count * (at + 1) // len(BOOKS) - count * at // len(BOOKS)
        picked += _sample(tree.faults(book), dice, share)
    return picked


def _sample(faults: list[Fault], dice: random.Random, count: int) -> list[Fault]:
    """From one chapter after another, the larger the more often; a line is broken only once."""
    chapters: dict[str, dict[str, list[Fault]]] = defaultdict(lambda: defaultdict(list))
    for fault in sorted(faults, key=lambda each: (each.chapter, each.module, each.key)):
        chapters[fault.chapter][fault.operator].append(fault)
    sizes = {name: sum(map(len, kinds.values())) for name, kinds in chapters.items()}
    taken: Counter[str] = Counter()
    lines: set[tuple[str, str]] = set()
    picked: list[Fault] = []
    while len(picked) < count and chapters:
        name = min(chapters, key=lambda each: ((taken[each] + 1) / sizes[each] ** 0.5, each))
        one = _take(chapters[name], dice)
        if one is None:
            del chapters[name]
        elif (one.function, one.line) not in lines:
            lines.add((one.function, one.line))
            taken[name] += 1
            picked.append(one)
    return picked


def _take(kinds: dict[str, list[Fault]], dice: random.Random) -> Fault | None:
    left = sorted(kind for kind, faults in kinds.items() if faults)
    if not left:
        return None
    faults = kinds[dice.choice(left)]
    return faults.pop(dice.randrange(len(faults)))
