"""`sandtable verify`: check every line of a recorded battle, and every die."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.common import AsJson, say
from sandtable.cli.replay import report_verification


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A journal.")],
    as_json: AsJson = False,
) -> None:
    """Check a recorded battle: every line, every order against the rules, and every die.

    Dice of the computer follow from the seed in the journal. Fair dice follow from the secret that
    is laid open at the end and the players' words: the secret must fit the commitment that was
    published before the battle, every word its seal, and every face must come from them. Look that
    your own word is there; the page that you played on looks whether all seals are those it saw.

    It ends with 1 if anything is not as it should be.

    Examples:

    * sandtable verify battle.jsonl
    """
    from sandtable.journal import verify as check

    found = check(file)
    if found.ok and not as_json:
        _tell_dice(file, found.faces)
    report_verification(found, as_json=as_json)


def _tell_dice(file: Path, faces: int) -> None:
    from sandtable.battle.record import told_of_dice
    from sandtable.journal import read

    dice = read(file, salvage=True).header.dice
    if dice.kind in ("seeded", "fair"):
        say(told_of_dice(dice))
    if dice.kind == "fair":
        say(f"Commitment: {dice.commitment}")
        for one in dice.ceremony.words if dice.ceremony else ():
            say(f"Word of {one.seat}: {one.word}")
            say(f"  sealed as {one.seal} with the nonce {one.nonce}")
        for word in dice.words:
            say(f"Word: {word}")
    if faces:
        origin = "the secret and the words" if dice.kind == "fair" else f"the seed {dice.seed!r}"
        typer.echo(f"dice: all {faces} faces follow from {origin}")
