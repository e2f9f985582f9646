"""Writing HTML: elements whose text is always text."""

from __future__ import annotations

from sandtable.draw.svg import escape

Attribute = str | int | None


def tag(name: str, *inside: str, **attributes: Attribute) -> str:
    """An element around markup; underscores in names of attributes are hyphens.

    >>> tag("td", text("a < b"), class_="number", colspan=2)
    '<td class="number" colspan="2">a &lt; b</td>'
    >>> tag("p", id=None)
    '<p></p>'
    """
    parts = [name]
    for attribute, value in attributes.items():
        if value is not None:
            parts.append(f'{attribute.rstrip("_").replace("_", "-")}="{escape(str(value))}"')
    return f"<{' '.join(parts)}>{''.join(inside)}</{name}>"


def text(words: object) -> str:
    """Words as markup."""
    return escape(str(words))
