"""AMBUSH: who lies in wait, who looks for them, and the free attack."""

from __future__ import annotations

from sandtable.catalogue import cite
from sandtable.dice import Dice
from sandtable.rulebooks.whitebox.cover import shelter_from
from sandtable.rulebooks.whitebox.pieces import Person
from sandtable.rulebooks.whitebox.sight import open_line
from sandtable.rulebooks.whitebox.state import OwbState

CHANCE = 1
"""In how many of six cases somebody who searches finds what is hidden."""


def ambushing_groups(state: OwbState) -> tuple[str, ...]:
    """The groups that the scenario has lying in ambush."""
    cite("owb.ambush.conditions")
    return tuple(dict.fromkeys(p.group for p in state.persons() if p.hidden))


def takes_part(state: OwbState, person: Person) -> bool:
    """Whether a member of the group has cover or concealment from every enemy who could see him."""
    cite("owb.ambush.conditions")
    square = state.square(person)
    return all(
        shelter_from(state, state.square(enemy), person) != "none"
        for enemy in state.enemies_of(person)
        if open_line(state, state.square(enemy), square)
    )


def finds_hidden(person: Person, dice: Dice) -> bool:
    """Whether a character who searches finds what is hidden."""
    cite("owb.base.hidden-things")
    return not dice.test(6, CHANCE + 1, f"search, {person.name}")


def is_detected(state: OwbState, groups: tuple[str, ...], dice: Dice) -> bool:
    """Whether any of those who look for the ambush finds it; all of them roll."""
    if not state.on("ambush_search"):
        return False
    cite("owb.ambush.search")
    found = [finds_hidden(person, dice) for person in searchers(state, groups)]
    return any(found)


def searchers(state: OwbState, groups: tuple[str, ...]) -> list[Person]:
    """Those who said that they look for an ambush."""
    return [p for p in state.people() if p.searching and p.group not in groups]


def next_winners(state: OwbState, groups: tuple[str, ...]) -> tuple[str, ...]:
    """The groups that win the Initiative after the free attack.

    Against a group that searched they have to roll for it.
    """
    if searchers(state, groups):
        cite("owb.ambush.searchers-roll-initiative")
        return ()
    cite("owb.ambush.wins-next-initiative")
    return groups
