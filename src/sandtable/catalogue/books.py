"""Where the rulebooks lie: their packages, found without importing them."""

from __future__ import annotations

import tomllib
from functools import cached_property
from importlib.metadata import entry_points
from pathlib import Path

import msgspec

from sandtable.catalogue.errors import CatalogueError, suggest
from sandtable.catalogue.load import load_catalogue, package_folder
from sandtable.catalogue.model import Catalogue

__all__ = ["GROUP", "BookPackage", "find_book", "find_books"]

#: The entry points under which books announce themselves, and the package of our own.
GROUP = "sandtable.rulebooks"


class BookPackage(msgspec.Struct, frozen=True, dict=True):
    """One rulebook's package on disk: code, catalogue and all.

    >>> find_book("p8").package
    'sandtable.rulebooks.panzer8'
    """

    code: str
    package: str
    folder: Path

    @cached_property
    def catalogue(self) -> Catalogue:
        """The catalogue that lies in the package."""
        return load_catalogue(self.folder)


def find_books(packages: tuple[str, ...] = ()) -> dict[str, BookPackage]:
    """Return the rulebooks by their code.

    Args:
        packages: Dotted names of book packages. By default our own books, and those that other
            distributions announce as entry points.
    """
    folders = {package: package_folder(package) for package in packages or _announced()}
    return {
        code: BookPackage(code, package, folder)
        for package, folder in sorted(folders.items())
        if (code := _code(folder))
    }


def find_book(code: str, packages: tuple[str, ...] = ()) -> BookPackage:
    """Return one rulebook; an unknown code is refused with those that exist."""
    known = find_books(packages)
    if code not in known:
        names = ", ".join(known) or "none"
        raise CatalogueError(
            f"no rulebook has the code {code!r} (there are: {names})",
            matches=suggest(code, known),
        )
    return known[code]


def _announced() -> list[str]:
    found = {entry.module for entry in entry_points(group=GROUP)}
    try:
        home = package_folder(GROUP)
    except CatalogueError:
        return sorted(found)
    found.update(f"{GROUP}.{file.parent.name}" for file in home.glob("*/rules*.toml"))
    return sorted(found)


def _code(folder: Path) -> str | None:
    """Read the code of the book in a folder, without judging the rest of its catalogue."""
    for file in sorted(folder.glob("rules*.toml")):
        try:
            book = tomllib.loads(file.read_text(encoding="utf-8")).get("book", {})
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise CatalogueError(f"{file.name}: not valid TOML: {error}") from None
        if isinstance(book, dict) and isinstance(book.get("code"), str):
            return str(book["code"])
    return None
