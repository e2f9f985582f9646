"""The part of a report that says where the dice came from, and whether they were as they should."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.battle import Battle, DiceRecord
from sandtable.battle.record import secrets_of, told_anew, told_of_dice
from sandtable.journal import Verification
from sandtable.report.markup import tag, text

Fact = tuple[str, str]


def dice_check(battle: Battle[Any], verification: Verification | None, *, known: bool) -> str:
    """What a reader can check of the dice.

    Args:
        battle: The battle.
        verification: What checking its record has shown, if it was checked.
        known: Whether the reader may know the seed: not while dice are still to fall.
    """
    parts = [tag("h2", "Dice", id="dice")]
    headers = battle.header.sections()
    for place, (header, secret) in enumerate(
        zip(headers, secrets_of(battle.header, battle.lines), strict=True)
    ):
        if place + 1 < len(headers):
            until = headers[place + 1].seam
            parts.append(tag("h3", text(f"Up to line {until}, before it was taken over")))
        elif place:
            parts.append(tag("h3", text(f"From line {(header.seam or 0) + 1} on")))
        parts.append(tag("p", text(f"{_told(header.dice)} {told_of_dice(header.dice)}")))
        facts = tag(
            "dl",
            *(
                tag("dt", text(name)) + tag("dd", text(value))
                for name, value in _facts(header.dice, secret, known=known)
            ),
            class_="proof",
        )
        parts.append(facts)
    parts.append(_verdict(verification))
    return tag("section", *parts)


def _told(dice: DiceRecord) -> str:
    match dice.kind:
        case "seeded":
            return "The computer’s dice: every face follows from a seed."
        case "fair":
            return (
                "Fair dice: every face follows from a secret, whose hash was published first, and "
                "from the players’ words. With the secret, anybody can check them."
            )
        case "typed":
            return "Real dice."
        case "scripted":
            return "A program’s dice."


def _facts(dice: DiceRecord, secret: str | None, *, known: bool) -> Iterator[Fact]:
    if dice.kind == "seeded":
        known = known or dice.seed_from == "chosen"  # then its host knows it, so all may
        yield "Seed", (dice.seed or "") if known else "told when the battle is over"
    if dice.kind == "fair":
        yield "Commitment", dice.commitment or ""
        yield "Words", ", ".join(_words(dice)) or "none"
        if dice.ceremony is not None and dice.ceremony.begun_anew:
            yield "Begun anew", told_anew(dice.ceremony.begun_anew)
        yield "Secret", secret or "not laid open yet"


def _words(dice: DiceRecord) -> Iterator[str]:
    if dice.ceremony is None:
        yield from dice.words
    else:
        yield from (f"{one.word} ({one.seat})" for one in dice.ceremony.words)


def _verdict(verification: Verification | None) -> str:
    if verification is None:
        return tag("p", tag("span", "not checked yet", class_="check open"))
    notes = "".join(
        tag("p", text(note[:1].upper() + note[1:] + "."), class_="by")
        for note in verification.notes
    )
    found = verification.difference
    if found is not None:
        problem = (
            f"In line {found.line} of the record the {found.fault} is not as it should be: "
            f"expected {found.expected}; found {found.found}."
        )
        bad = tag("span", "✗ not verified", class_="check bad")
        return tag("p", bad) + tag("p", text(problem)) + notes
    checked = f"All {verification.lines} lines of the record follow from the rules and the orders"
    if verification.faces:
        checked += f", and all {verification.faces} faces that could be checked from the dice"
    good = tag("span", "✓ verified", class_="check good")
    return tag("p", good) + tag("p", text(f"{checked}.")) + notes
