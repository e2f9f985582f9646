"""What a scenario may write: words from a list, whole numbers, yes or no."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from sandtable.scenario import ScenarioError
from sandtable.scenario.errors import not_among

W = TypeVar("W", bound=str)


def word(value: Any, known: Iterable[W], where: str, what: str) -> W:
    """A word that must be one of a list.

    Raises:
        ScenarioError: If it is not.
    """
    names = tuple(known)
    for name in names:
        if value == name:
            return name
    raise ScenarioError(where, not_among(str(value), names, what))


def words(value: Any, known: Iterable[str], where: str, what: str) -> tuple[str, ...]:
    """A list of words, each of which must be one of another list.

    Raises:
        ScenarioError: If it is no list, or one of them is not.
    """
    if not isinstance(value, list | tuple):
        raise ScenarioError(where, f"give a list, not {value!r}")
    names = tuple(known)
    return tuple(word(each, names, where, what) for each in value)


def whole(
    values: Mapping[str, Any],
    name: str,
    where: str,
    *,
    default: int,
    least: int = 0,
    most: int | None = None,
) -> int:
    """A whole number that lies between two others.

    Raises:
        ScenarioError: If it is no whole number, or too small or too large.
    """
    value = values.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ScenarioError(f"{where}.{name}", f"{value!r} is no whole number")
    if value < least or (most is not None and value > most):
        upto = f" to {most}" if most is not None else " or more"
        raise ScenarioError(f"{where}.{name}", f"{value} is out of range; it is {least}{upto}")
    return value


def flag(values: Mapping[str, Any], name: str, where: str, *, default: bool = False) -> bool:
    """A yes or no.

    Raises:
        ScenarioError: If it is neither true nor false.
    """
    value = values.get(name, default)
    if not isinstance(value, bool):
        raise ScenarioError(f"{where}.{name}", f"{value!r} is neither true nor false")
    return value
