"""Rules as data: catalogues, citations, and how much of a book is done.

A catalogue restates every rule of a book in our own words, under a stable id. Rule code cites
the ids where it applies them; tests are marked with the ids that they check.

>>> from sandtable.catalogue import cite, load_package_catalogue
>>> panzer8 = load_package_catalogue("sandtable.rulebooks.panzer8")
>>> panzer8.rule("p8.dice.d10-is-one-to-ten").where
'1.2'
>>> cite("p8.dice.d10-is-one-to-ten")
"""

from sandtable.catalogue.citing import CitationRecord, cite, recording
from sandtable.catalogue.errors import CatalogueError, suggest
from sandtable.catalogue.load import load_catalogue, load_package_catalogue
from sandtable.catalogue.model import Book, Catalogue, Kind, Rule
from sandtable.catalogue.revisions import Change, Revision, changes_since
from sandtable.catalogue.tables import Bands, Cell, Table

__all__ = [
    "Bands",
    "Book",
    "Catalogue",
    "CatalogueError",
    "Cell",
    "Change",
    "CitationRecord",
    "Kind",
    "Revision",
    "Rule",
    "Table",
    "changes_since",
    "cite",
    "load_catalogue",
    "load_package_catalogue",
    "recording",
    "suggest",
]
