"""Reading catalogues from TOML, with every fault named by file, entry and field."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from sandtable.catalogue.errors import CatalogueError
from sandtable.catalogue.model import Book, Catalogue, Rule
from sandtable.catalogue.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.resources.abc import Traversable

__all__ = ["load_catalogue", "load_package_catalogue", "package_folder"]

Entry = TypeVar("Entry", Book, Rule, Table)

_ID = re.compile(r"[a-z][a-z0-9]*(\.[a-z0-9]+(-[a-z0-9]+)*){2,}")
_SAME_IN_ALL_PARTS = ("code", "title", "author", "edition", "scale", "licence")
_JOINED = ("part", "summary", "conventions")


def load_catalogue(*sources: str | Path | Traversable) -> Catalogue:
    """Read the catalogue of one book from its TOML files.

    Args:
        *sources: Files, or folders that stand for the `rules*.toml` files in them. Several files
            are merged into one catalogue; their [book] tables must name the same book.

    Raises:
        CatalogueError: Anything at all is wrong; the message names every fault with its file,
            entry and field.

    >>> load_catalogue("no-such-file.toml")
    Traceback (most recent call last):
    sandtable.catalogue.errors.CatalogueError: no-such-file.toml: cannot be read \
(No such file or directory)
    """
    files = [file for source in sources for file in _files(source)]
    if not files:
        raise CatalogueError("a catalogue needs at least one file of rules")
    return _merged(tuple((file.name, _text(file)) for file in files))


@lru_cache(maxsize=16)
def _merged(files: tuple[tuple[str, str], ...]) -> Catalogue:
    """The catalogue in some files, given with their text: the book and its readers share one."""
    problems: list[str] = []
    books: list[tuple[str, Book]] = []
    rules: list[Rule] = []
    tables: list[Table] = []
    seen: dict[str, str] = {}
    for name, text in files:
        content = _parse(name, text)
        problems.extend(
            f"{name}: unknown section `{section}`"
            for section in content
            if section not in {"book", "rule", "table"}
        )
        book = _entry(content.get("book"), Book, f"{name}: [book]", problems)
        if book is not None:
            books.append((name, book))
        found = _entries(content, "rule", Rule, name, problems)
        rules.extend(found)
        new = _entries(content, "table", Table, name, problems)
        tables.extend(new)
        for table in new:
            problems.extend(f"{name}: [[table]] {table.id}: {it}" for it in table.problems())
        named = [("rule", rule.id) for rule in found] + [("table", table.id) for table in new]
        problems.extend(_id_problems(name, named, book, seen))
    merged = _merge(books, problems)
    if problems or merged is None:
        raise CatalogueError(*problems)
    if not rules:
        raise CatalogueError(f"{files[0][0]}: there is no [[rule]] in this catalogue")
    return Catalogue(merged, tuple(rules), tuple(tables))


def load_package_catalogue(package: str) -> Catalogue:
    """Read the catalogue that lies in a package as `rules*.toml`.

    >>> load_package_catalogue("sandtable.rulebooks.panzer8").book.title
    'Panzer8'
    """
    return load_catalogue(package_folder(package))


def package_folder(package: str) -> Path:
    """Return the folder of a package. Nothing is imported, so a broken book can be found too.

    >>> package_folder("sandtable.catalogue").name
    'catalogue'
    """
    top, *rest = package.split(".")
    spec = find_spec(top)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(place).joinpath(*rest)
        if folder.is_dir():
            return folder
        if folder.with_suffix(".py").is_file():
            return folder.parent
    raise CatalogueError(f"there is no package {package}")


def _files(source: str | Path | Traversable) -> list[Path | Traversable]:
    place = Path(source) if isinstance(source, str) else source
    if not place.is_dir():
        return [place]
    found = [
        file
        for file in place.iterdir()
        if file.name.startswith("rules") and file.name.endswith(".toml")
    ]
    if not found:
        raise CatalogueError(f"{place}: there is no rules*.toml in this folder")
    return sorted(found, key=lambda file: file.name)


def _parse(name: str, text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError(f"{name}: not valid TOML: {error}") from None


def _text(file: Path | Traversable) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CatalogueError(f"{file.name}: not UTF-8 text: {error}") from None
    except OSError as error:
        raise CatalogueError(f"{file.name}: cannot be read ({error.strerror})") from None


def _entries(
    content: dict[str, object], section: str, kind: type[Entry], file: str, problems: list[str]
) -> list[Entry]:
    listed = content.get(section, [])
    if not isinstance(listed, list):
        problems.append(f"{file}: write [[{section}]], with two brackets, for each {section}")
        return []
    found = []
    for number, raw in enumerate(listed, 1):
        name = raw.get("id") if isinstance(raw, dict) else None
        label = name if isinstance(name, str) and name else f"number {number}"
        entry = _entry(raw, kind, f"{file}: [[{section}]] {label}", problems)
        if entry is not None:
            found.append(entry)
    return found


def _entry(raw: object, kind: type[Entry], label: str, problems: list[str]) -> Entry | None:
    if raw is None:
        problems.append(f"{label} is missing")
        return None
    if not isinstance(raw, dict):
        problems.append(f"{label} is not a table of fields")
        return None
    wanted = [field.name for field in msgspec.structs.fields(kind) if field.required]
    faults = [f"{label}: field `{name}` is missing" for name in wanted if name not in raw]
    faults += [
        f"{label}: field `{name}` is empty"
        for name in wanted
        if isinstance(raw.get(name), str) and not raw[name].strip()
    ]
    if not faults:
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            faults.append(f"{label}: {_plain(str(error))}")
    problems.extend(faults)
    return None


def _plain(message: str) -> str:
    """Turn a validation message round so that the field comes first."""
    text, _, path = message.partition(" - at `$.")
    return f"field `{path.rstrip('`')}`: {text}" if path else text


def _id_problems(
    file: str, named: Iterable[tuple[str, str]], book: Book | None, seen: dict[str, str]
) -> Iterable[str]:
    for section, name in named:
        label = f"{file}: [[{section}]] {name}"
        if not _ID.fullmatch(name):
            yield f"{label}: field `id` should look like book.chapter.rule"
        elif book is not None and not name.startswith(f"{book.code}."):
            yield f"{label}: field `id` should begin with {book.code}."
        if name in seen:
            yield f"{label}: field `id` is already taken in {seen[name]}"
        seen.setdefault(name, file)


def _merge(books: list[tuple[str, Book]], problems: list[str]) -> Book | None:
    if not books:
        return None
    first_file, first = books[0]
    for file, other in books[1:]:
        problems.extend(
            f"{file}: [book]: field `{name}` differs from the one in {first_file}"
            for name in _SAME_IN_ALL_PARTS
            if getattr(other, name) != getattr(first, name)
        )
    joined = {
        name: "\n".join(text for _, book in books if (text := getattr(book, name).strip()))
        for name in _JOINED
    }
    return msgspec.structs.replace(first, **joined)
