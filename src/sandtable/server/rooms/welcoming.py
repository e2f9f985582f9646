"""What somebody is told who comes in."""

from __future__ import annotations

import contextlib
from typing import Any, Literal

from sandtable.battle import Option, Rulebook, UnknownRulebookError, rulebook_for
from sandtable.battle.phrases import tag_of
from sandtable.battle.rulings import REFEREE
from sandtable.scenario import Scenario, ScenarioError
from sandtable.server.messages import (
    PROTOCOL,
    BookInfo,
    DiceInfo,
    OptionInfo,
    ScenarioInfo,
    Welcome,
)
from sandtable.server.rooms.parts import Member
from sandtable.server.rooms.record import ONLOOKER, entries_for
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.standing import seat_infos, standing_for


def welcome(room: Room, member: Member, since: int) -> Welcome:
    """Everything that a member has to know, and every line since the one that it has."""
    own = room.seats.get(member.seat)
    last = len(room.record) - 1
    entries = entries_for(room.record, member.seat, since if since <= last else -1)
    member.seen = last
    book = book_of(room.row.book)
    return Welcome(
        protocol=PROTOCOL,
        battle=room.id,
        scenario=scenario_facts(room.row.scenario, book),
        book=book_facts(room.row.scenario, book),
        dice=dice_facts(room),
        seat=member.seat,
        side=own.side if own else None,
        role=_role(member.seat),
        host=member.host,
        seats=seat_infos(room, member.seat),
        standing=standing_for(room, member.seat),
        entries=entries,
        chat=tuple(room.chat.heard_by(own)),
        holds=member.holds,
        claimed=member.claimed,
        barred=member.barred,
    )


def book_of(code: str) -> Rulebook[Any] | None:
    """The rulebook of a battle, if it is there."""
    try:
        return rulebook_for(code)
    except UnknownRulebookError:
        return None


def _role(seat: str) -> Literal["player", "referee", "onlooker"]:
    if seat == REFEREE:
        return "referee"
    return "onlooker" if seat == ONLOOKER else "player"


def scenario_facts(scenario: Scenario, book: Rulebook[Any] | None) -> ScenarioInfo:
    """What everybody may know of a scenario."""
    laid_out = _laid_out(scenario, book)
    return {
        "id": scenario.id,
        "title": scenario.title,
        "date": scenario.date,
        "place": scenario.place,
        "briefing": scenario.briefing,
        "turns": book.last_turn(scenario) if book else scenario.turns,
        "width": laid_out.table.width,
        "depth": laid_out.table.depth,
        "unit": book.unit_of(laid_out) if book else "in",
        "squares": book.on_squares if book else False,
        "ground": scenario.table.ground,
        "sides": [{"id": side.id, "name": side.name} for side in scenario.sides],
        "objectives": [
            {
                "id": objective.id,
                "name": objective.name or objective.id,
                "x": objective.at[0],
                "y": objective.at[1],
                "value": objective.value,
            }
            for objective in scenario.objectives
        ],
    }


def _laid_out(scenario: Scenario, book: Rulebook[Any] | None) -> Scenario:
    """A scenario with what its book adds to it, if it can."""
    if book is not None:
        with contextlib.suppress(ScenarioError):
            return book.laid_out(scenario)
    return scenario


def book_facts(scenario: Scenario, book: Rulebook[Any] | None) -> BookInfo:
    """A book, and how its options are set for a battle."""
    if book is None:
        return {
            "code": scenario.book,
            "title": scenario.book,
            "turn_name": Rulebook.turn_name,
            "options": [],
            "anytime": [],
        }
    return {
        "code": book.code,
        "title": book.title,
        "turn_name": book.turn_name,
        "options": options_of(scenario, book),
        "anytime": [tag_of(kind) for kind in book.anytime],
    }


def options_of(scenario: Scenario, book: Rulebook[Any]) -> list[OptionInfo]:
    """The options of a book with what they are set to in a scenario."""
    return [
        {
            "id": option.id,
            "rule": option.rule,
            "text": option.text,
            "default": option.default,
            "allowed": list(option.allowed),
            "follows": option.follows,
            "words": dict(option.words),
            "typed": option.typed,
            "value": _setting(scenario, book, option),
        }
        for option in book.options
    ]


def _setting(scenario: Scenario, book: Rulebook[Any], option: Option) -> str | bool:
    """How an option is set: by itself, by the one that it follows, or by default."""
    for leader in book.options:
        if leader.id == option.follows and option.id not in scenario.options:
            return True if _setting(scenario, book, leader) != leader.default else option.default
    return scenario.options.get(option.id, option.default)


def dice_facts(room: Room) -> DiceInfo:
    """What everybody may know of the dice: a drawn seed and the secret only at the end.

    A seed that the host chose is known to the host, so it is told to all.
    """
    facts: DiceInfo = {"kind": room.row.dice}
    if room.row.dice == "computer":
        facts["seed_from"] = room.row.seed_from
        over = room.battle is not None and room.battle.outcome is not None
        if over or room.row.seed_from == "chosen":
            facts["seed"] = room.row.seed
    if room.row.dice == "fair":
        facts["commitment"] = room.commitment
        facts["words"] = list(room.battle.header.dice.spoken) if room.battle else []
        if room.battle is not None and room.battle.header.dice.ceremony is not None:
            facts["ceremony"] = room.battle.header.dice.ceremony
        if room.battle is not None and room.battle.is_laid_open:
            facts["secret"] = room.battle.lines[-1].secret
    return facts
