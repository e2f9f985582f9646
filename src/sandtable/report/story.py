"""A battle told turn by turn: plain data that any page or console can lay out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from sandtable.battle import Battle, Event, Outcome
from sandtable.battle.rulings import REFEREE
from sandtable.dice import Roll
from sandtable.report.eyes import Eyes
from sandtable.report.luck import Luck, luck_of


class Chapter(Struct, frozen=True, kw_only=True):
    """One turn of one side, or what came before the first: its title and what happened.

    ``turn`` is the number of the turn; 0 before the first.
    """

    title: str
    events: tuple[Event, ...]
    turn: int = 0


class Losses(Struct, frozen=True, kw_only=True):
    """What one side had at the start, and what of it is no longer in play."""

    side: str
    name: str
    strength: int
    lost: tuple[str, ...]


class Story(Struct, frozen=True, kw_only=True):
    """A whole battle: what it was about, what happened, what it cost and how it ended.

    ``turns`` is the last turn that there can be, 0 where there is none; ``where`` says in the
    book's own word how far it came.
    """

    title: str
    book: str
    when_and_where: str
    briefing: str
    chapters: tuple[Chapter, ...]
    losses: tuple[Losses, ...]
    luck: tuple[Luck, ...]
    outcome: Outcome | None
    waiting: tuple[str, ...]
    turn: int
    turns: int
    turn_name: str
    where: str
    side_names: dict[str, str]


def tell(battle: Battle[Any], *, seat: str | None = None) -> Story:
    """The story of a battle.

    Args:
        battle: The battle, ended or not.
        seat: Tell only what this seat may know, or an ``onlooker``; without one, everything is
            told.

    >>> from sandtable.scenario import load_scenario
    >>> story = tell(Battle.start(load_scenario("saint-aubin")))
    >>> story.title, story.chapters[0].title
    ('The crossroads at Saint-Aubin', 'Turn 1 of 10: British player turn')
    """
    scenario = battle.scenario
    eyes = Eyes(battle, seat or REFEREE)
    facts = (scenario.place, scenario.date)
    book = battle.rulebook
    return Story(
        title=scenario.title,
        book=book.title,
        when_and_where=", ".join(fact for fact in facts if fact),
        briefing=scenario.briefing.strip(),
        chapters=chapters_of(eyes.events, book.turn_name),
        losses=losses_of(battle, eyes),
        luck=luck_of(battle, eyes.events),
        outcome=battle.outcome,
        waiting=_waiting(eyes),
        turn=battle.state.turn,
        turns=book.last_turn(scenario),
        turn_name=book.turn_name,
        where=book.turn_in_words(scenario, battle.state.turn),
        side_names={side.id: side.name for side in scenario.sides},
    )


def chapters_of(events: Iterable[Event], turn_name: str = "turn") -> tuple[Chapter, ...]:
    """Split what happened where turns begin.

    Args:
        events: What happened.
        turn_name: What the book calls a turn.
    """
    found: list[tuple[str, int, list[Event]]] = []
    for event in events:
        if event.kind == "turn" and "turn" in event.data:
            found.append((event.text.rstrip("."), event.data["turn"], []))
            continue
        if event.kind == "victory":
            continue  # told at the end
        if not found:
            found.append((f"Before the first {turn_name}", 0, []))
        found[-1][2].append(event)
    return tuple(Chapter(title=title, turn=turn, events=tuple(told)) for title, turn, told in found)


def _waiting(eyes: Eyes) -> tuple[str, ...]:
    """Whom the battle waits for, and what for, as far as one may know."""
    battle = eyes.battle
    if eyes.sees_all:
        return tuple(f"{' or '.join(c.seats)}: {c.prompt}" for c in battle.choices)
    if eyes.seat not in battle.seats:
        return battle.public_view().waiting
    view = battle.view(eyes.seat)
    asked = tuple(f"{eyes.seat}: {choice.prompt}" for choice in view.choices)
    return asked or view.waiting


def losses_of(battle: Battle[Any], eyes: Eyes | None = None) -> tuple[Losses, ...]:
    """What each side has lost: the units of the scenario that are no longer in play.

    They are called by their names, or by their ids where a side has several of the same name.

    Args:
        battle: The battle.
        eyes: Whose knowledge of it; without any, all that is true.
    """
    eyes = eyes or Eyes(battle)
    units = [unit for unit in battle.scenario.units if eyes.knows(unit)]
    named = Counter((unit.side, unit.name) for unit in units)
    return tuple(
        Losses(
            side=side.id,
            name=side.name,
            strength=sum(unit.side == side.id for unit in units),
            lost=tuple(
                unit.name if unit.name and named[unit.side, unit.name] == 1 else unit.id
                for unit in units
                if unit.side == side.id and eyes.misses(unit)
            ),
        )
        for side in battle.scenario.sides
    )


def dice_shown(rolls: Sequence[Roll], sentence: str = "") -> str:
    """The dice of an event in short; names that the sentence has are not said again.

    What is in brackets explains a roll to whoever throws it, and is left out here.

    >>> rolls = [Roll("Firefly", 10, (8,)), Roll("StuG III", 10, (1,))]
    >>> dice_shown(rolls)
    'd10: Firefly 8, StuG III 1'
    >>> dice_shown(rolls, "Firefly fires at StuG III")
    'd10: 8 against 1'
    >>> dice_shown([Roll("grenade", 6, (5, 2))])
    '2d6: grenade 5 2'
    >>> dice_shown([Roll("card (1 to 13 are spades)", 54, (7,))])
    'd54: card 7'
    """
    if rolls and all(roll.what in sentence and len(roll.faces) == 1 for roll in rolls):
        faces = (" against " if len(rolls) == 2 else ", ").join(str(r.faces[0]) for r in rolls)
        return f"d{rolls[0].sides}: {faces}"
    parts = []
    last = ""
    for roll in rolls:
        count = len(roll.faces)
        kind = f"{count if count > 1 else ''}d{roll.sides}" if not roll.drawn else "drawn"
        faces = " ".join(map(str, roll.faces))
        what = roll.what.partition(" (")[0]
        parts.append(f"{what} {faces}" if kind == last else f"{kind}: {what} {faces}")
        last = kind
    return ", ".join(parts)
